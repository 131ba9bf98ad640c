#include "sql/store_contents.h"

enum tcn_rc
tcn_store_put_content(struct tcn_store_tx *tx, uint64_t seq,
    const struct tcn_content *content)
{
	static const char sql[] = "INSERT INTO contents VALUES (?, ?, ?, ?, ?)";
	unsigned char bytes[TCN_CONTENT_BYTES_MAX];
	struct tcn_query q;

	if (content->source == TCN_CONTENT_NONE)
		return TCN_OK;
	q = TCN_QUERY_TX(tx, sql, seq, content->source, content->full,
	    tcn_query_blob(bytes, tcn_content_encode(content, bytes)),
	    tcn_query_str_if(content->tagger.n != 0, content->tagger));
	return tcn_query_run(&q);
}

bool
tcn_store_content(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_content *content)
{
	uint64_t source = tcn_query_get_u64(q), full = tcn_query_get_u64(q);
	struct tcn_str bytes = tcn_query_get_str(q);
	enum tcn_rc rc = TCN_CORRUPT;

	*content = (struct tcn_content){ 0 };
	if (source <= TCN_CONTENT_TAGGER)
		rc =
		    tcn_content_decode(bytes.at, bytes.n, full, arena, content);
	if (!rc)
		content->source = (enum tcn_content_source)source;
	content->tagger = tcn_query_copy_str(q, arena);
	return rc != TCN_CORRUPT;
}

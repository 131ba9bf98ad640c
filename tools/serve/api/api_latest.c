/*
 * Articles as they come.
 */
#include <string.h>

#include "engine/base/err.h"
#include "sql/store_latest.h"
#include "tools/serve/api/api_impl.h"

enum tcn_rc
tcn_api_take_fold(struct tcn_api_answer *a, bool *fold)
{
	const char *word = tcn_http_call_query(a->call, "copies");

	*fold = !word || strcmp(word, "fold") == 0;
	return *fold || strcmp(word, "all") == 0
	    ? TCN_OK
	    : tcn_err_set(&a->err, TCN_INVALID,
		  "copies is fold or all, not '%.40s'", word);
}

static enum tcn_rc
take_filter(struct tcn_api_answer *a, struct tcn_store_latest *filter,
    size_t *limit)
{
	enum tcn_rc rc = tcn_api_answer_limit(a, limit);

	*filter = (struct tcn_store_latest){
		.source = tcn_http_call_query(a->call, "source"),
		.lang = tcn_http_call_query(a->call, "lang"),
	};
	if (!rc)
		rc = tcn_api_answer_query_number(a, "after", &filter->before);
	if (!rc)
		rc = tcn_api_answer_query_number(a, "story", &filter->story);
	return rc ? rc : tcn_api_take_fold(a, &filter->originals);
}

static enum tcn_rc
add_article(struct tcn_api_answer *a, uint64_t seq)
{
	struct tcn_store_item_row *item;
	enum tcn_rc rc = tcn_store_item(a->store, seq, &a->arena, &item);

	if (rc || !item)
		return rc;
	tcn_json_open(&a->out, NULL, '{');
	tcn_api_json_article_members(item, &a->arena, &a->out);
	rc = tcn_api_add_copies(a,
	    item->place.duplicate_of ? item->place.duplicate_of : seq);
	if (!rc)
		rc = tcn_api_add_event_of(a, &item->place);
	tcn_json_close(&a->out, '}');
	return rc;
}

void
tcn_api_get_articles(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_store_latest filter;
	struct tcn_store_ids seqs = { 0 };
	uint64_t next = 0, last = 0;
	size_t limit;
	enum tcn_rc rc = take_filter(&a, &filter, &limit);

	if (tcn_api_answer_failed(&a, rc))
		return;
	rc = tcn_api_answer_read(&a);
	if (!rc)
		rc = tcn_store_last_seq(a.store, &last);
	if (!rc)
		rc = tcn_store_latest(a.store, &filter, limit, &a.arena, &seqs,
		    &next);
	tcn_json_open(&a.out, NULL, '{');
	tcn_json_uint(&a.out, "last", last);
	tcn_json_open(&a.out, "articles", '[');
	for (size_t i = 0; !rc && i < seqs.n; i++)
		rc = add_article(&a, seqs.at[i]);
	tcn_api_answer_end_page(&a, next > 0, next);
	tcn_api_answer_send(&a, rc);
}

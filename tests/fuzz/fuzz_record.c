/*
 * tests/fuzz/fuzz_record.c - bytes as a prepared record.
 *
 * They are refused, or give a sound doc; which, written again and read, is the
 * same to the byte from then on.
 */
#include "engine/base/mem.h"
#include "engine/item/doc_record.h"
#include "tests/fuzz/must.h"

#define MARK UINT64_C(0x1122334455667788)

static enum tcn_rc
read_one(struct tcn_doc_record *record, struct tcn_str bytes,
    struct tcn_arena *arena, struct tcn_article *article, struct tcn_doc *doc,
    enum tcn_doc_record_part *part)
{
	struct tcn_err err = { .text = "" };
	enum tcn_rc rc = tcn_doc_record_read(record, bytes, MARK, arena,
	    article, doc, part, &err);

	must(rc == TCN_OK || (rc == TCN_INVALID && err.text[0]));
	if (!rc && *part == TCN_DOC_RECORD_DOC)
		must(tcn_doc_check(doc, &err) == TCN_OK);
	return rc;
}

static void
write_again(struct tcn_doc_record *record, const struct tcn_doc *doc,
    struct tcn_arena *arena)
{
	struct tcn_buf first = { 0 }, second = { 0 };
	enum tcn_doc_record_part part;
	struct tcn_article article;
	struct tcn_doc again;
	enum tcn_rc rc = tcn_doc_record_write(record, doc, MARK, &first);

	must(rc == TCN_OK || rc == TCN_LIMIT);
	if (rc == TCN_OK) {
		must(read_one(record, tcn_buf_view(&first), arena, &article,
			 &again, &part) == TCN_OK);
		must(part == TCN_DOC_RECORD_DOC);
		must(tcn_doc_record_write(record, &again, MARK, &second) ==
		    TCN_OK);
		must(tcn_str_equal(tcn_buf_view(&first),
		    tcn_buf_view(&second)));
	}
	tcn_buf_fini(&first);
	tcn_buf_fini(&second);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str bytes = { (const char *)data, size };
	struct tcn_doc_record *record;
	enum tcn_doc_record_part part;
	struct tcn_article article;
	struct tcn_arena arena;
	struct tcn_doc doc;

	record = tcn_doc_record_new((size_t)1 << 20);
	tcn_arena_init(&arena, 0);
	if (!read_one(record, bytes, &arena, &article, &doc, &part) &&
	    part == TCN_DOC_RECORD_DOC)
		write_again(record, &doc, &arena);
	tcn_arena_fini(&arena);
	tcn_doc_record_free(record);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}

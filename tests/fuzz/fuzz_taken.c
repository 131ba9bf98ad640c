/*
 * tests/fuzz/fuzz_taken.c - whatever is taken in can be read again.
 *
 * A line from anywhere that becomes an article is stored, and made a record;
 * both are read back, and give the article that they were made of.
 */
#include <string.h>

#include "engine/item/doc_record.h"
#include "engine/item/json_article.h"
#include "sql/store_read.h"
#include "tests/fuzz/must.h"

#define MARK UINT64_C(0x1122334455667788)

/* Made once, by the first input. */
static struct {
	struct tcn_store *store;
	struct tcn_prepare *prep;
	struct tcn_doc_record *record;
} made;

static void
make(void)
{
	const struct tcn_prepare_conf conf = { .textcat_dir = "",
		.content = true };

	if (made.store)
		return;
	must(!tcn_store_open(":memory:", TCN_STORE_CREATE, &made.store, NULL));
	made.prep = tcn_prepare_new(&conf);
	made.record = tcn_doc_record_new(0);
}

static void
must_be_given(const struct tcn_article *a, const struct tcn_article *b)
{
	bool features = a->given == TCN_GIVEN_FEATURES;

	must(a->given == b->given && a->vector_n == b->vector_n);
	must(!features || a->features_n == b->features_n);
	for (size_t i = 0; features && i < a->features_n; i++)
		must(a->features[i].weight == b->features[i].weight &&
		    tcn_str_equal(a->features[i].term, b->features[i].term));
	must(!a->vector_n ||
	    !memcmp(a->vector, b->vector, a->vector_n * sizeof *a->vector));
}

static void
must_be_equal(const struct tcn_article *a, const struct tcn_article *b)
{
	must(!memcmp(a->key, b->key, sizeof a->key) && a->ts_ms == b->ts_ms);
	must(tcn_str_equal(a->id, b->id) &&
	    tcn_str_equal(a->source, b->source) &&
	    tcn_str_equal(a->url, b->url) &&
	    tcn_str_equal(a->title, b->title) &&
	    tcn_str_equal(a->text, b->text) &&
	    tcn_str_equal(a->category, b->category) &&
	    tcn_str_equal(a->label, b->label));
	must_be_given(a, b);
}

static void
must_come_from_store(const struct tcn_article *kept, const struct tcn_doc *doc,
    struct tcn_arena *arena)
{
	const struct tcn_placement place = { .seq = 1,
		.has_fingerprint = kept->given == TCN_GIVEN_FINGERPRINT,
		.fingerprint = kept->fingerprint,
		.text = 1 };
	struct tcn_store_item_row *item;
	struct tcn_store_tx *tx;

	must(!tcn_store_begin(made.store, &tx));
	must(!tcn_store_put_article(tx, kept, doc->lang, &place));
	must(!tcn_store_next_item(made.store, 0, INT64_MIN, INT64_MAX, arena,
	    &item));
	must(item && !item->unreadable);
	must_be_equal(kept, &item->article);
	must(item->article.content.n == kept->content.n ||
	    kept->content.source == TCN_CONTENT_WORDS);
	tcn_store_rollback(made.store);
}

static void
must_come_from_record(const struct tcn_article *kept, const struct tcn_doc *doc,
    struct tcn_arena *arena)
{
	struct tcn_buf bytes = { 0 };
	enum tcn_doc_record_part part;
	struct tcn_article article;
	struct tcn_doc again;

	must(!tcn_doc_record_write(made.record, doc, MARK, &bytes));
	must(!tcn_doc_record_read(made.record, tcn_buf_view(&bytes), MARK,
	    arena, &article, &again, &part, NULL));
	must(part == TCN_DOC_RECORD_DOC);
	must_be_equal(kept, &article);
	tcn_buf_fini(&bytes);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str line = { (const char *)data, size };
	struct tcn_article article, kept;
	struct tcn_arena arena;
	struct tcn_doc doc;

	make();
	tcn_arena_init(&arena, 0);
	if (!tcn_json_article(line, NULL, &arena, &article, NULL)) {
		must(tcn_article_is_sound(&article));
		tcn_prepare(made.prep, &article, &arena, &doc);
		kept = article;
		kept.title = doc.title;
		kept.text = doc.text;
		kept.content = doc.content;
		must_come_from_store(&kept, &doc, &arena);
		must_come_from_record(&kept, &doc, &arena);
	}
	tcn_arena_fini(&arena);
	return 0;
}

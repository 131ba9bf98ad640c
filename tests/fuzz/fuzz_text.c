/*
 * A title, a text and a language from anywhere, apart by line ends: the doc
 * they make is sound, the same each time, and gives all memory back.
 */
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/item/fprint.h"
#include "engine/item/prepare.h"
#include "tests/fuzz/must.h"

static struct tcn_str
line(struct tcn_str *rest)
{
	const char *end = rest->n ? memchr(rest->at, '\n', rest->n) : NULL;
	struct tcn_str s = *rest;

	if (end)
		s.n = (size_t)(end - s.at);
	rest->at += s.n + (end != NULL);
	rest->n -= s.n + (end != NULL);
	return s;
}

static void
must_be_sound(const struct tcn_doc *doc)
{
	must(tcn_doc_check(doc, NULL) == TCN_OK);
	must(doc->sketch.n <= 8 && doc->sketch.n <= doc->sketch.full);
	must(!doc->sketch.n ||
	    tcn_sketch_is_near(doc->sketch, doc->sketch, TCN_SKETCH_JACCARD, 1,
		doc->sketch.n));
	must(doc->content.n <= doc->content.full &&
	    doc->content.full <= doc->terms_n);
	must(tcn_content_compare(&doc->content, &doc->content).m ==
	    doc->content.n);
	for (size_t i = 0; i < doc->terms_n; i++)
		must(tcn_utf8_valid(doc->terms[i].word));
}

static void
must_be_equal(const struct tcn_doc *a, const struct tcn_doc *b)
{
	must(a->text_key == b->text_key && a->words_n == b->words_n);
	must(a->terms_n == b->terms_n);
	must(a->sketch.n == b->sketch.n && a->sketch.full == b->sketch.full);
	must(a->content.n == b->content.n);
	for (size_t i = 0; i < a->terms_n; i++)
		must(a->terms[i].id == b->terms[i].id &&
		    a->terms[i].flags == b->terms[i].flags);
}

static uint64_t
fingerprint_of(const struct tcn_doc *doc, struct tcn_arena *arena)
{
	double *df = tcn_arena_zalloc(arena, doc->terms_n, sizeof *df);
	const struct tcn_fprint_weights weights = { .df = df, .docs_n = 1000 };
	uint64_t fingerprint = 0;

	tcn_fprint_doc(doc, &weights, &fingerprint);
	return fingerprint;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct tcn_prepare_conf conf = { .textcat_dir = "",
		.content = true,
		.sketch = { .k = 8, .least_words = 1, .word_bytes = 1 } };
	struct tcn_str rest = { (const char *)data, size };
	struct tcn_article article = { .given = TCN_GIVEN_TEXT };
	struct tcn_prepare *prep;
	struct tcn_arena arena;
	struct tcn_doc a, b;

	if (!tcn_utf8_valid(rest))
		return 0;
	article.lang = line(&rest);
	article.title = line(&rest);
	article.text = rest;
	tcn_arena_init(&arena, 0);
	prep = tcn_prepare_new(&conf);
	tcn_prepare(prep, &article, &arena, &a);
	must_be_sound(&a);
	tcn_prepare(prep, &article, &arena, &b);
	must_be_equal(&a, &b);
	must(fingerprint_of(&a, &arena) == fingerprint_of(&b, &arena));
	tcn_prepare_free(prep);
	tcn_arena_fini(&arena);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}

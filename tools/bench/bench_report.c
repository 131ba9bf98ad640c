/*
 * Bench part "report": a special report of an event of 500 and of 5,000
 * articles, each a text of its own, which is the dearest case. The baseline is
 * finding the words and terms of the same articles; beside it stand reading
 * what may be quoted and the figures of their sentences, and the whole page.
 */
#include "engine/base/mem.h"
#include "engine/facts/reading.h"
#include "engine/facts/statement.h"
#include "engine/item/prepare.h"
#include "engine/text/lang.h"
#include "engine/text/sentence.h"
#include "tools/base/say.h"
#include "tools/bench/bench_articles.h"
#include "tools/bench/bench_steps.h"
#include "tools/report/report.h"

#define ITEMS_DEFAULT 5000
#define LINES         5

struct work {
	const struct tcn_bench_articles *articles;
	struct tcn_report_item *items;
	struct tcn_prepare *prep;
	struct tcn_facts *facts;
	struct tcn_event event;
	size_t n; /* of the articles */
	size_t readings; /* counted, so that nothing is left out */
};

static enum tcn_rc
find_terms(void *of)
{
	struct work *work = of;
	struct tcn_arena arena;
	struct tcn_doc doc;
	enum tcn_rc rc = TCN_OK;

	tcn_arena_init(&arena, 0);
	for (size_t i = 0; i < work->n && rc == TCN_OK; i++) {
		tcn_arena_reset(&arena);
		rc = tcn_prepare(work->prep, &work->articles->at[i], &arena,
		    &doc);
	}
	tcn_arena_fini(&arena);
	return rc;
}

static enum tcn_rc
read_sentence(struct work *work, struct tcn_str sentence, const char *lang)
{
	const struct tcn_statement_text raw = { .raw = sentence, .lang = lang };
	const struct tcn_reading_text text = { .sentence = sentence,
		.lang = lang };
	struct tcn_reading readings[TCN_READINGS_MAX];
	struct tcn_statement statement;
	size_t n;
	enum tcn_rc rc = tcn_statement_read(work->facts, &raw, &statement);

	if (rc == TCN_OK)
		rc = tcn_reading_find(work->facts, &text, readings, &n);
	if (rc == TCN_OK)
		work->readings += n;
	return rc;
}

static enum tcn_rc
read_facts(void *of)
{
	struct work *work = of;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < work->n && rc == TCN_OK; i++) {
		const struct tcn_article *article = &work->articles->at[i];
		struct tcn_sentence_scan scan;
		struct tcn_str sentence;
		char lang[TCN_LANG_BYTES] = "";

		tcn_lang_from_tag(article->lang, lang);
		rc = read_sentence(work, article->title, lang);
		tcn_sentence_scan(&scan, article->text, lang);
		while (rc == TCN_OK && tcn_sentence_next(&scan, &sentence))
			rc = read_sentence(work, sentence, lang);
	}
	return rc;
}

static enum tcn_rc
write_report(void *of)
{
	struct work *work = of;
	const struct tcn_report report = {
		.event = &work->event,
		.items = work->items,
		.items_n = work->n,
		.lines_max = LINES,
		.prep = work->prep,
		.facts = work->facts,
	};
	struct tcn_buf page = { 0 };
	enum tcn_rc rc = tcn_report_write(&report, TCN_REPORT_HTML, &page);

	tcn_buf_fini(&page);
	return rc;
}

static const struct tcn_bench_step steps[] = {
	{ "words, terms (baseline)", find_terms },
	{ "statements, figures", read_facts },
	{ "the report, HTML", write_report },
};

static enum tcn_rc
measure(const struct tcn_bench_args *args, struct work *work, size_t n)
{
	const struct tcn_bench_steps all = { steps,
		sizeof steps / sizeof *steps, "items", n, work };

	work->n = n;
	work->event.items = (uint32_t)n;
	return tcn_bench_steps_run(args, &all);
}

/* Makes one event of all articles. */
static void
make_items(struct work *work)
{
	const struct tcn_bench_articles *articles = work->articles;

	for (size_t i = 0; i < articles->n; i++) {
		const struct tcn_article *article = &articles->at[i];

		work->items[i] = (struct tcn_report_item){
			.seq = i + 1,
			.ts_ms = article->ts_ms,
			.id = article->id,
			.source = article->source,
			.url = article->url,
			.title = article->title,
			.text = article->text,
			.lang = article->lang,
			.origin = i + 1,
		};
	}
	work->event = (struct tcn_event){
		.id = "bench",
		.central = 1,
		.first_ms = articles->at[0].ts_ms,
		.fired_ms = articles->at[0].ts_ms,
		.changed_ms = articles->at[articles->n - 1].ts_ms,
		.last_ms = articles->at[articles->n - 1].ts_ms,
	};
}

static enum tcn_rc
measure_all(const struct tcn_bench_args *args,
    struct tcn_bench_articles *articles)
{
	struct work work = { .articles = articles };
	enum tcn_rc rc = TCN_NOMEM;

	work.items = tcn_mem_calloc(articles->n, sizeof *work.items);
	if (work.items && articles->n)
		rc = tcn_prepare_new(NULL, &work.prep, NULL);
	if (rc == TCN_OK)
		rc = tcn_bench_articles_as_stored(articles, work.prep);
	if (rc == TCN_OK)
		rc = tcn_facts_new(&work.facts);
	if (rc == TCN_OK) {
		make_items(&work);
		tcn_bench_steps_head(args, "items");
		rc = measure(args, &work, articles->n / 10);
	}
	if (rc == TCN_OK)
		rc = measure(args, &work, articles->n);
	tcn_facts_free(work.facts);
	tcn_prepare_free(work.prep);
	tcn_mem_free(work.items);
	return rc;
}

int
tcn_bench_report(const struct tcn_bench_args *args)
{
	struct tcn_bench_articles articles;
	struct tcn_err err = { .text = "out of memory" };
	enum tcn_rc rc;

	tcn_bench_articles_init(&articles);
	rc = tcn_bench_generate(args, ITEMS_DEFAULT, tcn_bench_articles_add,
	    &articles, &err);
	if (rc == TCN_OK)
		rc = measure_all(args, &articles);
	tcn_bench_articles_fini(&articles);
	return rc ? tcn_say_rc(rc, &err) : tcn_say_flush();
}

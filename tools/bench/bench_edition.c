/*
 * Bench part "edition": an edition of 50 events of 100 articles each, all new.
 * The baseline is reading what it is made of from the store. The second edition
 * of the same name has nothing to tell and compares all again.
 */
#include <stdio.h>

#include "engine/base/mem.h"
#include "tools/base/say.h"
#include "tools/bench/bench_articles.h"
#include "tools/bench/bench_steps.h"
#include "tools/edition/edition_keep.h"

#define ITEMS_DEFAULT 5000
#define EVENTS        50

struct work {
	struct tcn_store *st;
	struct tcn_editions *editions;
	struct tcn_prepare *prep;
	struct tcn_facts *facts;
	struct tcn_edition_ledger told; /* of the first edition */
	struct tcn_store_cut cut;
	int64_t first_ms;
	struct tcn_buf page;
};

static struct tcn_edition_job
job_of(struct work *work)
{
	return (struct tcn_edition_job){
		.st = work->st,
		.conf = &work->editions->at[0],
		.prep = work->prep,
		.facts = work->facts,
		.number = 1,
		.due_ms = work->cut.as_of_ms,
		.since_ms = work->first_ms,
		.cut = work->cut,
		.event = TCN_STR(""),
		.reason = TCN_STR(""),
	};
}

/* --- steps --- */

static enum tcn_rc
read_items(void *of)
{
	struct work *work = of;
	struct tcn_store_event_list events;
	struct tcn_report report = { 0 };
	struct tcn_arena arena;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	rc = tcn_store_events_at(work->st, &work->cut, work->first_ms, &arena,
	    &events);
	for (size_t i = 0; i < events.n && !rc; i++)
		rc = tcn_report_gather_at(work->st, &work->cut, &events.at[i],
		    &arena, &report);
	tcn_arena_fini(&arena);
	return rc;
}

static enum tcn_rc
make(struct work *work, struct tcn_edition_job *job, bool write)
{
	struct tcn_edition edition;
	struct tcn_arena arena;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	rc = tcn_edition_make(job, &arena, &edition);
	if (!rc && !work->told.n)
		rc = tcn_edition_ledger_add(&work->told, &edition);
	tcn_buf_clear(&work->page);
	if (!rc && write)
		tcn_edition_write(&edition, TCN_EDITION_HTML, &work->page);
	tcn_arena_fini(&arena);
	return rc ? rc : work->page.failed ? TCN_NOMEM : TCN_OK;
}

static enum tcn_rc
make_first(void *of)
{
	struct work *work = of;
	struct tcn_edition_job job = job_of(work);

	return make(work, &job, false);
}

static enum tcn_rc
make_cold(void *of)
{
	struct work *work = of;
	struct tcn_edition_job job = job_of(work);

	job.facts = NULL;
	return make(work, &job, false);
}

static enum tcn_rc
make_page(void *of)
{
	struct work *work = of;
	struct tcn_edition_job job = job_of(work);

	return make(work, &job, true);
}

static enum tcn_rc
make_second(void *of)
{
	struct work *work = of;
	struct tcn_edition_job job = job_of(work);

	job.ledger = &work->told;
	job.number = 2;
	return make(work, &job, false);
}

static const struct tcn_bench_step steps[] = {
	{ "items (baseline)", read_items },
	{ "the edition", make_first },
	{ "tables read anew", make_cold },
	{ "with its page", make_page },
	{ "the next edition", make_second },
};

/* --- what it is made of --- */

static enum tcn_rc
put_event(struct tcn_store_tx *tx, const struct tcn_bench_articles *articles,
    size_t from, size_t to)
{
	uint64_t evidence = from + 1;
	struct tcn_event event = {
		.rule = TCN_STR("bench"),
		.story = from + 1,
		.revision = 1,
		.state = TCN_EVENT_OPEN,
		.severity = TCN_SEVERITY_MEDIUM,
		.first_ms = articles->at[from].ts_ms,
		.fired_ms = articles->at[from].ts_ms,
		.changed_ms = articles->at[to - 1].ts_ms,
		.last_ms = articles->at[to - 1].ts_ms,
		.items = (uint32_t)(to - from),
		.origins = (uint32_t)(to - from),
		.publishers = 1,
		.central = from + 1,
		.evidence = &evidence,
		.evidence_n = 1,
	};

	snprintf(event.id, sizeof event.id, "bench-%zu", from);
	return tcn_store_put_event(tx, &event);
}

/* Neighbours of the stream make an event. */
static enum tcn_rc
fill(struct work *work, const struct tcn_bench_articles *articles)
{
	size_t each = articles->n / EVENTS;
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_store_begin(work->st, &tx);

	for (size_t i = 0; i < each * EVENTS && !rc; i++) {
		const struct tcn_placement place = {
			.seq = i + 1,
			.ts_ms = articles->at[i].ts_ms,
			.publisher = i % 40 + 1,
			.origin = i + 1,
			.story = i / each * each + 1,
		};

		rc = tcn_store_put_article(tx, &articles->at[i],
		    articles->at[i].lang.at, &place);
		if (!rc && i % each == each - 1)
			rc = put_event(tx, articles, i + 1 - each, i + 1);
	}
	work->cut = (struct tcn_store_cut){ each * EVENTS,
		articles->at[articles->n - 1].ts_ms };
	work->first_ms = articles->at[0].ts_ms;
	return tcn_store_end(work->st, rc);
}

/* --- measuring --- */

static enum tcn_rc
measure(const struct tcn_bench_args *args, struct work *work)
{
	const struct tcn_bench_steps all = { steps,
		sizeof steps / sizeof *steps, "events", EVENTS, work };
	enum tcn_rc rc = tcn_store_begin_reading(work->st);

	tcn_bench_steps_head(args, all.unit);
	if (!rc)
		rc = tcn_bench_steps_run(args, &all);
	tcn_store_end_reading(work->st);
	return rc;
}

static enum tcn_rc
measure_all(const struct tcn_bench_args *args,
    struct tcn_bench_articles *articles, struct tcn_err *err)
{
	struct work work = { 0 };
	enum tcn_rc rc =
	    tcn_store_open(":memory:", TCN_STORE_CREATE, &work.st, err);

	if (!rc && articles->n < EVENTS)
		rc = tcn_err_set(err, TCN_INVALID,
		    "an edition takes --items 50 or more");
	if (!rc)
		rc = tcn_editions_parse("bench",
		    tcn_str("editions: [{name: bench, when: 07:00}]"), NULL,
		    &work.editions, err);
	if (!rc)
		rc = tcn_prepare_new(NULL, &work.prep, err);
	if (!rc)
		rc = tcn_bench_articles_as_stored(articles, work.prep);
	if (!rc)
		rc = tcn_facts_new(&work.facts);
	if (!rc)
		rc = fill(&work, articles);
	if (!rc)
		rc = measure(args, &work);
	tcn_edition_ledger_fini(&work.told);
	tcn_buf_fini(&work.page);
	tcn_facts_free(work.facts);
	tcn_prepare_free(work.prep);
	tcn_editions_free(work.editions);
	tcn_store_close(work.st);
	return rc;
}

int
tcn_bench_edition(const struct tcn_bench_args *args)
{
	struct tcn_bench_articles articles;
	struct tcn_err err = { .text = "out of memory" };
	enum tcn_rc rc;

	tcn_bench_articles_init(&articles);
	rc = tcn_bench_generate(args, ITEMS_DEFAULT, tcn_bench_articles_add,
	    &articles, &err);
	if (rc == TCN_OK)
		rc = measure_all(args, &articles, &err);
	tcn_bench_articles_fini(&articles);
	return rc ? tcn_say_rc(rc, &err) : tcn_say_flush();
}

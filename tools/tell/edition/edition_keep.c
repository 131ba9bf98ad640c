#include "tools/tell/edition/edition_keep.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "sql/store_searches.h"
#include "tools/base/when.h"

#define FIRST_SPAN_MS (7 * TCN_DAY_MS) /* that the first edition tells of */

/* --- what is due --- */

/* A list of what is due that grows in an arena. */
struct dues {
	struct tcn_arena *arena;
	struct tcn_edition_due_list *to;
	size_t cap;
};

static void
add_due(struct dues *dues, int64_t due_ms, struct tcn_str event)
{
	struct tcn_edition_due_list *to = dues->to;
	struct tcn_edition_due *more;

	if (to->n == dues->cap) {
		dues->cap = dues->cap ? 2 * dues->cap : 16;
		more = tcn_arena_zalloc(dues->arena, dues->cap, sizeof *more);
		if (to->n)
			memcpy(more, to->at, to->n * sizeof *more);
		to->at = more;
	}
	to->at[to->n++] = (struct tcn_edition_due){
		.due_ms = due_ms, .event = event, .reason = TCN_STR("")
	};
}

/* The times of the schedule behind after_ms, up to until_ms; of many those that
 * came last. */
static void
find_times(const struct tcn_edition_conf *conf, int64_t after_ms,
    int64_t until_ms, struct dues *dues)
{
	while (tcn_schedule_next(conf->schedule, after_ms, &after_ms) &&
	    after_ms <= until_ms) {
		if (dues->to->n == 2 * TCN_EDITION_LATE_MAX) {
			memmove(dues->to->at,
			    dues->to->at + TCN_EDITION_LATE_MAX,
			    TCN_EDITION_LATE_MAX * sizeof *dues->to->at);
			dues->to->n = TCN_EDITION_LATE_MAX;
		}
		add_due(dues, after_ms, tcn_str(""));
	}
}

static enum tcn_rc
has_row(const struct tcn_store *st, const struct tcn_edition_conf *conf,
    int64_t due_ms, struct tcn_str event, struct tcn_arena *arena, bool *has)
{
	const struct tcn_store_edition_filter filter = {
		.name = tcn_str(conf->name),
		.due_ms = due_ms,
		.before_ms = TCN_UNDATED,
	};
	struct tcn_store_edition_list rows;
	enum tcn_rc rc = tcn_store_editions(st, &filter, 0, arena, &rows);

	*has = false;
	for (size_t i = 0; !rc && i < rows.n; i++)
		*has |= tcn_str_equal(rows.at[i].event, event);
	return rc;
}

/* The ends of events from from_ms on, up to until_ms; all, or those that no row
 * is about. */
static enum tcn_rc
find_ends(const struct tcn_store *st, const struct tcn_edition_conf *conf,
    int64_t from_ms, int64_t until_ms, bool all, struct dues *dues)
{
	struct tcn_store_event_list revisions;
	enum tcn_rc rc =
	    tcn_store_revisions_since(st, from_ms, 0, dues->arena, &revisions);

	for (size_t i = 0; !rc && i < revisions.n; i++) {
		const struct tcn_event *e = &revisions.at[i];
		bool has = false;

		if (e->state != TCN_EVENT_CLOSED || e->changed_ms > until_ms ||
		    (int)e->severity < conf->closes || e->merged_into[0])
			continue;
		if (!all)
			rc = has_row(st, conf, e->changed_ms, tcn_str(e->id),
			    dues->arena, &has);
		if (!rc && !has)
			add_due(dues, e->changed_ms, tcn_str(e->id));
	}
	return rc;
}

static void
say_late(const struct tcn_words *words, struct tcn_arena *arena,
    int64_t late_ms, const char *message, struct tcn_str *reason)
{
	struct tcn_buf said = { 0 };
	char span[TCN_WORDS_BYTES];

	tcn_words_say(words, message,
	    TCN_WITH({ "span", tcn_words_span(words, late_ms, span) }), &said);
	tcn_arena_str(arena, tcn_buf_view(&said), reason);
	tcn_buf_fini(&said);
}

/* Says of what is late that it is, and whether it is skipped. */
static void
judge_late(const struct tcn_edition_conf *conf, int64_t now_ms,
    int64_t watch_ms, struct tcn_arena *arena, struct tcn_edition_due *due)
{
	int64_t late_ms = now_ms - due->due_ms - conf->settle_ms;

	if (due->due_ms + conf->settle_ms > watch_ms)
		return;
	due->skip = conf->late == TCN_EDITION_LATE_SKIP ||
	    (conf->late_within_ms && late_ms > conf->late_within_ms);
	say_late(conf->words, arena, late_ms,
	    due->skip
		? TCN_WORDS("{span} late, as the program was not running, and "
			    "skipped")
		: TCN_WORDS("{span} late, as the program was not running"),
	    &due->reason);
}

enum tcn_rc
tcn_edition_find_due(const struct tcn_store *st,
    const struct tcn_edition_conf *conf, int64_t now_ms, int64_t watch_ms,
    struct tcn_arena *arena, struct tcn_edition_due_list *due, bool *begins)
{
	const struct tcn_store_edition_filter filter = {
		.name = tcn_str(conf->name),
		.due_ms = TCN_UNDATED,
		.before_ms = TCN_UNDATED,
	};
	struct dues dues = { .arena = arena, .to = due };
	struct tcn_store_edition_list last;
	int64_t until_ms = now_ms - conf->settle_ms;
	enum tcn_rc rc = tcn_store_editions(st, &filter, 1, arena, &last);

	*due = (struct tcn_edition_due_list){ 0 };
	*begins = !rc && last.n == 0;
	if (rc || *begins)
		return rc;
	if (conf->schedule)
		find_times(conf, last.at[0].due_ms, until_ms, &dues);
	else
		rc = find_ends(st, conf, last.at[0].due_ms, until_ms, false,
		    &dues);
	if (!rc && conf->schedule) {
		/* Where one is enough, it is the newest of those that are
		 * late. */
		size_t late = 0, gone;

		while (late < due->n &&
		    due->at[late].due_ms + conf->settle_ms <= watch_ms)
			late++;
		gone = conf->late == TCN_EDITION_LATE_ALL
		    ? due->n > TCN_EDITION_LATE_MAX
			? due->n - TCN_EDITION_LATE_MAX
			: 0
		    : late > 1 ? late - 1
			       : 0;
		due->at += gone;
		due->n -= gone;
	}
	for (size_t i = 0; !rc && i < due->n; i++)
		judge_late(conf, now_ms, watch_ms, arena, &due->at[i]);
	return rc;
}

/* --- rows --- */

/* The settings of a row are a hash of the description and, behind a space, what
 * its saved search asked for then. */
static enum tcn_rc
put_row(struct tcn_store_tx *tx, const struct tcn_edition_conf *conf,
    struct tcn_str search, struct tcn_store_edition *row)
{
	struct tcn_buf method = { 0 }, settings = { 0 };
	enum tcn_rc rc;

	tcn_buf_printf(&settings, "%016" PRIx64 "%s", conf->hash,
	    search.at ? " " : "");
	tcn_buf_str(&settings, search);
	tcn_edition_method(&method);
	row->name = tcn_str(conf->name);
	row->settings = tcn_buf_view(&settings);
	row->method = tcn_buf_view(&method);
	rc = tcn_store_put_edition(tx, row);
	tcn_buf_fini(&settings);
	tcn_buf_fini(&method);
	return rc;
}

/* What the saved search of a row asked for. */
static struct tcn_str
search_of(const struct tcn_store_edition *row)
{
	const char *at = memchr(row->settings.at, ' ', row->settings.n);
	size_t skip = at ? (size_t)(at - row->settings.at) + 1 : 0;

	return at ? (struct tcn_str){ at + 1, row->settings.n - skip }
		  : (struct tcn_str){ NULL, 0 };
}

/* What the saved search of the description asks for now. */
static enum tcn_rc
find_search(struct tcn_edition_job *job, struct tcn_arena *arena)
{
	struct tcn_store_saved_search_list list = { 0 };
	enum tcn_rc rc;

	job->search = (struct tcn_str){ NULL, 0 };
	if (!job->conf->search)
		return TCN_OK;
	rc = tcn_store_saved_searches(job->st, tcn_str(job->conf->search),
	    arena, &list);
	if (!rc && list.n && !list.at[0].owner.n)
		job->search = list.at[0].query;
	return rc;
}

enum tcn_rc
tcn_edition_begin(struct tcn_store_tx *tx, const struct tcn_edition_conf *conf,
    int64_t now_ms)
{
	char wall[TCN_SCHEDULE_WALL_BYTES];
	struct tcn_store_edition row = {
		.due_ms = now_ms,
		.event = TCN_STR(""),
		.state = TCN_STORE_EDITION_BEGUN,
		.as_of_ms = now_ms,
		.wall = tcn_str(tcn_schedule_wall(conf->clock, now_ms, wall)),
		.reason = TCN_STR(""),
		.title = TCN_STR(""),
	};

	return put_row(tx, conf, (struct tcn_str){ NULL, 0 }, &row);
}

enum tcn_rc
tcn_edition_skip(struct tcn_store_tx *tx, const struct tcn_edition_conf *conf,
    const struct tcn_edition_due *due, int64_t now_ms, int64_t made_ms)
{
	char wall[TCN_SCHEDULE_WALL_BYTES];
	struct tcn_store_edition row = {
		.due_ms = due->due_ms,
		.event = due->event,
		.state = TCN_STORE_EDITION_SKIPPED,
		.as_of_ms = now_ms,
		.made_ms = made_ms,
		.wall =
		    tcn_str(tcn_schedule_wall(conf->clock, due->due_ms, wall)),
		.reason = due->reason,
		.title = TCN_STR(""),
	};

	return put_row(tx, conf, (struct tcn_str){ NULL, 0 }, &row);
}

static enum tcn_rc
keep_told(struct tcn_store_tx *tx, const struct tcn_edition *edition)
{
	struct tcn_arena arena;
	enum tcn_rc rc = TCN_OK;

	tcn_arena_init(&arena, 0);
	for (size_t i = 0; i < edition->entries_n && !rc; i++) {
		struct tcn_store_told_event told;
		bool tells;

		tcn_arena_reset(&arena);
		tcn_edition_told(edition, &edition->entries[i], &arena, &told,
		    &tells);
		if (tells)
			rc = tcn_store_put_told(tx,
			    tcn_str(edition->conf->name), &told);
	}
	tcn_arena_fini(&arena);
	return rc;
}

enum tcn_rc
tcn_edition_keep(struct tcn_store_tx *tx, const struct tcn_edition *edition,
    int64_t made_ms)
{
	struct tcn_store_edition row = {
		.due_ms = edition->due_ms,
		.event = edition->event,
		.state = TCN_STORE_EDITION_MADE,
		.number = edition->number,
		.cut = edition->cut.seq,
		.as_of_ms = edition->cut.as_of_ms,
		.made_ms = made_ms,
		.wall = edition->wall,
		.reason = edition->reason,
		.title = edition->title,
		.events = tcn_edition_events(edition),
	};
	enum tcn_rc rc = put_row(tx, edition->conf, edition->search, &row);

	if (!rc) {
		struct tcn_buf body = { 0 };

		rc = TCN_OK;
		for (unsigned f = 0; f < TCN_EDITION_FORMATS && !rc; f++) {
			if (!(edition->conf->formats & 1u << f))
				continue;
			tcn_buf_clear(&body);
			tcn_edition_write(edition, (enum tcn_edition_format)f,
			    &body);
			rc = tcn_store_put_edition_body(tx,
			    tcn_str(edition->conf->name), edition->number,
			    tcn_edition_format_names[f], tcn_buf_view(&body));
		}
		tcn_buf_fini(&body);
	}
	return rc ? rc : keep_told(tx, edition);
}

/* --- what an edition tells of --- */

/* Since when the edition of that number tells: the last one made, or for the
 * first the length of its period. */
static enum tcn_rc
find_since(struct tcn_edition_job *job, struct tcn_arena *arena)
{
	const struct tcn_store_edition_filter filter = {
		.name = tcn_str(job->conf->name),
		.number = job->number - 1,
		.made = true,
		.due_ms = TCN_UNDATED,
		.before_ms = TCN_UNDATED,
	};
	struct tcn_store_edition_list last = { 0 };
	int64_t next_ms, span_ms = FIRST_SPAN_MS;
	enum tcn_rc rc = TCN_OK;

	if (job->number > 1)
		rc = tcn_store_editions(job->st, &filter, 1, arena, &last);
	if (job->conf->schedule &&
	    tcn_schedule_next(job->conf->schedule, job->due_ms, &next_ms) &&
	    next_ms - job->due_ms < span_ms)
		span_ms = next_ms - job->due_ms;
	job->since_ms = last.n ? last.at[0].as_of_ms : job->due_ms - span_ms;
	return rc;
}

enum tcn_rc
tcn_edition_plan(struct tcn_edition_job *job, struct tcn_arena *arena)
{
	enum tcn_rc rc = tcn_store_next_edition(job->st,
	    tcn_str(job->conf->name), &job->number);

	if (!rc)
		rc = find_search(job, arena);
	return rc ? rc : find_since(job, arena);
}

enum tcn_rc
tcn_edition_remake(const struct tcn_store *st,
    const struct tcn_edition_conf *conf, const struct tcn_store_edition *row,
    struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_edition *edition)
{
	struct tcn_edition_job job = {
		.st = st,
		.conf = conf,
		.prep = prep,
		.number = row->number,
		.due_ms = row->due_ms,
		.cut = { row->cut, row->as_of_ms },
		.event = row->event,
		.reason = row->reason,
		.search = search_of(row),
	};
	enum tcn_rc rc;

	if (row->state != TCN_STORE_EDITION_MADE)
		return TCN_INVALID;
	rc = find_since(&job, arena);
	return rc ? rc : tcn_edition_make(&job, arena, edition);
}

/* --- a past time --- */

/* The row of an edition that was made and was due at due_ms, or the last one
 * before before_ms; NULL. */
static enum tcn_rc
find_made(const struct tcn_store *st, const struct tcn_edition_conf *conf,
    int64_t due_ms, int64_t before_ms, struct tcn_arena *arena,
    const struct tcn_store_edition **row)
{
	const struct tcn_store_edition_filter filter = {
		.name = tcn_str(conf->name),
		.made = true,
		.due_ms = due_ms,
		.before_ms = before_ms,
	};
	struct tcn_store_edition_list rows;
	enum tcn_rc rc = tcn_store_editions(st, &filter, 1, arena, &rows);

	*row = !rc && rows.n ? &rows.at[0] : NULL;
	return rc;
}

enum tcn_rc
tcn_edition_at(const struct tcn_store *st, const struct tcn_edition_conf *conf,
    int64_t at_ms, struct tcn_prepare *prep, struct tcn_arena *arena,
    struct tcn_edition *edition, const struct tcn_store_edition **row)
{
	struct tcn_edition_job job = {
		.st = st,
		.conf = conf,
		.prep = prep,
		.number = 1,
		.due_ms = at_ms,
		.event = TCN_STR(""),
		.reason = TCN_STR(""),
	};
	const struct tcn_store_edition *before;
	enum tcn_rc rc = find_made(st, conf, at_ms, TCN_UNDATED, arena, row);

	if (!rc && *row)
		return tcn_edition_remake(st, conf, *row, prep, arena, edition);
	if (!rc)
		rc = find_made(st, conf, TCN_UNDATED, at_ms, arena, &before);
	if (rc)
		return rc;
	if (before)
		job.number = before->number + 1;
	rc = tcn_store_cut_of(st, at_ms + conf->settle_ms, &job.cut);
	if (!rc)
		rc = find_search(&job, arena);
	if (!rc)
		rc = find_since(&job, arena);
	return rc ? rc : tcn_edition_make(&job, arena, edition);
}

static enum tcn_rc
try_one(struct tcn_edition_job *job, const struct tcn_edition_due *due,
    tcn_edition_try_fn *fn, void *ctx)
{
	struct tcn_arena arena;
	struct tcn_edition edition;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	job->due_ms = due->due_ms;
	job->event = due->event;
	rc = tcn_store_cut_of(job->st, due->due_ms + job->conf->settle_ms,
	    &job->cut);
	if (!rc && job->since_ms == TCN_UNDATED)
		rc = find_since(job, &arena);
	if (!rc)
		rc = tcn_edition_make(job, &arena, &edition);
	if (!rc)
		tcn_edition_ledger_add(job->ledger, &edition);
	if (!rc)
		rc = fn(ctx, &edition);
	job->number++;
	job->since_ms = job->cut.as_of_ms;
	tcn_arena_fini(&arena);
	return rc;
}

enum tcn_rc
tcn_edition_try(const struct tcn_store *st, const struct tcn_edition_conf *conf,
    struct tcn_prepare *prep, int64_t from_ms, int64_t until_ms,
    tcn_edition_try_fn *fn, void *ctx)
{
	struct tcn_edition_ledger ledger = { 0 };
	struct tcn_edition_due_list due = { 0 };
	struct tcn_edition_job job = {
		.st = st,
		.conf = conf,
		.prep = prep,
		.ledger = &ledger,
		.number = 1,
		.since_ms = TCN_UNDATED,
		.event = TCN_STR(""),
		.reason = TCN_STR(""),
	};
	struct tcn_arena arena;
	struct dues dues = { .arena = &arena, .to = &due };
	int64_t at_ms = from_ms - 1;
	enum tcn_rc rc;

	job.facts = tcn_facts_new();
	tcn_arena_init(&arena, 0);
	rc = tcn_store_begin_reading(st);
	if (!rc)
		rc = find_search(&job, &arena);
	if (!rc && !conf->schedule)
		rc = find_ends(st, conf, from_ms, until_ms - 1, true, &dues);
	for (size_t i = 0; !rc && !conf->schedule && i < due.n; i++)
		rc = try_one(&job, &due.at[i], fn, ctx);
	while (!rc && conf->schedule &&
	    tcn_schedule_next(conf->schedule, at_ms, &at_ms) &&
	    at_ms < until_ms) {
		const struct tcn_edition_due one = { .due_ms = at_ms,
			.event = TCN_STR("") };

		rc = try_one(&job, &one, fn, ctx);
	}
	tcn_store_end_reading(st);
	tcn_edition_ledger_fini(&ledger);
	tcn_facts_free(job.facts);
	tcn_arena_fini(&arena);
	return rc;
}

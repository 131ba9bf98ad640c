#include "tools/lab/eval/rubric/rubric_run.h"

#include <stdlib.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "sql/store_cut.h"
#include "tools/lab/eval/rubric/rubric_edition.h"
#include "tools/lab/eval/rubric/rubric_judge.h"
#include "tools/lab/eval/rubric/rubric_words.h"
#include "tools/tell/report/report_brief.h"

/* The state of one call. */
struct run {
	const struct tcn_rubric_job *job;
	const struct tcn_rubric_cases *cases;
	struct tcn_prepare *prep;
	struct tcn_facts *facts;
	struct tcn_editions *editions;
	struct tcn_arena all; /* of the present case */
	struct tcn_arena one; /* of the present report */
	struct tcn_buf notes;
	struct tcn_rubric_rows *rows;
};

/* A case while its event is judged. */
struct subject {
	struct tcn_rubric_subject s;
	struct tcn_rubric_tally tally;
	size_t unknown; /* ids that the store lacks */
	int64_t *due_ms; /* when facts, then figures' values are due */
	size_t due_n;
	struct tcn_event *event;
	int64_t end_ms;
};

/* A report, as of a cut. */
struct seen {
	struct tcn_store_cut cut;
	struct tcn_report facts; /* what it was made of */
	struct tcn_rubric_report report;
	bool is; /* the event is there at the cut */
};

/* --- the articles that a case names --- */

static enum tcn_rc
find_item(struct run *run, struct subject *s, struct tcn_str id,
    struct tcn_placement *place)
{
	struct tcn_store_item_list items;
	enum tcn_rc rc =
	    tcn_store_items_by_id(run->job->st, id, &run->one, &items);

	*place = (struct tcn_placement){ 0 };
	if (rc)
		return rc;
	if (items.n) {
		*place = items.at[0].place;
		return TCN_OK;
	}
	s->unknown++;
	tcn_buf_printf(&run->notes, "the store lacks the article '%.*s'\n",
	    TCN_STR_ARG(id));
	return TCN_OK;
}

static enum tcn_rc
find_all(struct run *run, struct subject *s, const struct tcn_rubric_ids *ids,
    struct tcn_map *map)
{
	struct tcn_placement place;
	uint64_t *value;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < ids->n && !rc; i++) {
		rc = find_item(run, s, ids->at[i], &place);
		if (!rc && place.seq)
			tcn_map_put(map, place.seq, &value, NULL);
	}
	return rc;
}

/* When what these articles prove may be said, and when it must: from the first
 * on, and from the second. */
static enum tcn_rc
find_due(struct run *run, struct subject *s, const struct tcn_rubric_ids *ids,
    struct tcn_rubric_due *due)
{
	struct tcn_placement place;
	size_t found = 0;
	enum tcn_rc rc = TCN_OK;

	if (!ids->n) {
		*due = (struct tcn_rubric_due){ 0, 0 };
		return TCN_OK;
	}
	*due = (struct tcn_rubric_due){ TCN_RUBRIC_NEVER, TCN_RUBRIC_NEVER };
	for (size_t i = 0; i < ids->n && found < 2 && !rc; i++) {
		rc = find_item(run, s, ids->at[i], &place);
		if (rc || !place.seq)
			continue;
		if (!found++)
			due->from = place.seq;
		due->must = place.seq > due->from ? place.seq : due->from;
		s->due_ms[s->due_n] = place.ts_ms;
	}
	s->due_n += found > 0;
	return rc;
}

static size_t
count_due(const struct tcn_rubric_case *c)
{
	size_t n = c->facts.n;

	for (size_t i = 0; i < c->figures_n; i++)
		n += c->figures[i].values_n;
	return n;
}

static enum tcn_rc
find_dues(struct run *run, struct subject *s)
{
	const struct tcn_rubric_case *c = s->s.of;
	enum tcn_rc rc = TCN_OK;

	s->due_ms =
	    tcn_arena_zalloc(&run->all, count_due(c), sizeof *s->due_ms);
	s->s.facts =
	    tcn_arena_zalloc(&run->all, c->facts.n, sizeof *s->s.facts);
	s->s.values =
	    tcn_arena_zalloc(&run->all, c->figures_n, sizeof *s->s.values);
	for (size_t i = 0; i < c->facts.n && !rc; i++)
		rc = find_due(run, s, &c->facts.at[i].items, &s->s.facts[i]);
	for (size_t i = 0; i < c->figures_n && !rc; i++) {
		const struct tcn_rubric_figure *figure = &c->figures[i];

		s->s.values[i] = tcn_arena_zalloc(&run->all, figure->values_n,
		    sizeof **s->s.values);
		for (size_t k = 0; k < figure->values_n && !rc; k++) {
			struct tcn_rubric_due *due = &s->s.values[i][k];

			rc = find_due(run, s, &figure->values[k].items, due);
			if (due->must == due->from)
				due->must = TCN_RUBRIC_NEVER; /* one alone */
		}
	}
	return rc;
}

/* --- the event --- */

/* Sets *story to the one that holds at least half of the case's articles. */
static enum tcn_rc
find_story(struct run *run, struct subject *s, uint64_t *story)
{
	const struct tcn_rubric_ids *ids = &s->s.of->items;
	struct tcn_map counts = { 0 };
	struct tcn_placement place;
	uint64_t *n, standing, most = 0;
	enum tcn_rc rc = TCN_OK;

	*story = 0;
	for (size_t i = 0; i < ids->n && !rc; i++) {
		rc = find_item(run, s, ids->at[i], &place);
		if (rc || !place.story)
			continue;
		rc = tcn_store_resolve_story(run->job->st, place.story,
		    &standing);
		if (!rc)
			tcn_map_put(&counts, standing, &n, NULL);
		if (rc)
			continue;
		if (++*n > most) {
			most = *n;
			*story = standing;
		}
	}
	tcn_map_fini(&counts);
	if (2 * most < ids->n)
		*story = 0;
	return rc;
}

/* Sets s->event to the first of the story's events, NULL: it has none. */
static enum tcn_rc
find_event(struct run *run, struct subject *s)
{
	struct tcn_store_event_list events = { 0 };
	uint64_t story;
	enum tcn_rc rc = find_story(run, s, &story);

	if (!rc)
		rc = tcn_store_story_events(run->job->st, story, &run->all,
		    &events);
	for (size_t i = 0; i < events.n && !rc; i++)
		if (!s->event || s->event->merged_into[0])
			s->event = &events.at[i];
	if (!rc && s->event)
		s->end_ms = s->event->state == TCN_EVENT_CLOSED
		    ? s->event->changed_ms
		    : INT64_MAX;
	return rc;
}

/* --- reports --- */

static enum tcn_rc
make_report(struct run *run, const struct subject *s, struct seen *seen,
    struct tcn_err *err)
{
	const struct tcn_store *st = run->job->st;
	struct tcn_report_pages pages = { 0 };
	struct tcn_event *event;
	struct tcn_str json;
	enum tcn_rc rc;

	tcn_arena_reset(&run->one);
	rc =
	    tcn_store_event_at(st, &seen->cut, s->event->id, &run->one, &event);
	seen->is = !rc && event;
	if (!seen->is)
		return rc;
	seen->facts = (struct tcn_report){
		.lines_max = run->job->lines_max,
		.prep = run->prep,
		.facts = run->facts,
	};
	rc = tcn_report_gather_at(st, &seen->cut, event, &run->one,
	    &seen->facts);
	if (!rc)
		tcn_report_pages(&seen->facts, 1u << TCN_REPORT_JSON, &pages);
	json = tcn_buf_view(&pages.at[TCN_REPORT_JSON]);
	if (!rc)
		rc =
		    tcn_rubric_report_read(json, &run->one, &seen->report, err);
	tcn_report_pages_fini(&pages);
	return rc;
}

/* The longest article of an origin that no line is from; empty: none. */
static struct tcn_str
longest_other(const struct seen *seen)
{
	struct tcn_str longest = { "", 0 };

	for (size_t i = 0; i < seen->facts.items_n; i++) {
		const struct tcn_report_item *item = &seen->facts.items[i];
		bool quoted = item->seq == seen->report.headline.item;

		for (size_t k = 0; k < seen->report.lines_n; k++)
			quoted |= seen->report.lines[k].item == item->seq ||
			    seen->report.lines[k].item == item->origin;
		if (!quoted && item->text.n > longest.n)
			longest = item->text;
	}
	return longest;
}

static void
judge_rouge(struct run *run, const struct seen *seen,
    struct tcn_rubric_tally *tally)
{
	struct tcn_str article = longest_other(seen), text;
	struct tcn_rubric_words ours, theirs;
	double f1, f2;

	if (!article.n)
		return;
	tcn_rubric_report_text(&seen->report, &run->one, &text);
	tcn_rubric_words(text, &run->one, &ours);
	tcn_rubric_words(article, &run->one, &theirs);
	tcn_rubric_rouge(&ours, &theirs, 1, &run->one, &f1);
	tcn_rubric_rouge(&ours, &theirs, 2, &run->one, &f2);
	tally->sum[TCN_RUBRIC_ROUGE1] += f1;
	tally->sum[TCN_RUBRIC_ROUGE2] += f2;
	tally->of[TCN_RUBRIC_ROUGE1]++;
	tally->of[TCN_RUBRIC_ROUGE2]++;
}

static enum tcn_rc
cut_of(const struct run *run, const struct subject *s, int64_t ms,
    struct tcn_store_cut *cut)
{
	*cut = (struct tcn_store_cut){ s->event->item, ms };
	if (ms == INT64_MAX)
		return tcn_store_last_seq(run->job->st, &cut->seq);
	if (ms == s->event->fired_ms && s->event->item)
		return TCN_OK;
	return tcn_store_cut_of(run->job->st, ms, cut);
}

static enum tcn_rc
judge_cuts(struct run *run, struct subject *s, struct tcn_err *err)
{
	const struct {
		const char *name;
		int64_t ms;
	} cuts[] = {
		{ "alarm", s->event->fired_ms },
		{ "+1h", s->event->fired_ms + TCN_HOUR_MS },
		{ "close", s->end_ms },
	};
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < 3 && !rc; i++) {
		struct seen seen;

		if (i == 1 && cuts[i].ms >= s->end_ms)
			continue;
		rc = cut_of(run, s, cuts[i].ms, &seen.cut);
		if (!rc)
			rc = make_report(run, s, &seen, err);
		if (rc || !seen.is)
			continue;
		tcn_rubric_judge(&s->s, &seen.report, seen.cut.seq,
		    cuts[i].name, &run->one, &s->tally, &run->notes);
		if (i == 2) {
			/* What is looked at once, at the end. */
			double largest;

			tcn_rubric_judge_evenness(&seen.report, &run->one,
			    &largest);
			if (largest > 0) {
				s->tally.sum[TCN_RUBRIC_EVENNESS] += largest;
				s->tally.of[TCN_RUBRIC_EVENNESS]++;
			}
			judge_rouge(run, &seen, &s->tally);
		}
	}
	return rc;
}

/* --- what time tells --- */

/* When the event ended; of one that is open, when its last article came. */
static int64_t
end_of(const struct subject *s)
{
	return s->end_ms == INT64_MAX ? s->event->last_ms + 1 : s->end_ms;
}

static int
by_time(const void *left, const void *right)
{
	const int64_t *l = left, *r = right;

	return (*l > *r) - (*l < *r);
}

/* The times at which the report is asked for, from the alarm on to the end. */
static void
walk_times(struct run *run, const struct subject *s, int64_t last_ms,
    int64_t **times, size_t *n)
{
	int64_t from_ms = s->event->fired_ms, span_ms = last_ms - from_ms;
	unsigned steps = run->job->steps;
	size_t kept = 0;

	*times =
	    tcn_arena_zalloc(&run->all, s->due_n + steps + 2, sizeof **times);
	*n = 0;
	for (size_t i = 0; i < s->due_n; i++)
		if (s->due_ms[i] > from_ms && s->due_ms[i] < last_ms)
			(*times)[(*n)++] = s->due_ms[i];
	for (unsigned i = 0; i <= steps; i++)
		(*times)[(*n)++] = from_ms + span_ms * i / steps;
	qsort(*times, *n, sizeof **times, by_time);
	for (size_t i = 0; i < *n; i++)
		if (!kept || (*times)[kept - 1] != (*times)[i])
			(*times)[kept++] = (*times)[i];
	*n = kept;
}

/* Facts and figures, while time passes. */
struct walk {
	struct subject *s;
	size_t n; /* of facts, and figures behind them */
	int64_t *due_ms; /* first seen as due; INT64_MIN: not yet */
	bool *told;
};

static void
end_wait(struct walk *w, size_t nth, int64_t ms)
{
	w->s->tally.sum[TCN_RUBRIC_DELAY] +=
	    (double)(ms - w->due_ms[nth]) / TCN_MINUTE_MS;
	w->s->tally.of[TCN_RUBRIC_DELAY]++;
	w->told[nth] = true;
}

static enum tcn_rc
walk_at(struct run *run, struct walk *w, int64_t ms, int64_t next_ms,
    struct tcn_err *err)
{
	struct tcn_rubric_tally *tally = &w->s->tally;
	struct seen seen;
	struct tcn_str text;
	double right, of;
	enum tcn_rc rc = cut_of(run, w->s, ms, &seen.cut);

	if (!rc)
		rc = make_report(run, w->s, &seen, err);
	if (rc || !seen.is)
		return rc;
	tcn_rubric_judge_leading(&w->s->s, &seen.report, seen.cut.seq, &right,
	    &of);
	tally->sum[TCN_RUBRIC_LEADING_TIME] += right * (double)(next_ms - ms);
	tally->of[TCN_RUBRIC_LEADING_TIME] += of * (double)(next_ms - ms);
	tcn_rubric_report_text(&seen.report, &run->one, &text);
	for (size_t i = 0; i < w->n; i++) {
		if (w->told[i] ||
		    !tcn_rubric_judge_is_due(&w->s->s, i, seen.cut.seq))
			continue;
		if (w->due_ms[i] == INT64_MIN)
			w->due_ms[i] = ms;
		if (tcn_rubric_report_states(&w->s->s, i, &seen.report, text,
			seen.cut.seq))
			end_wait(w, i, ms);
	}
	return TCN_OK;
}

static enum tcn_rc
judge_walk(struct run *run, struct subject *s, struct tcn_err *err)
{
	struct walk w = { .s = s, .n = s->s.of->facts.n + s->s.of->figures_n };
	int64_t *times, last_ms = end_of(s);
	size_t n;
	enum tcn_rc rc = TCN_OK;

	if (!run->job->steps || last_ms <= s->event->fired_ms)
		return TCN_OK;
	walk_times(run, s, last_ms, &times, &n);
	w.due_ms = tcn_arena_zalloc(&run->all, w.n, sizeof *w.due_ms);
	w.told = tcn_arena_zalloc(&run->all, w.n, sizeof *w.told);
	for (size_t i = 0; i < w.n; i++)
		w.due_ms[i] = INT64_MIN;
	for (size_t i = 0; i < n && !rc; i++)
		rc = walk_at(run, &w, times[i],
		    i + 1 < n ? times[i + 1] : times[i], err);
	/* What is never told waits to the end. */
	for (size_t i = 0; i < w.n && !rc; i++)
		if (!w.told[i] && w.due_ms[i] != INT64_MIN)
			end_wait(&w, i, last_ms);
	return rc;
}

/* What the editions tell, if time is looked at. */
static enum tcn_rc
judge_editions(struct run *run, struct subject *s)
{
	struct tcn_rubric_chain chain = {
		.st = run->job->st,
		.editions = run->editions,
		.prep = run->prep,
		.facts = run->facts,
		.event = s->event,
		.from_ms = s->event->fired_ms,
		.until_ms = end_of(s),
	};

	if (!run->job->steps)
		return TCN_OK;
	return tcn_rubric_editions(&chain, &s->s, &s->tally, &run->notes);
}

/* --- the whole --- */

static enum tcn_rc
judge_event(struct run *run, struct subject *s, struct tcn_err *err)
{
	const struct tcn_rubric_case *c = s->s.of;
	enum tcn_rc rc = find_event(run, s);

	s->tally.sum[TCN_RUBRIC_FOUND] = s->event != NULL;
	s->tally.of[TCN_RUBRIC_FOUND] = 1;
	if (rc || !s->event)
		return rc;
	tcn_buf_printf(&run->notes, "event %s\n", s->event->id);
	rc = find_dues(run, s);
	if (!rc)
		rc = find_all(run, s, &c->items, &s->s.own);
	if (!rc)
		rc = find_all(run, s, &c->foreign, &s->s.foreign);
	if (!rc)
		rc = find_all(run, s, &c->first, &s->s.first);
	if (!rc)
		rc = judge_cuts(run, s, err);
	if (!rc)
		rc = judge_walk(run, s, err);
	return rc ? rc : judge_editions(run, s);
}

static enum tcn_rc
judge_case(struct run *run, const struct tcn_rubric_case *c,
    struct tcn_err *err)
{
	struct subject s = { .s.of = c };
	enum tcn_rc rc;

	tcn_arena_reset(&run->all);
	tcn_arena_reset(&run->one);
	tcn_buf_clear(&run->notes);
	rc = judge_event(run, &s, err);
	if (!rc) {
		struct tcn_rubric_rows *rows = run->rows;
		struct tcn_rubric_row *row = tcn_rubric_rows_add(rows);

		row->part = s.s.of->part;
		row->tally = s.tally;
		tcn_arena_str(&rows->arena, run->cases->stream, &row->stream);
		tcn_arena_str(&rows->arena, s.s.of->name, &row->name);
		tcn_arena_str(&rows->arena, tcn_buf_view(&run->notes),
		    &row->notes);
	}
	tcn_map_fini(&s.s.own);
	tcn_map_fini(&s.s.foreign);
	tcn_map_fini(&s.s.first);
	return rc;
}

enum tcn_rc
tcn_rubric_run(const struct tcn_rubric_job *job,
    const struct tcn_rubric_cases *cases, struct tcn_rubric_rows *rows,
    struct tcn_err *err)
{
	struct run run = { .job = job, .cases = cases, .rows = rows };
	enum tcn_rc rc;

	run.facts = tcn_facts_new();
	tcn_arena_init(&run.all, 0);
	tcn_arena_init(&run.one, 0);
	run.prep = tcn_prepare_new(NULL);
	rc = tcn_rubric_edition_conf(&run.editions, err);
	for (size_t i = 0; i < cases->n && !rc; i++)
		if (job->parts & 1u << cases->at[i].part)
			rc = judge_case(&run, &cases->at[i], err);
	if (rc && !err->text[0])
		tcn_err_set(err, rc, "%s", tcn_store_error(job->st)->text);
	tcn_buf_fini(&run.notes);
	tcn_arena_fini(&run.one);
	tcn_arena_fini(&run.all);
	tcn_editions_free(run.editions);
	tcn_prepare_free(run.prep);
	tcn_facts_free(run.facts);
	return rc;
}

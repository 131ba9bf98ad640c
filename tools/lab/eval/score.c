#include "tools/lab/eval/score.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/buf.h"
#include "engine/base/compare.h"
#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/base/say.h"
#include "tools/base/when.h"
#include "tools/lab/eval/measure.h"
#include "tools/lab/eval/truth_impl.h"

void
tcn_score_conf_set(const struct tcn_conf *conf, struct tcn_score_conf *score)
{
	*score = (struct tcn_score_conf){
		.window_s = (double)conf->score.window_ms / 1000,
		.count = conf->score.count,
		.late_s = (double)conf->score.late_ms / 1000,
		.warmup_s = (double)conf->score.warmup_ms / 1000,
	};
}

void
tcn_score_conf_default(struct tcn_score_conf *conf)
{
	*conf = (struct tcn_score_conf){
		.window_s = 14400,
		.count = 15,
		.late_s = 14400,
		.warmup_s = 7 * TCN_DAY_S,
	};
}

void
tcn_score_findings_fini(struct tcn_score_findings *found)
{
	tcn_mem_free(found->alerts);
	tcn_mem_free(found->items);
	tcn_mem_free(found->stories);
	tcn_map_fini(&found->merged);
	*found = (struct tcn_score_findings){ 0 };
}

void
tcn_score_findings_alert(struct tcn_score_findings *found, double fired_s,
    const uint32_t *items, size_t n)
{
	struct tcn_score_findings_alert *alerts = tcn_mem_grow(found->alerts,
	    &found->alerts_cap, found->alerts_n + 1, sizeof *alerts);
	uint32_t *all;

	assert(items || n == 0);
	found->alerts = alerts;
	all = tcn_mem_grow(found->items, &found->items_cap, found->items_n + n,
	    sizeof *all);
	found->items = all;
	alerts[found->alerts_n++] =
	    (struct tcn_score_findings_alert){ fired_s, found->items_n, n };
	for (size_t i = 0; i < n; i++)
		all[found->items_n++] = items[i];
}

void
tcn_score_findings_place(struct tcn_score_findings *found, uint32_t item,
    uint64_t story)
{
	uint64_t *stories = tcn_mem_grow(found->stories, &found->stories_cap,
	    (size_t)item + 1, sizeof *stories);

	assert(item != TCN_TRUTH_UNKNOWN);
	found->stories = stories;
	while (found->stories_n <= item)
		stories[found->stories_n++] = TCN_SCORE_UNPLACED;
	stories[item] = story;
	found->placed = true;
}

void
tcn_score_findings_merge(struct tcn_score_findings *found, uint64_t from,
    uint64_t into)
{
	uint64_t *at;

	tcn_map_put(&found->merged, from, &at, NULL);
	*at = into;
}

/*
 * Returns the story that the item is in at the end. A story merges only into
 * one that is open then, so the chain of merges ends.
 */
static uint64_t
final_story(const struct tcn_score_findings *found, uint32_t item)
{
	uint64_t story =
	    item < found->stories_n ? found->stories[item] : TCN_SCORE_UNPLACED;
	const uint64_t *into;

	while ((into = tcn_map_find(&found->merged, story)))
		story = *into;
	return story;
}

/* ---- alerts ---- */

/*
 * Returns the label that more than half of the alert's items bear, or none. The
 * only candidate is found by crossing out unlike pairs (Boyer and Moore 1981,
 * MJRTY: a fast majority vote algorithm).
 */
static uint32_t
name_alert(const struct tcn_truth *truth, const uint32_t *items, size_t n)
{
	uint32_t label = TCN_INTERN_NONE;
	size_t lead = 0, bear = 0;

	for (size_t i = 0; i < n; i++) {
		uint32_t of = items[i] == TCN_TRUTH_UNKNOWN
		    ? TCN_INTERN_NONE
		    : truth->label_of[items[i]];

		if (!lead)
			label = of;
		lead = of == label ? lead + 1 : lead - 1;
	}
	for (size_t i = 0; i < n; i++)
		bear += items[i] != TCN_TRUTH_UNKNOWN &&
		    truth->label_of[items[i]] == label;
	return bear * 2 > n ? label : TCN_INTERN_NONE;
}

static int
by_alert_time(const void *left, const void *right)
{
	const struct tcn_score_alert *a = left, *b = right;

	if (a->delay_min !=
	    b->delay_min) /* it still holds the time the alert fired */
		return a->delay_min < b->delay_min ? -1 : 1;
	return a->alert < b->alert ? -1 : 1;
}

/* Lists the alerts that count, by time. */
static void
list_alerts(const struct tcn_truth *truth,
    const struct tcn_score_findings *found, struct tcn_score *score)
{
	double start_s = tcn_truth_start_s(truth);

	score->alerts = tcn_mem_calloc(found->alerts_n, sizeof *score->alerts);
	score->delays_min =
	    tcn_mem_calloc(truth->events_n, sizeof *score->delays_min);
	for (size_t i = 0; i < found->alerts_n; i++) {
		const struct tcn_score_findings_alert *alert =
		    &found->alerts[i];

		if (alert->fired_s < start_s)
			continue;
		score->alerts[score->alerts_n++] = (struct tcn_score_alert){
			.alert = i,
			.delay_min = alert->fired_s,
		};
		for (size_t k = 0; k < alert->n; k++)
			score->unknown_ids +=
			    found->items[alert->at + k] == TCN_TRUTH_UNKNOWN;
	}
	qsort(score->alerts, score->alerts_n, sizeof *score->alerts,
	    by_alert_time);
}

static enum tcn_score_kind
judge(const struct tcn_truth *truth, uint32_t label, double fired_s,
    const bool *detected, struct tcn_score_alert *alert)
{
	alert->event = TCN_TRUTH_UNKNOWN;
	if (label == TCN_INTERN_NONE)
		return TCN_SCORE_IMPURE;
	alert->event = truth->event_of[label];
	if (alert->event == TCN_TRUTH_UNKNOWN)
		return TCN_SCORE_UNFOUNDED;
	if (detected[alert->event])
		return TCN_SCORE_REPEATS;
	if (fired_s >
	    truth->events[alert->event].crossed_s + truth->conf.late_s)
		return TCN_SCORE_LATE;
	return TCN_SCORE_DETECTS;
}

static void
judge_alerts(const struct tcn_truth *truth,
    const struct tcn_score_findings *found, struct tcn_score *score)
{
	bool *detected = tcn_mem_calloc(truth->events_n, sizeof *detected);
	uint64_t kinds[TCN_SCORE_IMPURE + 1] = { 0 };

	for (size_t i = 0; i < score->alerts_n; i++) {
		struct tcn_score_alert *alert = &score->alerts[i];
		const struct tcn_score_findings_alert *given =
		    &found->alerts[alert->alert];
		uint32_t label =
		    name_alert(truth, found->items + given->at, given->n);

		alert->delay_min = 0;
		alert->kind =
		    judge(truth, label, given->fired_s, detected, alert);
		kinds[alert->kind]++;
		if (alert->kind != TCN_SCORE_DETECTS)
			continue;
		detected[alert->event] = true;
		alert->delay_min =
		    (given->fired_s - truth->events[alert->event].crossed_s) /
		    60;
		score->delays_min[score->detected++] = alert->delay_min;
	}
	tcn_mem_free(detected);
	score->repeats = kinds[TCN_SCORE_REPEATS];
	score->late = kinds[TCN_SCORE_LATE];
	score->unfounded = kinds[TCN_SCORE_UNFOUNDED];
	score->impure = kinds[TCN_SCORE_IMPURE];
}

/* ---- figures ---- */

static double
share(uint64_t part, uint64_t of)
{
	return (double)part / (double)(of ? of : 1);
}

static double
harmonic(double p, double r)
{
	return 2 * p * r / (p + r > 1e-9 ? p + r : 1e-9);
}

static void
delays(struct tcn_score *score)
{
	double *at = score->delays_min;
	size_t n = score->detected, middle = n / 2;

	score->delay_median_min = score->delay_p90_min = (double)NAN;
	if (!n)
		return;
	qsort(at, n, sizeof *at, tcn_compare_double);
	score->delay_median_min =
	    n % 2 ? at[middle] : (at[middle - 1] + at[middle]) / 2;
	score->delay_p90_min = at[(size_t)((double)n * .9)];
}

/* ---- B-cubed ---- */

/* How many items a story and a label have in common. */
struct overlap {
	uint32_t story, label; /* the story by order of appearance */
	uint64_t n;
};

struct clusters {
	struct tcn_map stories; /* id -> order of appearance */
	struct tcn_map pairs; /* story, label -> index below */
	struct overlap *overlaps;
	size_t n, cap;
	uint64_t *sizes; /* of stories */
	size_t sizes_cap;
	uint64_t *label_sizes;
	uint64_t items;
};

static void
count_pair(struct clusters *c, uint64_t story, uint32_t label)
{
	uint64_t *of, *pair, *sizes;
	struct overlap *overlaps;
	bool added;

	tcn_map_put(&c->stories, story, &of, &added);
	if (added)
		*of = c->stories.n - 1;
	story = *of;
	sizes =
	    tcn_mem_grow(c->sizes, &c->sizes_cap, c->stories.n, sizeof *sizes);
	overlaps =
	    tcn_mem_grow(c->overlaps, &c->cap, c->n + 1, sizeof *overlaps);
	c->sizes = sizes;
	c->overlaps = overlaps;
	if (added)
		sizes[story] = 0;
	tcn_map_put(&c->pairs, story << 32 | label, &pair, &added);
	if (added) {
		*pair = c->n;
		overlaps[c->n++] =
		    (struct overlap){ (uint32_t)story, label, 0 };
	}
	overlaps[*pair].n++;
	sizes[story]++;
	c->label_sizes[label]++;
	c->items++;
}

static void
count_pairs(const struct tcn_truth *truth,
    const struct tcn_score_findings *found, struct clusters *c,
    struct tcn_score *score)
{
	double start_s = tcn_truth_start_s(truth);

	for (size_t i = 0; i < truth->n; i++) {
		const struct tcn_truth_line *line = &truth->lines[i];
		uint64_t story;

		if (line->label == TCN_INTERN_NONE || line->ts_s < start_s)
			continue;
		story = final_story(found, line->item);
		if (story == TCN_SCORE_UNPLACED)
			score->unassigned++;
		else
			count_pair(c, story, line->label);
	}
}

static void
b_cubed(const struct tcn_truth *truth, const struct tcn_score_findings *found,
    struct tcn_score *score)
{
	struct clusters c = { 0 };
	double p = 0, r = 0, n;

	c.label_sizes = tcn_mem_calloc(truth->labels.n, sizeof *c.label_sizes);
	count_pairs(truth, found, &c, score);
	for (size_t i = 0; i < c.n; i++) {
		const struct overlap *o = &c.overlaps[i];
		double squared = (double)(o->n * o->n);

		p += squared / (double)c.sizes[o->story];
		r += squared / (double)c.label_sizes[o->label];
	}
	n = (double)(c.items ? c.items : 1);
	score->placed = true;
	score->b3_precision = p / n;
	score->b3_recall = r / n;
	score->b3_f1 = harmonic(score->b3_precision, score->b3_recall);
	tcn_map_fini(&c.stories);
	tcn_map_fini(&c.pairs);
	tcn_mem_free(c.overlaps);
	tcn_mem_free(c.sizes);
	tcn_mem_free(c.label_sizes);
}

void
tcn_score(const struct tcn_truth *truth, const struct tcn_score_findings *found,
    struct tcn_score *score)
{
	uint64_t named;

	assert(truth->event_of);
	*score = (struct tcn_score){ 0 };
	list_alerts(truth, found, score);
	judge_alerts(truth, found, score);
	named = score->alerts_n - score->impure;
	score->items = truth->n;
	score->true_events = truth->events_n;
	score->days = tcn_truth_days(truth);
	score->recall = share(score->detected, score->true_events);
	score->precision = share(score->detected, score->alerts_n);
	score->f1 = harmonic(score->recall, score->precision);
	score->purity = share(named, score->alerts_n);
	score->alerts_per_day = (double)score->alerts_n / score->days;
	delays(score);
	if (found->placed)
		b_cubed(truth, found, score);
}

void
tcn_score_fini(struct tcn_score *score)
{
	tcn_mem_free(score->alerts);
	tcn_mem_free(score->delays_min);
	*score = (struct tcn_score){ 0 };
}

/* Which events were missed, and which alerts were false. */

static const char *const kinds[] = {
	[TCN_SCORE_DETECTS] = "detects",
	[TCN_SCORE_REPEATS] = "repeats",
	[TCN_SCORE_LATE] = "late",
	[TCN_SCORE_UNFOUNDED] = "unfounded",
	[TCN_SCORE_IMPURE] = "impure",
};

/* Finds the item at which each event crosses, by number of the event. */
static void
find_items(const struct tcn_truth *truth, uint32_t *items)
{
	for (size_t i = truth->n; i-- > 0;) {
		const struct tcn_truth_line *line = &truth->lines[i];
		uint32_t event = line->label == TCN_INTERN_NONE
		    ? TCN_TRUTH_UNKNOWN
		    : truth->event_of[line->label];

		if (event != TCN_TRUTH_UNKNOWN &&
		    line->ts_s == truth->events[event].crossed_s)
			items[event] = line->item;
	}
}

static void
add_when(struct tcn_buf *out, double s)
{
	char when[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "  %s  ",
	    tcn_when_short((int64_t)(s * 1000), when));
}

static void
add_missed(const struct tcn_truth *truth, uint32_t event, uint32_t item,
    bool json, struct tcn_buf *out)
{
	const struct tcn_truth_event *e = &truth->events[event];
	struct tcn_str id = tcn_intern_at(&truth->ids, item);

	if (json) {
		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "label", e->label);
		tcn_json_rounded(out, "crossed_at", e->crossed_s, 3);
		tcn_json_str(out, "item", id);
		tcn_json_close(out, '}');
		return;
	}
	add_when(out, e->crossed_s);
	tcn_safe_terminal(out, e->label);
	tcn_buf_z(out, ", crossed at item ");
	tcn_safe_terminal(out, id);
	tcn_buf_char(out, '\n');
}

static void
add_false(const struct tcn_truth *truth,
    const struct tcn_score_findings *findings,
    const struct tcn_score_alert *alert, bool json, struct tcn_buf *out)
{
	double fired_s = findings->alerts[alert->alert].fired_s;
	struct tcn_str label = alert->event == TCN_TRUTH_UNKNOWN
	    ? tcn_str("")
	    : truth->events[alert->event].label;

	if (json) {
		tcn_json_open(out, NULL, '{');
		tcn_json_uint(out, "alert", alert->alert + 1);
		tcn_json_rounded(out, "fired_at", fired_s, 3);
		tcn_json_str(out, "why", tcn_str(kinds[alert->kind]));
		tcn_json_str(out, "label", label);
		tcn_json_close(out, '}');
		return;
	}
	add_when(out, fired_s);
	tcn_buf_printf(out, "alert %zu, %s", alert->alert + 1,
	    kinds[alert->kind]);
	tcn_buf_z(out, label.n ? ": " : "");
	tcn_safe_terminal(out, label);
	tcn_buf_char(out, '\n');
}

static void
head(const char *key, const char *title, bool json, struct tcn_buf *out)
{
	if (json)
		tcn_json_open(out, key, '[');
	else
		tcn_buf_printf(out, "\n%s\n", title);
}

void
tcn_score_list(const struct tcn_truth *truth,
    const struct tcn_score_findings *findings, const struct tcn_score *score,
    bool json, struct tcn_buf *out)
{
	uint32_t *items = tcn_mem_calloc(truth->events_n, sizeof *items);
	bool *detected = tcn_mem_calloc(truth->events_n, sizeof *detected);

	assert(truth->event_of);
	for (size_t i = 0; i < score->alerts_n; i++)
		if (score->alerts[i].kind == TCN_SCORE_DETECTS)
			detected[score->alerts[i].event] = true;
	find_items(truth, items);
	head("missed", "missed", json, out);
	for (uint32_t i = 0; i < truth->events_n; i++)
		if (!detected[i])
			add_missed(truth, i, items[i], json, out);
	if (json)
		tcn_json_close(out, ']');
	head("false_alerts", "alerts that detect nothing", json, out);
	for (size_t i = 0; i < score->alerts_n; i++)
		if (score->alerts[i].kind != TCN_SCORE_DETECTS)
			add_false(truth, findings, &score->alerts[i], json,
			    out);
	if (json)
		tcn_json_close(out, ']');
	tcn_mem_free(items);
	tcn_mem_free(detected);
}

/* The figures, for people and for programs; some only when items were
 * placed. */

#define AT(member) offsetof(struct tcn_score, member)
#define COUNT      TCN_MEASURE_COUNT

enum {
	PLACED = 1,
};

static const struct tcn_measure all_figures[] = {
	{ "items", AT(items), COUNT, 0 },
	{ "days_scored", AT(days), 2, 0 },
	{ "true_events", AT(true_events), COUNT, 0 },
	{ "alerts", AT(alerts_n), COUNT, 0 },
	{ "recall", AT(recall), 4, 0 },
	{ "precision", AT(precision), 4, 0 },
	{ "f1", AT(f1), 4, 0 },
	{ "purity", AT(purity), 4, 0 },
	{ "impure", AT(impure), COUNT, 0 },
	{ "repeats", AT(repeats), COUNT, 0 },
	{ "unfounded", AT(unfounded), COUNT, 0 },
	{ "late", AT(late), COUNT, 0 },
	{ "alerts_per_day", AT(alerts_per_day), 2, 0 },
	{ "delay_min_median", AT(delay_median_min), 1, 0 },
	{ "delay_min_p90", AT(delay_p90_min), 1, 0 },
	{ "unknown_ids", AT(unknown_ids), COUNT, 0 },
	{ "b3_precision", AT(b3_precision), 4, PLACED },
	{ "b3_recall", AT(b3_recall), 4, PLACED },
	{ "b3_f1", AT(b3_f1), 4, PLACED },
	{ "unassigned", AT(unassigned), COUNT, PLACED },
};

#define FIGURES_N (sizeof all_figures / sizeof *all_figures)

void
tcn_score_text(const struct tcn_score *score, struct tcn_buf *out)
{
	char text[TCN_JSON_ROUNDED_BYTES];

	for (size_t i = 0; i < FIGURES_N; i++) {
		const struct tcn_measure *figure = &all_figures[i];
		double value = tcn_measure_value(figure, score);

		if (figure->cases == PLACED && !score->placed)
			continue;
		tcn_buf_printf(out, "%-18s ", figure->name);
		if (isnan(value) || figure->digits == COUNT)
			tcn_measure_show(figure, score, "None", out);
		else
			tcn_buf_z(out,
			    tcn_json_round(value, figure->digits, text));
		tcn_buf_char(out, '\n');
	}
}

void
tcn_score_members(const struct tcn_score *score, struct tcn_buf *out)
{
	for (size_t i = 0; i < FIGURES_N; i++)
		if (all_figures[i].cases != PLACED || score->placed)
			tcn_measure_json(&all_figures[i], score, out);
}

void
tcn_score_json(const struct tcn_score *score, const char *key,
    struct tcn_buf *out)
{
	tcn_json_open(out, key, '{');
	tcn_score_members(score, out);
	tcn_json_close(out, '}');
}

void
tcn_score_warn(const struct tcn_truth *truth, const char *field)
{
	const struct tcn_score_conf *conf = &truth->conf;
	char warmup[TCN_WHEN_BYTES], window[TCN_WHEN_BYTES];

	tcn_when_span((int64_t)(conf->warmup_s * 1000), warmup);
	tcn_when_span((int64_t)(conf->window_s * 1000), window);
	if (!truth->labelled)
		tcn_say("none of %zu lines has a label in the field \"%s\"; "
			"name another with --labels",
		    truth->n, field ? field : "story");
	else if (tcn_truth_days(truth) <= 1e-9)
		tcn_say("the whole stream lies in its warm-up of %s, in which "
			"nothing is scored; shorten it: --set score.warmup=0s",
		    warmup);
	else if (!truth->events_n)
		tcn_say("no label has more than %" PRIu64 " items inside %s "
			"after the warm-up of %s: see the settings score.*",
		    conf->count, window, warmup);
}

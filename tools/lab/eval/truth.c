/*
 * tools/lab/eval/truth.c - the labelled stream: its items and its true events.
 */
#include <assert.h>
#include <stdlib.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tools/lab/eval/truth_impl.h"

struct tcn_truth *
tcn_truth_new(const struct tcn_score_conf *conf)
{
	struct tcn_truth *truth = tcn_mem_calloc(1, sizeof *truth);

	truth->conf = *conf;
	tcn_intern_init(&truth->ids);
	tcn_intern_init(&truth->labels);
	return truth;
}

void
tcn_truth_free(struct tcn_truth *truth)
{
	if (!truth)
		return;
	tcn_intern_fini(&truth->ids);
	tcn_intern_fini(&truth->labels);
	tcn_mem_free(truth->lines);
	tcn_mem_free(truth->label_of);
	tcn_mem_free(truth->events);
	tcn_mem_free(truth->event_of);
	tcn_mem_free(truth);
}

enum tcn_rc
tcn_truth_add(struct tcn_truth *truth, struct tcn_str id, double ts_s,
    struct tcn_str label, uint32_t *item)
{
	struct tcn_truth_line line = { ts_s, 0, TCN_INTERN_NONE, 0 };
	struct tcn_truth_line *lines = tcn_mem_grow(truth->lines, &truth->cap,
	    truth->n + 1, sizeof *lines);
	enum tcn_rc rc;

	assert(!truth->label_of); /* not sealed yet */
	truth->lines = lines;
	rc = tcn_intern_put(&truth->ids, id, item);
	if (!rc && label.n)
		rc = tcn_intern_put(&truth->labels, label, &line.label);
	if (rc)
		return rc;
	line.item = *item;
	line.order = (uint32_t)truth->n;
	lines[truth->n++] = line;
	return TCN_OK;
}

static int
by_time(const void *left, const void *right)
{
	const struct tcn_truth_line *a = left, *b = right;

	if (a->ts_s != b->ts_s)
		return a->ts_s < b->ts_s ? -1 : 1;
	return a->order < b->order ? -1 : 1;
}

/*
 * Sorts lines by label, and by time within a label; those of a label begin at
 * first[label].
 */
static void
group(const struct tcn_truth *truth, size_t *first, double *times, uint32_t *at)
{
	size_t sum = 0;

	for (size_t i = 0; i < truth->n; i++)
		if (truth->lines[i].label != TCN_INTERN_NONE)
			first[truth->lines[i].label + 1]++;
	for (size_t i = 0; i < truth->labels.n + 1; i++) {
		sum += first[i];
		first[i] = sum;
	}
	for (size_t i = 0; i < truth->n; i++) {
		uint32_t label = truth->lines[i].label;

		if (label == TCN_INTERN_NONE)
			continue;
		times[first[label] + at[label]++] = truth->lines[i].ts_s;
	}
}

/*
 * Finds the first moment with more than count times in the window; false: there
 * is none.
 */
static bool
crosses(const struct tcn_score_conf *conf, const double *times, size_t n,
    double *when_s)
{
	size_t head = 0;

	for (size_t i = 0; i < n; i++) {
		while (times[head] < times[i] - conf->window_s)
			head++;
		if (i - head + 1 <= conf->count)
			continue;
		*when_s = times[i];
		return true;
	}
	return false;
}

static int
by_crossing(const void *left, const void *right)
{
	const struct tcn_truth_event *a = left, *b = right;

	if (a->crossed_s != b->crossed_s)
		return a->crossed_s < b->crossed_s ? -1 : 1;
	return tcn_str_compare(a->label, b->label);
}

static void
list_events(struct tcn_truth *truth, const size_t *first, const double *times)
{
	double start_s = tcn_truth_start_s(truth), when_s;

	for (size_t i = 0; i < truth->labels.n; i++) {
		truth->event_of[i] = TCN_TRUTH_UNKNOWN;
		if (!crosses(&truth->conf, times + first[i],
			first[i + 1] - first[i], &when_s) ||
		    when_s < start_s)
			continue;
		truth->events[truth->events_n++] = (struct tcn_truth_event){
			.label = tcn_intern_at(&truth->labels, (uint32_t)i),
			.crossed_s = when_s,
		};
	}
	qsort(truth->events, truth->events_n, sizeof *truth->events,
	    by_crossing);
	for (size_t i = 0; i < truth->events_n; i++)
		truth->event_of[tcn_intern_find(&truth->labels,
		    truth->events[i].label)] = (uint32_t)i;
}

static void
find_events(struct tcn_truth *truth)
{
	size_t labels_n = truth->labels.n;
	size_t *first = tcn_mem_calloc(labels_n + 1, sizeof *first);
	double *times = tcn_mem_calloc(truth->n, sizeof *times);
	uint32_t *at = tcn_mem_calloc(labels_n, sizeof *at);

	truth->events = tcn_mem_calloc(labels_n, sizeof *truth->events);
	truth->event_of = tcn_mem_calloc(labels_n, sizeof *truth->event_of);
	group(truth, first, times, at);
	list_events(truth, first, times);
	tcn_mem_free(first);
	tcn_mem_free(times);
	tcn_mem_free(at);
}

void
tcn_truth_seal(struct tcn_truth *truth)
{
	assert(!truth->label_of); /* not sealed yet */
	if (truth->n)
		qsort(truth->lines, truth->n, sizeof *truth->lines, by_time);
	/* Gives each item the label of its latest line. */
	truth->label_of = tcn_mem_calloc(truth->ids.n, sizeof *truth->label_of);
	for (size_t i = 0; i < truth->n; i++) {
		truth->label_of[truth->lines[i].item] = truth->lines[i].label;
		truth->labelled += truth->lines[i].label != TCN_INTERN_NONE;
	}
	find_events(truth);
}

uint32_t
tcn_truth_find(const struct tcn_truth *truth, struct tcn_str id)
{
	return tcn_intern_find(&truth->ids, id);
}

double
tcn_truth_start_s(const struct tcn_truth *truth)
{
	return truth->n ? truth->lines[0].ts_s + truth->conf.warmup_s : 0;
}

double
tcn_truth_days(const struct tcn_truth *truth)
{
	double days = 0;

	if (truth->n)
		days = (truth->lines[truth->n - 1].ts_s -
			   tcn_truth_start_s(truth)) /
		    TCN_DAY_S;
	return days > 1e-9 ? days : 1e-9;
}

/*
 * tools/lab/eval/diff.h - what two configurations make of one stream.
 *
 * Two pipelines, A and B, take in every article in turn, in one pass over the
 * input. For this comparison an event is a set of articles: its evidence, and
 * all that were placed in its story from the end of that story's event before
 * to its own. Two events are about one thing when they share at least half of
 * the smaller set. Of these pairs the best go first (by Jaccard's index, then
 * the times, then the order of the events), and each event goes once:
 *
 *   the same    fired at the same time, on the same evidence
 *   earlier     B fired earlier        later    B fired later
 *   changed     at the same time, on other evidence
 *   merged      A's event is about what is, in B, part of another pair
 *   split       B's event does so, in A
 *   lost        A's event shares too little with any of B's
 *   gained      the other way round
 *
 * Call order: open, step until TCN_DONE, match, read, close. All of it is a
 * function of stream and configurations. Memory: 8 bytes an article and
 * side, and the events. Cost: two replays, and O(shared articles) to match.
 */
#ifndef TCN_TOOLS_LAB_EVAL_DIFF_H
#define TCN_TOOLS_LAB_EVAL_DIFF_H

#include "engine/base/err.h"
#include "tools/intake/input/source.h"
#include "tools/pipeline/pipeline.h"

enum tcn_diff_kind {
	TCN_DIFF_LOST,
	TCN_DIFF_GAINED,
	TCN_DIFF_EARLIER,
	TCN_DIFF_LATER,
	TCN_DIFF_CHANGED,
	TCN_DIFF_MERGED,
	TCN_DIFF_SPLIT,
	TCN_DIFF_KINDS
};

/* "lost", "gained", ... */
const char *tcn_diff_kind_name(enum tcn_diff_kind kind);

struct tcn_diff_item {
	struct tcn_str id, source, title;
	int64_t ts_ms;
};

struct tcn_diff_event {
	struct tcn_event event; /* as it fired */
	struct tcn_str title;
	const struct tcn_diff_item *items; /* its evidence, by time */
	size_t items_n;
	const uint32_t *members; /* its articles: numbers in the stream, */
	size_t members_n; /* rising */
};

struct tcn_diff_events {
	struct tcn_diff_event *at; /* in the order they fired */
	size_t n, cap;
};

struct tcn_diff_entry {
	enum tcn_diff_kind kind;
	const struct tcn_diff_event *a, *b; /* NULL: gained; lost */
	double overlap; /* Jaccard's index of their articles; 0: none */
};

struct tcn_diff_list {
	struct tcn_diff_entry *at; /* by time */
	size_t n, cap;
	size_t counts[TCN_DIFF_KINDS];
	size_t same;
};

struct tcn_diff;

TCN_MUST_USE enum tcn_rc tcn_diff_open(const struct tcn_pipeline_conf *a,
    const struct tcn_pipeline_conf *b, struct tcn_diff **diff,
    struct tcn_err *err);
void tcn_diff_close(struct tcn_diff *diff);

/*
 * Takes the next article of source through both pipelines. Codes as
 * tcn_source_next().
 */
TCN_MUST_USE enum tcn_rc tcn_diff_step(struct tcn_diff *diff,
    struct tcn_source *source, struct tcn_err *err);

/* Pairs the events at the end of the stream. The list lives as long as diff. */
const struct tcn_diff_list *tcn_diff_end(struct tcn_diff *diff);

/* side: 0 for A, 1 for B. */
const struct tcn_diff_events *tcn_diff_events(const struct tcn_diff *diff,
    int side);

/* The pipeline of A, for how far the run has come. */
struct tcn_pipeline *tcn_diff_pipeline(struct tcn_diff *diff);

/*
 * Does the matching alone, of events with their members, in the order they
 * fired. The caller frees the list's rows.
 */
void tcn_diff_match(const struct tcn_diff_events *a,
    const struct tcn_diff_events *b, struct tcn_diff_list *list);

#endif

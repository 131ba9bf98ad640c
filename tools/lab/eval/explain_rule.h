/*
 * tools/lab/eval/explain_rule.h - why did this rule fire, or not?
 *
 * The stream goes through the pipeline once more, as in
 * tools/lab/eval/explain.h, and one rule is looked at: which items it is about
 * and which condition the others failed, how large the stories of these items
 * grew by the rule's own count, which gate held them back, which of them came
 * nearest to firing, and what would have become of its messages. Looking
 * changes nothing.
 *
 * What a receiver would have been told is a sketch: one receiver that hears of
 * all changes but closings, and nobody who acknowledges or silences anything.
 *
 * Order of calls: open, before the pipeline is opened (it puts itself in
 * between the detector and the matcher); start; step for each article; then the
 * fields may be read, and text or json writes them; close, after the pipeline.
 * Memory: a record for each story with an item that the rule is about.
 */
#ifndef TCN_TOOLS_LAB_EVAL_EXPLAIN_RULE_H
#define TCN_TOOLS_LAB_EVAL_EXPLAIN_RULE_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/map.h"
#include "rules/hours.h"
#include "rules/match.h"
#include "tools/conf/rulebook.h"
#include "tools/lab/eval/explain.h"

#define TCN_EXPLAIN_RULE_PARTS  (TCN_MATCH_NONE + 1)
#define TCN_EXPLAIN_RULE_EVENTS 10 /* named */
#define TCN_EXPLAIN_RULE_CHOSEN 20 /* items that were asked about, named */

/* A story with items that the rule is about. */
struct tcn_explain_rule_story {
	uint64_t id;
	struct tcn_str title; /* of the item with which it was largest */
	uint32_t matched; /* items that the rule is about, ever */
	uint32_t most; /* by what more_than counts, when largest */
	int64_t most_ms;
	struct tcn_story_verdict verdict; /* then, with the rule's figures */
	bool fired;
};

/* An item that was asked about. */
struct tcn_explain_rule_item {
	struct tcn_explain_name name;
	struct tcn_match_why why;
	bool copy;
	uint32_t story; /* index; or TCN_EXPLAIN_NONE: of none, or not met */
};

struct tcn_explain_rule_event {
	char id[TCN_EVENT_ID_BYTES];
	struct tcn_str title;
	int64_t fired_ms;
};

/* What would have become of its messages. */
struct tcn_explain_rule_messages {
	uint64_t told, quiet, inhibited, cooldown, capped;
};

struct tcn_explain_rule {
	const struct tcn_rule *rules, *rule;
	size_t rules_n;
	uint32_t at; /* index of rule */
	struct tcn_story_conf story_conf;
	struct tcn_explain_query *queries;
	size_t queries_n;

	/* The answer. */
	uint64_t items, matched, copies; /* copies: of those that match */
	uint64_t failed[TCN_EXPLAIN_RULE_PARTS]; /* by condition */
	uint64_t *found; /* by term: any, all, none; how often it decided */
	uint64_t judged[TCN_STORY_GATE_LAST + 1];
	uint64_t opened, updated, closed, reopened;
	struct tcn_explain_rule_event events[TCN_EXPLAIN_RULE_EVENTS];
	struct tcn_explain_rule_story *stories;
	size_t stories_n, stories_cap;
	struct tcn_explain_rule_item chosen[TCN_EXPLAIN_RULE_CHOSEN];
	size_t chosen_n; /* asked about, also those beyond the named */
	struct tcn_explain_rule_messages messages;

	/* Private. */
	struct tcn_pipeline *pipe;
	struct tcn_match *match;
	struct tcn_rule plain; /* the rule without `none` ... */
	struct tcn_match *plain_match; /* ... and what matches it; or NULL */
	tcn_detector_match_fn *inner;
	void *inner_ctx;
	struct tcn_match_why why; /* of the current item */
	struct tcn_hours *hours; /* quiet hours, or NULL */
	struct tcn_map by_id; /* story -> index */
	struct tcn_map open; /* hash of rule and story: not_while holds */
	struct tcn_map last_sent; /* hash of event id -> ms */
	int64_t *sent_ms; /* when it was sent, from sent_at on: last hour */
	size_t sent_at, sent_n, sent_cap;
	struct tcn_arena arena;
};

/*
 * Looks at the rule of that name in book, and changes conf so that the
 * detector's matcher is called through it. queries choose items, as in
 * tools/lab/eval/explain.h; there may be none. TCN_INVALID: there is no such
 * rule. It needs tcn_explain_rule_close() in every case.
 */
TCN_MUST_USE enum tcn_rc tcn_explain_rule_open(struct tcn_explain_rule *explain,
    const struct tcn_rulebook *book, const char *name,
    struct tcn_explain_query *queries, size_t queries_n,
    struct tcn_pipeline_conf *conf, struct tcn_err *err);
void tcn_explain_rule_start(struct tcn_explain_rule *explain,
    struct tcn_pipeline *pipe);
void tcn_explain_rule_close(struct tcn_explain_rule *explain);

/* Takes the article through the pipeline. */
TCN_MUST_USE enum tcn_rc tcn_explain_rule_step(struct tcn_explain_rule *explain,
    const struct tcn_article *article, struct tcn_err *err);

/* The story that came nearest to firing and did not; NULL: there is none. */
const struct tcn_explain_rule_story *
tcn_explain_rule_nearest(const struct tcn_explain_rule *explain);

/* The terms of the rule, by the place of their count in `found`: those of any,
 * then all, then none. NULL behind the last. */
const struct tcn_rule_term *
tcn_explain_rule_term(const struct tcn_explain_rule *explain, size_t i,
    enum tcn_match_part *part);

/* Write the answer, for people and for programs
 * (man/tocsin-explain-rule.schema.json). */
void tcn_explain_rule_text(const struct tcn_explain_rule *explain,
    struct tcn_buf *out);
void tcn_explain_rule_json(const struct tcn_explain_rule *explain,
    struct tcn_buf *out);

#endif

/*
 * tools/lab/eval/explain.h - why an item was placed so, an event fired or none
 * did.
 *
 * Every decision is a function of the stream, so nothing needs to have been
 * written down: the stream goes through the same pipeline once more, and what
 * is asked about is looked at as it passes. Looking changes nothing.
 *
 *   an item   which story it joined and why, what else it might have joined,
 *             what it copies, who shares which sentences with it, what became
 *             of that story, and which cluster of similar words it came into
 *   an event  what was counted, when it came to pass each gate, and which gate
 *             stopped it until then
 *   why not   for chosen items: the stories they went to, how large each
 *             grew, and how far it was from firing
 *
 * Order of calls: open; step for each article the pipeline takes, until done;
 * end; then the fields may be read, and text or json writes them. Memory: a
 * record for each story that was ever large enough to be judged, and for those
 * that were asked about. Cost: that of a replay, and of matching each title
 * with the patterns of --why-not.
 */
#ifndef TCN_TOOLS_LAB_EVAL_EXPLAIN_H
#define TCN_TOOLS_LAB_EVAL_EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "rules/pattern.h"
#include "tools/pipeline/excerpts.h"
#include "tools/pipeline/pipeline.h"
#include "window/story/story_link.h"
#include "window/story/story_trace.h"

/* One argument of --why-not: an id, or else a pattern. */
struct tcn_explain_query {
	const char *text;
	struct tcn_pattern *pattern; /* NULL: text is no valid pattern */
	bool is_id; /* an item has this very id */
	uint64_t matched;
};

/* An item as a person knows it. */
struct tcn_explain_name {
	uint64_t seq;
	struct tcn_str id, source, title;
	int64_t ts_ms;
};

/* The figures of a story at a moment. */
struct tcn_explain_snapshot {
	int64_t at_ms;
	const struct tcn_rule *rule; /* that judged it; NULL: none has */
	struct tcn_story_verdict verdict;
};

struct tcn_explain_story {
	uint64_t id;
	struct tcn_str title; /* of its central item, when largest */
	uint32_t into; /* index of the story it went into, or NONE */
	int64_t into_ms;
	bool watched; /* holds an item that was asked about */
	uint32_t chosen; /* how many of those joined this story */
	uint32_t judged; /* how often it was large enough to fire */
	struct tcn_explain_snapshot most; /* if watched: when largest */
	struct tcn_explain_snapshot *changes; /* of the gate */
	size_t changes_n, changes_cap;
	struct tcn_str event; /* id of the event it fired; empty: none */
	int64_t fired_ms;
};

#define TCN_EXPLAIN_NONE UINT32_MAX

#define TCN_EXPLAIN_NEAR_MAX 5

/* One of the items of the window with the most similar words. */
struct tcn_explain_near {
	struct tcn_explain_name name;
	struct tcn_clusters_near is;
};

/* The decision about one item. */
struct tcn_explain_item {
	struct tcn_explain_name name;
	struct tcn_placement place;
	const char *content_from; /* as in struct tcn_pipeline_outcome */
	struct tcn_str tagger; /* copied */
	struct tcn_story_trace trace; /* its words are copied */
	struct tcn_str titles[TCN_STORY_TRACE_MAX]; /* of the stories in it */
	uint64_t story; /* the story it joined, before any merge */
	double score; /* similarity it joined by; 0: it opened the story */
	uint64_t opened, merged_from; /* as in struct tcn_story_step */
	uint32_t items; /* of the story in the window, with it */
	uint64_t leader; /* the first item of its story with such a text */
	struct tcn_explain_name leader_name;

	/* Where a rule counts clusters; place.cluster is its own. */
	bool clustered;
	uint32_t cluster_items; /* in the window, with it */
	uint32_t clusters_merged; /* into that one, by it */
	struct tcn_explain_near near[TCN_EXPLAIN_NEAR_MAX]; /* likest first */
	size_t near_n;
};

/* Another item that shares sentences with one that was asked about. */
struct tcn_explain_excerpt {
	uint64_t item; /* the seq of the one asked about */
	struct tcn_explain_name other;
	bool later; /* the other came later: it has what is asked about */
	uint32_t shared, sentences; /* of the later one: struct tcn_placement */
	struct tcn_excerpts_sentences texts;
};

/* An item that an event counted. */
struct tcn_explain_counted {
	struct tcn_explain_name name;
	bool origin; /* the first with its text */
	bool linked; /* of a story in another language */
	bool publisher; /* the first of its outlet */
};

/* A story in another language that the event's story was linked with. */
struct tcn_explain_link {
	uint64_t story;
	char lang[8];
	double score; /* when they were linked */
	struct tcn_story_link_shared shared[TCN_STORY_LINK_NAMES];
	size_t shared_n; /* as they stood at the event's last revision */
};

struct tcn_explain_event {
	struct tcn_event event; /* terms and evidence not filled in */
	struct tcn_explain_counted *parts; /* by time */
	size_t parts_n;
	struct tcn_explain_link links[TCN_STORY_LINKS_MAX]; /* all there were */
	size_t links_n;
	uint32_t story_items; /* over the story's life */
	uint32_t story; /* index */
	struct tcn_story_verdict verdict;
};

/* An item that was asked about. */
struct tcn_explain_chosen {
	struct tcn_explain_name name;
	uint32_t story; /* index, or NONE: it came too late to count */
	uint32_t query; /* index of the query that chose it */
	bool by_id;
};

struct tcn_explain {
	/* The question. */
	const char *what; /* an item's or an event's id; NULL: why not */
	struct tcn_explain_query *queries;
	size_t queries_n;
	struct tcn_rule rule; /* whose figures are shown */
	const struct tcn_rule *rules; /* all; or NULL: that one */
	size_t rules_n;
	struct tcn_story_conf story_conf;
	struct tcn_clusters_conf clusters;

	/* The answer. */
	struct tcn_explain_item *items; /* of that id */
	size_t items_n, items_cap;
	struct tcn_explain_excerpt *excerpts; /* by when the later one came */
	size_t excerpts_n, excerpts_cap;
	struct tcn_explain_event *event; /* or NULL */
	struct tcn_explain_chosen *chosen;
	size_t chosen_n, chosen_cap;
	uint64_t repeats; /* items of that id passed over as known */
	struct tcn_explain_story *stories;
	size_t stories_n, stories_cap;

	struct tcn_pipeline *pipe;
	struct tcn_map by_id; /* story id -> index */
	struct tcn_arena arena;
	struct tcn_story_trace trace;
	struct tcn_clusters_near near[TCN_EXPLAIN_NEAR_MAX]; /* of the article
							      * at hand */
	size_t near_n;
};

/*
 * Begins an explanation. queries are those of --why-not and stay the caller's;
 * queries_n may be 0.
 */
void tcn_explain_open(struct tcn_explain *explain, struct tcn_pipeline *pipe,
    const struct tcn_pipeline_conf *conf, const char *what,
    struct tcn_explain_query *queries, size_t queries_n);
void tcn_explain_close(struct tcn_explain *explain);

/* Takes the article through the pipeline. */
TCN_MUST_USE enum tcn_rc tcn_explain_step(struct tcn_explain *explain,
    const struct tcn_article *article, struct tcn_err *err);

/* Whether nothing that may still come would change the answer. */
bool tcn_explain_done(const struct tcn_explain *explain);

/*
 * Ends the stream: decides for each query whether it is an id, and if it is,
 * drops what it chose as a pattern.
 */
void tcn_explain_end(struct tcn_explain *explain);

/* Whether anything was found. */
bool tcn_explain_found(const struct tcn_explain *explain);

/* Returns the story that this one ended in, after all merges. */
uint32_t tcn_explain_final_story(const struct tcn_explain *explain,
    uint32_t story);

/*
 * Write the explanation for people (explain_text.c) and for programs
 * (explain_json.c, as man/tocsin-explain.schema.json says).
 */
void tcn_explain_text(const struct tcn_explain *explain, struct tcn_buf *out);
void tcn_explain_json(const struct tcn_explain *explain, struct tcn_buf *out);

#endif

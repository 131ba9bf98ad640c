/*
 * tools/lab/eval/explain_impl.h - what the files of an explanation share: what
 * is noted as the stream passes, and the parts of its text and JSON. Private.
 */
#ifndef TCN_TOOLS_LAB_EVAL_EXPLAIN_IMPL_H
#define TCN_TOOLS_LAB_EVAL_EXPLAIN_IMPL_H

#include "engine/base/buf.h"
#include "tools/lab/eval/explain.h"

/*
 * Copies what people call an item; its number alone when its name is no longer
 * known.
 */
void tcn_explain_name_item(struct tcn_explain *explain, uint64_t seq,
    struct tcn_explain_name *name);

/* Notes what the article, which has just come, shares with an item that was
 * asked about, or with an earlier one when it is such an item itself. */
void tcn_explain_note_excerpt(struct tcn_explain *explain,
    const struct tcn_placement *place, const struct tcn_article *article);

/* Before the article is taken in: what is nearest to it, by its words, where
 * clusters are looked for; changes nothing. Then what came of that. */
void tcn_explain_ask_cluster(struct tcn_explain *explain,
    const struct tcn_article *article);
void tcn_explain_note_cluster(struct tcn_explain *explain,
    struct tcn_explain_item *item);

#define TCN_EXPLAIN_GROUPS 12 /* stories shown to a person */

/* What of an event's items is counted. */
enum tcn_explain_count {
	TCN_EXPLAIN_ITEMS,
	TCN_EXPLAIN_ORIGINS,
	TCN_EXPLAIN_PUBLISHERS,
};

/*
 * Returns the date of the nth item, origin or publisher; TCN_UNDATED when there
 * are fewer.
 */
int64_t tcn_explain_reached_ms(const struct tcn_explain_event *event,
    enum tcn_explain_count what, uint64_t n);

/* A story at the end of the stream, and how many chosen items are in it. */
struct tcn_explain_group {
	uint32_t story, n;
};

struct tcn_explain_groups {
	struct tcn_explain_group *at; /* those with most items first */
	size_t n, fired;
	uint64_t late; /* chosen items in no story */
};

/* Groups the chosen items by the story they ended in. */
void tcn_explain_group(const struct tcn_explain *explain,
    struct tcn_explain_groups *groups);
void tcn_explain_groups_fini(struct tcn_explain_groups *groups);

/* ---- text ---- */

/* Lists who shares sentences with the item: those that came later, or the one
 * before. */
void tcn_explain_add_excerpts(const struct tcn_explain *explain,
    const struct tcn_explain_item *item, bool later, struct tcn_buf *out);

/* Writes which cluster it came into and what was nearest; nothing where no rule
 * counts clusters. */
void tcn_explain_add_cluster(const struct tcn_explain *explain,
    const struct tcn_explain_item *item, struct tcn_buf *out);

/* Writes a blank and the string in quotes; nothing when it is empty. */
void tcn_explain_add_quoted(struct tcn_buf *out, struct tcn_str s);
void tcn_explain_add_when(struct tcn_buf *out, int64_t ms);

/* Writes an item's id, or its number when its name is no longer known. */
void tcn_explain_add_name(struct tcn_buf *out,
    const struct tcn_explain_name *name);

/*
 * Writes a line for each gate: what this rule demands and what the story had.
 */
void tcn_explain_add_gates(const struct tcn_rule *rule,
    const struct tcn_story_verdict *verdict, struct tcn_buf *out);

/* ---- JSON ---- */

/* Append members of the JSON of an item: its name, its excerpts, its
 * cluster. */
void tcn_explain_put_name(const struct tcn_explain_name *name,
    struct tcn_buf *out);
void tcn_explain_put_excerpts(const struct tcn_explain *explain,
    const struct tcn_explain_item *item, struct tcn_buf *out);
void tcn_explain_put_cluster(const struct tcn_explain *explain,
    const struct tcn_explain_item *item, struct tcn_buf *out);

#endif

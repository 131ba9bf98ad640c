/*
 * tools/eval/explain_write_impl.h - what text and JSON of an explanation share.
 * Private.
 */
#ifndef TCN_TOOLS_EVAL_EXPLAIN_WRITE_IMPL_H
#define TCN_TOOLS_EVAL_EXPLAIN_WRITE_IMPL_H

#include "engine/base/buf.h"
#include "tools/eval/explain.h"

#define TCN_EXPLAIN_GROUPS 12 /* stories shown to a person */

/* Which of an event's items count for what. */
enum tcn_explain_count {
	TCN_EXPLAIN_ITEMS,
	TCN_EXPLAIN_ORIGINS,
	TCN_EXPLAIN_PUBLISHERS,
};

/* The date of the nth item, origin or publisher; TCN_UNDATED: there were
 * fewer. */
int64_t tcn_explain_reached_ms(const struct tcn_explain_event *event,
    enum tcn_explain_count what, uint64_t n);

/* A story as it stands at the end, and how many chosen items it holds. */
struct tcn_explain_group {
	uint32_t story, n;
};

struct tcn_explain_groups {
	struct tcn_explain_group *at; /* those that hold most first */
	size_t n, fired;
	uint64_t late; /* chosen items in no story */
};

TCN_MUST_USE enum tcn_rc tcn_explain_group(const struct tcn_explain *explain,
    struct tcn_explain_groups *groups);
void tcn_explain_groups_fini(struct tcn_explain_groups *groups);

/* ---- text ---- */

void tcn_explain_text_item(const struct tcn_explain *explain,
    const struct tcn_explain_item *item, struct tcn_buf *out);
void tcn_explain_text_event(const struct tcn_explain *explain,
    struct tcn_buf *out);

/* A blank and the string in quotes; nothing when it is empty. */
void tcn_explain_add_quoted(struct tcn_buf *out, struct tcn_str s);
void tcn_explain_add_when(struct tcn_buf *out, int64_t ms);

/* An item's id, or its number when it is out of reach. */
void tcn_explain_add_name(struct tcn_buf *out,
    const struct tcn_explain_name *name);

/* What each gate queries by this rule and what the story had, a line each. */
void tcn_explain_add_gates(const struct tcn_explain *explain,
    const struct tcn_rule *rule, const struct tcn_story_verdict *verdict,
    struct tcn_buf *out);

/* How it went with a story after all: fired, or how far from it. */
void tcn_explain_add_outcome(const struct tcn_explain *explain,
    const struct tcn_explain_story *story, struct tcn_buf *out);

/* What held it back, each time that it changed. */
void tcn_explain_add_changes(const struct tcn_explain *e,
    const struct tcn_explain_story *story, struct tcn_buf *out);

#endif

/*
 * tools/web/web_event_impl.h - one event, as the pages about it share it.
 */
#ifndef TCN_TOOLS_WEB_WEB_EVENT_IMPL_H
#define TCN_TOOLS_WEB_WEB_EVENT_IMPL_H

#include "tools/base/json_out.h"
#include "tools/web/web_impl.h"
#include "tools/web/web_words.h"

/* What the interface says of it; parts of answer and history. */
struct tcn_web_event {
	struct tcn_json_value answer, history;
	struct tcn_json_value event, desk, reason;
	struct tcn_str id;
	bool is_open;
};

/* Asks about the event that the page's address names. False: the page was
 * sent. */
TCN_MUST_USE bool tcn_web_event_ask(struct tcn_web_page *page,
    struct tcn_web_event *e);

/* The same of an event that the page's form names; an empty id is none. */
TCN_MUST_USE bool tcn_web_event_ask_about(struct tcn_web_page *page,
    struct tcn_str id, struct tcn_web_event *e);

/* Begins the page; kind: what the script is told that it is. */
void tcn_web_event_begin(struct tcn_web_page *page,
    const struct tcn_web_event *e, const char *kind);

/* A line back to the event, and the heading of a page about a part of it. */
void tcn_web_event_heading(struct tcn_web_page *page,
    const struct tcn_web_event *e, const char *what);

/* Items, texts, publishers, of holds, and the time to the alarm of an event or
 * of one of its revisions: what an event holds by the orders of a desk is other
 * than what it counted. */
void tcn_web_event_figures(struct tcn_buf *out,
    const struct tcn_json_value *event, const struct tcn_json_value *holds);

/* A form that chooses two revisions to compare: those that stand chosen. */
void tcn_web_compare_form(struct tcn_web_page *page,
    const struct tcn_web_event *e, const char *from, const char *to);

/* What a desk may do about it. */
void tcn_web_desk_acts(struct tcn_web_page *page,
    const struct tcn_web_event *e);

/* A button that takes a merge back, by its number; nothing when that is 0, or
 * for who may not. */
void tcn_web_desk_unmerge(struct tcn_web_page *page, double merge);

/* What it did, what was sent, what is silenced; revisions and formats. */
void tcn_web_desk_rail(struct tcn_web_page *page,
    const struct tcn_web_event *e);

#endif

/*
 * tools/serve/web/web_event_impl.h - one event, as the pages about it share it.
 */
#ifndef TCN_TOOLS_SERVE_WEB_WEB_EVENT_IMPL_H
#define TCN_TOOLS_SERVE_WEB_WEB_EVENT_IMPL_H

#include "tools/base/json_out.h"
#include "tools/serve/web/web_impl.h"
#include "tools/serve/web/web_words.h"

/* What the interface says of it; parts of answer and history. */
struct tcn_web_event {
	struct tcn_json_value answer, history;
	struct tcn_json_value event;
	struct tcn_str id;
};

/*
 * Asks about the event that the page's address names. The view gets the answer
 * and the history under their names, and the event as "about", with "open" and
 * "alarm_after". False: the page was sent.
 */
TCN_MUST_USE bool tcn_web_event_ask(struct tcn_web_page *page,
    struct tcn_web_event *e);

/* The same of an event that the page's form names; an empty id is none. */
TCN_MUST_USE bool tcn_web_event_ask_about(struct tcn_web_page *page,
    struct tcn_str id, struct tcn_web_event *e);

/* Asks a route of the event of that id, "/v1/events/ID" and what follows. */
TCN_MUST_USE bool tcn_web_event_ask_part(struct tcn_web_page *page,
    struct tcn_str id, const char *part, struct tcn_json_value *answer);

/* Sets "since": what was revised, and done by desks, since its reader looked at
 * it; nothing where they never did. */
void tcn_web_event_set_since(struct tcn_web_page *page,
    const struct tcn_web_event *e);

/* Sends the page: a template of that name under a heading. The script gets the
 * same name as the kind of the page. */
void tcn_web_event_send(struct tcn_web_page *page,
    const struct tcn_web_event *e, const char *name, const char *heading);

/* The same where the script gets another kind than the template's name. */
void tcn_web_event_send_as(struct tcn_web_page *page,
    const struct tcn_web_event *e, const char *kind, const char *name,
    const char *heading);

/* Marks two of the revisions in the answer, by their numbers, as those that are
 * compared: "is_from" and "is_to". */
void tcn_web_compare_choose(struct tcn_web_page *page,
    const struct tcn_web_event *e, struct tcn_str from, struct tcn_str to);

#endif

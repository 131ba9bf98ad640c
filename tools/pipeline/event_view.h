/*
 * tools/pipeline/event_view.h - a view of the open events: what a reader of the
 * page Now, a listener to the stream, a feed or an edition asks for.
 *
 * An address, a request's query and a saved view ("page=now&lang=fr") have the
 * same names and values:
 *
 *	state       all (the default), unacked, acked or silenced
 *	severity    at least this one
 *	lang        a language that it is told in: en
 *	place       where it is: a country's code or name, or a city's name
 *	rule        exactly
 *	owner       who owns it; empty: nobody
 *	source      an outlet that told of it; case does not count, nor below
 *	category    as one of its items was sent, or is predicted
 *	q           words, each of which begins a word of its headline or terms;
 *	            of one without a headline of its own the article's title
 *
 * Of any other value of white space nothing is asked.
 */
#ifndef TCN_TOOLS_PIPELINE_EVENT_VIEW_H
#define TCN_TOOLS_PIPELINE_EVENT_VIEW_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/store_now.h"

struct tcn_event_view {
	enum tcn_severity severity; /* at least */
	const char *state, *owner, *lang, *rule; /* NULL: any */
	const char *source, *category, *q;
	struct tcn_str words; /* of q: folded */
	const char *place; /* a country's code, or the zone of a city */
};

/* Name i of those above, from 0; NULL after the last. */
const char *tcn_event_view_name(size_t i);

/*
 * Adds one condition; a value of NULL adds none. Texts are views and must
 * outlive this one, which starts out zeroed; what is made of them lives in
 * arena. TCN_INVALID: err says what values the name takes.
 */
TCN_MUST_USE enum tcn_rc tcn_event_view_take(struct tcn_event_view *view,
    const char *name, const char *value, struct tcn_arena *arena,
    struct tcn_err *err);

/* Whether it asks for nothing. */
bool tcn_event_view_is_all(const struct tcn_event_view *view);

/* How a saved view begins, so that it is no saved search. */
#define TCN_EVENT_VIEW_PAGE "page=now"

/* Whether a saved query is a view of events: it begins with
 * TCN_EVENT_VIEW_PAGE. */
bool tcn_event_view_is(struct tcn_str query);

/*
 * Reads a saved view; texts live in arena. Appends the same in one way of
 * writing to clean, unless that is NULL. TCN_INVALID: err says what to mend.
 */
TCN_MUST_USE enum tcn_rc tcn_event_view_read(struct tcn_str query,
    struct tcn_arena *arena, struct tcn_event_view *view, struct tcn_buf *clean,
    struct tcn_err *err);

/* Appends the words of a text as q is compared with them: folded, a blank
 * before each. */
void tcn_event_view_fold(struct tcn_str text, struct tcn_buf *out);

/* What a view looks at. */
struct tcn_event_view_of {
	enum tcn_severity severity;
	struct tcn_str rule, owner, words; /* words: folded */
	const struct tcn_event_languages *languages;
	const struct tcn_event_places *places;
	bool acknowledged, silenced;
	struct tcn_store_ids stories; /* whose items it is about */
};

/* Whether the view shows it. Asks the store, a look at its items, only for
 * source and category. Errors: the store's. */
TCN_MUST_USE enum tcn_rc
tcn_event_view_matches(const struct tcn_event_view *view,
    const struct tcn_store *store, const struct tcn_event_view_of *of,
    bool *lets);

/* The same of an event as it is stored, with some queries; it is never taken
 * for silenced. */
TCN_MUST_USE enum tcn_rc
tcn_event_view_lets_event(const struct tcn_event_view *view,
    const struct tcn_store *store, const struct tcn_event *event,
    struct tcn_arena *arena, bool *lets);

#endif

/*
 * tools/pipeline/desk.h - actions of a desk on events, for commands and the
 * HTTP interface.
 *
 * sql/store_desk.h and sql/store_silences.h store the actions; rules/silence.h
 * decides what a silence covers. This module has what commands and interface
 * share: texts are cleaned before they are stored, and events are looked up for
 * a person. Times are unix milliseconds of the wall clock.
 * (tools/serve/live/api_json.h writes actions and silences as JSON.)
 */
#ifndef TCN_TOOLS_PIPELINE_DESK_H
#define TCN_TOOLS_PIPELINE_DESK_H

#include "engine/base/err.h"
#include "engine/item/prepare.h"
#include "rules/silence.h"
#include "sql/store_desk.h"
#include "sql/store_read.h"
#include "sql/store_silences.h"

/* The most characters of an author, an owner or the value of a silence; and of
 * a note or a reason. */
#define TCN_DESK_NAME_CHARS 100
#define TCN_DESK_NOTE_CHARS 4000

/*
 * Sets *clean to text as it may be stored: clean, one line, trimmed, with a NUL
 * behind it. clean may point to text itself. TCN_INVALID: it is empty or too
 * long, and err, which calls it `name`, says so.
 */
TCN_MUST_USE enum tcn_rc tcn_desk_clean_text(const char *name,
    struct tcn_str text, size_t chars_max, struct tcn_arena *arena,
    struct tcn_str *clean, struct tcn_err *err);

/*
 * Sets *by to the silence that covers this event now, in arena, or NULL. The
 * event's items must be stored; a revision without evidence has the evidence of
 * the first. Costs one query while there is no silence.
 */
TCN_MUST_USE enum tcn_rc tcn_desk_silenced(const struct tcn_store *store,
    struct tcn_prepare *prep, const struct tcn_event *event, int64_t now_ms,
    struct tcn_arena *arena, const struct tcn_silence **by);

/* Lists all silences, past ones too, that cover the event, each by itself. */
TCN_MUST_USE enum tcn_rc tcn_desk_silences_of(const struct tcn_store *store,
    struct tcn_prepare *prep, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_store_silence_list *list);

/* Counts how many of the last events (*looked, 50 at most) a silence would
 * cover, whenever they fired, to show to the person who adds it. */
TCN_MUST_USE enum tcn_rc tcn_desk_count_covered(const struct tcn_store *store,
    struct tcn_prepare *prep, const struct tcn_silence *silence,
    struct tcn_arena *arena, size_t *looked, size_t *covered);

/* Sets *nearest to the stored event id most like a mistyped one, in arena; its
 * `at` is NULL when none is. */
TCN_MUST_USE enum tcn_rc tcn_desk_nearest_id(const struct tcn_store *store,
    const char *id, struct tcn_arena *arena, struct tcn_str *nearest);

#endif

/*
 * tools/pipeline/desk.h - what a desk does about events: for commands and
 * interface.
 *
 * sql/store_desk.h and sql/store_silences.h keep what was done; rules/silence.h
 * judges what a silence covers. Here lies what every way in has in common:
 * texts are made fit to be kept, and an action is a transaction of its own.
 * Times are the wall clock's. (As JSON: tools/daemon/api_json.h.)
 */
#ifndef TCN_TOOLS_PIPELINE_DESK_H
#define TCN_TOOLS_PIPELINE_DESK_H

#include "engine/base/err.h"
#include "engine/item/prepare.h"
#include "rules/silence.h"
#include "sql/store_desk.h"
#include "sql/store_read.h"
#include "sql/store_silences.h"

/* Of an author, an owner, what is silenced; of a note or a reason. */
#define TCN_DESK_NAME_CHARS 100
#define TCN_DESK_NOTE_CHARS 4000

/*
 * text as it may be kept: clean, one line, trimmed, with a NUL behind it; it
 * may be what is given as text. TCN_INVALID: it is empty
 * or too long, and err says so of `name`; TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_desk_clean_text(const char *name,
    struct tcn_str text, size_t chars_max, struct tcn_arena *arena,
    struct tcn_str *clean, struct tcn_err *err);

/* Takes an action in a transaction of its own; none may be open. err: the
 * store's failure. */
TCN_MUST_USE enum tcn_rc tcn_desk_act(struct tcn_store *store,
    struct tcn_store_action *action, struct tcn_arena *arena,
    enum tcn_store_act_result *came);

/* The same for a new silence, and for the end of one. */
TCN_MUST_USE enum tcn_rc tcn_desk_silence(struct tcn_store *store,
    struct tcn_silence *silence);
TCN_MUST_USE enum tcn_rc tcn_desk_end_silence(struct tcn_store *store,
    uint64_t id, int64_t at_ms, struct tcn_str by, bool *found);

/*
 * The silence that covers this event now in *by, or NULL. The event's items
 * must be stored; a later revision without evidence has that of its first.
 * Costs one query while nothing is silenced. by lives in arena.
 */
TCN_MUST_USE enum tcn_rc tcn_desk_silenced(struct tcn_store *store,
    struct tcn_prepare *prep, const struct tcn_event *event, int64_t now_ms,
    struct tcn_arena *arena, const struct tcn_silence **by);

/* All silences there ever were that, alone, cover the event. */
TCN_MUST_USE enum tcn_rc tcn_desk_silences_of(struct tcn_store *store,
    struct tcn_prepare *prep, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_store_silence_list *list);

/* Of the last so many events (*looked), how many it covers, whenever they
 * fired: what somebody who adds a silence wants to know. */
TCN_MUST_USE enum tcn_rc tcn_desk_count_covered(struct tcn_store *store,
    struct tcn_prepare *prep, const struct tcn_silence *silence,
    struct tcn_arena *arena, size_t *looked, size_t *covered);

/* The known event id most like a mistyped one, in arena, or at NULL. */
TCN_MUST_USE enum tcn_rc tcn_desk_nearest_id(struct tcn_store *store,
    const char *id, struct tcn_arena *arena, struct tcn_str *nearest);

#endif

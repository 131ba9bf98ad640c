/*
 * tools/base/json_record.h - a record as JSON, by the table of its fields
 * (engine/base/fields.h), and the schema of that.
 *
 * Both append members to an object that is open. Texts from outside are cleaned
 * (tools/base/safe.h); an empty one is null, left out, or "", as its field
 * says. Memory that is needed meanwhile is arena's. Cost: O(what is written).
 */
#ifndef TCN_TOOLS_BASE_JSON_RECORD_H
#define TCN_TOOLS_BASE_JSON_RECORD_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/fields.h"

/* Appends a member for each field of the record, whose struct stands at
 * `at`. */
void tcn_json_record(struct tcn_buf *out, const struct tcn_fields *record,
    const void *at, struct tcn_arena *arena);

/* The same as an object of its own. */
void tcn_json_object(struct tcn_buf *out, const char *key,
    const struct tcn_fields *record, const void *at, struct tcn_arena *arena);

/* The text as tcn_json_record() shows one: cut at chars; flags are a field's.
 */
void tcn_json_record_text(struct tcn_buf *out, const char *key,
    struct tcn_str s, size_t chars, unsigned flags, struct tcn_arena *arena);

#endif

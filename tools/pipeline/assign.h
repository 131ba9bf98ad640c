/*
 * tools/pipeline/assign.h - the assignments file: where every item ended up.
 *
 * A line an item, in order of arrival:
 *   {"id":..., "story":..., "duplicate_of":..., "distance":...}
 * A story may be merged into another long after an item joined it, and the
 * file says how things stood at the end. With a store it is written from
 * there, for the items of this run's input, whichever run took them in.
 * Without one rows wait in a temporary file (memory stays flat for any
 * stream) and are written out when all is known.
 */
#ifndef TCN_TOOLS_PIPELINE_ASSIGN_H
#define TCN_TOOLS_PIPELINE_ASSIGN_H

#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"
#include "sql/store.h"
#include "tools/base/out.h"
#include "tools/pipeline/seqset.h"

struct tcn_assign {
	FILE *rows; /* one a seq, fixed size */
	FILE *ids; /* their ids, one behind the other */
	uint64_t first_seq; /* of the first row */
	uint64_t rows_n;
	uint64_t ids_bytes;
	struct tcn_map merged; /* story -> the story it went into */
};

TCN_MUST_USE enum tcn_rc tcn_assign_open(struct tcn_assign *assign,
    struct tcn_err *err);
void tcn_assign_close(struct tcn_assign *assign);

/* Notes an item. Each seq is one more than the one before. */
TCN_MUST_USE enum tcn_rc tcn_assign_add(struct tcn_assign *assign,
    struct tcn_str id, const struct tcn_placement *placement,
    struct tcn_err *err);

/* Notes that a story went into another. */
TCN_MUST_USE enum tcn_rc tcn_assign_merge(struct tcn_assign *assign,
    uint64_t from, uint64_t into);

/* Writes all lines to out. An original is never older than the first row. */
TCN_MUST_USE enum tcn_rc tcn_assign_write(struct tcn_assign *assign,
    struct tcn_out *out, struct tcn_err *err);

/* The same from a store, for these items. */
TCN_MUST_USE enum tcn_rc tcn_assign_write_stored(struct tcn_store *st,
    const struct tcn_seqset *items, struct tcn_out *out, struct tcn_err *err);

/* --- What both share. --- */

/* Follows redirects to the story that stands. */
uint64_t tcn_assign_resolve(const struct tcn_map *merged, uint64_t story);

/* Appends a line; story 0 is none, original.at NULL no copy. */
void tcn_assign_line(struct tcn_buf *line, struct tcn_str id, uint64_t story,
    struct tcn_str original, unsigned distance);

#endif

/*
 * tools/pipeline/assign.h - writes the assignments file: the story of each
 * item.
 *
 * One line for each item, in order of arrival:
 *	{"id":..., "story":..., "duplicate_of":..., "distance":...}
 * A story may be merged into another long after an item joined it; the file has
 * the stories as they are at the end. With a store it is written from there,
 * for the items of this run's input, whichever run stored them. Without one the
 * rows are kept in temporary files, so that memory does not grow with the
 * stream, and are written at the end.
 *
 * Call order: open; add and merge in the order of the stream; write; close.
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
	FILE *rows; /* one for each item, of fixed size */
	FILE *ids; /* their ids, one after the other */
	uint64_t first_seq; /* arrival number of the first row */
	uint64_t rows_n;
	uint64_t ids_bytes;
	struct tcn_map merged; /* story -> the story it was merged into */
};

/* TCN_IO: no temporary file can be made. */
TCN_MUST_USE enum tcn_rc tcn_assign_open(struct tcn_assign *assign,
    struct tcn_err *err);
void tcn_assign_close(struct tcn_assign *assign);

/* Adds an item, whose arrival number is one more than that of the item before.
 * It must be open. TCN_IO: the temporary file cannot be written. */
TCN_MUST_USE enum tcn_rc tcn_assign_add(struct tcn_assign *assign,
    struct tcn_str id, const struct tcn_placement *placement,
    struct tcn_err *err);

/* Records that a story was merged into another. */
void tcn_assign_merge(struct tcn_assign *assign, uint64_t from, uint64_t into);

/* Writes all lines to out. No item may be a copy of one older than the first
 * row. */
TCN_MUST_USE enum tcn_rc tcn_assign_write(struct tcn_assign *assign,
    struct tcn_out *out, struct tcn_err *err);

/* Writes the lines of these items from a store. */
TCN_MUST_USE enum tcn_rc tcn_assign_write_stored(const struct tcn_store *st,
    const struct tcn_seqset *items, struct tcn_out *out, struct tcn_err *err);

/* --- What both ways of writing share. --- */

/* Follows merges to the story that an item is in at the end. */
uint64_t tcn_assign_resolve(const struct tcn_map *merged, uint64_t story);

/* Appends a line. story 0: none; original.at NULL: the item is no copy. */
void tcn_assign_line(struct tcn_buf *line, struct tcn_str id, uint64_t story,
    struct tcn_str original, unsigned distance);

#endif

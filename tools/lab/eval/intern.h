/*
 * tools/lab/eval/intern.h - strings as small numbers, from 0 in the order they
 * come.
 *
 * A string is looked up by its hash and compared byte for byte, so that two
 * strings never share a number. Once nothing is put in any more, any number of
 * threads may look up. Memory: about 60 bytes a string besides its own. A
 * look-up costs one or two cache misses.
 */
#ifndef TCN_TOOLS_LAB_EVAL_INTERN_H
#define TCN_TOOLS_LAB_EVAL_INTERN_H

#include <assert.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

#define TCN_INTERN_NONE UINT32_MAX

struct tcn_intern_row {
	struct tcn_str s; /* ends with a NUL */
	uint32_t next; /* the next row of the same hash */
};

struct tcn_intern {
	struct tcn_arena arena;
	struct tcn_map first; /* hash -> the latest row that has it */
	struct tcn_intern_row *rows;
	size_t n, cap;
};

void tcn_intern_init(struct tcn_intern *intern);
void tcn_intern_fini(struct tcn_intern *intern);

/* Sets *number to that of s, a new one when s is new. TCN_LIMIT at 2^32 - 1. */
TCN_MUST_USE enum tcn_rc tcn_intern_put(struct tcn_intern *intern,
    struct tcn_str s, uint32_t *number);

/* Returns the number of s, or TCN_INTERN_NONE when it was never put in. */
uint32_t tcn_intern_find(const struct tcn_intern *intern, struct tcn_str s);

static inline struct tcn_str
tcn_intern_at(const struct tcn_intern *intern, uint32_t number)
{
	assert(number < intern->n);
	return intern->rows[number].s;
}

#endif

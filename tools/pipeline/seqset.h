/*
 * tools/pipeline/seqset.h - a set of arrival numbers, as a bitmap.
 *
 * Memory: one bit for each number up to the largest.
 */
#ifndef TCN_TOOLS_PIPELINE_SEQSET_H
#define TCN_TOOLS_PIPELINE_SEQSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

/* A struct of all zero is empty. */
struct tcn_seqset {
	uint64_t *words; /* number n is bit n % 64 of words[n / 64] */
	size_t words_n, cap;
	uint64_t min_seq; /* the least number; 0: empty */
};

void tcn_seqset_fini(struct tcn_seqset *set);

/* Adds seq > 0; *added is false when it was there. */
void tcn_seqset_add(struct tcn_seqset *set, uint64_t seq, bool *added);
bool tcn_seqset_has(const struct tcn_seqset *set, uint64_t seq);

/* Checks that min_seq is the least number of the set: TCN_INVALID with a
 * sentence in err when it is not. For tests. */
TCN_MUST_USE enum tcn_rc tcn_seqset_check(const struct tcn_seqset *set,
    struct tcn_err *err);

#endif

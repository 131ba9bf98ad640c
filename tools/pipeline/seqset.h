/*
 * tools/pipeline/seqset.h - a set of arrival numbers: one bit each, up to the
 * largest.
 */
#ifndef TCN_TOOLS_PIPELINE_SEQSET_H
#define TCN_TOOLS_PIPELINE_SEQSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"

/* All zero is empty. */
struct tcn_seqset {
	uint64_t *words;
	size_t words_n, cap;
	uint64_t min_seq; /* 0: empty */
};

void tcn_seqset_fini(struct tcn_seqset *set);

/* seq > 0. *added: it was not there. TCN_NOMEM changes nothing. */
TCN_MUST_USE enum tcn_rc tcn_seqset_add(struct tcn_seqset *set, uint64_t seq,
    bool *added);
bool tcn_seqset_has(const struct tcn_seqset *set, uint64_t seq);

#endif

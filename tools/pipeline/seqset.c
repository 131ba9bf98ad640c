#include "tools/pipeline/seqset.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"

void
tcn_seqset_fini(struct tcn_seqset *set)
{
	tcn_mem_free(set->words);
	*set = (struct tcn_seqset){ 0 };
}

void
tcn_seqset_add(struct tcn_seqset *set, uint64_t seq, bool *added)
{
	size_t at = (size_t)(seq / 64);
	uint64_t bit = UINT64_C(1) << seq % 64;
	uint64_t *words = set->words;

	assert(seq > 0);
	if (at >= set->words_n) {
		words = tcn_mem_grow(words, &set->cap, at + 1, sizeof *words);
		memset(words + set->words_n, 0,
		    (set->cap - set->words_n) * sizeof *words);
		set->words = words;
		set->words_n = set->cap;
	}
	*added = !(words[at] & bit);
	words[at] |= bit;
	if (!set->min_seq || seq < set->min_seq)
		set->min_seq = seq;
}

bool
tcn_seqset_has(const struct tcn_seqset *set, uint64_t seq)
{
	return seq / 64 < set->words_n && set->words[seq / 64] >> seq % 64 & 1;
}

enum tcn_rc
tcn_seqset_check(const struct tcn_seqset *set, struct tcn_err *err)
{
	uint64_t least = 0;

	for (size_t i = 0; i < set->words_n && !least; i++)
		for (unsigned bit = 0; bit < 64 && !least; bit++)
			if (set->words[i] >> bit & 1)
				least = i * 64 + bit;
	return least == set->min_seq
	    ? TCN_OK
	    : tcn_err_set(err, TCN_INVALID,
		  "the least number is not the one recorded");
}

/*
 * tools/lab/bench/paper/paper_altered.h - texts altered as they are when they
 * are printed again: cut, set among other text, edited.
 */
#ifndef TCN_TOOLS_LAB_BENCH_PAPER_PAPER_ALTERED_H
#define TCN_TOOLS_LAB_BENCH_PAPER_PAPER_ALTERED_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"

enum tcn_paper_altered_kind {
	TCN_PAPER_ALTERED_HALF, /* the first half of its sentences */
	TCN_PAPER_ALTERED_THIRD,
	TCN_PAPER_ALTERED_LONGER, /* and 30 % of foreign sentences */
	TCN_PAPER_ALTERED_DOUBLED, /* and as many foreign ones */
	TCN_PAPER_ALTERED_EVERY_3RD, /* a word in every third sentence */
	TCN_PAPER_ALTERED_WORDS, /* one word in twenty, by chance */
	TCN_PAPER_ALTERED_KINDS,
};

/* Sentences that a text must have for all kinds to leave three of them. */
#define TCN_PAPER_ALTERED_LEAST 9

/* What was done to the text, in words: "a word changed in every third
 * sentence". */
const char *tcn_paper_altered_name(enum tcn_paper_altered_kind kind);

/*
 * Appends the text of n sentences, altered; foreign is what is added, from its
 * beginning again when it is too short. The same seed changes the same words.
 */
void tcn_paper_altered(enum tcn_paper_altered_kind kind,
    const struct tcn_str *sentences, size_t n, const struct tcn_str *foreign,
    size_t foreign_n, uint64_t seed, struct tcn_buf *out);

#endif

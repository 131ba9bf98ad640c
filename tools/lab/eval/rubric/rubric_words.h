/*
 * tools/lab/eval/rubric/rubric_words.h - how much two texts have in common.
 *
 * The rubric does not ask the code that it judges: a word here is a run of
 * letters and digits, folded by ICU, whatever the language; an ideograph is a
 * word of its own. Nothing is stemmed. Pure.
 */
#ifndef TCN_TOOLS_LAB_EVAL_RUBRIC_RUBRIC_WORDS_H
#define TCN_TOOLS_LAB_EVAL_RUBRIC_RUBRIC_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_rubric_words {
	uint64_t *all; /* a hash for each word, in order */
	size_t n;
	uint64_t *heavy; /* those with four letters or a digit; sorted, once */
	size_t heavy_n;
	uint64_t *numbers; /* of these, those with a digit; unsorted */
	size_t numbers_n;
};

/* Cuts the text, at most 64 KiB of it, into words that live in arena.
 * O(n log n). */
void tcn_rubric_words(struct tcn_str text, struct tcn_arena *arena,
    struct tcn_rubric_words *words);

/* Cosine of the heavy words of both, each counting once: 0 to 1; 0 where one
 * has none. O(words). */
double tcn_rubric_alike(const struct tcn_rubric_words *a,
    const struct tcn_rubric_words *b);

/* Whether a line says nothing that the other does not: three fifths of its
 * heavy words are words of the other, and all its numbers. false where it has
 * none. O(words). */
bool tcn_rubric_repeats(const struct tcn_rubric_words *line,
    const struct tcn_rubric_words *other);

/*
 * ROUGE-N (Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", 2004)
 * as F1, since recall alone rewards length: runs of n words, 1 or 2, that both
 * have. O(n log n).
 */
void tcn_rubric_rouge(const struct tcn_rubric_words *report,
    const struct tcn_rubric_words *article, size_t n, struct tcn_arena *arena,
    double *f1);

/* Whether the text holds the number, by itself: 1200 is in "1,200 dead",
 * "1.200 Tote" and "1 200 morts", but not in "11,200". Thousandths count. */
bool tcn_rubric_has_number(struct tcn_str text, double low, double high);

#endif

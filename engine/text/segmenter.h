/*
 * engine/text/segmenter.h - cuts what is written without spaces into words.
 *
 * ICU does it, by the word rules of Unicode (UAX #29) and its dictionaries.
 * Han characters side by side that the dictionary takes for words of one
 * character are taken in overlapping pairs, as is usual in retrieval (Nie and
 * others, "On the use of words and n-grams for Chinese information retrieval",
 * 2000): most are parts of a name, of which one character says nothing.
 *
 * A segmenter reads one run of text at a time: open, then next until it says
 * that there is nothing more. Not thread safe: one segmenter, one thread. Cost:
 * ICU's, a microsecond or so a word.
 */
#ifndef TCN_ENGINE_TEXT_SEGMENTER_H
#define TCN_ENGINE_TEXT_SEGMENTER_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/rc.h"
#include "engine/base/str.h"

enum tcn_segmenter_kind {
	TCN_SEGMENTER_NONE, /* no word of a segmenter */
	TCN_SEGMENTER_KNOWN, /* the dictionary has it */
	TCN_SEGMENTER_UNKNOWN, /* it has not, or it is in katakana: a name? */
	TCN_SEGMENTER_OVERLAP, /* a pair that begins within an unknown one */
};

struct tcn_segmenter;

struct tcn_segmenter *tcn_segmenter_new(void);
void tcn_segmenter_free(struct tcn_segmenter *segmenter); /* or NULL */

/* Begins with a run, UTF-8, which must outlive the reading. One that is Chinese
 * is cut where it would be in simplified characters (hans.h), so that both are
 * cut alike. */
void tcn_segmenter_open(struct tcn_segmenter *segmenter, struct tcn_str run,
    bool chinese);

/* The next word, a part of the run, or false at its end. */
bool tcn_segmenter_next(struct tcn_segmenter *segmenter, struct tcn_str *word,
    enum tcn_segmenter_kind *kind);

#endif

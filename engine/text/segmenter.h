/*
 * engine/text/segmenter.h - cuts text that is written without spaces into
 * words.
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
	TCN_SEGMENTER_NONE, /* the word is from no segmenter */
	TCN_SEGMENTER_KNOWN, /* the dictionary has it */
	/* it has not, or the word is in katakana: maybe a name */
	TCN_SEGMENTER_UNKNOWN,
	TCN_SEGMENTER_OVERLAP, /* a pair that begins within an unknown one */
};

struct tcn_segmenter;

struct tcn_segmenter *tcn_segmenter_new(void);
void tcn_segmenter_free(struct tcn_segmenter *segmenter); /* or NULL */

/* Starts to read a run of text, UTF-8, which must outlive the reading. A
 * Chinese run is cut where its form in simplified characters (hans.h) would be,
 * so that both forms give the same words. */
void tcn_segmenter_open(struct tcn_segmenter *segmenter, struct tcn_str run,
    bool chinese);

/* Sets *word to the next word, a part of the run; false at the end. */
bool tcn_segmenter_next(struct tcn_segmenter *segmenter, struct tcn_str *word,
    enum tcn_segmenter_kind *kind);

#endif

/*
 * tools/tell/summary/cognates.h - whether two lines say the same, whatever
 * their languages.
 *
 * Stems compare words of one language (summary_terms.h). A statement that is
 * told in Italian and again in Spanish has other stems, but most of its names
 * and many of its words begin alike. Two words are *cognates* here when their
 * first four letters are the same, without accents or case, as are two numbers
 * that are equal (Simard, Foster, Isabelle, "Using cognates to align sentences
 * in bilingual corpora", TMI 1992). Words of under four letters say nothing; an
 * ideograph is a word.
 *
 * How alike two lines are is the cosine of their sets (summary_terms.h). It is
 * at least as much as that of their words of four letters as written, but for
 * lines that begin many words alike.
 *
 * Cost: O(bytes); a word that is not ASCII takes a microsecond.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_COGNATES_H
#define TCN_TOOLS_TELL_SUMMARY_COGNATES_H

#include "tools/tell/summary/summary_terms.h"

/* Cosine from which a line says what another says. */
#define TCN_COGNATES_ALIKE 0.6

/* Reads a line, UTF-8; the set is in arena. */
void tcn_cognates_read(struct tcn_str line, struct tcn_arena *arena,
    struct tcn_summary_terms *cognates);

/* Whether two lines say the same. O(words). */
bool tcn_cognates_alike(struct tcn_summary_terms a, struct tcn_summary_terms b);

#endif

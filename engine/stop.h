/*
 * engine/stop.h - function words: the words that say how, not what.
 *
 * Lists written for this program, by language. They hold articles, pronouns,
 * prepositions, conjunctions, auxiliaries and their forms; no word that
 * carries news, and none whose capitals do ("US", "WHO", "IT" are not told
 * from "us", "who", "it" after folding, so the first two are left out).
 * Words common for another reason are told by their document frequency.
 */
#ifndef TCN_ENGINE_STOP_H
#define TCN_ENGINE_STOP_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/str.h"

/* The words of lang, each with a space before and behind; NULL: no list. */
const char *tcn_stop_list(const char *lang);

/* word (folded, without apostrophes) is in the list. A scan of the list. */
bool tcn_stop_in(const char *list, struct tcn_str word);

/* The languages that have a list, in a fixed order; NULL past the end. */
const char *tcn_stop_lang(size_t i);

#endif

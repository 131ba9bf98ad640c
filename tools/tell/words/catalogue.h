/*
 * tools/tell/words/catalogue.h - reads a catalogue of messages in the binary
 * form of gettext (a .mo file, as msgfmt makes it).
 *
 * glibc's own reader serves one language a process: it follows the locale,
 * which has to be installed, and the environment. Here several languages are
 * needed at once, without either (words.h), so the form is read in place: two
 * tables of the same length, messages in the order of their bytes and their
 * translations. A message with a context is "context\4message"; one of a count
 * has two texts, each ended by a zero, and its translation as many as the
 * language has forms.
 *
 * The bytes may be hostile: all is checked once, when a catalogue is opened.
 * Nothing is copied; the bytes must outlive it. Opening costs O(bytes), finding
 * O(log n) comparisons.
 */
#ifndef TCN_TOOLS_TELL_WORDS_CATALOGUE_H
#define TCN_TOOLS_TELL_WORDS_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/str.h"

/* All zero: a catalogue without messages. */
struct tcn_catalogue {
	struct tcn_str bytes;
	bool swapped; /* numbers with the highest byte first */
	size_t n; /* messages, the header included */
	size_t messages, translations; /* offsets of the tables */
};

/* Errors: TCN_INVALID, and err says at which message. */
TCN_MUST_USE enum tcn_rc tcn_catalogue_open(struct tcn_str bytes,
    struct tcn_catalogue *catalogue, struct tcn_err *err);

/* The translation of a message, all its forms with the zeros between them; at
 * NULL: there is none. context NULL: none. of a count: its first text. */
struct tcn_str tcn_catalogue_find(const struct tcn_catalogue *catalogue,
    const char *context, const char *message);

/* A message, its context before it, and its translation. i < n. */
struct tcn_catalogue_entry {
	struct tcn_str message, translation;
};

struct tcn_catalogue_entry
tcn_catalogue_at(const struct tcn_catalogue *catalogue, size_t i);

/* The i-th of the texts between zeros, which ends in a zero; NULL behind the
 * last. */
const char *tcn_catalogue_form(struct tcn_str texts, size_t i);

#endif

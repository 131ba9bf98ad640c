/*
 * tools/intake/tagger/apertium.h - the stream format of Apertium's programs:
 * texts are written in it, and their answers read.
 *
 * What a program adds to a text stands between '^' and '$': the word as it was
 * written, and behind '/' each of its readings, a lemma and tags. An unknown
 * word has one reading, which begins with '*'. Some readings are several words
 * in one, joined by '+'. All else is the text itself, where what has a meaning
 * in the format stands behind a backslash:
 *
 *	^Murieron/morir<vblex><ifi><p3><pl>$ ^al/a<pr>+el<det><def><m><sg>$
 *
 * (Apertium wiki, "Apertium stream format"; Forcada et al., Apertium: a
 * free/open-source platform for rule-based machine translation, 2011.)
 *
 * An answer is what another program said, so nothing in it is taken on trust.
 * It has to say the whole text again, to the byte; so one that is cut, late,
 * or of another text is found out at once.
 *
 * Cost: O(bytes).
 */
#ifndef TCN_TOOLS_INTAKE_TAGGER_APERTIUM_H
#define TCN_TOOLS_INTAKE_TAGGER_APERTIUM_H

#include <stdbool.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "engine/text/content.h"

enum {
	TCN_APERTIUM_TEXT_MAX =
	    64 * 1024, /* bytes of a text; the rest is cut */
	TCN_APERTIUM_WORD_MAX = 128, /* bytes between two blanks, likewise */
};

/*
 * Appends a text as a request, with its NUL: the title as a sentence of its
 * own, then the text. Both are UTF-8. Control characters and soft hyphens are
 * left out, and blanks are one space. *title_n: bytes of the request that are
 * the title's.
 */
void tcn_apertium_write(struct tcn_str title, struct tcn_str text,
    struct tcn_buf *request, size_t *title_n);

/* A word of an answer. All are views of the answer, but where it stands. */
struct tcn_apertium_unit {
	struct tcn_str whole; /* from '^' to '$' */
	struct tcn_str surface; /* as written, with backslashes */
	struct tcn_str readings; /* with the '/' between them; not empty */
	struct tcn_str stands; /* the surface in the request */
};

/* Reads an answer, word by word, beside the request that it belongs to; both
 * without the NUL. */
struct tcn_apertium_reader {
	struct tcn_str answer, request;
	size_t at, asked; /* how far they were read */
};

/*
 * The next word. TCN_DONE: there is none, and the answer has said all of the
 * request; TCN_INVALID: it says something else, or is broken.
 */
TCN_MUST_USE enum tcn_rc tcn_apertium_next(struct tcn_apertium_reader *reader,
    struct tcn_apertium_unit *unit);

/* The first of readings, without the '/' behind it. */
struct tcn_str tcn_apertium_first(struct tcn_str readings);

/*
 * The content words of a tagged text, in arena and the answer; of a word with
 * several readings the first counts. By Apertium's tags: np is a name, n a
 * noun, and a name where it has a capital inside a sentence that is not written
 * as a title; num is a number; vblex a verb, unless it is a participle (pp). An
 * unknown word is a name with a capital, a number with a digit, else a noun.
 * TCN_INVALID: no answer to this request.
 */
TCN_MUST_USE enum tcn_rc tcn_apertium_words(struct tcn_str answer,
    struct tcn_str request, size_t title_n, struct tcn_arena *arena,
    struct tcn_content_word **words, size_t *n);

#endif

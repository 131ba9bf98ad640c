/*
 * engine/text/romanize.h - words of all scripts in the letters a to z.
 *
 * A name is spelled alike in most languages of one script, but for accents and
 * endings, and by a system in another script. tcn_romanize() writes a word in
 * lower case ASCII letters and digits: ICU's transliterators take Cyrillic by
 * the system of BGN/PCGN 1947, which newsrooms come closest to, all other
 * scripts by its rule Any-Latin, and what is left of accents by Latin-ASCII.
 * What has no such letters is left out.
 *
 * tcn_romanize_alike() says whether two results are one name: they are equal,
 * or they begin alike and differ only in an ending (Chelyabinsk, Chelyabinske).
 *
 * The result depends on the word and on the version of ICU alone. Cost: about
 * 20 ns for a word in ASCII, some microseconds otherwise; the transliterators
 * are opened with the first other word, which takes some milliseconds. Not
 * thread safe: one romanizer, one thread.
 */
#ifndef TCN_ENGINE_TEXT_ROMANIZE_H
#define TCN_ENGINE_TEXT_ROMANIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/base/str.h"

#define TCN_ROMANIZE_BYTES 15 /* longer ones are cut off */

struct tcn_romanize_word {
	char at[TCN_ROMANIZE_BYTES]; /* zeros behind the word */
	uint8_t n; /* 0: nothing is left of the word */
};

/* All zero is a romanizer that has opened nothing. */
struct tcn_romanize_rules {
	void *latin, *any; /* ICU's; NULL: not opened yet */
};

void tcn_romanize_fini(struct tcn_romanize_rules *romanizer);

/* Writes the word, valid UTF-8, into *out. Errors: TCN_NOMEM. */
TCN_MUST_USE enum tcn_rc tcn_romanize(struct tcn_romanize_rules *romanizer,
    struct tcn_str word, struct tcn_romanize_word *out);

/* Whether both are one name; numbers must be equal. */
bool tcn_romanize_alike(const struct tcn_romanize_word *a,
    const struct tcn_romanize_word *b);

#endif

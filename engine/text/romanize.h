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
 * The result depends on the word and on the version of ICU alone, so a cache of
 * results can never be stale: a direct-mapped table, keyed by the whole word,
 * of those that are not ASCII. A new word takes the place of the one that stood
 * in its slot.
 *
 * Cost: about 20 ns for a word in ASCII or in the cache, 1 to 10 microseconds
 * otherwise. The transliterators are opened with the first word that is not
 * ASCII, which takes 30 ms, and ICU builds their rules for a script with the
 * first word in it: 1 ms, but 0.2 s for Chinese characters, which are read from
 * a table of our own (romanize_han.h) where it has them. Memory: 128 KiB for
 * the cache, once there is such a word, and 80 KiB with the first Chinese one.
 * Not thread safe: one romanizer, one thread.
 */
#ifndef TCN_ENGINE_TEXT_ROMANIZE_H
#define TCN_ENGINE_TEXT_ROMANIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/base/str.h"

#define TCN_ROMANIZE_BYTES  15 /* of a result; the rest is cut off */
#define TCN_ROMANIZE_CACHED 47 /* bytes; longer words are not cached */
#define TCN_ROMANIZE_SLOTS  2048

struct tcn_romanize_word {
	char at[TCN_ROMANIZE_BYTES]; /* zeros behind the word */
	uint8_t n; /* 0: nothing is left of the word */
};

struct tcn_romanize_entry {
	char word[TCN_ROMANIZE_CACHED]; /* as given */
	uint8_t n; /* its bytes; 0: the entry is empty */
	struct tcn_romanize_word text; /* its romanization */
};

/* All zero is a romanizer that has opened nothing. */
struct tcn_romanize_rules {
	void *latin, *any; /* ICU's; NULL: not opened yet */
	struct tcn_romanize_han *han; /* the same */
	struct tcn_romanize_entry *cache; /* NULL: not needed yet */
	uint32_t slots; /* of the cache; 0 until then: TCN_ROMANIZE_SLOTS */
};

void tcn_romanize_fini(struct tcn_romanize_rules *romanizer);

/* Bytes allocated for the cache. */
size_t tcn_romanize_bytes(const struct tcn_romanize_rules *romanizer);

/* Writes the word, valid UTF-8, in the letters a to z into *out. */
void tcn_romanize(struct tcn_romanize_rules *romanizer, struct tcn_str word,
    struct tcn_romanize_word *out);

/* Whether two romanized words are one name, as above; numbers only when
 * equal. */
bool tcn_romanize_alike(const struct tcn_romanize_word *a,
    const struct tcn_romanize_word *b);

#endif

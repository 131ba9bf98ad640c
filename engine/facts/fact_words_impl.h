/*
 * engine/facts/fact_words_impl.h - what a word is to the readers of facts, and
 * the tables that say so. Private to engine/facts.
 *
 * A language is one file, words/LANG.txt, of which README.md says how it is
 * written. Words are compared folded and mostly without accents; a hyphen or an
 * apostrophe parts words.
 */
#ifndef TCN_ENGINE_FACTS_FACT_WORDS_IMPL_H
#define TCN_ENGINE_FACTS_FACT_WORDS_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <xxhash.h>

#include "engine/base/buf.h"
#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "engine/base/sections.h"
#include "engine/base/str.h"
#include "engine/facts/slot.h"

enum tcn_fact_is { /* bits; two more stand below */
	/* Of statements. */
	TCN_FACT_VERB = 1 << 0,
	TCN_FACT_CUT = 1 << 1, /* no sentence ends in it */
	TCN_FACT_OPENING = 1 << 2, /* says nothing without what came
				     * before, asks, or tells the reader
				     * what to do */
	TCN_FACT_FIRST = 1 << 3, /* the writer: I, we, my */
	TCN_FACT_PRAYER = 1 << 4,
	TCN_FACT_PREFIX = 1 << 5, /* of a title: breaking, video */
	/* Between a number and its anchor. */
	TCN_FACT_GAP_AFTER = 1 << 6,
	TCN_FACT_GAP_BEFORE = 1 << 7,
	TCN_FACT_PERSON = 1 << 8, /* people, women; a gap on both sides */
	TCN_FACT_OBJECT = 1 << 9, /* homes, towns: no person is counted */
	TCN_FACT_UNIT = 1 << 10, /* years, km: of another kind of number */
	/* Anchors: slot says of what. */
	TCN_FACT_AFTER = 1 << 11, /* stands behind the number */
	TCN_FACT_BEFORE = 1 << 12, /* stands before it */
	TCN_FACT_CONTEXT = 1 << 13, /* of the slot's subject */
	TCN_FACT_UNSURE = 1 << 14, /* an anchor only beside a CONTEXT */
	TCN_FACT_COUNT = 1 << 15, /* toll, number (of what follows) */
	TCN_FACT_RISE = 1 << 16, /* rises, stands: goes on to the number */
	TCN_FACT_TO = 1 << 17,
	TCN_FACT_FROM = 1 << 18,
	TCN_FACT_AFTERSHOCK = 1 << 19,
	/* What is said of the number. */
	TCN_FACT_LEAST = 1 << 20,
	TCN_FACT_MOST = 1 << 21,
	TCN_FACT_ABOUT = 1 << 22,
	TCN_FACT_MORE = 1 << 23, /* another, further */
	TCN_FACT_MAY = 1 << 24, /* could, might */
	TCN_FACT_HISTORY = 1 << 25, /* since, worst, anniversary */
	/* Numbers. */
	TCN_FACT_NUMBER = 1 << 26,
	TCN_FACT_TIMES = 1 << 27, /* thousand: lo is the factor */
	TCN_FACT_VAGUE = 1 << 28, /* dozens: lo to hi */
	TCN_FACT_OF = 1 << 29, /* behind a vague word or a factor */
	TCN_FACT_MONEY = 1 << 30, /* unit is its code */
};

/* An enumerator has no room for these. Of statements: */
#define TCN_FACT_CAUSE    (UINT64_C(1) << 32) /* because, blamed */
#define TCN_FACT_RESPONSE (UINT64_C(1) << 33) /* ordered, an inquiry */
#define TCN_FACT_SHOWS    (UINT64_C(1) << 60) /* picture, footage, list */
#define TCN_FACT_NOUN     (UINT64_C(1) << 61) /* unless an object follows */
#define TCN_FACT_ARTICLE  (UINT64_C(1) << 62) /* one may begin with it */

/* Of what is measured. */
#define TCN_FACT_QUAKE (UINT64_C(1) << 34) /* the main one, no aftershock */
#define TCN_FACT_LIMIT (UINT64_C(1) << 35) /* a speed that is allowed */

/* What is asked for or foreseen is no figure: seeks, forecast. */
#define TCN_FACT_ASKED (UINT64_C(1) << 54)

/* Of changes: up, rise; down, fall. */
#define TCN_FACT_UP   (UINT64_C(1) << 55)
#define TCN_FACT_DOWN (UINT64_C(1) << 56)

/* Between an anchor of something measured and its number: "preliminary". */
#define TCN_FACT_GAP_MEASURE (UINT64_C(1) << 36)
#define TCN_FACT_AT          (UINT64_C(1) << 37) /* "puts the toll at" */

/* Parts of a total, numbers of other times, and rates. */
#define TCN_FACT_DEGREE (UINT64_C(1) << 38) /* how badly somebody is hurt */
#define TCN_FACT_ALONE  (UINT64_C(1) << 39) /* in one of several places */
#define TCN_FACT_RATE   (UINT64_C(1) << 40) /* every year, per day */
#define TCN_FACT_PAST   (UINT64_C(1) << 41) /* last year, two decades ago */
#define TCN_FACT_AGO    (UINT64_C(1) << 42) /* the same with a span behind it */
#define TCN_FACT_SPAN   (UINT64_C(1) << 43) /* years, months */
#define TCN_FACT_ANYONE (UINT64_C(1) << 44) /* people of any kind */

/* Beside TCN_FACT_RISE: lowered, revised. */
#define TCN_FACT_FALL (UINT64_C(1) << 45)

/* Said of what is counted, it may stand before that: "missing coins". */
#define TCN_FACT_ADJECTIVE (UINT64_C(1) << 57)

#define TCN_FACT_NONE (UINT64_C(1) << 46) /* no, without, nobody */
#define TCN_FACT_SUIT (UINT64_C(1) << 48) /* what is sued for is no fine */

/* A number that is told to be wrong: "denied a report of 12 dead". */
#define TCN_FACT_FALSE (UINT64_C(1) << 49) /* false, denied */
#define TCN_FACT_CLAIM (UINT64_C(1) << 50) /* a report, rumours */

/* Of statements: how something came out: elected, dies, arrested. */
#define TCN_FACT_OUTCOME (UINT64_C(1) << 51)

/* Of shares: per cent; and what leads to a level, not to a change: "at". */
#define TCN_FACT_PERCENT (UINT64_C(1) << 52)
#define TCN_FACT_LEVEL   (UINT64_C(1) << 53)

/* Of statements: what follows is beside what a title says: after, as, amid. */
#define TCN_FACT_ASIDE (UINT64_C(1) << 47)

/* What a section of a file says of its words. */
struct tcn_fact_row {
	uint64_t is; /* of enum tcn_fact_is */
	uint32_t slots; /* of an anchor or context, a set: 1 << slot */
	const char *unit; /* NULL: none */
	int64_t lo, hi; /* whole numbers */
};

#define TCN_FACT_LANGS_MAX 32

/* The files of words, one a language, as they are built in. */
extern const struct tcn_sections_file tcn_fact_words_files[];
extern const size_t tcn_fact_words_files_n;

/* All that the rows say of a word or phrase. */
struct tcn_fact_word {
	uint64_t is;
	uint32_t after, before, context; /* sets of slots, 1 << slot */
	unsigned longest; /* words of the longest phrase that begins so */
	int64_t lo, hi;
	const char *unit;
};

/* The words of a language, for look-up. */
struct tcn_fact_words {
	const char *code; /* ISO 639-1 */
	char ordinals[64]; /* written right behind digits, a blank around */
	unsigned gap_capitals; /* capitalised words that may stand in a gap */
	bool blank_groups; /* writes 12 000 */
	bool accents; /* nobody leaves them out, and they tell words apart */
	bool decimal_comma; /* "2.420 million" are 2,420 of them */
	struct tcn_map index; /* hash of a phrase -> index into at, plus 1 */
	struct tcn_fact_word *at;
	size_t n, cap;
};

#define TCN_FACT_PHRASE_WORDS 8 /* of a phrase at most */

/* Memory for folding words; all zero before. Few words make up most texts, and
 * all numbers: what was folded is known again, with and without accents. */
struct tcn_fact_folder {
	struct tcn_buf folded, plain;
	struct tcn_map known[2];
};

/*
 * Sets *hash to that of a word, folded and, unless accents are to be kept,
 * without them; never 0. Words of two letters keep them in any language, as
 * they tell "él" from "el", "à" from "a" and "é" from "e".
 */
void tcn_fact_words_fold(struct tcn_fact_folder *folder, bool accents,
    struct tcn_str word, uint64_t *hash);

/* The hash of a word that is folded and has no accents. */
static inline uint64_t
tcn_fact_words_hash(struct tcn_str folded)
{
	uint64_t hash = XXH3_64bits(folded.at, folded.n);

	return hash + (hash == 0);
}

void tcn_fact_words_folder_fini(struct tcn_fact_folder *folder);

/* The hash of a phrase: of the words before, 0 for none, and one more. */
static inline uint64_t
tcn_fact_words_join(uint64_t before, uint64_t word)
{
	return before ? before * 0x9e3779b97f4a7c15u + word : word;
}

/*
 * Reads a file of words (README.md says what stands in it) into words, all zero
 * before; code is its language and must outlive them. Errors: TCN_INVALID, err
 * says what is wrong and in which line. words need fini in every case.
 */
TCN_MUST_USE enum tcn_rc tcn_fact_words_read(struct tcn_fact_words *words,
    const char *code, const char *text, struct tcn_err *err);
void tcn_fact_words_fini(struct tcn_fact_words *words);

/*
 * Adds what a row says of a phrase; *added is false when that is known of it,
 * and may be NULL. Errors: TCN_LIMIT: it has no word, or more than
 * TCN_FACT_PHRASE_WORDS.
 */
TCN_MUST_USE enum tcn_rc tcn_fact_words_add(struct tcn_fact_words *words,
    struct tcn_str phrase, const struct tcn_fact_row *row,
    struct tcn_fact_folder *folder, bool *added);

/* Adds the numbers in words that ICU knows of words->code. */
TCN_MUST_USE enum tcn_rc
tcn_fact_words_add_numbers(struct tcn_fact_words *words,
    struct tcn_fact_folder *folder);

/* What a phrase is, by its hash, or NULL. */
const struct tcn_fact_word *
tcn_fact_words_find(const struct tcn_fact_words *words, uint64_t hash);

#endif

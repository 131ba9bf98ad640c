/*
 * tools/tell/summary/names_words_impl.h - what a word beside a name says of it,
 * and the files that say so, words/LANG.txt. Private to
 * tools/tell/summary/names*.c.
 *
 * Words are compared folded and without accents.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_NAMES_WORDS_IMPL_H
#define TCN_TOOLS_TELL_SUMMARY_NAMES_WORDS_IMPL_H

#include <xxhash.h>

#include "engine/base/buf.h"
#include "engine/base/map.h"
#include "engine/base/sections.h"
#include "engine/base/str.h"
#include "engine/text/lang.h"

enum tcn_name_word { /* bits */
	TCN_NAME_ARTICLE = 1, /* before a noun: the, eine, del */
	TCN_NAME_PARTICLE = 2, /* within a name: de, von, of */
	TCN_NAME_LOCATIVE = 4, /* before a place: in, cerca */
	TCN_NAME_TITLE = 8, /* before a person: President, Mr */
	TCN_NAME_SPEECH = 16, /* beside who speaks: said, dijo */
	TCN_NAME_NEVER = 32, /* no name begins so: a month, RT, URGENT */
	TCN_NAME_NOUN = 64, /* of German, behind a locative: in Haft */
};

#define TCN_NAME_WORDS_LANGS 8 /* at hand; of more some are asked for anew */

struct tcn_name_words {
	struct tcn_map map; /* hash of a language ^ key of a word -> bits */
	struct tcn_map keys; /* hash of a word as it is written -> its key */
	/* Languages that words were looked up in; the next is put at `next`. */
	struct tcn_name_words_lang {
		char code[TCN_LANG_BYTES];
		uint64_t hash; /* of it; 0: there is none yet */
		size_t dates; /* its names of days: date_names.h */
	} langs[TCN_NAME_WORDS_LANGS];
	size_t next;
	uint64_t any; /* hash of what is of any language */
	struct tcn_buf folded, plain; /* scratch */
};

/* A language a file, and one of what is of any. */
extern const struct tcn_sections_file tcn_name_words_files[];
extern const size_t tcn_name_words_files_n;

/* Fills words, all zero before, with the tables that are built in. words need
 * fini in every case. */
void tcn_name_words_init(struct tcn_name_words *words);

/* Adds the words of a file's text (README.md says what stands in it). */
void tcn_name_words_read(struct tcn_name_words *words, const char *lang,
    const char *text);

void tcn_name_words_fini(struct tcn_name_words *words);

/* Sets *key to the hash of a word, folded and without accents, the same in all
 * languages. */
void tcn_name_words_key(struct tcn_name_words *words, struct tcn_str word,
    uint64_t *key);

/* The same of a word of ASCII without capitals. */
static inline uint64_t
tcn_name_words_small_key(struct tcn_str word)
{
	return XXH3_64bits(word.at, word.n);
}

/* What a word is in a language, ISO 639-1, by its key. Months and weekdays are
 * ICU's. */
void tcn_name_words_find(struct tcn_name_words *words, const char *code,
    struct tcn_str word, uint64_t key, unsigned *is);

#endif

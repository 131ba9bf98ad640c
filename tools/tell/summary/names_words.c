#include "tools/tell/summary/names_words_impl.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/utf8.h"
#include "engine/text/date_names.h"
#include "engine/text/fold.h"

#define LOOKED_UP 128u /* ICU was asked */
#define ANY       "any" /* its file */
#define SEED      1

const struct tcn_sections_file tcn_name_words_files[] = {
#include "tools/tell/summary/words_data.h"
};
const size_t tcn_name_words_files_n =
    sizeof tcn_name_words_files / sizeof *tcn_name_words_files;

/* What a section's words are, by its heading. */
static const struct {
	const char *name;
	unsigned is;
} kinds[] = {
	{ "article", TCN_NAME_ARTICLE },
	{ "particle", TCN_NAME_PARTICLE },
	{ "locative", TCN_NAME_LOCATIVE },
	{ "title", TCN_NAME_TITLE },
	{ "speech", TCN_NAME_SPEECH },
	{ "never", TCN_NAME_NEVER },
	{ "noun", TCN_NAME_NOUN },
};

#define KINDS (sizeof kinds / sizeof *kinds)

/* The hash of a language, which with a word's key makes that of the word in it.
 * It has a seed, as some words are codes of languages: "en", "es". */
static uint64_t
hash_lang(const char *lang)
{
	return XXH3_64bits_withSeed(lang, strlen(lang), SEED);
}

void
tcn_name_words_read(struct tcn_name_words *words, const char *lang,
    const char *text)
{
	for (size_t i = 0; i < KINDS; i++) {
		struct tcn_sections_words list =
		    tcn_sections_words(text, kinds[i].name);
		struct tcn_str word;

		while (tcn_sections_words_next(&list, &word)) {
			uint64_t key, *slot;

			tcn_name_words_key(words, word, &key);
			tcn_map_put(&words->map, hash_lang(lang) ^ key, &slot,
			    NULL);
			*slot |= kinds[i].is;
		}
	}
}

void
tcn_name_words_init(struct tcn_name_words *words)
{
	words->any = hash_lang(ANY);
	for (size_t i = 0; i < tcn_name_words_files_n; i++)
		tcn_name_words_read(words, tcn_name_words_files[i].name,
		    tcn_name_words_files[i].text);
}

void
tcn_name_words_fini(struct tcn_name_words *words)
{
	tcn_map_fini(&words->map);
	tcn_map_fini(&words->keys);
	tcn_buf_fini(&words->folded);
	tcn_buf_fini(&words->plain);
}

/* Whether a word of ASCII has no capitals. */
static bool
is_small(struct tcn_str word)
{
	for (size_t i = 0; i < word.n; i++)
		if (word.at[i] >= 'A' && word.at[i] <= 'Z')
			return false;
	return true;
}

void
tcn_name_words_key(struct tcn_name_words *words, struct tcn_str word,
    uint64_t *key)
{
	uint64_t *known;
	bool added;

	if (tcn_utf8_ascii_n(word) == word.n && is_small(word)) {
		*key = tcn_name_words_small_key(word);
		return;
	}
	tcn_map_put(&words->keys, XXH3_64bits(word.at, word.n), &known, &added);
	if (added) {
		/* Folds a word to its key. */
		struct tcn_str plain;

		tcn_fold(word, &words->folded);
		plain = tcn_buf_view(&words->folded);
		if (tcn_utf8_ascii_n(plain) < plain.n) {
			tcn_fold_accents(plain, &words->plain);
			plain = tcn_buf_view(&words->plain);
		}
		*known = XXH3_64bits(plain.at, plain.n);
	}
	*key = *known;
}

/* A language, at hand or asked for. */
static const struct tcn_name_words_lang *
find_lang(struct tcn_name_words *words, const char *code)
{
	struct tcn_name_words_lang *lang = &words->langs[words->next];

	assert(strlen(code) < sizeof lang->code);
	for (size_t i = 0; i < TCN_NAME_WORDS_LANGS; i++)
		if (words->langs[i].hash &&
		    strcmp(words->langs[i].code, code) == 0)
			return &words->langs[i];
	tcn_date_names_lang(tcn_str(*code ? code : "en"), &lang->dates);
	strcpy(lang->code, code);
	lang->hash = hash_lang(code);
	words->next = (words->next + 1) % TCN_NAME_WORDS_LANGS;
	return lang;
}

/* Whether ICU has the word as a month's or weekday's name. */
static bool
is_date(struct tcn_name_words *words, const struct tcn_name_words_lang *lang,
    struct tcn_str word)
{
	const struct tcn_date_word *date = NULL;

	tcn_date_fold(word, &words->folded);
	if (lang->dates != TCN_DATE_NO_LANG)
		date = tcn_date_names_find(lang->dates,
		    tcn_date_word_hash(tcn_buf_view(&words->folded)));
	return date && date->kinds & (TCN_DATE_MONTH | TCN_DATE_WEEKDAY) &&
	    !(date->kinds & TCN_DATE_SHORTENED);
}

void
tcn_name_words_find(struct tcn_name_words *words, const char *code,
    struct tcn_str word, uint64_t key, unsigned *is)
{
	const struct tcn_name_words_lang *lang = find_lang(words, code);
	uint64_t *slot;
	const uint64_t *any;

	tcn_map_put(&words->map, lang->hash ^ key, &slot, NULL);
	if (!(*slot & LOOKED_UP)) {
		any = tcn_map_find(&words->map, words->any ^ key);
		*slot |= LOOKED_UP |
		    (is_date(words, lang, word) ? TCN_NAME_NEVER : 0) |
		    (any ? *any : 0);
	}
	*is = (unsigned)(*slot & ~(uint64_t)LOOKED_UP);
}

#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/mem.h"
#include "engine/text/stemmer.h"
#include "tests/base/sound.h"

static struct tcn_stemmer *stemmer;

static void
setup(void)
{
	stemmer = tcn_stemmer_new();
}

static void
teardown(void)
{
	tcn_stemmer_free(stemmer);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static const struct tcn_stemmer_entry *
look_up(const char *lang, const char *word)
{
	char padded[128] = { 0 };
	unsigned number = tcn_stemmer_lang(lang);
	size_t n = strlen(word);
	bool ascii = true;

	memcpy(padded, word, n);
	for (size_t i = 0; i < n; i++)
		ascii &= !(word[i] & 0x80);
	return tcn_stemmer_get(stemmer, number,
	    tcn_stemmer_key(stemmer, number, padded, n), padded, n, ascii);
}

static uint64_t
id_of(const char *lang, const char *word)
{
	const struct tcn_stemmer_entry *entry = look_up(lang, word);

	return entry->id;
}

static const struct {
	const char *lang, *a, *b;
	bool same;
} pairs[] = {
	{ "en", "quake", "quakes", true },
	{ "", "quake", "quakes", false },
	{ "de", "Straße", "strasse", true },
	{ "es", "camión", "camion", true },
	{ "ru", "землетрясение", "землетрясения", true },
	{ "en", "2024", "2025", false },
	{ "en", "internationalisationalisations",
	    "internationalisationalisation", true },
};

START_TEST(spellings_of_one_term)
{
	uint64_t a = id_of(pairs[_i].lang, pairs[_i].a);
	uint64_t b = id_of(pairs[_i].lang, pairs[_i].b);

	ck_assert_int_eq(a == b, pairs[_i].same);
	ck_assert_uint_eq(a, id_of(pairs[_i].lang, pairs[_i].a));
	ck_sound(tcn_stemmer_check, stemmer);
}
END_TEST

START_TEST(flags_say_what_a_word_is)
{
	ck_assert_uint_eq(look_up("en", "the")->flags,
	    TCN_STEM_STOP | TCN_STEM_LETTERS);
	ck_assert_uint_eq(look_up("de", "the")->flags, TCN_STEM_LETTERS);
	ck_assert_uint_eq(look_up("en", "13.8")->flags, TCN_STEM_NUMBER);
	ck_assert_uint_eq(look_up("en", "5th")->flags,
	    TCN_STEM_NUMBER | TCN_STEM_LETTERS);
}
END_TEST

/* More words than the cache has entries, so that they replace each other. */
START_TEST(full_cache_changes_nothing)
{
	char word[16];

	for (unsigned i = 0; i < 100000; i++) {
		snprintf(word, sizeof word, "wa%us", i);
		ck_assert_ptr_nonnull(look_up(i % 2 ? "en" : "fr", word));
	}
	ck_sound(tcn_stemmer_check, stemmer);
	ck_assert_uint_eq(id_of("en", "wa1s"), id_of("en", "wa1"));
}
END_TEST

START_TEST(validator_sees_damage)
{
	struct tcn_stemmer_entry *entry =
	    (struct tcn_stemmer_entry *)look_up("en", "quake");

	ck_sound(tcn_stemmer_check, stemmer);
	entry->id++;
	ck_broken(tcn_stemmer_check, stemmer);
	entry->id--;
	entry->word[0] = 'k'; /* a word whose key leads elsewhere */
	ck_broken(tcn_stemmer_check, stemmer);
	entry->lang = 255;
	ck_broken(tcn_stemmer_check, stemmer);
}
END_TEST

TCN_TESTS(stemmer)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(spellings_of_one_term, pairs);
	tcase_add_test(tc, flags_say_what_a_word_is);
	tcase_add_test(tc, full_cache_changes_nothing);
	tcase_add_test(tc, validator_sees_damage);
}

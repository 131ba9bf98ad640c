#include "tests/base/run.h"

#include <string.h>
#include <unicode/ustring.h>
#include <unicode/utf8.h>
#include <unicode/utrans.h>

#include "engine/base/mem.h"
#include "engine/text/romanize.h"
#include "tests/base/random.h"

#define WORDS      400 /* different ones, more or less */
#define DRAWS      4000
#define WORD_BYTES 60 /* some are too long for the cache */

static const struct {
	const char *word, *want;
} words[] = {
	{ "Boston", "boston" },
	{ "", "" },
	{ "C-47", "c47" },
	{ "M\xc3\xa9gantic", "megantic" },
	{ "Stra\xc3\x9f"
	  "e",
	    "strasse" },
	{ "\xd0\xa7\xd0\xb5\xd0\xbb\xd1\x8f\xd0\xb1\xd0\xb8\xd0\xbd\xd1\x81\xd0"
	  "\xba",
	    "chelyabinsk" },
	{ "\xce\x91\xce\xb8\xce\xae\xce\xbd\xce\xb1", "athena" },
	{ "\xe6\x9d\xb1\xe4\xba\xac", "dongjing" },
	{ "PrayForThePhilippines", "prayforthephili" }, /* cut off */
	{ "\xf0\x9f\x9a\x97", "" },
};

START_TEST(words_of_all_scripts_have_the_letters_a_to_z)
{
	struct tcn_romanize_rules rules = { 0 };
	struct tcn_romanize_word got;
	size_t n = strlen(words[_i].want);

	tcn_romanize(&rules,
	    (struct tcn_str){ words[_i].word, strlen(words[_i].word) }, &got);
	ck_assert_uint_eq(got.n, n);
	ck_assert_mem_eq(got.at, words[_i].want, n);
	for (; n < sizeof got.at; n++)
		ck_assert_int_eq(got.at[n], 0);
	tcn_romanize_fini(&rules);
}
END_TEST

/* What does not fit, and bytes that are no UTF-8, harm nothing. */
START_TEST(any_bytes_are_read)
{
	struct tcn_romanize_rules rules = { 0 };
	struct tcn_romanize_word got;
	char bytes[200];

	for (unsigned c = 1; c < 256; c++) {
		memset(bytes, (int)c, sizeof bytes);
		tcn_romanize(&rules, (struct tcn_str){ bytes, sizeof bytes },
		    &got);
		ck_assert_uint_le(got.n, TCN_ROMANIZE_BYTES);
	}
	tcn_romanize_fini(&rules);
}
END_TEST

static const struct {
	const char *a, *b;
	bool alike;
} pairs[] = {
	{ "boston", "boston", true },
	{ "chelyabinsk", "chelyabinske", true },
	{ "russia", "russie", true },
	{ "rico", "rica", false }, /* too short to differ */
	{ "costarica", "costabrava", false },
	{ "20130101", "20130102", false }, /* figures are equal or not */
	{ "562", "562", true },
	{ "apollo11", "apollo13", false },
	{ "", "", false },
};

static struct tcn_romanize_word
word(const char *text)
{
	struct tcn_romanize_word w = { .n = (uint8_t)strlen(text) };

	memcpy(w.at, text, w.n);
	return w;
}

START_TEST(a_name_may_have_another_ending)
{
	struct tcn_romanize_word a = word(pairs[_i].a), b = word(pairs[_i].b);

	ck_assert_int_eq(tcn_romanize_alike(&a, &b), pairs[_i].alike);
	ck_assert_int_eq(tcn_romanize_alike(&b, &a), pairs[_i].alike);
}
END_TEST

/* --- the cache --- */

/* Letters of many scripts, and what is none. */
static const struct {
	uint32_t first, n;
} scripts[] = {
	{ 'a', 26 }, { '0', 10 }, { 0xc0, 64 }, /* Latin with accents */
	{ 0x100, 128 }, { 0x391, 56 }, /* Greek */
	{ 0x410, 80 }, /* Cyrillic */
	{ 0x561, 38 }, /* Armenian */
	{ 0x5d0, 27 }, /* Hebrew */
	{ 0x620, 42 }, /* Arabic */
	{ 0x905, 53 }, /* Devanagari */
	{ 0x985, 40 }, /* Bengali */
	{ 0xb85, 50 }, /* Tamil */
	{ 0xe01, 46 }, /* Thai */
	{ 0x10d0, 33 }, /* Georgian */
	{ 0x1e00, 250 }, /* Latin, as of Vietnamese */
	{ 0x2010, 30 }, /* signs */
	{ 0x3041, 86 }, /* Hiragana */
	{ 0x30a1, 90 }, /* Katakana */
	{ 0x4e00, 20000 }, /* Chinese */
	{ 0xac00, 11000 }, /* Korean */
	{ 0x1f600, 60 }, /* emoji */
};

struct sample {
	char at[WORD_BYTES];
	size_t n;
	struct tcn_romanize_word want;
};

/* A word, mostly of one script; one in eight is cut within its last character.
 */
static void
make_sample(struct sample *word, uint64_t *seed)
{
	const uint32_t all = sizeof scripts / sizeof *scripts;
	uint32_t script = random_below(seed, all);
	uint32_t letters = 1 + random_below(seed, 14);
	uint32_t n = 0;

	for (uint32_t i = 0; i < letters; i++) {
		uint32_t at =
		    random_below(seed, 8) ? script : random_below(seed, all);
		uint32_t c =
		    scripts[at].first + random_below(seed, scripts[at].n);

		U8_APPEND_UNSAFE(word->at, n, c);
	}
	word->n = n - (random_below(seed, 8) == 0);
}

static void
romanize(struct tcn_romanize_rules *rules, const struct sample *word,
    struct tcn_romanize_word *got)
{
	tcn_romanize(rules, (struct tcn_str){ word->at, word->n }, got);
}

static void
empty_cache(struct tcn_romanize_rules *rules)
{
	tcn_mem_free(rules->cache);
	rules->cache = NULL;
}

static const uint32_t slots[] = { 0, 1, 2, 7, 64 };

/* In a table of one slot each word throws another one out. */
START_TEST(a_cached_word_is_as_if_it_were_not)
{
	static struct sample samples[WORDS];
	struct tcn_romanize_rules rules = { .slots = slots[_i] };
	struct tcn_romanize_word got;
	uint64_t seed = 1;
	size_t at = 0;

	for (size_t i = 0; i < WORDS; i++) {
		if (i % 4 == 3) { /* a beginning of the one before */
			samples[i] = samples[i - 1];
			samples[i].n -= samples[i].n > 2 ? 2 : 0;
		} else
			make_sample(&samples[i], &seed);
		romanize(&rules, &samples[i], &samples[i].want);
		empty_cache(&rules);
	}
	for (size_t i = 0; i < DRAWS; i++) {
		const struct sample *word;

		/* Often one nearby: that is found, or takes its place. */
		at = random_below(&seed, 4)
		    ? (at + WORDS + random_below(&seed, 3) - 1) % WORDS
		    : random_below(&seed, WORDS);
		word = &samples[at];
		memset(&got, 0xff, sizeof got);
		romanize(&rules, word, &got);
		ck_assert_mem_eq(&got, &word->want, sizeof got);
	}
	ck_assert_uint_eq(rules.slots, slots[_i] ? slots[_i] : 2048);
	ck_assert_uint_eq(tcn_romanize_bytes(&rules), rules.slots * 64);
	tcn_romanize_fini(&rules);
	ck_assert_uint_eq(tcn_romanize_bytes(&rules), 0);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

static const struct sample geneva = { "Gen\xc3\xa8ve", 7, { .n = 0 } };

START_TEST(a_word_is_transliterated_once)
{
	struct tcn_romanize_rules rules = { 0 };
	struct tcn_romanize_word first, second;
	void *latin;

	romanize(&rules, &geneva, &first);
	latin = rules.latin;
	rules.latin = NULL;
	romanize(&rules, &geneva, &second);
	ck_assert_ptr_null(rules.latin); /* not opened, as not needed */
	ck_assert_mem_eq(&second, &first, sizeof first);
	rules.latin = latin;
	tcn_romanize_fini(&rules);
}
END_TEST

/* --- Chinese characters --- */

/* The word as ICU's transliterators alone have it. */
static struct tcn_romanize_word
ask_icu(UTransliterator *trans, const struct sample *word)
{
	struct tcn_romanize_word want = { 0 };
	UErrorCode status = U_ZERO_ERROR;
	UChar units[512];
	int32_t n, limit;

	u_strFromUTF8WithSub(units, 512, &n, word->at, (int32_t)word->n, 0xfffd,
	    NULL, &status);
	limit = n;
	utrans_transUChars(trans, units, &n, 512, 0, &limit, &status);
	ck_assert(U_SUCCESS(status));
	for (int32_t i = 0; i < n && want.n < TCN_ROMANIZE_BYTES; i++)
		if ((units[i] >= 'a' && units[i] <= 'z') ||
		    (units[i] >= '0' && units[i] <= '9'))
			want.at[want.n++] = (char)units[i];
	return want;
}

/* Up to eight characters, mostly Chinese ones and kana. */
static void
make_han(struct sample *word, uint64_t *seed)
{
	static const uint32_t likely[] = { 0x85cf, 0x6587, 0x91cd, 0x5e86,
		0x6c88, 0x9633, 0x79d8, 0x9c81, 0x30fc, 0x3005, 0x3007, 'a' };
	uint32_t letters = 1 + random_below(seed, 8), n = 0;

	for (uint32_t i = 0; i < letters; i++) {
		uint32_t c, kind = random_below(seed, 9);

		if (kind == 0)
			c = likely[random_below(seed,
			    sizeof likely / sizeof *likely)];
		else if (kind < 3)
			c = 0x3041 + random_below(seed, 0xbf);
		else
			c = 0x3400 + random_below(seed, 0xa000 - 0x3400);
		U8_APPEND_UNSAFE(word->at, n, c);
	}
	word->n = n;
}

static const struct sample dongjing = { "\xe6\x9d\xb1\xe4\xba\xac", 6,
	{ .n = 0 } };

/* Each character of the table by itself, then many words. */
START_TEST(chinese_is_read_as_icu_reads_it)
{
	static const UChar id[] =
	    u"Russian-Latin/BGN; Any-Latin; Latin-ASCII; Lower";
	struct tcn_romanize_rules rules = { 0 };
	UErrorCode status = U_ZERO_ERROR;
	struct tcn_romanize_word got, want;
	struct sample word = { .n = 3 };
	UTransliterator *trans;
	uint64_t seed = 1;

	trans = utrans_openU(id, -1, UTRANS_FORWARD, NULL, 0, NULL, &status);
	ck_assert(U_SUCCESS(status));
	romanize(&rules, &dongjing, &got);
	ck_assert_uint_eq(got.n, 8);
	ck_assert(rules.han && !rules.any); /* ICU was not asked */
	for (uint32_t c = 0x4000; c < 0x4000 + 36000; c++) {
		uint32_t n = 0;

		if (c < 0xa000) {
			U8_APPEND_UNSAFE(word.at, n, c);
			word.n = n;
		} else
			make_han(&word, &seed);
		romanize(&rules, &word, &got);
		want = ask_icu(trans, &word);
		ck_assert_msg(memcmp(&got, &want, sizeof got) == 0,
		    "%.*s: %.15s, not %.15s", (int)word.n, word.at, got.at,
		    want.at);
	}
	utrans_close(trans);
	tcn_romanize_fini(&rules);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

TCN_TESTS(romanize)
{
	tcase_add_test(tc, chinese_is_read_as_icu_reads_it);
	TCN_EACH(words_of_all_scripts_have_the_letters_a_to_z, words);
	tcase_add_test(tc, any_bytes_are_read);
	TCN_EACH(a_name_may_have_another_ending, pairs);
	TCN_EACH(a_cached_word_is_as_if_it_were_not, slots);
	tcase_add_test(tc, a_word_is_transliterated_once);
}

#include "tests/base/run.h"

#include <string.h>

#include "engine/text/romanize.h"

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

	ck_assert_int_eq(tcn_romanize(&rules,
			     (struct tcn_str){
				 words[_i].word, strlen(words[_i].word) },
			     &got),
	    TCN_OK);
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
		ck_assert_int_eq(tcn_romanize(&rules,
				     (struct tcn_str){ bytes, sizeof bytes },
				     &got),
		    TCN_OK);
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

TCN_TESTS(romanize)
{
	TCN_EACH(words_of_all_scripts_have_the_letters_a_to_z, words);
	tcase_add_test(tc, any_bytes_are_read);
	TCN_EACH(a_name_may_have_another_ending, pairs);
}

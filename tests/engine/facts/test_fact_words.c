/* The files of words: each is without mistakes, and mistakes are named. */
#include "tests/base/run.h"

#include <pthread.h>
#include <unicode/unum.h>
#include <unicode/ustring.h>

#include "engine/base/mem.h"
#include "engine/facts/fact_amount_impl.h"
#include "engine/facts/fact_words_impl.h"
#include "engine/facts/reading.h"

START_TEST(a_file_has_no_mistake)
{
	const struct tcn_sections_file *file = &tcn_fact_words_files[_i];
	struct tcn_fact_words words = { 0 };
	struct tcn_err err = { 0 };
	enum tcn_rc rc =
	    tcn_fact_words_read(&words, file->name, file->text, &err);

	ck_assert_msg(rc == TCN_OK, "engine/facts/words/%s.txt:%lu: %s",
	    file->name, err.line, err.text);
	tcn_fact_words_fini(&words);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

static const struct {
	const char *text;
	unsigned long line;
	const char *says;
} mistakes[] = {
	{ "[verb]\nis\n[verbs]\nwas\n", 3, "\"verbs\" is no kind" },
	{ "[verb  dead]\nis\n", 1, "\"\" is no kind" },
	{ "[verb]\nis, was,\nhas, is\n", 3, "\"is\" is there already" },
	{ "[verb]\nvideo\n# again\nvídeo\n", 4, "there already" },
	{ "[after dead]\nkilled\n[after dead]\nkilled\n", 4, "there already" },
	{ "[verb]\na b c d e f g h i\n", 2, "one to 8 words" },
	{ "[verb]\n[cut]\nthe\n", 2, "has no line" },
	{ "[verb]\nis,, was\n", 2, "one to 8 words" },
	{ "[after]\nkilled\n", 1, "no figure is named" },
	{ "[times]\nmillion\n", 1, "the number" },
	{ "[vague 24-]\ndozens\n", 1, "\"24-\" is no kind" },
	{ "[vague 99-24]\ndozens\n", 1, "\"99-24\" is no kind" },
	{ "[times 1000000000000000]\nlots\n", 1, "is no kind" },
	{ "[money]\ndollars\n", 1, "the money's code" },
	{ "[money UDS]\ndollars\n", 1, "\"UDS\" is no kind" },
	{ "[writing]\ndecimal point\n", 2, "no way of writing" },
	{ "[ordinal]\nst, nd, rd, th, "
	  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
	    2, "too many endings" },
	{ "[verb]\nis\nz\xe9ro\n", 3, "UTF-8" },
};

START_TEST(a_mistake_is_named)
{
	struct tcn_fact_words words = { 0 };
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_fact_words_read(&words, "nl", mistakes[_i].text,
			     &err),
	    TCN_INVALID);
	ck_assert_uint_eq(err.line, mistakes[_i].line);
	ck_assert_msg(strstr(err.text, mistakes[_i].says), "%s", err.text);
	tcn_fact_words_fini(&words);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* A language of ten words: its numbers come from ICU. */
START_TEST(a_file_is_a_language)
{
	static const char dutch[] =
	    "[writing]\ndecimal comma\n"
	    "[verb]\nis, zijn\n[after dead]\ndoden\n[after injured]\ngewonden\n"
	    "[person]\nmensen\n[least]\nten minste, meer dan\n"
	    "[times 1000000]\nmiljoen\n[to]\ntot\n[of]\nvan\n";
	static struct tcn_fact_tokens tokens;
	const struct tcn_fact_token *at = tokens.at;
	struct tcn_fact_words words = { 0 };
	struct tcn_fact_amount amount;

	ck_assert_int_eq(tcn_fact_words_read(&words, "nl", dutch, NULL),
	    TCN_OK);
	tcn_fact_tokens_cut(&tokens, &words,
	    tcn_str("TEN MINSTE tweeëntwintig doden en 2,5 "
		    "miljoen"));
	ck_assert_uint_eq(tokens.n, 6);
	ck_assert(tcn_fact_token_is(&at[0]) == TCN_FACT_LEAST);
	ck_assert(tcn_fact_amount_read(&tokens, 1, &amount));
	ck_assert_int_eq(amount.lo, 22 * TCN_READING_ONE);
	ck_assert(tcn_fact_token_is(&at[2]) == TCN_FACT_AFTER);
	ck_assert_uint_eq(at[2].word->after, 1u << TCN_SLOT_DEAD);
	ck_assert_ptr_null(at[3].word);
	ck_assert(tcn_fact_amount_read(&tokens, 4, &amount));
	ck_assert_int_eq(amount.lo, 2500000 * TCN_READING_ONE);
	tcn_fact_tokens_fini(&tokens);
	tcn_fact_words_fini(&words);
}
END_TEST

/* Languages that have a file, and some that may have one. */
static const char *const spelling[] = { "de", "en", "es", "fr", "it", "pt",
	"nl", "sv", "pl", "tr", "el", "hu" };

/* Adds the numbers of one set of ICU's rules, each as ICU alone has it. */
static void
add_all(UNumberFormat *format, const UChar *rules, int32_t rules_n,
    struct tcn_fact_words *words, struct tcn_fact_folder *folder)
{
	UErrorCode status = U_ZERO_ERROR;

	unum_setTextAttribute(format, UNUM_DEFAULT_RULESET, rules, rules_n,
	    &status);
	for (int32_t k = 1; k < 1000; k++) {
		struct tcn_fact_row row = { .is = TCN_FACT_NUMBER, .lo = k };
		UChar units[96];
		char utf8[3 * 96];
		int32_t n = unum_format(format, k, units, 96, NULL, &status);

		if (U_SUCCESS(status))
			u_strToUTF8(utf8, sizeof utf8, &n, units, n, &status);
		if (U_FAILURE(status)) { /* it is too long */
			status = U_ZERO_ERROR;
			continue;
		}
		(void)!tcn_fact_words_add(words,
		    (struct tcn_str){ utf8, (size_t)n }, &row, folder, NULL);
	}
}

static void
add_as_icu(struct tcn_fact_words *words, struct tcn_fact_folder *folder)
{
	UErrorCode status = U_ZERO_ERROR;
	UNumberFormat *format =
	    unum_open(UNUM_SPELLOUT, NULL, 0, words->code, NULL, &status);
	UChar names[1024], cardinal[32];
	int32_t n = unum_getTextAttribute(format, UNUM_PUBLIC_RULESETS, names,
	    1023, &status);
	const UChar *at = names;

	ck_assert(U_SUCCESS(status));
	names[n] = 0;
	u_uastrcpy(cardinal, "%spellout-cardinal");
	for (int i = 0; *at && i < 8; i++, at += n + (at[n] == ';')) {
		for (n = 0; at[n] && at[n] != ';';)
			n++;
		if (u_strncmp(at, cardinal, u_strlen(cardinal)) == 0)
			add_all(format, at, n, words, folder);
	}
	unum_close(format);
}

/* Numbers that are joined of others are spelled as ICU spells them. */
START_TEST(numbers_are_icus)
{
	struct tcn_fact_words got = { .code = spelling[_i] },
			      want = { .code = spelling[_i] };
	struct tcn_fact_folder folder = { 0 };

	ck_assert_int_eq(tcn_fact_words_add_numbers(&got, &folder), TCN_OK);
	add_as_icu(&want, &folder);
	ck_assert_uint_ge(got.n, 999);
	ck_assert_uint_eq(got.n, want.n);
	ck_assert_mem_eq(got.at, want.at, want.n * sizeof *want.at);
	ck_assert_uint_eq(got.index.n, want.index.n);
	tcn_fact_words_folder_fini(&folder);
	tcn_fact_words_fini(&got);
	tcn_fact_words_fini(&want);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

#define THREADS 4

static void *
read_in_all_languages(void *into)
{
	struct tcn_facts *facts;
	size_t *read = into;

	*read = 0;
	facts = tcn_facts_new();
	for (size_t i = 0; i < tcn_fact_words_files_n; i++) {
		const struct tcn_reading_text text = {
			.sentence = tcn_str("12 dead, 3 muertos, 5 morti, "
					    "7 Tote, 4 mortos, 9 morts"),
			.lang = tcn_fact_words_files[i].name,
		};
		struct tcn_reading readings[TCN_READINGS_MAX];
		size_t n;

		tcn_reading_find(facts, &text, readings, &n);
		*read += n;
	}
	tcn_facts_free(facts);
	return NULL;
}

/* Threads ask for the same words, of which the last one frees them. */
START_TEST(threads_share_the_words)
{
	pthread_t threads[THREADS];
	size_t read[THREADS];

	for (size_t i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL,
				     read_in_all_languages, &read[i]),
		    0);
	for (size_t i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (size_t i = 0; i < THREADS; i++)
		ck_assert_uint_eq(read[i], tcn_fact_words_files_n);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

TCN_TESTS(fact_words)
{
	tcase_add_loop_test(tc, a_file_has_no_mistake, 0,
	    (int)tcn_fact_words_files_n);
	TCN_EACH(a_mistake_is_named, mistakes);
	tcase_add_test(tc, a_file_is_a_language);
	TCN_EACH(numbers_are_icus, spelling);
	tcase_add_test(tc, threads_share_the_words);
}

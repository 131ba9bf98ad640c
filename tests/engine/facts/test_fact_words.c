/* The files of words: each is without mistakes, and mistakes are named. */
#include "tests/base/run.h"

#include <pthread.h>

#include "engine/base/mem.h"
#include "engine/facts/fact_amount_impl.h"
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
	tcase_add_test(tc, threads_share_the_words);
}

/* The files of words: none has a mistake that its readers would not see. */
#include "tests/base/run.h"

#include <xxhash.h>

#include "engine/text/fold.h"
#include "engine/text/stopwords.h"
#include "tests/base/check_words.h"

/* A word that is not folded is never found. */
static uint64_t
key_of(struct tcn_str word)
{
	struct tcn_buf folded = { 0 };

	tcn_fold(word, &folded);
	ck_assert_msg(tcn_str_equal(tcn_buf_view(&folded), word),
	    "\"%.*s\" is not folded", TCN_STR_ARG(word));
	tcn_buf_fini(&folded);
	return XXH3_64bits(word.at, word.n);
}

START_TEST(a_file_has_no_mistake)
{
	static const struct check_words check = { "engine/text/words",
		"[stop words][common words][verbs of saying][letters]"
		"[countries][homonyms][before places][between places]",
		key_of };
	const struct tcn_sections_file *file = &tcn_stopwords_files[_i];

	ck_assert(!_i ||
	    strcmp(tcn_stopwords_files[_i - 1].name, file->name) < 0);
	check_words_read(&check, file);
	check_words_once(&check, file, "stop words");
	check_words_once(&check, file, "common words");
	check_words_once(&check, file, "verbs of saying");
	check_words_once(&check, file, "before places");
	check_words_once(&check, file, "between places");
}
END_TEST

START_TEST(a_language_has_its_words)
{
	struct tcn_sections_words words = tcn_stopwords_of("de");
	struct tcn_str word;
	size_t n = 0;

	while (tcn_sections_words_next(&words, &word))
		n += tcn_str_equal(word, tcn_str("und"));
	ck_assert_uint_eq(n, 1);
	words = tcn_stopwords_of("nb");
	ck_assert(tcn_sections_words_next(&words, &word));
	words = tcn_stopwords_of("xx");
	ck_assert(!tcn_sections_words_next(&words, &word));
	words = tcn_stopwords_of("sl"); /* common words alone */
	ck_assert(!tcn_sections_words_next(&words, &word));
}
END_TEST

TCN_TESTS(stopwords)
{
	tcase_add_loop_test(tc, a_file_has_no_mistake, 0,
	    (int)tcn_stopwords_files_n);
	tcase_add_test(tc, a_language_has_its_words);
}

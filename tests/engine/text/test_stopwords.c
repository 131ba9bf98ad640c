/* The files of words: none has a mistake that its readers would not see. */
#include "tests/base/run.h"

#include <xxhash.h>

#include "engine/base/map.h"
#include "engine/text/fold.h"
#include "engine/text/stopwords.h"

static const char *const headings[] = { "stop words", "common words",
	"letters" };

#define HEADINGS (sizeof headings / sizeof *headings)

static size_t
place_of(struct tcn_str heading)
{
	size_t i = 0;

	while (i < HEADINGS && !tcn_str_equal(heading, tcn_str(headings[i])))
		i++;
	return i;
}

START_TEST(a_file_reads)
{
	const struct tcn_sections_file *file = &tcn_stopwords_files[_i];
	struct tcn_sections sections = { .rest = tcn_str(file->text) };
	struct tcn_err err = { 0 };
	size_t last = 0, n = 0;
	struct tcn_str line;
	bool is_heading;
	enum tcn_rc rc;

	ck_assert_uint_eq(strlen(file->name), 2);
	ck_assert(!_i ||
	    strcmp(tcn_stopwords_files[_i - 1].name, file->name) < 0);
	while (!(rc = tcn_sections_next(&sections, &is_heading, &line, &err))) {
		if (!is_heading)
			continue;
		ck_assert_msg(place_of(line) < HEADINGS &&
			(!n++ || place_of(line) > last),
		    "engine/text/words/%s.txt:%lu: [%.*s] is no section, or "
		    "not in order",
		    file->name, err.line, TCN_STR_ARG(line));
		last = place_of(line);
	}
	ck_assert_msg(rc == TCN_DONE, "engine/text/words/%s.txt:%lu: %s",
	    file->name, err.line, err.text);
}
END_TEST

/* A word that is folded is found; one that stands twice is one too many. */
START_TEST(words_are_folded_and_stand_once)
{
	const struct tcn_sections_file *file = &tcn_stopwords_files[_i];
	struct tcn_buf folded = { 0 };
	struct tcn_map seen = { 0 };
	struct tcn_str word;
	size_t n = 0;

	for (size_t k = 0; k < HEADINGS - 1; k++) {
		struct tcn_stopwords words =
		    tcn_stopwords_nth((size_t)_i, headings[k]);

		while (tcn_stopwords_next(&words, &word)) {
			ck_assert_int_eq(tcn_fold(word, &folded), TCN_OK);
			ck_assert_msg(tcn_str_equal(tcn_buf_view(&folded),
					  word),
			    "engine/text/words/%s.txt:%lu: \"%.*s\" is not "
			    "folded",
			    file->name, words.sections.line, TCN_STR_ARG(word));
			ck_assert_int_eq(tcn_map_count(&seen,
					     XXH3_64bits(word.at, word.n)),
			    TCN_OK);
			ck_assert_msg(seen.n == ++n,
			    "engine/text/words/%s.txt:%lu: \"%.*s\" is there "
			    "already",
			    file->name, words.sections.line, TCN_STR_ARG(word));
		}
	}
	tcn_map_fini(&seen);
	tcn_buf_fini(&folded);
}
END_TEST

START_TEST(a_language_has_its_words)
{
	struct tcn_stopwords words = tcn_stopwords_of("de");
	struct tcn_str word;
	size_t n = 0;

	while (tcn_stopwords_next(&words, &word))
		n += tcn_str_equal(word, tcn_str("und"));
	ck_assert_uint_eq(n, 1);
	words = tcn_stopwords_of("nb");
	ck_assert(tcn_stopwords_next(&words, &word));
	words = tcn_stopwords_of("xx");
	ck_assert(!tcn_stopwords_next(&words, &word));
	words = tcn_stopwords_of("sl"); /* common words alone */
	ck_assert(!tcn_stopwords_next(&words, &word));
}
END_TEST

TCN_TESTS(stopwords)
{
	int n = (int)tcn_stopwords_files_n;

	tcase_add_loop_test(tc, a_file_reads, 0, n);
	tcase_add_loop_test(tc, words_are_folded_and_stand_once, 0, n);
	tcase_add_test(tc, a_language_has_its_words);
}

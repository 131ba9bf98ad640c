#include "tests/base/run.h"

#include <xxhash.h>

#include "engine/page/page_impl.h"
#include "tests/base/check_words.h"

/* Names are compared in small letters, cut at all that is no letter. */
static uint64_t
key_of(struct tcn_str word)
{
	for (size_t i = 0; i < word.n; i++)
		ck_assert_msg((word.at[i] >= 'a' && word.at[i] <= 'z') ||
			(i && i + 1 == word.n && word.at[i] == '='),
		    "\"%.*s\" is never found", TCN_STR_ARG(word));
	return XXH3_64bits(word.at, word.n);
}

START_TEST(the_file_has_no_mistake)
{
	static const struct check_words check = { "engine/page", "[sure][weak]",
		key_of };

	check_words_read(&check, tcn_page_noise_files);
	check_words_once(&check, tcn_page_noise_files, "sure");
	check_words_once(&check, tcn_page_noise_files, "weak");
}
END_TEST

static const struct {
	const char *names;
	enum tcn_page_doubt doubt;
} rows[] = {
	{ "entry-content", TCN_PAGE_TRUSTED },
	{ "Related-Posts", TCN_PAGE_WEAK },
	{ "ad-slot", TCN_PAGE_WEAK },
	{ "add", TCN_PAGE_TRUSTED }, /* "ad" is all of a word, or nothing */
	{ "story newsCookieBar", TCN_PAGE_SURE },
	{ "widget comments", TCN_PAGE_SURE },
};

START_TEST(names_raise_doubts)
{
	ck_assert_int_eq(tcn_page_class_doubt(TCN_PAGE_DIV, rows[_i].names),
	    rows[_i].doubt);
}
END_TEST

TCN_TESTS(page_noise)
{
	tcase_add_test(tc, the_file_has_no_mistake);
	TCN_EACH(names_raise_doubts, rows);
}

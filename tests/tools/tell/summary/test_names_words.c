#include "tests/base/run.h"

#include "engine/base/mem.h"
#include "tests/base/check_words.h"
#include "tools/tell/summary/names_words_impl.h"

static struct tcn_name_words words;

static uint64_t
key_of(struct tcn_str word)
{
	uint64_t key;

	tcn_name_words_key(&words, word, &key);
	return key;
}

START_TEST(a_file_has_no_mistake)
{
	static const struct check_words check = { "tools/tell/summary/words",
		"[article][particle][locative][title][speech][never][noun]",
		key_of };
	static const char *const headings[] = { "article", "particle",
		"locative", "title", "speech", "never", "noun" };
	const struct tcn_sections_file *file = &tcn_name_words_files[_i];

	check_words_read(&check, file);
	for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
		check_words_once(&check, file, headings[i]);
	tcn_name_words_fini(&words);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(a_file_is_a_language)
{
	struct tcn_str word = tcn_str("Meneer");
	unsigned is = 0;
	uint64_t key;

	tcn_name_words_read(&words, "nl",
	    "[title]\nmeneer mevrouw\n[article]\nde het een\n"
	    "[locative]\nin bij uit nabij\n[speech]\nzei\n");
	tcn_name_words_key(&words, word, &key);
	tcn_name_words_find(&words, "nl", word, key, &is);
	ck_assert_uint_eq(is, TCN_NAME_TITLE);
	tcn_name_words_find(&words, "en", word, key, &is);
	ck_assert_uint_eq(is, 0);
	tcn_name_words_fini(&words);
}
END_TEST

TCN_TESTS(names_words)
{
	tcase_add_loop_test(tc, a_file_has_no_mistake, 0,
	    (int)tcn_name_words_files_n);
	tcase_add_test(tc, a_file_is_a_language);
}

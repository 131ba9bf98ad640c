/*
 * Bilingual dictionaries, from files to a lexicon.
 */
#include "tests/base/run.h"

#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/base/temp.h"
#include "tools/conf/dictionaries.h"
#include "tools/pipeline/dictd.h"
#include "tools/pipeline/dictionary_words.h"

static char dir[TEMP_BYTES];

/* --- one dictionary --- */

/* Text that begins at offset 0, its index, and the pairs in it. */
static const struct {
	const char *entry, *index, *pairs;
} entries[] = {
	{ "tren /tren/\n1. train\n2. series, set\n", "tren\tA\tk\n",
	    "tren=train;tren=series;tren=set;" },
	{ "Zug /x/ <masc>\n [rail] train <n> [Br.], draught <n>; tug (of "
	  "war)\n",
	    "zug\tA\t8\n", "zug=train;zug=draught;zug=tug;" },
	{ "a\nb\n      \"c d\"  - e\n   Synonym: {f}\n\n see: {g}\nSynonyms: "
	  "{h}\n",
	    "a\tA\t7\n", "a=b;" },
	{ "a\nb, , ;c)d\n", "a\tA\tM\n", "a=b;a=cd;" },
	{ "a\n(b, c) d\n", "a\tA\tL\textra\n", "a=d;" },
	{ "a", "a\tA\tB\n", "" },
	{ "", "a\tA\tA\n", "" },
	{ "a\nb\n", "\tA\tE\n00databaseinfo\tA\tE\n\na\tA\tE\r\nz\tA\tE",
	    "a=b;z=b;" },
	{ "a\nb\n", "", "" },
};

static void
list_pair(void *ctx, struct tcn_str word, struct tcn_str translation)
{
	ck_assert_uint_gt(word.n, 0);
	ck_assert_uint_gt(translation.n, 0);
	tcn_buf_printf(ctx, "%.*s=%.*s;", TCN_STR_ARG(word),
	    TCN_STR_ARG(translation));
}

START_TEST(pairs_are_read)
{
	struct tcn_buf pairs = { 0 };
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_dictd_read("x.index", tcn_str(entries[_i].index),
			     tcn_str(entries[_i].entry), list_pair, &pairs,
			     &err),
	    TCN_OK);
	tcn_buf_char(&pairs, '\0');
	ck_assert_str_eq(pairs.at, entries[_i].pairs);
	tcn_buf_fini(&pairs);
}
END_TEST

/* What is wrong with an index, of a text of ten bytes. */
static const struct {
	const char *index, *says;
} wrong[] = {
	{ "a\n", "x.index:1: no line" },
	{ "a\tA\n", "x.index:1: no line" },
	{ "b\tA\tB\na\tA\t-\n", "x.index:2: no line" },
	{ "a\tA\tAAAAAAAAA\n", "x.index:1: no line" },
	{ "a\tA\tL\n", "x.index:1: its text is beyond" },
	{ "a\tL\tA\n", "x.index:1: its text is beyond" },
	{ "a\tB\t////////\n", "x.index:1: its text is beyond" },
};

START_TEST(a_damaged_index_is_named)
{
	struct tcn_buf pairs = { 0 };
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_dictd_read("x.index", tcn_str(wrong[_i].index),
			     tcn_str("a\nb\nc\nd\ne\n"), list_pair, &pairs,
			     &err),
	    TCN_INVALID);
	ck_assert_msg(strstr(err.text, wrong[_i].says) == err.text, "%s",
	    err.text);
	tcn_buf_fini(&pairs);
}
END_TEST

/* --- a folder of them --- */

static void
put(const char *name, const char *text)
{
	char path[200];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	temp_write(path, text);
}

static void
pack(const char *name, const char *text)
{
	char path[200];
	gzFile file;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	file = gzopen(path, "wb");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(gzputs(file, text), (int)strlen(text));
	ck_assert_int_eq(gzclose(file), Z_OK);
}

static void
make_dir(void)
{
	temp_dir(dir);
	put("freedict-spa-eng.index", "barco\tA\tQ\n");
	pack("freedict-spa-eng.dict.dz", "barco /x/\nboat\n\n");
	put("freedict-eng-deu.index", "ferry\tA\tN\n");
	put("freedict-eng-deu.dict", "ferry\nFaehre\n");
	/* None of ours, and one that lacks its text. */
	put("freedict-spa-por.index", "barco\tA\tQ\n");
	put("freedict-spa-por.dict", "barco /x/\nbarco\n");
	put("freedict-xxx-eng.index", "a\tA\tE\n");
	put("freedict-xxx-eng.dict", "a\nb\n");
	put("freedict-fra-eng.index", "a\tA\tE\n");
	put("other-ita-eng.index", "a\tA\tE\n");
	put("freedict-ita-eng.index.old", "a\tA\tE\n");
}

static void
drop_dir(void)
{
	temp_drop(dir);
}

START_TEST(those_with_english_are_listed)
{
	struct tcn_dictionaries_file list[TCN_DICTIONARIES_MAX];
	struct tcn_buf text = { 0 };
	size_t n;

	ck_assert_int_eq(tcn_dictionaries_list(dir, list, &n, NULL), TCN_OK);
	ck_assert_uint_eq(n, 2);
	ck_assert_str_eq(list[0].name, "eng-deu");
	ck_assert_str_eq(list[0].lang, "de");
	ck_assert(list[0].from_english && !list[0].packed);
	ck_assert_str_eq(list[1].name, "spa-eng");
	ck_assert_str_eq(list[1].lang, "es");
	ck_assert(!list[1].from_english && list[1].packed);
	tcn_dictionaries_text(dir, &text);
	tcn_buf_char(&text, '\0');
	ck_assert_msg(strncmp(text.at, "eng-deu 23, spa-eng ", 20) == 0, "%s",
	    text.at);
	tcn_buf_fini(&text);
}
END_TEST

START_TEST(no_folder_has_none)
{
	static const char *const none[] = { NULL, "", "/nowhere/at/all",
		"/etc/passwd" };
	struct tcn_buf text = { 0 };
	struct tcn_lexicon *lexicon;

	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		ck_assert_int_eq(tcn_dictionary_words_load(none[i], &lexicon,
				     NULL),
		    TCN_OK);
		ck_assert_ptr_null(lexicon);
		tcn_dictionaries_text(none[i], &text);
	}
	tcn_buf_char(&text, '\0');
	ck_assert_str_eq(text.at, "nonenonenonenone");
	tcn_buf_fini(&text);
}
END_TEST

START_TEST(both_directions_are_read)
{
	struct tcn_lexicon *lexicon;

	ck_assert_int_eq(tcn_dictionary_words_load(dir, &lexicon, NULL),
	    TCN_OK);
	ck_assert_uint_eq(tcn_lexicon_words(lexicon), 4);
	tcn_lexicon_free(lexicon);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* A damaged one is left out, and the others are read. */
START_TEST(a_damaged_dictionary_is_left_out)
{
	static const char *const bytes[] = { "", "no gzip", "\x1f\x8b\b" };
	struct tcn_lexicon *lexicon;

	for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
		put("freedict-spa-eng.dict.dz", bytes[i]);
		ck_assert_int_eq(tcn_dictionary_words_load(dir, &lexicon, NULL),
		    TCN_OK);
		ck_assert_uint_eq(tcn_lexicon_words(lexicon), 2);
		tcn_lexicon_free(lexicon);
	}
	put("freedict-eng-deu.index", "ferry\tA\tz\n");
	ck_assert_int_eq(tcn_dictionary_words_load(dir, &lexicon, NULL),
	    TCN_OK);
	ck_assert_ptr_null(lexicon);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

TCN_TESTS(dictionaries)
{
	tcase_add_checked_fixture(tc, make_dir, drop_dir);
	TCN_EACH(pairs_are_read, entries);
	TCN_EACH(a_damaged_index_is_named, wrong);
	tcase_add_test(tc, those_with_english_are_listed);
	tcase_add_test(tc, no_folder_has_none);
	tcase_add_test(tc, both_directions_are_read);
	tcase_add_test(tc, a_damaged_dictionary_is_left_out);
}

#include "tests/base/run.h"

#include "engine/base/buf.h"
#include "engine/base/sections.h"

/* Reads a file into "[heading]" and "<line>", one behind the other. */
static enum tcn_rc
read_all(struct tcn_str text, struct tcn_buf *out, struct tcn_err *err)
{
	struct tcn_sections sections = { .rest = text };
	struct tcn_str one;
	bool is_heading;
	enum tcn_rc rc;

	while (!(rc = tcn_sections_next(&sections, &is_heading, &one, err)))
		tcn_buf_printf(out, is_heading ? "[%.*s]" : "<%.*s>",
		    TCN_STR_ARG(one));
	return rc;
}

START_TEST(lines_stand_in_sections)
{
	static const char text[] =
	    "# a remark\n\n[one two]\n  a, b \r\n\t# another\n\"  c \"\n"
	    "\"# no remark\"\n\"[d]\"\n\"\"\n[three]\nd\n[four]\nsaid \"e\"\nf";
	struct tcn_buf out = { 0 };

	ck_assert_int_eq(read_all(tcn_str(text), &out, NULL), TCN_DONE);
	ck_assert_str_eq(out.at,
	    "[one two]<a, b><  c ><# no remark><[d]><>[three]<d>[four]<said "
	    "\"e\"><f>");
	tcn_buf_fini(&out);
}
END_TEST

static const struct {
	struct tcn_str text;
	unsigned long line;
	const char *says;
} mistakes[] = {
	{ TCN_STR("# words\n\nword\n[verb]\n"), 3, "before the first" },
	{ TCN_STR("[verb]\nis\n[cut\n"), 3, "[brackets]" },
	{ TCN_STR("[verb]\n\n[cut]\nthe\n"), 3, "has no line" },
	{ TCN_STR("[verb]\nis\n[cut]\n# the\n"), 4, "has no line" },
	{ TCN_STR("[]\n"), 1, "[brackets]" },
	{ TCN_STR("["), 1, "[brackets]" },
	{ TCN_STR("[verb]\n\"is\n"), 2, "ends with one" },
	{ TCN_STR("[verb]\n\""), 2, "ends with one" },
	{ TCN_STR("[verb]\nz\xe9ro\n"), 2, "UTF-8" },
	{ TCN_STR("[verb]\n\n# caf\xe9\n"), 3, "UTF-8" },
	{ TCN_STR("[verb]\nis\0was\n"), 2, "UTF-8" },
	{ TCN_STR("\xff\xfe[\0v\0"), 1, "UTF-8" },
};

START_TEST(a_mistake_is_named_with_its_line)
{
	struct tcn_err err = { .file = "words/nl.txt" };
	char place[TCN_ERR_PLACE_BYTES];
	struct tcn_buf out = { 0 };

	ck_assert_int_eq(read_all(mistakes[_i].text, &out, &err), TCN_INVALID);
	ck_assert_uint_eq(err.line, mistakes[_i].line);
	ck_assert_msg(strstr(err.text, mistakes[_i].says), "%s", err.text);
	ck_assert_ptr_nonnull(strstr(tcn_err_place(&err, place),
	    "words/nl.txt:"));
	tcn_buf_fini(&out);
}
END_TEST

START_TEST(a_line_has_an_end)
{
	static char text[8 + TCN_SECTIONS_LINE_BYTES + 2] = "[verb]\n";
	struct tcn_str s = { text, 7 + TCN_SECTIONS_LINE_BYTES };
	struct tcn_buf out = { 0 };
	struct tcn_err err = { 0 };

	memset(text + 7, 'a', sizeof text - 8);
	ck_assert_int_eq(read_all(s, &out, &err), TCN_DONE);
	s.n++;
	ck_assert_int_eq(read_all(s, &out, &err), TCN_INVALID);
	ck_assert_uint_eq(err.line, 2);
	ck_assert_ptr_nonnull(strstr(err.text, "1001 bytes"));
	tcn_buf_fini(&out);
}
END_TEST

START_TEST(a_line_has_parts)
{
	struct tcn_str rest = tcn_str("a|| b|"), part;
	struct tcn_buf out = { 0 };

	while (tcn_sections_part(&rest, '|', &part))
		tcn_buf_printf(&out, "<%.*s>", TCN_STR_ARG(part));
	ck_assert_str_eq(out.at, "<a><>< b><>");
	tcn_buf_fini(&out);
}
END_TEST

START_TEST(a_section_has_words)
{
	struct tcn_sections_words words = tcn_sections_words(
	    "[a]\none\n[b]\ntwo three\n# no\nfour\n[a]\nfive\n", "a");
	struct tcn_buf out = { 0 };
	struct tcn_str word;

	while (tcn_sections_words_next(&words, &word))
		tcn_buf_printf(&out, "<%.*s>", TCN_STR_ARG(word));
	words = tcn_sections_words("[a]\none\n[b]\ntwo three\n# no\nfour", "b");
	while (tcn_sections_words_next(&words, &word))
		tcn_buf_printf(&out, "<%.*s>", TCN_STR_ARG(word));
	words = tcn_sections_words("", "b");
	ck_assert(!tcn_sections_words_next(&words, &word));
	ck_assert_str_eq(out.at, "<one><five><two><three><four>");
	tcn_buf_fini(&out);
}
END_TEST

TCN_TESTS(sections)
{
	tcase_add_test(tc, lines_stand_in_sections);
	TCN_EACH(a_mistake_is_named_with_its_line, mistakes);
	tcase_add_test(tc, a_line_has_an_end);
	tcase_add_test(tc, a_line_has_parts);
	tcase_add_test(tc, a_section_has_words);
}

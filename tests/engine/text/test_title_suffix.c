#include "tests/base/run.h"

#include "engine/text/title_suffix.h"
#include "tests/base/check_str.h"

static const struct {
	const char *title, *name; /* NULL: there is none */
	const char *source, *host;
	bool is_source;
} rows[] = {
	{ "Quake hits Chile - Reuters", "Reuters", "Reuters", "", true },
	{ "Quake hits Chile | BBC News", "BBC News", "", "bbc.co.uk", true },
	{ "Quake hits Chile — The Day", "The Day", "THE DAY", "", true },
	{ "Weather for tomorrow - Leeds", "Leeds", "The Day", "", false },
	{ "Quake hits northern Chile again - Reuters", "Reuters", "", "",
	    true },
	{ "Quake hits Chile - Reuters", "Reuters", "", "", false },
	{ "Quake hits northern Chile again - all we know", "all we know", "",
	    "", false },
	{ "Quake hits Chile-Reuters", NULL, "", "", false },
	{ "Quake - one two three four five six", NULL, "", "", false },
	{ "", NULL, "", "", false },
};

START_TEST(names_behind_separators)
{
	struct tcn_str title = tcn_str(rows[_i].title), rest = title, name;

	ck_assert_int_eq(tcn_title_suffix_find(title, &rest.n, &name),
	    rows[_i].name != NULL);
	if (!rows[_i].name)
		return;
	check_str(name, rows[_i].name);
	ck_assert_int_eq(title.at[rest.n], ' ');
	ck_assert_int_eq(tcn_title_suffix_is_source(name,
			     tcn_str(rows[_i].source), tcn_str(rows[_i].host),
			     rest),
	    rows[_i].is_source);
}
END_TEST

START_TEST(spellings_have_one_hash)
{
	uint64_t hash = tcn_title_suffix_hash(tcn_str("BBC News"));

	ck_assert_uint_ne(hash, 0);
	ck_assert_uint_eq(hash, tcn_title_suffix_hash(tcn_str("bbc-news!")));
	ck_assert_uint_ne(hash, tcn_title_suffix_hash(tcn_str("BBC Sport")));
	ck_assert_uint_eq(tcn_title_suffix_hash(tcn_str(" - ")), 0);
}
END_TEST

TCN_TESTS(title_suffix)
{
	TCN_EACH(names_behind_separators, rows);
	tcase_add_test(tc, spellings_have_one_hash);
}

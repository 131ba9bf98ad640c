#include "tests/base/run.h"

#include "engine/item/headline.h"

static const struct {
	const char *title, *source, *url, *headline;
} rows[] = {
	{ "Quake hits Chile - Reuters", "Reuters", "", "Quake hits Chile" },
	{ "Quake hits Chile | Le Monde", "Le Monde", "", "Quake hits Chile" },
	{ "Quake hits Chile \u2014 BBC News", "", "https://www.bbc.co.uk/1",
	    "Quake hits Chile" },
	/* The name of another, or no name. */
	{ "Quake hits Chile - Reuters", "Le Monde", "",
	    "Quake hits Chile - Reuters" },
	{ "Quake hits Chile - 12 dead", "Reuters", "",
	    "Quake hits Chile - 12 dead" },
	{ "Quake hits Chile", "Reuters", "", "Quake hits Chile" },
	{ " - Reuters", "Reuters", "", " - Reuters" },
	{ "", "", "", "" },
};

START_TEST(loses_the_name_of_its_outlet)
{
	struct tcn_str headline = tcn_headline(tcn_str(rows[_i].title),
	    tcn_str(rows[_i].source), tcn_str(rows[_i].url));

	ck_assert_msg(tcn_str_equal(headline, tcn_str(rows[_i].headline)),
	    "'%.*s'", TCN_STR_ARG(headline));
}
END_TEST

START_TEST(without_a_title_something_stands_for_it)
{
	const struct tcn_str none = tcn_str(""), url = tcn_str("https://a/1"),
			     id = tcn_str("n1");

	ck_assert_str_eq(tcn_headline_fallback(tcn_str("It said"), url, id).at,
	    "It said");
	ck_assert_str_eq(tcn_headline_fallback(tcn_str(" \n"), url, id).at,
	    "https://a/1");
	ck_assert_str_eq(tcn_headline_fallback(none, none, id).at, "n1");
}
END_TEST

TCN_TESTS(headline)
{
	TCN_EACH(loses_the_name_of_its_outlet, rows);
	tcase_add_test(tc, without_a_title_something_stands_for_it);
}

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

TCN_TESTS(headline)
{
	TCN_EACH(loses_the_name_of_its_outlet, rows);
}

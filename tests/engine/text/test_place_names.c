/* Names of places and languages that ICU knows. */
#include "tests/base/run.h"

#include "engine/text/place_names.h"

static const struct {
	const char *tag, *name;
	unsigned kinds;
} names[] = {
	{ "en", "Israel", TCN_PLACE_COUNTRY },
	{ "en", "U.S.", TCN_PLACE_COUNTRY },
	{ "en", "US", TCN_PLACE_COUNTRY },
	{ "en", "UK", TCN_PLACE_COUNTRY },
	{ "en-GB", "new zealand", TCN_PLACE_COUNTRY },
	{ "en", "Gaza", TCN_PLACE_CITY },
	{ "en", "Jersey", TCN_PLACE_COUNTRY | TCN_PLACE_CITY },
	{ "en", "Spanish", TCN_PLACE_LANGUAGE },
	{ "en", "Allemagne", 0 },
	{ "en", "GB", 0 }, /* a code is no name */
	{ "de", "Österreich", TCN_PLACE_COUNTRY },
	{ "de", "Wien", TCN_PLACE_CITY },
	{ "es", "EE. UU.", TCN_PLACE_COUNTRY },
	{ "es", "Canada", TCN_PLACE_COUNTRY }, /* Canadá */
	{ "fr", "Londres", TCN_PLACE_CITY },
	{ "ja", "東京", TCN_PLACE_CITY },
	{ "xx", "Israel", 0 },
	{ "", "Israel", 0 },
	{ "a tag of no language at all", "Israel", 0 },
	{ "en", "", 0 },
	{ "en", "\xff", 0 },
};

START_TEST(what_a_name_is)
{
	unsigned kinds = 77;

	tcn_place_names_find(tcn_str(names[_i].tag), tcn_str(names[_i].name),
	    &kinds);
	ck_assert_msg(kinds == names[_i].kinds, "%s is %u", names[_i].name,
	    kinds);
}
END_TEST

/* Of a language that ICU lacks it must not take that of the environment. */
START_TEST(unknown_languages_take_no_place)
{
	char tag[4] = "q__";
	unsigned kinds;

	for (char a = 'a'; a <= 'z'; a++) {
		tag[1] = a;
		tcn_place_names_find(tcn_str(tag), tcn_str("Israel"), &kinds);
	}
	tcn_place_names_find(tcn_str("nl"), tcn_str("Duitsland"), &kinds);
	ck_assert_uint_eq(kinds, TCN_PLACE_COUNTRY);
}
END_TEST

TCN_TESTS(place_names)
{
	TCN_EACH(what_a_name_is, names);
	tcase_add_test(tc, unknown_languages_take_no_place);
}

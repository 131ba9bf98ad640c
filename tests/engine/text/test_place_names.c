/* Names of places and languages that ICU knows. */
#include "tests/base/run.h"

#include <string.h>
#include <unicode/uloc.h>

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
	{ "en", "Jersey",
	    TCN_PLACE_COUNTRY | TCN_PLACE_CITY | TCN_PLACE_HOMONYM },
	{ "en", "Spanish", 0 },
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
	unsigned kinds = tcn_place_names_find(tcn_str(names[_i].tag),
	    tcn_str(names[_i].name))
			     .kinds;

	ck_assert_msg(kinds == names[_i].kinds, "%s is %u", names[_i].name,
	    kinds);
}
END_TEST

/* The first word of each country, as it is shown, in capitals too. */
START_TEST(names_begin_with_their_words)
{
	static const char *const langs[] = { "en", "de", "fr", "es", "it",
		"pt" };
	const char *const *codes = uloc_getISOCountries();
	size_t none = 0;

	for (size_t l = 0; l < 6; l++)
		for (size_t i = 0; codes[i]; i++) {
			struct tcn_str name =
			    tcn_str(tcn_place_names_country(langs[l],
				codes[i]));

			ck_assert_uint_gt(name.n, 0);
			ck_assert(tcn_place_names_may_begin(tcn_str(langs[l]),
			    name));
			name.n = strcspn(name.at, " -");
			ck_assert_msg(tcn_place_names_may_begin(tcn_str(langs
									[l]),
					  name),
			    "%s", name.at);
		}
	for (char a = 'a'; a <= 'z'; a++)
		none += !tcn_place_names_may_begin(tcn_str("en"),
		    (struct tcn_str){ (char[]){ 'W', 'o', 'r', a }, 4 });
	ck_assert_uint_gt(none, 20);
	ck_assert(!tcn_place_names_may_begin(tcn_str("xx"), tcn_str("Israel")));
}
END_TEST

/* Each beginning of the name. */
static void
check_starts(const char *lang, const char *shown)
{
	for (struct tcn_str name = tcn_str(shown); name.n; name.n--)
		if ((name.at[name.n] & 0xc0) != 0x80)
			ck_assert_msg(tcn_place_names_may_start(tcn_str(lang),
					  name),
			    "%s %s %zu", lang, shown, name.n);
}

/* Each place's name, and few other words. A country whose name is too long to
 * be shown is shown as its code, which is no name. */
START_TEST(names_start_with_their_letters)
{
	static const char *const langs[] = { "en", "de", "fr", "pl", "ru" };
	static const char *const zones[] = { "Asia/Tokyo", "Europe/Zurich",
		"America/Sao_Paulo", "Europe/Moscow", "America/St_Johns" };
	const char *const *codes = uloc_getISOCountries();
	size_t none = 0;

	for (size_t l = 0; l < 5; l++) {
		for (size_t i = 0; i < 5; i++)
			check_starts(langs[l],
			    tcn_place_names_city(langs[l], zones[i]));
		for (size_t i = 0; codes[i]; i++) {
			const char *name =
			    tcn_place_names_country(langs[l], codes[i]);

			if (strcmp(name, codes[i]) != 0)
				check_starts(langs[l], name);
		}
	}
	for (char a = 'a'; a <= 'z'; a++)
		none += !tcn_place_names_may_start(tcn_str("en"),
		    (struct tcn_str){ (char[]){ 'W', 'o', 'r', a }, 4 });
	ck_assert_uint_gt(none, 20);
	ck_assert(!tcn_place_names_may_start(tcn_str("xx"), tcn_str("Israel")));
}
END_TEST

/* Of a language that ICU lacks it must not take that of the environment. */
START_TEST(unknown_languages_take_no_place)
{
	char tag[4] = "q__";
	unsigned kinds;

	for (char a = 'a'; a <= 'z'; a++) {
		tag[1] = a;
		tcn_place_names_find(tcn_str(tag), tcn_str("Israel"));
	}
	kinds = tcn_place_names_find(tcn_str("nl"), tcn_str("Duitsland")).kinds;
	ck_assert_uint_eq(kinds, TCN_PLACE_COUNTRY);
}
END_TEST

static const struct {
	const char *tag, *name, *country, *zone;
} places[] = {
	{ "en", "Kuwait", "KW", "" }, /* a city as well */
	{ "en", "Kolkata", "IN", "Asia/Calcutta" },
	{ "en", "Burma", "MM", "" }, /* "Myanmar (Burma)" */
	{ "en", "Ivory Coast", "CI", "" }, /* a variant */
	{ "en", "Congo", "", "" }, /* two have it */
	{ "en", "Great Britain", "GB", "" }, /* of the language's file */
	{ "en", "Palmer", "", "" }, /* a base */
	{ "es", "Ciudad de México", "MX", "America/Mexico_City" },
	{ "en", "Spanish", "", "" },
};

START_TEST(where_a_name_is)
{
	struct tcn_place_name name =
	    tcn_place_names_find(tcn_str(places[_i].tag),
		tcn_str(places[_i].name));

	ck_assert_str_eq(name.country, places[_i].country);
	ck_assert_str_eq(name.zone, places[_i].zone);
}
END_TEST

START_TEST(names_are_shown_in_a_language)
{
	ck_assert_str_eq(tcn_place_names_country("en", "GB"), "UK");
	ck_assert_str_eq(tcn_place_names_country("de", "AT"), "Österreich");
	ck_assert_str_eq(tcn_place_names_country("xx", "AT"), "AT");
	ck_assert_str_eq(tcn_place_names_country("en", "X"), "X");
	ck_assert_str_eq(tcn_place_names_city("de", "Europe/Vienna"), "Wien");
	ck_assert_str_eq(tcn_place_names_city("fr", "Mars/Base"), "Mars/Base");
}
END_TEST

START_TEST(a_person_asks_by_code_or_name)
{
	static const struct tcn_str en = { "en", 2 };

	ck_assert_str_eq(tcn_place_names_read(en, tcn_str("de")), "DE");
	ck_assert_str_eq(tcn_place_names_read(en, tcn_str("Germany")), "DE");
	ck_assert_str_eq(tcn_place_names_read(en, tcn_str("sydney")),
	    "Australia/Sydney");
	ck_assert_ptr_null(tcn_place_names_read(en, tcn_str("ZZ")));
	ck_assert_ptr_null(tcn_place_names_read(en, tcn_str("")));
	ck_assert(tcn_place_names_has(tcn_str("DE")));
	ck_assert(!tcn_place_names_has(tcn_str("de")));
}
END_TEST

/* A language is no place, and a place is no language. */
START_TEST(languages_are_known_apart)
{
	static const struct tcn_str en = { "en", 2 }, de = { "de", 2 };

	ck_assert(tcn_place_names_is_language(en, tcn_str("Spanish")));
	ck_assert(tcn_place_names_is_language(de, tcn_str("Französisch")));
	ck_assert(!tcn_place_names_is_language(de, tcn_str("Spanish")));
	ck_assert(!tcn_place_names_is_language(en, tcn_str("Israel")));
	ck_assert(!tcn_place_names_is_language(en, tcn_str("")));
	ck_assert(!tcn_place_names_is_language(tcn_str("xx"),
	    tcn_str("Spanish")));
}
END_TEST

TCN_TESTS(place_names)
{
	TCN_EACH(where_a_name_is, places);
	tcase_add_test(tc, names_are_shown_in_a_language);
	tcase_add_test(tc, a_person_asks_by_code_or_name);
	TCN_EACH(what_a_name_is, names);
	tcase_add_test(tc, languages_are_known_apart);
	tcase_add_test(tc, names_begin_with_their_words);
	tcase_add_test(tc, names_start_with_their_letters);
	tcase_add_test(tc, unknown_languages_take_no_place);
}

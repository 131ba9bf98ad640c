/* The countries and cities that an article names. */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/text/places.h"

/* What is found: "CL", "AU/Australia/Sydney", "!" behind a located one, with
 * homonyms that nothing speaks for left out. */
static const struct {
	const char *lang, *title, *text, *found;
} articles[] = {
	{ "en", "Magnitude 8 quake hits off Chile coast",
	    "SANTIAGO (Reuters) - A quake struck off Chile on Monday.",
	    "CL! CL/America/Santiago" },
	{ "en", "Gunmen Kill 12 In Sydney", "", "AU/Australia/Sydney!" },
	{ "en", "Gunmen Kill Twelve As Chile Protests", "", "" },
	{ "en", "US drone kills five in northern Pakistan", "", "US PK!" },
	{ "en", "They told us that turkey is fine", "", "" },
	{ "en", "THEY TOLD US ABOUT CHILE", "", "" },
	{ "en", "Blast in Pakistan Monday kills two", "", "PK!" },
	{ "en", "Cuba's Castro resigns", "", "CU" },
	{ "en", "Help comes", "The U.S. sent help to the island.", "US" },
	/* other names */
	{ "en", "Paris Hilton arrives", "", "" },
	{ "en", "Fans of singer Maria Lima cheer", "Lima sang.", "" },
	{ "en", "Oil spill reaches the Gulf of Mexico", "", "" },
	{ "en", "Storms hit northern parts of New Mexico", "", "" },
	{ "en", "A US-led strike on the town", "", "" },
	{ "en", "Congo votes for a new president", "", "" },
	/* homonyms */
	{ "en", "Storm in Georgia kills two", "", "" },
	{ "en", "Russia sends troops to Georgia", "They moved on Tbilisi.",
	    "RU GE GE/Asia/Tbilisi" },
	{ "en", "A probe lands on Mars", "The Phoenix lander sent data.", "" },
	/* other names that ICU has, and those of a language's file */
	{ "en", "Ivory Coast's president is held", "", "CI" },
	{ "en", "Cyclone toll rises in Burma", "", "MM!" },
	{ "en", "Snow closes airports in Britain", "", "GB!" },
	{ "en", "Bank in Singapore fails", "", "SG!" },
	/* languages */
	{ "de", "Erdbeben in der Türkei: viele Tote", "", "TR!" },
	{ "es", "Un sismo sacude el norte de Chile", "", "CL" },
	{ "fr", "Séisme dans le nord du Chili", "", "CL!" },
	{ "fr", "La réunion des ministres", "", "" },
	{ "it", "Terremoto, paura a Roma", "", "IT/Europe/Rome!" },
	{ "pt", "Terremoto no Chile mata dois", "", "CL!" },
	{ "ja", "東京で地震", "", "" },
	{ "", "Quake in Chile", "", "" },
	/* no further than two sentences */
	{ "en", "A quake", "It was strong. It was deep. It was in Chile.", "" },
	{ "en", "\xff in \xc3 Chile, \xf0\x9f", "", "CL" },
};

START_TEST(what_an_article_names)
{
	struct tcn_places places = tcn_places_find(tcn_str(articles[_i].title),
	    tcn_str(articles[_i].text), articles[_i].lang);
	char found[400] = "";
	size_t n = 0;

	tcn_places_drop_unsure(&places);
	for (size_t i = 0; i < places.n; i++) {
		const struct tcn_place *at = &places.at[i];

		n += (size_t)snprintf(found + n, sizeof found - n, "%s%s%s%s%s",
		    i ? " " : "", at->country, *at->zone ? "/" : "", at->zone,
		    at->located ? "!" : "");
	}
	ck_assert_msg(strcmp(found, articles[_i].found) == 0, "%s: %s, not %s",
	    articles[_i].title, found, articles[_i].found);
}
END_TEST

/* More names than are kept are no harm. */
START_TEST(many_places)
{
	char title[6000] = "";

	for (int i = 0; i < 100; i++)
		strcat(title,
		    "in Chile, in Peru, in Cuba, in Mali, in Togo, "
		    "x ");
	ck_assert_uint_eq(tcn_places_find(tcn_str(title), tcn_str(title), "en")
			      .n,
	    5);
}
END_TEST

TCN_TESTS(places)
{
	TCN_EACH(what_an_article_names, articles);
	tcase_add_test(tc, many_places);
}

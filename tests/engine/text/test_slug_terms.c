#include "tests/base/in_arena.h"

#include "engine/text/slug_terms.h"

static const struct {
	const char *url, *slug;
} slugs[] = {
	{ "http://e.com/2014/03/plane-vanishes-over-sea",
	    "plane vanishes over "
	    "sea" },
	{ "https://e.com/news/Plane_Vanishes+Over.Sea.html?id=one-two-three",
	    "Plane Vanishes Over Sea" },
	{ "http://e.com/a-big-wave/story-1234567.shtml", "" },
	{ "http://e.com/one-two-three/four-five-six/", "four five six" },
	{ "http://e.com/one-two-three-four/five-six-seven",
	    "one two three "
	    "four" },
	{ "http://e.com/p5-iphone6-at-4pm-in-the-shop", "at in the shop" },
	{ "http://e.com/%c3%a9lections-en-Espa%C3%B1a%2dhoy",
	    "\u00e9lections "
	    "en Espa\u00f1a "
	    "hoy" },
	{ "http://e.com/%ff%fe-one-two-three", "" },
	{ "http://e.com/one-two-three%", "one two three" },
	{ "http://e.com/status/210621841", "" },
	{ "http://e.com/a/b/c#one-two-three", "" },
	{ "http://one-two-three-four.com/", "" },
	{ "http://one-two-three-four.com", "" },
	{ "mailto:one-two-three-four", "" },
	{ "", "" },
};

START_TEST(address_gives_its_words)
{
	struct tcn_str slug;

	tcn_slug_terms_url(&arena, tcn_str(slugs[_i].url),
	    (struct tcn_str){ 0 }, &slug);
	ck_assert_msg(tcn_str_equal(slug, tcn_str(slugs[_i].slug)),
	    "%s: '%.*s'", slugs[_i].url, TCN_STR_ARG(slug));
}
END_TEST

/* Some addresses transliterate letters, others drop them. */
START_TEST(what_is_left_of_a_word_is_none)
{
	static const struct {
		const char *url, *title, *slug;
	} left[] = {
		{ "http://e.com/qu-mica-empe-a-el-granero",
		    "Química empeña el granero", "el granero" },
		{ "http://e.com/quimica-empena-el-granero",
		    "Química empeña el granero", "quimica empena el granero" },
		{ "http://e.com/H-RITE-la-cave-du-ch-teau", "Hérite du château",
		    "la cave du" },
		{ "http://e.com/mica-prices-fall-again", "Quimica mica",
		    "mica prices fall again" },
		{ "http://e.com/qu-mica", "Química", "" },
		{ "http://e.com/one-two-three", "", "one two three" },
	};

	for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
		struct tcn_str slug;

		tcn_slug_terms_url(&arena, tcn_str(left[i].url),
		    tcn_str(left[i].title), &slug);
		ck_assert_msg(tcn_str_equal(slug, tcn_str(left[i].slug)),
		    "%s: '%.*s'", left[i].url, TCN_STR_ARG(slug));
	}
}
END_TEST

static const struct {
	const char *word, *parts;
} words[] = {
	{ "PrayForBoston", "Pray For Boston" },
	{ "ABCNews", "ABC News" },
	{ "FloodsPH", "Floods PH" },
	{ "sandy2012", "sandy 2012" },
	{ "high_park_fire", "high park fire" },
	{ "Qu\u00e9becTrain", "Qu\u00e9bec Train" },
	{ "\u0427\u0435\u041b\u044f", "\u0427\u0435 \u041b\u044f" },
	{ "boston", "" },
	{ "Boston", "" },
	{ "LAX", "" },
	{ "", "" },
};

START_TEST(tags_part_where_their_case_turns)
{
	struct tcn_str parts;

	tcn_slug_terms_hashtag(&arena, tcn_str(words[_i].word), &parts);
	ck_assert_msg(tcn_str_equal(parts, tcn_str(words[_i].parts)),
	    "%s: '%.*s'", words[_i].word, TCN_STR_ARG(parts));
}
END_TEST

TCN_TESTS(slug_terms)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(address_gives_its_words, slugs);
	tcase_add_test(tc, what_is_left_of_a_word_is_none);
	TCN_EACH(tags_part_where_their_case_turns, words);
}

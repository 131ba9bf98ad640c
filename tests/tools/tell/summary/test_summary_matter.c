/* Whether a story holds two matters: told by words that only one side has, and
 * not where sides of one matter have its names in common. */
#include "tests/base/in_preparer.h"

#include <string.h>

#include "tools/tell/summary/summary_matter.h"

#define MANY 40

static struct tcn_summary_text story[MANY];
static size_t story_n;
static bool other[MANY];

static const char *const recall[] = {
	"Weight-loss drug Oral recalled over tampering",
	"Maker recalls Oral weight-loss drug after tampering",
	"Oral: drug maker fears tampering, recalls bottles",
	"Tampering fears: weight-loss drug Oral recalled",
	"Bottles of weight-loss drug Oral recalled by maker",
	"Drug recall: tampering found in bottles of Oral",
};

static const char *const exam[] = {
	"Universities drop oral exam for students of law",
	"Students of law welcome end of oral exam",
	"Law students: universities to end the oral exam",
	"Oral exam of law students ends, universities say",
	"Universities end oral exam in law, students cheer",
};

/* Sides of one matter. */
static const char *const siege[] = {
	"Gunman holds hostages in Wollamba cafe siege",
	"Wollamba cafe siege: hostages run from cafe",
	"Police surround cafe in Wollamba siege with hostages",
	"Hostages held in cafe, siege in Wollamba goes on",
	"Siege in Wollamba: gunman asks for flag in cafe",
};

static const char *const mourning[] = {
	"Wollamba mourns: flowers laid at siege cafe",
	"Flowers for victims of Wollamba cafe siege",
	"Wollamba cafe siege: thousands lay flowers",
	"Mourners lay flowers where Wollamba cafe siege ended",
	"Victims of Wollamba siege mourned with flowers at cafe",
};

/* Matters that share common words, and no name. */
static const char *const north[] = {
	"Growth of the Norland economy in last quarter revised to 2 percent",
	"Last quarter growth of economy in Norland raised to 2 percent",
	"Economy of Norland grows 2 percent, figures revised",
	"Growth in Norland revised as consumers spend more",
	"Revised: economy in Norland grows more as consumers spend",
	"Norland revises growth of economy in last quarter",
};

static const char *const south[] = {
	"Current account deficit of Sudmark widens in last quarter",
	"Slow growth in last quarter, wide account deficit in Sudmark",
	"Wider current account deficit hits growth of Sudmark",
	"Growth slows, deficit on current account in Sudmark widens",
	"Alarm over deficit as growth in Sudmark slows in last quarter",
};

static void
begin(void)
{
	story_n = 0;
	memset(story, 0, sizeof story);
}

static void
add(const char *const *titles, size_t n, const char *lang)
{
	for (size_t i = 0; i < n; i++) {
		story[story_n] = (struct tcn_summary_text){
			.title = tcn_str(titles[i]),
			.lang = tcn_str(lang),
			.origin = 100 + story_n,
			.ms = 1000 * (int64_t)story_n,
		};
		story_n++;
	}
}

static size_t
find(void)
{
	struct tcn_summary_core core;
	size_t n;

	memset(other, 0, sizeof other);
	tcn_summary_core_make(story, story_n, prep, &arena, &core);
	n = tcn_summary_matter_find(story, story_n, &core, other);
	tcn_summary_core_fini(&core);
	return n;
}

/* That of story[from .. to), and nothing else, is another matter. */
static void
check_other(size_t from, size_t to)
{
	ck_assert_uint_eq(find(), to - from);
	for (size_t i = 0; i < story_n; i++)
		ck_assert_int_eq(other[i], i >= from && i < to);
}

START_TEST(one_word_in_common_makes_no_event)
{
	begin();
	add(recall, 6, "en");
	add(exam, 5, "en");
	check_other(6, 11);
}
END_TEST

START_TEST(order_is_no_matter)
{
	begin();
	add(exam, 5, "en");
	add(recall, 6, "en");
	check_other(0, 5);
}
END_TEST

START_TEST(sides_of_one_matter_are_none)
{
	begin();
	add(siege, 5, "en");
	add(mourning, 5, "en");
	ck_assert_uint_eq(find(), 0);
}
END_TEST

START_TEST(names_tell_matters_apart)
{
	begin();
	add(north, 6, "en");
	add(south, 5, "en");
	check_other(6, 11);
}
END_TEST

/* As the adjective of a country does. */
START_TEST(names_that_begin_alike_tell_none_apart)
{
	static char alike[5][80];
	const char *titles[5];

	for (size_t i = 0; i < 5; i++) {
		strcpy(alike[i], south[i]);
		memcpy(strstr(alike[i], "Sudmark"), "Norlish", 7);
		titles[i] = alike[i];
	}
	begin();
	add(north, 6, "en");
	add(titles, 5, "en");
	ck_assert_uint_eq(find(), 0);
}
END_TEST

START_TEST(three_origins_are_no_matter)
{
	begin();
	add(recall, 6, "en");
	add(exam, 3, "en");
	ck_assert_uint_eq(find(), 0);
}
END_TEST

START_TEST(what_has_nothing_in_common_is_no_matter)
{
	static const char *const scattered[] = { "Oral history of a village",
		"Tax on boats rises", "Chess final ends in draw",
		"Storm closes ferry line", "Museum finds lost painting" };

	begin();
	add(recall, 6, "en");
	add(scattered, 5, "en");
	ck_assert_uint_eq(find(), 0);
}
END_TEST

START_TEST(a_copy_goes_with_its_origin)
{
	begin();
	add(recall, 6, "en");
	add(exam, 5, "en");
	add(recall, 1, "en");
	add(exam, 1, "en");
	story[11].origin = story[0].origin;
	story[12].origin = story[6].origin;
	ck_assert_uint_eq(find(), 6);
	ck_assert(!other[11] && other[12]);
}
END_TEST

START_TEST(the_headline_says_which_is_the_events)
{
	begin();
	add(recall, 6, "en");
	add(exam, 5, "en");
	story[7].heads = true;
	check_other(0, 6);
}
END_TEST

START_TEST(twice_as_many_outweigh_the_headline)
{
	begin();
	add(recall, 6, "en");
	add(recall, 4, "en");
	add(exam, 5, "en");
	story[11].heads = true;
	check_other(10, 15);
}
END_TEST

START_TEST(another_language_is_no_other_matter)
{
	static const char *const spanish[] = {
		"Retiran el medicamento Oral por posible sabotaje",
		"Sabotaje: retiran frascos del medicamento Oral",
		"El fabricante retira el medicamento Oral",
		"Retirada del medicamento Oral tras un sabotaje",
		"Frascos de Oral retirados por el fabricante",
	};

	begin();
	add(recall, 6, "en");
	add(spanish, 5, "es");
	ck_assert_uint_eq(find(), 0);
}
END_TEST

START_TEST(an_empty_story_holds_none)
{
	begin();
	ck_assert_uint_eq(find(), 0);
	add(recall, 1, "en");
	story[0].title = tcn_str("");
	ck_assert_uint_eq(find(), 0);
}
END_TEST

TCN_TESTS(summary_matter)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, one_word_in_common_makes_no_event);
	tcase_add_test(tc, order_is_no_matter);
	tcase_add_test(tc, sides_of_one_matter_are_none);
	tcase_add_test(tc, names_tell_matters_apart);
	tcase_add_test(tc, names_that_begin_alike_tell_none_apart);
	tcase_add_test(tc, three_origins_are_no_matter);
	tcase_add_test(tc, what_has_nothing_in_common_is_no_matter);
	tcase_add_test(tc, a_copy_goes_with_its_origin);
	tcase_add_test(tc, the_headline_says_which_is_the_events);
	tcase_add_test(tc, twice_as_many_outweigh_the_headline);
	tcase_add_test(tc, another_language_is_no_other_matter);
	tcase_add_test(tc, an_empty_story_holds_none);
}

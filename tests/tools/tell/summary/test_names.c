/* The names of a story, and its key terms. */
#include "tests/base/in_arena.h"

#include <stdio.h>

#include "tests/base/check_str.h"
#include "tests/base/random.h"
#include "tools/tell/summary/names.h"
#include "tools/tell/summary/terms.h"

#define TEXTS_MAX 40

static struct tcn_summary_text texts[TEXTS_MAX];
static size_t texts_n;
static struct tcn_names names;

static void
say(const char *text, const char *lang)
{
	ck_assert_uint_lt(texts_n, TEXTS_MAX);
	texts[texts_n] = (struct tcn_summary_text){ .text = tcn_str(text),
		.lang = tcn_str(lang),
		.origin = texts_n + 1 };
	texts_n++;
}

static void
find(void)
{
	tcn_names_find(texts, texts_n, &arena, &names);
}

/* The name as it is written, or NULL. */
static const struct tcn_name *
name(const char *text)
{
	for (size_t i = 0; i < names.n; i++) {
		if (tcn_str_equal(names.at[i].text, tcn_str(text)))
			return &names.at[i];
	}
	return NULL;
}

static void
check_kind(const char *text, enum tcn_name_kind kind)
{
	ck_assert_msg(name(text) != NULL, "no name %s", text);
	ck_assert_msg(name(text)->kind == kind, "%s is a %s", text,
	    tcn_name_kind_name(name(text)->kind));
}

static const struct story {
	const char *lang, *person, *place, *none;
	const char *text[4];
} stories[] = {
	{ "en", "Vera Rindarenko", "New Harrow", "Police",
	    { "Police in New Harrow said that mayor Vera Rindarenko is safe.",
		"The ship sank near New Harrow, as mayor Vera Rindarenko "
		"said.",
		"A diver in New Harrow told Rindarenko what he saw. New "
		"ships came.",
		"They were met by police, and mayor Rindarenko said no more. "
		"The new harbour stayed shut." } },
	{ "de", "Jonas Quenos", "Branmoor", "Feuerwehr",
	    { "Die Feuerwehr in Branmoor suchte am Montag nach Opfern.",
		"Das sagte Bürgermeister Jonas Quenos in Branmoor der "
		"Feuerwehr.",
		"Aus Branmoor sagte Bürgermeister Jonas Quenos die Feuerwehr "
		"komme.",
		"Nach Angaben der Feuerwehr war Bürgermeister Quenos am "
		"Ort." } },
	{ "es", "Gabriel Márquez", "San Marcos", "Bomberos",
	    { "Los bomberos llegaron a las ocho, dijo Gabriel Marquez en San "
	      "Marcos.",
		"El terremoto dejó daños en San Marcos, dijo Gabriel Márquez.",
		"Hay heridos cerca de San Marcos, dijo Gabriel Márquez a los "
		"bomberos.",
		"Por su parte, Márquez pidió calma. Bomberos y vecinos "
		"ayudan." } },
	{ "fr", "Anne Morvilliers", "Port-Lanvec", "Pompiers",
	    { "Le feu a pris à Port-Lanvec, selon la maire Anne Morvilliers.",
		"Les pompiers sont à Port-Lanvec, dit la maire Anne "
		"Morvilliers.",
		"Près de Port-Lanvec, la maire Anne Morvilliers parle.",
		"Pompiers et voisins aident, a dit Morvilliers." } },
	{ "it", "Luca Bardini", "Monteverna", "Vigili",
	    { "I vigili sono arrivati a Monteverna, dice il sindaco Luca "
	      "Bardini.",
		"La scossa ha colpito anche Monteverna, e il sindaco Luca "
		"Bardini resta.",
		"Nella notte, vicino a Monteverna, il sindaco Luca Bardini "
		"parla.",
		"Vigili e vicini aiutano, in Monteverna." } },
	{ "pt", "Rita Valdoso", "Serra Nova", "Bombeiros",
	    { "Os bombeiros chegaram em Serra Nova, disse a prefeita Rita "
	      "Valdoso.",
		"Houve mortos em Serra Nova, e a prefeita Rita Valdoso "
		"chora.",
		"A chuva parou em Serra Nova, diz a prefeita Rita Valdoso.",
		"Bombeiros e vizinhos ajudam, disse Valdoso." } },
};

START_TEST(people_and_places_in_six_languages)
{
	const struct story *story = &stories[_i];

	texts_n = 0;
	for (size_t i = 0; i < 4; i++)
		say(story->text[i], story->lang);
	find();
	check_kind(story->person, TCN_NAME_PERSON);
	check_kind(story->place, TCN_NAME_PLACE);
	ck_assert_ptr_null(name(story->none));
	ck_assert_uint_eq(names.n, 2);
}
END_TEST

START_TEST(the_end_of_a_name_is_the_name)
{
	texts_n = 0;
	say("He met Gabriel García Márquez and left.", "en");
	say("It was Gabriel Garcia Marquez who spoke.", "en");
	say("There Gabriel García Márquez read.", "en");
	say("Then Marquez left, and Márquez wept.", "en");
	find();
	ck_assert_uint_eq(names.n, 1);
	check_str(names.at[0].text, "Gabriel García Márquez");
	ck_assert_uint_eq(names.at[0].uses, 5);
}
END_TEST

START_TEST(titles_and_capitals_tell_nothing)
{
	texts_n = 0;
	for (int i = 0; i < 4; i++) {
		say("Freighter Hits Harrow Bridge After Losing Steering", "en");
		say("FREIGHTER HITS HARROW BRIDGE AFTER LOSING STEERING", "en");
	}
	find();
	ck_assert_uint_eq(names.n, 0);
}
END_TEST

START_TEST(one_origin_is_not_enough)
{
	texts_n = 0;
	for (int i = 0; i < 4; i++) {
		say("All of us wait for Rindarenko, who is late.", "en");
		texts[i].origin = 7;
	}
	find();
	ck_assert_uint_eq(names.n, 0);
}
END_TEST

START_TEST(sources_and_months_are_no_names)
{
	texts_n = 0;
	for (int i = 0; i < 4; i++) {
		say("It was told by Northern Wire in November and RT once "
		    "more.",
		    "en");
		texts[i].source = tcn_str("Northern Wire");
	}
	find();
	ck_assert_uint_eq(names.n, 0);
}
END_TEST

START_TEST(known_places_and_languages)
{
	texts_n = 0;
	for (int i = 0; i < 3; i++) {
		say("What Israel said and what Israeli ships did is Arabic to "
		    "us.",
		    "en");
		say("All Israel-Egypt talks stopped, so Egypt left and Egypt "
		    "said no more, as did Israel.",
		    "en");
		say("He says that Jean-Luc was not there, and Jean-Luc left "
		    "when it "
		    "was late, as Jean did.",
		    "en");
	}
	find();
	check_kind("Israel", TCN_NAME_PLACE);
	check_kind("Egypt", TCN_NAME_PLACE);
	check_kind("Jean-Luc", TCN_NAME_OTHER);
	ck_assert_ptr_null(name("Israeli"));
	ck_assert_ptr_null(name("Arabic"));
	ck_assert_ptr_null(name("Israel-Egypt"));
	ck_assert_uint_eq(name("Israel")->uses, 9);
}
END_TEST

START_TEST(scripts_without_capitals_have_none)
{
	texts_n = 0;
	for (int i = 0; i < 4; i++)
		say("東京で地震があり、田中市長が会見した。", "ja");
	find();
	ck_assert_uint_eq(names.n, 0);
}
END_TEST

/* Whatever stands in the texts, the names are parts of them, in their order. */
START_TEST(names_are_parts_of_texts)
{
	static const char *const words[] = { "Anna", "de", "in", "said",
		"President", "the", "Oster", "U.S", ".", "\n", "-", "#Dam",
		"\xff", "RT", "Brücke", "a" };
	static char made[TEXTS_MAX][200];
	uint64_t seed = 3;

	for (int round = 0; round < 200; round++) {
		texts_n = 0;
		for (int i = 0; i < 12; i++) {
			char *at = made[i];

			for (int k = 0; k < 20; k++)
				at += sprintf(at, "%s%s",
				    words[random_below(&seed, 16)],
				    random_below(&seed, 5) ? " " : "");
			say(made[i], i % 3 ? "en" : "de");
		}
		find();
		for (size_t i = 0; i < names.n; i++) {
			const struct tcn_name *it = &names.at[i];
			bool part = false;

			for (size_t t = 0; t < texts_n; t++)
				part |= it->text.at >= made[t] &&
				    it->text.at + it->text.n <=
					made[t] + strlen(made[t]);
			ck_assert(part && it->text.n > 0);
			ck_assert(it->origins >= 2 && it->uses >= it->origins);
			ck_assert(!i || it->origins <= it[-1].origins);
		}
	}
}
END_TEST

/* --- key terms --- */

static struct tcn_str shown[16];

static size_t
choose(const struct tcn_str *words, size_t n)
{
	struct tcn_summary_core core = { 0 };
	struct tcn_terms_story story = { texts, texts_n, &core, NULL };
	struct tcn_terms_word asked[16];
	struct tcn_terms *terms;
	size_t at[16], shown_n, again_n;

	for (size_t i = 0; i < n; i++)
		asked[i] = (struct tcn_terms_word){ words[i], 0 };
	story.prep = tcn_prepare_new(NULL);
	tcn_summary_core_make(texts, texts_n, story.prep, &arena, &core);
	terms = tcn_terms_new(&story);
	tcn_terms_choose(terms, asked, n, shown, at, &again_n);
	/* Each choice is made by itself. */
	tcn_terms_choose(terms, asked, n, shown, at, &shown_n);
	ck_assert_uint_eq(shown_n, again_n);
	tcn_terms_free(terms);
	tcn_summary_core_fini(&core);
	tcn_prepare_free(story.prep);
	for (size_t i = 0; i < shown_n; i++)
		ck_assert(at[i] < n && (!i || at[i] > at[i - 1]));
	return shown_n;
}

START_TEST(terms_say_something_once)
{
	static const struct tcn_str words[] = { TCN_STR("derailing"),
		TCN_STR("in"), TCN_STR("Northern"), TCN_STR("12"),
		TCN_STR("Cafe"), TCN_STR("derails"), TCN_STR("la"),
		TCN_STR("sheep"), TCN_STR("café") };

	texts_n = 0;
	for (int i = 0; i < 20; i++) {
		say(i ? "Train derails in front of a café, 12 hurt" : "Sheep",
		    "en");
		texts[i].source = tcn_str("Northern");
	}
	ck_assert_uint_eq(choose(words, 9), 2);
	check_str(shown[0], "derails");
	check_str(shown[1], "café");
}
END_TEST

/* English posts whose sender says that they are Spanish. */
START_TEST(the_language_of_titles_counts)
{
	static const struct tcn_str words[] = { TCN_STR("about"),
		TCN_STR("Spain") };

	texts_n = 0;
	for (int i = 0; i < 12; i++)
		say("We are all so sad about the train that derailed in Spain",
		    "es");
	ck_assert_uint_eq(choose(words, 2), 1);
	check_str(shown[0], "Spain");
}
END_TEST

TCN_SUITE(names)
{
	Suite *s = suite_create("names");
	TCase *tc = tcase_create("names");

	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(people_and_places_in_six_languages, stories);
	tcase_add_test(tc, the_end_of_a_name_is_the_name);
	tcase_add_test(tc, titles_and_capitals_tell_nothing);
	tcase_add_test(tc, one_origin_is_not_enough);
	tcase_add_test(tc, sources_and_months_are_no_names);
	tcase_add_test(tc, known_places_and_languages);
	tcase_add_test(tc, scripts_without_capitals_have_none);
	tcase_add_test(tc, names_are_parts_of_texts);
	tcase_add_test(tc, terms_say_something_once);
	tcase_add_test(tc, the_language_of_titles_counts);
	suite_add_tcase(s, tc);
	return s;
}

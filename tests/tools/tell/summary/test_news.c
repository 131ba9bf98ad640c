/* What each title tells that none before it told. */
#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/mem.h"
#include "engine/base/real.h"
#include "tests/base/random.h"
#include "tools/tell/summary/news.h"

#define TITLES_MAX 120

static struct tcn_news_title titles[TITLES_MAX];
static struct tcn_news_told told[TITLES_MAX];
static size_t n;

static void
say(const char *text, const char *lang, uint64_t origin)
{
	ck_assert_uint_lt(n, TITLES_MAX);
	titles[n++] = (struct tcn_news_title){ .text = tcn_str(text),
		.lang = tcn_str(lang),
		.origin = origin,
		.may_show = true };
}

static void
begin(void)
{
	n = 0;
}

static void
read_all(void)
{
	struct tcn_prepare *prep;

	prep = tcn_prepare_new(NULL);
	tcn_news_read(prep, titles, n, told);
	tcn_prepare_free(prep);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

/* What one person posts is no news, though its words are common. */
START_TEST(a_post_needs_others)
{
	begin();
	say("Freighter hits Harrow Bridge", "en", 1);
	say("Good people, God protect the world", "en", 2);
	say("Divers search river below Harrow Bridge", "en", 3);
	say("God knows who steered at Harrow", "en", 4);
	say("Harrow police: good divers search the river", "en", 5);
	say("World looks at Harrow", "en", 6);
	say("People of Harrow leave", "en", 7);
	for (size_t i = 1; i < n; i++)
		titles[i].is_post = true;
	read_all();
	ck_assert_uint_eq(told[1].news, 0);
	ck_assert_uint_gt(told[2].news, 0);
	titles[1].is_post = false;
	read_all();
	ck_assert_uint_gt(told[1].news, 0);
	for (size_t i = 0; i < 100; i++)
		say("Bridge closed", "en", 100 + i);
	titles[1].is_post = true;
	read_all();
	ck_assert_uint_eq(told[2].news, 0);
}
END_TEST

START_TEST(what_was_told_is_no_news)
{
	begin();
	say("Freighter hits Harrow Bridge", "en", 1);
	say("A freighter has hit the Harrow Bridge", "en", 2);
	say("Harrow Bridge: freighter lost steering", "en", 3);
	say("Freighter hits bridge, divers search river", "en", 4);
	say("Divers search the river at Harrow", "en", 5);
	say("Divers still search river for drivers", "en", 6);
	read_all();
	ck_assert_uint_gt(told[0].news, 0);
	ck_assert_uint_eq(told[1].news, 0);
	ck_assert_uint_eq(told[2].news, 0); /* steering: one origin alone */
	ck_assert_uint_eq(told[3].news, 0); /* like the first */
	ck_assert_uint_gt(told[4].news, 0);
	ck_assert_uint_eq(told[5].news, 0);
}
END_TEST

START_TEST(what_may_not_be_shown_tells_nothing)
{
	begin();
	say("Freighter hits Harrow Bridge", "en", 1);
	titles[0].may_show = false;
	say("Freighter hits Harrow Bridge", "en", 2);
	say("Freighter hits Harrow Bridge", "en", 3);
	read_all();
	ck_assert_uint_eq(told[0].news, 0);
	ck_assert_uint_gt(told[1].news, 0);
	ck_assert_uint_eq(told[2].news, 0);
}
END_TEST

START_TEST(copies_support_nothing)
{
	begin();
	for (int i = 0; i < 8; i++)
		say("Freighter hits Harrow Bridge", "en", 1);
	read_all();
	for (int i = 0; i < 8; i++)
		ck_assert_uint_eq(told[i].news, 0);
}
END_TEST

START_TEST(a_language_is_news_once)
{
	begin();
	for (uint64_t i = 0; i < 3; i++)
		say("Freighter hits Harrow Bridge", "en", 1 + i);
	for (uint64_t i = 0; i < 3; i++)
		say("Frachter rammt die Brücke von Harrow", "de", 4 + i);
	for (uint64_t i = 0; i < 3; i++)
		say("Taucher suchen Opfer im Fluss", "de", 7 + i);
	say("Un cargo percute un pont", "fr", 10);
	read_all();
	ck_assert(!told[0].first_of_lang && told[3].first_of_lang);
	ck_assert_uint_eq(told[3].news, TCN_NEWS_ONE);
	ck_assert_uint_gt(told[6].news, 0);
	ck_assert(!told[6].first_of_lang);
	ck_assert(!told[9].first_of_lang); /* one origin has it */
}
END_TEST

/* --- Beside a plain reading of the same rules, of titles of made-up words
 * that stand for themselves. --- */

#define WORDS 14 /* in all */

/* A word for each number: no function word of any language. */
static const char *const words[WORDS] = { "qarnax", "blivot", "drumlo",
	"foztik", "gubnar", "hexmol", "jintap", "kovrus", "lympod", "mardik",
	"nostev", "pulgam", "rivkon", "sothar" };

static uint32_t sets[TITLES_MAX]; /* the words of each title, as bits */

static size_t
size_of(uint32_t set)
{
	size_t size = 0;

	for (; set; set &= set - 1)
		size++;
	return size;
}

static uint32_t
origins_of(int word)
{
	uint64_t seen = 0;

	for (size_t i = 0; i < n; i++)
		seen |= (uint64_t)(sets[i] >> word & 1) << titles[i].origin;
	return (uint32_t)(size_of((uint32_t)seen) +
	    size_of((uint32_t)(seen >> 32)));
}

static void
check_model(void)
{
	uint32_t done = 0, earlier[TITLES_MAX];
	size_t earlier_n = 0;

	for (size_t i = 0; i < n; i++) {
		double news = 0;

		for (int w = 0; w < WORDS; w++) {
			if (!(sets[i] & ~done & 1u << w) || origins_of(w) < 2)
				continue;
			news += tcn_real_log(1 + (double)origins_of(w));
		}
		if (!titles[i].may_show)
			news = 0;
		for (size_t k = 0; k < earlier_n; k++) {
			size_t both = size_of(sets[i] & earlier[k]);

			if (both &&
			    4 * both * both >=
				size_of(sets[i]) * size_of(earlier[k]))
				news = 0;
		}
		ck_assert_uint_le(told[i].news > news * TCN_NEWS_ONE
			? told[i].news - (uint32_t)(news * TCN_NEWS_ONE)
			: (uint32_t)(news * TCN_NEWS_ONE) - told[i].news,
		    1);
		if (news > 0) {
			earlier[earlier_n++] = sets[i];
			done |= sets[i];
		}
	}
}

START_TEST(a_plain_reading_agrees)
{
	static char text[TITLES_MAX][WORDS * 8];
	uint64_t seed = 5;

	for (int round = 0; round < 60; round++) {
		size_t count = 1 + random_below(&seed, 60);

		begin();
		for (size_t i = 0; i < count; i++) {
			char *at = text[i];

			*at = '\0';
			sets[i] = 0;
			for (int w = 0; w < WORDS; w++) {
				if (random_below(&seed, 4))
					continue;
				sets[i] |= 1u << w;
				at += sprintf(at, "%s ", words[w]);
			}
			say(text[i], "en", random_below(&seed, 40));
			titles[i].may_show = random_below(&seed, 5) > 0;
		}
		read_all();
		check_model();
	}
}
END_TEST

TCN_TESTS(news)
{
	tcase_add_test(tc, a_post_needs_others);
	tcase_add_test(tc, what_was_told_is_no_news);
	tcase_add_test(tc, what_may_not_be_shown_tells_nothing);
	tcase_add_test(tc, copies_support_nothing);
	tcase_add_test(tc, a_language_is_news_once);
	tcase_add_test(tc, a_plain_reading_agrees);
}

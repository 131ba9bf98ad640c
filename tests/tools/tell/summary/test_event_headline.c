/* What an event is called: what stands, what replaces it, capitals. */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "tests/base/random.h"
#include "tools/tell/summary/event_headline.h"
#include "tools/tell/summary/summary_memo.h"

#define TEXTS_MAX  60
#define MEMO_BYTES ((size_t)64 * 1024) /* so that it forgets */

static struct tcn_prepare *prep;
static struct tcn_facts *facts;
static struct tcn_arena arena;
static struct tcn_summary_memo *memo;

static void
setup(void)
{
	prep = tcn_prepare_new(NULL);
	facts = tcn_facts_new();
	memo = tcn_summary_memo_new(MEMO_BYTES);
	ck_assert(memo != NULL);
	tcn_arena_init(&arena, 0);
}

static void
teardown(void)
{
	tcn_prepare_free(prep);
	tcn_facts_free(facts);
	tcn_summary_memo_free(memo);
	tcn_arena_fini(&arena);
}

static void
choose_of(const struct tcn_summary_text *texts, size_t n, bool over,
    struct tcn_summary_headline *headline)
{
	const struct tcn_event_headline_ask ask = {
		.prep = prep,
		.facts = facts,
		.texts = texts,
		.n = n,
		.over = over,
	};

	tcn_event_headline_choose(&ask, &arena, headline);
}

/* The same is chosen with a memo, whether it knows the texts or not. */
static void
choose_again(const struct tcn_summary_text *texts, size_t n, bool over,
    const struct tcn_summary_headline *expected)
{
	struct tcn_summary_text *known =
	    tcn_arena_zalloc(&arena, n, sizeof *known);
	struct tcn_summary_headline headline;

	for (size_t i = 0; i < n; i++) {
		known[i] = texts[i];
		known[i].memo = memo;
	}
	for (int round = 0; round < 3; round++) {
		if (round != 1)
			tcn_summary_memo_next_generation(memo);
		choose_of(known, n, over, &headline);
		ck_assert_uint_eq(headline.text, expected->text);
		if (headline.text == n)
			continue;
		ck_assert(tcn_str_equal(headline.sentence, expected->sentence));
		ck_assert_uint_eq(headline.origins, expected->origins);
		ck_assert_uint_eq(headline.first, expected->first);
		ck_assert_int_eq(headline.capitals, expected->capitals);
	}
}

/* The text whose title heads; n: none does. */
static size_t
choose(const struct tcn_summary_text *texts, size_t n, bool over)
{
	struct tcn_summary_headline headline;

	choose_of(texts, n, over, &headline);
	choose_again(texts, n, over, &headline);
	ck_assert_uint_le(headline.text, n);
	if (headline.text < n) {
		ck_assert_uint_gt(headline.sentence.n, 0);
		ck_assert_uint_gt(headline.origins, 0);
		ck_assert_uint_le(headline.first, headline.text);
	}
	return headline.text;
}

/* Reports of one accident, in words of their own, whose toll rises. */
static size_t
make_story(uint64_t seed, char titles[TEXTS_MAX][160],
    struct tcn_summary_text texts[TEXTS_MAX])
{
	static const char *const who[] = { "Police say",
		"Officials:", "Rescuers report", "Minister says" };
	static const char *const ends[] = { "in a storm", "at dawn",
		"off the coast", "after heavy rain", "near the port" };
	size_t n = 8 + random_below(&seed, TEXTS_MAX - 8);

	for (size_t i = 0; i < n; i++) {
		snprintf(titles[i], 160,
		    "%s %u people killed as ferry sinks %s",
		    who[random_below(&seed, 4)],
		    (unsigned)(3 + i / 6 + random_below(&seed, 2)),
		    ends[random_below(&seed, 5)]);
		texts[i] = (struct tcn_summary_text){
			.title = tcn_str(titles[i]),
			.lang = tcn_str("en"),
			.origin = 1 + i,
			.ms = 1000 * (int64_t)(i / 2),
		};
	}
	return n;
}

/* Whatever stands, it stays or the best takes its place; what was chosen stays
 * while nothing changes. */
START_TEST(what_stands_stays_or_the_best_replaces_it)
{
	char titles[TEXTS_MAX][160];
	struct tcn_summary_text texts[TEXTS_MAX];
	size_t n = make_story((uint64_t)_i * 77 + 5, titles, texts), kept = 0;

	for (int over = 0; over < 2; over++) {
		size_t best = choose(texts, n, over);

		ck_assert_uint_lt(best, n);
		for (size_t k = 0; k < n; k++) {
			size_t now;

			texts[k].heads = true;
			now = choose(texts, n, over);
			texts[k].heads = false;
			ck_assert(now == k ||
			    tcn_str_equal(texts[now].title, texts[best].title));
			kept += now == k;
		}
		texts[best].heads = true;
		ck_assert_uint_eq(choose(texts, n, over), best);
		texts[best].heads = false;
	}
	ck_assert_uint_ge(kept, 2);
}
END_TEST

/* Of a story that grows, a revision at each fifth text. */
START_TEST(an_event_is_seldom_renamed)
{
	char titles[TEXTS_MAX][160];
	struct tcn_summary_text texts[TEXTS_MAX];
	size_t n = make_story((uint64_t)_i * 31 + 1, titles, texts);
	size_t heads = n, anew = 0, renamed = 0, before = n;

	for (size_t at = 8; at <= n; at += 5) {
		size_t now, best = choose(texts, at, false);

		if (heads < n)
			texts[heads].heads = true;
		now = choose(texts, at, false);
		if (heads < n)
			texts[heads].heads = false;
		renamed += heads < n && now != heads;
		anew += before < n && best != before;
		heads = now;
		before = best;
	}
	ck_assert_uint_le(renamed, anew);
}
END_TEST

static struct tcn_summary_text
titled(const char *title, const char *text, int64_t ms, uint64_t origin)
{
	return (struct tcn_summary_text){ .title = tcn_str(title),
		.text = tcn_str(text),
		.lang = tcn_str("en"),
		.ms = ms,
		.origin = origin };
}

START_TEST(a_figure_that_was_replaced_does_not_stand)
{
	struct tcn_summary_text texts[12];
	size_t n = 0, now;

	texts[n++] =
	    titled("Ferry sinks near Oster, 12 people killed", "", 1, 1);
	texts[n++] =
	    titled("At least 12 killed as ferry sinks off Oster", "", 2, 2);
	texts[n++] =
	    titled("Oster ferry disaster: 12 people are dead", "", 3, 3);
	now = choose(texts, n, false);
	ck_assert_uint_lt(now, n);
	texts[now].heads = true;
	ck_assert_uint_eq(choose(texts, n, false), now);
	for (size_t i = 0; i < 6; i++, n++)
		texts[n] = titled(i % 2
			? "Toll of Oster ferry disaster rises to 47 dead"
			: "Ferry sinks near Oster: 47 people killed",
		    "", 10 + (int64_t)n, 10 + n);
	now = choose(texts, n, false);
	ck_assert(strstr(texts[now].title.at, "47") != NULL);
}
END_TEST

/* What one paper claims heads nothing while others tell of the event, and where
 * nothing else can head its name stands behind it; what the police deny is no
 * headline at all. */
START_TEST(a_claim_is_no_headline)
{
	struct tcn_summary_text texts[8];
	size_t n = 0, now;

	texts[n++] =
	    titled("12 runners killed by truck at Oster marathon", "", 1, 1);
	texts[n - 1].source = tcn_str("Night Courier");
	texts[n++] =
	    titled("Truck drives into runners at Oster marathon", "", 2, 2);
	texts[n++] = titled("Truck hits runners at Oster marathon, police say",
	    "", 3, 3);
	texts[n++] =
	    titled("Runners hurt by truck at Oster marathon", "", 4, 4);
	now = choose(texts, n, false);
	ck_assert_uint_ne(now, 0);
	texts[n++] =
	    titled("Truck kills 3 runners at Oster marathon, police say",
		"They called reports of 12 dead false.", 5, 5);
	texts[n++] =
	    titled("Police: 3 people dead as truck hits Oster marathon", "", 6,
		6);
	now = choose(texts, n, false);
	ck_assert_msg(strstr(texts[now].title.at, " 3 ") != NULL, "%s",
	    texts[now].title.at);
}
END_TEST

/* What another country's dead are is no toll of this event, and heads nothing.
 */
START_TEST(what_is_elsewhere_is_no_toll)
{
	struct tcn_summary_text texts[8];
	struct tcn_summary_headline headline;
	size_t n = 0;

	texts[n++] = titled("Flood in Orsk Valley leaves two dead", "", 1, 1);
	texts[n++] = titled("Two people dead as flood hits Orsk Valley",
	    "Rescuers are at work.", 2, 2);
	texts[n++] =
	    titled("Flood in Orsk Valley: two people killed", "", 3, 3);
	texts[n++] = titled("After the flood in Orsk Valley",
	    "In Romania 17 people were killed in a landslide.", 4, 4);
	texts[n++] = titled("Army sent to Orsk Valley after the flood",
	    "In Romania 17 people were killed this week.", 5, 5);
	choose_of(texts, n, false, &headline);
	ck_assert_uint_lt(headline.text, 3);
}
END_TEST

/* Once it came out, what was said before heads no more. */
START_TEST(what_came_out_heads)
{
	struct tcn_summary_text texts[8];
	size_t n = 0, now;

	texts[n++] =
	    titled("Ibarra and Montes stand for president of Oster", "", 1, 1);
	texts[n++] =
	    titled("Oster votes for a president: Ibarra or Montes", "", 2, 2);
	texts[n++] =
	    titled("Polls open in Oster, Ibarra ahead of Montes", "", 3, 3);
	now = choose(texts, n, false);
	ck_assert_uint_lt(now, n);
	texts[now].heads = true;
	texts[n++] =
	    titled("Ibarra wins vote for president of Oster", "", 9, 9);
	texts[n++] =
	    titled("Ibarra elected president of Oster, Montes concedes", "", 10,
		10);
	ck_assert_uint_ge(choose(texts, n, false), 3);
}
END_TEST

/* What leads heads, whoever alone told it and however little else it says. */
START_TEST(a_closed_event_is_headed_by_its_toll)
{
	struct tcn_summary_text texts[40];
	char titles[40][80];
	size_t n = 0;

	for (; n < 39; n++) {
		snprintf(titles[n], 80, "Ferry sinks off the port of Oster %s",
		    n % 3 ? "in a storm at night" : "as rescuers search");
		texts[n] = titled(titles[n], "", (int64_t)n, 1 + n);
	}
	texts[20].title = tcn_str("12 people are dead on Oster ferry");
	texts[n] = titled("Toll of ferry rises to 47 dead", "", 100, 1 + n);
	n++;
	texts[0].heads = true;
	ck_assert_uint_eq(choose(texts, n, true), n - 1);
}
END_TEST

/* "Dozens" stands no more where the toll is known. */
START_TEST(what_is_vague_does_not_stand)
{
	struct tcn_summary_text texts[8];
	size_t n = 0, now;

	texts[n++] = titled("Dozens hurt in fire at Oster club", "", 1, 1);
	texts[n++] =
	    titled("Fire at Oster club: dozens of people are hurt", "", 2, 2);
	texts[n++] = titled("Fire at Oster club leaves dozens hurt", "", 3, 3);
	now = choose(texts, n, false);
	ck_assert(strstr(texts[now].title.at, "ozens") != NULL);
	texts[now].heads = true;
	texts[n++] = titled("Fire in Oster is put out after hours",
	    "The toll of the fire at the Oster club rose to 48 dead.", 4, 4);
	texts[n++] = titled("Families wait outside Oster club",
	    "There were 48 dead in the fire, police said.", 5, 5);
	now = choose(texts, n, false);
	ck_assert_msg(strstr(texts[now].title.at, "ozens") == NULL, "%s",
	    texts[now].title.at);
}
END_TEST

/* Nearly the same words: who names the same event in others is not counted. */
START_TEST(what_is_told_in_this_form_is_so)
{
	struct tcn_summary_text texts[20];
	struct tcn_summary_headline headline;
	size_t n = 0, same = 0;

	texts[n++] =
	    titled("Ferry sinks off the port of Oster in a storm", "", 1, 1);
	texts[n++] =
	    titled("Ferry sinks off port of Oster in the storm", "", 2, 2);
	texts[n++] = titled("Oster ferry: minister visits the port", "", 3, 3);
	texts[n++] = titled("Relatives of Oster ferry wait for news", "", 4, 4);
	choose_of(texts, n, false, &headline);
	for (size_t i = 0; i < 2; i++)
		same += headline.text == i;
	ck_assert_uint_eq(same, 1);
	ck_assert_uint_eq(headline.origins, 2);
	ck_assert_uint_eq(headline.first, 0);
}
END_TEST

START_TEST(labels_are_taken_off)
{
	static const struct {
		const char *title, *shown;
	} rows[] = {
		{ "REACTION: Minister says ferry sank off Oster in storm",
		    "Minister says ferry sank off Oster in storm" },
		{ "Pictures of the day: Ferry sinks off Oster in storm",
		    "Ferry sinks off Oster in storm" },
		{ "ANALYSTS' VIEW: Ferry sank off Oster in storm, they say",
		    "Ferry sank off Oster in storm, they say" },
	};
	struct tcn_summary_text texts[10];
	struct tcn_summary_headline headline;

	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
		for (size_t i = 0; i < 10; i++)
			texts[i] = titled(rows[r].title,
			    "The Oster ferry sank off Oster in a storm.",
			    (int64_t)i, 1 + i);
		choose_of(texts, 10, false, &headline);
		ck_assert_uint_lt(headline.text, 10);
		ck_assert_msg(tcn_str_equal(headline.sentence,
				  tcn_str(rows[r].shown)),
		    "%.*s", TCN_STR_ARG(headline.sentence));
	}
}
END_TEST

/* What stands behind a label does not head, nor what is written As a Title
 * among sentences, nor what begins with somebody else. */
START_TEST(a_sentence_heads_and_no_form)
{
	static const struct {
		const char *form;
		bool heads;
	} rows[] = {
		{ "Oster Ferry Is Sunk In Storm Off Harbour Today", false },
		{ "MARKETS LIVE-Oster ferry is sunk in storm off harbour",
		    false },
		{ "OSTER LIVE - Oster ferry is sunk in storm off harbour",
		    false },
		{ "Insurers see Oster ferry is sunk in storm off harbour",
		    false },
		{ "Oster ferry is sunk in storm off harbour today", true },
	};
	static const char *const others[] = {
		"Oster ferry is lost in storm off the harbour",
		"Storm closes harbour and schools today",
		"Helpers reach place where ferry is missing",
		"Oster waits for news of passengers",
	};
	struct tcn_summary_text texts[12];

	for (size_t i = 0; i < 12; i++)
		texts[i] = titled(i ? others[(i + i / 3) % 4] : rows[_i].form,
		    "", (int64_t)i, 1 + i);
	ck_assert_int_eq(choose(texts, 12, false) == 0, rows[_i].heads);
}
END_TEST

/* A label that names the event stays. */
START_TEST(the_subject_is_not_taken_off)
{
	static const char *const titles[] = {
		"OSTER FERRY: Minister is asked to resign",
		"OSTER FERRY: Divers find two bodies in a cabin",
		"OSTER FERRY: Captain speaks of a wave",
		"OSTER FERRY: Owners were warned last year",
		"OSTER FERRY: Families hear the news at dawn",
		"OSTER FERRY: Schools stay closed today",
		"OSTER FERRY: Bridge is opened for helpers",
		"OSTER FERRY: Storm has moved to the north",
	};
	struct tcn_summary_text texts[8];
	struct tcn_summary_headline headline;

	for (size_t i = 0; i < 8; i++)
		texts[i] = titled(titles[i], "", (int64_t)i, 1 + i);
	choose_of(texts, 8, false, &headline);
	ck_assert_uint_lt(headline.text, 8);
	ck_assert_msg(headline.sentence.n > 13 &&
		memcmp(headline.sentence.at, "OSTER FERRY: ", 13) == 0,
	    "%.*s", TCN_STR_ARG(headline.sentence));
}
END_TEST

/* What is in capitals is put as the texts write it, if they write all of it. */
START_TEST(capitals_are_put_as_the_texts_write_them)
{
	static const char body[] =
	    "The central bank of Norvland raised its rates on Monday, as "
	    "Governor Helga Storm of the bank said. The UNO had asked for it, "
	    "and markets in Norvland welcomed the step.";
	struct tcn_summary_text text =
	    titled("NORVLAND CENTRAL BANK RAISES RATES, GOVERNOR STORM SAYS",
		body, 1, 1);
	struct tcn_summary_headline headline;

	choose_of(&text, 1, false, &headline);
	ck_assert_int_eq((int)headline.text, 0);
	ck_assert_msg(tcn_str_equal(headline.sentence,
			  tcn_str("Norvland central bank raises rates, "
				  "Governor Storm says")),
	    "%.*s", TCN_STR_ARG(headline.sentence));
	/* One word that no text writes: nothing is known of it. */
	text.title =
	    tcn_str("NORVLAND CENTRAL BANK RAISES RATES, QUILENGE SAYS");
	choose_of(&text, 1, false, &headline);
	ck_assert(tcn_str_equal(headline.sentence, text.title));
}
END_TEST

/* Those taken are in order, each once, and the first and the newest are among
 * them; the others are spread evenly. */
START_TEST(the_first_and_the_newest_are_taken)
{
	enum {
		MANY = 3000,
		MOST = 240
	};
	size_t picked[MOST], most = 4 + (size_t)_i * 59;

	for (size_t all = 0; all < MANY; all += 1 + all / 40) {
		size_t n = tcn_event_headline_pick(all, most, picked);
		size_t gap = 0;

		ck_assert_uint_eq(n, all < most ? all : most);
		for (size_t i = 0; i < n; i++) {
			size_t step = i ? picked[i] - picked[i - 1] : 1;

			ck_assert_uint_ge(step, 1);
			gap = step > gap ? step : gap;
			ck_assert(i >= most / 4 || picked[i] == i);
			ck_assert(n - i > most / 2 || picked[i] == all - n + i);
		}
		ck_assert_uint_le(gap, all / (most / 4) + 2);
	}
}
END_TEST

START_TEST(nothing_heads_where_no_title_will_do)
{
	const struct tcn_summary_text none[] = {
		titled("", "", 1, 1),
		titled("!!", "\xff\xfe", INT64_MIN, 2),
	};

	ck_assert_uint_eq(choose(none, 0, false), 0);
	ck_assert_uint_eq(choose(none, 2, true), 2);
}
END_TEST

/* A search in one language marks all that it finds with it; places are looked
 * for in the one that the texts are in. */
START_TEST(places_are_those_of_the_language_seen)
{
	static const char *const says[] = {
		"At least 90 people have been killed in a fire in Brazil",
		"Police say that the fire in southern Brazil began at night",
		"Dozens of people died when a nightclub in Brazil burned down",
	};
	struct tcn_summary_text texts[12];
	struct tcn_event_places places;
	const struct tcn_event_headline_ask ask = {
		.prep = prep,
		.facts = facts,
		.texts = texts,
		.n = 12,
		.places = &places,
	};
	struct tcn_summary_headline headline;

	for (size_t i = 0; i < 12; i++)
		texts[i] = (struct tcn_summary_text){
			.text = tcn_str(says[i % 3]),
			.lang = TCN_STR("pt"),
			.origin = i,
			.ms = (int64_t)i,
		};
	tcn_event_headline_choose(&ask, &arena, &headline);
	ck_assert_uint_eq(places.n, 1);
	ck_assert_str_eq(places.countries[0], "BR");
}
END_TEST

TCN_TESTS(event_headline)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, what_stands_stays_or_the_best_replaces_it, 0,
	    10);
	tcase_add_loop_test(tc, an_event_is_seldom_renamed, 0, 20);
	tcase_add_test(tc, a_figure_that_was_replaced_does_not_stand);
	tcase_add_test(tc, a_claim_is_no_headline);
	tcase_add_test(tc, what_is_elsewhere_is_no_toll);
	tcase_add_test(tc, what_came_out_heads);
	tcase_add_test(tc, a_closed_event_is_headed_by_its_toll);
	tcase_add_test(tc, what_is_vague_does_not_stand);
	tcase_add_test(tc, what_is_told_in_this_form_is_so);
	tcase_add_loop_test(tc, a_sentence_heads_and_no_form, 0, 5);
	tcase_add_test(tc, labels_are_taken_off);
	tcase_add_test(tc, places_are_those_of_the_language_seen);
	tcase_add_test(tc, the_subject_is_not_taken_off);
	tcase_add_test(tc, capitals_are_put_as_the_texts_write_them);
	tcase_add_loop_test(tc, the_first_and_the_newest_are_taken, 0, 5);
	tcase_add_test(tc, nothing_heads_where_no_title_will_do);
}

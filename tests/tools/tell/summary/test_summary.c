/* The lines of a summary: what happened, figures, why; each was published, none
 * is stale, no two say the same. */
#include "tests/base/in_preparer.h"

#include <stdio.h>

#include "engine/base/duration.h"
#include "engine/facts/reading.h"
#include "engine/facts/statement.h"
#include "tests/base/random.h"
#include "tools/tell/summary/summary.h"
#include "tools/tell/summary/summary_about.h"

#define LINES_MAX 8
#define TEXTS_MAX 64

static struct tcn_facts *facts;

static void
setup_facts(void)
{
	setup();
	facts = tcn_facts_new();
}

static void
teardown_facts(void)
{
	tcn_facts_free(facts);
	teardown();
}

struct result {
	struct tcn_summary_headline headline;
	const struct tcn_summary_line *lines;
	size_t n;
	struct tcn_figures figures;
	bool collection;
};

/* Reads the figures of the texts, each an origin of its own. */
static void
read_figures(const struct tcn_summary_text *texts, size_t n,
    struct tcn_figures *figures)
{
	struct tcn_figure_told *told =
	    tcn_arena_zalloc(&arena, n * TCN_READINGS_MAX, sizeof *told);
	size_t told_n = 0;

	for (size_t i = 0; i < n; i++) {
		const struct tcn_reading_text text = { texts[i].text, "en", 0 };
		struct tcn_reading readings[TCN_READINGS_MAX];
		size_t found;

		tcn_reading_find(facts, &text, readings, &found);
		for (size_t k = 0; k < found; k++)
			told[told_n++] = (struct tcn_figure_told){
				.reading = readings[k],
				.ms = texts[i].ms,
				.origin = texts[i].origin,
				.seq = i,
				.place = i,
			};
	}
	tcn_figure_make(told, told_n, (uint32_t)n, &arena, figures);
}

static void
choose(struct tcn_summary *summary, struct tcn_arena *own,
    struct result *result)
{
	struct tcn_summary_core core;
	struct tcn_summary_about about;
	struct tcn_summary_said said;
	struct tcn_summary_read read = { 0 };

	tcn_summary_core_make(summary->texts, summary->texts_n, prep, own,
	    &core);
	tcn_summary_about_make(summary->texts, summary->texts_n, &core, own,
	    &about);
	tcn_summary_read_make(&(struct tcn_summary_read_job){ summary->texts,
				  summary->texts_n, &core, facts, prep },
	    own, &read);
	summary->read = &read;
	summary->figures = &result->figures;
	summary->core = &core;
	summary->ranks = about.rank;
	tcn_summary_make(summary, own, &said);
	result->headline = said.headline;
	result->lines = said.lines;
	result->n = said.n;
	result->collection = said.collection;
	tcn_summary_core_fini(&core);
	tcn_summary_read_fini(&read);
}

/* Whether a sentence is one of the text, and not stale. */
static void
check_quoted(const struct tcn_summary_text *text, struct tcn_str s,
    const struct tcn_figures *figures)
{
	const struct tcn_reading_text reading = { s, "en", 0 };
	struct tcn_reading_list list;
	uint32_t slots;

	ck_assert((s.at >= text->text.at &&
		      s.at + s.n <= text->text.at + text->text.n) ||
	    (s.at >= text->title.at &&
		s.at + s.n <= text->title.at + text->title.n));
	tcn_reading_keep(facts, &reading, &arena, &list);
	ck_assert_int_ne(tcn_figure_says_of(figures, &list, &slots),
	    TCN_FIGURE_SAYS_STALE);
}

static bool
has_digit(struct tcn_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.at[i] >= '0' && s.at[i] <= '9')
			return true;
	return false;
}

/* What holds of all headlines and lines of all stories. */
static void
check_said(const struct tcn_summary *summary, const struct result *result)
{
	const struct tcn_summary_headline *headline = &result->headline;

	ck_assert_uint_le(headline->text, summary->texts_n);
	if (headline->text < summary->texts_n) {
		check_quoted(&summary->texts[headline->text],
		    headline->sentence, &result->figures);
		ck_assert_uint_le(headline->first, headline->text);
		ck_assert(headline->origins >= 1);
	}
	for (size_t i = 0; i < result->n; i++) {
		const struct tcn_summary_line *line = &result->lines[i];

		ck_assert_uint_lt(line->text, summary->texts_n);
		check_quoted(&summary->texts[line->text], line->sentence,
		    &result->figures);
		ck_assert(line->origins >= 1);
		/* What is so like it has a new number, or came late. */
		ck_assert(has_digit(line->sentence) ||
		    2 * line->text >= summary->texts_n ||
		    tcn_summary_terms_cosine(line->terms, headline->terms) <
			0.7);
		for (size_t k = 0; k < i; k++) {
			ck_assert(tcn_summary_terms_cosine(line->terms,
				      result->lines[k].terms) < 0.6);
			ck_assert(result->collection ||
			    result->lines[k].kind <= line->kind);
		}
	}
}

static struct result
make(struct tcn_summary summary)
{
	struct result result = { .n = 0 };

	if (!summary.lines_max)
		summary.lines_max = 5;
	read_figures(summary.texts, summary.texts_n, &result.figures);
	choose(&summary, &arena, &result);
	ck_assert_uint_le(result.n, summary.lines_max);
	check_said(&summary, &result);
	return result;
}

static const struct tcn_summary_line *
find(const struct result *result, const char *part)
{
	for (size_t i = 0; i < result->n; i++)
		if (memmem(result->lines[i].sentence.at,
			result->lines[i].sentence.n, part, strlen(part)))
			return &result->lines[i];
	return NULL;
}

/* Of a ferry: the toll rises, a cause is told, somebody prays. */
static const struct {
	const char *text;
	int minute;
} said[] = {
	{ "A ferry with 80 people aboard sank off Dunmore in a storm. Its "
	  "owner was not to be reached.",
	    0 },
	{ "Police say three people were killed when the ferry sank off "
	  "Dunmore.",
	    4 },
	{ "Three people were killed as the ferry went down off Dunmore.", 6 },
	{ "At least three people were killed when the Dunmore ferry sank.", 9 },
	{ "Pray for the people of the ferry that sank off Dunmore tonight.",
	    12 },
	{ "The ferry sank off Dunmore because a bow door was open, the coast "
	  "guard said. The weather turned worse in the evening.",
	    30 },
	{ "An open bow door is blamed for the ferry that sank off Dunmore.",
	    33 },
	{ "Nine people were killed when the ferry sank off Dunmore, police "
	  "said.",
	    40 },
	{ "The toll rose and nine people were killed by the ferry sinking off "
	  "Dunmore.",
	    44 },
	{ "The minister ordered an inquiry into the ferry that sank off "
	  "Dunmore.",
	    50 },
	{ "An inquiry was ordered into the sinking of the Dunmore ferry, the "
	  "minister said.",
	    55 },
};

#define SAID (sizeof said / sizeof *said)

static struct tcn_summary_text ferry[SAID];

static struct tcn_summary
make_ferry(void)
{
	for (size_t i = 0; i < SAID; i++)
		ferry[i] = (struct tcn_summary_text){
			.text = tcn_str(said[i].text),
			.lang = tcn_str("en"),
			.origin = 10 + i,
			.ms = said[i].minute * TCN_MINUTE_MS,
		};
	return (struct tcn_summary){ .texts = ferry, .texts_n = SAID };
}

START_TEST(says_what_figures_and_why)
{
	struct result result = make(make_ferry());

	ck_assert_uint_ge(result.n, 1);
	ck_assert(!result.collection);
	ck_assert_int_eq(result.lines[0].kind, TCN_SUMMARY_WHAT);
	/* The headline tells the toll, and no line again. */
	ck_assert_ptr_nonnull(memmem(result.headline.sentence.at,
	    result.headline.sentence.n, "ine people", 10));
	ck_assert_ptr_null(find(&result, "ine people"));
	ck_assert_ptr_null(find(&result, "hree people"));
	ck_assert_ptr_null(find(&result, "Pray"));
	ck_assert(find(&result, "bow door") || find(&result, "inquiry"));
	for (size_t i = 0; i < result.n; i++)
		ck_assert(!result.lines[i].newest ||
		    result.lines[i].text >= result.lines[0].text);
}
END_TEST

/* With the toll and the sinking told, what is left is news. */
START_TEST(tells_only_what_was_not_told)
{
	struct tcn_summary summary = make_ferry();
	struct result first = make(summary), next;
	struct tcn_summary_terms told[LINES_MAX];
	uint32_t figures = 0;

	for (size_t i = 0; i < first.n; i++) {
		told[i] = first.lines[i].terms;
		figures |= first.lines[i].figures;
	}
	summary.told = told;
	summary.told_n = first.n;
	summary.told_figures = figures;
	next = make(summary);
	for (size_t i = 0; i < next.n; i++) {
		ck_assert_int_ne(next.lines[i].kind, TCN_SUMMARY_WHAT);
		for (size_t k = 0; k < first.n; k++)
			ck_assert(tcn_summary_terms_cosine(next.lines[i].terms,
				      told[k]) < 0.5);
	}
}
END_TEST

/* What is further from the story is for those who know it, but not what is
 * furthest. */
START_TEST(tells_more_to_who_was_told)
{
	static const char *const more[] = {
		"Navy divers near Dunmore searched the wreck all morning.",
		"Shops in the high street open late, the mayor announced.",
	};
	struct tcn_summary_text texts[SAID + 2];
	struct tcn_summary summary = make_ferry();
	struct tcn_summary_terms told[LINES_MAX];
	struct result result;

	memcpy(texts, ferry, sizeof ferry);
	for (size_t i = 0; i < 2; i++)
		texts[SAID + i] = (struct tcn_summary_text){
			.text = tcn_str(more[i]),
			.lang = tcn_str("en"),
			.origin = 10 + SAID + i,
			.ms = (60 + (int64_t)i) * TCN_MINUTE_MS,
		};
	summary.texts = texts;
	summary.texts_n = SAID + 2;
	result = make(summary);
	ck_assert_ptr_null(find(&result, "divers"));
	summary.told_n = result.n;
	for (size_t i = 0; i < result.n; i++)
		told[i] = result.lines[i].terms;
	summary.told = told;
	result = make(summary);
	ck_assert_ptr_nonnull(find(&result, "divers"));
	ck_assert_ptr_null(find(&result, "Shops"));
}
END_TEST

/* Headlines of a quake, by time; which stands when so many are there. */
START_TEST(the_headline_says_what_is_so_now)
{
	static const char *const titles[] = {
		"RT @desk: Strong quake shakes the town of Oster!!",
		"Strong earthquake shakes Oster, houses fall",
		"Quake in Oster: what we know so far",
		"EARTHQUAKE SHAKES OSTER AND HOUSES FALL",
		"Is the earthquake of Oster over now?",
		"Earthquake in Oster kills 12 people",
		"12 people killed by the earthquake in Oster",
		"Earthquake of Oster: I saw houses fall...",
		"Earthquake in Oster kills 40 people, rescuers dig",
		"40 people killed by earthquake in Oster, rescuers say",
		("12 people killed by the earthquake in Oster, early reports "
		 "say"),
	};
	struct tcn_summary_text texts[sizeof titles / sizeof *titles];
	struct result result;
	size_t n = sizeof titles / sizeof *titles;

	for (size_t i = 0; i < n; i++)
		texts[i] = (struct tcn_summary_text){
			.title = tcn_str(titles[i]),
			.text = tcn_str(titles[i]),
			.lang = tcn_str("en"),
			.origin = 1 + i,
			.ms = (int64_t)i * TCN_MINUTE_MS,
		};
	result = make((struct tcn_summary){ .texts = texts, .texts_n = 5 });
	ck_assert_uint_eq(result.headline.text, 1);
	result = make((struct tcn_summary){ .texts = texts, .texts_n = n });
	ck_assert(memmem(result.headline.sentence.at,
		      result.headline.sentence.n, "40", 2) != NULL);
	ck_assert_uint_eq(result.headline.origins, 2);
	ck_assert_uint_eq(result.headline.first, 8);
}
END_TEST

/* A title that is hardly better does not rename the event. */
START_TEST(a_headline_that_stands_is_kept)
{
	static char titles[64][80];
	struct tcn_summary_text texts[64];
	struct tcn_str first;
	size_t renamed = 0;

	for (size_t i = 0; i < 64; i++) {
		snprintf(titles[i], sizeof titles[i],
		    "Ferry sinks off Dunmore harbour in storm, report %zu says",
		    i);
		texts[i] = (struct tcn_summary_text){
			.title = tcn_str(titles[i]),
			.lang = tcn_str("en"),
			.origin = 1 + i,
			.ms = (int64_t)i,
		};
	}
	first = make((struct tcn_summary){ .texts = texts, .texts_n = 16 })
		    .headline.sentence;
	for (size_t n = 17; n <= 64; n++) {
		struct tcn_str now =
		    make((struct tcn_summary){ .texts = texts, .texts_n = n })
			.headline.sentence;

		renamed += !tcn_str_equal(first, now);
		first = now;
	}
	/* Without that it would be the newest each time; there are two
	 * doublings. */
	ck_assert_uint_le(renamed, 2);
}
END_TEST

/* Copies say nothing more, however many there are. */
START_TEST(copies_are_no_support)
{
	struct tcn_summary_text texts[20];
	struct result result;

	for (size_t i = 0; i < 20; i++) {
		texts[i] = ferry[0];
		texts[i].lang = tcn_str("en");
		texts[i].ms = (int64_t)i;
		texts[i].text = tcn_str(i < 17
			? "A hoax says that the moon fell into the lake of "
			  "Oster."
			: i == 17 ? "The dam above Oster broke after days of "
				    "heavy rain."
			: i == 18 ? "After days of rain the dam above Oster "
				    "broke at dawn."
				  : "Heavy rain: the dam above Oster broke, "
				    "villages flee.");
		texts[i].origin = i < 17 ? 1 : i;
		texts[i].copy = i > 0 && i < 17;
	}
	result = make((struct tcn_summary){ .texts = texts, .texts_n = 20 });
	ck_assert(result.headline.text >= 17);
	for (size_t i = 0; i < result.n; i++)
		ck_assert(result.lines[i].text >= 17 ||
		    (result.lines[i].single && result.lines[i].origins == 1));
}
END_TEST

/* That all name the ferry is no support for what one says of it. */
START_TEST(the_events_name_is_no_support)
{
	static const char *const told[] = {
		"Winds are strong in Dunmore tonight",
		"The last ferry is late tonight",
		"Storm has closed the road to Dunmore",
	};
	static const char joke[] =
	    "Nobody should make captain jokes about the Dunmore ferry";
	struct tcn_summary_text texts[33];
	struct result result;
	const struct tcn_summary_line *line;

	for (size_t i = 0; i < 33; i++) {
		texts[i] = ferry[0];
		texts[i].lang = tcn_str("en");
		texts[i].ms = (int64_t)i * TCN_MINUTE_MS;
		texts[i].text = tcn_str(i == 20 ? joke
			: i % 2                 ? "This is the Dunmore ferry"
						: told[i % 3]);
		texts[i].origin = i + 1;
	}
	result = make((struct tcn_summary){ .texts = texts, .texts_n = 33 });
	ck_assert_ptr_null(find(&result, "captain"));
	texts[21].text = tcn_str("No captain jokes about the Dunmore ferry, "
				 "people should stop them");
	result = make((struct tcn_summary){ .texts = texts, .texts_n = 33 });
	line = find(&result, "captain");
	ck_assert(!line || line->origins == 2);
}
END_TEST

/* Headlines of one statement: what says it again is no line, but with a new
 * number, or with words that say more. */
static const char *const bids[] = {
	"Bolloux raises bid for mobile operator Sefara",
	"Bolloux raises its bid for Sefara",
	"Bolloux raises bid for operator Sefara again",
	"Bolloux raises bid for mobile operator Sefara to 15 billion",
	"Regulators of Norvia warn Bolloux over jobs at Sefara",
	"Norvia: regulators warn Bolloux of a monopoly, jobs at stake",
};

#define BIDS (sizeof bids / sizeof *bids)

START_TEST(no_line_repeats_the_headline)
{
	struct tcn_summary_text texts[BIDS];
	struct result result;

	for (size_t i = 0; i < BIDS; i++)
		texts[i] = (struct tcn_summary_text){
			.title = tcn_str(bids[i]),
			.lang = tcn_str("en"),
			.origin = 10 + i,
			.ms = (int64_t)i * TCN_MINUTE_MS,
			.heads = i == 0,
		};
	result = make((struct tcn_summary){ .texts = texts,
	    .texts_n = BIDS,
	    .naming = TCN_SUMMARY_NAMING_KEPT });
	ck_assert(tcn_str_equal(result.headline.sentence, tcn_str(bids[0])));
	ck_assert_ptr_null(find(&result, "its bid"));
	ck_assert_ptr_null(find(&result, "again"));
	ck_assert_ptr_nonnull(find(&result, "15 billion"));
	ck_assert_ptr_nonnull(find(&result, "warn"));
	/* Where nothing else is there, one line does. */
	result = make((struct tcn_summary){
	    .texts = texts, .texts_n = 2, .naming = TCN_SUMMARY_NAMING_KEPT });
	ck_assert_uint_le(result.n, 1);
}
END_TEST

/* What has the numbers of a line, and is like it, says the same in other words;
 * a new number is news. */
START_TEST(a_number_is_told_once)
{
	static const char *const forms[] = {
		"Airlet in talks to raise funds at a $10 billion valuation",
		"Airlet seeking funding at reported $10B valuation",
		"Airlet said to be in financing talks valuing it at $10 bln",
		"Airlet close to raising money at $10 billion value",
		"Airlet to raise $500 million at a $10 billion valuation",
	};
	struct tcn_summary_text texts[20];
	struct result result;
	size_t ten = 0;

	for (size_t i = 0; i < 20; i++)
		texts[i] = (struct tcn_summary_text){
			.title = tcn_str(forms[i % 5]),
			.lang = tcn_str("en"),
			.origin = 10 + i,
			.ms = (int64_t)i * TCN_MINUTE_MS,
			.heads = i == 0,
		};
	result = make((struct tcn_summary){
	    .texts = texts, .texts_n = 20, .naming = TCN_SUMMARY_NAMING_KEPT });
	for (size_t i = 0; i < result.n; i++)
		ten += !memmem(result.lines[i].sentence.at,
		    result.lines[i].sentence.n, "500", 3);
	ck_assert_uint_eq(ten, 0);
	ck_assert_ptr_nonnull(find(&result, "500"));
}
END_TEST

static const char *const marathon[] = {
	"A truck killed three runners at the Kelford marathon, police said.",
	"Three runners were killed by a truck at the Kelford marathon.",
	"Police say three runners died when a truck hit the Kelford marathon.",
	"The truck drove into the runners of the Kelford marathon at noon.",
	"The driver of the truck that killed three runners at the Kelford "
	"marathon was arrested.",
	"Police arrested the driver of the truck that killed three runners at "
	"the Kelford marathon.",
};

#define MARATHON (sizeof marathon / sizeof *marathon)

/* It names the event in full, as two thirds of its words; told or not, what two
 * say of the driver is news. */
START_TEST(what_came_late_is_told)
{
	struct tcn_summary_text texts[MARATHON];
	struct tcn_summary summary = { .texts = texts };
	struct tcn_summary_terms told[LINES_MAX];
	struct result result, next;

	for (size_t i = 0; i < MARATHON; i++)
		texts[i] = (struct tcn_summary_text){
			.text = tcn_str(marathon[i]),
			.lang = tcn_str("en"),
			.origin = 10 + i,
			.ms = (int64_t)i * TCN_MINUTE_MS,
		};
	summary.texts_n = 4;
	result = make(summary);
	for (size_t i = 0; i < result.n; i++)
		told[i] = result.lines[i].terms;
	ck_assert_uint_ge(result.n, 1);
	summary.told = told;
	for (int known = 0; known < 2; known++) {
		summary.texts_n = MARATHON;
		summary.told_n = known ? result.n : 0;
		next = make(summary);
		ck_assert_ptr_nonnull(find(&next, "arrested"));
	}
}
END_TEST

/* Of lines as good, what several say goes first, not what has a number. */
START_TEST(the_first_line_is_said_by_several)
{
	struct result result = make(make_ferry());

	ck_assert_uint_ge(result.n, 1);
	ck_assert_uint_ge(result.lines[0].origins, 2);
}
END_TEST

START_TEST(titles_stand_for_missing_texts)
{
	static const struct tcn_summary_text texts[] = {
		{ .title = TCN_STR("The dam above Oster breaks at dawn"),
		    .lang = TCN_STR("en"),
		    .origin = 1 },
		{ .title = TCN_STR("Dam of Oster has broken, water in town"),
		    .text = TCN_STR("Short."),
		    .lang = TCN_STR("en"),
		    .origin = 2 },
		{ .title = TCN_STR("Nothing"), .origin = 3 },
		{ .origin = 4 },
	};
	struct result result =
	    make((struct tcn_summary){ .texts = texts, .texts_n = 4 });

	ck_assert_uint_ge(result.n, 1);
	for (size_t i = 0; i < result.n; i++)
		ck_assert_ptr_eq(result.lines[i].sentence.at,
		    texts[result.lines[i].text].title.at);
	result = make((struct tcn_summary){ .texts = texts, .texts_n = 0 });
	ck_assert_uint_eq(result.n, 0);
}
END_TEST

/* As sentences of texts the same are more lines. */
START_TEST(titles_alone_have_fewer_lines)
{
	static const char *const titles[] = {
		"Bolloux raises its bid for Sefara to 15 billion",
		"Shares of Sefara jump by a fifth",
		"Unions at Sefara call for a strike in May",
		"Minister wants Sefara sold to its rival Telmar",
		"Telmar board meets on Sunday about Sefara",
		"Regulators warn Bolloux of a monopoly",
	};
	struct tcn_summary_text texts[6];

	for (size_t i = 0; i < 6; i++)
		texts[i] = (struct tcn_summary_text){
			.title = tcn_str(titles[i]),
			.text = tcn_str(titles[i]),
			.lang = tcn_str("en"),
			.origin = 10 + i,
			.ms = (int64_t)i * TCN_MINUTE_MS,
		};
	ck_assert_uint_gt(make((struct tcn_summary){
				   .texts = texts, .texts_n = 6 })
			      .n,
	    2);
	for (size_t i = 0; i < 6; i++)
		texts[i].text = (struct tcn_str){ 0 };
	ck_assert_uint_eq(make((struct tcn_summary){
				   .texts = texts, .texts_n = 6 })
			      .n,
	    2);
}
END_TEST

/* Stories of random sentences: the invariants hold, and items of one time may
 * come in any order. */
START_TEST(order_of_equal_times_does_not_matter)
{
	static const char *const places[] = { "Dunmore", "Oster", "Ellery" };
	static const char *const things[] = { "ferry", "bridge", "dam",
		"train" };
	static const char *const ends[] = { "in a storm", "at dawn",
		"off the coast", "after heavy rain" };
	static char sentences[TEXTS_MAX][160];
	struct tcn_summary_text one[TEXTS_MAX], two[TEXTS_MAX];
	uint64_t seed = (uint64_t)_i * 7919 + 1;
	size_t n = 8 + random_below(&seed, TEXTS_MAX - 8);
	struct result a, b;

	for (size_t i = 0; i < n; i++) {
		snprintf(sentences[i], sizeof sentences[i],
		    "Police say %u people were killed when the %s of %s broke "
		    "%s.",
		    3 + random_below(&seed, 4) * 5,
		    things[random_below(&seed, 4)],
		    places[random_below(&seed, 3)],
		    ends[random_below(&seed, 4)]);
		one[i] = (struct tcn_summary_text){
			.text = tcn_str(sentences[i]),
			.lang = tcn_str("en"),
			.origin = 1 + i,
			.ms = (int64_t)(i / 4),
		};
		two[i] = one[i];
	}
	a = make((struct tcn_summary){ .texts = one, .texts_n = n });
	b = make((struct tcn_summary){ .texts = two, .texts_n = n });
	ck_assert_uint_eq(a.n, b.n);
	for (size_t i = 0; i < a.n; i++)
		ck_assert(tcn_str_equal(a.lines[i].sentence,
		    b.lines[i].sentence));
	for (size_t i = 0; i + 1 < n; i += 2)
		if (two[i].ms == two[i + 1].ms) {
			struct tcn_summary_text text = two[i];

			two[i] = two[i + 1];
			two[i + 1] = text;
		}
	b = make((struct tcn_summary){ .texts = two, .texts_n = n });
	ck_assert_uint_eq(a.n > 0, b.n > 0);
}
END_TEST

TCN_TESTS(summary)
{
	tcase_add_checked_fixture(tc, setup_facts, teardown_facts);
	tcase_add_test(tc, says_what_figures_and_why);
	tcase_add_test(tc, no_line_repeats_the_headline);
	tcase_add_test(tc, tells_only_what_was_not_told);
	tcase_add_test(tc, tells_more_to_who_was_told);
	tcase_add_test(tc, the_headline_says_what_is_so_now);
	tcase_add_test(tc, a_headline_that_stands_is_kept);
	tcase_add_test(tc, copies_are_no_support);
	tcase_add_test(tc, the_events_name_is_no_support);
	tcase_add_test(tc, a_number_is_told_once);
	tcase_add_test(tc, what_came_late_is_told);
	tcase_add_test(tc, the_first_line_is_said_by_several);
	tcase_add_test(tc, titles_stand_for_missing_texts);
	tcase_add_test(tc, titles_alone_have_fewer_lines);
	tcase_add_loop_test(tc, order_of_equal_times_does_not_matter, 0, 25);
}

/* Which value of a slot leads, whatever order the readings come in. */
#include "tests/engine/facts/figure_story.h"

#include "tests/base/random.h"

/* The state of a value. */
static enum tcn_figure_state
state(int64_t value)
{
	const struct tcn_figure *at = figure();

	for (size_t i = 0; i < at->values_n; i++)
		if (at->values[i].lo == value * TCN_READING_ONE)
			return at->values[i].state;
	ck_abort_msg("the value was not followed");
	return TCN_FIGURE_OTHER;
}

START_TEST(a_toll_rises)
{
	begin();
	say(TCN_SLOT_DEAD, 1, 42);
	say(TCN_SLOT_DEAD, 2, 42);
	say(TCN_SLOT_DEAD, 10, 53);
	say(TCN_SLOT_DEAD, 11, 53);
	say(TCN_SLOT_DEAD, 20, 65);
	ck_assert_int_eq(leader(), 53);
	say(TCN_SLOT_DEAD, 21, 65);
	say(TCN_SLOT_DEAD, 30, 42);
	ck_assert_int_eq(leader(), 65);
	ck_assert_int_eq(state(42), TCN_FIGURE_SUPERSEDED);
	ck_assert_int_eq(state(53), TCN_FIGURE_SUPERSEDED);
	ck_assert_int_eq(figures.at->values[2].accepted_ms, 21 * 60000);
	ck_assert_uint_eq(figures.at->values[2].first, 4);
}
END_TEST

START_TEST(one_witness_of_few_is_marked)
{
	begin();
	say(TCN_SLOT_DEAD, 1, 42);
	ck_assert_int_eq(leader(), 42);
	ck_assert(figures.at->single);
	ck_assert(!tcn_figure_is_shown(&figures, figures.at));
	figures.origins = 3;
	ck_assert(tcn_figure_is_shown(&figures, figures.at));
	say(TCN_SLOT_DEAD, 2, 42);
	ck_assert_int_eq(leader(), 42);
	ck_assert(!figures.at->single);
}
END_TEST

/* A slip of the pen does not lead, though two copied it. */
START_TEST(a_jump_needs_more)
{
	begin();
	for (int i = 0; i < 6; i++)
		say(TCN_SLOT_DEAD, i, 42);
	say(TCN_SLOT_DEAD, 10, 420);
	say(TCN_SLOT_DEAD, 11, 420);
	ck_assert_int_eq(leader(), 42);
	ck_assert_int_eq(state(420), TCN_FIGURE_CONTRADICTING);
	say(TCN_SLOT_DEAD, 12, 420);
	ck_assert_int_eq(leader(), 420);
}
END_TEST

START_TEST(a_fall_is_a_correction_and_does_not_swing)
{
	begin();
	say(TCN_SLOT_DEAD, 1, 245);
	say(TCN_SLOT_DEAD, 2, 245);
	say(TCN_SLOT_DEAD, 3, 232);
	say(TCN_SLOT_DEAD, 4, 232);
	ck_assert_int_eq(leader(), 245);
	for (int i = 5; i < 12; i++)
		say(TCN_SLOT_DEAD, i, 232);
	ck_assert_int_eq(leader(), 232);
	/* Late repeats of what was given up change nothing. */
	say(TCN_SLOT_DEAD, 12, 245);
	say(TCN_SLOT_DEAD, 13, 245);
	say(TCN_SLOT_DEAD, 14, 245);
	ck_assert_int_eq(leader(), 232);
	ck_assert_int_eq(state(245), TCN_FIGURE_SUPERSEDED);
}
END_TEST

/* Outlets that are late do not lower a toll, however many: who told the higher
 * one before, and tells less now, does. */
START_TEST(who_is_late_corrects_nothing)
{
	begin();
	say(TCN_SLOT_DEAD, 1, 12);
	say(TCN_SLOT_DEAD, 2, 12);
	for (int i = 3; i < 9; i++)
		say(TCN_SLOT_DEAD, i, 10);
	for (size_t i = 0; i < told_n; i++)
		told[i].publisher = i + 1;
	ck_assert_int_eq(leader(), 12);
	told[2].publisher = 1;
	ck_assert_int_eq(leader(), 12);
	told[3].publisher = 2;
	ck_assert_int_eq(leader(), 10);
}
END_TEST

/* What is said to be false gives way, and leads again only where three say it
 * after that. */
START_TEST(what_is_denied_gives_way)
{
	begin();
	say(TCN_SLOT_DEAD, 1, 12);
	say(TCN_SLOT_DEAD, 2, 12);
	say(TCN_SLOT_DEAD, 3, 3);
	say(TCN_SLOT_DEAD, 4, 3);
	ck_assert_int_eq(leader(), 12);
	say(TCN_SLOT_DEAD, 4, 12);
	told[4].reading.denied = true;
	ck_assert_int_eq(leader(), 3);
	for (int i = 5; i < 7; i++)
		say(TCN_SLOT_DEAD, i, 12);
	ck_assert_int_eq(leader(), 3);
	for (int i = 7; i < 20; i++)
		say(TCN_SLOT_DEAD, i, 12);
	ck_assert_int_eq(leader(), 12);
	/* Nobody says anything but that it is false. */
	for (size_t i = 0; i < told_n; i++)
		told[i].reading.denied = true;
	tcn_figure_make(told, told_n, 50, &arena, &figures);
	ck_assert_uint_eq(figures.n, 0);
}
END_TEST

START_TEST(at_least_supports_a_little_more)
{
	begin();
	for (int i = 0; i < 4; i++)
		say(TCN_SLOT_DEAD, i, 20);
	say(TCN_SLOT_DEAD, 10, 65);
	ck_assert_int_eq(leader(), 20);
	say_as(TCN_SLOT_DEAD, 9, 60 * TCN_READING_ONE, TCN_READING_LEAST);
	ck_assert_int_eq(leader(), 65);
	ck_assert_uint_eq(figures.at->values[figures.at->leader].origins, 2);
}
END_TEST

START_TEST(near_values_are_a_family)
{
	const struct tcn_figure *at;

	begin();
	say(TCN_SLOT_DEAD, 1, 233);
	say(TCN_SLOT_DEAD, 2, 233);
	say(TCN_SLOT_DEAD, 3, 231);
	say(TCN_SLOT_DEAD, 4, 231);
	at = figure();
	ck_assert_int_eq(at->lo, 231 * TCN_READING_ONE);
	ck_assert_int_eq(at->hi, 233 * TCN_READING_ONE);
	ck_assert_int_eq(state(231), TCN_FIGURE_FAMILY);
}
END_TEST

START_TEST(a_level_falls)
{
	begin();
	say(TCN_SLOT_MISSING, 1, 30);
	say(TCN_SLOT_MISSING, 2, 30);
	say(TCN_SLOT_MISSING, 3, 12);
	say(TCN_SLOT_MISSING, 4, 12);
	ck_assert_int_eq(leader(), 12);
	say(TCN_SLOT_MISSING, 5, 30);
	ck_assert_int_eq(leader(), 12);
}
END_TEST

START_TEST(most_fix_a_magnitude)
{
	begin();
	say_as(TCN_SLOT_MAGNITUDE, 1, 7000, TCN_READING_EXACT);
	say_as(TCN_SLOT_MAGNITUDE, 2, 7000, TCN_READING_EXACT);
	for (int i = 3; i < 9; i++)
		say_as(TCN_SLOT_MAGNITUDE, i, 6600, TCN_READING_EXACT);
	say_as(TCN_SLOT_MAGNITUDE, 9, 7000, TCN_READING_EXACT);
	ck_assert_int_eq(figure()->lo, 6600);
}
END_TEST

/* Says values in turn, so many times. */
static void
say_in_turn(int *minute, int64_t a, int64_t b, int times)
{
	for (int i = 0; i < times; i++)
		say_as(TCN_SLOT_MAGNITUDE, (*minute)++, i % 2 ? b : a,
		    TCN_READING_EXACT);
}

START_TEST(a_revision_leads_though_the_old_is_passed_on)
{
	int minute = 1;

	begin();
	say_in_turn(&minute, 7900, 7900, 40);
	say_in_turn(&minute, 7600, 7900, 12);
	ck_assert_int_eq(figure()->lo, 7900); /* not 40 % of the last 20 */
	say_in_turn(&minute, 7600, 7900, 8);
	ck_assert_int_eq(figure()->lo, 7600);
	say_in_turn(&minute, 7600, 7900, 20); /* and does not swing */
	ck_assert_int_eq(figure()->lo, 7600);
	say_in_turn(&minute, 7900, 7900, 16);
	ck_assert_int_eq(figure()->lo, 7900);
}
END_TEST

/* What was said from the beginning is another agency's. */
START_TEST(an_old_value_is_no_revision)
{
	int minute = 1;

	begin();
	say_in_turn(&minute, 7600, 7600, 1);
	say_in_turn(&minute, 7900, 7900, 40);
	say_in_turn(&minute, 7600, 7900, 20);
	ck_assert_int_eq(figure()->lo, 7900);
}
END_TEST

START_TEST(vague_words_lead_only_alone)
{
	begin();
	for (int i = 0; i < 5; i++) {
		say_as(TCN_SLOT_DEAD, i, 24 * TCN_READING_ONE,
		    TCN_READING_VAGUE);
		told[told_n - 1].reading.hi = 99 * TCN_READING_ONE;
	}
	ck_assert_int_eq(leader(), 24);
	say(TCN_SLOT_DEAD, 9, 31);
	ck_assert_int_eq(leader(), 24);
	say(TCN_SLOT_DEAD, 10, 31);
	ck_assert_int_eq(leader(), 31);
	say_as(TCN_SLOT_DEAD, 11, 90 * TCN_READING_ONE, TCN_READING_MOST);
	say_as(TCN_SLOT_DEAD, 12, 90 * TCN_READING_ONE, TCN_READING_MORE);
	ck_assert_int_eq(leader(), 31);
}
END_TEST

START_TEST(what_a_sentence_says_is_judged)
{
	struct tcn_reading reading;

	begin();
	say(TCN_SLOT_DEAD, 1, 42);
	say(TCN_SLOT_DEAD, 2, 42);
	say(TCN_SLOT_DEAD, 3, 65);
	say(TCN_SLOT_DEAD, 4, 65);
	ck_assert_int_eq(leader(), 65);
	reading = told[0].reading;
	ck_assert_int_eq(tcn_figure_says(&figures, &reading),
	    TCN_FIGURE_SAYS_STALE);
	ck_assert_int_eq(tcn_figure_says(&figures, &told[3].reading),
	    TCN_FIGURE_SAYS_LEADER);
	reading.sense = TCN_READING_MOST;
	ck_assert_int_eq(tcn_figure_says(&figures, &reading),
	    TCN_FIGURE_SAYS_NOTHING);
	reading.slot = TCN_SLOT_INJURED;
	ck_assert_int_eq(tcn_figure_says(&figures, &reading),
	    TCN_FIGURE_SAYS_NOTHING);
}
END_TEST

/* "About 60" is said of 65, but not where 60 led before. */
START_TEST(about_what_led_is_stale)
{
	struct tcn_reading about;

	begin();
	say(TCN_SLOT_DEAD, 1, 60);
	say(TCN_SLOT_DEAD, 2, 60);
	about = told[0].reading;
	about.sense = TCN_READING_ABOUT;
	say(TCN_SLOT_DEAD, 3, 65);
	say(TCN_SLOT_DEAD, 4, 65);
	ck_assert_int_eq(leader(), 65);
	ck_assert_int_eq(tcn_figure_says(&figures, &about),
	    TCN_FIGURE_SAYS_STALE);
	about.lo = about.hi = 62 * TCN_READING_ONE;
	ck_assert_int_eq(tcn_figure_says(&figures, &about),
	    TCN_FIGURE_SAYS_LEADER);
}
END_TEST

/* A sentence whose reader finds no figure in it is stale by its number. */
START_TEST(old_numbers_are_stale)
{
	static const struct {
		const char *sentence;
		enum tcn_figure_says says;
		uint32_t slots;
	} rows[] = {
		{ "65 people were killed by the quake.", TCN_FIGURE_SAYS_LEADER,
		    1u << TCN_SLOT_DEAD },
		{ "42 people were killed by the quake.", TCN_FIGURE_SAYS_STALE,
		    0 },
		{ "Families of 42 came to the town hall.",
		    TCN_FIGURE_SAYS_STALE, 0 },
		{ "42 were found first, and 65 people are dead now.",
		    TCN_FIGURE_SAYS_LEADER, 1u << TCN_SLOT_DEAD },
		{ "Families of 43 came to the town hall.",
		    TCN_FIGURE_SAYS_NOTHING, 0 },
		{ "Nobody counts any more.", TCN_FIGURE_SAYS_NOTHING, 0 },
		/* There are none of whom some are told. */
		{ "No deaths have been reported so far.", TCN_FIGURE_SAYS_STALE,
		    0 },
		{ "The mayor says that there are no victims.",
		    TCN_FIGURE_SAYS_STALE, 0 },
		{ "The town got through without injuries.",
		    TCN_FIGURE_SAYS_NOTHING, 0 },
		{ "No help came, and 65 people were killed.",
		    TCN_FIGURE_SAYS_LEADER, 1u << TCN_SLOT_DEAD },
	};
	struct tcn_facts *facts;

	begin();
	say(TCN_SLOT_DEAD, 1, 42);
	say(TCN_SLOT_DEAD, 2, 42);
	say(TCN_SLOT_DEAD, 3, 65);
	say(TCN_SLOT_DEAD, 4, 65);
	ck_assert_int_eq(leader(), 65);
	facts = tcn_facts_new();
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct tcn_reading_text text = {
			tcn_str(rows[i].sentence), "en", 0
		};
		struct tcn_reading_list list;
		enum tcn_figure_says says;
		uint32_t slots;

		tcn_reading_keep(facts, &text, &arena, &list);
		says = tcn_figure_says_of(&figures, &list, &slots);
		ck_assert_msg(says == rows[i].says, "%s: %d", rows[i].sentence,
		    (int)says);
		ck_assert_uint_eq(slots, rows[i].slots);
	}
	tcn_facts_free(facts);
}
END_TEST

/* --- any story --- */

static void
say_anything(uint64_t *seed)
{
	static const enum tcn_slot slots[] = { TCN_SLOT_DEAD, TCN_SLOT_MISSING,
		TCN_SLOT_MAGNITUDE };

	begin();
	while (told_n < TOLD_MAX) {
		enum tcn_slot slot = slots[random_below(seed, 3)];
		int64_t value = slot == TCN_SLOT_MAGNITUDE
		    ? 6000 + 50 * (int64_t)random_below(seed, 12)
		    : (10 + (int64_t)random_below(seed, 8)) * TCN_READING_ONE;

		say_as(slot, (int)random_below(seed, 12), value,
		    (enum tcn_reading_sense)random_below(seed,
			TCN_READING_PART));
		told[told_n - 1].reading.hi +=
		    random_below(seed, 5) == 0 ? 2 * TCN_READING_ONE : 0;
		told[told_n - 1].origin = 1 + random_below(seed, 20);
	}
}

static void
shuffle(uint64_t *seed)
{
	for (size_t i = told_n - 1; i > 0; i--) {
		size_t k = random_below(seed, (uint32_t)i + 1);
		struct tcn_figure_told one = told[i];

		told[i] = told[k];
		told[k] = one;
	}
}

static bool
is_told(const struct tcn_figure *at, const struct tcn_figure_value *value)
{
	for (size_t i = 0; i < told_n; i++)
		if (told[i].reading.slot == at->slot &&
		    told[i].reading.lo == value->lo &&
		    told[i].reading.hi == value->hi &&
		    told[i].reading.sense != TCN_READING_MOST &&
		    told[i].reading.sense != TCN_READING_MORE)
			return true;
	return false;
}

/* The model: an origin counts once for a value. */
static uint32_t
count_origins(const struct tcn_figure *at, const struct tcn_figure_value *value)
{
	bool seen[32] = { false };
	uint32_t n = 0;

	for (size_t i = 0; i < told_n; i++) {
		if (told[i].reading.slot != at->slot ||
		    told[i].reading.lo != value->lo ||
		    told[i].reading.hi != value->hi ||
		    told[i].reading.sense == TCN_READING_MOST ||
		    told[i].reading.sense == TCN_READING_MORE ||
		    seen[told[i].origin])
			continue;
		seen[told[i].origin] = true;
		n++;
	}
	return n;
}

static void
must_be_told(void)
{
	for (size_t f = 0; f < figures.n; f++) {
		const struct tcn_figure *at = &figures.at[f];

		for (size_t i = 0; i < at->values_n; i++) {
			const struct tcn_figure_value *value = &at->values[i];
			uint32_t origins = count_origins(at, value);

			ck_assert(is_told(at, value));
			ck_assert(value->state == TCN_FIGURE_LEADING
				? value->origins >= origins
				: value->origins == origins);
		}
	}
}

static void
must_equal(const struct tcn_figures *a, const struct tcn_figures *b)
{
	ck_assert_uint_eq(a->n, b->n);
	for (size_t f = 0; f < a->n; f++) {
		const struct tcn_figure *one = &a->at[f], *other = &b->at[f];

		ck_assert_int_eq(one->slot, other->slot);
		ck_assert_uint_eq(one->values_n, other->values_n);
		ck_assert_uint_eq(one->leader, other->leader);
		ck_assert_int_eq(one->lo, other->lo);
		ck_assert_int_eq(one->hi, other->hi);
		ck_assert_uint_eq(one->origins, other->origins);
		for (size_t i = 0; i < one->values_n; i++) {
			ck_assert_int_eq(one->values[i].lo,
			    other->values[i].lo);
			ck_assert_int_eq(one->values[i].state,
			    other->values[i].state);
			ck_assert_uint_eq(one->values[i].origins,
			    other->values[i].origins);
			ck_assert_int_eq(one->values[i].accepted_ms,
			    other->values[i].accepted_ms);
		}
	}
}

START_TEST(any_order_gives_the_same)
{
	uint64_t seed = 7;

	for (int round = 0; round < 300; round++) {
		struct tcn_figures first;
		struct tcn_err err = { 0 };

		say_anything(&seed);
		tcn_figure_make(told, told_n, 20, &arena, &first);
		for (int again = 0; again < 3; again++) {
			shuffle(&seed);
			tcn_figure_make(told, told_n, 20, &arena, &figures);
			must_equal(&first, &figures);
			must_be_told();
			ck_assert_msg(tcn_figure_check(&figures, &err) ==
				TCN_OK,
			    "%s", err.text);
		}
		tcn_arena_reset(&arena);
	}
}
END_TEST

TCN_TESTS(figure)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_toll_rises);
	tcase_add_test(tc, one_witness_of_few_is_marked);
	tcase_add_test(tc, a_jump_needs_more);
	tcase_add_test(tc, a_fall_is_a_correction_and_does_not_swing);
	tcase_add_test(tc, who_is_late_corrects_nothing);
	tcase_add_test(tc, what_is_denied_gives_way);
	tcase_add_test(tc, at_least_supports_a_little_more);
	tcase_add_test(tc, near_values_are_a_family);
	tcase_add_test(tc, a_level_falls);
	tcase_add_test(tc, most_fix_a_magnitude);
	tcase_add_test(tc, a_revision_leads_though_the_old_is_passed_on);
	tcase_add_test(tc, an_old_value_is_no_revision);
	tcase_add_test(tc, vague_words_lead_only_alone);
	tcase_add_test(tc, what_a_sentence_says_is_judged);
	tcase_add_test(tc, about_what_led_is_stale);
	tcase_add_test(tc, old_numbers_are_stale);
	tcase_add_test(tc, any_order_gives_the_same);
}

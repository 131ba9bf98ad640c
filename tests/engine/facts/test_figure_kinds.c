/* Ranges, parts and money, and what is shown of them. */
#include "tests/engine/facts/figure_story.h"

/* Says a range, or a part, each time by another origin. */
static void
say_range(int minute, int64_t lo, int64_t hi)
{
	say_as(TCN_SLOT_DEAD, minute, lo * TCN_READING_ONE, TCN_READING_RANGE);
	told[told_n - 1].reading.hi = hi * TCN_READING_ONE;
}

/* A plant's blast: first far too many, then less, in no two texts the same. */
START_TEST(a_range_may_correct_a_toll)
{
	begin();
	for (int i = 0; i < 6; i++)
		say(TCN_SLOT_DEAD, i, 70);
	for (int i = 0; i < 4; i++)
		say(TCN_SLOT_DEAD, i, 60);
	for (int i = 0; i < 3; i++) {
		say(TCN_SLOT_DEAD, 10 + i, 2);
		say_range(10 + i, 5, 15);
		say(TCN_SLOT_DEAD, 10 + i, 15);
	}
	ck_assert_int_lt(leader(), 16);
	/* What was refuted is passed on for long. */
	say(TCN_SLOT_DEAD, 20, 60);
	say(TCN_SLOT_DEAD, 21, 60);
	ck_assert_int_lt(leader(), 16);
	/* A number of the range says more. */
	say(TCN_SLOT_DEAD, 30, 14);
	say(TCN_SLOT_DEAD, 31, 14);
	say(TCN_SLOT_DEAD, 32, 14);
	say(TCN_SLOT_DEAD, 33, 14);
	ck_assert_int_ge(leader(), 14);
	ck_assert_int_le(leader(), 15);
}
END_TEST

START_TEST(more_than_less_refutes_nothing)
{
	begin();
	for (int i = 0; i < 5; i++)
		say(TCN_SLOT_INJURED, i, 200);
	say(TCN_SLOT_INJURED, 10, 100);
	for (int i = 0; i < 4; i++) {
		say_as(TCN_SLOT_INJURED, 11 + i, 100 * TCN_READING_ONE,
		    TCN_READING_LEAST);
		say_as(TCN_SLOT_INJURED, 11 + i, 160 * TCN_READING_ONE,
		    TCN_READING_LEAST);
	}
	ck_assert_int_eq(leader(), 200);
}
END_TEST

START_TEST(a_range_around_the_leader_is_no_news)
{
	begin();
	for (int i = 0; i < 5; i++)
		say(TCN_SLOT_DEAD, i, 65);
	for (int i = 5; i < 15; i++)
		say_range(i, 60, 70);
	ck_assert_int_eq(figure()->lo / TCN_READING_ONE, 65);
	ck_assert_int_eq(tcn_figure_says(&figures, &told[9].reading),
	    TCN_FIGURE_SAYS_NOTHING);
	say_range(20, 80, 90);
	say_range(21, 80, 90);
	ck_assert_int_eq(leader(), 80);
}
END_TEST

START_TEST(parts_count_where_nobody_told_the_whole)
{
	begin();
	for (int i = 0; i < 5; i++)
		say_as(TCN_SLOT_INJURED, i, 10 * TCN_READING_ONE,
		    TCN_READING_PART);
	ck_assert_int_eq(leader(), 10);
	ck_assert_int_eq(figure()->values[0].sense, TCN_READING_LEAST);
	say(TCN_SLOT_INJURED, 9, 32);
	ck_assert_int_eq(leader(), 32);
	ck_assert_uint_eq(figure()->values_n, 1);
	ck_assert_int_eq(tcn_figure_says(&figures, &told[0].reading),
	    TCN_FIGURE_SAYS_NOTHING);
}
END_TEST

/* 7.56 is rounded by some to 7.6, by fewer to 7.5. */
START_TEST(money_is_rounded)
{
	static const int64_t millions[] = { 7600, 7560, 7600, 7500, 7600, 7600,
		7500 };

	begin();
	for (int i = 0; i < 7; i++)
		say(TCN_SLOT_PRICE, i, 1000000 * millions[i]);
	ck_assert_int_eq(leader(), INT64_C(7600) * 1000000);
}
END_TEST

START_TEST(the_same_money_is_of_one_thing)
{
	begin();
	for (int i = 0; i < 9; i++)
		say(TCN_SLOT_FINE, i, 1200000000);
	for (int i = 0; i < 3; i++)
		say(TCN_SLOT_PRICE, i, 1200000000);
	tcn_figure_make(told, told_n, 50, &arena, &figures);
	ck_assert_uint_eq(figures.n, 2);
	ck_assert(!tcn_figure_is_shown(&figures, &figures.at[0]));
	ck_assert(tcn_figure_is_shown(&figures, &figures.at[1]));
}
END_TEST

/* Two thirds of those that tell a share: else the story has one for each state,
 * and none is the story's. */
START_TEST(a_share_is_shown_where_most_tell_it)
{
	begin();
	for (int i = 1; i <= 4; i++)
		say_as(TCN_SLOT_UNEMPLOYMENT, i, 6300, TCN_READING_EXACT);
	say_as(TCN_SLOT_UNEMPLOYMENT, 5, 7100, TCN_READING_EXACT);
	say_as(TCN_SLOT_UNEMPLOYMENT, 6, 5200, TCN_READING_EXACT);
	ck_assert(tcn_figure_is_shown(&figures, figure()));
	ck_assert_int_eq(tcn_figure_says(&figures, &told[4].reading),
	    TCN_FIGURE_SAYS_NOTHING); /* another state's */
	say_as(TCN_SLOT_UNEMPLOYMENT, 7, 4900, TCN_READING_EXACT);
	ck_assert(!tcn_figure_is_shown(&figures, figure()));
}
END_TEST

/* Fewer than two thirds, but a fifth of the story, rounded or not: it is the
 * story's own. */
START_TEST(money_is_shown_that_much_of_a_story_tells)
{
	begin();
	for (int i = 0; i < 9; i++)
		say(TCN_SLOT_SETTLEMENT, i, i < 6 ? 9500000 : 9300000);
	for (int i = 0; i < 10; i++)
		say(TCN_SLOT_SETTLEMENT, 10, 1000000 * (20 + i));
	ck_assert(!tcn_figure_is_shown(&figures, figure()));
	say(TCN_SLOT_SETTLEMENT, 20, 9300000);
	ck_assert(tcn_figure_is_shown(&figures, figure()));
}
END_TEST

/* The state of a value. */
static enum tcn_figure_state
state_of_value(int64_t value)
{
	const struct tcn_figure *at = figure();

	for (size_t i = 0; i < at->values_n; i++)
		if (at->values[i].lo == value * TCN_READING_ONE)
			return at->values[i].state;
	ck_abort_msg("no such value");
}

/* "2 deaths" of a day are not another toll, and another house's price is none
 * of this one; half of it may be. */
START_TEST(what_is_far_off_contradicts_nobody)
{
	begin();
	for (int i = 0; i < 4; i++)
		say(TCN_SLOT_DEAD, i, 117);
	say(TCN_SLOT_DEAD, 5, 60);
	say(TCN_SLOT_DEAD, 6, 60);
	say(TCN_SLOT_DEAD, 7, 2);
	say(TCN_SLOT_DEAD, 8, 2);
	ck_assert_int_eq(leader(), 117);
	ck_assert_int_eq(state_of_value(60), TCN_FIGURE_CONTRADICTING);
	ck_assert_int_eq(state_of_value(2), TCN_FIGURE_OTHER);
	begin();
	for (int i = 0; i < 4; i++)
		say(TCN_SLOT_PRICE, i, 32000000);
	say(TCN_SLOT_PRICE, 5, 500000);
	say(TCN_SLOT_PRICE, 6, 500000);
	ck_assert_int_eq(state_of_value(500000), TCN_FIGURE_OTHER);
}
END_TEST

START_TEST(what_lies_in_the_range_contradicts_nobody)
{
	begin();
	say(TCN_SLOT_PRICE, 0, 95000000);
	for (int i = 1; i < 6; i++) {
		say_as(TCN_SLOT_PRICE, i, 90000000 * TCN_READING_ONE,
		    TCN_READING_RANGE);
		told[told_n - 1].reading.hi = 100000000 * TCN_READING_ONE;
	}
	say(TCN_SLOT_PRICE, 9, 95000000);
	ck_assert_int_eq(state_of_value(90000000), TCN_FIGURE_LEADING);
	ck_assert_int_eq(state_of_value(95000000), TCN_FIGURE_FAMILY);
}
END_TEST

/* Begins with the count of a day and a higher one: the toll of all, or not. */
static void
begin_with(bool toll)
{
	begin();
	say(TCN_SLOT_DEAD, 0, 2);
	say(TCN_SLOT_DEAD, 1, 85);
	told[told_n - 1].reading.rises = toll;
}

/* Where each is told by one: the newest leads, but no day's count over the toll
 * of all. */
START_TEST(a_toll_leads_over_far_lower_counts)
{
	for (int toll = 0; toll < 2; toll++) {
		begin_with(toll);
		say(TCN_SLOT_DEAD, 2, 9);
		say(TCN_SLOT_DEAD, 3, 20);
		told[told_n - 1].reading.some = true;
		ck_assert_int_eq(leader(), toll ? 85 : 9);
	}
}
END_TEST

/* The same where few tell any, so that one is enough to lead. */
START_TEST(a_toll_leads_over_a_count_of_before)
{
	for (int toll = 0; toll < 2; toll++) {
		begin_with(toll);
		say(TCN_SLOT_DEAD, 2, 4);
		ck_assert_int_eq(leader(), toll ? 85 : 4);
	}
}
END_TEST

/* Says a score at a minute. */
static void
say_score(int minute, int64_t lower, int64_t higher)
{
	say(TCN_SLOT_SCORE, minute, lower);
	told[told_n - 1].reading.hi = higher * TCN_READING_ONE;
}

/* Scores are as far from each other as can be, and one of them may be 0. */
START_TEST(a_score_is_one_value)
{
	const struct tcn_figure *at;

	begin();
	for (int i = 1; i <= 2; i++)
		say_score(i, 0, 2);
	for (int i = 3; i <= 8; i++)
		say_score(i, 0, 3);
	at = figure();
	ck_assert_int_eq(at->lo, 0);
	ck_assert_int_eq(at->hi, 3 * TCN_READING_ONE);
	ck_assert_uint_eq(at->values_n, 2);
	ck_assert_uint_eq(at->values[at->leader].origins, 6);
	ck_assert_int_ne(at->values[!at->leader].state, TCN_FIGURE_FAMILY);
	ck_assert_int_eq(tcn_figure_says(&figures, &told[7].reading),
	    TCN_FIGURE_SAYS_LEADER);
	ck_assert(tcn_figure_is_shown(&figures, at));
}
END_TEST

START_TEST(what_many_pass_on_is_shown)
{
	begin();
	for (int i = 0; i < 3; i++) {
		say(TCN_SLOT_INJURED, i, 246);
		told[told_n - 1].origin = 1;
		told[told_n - 1].publisher = i < 2 ? 1 : 2;
	}
	ck_assert(!tcn_figure_is_shown(&figures, figure()));
	told[1].publisher = 3;
	ck_assert(tcn_figure_is_shown(&figures, figure()));
	ck_assert(figure()->single);
}
END_TEST

/* A wire tells each value once; who says 155 says as well that it is 101. */
START_TEST(a_toll_of_one_wire_rises)
{
	static const int64_t values[] = { 4, 10, 18, 80, 86, 101, 155, 195 };

	begin();
	for (int i = 0; i < 8; i++)
		say(TCN_SLOT_DEAD, i, values[i]);
	ck_assert_int_eq(leader(), 155);
	told[told_n - 1].reading.rises = true;
	ck_assert_int_eq(leader(), 195);
}
END_TEST

START_TEST(two_do_not_make_many)
{
	begin();
	for (int i = 0; i < 7; i++)
		say(TCN_SLOT_DEAD, i, 3);
	say(TCN_SLOT_DEAD, 8, 12);
	say(TCN_SLOT_DEAD, 9, 12);
	ck_assert_int_eq(leader(), 3);
	say(TCN_SLOT_DEAD, 10, 12);
	ck_assert_int_eq(leader(), 12);
}
END_TEST

START_TEST(one_kind_of_people_is_no_toll)
{
	begin();
	for (int i = 0; i < 4; i++) {
		say(TCN_SLOT_DEAD, i, 2);
		told[told_n - 1].reading.some = true;
	}
	ck_assert_int_eq(leader(), 2);
	say(TCN_SLOT_DEAD, 5, 120);
	say(TCN_SLOT_DEAD, 6, 120);
	ck_assert_int_eq(leader(), 120);
	for (int i = 10; i < 20; i++) {
		say(TCN_SLOT_DEAD, i, 30);
		told[told_n - 1].reading.some = true;
	}
	ck_assert_int_eq(leader(), 120);
	ck_assert_int_eq(tcn_figure_says(&figures, &told[told_n - 1].reading),
	    TCN_FIGURE_SAYS_NOTHING);
	for (size_t i = 0; i < figures.at->values_n; i++)
		ck_assert_int_ne(figures.at->values[i].state,
		    TCN_FIGURE_CONTRADICTING);
}
END_TEST

/* "Nearly 12,000" is no rise from 11,921. */
START_TEST(what_is_rounded_is_no_rise)
{
	begin();
	for (int i = 0; i < 2; i++)
		say(TCN_SLOT_DEAD, i, 11921);
	for (int i = 2; i < 4; i++)
		say_as(TCN_SLOT_DEAD, i, 12000 * TCN_READING_ONE,
		    TCN_READING_ABOUT);
	ck_assert_int_eq(leader(), 11921);
	say(TCN_SLOT_DEAD, 5, 12000);
	ck_assert_int_eq(leader(), 12000);
}
END_TEST

/* Who counts all does not say that of one kind there are as many. */
START_TEST(all_do_not_support_some)
{
	begin();
	say(TCN_SLOT_DEAD, 1, 15);
	say(TCN_SLOT_DEAD, 2, 10);
	told[told_n - 1].reading.some = true;
	say(TCN_SLOT_DEAD, 3, 40);
	told[told_n - 1].reading.some = true;
	say(TCN_SLOT_DEAD, 4, 3);
	ck_assert_int_eq(leader(), 15);
}
END_TEST

/* That a toll was lowered is said once, and others pass it on, while the old
 * one is still told. */
START_TEST(a_toll_is_lowered)
{
	begin();
	for (int i = 0; i < 10; i++)
		say(TCN_SLOT_DEAD, i, 245);
	say(TCN_SLOT_DEAD, 11, 231);
	say(TCN_SLOT_DEAD, 12, 245);
	say(TCN_SLOT_DEAD, 13, 231);
	say(TCN_SLOT_DEAD, 14, 245);
	ck_assert_int_eq(leader(), 245);
	told[10].reading.lowers = true;
	ck_assert_int_eq(leader(), 231);
	told[12].origin = told[10].origin;
	ck_assert_int_eq(leader(), 245);
}
END_TEST

START_TEST(a_round_number_does_not_contradict)
{
	begin();
	for (int i = 0; i < 5; i++)
		say(TCN_SLOT_DEAD, i, 231);
	for (int i = 5; i < 8; i++)
		say(TCN_SLOT_DEAD, i, 200);
	ck_assert_int_eq(leader(), 231);
	ck_assert_int_eq(figures.at->values[0].state, TCN_FIGURE_LEADING);
	ck_assert_int_eq(figures.at->values[1].state, TCN_FIGURE_OTHER);
}
END_TEST

/* "More than 200" of 231 is not stale, unless 200 led before; 230 is. */
START_TEST(a_round_number_is_not_stale)
{
	struct tcn_reading reading = { .slot = TCN_SLOT_DEAD,
		.sense = TCN_READING_LEAST,
		.lo = 200 * TCN_READING_ONE,
		.hi = 200 * TCN_READING_ONE,
		.unit = "" };

	for (int led = 0; led < 2; led++) {
		begin();
		for (int i = 0; i < 3; i++)
			say(TCN_SLOT_DEAD, i, led ? 200 : 230);
		for (int i = 0; i < 3; i++)
			say(TCN_SLOT_DEAD, 10 + i, 231);
		ck_assert_int_eq(leader(), 231);
		ck_assert_int_eq(tcn_figure_says(&figures, &reading),
		    led ? TCN_FIGURE_SAYS_STALE : TCN_FIGURE_SAYS_NOTHING);
	}
	reading.lo = reading.hi = 220 * TCN_READING_ONE;
	ck_assert_int_eq(tcn_figure_says(&figures, &reading),
	    TCN_FIGURE_SAYS_STALE);
}
END_TEST

START_TEST(the_strongest_aftershock_counts)
{
	static const int64_t values[] = { 4900, 4900, 5600, 5600, 4700, 4700,
		4700, 4700 };

	begin();
	for (int i = 0; i < 8; i++)
		say_as(TCN_SLOT_AFTERSHOCK, i, values[i], TCN_READING_EXACT);
	ck_assert_int_eq(figure()->lo, 5600);
	for (size_t i = 0; i < figures.at->values_n; i++)
		ck_assert_int_eq(figures.at->values[i].state,
		    i == figures.at->leader ? TCN_FIGURE_LEADING
					    : TCN_FIGURE_OTHER);
	ck_assert_int_eq(tcn_figure_says(&figures, &told[7].reading),
	    TCN_FIGURE_SAYS_NOTHING);
}
END_TEST

TCN_TESTS(figure_kinds)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_range_may_correct_a_toll);
	tcase_add_test(tc, more_than_less_refutes_nothing);
	tcase_add_test(tc, a_range_around_the_leader_is_no_news);
	tcase_add_test(tc, parts_count_where_nobody_told_the_whole);
	tcase_add_test(tc, money_is_rounded);
	tcase_add_test(tc, the_same_money_is_of_one_thing);
	tcase_add_test(tc, money_is_shown_that_much_of_a_story_tells);
	tcase_add_test(tc, what_is_far_off_contradicts_nobody);
	tcase_add_test(tc, what_lies_in_the_range_contradicts_nobody);
	tcase_add_test(tc, a_toll_leads_over_far_lower_counts);
	tcase_add_test(tc, a_toll_leads_over_a_count_of_before);
	tcase_add_test(tc, a_share_is_shown_where_most_tell_it);
	tcase_add_test(tc, a_score_is_one_value);
	tcase_add_test(tc, what_many_pass_on_is_shown);
	tcase_add_test(tc, a_toll_of_one_wire_rises);
	tcase_add_test(tc, two_do_not_make_many);
	tcase_add_test(tc, one_kind_of_people_is_no_toll);
	tcase_add_test(tc, what_is_rounded_is_no_rise);
	tcase_add_test(tc, all_do_not_support_some);
	tcase_add_test(tc, a_toll_is_lowered);
	tcase_add_test(tc, a_round_number_does_not_contradict);
	tcase_add_test(tc, a_round_number_is_not_stale);
	tcase_add_test(tc, the_strongest_aftershock_counts);
}

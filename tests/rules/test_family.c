/*
 * Three stories that share one risen name are one event, when together they
 * count enough; and over restarts.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "tests/rules/restart.h"

#define MORE_THAN 15
#define QUIET     140 /* items of anything, in which nothing happens */
#define QUIET_MS  (15 * TCN_MINUTE_MS)
#define SIDES     3

/* What one side of the event is told in. */
struct side {
	const char *name;
	int n;
};

/* What became of a run. */
struct told {
	unsigned opened, rulings;
	struct tcn_event first, last; /* of the event that opened first */
	uint32_t family; /* of the ruling that fired */
	char reason[80]; /* of the first event, the first part */
	char name[32];
};

static void
add_word(struct many_item *item, const char *kind, int n)
{
	size_t at = strlen(item->title);

	snprintf(item->title + at, sizeof item->title - at, "%s%s%c%c%c%c",
	    at ? " " : "", kind, 'b' + n % 17, "aeiou"[n / 17 % 5],
	    'b' + n / 85 % 17, "aeiou"[n / 1445 % 5]);
}

static struct many_item *
add_item(int *n, int64_t date_ms)
{
	struct many_item *item = &many_items[(*n)++];

	*item = (struct many_item){ .date_ms = date_ms, .lang = "en" };
	item->publisher = (uint64_t)*n % 3;
	return item;
}

/* Nine words of the side's own, three of them in each item, and the name. */
static void
write_side(struct many_item *item, size_t side, const char *name, int i)
{
	for (int word = 0; word < 3; word++)
		add_word(item, "do", (int)side * 40 + word);
	snprintf(item->title + strlen(item->title),
	    sizeof item->title - strlen(item->title), " %s", name);
	for (int word = 0; word < 6; word++)
		add_word(item, "do",
		    (int)side * 40 + 3 + (i * 5 + word * word + word) % 31);
}

/* Behind what comes each day, the sides, an item of each in turn. */
static int
make_items(const struct side sides[SIDES])
{
	int n = 0, left = 1;
	int64_t at_ms = INT64_C(1400000000000);

	for (; n < QUIET; at_ms += QUIET_MS) {
		struct many_item *item = add_item(&n, at_ms);

		for (int word = 0; word < 7; word++)
			add_word(item, word == 4 ? "Sa" : "sa",
			    (n * 7919 + word * 104729) % 1999);
	}
	for (int i = 0; left; i++) {
		left = 0;
		for (size_t side = 0; side < SIDES; side++) {
			if (i >= sides[side].n)
				continue;
			left = 1;
			at_ms += 2 * TCN_MINUTE_MS;
			write_side(add_item(&n, at_ms), side, sides[side].name,
			    i);
		}
	}
	return n;
}

static void
make_rule(void)
{
	many_make(1);
	many_rules_n = 1;
	many_quiet_ms = 4 * TCN_HOUR_MS;
	many_rules[0] = (struct tcn_rule){
		.name = TCN_STR("news"),
		.kind = TCN_RULE_STORY,
		.more_than = MORE_THAN,
		.min_origins = 2,
		.within_ms = MANY_WINDOW_MS,
		.severity = TCN_SEVERITY_MEDIUM,
	};
	many_widest_ms = many_rules[0].within_ms;
}

static void
note(const struct tcn_detector_changes *changes, struct told *told)
{
	for (size_t i = 0; i < changes->events_n; i++) {
		const struct tcn_event *e = &changes->events[i];

		if (e->state == TCN_EVENT_OPEN && !told->opened++) {
			told->first = *e;
			if (e->reason && e->reason->parts_n)
				snprintf(told->reason, sizeof told->reason,
				    "%.*s",
				    TCN_STR_ARG(e->reason->parts[0].says));
		}
		if (e->state != TCN_EVENT_CLOSED)
			told->last = *e;
	}
	for (size_t i = 0; i < changes->rulings_n; i++) {
		const struct tcn_story_verdict *v =
		    &changes->rulings[i].verdict;

		told->rulings++;
		if (v->gate != TCN_STORY_GATE_NONE || told->family)
			continue;
		told->family = v->family;
		snprintf(told->name, sizeof told->name, "%.*s",
		    TCN_STR_ARG(v->family_name));
	}
}

static void
run(const struct side sides[SIDES], struct told *told)
{
	int n = make_items(sides);
	struct tcn_detector *det = many_detector();
	struct tcn_placement place;
	struct tcn_detector_changes changes;

	*told = (struct told){ 0 };
	for (int i = 0; i < n; i++) {
		ck_assert_int_eq(many_step(det, i, &place, &changes), TCN_OK);
		note(&changes, told);
	}
	many_check(det);
	tcn_detector_free(det);
}

static const struct side shared[SIDES] = { { "Blackwater", 13 },
	{ "Blackwater", 14 }, { "Blackwater", 15 } };

/* None of them is large enough by itself; all are in the event. */
START_TEST(three_stories_that_share_a_name_are_one_event)
{
	struct told told;

	make_rule();
	run(shared, &told);
	ck_assert_uint_eq(told.opened, 1);
	ck_assert_uint_eq(told.family, 2);
	ck_assert_str_eq(told.name, "Blackwater");
	ck_assert_uint_eq(told.first.items, MORE_THAN + 1);
	ck_assert_uint_eq(told.first.evidence_n, MORE_THAN + 1);
	ck_assert_uint_gt(told.last.items, 30);
}
END_TEST

/* What is told of it begins with that. */
START_TEST(a_family_is_a_reason)
{
	struct told told;

	make_rule();
	many_rules[0].least = 1;
	run(shared, &told);
	ck_assert_uint_eq(told.opened, 1);
	ck_assert_str_eq(told.reason,
	    "counts 2 stories that share the name Blackwater");
}
END_TEST

/* A story that is judged early and fires says so, and is judged by itself. */
START_TEST(what_is_early_says_so)
{
	static const struct side one[SIDES] = { { "Blackwater", 14 } };
	struct told told;

	make_rule();
	many_rules[0].least = 1e-6;
	many_rules[0].early = _i ? 1e-3 : 0;
	run(one, &told);
	ck_assert_uint_eq(told.opened, _i);
	if (!_i)
		return;
	ck_assert_uint_eq(told.family, 0);
	ck_assert_uint_eq(told.first.items, 8);
	ck_assert_str_eq(told.reason, "early: 8 of 16 items");
}
END_TEST

/* Where each is of another name, nothing is shared. */
START_TEST(stories_without_a_common_name_are_none)
{
	static const struct side apart[SIDES] = { { "Blackwater", 13 },
		{ "Mollinger", 14 }, { "Grilopol", 15 } };
	static const struct side small[SIDES] = { { "blackwater", 13 },
		{ "blackwater", 14 }, { "blackwater", 15 } };
	struct told told;

	make_rule();
	run(apart, &told);
	ck_assert_uint_eq(told.opened, 0);
	run(small, &told);
	ck_assert_uint_eq(told.opened, 0);
	ck_assert_uint_eq(told.rulings, 0);
}
END_TEST

/* A side of fewer than half of what the rule asks for says too little. */
START_TEST(small_stories_are_no_parts)
{
	static const struct side few[SIDES] = { { "Blackwater", 7 },
		{ "Blackwater", 7 }, { "Blackwater", 7 } };
	static const struct side one[SIDES] = { { "Blackwater", 15 },
		{ "Blackwater", 7 }, { "Blackwater", 7 } };
	struct told told;

	make_rule();
	run(few, &told);
	ck_assert_uint_eq(told.opened, 0);
	run(one, &told);
	ck_assert_uint_eq(told.opened, 0);
}
END_TEST

/* What a rule asks besides is asked of all of them. */
START_TEST(a_family_must_have_what_the_rule_asks_for)
{
	struct told told;

	make_rule();
	many_rules[0].min_publishers = 4; /* of three */
	run(shared, &told);
	ck_assert_uint_eq(told.opened, 0);
	many_rules[0].min_publishers = 3;
	run(shared, &told);
	ck_assert_uint_eq(told.opened, 1);
}
END_TEST

START_TEST(a_restart_changes_nothing)
{
	struct tcn_buf whole = { 0 };
	int n;

	make_rule();
	n = make_items(shared);
	run_cut(n, -1, &whole);
	ck_assert_uint_gt(whole.n, 0);
	for (int at = QUIET; at < n; at++)
		ck_cut(n, at, &whole);
	tcn_buf_fini(&whole);
}
END_TEST

TCN_TESTS(family)
{
	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, many_setup, many_teardown);
	tcase_add_test(tc, three_stories_that_share_a_name_are_one_event);
	tcase_add_test(tc, stories_without_a_common_name_are_none);
	tcase_add_test(tc, small_stories_are_no_parts);
	tcase_add_test(tc, a_family_must_have_what_the_rule_asks_for);
	tcase_add_test(tc, a_family_is_a_reason);
	tcase_add_loop_test(tc, what_is_early_says_so, 0, 2);
	tcase_add_test(tc, a_restart_changes_nothing);
}

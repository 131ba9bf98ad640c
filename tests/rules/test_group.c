/*
 * Rules that group: a storm of fragments is one event.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "tests/rules/many.h"

#define FRAGMENTS 16

/* What the events of one run came to. */
struct told {
	char reason[80]; /* of the last that opened, its only part */
	unsigned opened, updated, closed;
	struct tcn_event last; /* revision; its evidence is in seqs */
	uint64_t seqs[200];
	size_t seqs_n;
	enum tcn_severity severities[8]; /* after each revision but closing */
	unsigned whys[8];
	uint32_t items[8];
	unsigned n;
};

/* Each item is a story of its own: they share no word. */
static void
make_fragment(int i, int64_t after_ms)
{
	struct many_item *item = &many_items[i];

	snprintf(item->title, sizeof item->title,
	    "marathon%cq wall%cx sun%cz lamp%cr tree%cv", 'a' + i, 'a' + i,
	    'a' + i, 'a' + i, 'a' + i);
	item->publisher = (uint64_t)i % 5 + 1;
	item->date_ms = INT64_C(1400000000000) + after_ms;
}

static struct tcn_rule *
make_watch(int64_t group_ms, enum tcn_rule_group_by group_by)
{
	many_make(1);
	many_rules_n = 1;
	many_quiet_ms = 4 * TCN_HOUR_MS;
	many_rules[0] = (struct tcn_rule){
		.name = TCN_STR("marathon"),
		.watch = true,
		.within_ms = 4 * TCN_HOUR_MS,
		.severity = TCN_SEVERITY_MEDIUM,
		.group_ms = group_ms,
		.group_by = group_by,
	};
	many_widest_ms = many_rules[0].within_ms;
	return &many_rules[0];
}

static void
note(struct told *told, const struct tcn_event *e)
{
	told->opened += e->state == TCN_EVENT_OPEN;
	told->updated += e->state == TCN_EVENT_UPDATED;
	told->closed += e->state == TCN_EVENT_CLOSED;
	if (e->state == TCN_EVENT_CLOSED)
		return;
	if (e->reason) {
		ck_assert_uint_eq(e->reason->parts_n, 1);
		ck_assert(e->reason->probability == 0);
		snprintf(told->reason, sizeof told->reason, "%.*s",
		    TCN_STR_ARG(e->reason->parts->says));
	}
	told->last = *e;
	ck_assert_uint_le(e->evidence_n, 200);
	told->seqs_n = e->evidence_n;
	for (size_t i = 0; i < e->evidence_n; i++)
		told->seqs[i] = e->evidence[i];
	if (told->n == 8)
		return;
	told->whys[told->n] = e->why;
	told->items[told->n] = e->items;
	told->severities[told->n++] = e->severity;
}

static void
run(int n, struct told *told)
{
	struct tcn_detector *det = many_detector();
	struct tcn_placement place;
	struct tcn_detector_changes changes;

	*told = (struct told){ 0 };
	for (int i = 0; i < n; i++) {
		ck_assert_int_eq(many_step(det, i, &place, &changes), TCN_OK);
		for (size_t e = 0; e < changes.events_n; e++)
			note(told, &changes.events[e]);
	}
	tcn_detector_free(det);
}

START_TEST(a_storm_of_fragments_is_one_event)
{
	struct told told;

	make_watch(0, TCN_RULE_GROUP_STORY);
	for (int i = 0; i < FRAGMENTS; i++)
		make_fragment(i, i * 2 * TCN_MINUTE_MS);
	run(FRAGMENTS, &told);
	ck_assert_uint_eq(told.opened, FRAGMENTS);

	make_watch(30 * TCN_MINUTE_MS, TCN_RULE_GROUP_RULE);
	for (int i = 0; i < FRAGMENTS; i++)
		make_fragment(i, i * 2 * TCN_MINUTE_MS);
	run(FRAGMENTS, &told);
	ck_assert_uint_eq(told.opened, 1);
	ck_assert_uint_eq(told.closed, 0);
	ck_assert_uint_eq(told.updated, 4); /* 2, 4, 8 and 16 items */
	ck_assert_uint_eq(told.last.items, FRAGMENTS);
	ck_assert_uint_eq(told.last.origins, FRAGMENTS);
	ck_assert_uint_eq(told.last.publishers, 5);
	ck_assert_uint_eq(told.seqs_n, FRAGMENTS);
	for (size_t i = 1; i < told.seqs_n; i++)
		ck_assert_uint_gt(told.seqs[i], told.seqs[i - 1]);
}
END_TEST

/* An event says what its rule asked for, with a story and without one; a rule
 * that asks for nothing says nothing. */
START_TEST(what_was_asked_for_is_said)
{
	static const struct tcn_rule_term any = { .text = TCN_STR("lamp") };
	struct tcn_rule *rule = make_watch(0, TCN_RULE_GROUP_STORY);
	struct told told;

	for (int i = 0; i < FRAGMENTS; i++)
		make_fragment(i, i * 2 * TCN_MINUTE_MS);
	run(FRAGMENTS, &told);
	ck_assert_str_eq(told.reason, "");
	rule->where.any = (struct tcn_rule_terms){ &any, 1 };
	run(FRAGMENTS, &told);
	ck_assert_uint_gt(told.opened, 0);
	ck_assert_str_eq(told.reason, "its rule asks for: lamp");
}
END_TEST

/* Old items are in no story; they come all at once, as when a feed is read for
 * the first time. */
START_TEST(late_items_are_one_event)
{
	struct told told;

	for (int grouped = 0; grouped < 2; grouped++) {
		make_watch(grouped * 30 * TCN_MINUTE_MS, TCN_RULE_GROUP_RULE);
		for (int i = 0; i < FRAGMENTS; i++)
			make_fragment(i, i < 3 ? i : -i * 9 * TCN_HOUR_MS);
		run(FRAGMENTS, &told);
		ck_assert_uint_eq(told.opened, grouped ? 1 : FRAGMENTS);
		ck_assert_uint_eq(told.closed > 0, !grouped);
	}
	ck_assert_uint_eq(told.last.items, FRAGMENTS);
	ck_assert_int_eq(told.last.first_ms,
	    INT64_C(1400000000000) - (FRAGMENTS - 1) * 9 * TCN_HOUR_MS);
}
END_TEST

/* What comes after the time of the group is another event. */
START_TEST(the_time_of_a_group_ends)
{
	struct told told;

	make_watch(30 * TCN_MINUTE_MS, TCN_RULE_GROUP_RULE);
	for (int i = 0; i < FRAGMENTS; i++)
		make_fragment(i, i * 30 * TCN_MINUTE_MS + (i >= 8 ? 1 : 0));
	run(FRAGMENTS, &told);
	ck_assert_uint_eq(told.opened, 2);
	make_watch(30 * TCN_MINUTE_MS, TCN_RULE_GROUP_STORY);
	for (int i = 0; i < FRAGMENTS; i++)
		make_fragment(i, i * TCN_MINUTE_MS);
	run(FRAGMENTS, &told);
	ck_assert_uint_eq(told.opened, FRAGMENTS); /* none split from another */
}
END_TEST

/* A step is told at the item that reaches it, not at the next doubling. */
START_TEST(a_step_is_told_when_it_is_reached)
{
	static const struct tcn_rule_escalation steps[] = {
		{ .more_than = 2,
		    .has_severity = true,
		    .severity = TCN_SEVERITY_HIGH },
		{ .more_than = 4,
		    .unit = TCN_RULE_PUBLISHERS,
		    .has_severity = true,
		    .severity = TCN_SEVERITY_CRITICAL },
		{ .more_than = 6 },
		{ .unacknowledged_ms = 1,
		    .has_severity = true,
		    .severity = TCN_SEVERITY_CRITICAL },
	};
	static const struct {
		uint32_t items;
		enum tcn_severity severity;
		bool escalated;
	} want[] = {
		{ 1, TCN_SEVERITY_MEDIUM, false },
		{ 2, TCN_SEVERITY_MEDIUM, false },
		{ 3, TCN_SEVERITY_HIGH, true },
		{ 5, TCN_SEVERITY_CRITICAL, true },
		{ 7, TCN_SEVERITY_CRITICAL, true },
		{ 14, TCN_SEVERITY_CRITICAL, false },
	};
	struct tcn_rule *rule = make_watch(TCN_HOUR_MS, TCN_RULE_GROUP_RULE);
	struct told told;

	rule->escalate = (struct tcn_rule_escalations){ steps, 4 };
	for (int i = 0; i < FRAGMENTS; i++)
		make_fragment(i, i * TCN_MINUTE_MS);
	run(FRAGMENTS, &told);
	ck_assert_uint_eq(told.opened, 1);
	ck_assert_uint_eq(told.n, 6);
	for (size_t i = 0; i < 6; i++) {
		ck_assert_uint_eq(told.items[i], want[i].items);
		ck_assert_int_eq(told.severities[i], want[i].severity);
		ck_assert_int_eq((told.whys[i] & TCN_EVENT_CHANGE_ESCALATED) !=
			0,
		    want[i].escalated);
	}
}
END_TEST

TCN_TESTS(group)
{
	tcase_add_checked_fixture(tc, many_setup, many_teardown);
	tcase_add_test(tc, a_storm_of_fragments_is_one_event);
	tcase_add_test(tc, what_was_asked_for_is_said);
	tcase_add_test(tc, late_items_are_one_event);
	tcase_add_test(tc, the_time_of_a_group_ends);
	tcase_add_test(tc, a_step_is_told_when_it_is_reached);
}

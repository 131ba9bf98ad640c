/*
 * Damage to the detector is found, whichever part of it is damaged.
 */
#include "tests/base/run.h"

#include "rules/detector_impl.h"
#include "tests/base/sound.h"
#include "tests/rules/many.h"
#include "window/base/state.h"

static void
break_key(struct tcn_detector *det)
{
	det->rules[0].key++;
}

static void
break_by_key(struct tcn_detector *det)
{
	ck_assert(tcn_map_remove(&det->by_key, det->rules[0].key));
}

static void
break_where(struct tcn_detector *det)
{
	det->rules[0].has_where = !det->rules[0].has_where;
}

static void
break_history(struct tcn_detector *det)
{
	det->rules[0].history = TCN_STORY_ALERTS_OWN;
}

static void
break_always(struct tcn_detector *det)
{
	det->always_n++;
}

static void
break_within(struct tcn_detector *det)
{
	det->within_ms--;
}

static void
break_similar(struct tcn_detector *det)
{
	det->similar = !det->similar;
}

static void
break_keys(struct tcn_detector *det)
{
	det->keys.n++;
}

static void
break_members(struct tcn_detector *det)
{
	tcn_recent_put(&det->members, 1, 2, det->now_ms);
}

static void
break_splits(struct tcn_detector *det)
{
	tcn_recent_put(&det->splits, 7, 7, det->now_ms);
}

static void
break_rule_hits(struct tcn_detector *det)
{
	det->rule_hits.keys_n++;
}

static void
break_lifecycle(struct tcn_detector *det)
{
	uint64_t *first;

	tcn_map_put(&det->lifecycle.by_id, 1, &first, NULL);
}

/* The clock is restored as it was saved, whatever it says. */
static void
break_window(struct tcn_detector *det)
{
	struct tcn_clock clock;
	struct tcn_state_row row = {
		.kind = TCN_STATE_CLOCK,
		.bytes = &clock,
		.n = sizeof clock,
	};

	tcn_clock_init(&clock);
	clock.support = TCN_CLOCK_QUORUM + 1;
	ck_assert(!tcn_detector_restore_row(det, &row));
}

static void (*const breaks[])(struct tcn_detector *det) = {
	break_always,
	break_by_key,
	break_history,
	break_key,
	break_keys,
	break_lifecycle,
	break_members,
	break_rule_hits,
	break_similar,
	break_splits,
	break_where,
	break_window,
	break_within,
};

enum {
	BREAKS = sizeof breaks / sizeof *breaks,
};

START_TEST(damage_is_found)
{
	struct tcn_detector *det;
	struct tcn_detector_changes changes;
	struct tcn_placement place;

	many_make(5);
	det = many_detector();
	ck_assert_ptr_nonnull(det);
	for (int i = 0; i < 200; i++)
		ck_assert(!many_step(det, i, &place, &changes));
	breaks[_i](det);
	ck_broken(tcn_detector_check, det);
	tcn_detector_free(det);
}
END_TEST

TCN_SUITE(detector_check)
{
	Suite *s = suite_create("detector check");
	TCase *tc = tcase_create("detector check");

	tcase_add_checked_fixture(tc, many_setup, many_teardown);
	tcase_add_loop_test(tc, damage_is_found, 0, BREAKS);
	suite_add_tcase(s, tc);
	return s;
}

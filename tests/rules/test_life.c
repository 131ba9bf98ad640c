#include "tests/run.h"

#include "engine/mem.h"
#include "rules/life.h"

#define HOUR INT64_C(3600000)
#define RULE tcn_str("story")

static const struct tcn_life_conf conf = {
	.quiet_ms = 4 * HOUR,
	.update_factor = 2.0,
};

static const struct tcn_life_counts counts = {
	.first_ms = INT64_C(1394473079560),
	.last_ms = INT64_C(1394473079560) + HOUR,
	.items = 16,
	.origins = 9,
	.publishers = 7,
	.central = 3,
};

static struct tcn_live *
open_one(struct tcn_life *life, uint64_t group, uint64_t key)
{
	struct tcn_live *live;

	ck_assert_int_eq(tcn_life_open(life, group, RULE, group, key,
			     counts.last_ms, &counts, &live),
	    TCN_OK);
	return live;
}

START_TEST(opens_grows_and_goes_quiet)
{
	struct tcn_life life;
	struct tcn_life_counts more = counts;
	struct tcn_live *live;
	struct tcn_event event;
	int64_t quiet_ms = 0;

	tcn_life_init(&life, &conf);
	live = open_one(&life, 5, 77);
	ck_assert_int_eq(strncmp(tcn_live_event(live)->id, "20140310-", 9), 0);
	ck_assert(!tcn_life_grown(&life, live, 31));
	ck_assert(tcn_life_grown(&life, live, 32));
	more.items = 32;
	more.last_ms += HOUR;
	tcn_life_touch(live, more.last_ms);
	tcn_life_update(live, more.last_ms, &more);
	ck_assert_uint_eq(tcn_live_event(live)->revision, 2);
	ck_assert_int_eq(tcn_live_event(live)->state, TCN_EVENT_UPDATED);
	ck_assert(!tcn_life_grown(&life, live, 63));
	ck_assert_ptr_null(tcn_life_quiet(&life, more.last_ms + 4 * HOUR - 1,
	    &quiet_ms));
	ck_assert_ptr_eq(tcn_life_quiet(&life, more.last_ms + 9 * HOUR,
			     &quiet_ms),
	    live);
	ck_assert_int_eq(quiet_ms, more.last_ms + 4 * HOUR);
	tcn_life_close(&life, live, quiet_ms, &event);
	ck_assert_uint_eq(event.revision, 3);
	ck_assert_int_eq(event.state, TCN_EVENT_CLOSED);
	ck_assert_int_eq(event.last_ms, more.last_ms);
	ck_assert_ptr_null(tcn_life_find(&life, 5));
	tcn_life_fini(&life);
}
END_TEST

/* The id follows from rule, day and earliest article only. */
START_TEST(ids_follow_from_the_earliest_item)
{
	struct tcn_life life;
	char first[TCN_EVENT_ID_BYTES];

	tcn_life_init(&life, &conf);
	strcpy(first, tcn_live_event(open_one(&life, 1, 77))->id);
	ck_assert_str_eq(tcn_live_event(open_one(&life, 2, 77))->id, first);
	ck_assert_str_ne(tcn_live_event(open_one(&life, 3, 78))->id, first);
	tcn_life_fini(&life);
}
END_TEST

START_TEST(merging_moves_or_supersedes)
{
	struct tcn_life life;
	struct tcn_live *one, *two, *superseded;

	tcn_life_init(&life, &conf);
	one = open_one(&life, 1, 1);
	ck_assert_int_eq(tcn_life_merge(&life, 1, 9, &superseded), TCN_OK);
	ck_assert_ptr_null(superseded);
	ck_assert_ptr_eq(tcn_life_find(&life, 9), one);
	ck_assert_uint_eq(tcn_live_event(one)->story, 9);
	two = open_one(&life, 2, 2);
	ck_assert_int_eq(tcn_life_merge(&life, 2, 9, &superseded), TCN_OK);
	ck_assert_ptr_eq(superseded, two);
	ck_assert_int_eq(tcn_life_merge(&life, 4, 9, &superseded), TCN_OK);
	ck_assert_ptr_null(superseded);
	tcn_life_fini(&life);
}
END_TEST

START_TEST(saved_and_restored_is_the_same)
{
	struct tcn_life life, again;
	struct tcn_buf bytes = { 0 }, twice = { 0 };
	struct tcn_live *live, *back;

	tcn_life_init(&life, &conf);
	tcn_life_init(&again, &conf);
	live = open_one(&life, 5, 77);
	tcn_live_save(live, &bytes);
	ck_assert_int_eq(tcn_life_restore(&again, bytes.at, bytes.n, RULE,
			     &back),
	    TCN_OK);
	tcn_live_save(back, &twice);
	ck_assert(tcn_str_equal(tcn_buf_view(&bytes), tcn_buf_view(&twice)));
	ck_assert_ptr_eq(tcn_life_find(&again, 5), back);
	ck_assert_int_eq(tcn_life_restore(&again, bytes.at, bytes.n, RULE,
			     &back),
	    TCN_CORRUPT);
	ck_assert_int_eq(tcn_life_restore(&again, bytes.at, bytes.n - 1, RULE,
			     &back),
	    TCN_CORRUPT);
	tcn_buf_fini(&bytes);
	tcn_buf_fini(&twice);
	tcn_life_fini(&life);
	tcn_life_fini(&again);
}
END_TEST

START_TEST(failed_opening_changes_nothing)
{
	struct tcn_life life;
	struct tcn_live *live;
	size_t before = tcn_mem_live_bytes();
	uint64_t nth = 0;
	enum tcn_rc rc;

	tcn_life_init(&life, &conf);
	do {
		tcn_mem_fail_at(++nth);
		rc = tcn_life_open(&life, 1, RULE, 1, 1, 0, &counts, &live);
		tcn_mem_fail_at(0);
		if (rc)
			ck_assert_ptr_null(tcn_life_find(&life, 1));
	} while (rc == TCN_NOMEM);
	ck_assert_int_eq(rc, TCN_OK);
	ck_assert_uint_gt(nth, 2);
	tcn_life_fini(&life);
	ck_assert_uint_eq(tcn_mem_live_bytes(), before);
}
END_TEST

Suite *suite_life(void);

Suite *
suite_life(void)
{
	Suite *s = suite_create("life");
	TCase *tc = tcase_create("life");

	tcase_add_test(tc, opens_grows_and_goes_quiet);
	tcase_add_test(tc, ids_follow_from_the_earliest_item);
	tcase_add_test(tc, merging_moves_or_supersedes);
	tcase_add_test(tc, saved_and_restored_is_the_same);
	tcase_add_test(tc, failed_opening_changes_nothing);
	suite_add_tcase(s, tc);
	return s;
}

/*
 * Why an event fired, as the store gives it back with the event.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "sql/db.h"
#include "sql/store_read.h"
#include "tests/sql/sample.h"

static struct tcn_store *st;
static struct tcn_arena arena;

static void
setup(void)
{
	st = sample_store(4);
	tcn_arena_init(&arena, 0);
}

static void
teardown(void)
{
	tcn_arena_fini(&arena);
	tcn_store_close(st);
}

/* Why an event fired comes with it, but not with each line of its history. */
START_TEST(a_reason_is_read_back)
{
	static const struct {
		const char *parts;
		size_t n;
	} stored[] = {
		{ "[{\"name\":\"first\",\"value\":0.2,\"part\":-1.5,"
		  "\"says\":\"few\"},{\"name\":\"lift\"}]",
		    2 },
		{ "[]", 0 },
		{ "", 0 },
		{ "[{\"name\":", 0 }, /* damaged: the rest is still of use */
		{ "{\"name\":1}", 0 },
	};
	struct tcn_store_event_list list;
	struct tcn_event *e;

	ck_assert_int_eq(tcn_store_event(st, "event-3", &arena, &e), TCN_OK);
	ck_assert_ptr_null(e->reason); /* of before this was known */
	for (size_t i = 0; i < sizeof stored / sizeof *stored; i++) {
		char sql[256];

		snprintf(sql, sizeof sql,
		    "UPDATE event_reasons SET probability = 0.75, least = 0.5,"
		    " parts = '%s' WHERE event = 'event-3'",
		    stored[i].parts);
		ck_assert_int_eq(tcn_db_exec(st, sql), TCN_OK);
		ck_assert_int_eq(tcn_store_event(st, "event-3", &arena, &e),
		    TCN_OK);
		ck_assert_ptr_nonnull(e->reason);
		ck_assert(e->reason->probability == 0.75);
		ck_assert(e->reason->least == 0.5);
		ck_assert_uint_eq(e->reason->parts_n, stored[i].n);
		if (!stored[i].n)
			continue;
		ck_assert(tcn_str_equal(e->reason->parts[0].name,
		    tcn_str("first")));
		ck_assert(tcn_str_equal(e->reason->parts[0].says,
		    tcn_str("few")));
		ck_assert(e->reason->parts[0].part == -1.5);
		ck_assert_uint_eq(e->reason->parts[1].says.n, 0);
	}
	ck_assert_int_eq(tcn_store_event_history(st, "event-3", &arena, &list),
	    TCN_OK);
	ck_assert_ptr_nonnull(list.at[0].reason);
	ck_assert_ptr_null(list.at[1].reason);
}
END_TEST

TCN_TESTS(store_reasons)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_reason_is_read_back);
}

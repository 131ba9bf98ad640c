/* The detector's memory: its rows, and the changes that lie over them. */
#include "tests/base/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "sql/db.h"
#include "sql/store_read.h"
#include "tests/sql/sample.h"

static struct tcn_store *st;
static struct tcn_store_tx *tx;

static void
setup(void)
{
	st = sample_store(5);
}

static void
teardown(void)
{
	tcn_store_close(st);
}

static enum tcn_rc
state_follows(void *ctx, const struct tcn_state_row *state)
{
	struct tcn_state_row *last = ctx;

	ck_assert(last->kind < state->kind ||
	    (last->kind == state->kind &&
		(last->n == 0 || last->id < state->id)));
	ck_assert_ptr_nonnull(state->bytes);
	last->kind = state->kind;
	last->id = state->id;
	last->n++; /* rows seen */
	return TCN_OK;
}

/* Ids from 2^63 on are negative to SQLite, and still come last. */
START_TEST(state_is_in_order)
{
	struct tcn_state_row last = { 0 };

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	for (uint32_t kind = 0; kind <= UINT32_MAX - 7; kind += UINT32_MAX / 3)
		for (uint64_t i = 0; i < 8; i++) {
			struct tcn_state_row s = { kind, i << 61, "abc",
				i % 4 };

			ck_assert_int_eq(tcn_store_put_state(tx, &s), TCN_OK);
		}
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	ck_assert_int_eq(tcn_store_each_state(st, state_follows, NULL, &last),
	    TCN_OK);
	ck_assert_uint_ge(last.n, 3 * 8);
}
END_TEST

/* What the state comes to: each row once, in order. */
static enum tcn_rc
list_state(void *ctx, const struct tcn_state_row *state)
{
	tcn_buf_printf(ctx, "%" PRIu32 ":%" PRIu64 "=%.*s ", state->kind,
	    state->id, (int)state->n, (const char *)state->bytes);
	return TCN_OK;
}

static void
put_states(const char *script, bool settle)
{
	uint32_t kind;
	uint64_t id;
	char value[8];
	int n;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	for (; sscanf(script, "%" SCNu32 ":%" SCNu64 "=%7s%n", &kind, &id,
		   value, &n) == 3;
	     script += n) {
		bool gone = value[0] == '-';
		struct tcn_state_row s = { kind, id, gone ? NULL : value,
			gone ? 0 : strlen(value) };

		ck_assert_int_eq(tcn_store_put_state(tx, &s), TCN_OK);
	}
	if (settle)
		ck_assert_int_eq(tcn_store_compact(tx), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
}

/* Changes lie over the rows, the newest of each, settled or not. */
START_TEST(changes_of_state_lie_over_its_rows)
{
	struct tcn_buf all = { 0 }, changed = { 0 }, twice = { 0 };

	put_states("90:1=a 90:3=c 90:9=x 92:1=z", true);
	put_states("90:3=d 90:2=b 90:3=e 91:7=y", _i > 1);
	put_states("90:9=- 91:7=q 90:18446744073709551615=w 93:1=- 93:2=v",
	    _i == 1);
	ck_assert_int_eq(tcn_store_each_state(st, list_state, NULL, &all),
	    TCN_OK);
	tcn_buf_char(&all, '\0');
	ck_assert_ptr_nonnull(strstr(all.at,
	    "90:1=a 90:2=b 90:3=e 90:18446744073709551615=w 91:7=q 92:1=z "
	    "93:2=v "));
	ck_assert_ptr_null(strstr(all.at, "90:9"));
	ck_assert_int_eq(tcn_store_each_delta(st, list_state, &changed),
	    TCN_OK);
	ck_assert(_i == 1 ? changed.n == 0 : changed.n > 0);
	all.n--; /* both in one pass: those that have changed come twice */
	all.n += changed.n;
	ck_assert_int_eq(tcn_store_each_state(st, list_state, list_state,
			     &twice),
	    TCN_OK);
	ck_assert_uint_eq(twice.n, all.n);
	tcn_buf_fini(&twice);
	tcn_buf_fini(&all);
	tcn_buf_fini(&changed);
}
END_TEST

/* A cut at any byte is refused with a sentence, and reads nothing wrong. */
START_TEST(damaged_changes_are_refused)
{
	static const char sql[] =
	    "UPDATE state_changes SET bytes = substr(bytes, 1, %d)";
	char cut[128];
	struct tcn_buf all = { 0 };

	put_states("", true);
	put_states("90:1=abc", false);
	for (int n = 1; n < 16 + 3; n++) {
		snprintf(cut, sizeof cut, sql, 16 + 3 - n);
		ck_assert_int_eq(tcn_db_exec(st, cut), TCN_OK);
		ck_assert_int_eq(tcn_store_each_state(st, list_state, NULL,
				     &all),
		    TCN_CORRUPT);
	}
	tcn_buf_fini(&all);
}
END_TEST

TCN_TESTS(state)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, state_is_in_order);
	tcase_add_loop_test(tc, changes_of_state_lie_over_its_rows, 0, 3);
	tcase_add_test(tc, damaged_changes_are_refused);
}

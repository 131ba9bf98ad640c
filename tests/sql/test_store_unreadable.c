/*
 * Items of which something cannot be read: each is read as far as it can be,
 * named, and mended.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "sql/db.h"
#include "sql/store_mend.h"
#include "sql/store_read.h"
#include "tests/sql/sample.h"

static struct tcn_store *st;
static struct tcn_store_tx *tx;
static struct tcn_arena arena;

static void
setup(void)
{
	st = sample_store(2);
	tcn_arena_init(&arena, 0);
}

static void
teardown(void)
{
	tcn_arena_fini(&arena);
	tcn_store_close(st);
}

static const struct {
	const char *column, *bytes;
} broken[] = {
	{ "features", "x'00'" },
	{ "features", "zeroblob(16)" }, /* a weight of 0 */
	{ "features", "x'000000000000f07f0000000000000000'" }, /* infinite */
	{ "features", "x'000000000000f03f0100000000000000'" }, /* no term */
	{ "features", "x'000000000000f03fffffffffffffffff'" },
	{ "vector", "x'00'" },
	{ "vector", "x'0000803f00'" }, /* a number and a byte */
	{ "vector", "x'0000803f0000807f'" }, /* infinite */
	{ "vector", "x'0000c07f'" }, /* not a number */
};

static void
count_unreadable(void *ctx, const struct tcn_store_item_row *item)
{
	ck_assert_uint_eq(item->place.seq, 1);
	++*(unsigned *)ctx;
}

static unsigned
unreadable_n(void)
{
	unsigned n = 0;

	ck_assert_int_eq(tcn_store_each_unreadable(st, count_unreadable, &n),
	    TCN_OK);
	return n;
}

static void
drop_unreadable(uint64_t expected)
{
	uint64_t n;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_drop_unreadable(tx, &n), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	ck_assert_uint_eq(n, expected);
}

/* The item itself is read all the same. */
START_TEST(what_is_broken_is_named_and_can_be_removed)
{
	char sql[128];
	struct tcn_store_item_row *item;
	struct tcn_str title;

	ck_assert_uint_eq(unreadable_n(), 0);
	ck_assert_int_eq(tcn_store_item(st, 1, &arena, &item), TCN_OK);
	title = item->article.title;
	snprintf(sql, sizeof sql,
	    "INSERT INTO sent (seq, given, %s) VALUES (1, 1, %s)",
	    broken[_i].column, broken[_i].bytes);
	ck_assert_int_eq(tcn_db_exec(st, sql), TCN_OK);
	ck_assert_int_eq(tcn_store_item(st, 1, &arena, &item), TCN_OK);
	ck_assert_str_eq(item->unreadable, broken[_i].column);
	ck_assert_uint_eq(item->article.features_n, 0);
	ck_assert_uint_eq(item->article.vector_n, 0);
	ck_assert(tcn_str_equal(item->article.title, title));
	ck_assert_uint_eq(unreadable_n(), 1);
	drop_unreadable(1);
	ck_assert_uint_eq(unreadable_n(), 0);
	ck_assert_int_eq(tcn_store_item(st, 1, &arena, &item), TCN_OK);
	ck_assert_ptr_null(item->unreadable);
	ck_assert_int_eq(item->article.given, TCN_GIVEN_TEXT);
	ck_assert(tcn_str_equal(item->article.title, title));
	drop_unreadable(0);
}
END_TEST

/* Only a copy of the file has others. */
START_TEST(a_broken_text_is_named_and_stays)
{
	ck_assert_int_eq(tcn_db_exec(st,
			     "UPDATE items SET source = CAST(x'ff' AS TEXT) "
			     "WHERE seq = 1"),
	    TCN_OK);
	ck_assert_uint_eq(unreadable_n(), 1);
	drop_unreadable(0);
	ck_assert_uint_eq(unreadable_n(), 1);
}
END_TEST

TCN_TESTS(unreadable)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(what_is_broken_is_named_and_can_be_removed, broken);
	tcase_add_test(tc, a_broken_text_is_named_and_stays);
}

#include "tests/run.h"

#include "sql/read.h"
#include "sql/store.h"

static enum tcn_rc
count_items(void *ctx, const struct tcn_placement *place,
    const struct tcn_article *article)
{
	size_t *n = ctx;

	ck_assert_uint_eq(place->seq, ++*n);
	ck_assert(tcn_str_equal(article->id, tcn_str("a1")));
	return TCN_OK;
}

START_TEST(keeps_what_was_committed)
{
	struct tcn_article a = { .id = TCN_STR("a1"), .key = { 1, 2 } };
	struct tcn_placement p = { .seq = 1, .origin = 1, .ts_ms = 5 };
	struct tcn_store *st;
	uint64_t seq;
	size_t n = 0;

	ck_assert_int_eq(tcn_store_open(":memory:", TCN_STORE_CREATE, &st,
			     NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_begin(st), TCN_OK);
	ck_assert_int_eq(tcn_store_put_article(st, &a, "en", &p), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	ck_assert_int_eq(tcn_store_find_key(st, a.key, &seq), TCN_OK);
	ck_assert_uint_eq(seq, 1);
	ck_assert_int_eq(tcn_store_each_placement(st, 0, count_items, &n),
	    TCN_OK);
	ck_assert_uint_eq(n, 1);
	tcn_store_close(st);
}
END_TEST

Suite *suite_store(void);

Suite *
suite_store(void)
{
	Suite *s = suite_create("store");
	TCase *tc = tcase_create("store");

	tcase_add_test(tc, keeps_what_was_committed);
	suite_add_tcase(s, tc);
	return s;
}

#include "tests/base/run.h"

#include "sql/store_read.h"
#include "tests/sql/sample.h"

static struct tcn_store *st;
static struct tcn_arena arena;

static void
setup(void)
{
	st = sample_store(5);
	tcn_arena_init(&arena, 0);
}

static void
teardown(void)
{
	tcn_arena_fini(&arena);
	tcn_store_close(st);
}

/* What was sent with a category and what has it by prediction are found. */
START_TEST(search_in_a_category)
{
	static const struct {
		const char *query, *category;
		size_t n;
	} asked[] = {
		{ "flood", "local", 30 }, /* every original */
		{ "flood", " LOCAL", 30 }, { "flood", "loca", 0 },
		{ "number5", "local", 1 }, /* predicted */
		{ "number6", "local", 1 }, /* sent */
		{ "", "Local", 30 }, { "", "other", 0 },
		{ "(((", "local", 0 }, /* words without a letter */
	};

	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
		for (int order = 0; order < 2; order++) {
			struct tcn_store_search search = {
				.query = tcn_str(asked[i].query),
				.category = tcn_str(asked[i].category),
				.order = (enum tcn_store_search_order)order,
			};
			struct tcn_store_search_hits hits;

			ck_assert_int_eq(tcn_store_search_in(st, &search,
					     &arena, &hits),
			    TCN_OK);
			ck_assert_msg(hits.n == asked[i].n, "'%s' in %s: %zu",
			    asked[i].query, asked[i].category, hits.n);
			search.limit = 3;
			ck_assert_int_eq(tcn_store_search_in(st, &search,
					     &arena, &hits),
			    TCN_OK);
			ck_assert_uint_le(hits.n, 3);
		}
}
END_TEST

TCN_TESTS(store_search)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, search_in_a_category);
}

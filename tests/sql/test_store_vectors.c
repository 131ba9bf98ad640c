#include "tests/base/run.h"

#include <float.h>

#include "sql/store_read.h"
#include "sql/store_vectors.h"
#include "tests/base/vectors.h"
#include "tests/sql/sample.h"

#define LENGTH 5
#define ITEMS  12

static struct tcn_store *st;
static struct tcn_arena arena;

/* The vector of an item; of every third there is none. */
static void
vector_of(uint64_t seq, float *vector)
{
	vectors_centre(seq, vector, LENGTH);
	vector[0] = seq % 2 ? FLT_MAX : 1e-45F;
}

static struct tcn_placement
place_of(uint64_t seq)
{
	return (struct tcn_placement){
		.seq = seq,
		.origin = seq > 6 ? 1 : seq,
		.duplicate_of = seq > 6 ? 1 : 0,
		.ts_ms = (int64_t)(seq % 5) * 1000,
	};
}

static void
setup(void)
{
	const enum tcn_given given[] = { TCN_GIVEN_VECTOR, TCN_GIVEN_TEXT,
		TCN_GIVEN_FINGERPRINT };
	struct tcn_store_tx *tx;
	float vector[LENGTH];

	ck_assert_int_eq(tcn_store_open(":memory:", TCN_STORE_CREATE, &st,
			     NULL),
	    TCN_OK);
	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	for (uint64_t seq = 1; seq <= ITEMS; seq++) {
		const struct tcn_placement place = place_of(seq);
		struct tcn_article a = {
			.id = TCN_STR("v"),
			.key = { seq, 0 },
			.given = given[seq % 3],
			.vector = vector,
			.vector_n = seq % 3 ? LENGTH : 0,
		};

		vector_of(seq, vector);
		ck_assert_int_eq(tcn_store_put_article(tx, &a, "", &place),
		    TCN_OK);
	}
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
}

static void
teardown(void)
{
	tcn_arena_fini(&arena);
	tcn_store_close(st);
}

/* Bit for bit, whatever else it came with, and of a copy its own. */
START_TEST(a_vector_comes_back)
{
	for (uint64_t seq = 1; seq <= ITEMS; seq++) {
		struct tcn_store_item_row *item;
		float vector[LENGTH];

		vector_of(seq, vector);
		ck_assert_int_eq(tcn_store_item(st, seq, &arena, &item),
		    TCN_OK);
		ck_assert_uint_eq(item->article.vector_n, seq % 3 ? LENGTH : 0);
		if (seq % 3)
			ck_assert_mem_eq(item->article.vector, vector,
			    sizeof vector);
		ck_assert_int_eq(item->article.given,
		    seq % 3 == 0       ? TCN_GIVEN_VECTOR
			: seq % 3 == 1 ? TCN_GIVEN_TEXT
				       : TCN_GIVEN_FINGERPRINT);
	}
}
END_TEST

struct seen {
	uint64_t last;
	size_t n;
	int64_t since_ms;
};

static enum tcn_rc
see(void *ctx, const struct tcn_placement *place, const float *vector, size_t n)
{
	struct seen *seen = ctx;
	float wanted[LENGTH];

	ck_assert_uint_gt(place->seq, seen->last);
	seen->last = place->seq;
	seen->n++;
	vector_of(place->seq, wanted);
	ck_assert_uint_eq(n, LENGTH);
	ck_assert_mem_eq(vector, wanted, sizeof wanted);
	ck_assert_int_eq(place->ts_ms, place_of(place->seq).ts_ms);
	ck_assert_int_ge(place->ts_ms, seen->since_ms);
	return seen->n == 6 ? TCN_LIMIT : TCN_OK;
}

/* Those of a time, copies too; whoever reads may stop. */
START_TEST(vectors_are_read_in_order)
{
	struct seen seen = { .since_ms = 2000 };
	size_t wanted = 0;

	for (uint64_t seq = 1; seq <= ITEMS; seq++)
		wanted += seq % 3 && place_of(seq).ts_ms >= 2000;
	ck_assert_int_eq(tcn_store_each_vector(st, 2000, see, &seen), TCN_OK);
	ck_assert_uint_eq(seen.n, wanted);
	ck_assert_uint_gt(wanted, 2);
	seen = (struct seen){ .since_ms = INT64_MIN };
	ck_assert_int_eq(tcn_store_each_vector(st, INT64_MIN, see, &seen),
	    TCN_LIMIT);
	seen = (struct seen){ 0 };
	ck_assert_int_eq(tcn_store_each_vector(st, INT64_MAX, see, &seen),
	    TCN_OK);
	ck_assert_uint_eq(seen.n, 0);
}
END_TEST

TCN_TESTS(store_vectors)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_vector_comes_back);
	tcase_add_test(tc, vectors_are_read_in_order);
}

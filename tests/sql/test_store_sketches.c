#include "tests/base/run.h"

#include "sql/db.h"
#include "sql/store_check.h"
#include "sql/store_read.h"
#include "sql/store_sketches.h"
#include "tests/sql/sample.h"

#define BATCHES 5

static struct tcn_store *st;
static struct tcn_arena arena;

static void
setup(void)
{
	st = sample_store(BATCHES);
	tcn_arena_init(&arena, 0);
}

static void
teardown(void)
{
	tcn_arena_fini(&arena);
	tcn_store_close(st);
}

static void
ck_sketch(uint64_t seq, struct tcn_sketch sketch)
{
	uint32_t numbers[8];
	struct tcn_sketch wanted = sample_sketch(seq, numbers);

	ck_assert_uint_eq(sketch.n, wanted.n);
	if (!sketch.n)
		return;
	ck_assert_uint_eq(sketch.full, wanted.full);
	ck_assert_mem_eq(sketch.at, wanted.at, 4 * wanted.n);
}

static void
ck_shingles(uint64_t seq, struct tcn_sketch shingles)
{
	uint32_t numbers[8];
	struct tcn_sketch wanted = sample_shingles(seq, numbers);

	ck_assert_uint_eq(shingles.n, wanted.n);
	if (shingles.n)
		ck_assert_mem_eq(shingles.at, wanted.at, 4 * wanted.n);
}

static enum tcn_rc
walk_sketches(void *ctx, const struct tcn_placement *place,
    struct tcn_sketch sketch, struct tcn_sketch shingles)
{
	uint64_t *next = ctx;
	uint32_t numbers[8];

	while (!sample_sketch(*next, numbers).n)
		++*next;
	ck_assert_uint_eq(place->seq, (*next)++);
	ck_assert_int_eq(place->ts_ms, sample_place(place->seq).ts_ms);
	ck_sketch(place->seq, sketch);
	ck_shingles(place->seq, shingles);
	return place->seq == 7 ? TCN_LIMIT : TCN_OK;
}

/* The first text of the chain of excerpts that seq is in. */
static uint64_t
first_of(uint64_t seq)
{
	uint64_t of;

	while ((of = sample_place(seq).excerpt_of))
		seq = of;
	return seq;
}

START_TEST(excerpts_of_a_text_however_indirect)
{
	const uint64_t n = BATCHES * SAMPLE_ITEMS;
	struct tcn_store_seq_list seqs;
	struct tcn_store_item_list items;
	size_t direct = 0;

	for (uint64_t text = 1; text <= n; text++) {
		size_t at = 0;

		if (sample_place(text).excerpt_of)
			continue;
		ck_assert_int_eq(tcn_store_text_seqs(st, text, 0, &arena,
				     &seqs),
		    TCN_OK);
		for (uint64_t i = 1; i <= n; i++)
			if (first_of(i) == text)
				ck_assert_uint_eq(seqs.at[at++].seq, i);
		ck_assert_uint_eq(at, seqs.n);
		ck_assert_int_eq(tcn_store_excerpts(st, text, 0, &arena,
				     &items),
		    TCN_OK);
		for (size_t i = 0; i < items.n; i++)
			ck_assert_uint_eq(items.at[i].place.excerpt_of, text);
		direct += items.n;
	}
	ck_assert_uint_gt(direct, 0);
}
END_TEST

START_TEST(sketches_of_originals_and_copies)
{
	uint64_t next = 8;
	struct tcn_store_likeness all[BATCHES * SAMPLE_ITEMS + 1], likeness;
	uint64_t seqs[BATCHES * SAMPLE_ITEMS + 1] = { 999 };
	struct tcn_sketch sketch;

	for (uint64_t i = 1; i <= BATCHES * SAMPLE_ITEMS; i++)
		seqs[i] = i;
	ck_assert_int_eq(tcn_store_likenesses(st, seqs,
			     BATCHES * SAMPLE_ITEMS + 1, &arena, all),
	    TCN_OK);

	for (uint64_t seq = 1; seq <= BATCHES * SAMPLE_ITEMS; seq++) {
		uint64_t original = sample_place(seq).duplicate_of;

		ck_assert_int_eq(tcn_store_sketch(st, seq, &arena, &sketch),
		    TCN_OK);
		ck_sketch(original ? original : seq, sketch);
		likeness = all[seq];
		ck_sketch(original ? original : seq, likeness.sketch);
		ck_assert_uint_eq(likeness.text_key,
		    sample_place(seq).text_key);
		ck_assert(likeness.has_fingerprint ==
		    sample_place(seq).has_fingerprint);
		if (likeness.has_fingerprint)
			ck_assert_uint_eq(likeness.fingerprint,
			    sample_place(seq).fingerprint);
	}
	ck_assert(!all[0].has_fingerprint && !all[0].text_key);
	ck_assert_uint_eq(all[0].sketch.n, 0);
	ck_assert_int_eq(tcn_store_sketch(st, 999, &arena, &sketch), TCN_OK);
	ck_assert_uint_eq(sketch.n, 0);
	ck_assert_int_eq(tcn_store_each_sketch(st, sample_place(next).ts_ms,
			     walk_sketches, &next),
	    TCN_OK);
	ck_assert_uint_gt(next, (BATCHES - 1) * SAMPLE_ITEMS);
	next = 1;
	ck_assert_int_eq(tcn_store_each_sketch(st, 0, walk_sketches, &next),
	    TCN_LIMIT);
}
END_TEST

/* A sketch that cannot be one is refused when it is read, and found by a
 * check. */
START_TEST(damage_is_told)
{
	static const char *const damages[] = {
		"UPDATE sketches SET bytes = x'010203' WHERE seq = 2",
		"UPDATE sketches SET complete = 1 WHERE seq = 2",
		"UPDATE sketches SET complete = -1 WHERE seq = 2",
	};
	struct tcn_sketch sketch;

	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
	for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
		ck_assert_int_eq(tcn_db_exec(st, damages[i]), TCN_OK);
		ck_assert_int_eq(tcn_store_sketch(st, 2, &arena, &sketch),
		    TCN_CORRUPT);
		ck_assert_ptr_nonnull(strstr(tcn_store_error(st)->text,
		    "article 2"));
		ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_CORRUPT);
	}
}
END_TEST

TCN_TESTS(store_sketches)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, excerpts_of_a_text_however_indirect);
	tcase_add_test(tc, sketches_of_originals_and_copies);
	tcase_add_test(tc, damage_is_told);
}

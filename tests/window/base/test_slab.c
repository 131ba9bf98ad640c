#include "tests/base/run.h"

#include <string.h>

#include "engine/base/mem.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "window/base/slab.h"

enum {
	BLOCKS = 300,
	STEPS = 6000,
};

/* Blocks in use, each filled with its own number. */
static struct {
	uint8_t *at;
	size_t n;
} blocks[BLOCKS];

static struct tcn_slab slab;
static uint64_t seed;

static void
teardown(void)
{
	tcn_slab_fini(&slab);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static void
give_back(size_t i)
{
	for (size_t b = 0; b < blocks[i].n; b++)
		ck_assert_uint_eq(blocks[i].at[b], i % 251);
	tcn_slab_free(&slab, blocks[i].at, blocks[i].n);
	blocks[i].at = NULL;
}

static void
take(size_t i)
{
	blocks[i].n =
	    1 + random_below(&seed, random_below(&seed, 50) ? 400 : 300000);
	blocks[i].at = tcn_slab_alloc(&slab, blocks[i].n);
	ck_assert_uint_eq((uintptr_t)blocks[i].at % 16, 0);
	memset(blocks[i].at, (int)(i % 251), blocks[i].n);
}

/* No block is part of another, whatever is freed and asked for between. */
START_TEST(blocks_never_overlap)
{
	seed = 3;
	for (int step = 0; step < STEPS; step++) {
		size_t i = random_below(&seed, BLOCKS);

		if (blocks[i].at)
			give_back(i);
		else
			take(i);
		if (step % 10 == 0)
			ck_sound(tcn_slab_check, &slab);
	}
	for (size_t i = 0; i < BLOCKS; i++)
		if (blocks[i].at)
			give_back(i);
	ck_sound(tcn_slab_check, &slab);
}
END_TEST

START_TEST(a_block_is_unused_by_a_third_at_most)
{
	for (size_t n = 1; n < 100000; n += n < 2000 ? 1 : 997) {
		size_t size = tcn_slab_size(n);

		ck_assert_uint_ge(size, n);
		ck_assert(size <= 32 || (size - n) * 3 < size);
		ck_assert_uint_eq(tcn_slab_size(size), size);
	}
}
END_TEST

START_TEST(an_array_keeps_what_it_holds_as_it_grows)
{
	uint32_t *at = NULL, cap = 0;

	for (uint32_t n = 0; n < 5000; n++) {
		at = tcn_slab_fit(&slab, at, n, &cap, n + 1, sizeof *at);
		ck_assert_uint_gt(cap, n);
		at[n] = n;
	}
	for (uint32_t n = 0; n < 5000; n++)
		ck_assert_uint_eq(at[n], n);
	ck_sound(tcn_slab_check, &slab);
	tcn_slab_free(&slab, at, cap * sizeof *at);
}
END_TEST

START_TEST(a_block_freed_twice_is_seen)
{
	struct tcn_err err;
	void *block = tcn_slab_alloc(&slab, 100);

	tcn_slab_free(&slab, block, 100);
	ck_sound(tcn_slab_check, &slab);
	tcn_slab_free(&slab, block, 100);
	ck_assert_int_eq(tcn_slab_check(&slab, &err), TCN_CORRUPT);
}
END_TEST

TCN_TESTS(slab)
{
	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_test(tc, blocks_never_overlap);
	tcase_add_test(tc, a_block_is_unused_by_a_third_at_most);
	tcase_add_test(tc, an_array_keeps_what_it_holds_as_it_grows);
	tcase_add_test(tc, a_block_freed_twice_is_seen);
}

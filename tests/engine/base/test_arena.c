#include "tests/base/run.h"

#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/mem.h"
#include "tests/base/sound.h"

START_TEST(allocations_are_aligned_and_apart)
{
	struct tcn_arena arena;
	unsigned char *before = NULL;

	tcn_arena_init(&arena, 256);
	for (size_t n = 0; n < 600; n++) {
		unsigned char *p = tcn_arena_alloc(&arena, n);

		ck_assert_uint_eq((uintptr_t)p % 16, 0);
		ck_sound(tcn_arena_check, &arena);
		memset(p, (int)(n & 0xff), n);
		if (before && n > 1)
			ck_assert_uint_eq(before[n - 2], (n - 1) & 0xff);
		before = p;
	}
	tcn_arena_fini(&arena);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(reset_keeps_one_chunk)
{
	struct tcn_arena arena;
	size_t held;

	tcn_arena_init(&arena, 1024);
	ck_assert_ptr_nonnull(tcn_arena_alloc(&arena, 100));
	held = tcn_arena_bytes(&arena);
	ck_assert_ptr_nonnull(tcn_arena_alloc(&arena, 100000));
	ck_sound(tcn_arena_check, &arena);
	tcn_arena_reset(&arena);
	ck_sound(tcn_arena_check, &arena);
	ck_assert_uint_eq(tcn_arena_bytes(&arena), held);
	tcn_arena_fini(&arena);
}
END_TEST

/* By TCN_MEM_EXIT; the last fails, and the process is there no more. */
START_TEST(what_overflows_ends_the_process)
{
	struct tcn_arena arena;
	void *at = NULL;
	size_t cap = 0;

	tcn_arena_init(&arena, 0);
	if (_i == 0)
		tcn_arena_alloc(&arena, SIZE_MAX);
	else if (_i == 1)
		tcn_arena_zalloc(&arena, SIZE_MAX / 2, 4);
	else if (_i == 2)
		at = tcn_mem_grow(at, &cap, SIZE_MAX / 2, 4);
	else
		at = tcn_mem_alloc(SIZE_MAX / 2);
	ck_abort_msg("it goes on");
}
END_TEST

START_TEST(the_allocation_that_was_chosen_ends_the_process)
{
	tcn_mem_fail_at(3);
	for (int i = 0; i < 2; i++)
		tcn_mem_free(tcn_mem_alloc(1));
	tcn_mem_fail_at(2);
	tcn_mem_free(tcn_mem_alloc(1));
	tcn_mem_free(tcn_mem_calloc(1, 1));
	ck_abort_msg("it goes on");
}
END_TEST

START_TEST(validator_sees_damage)
{
	struct tcn_arena arena = { 0 };

	ck_broken(tcn_arena_check, &arena); /* not initialised */
	tcn_arena_init(&arena, 256);
	ck_assert_ptr_nonnull(tcn_arena_alloc(&arena, 20));
	ck_sound(tcn_arena_check, &arena);
	arena.used += 1;
	ck_broken(tcn_arena_check, &arena); /* not aligned */
	arena.used += 4095;
	ck_broken(tcn_arena_check, &arena); /* more than there is */
	arena.used -= 4096;
	arena.chunk_bytes = 512;
	ck_broken(tcn_arena_check, &arena); /* a chunk too small */
	tcn_arena_fini(&arena);
}
END_TEST

TCN_TESTS(arena)
{
	tcase_add_test(tc, allocations_are_aligned_and_apart);
	tcase_add_test(tc, reset_keeps_one_chunk);
	tcase_add_loop_exit_test(tc, what_overflows_ends_the_process,
	    TCN_MEM_EXIT, 0, 4);
	tcase_add_exit_test(tc, the_allocation_that_was_chosen_ends_the_process,
	    TCN_MEM_EXIT);
	tcase_add_test(tc, validator_sees_damage);
}

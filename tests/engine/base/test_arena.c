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

		ck_assert_ptr_nonnull(p);
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

START_TEST(refuses_what_overflows)
{
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	ck_assert_ptr_null(tcn_arena_alloc(&arena, SIZE_MAX));
	ck_assert_ptr_null(tcn_arena_zalloc(&arena, SIZE_MAX / 2, 4));
	ck_sound(tcn_arena_check, &arena);
	tcn_arena_fini(&arena);
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
	tcase_add_test(tc, refuses_what_overflows);
	tcase_add_test(tc, validator_sees_damage);
}

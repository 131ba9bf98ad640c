/*
 * tests/base/in_arena.h - a fixture for tests whose results live in an arena:
 * it is made before each test; after it no memory may be left allocated.
 */
#ifndef TCN_TESTS_BASE_IN_ARENA_H
#define TCN_TESTS_BASE_IN_ARENA_H

#include "tests/base/run.h"

#include "engine/base/arena.h"
#include "engine/base/mem.h"

static struct tcn_arena arena;

static void
setup(void)
{
	tcn_arena_init(&arena, 0);
}

static void
teardown(void)
{
	tcn_arena_fini(&arena);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

#endif

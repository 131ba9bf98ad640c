/*
 * tests/engine/base/in_arena.h - a fixture: an arena, and nothing left behind
 * it.
 */
#ifndef TCN_TESTS_ENGINE_BASE_IN_ARENA_H
#define TCN_TESTS_ENGINE_BASE_IN_ARENA_H

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

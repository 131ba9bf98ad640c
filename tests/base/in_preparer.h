/*
 * tests/base/in_preparer.h - a fixture for tests that prepare articles: a
 * preparer and an arena are made before each test; after it no memory may be
 * left allocated.
 */
#ifndef TCN_TESTS_BASE_IN_PREPARER_H
#define TCN_TESTS_BASE_IN_PREPARER_H

#include "tests/base/run.h"

#include "engine/base/mem.h"
#include "engine/item/prepare.h"

static struct tcn_prepare *prep;
static struct tcn_arena arena;

static void
setup(void)
{
	prep = tcn_prepare_new(NULL);
	tcn_arena_init(&arena, 0);
}

static void
teardown(void)
{
	tcn_prepare_free(prep);
	tcn_arena_fini(&arena);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

#endif

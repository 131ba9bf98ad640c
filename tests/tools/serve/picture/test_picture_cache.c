/* What is kept of pictures: never more than the limit, those asked for last,
 * and nothing beyond its time. */
#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/mem.h"
#include "tools/serve/picture/picture_cache.h"

#define KIB ((size_t)1024)

static struct tcn_picture_cache *cache;

static void
setup(void)
{
	cache = tcn_picture_cache_new(10 * KIB);
}

static void
teardown(void)
{
	tcn_picture_cache_free(cache);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static struct tcn_str
url_of(unsigned i)
{
	static char url[64];

	snprintf(url, sizeof url, "https://i.example/%u.jpg", i);
	return tcn_str(url);
}

static void
put(unsigned i, size_t bytes, int64_t until_ms)
{
	struct tcn_picture picture = { .why = "", .until_ms = until_ms };

	for (size_t k = 0; k < bytes; k++)
		tcn_buf_char(&picture.bytes, (char)i);
	tcn_picture_cache_put(cache, url_of(i), picture);
}

static bool
has(unsigned i, int64_t now_ms)
{
	return tcn_picture_cache_find(cache, url_of(i), now_ms) != NULL;
}

START_TEST(what_was_asked_for_longest_ago_goes)
{
	size_t n;

	for (unsigned i = 0; i < 4; i++)
		put(i, 2 * KIB, 100);
	ck_assert(has(0, 0) && has(1, 0));
	put(4, 3 * KIB, 100);
	ck_assert(has(0, 0) && has(1, 0) && has(3, 0) && has(4, 0));
	ck_assert(!has(2, 0));
	ck_assert_uint_le(tcn_picture_cache_bytes(cache, &n), 10 * KIB);
	ck_assert_uint_eq(n, 4);
}
END_TEST

START_TEST(an_entry_ends_with_its_time)
{
	put(1, KIB, 100);
	ck_assert(has(1, 99));
	ck_assert(!has(1, 100));
	ck_assert(!has(1, 0));
}
END_TEST

START_TEST(one_that_is_too_large_is_not_kept)
{
	put(1, KIB, 100);
	put(2, 11 * KIB, 100);
	ck_assert(!has(2, 0));
	put(1, 2 * KIB, 100); /* in place of the first */
	ck_assert_uint_eq(tcn_picture_cache_find(cache, url_of(1), 0)->bytes.n,
	    2 * KIB);
}
END_TEST

/* What cannot be had takes room, too. */
START_TEST(a_flood_of_addresses_is_bounded)
{
	size_t n;

	for (unsigned i = 0; i < 5000; i++)
		put(i, i % 7 ? 0 : 200, 100);
	ck_assert_uint_le(tcn_picture_cache_bytes(cache, &n), 10 * KIB);
	ck_assert_uint_gt(n, 10);
	tcn_picture_cache_limit(cache, 0);
	ck_assert_uint_eq(tcn_picture_cache_bytes(cache, &n), 0);
	ck_assert_uint_eq(n, 0);
}
END_TEST

TCN_TESTS(picture_cache)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, what_was_asked_for_longest_ago_goes);
	tcase_add_test(tc, an_entry_ends_with_its_time);
	tcase_add_test(tc, one_that_is_too_large_is_not_kept);
	tcase_add_test(tc, a_flood_of_addresses_is_bounded);
}

/*
 * What the robots.txt of sites say is remembered for as long as it holds, in
 * bounded memory.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tools/intake/feeds/robots_cache.h"

static struct tcn_robots_cache *cache;

static void
setup(void)
{
	cache = tcn_robots_cache_new();
}

static void
teardown(void)
{
	tcn_robots_cache_free(cache);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static enum tcn_robots_answer
ask(const char *url, int64_t now_ms)
{
	return tcn_robots_cache_ask(cache, tcn_str(url), now_ms);
}

static void
put(const char *url, const struct tcn_fetch_result *fetched, int64_t now_ms)
{
	tcn_robots_cache_put(cache, tcn_str(url), fetched,
	    tcn_str("tocsin/1.0"), now_ms);
}

static struct tcn_fetch_result
file(const char *text)
{
	return (struct tcn_fetch_result){ .status = 200,
		.body = tcn_str(text) };
}

static struct tcn_fetch_result
failure(enum tcn_fetch_failure why)
{
	return (struct tcn_fetch_result){ .error = "no", .failure = why };
}

static const char secret[] = "User-agent: *\nDisallow: /secret";

START_TEST(it_is_asked_for_once_a_day)
{
	struct tcn_fetch_result fetched = file(secret);
	const char *url;

	ck_assert_int_eq(ask("https://a.example/x", 5), TCN_ROBOTS_UNKNOWN);
	tcn_robots_cache_begin(cache, tcn_str("https://a.example/x?y#z"), 5,
	    &url);
	ck_assert_str_eq(url, "https://a.example/robots.txt");
	ck_assert_int_eq(ask("https://a.example/other", 6), TCN_ROBOTS_PENDING);
	ck_assert_int_eq(ask("http://a.example/x", 6), TCN_ROBOTS_UNKNOWN);
	ck_assert_int_eq(ask("https://a.example:8443/x", 6),
	    TCN_ROBOTS_UNKNOWN);
	put("https://a.example/x", &fetched, 7);
	ck_assert_int_eq(ask("https://a.example/x", 8), TCN_ROBOTS_ALLOWED);
	ck_assert_int_eq(ask("https://a.example/secret/1", 8),
	    TCN_ROBOTS_DISALLOWED);
	ck_assert_int_eq(ask("https://a.example/x", 7 + TCN_DAY_MS),
	    TCN_ROBOTS_ALLOWED);
	ck_assert_int_eq(ask("https://a.example/x", 8 + TCN_DAY_MS),
	    TCN_ROBOTS_UNKNOWN);
	ck_assert_int_eq(ask("https://a.example/x", 6), TCN_ROBOTS_UNKNOWN);
	ck_assert_uint_eq(tcn_robots_cache_sites(cache), 1);
}
END_TEST

START_TEST(none_allows_all_and_an_unreadable_one_nothing)
{
	struct tcn_fetch_result none = failure(TCN_FETCH_FAILURE_REFUSED);
	struct tcn_fetch_result down = failure(TCN_FETCH_FAILURE_SERVER);
	const int64_t soon_ms = 10 * TCN_MINUTE_MS;

	put("http://none.example/", &none, 0);
	put("http://down.example/", &down, 0);
	ck_assert_int_eq(ask("http://none.example/secret", soon_ms + 1),
	    TCN_ROBOTS_ALLOWED);
	ck_assert_int_eq(ask("http://down.example/", soon_ms),
	    TCN_ROBOTS_UNREADABLE);
	ck_assert_int_eq(ask("http://down.example/", soon_ms + 1),
	    TCN_ROBOTS_UNKNOWN);
}
END_TEST

/* The poll that asked has ended before the answer came. */
START_TEST(what_is_abandoned_is_unknown)
{
	struct tcn_fetch_result fetched = file(secret);
	const char *address;
	char url[64];

	for (int i = 0; i < 50; i++) {
		snprintf(url, sizeof url, "http://s%d.example/secret", i);
		tcn_robots_cache_begin(cache, tcn_str(url), 0, &address);
		if (i % 3)
			put(url, &fetched, 0);
	}
	tcn_robots_cache_abandon(cache);
	for (int i = 0; i < 50; i++) {
		snprintf(url, sizeof url, "http://s%d.example/secret", i);
		ck_assert_int_eq(ask(url, 0),
		    i % 3 ? TCN_ROBOTS_DISALLOWED : TCN_ROBOTS_UNKNOWN);
	}
}
END_TEST

START_TEST(memory_is_bounded)
{
	struct tcn_fetch_result fetched = file(secret);
	char url[64];

	for (int i = 0; i < 10300; i++) {
		snprintf(url, sizeof url, "http://s%d.example/", i);
		put(url, &fetched, i);
	}
	ck_assert_uint_eq(tcn_robots_cache_sites(cache), 10000);
	ck_assert_int_eq(ask("http://s299.example/", 10300),
	    TCN_ROBOTS_UNKNOWN);
	ck_assert_int_eq(ask("http://s300.example/", 10300),
	    TCN_ROBOTS_ALLOWED);
	ck_assert_uint_lt(tcn_mem_live_bytes(), (size_t)40 << 20);
}
END_TEST

TCN_TESTS(robots_cache)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, it_is_asked_for_once_a_day);
	tcase_add_test(tc, none_allows_all_and_an_unreadable_one_nothing);
	tcase_add_test(tc, what_is_abandoned_is_unknown);
	tcase_add_test(tc, memory_is_bounded);
}

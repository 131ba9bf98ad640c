#include "tests/base/run.h"

#include <arpa/inet.h>
#include <stdio.h>

#include "engine/base/mem.h"
#include "tools/base/rate_limit.h"

static struct tcn_rate_key
key_of(const char *text)
{
	struct sockaddr_in6 v6 = { .sin6_family = AF_INET6 };
	struct sockaddr_in v4 = { .sin_family = AF_INET };
	struct tcn_rate_key key;

	if (inet_pton(AF_INET, text, &v4.sin_addr) == 1) {
		ck_assert(tcn_rate_key_of((void *)&v4, &key));
	} else {
		ck_assert_int_eq(inet_pton(AF_INET6, text, &v6.sin6_addr), 1);
		ck_assert(tcn_rate_key_of((void *)&v6, &key));
	}
	return key;
}

START_TEST(a_bucket_empties_and_fills)
{
	struct tcn_rate_limit *limit;
	struct tcn_rate_key a = key_of("192.0.2.1"), b = key_of("192.0.2.2");

	limit = tcn_rate_limit_new(3, 1000, 7);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(tcn_rate_limit_take(limit, a, 5000), 0);
	ck_assert_int_eq(tcn_rate_limit_take(limit, a, 5000), 1000);
	ck_assert_int_eq(tcn_rate_limit_take(limit, a, 5400), 600);
	/* another address has its own */
	ck_assert_int_eq(tcn_rate_limit_take(limit, b, 5400), 0);
	ck_assert_int_eq(tcn_rate_limit_take(limit, a, 6000), 0);
	ck_assert_int_eq(tcn_rate_limit_take(limit, a, 6000), 1000);
	/* it never holds more than the burst */
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(tcn_rate_limit_take(limit, a, 1000000), 0);
	ck_assert_int_ne(tcn_rate_limit_take(limit, a, 1000000), 0);
	tcn_rate_limit_set(limit, 1, 500);
	ck_assert_int_eq(tcn_rate_limit_take(limit, a, 1000000), 500);
	tcn_rate_limit_free(limit);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* Those that an attacker can choose share a bucket. */
START_TEST(a_network_of_ipv6_is_one)
{
	static const struct {
		const char *one, *other, *text;
		bool same;
	} pairs[] = {
		{ "2001:db8:0:1::1", "2001:db8:0:1:ffff::2",
		    "2001:db8:0:1::/64", true },
		{ "2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:1::/64",
		    false },
		{ "192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1", true },
		{ "192.0.2.1", "192.0.2.2", "192.0.2.1", false },
		{ "0.0.0.0", "::", "0.0.0.0", false },
	};
	const struct sockaddr none = { .sa_family = AF_UNIX };
	char text[TCN_RATE_KEY_BYTES];
	struct tcn_rate_key key;

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		struct tcn_rate_key a = key_of(pairs[i].one);
		struct tcn_rate_key b = key_of(pairs[i].other);

		ck_assert_int_eq(a.high == b.high && a.low == b.low,
		    pairs[i].same);
		ck_assert_str_eq(tcn_rate_key_text(a, text), pairs[i].text);
	}
	ck_assert(!tcn_rate_key_of(&none, &key));
}
END_TEST

/* A million addresses: the memory stays, and one that goes on is limited. */
START_TEST(many_addresses_are_bounded)
{
	struct tcn_rate_limit *limit;
	struct tcn_rate_key stubborn = key_of("198.51.100.9");
	int refused = 0;
	size_t bytes;

	limit = tcn_rate_limit_new(5, 60000, 7);
	bytes = tcn_mem_live_bytes();
	for (uint64_t i = 1; i <= 1000000; i++) {
		struct tcn_rate_key key = { i << 20, 0 };

		ck_assert_int_eq(tcn_rate_limit_take(limit, key, (int64_t)i),
		    0);
		if (i % 1000 == 0)
			refused += tcn_rate_limit_take(limit, stubborn,
				       (int64_t)i) != 0;
	}
	ck_assert_uint_eq(tcn_mem_live_bytes(), bytes);
	ck_assert_uint_le(bytes, 256 * 1024);
	ck_assert_int_gt(refused, 500);
	tcn_rate_limit_free(limit);
}
END_TEST

TCN_TESTS(rate_limit)
{
	tcase_add_test(tc, a_bucket_empties_and_fills);
	tcase_add_test(tc, a_network_of_ipv6_is_one);
	tcase_add_test(tc, many_addresses_are_bounded);
}

#include "tests/base/run.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/un.h>

#include "tools/base/address.h"

static const struct {
	const char *text;
	bool is_public;
} addresses[] = {
	{ "8.8.8.8", true },
	{ "193.0.6.139", true },
	{ "9.255.255.255", true },
	{ "11.0.0.0", true },
	{ "0.0.0.0", false },
	{ "10.0.0.1", false },
	{ "100.63.255.255", true },
	{ "100.64.0.1", false }, /* shared by a carrier's customers */
	{ "100.127.255.255", false },
	{ "100.128.0.0", true },
	{ "127.0.0.1", false },
	{ "127.255.255.254", false },
	{ "169.254.169.254", false }, /* a cloud's metadata */
	{ "172.15.255.255", true },
	{ "172.16.0.1", false },
	{ "172.31.255.255", false },
	{ "172.32.0.0", true },
	{ "192.168.1.1", false },
	{ "198.17.255.255", true },
	{ "198.19.0.1", false },
	{ "198.51.100.7", false },
	{ "203.0.113.9", false },
	{ "224.0.0.1", false },
	{ "255.255.255.255", false },
	{ "2a00:1450:4001::8", true },
	{ "2606:4700::1111", true },
	{ "::", false },
	{ "::1", false },
	{ "::7f00:1", false },
	{ "::ffff:127.0.0.1", false }, /* an IPv4 address, mapped */
	{ "::ffff:8.8.8.8", true },
	{ "64:ff9b::10.0.0.1", false }, /* NAT64 */
	{ "64:ff9b::8.8.8.8", true },
	{ "2002:a00:1::", false }, /* 6to4 of 10.0.0.1 */
	{ "2002:808:808::", true },
	{ "2001:db8::1", false },
	{ "2001::1", false },
	{ "fc00::1", false },
	{ "fdff::1", false },
	{ "fe80::1", false },
	{ "ff02::1", false },
	{ "fec0::1", false },
	{ "100::1", false },
	{ "64:ff9b:1::8.8.8.8", false },
	{ "::ffff:0:8.8.8.8", false }, /* IPv4-translated */
	{ "::ffff:0.0.0.0", false },
	{ "::ffff:169.254.169.254", false },
	{ "64:ff9b::169.254.169.254", false },
	{ "2002:a9fe:a9fe::", false }, /* 6to4 of 169.254.169.254 */
	{ "2002:7f00:1::1", false },
	{ "5f00::1", false },
	{ "4000::1", false },
	{ "1fff:ffff::1", false },
	{ "2000::1", true },
	{ "3fff:1000::1", true },
	{ "3fff:fff::1", false },
};

START_TEST(only_public_addresses_pass)
{
	const char *text = addresses[_i].text;
	struct sockaddr_in v4 = { .sin_family = AF_INET };
	struct sockaddr_in6 v6 = { .sin6_family = AF_INET6 };
	bool is_public;

	if (inet_pton(AF_INET, text, &v4.sin_addr) == 1) {
		is_public = tcn_address_is_public((struct sockaddr *)&v4);
	} else {
		ck_assert_int_eq(inet_pton(AF_INET6, text, &v6.sin6_addr), 1);
		is_public = tcn_address_is_public((struct sockaddr *)&v6);
	}
	ck_assert_msg(is_public == addresses[_i].is_public, "%s", text);
}
END_TEST

START_TEST(other_families_do_not)
{
	const struct sockaddr_un local = { .sun_family = AF_UNIX };

	ck_assert(!tcn_address_is_public((const struct sockaddr *)&local));
}
END_TEST

TCN_TESTS(address)
{
	TCN_EACH(only_public_addresses_pass, addresses);
	tcase_add_test(tc, other_families_do_not);
}

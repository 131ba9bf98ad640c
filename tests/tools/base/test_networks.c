#include "tests/base/run.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/un.h>

#include "engine/base/mem.h"
#include "tools/base/networks.h"

static const struct {
	const char *text, *printed; /* NULL: it is refused */
} lists[] = {
	{ "true", "true" },
	{ " yes ", "true" },
	{ "off", "false" },
	{ "[]", "false" },
	{ "[true]", "true" },
	{ "10.0.0.0/8", "[10.0.0.0/8]" },
	{ "10.0.0.0/8,fd00::/8", "[10.0.0.0/8, fd00::/8]" },
	{ "[ 192.168.1.7 , ::1 ]", "[192.168.1.7, ::1]" },
	{ "0.0.0.0/0", "[0.0.0.0/0]" },
	{ "::/0", "[::/0]" },
	{ "::ffff:10.0.0.0/104", "[10.0.0.0/8]" },
	{ "127.0.0.1/32", "[127.0.0.1]" },
	{ "", NULL },
	{ "10.0.0.0/33", NULL },
	{ "10.0.0.0/", NULL },
	{ "10.0.0.0/8/8", NULL },
	{ "10.0.0.0/+8", NULL },
	{ "10.0.0.0/0008", NULL },
	{ "10.0.0.1/8", NULL },
	{ "fd00::1/8", NULL },
	{ "fd00::/129", NULL },
	{ "10.0.0", NULL },
	{ "012.0.0.1", NULL },
	{ "0x0a000001", NULL },
	{ "167772161", NULL },
	{ "localhost", NULL },
	{ "10.0.0.0/8,", NULL },
	{ "10.0.0.0/8 fd00::/8", NULL },
	{ "maybe", NULL },
	{ "10.0.0.0/8, true", NULL },
};

START_TEST(lists_are_read)
{
	struct tcn_networks nets = { .n = 7 }, again;
	struct tcn_buf out = { 0 };
	struct tcn_err err = { .text = "" };
	enum tcn_rc rc =
	    tcn_networks_parse(tcn_str(lists[_i].text), &nets, &err);

	if (!lists[_i].printed) {
		ck_assert_int_eq(rc, TCN_INVALID);
		ck_assert_uint_eq(nets.n, 7);
		ck_assert(err.text[0]);
		return;
	}
	ck_assert_msg(rc == TCN_OK, "%s", err.text);
	tcn_networks_print(&nets, &out);
	ck_assert_str_eq(out.at, lists[_i].printed);
	ck_assert_int_eq(tcn_networks_parse(tcn_buf_view(&out), &again, NULL),
	    TCN_OK);
	ck_assert_mem_eq(&nets, &again, sizeof nets);
	tcn_buf_fini(&out);
}
END_TEST

static bool
hold(const char *list, const char *address)
{
	struct sockaddr_in v4 = { .sin_family = AF_INET };
	struct sockaddr_in6 v6 = { .sin6_family = AF_INET6 };
	struct tcn_networks nets;

	ck_assert_int_eq(tcn_networks_parse(tcn_str(list), &nets, NULL),
	    TCN_OK);
	if (inet_pton(AF_INET, address, &v4.sin_addr) == 1)
		return tcn_networks_hold(&nets, (struct sockaddr *)&v4);
	ck_assert_int_eq(inet_pton(AF_INET6, address, &v6.sin6_addr), 1);
	return tcn_networks_hold(&nets, (struct sockaddr *)&v6);
}

static const struct {
	const char *list, *address;
	bool held;
} cases[] = {
	{ "10.0.0.0/8", "10.255.255.255", true },
	{ "10.0.0.0/8", "11.0.0.0", false },
	{ "10.0.0.0/8", "::ffff:10.1.2.3", true },
	{ "::ffff:10.0.0.0/104", "10.1.2.3", true },
	{ "10.0.0.0/8", "64:ff9b::10.0.0.1", false },
	{ "64:ff9b::/96", "64:ff9b::10.0.0.1", true },
	{ "10.0.0.0/8", "2002:a00:1::", false },
	{ "10.0.0.0/8", "::10.0.0.1", false },
	{ "192.168.0.0/23", "192.168.1.255", true },
	{ "192.168.0.0/23", "192.168.2.0", false },
	{ "fd00::/8", "fdff::1", true },
	{ "fd00::/8", "fc00::1", false },
	{ "::1", "::1", true },
	{ "::1", "127.0.0.1", false },
	{ "::/0", "127.0.0.1", true },
	{ "0.0.0.0/0", "127.0.0.1", true },
	{ "0.0.0.0/0", "::1", false },
	{ "false", "127.0.0.1", false },
	{ "true", "::1", true },
	{ "10.0.0.0/8, 127.0.0.1", "127.0.0.1", true },
	{ "127.0.0.1", "127.0.0.2", false },
};

START_TEST(ranges_hold_what_lies_in_them)
{
	ck_assert_int_eq(hold(cases[_i].list, cases[_i].address),
	    cases[_i].held);
}
END_TEST

START_TEST(other_families_lie_in_none)
{
	struct sockaddr_un local = { .sun_family = AF_UNIX };
	struct tcn_networks nets = { .all = true };

	ck_assert(!tcn_networks_hold(&nets, (struct sockaddr *)&local));
}
END_TEST

START_TEST(there_is_an_end_to_a_list)
{
	struct tcn_networks nets;
	struct tcn_buf list = { 0 };

	for (int i = 0; i < TCN_NETWORKS_MAX; i++)
		tcn_buf_printf(&list, "%s10.0.0.%d", i ? "," : "", i);
	ck_assert_int_eq(tcn_networks_parse(tcn_buf_view(&list), &nets, NULL),
	    TCN_OK);
	tcn_buf_z(&list, ",::1");
	ck_assert_int_eq(tcn_networks_parse(tcn_buf_view(&list), &nets, NULL),
	    TCN_INVALID);
	tcn_buf_fini(&list);
}
END_TEST

TCN_TESTS(networks)
{
	TCN_EACH(lists_are_read, lists);
	TCN_EACH(ranges_hold_what_lies_in_them, cases);
	tcase_add_test(tc, other_families_lie_in_none);
	tcase_add_test(tc, there_is_an_end_to_a_list);
}

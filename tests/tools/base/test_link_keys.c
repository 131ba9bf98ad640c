#include "tests/base/run.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "tests/base/temp.h"
#include "tools/base/link_keys.h"

#define NOW  ((int64_t)1764000000000)
#define WEEK ((int64_t)7 * 86400 * 1000)
#define PATH "/v1/events/e1/report"

static char dir[TEMP_BYTES], file[TEMP_BYTES + 16];
static struct tcn_link_keys *keys;
static struct tcn_err err;

static void
reopen(void)
{
	tcn_link_keys_free(keys);
	ck_assert_msg(tcn_link_keys_open(file, &keys, &err) == TCN_OK, "%s",
	    err.text);
}

static void
setup(void)
{
	temp_dir(dir);
	snprintf(file, sizeof file, "%s/a.links", dir);
	keys = NULL;
	reopen();
}

static void
teardown(void)
{
	tcn_link_keys_free(keys);
	temp_drop(dir);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static void
sign(char to[256])
{
	struct tcn_buf out = { 0 };

	tcn_link_keys_sign(keys, tcn_str(PATH), NOW, WEEK, &out);
	snprintf(to, 256, "%s", out.at);
	tcn_buf_fini(&out);
}

static bool
opens(const char *path, const char *link, int64_t now_ms)
{
	return tcn_link_keys_verify(keys, tcn_str(path), tcn_str(link), now_ms);
}

START_TEST(a_link_opens_its_path_until_it_expires)
{
	char link[256];

	sign(link);
	ck_assert_uint_eq(strspn(link,
			      "abcdefghijklmnopqrstuvwxyz"
			      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."),
	    strlen(link));
	ck_assert(opens(PATH, link, NOW));
	ck_assert(opens(PATH, link, NOW + WEEK - 1000));
	ck_assert(!opens(PATH, link, NOW + WEEK));
	ck_assert(!opens("/v1/events/e2/report", link, NOW));
	ck_assert(!opens("/v1/events/e1", link, NOW));
	ck_assert(!opens("/v1/events/e1/report/", link, NOW));
	ck_assert(!opens("", link, NOW));
	reopen();
	ck_assert(opens(PATH, link, NOW));
}
END_TEST

/* Each byte of it counts, and none may be missing or added. */
START_TEST(a_changed_link_opens_nothing)
{
	char link[256], other[300];
	size_t n;

	sign(link);
	n = strlen(link);
	for (size_t i = 0; i < n; i++)
		for (const char *c = "0919az.-_A"; *c; c++) {
			snprintf(other, sizeof other, "%s", link);
			other[i] = *c;
			ck_assert_msg(strcmp(other, link) == 0 ||
				!opens(PATH, other, NOW),
			    "%s", other);
		}
	for (size_t i = 0; i < n; i++) {
		snprintf(other, sizeof other, "%.*s", (int)i, link);
		ck_assert(!opens(PATH, other, NOW));
	}
	snprintf(other, sizeof other, "%sA", link);
	ck_assert(!opens(PATH, other, NOW));
	memset(other, '1', 255);
	other[255] = '\0';
	ck_assert(!opens(PATH, other, NOW));
}
END_TEST

START_TEST(what_is_revoked_stays_so)
{
	char link[256], later[256];
	struct tcn_buf out = { 0 };

	sign(link);
	ck_assert_int_eq(tcn_link_keys_revoke(keys, tcn_str(PATH), NOW + 5000,
			     &err),
	    TCN_OK);
	ck_assert(!opens(PATH, link, NOW + 6000));
	tcn_link_keys_sign(keys, tcn_str(PATH), NOW + 9000, WEEK, &out);
	snprintf(later, sizeof later, "%s", out.at);
	tcn_buf_fini(&out);
	ck_assert(opens(PATH, later, NOW + 9000));
	reopen();
	ck_assert(!opens(PATH, link, NOW + 6000));
	ck_assert(opens(PATH, later, NOW + 9000));
	ck_assert_int_eq(tcn_link_keys_rotate(keys, &err), TCN_OK);
	ck_assert_uint_eq(tcn_link_keys_number(keys), 2);
	ck_assert(!opens(PATH, later, NOW + 9000));
	reopen();
	ck_assert_uint_eq(tcn_link_keys_number(keys), 2);
	ck_assert(!opens(PATH, later, NOW + 9000));
}
END_TEST

#define SECRET                                                                 \
	"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

START_TEST(the_file_is_private_and_whole)
{
	static const char *const wrong[] = { "", "# none\n", "key 1 00\n",
		"key 0 " SECRET "\n", "key 1 zz" SECRET "\n",
		"key 1 " SECRET "\nkey 2 " SECRET "\n",
		"key 1 " SECRET "\nrevoked x /a\n",
		"key 1 " SECRET "\nrevoked 1 a\n", "nonsense\n" };
	struct tcn_link_keys *other;
	struct stat info;

	ck_assert_int_eq(stat(file, &info), 0);
	ck_assert_int_eq(info.st_mode & 0777, 0600);
	ck_assert_int_eq(chmod(file, 0640), 0);
	ck_assert_int_eq(tcn_link_keys_open(file, &other, &err), TCN_IO);
	ck_assert_ptr_nonnull(strstr(err.text, "chmod 600"));
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		temp_write(file, wrong[i]);
		ck_assert_int_eq(chmod(file, 0600), 0);
		ck_assert_int_eq(tcn_link_keys_open(file, &other, &err),
		    TCN_INVALID);
		ck_assert_str_eq(err.file, file);
	}
}
END_TEST

TCN_TESTS(link_keys)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_link_opens_its_path_until_it_expires);
	tcase_add_test(tc, a_changed_link_opens_nothing);
	tcase_add_test(tc, what_is_revoked_stays_so);
	tcase_add_test(tc, the_file_is_private_and_whole);
}

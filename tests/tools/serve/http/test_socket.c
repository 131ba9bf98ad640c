/*
 * The socket beside the store: where it is, also below a folder whose path is
 * longer than a socket's address.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "engine/base/mem.h"
#include "tests/base/temp.h"
#include "tools/base/sock_path.h"
#include "tools/serve/http/socket.h"

static char dir[TEMP_BYTES];

static void
setup(void)
{
	temp_dir(dir);
}

static void
teardown(void)
{
	temp_drop(dir);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static int
connect_to(const char *path)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	struct tcn_sock_path sock;
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	ck_assert_int_eq(tcn_sock_path_open(&sock, path, NULL), TCN_OK);
	memcpy(at.sun_path, sock.text, sizeof at.sun_path);
	if (connect(fd, (struct sockaddr *)&at, sizeof at) != 0) {
		close(fd);
		fd = -1;
	}
	tcn_sock_path_close(&sock);
	return fd;
}

static const int depths[] = { 0, 1, 2, 5 };

START_TEST(it_is_reached_at_any_depth)
{
	char path[2048], db[2100];
	struct tcn_socket *sock;
	struct stat info;
	int fd;

	snprintf(path, sizeof path, "%s", dir);
	for (int i = 0; i < depths[_i]; i++) {
		snprintf(path + strlen(path), sizeof path - strlen(path),
		    "/%0200d", i);
		ck_assert_int_eq(mkdir(path, 0700), 0);
	}
	snprintf(db, sizeof db, "%s/news.db", path);
	temp_write(db, "");
	ck_assert_int_eq(tcn_socket_open(db, &sock, NULL), TCN_OK);
	ck_assert_ptr_nonnull(strstr(tcn_socket_path(sock), "/news.db.sock"));
	ck_assert_int_eq(lstat(tcn_socket_path(sock), &info), 0);
	ck_assert_uint_eq(info.st_mode & 0777, 0600);
	fd = connect_to(tcn_socket_path(sock));
	ck_assert_int_ge(fd, 0);
	ck_assert(tcn_socket_trusts(fd)); /* this very process */
	close(fd);
	snprintf(db, sizeof db, "%s/news.db.sock", path);
	tcn_socket_close(sock);
	ck_assert_int_lt(connect_to(db), 0);
}
END_TEST

START_TEST(a_name_that_is_too_long_is_said)
{
	struct tcn_sock_path sock;
	struct tcn_err err = { 0 };
	char path[600];

	snprintf(path, sizeof path, "%s/%0120d", dir, 1);
	ck_assert_int_eq(tcn_sock_path_open(&sock, path, &err), TCN_IO);
	tcn_sock_path_close(&sock);
	ck_assert_ptr_nonnull(strstr(err.text, "too long for a socket"));
}
END_TEST

/* Another daemon's socket, that was made meanwhile, is left alone. */
START_TEST(only_its_own_file_is_removed)
{
	struct tcn_socket *old, *new;
	char db[TEMP_BYTES + 16];
	struct stat info;

	snprintf(db, sizeof db, "%s/news.db", dir);
	temp_write(db, "");
	ck_assert_int_eq(tcn_socket_open(db, &old, NULL), TCN_OK);
	ck_assert_int_eq(tcn_socket_open(db, &new, NULL), TCN_OK);
	tcn_socket_close(old);
	ck_assert_int_eq(lstat(tcn_socket_path(new), &info), 0);
	tcn_socket_close(new);
}
END_TEST

TCN_TESTS(socket)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(it_is_reached_at_any_depth, depths);
	tcase_add_test(tc, a_name_that_is_too_long_is_said);
	tcase_add_test(tc, only_its_own_file_is_removed);
}

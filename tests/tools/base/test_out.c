#include "tests/base/run.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/base/temp.h"
#include "tools/base/out.h"

static char dir[TEMP_BYTES];
static char path[PATH_MAX];

static const char *
in_dir(const char *name)
{
	snprintf(path, sizeof path, "%s/%s", dir, name);
	return path;
}

static void
setup(void)
{
	temp_dir(dir);
}

static void
teardown(void)
{
	char command[PATH_MAX];

	snprintf(command, sizeof command, "chmod -R u+w %s; rm -rf %s", dir,
	    dir);
	ck_assert_int_eq(system(command), 0);
}

/* What a file holds, "" when there is none. */
static const char *
content(const char *name)
{
	static char bytes[64];
	FILE *file = fopen(in_dir(name), "r");
	size_t n = file ? fread(bytes, 1, sizeof bytes - 1, file) : 0;

	bytes[n] = '\0';
	if (file)
		fclose(file);
	return bytes;
}

static int
files_n(void)
{
	DIR *open = opendir(dir);
	int n = 0;

	for (struct dirent *e = readdir(open); e; e = readdir(open))
		n += e->d_name[0] != '.';
	closedir(open);
	return n;
}

START_TEST(the_old_file_stays_until_the_new_is_kept)
{
	struct tcn_out out;
	struct tcn_err err;

	ck_assert_int_eq(tcn_out_write(in_dir("a"), tcn_str("old"), &err),
	    TCN_OK);
	ck_assert_int_eq(tcn_out_open(&out, in_dir("a"), &err), TCN_OK);
	ck_assert_int_eq(tcn_out_add(&out, tcn_str("new"), &err), TCN_OK);
	ck_assert_str_eq(content("a"), "old");
	ck_assert_int_eq(files_n(), 2);
	ck_assert_int_eq(tcn_out_commit(&out, &err), TCN_OK);
	ck_assert_str_eq(content("a"), "new");
	ck_assert_int_eq(files_n(), 1);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(drop_leaves_nothing_behind)
{
	struct tcn_out out;
	struct tcn_err err;

	ck_assert_int_eq(tcn_out_open(&out, in_dir("a"), &err), TCN_OK);
	ck_assert_int_eq(tcn_out_add(&out, tcn_str("new"), &err), TCN_OK);
	tcn_out_discard(&out);
	tcn_out_discard(&out);
	ck_assert_int_eq(files_n(), 0);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(large_writes_arrive_in_order)
{
	struct tcn_buf want = { 0 };
	struct tcn_out out;
	struct tcn_err err;
	struct stat st;
	char *got;
	FILE *file;

	ck_assert_int_eq(tcn_out_open(&out, in_dir("a"), &err), TCN_OK);
	for (size_t i = 0; i < 300; i++) {
		size_t from = want.n;

		for (size_t j = 0; j < i * 7; j++)
			tcn_buf_printf(&want, "%zu,", i + j);
		ck_assert_int_eq(tcn_out_add(&out,
				     (struct tcn_str){
					 want.at + from, want.n - from },
				     &err),
		    TCN_OK);
	}
	ck_assert_int_eq(tcn_out_add(&out, tcn_buf_view(&want), &err), TCN_OK);
	ck_assert_int_eq(tcn_out_add(&out, (struct tcn_str){ NULL, 0 }, &err),
	    TCN_OK);
	ck_assert_int_eq(tcn_out_commit(&out, &err), TCN_OK);
	ck_assert_int_eq(stat(in_dir("a"), &st), 0);
	ck_assert_uint_eq((size_t)st.st_size, 2 * want.n);
	got = tcn_mem_alloc(2 * want.n);
	file = fopen(in_dir("a"), "r");
	ck_assert_uint_eq(fread(got, 1, 2 * want.n, file), 2 * want.n);
	ck_assert_mem_eq(got, want.at, want.n);
	ck_assert_mem_eq(got + want.n, want.at, want.n);
	fclose(file);
	tcn_mem_free(got);
	tcn_buf_fini(&want);
}
END_TEST

START_TEST(failures_name_the_file)
{
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_out_write("/nowhere/at/all", tcn_str("x"), &err),
	    TCN_IO);
	ck_assert_str_eq(err.file, "/nowhere/at/all");
	ck_assert_str_eq(err.text, "No such file or directory");
	ck_assert_int_eq(tcn_out_write(dir, tcn_str("x"), &err), TCN_IO);
	ck_assert_str_eq(err.text, "Is a directory");
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* A pipe of our own: a fault here, run as root, must not reach a device. */
START_TEST(a_pipe_is_not_replaced)
{
	static const char large[1 << 17];
	struct tcn_err err = { 0 };
	struct tcn_out out;
	char got[8] = "";
	struct stat st;
	int reader;

	ck_assert_int_eq(mkfifo(in_dir("p"), 0600), 0);
	reader = open(in_dir("p"), O_RDONLY | O_NONBLOCK);
	ck_assert_int_ge(reader, 0);
	ck_assert_int_eq(tcn_out_write(in_dir("p"), tcn_str("x"), &err),
	    TCN_OK);
	ck_assert_int_eq(read(reader, got, sizeof got), 1);
	ck_assert_int_eq(stat(in_dir("p"), &st), 0);
	ck_assert(S_ISFIFO(st.st_mode));
	/* Nobody reads the pipe: add fails, and so does commit. */
	signal(SIGPIPE, SIG_IGN);
	ck_assert_int_eq(tcn_out_open(&out, in_dir("p"), &err), TCN_OK);
	close(reader);
	/* More than the buffer holds is written at once. */
	ck_assert_int_eq(tcn_out_add(&out,
			     (struct tcn_str){ large, sizeof large }, &err),
	    TCN_IO);
	ck_assert_str_eq(err.text, "Broken pipe");
	ck_assert_int_eq(tcn_out_add(&out, tcn_str("y"), &err), TCN_IO);
	ck_assert_int_eq(tcn_out_commit(&out, &err), TCN_IO);
	ck_assert_str_eq(err.file, in_dir("p"));
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(a_link_stays_a_link)
{
	struct tcn_err err;
	struct stat st;

	ck_assert_int_eq(tcn_out_write(in_dir("a"), tcn_str("old"), &err),
	    TCN_OK);
	ck_assert_int_eq(symlink("a", in_dir("b")), 0);
	ck_assert_int_eq(tcn_out_write(in_dir("b"), tcn_str("new"), &err),
	    TCN_OK);
	ck_assert_str_eq(content("a"), "new");
	ck_assert_int_eq(lstat(in_dir("b"), &st), 0);
	ck_assert(S_ISLNK(st.st_mode));
}
END_TEST

START_TEST(directories_are_made_all_the_way)
{
	struct tcn_err err = { 0 };
	struct stat st;

	ck_assert_int_eq(tcn_out_mkdir(in_dir("x/y//z/"), &err), TCN_OK);
	ck_assert_int_eq(tcn_out_mkdir(in_dir("x/y/z"), &err), TCN_OK);
	ck_assert_int_eq(stat(in_dir("x/y/z"), &st), 0);
	ck_assert(S_ISDIR(st.st_mode));
	ck_assert_int_eq(tcn_out_write(in_dir("f"), tcn_str(""), &err), TCN_OK);
	ck_assert_int_eq(tcn_out_mkdir(in_dir("f/g"), &err), TCN_IO);
	ck_assert_str_eq(err.file, in_dir("f"));
}
END_TEST

TCN_TESTS(out)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, the_old_file_stays_until_the_new_is_kept);
	tcase_add_test(tc, drop_leaves_nothing_behind);
	tcase_add_test(tc, large_writes_arrive_in_order);
	tcase_add_test(tc, failures_name_the_file);
	tcase_add_test(tc, a_pipe_is_not_replaced);
	tcase_add_test(tc, a_link_stays_a_link);
	tcase_add_test(tc, directories_are_made_all_the_way);
}

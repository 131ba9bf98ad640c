/* The program that decodes, with good and with hostile pictures: whatever
 * comes, it ends by itself, and writes a small JPEG or nothing. */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "tests/base/png.h"
#include "tools/base/child.h"
#include "tools/base/picture_program.h"
#include "tools/serve/picture/picture_look.h"
#include "tools/serve/picture/picture_size.h"

static char program[PATH_MAX];
static struct tcn_buf in, out;

static void
setup(void)
{
	in = out = (struct tcn_buf){ 0 };
}

static void
teardown(void)
{
	tcn_buf_fini(&in);
	tcn_buf_fini(&out);
}

/* Runs it; true: it wrote a picture, which is in out. */
static bool
scale(void)
{
	const char *const command[] = { program, NULL };
	char *environment[] = { NULL };
	const struct tcn_child_files files = {
		.in = tcn_child_file("in", tcn_buf_view(&in)),
		.out = tcn_child_file("out", (struct tcn_str){ 0 }),
		.err = -1,
	};
	char bytes[4096];
	int status;
	ssize_t n;
	pid_t pid;

	ck_assert_int_eq(tcn_child_start(command, environment, &files, &pid),
	    0);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	tcn_buf_clear(&out);
	for (size_t at = 0;
	     (n = pread(files.out, bytes, sizeof bytes, (off_t)at)) > 0;
	     at += (size_t)n)
		tcn_buf_add(&out, bytes, (size_t)n);
	close(files.in);
	close(files.out);
	ck_assert_uint_le(out.n, TCN_PICTURE_SCALED_MAX);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static const struct {
	uint32_t width, height, to_width, to_height;
} sizes[] = {
	{ 1600, 900, 640, 360 },
	{ 900, 1600, 360, 640 },
	{ 320, 200, 320, 200 },
	{ 8000, 64, 640, 5 },
	{ 5000, 4800, 640, 614 },
};

START_TEST(it_keeps_the_shape)
{
	struct tcn_picture_look look;

	png_make(sizes[_i].width, sizes[_i].height, sizes[_i].height, 0x336699,
	    &in);
	ck_assert(scale());
	look = tcn_picture_look(tcn_buf_view(&out));
	ck_assert_int_eq(look.format, TCN_PICTURE_JPEG);
	ck_assert_uint_eq(look.width, sizes[_i].to_width);
	ck_assert_uint_eq(look.height, sizes[_i].to_height);
}
END_TEST

START_TEST(one_that_breaks_off_is_none)
{
	png_make(1600, 900, 900, 0x336699, &in);
	in.n /= 2;
	ck_assert(!scale());
}
END_TEST

START_TEST(too_many_pixels_are_not_decoded)
{
	png_make(30000, 30000, 1, 0, &in);
	ck_assert(!scale());
	ck_assert_uint_eq(out.n, 0);
}
END_TEST

/* Its screen is small; its frame would be four gigabytes. */
START_TEST(a_frame_that_is_larger_than_it_says_ends_the_program_alone)
{
	static const char gif[] = "GIF89a\x40\x01\xc8\0\0\0\0"
				  ",\0\0\0\0\xff\xff\xff\xff\x80\0\0\0\xff\xff"
				  "\xff\x02\x02\x44\x01\0;";

	tcn_buf_add(&in, gif, sizeof gif - 1);
	(void)scale(); /* what it does, it does within its limits */
	tcn_buf_clear(&in);
	png_make(320, 200, 200, 0, &in);
	ck_assert(scale());
}
END_TEST

/* Every byte of a header turned, and every length. */
START_TEST(what_is_damaged_ends_it)
{
	struct tcn_buf whole = { 0 };

	png_make(320, 200, 200, 0x336699, &whole);
	for (size_t at = 0; at < 48; at++) {
		tcn_buf_clear(&in);
		tcn_buf_str(&in, tcn_buf_view(&whole));
		in.at[at] = (char)~in.at[at];
		(void)scale();
	}
	for (size_t n = 0; n < 60; n += 3) {
		tcn_buf_clear(&in);
		tcn_buf_add(&in, whole.at, n);
		ck_assert(!scale());
	}
	tcn_buf_fini(&whole);
}
END_TEST

static const char *const others[] = { "", "<svg width='640' height='480'/>",
	"<!DOCTYPE html><script>alert(1)</script>", "GIF89a", "\xff\xd8\xff" };

START_TEST(what_is_no_picture_is_none)
{
	tcn_buf_z(&in, others[_i]);
	ck_assert(!scale());
	ck_assert_uint_eq(out.n, 0);
}
END_TEST

/* Without libgd there is no program to be tried. */
TCN_TESTS(scale)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	if (!tcn_picture_program(program))
		return;
	TCN_EACH(it_keeps_the_shape, sizes);
	tcase_add_test(tc, one_that_breaks_off_is_none);
	tcase_add_test(tc, too_many_pixels_are_not_decoded);
	tcase_add_test(tc,
	    a_frame_that_is_larger_than_it_says_ends_the_program_alone);
	tcase_add_test(tc, what_is_damaged_ends_it);
	TCN_EACH(what_is_no_picture_is_none, others);
}

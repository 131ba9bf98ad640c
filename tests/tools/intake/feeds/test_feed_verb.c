/*
 * tocsin feeds entries, run as a person runs it, over files that are not all
 * sound.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <unicode/ucnv.h>
#include <unistd.h>
#include <zlib.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/base/exit.h"

#define FILES_N 3

static char files[FILES_N][TEMP_BYTES];

static void
setup(void)
{
	for (int i = 0; i < FILES_N; i++)
		close(temp_file(files[i]));
}

static void
teardown(void)
{
	for (int i = 0; i < FILES_N; i++)
		unlink(files[i]);
}

static void
write_bytes(int i, struct tcn_str bytes)
{
	FILE *file = fopen(files[i], "wb");

	ck_assert(file && fwrite(bytes.at, 1, bytes.n, file) == bytes.n);
	ck_assert_int_eq(fclose(file), 0);
}

/* A feed of one item in an encoding. */
static void
write_feed(int i, const char *title, const char *encoding)
{
	struct tcn_buf utf8 = { 0 };
	UErrorCode failed = U_ZERO_ERROR;
	UConverter *to = ucnv_open(encoding, &failed);
	char bytes[8192];
	int32_t n;

	tcn_buf_printf(&utf8,
	    "<rss><channel><item><title>%s</title></item></channel></rss>",
	    title);
	n = ucnv_fromAlgorithmic(to, UCNV_UTF8, bytes, sizeof bytes, utf8.at,
	    (int32_t)utf8.n, &failed);
	ck_assert_msg(U_SUCCESS(failed), "%s", encoding);
	write_bytes(i, (struct tcn_str){ bytes, (size_t)n });
	ucnv_close(to);
	tcn_buf_fini(&utf8);
}

/* Runs it on all files; the texts, up to NULL, must be in what it prints. */
static void
must_print(int code, const char *const *texts)
{
	char line[FILES_N * TEMP_BYTES + 16];
	const char *printed;

	snprintf(line, sizeof line, "feeds entries %s %s %s", files[0],
	    files[1], files[2]);
	ck_assert_int_eq(tcn_program(line, &printed), code);
	for (; *texts; texts++)
		ck_assert_msg(strstr(printed, *texts) != NULL,
		    "no '%s' in:\n%s", *texts, printed);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

#define MUST_PRINT(code, ...)                                                  \
	must_print((code), (const char *const[]){ __VA_ARGS__, NULL })

/* What is wrong with the file in the middle is said; the others are printed. */
static const struct {
	const char *bytes; /* NULL: there is no such file */
	int code;
	const char *why;
} bad[] = {
	{ "", TCN_EXIT_NO, ": the document is empty" },
	{ "hello", TCN_EXIT_NO, ": neither XML nor JSON" },
	{ "<html/>", TCN_EXIT_NO, ": the document is an HTML page" },
	{ "{\"a\":", TCN_EXIT_NO, ": the document is no sound JSON" },
	{ "\x1f\x8b\x08\x04garbage", TCN_EXIT_FAILED, "gzip" },
	{ NULL, TCN_EXIT_FAILED, ": No such file" },
};

START_TEST(a_bad_file_does_not_end_the_run)
{
	write_feed(0, "Dam bursts above the valley", "UTF-8");
	write_feed(2, "Strike closes the harbour", "UTF-8");
	if (bad[_i].bytes)
		temp_write(files[1], bad[_i].bytes);
	else
		unlink(files[1]);
	MUST_PRINT(bad[_i].code, "Dam bursts", "Strike closes", files[1],
	    bad[_i].why);
}
END_TEST

START_TEST(every_encoding_is_read_from_a_file)
{
	write_feed(0,
	    "Dammbruch \xc3\xbc"
	    "ber dem Tal",
	    "UTF-16LE");
	write_feed(1, "Streik schlie\xc3\x9ft den Hafen", "UTF-32BE");
	write_feed(2, "Сильное землетрясение разрушило мост", "KOI8-R");
	MUST_PRINT(TCN_EXIT_OK,
	    "Dammbruch \xc3\xbc"
	    "ber dem Tal",
	    "in UTF-16LE", "Streik schlie\xc3\x9ft", "in UTF-32BE",
	    "Сильное землетрясение", "in KOI8");
}
END_TEST

START_TEST(damage_is_told_with_its_place)
{
	write_feed(0,
	    "Gr\xc3\xb6\xc3\x9f"
	    "e",
	    "UTF-16");
	temp_write(files[1],
	    "<rss><channel>\n<item><title>caf\xc3\xa9 and th\xe9"
	    "</title></item></channel></rss>");
	temp_write(files[2],
	    "<?xml version='1.0' encoding='utf-8'?><rss><channel><item><title>"
	    "\xd1\xe8\xeb\xfc\xed\xee\xe5 \xe7\xe5\xec\xeb\xe5\xf2\xf0\xff"
	    "\xf1\xe5\xed\xe8\xe5</title></item></channel></rss>");
	MUST_PRINT(TCN_EXIT_OK, "Gr\xc3\xb6\xc3\x9f", "caf\xc3\xa9 and th\xef",
	    ":2:26: not sound, read as far as it can be: bytes that are not "
	    "UTF-8 in 1 place; U+FFFD",
	    "Сильное", "not the declared utf-8; read as windows-1251");
}
END_TEST

/* 200 MiB in 200 KB, between two feeds. */
START_TEST(a_bomb_is_not_unpacked)
{
	static char zeros[1 << 20];
	gzFile file = gzopen(files[1], "wb9");

	memset(zeros, ' ', sizeof zeros);
	for (int i = 0; i < 200; i++)
		ck_assert_int_eq(gzwrite(file, zeros, sizeof zeros),
		    sizeof zeros);
	ck_assert_int_eq(gzclose(file), Z_OK);
	write_feed(0, "Dam bursts above the valley", "UTF-8");
	write_feed(2, "Strike closes the harbour", "UTF-8");
	MUST_PRINT(TCN_EXIT_NO, "Dam bursts", "Strike closes",
	    "a feed of more than 64 MiB is not read");
}
END_TEST

TCN_TESTS(feed_verb)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(a_bad_file_does_not_end_the_run, bad);
	tcase_add_test(tc, every_encoding_is_read_from_a_file);
	tcase_add_test(tc, damage_is_told_with_its_place);
	tcase_add_test(tc, a_bomb_is_not_unpacked);
}

#include "tests/base/run.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/json_article.h"
#include "tests/base/temp.h"
#include "tools/intake/input/input_ndjson.h"

#define LIMIT 3000

static char path[TEMP_BYTES];
static struct tcn_buf text; /* what is to be read */
static struct tcn_buf packed; /* as it stands in the file */
static uint32_t random_state = 1;

static uint32_t
random_below(uint32_t n)
{
	random_state = random_state * 1664525 + 1013904223;
	return (random_state >> 8) % n;
}

static void
setup(void)
{
	close(temp_file(path));
}

static void
teardown(void)
{
	unlink(path);
	tcn_buf_fini(&text);
	tcn_buf_fini(&packed);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static void
write_file(const void *bytes, size_t n)
{
	FILE *f = fopen(path, "wb");

	ck_assert_ptr_nonnull(f);
	ck_assert_uint_eq(fwrite(bytes, 1, n, f), n);
	fclose(f);
}

static void
add_gzip(const char *bytes, size_t n)
{
	size_t room = n + n / 8 + 1000;
	char *out = tcn_mem_alloc(room);
	z_stream z = { .next_in = (unsigned char *)(uintptr_t)bytes,
		.avail_in = (unsigned)n,
		.next_out = (unsigned char *)out,
		.avail_out = (unsigned)room };

	ck_assert_int_eq(deflateInit2(&z, 1, Z_DEFLATED, 15 + 16, 8, 0), Z_OK);
	ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
	tcn_buf_add(&packed, out, z.total_out);
	deflateEnd(&z);
	tcn_mem_free(out);
}

static void
add_zstd(const char *bytes, size_t n)
{
	size_t room = ZSTD_compressBound(n);
	char *out = tcn_mem_alloc(room);
	size_t got = ZSTD_compress(out, room, bytes, n, 1);

	ck_assert(!ZSTD_isError(got));
	tcn_buf_add(&packed, out, got);
	tcn_mem_free(out);
}

static void
add_plain(const char *bytes, size_t n)
{
	tcn_buf_add(&packed, bytes, n);
}

static void (*const packers[])(const char *, size_t) = {
	add_plain,
	add_gzip,
	add_zstd,
};

/* Writes text to the file, packed in `pieces` members. */
static void
pack(int how, size_t pieces)
{
	size_t done = 0;

	tcn_buf_clear(&packed);
	for (size_t i = 1; i <= pieces; i++) {
		size_t end = i < pieces
		    ? done + random_below((uint32_t)(text.n - done + 1))
		    : text.n;

		packers[how](text.at + done, end - done);
		done = end;
	}
	write_file(packed.at, packed.n);
}

static void
add_line(size_t n)
{
	static const char *const ends[] = { "\n", "\r\n" };

	for (size_t i = 0; i < n; i++)
		tcn_buf_char(&text, (char)('a' + random_below(26)));
	tcn_buf_z(&text, ends[random_below(2)]);
}

/* Lines of all lengths up to and over the limit, some blank. */
static void
make_text(size_t lines)
{
	tcn_buf_clear(&text);
	tcn_buf_z(&text, "\xef\xbb\xbf");
	add_line(LIMIT);
	for (size_t i = 0; i < lines; i++) {
		switch (random_below(12)) {
		case 0:
			add_line(0);
			break;
		case 1:
			tcn_buf_z(&text, " \t\n");
			break;
		case 2:
			add_line(LIMIT + random_below(3));
			break;
		case 3:
			add_line(random_below(5) ? 4000 : 700000);
			break;
		default:
			add_line(random_below(800));
		}
	}
	tcn_buf_z(&text, "the last has no end");
}

struct model {
	size_t at;
	unsigned long line;
};

/* The next line that is not blank, as the header of input_ndjson.h says. */
static enum tcn_rc
model_next(struct model *m, struct tcn_str *line)
{
	while (m->at < text.n) {
		const char *from = text.at + m->at;
		const char *end = memchr(from, '\n', text.n - m->at);
		size_t n = end ? (size_t)(end - from) : text.n - m->at;

		m->at += n + (end != NULL);
		*line = (struct tcn_str){ from, n };
		if (m->line++ == 0) {
			line->at += 3;
			line->n -= 3;
		}
		if (line->n && line->at[line->n - 1] == '\r')
			line->n--;
		if (line->n > LIMIT)
			return TCN_INVALID;
		if (tcn_str_trim(*line).n)
			return TCN_OK;
	}
	return TCN_DONE;
}

/* Reads the file against the model to the end; what ended it. */
static enum tcn_rc
read_all(const char *name, size_t *lines, struct tcn_err *err)
{
	struct model m = { 0, 0 };
	struct tcn_str line, want;
	struct tcn_input *in;
	unsigned long number;
	enum tcn_rc rc;

	*lines = 0;
	ck_assert_int_eq(tcn_input_open(name, LIMIT, &in, err), TCN_OK);
	for (;;) {
		rc = tcn_input_next(in, &line, &number, err);
		if (rc != TCN_OK && rc != TCN_INVALID)
			break;
		ck_assert_int_eq(rc, model_next(&m, &want));
		ck_assert_uint_eq(number, m.line);
		if (rc == TCN_OK)
			ck_assert(tcn_str_equal(line, want));
		else
			ck_assert_uint_eq(err->line, number);
		++*lines;
	}
	ck_assert_int_eq(tcn_input_next(in, &line, &number, NULL), rc);
	if (rc == TCN_DONE) {
		ck_assert_int_eq(model_next(&m, &want), TCN_DONE);
		ck_assert_uint_eq(tcn_input_bytes_read(in), packed.n);
	}
	tcn_input_close(in);
	return rc;
}

START_TEST(reads_as_the_model_does)
{
	struct tcn_err err;
	size_t lines;

	for (int round = 0; round < 12; round++) {
		make_text(200);
		pack(_i, 1 + round % 4);
		ck_assert_int_eq(read_all(path, &lines, &err), TCN_DONE);
		ck_assert_uint_gt(lines, 100);
	}
}
END_TEST

/* What does not count against the limit must not do so at a seam either. */
START_TEST(the_limit_at_a_seam)
{
	struct tcn_err err;
	size_t lines, line_n;

	tcn_buf_z(&text, "\xef\xbb\xbf");
	for (int i = 0; i < LIMIT; i++)
		tcn_buf_char(&text, 'x');
	tcn_buf_z(&text, "\r\n");
	line_n = text.n;
	tcn_buf_z(&text, "last");
	for (size_t seam = line_n - 8; seam <= line_n; seam++) {
		tcn_buf_clear(&packed);
		packers[1 + _i](text.at, seam);
		packers[1 + _i](text.at + seam, text.n - seam);
		write_file(packed.at, packed.n);
		ck_assert_int_eq(read_all(path, &lines, &err), TCN_DONE);
		ck_assert_uint_eq(lines, 2);
	}
}
END_TEST

/* Cut anywhere: lines before the cut are right, and the end is no end. */
START_TEST(cut_off_archives)
{
	struct tcn_err err;
	size_t whole, lines, most = 0;

	make_text(100);
	pack(1 + _i, 1);
	ck_assert_int_eq(read_all(path, &whole, &err), TCN_DONE);
	for (size_t n = 9; n < packed.n; n += 1 + packed.n / 60) {
		write_file(packed.at, n);
		ck_assert_int_eq(read_all(path, &lines, &err), TCN_CORRUPT);
		ck_assert_msg(strstr(err.text, "cut off"), "%s", err.text);
		ck_assert_uint_ge(lines, most);
		ck_assert_uint_le(lines, whole);
		most = lines;
	}
	ck_assert_uint_gt(most, whole / 2);
	write_file(packed.at, packed.n - 1);
	ck_assert_int_eq(read_all(path, &lines, &err), TCN_CORRUPT);
}
END_TEST

/* Damage late in the file costs the end of it, not the beginning. */
START_TEST(damaged_archives)
{
	struct tcn_err err;
	size_t whole, lines;

	make_text(300);
	pack(1 + _i, 1);
	ck_assert_int_eq(read_all(path, &whole, &err), TCN_DONE);
	tcn_buf_z(&packed, "follows");
	write_file(packed.at, packed.n);
	ck_assert_int_eq(read_all(path, &lines, &err), TCN_CORRUPT);
	ck_assert_uint_ge(lines, whole - 1);
	packed.n -= 7;
	memset(packed.at + packed.n - packed.n / 10, 0xff, packed.n / 20);
	write_file(packed.at, packed.n);
	ck_assert_int_eq(read_all(path, &lines, &err), TCN_CORRUPT);
	ck_assert_msg(strstr(err.text, "damaged"), "%s", err.text);
	ck_assert_uint_gt(lines, whole / 2);
	ck_assert_uint_lt(lines, whole);
	ck_assert_str_eq(err.file, path);
}
END_TEST

/* Makes the nth block of the one frame in packed of a type there is not. */
static void
spoil_block(int nth)
{
	size_t at = 9; /* of a frame that tells its length in 4 bytes */

	ck_assert_int_eq((unsigned char)packed.at[4] & 0xe0, 0xa0);
	for (int i = 0;; i++) {
		unsigned char *head = (unsigned char *)packed.at + at;
		unsigned size = (head[0] | head[1] << 8 | head[2] << 16) >> 3;

		ck_assert_int_eq(head[0] >> 1 & 3, 2); /* compressed */
		if (i == nth) {
			head[0] |= 6;
			break;
		}
		at += 3 + size;
	}
}

/* zstd packs blocks of 128 KiB; the three before the bad one are sound. */
START_TEST(damage_costs_one_block)
{
	enum {
		BLOCK = 128 * 1024
	};
	struct tcn_err err;
	size_t lines, sound = 0;

	tcn_buf_z(&text, "\xef\xbb\xbf");
	while (text.n < 4 * BLOCK) {
		add_line(100);
		sound += text.n <= 3 * BLOCK;
	}
	text.n = 4 * BLOCK;
	pack(2, 1);
	spoil_block(3);
	write_file(packed.at, packed.n);
	ck_assert_int_eq(read_all(path, &lines, &err), TCN_CORRUPT);
	ck_assert_uint_eq(lines, sound);
}
END_TEST

START_TEST(zero_padding_of_gzip)
{
	struct tcn_err err;
	size_t lines;

	make_text(10);
	pack(1, 2);
	for (int i = 0; i < 512; i++)
		tcn_buf_char(&packed, '\0');
	write_file(packed.at, packed.n);
	ck_assert_int_eq(read_all(path, &lines, &err), TCN_DONE);
}
END_TEST

/* Every line of the manual that looks like an article is one. */
START_TEST(the_manual_tells_the_truth)
{
	const char *root = getenv("top_srcdir");
	unsigned long number;
	struct tcn_input *in;
	struct tcn_arena arena;
	struct tcn_article a;
	struct tcn_str line;
	int articles = 0;
	char manual[4096];

	snprintf(manual, sizeof manual, "%s/man/tocsin-input.5",
	    root ? root : ".");
	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_input_open(manual, 0, &in, NULL), TCN_OK);
	while (tcn_input_next(in, &line, &number, NULL) == TCN_OK) {
		if (line.at[0] != '{')
			continue;
		ck_assert_int_eq(tcn_json_article(line, NULL, &arena, &a, NULL),
		    TCN_OK);
		articles++;
	}
	ck_assert_int_eq(articles, 6);
	tcn_input_close(in);
	tcn_arena_fini(&arena);
}
END_TEST

static const struct {
	struct tcn_str bytes;
	const char *said;
} foreign[] = {
	{ TCN_STR("\xfd"
		  "7zXZ\0\0"),
	    "xz" },
	{ TCN_STR("BZh91AY"), "bzip2" },
	{ TCN_STR("PK\x03\x04"), "zip" },
	{ TCN_STR("\xff\xfe{\0"), "UTF-16" },
	{ TCN_STR("\xfe\xff\0{"), "UTF-16" },
};

START_TEST(foreign_formats)
{
	struct tcn_err err;
	size_t lines;

	write_file(foreign[_i].bytes.at, foreign[_i].bytes.n);
	ck_assert_int_eq(read_all(path, &lines, &err), TCN_CORRUPT);
	ck_assert_ptr_nonnull(strstr(err.text, foreign[_i].said));
	ck_assert_uint_eq(lines, 0);
}
END_TEST

START_TEST(empty_files)
{
	static const char *const contents[] = { "", "\n", "\xef\xbb\xbf",
		"\xef\xbb\xbf\r\n\n \n" };
	struct tcn_input *in;
	struct tcn_str line;
	unsigned long number;

	for (size_t i = 0; i < 4; i++) {
		write_file(contents[i], strlen(contents[i]));
		ck_assert_int_eq(tcn_input_open(path, 0, &in, NULL), TCN_OK);
		ck_assert_uint_eq(tcn_input_bytes_total(in),
		    strlen(contents[i]));
		ck_assert_int_eq(tcn_input_next(in, &line, &number, NULL),
		    TCN_DONE);
		tcn_input_close(in);
	}
}
END_TEST

START_TEST(refuses_to_open)
{
	struct tcn_err err;
	struct tcn_input *in;

	ck_assert_int_eq(tcn_input_open("/tmp", 0, &in, &err), TCN_IO);
	ck_assert_ptr_nonnull(strstr(err.text, "directory"));
	ck_assert_ptr_null(in);
	ck_assert_int_eq(tcn_input_open("/no/such", 0, &in, &err), TCN_IO);
	ck_assert_str_eq(err.file, "/no/such");
	tcn_input_close(NULL);
}
END_TEST

/* A pipe that hands out a byte or a few at a time. */
START_TEST(standard_input)
{
	struct tcn_err err;
	size_t lines;
	int ends[2];

	make_text(20);
	pack(_i, 2);
	ck_assert_int_eq(pipe(ends), 0);
	if (fork() == 0) {
		for (size_t n, at = 0; at < packed.n; at += n) {
			n = 1 + random_below(at < 100 ? 2 : 60000);
			if (n > packed.n - at)
				n = packed.n - at;
			if (write(ends[1], packed.at + at, n) != (ssize_t)n)
				_exit(1);
		}
		_exit(0);
	}
	close(ends[1]);
	dup2(ends[0], STDIN_FILENO);
	ck_assert_int_eq(read_all("-", &lines, &err), TCN_DONE);
	ck_assert_uint_gt(lines, 5);
	ck_assert_int_ge(fcntl(STDIN_FILENO, F_GETFD), 0);
}
END_TEST

START_TEST(a_closed_descriptor_is_an_error)
{
	struct tcn_err err = { .text = "" };
	struct tcn_input *in;
	struct tcn_str line;
	unsigned long number;
	int fd = open(path, O_WRONLY | O_APPEND);

	dup2(fd, STDIN_FILENO); /* cannot be read from */
	ck_assert_int_eq(tcn_input_open("-", 0, &in, &err), TCN_OK);
	ck_assert_str_eq(tcn_input_name(in), "standard input");
	ck_assert_int_eq(tcn_input_next(in, &line, &number, &err), TCN_IO);
	ck_assert_ptr_nonnull(strstr(err.text, "cannot read"));
	ck_assert_str_eq(err.file, "standard input");
	tcn_input_close(in);
}
END_TEST

START_TEST(memory_is_bounded_by_the_limit)
{
	size_t before = tcn_mem_live_bytes();
	struct tcn_input *in;
	struct tcn_str line;
	unsigned long number;

	for (int i = 0; i < 5000000; i++)
		tcn_buf_char(&text, 'x');
	tcn_buf_z(&text, "\nlast\n");
	pack(1, 1);
	tcn_buf_fini(&text);
	tcn_buf_fini(&packed);
	ck_assert_int_eq(tcn_input_open(path, 1000, &in, NULL), TCN_OK);
	ck_assert_int_eq(tcn_input_next(in, &line, &number, NULL), TCN_INVALID);
	ck_assert_uint_lt(tcn_mem_live_bytes() - before, 600000);
	ck_assert_int_eq(tcn_input_next(in, &line, &number, NULL), TCN_OK);
	ck_assert_uint_eq(number, 2);
	ck_assert(tcn_str_equal(line, tcn_str("last")));
	tcn_input_close(in);
}
END_TEST

TCN_TESTS(input)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, reads_as_the_model_does, 0, 3);
	tcase_add_loop_test(tc, the_limit_at_a_seam, 0, 2);
	tcase_add_loop_test(tc, cut_off_archives, 0, 2);
	tcase_add_loop_test(tc, damaged_archives, 0, 2);
	tcase_add_test(tc, damage_costs_one_block);
	tcase_add_test(tc, zero_padding_of_gzip);
	tcase_add_test(tc, the_manual_tells_the_truth);
	TCN_EACH(foreign_formats, foreign);
	tcase_add_test(tc, empty_files);
	tcase_add_test(tc, refuses_to_open);
	tcase_add_loop_test(tc, standard_input, 0, 3);
	tcase_add_test(tc, a_closed_descriptor_is_an_error);
	tcase_add_test(tc, memory_is_bounded_by_the_limit);
}

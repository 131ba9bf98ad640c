/*
 * The promise under test: articles that any number of threads prepare come out
 * as from one thread.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <unistd.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/base/temp.h"
#include "tools/intake/input/prefetch.h"

enum {
	LINES = 1500, /* many batches */
};

static char path[64];
static char *const paths[] = { path };

/* Every seventh line is bad, some are long, so that batches end early. */
static void
setup(void)
{
	FILE *file;
	int fd;

	fd = temp_file(path);
	file = fdopen(fd, "w");
	ck_assert_ptr_nonnull(file);
	for (int i = 0; i < LINES; i++) {
		fprintf(file, i % 7 == 3 ? "{\"id\":\"%d\"" : "{\"id\":\"%d\"",
		    i);
		fprintf(file, ",\"title\":\"Storm %d over the hill\"", i % 31);
		if (i % 400 == 399) {
			fputs(",\"text\":\"", file);
			for (int k = 0; k < 60000; k++)
				fprintf(file, "word%d ", k % 5000);
			fputs("\"", file);
		}
		fputs(i % 7 == 3 ? "\n" : "}\n", file);
	}
	ck_assert_int_eq(fclose(file), 0);
}

static void
teardown(void)
{
	unlink(path);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static struct tcn_source *
open_source(void)
{
	const struct tcn_source_conf conf = { .paths = paths, .paths_n = 1 };
	struct tcn_source *source;

	ck_assert_int_eq(tcn_source_open(&conf, &source, NULL), TCN_OK);
	return source;
}

/* One answer, in a form that can be compared. */
struct seen {
	enum tcn_rc rc;
	unsigned long line; /* of a bad one */
	uint64_t key, text_key;
	size_t words_n;
};

static size_t
read_all(size_t jobs, struct seen *seen)
{
	struct tcn_source *source = open_source();
	struct tcn_source_at at;
	struct tcn_prefetch *prefetch;
	struct tcn_err err = { .text = "" };
	enum tcn_rc rc = TCN_OK;
	size_t n = 0;

	ck_assert_int_eq(tcn_prefetch_open(source, NULL, NULL, jobs, &prefetch,
			     &err),
	    TCN_OK);
	while (rc == TCN_OK || rc == TCN_INVALID) {
		const struct tcn_doc *doc;
		struct seen *one = &seen[n++];

		rc = tcn_prefetch_next(prefetch, &doc, &err);
		ck_assert_int_eq(tcn_prefetch_check(prefetch, NULL), TCN_OK);
		*one = (struct seen){ .rc = rc };
		if (rc == TCN_INVALID)
			one->line = err.line;
		if (rc)
			continue;
		one->key = doc->article->key[0];
		one->text_key = doc->text_key;
		one->words_n = doc->words_n;
	}
	ck_assert_int_eq(rc, TCN_DONE);
	tcn_prefetch_at(prefetch, &at);
	ck_assert_uint_eq(at.done, at.total);
	tcn_prefetch_close(prefetch);
	tcn_source_close(source);
	return n;
}

START_TEST(any_number_of_threads)
{
	static struct seen want[LINES + 1], got[LINES + 1];
	size_t n = read_all(1, want);

	ck_assert_uint_eq(n, LINES + 1);
	for (size_t jobs = 2; jobs <= 5; jobs++) {
		ck_assert_uint_eq(read_all(jobs, got), n);
		for (size_t i = 0; i < n; i++) {
			ck_assert_int_eq(got[i].rc, want[i].rc);
			ck_assert_uint_eq(got[i].line, want[i].line);
			ck_assert_uint_eq(got[i].key, want[i].key);
			ck_assert_uint_eq(got[i].text_key, want[i].text_key);
			ck_assert_uint_eq(got[i].words_n, want[i].words_n);
		}
	}
}
END_TEST

/* Closing is allowed between any two articles. */
START_TEST(closed_at_any_time)
{
	for (int stop = 0; stop < 300; stop += 37) {
		struct tcn_source *source = open_source();
		struct tcn_prefetch *prefetch;
		const struct tcn_doc *doc;

		ck_assert_int_eq(tcn_prefetch_open(source, NULL, NULL, 3,
				     &prefetch, NULL),
		    TCN_OK);
		for (int i = 0; i < stop; i++) {
			enum tcn_rc rc =
			    tcn_prefetch_next(prefetch, &doc, NULL);

			ck_assert(rc == TCN_OK || rc == TCN_INVALID);
			ck_assert_int_eq(tcn_prefetch_check(prefetch, NULL),
			    TCN_OK);
		}
		tcn_prefetch_close(prefetch);
		tcn_source_close(source);
	}
}
END_TEST

TCN_TESTS(prefetch)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, any_number_of_threads);
	tcase_add_test(tc, closed_at_any_time);
}

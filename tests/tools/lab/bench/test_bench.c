#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/base/exit.h"
#include "tools/lab/bench/bench.h"
#include "tools/lab/bench/bench_pairs.h"
#include "tools/lab/bench/bench_services.h"

enum {
	ITEMS = 2000,
};

/* One in five has a neighbour; the others, by chance, have none. */
START_TEST(made_up_fingerprints_come_in_families)
{
	static uint64_t fingerprints[ITEMS];
	uint64_t state = 1;
	size_t near = 0;

	tcn_bench_families(&state, fingerprints, ITEMS);
	for (size_t i = 0; i < ITEMS; i++)
		for (size_t j = 0; j < ITEMS; j++)
			if (i != j &&
			    __builtin_popcountll(fingerprints[i] ^
				fingerprints[j]) <= 14) {
				near++;
				break;
			}
	ck_assert_uint_ge(near, ITEMS / 6);
	ck_assert_uint_le(near, ITEMS / 4);
}
END_TEST

START_TEST(quantiles_are_of_what_was_seen)
{
	double values[] = { 5, 1, 4, 2, 3 };

	ck_assert(tcn_bench_quantile(values, 0, 0.5) == 0);
	ck_assert(tcn_bench_quantile(values, 5, 0) == 1);
	ck_assert(tcn_bench_quantile(values, 5, 0.5) == 3);
	ck_assert(tcn_bench_quantile(values, 5, 0.99) == 5);
	ck_assert(tcn_bench_quantile(values, 5, 1) == 5);
}
END_TEST

START_TEST(refuses_what_it_cannot_measure)
{
	const char *printed;

	ck_assert_int_eq(tcn_program("bench --items 10 index", &printed),
	    TCN_EXIT_USAGE);
	ck_assert_int_eq(tcn_program("bench --items 1000 nothing", &printed),
	    TCN_EXIT_USAGE);
	ck_assert_int_eq(tcn_program("bench text file", &printed),
	    TCN_EXIT_USAGE);
}
END_TEST

/* A stream of three, two of them copies; its path goes into path. */
static void
make_stream(char path[TEMP_BYTES])
{
	static const char lines[] =
	    "{\"ts\":1000,\"title\":\"Strong quake shakes coast of "
	    "Norvland\"}\n"
	    "{\"ts\":1001,\"title\":\"Strong quake shakes coast of "
	    "Norvland!\"}\n"
	    "{\"ts\":1002,\"title\":\"Ferry sinks off the eastern islands\"}\n";
	FILE *file = fdopen(temp_file(path), "w");

	ck_assert_int_ge(fputs(lines, file), 0);
	ck_assert_int_eq(fclose(file), 0);
}

START_TEST(tells_what_a_stream_meets)
{
	char path[TEMP_BYTES], line[TEMP_BYTES + 64];
	const char *printed;

	make_stream(path);
	snprintf(line, sizeof line, "bench --json --input %s index", path);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	unlink(path);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_FAILED);
}
END_TEST

/* What follows the key, behind `which`. */
static double
figure_of(const char *printed, const char *which, const char *key)
{
	const char *at = strstr(printed, which);

	ck_assert_ptr_nonnull(at);
	at = strstr(at, key);
	ck_assert_ptr_nonnull(at);
	return strtod(at + strlen(key), NULL);
}

/* What a chain of workers is planned with. */
START_TEST(measures_what_an_article_costs)
{
	struct tcn_bench_args args = { .items = 2500, .seed = 1 };
	struct tcn_bench_services found;
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_bench_services(&args, &found, &err), TCN_OK);
	ck_assert_uint_eq(found.articles, args.items);
	ck_assert(found.prepare > 0 && found.decide > 0 && found.commit > 0);
	ck_assert(found.prepare_p99 >= found.prepare / 2);
	args.items = 10;
	ck_assert_int_eq(tcn_bench_services(&args, &found, &err), TCN_INVALID);
	ck_assert_str_eq(err.text,
	    "it takes at least 2000 articles to measure");
}
END_TEST

/* The parts that are quick on little data, to the end. */
START_TEST(measures)
{
	static const char *const parts[] = { "replay", "store", "text" };
	char line[64];
	const char *printed;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		snprintf(line, sizeof line, "bench --items 300 %s", parts[i]);
		ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	}
}
END_TEST

/* Every article of a day is posted and answered, by a daemon with a new store
 * and by one with a past, whose clock shows the time of the articles. */
START_TEST(soaks)
{
	char dir[TEMP_BYTES], stream[TEMP_BYTES], with[TEMP_BYTES + 16] = "";
	char line[256];
	const char *printed;
	double posts;

	temp_dir(dir);
	make_stream(stream);
	snprintf(line, sizeof line, "replay -q --db %s/past.db %s", dir,
	    stream);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	if (_i)
		snprintf(with, sizeof with, "--db %s/past.db ", dir);
	snprintf(line, sizeof line,
	    "bench --json --seconds 2 --items 300 %ssoak", with);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	posts = figure_of(printed, "", "\"posts\":");
	ck_assert(posts > 80); /* the last ones may be under way */
	ck_assert(figure_of(printed, "", "\"answered\":") >= posts - 8);
	ck_assert(figure_of(printed, "", "\"failed\":") == 0);
	unlink(stream);
	temp_drop(dir);
}
END_TEST

TCN_TESTS(bench)
{
	tcase_add_test(tc, made_up_fingerprints_come_in_families);
	tcase_add_test(tc, quantiles_are_of_what_was_seen);
	tcase_add_test(tc, refuses_what_it_cannot_measure);
	tcase_add_test(tc, tells_what_a_stream_meets);
	tcase_add_test(tc, measures_what_an_article_costs);
	tcase_add_test(tc, measures);
	tcase_add_loop_test(tc, soaks, 0, 2);
}

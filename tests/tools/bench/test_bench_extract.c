/* How good the extraction of articles is, on generated pages; and that the
 * measure measures. */
#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/mem.h"
#include "engine/text/markup.h"
#include "tools/bench/bench_extract.h"

#define ROUNDS 3 /* each shape in so many languages */

START_TEST(the_measure_is_right)
{
	const struct {
		const char *got, *truth;
		double precision, recall;
	} cases[] = {
		{ "a b c d", "a b c d", 1, 1 },
		{ "A, b. (C) d", "d c b a", 1, 1 },
		{ "a a a a", "a b c d", .25, .25 },
		{ "a b", "a b c d", 1, .5 },
		{ "a b c d x y z w", "a b c d", .5, 1 },
		{ "", "a", 0, 0 },
		{ "x", "a", 0, 0 },
		{ "中文", "中文字儿", 1, .5 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tcn_bench_extract_score score;

		ck_assert_int_eq(tcn_bench_extract_compare(tcn_str(cases[i]
								       .got),
				     tcn_str(cases[i].truth), &score),
		    TCN_OK);
		ck_assert_msg(score.precision == cases[i].precision &&
			score.recall == cases[i].recall,
		    "%s: %f, %f", cases[i].got, score.precision, score.recall);
	}
}
END_TEST

/* What is promised: F1 .93 and nothing else on 38 of 40 pages. A page has 800
 * to 60,000 bytes. */
START_TEST(articles_are_found)
{
	size_t n = ROUNDS * tcn_demo_pages_shapes(), clean = 0, titles = 0;
	struct tcn_demo_page page = { 0 };
	struct tcn_demo_pages *pages;
	double f1 = 0;

	tcn_markup_init();
	ck_assert_uint_ge(n, 40);
	ck_assert_int_eq(tcn_demo_pages_new((uint64_t)_i, &pages, NULL),
	    TCN_OK);
	for (size_t i = 0; i < n; i++) {
		struct tcn_bench_extract_score score;

		ck_assert_int_eq(tcn_demo_pages_make(pages, i, &page), TCN_OK);
		ck_assert_int_eq(tcn_bench_extract_page(&page, &score), TCN_OK);
		f1 += score.f1;
		clean += score.clean;
		titles += score.title;
	}
	tcn_demo_page_fini(&page);
	tcn_demo_pages_free(pages);
	ck_assert_msg(f1 / (double)n >= .95, "F1 is %.3f", f1 / (double)n);
	ck_assert_msg(clean * 40 >= n * 38, "%zu of %zu are clean", clean, n);
	ck_assert_msg(titles * 40 >= n * 38, "%zu of %zu titles", titles, n);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* The same seed gives the same page, another another. */
START_TEST(pages_are_a_function_of_the_seed)
{
	struct tcn_demo_page a = { 0 }, b = { 0 };
	struct tcn_demo_pages *one, *two, *other;

	ck_assert_int_eq(tcn_demo_pages_new(7, &one, NULL), TCN_OK);
	ck_assert_int_eq(tcn_demo_pages_new(7, &two, NULL), TCN_OK);
	ck_assert_int_eq(tcn_demo_pages_new(8, &other, NULL), TCN_OK);
	ck_assert_int_eq(tcn_demo_pages_make(one, 5, &a), TCN_OK);
	ck_assert_int_eq(tcn_demo_pages_make(two, 5, &b), TCN_OK);
	ck_assert(tcn_str_equal(tcn_buf_view(&a.html), tcn_buf_view(&b.html)));
	ck_assert_int_eq(tcn_demo_pages_make(other, 5, &b), TCN_OK);
	ck_assert(!tcn_str_equal(tcn_buf_view(&a.html), tcn_buf_view(&b.html)));
	tcn_demo_page_fini(&a);
	tcn_demo_page_fini(&b);
	tcn_demo_pages_free(one);
	tcn_demo_pages_free(two);
	tcn_demo_pages_free(other);
}
END_TEST

TCN_TESTS(bench_extract)
{
	tcase_add_test(tc, the_measure_is_right);
	tcase_add_loop_test(tc, articles_are_found, 1, 4);
	tcase_add_test(tc, pages_are_a_function_of_the_seed);
}

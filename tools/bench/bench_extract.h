/*
 * tools/bench/bench_extract.h - how well articles are taken out of pages whose
 * articles are known (tools/demo/demo_page.h).
 *
 * Precision is the share of the extracted tokens that are the article's, recall
 * the share of the article's tokens that were extracted, both counted with
 * repetitions; F1 is their harmonic mean. A token is a run of letters and
 * digits, folded where they are ASCII; a character of Han or kana is one.
 * Figures of several pages are the means over pages. A page is clean when
 * nothing that is known not to be the article's was extracted.
 */
#ifndef TCN_TOOLS_BENCH_BENCH_EXTRACT_H
#define TCN_TOOLS_BENCH_BENCH_EXTRACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "tools/demo/demo_page.h"

struct tcn_bench_extract_score {
	double precision, recall, f1;
	bool clean;
	bool title, date; /* are right; date: or the page names none */
	const char *how; /* what the text was found by */
	double seconds; /* of processor time */
};

/* Compares a text with the truth. */
TCN_MUST_USE enum tcn_rc tcn_bench_extract_compare(struct tcn_str got,
    struct tcn_str truth, struct tcn_bench_extract_score *score);

/* Takes the article out of a page, and compares it with the truth. A page on
 * which none is found has a score of 0. Errors: TCN_NOMEM. */
TCN_MUST_USE enum tcn_rc
tcn_bench_extract_page(const struct tcn_demo_page *page,
    struct tcn_bench_extract_score *score);

#endif

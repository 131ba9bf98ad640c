/*
 * tools/bench/bench_vector_rows.h - finding the stories that an item with a
 * vector may join: the search of window/vector/vector_rows.h beside a look at
 * all of them.
 */
#ifndef TCN_TOOLS_BENCH_BENCH_VECTOR_ROWS_H
#define TCN_TOOLS_BENCH_BENCH_VECTOR_ROWS_H

#include "engine/base/rc.h"
#include "tools/bench/bench.h"

/* Prints a table: 1,000, 3,000 and 10,000 stories, of vectors whose numbers are
 * all alike likely, and of such as a model makes. */
TCN_MUST_USE enum tcn_rc
tcn_bench_vector_rows(const struct tcn_bench_args *args);

#endif

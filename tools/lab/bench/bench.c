#include "tools/lab/bench/bench.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/base/compare.h"
#include "tools/lab/demo/demo.h"

void
tcn_bench_stream_conf(const struct tcn_bench_args *args, uint64_t items,
    struct tcn_demo_conf *conf)
{
	tcn_demo_conf_init(conf);
	conf->seed = args->seed;
	conf->items = (uint32_t)(args->items ? args->items : items);
	conf->days = 3;
}

enum tcn_rc
tcn_bench_stream(const struct tcn_bench_args *args, uint64_t items,
    struct tcn_demo **demo, struct tcn_err *err)
{
	struct tcn_demo_conf conf;

	tcn_bench_stream_conf(args, items, &conf);
	return tcn_demo_new(&conf, demo, err);
}

double
tcn_bench_quantile(double *values, size_t n, double share)
{
	size_t i = (size_t)(share * (double)n);

	assert(share >= 0 && share <= 1);
	if (n == 0)
		return 0;
	qsort(values, n, sizeof *values, tcn_compare_double);
	return values[i < n ? i : n - 1];
}

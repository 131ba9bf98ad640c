#include "tools/bench/bench.h"

#include "tools/demo/demo.h"

enum tcn_rc
tcn_bench_stream(const struct tcn_bench_args *args, uint64_t items,
    struct tcn_demo **demo, struct tcn_err *err)
{
	struct tcn_demo_conf conf;

	tcn_demo_conf_init(&conf);
	conf.seed = args->seed;
	conf.items = (uint32_t)(args->items ? args->items : items);
	conf.days = 3;
	return tcn_demo_new(&conf, demo, err);
}

#include "tools/bench/bench_window.h"

#include "engine/base/mem.h"
#include "tools/bench/bench.h"
#include "tools/bench/bench_pairs.h"

struct feed {
	tcn_bench_window_take *take;
	void *ctx;
};

static enum tcn_rc
feed(const struct feed *feed, size_t first, size_t end, double *seconds)
{
	double start = tcn_bench_cpu();
	enum tcn_rc rc = TCN_OK;

	for (size_t i = first; i < end && !rc; i++)
		rc = feed->take(feed->ctx, i);
	*seconds = (tcn_bench_cpu() - start) / (double)(end - first);
	return rc;
}

static enum tcn_rc
feed_timed(const struct feed *feed, size_t first, size_t end,
    struct tcn_bench_window *times)
{
	size_t n = end - first;
	double *pauses = tcn_mem_alloc(n * sizeof *pauses);
	enum tcn_rc rc = pauses ? TCN_OK : TCN_NOMEM;

	for (size_t i = 0; i < n && !rc; i++) {
		double start = tcn_bench_cpu();

		rc = feed->take(feed->ctx, first + i);
		pauses[i] = tcn_bench_cpu() - start;
	}
	if (!rc) {
		times->pause_max = tcn_bench_quantile(pauses, n, 1);
		times->pause_p999 = pauses[n - 1 - n / 1000];
	}
	tcn_mem_free(pauses);
	return rc;
}

enum tcn_rc
tcn_bench_window_feed(tcn_bench_window_take *take, void *ctx, size_t n,
    struct tcn_bench_window *times)
{
	const struct feed f = { take, ctx };
	enum tcn_rc rc = feed(&f, 0, n, &times->insert);

	if (!rc)
		rc = feed(&f, n, n + n / 2, &times->slide);
	if (!rc)
		rc = feed_timed(&f, n + n / 2, tcn_bench_window_stream(n),
		    times);
	return rc;
}

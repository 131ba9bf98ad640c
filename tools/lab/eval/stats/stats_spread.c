#include "tools/lab/eval/stats/stats_spread.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

#define EXACT TCN_STATS_SPREAD_EXACT
#define HALF  (EXACT / 2) /* cells of a doubling */

static size_t
cell_of(uint64_t value)
{
	unsigned shift;

	if (value < EXACT)
		return value;
	/* The top ten bits say which cell; the first of them is always set. */
	shift = 63 - (unsigned)__builtin_clzll(value) - 9;
	return EXACT + (size_t)(shift - 1) * HALF +
	    (size_t)((value >> shift) - HALF);
}

/* The least number of a cell. */
static uint64_t
least_of(size_t cell)
{
	size_t above = cell - EXACT;

	if (cell < EXACT)
		return cell;
	return (uint64_t)(HALF + above % HALF) << (above / HALF + 1);
}

void
tcn_stats_spread_add(struct tcn_stats_spread *spread, uint64_t value,
    uint64_t times)
{
	size_t cell = cell_of(value);

	assert(cell < TCN_STATS_SPREAD_CELLS);
	spread->cells[cell] += times;
	spread->n += times;
	spread->sum += (double)value * (double)times;
	if (times && value > spread->most)
		spread->most = value;
}

double
tcn_stats_spread_mean(const struct tcn_stats_spread *spread)
{
	return spread->n ? spread->sum / (double)spread->n : 0;
}

uint64_t
tcn_stats_spread_quantile(const struct tcn_stats_spread *spread, double share)
{
	double want = ceil(share * (double)spread->n);
	uint64_t seen = 0;

	assert(share >= 0 && share <= 1);
	for (size_t i = 0; i < TCN_STATS_SPREAD_CELLS; i++) {
		seen += spread->cells[i];
		if (spread->cells[i] && (double)seen >= want)
			return least_of(i);
	}
	return 0;
}

uint64_t
tcn_stats_spread_between(const struct tcn_stats_spread *spread, uint64_t from,
    uint64_t to)
{
	uint64_t n = 0;

	for (size_t i = cell_of(from); i < TCN_STATS_SPREAD_CELLS; i++) {
		uint64_t least = least_of(i);

		if (least >= to)
			break;
		if (least >= from)
			n += spread->cells[i];
	}
	return n;
}

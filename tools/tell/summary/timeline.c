#include "tools/tell/summary/timeline.h"

#include <assert.h>
#include <stdbool.h>

#include "engine/base/mem.h"

#define GAP_MS_MIN (5 * TCN_MINUTE_MS)
#define GAP_PART   25 /* of the time that most of the news took */
#define EDGE       10 /* the first and last tenth of the news are not most */
#define NEVER      INT64_MAX

/* The best choice of so many steps that ends in a candidate. */
struct cell {
	int64_t cost; /* without - W^2/k; NEVER: there is none */
	uint16_t before; /* the step before it */
};

struct table {
	const struct tcn_timeline_candidate *candidates;
	size_t n;
	int64_t gap_ms;
	int64_t *sums; /* of the news ahead of a candidate; n + 1 of them */
	struct cell *cells; /* a row for each number of steps, less one */
};

static struct cell *
cell_at(const struct table *table, size_t steps, size_t last)
{
	return &table->cells[(steps - 1) * table->n + last];
}

int64_t
tcn_timeline_gap(const struct tcn_timeline_candidate *candidates, size_t n)
{
	int64_t all = 0, sum = 0, from = 0, gap;
	size_t i = 0;

	assert(n);
	for (size_t k = 0; k < n; k++)
		all += candidates[k].news;
	for (; i + 1 < n && (sum + candidates[i].news) * EDGE < all; i++)
		sum += candidates[i].news;
	from = candidates[i].ms;
	for (; i + 1 < n && sum * EDGE < all * (EDGE - 1); i++)
		sum += candidates[i].news;
	gap = (candidates[i].ms - from) / GAP_PART;
	return gap > GAP_MS_MIN ? gap : GAP_MS_MIN;
}

/* What a step adds that stands at candidate `at`, behind `from` of them. */
static int64_t
cost_of(const struct table *table, size_t from, size_t at)
{
	int64_t news = table->sums[at + 1] - table->sums[from];
	int64_t own = table->candidates[at].news;

	return news * news - table->sums[table->n] * own / 2;
}

static void
fill_cell(const struct table *table, size_t steps, size_t last)
{
	struct cell *cell = cell_at(table, steps, last);
	bool is_end = last + 1 == table->n;

	*cell = (struct cell){ .cost = NEVER };
	for (size_t i = 0; i < last; i++) {
		const struct cell *before = cell_at(table, steps - 1, i);
		int64_t apart =
		    table->candidates[last].ms - table->candidates[i].ms;
		int64_t cost;

		if (before->cost == NEVER ||
		    (apart < table->gap_ms && (i || !is_end)))
			continue;
		cost = before->cost + cost_of(table, i + 1, last);
		if (cost < cell->cost)
			*cell = (struct cell){ cost, (uint16_t)i };
	}
}

static void
fill(const struct table *table)
{
	for (size_t i = 0; i < table->n; i++)
		*cell_at(table, 1, i) = (struct cell){ .cost = NEVER };
	cell_at(table, 1, 0)->cost = cost_of(table, 0, 0);
	for (size_t steps = 2; steps <= TCN_TIMELINE_STEPS; steps++) {
		for (size_t i = 0; i < table->n; i++)
			fill_cell(table, steps, i);
	}
}

/* The best number of steps. */
static size_t
best_number(const struct table *table)
{
	int64_t all = table->sums[table->n], least = NEVER;
	size_t best = 1;

	for (size_t k = 1; k <= TCN_TIMELINE_STEPS; k++) {
		const struct cell *cell = cell_at(table, k, table->n - 1);
		int64_t cost;

		if (cell->cost == NEVER)
			continue;
		cost = cell->cost - all * all / (int64_t)k;
		if (cost < least) {
			least = cost;
			best = k;
		}
	}
	return best;
}

void
tcn_timeline_choose(const struct tcn_timeline_candidate *candidates, size_t n,
    size_t steps[TCN_TIMELINE_STEPS], size_t *steps_n)
{
	struct table table = { .candidates = candidates, .n = n };

	assert(n <= TCN_TIMELINE_CANDIDATES);
	*steps_n = 0;
	if (!n)
		return;
	table.gap_ms = tcn_timeline_gap(candidates, n);
	table.sums = tcn_mem_calloc(table.n + 1, sizeof *table.sums);
	table.cells =
	    tcn_mem_calloc(TCN_TIMELINE_STEPS * table.n, sizeof *table.cells);
	for (size_t i = 0; i < table.n; i++) {
		assert(table.candidates[i].news <= TCN_TIMELINE_NEWS_MAX);
		assert(!i ||
		    table.candidates[i - 1].ms <= table.candidates[i].ms);
		table.sums[i + 1] = table.sums[i] + table.candidates[i].news;
	}
	fill(&table);
	*steps_n = best_number(&table);
	for (size_t k = *steps_n, at = n - 1; k; k--) {
		steps[k - 1] = at;
		at = cell_at(&table, k, at)->before;
	}
	tcn_mem_free(table.sums);
	tcn_mem_free(table.cells);
}

#include "window/story/publisher.h"

#include <stdlib.h>

#include "engine/base/mem.h"

#define PRIOR 20 /* headlines: after so many its own count for half */

void
tcn_publisher_fini(struct tcn_publisher_table *publishers)
{
	tcn_map_fini(&publishers->by_publisher);
	tcn_mem_free(publishers->rows);
	tcn_journal_fini(&publishers->journal);
}

struct tcn_publisher *
tcn_publisher_find(const struct tcn_publisher_table *publishers,
    uint64_t publisher)
{
	const uint64_t *at = tcn_map_find(&publishers->by_publisher, publisher);

	return at ? &publishers->rows[*at] : NULL;
}

static struct tcn_publisher *
add_row(struct tcn_publisher_table *publishers, uint64_t publisher,
    int32_t since)
{
	struct tcn_publisher *rows = tcn_mem_grow(publishers->rows,
	    &publishers->cap, publishers->n + 1, sizeof *rows);
	struct tcn_publisher *row;
	uint64_t *at;

	publishers->rows = rows;
	tcn_map_put(&publishers->by_publisher, publisher, &at, NULL);
	*at = publishers->n;
	if (!publishers->n || since < publishers->first)
		publishers->first = since;
	row = &rows[publishers->n++];
	*row = (struct tcn_publisher){
		.publisher = publisher,
		.first_period = since,
		.returned_period = since,
		.last_period = since,
	};
	return row;
}

/* What counts most first: who ever had peaks, who came last, then by hash. */
static int
by_worth(const void *left, const void *right)
{
	const struct tcn_publisher *a = left, *b = right;

	if (!a->rate.peaks != !b->rate.peaks)
		return a->rate.peaks ? -1 : 1;
	if (a->last_ms != b->last_ms)
		return a->last_ms > b->last_ms ? -1 : 1;
	return a->publisher < b->publisher ? -1 : a->publisher > b->publisher;
}

static void
make_room(struct tcn_publisher_table *publishers, struct tcn_slab *slab)
{
	size_t remaining = publishers->n - publishers->n / 4;

	qsort(publishers->rows, publishers->n, sizeof *publishers->rows,
	    by_worth);
	while (publishers->n > remaining) {
		struct tcn_publisher *last = &publishers->rows[--publishers->n];

		if (last->rate.peaks)
			tcn_baseline_free_rate(slab, &last->rate);
		tcn_journal_remove(&publishers->journal, last->publisher);
	}
	/* After the rows have moved: builds the map anew. */
	tcn_map_clear(&publishers->by_publisher);
	publishers->first = INT32_MAX;
	for (size_t i = 0; i < publishers->n; i++) {
		const struct tcn_publisher *row = &publishers->rows[i];
		uint64_t *at;

		if (row->first_period < publishers->first)
			publishers->first = row->first_period;
		tcn_map_put(&publishers->by_publisher, row->publisher, &at,
		    NULL);
		*at = i;
	}
}

void
tcn_publisher_count(struct tcn_publisher_table *publishers,
    struct tcn_slab *slab, const struct tcn_baseline_clock *clock,
    const struct tcn_decay *decay, uint64_t publisher,
    enum tcn_word_case_form form)
{
	struct tcn_publisher *row = tcn_publisher_find(publishers, publisher);

	if (!row && publishers->n == TCN_PUBLISHER_MAX)
		make_room(publishers, slab);
	if (!row)
		row = add_row(publishers, publisher, clock->active_periods);
	tcn_baseline_count(slab, clock, &row->rate);
	if (form != TCN_HEADLINE_UNKNOWN)
		tcn_decay_add(decay, &row->formed, 1);
	if (form == TCN_HEADLINE_TITLE)
		tcn_decay_add(decay, &row->titled, 1);
	row->last_ms = clock->decay.now_ms;
	if (clock->active_periods - row->last_period >=
	    clock->numbers->baseline_periods)
		row->returned_period = clock->active_periods;
	row->last_period = clock->active_periods;
	tcn_journal_change(&publishers->journal, publisher, &row->mark);
}

double
tcn_publisher_titled(const struct tcn_publisher_table *publishers,
    const struct tcn_decay *decay, uint64_t publisher, double share)
{
	const struct tcn_publisher *row =
	    tcn_publisher_find(publishers, publisher);
	double formed = row ? tcn_decay_read(decay, row->formed) : 0;
	double titled = row ? tcn_decay_read(decay, row->titled) : 0;

	return (titled + PRIOR * share) / (formed + PRIOR);
}

/*
 * The rate up to which the volume ratio is 1. For a publisher that is new the
 * baseline is the stream's, divided among all publishers.
 */
static double
floor_of(const struct tcn_publisher_table *publishers,
    const struct tcn_baseline_clock *clock, struct tcn_publisher *row,
    double volume)
{
	double baseline = tcn_baseline_level(clock, &row->rate);
	double least = clock->numbers->publisher_floor;
	double each = volume / (double)publishers->n;

	if (clock->active_periods - row->returned_period <=
		clock->numbers->warmup_periods &&
	    each > baseline)
		baseline = each;
	return baseline + 1 > least ? baseline + 1 : least;
}

double
tcn_publisher_volume_ratio(const struct tcn_publisher_table *publishers,
    const struct tcn_baseline_clock *clock, uint64_t publisher)
{
	struct tcn_publisher *row = tcn_publisher_find(publishers, publisher);
	struct tcn_baseline_rate stream = clock->volume;
	double volume = tcn_baseline_level(clock, &stream);
	double volume_ratio;

	if (!row || volume <= 0 ||
	    clock->active_periods - publishers->first <=
		clock->numbers->warmup_periods)
		return 1;
	volume_ratio = tcn_decay_read(&clock->decay, row->rate.now) /
	    floor_of(publishers, clock, row, volume);
	return volume_ratio > 1 ? volume_ratio : 1;
}

enum tcn_rc
tcn_publisher_load(struct tcn_publisher_table *publishers, uint64_t publisher,
    int32_t since, struct tcn_publisher **row)
{
	if (tcn_publisher_find(publishers, publisher) ||
	    publishers->n == TCN_PUBLISHER_MAX)
		return TCN_CORRUPT;
	*row = add_row(publishers, publisher, since);
	return TCN_OK;
}

size_t
tcn_publisher_bytes(const struct tcn_publisher_table *publishers)
{
	return publishers->cap * sizeof *publishers->rows +
	    tcn_map_bytes(&publishers->by_publisher) +
	    tcn_journal_bytes(&publishers->journal);
}

static enum tcn_rc
check_row(const struct tcn_publisher_table *publishers, size_t i,
    const struct tcn_baseline_clock *clock, struct tcn_err *err)
{
	const struct tcn_publisher *row = &publishers->rows[i];

	if (tcn_publisher_find(publishers, row->publisher) != row)
		return tcn_err_set(err, TCN_CORRUPT,
		    "publisher %zu is not found by its hash", i);
	if (row->first_period < publishers->first ||
	    row->returned_period < row->first_period ||
	    row->last_period < row->returned_period ||
	    row->last_period > clock->active_periods)
		return tcn_err_set(err, TCN_CORRUPT,
		    "publisher %zu: periods %d, %d, %d", i, row->first_period,
		    row->returned_period, row->last_period);
	if (row->mark > publishers->journal.saves + 1)
		return tcn_err_set(err, TCN_CORRUPT,
		    "publisher %zu: its mark is ahead of the journal", i);
	return tcn_baseline_check(clock, &row->rate, err);
}

enum tcn_rc
tcn_publisher_check(const struct tcn_publisher_table *publishers,
    const struct tcn_baseline_clock *clock, struct tcn_err *err)
{
	const struct tcn_journal *journal = &publishers->journal;
	size_t marked = 0;
	enum tcn_rc rc = tcn_journal_check(journal, err);

	if (!rc &&
	    (publishers->n != publishers->by_publisher.n ||
		publishers->n > TCN_PUBLISHER_MAX))
		rc = tcn_err_set(err, TCN_CORRUPT, "%zu publishers, %zu named",
		    publishers->n, publishers->by_publisher.n);
	for (size_t i = 0; i < publishers->n && !rc; i++) {
		rc = check_row(publishers, i, clock, err);
		marked += tcn_journal_has(journal, publishers->rows[i].mark);
	}
	for (size_t i = 0; i < journal->changed.n && !rc; i++) {
		const struct tcn_publisher *row =
		    tcn_publisher_find(publishers, journal->changed.at[i]);

		if (row && !tcn_journal_has(journal, row->mark))
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "a listed publisher has no mark");
	}
	if (!rc && marked > journal->changed.n)
		rc = tcn_err_set(err, TCN_CORRUPT,
		    "%zu publishers have changed, %zu are listed", marked,
		    journal->changed.n);
	return rc;
}

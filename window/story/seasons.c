#include "window/story/seasons.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"

#define DAYS  TCN_SEASONS_DAYS
#define WORTH 92 /* days, of each other day that a form was seen on */

/* Lags of k times `every` hundredths of a day, k from `from` to `to`; of which
 * at least `least` must be met. */
static const struct period {
	int32_t every, from, to, slack;
	uint32_t least;
} periods[] = {
	[TCN_SEASON_DAY] = { 100, 2, 15, 0, 1 },
	[TCN_SEASON_WEEK] = { 700, 1, 8, 0, 2 },
	[TCN_SEASON_MONTH] = { 3044, 1, 12, 3, 2 },
	[TCN_SEASON_QUARTER] = { 9132, 1, 4, 6, 1 },
	[TCN_SEASON_YEAR] = { 36525, 1, 1, 4, 1 },
};

void
tcn_seasons_fini(struct tcn_seasons *seasons)
{
	tcn_map_fini(&seasons->by_form);
	tcn_mem_free(seasons->rows);
	tcn_journal_fini(&seasons->journal);
}

struct tcn_season_row *
tcn_seasons_get(const struct tcn_seasons *seasons, uint64_t form)
{
	const uint64_t *at = tcn_map_find(&seasons->by_form, form);

	return at ? &seasons->rows[*at] : NULL;
}

/* Days since 1970; rounded down before it, too. */
static int32_t
day_of(int64_t ms)
{
	return (int32_t)(ms / TCN_DAY_MS - (ms % TCN_DAY_MS < 0));
}

static uint32_t
hour_of(int64_t ms)
{
	int64_t rest = ms % TCN_DAY_MS;

	return (uint32_t)((rest < 0 ? rest + TCN_DAY_MS : rest) / TCN_HOUR_MS);
}

static uint32_t
bit_of(int32_t day)
{
	int32_t bit = day % DAYS;

	return (uint32_t)(bit < 0 ? bit + DAYS : bit);
}

static bool
has_day(const struct tcn_season_row *row, int32_t day)
{
	uint32_t bit = bit_of(day);

	return row->days[bit / 64] >> bit % 64 & 1;
}

static void
set_day(struct tcn_season_row *row, int32_t day)
{
	uint32_t bit = bit_of(day);

	row->days[bit / 64] |= (uint64_t)1 << bit % 64;
}

static void
clear_day(struct tcn_season_row *row, int32_t day)
{
	uint32_t bit = bit_of(day);

	row->days[bit / 64] &= ~((uint64_t)1 << bit % 64);
}

static uint32_t
count_days(const struct tcn_season_row *row)
{
	uint32_t n = 0;

	for (size_t i = 0; i < DAYS / 64; i++)
		n += (uint32_t)__builtin_popcountll(row->days[i]);
	return n;
}

static void
add_row(struct tcn_seasons *seasons, const struct tcn_season_row *row,
    struct tcn_season_row **added)
{
	struct tcn_season_row *rows = tcn_mem_grow(seasons->rows, &seasons->cap,
	    seasons->n + 1, sizeof *rows);
	uint64_t *at;

	seasons->rows = rows;
	tcn_map_put(&seasons->by_form, row->form, &at, NULL);
	*at = seasons->n;
	*added = &rows[seasons->n++];
	**added = *row;
	(*added)->mark = 0;
}

static int64_t
worth(const struct tcn_season_row *row)
{
	uint32_t others = count_days(row) - 1;

	return row->last_day + (int64_t)WORTH * (others < 4 ? others : 4);
}

/* What is worth most first; ties by hash. */
static int
by_worth(const void *left, const void *right)
{
	const struct tcn_season_row *a = left, *b = right;
	int64_t x = worth(a), y = worth(b);

	if (x != y)
		return x > y ? -1 : 1;
	return a->form < b->form ? -1 : a->form > b->form;
}

/* Begins a day that is after the row's last; older days fall out of the ring,
 * and the first may be another. */
static void
begin_day(struct tcn_season_row *row, int32_t day)
{
	/* The hours of the last day are past when another day begins. */
	bool full = false;

	for (size_t h = 0; h < 24; h++)
		full |= row->hours[h] == UINT8_MAX;
	for (size_t h = 0; h < 24; h++) {
		row->hours[h] = (uint8_t)(row->hours[h] >> full);
		row->hours[h] =
		    (uint8_t)(row->hours[h] + (row->last_hours >> h & 1));
	}
	row->last_hours = 0;
	if (day - row->last_day >= DAYS) {
		*row = (struct tcn_season_row){
			.form = row->form, .mark = row->mark, .first_day = day
		};
	} else {
		for (int32_t d = row->last_day + 1; d < day; d++)
			clear_day(row, d);
		clear_day(row, day);
		if (day - row->first_day >= DAYS)
			row->first_day = day - DAYS + 1;
		while (!has_day(row, row->first_day) && row->first_day < day)
			row->first_day++;
	}
	row->last_day = day;
	set_day(row, day);
}

void
tcn_seasons_note(struct tcn_seasons *seasons, uint64_t form, int64_t now_ms)
{
	struct tcn_season_row *row = tcn_seasons_get(seasons, form);
	int32_t day = day_of(now_ms);
	uint32_t hour = (uint32_t)1 << hour_of(now_ms);

	if (row && day == row->last_day && row->last_hours & hour)
		return;
	if (!row && seasons->n == TCN_SEASONS_MAX) {
		size_t remaining = seasons->n - seasons->n / 4;

		qsort(seasons->rows, seasons->n, sizeof *seasons->rows,
		    by_worth);
		while (seasons->n > remaining)
			tcn_journal_remove(&seasons->journal,
			    seasons->rows[--seasons->n].form);
		tcn_map_clear(&seasons->by_form);
		for (size_t i = 0; i < seasons->n; i++) {
			uint64_t *at;

			tcn_map_put(&seasons->by_form, seasons->rows[i].form,
			    &at, NULL);
			*at = i;
		}
	}
	if (!row) {
		struct tcn_season_row begun = {
			.form = form, .first_day = day, .last_day = day
		};

		set_day(&begun, day);
		add_row(seasons, &begun, &row);
	}
	assert(day >= row->last_day);
	if (day > row->last_day)
		begin_day(row, day);
	row->last_hours |= hour;
	tcn_journal_change(&seasons->journal, form, &row->mark);
}

/* Whether the form came at most slack days from that day. */
static bool
came_near(const struct tcn_season_row *row, int32_t day, int32_t slack)
{
	for (int32_t d = day - slack; d <= day + slack; d++)
		if (d >= row->first_day && d <= row->last_day &&
		    has_day(row, d))
			return true;
	return false;
}

/* The share of its sightings that were at most an hour from this one, doubled.
 */
static double
hour_share(const struct tcn_season_row *row, int32_t day, uint32_t hour)
{
	uint32_t at[24], all = 0, near;

	for (size_t h = 0; h < 24; h++) {
		at[h] = row->hours[h];
		if (row->last_day < day)
			at[h] += row->last_hours >> h & 1;
		all += at[h];
	}
	near = at[(hour + 23) % 24] + at[hour] + at[(hour + 1) % 24];
	return !all ? 0 : 2 * near >= all ? 1 : 2.0 * near / all;
}

/* The days on which it came, of those from `since` to the day before
 * yesterday. */
static uint32_t
days_before(const struct tcn_season_row *row, int32_t since, int32_t day)
{
	uint32_t n = 0;

	for (int32_t d = since; d <= day - 2 && d <= row->last_day; d++)
		n += has_day(row, d);
	return n;
}

static void
ask_period(const struct tcn_season_row *row, int32_t day, int32_t since,
    enum tcn_season_period which, struct tcn_season *season)
{
	const struct period *period = &periods[which];
	double missed = 1, regularity;
	uint32_t met = 0, asked = 0;

	for (int32_t k = period->from; k <= period->to; k++) {
		int32_t lag = k * period->every / 100;

		if (which != TCN_SEASON_DAY &&
		    day - lag + period->slack < since)
			break;
		asked++;
		met += came_near(row, day - lag, period->slack);
	}
	if (met < period->least)
		return;
	if (which != TCN_SEASON_DAY)
		for (int32_t i = -period->slack; i <= period->slack; i++)
			missed *= 1 -
			    (double)season->days_n / (double)(day - 1 - since);
	regularity = (double)met / (asked + 1) - (1 - missed);
	if (regularity <= 0)
		return;
	regularity *= season->hour / missed;
	if (which != TCN_SEASON_DAY && regularity > season->calendar)
		season->calendar = regularity;
	if (regularity <= season->regularity)
		return;
	season->regularity = regularity;
	season->period = which;
	season->met = met;
	season->asked = asked;
}

void
tcn_seasons_find(const struct tcn_seasons *seasons, uint64_t form,
    int64_t now_ms, struct tcn_season *season)
{
	const struct tcn_season_row *row = tcn_seasons_get(seasons, form);
	int32_t day = day_of(now_ms), since;

	*season = (struct tcn_season){ 0 };
	if (!row || day - row->last_day >= DAYS)
		return;
	since = row->first_day;
	if (day - since >= DAYS)
		since = day - DAYS + 1;
	while (!has_day(row, since))
		since++;
	season->days_n = days_before(row, since, day);
	if (!season->days_n)
		return;
	season->hour = hour_share(row, day, hour_of(now_ms));
	for (enum tcn_season_period p = TCN_SEASON_DAY; p <= TCN_SEASON_YEAR;
	     p++)
		ask_period(row, day, since, p, season);
}

/* Days within first and last, both of them among them; hours of a day. */
static bool
is_sound(const struct tcn_season_row *row)
{
	int64_t span = (int64_t)row->last_day - row->first_day;
	uint32_t within = 0;

	if (span < 0 || span >= DAYS || row->last_hours >> 24 ||
	    !row->last_hours || !has_day(row, row->first_day) ||
	    !has_day(row, row->last_day))
		return false;
	for (int32_t d = row->first_day; d <= row->last_day; d++)
		within += has_day(row, d);
	return within == count_days(row);
}

enum tcn_rc
tcn_seasons_load(struct tcn_seasons *seasons, const struct tcn_season_row *row)
{
	struct tcn_season_row *added;

	if (row->last_day < -INT32_MAX / 2 || row->last_day > INT32_MAX / 2 ||
	    tcn_seasons_get(seasons, row->form) ||
	    seasons->n == TCN_SEASONS_MAX || !is_sound(row))
		return TCN_CORRUPT;
	add_row(seasons, row, &added);
	return TCN_OK;
}

size_t
tcn_seasons_bytes(const struct tcn_seasons *seasons)
{
	return seasons->cap * sizeof *seasons->rows +
	    tcn_map_bytes(&seasons->by_form) +
	    tcn_journal_bytes(&seasons->journal);
}

enum tcn_rc
tcn_seasons_check(const struct tcn_seasons *seasons, struct tcn_err *err)
{
	const struct tcn_journal *journal = &seasons->journal;
	size_t marked = 0;

	if (seasons->n != seasons->by_form.n || seasons->n > TCN_SEASONS_MAX)
		return tcn_err_set(err, TCN_CORRUPT, "%zu forms, %zu named",
		    seasons->n, seasons->by_form.n);
	for (size_t i = 0; i < seasons->n; i++) {
		const struct tcn_season_row *row = &seasons->rows[i];

		if (tcn_seasons_get(seasons, row->form) != row ||
		    !is_sound(row))
			return tcn_err_set(err, TCN_CORRUPT,
			    "form %zu: days %d to %d, or not found by its hash",
			    i, row->first_day, row->last_day);
		marked += tcn_journal_has(journal, row->mark);
	}
	if (marked > journal->changed.n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu forms have changed, %zu are listed", marked,
		    journal->changed.n);
	return tcn_journal_check(journal, err);
}

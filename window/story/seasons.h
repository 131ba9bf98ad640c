/*
 * window/story/seasons.h - the days and hours on which each form of story came
 * in the last year.
 *
 * Much of what fills a wire comes by the calendar: jobs data on the first
 * Friday, vehicle sales on the first days of a month, results each quarter, a
 * market report every day at its hour. The history of large stories
 * (window/story/story_history.h) ends after 15 active days and forgets a notice
 * before it comes again. So the forms of large stories are remembered for
 * longer: a *form* is a hash that stories of one kind share, of their first
 * words or of two of their heaviest terms (window/story/story_season.c). A row
 * is one form: a bit for each of the last 384 days, and for each hour of the
 * day how many days it was seen in that hour. (Periodicity as evidence against
 * an event: He, Chang, Lim, Analyzing Feature Trajectories for Event Detection,
 * SIGIR 2007, who tell periodic terms from aperiodic ones by their spectrum;
 * with few sightings a spectrum says little, so only known lags are tested.)
 *
 * REGULARITY of a form at a moment, 0 to 1: how much the form was to be
 * expected. For each period of the table below, a lag is *met* when the form
 * was seen on a day at most `slack` days from that many days ago, and *asked*
 * when the form was known by then; those of the period of a day are always
 * asked, as what an event leaves behind comes every day, too. With m lags met
 * of n asked, and b the share of days on which it came at all (of those since
 * it was first seen, but today and yesterday),
 *
 *	share  = m / (n + 1)			once known is half a reason
 *	chance = 1 - (1 - b) ^ (2 slack + 1)	0 for the period of a day
 *	regularity = max over periods of (share - chance) / (1 - chance) * hour
 *	hour   = min(1, 2 * its share of sightings at most an hour from now)
 *
 *	period	   lags, in days	slack	least
 *	day	   2 .. 15		0	1
 *	week	   7, 14 .. 56		0	2
 *	month	   30, 60 .. 365	3	2	k * 30.44, cut
 *	quarter	   91, 182, 273, 365	6	1
 *	year	   365			4	1	one lag fits 384 days
 *
 * With fewer than `least` lags met the regularity is 0: a form that came once,
 * a week ago, is not weekly, while for a quarter or a year one lag is all that
 * a new stream can know. So a form that comes every day is regular by the day
 * and by nothing else, one that is seen at any hour is not regular, and one
 * never seen before, or yesterday only, is 0. Days and hours are those of UTC.
 * A long-running subject comes daily, too; only regularity by a week or more
 * (`calendar`) shows that dates were known.
 *
 * At most TCN_SEASONS_MAX forms, 96 bytes each and 27 to 43 in the map: 9 MB.
 * When there is no room, the least valuable quarter is evicted: the value of a
 * form is the day on which it was last seen, plus 92 days for each other day,
 * up to four; ties by hash. Cost: a map look-up and O(1) a sighting; a question
 * O(lags); an eviction O(n log n) every n / 4 new forms.
 *
 * Invariants (tcn_seasons_check): the map names every row; first_day and
 * last_day are days of their row, and no day lies outside of them.
 */
#ifndef TCN_WINDOW_STORY_SEASONS_H
#define TCN_WINDOW_STORY_SEASONS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "window/base/journal.h"

#define TCN_SEASONS_MAX  65536 /* forms */
#define TCN_SEASONS_DAYS 384 /* that are remembered; a multiple of 64 */

struct tcn_season_row {
	uint64_t form; /* hash */
	uint64_t days[TCN_SEASONS_DAYS / 64]; /* day d is bit d % 384 */
	int32_t first_day, last_day; /* since 1970, of those remembered */
	uint32_t last_hours; /* bit h: seen in hour h of last_day */
	uint8_t hours[24]; /* earlier days with a sighting in that hour */
	uint32_t mark; /* of the journal */
};

enum tcn_season_period {
	TCN_SEASON_NONE, /* never seen, or never at such a time */
	TCN_SEASON_DAY,
	TCN_SEASON_WEEK,
	TCN_SEASON_MONTH,
	TCN_SEASON_QUARTER,
	TCN_SEASON_YEAR,
};

/* How much a form was to be expected at a moment. */
struct tcn_season {
	double regularity; /* 0 to 1, as above */
	double calendar; /* the regularity by periods longer than a day */
	/* the period with the greatest regularity */
	enum tcn_season_period period;
	uint32_t met, asked; /* lags of that period */
	uint32_t days_n; /* days on which it came, before yesterday */
	double hour; /* 0 to 1, as above; 0 when it never came */
};

/* All zero is none. */
struct tcn_seasons {
	struct tcn_season_row *rows;
	size_t n, cap;
	struct tcn_map by_form; /* index into rows */
	struct tcn_journal journal; /* forms that changed or went */
};

void tcn_seasons_fini(struct tcn_seasons *seasons);

/* Notes that the form was seen at now_ms, which must not be before that of the
 * last call. */
void tcn_seasons_note(struct tcn_seasons *seasons, uint64_t form,
    int64_t now_ms);

/* Sets *season to how much the form was to be expected at now_ms. */
void tcn_seasons_find(const struct tcn_seasons *seasons, uint64_t form,
    int64_t now_ms, struct tcn_season *season);

/* Restores a saved row, in any order. Errors: TCN_CORRUPT (it is there already,
 * there are too many, or its days contradict each other). */
TCN_MUST_USE enum tcn_rc tcn_seasons_load(struct tcn_seasons *seasons,
    const struct tcn_season_row *row);

/* The row of a form, valid until the next call; NULL: the form is unknown. */
struct tcn_season_row *tcn_seasons_get(const struct tcn_seasons *seasons,
    uint64_t form);

size_t tcn_seasons_bytes(const struct tcn_seasons *seasons);

/*
 * Validator: TCN_CORRUPT, and in err a sentence, when map, rows and journal
 * disagree. O(forms).
 */
TCN_MUST_USE enum tcn_rc tcn_seasons_check(const struct tcn_seasons *seasons,
    struct tcn_err *err);

#endif

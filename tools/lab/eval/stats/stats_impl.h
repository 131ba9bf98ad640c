/*
 * tools/lab/eval/stats/stats_impl.h - the counts themselves. Private to
 * tools/lab/eval/stats/stats*.c.
 */
#ifndef TCN_TOOLS_LAB_EVAL_STATS_STATS_IMPL_H
#define TCN_TOOLS_LAB_EVAL_STATS_STATS_IMPL_H

#include "engine/base/date.h"
#include "engine/base/duration.h"
#include "tools/lab/eval/intern.h"
#include "tools/lab/eval/reliability.h"
#include "tools/lab/eval/stats/stats.h"
#include "tools/lab/eval/stats/stats_forms.h"
#include "tools/lab/eval/stats/stats_groups.h"
#include "tools/lab/eval/stats/stats_sources.h"
#include "tools/lab/eval/stats/stats_spread.h"

/* The days that a date may have (engine/base/date.h), 1900 to 2199. */
#define TCN_STATS_DAYS                                                         \
	((size_t)((TCN_DATE_END_MS - TCN_DATE_MIN_MS) / TCN_DAY_MS))

/* What an article is to one before it: the first that holds. */
enum tcn_stats_likeness {
	TCN_STATS_NEW, /* nothing before it */
	TCN_STATS_VERSION, /* a later one of a page */
	TCN_STATS_EXACT, /* the same words */
	TCN_STATS_NEAR, /* at most 3 bits of the fingerprint differ */
	TCN_STATS_SENTENCES, /* a copy by its sentences alone */
	TCN_STATS_EXCERPT, /* it shares sentences, and is no copy */
	TCN_STATS_LIKENESSES,
};

struct tcn_stats_day {
	uint32_t articles, copies;
};

struct tcn_stats {
	struct tcn_stats_conf conf;
	uint64_t articles, repeats;
	uint64_t undated; /* not in the counts of days and hours */
	uint64_t textless; /* a title alone */
	uint64_t rewrites, pair_forms; /* as the window told them */
	uint64_t like[TCN_STATS_LIKENESSES];
	uint64_t hours[24], weekdays[7]; /* UTC; from Monday */
	struct tcn_stats_day *days; /* TCN_STATS_DAYS, from 1900 on */
	size_t first_day, last_day; /* with articles; first > last: none */
	struct tcn_intern langs;
	uint64_t *lang_articles; /* by number of langs */
	size_t lang_cap;
	struct tcn_stats_spread words;
	struct tcn_stats_sources sources;
	struct tcn_stats_forms forms;
	struct tcn_stats_groups groups;
	struct tcn_reliability categories; /* of guesses about them */
	bool finished;
};

/* Unix milliseconds of the midnight that day begins with. */
static inline int64_t
tcn_stats_day_ms(size_t day)
{
	return TCN_DATE_MIN_MS + (int64_t)day * TCN_DAY_MS;
}

#endif

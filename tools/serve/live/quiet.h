/*
 * tools/serve/live/quiet.h - whether it is quiet, or nothing comes in any more.
 *
 * How long a pause is depends on the hour: twelve minutes without an article
 * are nothing at night and a failure at noon. So a pause is measured by how
 * many articles came at this hour on each of the last seven days.
 *
 *	usual     it is no longer than five times the usual time between two
 *	          articles, or than ten minutes
 *	unusual   it is longer than that
 *	broken    it is longer than three times that
 *
 * At an hour in which no article came on any of these days, and as long as
 * there is no such day, every pause is usual. Pure.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_QUIET_H
#define TCN_TOOLS_SERVE_LIVE_QUIET_H

#include <stddef.h>
#include <stdint.h>

#define TCN_QUIET_DAYS 7

enum tcn_quiet {
	TCN_QUIET_USUAL,
	TCN_QUIET_UNUSUAL,
	TCN_QUIET_BROKEN
};

extern const char *const tcn_quiet_names[]; /* "usual" ... */

/* In milliseconds; 0: no such pause. */
struct tcn_quiet_limits {
	int64_t gap_ms; /* the usual time between two articles */
	int64_t unusual_ms, broken_ms;
};

/* Of articles that came in span_ms each on that many days. */
struct tcn_quiet_limits tcn_quiet_limits(uint64_t articles, size_t days,
    int64_t span_ms);

/* What a pause of silent_ms means by these limits. */
enum tcn_quiet tcn_quiet_judge(const struct tcn_quiet_limits *limits,
    int64_t silent_ms);

#endif

/*
 * tools/base/timeval.h - milliseconds as the struct timeval of libevent.
 */
#ifndef TCN_TOOLS_BASE_TIMEVAL_H
#define TCN_TOOLS_BASE_TIMEVAL_H

#include <assert.h>
#include <stdint.h>
#include <sys/time.h>

/* ms: a span of time, >= 0. */
static inline struct timeval
tcn_timeval(int64_t ms)
{
	assert(ms >= 0);
	return (struct timeval){ .tv_sec = (time_t)(ms / 1000),
		.tv_usec = (suseconds_t)(ms % 1000 * 1000) };
}

#endif

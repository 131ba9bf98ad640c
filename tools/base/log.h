/*
 * tools/base/log.h - log lines on standard error, of key=value pairs.
 *
 *	ts=2026-11-21T09:10:11.042Z level=info event=commit items=10000
 *
 * A line is put together in place, without the heap, and written in one call,
 * so that it is whole even when memory is short and threads log at once. A
 * line over 1,000 bytes is cut and ends in "...". Values that hold a space,
 * a quote, an equals sign or a control character stand in JSON quotes.
 *
 * Call order: begin; str, count, number, err in any order; end. The level may
 * be set at any time and from any thread; a line belongs to one thread.
 */
#ifndef TCN_TOOLS_BASE_LOG_H
#define TCN_TOOLS_BASE_LOG_H

#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

enum tcn_log_level {
	TCN_LOG_DEBUG,
	TCN_LOG_INFO,
	TCN_LOG_WARN,
	TCN_LOG_ERROR,
	TCN_LOG_OFF, /* for tcn_log_set_level() only */
};

struct tcn_log {
	char bytes[1024];
	size_t n;
	enum tcn_log_level level;
};

/* Drops lines below level from now on; at the start those below INFO. */
void tcn_log_set_level(enum tcn_log_level level);

/* Begins a line. event is a fixed word such as "commit"; level is not OFF. */
void tcn_log_begin(struct tcn_log *log, enum tcn_log_level level,
    const char *event);

/* Add key=value to the line; key is a literal. The value is copied. */
void tcn_log_str(struct tcn_log *log, const char *key, struct tcn_str value);
void tcn_log_count(struct tcn_log *log, const char *key, uint64_t value);

/* Adds file=, line=, column= (as far as err has them) and error=. err may be
 * NULL. */
void tcn_log_err(struct tcn_log *log, enum tcn_rc rc,
    const struct tcn_err *err);

/* Writes the line, unless its level is dropped. */
void tcn_log_end(struct tcn_log *log);

/* The line as it would be written, without its line feed; for tests. */
struct tcn_str tcn_log_view(struct tcn_log *log);

#endif

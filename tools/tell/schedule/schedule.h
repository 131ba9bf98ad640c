/*
 * tools/tell/schedule/schedule.h - when is it due next?
 *
 * Two languages say at which local times something is due:
 *
 *	0 7,18 * * mon-fri	the five fields of cron: minute, hour, day of
 *				the month, month, day of the week; lists,
 *				ranges, steps, names, 7 is Sunday;
 *				@hourly, @daily, @weekly, @monthly
 *	Mon-Fri 07:00, 17:30	days of the week, times
 *	1st, 15th 09:00		days of the month, times
 *	07:00			times of every day
 *
 * Both become one set of bits (struct tcn_schedule_times). As in Vixie's cron,
 * where both day fields are restricted a day that fits one of them will do, and
 * a field that begins with * counts as not restricted. Seconds and the letters
 * L, W and # of other crons are refused.
 *
 * CLOCK CHANGES. A time that the clock passes over when it is put forward is
 * due once, at the moment of the change. A time that comes twice when the clock
 * is put back is due the first time. Where the hour is a wildcard (*, or * with
 * a step) what is meant is every so often, so that both passes count and
 * nothing is made up for. Several times that fall on one moment are due once.
 *
 * Call order: parse each text; new, which takes copies; next and local in any
 * order; free. One schedule, one thread. No clock is read.
 *
 * Algorithm: between two changes of a zone's offset from UTC, local time is
 * UTC plus a constant. So the search for a set bit runs in plain integers over
 * days and minutes of local time, a stretch of constant offset at a time; ICU
 * is asked for the offset and for the changes alone, and the stretch that was
 * asked for last is kept. Cost: some tens of nanoseconds when it is due within
 * days, about 1 us a year that is passed over.
 */
#ifndef TCN_TOOLS_TELL_SCHEDULE_SCHEDULE_H
#define TCN_TOOLS_TELL_SCHEDULE_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

#define TCN_SCHEDULE_DAY_MINUTES 1440
#define TCN_SCHEDULE_TEXTS_MAX   16 /* of one schedule */
#define TCN_SCHEDULE_ZONE_BYTES  64

/* The local times of one text. */
struct tcn_schedule_times {
	uint64_t minutes[(TCN_SCHEDULE_DAY_MINUTES + 63) / 64]; /* of the day */
	uint32_t days; /* of the month: bits 1 to 31 */
	uint16_t months; /* bits 1 to 12 */
	uint8_t weekdays; /* bits 0, Sunday, to 6 */
	bool either_day; /* a day of the month or of the week is enough */
	bool elapsed; /* any hour: every so often, by elapsed time */
};

/*
 * Reads a text in either language. TCN_INVALID: err says what is wrong and how
 * to mend it, and *at is the byte of text where it stands, from 0; err's place
 * is left alone. Days that no year has (31 February) are wrong, too. O(bytes).
 */
TCN_MUST_USE enum tcn_rc tcn_schedule_parse(struct tcn_str text,
    struct tcn_schedule_times *times, size_t *at, struct tcn_err *err);

struct tcn_schedule;

/*
 * Makes a schedule of n texts, 1 to TCN_SCHEDULE_TEXTS_MAX of them, in an IANA
 * time zone ("Europe/Berlin", "UTC"). TCN_INVALID: there is no such zone, also
 * when its case is wrong.
 */
TCN_MUST_USE enum tcn_rc
tcn_schedule_new(const struct tcn_schedule_times *times, size_t n,
    struct tcn_str zone, struct tcn_schedule **schedule, struct tcn_err *err);
void tcn_schedule_free(struct tcn_schedule *schedule); /* may be NULL */

/*
 * The first moment after after_ms at which it is due; false: none within forty
 * years. ms are unix milliseconds, of the years 1970 to 2199.
 */
bool tcn_schedule_next(struct tcn_schedule *schedule, int64_t after_ms,
    int64_t *due_ms);

#define TCN_SCHEDULE_WALL_BYTES 96

/* Writes what the clocks of the zone show at a moment as "Mon 2026-11-23 07:00
 * +01:00", and returns out. */
const char *tcn_schedule_wall(struct tcn_schedule *schedule, int64_t ms,
    char out[static TCN_SCHEDULE_WALL_BYTES]);

/* The version of the time zone data, as "2026a"; it lives for ever. */
const char *tcn_schedule_tz_version(void);

#endif

/*
 * rules/hours.h - quiet hours: whether a moment is quiet, and until when.
 *
 * Quiet hours are given in the local time of a place: "23:00 to 06:30 in
 * Paris, beginning on weekdays". Hours from 08:00 to 08:00 last the whole day.
 *
 * A period lasts a day at the most, so only two can contain a moment: the one
 * that begins on the local day of the moment, and the one that began the day
 * before. ICU's calendar converts the local times of their begin and end to
 * moments. So a night in which clocks are put forward or back is shorter or
 * longer by that much; a local time that is skipped (02:30, where clocks go
 * from 02:00 to 03:00) means the time as much later (03:30), and of one that
 * comes twice the second counts.
 *
 * Cost: a few microseconds a question. Call order: new; quiet in any order;
 * free. The hours keep no view of their configuration. One object, one
 * thread. No clock is read: the moment is an argument.
 */
#ifndef TCN_RULES_HOURS_H
#define TCN_RULES_HOURS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "rules/rule.h"

struct tcn_hours;

/*
 * Makes quiet hours of conf, whose from_min and to_min must be below 24 * 60.
 * TCN_INVALID: there is no such zone; err names it.
 */
TCN_MUST_USE enum tcn_rc tcn_hours_new(const struct tcn_rule_hours *conf,
    struct tcn_hours **hours, struct tcn_err *err);
void tcn_hours_free(struct tcn_hours *hours);

/*
 * Whether now_ms lies in quiet hours. Sets *until_ms (may be NULL) to the first
 * moment that is not quiet, which is now_ms itself if the answer is false.
 * Adjacent periods are one; INT64_MAX: they follow each other without end.
 */
bool tcn_hours_quiet(struct tcn_hours *hours, int64_t now_ms,
    int64_t *until_ms);

#endif

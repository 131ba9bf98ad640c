/*
 * rules/hours.h - quiet hours: is it quiet now, and until when?
 *
 * Quiet hours are given in the local time of a place: "23:00 to 06:30 in
 * Paris, beginning on weekdays". Hours from 08:00 to 08:00 last the whole day.
 *
 * A period lasts a day at the most, so only two can contain a moment: that
 * which begins on the local day of the moment, and that which began the day
 * before. ICU's calendar makes a moment of each local time at which they begin
 * and end. So a night in which clocks are put forward or back is as much
 * shorter or longer; a local time that is left out there (02:30, where clocks
 * go from 02:00 to 03:00) stands for the time as much later (03:30), and of
 * one that comes twice the second counts.
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
 * conf: from_min and to_min below 24 * 60. TCN_INVALID: there is no such zone;
 * err names it.
 */
TCN_MUST_USE enum tcn_rc tcn_hours_new(const struct tcn_rule_hours *conf,
    struct tcn_hours **hours, struct tcn_err *err);
void tcn_hours_free(struct tcn_hours *hours);

/*
 * Is it quiet at now_ms? *until_ms (may be NULL) is then the first moment at
 * which it is not, else now_ms. Periods without a gap between them are one;
 * INT64_MAX: they follow each other day after day, without end.
 */
bool tcn_hours_quiet(struct tcn_hours *hours, int64_t now_ms,
    int64_t *until_ms);

#endif

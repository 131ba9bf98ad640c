/*
 * rules/hours.h - is it quiet now, and until when?
 *
 * Quiet hours are told in the time of a place: "23:00 to 06:30 in Paris, on
 * weekdays". ICU's calendar knows when clocks there are put forward or back;
 * a wall time that a change leaves out counts as the moment of the change.
 * The days are those on which the quiet begins. Hours from 08:00 to 08:00 last
 * the whole day.
 *
 * One object, one thread. A look costs a few microseconds. No clock is read:
 * the moment is an argument.
 */
#ifndef TCN_RULES_HOURS_H
#define TCN_RULES_HOURS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "rules/rule.h"

struct tcn_hours;

/* Is this the name of a time zone ("Europe/Paris", "UTC")? */
bool tcn_hours_zone_known(struct tcn_str zone);

/* TCN_INVALID: no such zone; err names it. */
TCN_MUST_USE enum tcn_rc tcn_hours_new(const struct tcn_rule_hours *conf,
    struct tcn_hours **hours, struct tcn_err *err);
void tcn_hours_free(struct tcn_hours *hours);

/*
 * Whether now_ms lies inside; then *until_ms (may be NULL) is the first
 * moment that does not. Hours that follow each other without a gap are one:
 * INT64_MAX when they never end.
 */
bool tcn_hours_quiet(struct tcn_hours *hours, int64_t now_ms,
    int64_t *until_ms);

#endif

/*
 * engine/text/date_words.h - dates as people and programs write them, to unix
 * milliseconds.
 *
 * engine/base/date.h reads the two forms that a careful program sends; this
 * reads the dates that feeds contain:
 *
 * - RFC 822, 2822 and 9110, asctime() and JavaScript's Date, in any order that
 *   is unambiguous, with the usual mistakes; month, weekday, AM and PM in the
 *   languages of ICU (date_names.h)
 * - ISO 8601: calendar, week and ordinal dates, with and without hyphens, from
 *   the year alone to fractions of a second, with a point or a comma;
 *   24:00:00; two-digit years ("03-12-31", "031231", "-03-12"), and an extra 0
 *   before the month (Google wrote "2003-012-31")
 * - 22.11.2026, 22/11/2026, 11/22/2026
 * - seconds or milliseconds since 1970: 9 and 10 digits are seconds, 12 and 13
 *   are milliseconds, 16 are microseconds; 12 or 14 digits that are a date
 *   (YYYYMMDDhhmm, YYYYMMDDhhmmss) are that one
 * - zones by offset and by name (date_zone.h), "GMT+0530", "UTC+2", and a
 *   comment in parentheses
 *
 * in the digits of any script, in full width, and with Unicode's minus signs.
 *
 * WHAT IS NOT CERTAIN IS NO DATE. A word that nobody knows (but one before the
 * first number), a zone that nobody knows, two times, two zones that differ, a
 * day that its month does not have: there is no date then, rather than another
 * one. A name that is different months in different languages is read in the
 * language that the caller names; without it, only if all languages that know
 * all words of the text agree. So with 03/04/2026: the language's region
 * decides (en-US, en-GB, fr), else it is no date.
 *
 * WHAT IS ASSUMED. No offset means UTC, but a date in Korean words is Korea's
 * time. A date without a time of day is its midnight. Years of two digits below
 * 50 are of this century, and to years of three digits 1900 is added (RFC 2822,
 * section 4.3); three numbers of two digits with hyphens are year, month and
 * day (ISO 8601:2000). A weekday that is not that day's is overlooked, because
 * writers err there more often than in the figures. 21:43 PM is 21:43.
 *
 * Cost: O(bytes); about 0.3 us for a date in ASCII with English names, 1 us a
 * language for others. Pure: neither locale, zone nor clock of the machine have
 * any influence.
 */
#ifndef TCN_ENGINE_TEXT_DATE_WORDS_H
#define TCN_ENGINE_TEXT_DATE_WORDS_H

#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/base/str.h"

/*
 * Reads a date, with white space around it. lang is the language of the text it
 * comes from, as "de" or "en-GB", in any case; empty: not known. Errors:
 * TCN_INVALID (it is no date); *ms is then as it was.
 */
TCN_MUST_USE enum tcn_rc tcn_date_words(struct tcn_str text,
    struct tcn_str lang, int64_t *ms);

#endif

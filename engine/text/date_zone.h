/*
 * engine/text/date_zone.h - the time zones that dates name.
 *
 * Three kinds of names are known. Abbreviations stand for one offset from UTC:
 * those of RFC 2822 and about a hundred more that are in use. ET, CT, MT, PT
 * and AT, which say no season, and names of the IANA database (Europe/Paris,
 * Etc/GMT) are rules, by which ICU finds the offset of that day. A time that
 * comes twice, when clocks are set back, is the later one; one that is left
 * out, when they are set forward, is read with the offset before.
 *
 * Some abbreviations are used for several zones. Read is what RFC 2822 says
 * (EST, CST, MST and PST are those of North America), else the zone with most
 * people: IST is India's, not Israel's or Ireland's; BST is British summer
 * time, not Bangladesh's; AST is Atlantic time, not Arabia's; GST is that of
 * the Gulf; AMT is the Amazon's; WST is western Australia's; SST is Samoa's;
 * PST is not the Philippines'. Single letters but Z are no zone: RFC 822 gave
 * them the wrong signs, and RFC 2822 says that they mean nothing.
 *
 * Cost: a binary search; a rule, about 1 us, and 0.1 ms for a zone that is not
 * among the last 64. Thread safe.
 */
#ifndef TCN_ENGINE_TEXT_DATE_ZONE_H
#define TCN_ENGINE_TEXT_DATE_ZONE_H

#include <stdbool.h>

#include "engine/base/date.h"
#include "engine/base/sections.h"
#include "engine/base/str.h"

/* The one file of abbreviations, zones.txt: for tests. */
extern const struct tcn_sections_file tcn_date_zone_files[];

/* The offset in minutes of an abbreviation in any case; false: it is none. */
bool tcn_date_zone_offset(struct tcn_str name, int *minutes);

/* The IANA name of an abbreviation without a season, such as ET; NULL: it is
 * none. */
const char *tcn_date_zone_without_season(struct tcn_str name);

/*
 * Sets parts->offset_min to the offset that the clock of parts has in a zone of
 * the IANA database, named in any case. False: there is no such zone.
 */
bool tcn_date_zone_rule(struct tcn_str name, struct tcn_date_parts *parts);

#endif

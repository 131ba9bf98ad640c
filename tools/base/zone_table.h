/*
 * tools/base/zone_table.h - where the cities lie that stand for time zones: the
 * table of zones that comes with the system's tzdata.
 *
 * It is read from zone.tab, or zone1970.tab where that is missing, in a folder,
 * the system's /usr/share/zoneinfo. Without it nothing is known. Only drawings
 * ask for it: no result may depend on whether it is there.
 */
#ifndef TCN_TOOLS_BASE_ZONE_TABLE_H
#define TCN_TOOLS_BASE_ZONE_TABLE_H

#include <stddef.h>

#include "engine/base/str.h"
#include "engine/text/place_names.h"

#define TCN_ZONE_TABLE_FOLDER "/usr/share/zoneinfo"
#define TCN_ZONE_TABLE_MAX    700 /* zones; 418 in tzdata 2025b */

struct tcn_zone_city {
	char country[TCN_PLACE_COUNTRY_BYTES];
	const char *zone; /* as engine/text/place_names.h names it; static */
	double latitude, longitude; /* degrees, north and east */
};

struct tcn_zone_table {
	struct tcn_zone_city at[TCN_ZONE_TABLE_MAX]; /* as in the file */
	size_t n; /* 0: there is no such table */
};

/* Reads the table of a folder. Lines that are none of a zone's, and what is no
 * place on earth, are left out. */
void tcn_zone_table_read(const char *folder, struct tcn_zone_table *table);

/* Reads a table's text into an empty table. */
void tcn_zone_table_parse(struct tcn_str text, struct tcn_zone_table *table);

#endif

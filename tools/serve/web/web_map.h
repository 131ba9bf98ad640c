/*
 * tools/serve/web/web_map.h - where an event is, as a drawing: all cities that
 * the table of zones has, by which one knows the continents, and its own.
 */
#ifndef TCN_TOOLS_SERVE_WEB_WEB_MAP_H
#define TCN_TOOLS_SERVE_WEB_WEB_MAP_H

#include "engine/base/arena.h"
#include "engine/base/json_value.h"
#include "engine/item/record.h"
#include "tools/base/zone_table.h"

/*
 * What templates/event-map.html shows, in arena: two paths of points, x and y
 * in degrees from the upper left. "here" has the city, or of a country without
 * one the cities that the table has in it; "other" has the rest. Then where the
 * name stands. Absent where the table knows none.
 */
struct tcn_json_value tcn_web_map(const struct tcn_zone_table *table,
    const struct tcn_event_places *places, struct tcn_arena *arena);

#endif

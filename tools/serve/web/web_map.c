#include "tools/serve/web/web_map.h"

#include <stdio.h>
#include <string.h>

#define POINTS_MAX 12 /* of a country */
#define NAME_ABOVE 7.0 /* degrees that a name stands above its point */

/* Puts a number of degrees, to a tenth. */
static void
put_degrees(struct tcn_arena *arena, struct tcn_json_value *to,
    const char *name, double degrees)
{
	char text[32];
	struct tcn_str kept;

	snprintf(text, sizeof text, "%.1f", degrees);
	tcn_arena_str(arena, tcn_str(text), &kept);
	tcn_json_put_str(arena, to, name, kept);
}

static void
put_point(struct tcn_arena *arena, struct tcn_json_value *points,
    const struct tcn_zone_city *city)
{
	struct tcn_json_value point = { 0 };

	put_degrees(arena, &point, "x", city->longitude + 180);
	put_degrees(arena, &point, "y", 90 - city->latitude);
	tcn_json_push(arena, points, &point);
}

/* The name of the first point begins there, or ends there on the right. */
static void
put_name(struct tcn_arena *arena, struct tcn_json_value *map,
    const struct tcn_zone_city *city)
{
	double y = 90 - city->latitude - NAME_ABOVE;

	put_degrees(arena, map, "x", city->longitude + 180);
	put_degrees(arena, map, "y", y < 14 ? y + 3 * NAME_ABOVE : y);
	tcn_json_put_str(arena, map, "anchor",
	    tcn_str(city->longitude > 60    ? "end"
		    : city->longitude > -60 ? "middle"
					    : "start"));
}

struct tcn_json_value
tcn_web_map(const struct tcn_zone_table *table,
    const struct tcn_event_places *places, struct tcn_arena *arena)
{
	struct tcn_json_value map = { 0 }, points = { 0 };
	size_t n = 0;

	for (size_t i = 0; places->n && i < table->n && n < POINTS_MAX; i++) {
		const struct tcn_zone_city *city = &table->at[i];
		bool is = *places->zone
		    ? strcmp(city->zone, places->zone) == 0
		    : strcmp(city->country, places->countries[0]) == 0;

		if (!is)
			continue;
		if (!n++)
			put_name(arena, &map, city);
		put_point(arena, &points, city);
	}
	if (n)
		tcn_json_put(arena, &map, "points", &points);
	return map;
}

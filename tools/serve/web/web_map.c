#include "tools/serve/web/web_map.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"

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
put_path(struct tcn_arena *arena, struct tcn_json_value *map, const char *name,
    const struct tcn_buf *path)
{
	struct tcn_str kept;

	tcn_arena_str(arena, tcn_buf_view(path), &kept);
	tcn_json_put_str(arena, map, name, kept);
}

struct tcn_json_value
tcn_web_map(const struct tcn_zone_table *table,
    const struct tcn_event_places *places, struct tcn_arena *arena)
{
	struct tcn_json_value map = { 0 };
	struct tcn_buf here = { 0 }, other = { 0 };

	for (size_t i = 0; places->n && i < table->n; i++) {
		const struct tcn_zone_city *city = &table->at[i];
		bool is = *places->zone
		    ? strcmp(city->zone, places->zone) == 0
		    : strcmp(city->country, places->countries[0]) == 0;

		if (is && !here.n) {
			/* The name of the first point begins there, or ends
			 * there on the right. */
			double y = 90 - city->latitude - NAME_ABOVE;

			put_degrees(arena, &map, "x", city->longitude + 180);
			put_degrees(arena, &map, "y",
			    y < 14 ? y + 3 * NAME_ABOVE : y);
			tcn_json_put_str(arena, &map, "anchor",
			    tcn_str(city->longitude > 60    ? "end"
				    : city->longitude > -60 ? "middle"
							    : "start"));
		}
		/* Adds a line of no length to a path, which shows as a
		 * point. */
		tcn_buf_printf(is ? &here : &other, "M%.1f %.1fh0",
		    city->longitude + 180, 90 - city->latitude);
	}
	if (here.n) {
		put_path(arena, &map, "here", &here);
		put_path(arena, &map, "other", &other);
	}
	tcn_buf_fini(&here);
	tcn_buf_fini(&other);
	return map;
}

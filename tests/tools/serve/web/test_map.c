/* Where an event is drawn. */
#include "tests/base/run.h"

#include <string.h>

#include "tools/base/json_in.h"
#include "tools/serve/web/web_map.h"

static struct tcn_zone_table table;
static struct tcn_arena arena;

static struct tcn_json_value
map_of(const char *country, const char *zone)
{
	struct tcn_event_places places = { .n = *country != '\0' };

	strcpy(places.countries[0], country);
	strcpy(places.zone, zone);
	return tcn_web_map(&table, &places, &arena);
}

#define HAS(map, name, text)                                                   \
	ck_assert_str_eq(tcn_json_in_str(map, name).at, text)

START_TEST(a_city_is_one_point_and_a_country_those_that_it_has)
{
	struct tcn_json_value map;

	tcn_arena_init(&arena, 0);
	tcn_zone_table_parse(tcn_str("AU\t-3352+15113\tAustralia/Sydney\n"
				     "AU\t-3157+11551\tAustralia/Perth\n"
				     "CL\t-3327-07040\tAmerica/Santiago\n"),
	    &table);
	map = map_of("AU", "Australia/Sydney");
	HAS(&map, "here", "M331.2 123.9h0");
	HAS(&map, "other", "M295.9 122.0h0M109.3 123.5h0");
	HAS(&map, "anchor", "end");
	map = map_of("AU", "");
	HAS(&map, "here", "M331.2 123.9h0M295.9 122.0h0");
	HAS(&map, "other", "M109.3 123.5h0");
	map = map_of("CL", "");
	HAS(&map, "here", "M109.3 123.5h0");
	HAS(&map, "anchor", "start");
	ck_assert(!map_of("", "").node);
	ck_assert(!map_of("DE", "").node);
	table.n = 0; /* there is no tzdata */
	ck_assert(!map_of("AU", "Australia/Sydney").node);
	tcn_arena_fini(&arena);
}
END_TEST

TCN_TESTS(web_map)
{
	tcase_add_test(tc, a_city_is_one_point_and_a_country_those_that_it_has);
}

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

static size_t
points_of(const struct tcn_json_value *map)
{
	struct tcn_json_value at = tcn_json_member(map, "points");
	size_t n = 0;

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
		n++;
	return n;
}

START_TEST(a_city_is_one_point_and_a_country_those_it_has)
{
	struct tcn_json_value map, list, point;

	tcn_arena_init(&arena, 0);
	tcn_zone_table_parse(tcn_str("AU\t-3352+15113\tAustralia/Sydney\n"
				     "AU\t-3157+11551\tAustralia/Perth\n"
				     "CL\t-3327-07040\tAmerica/Santiago\n"),
	    &table);
	map = map_of("AU", "Australia/Sydney");
	ck_assert_uint_eq(points_of(&map), 1);
	list = tcn_json_member(&map, "points");
	point = tcn_json_first(&list);
	ck_assert(tcn_str_equal(tcn_json_in_str(&point, "x"),
	    tcn_str("331.2")));
	ck_assert(tcn_str_equal(tcn_json_in_str(&point, "y"),
	    tcn_str("123.9")));
	ck_assert(tcn_str_equal(tcn_json_in_str(&map, "anchor"),
	    tcn_str("end")));
	map = map_of("AU", "");
	ck_assert_uint_eq(points_of(&map), 2);
	map = map_of("CL", "");
	ck_assert(tcn_str_equal(tcn_json_in_str(&map, "anchor"),
	    tcn_str("start")));
	ck_assert(!map_of("", "").node);
	ck_assert(!map_of("DE", "").node);
	table.n = 0; /* there is no tzdata */
	ck_assert(!map_of("AU", "Australia/Sydney").node);
	tcn_arena_fini(&arena);
}
END_TEST

TCN_TESTS(web_map)
{
	tcase_add_test(tc, a_city_is_one_point_and_a_country_those_it_has);
}

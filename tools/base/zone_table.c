#include "tools/base/zone_table.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/sections.h"
#include "tools/base/file.h"

#define BYTES_MAX  ((size_t)256 * 1024) /* 19 kB in tzdata 2025b */
#define PATH_BYTES 512

/* Reads "+DDMM", "+DDMMSS" or with three digits of degrees, up to a sign or the
 * end, in degrees; false: it is none. */
static bool
read_angle(struct tcn_str *text, size_t digits, double *degrees)
{
	double parts[3] = { 0 };
	size_t n = 1;

	while (n < text->n && text->at[n] >= '0' && text->at[n] <= '9')
		n++;
	if (!text->n || (*text->at != '+' && *text->at != '-') ||
	    (n != 1 + digits + 2 && n != 1 + digits + 4))
		return false;
	for (size_t i = 1; i < n; i++) {
		double *part = &parts[i <= digits ? 0 : 1 + (i > digits + 2)];

		*part = *part * 10 + (text->at[i] - '0');
	}
	*degrees = parts[0] + parts[1] / 60 + parts[2] / 3600;
	if (*text->at == '-')
		*degrees = -*degrees;
	text->at += n;
	text->n -= n;
	return true;
}

/* Adds a line "AU <tab> -3352+15113 <tab> Australia/Sydney"; of zone1970.tab
 * the first of the countries. */
static void
parse_line(struct tcn_str line, struct tcn_zone_table *table)
{
	struct tcn_zone_city city = { .zone = NULL };
	struct tcn_str country, where, name;

	if (!tcn_sections_part(&line, '\t', &country) ||
	    !tcn_sections_part(&line, '\t', &where) ||
	    !tcn_sections_part(&line, '\t', &name) ||
	    country.n < sizeof city.country - 1 ||
	    table->n == TCN_ZONE_TABLE_MAX)
		return;
	memcpy(city.country, country.at, sizeof city.country - 1);
	city.zone = tcn_place_names_zone(name);
	if (!city.zone || !read_angle(&where, 2, &city.latitude) ||
	    !read_angle(&where, 3, &city.longitude) || where.n ||
	    city.latitude < -90 || city.latitude > 90 ||
	    city.longitude < -180 || city.longitude > 180)
		return;
	table->at[table->n++] = city;
}

void
tcn_zone_table_parse(struct tcn_str text, struct tcn_zone_table *table)
{
	struct tcn_str line;

	while (tcn_sections_part(&text, '\n', &line))
		if (line.n && *line.at != '#')
			parse_line(line, table);
}

void
tcn_zone_table_read(const char *folder, struct tcn_zone_table *table)
{
	static const char *const names[] = { "zone.tab", "zone1970.tab" };
	struct tcn_buf text = { 0 };

	table->n = 0;
	for (size_t i = 0; i < 2 && !table->n; i++) {
		char path[PATH_BYTES];
		struct tcn_err err;

		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		tcn_buf_clear(&text);
		if (tcn_file_read(path, BYTES_MAX, &text, &err) == TCN_OK &&
		    text.n <= BYTES_MAX)
			tcn_zone_table_parse(tcn_buf_view(&text), table);
	}
	tcn_buf_fini(&text);
}

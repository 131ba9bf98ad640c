/*
 * An edition for mail: the page with a picture for each event of how it grew.
 * Many mail readers show no SVG, so it is PNG, in shades of grey (RFC 2083).
 */
#include <stdio.h>
#include <zlib.h>

#include "engine/base/mem.h"
#include "tools/edition/edition_impl.h"

enum {
	WIDTH = 240,
	HEIGHT = 40,
	ROW = WIDTH + 1, /* a filter byte ahead of each row */
	GROUND = 0xff,
	FILL = 0xc8,
	EDGE = 0x40,
	POINTS_LEAST = 2,
};

static void
add_u32(struct tcn_buf *out, uint32_t n)
{
	const unsigned char bytes[] = { (unsigned char)(n >> 24),
		(unsigned char)(n >> 16), (unsigned char)(n >> 8),
		(unsigned char)n };

	tcn_buf_add(out, bytes, sizeof bytes);
}

static void
add_chunk(struct tcn_buf *out, const char *type, const void *bytes, size_t n)
{
	size_t from = out->n + 4;

	add_u32(out, (uint32_t)n);
	tcn_buf_add(out, type, 4);
	tcn_buf_add(out, bytes, n);
	if (!out->failed)
		add_u32(out,
		    (uint32_t)crc32(0, (const Bytef *)out->at + from,
			(uInt)(n + 4)));
}

static void
add_png(struct tcn_buf *out, const unsigned char rows[HEIGHT * ROW])
{
	static const unsigned char head[] = { 0, 0, 0, WIDTH, 0, 0, 0, HEIGHT,
		8, 0, 0, 0, 0 };
	uLongf n = compressBound(HEIGHT * ROW);
	Bytef *packed = tcn_mem_alloc(n);

	if (!packed || compress2(packed, &n, rows, HEIGHT * ROW, 9) != Z_OK) {
		tcn_mem_free(packed);
		out->failed = true;
		return;
	}
	tcn_buf_add(out, "\x89PNG\r\n\x1a\n", 8);
	add_chunk(out, "IHDR", head, sizeof head);
	add_chunk(out, "IDAT", packed, n);
	add_chunk(out, "IEND", "", 0);
	tcn_mem_free(packed);
}

/* How many items there were at a column, of those that there are. */
static uint32_t
items_at(const struct tcn_report_brief *brief, int column)
{
	const struct tcn_report_brief_point *points = brief->points;
	int64_t span_ms = points[brief->points_n - 1].ms - points[0].ms;
	int64_t at_ms = points[0].ms + span_ms * column / (WIDTH - 1);
	uint32_t items = 0;

	for (size_t i = 0; i < brief->points_n && points[i].ms <= at_ms; i++)
		items = points[i].items;
	return items;
}

static void
draw(const struct tcn_report_brief *brief,
    unsigned char rows[static HEIGHT * ROW])
{
	uint32_t most = brief->points[brief->points_n - 1].items;

	memset(rows, GROUND, HEIGHT * ROW);
	for (int y = 0; y < HEIGHT; y++)
		rows[y * ROW] = 0; /* no filter */
	for (int x = 0; x < WIDTH; x++) {
		uint64_t items = items_at(brief, x);
		int high = most ? (int)(items * (HEIGHT - 1) / most) : 0;

		for (int y = 0; y <= high; y++)
			rows[(HEIGHT - 1 - y) * ROW + 1 + x] =
			    y == high ? EDGE : FILL;
	}
}

bool
tcn_edition_has_chart(const struct tcn_edition_entry *entry)
{
	const struct tcn_report_brief *brief = &entry->brief;

	return entry->section != TCN_EDITION_UNCHANGED &&
	    brief->points_n >= POINTS_LEAST &&
	    brief->points[0].ms < brief->points[brief->points_n - 1].ms;
}

void
tcn_edition_chart_id(const struct tcn_edition *edition, size_t entry,
    char id[static TCN_EDITION_CHART_ID_BYTES])
{
	snprintf(id, TCN_EDITION_CHART_ID_BYTES, "%zu.%s-%llu@tocsin.invalid",
	    entry + 1, edition->conf->name,
	    (unsigned long long)edition->number);
}

static enum tcn_rc
add_image(const struct tcn_edition *edition, size_t entry,
    struct tcn_arena *arena, struct tcn_message_image *image)
{
	char id[TCN_EDITION_CHART_ID_BYTES];
	unsigned char rows[HEIGHT * ROW];
	struct tcn_buf png = { 0 };
	bool ok;

	draw(&edition->entries[entry].brief, rows);
	add_png(&png, rows);
	tcn_edition_chart_id(edition, entry, id);
	ok = !png.failed && tcn_arena_str(arena, tcn_str(id), &image->id) &&
	    tcn_arena_str(arena, tcn_buf_view(&png), &image->png);
	tcn_buf_fini(&png);
	return ok ? TCN_OK : TCN_NOMEM;
}

enum tcn_rc
tcn_edition_mail(const struct tcn_edition *edition, struct tcn_arena *arena,
    struct tcn_buf *html, struct tcn_message_edition *forms)
{
	struct tcn_message_image *images =
	    tcn_arena_zalloc(arena, edition->entries_n, sizeof *images);
	enum tcn_rc rc = images ? TCN_OK : TCN_NOMEM;

	forms->images = images;
	forms->images_n = 0;
	for (size_t i = 0; i < edition->entries_n && !rc; i++)
		if (tcn_edition_has_chart(&edition->entries[i]))
			rc = add_image(edition, i, arena,
			    &images[forms->images_n++]);
	tcn_edition_mail_page(edition, html);
	return rc;
}

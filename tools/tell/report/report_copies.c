/*
 * tools/tell/report/report_copies.c - who copied whom: a view's graph of its
 * sources, in words and drawn.
 */
#include <inttypes.h>

#include "engine/base/map.h"
#include "engine/base/utf8.h"
#include "tools/base/safe.h"
#include "tools/tell/report/report_impl.h"

#define COPIERS_MAX 3 /* that are named */
#define NAME_CHARS  22 /* of a name in the drawing */

/* Finds for each item the one that it copied: its index, or SIZE_MAX. */
static void
find_originals(const struct tcn_report_view *view,
    struct tcn_copies_item *items)
{
	struct tcn_map at = { 0 };
	uint64_t *slot;

	for (size_t i = 0; i < view->items_n; i++) {
		tcn_map_put(&at, view->items[i].item->seq, &slot, NULL);
		*slot = i;
	}
	for (size_t i = 0; i < view->items_n; i++) {
		const struct tcn_report_item *item = view->items[i].item;

		slot = item->duplicate_of
		    ? tcn_map_find(&at, item->duplicate_of)
		    : NULL;
		items[i].copy_of = slot ? (size_t)*slot : SIZE_MAX;
	}
	tcn_map_fini(&at);
}

/* What only is credited was sent by somebody else: its name is cleaned. */
static void
clean_names(struct tcn_arena *arena, struct tcn_copies *copies)
{
	for (size_t i = 0; i < copies->nodes_n; i++) {
		struct tcn_str *name = &copies->nodes[i].name;

		tcn_safe_text(arena, *name, TCN_REPORT_VIEW_TERM_CHARS, name);
	}
}

void
tcn_report_copies(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct tcn_copies_item *items =
	    tcn_arena_zalloc(arena, view->items_n, sizeof *items);

	find_originals(view, items);
	for (size_t i = 0; i < view->items_n; i++) {
		struct tcn_report_view_item *show = &view->items[i];

		show->credit =
		    tcn_copies_credit_of(show->item->title, show->item->text);
		items[i].source = show->source;
		items[i].credit = show->credit;
		items[i].ms = show->item->ts_ms;
	}
	tcn_copies_make(items, view->items_n, arena, &view->copies);
	clean_names(arena, &view->copies);
}

size_t
tcn_report_most_copied(const struct tcn_report_view *view,
    size_t most[static TCN_REPORT_COPIED], size_t *all)
{
	const struct tcn_copies_node *nodes = view->copies.nodes;
	size_t n = 0, at;

	*all = 0;
	for (size_t i = 0; i < view->copies.nodes_n; i++) {
		if (!nodes[i].copied)
			continue;
		(*all)++;
		for (at = n; at && nodes[most[at - 1]].copied < nodes[i].copied;
		     at--)
			if (at < TCN_REPORT_COPIED)
				most[at] = most[at - 1];
		if (at < TCN_REPORT_COPIED)
			most[at] = i;
		n += n < TCN_REPORT_COPIED;
	}
	return n;
}

void
tcn_report_say_copies(const struct tcn_report_view *view, size_t node,
    struct tcn_buf *out)
{
	const struct tcn_copies *copies = &view->copies;
	struct tcn_str names[COPIERS_MAX];
	struct tcn_buf list = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < copies->edges_n && n < COPIERS_MAX; i++) {
		if (copies->edges[i].from == node)
			names[n++] = copies->nodes[copies->edges[i].to].name;
	}
	tcn_words_list(view->words, names, n, &list);
	tcn_words_count_with(view->words, "{source}: copied once, by {copiers}",
	    "{source}: copied {n} times, first by {copiers}",
	    copies->nodes[node].copied,
	    TCN_WITH({ "source", copies->nodes[node].name },
		{ "copiers", tcn_buf_view(&list) }),
	    out);
	tcn_words_parts_fini(&list, 1);
}

/* --- the drawing --- */

/* Measures in its own units; the page scales it. */
enum {
	WIDTH = 640,
	TOP = 20,
	ROW = 26,
	NAME_WIDTH = 150
};

/* Where a node stands: each layer is a column, filled from above. */
static void
place(const struct tcn_copies *copies, size_t node, int *x, int *y)
{
	uint32_t layers = copies->nodes[copies->nodes_n - 1].layer + 1;
	int column = layers > 1 ? (WIDTH - NAME_WIDTH) / (int)(layers - 1) : 0;
	size_t row = 0;

	while (row < node &&
	    copies->nodes[node - row - 1].layer == copies->nodes[node].layer)
		row++;
	*x = 4 + (int)copies->nodes[node].layer * column;
	*y = TOP + ROW * (int)row;
}

static int
height(const struct tcn_copies *copies)
{
	int most = 0, x, y;

	for (size_t i = 0; i < copies->nodes_n; i++) {
		place(copies, i, &x, &y);
		most = y > most ? y : most;
	}
	return most + ROW / 2;
}

void
tcn_report_copies_chart(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_copies *copies = &view->copies;
	int x, y, to_x, to_y;

	tcn_buf_printf(out,
	    "<svg class=\"copies\" viewBox=\"0 0 %d %d\" role=\"img\" "
	    "aria-labelledby=\"copies\">\n<title id=\"copies\">",
	    WIDTH, height(copies));
	for (size_t i = 0; i < copies->nodes_n; i++) {
		struct tcn_buf said = { 0 };

		if (!copies->nodes[i].copied)
			continue;
		tcn_report_say_copies(view, i, &said);
		tcn_buf_z(&said, ". ");
		tcn_safe_html(out, tcn_buf_view(&said));
		tcn_words_parts_fini(&said, 1);
	}
	tcn_buf_z(out, "</title>\n<path class=\"axis\" d=\"");
	for (size_t i = 0; i < copies->edges_n; i++) {
		place(copies, copies->edges[i].from, &x, &y);
		place(copies, copies->edges[i].to, &to_x, &to_y);
		tcn_buf_printf(out, "M%d %dL%d %d", x + NAME_WIDTH - 8, y - 4,
		    to_x - 6, to_y - 4);
	}
	tcn_buf_z(out, "\"/>\n");
	for (size_t i = 0; i < copies->nodes_n; i++) {
		struct tcn_str name = copies->nodes[i].name;

		place(copies, i, &x, &y);
		tcn_buf_printf(out, "<text x=\"%d\" y=\"%d\">", x, y);
		tcn_safe_html(out, tcn_utf8_cut(name, NAME_CHARS));
		if (copies->nodes[i].copied)
			tcn_buf_printf(out, " (%" PRIu32 ")",
			    copies->nodes[i].copied);
		tcn_buf_z(out, "</text>\n");
	}
	tcn_buf_z(out, "</svg>\n");
}

/* Articles in a line each: of a search, and what a look-up found. */
#include "tools/base/json_in.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/serve/client/show_excerpt.h"
#include "tools/serve/client/show_row.h"

/* Adds a line with the ids of near-duplicates, in a list that is collapsed. */
static void
add_near_duplicates(struct tcn_buf *out, const struct tcn_json_value *row)
{
	const struct tcn_json_value more = tcn_json_member(row, "more");
	size_t n = 0;

	if (more.kind != TCN_JSON_ARRAY)
		return;
	for (struct tcn_json_value id = tcn_json_first(&more);
	     id.kind != TCN_JSON_ABSENT; id = tcn_json_next(&id))
		n++;
	if (n)
		tcn_buf_printf(out, "    and %zu more like it:", n);
	for (struct tcn_json_value id = tcn_json_first(&more);
	     id.kind != TCN_JSON_ABSENT; id = tcn_json_next(&id)) {
		tcn_buf_char(out, ' ');
		tcn_safe_terminal(out, id.s);
	}
	if (n)
		tcn_buf_char(out, '\n');
}

/* "[sport] ", or "[sport? 93 %] " where it is only expected. */
static void
add_category(struct tcn_buf *out, const struct tcn_json_value *item)
{
	const struct tcn_str predicted = tcn_json_in_str(item, "predicted");
	double probability = tcn_json_in_number(item, "probability");

	tcn_buf_char(out, '[');
	tcn_safe_terminal(out,
	    predicted.n ? predicted : tcn_json_in_str(item, "category"));
	if (predicted.n)
		tcn_buf_char(out, '?');
	if (predicted.n && probability > 0)
		tcn_buf_printf(out, " %d %%", (int)(100 * probability));
	tcn_buf_z(out, "] ");
}

/* A line with the event that it belongs to. */
static void
add_event_of(struct tcn_buf *out, const struct tcn_json_value *item)
{
	const struct tcn_json_value event = tcn_json_member(item, "event");

	if (event.kind != TCN_JSON_OBJECT)
		return;
	tcn_buf_z(out, "    of ");
	tcn_safe_terminal(out, tcn_json_in_str(&event, "event"));
	tcn_buf_z(out, " (");
	tcn_safe_terminal(out, tcn_json_in_str(&event, "severity"));
	tcn_buf_z(out, ") ");
	tcn_safe_terminal(out, tcn_json_in_str(&event, "title"));
	tcn_buf_char(out, '\n');
}

/* A line with the words as they stand in the text, between asterisks. */
static void
add_snippet(struct tcn_buf *out, const struct tcn_json_value *item)
{
	struct tcn_json_value part = tcn_json_member(item, "snippet");
	struct tcn_buf line = { 0 };

	for (part = tcn_json_first(&part); part.node;
	     part = tcn_json_next(&part)) {
		struct tcn_json_value text = tcn_json_first(&part);
		const char *mark =
		    text.node && tcn_json_next(&text).n != 0 ? "*" : "";

		tcn_buf_z(&line, mark);
		tcn_buf_str(&line, text.s);
		tcn_buf_z(&line, mark);
	}
	if (line.n) {
		tcn_buf_z(out, "    ");
		tcn_safe_terminal(out, tcn_buf_view(&line));
		tcn_buf_char(out, '\n');
	}
	tcn_buf_fini(&line);
}

void
tcn_show_row_hit(void *ctx, const struct tcn_json_value *item,
    struct tcn_buf *out)
{
	const struct tcn_show_row_hits *show = ctx;
	char when[TCN_WHEN_BYTES];
	struct tcn_str source;
	struct tcn_str title;

	tcn_buf_printf(out, "%s  ",
	    tcn_when_short(tcn_json_in_ms(item, "at"), when));
	tcn_safe_terminal(out, tcn_json_in_str(item, "id"));
	tcn_buf_z(out, "  ");
	if (show && show->category)
		add_category(out, item);
	/* "SOURCE: TITLE", or how the text begins. */
	source = tcn_json_in_str(item, "source");
	title = tcn_json_in_str(item, "title");
	if (source.n) {
		tcn_safe_terminal(out, source);
		tcn_buf_z(out, ": ");
	}
	tcn_safe_terminal(out,
	    title.n ? title : tcn_json_in_str(item, "beginning"));
	tcn_buf_char(out, '\n');
	if (show && show->snippets) {
		add_snippet(out, item);
		add_event_of(out, item);
	}
	add_near_duplicates(out, item);
}

void
tcn_show_row_found(bool excerpts, const struct tcn_json_value *found,
    struct tcn_buf *out)
{
	const struct tcn_json_value excerpt = tcn_json_member(found, "excerpt");
	const struct tcn_json_value item = tcn_json_member(found, "article");
	const struct tcn_json_value bits = tcn_json_member(found, "distance");

	bool estimated = tcn_json_member(found, "estimated").n != 0;

	tcn_buf_printf(out, estimated ? "~%5.3f " : "%5.3f  ",
	    tcn_json_in_number(found, "similarity"));
	if (bits.kind == TCN_JSON_NUMBER)
		tcn_buf_printf(out, "%4d  ", (int)bits.n);
	else
		tcn_buf_z(out, "   -  ");
	if (excerpts)
		tcn_show_excerpt_columns(out, &excerpt);
	if (tcn_json_in_bool(found, "rewrite"))
		tcn_buf_z(out, "rewrite  ");
	tcn_show_row_hit(NULL, &item, out);
	add_near_duplicates(out, found);
}

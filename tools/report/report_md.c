#include <inttypes.h>

#include "engine/base/buf.h"
#include "tools/base/html_page.h"
#include "tools/base/safe.h"
#include "tools/report/report_impl.h"

static void
put_linked(struct tcn_str text, struct tcn_str url, bool is_link,
    struct tcn_buf *out)
{
	if (is_link)
		tcn_buf_char(out, '[');
	tcn_safe_md(out, text);
	if (is_link) {
		tcn_buf_z(out, "](");
		tcn_safe_md_url(out, url);
		tcn_buf_char(out, ')');
	} else if (url.n) {
		tcn_buf_z(out, " (");
		tcn_safe_md(out, url);
		tcn_buf_char(out, ')');
	}
}

static void
put_title(const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	put_linked(show->title, show->url, show->is_link, out);
}

static void
put_time(const struct tcn_report_view *view, int64_t ms, struct tcn_buf *out)
{
	char text[TCN_WORDS_BYTES];

	tcn_buf_str(out,
	    tcn_words_time(view->words, ms, TCN_WORDS_TIME_LONG, text));
}

/* Who published an item, and when. */
static void
put_byline(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	put_linked(show->source, show->url, show->is_link, out);
	tcn_buf_z(out, ", ");
	put_time(view, show->item->ts_ms, out);
}

static void
put_header(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, struct tcn_str fired,
    struct tcn_str now, struct tcn_buf *out)
{
	tcn_buf_z(out, "# ");
	tcn_safe_md(out, view->headline);
	tcn_buf_printf(out, "\n\n**%s, %s**\n\n",
	    tcn_words_text(view->words, "Special report"),
	    tcn_report_state(view->words, view->report->event));
	if (show) {
		put_byline(view, show, out);
		tcn_buf_z(out, ". ");
	}
	tcn_safe_md(out, view->why);
	tcn_buf_z(out, "\n\n");
	tcn_safe_md(out, fired);
	tcn_buf_z(out, "\n\n");
	tcn_safe_md(out, now);
	tcn_buf_z(out, "\n\n");
}

/* A remark behind an item or a line, if there is one. */
static void
put_copy(struct tcn_str said, struct tcn_buf *out)
{
	if (!said.n)
		return;
	tcn_buf_z(out, " (");
	tcn_safe_md(out, said);
	tcn_buf_char(out, ')');
}

static void
put_line(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, struct tcn_str text,
    struct tcn_str said, struct tcn_buf *out)
{
	tcn_buf_z(out, "> ");
	tcn_safe_md(out, text);
	tcn_buf_z(out, "\n>\n> \xe2\x80\x94 ");
	put_byline(view, show, out);
	put_copy(said, out);
	tcn_buf_z(out, "\n\n");
}

static void
put_told(const struct tcn_report_view *view,
    const struct tcn_report_view_figure *figure,
    const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	struct tcn_buf by = { 0 };

	put_byline(view, show, &by);
	tcn_buf_z(out, "- ");
	tcn_safe_md(out, figure->said);
	tcn_buf_char(out, ' ');
	tcn_words_say(view->words, "First by {who}",
	    TCN_WITH({ "who", tcn_buf_view(&by) }), out);
	tcn_words_parts_fini(&by, 1, out);
	tcn_buf_z(out, "\n");
}

static void
put_entry(const struct tcn_report_view *view,
    const struct tcn_report_view_entry *entry, struct tcn_str said,
    const struct tcn_report_view_item *show, struct tcn_str grown,
    struct tcn_buf *out)
{
	tcn_buf_z(out, "- **");
	put_time(view, entry->from_ms, out);
	tcn_buf_z(out, "** ");
	if (said.n) {
		tcn_safe_md(out, said);
		tcn_buf_z(out, ". ");
	}
	if (show && entry->line.n) {
		tcn_safe_md(out, entry->line);
		tcn_buf_char(out, ' ');
	}
	if (show) {
		tcn_buf_z(out, "(");
		put_linked(show->source, show->url, show->is_link, out);
		tcn_buf_z(out, ") ");
	}
	if (grown.n) {
		tcn_buf_z(out, "\xe2\x80\x94 ");
		tcn_safe_md(out, grown);
	}
	tcn_buf_char(out, '\n');
}

static void
put_source(const struct tcn_report_view *view,
    const struct tcn_report_view_source *source,
    const struct tcn_report_view_item *show, struct tcn_str excerpts,
    struct tcn_buf *out)
{
	char items[TCN_WORDS_BYTES], copies[TCN_WORDS_BYTES];

	tcn_buf_z(out, "| ");
	put_linked(source->name, show->url, show->is_link, out);
	put_copy(excerpts, out);
	tcn_buf_printf(out, " | %.*s | %.*s | ",
	    TCN_STR_ARG(tcn_words_number(view->words, source->items, items)),
	    TCN_STR_ARG(tcn_words_number(view->words, source->copies, copies)));
	put_time(view, show->item->ts_ms, out);
	tcn_buf_z(out, " |\n");
}

static void
put_near(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	tcn_buf_z(out, "- ");
	put_title(show, out);
	tcn_buf_z(out, " (");
	put_byline(view, show, out);
	tcn_buf_z(out, ")\n");
}

static void
put_terms(const struct tcn_str *terms, size_t n, struct tcn_buf *out)
{
	for (size_t i = 0; i < n; i++) {
		tcn_buf_z(out, i ? ", " : "");
		tcn_safe_md(out, terms[i]);
	}
}

static void
put_related(const struct tcn_report_view *view,
    const struct tcn_report_view_related *show, struct tcn_buf *out)
{
	const struct tcn_report_related *related = show->related;
	struct tcn_buf parts[4] = { { 0 } };

	tcn_buf_z(out, "- ");
	if (related->page.n) {
		tcn_buf_char(out, '[');
		tcn_safe_md(out, show->title);
		tcn_buf_printf(out, "](<%.*s.md>)", TCN_STR_ARG(related->page));
	} else {
		put_linked(show->title, show->url, show->is_link, out);
	}
	tcn_buf_z(out, ": ");
	tcn_report_say_items(view->words, related->items, &parts[0]);
	put_time(view, related->first_ms, &parts[1]);
	put_time(view, related->last_ms, &parts[2]);
	tcn_words_say(view->words, "{items}, {from} to {to}",
	    TCN_WITH({ "items", tcn_buf_view(&parts[0]) },
		{ "from", tcn_buf_view(&parts[1]) },
		{ "to", tcn_buf_view(&parts[2]) }),
	    out);
	if (show->shared_n) {
		put_terms(show->shared, show->shared_n, &parts[3]);
		tcn_buf_z(out, tcn_words_semicolon(view->words));
		/* TRANSLATORS: the terms that a related story shares. */
		tcn_words_say(view->words, "shares {terms}",
		    TCN_WITH({ "terms", tcn_buf_view(&parts[3]) }), out);
	}
	tcn_words_parts_fini(parts, 4, out);
	tcn_buf_char(out, '\n');
}

static void
put_labelled(const struct tcn_report_view *view, const char *label,
    const struct tcn_str *terms, size_t n, struct tcn_buf *out)
{
	(void)view;
	if (*label)
		tcn_buf_printf(out, "- %s: ", label);
	put_terms(terms, n, out);
	tcn_buf_char(out, '\n');
}

static void
put_part(const struct tcn_report_view *view,
    const struct tcn_report_view_part *part, struct tcn_buf *out)
{
	tcn_buf_printf(out, "- %s: ",
	    part->part >= 0 ? tcn_words_text(view->words, "For")
			    : tcn_words_text(view->words, "Against"));
	tcn_safe_md(out, part->says);
	tcn_buf_char(out, '\n');
}

static void
put_evidence(const struct tcn_report_view *view, uint32_t number,
    const struct tcn_report_view_item *show, struct tcn_str said,
    struct tcn_buf *out)
{
	tcn_buf_printf(out, "%" PRIu32 ". ", number);
	put_time(view, show->item->ts_ms, out);
	tcn_buf_z(out, ", **");
	tcn_safe_md(out, show->source);
	tcn_buf_z(out, "**: ");
	put_title(show, out);
	put_copy(said, out);
	tcn_buf_char(out, '\n');
}

static void
put_end(const struct tcn_report_view *view, struct tcn_buf *out)
{
	struct tcn_buf id = { 0 };

	tcn_safe_md(&id, view->id);
	tcn_buf_z(out, "---\n\n");
	tcn_words_say(view->words, "Event {id}",
	    TCN_WITH({ "id", tcn_buf_view(&id) }), out);
	tcn_words_parts_fini(&id, 1, out);
	if (view->report->index.n)
		tcn_buf_printf(out, ". [%s](<%.*s.md>)",
		    tcn_words_text(view->words, "All special reports"),
		    TCN_STR_ARG(view->report->index));
	tcn_buf_printf(out, ". %s\n",
	    tcn_words_text(view->words, tcn_html_page_made));
}

static void
put_list_head(const struct tcn_report_view *view, enum tcn_report_list list,
    struct tcn_buf *out)
{
	if (list == TCN_REPORT_LIST_SOURCES)
		tcn_buf_printf(out,
		    "| %s | %s | %s | %s |\n|---|---:|---:|---|\n",
		    tcn_words_text(view->words, "Publisher"),
		    tcn_words_text(view->words, "Items"),
		    tcn_words_text(view->words, "Copies"),
		    tcn_words_text(view->words, "First"));
}

void
tcn_report_md(const struct tcn_report_view *view, struct tcn_buf *out)
{
	static const struct tcn_report_page_writer md = {
		.header = put_header,
		.text = tcn_safe_md,
		.line = put_line,
		.figure = put_told,
		.entry = put_entry,
		.source = put_source,
		.near = put_near,
		.related = put_related,
		.terms = put_labelled,
		.part = put_part,
		.evidence = put_evidence,
		.list_head = put_list_head,
		.end = put_end,
		.section_open = "## ",
		.heading_close = "\n\n",
		.section_close = "\n",
		.note = { "", "\n" },
		.note_below = { "\n", "\n" },
		.lists = {
			[TCN_REPORT_LIST_FIGURES] = { "", "\n" },
			[TCN_REPORT_LIST_LINES] = { "", "" },
			[TCN_REPORT_LIST_TIMELINE] = { "", "" },
			[TCN_REPORT_LIST_SOURCES] = { "", "" },
			[TCN_REPORT_LIST_NEAR] = { "\n", "" },
			[TCN_REPORT_LIST_RELATED] = { "", "" },
			[TCN_REPORT_LIST_PARTS] = { "\n", "" },
			[TCN_REPORT_LIST_EVIDENCE] = { "\n", "" },
		},
	};

	tcn_report_page(&md, view, out);
}

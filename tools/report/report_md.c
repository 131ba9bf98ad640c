#include <inttypes.h>

#include "engine/base/buf.h"
#include "tools/base/event_words.h"
#include "tools/base/plural.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/report/report_impl.h"

#define SOURCES_OPEN                                                           \
	"| Publisher | Items | Copies | First |\n|---|---:|---:|---|\n"

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
put_time(int64_t ms, struct tcn_buf *out)
{
	char text[TCN_WHEN_BYTES];

	tcn_buf_z(out, tcn_when_text(ms, text));
}

/* Who published an item, and when. */
static void
put_byline(const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	put_linked(show->source, show->url, show->is_link, out);
	tcn_buf_z(out, ", ");
	put_time(show->item->ts_ms, out);
}

static void
put_header(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, struct tcn_str fired,
    struct tcn_str now, struct tcn_buf *out)
{
	tcn_buf_z(out, "# ");
	tcn_safe_md(out, view->headline);
	tcn_buf_printf(out, "\n\n**Special report, %s**\n\n",
	    tcn_event_words_state(view->report->event->state));
	if (show) {
		put_byline(show, out);
		tcn_buf_z(out, ". ");
	}
	tcn_safe_md(out, view->why);
	tcn_buf_z(out, "\n\n");
	tcn_safe_md(out, fired);
	tcn_buf_z(out, "\n\n");
	tcn_safe_md(out, now);
	tcn_buf_z(out, "\n\n");
}

static void
put_line(const struct tcn_report_view_item *show, struct tcn_str text,
    struct tcn_buf *out)
{
	tcn_buf_z(out, "> ");
	tcn_safe_md(out, text);
	tcn_buf_z(out, "\n>\n> \xe2\x80\x94 ");
	put_byline(show, out);
	tcn_buf_z(out, "\n\n");
}

static void
put_told(const struct tcn_report_view *view,
    const struct tcn_report_view_figure *figure,
    const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	(void)view;
	tcn_buf_z(out, "- ");
	tcn_safe_md(out, figure->said);
	tcn_buf_z(out, " First by ");
	put_byline(show, out);
	tcn_buf_z(out, "\n");
}

/* What an item is a copy or an excerpt of, if it is one. */
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
put_entry(const struct tcn_report_view_entry *entry, struct tcn_str said,
    const struct tcn_report_view_item *show, struct tcn_str grown,
    struct tcn_buf *out)
{
	tcn_buf_z(out, "- **");
	put_time(entry->from_ms, out);
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
put_source(const struct tcn_report_view_source *source,
    const struct tcn_report_view_item *show, struct tcn_str excerpts,
    struct tcn_buf *out)
{
	tcn_buf_z(out, "| ");
	put_linked(source->name, show->url, show->is_link, out);
	put_copy(excerpts, out);
	tcn_buf_printf(out, " | %" PRIu32 " | %" PRIu32 " | ", source->items,
	    source->copies);
	put_time(show->item->ts_ms, out);
	tcn_buf_z(out, " |\n");
}

static void
put_near(const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	tcn_buf_z(out, "- ");
	put_title(show, out);
	tcn_buf_z(out, " (");
	put_byline(show, out);
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
put_related(const struct tcn_report_view_related *show, struct tcn_buf *out)
{
	const struct tcn_report_related *related = show->related;

	tcn_buf_z(out, "- ");
	if (related->page.n) {
		tcn_buf_char(out, '[');
		tcn_safe_md(out, show->title);
		tcn_buf_printf(out, "](<%.*s.md>)", TCN_STR_ARG(related->page));
	} else {
		put_linked(show->title, show->url, show->is_link, out);
	}
	tcn_buf_z(out, ": ");
	tcn_plural(out, related->items, "item");
	tcn_buf_z(out, ", ");
	put_time(related->first_ms, out);
	tcn_buf_z(out, " to ");
	put_time(related->last_ms, out);
	if (related->shared_n) {
		tcn_buf_z(out, "; shares ");
		put_terms(show->shared, related->shared_n, out);
	}
	tcn_buf_char(out, '\n');
}

static void
put_key_terms(const struct tcn_str *terms, size_t n, struct tcn_buf *out)
{
	put_terms(terms, n, out);
	tcn_buf_char(out, '\n');
}

static void
put_part(const struct tcn_report_view_part *part, struct tcn_buf *out)
{
	tcn_buf_printf(out, "- %s: ", part->part >= 0 ? "for" : "against");
	tcn_safe_md(out, part->says);
	tcn_buf_char(out, '\n');
}

static void
put_evidence(uint32_t number, const struct tcn_report_view_item *show,
    struct tcn_str said, struct tcn_buf *out)
{
	tcn_buf_printf(out, "%" PRIu32 ". ", number);
	put_time(show->item->ts_ms, out);
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
	tcn_buf_z(out, "---\n\nEvent ");
	tcn_safe_md(out, view->id);
	if (view->report->index.n)
		tcn_buf_printf(out, ". [All special reports](<%.*s.md>)",
		    TCN_STR_ARG(view->report->index));
	tcn_buf_z(out,
	    ". Written by tocsin from the articles "
	    "listed here; titles and sentences are quoted as "
	    "published. All times are UTC.\n");
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
		.key_terms = put_key_terms,
		.part = put_part,
		.evidence = put_evidence,
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
			[TCN_REPORT_LIST_SOURCES] = { SOURCES_OPEN, "" },
			[TCN_REPORT_LIST_NEAR] = { "\n", "" },
			[TCN_REPORT_LIST_RELATED] = { "", "" },
			[TCN_REPORT_LIST_PARTS] = { "\n", "" },
			[TCN_REPORT_LIST_EVIDENCE] = { "\n", "" },
		},
	};

	tcn_report_page(&md, view, out);
}

#include <inttypes.h>

#include "engine/base/buf.h"
#include "tools/base/event_words.h"
#include "tools/base/plural.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/report/report_write.h"

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
put_source_of(const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	put_linked(show->source, show->url, show->is_link, out);
}

static void
put_time(int64_t ms, struct tcn_buf *out)
{
	char text[TCN_WHEN_BYTES];

	tcn_buf_z(out, tcn_when_text(ms, text));
}

/* What say() says, as a paragraph. */
static void
put_said(const struct tcn_report_view *view,
    void (*say)(const struct tcn_report_view *, struct tcn_buf *),
    struct tcn_buf *out)
{
	struct tcn_buf said = { 0 };

	say(view, &said);
	out->failed |= said.failed;
	tcn_safe_md(out, tcn_buf_view(&said));
	tcn_buf_z(out, "\n\n");
	tcn_buf_fini(&said);
}

static void
put_header(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_buf_z(out, "# ");
	tcn_safe_md(out, view->headline);
	tcn_buf_printf(out, "\n\n**Special report, %s**\n\n",
	    tcn_event_words_state(view->report->event->state));
	if (view->central < view->items_n) {
		put_source_of(&view->items[view->central], out);
		tcn_buf_z(out, ", ");
		put_time(view->items[view->central].item->ts_ms, out);
		tcn_buf_z(out, ". ");
	}
	tcn_safe_md(out, view->why);
	tcn_buf_z(out, "\n\n");
	put_said(view, tcn_report_say_fired, out);
	put_said(view, tcn_report_say_now, out);
}

static void
put_summary(const struct tcn_report_view *view, struct tcn_buf *out)
{
	if (!view->lines_n)
		return;
	tcn_buf_z(out, "## In their words\n\n");
	for (size_t i = 0; i < view->lines_n; i++) {
		const struct tcn_report_view_line *line = &view->lines[i];

		tcn_buf_z(out, "> ");
		tcn_safe_md(out, line->text);
		tcn_buf_z(out, "\n>\n> \xe2\x80\x94 ");
		put_source_of(&view->items[line->item], out);
		tcn_buf_z(out, ", ");
		put_time(view->items[line->item].item->ts_ms, out);
		tcn_buf_z(out, "\n\n");
	}
	tcn_buf_z(out,
	    "The most central sentences, each of a different "
	    "text.\n\n");
}

static void
put_entry(const struct tcn_report_view *view,
    const struct tcn_report_view_entry *entry, struct tcn_buf *out)
{
	struct tcn_buf said = { 0 };

	tcn_buf_z(out, "- **");
	tcn_report_say_when(entry, out);
	tcn_buf_z(out, "** ");
	tcn_report_say_entry(view, entry, &said);
	tcn_safe_md(out, tcn_buf_view(&said));
	if (entry->item < view->items_n) {
		tcn_buf_z(out, ": ");
		put_title(&view->items[entry->item], out);
	}
	tcn_buf_char(out, '\n');
	out->failed |= said.failed;
	tcn_buf_fini(&said);
}

static void
put_timeline(const struct tcn_report_view *view, struct tcn_buf *out)
{
	if (!view->entries_n)
		return;
	tcn_buf_z(out, "## Timeline\n\n");
	for (size_t i = 0; i < view->entries_n; i++)
		put_entry(view, &view->entries[i], out);
	tcn_buf_char(out, '\n');
}

static void
put_source(const struct tcn_report_view *view,
    const struct tcn_report_view_source *source, struct tcn_buf *out)
{
	const struct tcn_report_view_item *first = &view->items[source->first];

	tcn_buf_z(out, "| ");
	put_linked(source->name, first->url, first->is_link, out);
	tcn_buf_printf(out, " | %" PRIu32 " | %" PRIu32 " | ", source->items,
	    source->copies);
	put_time(first->item->ts_ms, out);
	tcn_buf_z(out, " |\n");
}

static void
put_langs(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_buf_z(out, "\nLanguages: ");
	for (size_t i = 0; i < view->langs_n; i++) {
		tcn_buf_z(out, i ? ", " : "");
		tcn_safe_md(out, view->langs[i].name);
		tcn_buf_printf(out, " (%" PRIu32 ")", view->langs[i].items);
	}
	tcn_buf_z(out, ".\n\n");
}

static void
put_sources(const struct tcn_report_view *view, struct tcn_buf *out)
{
	size_t n = view->sources_n;

	if (!n)
		return;
	if (n > TCN_REPORT_SOURCES_MAX)
		n = TCN_REPORT_SOURCES_MAX;
	tcn_buf_z(out,
	    "## Sources\n\n| Publisher | Items | Copies | First "
	    "|\n|---|---:|---:|---|\n");
	for (size_t i = 0; i < n; i++)
		put_source(view, &view->sources[i], out);
	if (n < view->sources_n) {
		tcn_buf_z(out, "\nAnd ");
		tcn_plural(out, view->sources_n - n, "more publisher");
		tcn_buf_z(out, ".\n");
	}
	put_langs(view, out);
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
put_related_story(const struct tcn_report_view_related *show,
    struct tcn_buf *out)
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
put_related(const struct tcn_report_view *view, struct tcn_buf *out)
{
	if (!view->related_n)
		return;
	tcn_buf_z(out, "## Related stories\n\n");
	for (size_t i = 0; i < view->related_n; i++)
		put_related_story(&view->related[i], out);
	tcn_buf_char(out, '\n');
}

static void
put_key_terms(const struct tcn_report_view *view, struct tcn_buf *out)
{
	if (!view->terms_n)
		return;
	tcn_buf_z(out, "## Key terms\n\n");
	put_terms(view->terms, view->terms_n, out);
	tcn_buf_z(out, "\n\n");
}

static void
put_evidence_item(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, uint32_t number,
    struct tcn_buf *out)
{
	struct tcn_buf copy = { 0 };

	tcn_buf_printf(out, "%" PRIu32 ". ", number);
	put_time(show->item->ts_ms, out);
	tcn_buf_z(out, ", **");
	tcn_safe_md(out, show->source);
	tcn_buf_z(out, "**: ");
	put_title(show, out);
	tcn_report_say_copy(view, show, &copy);
	if (copy.n) {
		tcn_buf_z(out, " (");
		tcn_safe_md(out, tcn_buf_view(&copy));
		tcn_buf_z(out, ")");
	}
	tcn_buf_char(out, '\n');
	out->failed |= copy.failed;
	tcn_buf_fini(&copy);
}

static void
put_evidence(const struct tcn_report_view *view, struct tcn_buf *out)
{
	uint32_t shown = 0;

	if (!view->fired.items)
		return;
	tcn_buf_z(out, "## Evidence\n\nThe items counted when it fired.\n\n");
	for (size_t i = 0; i < view->items_n && shown < TCN_REPORT_EVIDENCE_MAX;
	     i++) {
		if (view->items[i].counted)
			put_evidence_item(view, &view->items[i], ++shown, out);
	}
	if (shown < view->fired.items) {
		tcn_buf_z(out, "\nAnd ");
		tcn_plural(out, view->fired.items - shown, "more item");
		tcn_buf_z(out, ".\n");
	}
	tcn_buf_char(out, '\n');
}

void
tcn_report_md(const struct tcn_report_view *view, struct tcn_buf *out)
{
	put_header(view, out);
	put_summary(view, out);
	put_timeline(view, out);
	put_sources(view, out);
	put_related(view, out);
	put_key_terms(view, out);
	put_evidence(view, out);
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

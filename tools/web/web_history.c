/*
 * All that happened to an event, in order of time: its revisions, what desks
 * did, what was sent.
 */
#include <stdlib.h>

#include "engine/item/record.h"
#include "tools/web/web_event_impl.h"

/* A row of the history, of whichever kind. */
struct entry {
	int64_t ms;
	struct tcn_json_value row;
	void (*put)(struct tcn_buf *out, const struct tcn_web_event *e,
	    const struct tcn_json_value *row);
};

static int
compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return x->ms < y->ms ? -1 : x->ms > y->ms;
}

static void
put_revision(struct tcn_buf *out, const struct tcn_web_event *e,
    const struct tcn_json_value *row)
{
	struct tcn_json_value why = tcn_json_member(row, "why");

	tcn_buf_z(out, "<a href=\"");
	tcn_web_words_event_path(out, e->id, "/r/");
	tcn_buf_printf(out,
	    "%.0f\">Revision %.0f</a>: ", tcn_json_in_number(row, "revision"),
	    tcn_json_in_number(row, "revision"));
	tcn_web_html_text(out, tcn_json_in_str(row, "state"));
	tcn_buf_z(out, ", ");
	tcn_web_html_counted(out, tcn_json_in_uint(row, "items"), "item");
	tcn_buf_z(out, ", ");
	tcn_web_html_counted(out, tcn_json_in_uint(row, "publishers"),
	    "publisher");
	for (why = tcn_json_first(&why); why.node; why = tcn_json_next(&why)) {
		tcn_buf_z(out, "; ");
		tcn_web_html_text(out, why.s);
	}
	if (tcn_json_in_str(row, "merged_into").n) {
		tcn_buf_z(out, "; now part of ");
		tcn_web_html_text(out, tcn_json_in_str(row, "merged_into"));
	}
}

/* An order about what events hold names two of them, and stands in the history
 * of both. False: it is none. */
static bool
put_order(struct tcn_buf *out, const struct tcn_web_event *e,
    const struct tcn_json_value *row)
{
	static const struct {
		const char *kind, *of_it, *of_other;
	} rows[] = {
		{ "merge", "made it part of ", "made part of it: " },
		{ "unmerge", "took back that it is part of ",
		    "took back that this is part of it: " },
		{ "split", "split off ", "split it from " },
	};
	struct tcn_str kind = tcn_json_in_str(row, "kind");
	struct tcn_str event = tcn_json_in_str(row, "event");
	struct tcn_str value = tcn_json_in_str(row, "value");
	bool own = tcn_str_equal(event, e->id);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (!tcn_str_equal(kind, tcn_str(rows[i].kind)))
			continue;
		tcn_buf_printf(out, "%s<a href=\"",
		    own ? rows[i].of_it : rows[i].of_other);
		tcn_web_words_event_path(out, own ? value : event, "");
		tcn_buf_z(out, "\">");
		tcn_web_html_text(out, own ? value : event);
		tcn_buf_z(out, "</a>");
		return true;
	}
	return false;
}

static void
put_action(struct tcn_buf *out, const struct tcn_web_event *e,
    const struct tcn_json_value *row)
{
	struct tcn_str was = tcn_json_in_str(row, "was");
	struct tcn_str value = tcn_json_in_str(row, "value");

	tcn_buf_z(out, "<b>");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    tcn_json_in_str(row, "author"));
	tcn_buf_z(out, "</b>: ");
	if (put_order(out, e, row))
		return;
	tcn_web_html_text(out, tcn_json_in_str(row, "kind"));
	if (value.n) {
		tcn_buf_char(out, ' ');
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, value);
	}
	if (was.n) {
		tcn_buf_z(out, ", was ");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, was);
	}
}

static void
put_silence(struct tcn_buf *out, const struct tcn_web_event *e,
    const struct tcn_json_value *row)
{
	(void)e;
	tcn_buf_z(out, "<b>");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    tcn_json_in_str(row, "author"));
	tcn_buf_z(out, "</b>: silence of ");
	tcn_web_html_text(out, tcn_json_in_str(row, "kind"));
	tcn_buf_char(out, ' ');
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    tcn_json_in_str(row, "value"));
	tcn_buf_z(out, " until ");
	tcn_web_html_time(out, tcn_json_in_ms(row, "expires_at"),
	    TCN_WEB_HTML_SHORT);
	if (tcn_json_in_str(row, "reason").n) {
		tcn_buf_z(out, ": ");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 },
		    tcn_json_in_str(row, "reason"));
	}
}

static void
put_delivery(struct tcn_buf *out, const struct tcn_web_event *e,
    const struct tcn_json_value *row)
{
	struct tcn_str error = tcn_json_in_str(row, "error");
	struct tcn_str why = tcn_json_in_str(row, "why");

	(void)e;
	tcn_buf_z(out, "To ");
	tcn_web_html_foreign(out, (struct tcn_str){ 0 },
	    tcn_json_in_str(row, "receiver"));
	tcn_buf_printf(out,
	    ", revision %.0f: ", tcn_json_in_number(row, "revision"));
	tcn_web_html_text(out, tcn_json_in_str(row, "state"));
	if (error.n || why.n) {
		tcn_buf_z(out, ": ");
		tcn_web_html_text(out, error.n ? error : why);
	}
}

static const struct {
	const char *member, *at;
	void (*put)(struct tcn_buf *out, const struct tcn_web_event *e,
	    const struct tcn_json_value *row);
} kinds[] = {
	{ "revisions", "changed_at", put_revision },
	{ "actions", "at", put_action },
	{ "silences", "created_at", put_silence },
	{ "deliveries", "created_at", put_delivery },
};
#define KINDS (sizeof kinds / sizeof *kinds)

/* All rows of the answer; entries NULL: they are only counted. */
static size_t
collect(const struct tcn_web_event *e, struct entry *entries)
{
	size_t n = 0;

	for (size_t i = 0; i < KINDS; i++) {
		struct tcn_json_value list =
		    tcn_json_member(&e->history, kinds[i].member);
		struct tcn_json_value at = tcn_json_first(&list);

		for (; at.node; at = tcn_json_next(&at), n++)
			if (entries)
				entries[n] = (struct entry){ tcn_json_in_ms(&at,
								 kinds[i].at),
					at, kinds[i].put };
	}
	return n;
}

void
tcn_web_get_history(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_buf *out = &page.out;
	struct tcn_web_event e;
	struct entry *entries;
	size_t n;

	if (!tcn_web_event_ask(&page, &e))
		return;
	n = collect(&e, NULL);
	entries = tcn_arena_zalloc(&page.arena, n + 1, sizeof *entries);
	if (!entries) {
		tcn_web_page_fail(&page, 503, tcn_str("out of memory"));
		return;
	}
	collect(&e, entries);
	qsort(entries, n, sizeof *entries, compare_entries);
	tcn_web_event_begin(&page, &e, "history");
	tcn_web_event_heading(&page, &e, "What happened");
	tcn_buf_z(out, "<ol class=\"rows dated\">\n");
	for (size_t i = 0; i < n; i++) {
		tcn_buf_z(out, "<li><span class=\"by\">");
		tcn_web_html_time(out, entries[i].ms, TCN_WEB_HTML_SHORT);
		tcn_buf_z(out, "</span> <span>");
		entries[i].put(out, &e, &entries[i].row);
		tcn_buf_z(out, "</span></li>\n");
	}
	tcn_buf_z(out, "</ol>\n");
	tcn_web_page_send(&page);
}

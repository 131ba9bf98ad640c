#include <assert.h>
#include <stdlib.h>

#include "engine/base/buf.h"
#include "tools/base/event_words.h"
#include "tools/base/html_page.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/tell/report/report_impl.h"

#define TERMS_MAX 6

struct row {
	const struct tcn_report_entry *entry;
	struct tcn_str title;
	struct tcn_str terms; /* the first few, with commas */
};

struct index {
	const struct tcn_report_index *index;
	struct tcn_words *words;
	struct row *rows; /* the latest first */
	size_t rows_n;
};

static int
latest_first(const void *one, const void *other)
{
	const struct tcn_event *a = ((const struct row *)one)->entry->event;
	const struct tcn_event *b = ((const struct row *)other)->entry->event;

	if (a->fired_ms != b->fired_ms)
		return a->fired_ms > b->fired_ms ? -1 : 1;
	return strcmp(a->id, b->id);
}

static void
make_row(struct tcn_arena *arena, const char *untitled, struct row *row)
{
	const struct tcn_event *event = row->entry->event;
	struct tcn_buf buf = { 0 };

	for (size_t i = 0; i < event->terms_n && i < TERMS_MAX; i++) {
		tcn_buf_z(&buf, i ? ", " : "");
		tcn_buf_str(&buf, event->terms[i].word);
	}
	tcn_safe_text(arena, tcn_buf_view(&buf), TCN_REPORT_VIEW_TITLE_CHARS,
	    &row->terms);
	tcn_safe_text(arena, row->entry->title, TCN_REPORT_VIEW_TITLE_CHARS,
	    &row->title);
	if (!row->title.n)
		row->title = row->terms.n ? row->terms : tcn_str(untitled);
	tcn_buf_fini(&buf);
}

/* "12 events, fired between ... and ...": bounds of the period that was asked
 * for or, where it has none, the first and last event. */
static void
say_period(const struct index *index, struct tcn_buf *out)
{
	int64_t since = index->index->since_ms, until = index->index->until_ms;
	char from[TCN_WORDS_BYTES], to[TCN_WORDS_BYTES];

	if (index->rows_n && !tcn_when_known(since))
		since = index->rows[index->rows_n - 1].entry->event->fired_ms;
	if (index->rows_n && !tcn_when_known(until))
		until = index->rows[0].entry->event->fired_ms;
	if (tcn_when_known(since) && tcn_when_known(until))
		tcn_words_count_with(index->words,
		    "{n} event, fired between {from} and {to}.",
		    "{n} events, fired between {from} and {to}.", index->rows_n,
		    TCN_WITH({ "from",
				 tcn_words_time(index->words, since,
				     TCN_WORDS_TIME_LONG, from) },
			{ "to",
			    tcn_words_time(index->words, until,
				TCN_WORDS_TIME_LONG, to) }),
		    out);
	else
		tcn_words_count(index->words, "{n} event.", "{n} events.",
		    index->rows_n, out);
}

/* The counts are those of the event's last revision, and the items of its whole
 * life, which its page counts, may be more. */
static void
say_counts(const struct tcn_words *words, const struct tcn_event *event,
    struct tcn_buf *out)
{
	struct tcn_buf counts = { 0 };
	char span[TCN_WORDS_BYTES];

	tcn_report_say_counts(words, event->items, event->origins,
	    event->publishers, &counts);
	if (tcn_when_known(event->first_ms) && tcn_when_known(event->last_ms))
		tcn_words_say(words,
		    "{counts} when last counted; {span} from first to last",
		    TCN_WITH({ "counts", tcn_buf_view(&counts) },
			{ "span",
			    tcn_words_span(words,
				event->last_ms - event->first_ms, span) }),
		    out);
	else
		tcn_buf_str(out, tcn_buf_view(&counts));
	tcn_words_parts_fini(&counts, 1);
}

static void
html_row(const struct tcn_words *words, const struct row *row,
    struct tcn_buf *out)
{
	const struct tcn_event *event = row->entry->event;
	char text[TCN_WORDS_BYTES];

	tcn_buf_z(out, "<li><p class=\"by\">");
	tcn_html_page_time(event->fired_ms,
	    tcn_words_time(words, event->fired_ms, TCN_WORDS_TIME_LONG, text),
	    out);
	tcn_buf_printf(out, " <span class=\"state %s\">%s</span>",
	    tcn_event_words_state(event->state),
	    tcn_report_state(words, event));
	if (event->kind != TCN_EVENT_NEWS)
		tcn_buf_printf(out, " %s", tcn_report_kind(words, event));
	tcn_buf_z(out, "</p>\n<p class=\"title\"><a href=\"");
	tcn_safe_html(out, row->entry->page);
	tcn_buf_z(out, ".html\" dir=\"auto\">");
	tcn_safe_html(out, row->title);
	tcn_buf_z(out, "</a></p>\n<p class=\"by\">");
	say_counts(words, event, out);
	if (row->terms.n) {
		tcn_buf_z(out, "<br>");
		tcn_safe_html(out, row->terms);
	}
	if (row->entry->dossier.n) {
		tcn_buf_z(out, "<br><a href=\"");
		tcn_safe_html(out, row->entry->dossier);
		tcn_buf_printf(out, ".html\">%s</a>",
		    tcn_words_text(words, "Dossier"));
	}
	tcn_buf_z(out, "</p></li>\n");
}

static void
write_html(const struct index *index, struct tcn_buf *out)
{
	const struct tcn_words *words = index->words;
	const char *title = tcn_words_text(words, "Special reports");
	struct tcn_buf made = { 0 };

	tcn_html_page_head(tcn_words_code(words), tcn_str(title), "", out);
	tcn_buf_printf(out,
	    "<header>\n<p class=\"kicker\">%s</p>\n"
	    "<h1>%s</h1>\n<p class=\"status\">",
	    title, tcn_words_text(words, "What broke, and when"));
	say_period(index, out);
	tcn_buf_z(out, "</p>\n</header>\n");
	if (index->rows_n)
		tcn_buf_printf(out,
		    "<section>\n<h2>%s</h2>\n<ol class=\"events\">\n",
		    tcn_words_text(words, "Events, the latest first"));
	for (size_t i = 0; i < index->rows_n; i++)
		html_row(words, &index->rows[i], out);
	if (index->rows_n)
		tcn_buf_z(out, "</ol>\n</section>\n");
	tcn_words_say(words, tcn_html_page_made,
	    TCN_WITH({ "zone", tcn_str(tcn_words_zone(words)) }), &made);
	tcn_html_page_foot(made.at, out);
	tcn_buf_fini(&made);
}

static void
write_md(const struct index *index, struct tcn_buf *out)
{
	const struct tcn_words *words = index->words;
	char text[TCN_WORDS_BYTES];

	tcn_buf_printf(out, "# %s\n\n",
	    tcn_words_text(words, "Special reports"));
	say_period(index, out);
	tcn_buf_z(out, "\n\n");
	for (size_t i = 0; i < index->rows_n; i++) {
		const struct row *row = &index->rows[i];
		const struct tcn_event *event = row->entry->event;

		tcn_buf_printf(out, "- %.*s, %s: [",
		    TCN_STR_ARG(tcn_words_time(words, event->fired_ms,
			TCN_WORDS_TIME_LONG, text)),
		    tcn_report_state(words, event));
		tcn_safe_md(out, row->title);
		tcn_buf_printf(out, "](<%.*s.md>), ",
		    TCN_STR_ARG(row->entry->page));
		say_counts(words, event, out);
		if (row->entry->dossier.n)
			tcn_buf_printf(out, ", [%s](<%.*s.md>)",
			    tcn_words_text(words, "Dossier"),
			    TCN_STR_ARG(row->entry->dossier));
		tcn_buf_z(out, "\n");
	}
}

static void
write_json(const struct index *index, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "$schema", tcn_str("tocsin-report-index-1"));
	tcn_json_time(out, "since", index->index->since_ms);
	tcn_json_time(out, "until", index->index->until_ms);
	tcn_json_open(out, "events", '[');
	for (size_t i = 0; i < index->rows_n; i++) {
		const struct row *row = &index->rows[i];
		const struct tcn_event *event = row->entry->event;

		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "id", tcn_str(event->id));
		tcn_json_str(out, "rule", event->rule);
		tcn_json_str(out, "state",
		    tcn_str(tcn_event_words_state(event->state)));
		tcn_json_uint(out, "revision", event->revision);
		tcn_json_time(out, "fired_at", event->fired_ms);
		tcn_json_time(out, "first_at", event->first_ms);
		tcn_json_time(out, "last_at", event->last_ms);
		tcn_json_uint(out, "items", event->items);
		tcn_json_uint(out, "origins", event->origins);
		tcn_json_uint(out, "publishers", event->publishers);
		tcn_json_str(out, "title", row->title);
		tcn_json_str(out, "page", row->entry->page);
		if (row->entry->dossier.n)
			tcn_json_str(out, "dossier", row->entry->dossier);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
}

void
tcn_report_index_write(const struct tcn_report_index *report_index,
    enum tcn_report_format format, struct tcn_buf *out)
{
	static void (*const writers[])(const struct index *,
	    struct tcn_buf *) = {
		[TCN_REPORT_HTML] = write_html,
		[TCN_REPORT_MD] = write_md,
		[TCN_REPORT_JSON] = write_json,
	};
	struct index index = { .index = report_index };
	struct tcn_arena arena;
	const struct tcn_report_index *from;

	assert(format < TCN_REPORT_FORMATS);
	tcn_arena_init(&arena, 0);
	index.words =
	    tcn_words_in_zone(report_index->language, report_index->zone);
	from = index.index;
	index.rows =
	    tcn_arena_zalloc(&arena, from->entries_n, sizeof *index.rows);
	index.rows_n = from->entries_n;
	for (size_t i = 0; i < index.rows_n; i++) {
		index.rows[i].entry = &from->entries[i];
		make_row(&arena, tcn_words_text(index.words, "(untitled)"),
		    &index.rows[i]);
	}
	qsort(index.rows, index.rows_n, sizeof *index.rows, latest_first);
	writers[format](&index, out);
	tcn_arena_fini(&arena);
	tcn_words_free(index.words);
}

#include "tools/serve/client/show_row.h"

#include <inttypes.h>

#include "engine/base/arena.h"
#include "engine/base/date.h"
#include "engine/item/record.h"
#include "tools/base/event_words.h"
#include "tools/base/json_in.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/pipeline/content_from.h"
#include "tools/serve/client/show_excerpt.h"
#include "tools/serve/client/show_impl.h"

#define TEXT_CHARS ((size_t)1000000)

void
tcn_show_row_text(struct tcn_buf *out, struct tcn_str text)
{
	struct tcn_arena arena;
	struct tcn_str clean;

	tcn_arena_init(&arena, 0);
	tcn_safe_text(&arena, text, TEXT_CHARS, &clean);
	tcn_buf_str(out, clean);
	tcn_arena_fini(&arena);
}

/* --- silences --- */

void
tcn_show_row_silence(void *ctx, const struct tcn_json_value *s,
    struct tcn_buf *out)
{
	const int64_t ended_ms = tcn_json_in_ms(s, "ended_at");
	const struct tcn_str kind = tcn_json_in_str(s, "kind");
	const struct tcn_str reason = tcn_json_in_str(s, "reason");
	char when[TCN_WHEN_BYTES];

	(void)ctx;
	tcn_buf_printf(out, "%5" PRIu64 "  %-7.*s",
	    tcn_json_in_uint(s, "silence"), TCN_STR_ARG(kind));
	tcn_safe_terminal(out, tcn_json_in_str(s, "value"));
	tcn_buf_printf(out, "\n       %s until %s",
	    tcn_json_in_bool(s, "holds") ? "active" : "ended; was active",
	    tcn_when_text(ended_ms == TCN_UNDATED
		    ? tcn_json_in_ms(s, "expires_at")
		    : ended_ms,
		when));
	tcn_buf_z(out, "; by ");
	tcn_safe_terminal(out, tcn_json_in_str(s, "author"));
	if (ended_ms != TCN_UNDATED) {
		tcn_buf_z(out, ", ended by ");
		tcn_safe_terminal(out, tcn_json_in_str(s, "ended_by"));
	}
	if (reason.n) {
		tcn_buf_z(out, ": ");
		tcn_safe_terminal(out, reason);
	}
	tcn_buf_char(out, '\n');
}

void
tcn_show_row_revoked(void *ctx, const struct tcn_json_value *revoked,
    struct tcn_buf *out)
{
	char when[TCN_WHEN_BYTES];

	(void)ctx;
	tcn_buf_z(out, "  ");
	tcn_safe_terminal(out, tcn_json_in_str(revoked, "event"));
	tcn_buf_printf(out, "  links sent until %s are void\n",
	    tcn_when_text(tcn_json_in_ms(revoked, "revoked_at"), when));
}

/* --- messages --- */

static void
add_date(const char *name, int64_t ms, struct tcn_buf *out)
{
	char date[TCN_DATE_BYTES];

	tcn_date_format(ms, date);
	tcn_buf_printf(out, "%s%s", name, date);
}

static void
add_note(const struct tcn_json_value *m, const char *name, struct tcn_buf *out)
{
	const struct tcn_str s = tcn_json_in_str(m, name);

	if (!s.n)
		return;
	tcn_buf_printf(out, "    %s: ", name);
	tcn_safe_terminal(out, s);
	tcn_buf_char(out, '\n');
}

void
tcn_show_row_message(void *ctx, const struct tcn_json_value *m,
    struct tcn_buf *out)
{
	const int64_t done_ms = tcn_json_in_ms(m, "done_at");
	const struct tcn_str state = tcn_json_in_str(m, "state");
	const uint64_t tried = tcn_json_in_uint(m, "tried");
	const uint64_t digest = tcn_json_in_uint(m, "digest");

	(void)ctx;
	tcn_buf_printf(out, "%" PRIu64 "  %-10.*s ", tcn_json_in_uint(m, "id"),
	    TCN_STR_ARG(state));
	tcn_safe_terminal(out, tcn_json_in_str(m, "key"));
	if (done_ms != TCN_UNDATED)
		add_date("  ", done_ms, out);
	else
		add_date("  due ", tcn_json_in_ms(m, "due_at"), out);
	if (tried > 1)
		tcn_buf_printf(out, ", %" PRIu64 " tries", tried);
	if (digest)
		tcn_buf_printf(out, ", by message %" PRIu64, digest);
	tcn_buf_char(out, '\n');
	add_note(m, "why", out);
	add_note(m, "error", out);
}

static void
add_tries(const struct tcn_json_value *m, struct tcn_buf *out)
{
	struct tcn_json_value at = tcn_json_member(m, "tries");
	unsigned n = 1;

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at)) {
		const uint64_t status = tcn_json_in_uint(&at, "status");
		const struct tcn_str error = tcn_json_in_str(&at, "error");

		tcn_buf_printf(out, "    try %u", n++);
		add_date(": ", tcn_json_in_ms(&at, "at"), out);
		tcn_buf_printf(out, ", %" PRId64 " ms",
		    (int64_t)(tcn_json_in_number(&at, "took") * 1000 + 0.5));
		if (status)
			tcn_buf_printf(out, ", status %" PRIu64, status);
		tcn_buf_z(out, error.n ? ": " : ", went well");
		tcn_safe_terminal(out, error);
		tcn_buf_char(out, '\n');
	}
}

void
tcn_show_row_message_whole(const struct tcn_json_value *m, struct tcn_buf *out)
{
	struct tcn_json_value at = tcn_json_member(m, "lines");

	tcn_show_row_message(NULL, m, out);
	add_note(m, "rule", out);
	add_note(m, "desk", out);
	add_note(m, "handle", out);
	add_tries(m, out);
	tcn_buf_char(out, '\n');
	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at)) {
		tcn_show_row_text(out, at.s);
		tcn_buf_char(out, '\n');
	}
}

/* --- feeds --- */

void
tcn_show_row_fetch(void *ctx, const struct tcn_json_value *fetch,
    struct tcn_buf *out)
{
	const struct tcn_str error = tcn_json_in_str(fetch, "error");
	char when[TCN_WHEN_BYTES];

	(void)ctx;
	tcn_buf_printf(out,
	    "    %s  %3" PRIu64 "  %5" PRIu64 " ms  %9" PRIu64
	    " bytes  %" PRIu64 " new",
	    tcn_when_short(tcn_json_in_ms(fetch, "at"), when),
	    tcn_json_in_uint(fetch, "status"),
	    tcn_json_in_uint(fetch, "took_ms"),
	    tcn_json_in_uint(fetch, "bytes"),
	    tcn_json_in_uint(fetch, "entries"));
	if (error.n) {
		tcn_buf_z(out, "; ");
		tcn_safe_terminal(out, error);
	}
	tcn_buf_char(out, '\n');
}

static void
feed_figures(const struct tcn_json_value *feed, int64_t now_ms,
    struct tcn_buf *out)
{
	const uint64_t entries = tcn_json_in_uint(feed, "entries");
	const uint64_t undated = tcn_json_in_uint(feed, "undated");
	const uint64_t all_new = tcn_json_in_uint(feed, "all_new");
	const int64_t got_ms = tcn_json_in_ms(feed, "succeeded_at");
	const int64_t due_ms = tcn_json_in_ms(feed, "due_at");
	char span[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "%" PRIu64 " entr%s", entries,
	    entries == 1 ? "y" : "ies");
	if (undated)
		tcn_buf_printf(out, " (%" PRIu64 " undated)", undated);
	if (all_new > 1)
		tcn_buf_printf(out, "; all new in the last %" PRIu64 " fetches",
		    all_new);
	if (got_ms == TCN_UNDATED)
		tcn_buf_z(out, "; never fetched");
	else
		tcn_buf_printf(out, "; fetched %s ago",
		    tcn_when_span(now_ms - got_ms, span));
	if (tcn_json_in_bool(feed, "paused"))
		return;
	if (due_ms > now_ms)
		tcn_buf_printf(out, ", next in %s",
		    tcn_when_span(due_ms - now_ms, span));
	else
		tcn_buf_z(out, ", due");
}

void
tcn_show_row_feed(void *of, const struct tcn_json_value *feed,
    struct tcn_buf *out)
{
	struct tcn_show_row_feeds *feeds = of;
	const struct tcn_str folder = tcn_json_in_str(feed, "folder");
	const struct tcn_str title = tcn_json_in_str(feed, "title");
	const uint64_t failures = tcn_json_in_uint(feed, "failures");
	const uint64_t refused = tcn_json_in_uint(feed, "refused");

	if (!tcn_str_equal(tcn_buf_view(&feeds->folder), folder)) {
		tcn_buf_clear(&feeds->folder);
		tcn_buf_str(&feeds->folder, folder);
		tcn_buf_z(out, "[");
		tcn_safe_terminal(out, folder);
		tcn_buf_z(out, "]\n");
	}
	tcn_safe_terminal(out, tcn_json_in_str(feed, "url"));
	tcn_buf_z(out, "\n    ");
	if (tcn_json_in_bool(feed, "paused"))
		tcn_buf_z(out, "paused; ");
	if (tcn_json_member(feed, "sitemap").n != 0)
		tcn_buf_z(out, "by its sitemaps; ");
	if (title.n) {
		tcn_safe_terminal(out, title);
		tcn_buf_z(out, "; ");
	}
	feed_figures(feed, feeds->now_ms, out);
	if (refused)
		tcn_buf_printf(out,
		    "\n    robots.txt did not allow %" PRIu64
		    " page%s at the last fetch",
		    refused, refused == 1 ? "" : "s");
	if (failures) {
		tcn_buf_printf(out,
		    "\n    failed %" PRIu64 " time%s: ", failures,
		    failures == 1 ? "" : "s");
		tcn_safe_terminal(out, tcn_json_in_str(feed, "error"));
	}
	tcn_buf_char(out, '\n');
}

/* --- rules --- */

void
tcn_show_row_rule(void *ctx, const struct tcn_json_value *rule,
    struct tcn_buf *out)
{
	struct tcn_json_value at = tcn_json_member(rule, "lines");

	(void)ctx;
	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at)) {
		size_t indent = 0;

		while (indent < at.s.n && at.s.at[indent] == ' ')
			indent++;
		tcn_buf_add(out, at.s.at, indent);
		tcn_show_row_text(out, at.s);
		tcn_buf_char(out, '\n');
	}
}

/* --- articles --- */

static void
item_line(struct tcn_buf *out, const struct tcn_json_value *item)
{
	char when[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "  %s  ",
	    tcn_when_short(tcn_json_in_ms(item, "at"), when));
	tcn_safe_terminal(out, tcn_json_in_str(item, "id"));
	tcn_buf_z(out,
	    tcn_json_in_uint(item, "duplicate_of")     ? "  (copy) "
		: tcn_json_in_uint(item, "version_of") ? "  (version) "
						       : "  ");
	tcn_safe_terminal(out, tcn_json_in_str(item, "source"));
	tcn_buf_z(out, ": ");
	tcn_safe_terminal(out, tcn_json_in_str(item, "title"));
	tcn_buf_char(out, '\n');
}

void
tcn_show_row_items(struct tcn_buf *out, const char *heading,
    const struct tcn_json_value *items)
{
	struct tcn_json_value at = tcn_json_first(items);

	if (at.node)
		tcn_buf_printf(out, "\n%s\n", heading);
	for (; at.node; at = tcn_json_next(&at))
		item_line(out, &at);
}

/* Who chose the content words by which it was compared. */
static void
content_field(struct tcn_buf *out, const struct tcn_json_value *item)
{
	const struct tcn_str from = tcn_json_in_str(item, "content_from");

	if (!from.n)
		return;
	tcn_buf_printf(out, "%-12s", "content");
	tcn_content_from_text(out, from, tcn_json_in_str(item, "tagger"));
	tcn_buf_char(out, '\n');
}

/* Whose rewrite it is, or which form filled in again. */
static void
rewrite_field(struct tcn_buf *out, const struct tcn_json_value *item)
{
	const uint64_t rewrite = tcn_json_in_uint(item, "rewrite_of");
	const uint64_t form = tcn_json_in_uint(item, "form_of");

	if (rewrite || form)
		tcn_buf_printf(out,
		    "%-12sof arrival %" PRIu64
		    "; alike in words %.3f, in content %.3f\n",
		    rewrite ? "rewrite" : "form", rewrite ? rewrite : form,
		    tcn_json_in_number(item, "cosine"),
		    tcn_json_in_number(item, "likeness"));
}

static void
placement_fields(struct tcn_buf *out, const struct tcn_json_value *item)
{
	const struct tcn_str print = tcn_json_in_str(item, "fingerprint");
	const uint64_t story = tcn_json_in_uint(item, "story");
	const uint64_t original = tcn_json_in_uint(item, "duplicate_of");
	uint64_t cluster;

	tcn_buf_printf(out, "%-12s%" PRIu64 "\n", "arrival",
	    tcn_json_in_uint(item, "seq"));
	tcn_show_field(out, "fingerprint",
	    print.n ? print : tcn_str("none: too few features"));
	if (story)
		tcn_buf_printf(out, "%-12s%" PRIu64 "\n", "story", story);
	if (original)
		tcn_buf_printf(out,
		    "%-12sof arrival %" PRIu64 ", at %" PRIu64 " bits\n",
		    "copy", original, tcn_json_in_uint(item, "distance"));
	tcn_show_excerpt_source(out, item);
	rewrite_field(out, item);
	content_field(out, item);
	/* Its cluster as it was when it came, where a rule counts clusters. */
	cluster = tcn_json_in_uint(item, "cluster");
	if (cluster && cluster == tcn_json_in_uint(item, "seq"))
		tcn_buf_z(out,
		    "cluster     its own: nothing before was like it\n");
	else if (cluster)
		tcn_buf_printf(out,
		    "cluster     of arrival %" PRIu64 ", by similar words\n",
		    cluster);
}

/* A later version of a page: of which article, and how much is new. */
static void
version_field(struct tcn_buf *out, const struct tcn_json_value *item)
{
	const struct tcn_json_value version = tcn_json_member(item, "version");
	const int64_t later_ms =
	    tcn_json_in_ms(item, "at") - tcn_json_in_ms(&version, "first_at");
	const uint64_t sentences = tcn_json_in_uint(&version, "sentences");
	char span[TCN_WHEN_BYTES];

	if (!version.node)
		return;
	tcn_buf_printf(out, "%-12sof ", "version");
	tcn_safe_terminal(out, tcn_json_in_str(&version, "of"));
	if (later_ms > 0)
		tcn_buf_printf(out, ", %s later",
		    tcn_when_span(later_ms, span));
	if (sentences)
		tcn_buf_printf(out,
		    "; %" PRIu64 " of %" PRIu64 " sentences differ",
		    tcn_json_in_uint(&version, "differ"), sentences);
	tcn_buf_char(out, '\n');
}

/* The later versions of the article's page, each with how much is new. */
static void
version_lines(struct tcn_buf *out, const struct tcn_json_value *versions)
{
	struct tcn_json_value at = tcn_json_first(versions);

	if (at.node)
		tcn_buf_z(out, "\nlater versions\n");
	for (; at.node; at = tcn_json_next(&at)) {
		const struct tcn_json_value version =
		    tcn_json_member(&at, "version");
		const uint64_t sentences =
		    tcn_json_in_uint(&version, "sentences");

		item_line(out, &at);
		if (sentences)
			tcn_buf_printf(out,
			    "    new in it: %" PRIu64 " of %" PRIu64
			    " sentences\n",
			    tcn_json_in_uint(&version, "differ"), sentences);
	}
}

/* The events of the article's story. */
static void
event_lines(struct tcn_buf *out, const struct tcn_json_value *item)
{
	struct tcn_json_value at = tcn_json_member(item, "events");
	char when[TCN_WHEN_BYTES];

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at)) {
		tcn_buf_printf(out, "%-12s", "event");
		tcn_safe_terminal(out, tcn_json_in_str(&at, "event"));
		tcn_buf_z(out, ", ");
		tcn_safe_terminal(out, tcn_json_in_str(&at, "rule"));
		tcn_buf_printf(out, ", fired %s\n",
		    tcn_when_text(tcn_json_in_ms(&at, "fired_at"), when));
	}
}

/* Where copies were seen, and how many are only counted. */
static void
copy_lines(struct tcn_buf *out, const struct tcn_json_value *item)
{
	const struct tcn_json_value copies = tcn_json_member(item, "copies");
	const struct tcn_json_value first = tcn_json_first(&copies);
	const uint64_t gone = tcn_json_in_uint(item, "copies_not_kept");

	tcn_show_row_items(out, "copies", &copies);
	if (gone)
		tcn_buf_printf(out, "%s%" PRIu64 " %s not kept\n",
		    first.node ? "  and " : "\ncopies\n  ", gone,
		    gone == 1 ? "copy that was" : "copies that were");
}

/* What is expected where no category was sent. */
static void
predicted_field(struct tcn_buf *out, const struct tcn_json_value *item)
{
	const struct tcn_str predicted = tcn_json_in_str(item, "predicted");
	double probability = tcn_json_in_number(item, "probability");

	if (!predicted.n)
		return;
	tcn_buf_printf(out, "%-12s", "predicted");
	tcn_safe_terminal(out, predicted);
	tcn_buf_z(out, " (by its words, as it came without a category; ");
	if (probability > 0) {
		tcn_event_words_percent(probability, out);
		tcn_buf_z(out, " likely; ");
	}
	tcn_buf_printf(out, "margin %.1f)\n",
	    tcn_json_in_number(item, "margin"));
}

void
tcn_show_row_article(void *ctx, const struct tcn_json_value *item,
    struct tcn_buf *out)
{
	const struct tcn_json_value versions =
	    tcn_json_member(item, "versions");
	const struct tcn_str text = tcn_json_in_str(item, "text");
	char when[TCN_WHEN_BYTES];

	(void)ctx;
	if (out->n)
		tcn_buf_char(out, '\n');
	tcn_show_field(out, "article", tcn_json_in_str(item, "id"));
	tcn_show_field(out, "title", tcn_json_in_str(item, "title"));
	tcn_show_field(out, "time",
	    tcn_str(tcn_when_text(tcn_json_in_ms(item, "at"), when)));
	tcn_show_field(out, "source", tcn_json_in_str(item, "source"));
	tcn_show_field(out, "url", tcn_json_in_str(item, "url"));
	tcn_show_field(out, "image", tcn_json_in_str(item, "image"));
	tcn_show_field(out, "language", tcn_json_in_str(item, "lang"));
	tcn_show_field(out, "category", tcn_json_in_str(item, "category"));
	predicted_field(out, item);
	if (text.n) {
		tcn_buf_printf(out, "%-12s", "text");
		tcn_show_row_text(out, text);
		tcn_buf_char(out, '\n');
	}
	placement_fields(out, item);
	version_field(out, item);
	event_lines(out, item);
	copy_lines(out, item);
	tcn_show_excerpt_takers(out, item);
	version_lines(out, &versions);
}

#include "tools/serve/client/show_event.h"

#include <inttypes.h>
#include <string.h>

#include "engine/base/arena.h"
#include "engine/item/record.h"
#include "tools/base/event_words.h"
#include "tools/base/json_in.h"
#include "tools/base/plural.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/serve/client/show_impl.h"
#include "tools/serve/client/show_row.h"

enum {
	ITEMS_WIDTH = 11, /* "9999 items " */
	ASKED_CHARS = 60,
};

/* The state: the desk's word, else the stream's. */
static struct tcn_str
state_of(const struct tcn_json_value *event, const struct tcn_json_value *desk)
{
	struct tcn_str said = tcn_json_in_str(desk, "said");

	return said.n ? said : tcn_json_in_str(event, "state");
}

static struct tcn_event_languages
languages_of(const struct tcn_json_value *event)
{
	struct tcn_json_value at = tcn_json_member(event, "languages");
	struct tcn_event_languages languages = { 0 };

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
		if (at.s.n && at.s.n < TCN_EVENT_LANGUAGE_BYTES &&
		    languages.n < TCN_EVENT_LANGUAGES)
			memcpy(languages.at[languages.n++], at.s.at, at.s.n);
	return languages;
}

/* What its rule asked for, so short that the event stays about a line. */
static void
add_asked(const struct tcn_json_value *event, struct tcn_buf *out)
{
	const struct tcn_json_value reasons = tcn_json_member(event, "reasons");
	struct tcn_json_value at = tcn_json_first(&reasons);
	struct tcn_arena arena;
	struct tcn_str says;

	while (at.node &&
	    !tcn_str_equal(tcn_json_in_str(&at, "name"),
		tcn_str(TCN_EVENT_PART_ASKED)))
		at = tcn_json_next(&at);
	if (!at.node)
		return;
	tcn_arena_init(&arena, 0);
	tcn_safe_text(&arena, tcn_json_in_str(&at, "says"), ASKED_CHARS, &says);
	tcn_buf_printf(out, " (%.*s)", TCN_STR_ARG(says));
	tcn_arena_fini(&arena);
}

void
tcn_show_event_line(void *ctx, const struct tcn_json_value *event,
    struct tcn_buf *out)
{
	const struct tcn_json_value desk = tcn_json_member(event, "desk");
	const struct tcn_str owner = tcn_json_in_str(&desk, "owner");
	struct tcn_str state = state_of(event, &desk);
	struct tcn_str severity = tcn_json_in_str(event, "severity");
	struct tcn_str kind = tcn_json_in_str(event, "kind");
	struct tcn_event_languages languages = languages_of(event);
	const struct tcn_json_value list = tcn_json_member(event, "places");
	struct tcn_event_places places = tcn_event_words_places_of(&list);
	struct tcn_buf where = { 0 };
	char when[TCN_WHEN_BYTES];
	size_t column;

	(void)ctx;
	tcn_safe_terminal(out, tcn_json_in_str(event, "event"));
	tcn_buf_printf(out, "  %s  %-8.*s  %-8.*s  ",
	    tcn_when_short(tcn_json_in_ms(event, "fired_at"), when),
	    TCN_STR_ARG(state), TCN_STR_ARG(severity));
	column = out->n + ITEMS_WIDTH;
	tcn_plural(out, tcn_json_in_uint(event, "items"), "item");
	do
		tcn_buf_char(out, ' ');
	while (out->n < column);
	if (tcn_json_in_ms(&desk, "acknowledged_at") != TCN_UNDATED)
		tcn_buf_z(out, "acked  ");
	if (owner.n) {
		tcn_buf_char(out, '[');
		tcn_safe_terminal(out, owner);
		tcn_buf_z(out, "]  ");
	}
	if (kind.n && !tcn_str_equal(kind, tcn_str("news"))) {
		tcn_buf_char(out, '(');
		tcn_safe_terminal(out, kind);
		tcn_buf_z(out, ")  ");
	}
	if (tcn_json_in_str(event, "dossier").n)
		tcn_buf_z(out, "(goes on)  ");
	tcn_safe_terminal(out, tcn_json_in_str(event, "rule"));
	tcn_event_words_in(out, &languages);
	if (places.n) {
		tcn_buf_z(out, ", ");
		tcn_event_words_where(&where, "en", &places);
		tcn_safe_terminal(out, tcn_buf_view(&where));
		tcn_buf_fini(&where);
	}
	tcn_buf_z(out, ": ");
	tcn_safe_terminal(out, tcn_json_in_str(event, "title"));
	add_asked(event, out);
	tcn_buf_char(out, '\n');
}

/* --- what happened --- */

/* The bits of the words in "why". */
static unsigned
changes_of(const struct tcn_json_value *revision)
{
	struct tcn_json_value at = tcn_json_member(revision, "why");
	unsigned why = 0;

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
		why |= tcn_event_words_change_of(at.s);
	return why;
}

static void
revision_line(struct tcn_buf *out, const struct tcn_json_value *revision)
{
	const struct tcn_str state = tcn_json_in_str(revision, "state");
	const struct tcn_str into = tcn_json_in_str(revision, "merged_into");
	struct tcn_event_languages languages = languages_of(revision);
	unsigned why = changes_of(revision);
	char when[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "  %s  revision %" PRIu64 ", %.*s: ",
	    tcn_when_short(tcn_json_in_ms(revision, "changed_at"), when),
	    tcn_json_in_uint(revision, "revision"), TCN_STR_ARG(state));
	tcn_plural(out, tcn_json_in_uint(revision, "items"), "item");
	tcn_buf_z(out, ", ");
	tcn_plural(out, tcn_json_in_uint(revision, "origins"), "distinct text");
	tcn_buf_z(out, ", ");
	tcn_plural(out, tcn_json_in_uint(revision, "publishers"), "publisher");
	tcn_event_words_in(out, &languages);
	if (why) {
		tcn_buf_z(out, "; ");
		tcn_event_words_why(why, out);
	}
	if (into.n) {
		tcn_buf_z(out, " into ");
		tcn_safe_terminal(out, into);
	}
	tcn_buf_char(out, '\n');
}

/* The i-th element of an array. O(i). */
static struct tcn_json_value
element(const struct tcn_json_value *array, size_t i)
{
	struct tcn_json_value at = tcn_json_first(array);

	for (; i && at.node; i--)
		at = tcn_json_next(&at);
	return at;
}

static size_t
length(const struct tcn_json_value *array)
{
	struct tcn_json_value at = tcn_json_first(array);
	size_t n = 0;

	for (; at.node; n++)
		at = tcn_json_next(&at);
	return n;
}

/* How likely it was news, and what spoke for and against that. */
static void
score_lines(struct tcn_buf *out, const struct tcn_json_value *reason)
{
	const struct tcn_json_value parts = tcn_json_member(reason, "parts");
	struct tcn_json_value at = tcn_json_first(&parts);

	if (tcn_json_in_number(reason, "probability") > 0) {
		tcn_buf_z(out, "  ");
		tcn_event_words_percent(tcn_json_in_number(reason,
					    "probability"),
		    out);
		tcn_buf_z(out, " likely news; the rule asked for ");
		tcn_event_words_percent(tcn_json_in_number(reason, "least"),
		    out);
		tcn_buf_char(out, '\n');
	}
	for (; at.node; at = tcn_json_next(&at)) {
		double part = tcn_json_in_number(&at, "part");

		if (part == 0)
			tcn_buf_printf(out, "    %-14s  ", "for");
		else if (tcn_event_words_is_for(part) ||
		    tcn_event_words_is_against(part))
			tcn_buf_printf(out, "    %-8s %+5.1f  ",
			    part > 0 ? "for" : "against", part);
		else
			break;
		tcn_safe_terminal(out, tcn_json_in_str(&at, "says"));
		tcn_buf_char(out, '\n');
	}
}

static void
reason_lines(struct tcn_buf *out, const struct tcn_json_value *answer)
{
	const struct tcn_json_value r = tcn_json_member(answer, "reason");
	const double ratio = tcn_json_in_number(&r, "rise");
	const struct tcn_str term = tcn_json_in_str(&r, "riser");
	const int64_t within_ms = tcn_json_in_ms(&r, "within_seconds");
	char span[TCN_WHEN_BYTES];

	if (r.kind != TCN_JSON_OBJECT)
		return;
	tcn_buf_z(out, "\nwhy it fired\n");
	if (within_ms) /* a watch rule counts nothing */
		tcn_buf_printf(out, "  more than %" PRIu64 " within %s",
		    tcn_json_in_uint(&r, "more_than"),
		    tcn_when_span(within_ms, span));
	if (ratio > 0)
		tcn_buf_printf(out, "; %.1f times the baseline", ratio);
	if (term.n) {
		tcn_buf_z(out, "; strongest burst: ");
		tcn_safe_terminal(out, term);
	}
	tcn_buf_z(out, within_ms ? "\n" : "");
	score_lines(out, &r);
}

/* --- the whole event --- */

/* The items are those counted when it fired. An event that took in several
 * stories has more of them than its first revision, the last one here. */
static void
evidence_lines(struct tcn_buf *out, const struct tcn_json_value *revisions,
    const struct tcn_json_value *items)
{
	const size_t n = length(revisions);
	const struct tcn_json_value first = element(revisions, n ? n - 1 : 0);

	tcn_show_row_items(out,
	    n && length(items) > tcn_json_in_uint(&first, "items")
		? "evidence: the items counted, when it fired and since"
		: "evidence: the items counted when it fired",
	    items);
}

/* "name        since WHEN by WHOM" */
static void
desk_line(struct tcn_buf *out, const char *name, int64_t ms, struct tcn_str by)
{
	char when[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "%-12s%s by ", name, tcn_when_text(ms, when));
	tcn_safe_terminal(out, by);
	tcn_buf_char(out, '\n');
}

/* A member that is a list of ids, if it has any. */
static void
ids_line(struct tcn_buf *out, const char *name,
    const struct tcn_json_value *event)
{
	struct tcn_json_value at = tcn_json_member(event, name);
	bool any = false;

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at)) {
		if (any)
			tcn_buf_z(out, ", ");
		else
			tcn_buf_printf(out, "%-12s", name);
		tcn_safe_terminal(out, at.s);
		any = true;
	}
	if (any)
		tcn_buf_char(out, '\n');
}

static void
terms_line(struct tcn_buf *out, const struct tcn_json_value *event)
{
	struct tcn_json_value at = tcn_json_member(event, "terms");
	const char *comma = "terms       ";

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at)) {
		tcn_buf_z(out, comma);
		tcn_safe_terminal(out, at.s);
		comma = ", ";
	}
	tcn_buf_z(out, *comma == ',' ? "\n" : "");
}

static void
event_fields(struct tcn_buf *out, const struct tcn_json_value *event)
{
	const struct tcn_json_value desk = tcn_json_member(event, "desk");
	const uint64_t story = tcn_json_in_uint(event, "story");
	struct tcn_str said;
	int64_t acked_ms;

	tcn_show_field(out, "event", tcn_json_in_str(event, "event"));
	tcn_show_field(out, "title", tcn_json_in_str(event, "title"));
	tcn_show_field(out, "url", tcn_json_in_str(event, "url"));
	tcn_show_field(out, "rule", tcn_json_in_str(event, "rule"));
	tcn_show_field(out, "severity", tcn_json_in_str(event, "severity"));
	tcn_show_field(out, "kind", tcn_json_in_str(event, "kind"));
	tcn_show_field(out, "dossier", tcn_json_in_str(event, "dossier"));
	tcn_show_field(out, "split from", tcn_json_in_str(event, "split_from"));
	ids_line(out, "parts", event);
	ids_line(out, "splits", event);
	if (story)
		tcn_buf_printf(out, "%-12s%" PRIu64 "\n", "story", story);
	terms_line(out, event);
	said = tcn_json_in_str(&desk, "said");
	acked_ms = tcn_json_in_ms(&desk, "acknowledged_at");
	if (acked_ms != TCN_UNDATED)
		desk_line(out, "acked", acked_ms,
		    tcn_json_in_str(&desk, "acknowledged_by"));
	tcn_show_field(out, "owner", tcn_json_in_str(&desk, "owner"));
	if (said.n)
		desk_line(out,
		    tcn_str_equal(said, tcn_str("closed")) ? "closed"
							   : "reopened",
		    tcn_json_in_ms(&desk, "said_at"),
		    tcn_json_in_str(&desk, "said_by"));
	tcn_show_field(out, "part of", tcn_json_in_str(&desk, "part_of"));
}

void
tcn_show_event_whole(const struct tcn_json_value *answer, struct tcn_buf *out)
{
	const struct tcn_json_value event = tcn_json_member(answer, "event");
	const struct tcn_json_value all = tcn_json_member(answer, "revisions");
	const struct tcn_json_value items = tcn_json_member(answer, "items");
	const struct tcn_str text = tcn_json_in_str(answer, "text");

	event_fields(out, &event);
	reason_lines(out, answer);
	tcn_buf_z(out, "\nhistory\n");
	for (size_t i = length(&all); i-- > 0;) {
		const struct tcn_json_value revision = element(&all, i);

		revision_line(out, &revision);
	}
	evidence_lines(out, &all, &items);
	if (text.n) {
		tcn_buf_z(out, "\ntext\n  ");
		tcn_show_row_text(out, text);
		tcn_buf_char(out, '\n');
	}
}

/* --- its history --- */

/* An order about what events hold, which names two of them; false: it is
 * none. */
static bool
order_words(const struct tcn_json_value *a, struct tcn_buf *out)
{
	static const struct {
		const char *kind, *says;
		bool other_first;
	} orders[] = {
		{ "merge", " is part of ", false },
		{ "unmerge", " is no part any more of ", false },
		{ "split", " was split from ", true },
	};
	const struct tcn_str kind = tcn_json_in_str(a, "kind");

	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
		bool other = orders[i].other_first;

		if (!tcn_str_equal(kind, tcn_str(orders[i].kind)))
			continue;
		tcn_safe_terminal(out,
		    tcn_json_in_str(a, other ? "value" : "event"));
		tcn_buf_z(out, orders[i].says);
		tcn_safe_terminal(out,
		    tcn_json_in_str(a, other ? "event" : "value"));
		tcn_buf_printf(out, " (%" PRIu64 ")\n",
		    tcn_json_in_uint(a, "action"));
		return true;
	}
	return false;
}

static void
action_line(void *ctx, const struct tcn_json_value *a, struct tcn_buf *out)
{
	const struct tcn_str was = tcn_json_in_str(a, "was");
	const struct tcn_str value = tcn_json_in_str(a, "value");
	char when[TCN_WHEN_BYTES];

	(void)ctx;
	tcn_buf_printf(out, "  %s  ",
	    tcn_when_short(tcn_json_in_ms(a, "at"), when));
	tcn_safe_terminal(out, tcn_json_in_str(a, "author"));
	tcn_buf_printf(out, ", at revision %" PRIu64 ": ",
	    tcn_json_in_uint(a, "revision"));
	if (order_words(a, out))
		return;
	tcn_safe_terminal(out, tcn_json_in_str(a, "kind"));
	if (was.n) {
		tcn_buf_z(out, ", was ");
		tcn_safe_terminal(out, was);
	}
	if (value.n) {
		tcn_buf_z(out, was.n ? ", now " : " ");
		tcn_safe_terminal(out, value);
	}
	tcn_buf_char(out, '\n');
}

static void
sent_line(void *ctx, const struct tcn_json_value *m, struct tcn_buf *out)
{
	const int64_t done_ms = tcn_json_in_ms(m, "done_at");
	const struct tcn_str why = tcn_json_in_str(m, "why");
	const struct tcn_str error = tcn_json_in_str(m, "error");
	char when[TCN_WHEN_BYTES];

	(void)ctx;
	tcn_buf_printf(out, "  %s  revision %" PRIu64 " to ",
	    tcn_when_short(done_ms != TCN_UNDATED
		    ? done_ms
		    : tcn_json_in_ms(m, "created_at"),
		when),
	    tcn_json_in_uint(m, "revision"));
	tcn_safe_terminal(out, tcn_json_in_str(m, "receiver"));
	tcn_buf_z(out, ": ");
	tcn_safe_terminal(out, tcn_json_in_str(m, "state"));
	if (why.n || error.n) {
		tcn_buf_z(out, " (");
		tcn_safe_terminal(out, why.n ? why : error);
		tcn_buf_char(out, ')');
	}
	tcn_buf_char(out, '\n');
}

/* A heading and each of the rows of a member, unless there are none. */
static void
each(struct tcn_buf *out, const struct tcn_json_value *answer, const char *name,
    const char *heading,
    void (*line)(void *ctx, const struct tcn_json_value *row,
	struct tcn_buf *out))
{
	struct tcn_json_value at = tcn_json_member(answer, name);

	at = tcn_json_first(&at);
	if (at.node)
		tcn_buf_printf(out, "\n%s\n", heading);
	for (; at.node; at = tcn_json_next(&at))
		line(NULL, &at, out);
}

void
tcn_show_event_history(const struct tcn_json_value *answer, struct tcn_buf *out)
{
	struct tcn_json_value at = tcn_json_member(answer, "revisions");

	tcn_buf_z(out, "event ");
	tcn_safe_terminal(out, tcn_json_in_str(answer, "event"));
	tcn_buf_z(out, "\n\nwhat happened (stream time)\n");
	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
		revision_line(out, &at);
	reason_lines(out, answer);
	each(out, answer, "actions", "what was done", action_line);
	each(out, answer, "deliveries", "what was sent", sent_line);
	each(out, answer, "silences", "silences that name it",
	    tcn_show_row_silence);
}

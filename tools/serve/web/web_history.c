/*
 * All that happened to an event, in order of time: its revisions, what desks
 * did, what was sent.
 */
#include <stdlib.h>

#include "engine/item/record.h"
#include "tools/serve/web/web_event_impl.h"

/* A row of the history, of whichever kind. */
struct entry {
	int64_t ms;
	struct tcn_json_value row;
	const char *kind;
};

static int
compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return x->ms < y->ms ? -1 : x->ms > y->ms;
}

enum {
	REVISIONS,
	ACTIONS,
	SILENCES,
	DELIVERIES,
	KINDS
};

static const struct {
	const char *member, *at;
} kinds[KINDS] = {
	[REVISIONS] = { "revisions", "changed_at" },
	[ACTIONS] = { "actions", "at" },
	[SILENCES] = { "silences", "created_at" },
	[DELIVERIES] = { "deliveries", "created_at" },
};
#define SINCE_MAX 12 /* rows of what changed since somebody looked */

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
					at, kinds[i].member };
	}
	return n;
}

/* All rows in order of time, in the page's memory. */
static struct entry *
list_entries(struct tcn_web_page *page, const struct tcn_web_event *e,
    size_t *n)
{
	struct entry *entries;

	*n = collect(e, NULL);
	entries = tcn_arena_zalloc(&page->arena, *n + 1, sizeof *entries);
	collect(e, entries);
	qsort(entries, *n, sizeof *entries, compare_entries);
	return entries;
}

/* Each entry says of which kind it is. An order about what events hold names
 * two of them, and stands in the history of both: "own", where this is the one
 * that it changed. */
static void
set_entries(struct tcn_web_page *page, const struct tcn_web_event *e,
    const char *name, struct entry *entries, size_t n)
{
	struct tcn_json_value list = { 0 };

	for (size_t i = 0; i < n; i++) {
		struct tcn_json_value *row = &entries[i].row;

		tcn_json_put_bool(&page->arena, row, entries[i].kind, true);
		if (tcn_str_equal(tcn_json_in_str(row, "event"), e->id))
			tcn_json_put_bool(&page->arena, row, "own", true);
		tcn_json_push(&page->arena, &list, row);
	}
	tcn_web_page_set(page, name, &list);
}

/* Whether a row is later than what its reader has looked at: revisions go by
 * their number, as their dates are the stream's. What was sent is none. */
static bool
is_since(const struct entry *entry, const struct tcn_json_value *seen)
{
	if (entry->kind == kinds[REVISIONS].member)
		return tcn_json_in_uint(&entry->row, "revision") >
		    tcn_json_in_uint(seen, "revision");
	return entry->kind != kinds[DELIVERIES].member &&
	    entry->ms > tcn_json_in_ms(seen, "at");
}

void
tcn_web_event_set_since(struct tcn_web_page *page,
    const struct tcn_web_event *e)
{
	struct tcn_json_value seen = tcn_json_member(&e->answer, "seen");
	struct entry *entries;
	size_t n, from = 0, to = 0;

	if (!tcn_json_in_uint(&seen, "revision"))
		return;
	entries = list_entries(page, e, &n);
	for (size_t i = 0; i < n; i++)
		if (is_since(&entries[i], &seen))
			entries[to++] = entries[i];
	if (to > SINCE_MAX)
		from = to - SINCE_MAX;
	set_entries(page, e, "since", entries + from, to - from);
}

void
tcn_web_get_history(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_web_event e;
	struct entry *entries;
	size_t n;

	if (!tcn_web_event_ask(&page, &e))
		return;
	entries = list_entries(&page, &e, &n);
	set_entries(&page, &e, "entries", entries, n);
	tcn_web_event_send(&page, &e, "history", TCN_WORDS("History"));
}

/*
 * Events as feeds for feed readers: Atom (RFC 4287) and JSON Feed 1.1.
 *
 * An entry's id is made of its event's id and never changes, while its time of
 * modification does with each revision. The entity tag is a hash of the
 * entries' ids and revisions, so that most polls are answered by 304.
 */
#include <inttypes.h>
#include <stdio.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "engine/item/headline.h"
#include "sql/store_group.h"
#include "tools/base/event_words.h"
#include "tools/base/safe.h"
#include "tools/serve/api/api_impl.h"
#include "tools/tell/report/report.h"

#define ENTRIES_MAX   100
#define LOOKED_AT_MAX 1000 /* events, for those that a view shows */

/* One entry; its texts are safe to show. */
struct entry {
	const struct tcn_event *event;
	struct tcn_str title, link, about;
	const struct tcn_str **rules; /* of its story, its own first */
	size_t rules_n;
	struct entry *told_by; /* that of an earlier rule; NULL: itself */
	char fired[TCN_DATE_BYTES], changed[TCN_DATE_BYTES];
};

struct feed {
	struct entry *at;
	size_t n;
	struct tcn_str base; /* "http://host:port", or empty */
	char changed[TCN_DATE_BYTES]; /* of the feed */
	char tag[24]; /* with its quotes */
};

static void
make_about(const struct tcn_event *event, struct tcn_arena *arena,
    struct tcn_str *about)
{
	struct tcn_buf text = { 0 };

	tcn_buf_printf(&text,
	    "%" PRIu32 " items, %" PRIu32 " distinct texts, %" PRIu32
	    " publishers",
	    event->items, event->origins, event->publishers);
	tcn_event_words_in(&text, &event->languages);
	tcn_buf_printf(&text, "; %s, revision %" PRIu32 ".",
	    tcn_event_words_state(event->state), event->revision);
	for (size_t i = 0; i < event->terms_n; i++) {
		tcn_buf_z(&text, i ? ", " : " Terms: ");
		tcn_buf_str(&text, event->terms[i].word);
	}
	if (event->reason) {
		tcn_buf_z(&text, event->terms_n ? ". " : " ");
		tcn_event_words_sure(event->reason, &text);
		tcn_buf_char(&text, '.');
	}
	tcn_safe_text(arena, tcn_buf_view(&text), 1000, about);
	tcn_buf_fini(&text);
}

/* Its headline; of an event that none was chosen for, the title of the article
 * that it is shown by. */
static struct tcn_str
title_of(const struct tcn_event *event, const struct tcn_article *shown)
{
	if (event->headline.text.n)
		return event->headline.text;
	if (shown && shown->title.n)
		return tcn_headline(shown->title, shown->source, shown->url);
	return tcn_str(event->id);
}

static enum tcn_rc
make_entry(struct tcn_api_answer *a, const struct tcn_event *event,
    struct entry *entry)
{
	struct tcn_store_item_row *row = NULL;
	const struct tcn_article *shown;
	enum tcn_rc rc =
	    tcn_store_item(a->store, tcn_headline_item(event), &a->arena, &row);

	if (rc)
		return rc;
	shown = row ? &row->article : NULL;
	*entry = (struct entry){ .event = event };
	tcn_safe_text(&a->arena, title_of(event, shown), 300, &entry->title);
	if (shown && tcn_safe_is_link(shown->url))
		entry->link = shown->url;
	tcn_date_format(event->fired_ms, entry->fired);
	tcn_date_format(event->changed_ms, entry->changed);
	make_about(event, &a->arena, &entry->about);
	return TCN_OK;
}

/* Whether a fired before b. */
static bool
is_earlier(const struct tcn_event *a, const struct tcn_event *b)
{
	return a->fired_ms != b->fired_ms ? a->fired_ms < b->fired_ms
					  : strcmp(a->id, b->id) < 0;
}

/* Finds the entry that tells of the same story, found by an earlier rule. */
static enum tcn_rc
find_teller(struct tcn_api_answer *a, struct feed *feed, struct entry *entry)
{
	const struct tcn_event *e = entry->event, *first = e;
	struct tcn_store_group group;
	enum tcn_rc rc =
	    tcn_store_group_now(a->store, e->id, &a->arena, &group);

	for (size_t i = 0; !rc && i < group.events.n; i++)
		for (size_t k = 0; k < feed->n; k++) {
			const struct tcn_event *other = feed->at[k].event;

			if (strcmp(group.events.at[i].id, other->id) != 0 ||
			    tcn_str_equal(other->rule, e->rule) ||
			    !is_earlier(other, first))
				continue;
			first = other;
			entry->told_by = &feed->at[k];
		}
	return rc;
}

/* Rules that fire for one story are one entry, that of the first, which names
 * all of them. */
static enum tcn_rc
fold(struct tcn_api_answer *a, struct feed *feed)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < feed->n; i++) {
		struct entry *entry = &feed->at[i];

		entry->rules = tcn_arena_zalloc(&a->arena, feed->n,
		    sizeof(struct tcn_str *));
		entry->rules[entry->rules_n++] = &entry->event->rule;
		rc = find_teller(a, feed, entry);
	}
	for (size_t i = 0; !rc && i < feed->n; i++) {
		struct entry *by = feed->at[i].told_by;

		while (by && by->told_by)
			by = by->told_by;
		if (by)
			by->rules[by->rules_n++] = &feed->at[i].event->rule;
	}
	return rc;
}

/* The daemon's address as the reader knows it: as it is set, or from Host. */
static void
make_base(struct tcn_api_answer *a, struct feed *feed)
{
	const char *host = tcn_http_call_header(a->call, "Host");
	const char *url = tcn_http_call_public_url(a->call);
	char text[300];
	struct tcn_str base;

	feed->base = tcn_str(url ? url : "");
	if (url)
		return;
	if (!host || strlen(host) > 255)
		return;
	snprintf(text, sizeof text, "%s://%s", tcn_http_call_scheme(a->call),
	    host);
	base = tcn_str(text);
	if (tcn_safe_is_link(base))
		tcn_arena_str(&a->arena, base, &feed->base);
}

static enum tcn_rc
gather(struct tcn_api_answer *a, const struct tcn_event_view *view,
    struct feed *feed)
{
	const struct tcn_store_event_filter filter = {
		.since_ms = INT64_MIN,
		.until_ms = INT64_MAX,
		.state = -1,
		.kind = -1,
		.acked = -1,
		.newest = true,
	};
	struct tcn_store_event_list events;
	int64_t changed_ms = 0;
	uint64_t hash = 0;
	enum tcn_rc rc = tcn_store_find_events(a->store, &filter,
	    tcn_event_view_is_all(view) ? ENTRIES_MAX : LOOKED_AT_MAX,
	    &a->arena, &events);

	if (!rc)
		make_base(a, feed);
	if (rc)
		return rc;
	feed->at = tcn_arena_zalloc(&a->arena, events.n + 1, sizeof *feed->at);
	hash = XXH3_64bits(feed->base.at, feed->base.n);
	for (size_t i = 0; !rc && i < events.n && feed->n < ENTRIES_MAX; i++) {
		const struct tcn_event *e = &events.at[i];
		bool lets = false;

		rc = tcn_event_view_lets_event(view, a->store, e, &a->arena,
		    &lets);
		if (rc || !lets)
			continue;
		rc = make_entry(a, e, &feed->at[feed->n++]);
		hash = XXH3_64bits_withSeed(e->id, strlen(e->id),
		    hash + e->revision);
		if (e->changed_ms > changed_ms)
			changed_ms = e->changed_ms;
	}
	if (!rc)
		rc = fold(a, feed);
	tcn_date_format(changed_ms, feed->changed);
	snprintf(feed->tag, sizeof feed->tag, "\"%016" PRIx64 "\"", hash);
	return rc;
}

/* --- Atom --- */

static void
element(struct tcn_buf *out, const char *name, struct tcn_str text)
{
	tcn_buf_printf(out, "<%s>", name);
	tcn_safe_html(out, text);
	tcn_buf_printf(out, "</%s>\n", name);
}

static void
atom_link(struct tcn_buf *out, const char *rel, const char *type,
    struct tcn_str base, const char *path)
{
	tcn_buf_printf(out, "<link rel=\"%s\" type=\"%s\" href=\"", rel, type);
	tcn_safe_html(out, base);
	tcn_safe_html(out, tcn_str(path));
	tcn_buf_z(out, "\"/>\n");
}

static void
atom_entry(const struct feed *feed, const struct entry *entry,
    struct tcn_buf *out)
{
	const struct tcn_event *event = entry->event;
	char path[64 + TCN_EVENT_ID_BYTES];

	snprintf(path, sizeof path, "/v1/events/%s/report", event->id);
	tcn_buf_printf(out, "<entry>\n<id>urn:tocsin:event:%s</id>\n",
	    event->id);
	element(out, "title", entry->title);
	element(out, "published", tcn_str(entry->fired));
	element(out, "updated", tcn_str(entry->changed));
	atom_link(out, "alternate", "text/html", feed->base, path);
	if (entry->link.n)
		atom_link(out, "related", "text/html", entry->link, "");
	for (size_t i = 0; i < entry->rules_n; i++) {
		tcn_buf_z(out, "<category term=\"");
		tcn_safe_html(out, *entry->rules[i]);
		tcn_buf_z(out, "\"/>\n");
	}
	element(out, "summary", entry->about);
	tcn_buf_z(out, "</entry>\n");
}

static void
write_atom(const struct feed *feed, struct tcn_buf *out)
{
	tcn_buf_z(out,
	    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
	    "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n"
	    "<id>urn:tocsin:events</id>\n<title>Events</title>\n"
	    "<author><name>tocsin</name></author>\n");
	element(out, "updated", tcn_str(feed->changed));
	atom_link(out, "self", "application/atom+xml", feed->base,
	    "/v1/events.atom");
	for (size_t i = 0; i < feed->n; i++)
		if (!feed->at[i].told_by)
			atom_entry(feed, &feed->at[i], out);
	tcn_buf_z(out, "</feed>\n");
}

/* --- JSON Feed --- */

static void
put_url(struct tcn_buf *out, const char *key, struct tcn_str base,
    const char *path)
{
	struct tcn_buf url = { 0 };

	tcn_buf_str(&url, base);
	tcn_buf_z(&url, path);
	tcn_json_str(out, key, tcn_buf_view(&url));
	tcn_buf_fini(&url);
}

static void
json_entry(const struct feed *feed, const struct entry *entry,
    struct tcn_buf *out)
{
	const struct tcn_event *event = entry->event;
	char text[64 + TCN_EVENT_ID_BYTES];

	tcn_json_open(out, NULL, '{');
	snprintf(text, sizeof text, "urn:tocsin:event:%s", event->id);
	tcn_json_str(out, "id", tcn_str(text));
	snprintf(text, sizeof text, "/v1/events/%s/report", event->id);
	put_url(out, "url", feed->base, text);
	if (entry->link.n)
		tcn_json_str(out, "external_url", entry->link);
	tcn_json_str(out, "title", entry->title);
	tcn_json_str(out, "content_text", entry->about);
	tcn_json_str(out, "date_published", tcn_str(entry->fired));
	tcn_json_str(out, "date_modified", tcn_str(entry->changed));
	tcn_json_open(out, "tags", '[');
	for (size_t i = 0; i < entry->rules_n; i++)
		tcn_json_str(out, NULL, *entry->rules[i]);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
}

static void
write_json(const struct feed *feed, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "version",
	    tcn_str("https://jsonfeed.org/version/1.1"));
	tcn_json_str(out, "title", tcn_str("Events"));
	put_url(out, "feed_url", feed->base, "/v1/events.json");
	tcn_json_open(out, "items", '[');
	for (size_t i = 0; i < feed->n; i++)
		if (!feed->at[i].told_by)
			json_entry(feed, &feed->at[i], out);
	tcn_buf_z(out, "]}\n");
}

/* --- the answer --- */

/*
 * Whether the reader has this version: If-None-Match is a list of tags, weak
 * ones among them, or "*" (RFC 9110, section 13.1.2).
 */
static bool
is_known(const struct tcn_http_call *call, const char *tag)
{
	const char *have = tcn_http_call_header(call, "If-None-Match");

	return have && (strcmp(have, "*") == 0 || strstr(have, tag) != NULL);
}

static void
send_feed(struct tcn_api_answer *a, const char *type,
    void (*write)(const struct feed *feed, struct tcn_buf *out))
{
	struct feed feed = { 0 };
	struct tcn_event_view view;
	enum tcn_rc rc = tcn_api_answer_view(a, &view);

	if (tcn_api_answer_failed(a, rc))
		return;
	rc = gather(a, &view, &feed);
	if (!rc) {
		tcn_http_call_set_header(a->call, "ETag", feed.tag);
		tcn_http_call_set_header(a->call, "Cache-Control",
		    "private, no-cache");
		a->type = type;
	}
	if (!rc && is_known(a->call, feed.tag)) {
		a->status = 304;
	} else if (!rc) {
		write(&feed, &a->out);
	}
	tcn_api_answer_send(a, rc);
}

void
tcn_api_get_atom(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);

	send_feed(&a, "application/atom+xml; charset=utf-8", write_atom);
}

void
tcn_api_get_json_feed(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);

	send_feed(&a, "application/feed+json; charset=utf-8", write_json);
}

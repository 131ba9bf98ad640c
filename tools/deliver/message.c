#include "tools/deliver/message.h"

#include <assert.h>
#include <inttypes.h>

#include "engine/base/date.h"
#include "sql/store_read.h"
#include "tools/base/event_words.h"
#include "tools/base/json_out.h"
#include "tools/base/plural.h"
#include "tools/base/safe.h"

#define LINE_CHARS 300

static bool
clean(struct tcn_arena *arena, struct tcn_str s, struct tcn_str *to)
{
	return tcn_safe_text(arena, s, LINE_CHARS, to);
}

/* The address if it is one of a link (http, https), else nothing. */
static bool
clean_url(struct tcn_arena *arena, struct tcn_str s, struct tcn_str *to)
{
	return tcn_arena_str(arena, tcn_safe_is_link(s) ? s : tcn_str(""), to);
}

static bool
add_item(const struct tcn_store_item_row *from, struct tcn_arena *arena,
    struct tcn_message_item *to)
{
	const struct tcn_article *a = &from->article;

	to->ts_ms = from->place.ts_ms;
	return clean(arena, a->id, &to->id) &&
	    clean(arena, a->source, &to->source) &&
	    clean(arena, a->title, &to->title) &&
	    clean_url(arena, a->url, &to->url);
}

/* Originals first, since they say more than copies; both in order of time. */
static enum tcn_rc
gather_items(const struct tcn_store *st, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_message_content *message)
{
	struct tcn_message_item *items =
	    tcn_arena_zalloc(arena, TCN_MESSAGE_ITEMS_MAX, sizeof *items);
	struct tcn_store_item_list all;
	enum tcn_rc rc = tcn_store_items_of(st, event->evidence,
	    event->evidence_n, arena, &all);

	if (rc || !items)
		return rc ? rc : TCN_NOMEM;
	for (int copies = 0; copies < 2; copies++) {
		for (size_t i = 0;
		     i < all.n && message->items_n < TCN_MESSAGE_ITEMS_MAX;
		     i++) {
			bool copy = all.at[i].place.duplicate_of != 0;

			if (copy != (copies == 1))
				continue;
			if (!add_item(&all.at[i], arena,
				&items[message->items_n++]))
				return TCN_NOMEM;
		}
	}
	message->items = items;
	return TCN_OK;
}

static enum tcn_rc
gather_headline(const struct tcn_store *st, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_message_content *message)
{
	struct tcn_store_item_row *central;
	enum tcn_rc rc = tcn_store_item(st, event->central, arena, &central);

	if (rc)
		return rc;
	if (central &&
	    (!clean(arena, central->article.title, &message->headline) ||
		!clean_url(arena, central->article.url, &message->url)))
		return TCN_NOMEM;
	for (size_t i = 0; !message->headline.n && i < message->items_n; i++)
		message->headline = message->items[i].title;
	if (!message->headline.n)
		message->headline = tcn_str(event->id);
	return TCN_OK;
}

static enum tcn_rc
gather_words(const struct tcn_event *event, const char *address,
    struct tcn_arena *arena, struct tcn_message_content *message)
{
	struct tcn_buf text = { 0 };
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < event->terms_n; i++) {
		tcn_buf_z(&text, i ? ", " : "");
		tcn_buf_str(&text, event->terms[i].word);
	}
	if (text.failed || !clean(arena, tcn_buf_view(&text), &message->terms))
		rc = TCN_NOMEM;
	tcn_buf_clear(&text);
	if (address && *address)
		tcn_buf_printf(&text, "%s/v1/events/%s/report", address,
		    event->id);
	if (text.failed ||
	    !tcn_arena_str(arena, tcn_buf_view(&text), &message->report))
		rc = TCN_NOMEM;
	tcn_buf_fini(&text);
	return rc;
}

enum tcn_rc
tcn_message_gather(const struct tcn_store *st, const struct tcn_event *event,
    const char *severity, const char *address, struct tcn_arena *arena,
    struct tcn_message_content *message)
{
	enum tcn_rc rc;

	assert(event && severity && arena);
	*message = (struct tcn_message_content){ .event = event,
		.severity = severity };
	rc = gather_items(st, event, arena, message);
	if (!rc)
		rc = gather_headline(st, event, arena, message);
	return rc ? rc : gather_words(event, address, arena, message);
}

void
tcn_message_sample(struct tcn_event *event, struct tcn_message_content *message)
{
	static const struct tcn_story_term terms[] = {
		{ TCN_STR("test"), 1 },
	};
	static const struct tcn_message_item items[] = {
		{ TCN_STR("test-1"), TCN_STR("The Test Wire"),
		    TCN_STR("This is a test: nothing has happened"),
		    TCN_STR("https://wire.example/test"), 0 },
	};

	*event = (struct tcn_event){
		.id = "test",
		.rule = TCN_STR("test"),
		.revision = 1,
		.items = 1,
		.origins = 1,
		.publishers = 1,
		.terms = terms,
		.terms_n = 1,
	};
	*message = (struct tcn_message_content){
		.event = event,
		.severity = "info",
		.headline = TCN_STR("This is a test: nothing has happened"),
		.url = TCN_STR("https://wire.example/test"),
		.terms = TCN_STR("test"),
		.items = items,
		.items_n = 1,
		.report = TCN_STR(""),
		.key = TCN_STR("test-1-receiver"),
		.test = true,
	};
}

void
tcn_message_counts(const struct tcn_message_content *message,
    struct tcn_buf *out)
{
	const struct tcn_event *e = message->event;

	tcn_plural(out, e->items, "item");
	tcn_buf_z(out, ", ");
	tcn_plural(out, e->origins, "origin");
	tcn_buf_z(out, ", ");
	tcn_plural(out, e->publishers, "publisher");
}

const char *
tcn_message_label(const struct tcn_message_content *message)
{
	if (message->test)
		return "Test";
	switch (message->event->state) {
	case TCN_EVENT_OPEN:
		return "New";
	case TCN_EVENT_UPDATED:
		return "Update";
	case TCN_EVENT_CLOSED:
		return "Closed";
	case TCN_EVENT_REOPENED:
		break;
	}
	return "Again";
}

static void
add_items(const struct tcn_message_content *message, struct tcn_buf *out)
{
	tcn_json_open(out, "evidence", '[');
	for (size_t i = 0; i < message->items_n; i++) {
		const struct tcn_message_item *item = &message->items[i];

		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "id", item->id);
		tcn_json_str(out, "source", item->source);
		tcn_json_str(out, "title", item->title);
		tcn_json_str(out, "url", item->url);
		tcn_json_time(out, "at", item->ts_ms);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

/*
 * Turns line feeds into blanks: between the parts of JSON any white space
 * will do, and within its strings there is none as it is.
 */
static void
one_line(struct tcn_buf *out, size_t from)
{
	for (size_t i = from; i < out->n; i++)
		if (out->at[i] == '\n')
			out->at[i] = ' ';
}

void
tcn_message_json(const struct tcn_message_content *message, struct tcn_buf *out)
{
	const struct tcn_event *e = message->event;
	size_t from = out->n;

	assert(e && message->severity);
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "kind", tcn_str("tocsin.message.1"));
	tcn_json_str(out, "key", message->key);
	tcn_json_bool(out, "test", message->test);
	tcn_json_str(out, "event", tcn_str(e->id));
	tcn_json_uint(out, "revision", e->revision);
	tcn_json_str(out, "state", tcn_str(tcn_event_words_state(e->state)));
	tcn_json_str(out, "rule", e->rule);
	tcn_json_str(out, "severity", tcn_str(message->severity));
	tcn_json_str(out, "headline", message->headline);
	tcn_json_str(out, "url", message->url);
	tcn_json_str(out, "report", message->report);
	tcn_event_words_figures(out, e);
	tcn_event_words_terms(out, e->terms, e->terms_n);
	add_items(message, out);
	tcn_json_close(out, '}');
	one_line(out, from);
}

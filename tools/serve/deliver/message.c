#include "tools/serve/deliver/message.h"

#include <assert.h>
#include <inttypes.h>

#include "engine/base/date.h"
#include "engine/item/event_kind.h"
#include "engine/item/headline.h"
#include "sql/store_dossier.h"
#include "sql/store_group.h"
#include "tools/base/safe.h"
#include "tools/serve/deliver/channel.h"
#include "tools/tell/words/words.h"

#define LINE_CHARS 300

static void
clean(struct tcn_arena *arena, struct tcn_str s, struct tcn_str *to)
{
	tcn_safe_text(arena, s, LINE_CHARS, to);
}

/* The address if it is one of a link (http, https), else nothing. */
static void
clean_url(struct tcn_arena *arena, struct tcn_str s, struct tcn_str *to)
{
	tcn_arena_str(arena, tcn_safe_is_link(s) ? s : tcn_str(""), to);
}

static void
add_item(const struct tcn_store_item_row *from, struct tcn_arena *arena,
    struct tcn_message_item *to)
{
	const struct tcn_article *a = &from->article;

	to->ts_ms = from->place.ts_ms;
	clean(arena, a->id, &to->id);
	clean(arena, a->source, &to->source);
	clean(arena, a->title, &to->title);
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

	if (rc)
		return rc;
	for (int copies = 0; copies < 2; copies++) {
		for (size_t i = 0;
		     i < all.n && message->items_n < TCN_MESSAGE_ITEMS_MAX;
		     i++) {
			bool copy = all.at[i].place.duplicate_of != 0;

			if (copy != (copies == 1))
				continue;
			add_item(&all.at[i], arena, &items[message->items_n++]);
		}
	}
	message->items = items;
	return TCN_OK;
}

static struct tcn_str
headline_of(const struct tcn_event *event, const struct tcn_article *a)
{
	if (event->headline.text.n)
		return event->headline.text;
	return a->title.n ? tcn_headline(a->title, a->source, a->url)
			  : tcn_headline_fallback(a->text, a->url, a->id);
}

/* The headline and the address of its article; both may be empty. */
static enum tcn_rc
read_headline(const struct tcn_store *st, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_str *headline, struct tcn_str *url)
{
	const struct tcn_article none = { 0 };
	const struct tcn_article *shown = &none;
	struct tcn_store_item_row *row;
	enum tcn_rc rc =
	    tcn_store_item(st, tcn_headline_item(event), arena, &row);

	*headline = *url = tcn_str("");
	if (rc)
		return rc;
	if (row)
		shown = &row->article;
	clean(arena, headline_of(event, shown), headline);
	clean_url(arena, shown->url, url);
	return TCN_OK;
}

/* The address of the event's report; empty when the daemon has none. */
static void
make_link(const char *address, const char *event, struct tcn_arena *arena,
    struct tcn_str *link)
{
	struct tcn_buf text = { 0 };

	if (address && *address)
		tcn_buf_printf(&text, "%s/v1/events/%s/report", address, event);
	tcn_arena_str(arena, tcn_buf_view(&text), link);
	tcn_buf_fini(&text);
}

static void
gather_words(const struct tcn_event *event, const char *address,
    struct tcn_arena *arena, struct tcn_message_content *message)
{
	struct tcn_buf text = { 0 };

	for (size_t i = 0; i < event->terms_n; i++) {
		tcn_buf_z(&text, i ? ", " : "");
		tcn_buf_str(&text, event->terms[i].word);
	}
	clean(arena, tcn_buf_view(&text), &message->terms);
	tcn_buf_fini(&text);
	make_link(address, event->id, arena, &message->report);
}

/* Fills in another event, by its id; "": none. */
static enum tcn_rc
gather_other(const struct tcn_store *st, const char *id, const char *address,
    struct tcn_arena *arena, struct tcn_message_merged *other)
{
	struct tcn_event *event = NULL;
	struct tcn_str url;
	enum tcn_rc rc;

	*other = (struct tcn_message_merged){ tcn_str(id), tcn_str(""),
		tcn_str("") };
	if (!other->event.n)
		return TCN_OK;
	rc = tcn_store_event(st, id, arena, &event);
	if (rc || !event)
		return rc;
	rc = read_headline(st, event, arena, &other->headline, &url);
	if (!rc)
		make_link(address, event->id, arena, &other->url);
	if (!other->url.n)
		other->url = url;
	return rc;
}

static enum tcn_rc
gather_dossier(const struct tcn_store *st, const struct tcn_event *event,
    const char *address, struct tcn_arena *arena,
    struct tcn_message_dossier *to)
{
	struct tcn_store_dossier dossier;
	const char *before = "";
	enum tcn_rc rc;

	if (!*event->dossier)
		return TCN_OK;
	rc = tcn_store_dossier(st, NULL, event->id, arena, &dossier);
	if (rc || dossier.n < 2)
		return rc;
	tcn_arena_str(arena, tcn_str(dossier.id), &to->id);
	if (dossier.here)
		before = dossier.at[dossier.here - 1].id;
	return gather_other(st, before, address, arena, &to->previous);
}

/* Its rule, and those of open events on the same story. */
static enum tcn_rc
gather_rules(const struct tcn_store *st, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_message_content *message)
{
	struct tcn_store_besides all;
	enum tcn_rc rc = tcn_store_beside(st, event->id, arena, &all);
	struct tcn_str *rules =
	    tcn_arena_zalloc(arena, all.n + 1, sizeof *rules);

	message->rules = rules;
	rules[message->rules_n++] = event->rule;
	for (size_t i = 0; !rc && i < all.n; i++)
		rules[message->rules_n++] = all.at[i].rule;
	return rc;
}

void
tcn_message_rules(const struct tcn_message_content *message,
    struct tcn_buf *out)
{
	if (!message->rules_n)
		tcn_buf_str(out, message->event->rule);
	for (size_t i = 0; i < message->rules_n; i++) {
		tcn_buf_z(out, i ? ", " : "");
		tcn_buf_str(out, message->rules[i]);
	}
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
		rc = gather_rules(st, event, arena, message);
	if (!rc) {
		rc = read_headline(st, event, arena, &message->headline,
		    &message->url);
		for (size_t i = 0; !message->headline.n && i < message->items_n;
		     i++)
			message->headline = message->items[i].title;
		if (!message->headline.n)
			message->headline = tcn_str(event->id);
	}
	if (!rc)
		gather_words(event, address, arena, message);
	if (!rc)
		rc = gather_other(st, event->merged_into, address, arena,
		    &message->merged);
	return rc
	    ? rc
	    : gather_dossier(st, event, address, arena, &message->dossier);
}

void
tcn_message_sample(const struct tcn_words *words, struct tcn_event *event,
    struct tcn_message_content *message)
{
	static const char headline[] =
	    TCN_WORDS("This is a test: nothing has happened");
	static const struct tcn_story_term terms[] = {
		{ TCN_STR("test"), 1, 0 },
	};
	static const struct tcn_event_part parts[] = {
		{ TCN_STR("publishers"), TCN_STR("one publisher only"), -0.1 },
	};
	static const struct tcn_event_reason reason = { 0.5, 0.5, parts, 1 };
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
		.reason = &reason,
		.languages = { .at = { "en" }, .n = 1 },
	};
	*message = (struct tcn_message_content){
		.words = words,
		.event = event,
		.severity = "info",
		.headline = tcn_str(tcn_words_text(words, headline)),
		.url = TCN_STR("https://wire.example/test"),
		.terms = TCN_STR("test"),
		.items = items,
		.items_n = 1,
		.report = TCN_STR(""),
		.merged = { TCN_STR(""), TCN_STR(""), TCN_STR("") },
		.rules = &event->rule,
		.rules_n = 1,
		.key = TCN_STR("test-1-receiver"),
		.first = true,
		.test = true,
	};
}

void
tcn_message_idempotency_key(const struct tcn_channel_outgoing *s,
    struct tcn_buf *out)
{
	assert(s->receiver && s->receiver->name);
	tcn_buf_printf(out, "%.*s-%" PRIu32, TCN_STR_ARG(s->event),
	    s->revision);
	if (s->step)
		tcn_buf_printf(out, ".%" PRIu32, s->step);
	tcn_buf_printf(out, "-%s", s->receiver->name);
}

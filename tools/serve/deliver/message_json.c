#include "tools/serve/deliver/message.h"

#include <assert.h>

#include "engine/item/event_kind.h"
#include "tools/base/event_words.h"
#include "tools/base/json_out.h"
#include "tools/serve/deliver/digest.h"

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

static void
add_edition(const struct tcn_message_content *message, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "kind", tcn_str("tocsin.edition_message.1"));
	tcn_json_str(out, "key", message->key);
	tcn_json_str(out, "headline", message->headline);
	tcn_json_time(out, "written_at", message->now_ms);
	tcn_json_raw(out, "edition", message->edition->json);
	tcn_json_close(out, '}');
}

/* A message has all its members, known or not. */
static void
add_reason(const struct tcn_event_reason *reason, struct tcn_buf *out)
{
	if (reason && reason->probability <= 0) {
		tcn_json_null(out, "probability");
		tcn_json_null(out, "least");
	}
	tcn_event_words_reason(out, reason);
}

/* One event of a digest. */
static void
add_line(const struct tcn_message_content *line, struct tcn_buf *out)
{
	const struct tcn_event *e = line->event;

	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "event", tcn_str(e->id));
	tcn_json_uint(out, "revision", e->revision);
	tcn_json_str(out, "state", tcn_str(tcn_event_words_state(e->state)));
	tcn_json_bool(out, "first", line->first);
	tcn_json_str(out, "rule", e->rule);
	tcn_json_str(out, "severity", tcn_str(line->severity));
	tcn_json_str(out, "event_kind", tcn_str(tcn_event_kind_name(e->kind)));
	tcn_json_str(out, "headline", line->headline);
	tcn_json_str(out, "url", line->url);
	tcn_json_str(out, "report", line->report);
	tcn_event_words_figures(out, e);
	add_reason(e->reason, out);
	tcn_json_close(out, '}');
}

static void
add_digest(const struct tcn_message_content *message, struct tcn_buf *out)
{
	const struct tcn_digest_content *digest = message->digest;

	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "kind", tcn_str("tocsin.digest.1"));
	tcn_json_str(out, "key", message->key);
	tcn_json_str(out, "digest", tcn_str(message->event->id));
	tcn_json_str(out, "held_by", tcn_str(tcn_outbox_holds[digest->by]));
	tcn_json_str(out, "rule", message->event->rule);
	tcn_json_str(out, "severity", tcn_str(message->severity));
	tcn_json_str(out, "headline", message->headline);
	tcn_json_time(out, "written_at", message->now_ms);
	tcn_json_time(out, "resumes_at", digest->resumes_ms);
	tcn_json_uint(out, "told", digest->told);
	tcn_json_uint(out, "acknowledged", digest->acknowledged);
	tcn_json_uint(out, "silenced", digest->silenced);
	tcn_json_open(out, "events", '[');
	for (size_t i = 0; i < digest->lines_n; i++)
		add_line(&digest->lines[i], out);
	tcn_json_close(out, ']');
	tcn_json_open(out, "more", '[');
	for (size_t i = 0; i < digest->more_n; i++)
		tcn_json_str(out, NULL, digest->more[i]);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
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

/* Another event, or null. */
static void
add_other(const char *key, const struct tcn_message_merged *other,
    struct tcn_buf *out)
{
	if (!other->event.n) {
		tcn_json_null(out, key);
		return;
	}
	tcn_json_open(out, key, '{');
	tcn_json_str(out, "event", other->event);
	tcn_json_str(out, "headline", other->headline);
	tcn_json_str(out, "url", other->url);
	tcn_json_close(out, '}');
}

static void
add_dossier(const struct tcn_message_dossier *dossier, struct tcn_buf *out)
{
	if (!dossier->id.n) {
		tcn_json_null(out, "dossier");
		return;
	}
	tcn_json_open(out, "dossier", '{');
	tcn_json_str(out, "id", dossier->id);
	tcn_json_bool(out, "update", dossier->update);
	add_other("previous", &dossier->previous, out);
	tcn_json_close(out, '}');
}

void
tcn_message_json(const struct tcn_message_content *message, struct tcn_buf *out)
{
	const struct tcn_event *e = message->event;
	size_t from = out->n;

	assert(e && message->severity);
	if (message->digest) {
		add_digest(message, out);
		one_line(out, from);
		return;
	}
	if (message->edition) {
		add_edition(message, out);
		one_line(out, from);
		return;
	}
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "kind", tcn_str("tocsin.message.1"));
	tcn_json_str(out, "key", message->key);
	tcn_json_bool(out, "test", message->test);
	tcn_json_str(out, "event", tcn_str(e->id));
	tcn_json_uint(out, "revision", e->revision);
	tcn_json_str(out, "state", tcn_str(tcn_event_words_state(e->state)));
	tcn_json_bool(out, "first", message->first);
	add_other("merged_into", &message->merged, out);
	add_dossier(&message->dossier, out);
	tcn_json_uint(out, "escalation", message->step);
	tcn_json_str(out, "rule", e->rule);
	tcn_json_open(out, "rules", '[');
	for (size_t i = 0; i < message->rules_n; i++)
		tcn_json_str(out, NULL, message->rules[i]);
	tcn_json_close(out, ']');
	tcn_json_str(out, "severity", tcn_str(message->severity));
	tcn_json_str(out, "event_kind", tcn_str(tcn_event_kind_name(e->kind)));
	tcn_json_str(out, "headline", message->headline);
	tcn_json_str(out, "url", message->url);
	tcn_json_str(out, "report", message->report);
	tcn_event_words_figures(out, e);
	tcn_event_words_terms(out, e->terms, e->terms_n);
	add_reason(e->reason, out);
	add_items(message, out);
	tcn_json_close(out, '}');
	one_line(out, from);
}

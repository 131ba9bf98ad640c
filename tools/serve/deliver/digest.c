#include "tools/serve/deliver/digest.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/item/event_kind.h"
#include "engine/item/severity.h"
#include "sql/outbox_hold.h"
#include "tools/base/json_out.h"
#include "tools/serve/deliver/channel.h"
#include "tools/serve/deliver/message_words.h"

/* What the headline says, by what held them. */
static const char *const headlines[TCN_OUTBOX_HOLDS][2] = {
	[TCN_OUTBOX_HOLD_NONE] =
	    TCN_WORDS_COUNT("{n} event held", "{n} events held"),
	[TCN_OUTBOX_HOLD_QUIET] = TCN_WORDS_COUNT("{n} event in quiet hours",
	    "{n} events in quiet hours"),
	[TCN_OUTBOX_HOLD_COOLDOWN] =
	    TCN_WORDS_COUNT("{n} event held by a cooldown",
		"{n} events held by a cooldown"),
	[TCN_OUTBOX_HOLD_SILENCE] =
	    TCN_WORDS_COUNT("{n} event still open after a silence",
		"{n} events still open after a silence"),
	[TCN_OUTBOX_HOLD_INHIBITED] =
	    TCN_WORDS_COUNT("{n} event held back while another was open",
		"{n} events held back while another was open"),
	[TCN_OUTBOX_HOLD_RULE_CAP] =
	    TCN_WORDS_COUNT("{n} event over the cap of the rule",
		"{n} events over the cap of the rule"),
	[TCN_OUTBOX_HOLD_RECEIVER_CAP] =
	    TCN_WORDS_COUNT("{n} event over the cap of the receiver",
		"{n} events over the cap of the receiver"),
	[TCN_OUTBOX_HOLD_ESCALATION] =
	    TCN_WORDS_COUNT("{n} event not acknowledged",
		"{n} events not acknowledged"),
	[TCN_OUTBOX_HOLD_DOSSIER] =
	    TCN_WORDS_COUNT("{n} story goes on", "{n} stories go on"),
};

/* How many there are of each severity. */
static const char *const severities[][2] = {
	[TCN_SEVERITY_INFO] = TCN_WORDS_COUNT("{n} info", "{n} info"),
	[TCN_SEVERITY_LOW] = TCN_WORDS_COUNT("{n} low", "{n} low"),
	[TCN_SEVERITY_MEDIUM] = TCN_WORDS_COUNT("{n} medium", "{n} medium"),
	[TCN_SEVERITY_HIGH] = TCN_WORDS_COUNT("{n} high", "{n} high"),
	[TCN_SEVERITY_CRITICAL] =
	    TCN_WORDS_COUNT("{n} critical", "{n} critical"),
};

/* --- what it says --- */

/* Those of one that are not there yet. */
static void
add_languages(struct tcn_event_languages *all,
    const struct tcn_event_languages *one)
{
	for (uint32_t i = 0; i < one->n; i++) {
		uint32_t k = 0;

		while (k < all->n && strcmp(all->at[k], one->at[i]) != 0)
			k++;
		if (k < TCN_EVENT_LANGUAGES && k == all->n)
			memcpy(all->at[all->n++], one->at[i], sizeof *all->at);
	}
}

/* The digest as an event, for what knows only events. */
static struct tcn_event
make_event(const struct tcn_digest_parts *parts, uint64_t epoch, int64_t now_ms)
{
	const struct tcn_event *first = parts->at[0].event;
	struct tcn_event e = {
		.rule = first->rule,
		.revision = 1,
		.state = TCN_EVENT_OPEN,
		.severity = parts->at[0].severity,
		.fired_ms = now_ms,
		.changed_ms = now_ms,
		.first_ms = first->first_ms,
		.last_ms = first->last_ms,
	};
	uint64_t id = parts->at[0].message->id;

	for (size_t i = 0; i < parts->n; i++) {
		const struct tcn_event *one = parts->at[i].event;

		if (!tcn_str_equal(one->rule, e.rule))
			e.rule = tcn_str("");
		if (parts->at[i].message->id < id)
			id = parts->at[i].message->id;
		if (one->first_ms < e.first_ms)
			e.first_ms = one->first_ms;
		if (one->last_ms > e.last_ms)
			e.last_ms = one->last_ms;
		e.items += one->items;
		e.origins += one->origins;
		e.publishers += one->publishers;
		add_languages(&e.languages, &one->languages);
	}
	/* Another daemon that leads one day has other numbers of messages. */
	if (epoch)
		snprintf(e.id, sizeof e.id, "digest-%" PRIu64 "-%" PRIu64,
		    epoch % 1000000, id % 1000000000000);
	else
		snprintf(e.id, sizeof e.id, "digest-%" PRIu64, id);
	return e;
}

static void
make_headline(const struct tcn_words *words,
    const struct tcn_digest_parts *parts, struct tcn_str rule,
    struct tcn_arena *arena, struct tcn_str *headline)
{
	const char *const *form = headlines[parts->by];
	struct tcn_buf text = { 0 };

	tcn_words_count(words, form[0], form[1], parts->n, &text);
	if (parts->cap) {
		tcn_buf_z(&text, ", ");
		tcn_words_count(words, "{n} message an hour",
		    "{n} messages an hour", parts->cap, &text);
	}
	if (rule.n) {
		tcn_buf_char(&text, ' ');
		tcn_words_say(words, "(rule {rule})",
		    TCN_WITH({ "rule", rule }), &text);
	}
	tcn_arena_str(arena, tcn_buf_view(&text), headline);
	tcn_buf_fini(&text);
}

/* The lines, and each event as an item for what shows the items of one. */
static enum tcn_rc
gather(const struct tcn_notify *notify, const struct tcn_store *store,
    const struct tcn_digest_parts *parts, int64_t now_ms,
    struct tcn_arena *arena, struct tcn_digest_content *digest,
    struct tcn_message_content *message)
{
	size_t n =
	    parts->n < TCN_DIGEST_LINES_MAX ? parts->n : TCN_DIGEST_LINES_MAX;
	struct tcn_message_content *lines =
	    tcn_arena_zalloc(arena, n, sizeof *lines);
	struct tcn_message_item *items =
	    tcn_arena_zalloc(arena, n, sizeof *items);
	struct tcn_str *more =
	    tcn_arena_zalloc(arena, parts->n - n + 1, sizeof *more);
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < n; i++) {
		const struct tcn_event *e = parts->at[i].event;

		rc =
		    tcn_message_gather(store, e, tcn_severity_name(e->severity),
			notify->address, arena, &lines[i]);
		lines[i].words = message->words;
		lines[i].first = parts->at[i].first;
		lines[i].step = parts->at[i].message->step;
		lines[i].now_ms = now_ms;
		items[i] = (struct tcn_message_item){
			.id = tcn_str(e->id),
			.source = tcn_str(tcn_message_label(&lines[i])),
			.title = lines[i].headline,
			.url =
			    lines[i].report.n ? lines[i].report : lines[i].url,
			.ts_ms = e->fired_ms,
		};
	}
	digest->lines = lines;
	digest->lines_n = n;
	digest->more_n = parts->n - n;
	for (size_t i = 0; !rc && i < digest->more_n; i++)
		more[i] = tcn_str(parts->at[n + i].event->id);
	digest->more = more;
	message->items = items;
	message->items_n = n;
	return rc;
}

/* --- its row --- */

static enum tcn_rc
put_row(struct tcn_store_tx *tx, const struct tcn_receiver *receiver,
    enum tcn_outbox_hold by, int64_t now_ms,
    struct tcn_message_content *message)
{
	const struct tcn_event *e = message->event;
	const struct tcn_channel_outgoing named = {
		.receiver = receiver, .event = tcn_str(e->id), .revision = 1
	};
	struct tcn_buf key = { 0 }, body = { 0 };
	struct tcn_outbox_message row = {
		.event = tcn_str(e->id),
		.revision = 1,
		.rule = e->rule,
		.desk = tcn_str(""),
		.receiver = tcn_str(receiver->name),
		.created_ms = now_ms,
		.due_ms = now_ms,
		.state = TCN_OUTBOX_PENDING,
		.why = tcn_str(""),
		.kind = TCN_OUTBOX_DIGEST,
		.severity = e->severity,
		.held_by = by,
	};
	enum tcn_rc rc;

	tcn_message_idempotency_key(&named, &key);
	message->key = tcn_buf_view(&key);
	receiver->channel->write(receiver, message, &body);
	row.body = tcn_buf_view(&body);
	rc = tcn_outbox_put(tx, &row);
	tcn_buf_fini(&key);
	tcn_buf_fini(&body);
	return rc;
}

enum tcn_rc
tcn_digest_put(const struct tcn_notify *notify, struct tcn_store_tx *tx,
    const struct tcn_receiver *receiver, const struct tcn_digest_parts *parts,
    int64_t now_ms, struct tcn_arena *arena)
{
	struct tcn_event event =
	    make_event(parts, tcn_gate_epoch(notify->gate), now_ms);
	struct tcn_digest_content digest = {
		.by = parts->by,
		.told = parts->n,
		.acknowledged = parts->acknowledged,
		.silenced = parts->silenced,
		.resumes_ms = parts->resumes_ms,
	};
	struct tcn_message_content message = {
		.words = receiver->words,
		.event = &event,
		.severity = tcn_severity_name(event.severity),
		.url = tcn_str(""),
		.terms = tcn_str(""),
		.report = tcn_str(""),
		.merged = { TCN_STR(""), TCN_STR(""), TCN_STR("") },
		.now_ms = now_ms,
		.first = true,
		.digest = &digest,
	};
	enum tcn_rc rc;

	assert(parts->n > 0);
	rc = gather(notify, tcn_store_of(tx), parts, now_ms, arena, &digest,
	    &message);
	if (!rc)
		make_headline(message.words, parts, event.rule, arena,
		    &message.headline);
	if (!rc)
		rc = put_row(tx, receiver, parts->by, now_ms, &message);
	for (size_t i = 0; !rc && i < parts->n; i++)
		rc = tcn_outbox_put_in_digest(tx, parts->at[i].message->id,
		    tcn_str(event.id), now_ms);
	return rc;
}

/* --- as text --- */

static void
add_severities(const struct tcn_words *words,
    const struct tcn_digest_content *digest, struct tcn_buf *out)
{
	bool any = false;

	for (int s = TCN_SEVERITY_CRITICAL; s >= TCN_SEVERITY_INFO; s--) {
		const char *name = tcn_severity_name((enum tcn_severity)s);
		size_t n = 0;

		for (size_t i = 0; i < digest->lines_n; i++)
			n += strcmp(digest->lines[i].severity, name) == 0;
		if (!n)
			continue;
		tcn_buf_z(out, any ? ", " : "");
		tcn_words_count(words, severities[s][0], severities[s][1], n,
		    out);
		any = true;
	}
	if (digest->told > digest->lines_n) {
		tcn_buf_z(out, ", ");
		tcn_words_count(words, "and {n} more", "and {n} more",
		    digest->told - digest->lines_n, out);
	}
}

void
tcn_digest_summary(const struct tcn_message_content *message,
    struct tcn_buf *out)
{
	const struct tcn_digest_content *digest = message->digest;
	const struct tcn_words *words = message->words;
	const char *semicolon = tcn_words_semicolon(words);
	char when[TCN_WORDS_BYTES];

	add_severities(words, digest, out);
	if (digest->acknowledged) {
		tcn_buf_z(out, semicolon);
		tcn_words_count(words, "{n} acknowledged meanwhile",
		    "{n} acknowledged meanwhile", digest->acknowledged, out);
	}
	if (digest->silenced) {
		tcn_buf_z(out, semicolon);
		tcn_words_count(words, "{n} silenced meanwhile",
		    "{n} silenced meanwhile", digest->silenced, out);
	}
	if (digest->resumes_ms != TCN_UNDATED) {
		tcn_buf_z(out, semicolon);
		tcn_words_say(words,
		    "further events are sent one by one from {when} on; until "
		    "then, critical ones come in a digest every five minutes",
		    TCN_WITH({ "when",
			tcn_words_time(words, digest->resumes_ms,
			    TCN_WORDS_TIME_LONG, when) }),
		    out);
	}
}

#include "tools/serve/deliver/message_words.h"

#include "tools/base/event_words.h"
#include "tools/serve/deliver/channel.h"
#include "tools/tell/words/reason.h"

/* By the state of its event. */
static const char *
label_of_state(const struct tcn_message_content *message)
{
	switch (message->event->state) {
	case TCN_EVENT_OPEN:
		if (message->dossier.update)
			return TCN_WORDS_IN("message", "Update");
		break;
	case TCN_EVENT_UPDATED:
		if (message->first)
			break;
		return TCN_WORDS_IN("message", "Update");
	case TCN_EVENT_CLOSED:
		if (message->merged.event.n)
			return TCN_WORDS_IN("message", "Merged");
		return message->first
		    ? TCN_WORDS_IN("message", "New, closed since")
		    : TCN_WORDS_IN("message", "Closed");
	case TCN_EVENT_REOPENED:
		/* TRANSLATORS: an event that had closed has opened again. */
		return TCN_WORDS_IN("message", "Again");
	}
	return TCN_WORDS_IN("message", "New");
}

const char *
tcn_message_label(const struct tcn_message_content *message)
{
	const char *label = message->test ? TCN_WORDS_IN("message", "Test")
	    : message->digest
	    /* TRANSLATORS: one message that tells of many events. */
	    ? TCN_WORDS_IN("message", "Digest")
	    : message->edition  ? TCN_WORDS_IN("message", "Edition")
		: message->step ? TCN_WORDS_IN("message", "Unacknowledged")
				: label_of_state(message);

	return tcn_words_in(message->words, "message", label);
}

void
tcn_message_head(const struct tcn_message_content *message, struct tcn_buf *out)
{
	const char *severity =
	    tcn_words_text(message->words, message->severity);

	/* TRANSLATORS: what a message begins with: "New (critical):" */
	tcn_words_say(message->words, "{label} ({severity}):",
	    TCN_WITH({ "label", tcn_str(tcn_message_label(message)) },
		{ "severity", tcn_str(severity) }),
	    out);
}

/* ", in English and Spanish"; nothing of an event in one language. */
static void
add_languages(const struct tcn_message_content *message, struct tcn_buf *out)
{
	const struct tcn_event_languages *of = &message->event->languages;
	char bytes[TCN_EVENT_LANGUAGES][TCN_WORDS_BYTES];
	struct tcn_str names[TCN_EVENT_LANGUAGES];
	struct tcn_buf list = { 0 };

	if (of->n < 2)
		return;
	for (uint32_t i = 0; i < of->n; i++)
		names[i] = tcn_words_language_name(message->words,
		    tcn_str(of->at[i]), bytes[i]);
	tcn_words_list(message->words, names, of->n, &list);
	tcn_buf_z(out, ", ");
	/* TRANSLATORS: {languages} is "English and Spanish". */
	tcn_words_say(message->words, "in {languages}",
	    TCN_WITH({ "languages", tcn_buf_view(&list) }), out);
	tcn_buf_fini(&list);
}

void
tcn_message_counts(const struct tcn_message_content *message,
    struct tcn_buf *out)
{
	const struct tcn_words *words = message->words;
	const struct tcn_event *e = message->event;

	if (message->edition) {
		tcn_buf_str(out, message->edition->summary);
		return;
	}
	tcn_words_count(words, "{n} item", "{n} items", e->items, out);
	tcn_buf_z(out, ", ");
	tcn_words_count(words, "{n} distinct text", "{n} distinct texts",
	    e->origins, out);
	tcn_buf_z(out, ", ");
	tcn_words_count(words, "{n} publisher", "{n} publishers", e->publishers,
	    out);
	add_languages(message, out);
	if (e->places.n)
		tcn_buf_z(out, tcn_words_semicolon(words));
	tcn_event_words_where(out, tcn_words_code(words), &e->places);
}

/* In English as alerts have it: "87 %". */
static void
add_percent(const struct tcn_words *words, double p, struct tcn_buf *out)
{
	char percent[TCN_WORDS_BYTES];

	if (strcmp(tcn_words_code(words), "en") == 0)
		tcn_event_words_percent(p, out);
	else
		tcn_buf_str(out, tcn_words_percent(words, p, percent));
}

void
tcn_message_likely(const struct tcn_message_content *message,
    struct tcn_buf *out)
{
	const struct tcn_event_reason *reason = message->event->reason;

	if (reason && reason->probability > 0)
		add_percent(message->words, reason->probability, out);
}

/* What weighed most on one side, as a list. */
static void
add_side(const struct tcn_message_content *message, bool is_for,
    struct tcn_buf *out)
{
	struct tcn_str says[TCN_EVENT_WORDS_SIDE_MAX];
	size_t n = tcn_event_words_side(message->event->reason, is_for, says);

	for (size_t i = 0; i < n; i++) {
		tcn_buf_z(out, i ? tcn_words_semicolon(message->words) : "");
		(void)tcn_reason_say(message->words, says[i], out);
	}
}

void
tcn_message_reasons(const struct tcn_message_content *message,
    struct tcn_buf *out)
{
	struct tcn_buf against = { 0 };
	size_t from = out->n;

	if (!message->event->reason)
		return;
	add_side(message, true, out);
	add_side(message, false, &against);
	if (against.n) {
		tcn_buf_z(out,
		    out->n > from ? tcn_words_semicolon(message->words) : "");
		/* TRANSLATORS: behind what speaks for an event being news. */
		tcn_words_say(message->words, "against: {reasons}",
		    TCN_WITH({ "reasons", tcn_buf_view(&against) }), out);
	}
	tcn_buf_fini(&against);
}

void
tcn_message_sure(const struct tcn_message_content *message, struct tcn_buf *out)
{
	const struct tcn_event_reason *reason = message->event->reason;
	struct tcn_buf percent = { 0 }, least = { 0 };
	struct tcn_buf sure = { 0 }, reasons = { 0 };

	if (!reason || reason->probability <= 0) {
		tcn_message_reasons(message, out);
		return;
	}
	add_percent(message->words, reason->probability, &percent);
	add_percent(message->words, reason->least, &least);
	tcn_words_say(message->words,
	    reason->least > 0
		? TCN_WORDS("{percent} likely news (the rule asks for {least})")
		: TCN_WORDS("{percent} likely news"),
	    TCN_WITH({ "percent", tcn_buf_view(&percent) },
		{ "least", tcn_buf_view(&least) }),
	    &sure);
	tcn_message_reasons(message, &reasons);
	if (reasons.n)
		/* TRANSLATORS: how likely it is news, and why. */
		tcn_words_say(message->words, "{likely}: {reasons}",
		    TCN_WITH({ "likely", tcn_buf_view(&sure) },
			{ "reasons", tcn_buf_view(&reasons) }),
		    out);
	else
		tcn_buf_str(out, tcn_buf_view(&sure));
	tcn_buf_fini(&percent);
	tcn_buf_fini(&least);
	tcn_buf_fini(&sure);
	tcn_buf_fini(&reasons);
}

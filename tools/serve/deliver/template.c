#include "tools/serve/deliver/template.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "engine/base/date.h"
#include "engine/base/json_value.h"
#include "engine/base/suggest.h"
#include "engine/item/event_kind.h"
#include "tools/base/event_words.h"
#include "tools/base/json_out.h"
#include "tools/serve/deliver/message_words.h"

#define NAME_BYTES 32

/* Adds s, escaped, without the quotes of a JSON string. */
static void
add_text(struct tcn_buf *out, struct tcn_str s)
{
	struct tcn_buf quoted = { 0 };

	tcn_buf_json(&quoted, s);
	tcn_buf_add(out, quoted.at + 1, quoted.n - 2);
	tcn_buf_fini(&quoted);
}

static void
add_date(struct tcn_buf *out, int64_t ms)
{
	char date[TCN_DATE_BYTES];

	tcn_date_format(ms, date);
	tcn_buf_z(out, date);
}

/* Of what is counted: "en, es", the one of most items first. */
static void
add_languages(const struct tcn_message_content *message, struct tcn_buf *out)
{
	const struct tcn_event_languages *languages =
	    &message->event->languages;

	for (uint32_t i = 0; i < languages->n; i++) {
		tcn_buf_z(out, i ? ", " : "");
		add_text(out, tcn_str(languages->at[i]));
	}
}

static void
add_places(const struct tcn_message_content *message, struct tcn_buf *out)
{
	struct tcn_buf text = { 0 };

	tcn_event_words_where(&text, tcn_words_code(message->words),
	    &message->event->places);
	add_text(out, tcn_buf_view(&text));
	tcn_buf_fini(&text);
}

static void
add_sources(const struct tcn_message_content *message, struct tcn_buf *out)
{
	for (size_t i = 0; i < message->items_n; i++) {
		tcn_buf_z(out, i ? ", " : "");
		add_text(out, message->items[i].source);
	}
}

/* What it is about, a line each: the events of a digest, else the items. */
static void
add_lines(const struct tcn_message_content *message, struct tcn_buf *out)
{
	struct tcn_buf text = { 0 };

	for (size_t i = 0; i < message->items_n; i++) {
		const struct tcn_message_item *item = &message->items[i];

		tcn_buf_z(&text, i ? "\n" : "");
		tcn_buf_str(&text, item->source);
		tcn_buf_z(&text, item->source.n ? ": " : "");
		tcn_buf_str(&text, item->title);
		tcn_buf_z(&text, item->url.n ? " " : "");
		tcn_buf_str(&text, item->url);
	}
	add_text(out, tcn_buf_view(&text));
	tcn_buf_fini(&text);
}

typedef void fill_fn(const struct tcn_message_content *message,
    struct tcn_buf *out);

#define TEXT(name, value)                                                      \
	static void fill_##name(const struct tcn_message_content *message,     \
	    struct tcn_buf *out)                                               \
	{                                                                      \
		add_text(out, value);                                          \
	}
#define NUMBER(name)                                                           \
	static void fill_##name(const struct tcn_message_content *message,     \
	    struct tcn_buf *out)                                               \
	{                                                                      \
		tcn_buf_printf(out, "%" PRIu32, message->event->name);         \
	}
#define DATE(name, member)                                                     \
	static void fill_##name(const struct tcn_message_content *message,     \
	    struct tcn_buf *out)                                               \
	{                                                                      \
		add_date(out, message->event->member);                         \
	}

TEXT(event, tcn_str(message->event->id))
TEXT(key, message->key)
TEXT(rule, message->event->rule)
TEXT(severity, tcn_str(message->severity))
TEXT(state, tcn_str(tcn_event_words_state(message->event->state)))
TEXT(word, tcn_str(tcn_message_label(message)))
TEXT(headline, message->headline)
TEXT(url, message->url)
TEXT(report, message->report)
TEXT(terms, message->terms)
TEXT(merged_into, message->merged.event)
TEXT(merged_headline, message->merged.headline)
TEXT(merged_url, message->merged.url)
TEXT(kind, tcn_str(tcn_event_kind_name(message->event->kind)))
NUMBER(revision)
NUMBER(items)
NUMBER(origins)
NUMBER(publishers)
DATE(fired_at, fired_ms)
DATE(changed_at, changed_ms)
DATE(first_at, first_ms)
DATE(last_at, last_ms)

/* A probability, as a number that may stand without quotes. */
static void
add_probability(struct tcn_buf *out, double p)
{
	char digits[TCN_JSON_ROUNDED_BYTES];

	tcn_buf_z(out, tcn_json_round(p, 4, digits));
}

static void
fill_probability(const struct tcn_message_content *message, struct tcn_buf *out)
{
	const struct tcn_event_reason *reason = message->event->reason;

	add_probability(out, reason ? reason->probability : 0);
}

static void
fill_least(const struct tcn_message_content *message, struct tcn_buf *out)
{
	const struct tcn_event_reason *reason = message->event->reason;

	add_probability(out, reason ? reason->least : 0);
}

static void
fill_likely(const struct tcn_message_content *message, struct tcn_buf *out)
{
	struct tcn_buf text = { 0 };

	tcn_message_likely(message, &text);
	add_text(out, tcn_buf_view(&text));
	tcn_buf_fini(&text);
}

static void
fill_rules(const struct tcn_message_content *message, struct tcn_buf *out)
{
	struct tcn_buf text = { 0 };

	tcn_message_rules(message, &text);
	add_text(out, tcn_buf_view(&text));
	tcn_buf_fini(&text);
}

static void
fill_why(const struct tcn_message_content *message, struct tcn_buf *out)
{
	struct tcn_buf text = { 0 };

	tcn_message_reasons(message, &text);
	add_text(out, tcn_buf_view(&text));
	tcn_buf_fini(&text);
}

static const struct {
	const char *name;
	fill_fn *fill;
} names[] = {
	{ "headline", fill_headline },
	{ "word", fill_word },
	{ "event", fill_event },
	{ "revision", fill_revision },
	{ "state", fill_state },
	{ "rule", fill_rule },
	{ "rules", fill_rules },
	{ "severity", fill_severity },
	{ "kind", fill_kind },
	{ "probability", fill_probability },
	{ "least", fill_least },
	{ "likely", fill_likely },
	{ "why", fill_why },
	{ "items", fill_items },
	{ "origins", fill_origins },
	{ "publishers", fill_publishers },
	{ "terms", fill_terms },
	{ "languages", add_languages },
	{ "places", add_places },
	{ "sources", add_sources },
	{ "lines", add_lines },
	{ "merged_into", fill_merged_into },
	{ "merged_headline", fill_merged_headline },
	{ "merged_url", fill_merged_url },
	{ "url", fill_url },
	{ "report", fill_report },
	{ "key", fill_key },
	{ "fired_at", fill_fired_at },
	{ "changed_at", fill_changed_at },
	{ "first_at", fill_first_at },
	{ "last_at", fill_last_at },
};

/* The names by number, from 0; NULL past the last. */
static const char *
name_of(size_t i)
{
	return i < sizeof names / sizeof *names ? names[i].name : NULL;
}

static fill_fn *
find(struct tcn_str name)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (tcn_str_equal(name, tcn_str(names[i].name)))
			return names[i].fill;
	return NULL;
}

/*
 * Finds the next {{name}} from `from` on: *at and *n are its offset and its
 * length with the braces, *n 0 if it is not closed. False: there is none.
 */
static bool
next_name(struct tcn_str text, size_t from, size_t *at, size_t *n,
    struct tcn_str *name)
{
	const char *open = memmem(text.at + from, text.n - from, "{{", 2);
	const char *close;

	if (!open)
		return false;
	*at = (size_t)(open - text.at);
	close = memmem(open, text.n - *at, "}}", 2);
	*n = close ? (size_t)(close - open) + 2 : 0;
	*name = (struct tcn_str){ open + 2, close ? *n - 4 : 0 };
	*name = tcn_str_trim(*name);
	return true;
}

static enum tcn_rc
unknown(struct tcn_str name, struct tcn_err *err)
{
	char word[NAME_BYTES];
	struct tcn_suggest nearest;
	const char *best;

	snprintf(word, sizeof word, "%.*s", TCN_STR_ARG(name));
	tcn_suggest_init(&nearest, word);
	for (size_t i = 0; name_of(i); i++)
		tcn_suggest_offer(&nearest, name_of(i));
	best = tcn_suggest_find(&nearest);
	return best
	    ? tcn_err_set(err, TCN_INVALID,
		  "nothing is called {{%s}}; did you mean {{%s}}?", word, best)
	    : tcn_err_set(err, TCN_INVALID,
		  "nothing is called {{%s}}; tocsin-receivers(5) lists "
		  "the names",
		  word);
}

static enum tcn_rc
check_names(struct tcn_str text, size_t *at, struct tcn_err *err)
{
	struct tcn_str name;
	size_t n, from = 0;

	for (; next_name(text, from, at, &n, &name); from = *at + n) {
		if (!n)
			return tcn_err_set(err, TCN_INVALID,
			    "{{ without }} behind it");
		if (!find(name))
			return unknown(name, err);
	}
	return TCN_OK;
}

enum tcn_rc
tcn_template_check(struct tcn_str text, size_t *at, struct tcn_err *err)
{
	struct tcn_words *words;
	struct tcn_json_value value;
	struct tcn_event event;
	struct tcn_message_content message;
	struct tcn_arena arena;
	struct tcn_buf out = { 0 };
	struct tcn_err why = { 0 };
	enum tcn_rc rc = check_names(text, at, err);

	if (rc)
		return rc;
	*at = 0;
	words = tcn_words_in_zone(TCN_WORDS_EN, NULL);
	tcn_arena_init(&arena, 0);
	tcn_message_sample(words, &event, &message);
	tcn_template_write(text, &message, &out);
	rc = tcn_json_read(tcn_buf_view(&out), &arena, &value, &why);
	if (rc == TCN_INVALID)
		tcn_err_set(err, rc,
		    "filled in, it is no JSON object (column %lu of %.*s): %s",
		    why.column, (int)(out.n < 80 ? out.n : 80), out.at,
		    why.text);
	tcn_buf_fini(&out);
	tcn_arena_fini(&arena);
	tcn_words_free(words);
	return rc;
}

void
tcn_template_write(struct tcn_str text,
    const struct tcn_message_content *message, struct tcn_buf *out)
{
	struct tcn_str name;
	size_t at, n, from = 0;
	fill_fn *fill;

	while (next_name(text, from, &at, &n, &name) && n) {
		tcn_buf_add(out, text.at + from, at - from);
		fill = find(name);
		assert(fill);
		fill(message, out);
		from = at + n;
	}
	tcn_buf_add(out, text.at + from, text.n - from);
}

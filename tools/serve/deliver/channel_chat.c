/*
 * Channels for chat rooms: Slack, Teams, Discord.
 *
 * Each body is what the incoming webhook of that service accepts. A message
 * to Slack or Teams cannot be changed once it is sent, so by default they get
 * one only when an event opens or opens again. A message to Discord can be
 * edited: there is one for each event, and it changes as the event does.
 */
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/json_value.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/serve/deliver/channel.h"
#include "tools/serve/deliver/digest.h"
#include "tools/serve/deliver/message_words.h"

#define SHOWN  5 /* items of the evidence */
#define LISTED 20 /* events of a digest */

/*
 * Limits in UTF-16 units, from the services' manuals: the text of Slack's
 * section block, the title and the description of Discord's embed. The
 * service refuses a longer text for good, so parts are left out.
 */
#define SLACK_TEXT    3000
#define DISCORD_TITLE 256
#define DISCORD_TEXT  4096

/* Adds text as a JSON string under key, and frees text. */
static void
add_quoted(struct tcn_buf *out, const char *key, struct tcn_buf *text)
{
	tcn_json_str(out, key, tcn_buf_view(text));
	tcn_buf_fini(text);
}

static void
add_pair(struct tcn_buf *out, const char *key, const char *value)
{
	tcn_json_str(out, key, tcn_str(value));
}

/*
 * Length in UTF-16 units. A service that counts characters instead counts
 * fewer, so a text that fits by this measure fits by theirs.
 */
static size_t
units(const struct tcn_buf *text)
{
	size_t n = 0;

	for (size_t i = 0; i < text->n; i++) {
		unsigned char c = (unsigned char)text->at[i];

		n += (c & 0xc0) != 0x80;
		n += c >= 0xf0;
	}
	return n;
}

/* Adds part if both together have at most `most` units; frees it anyway. */
static void
add_fitting(struct tcn_buf *out, struct tcn_buf *part, size_t most)
{
	if (units(out) + units(part) <= most)
		tcn_buf_str(out, tcn_buf_view(part));
	tcn_buf_fini(part);
}

/* How many lines there are to show: events of a digest, or items. */
static size_t
lines_n(const struct tcn_message_content *message)
{
	size_t n =
	    message->digest ? message->digest->lines_n : message->items_n;
	size_t most = message->digest ? LISTED : SHOWN;

	return n < most ? n : most;
}

/* What a line begins with, and its text and link: of an event in a digest "New
 * (critical):" and its headline, of an item its source and title. */
struct line {
	const struct tcn_message_content *event; /* NULL: it is an item */
	struct tcn_str source, text, url;
};

static struct line
line_at(const struct tcn_message_content *message, size_t i)
{
	const struct tcn_message_content *event;

	if (!message->digest)
		return (struct line){ .source = message->items[i].source,
			.text = message->items[i].title,
			.url = message->items[i].url };
	event = &message->digest->lines[i];
	return (struct line){ .event = event,
		.text = event->headline,
		.url = event->report.n ? event->report : event->url };
}

/* The line of figures: of an event its counts, of a digest what is in it. */
static void
add_figures(const struct tcn_message_content *message, struct tcn_buf *out)
{
	if (message->digest)
		tcn_digest_summary(message, out);
	else
		tcn_message_counts(message, out);
}

typedef void text_fn(struct tcn_buf *out, struct tcn_str s);

/* lead, and how sure it was that the event is news; nothing where that is not
 * known. */
static void
add_sure(const struct tcn_message_content *message, const char *lead,
    text_fn *text, struct tcn_buf *out)
{
	struct tcn_buf sure = { 0 };

	tcn_message_sure(message, &sure);
	if (sure.n) {
		tcn_buf_z(out, lead);
		text(out, tcn_buf_view(&sure));
	}
	tcn_buf_fini(&sure);
}

/* "New (critical): " or "The Wire: ", as the service wants text. */
static void
add_label(const struct line *line, text_fn *text, struct tcn_buf *out)
{
	if (line->event) {
		tcn_message_head(line->event, out);
		tcn_buf_char(out, ' ');
	}
	text(out, line->source);
	tcn_buf_z(out, line->source.n ? ": " : "");
}

/* --- Slack: "mrkdwn" escapes three characters and nothing else --- */

static void
slack_text(struct tcn_buf *out, struct tcn_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		switch (s.at[i]) {
		case '&':
			tcn_buf_z(out, "&amp;");
			break;
		case '<':
			tcn_buf_z(out, "&lt;");
			break;
		case '>':
			tcn_buf_z(out, "&gt;");
			break;
		case '*':
		case '_':
		case '~':
		case '`':
			/* an invisible joiner before it: no markup begins */
			tcn_buf_z(out, "\xe2\x80\x8b");
			tcn_buf_char(out, s.at[i]);
			break;
		default:
			tcn_buf_char(out, s.at[i]);
		}
	}
}

/* <address|text>; the address has no | > or space in it. */
static void
slack_link(struct tcn_buf *out, struct tcn_str url, struct tcn_str text)
{
	if (!url.n) {
		slack_text(out, text);
		return;
	}
	tcn_buf_char(out, '<');
	for (size_t i = 0; i < url.n; i++) {
		unsigned char c = (unsigned char)url.at[i];

		if (c <= ' ' || strchr("<>|\"", c))
			tcn_buf_printf(out, "%%%02X", c);
		else if (c == '&')
			tcn_buf_z(out, "&amp;");
		else
			tcn_buf_char(out, (char)c);
	}
	tcn_buf_char(out, '|');
	slack_text(out, text);
	tcn_buf_char(out, '>');
}

/* What the event is now part of, as the service shows it. */
static void
add_part_of(const struct tcn_message_content *message, struct tcn_buf *whole,
    struct tcn_buf *out)
{
	tcn_words_say(message->words, "It is now part of {headline}",
	    TCN_WITH({ "headline", tcn_buf_view(whole) }), out);
	tcn_buf_fini(whole);
}

/* Its headline, or its name where it has none. */
static struct tcn_str
whole_of(const struct tcn_message_content *message)
{
	return message->merged.headline.n ? message->merged.headline
					  : message->merged.event;
}

/* " | earthquake, coast", how sure it was, and what it became part of. */
static void
slack_details(const struct tcn_message_content *message, struct tcn_buf *out)
{
	struct tcn_buf part = { 0 }, whole = { 0 };

	if (message->terms.n) {
		tcn_buf_z(&part, " | ");
		slack_text(&part, message->terms);
		add_fitting(out, &part, SLACK_TEXT);
	}
	add_sure(message, "\n", slack_text, &part);
	add_fitting(out, &part, SLACK_TEXT);
	if (message->merged.event.n) {
		slack_link(&whole, message->merged.url, whole_of(message));
		tcn_buf_char(&part, '\n');
		add_part_of(message, &whole, &part);
		add_fitting(out, &part, SLACK_TEXT);
	}
}

static void
slack_body(const struct tcn_message_content *message, struct tcn_buf *out)
{
	struct tcn_buf link = { 0 }, part = { 0 }, figures = { 0 };

	tcn_buf_char(out, '*');
	tcn_message_head(message, out);
	tcn_buf_z(out, "* ");
	slack_link(&link, message->report.n ? message->report : message->url,
	    message->headline);
	if (units(&link) > SLACK_TEXT / 2) {
		tcn_buf_clear(&link);
		slack_text(&link, message->headline);
	}
	add_fitting(out, &link, SLACK_TEXT);
	tcn_buf_char(out, '\n');
	add_figures(message, &figures);
	slack_text(out, tcn_buf_view(&figures));
	tcn_buf_fini(&figures);
	slack_details(message, out);
	for (size_t i = 0; i < lines_n(message); i++) {
		const struct line line = line_at(message, i);

		tcn_buf_z(&part, "\n\xe2\x80\xa2 ");
		add_label(&line, slack_text, &part);
		slack_link(&part, line.url, line.text);
		add_fitting(out, &part, SLACK_TEXT);
	}
}

static void
write_slack(const struct tcn_receiver *receiver,
    const struct tcn_message_content *message, struct tcn_buf *out)
{
	struct tcn_buf headline = { 0 }, text = { 0 }, body = { 0 };

	(void)receiver;
	slack_text(&headline, message->headline);
	tcn_words_say(message->words, "{label}: {headline}",
	    TCN_WITH({ "label", tcn_str(tcn_message_label(message)) },
		{ "headline", tcn_buf_view(&headline) }),
	    &text);
	tcn_buf_fini(&headline);
	slack_body(message, &body);
	tcn_json_open(out, NULL, '{');
	add_quoted(out, "text", &text);
	tcn_json_open(out, "blocks", '[');
	tcn_json_open(out, NULL, '{');
	add_pair(out, "type", "section");
	tcn_json_open(out, "text", '{');
	add_pair(out, "type", "mrkdwn");
	add_quoted(out, "text", &body);
	tcn_buf_z(out, "}}]}");
}

const struct tcn_channel tcn_channel_slack = {
	.name = "slack",
	.transport = TCN_CHANNEL_TRANSPORT_HTTP,
	.sends = TCN_RECEIVER_SENDS_OPEN | TCN_RECEIVER_SENDS_REOPENED,
	.takes = "language url url_file headers ca_file allow_private",
	.needs = "url|url_file",
	.write = write_slack,
};

/* --- Teams: an adaptive card, for the webhook of a workflow --- */

static void
teams_block(struct tcn_buf *out, struct tcn_buf *text, const char *size)
{
	tcn_json_open(out, NULL, '{');
	add_pair(out, "type", "TextBlock");
	tcn_json_bool(out, "wrap", true);
	add_pair(out, "size", size);
	add_quoted(out, "text", text);
	tcn_json_close(out, '}');
}

static void
teams_items(const struct tcn_message_content *message, struct tcn_buf *out)
{
	struct tcn_buf text = { 0 }, whole = { 0 };

	if (message->merged.event.n) {
		tcn_safe_md(&whole, whole_of(message));
		add_part_of(message, &whole, &text);
		tcn_buf_z(&text, "\r\r");
	}
	for (size_t i = 0; i < lines_n(message); i++) {
		const struct line line = line_at(message, i);

		tcn_buf_z(&text, "- ");
		add_label(&line, tcn_safe_md, &text);
		tcn_safe_md(&text, line.text);
		tcn_buf_z(&text, "\r");
	}
	teams_block(out, &text, "Small");
}

static void
teams_action(const struct tcn_message_content *message, struct tcn_buf *out)
{
	struct tcn_str url = message->report.n ? message->report : message->url;

	tcn_json_open(out, "actions", '[');
	if (url.n) {
		tcn_json_open(out, NULL, '{');
		add_pair(out, "type", "Action.OpenUrl");
		add_pair(out, "title",
		    tcn_words_text(message->words, "Read more"));
		tcn_json_str(out, "url", url);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

static void
write_teams(const struct tcn_receiver *receiver,
    const struct tcn_message_content *message, struct tcn_buf *out)
{
	struct tcn_buf head = { 0 }, counts = { 0 };

	(void)receiver;
	tcn_message_head(message, &head);
	tcn_buf_char(&head, ' ');
	tcn_safe_md(&head, message->headline);
	add_figures(message, &counts);
	add_sure(message, "\r\r", tcn_safe_md, &counts);
	tcn_json_open(out, NULL, '{');
	add_pair(out, "type", "message");
	tcn_json_open(out, "attachments", '[');
	tcn_json_open(out, NULL, '{');
	add_pair(out, "contentType", "application/vnd.microsoft.card.adaptive");
	tcn_json_open(out, "content", '{');
	add_pair(out, "$schema",
	    "http://adaptivecards.io/schemas/adaptive-card.json");
	add_pair(out, "type", "AdaptiveCard");
	add_pair(out, "version", "1.4");
	tcn_json_open(out, "body", '[');
	teams_block(out, &head, "Large");
	teams_block(out, &counts, "Default");
	teams_items(message, out);
	tcn_json_close(out, ']');
	teams_action(message, out);
	tcn_buf_z(out, "}}]}");
}

const struct tcn_channel tcn_channel_teams = {
	.name = "teams",
	.transport = TCN_CHANNEL_TRANSPORT_HTTP,
	.sends = TCN_RECEIVER_SENDS_OPEN | TCN_RECEIVER_SENDS_REOPENED,
	.takes = "language url url_file headers ca_file allow_private",
	.needs = "url|url_file",
	.write = write_teams,
};

/* --- Discord: an embed, edited in place --- */

static int
discord_colour(const struct tcn_message_content *message)
{
	return message->event->state == TCN_EVENT_CLOSED ? 0x808080 : 0xc0392b;
}

/*
 * Escapes make a headline longer, so one that fits the limit may not fit once
 * it is escaped: it is cut to half until it does.
 */
static void
discord_title(const struct tcn_message_content *message, struct tcn_buf *out)
{
	struct tcn_buf title = { 0 };
	struct tcn_arena arena;
	struct tcn_str cut;

	tcn_arena_init(&arena, 2048);
	for (size_t most = DISCORD_TITLE; most; most /= 2) {
		tcn_buf_clear(&title);
		tcn_safe_text(&arena, message->headline, most, &cut);
		tcn_safe_md(&title, cut);
		if (units(&title) <= DISCORD_TITLE)
			break;
	}
	add_quoted(out, "title", &title);
	tcn_arena_fini(&arena);
}

static void
discord_description(const struct tcn_message_content *message,
    struct tcn_buf *out)
{
	struct tcn_buf text = { 0 }, part = { 0 }, whole = { 0 };

	add_figures(message, &text);
	add_sure(message, "\n", tcn_safe_md, &part);
	add_fitting(&text, &part, DISCORD_TEXT);
	if (message->merged.event.n) {
		tcn_safe_md(&whole, whole_of(message));
		tcn_buf_char(&part, '\n');
		add_part_of(message, &whole, &part);
		add_fitting(&text, &part, DISCORD_TEXT);
	}
	for (size_t i = 0; i < lines_n(message); i++) {
		const struct line line = line_at(message, i);

		tcn_buf_z(&part, "\n- ");
		add_label(&line, tcn_safe_md, &part);
		tcn_safe_md(&part, line.text);
		add_fitting(&text, &part, DISCORD_TEXT);
	}
	add_quoted(out, "description", &text);
}

static void
write_discord(const struct tcn_receiver *receiver,
    const struct tcn_message_content *message, struct tcn_buf *out)
{
	struct tcn_str url = message->report.n ? message->report : message->url;
	struct tcn_str severity =
	    tcn_str(tcn_words_text(message->words, message->severity));
	struct tcn_buf footer = { 0 };

	(void)receiver;
	tcn_words_say(message->words, "{label}, {severity}",
	    TCN_WITH({ "label", tcn_str(tcn_message_label(message)) },
		{ "severity", severity }),
	    &footer);
	tcn_json_open(out, NULL, '{');
	tcn_json_open(out, "allowed_mentions", '{');
	tcn_json_open(out, "parse", '[');
	tcn_buf_z(out, "]}");
	tcn_json_open(out, "embeds", '[');
	tcn_json_open(out, NULL, '{');
	discord_title(message, out);
	if (url.n)
		tcn_json_str(out, "url", url);
	tcn_json_uint(out, "color", (uint64_t)discord_colour(message));
	discord_description(message, out);
	tcn_json_open(out, "footer", '{');
	add_quoted(out, "text", &footer);
	tcn_buf_z(out, "}}]}");
}

/*
 * The path is URL, or URL/messages/ID to edit a message; the address may end
 * in a query, which goes behind that.
 */
static void
request_discord(const struct tcn_channel_outgoing *outgoing,
    struct tcn_channel_request *request)
{
	struct tcn_str url = tcn_str(outgoing->receiver->url);
	const char *query = memchr(url.at, '?', url.n);
	size_t path_n = query ? (size_t)(query - url.at) : url.n;

	tcn_buf_clear(&request->url);
	tcn_buf_add(&request->url, url.at, path_n);
	if (outgoing->handle.n) {
		request->method = "PATCH";
		tcn_buf_z(&request->url, "/messages/");
		tcn_buf_str(&request->url, outgoing->handle);
	}
	tcn_buf_add(&request->url, url.at + path_n, url.n - path_n);
	tcn_buf_z(&request->url, query ? "&wait=true" : "?wait=true");
}

/* The handle is the answer's "id". It becomes part of a path: digits only. */
static void
handle_discord(struct tcn_str answer, struct tcn_buf *out)
{
	struct tcn_json_value object, id;
	struct tcn_arena arena;
	struct tcn_err err;

	tcn_arena_init(&arena, 0);
	if (tcn_json_read(answer, &arena, &object, &err) == TCN_OK) {
		id = tcn_json_member(&object, "id");
		if (id.kind == TCN_JSON_STRING && id.s.n < 32 &&
		    strspn(id.s.at, "0123456789") == id.s.n)
			tcn_buf_str(out, id.s);
	}
	tcn_arena_fini(&arena);
}

const struct tcn_channel tcn_channel_discord = {
	.name = "discord",
	.transport = TCN_CHANNEL_TRANSPORT_HTTP,
	.sends = TCN_RECEIVER_SENDS_ALL,
	.takes = "language url url_file headers ca_file allow_private",
	.needs = "url|url_file",
	.write = write_discord,
	.request = request_discord,
	.handle = handle_discord,
};

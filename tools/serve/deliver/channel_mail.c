/*
 * E-mail: one message (RFC 5322) in plain text; an event is one thread. An
 * edition is HTML and the same as plain text (multipart/alternative: RFC 2046),
 * perhaps with the page for print beside it (mail_page.h); and all editions of
 * a name are one list (RFC 2919).
 *
 * Text from outside cannot add a header: a subject is written as encoded
 * words (RFC 2047) unless it is plain ASCII without control characters. The
 * body is base64 (RFC 2045), so that no line of it can end the message or be
 * too long for a mail server.
 */
#include <inttypes.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <time.h>

#include "engine/base/buf.h"
#include "tools/base/mime64.h"
#include "tools/serve/deliver/channel.h"
#include "tools/serve/deliver/digest.h"
#include "tools/serve/deliver/mail_page.h"
#include "tools/serve/deliver/message_words.h"

#define WORD_BYTES 39 /* of text in one encoded word: 52 of base64 */

static bool
is_plain(struct tcn_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.at[i] < ' ' || s.at[i] > '~')
			return false;
	return s.n <= 60 && !memmem(s.at, s.n, "=?", 2);
}

/*
 * How many bytes of s go into the next encoded word: at most WORD_BYTES, and
 * whole characters. Where s is not UTF-8, WORD_BYTES.
 */
static size_t
word_n(struct tcn_str s)
{
	size_t most = s.n < WORD_BYTES ? s.n : WORD_BYTES;
	size_t n = most;

	while (n < s.n && n > 0 && ((unsigned char)s.at[n] & 0xc0) == 0x80)
		n--;
	return n ? n : most;
}

static void
add_header_text(struct tcn_buf *out, struct tcn_str s)
{
	if (is_plain(s)) {
		tcn_buf_str(out, s);
		return;
	}
	for (size_t n; s.n; s.at += n, s.n -= n) {
		unsigned char text[80];

		n = word_n(s);
		tcn_buf_z(out, "=?UTF-8?B?");
		EVP_EncodeBlock(text, (const unsigned char *)s.at, (int)n);
		tcn_buf_z(out, (const char *)text);
		tcn_buf_z(out, n < s.n ? "?=\r\n " : "?=");
	}
}

/* The domain of an address, or one that can belong to nobody (RFC 2606). */
static const char *
domain(const char *from)
{
	const char *at = strrchr(from, '@');

	return at && at[1] ? at + 1 : "tocsin.invalid";
}

/* "New: " and the headline. */
static void
add_label(const struct tcn_message_content *message, struct tcn_buf *out)
{
	tcn_words_say(message->words, "{label}: {headline}",
	    TCN_WITH({ "label", tcn_str(tcn_message_label(message)) },
		{ "headline", message->headline }),
	    out);
}

static void
add_subject(const struct tcn_message_content *message, struct tcn_buf *out)
{
	struct tcn_buf subject = { 0 };

	if (!message->edition)
		tcn_buf_printf(&subject, "%s[%s] ",
		    message->first ? "" : "Re: ",
		    tcn_words_text(message->words, message->severity));
	if (!message->edition && /* whose headline says all */
	    (message->test || message->step ||
		message->event->state == TCN_EVENT_CLOSED))
		add_label(message, &subject);
	else
		tcn_buf_str(&subject, message->headline);
	tcn_buf_z(out, "Subject: ");
	add_header_text(out, tcn_buf_view(&subject));
	tcn_buf_z(out, "\r\n");
	tcn_buf_fini(&subject);
}

/* Never the locale's names: RFC 5322, 3.3. */
static void
add_date(struct tcn_buf *out, int64_t ms)
{
	static const char *const days[] = { "Sun", "Mon", "Tue", "Wed", "Thu",
		"Fri", "Sat" };
	static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May",
		"Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
	time_t at = (time_t)(ms / 1000);
	struct tm tm;

	if (!gmtime_r(&at, &tm))
		return;
	tcn_buf_printf(out, "Date: %s, %d %s %d %02d:%02d:%02d +0000\r\n",
	    days[tm.tm_wday], tm.tm_mday, months[tm.tm_mon], tm.tm_year + 1900,
	    tm.tm_hour, tm.tm_min, tm.tm_sec);
}

/*
 * All messages about an event, or about the dossier that it is an episode of,
 * refer to one id, which no message has. So mail programs show them as one
 * thread, whichever arrives first.
 */
static void
add_thread(const struct tcn_receiver *r,
    const struct tcn_message_content *message, struct tcn_buf *out)
{
	tcn_buf_printf(out, "Message-ID: <%.*s@%s>\r\n",
	    TCN_STR_ARG(message->key), domain(r->from));
	for (int i = 0; i < 2; i++)
		tcn_buf_printf(out, "%s: <%s-%s@%s>\r\n",
		    i ? "In-Reply-To" : "References",
		    *message->event->dossier ? message->event->dossier
					     : message->event->id,
		    r->name, domain(r->from));
}

static void
add_link(struct tcn_str url, struct tcn_buf *out)
{
	if (!url.n)
		return;
	tcn_buf_z(out, "       ");
	tcn_buf_str(out, url);
	tcn_buf_z(out, "\n");
}

static void
add_items(const struct tcn_message_content *message, struct tcn_buf *out)
{
	char when[TCN_WORDS_BYTES];

	for (size_t i = 0; i < message->items_n; i++) {
		const struct tcn_message_item *item = &message->items[i];

		tcn_buf_str(out,
		    tcn_words_time(message->words, item->ts_ms,
			TCN_WORDS_TIME_CLOCK, when));
		tcn_buf_z(out, "  ");
		tcn_buf_str(out, item->source);
		tcn_buf_z(out, item->source.n ? ": " : "");
		tcn_buf_str(out, item->title);
		tcn_buf_z(out, "\n");
		add_link(item->url, out);
	}
}

/* Says what another event is to this one, if there is one. */
static void
add_other(const struct tcn_message_content *message,
    const struct tcn_message_merged *other, const char *says,
    struct tcn_buf *out)
{
	if (!other->event.n)
		return;
	tcn_buf_char(out, '\n');
	tcn_words_say(message->words, says,
	    TCN_WITH({ "headline", other->headline },
		{ "event", other->event }),
	    out);
	if (other->url.n) {
		tcn_buf_z(out, "\n       ");
		tcn_buf_str(out, other->url);
	}
}

static void
add_text(const struct tcn_message_content *message, struct tcn_buf *out)
{
	const struct tcn_words *words = message->words;
	const struct tcn_event *e = message->event;
	char when[TCN_WORDS_BYTES], revision[TCN_WORDS_BYTES];
	struct tcn_buf rules = { 0 };

	add_label(message, out);
	tcn_buf_z(out, "\n\n");
	tcn_message_counts(message, out);
	tcn_buf_z(out, e->reason ? "\n" : "");
	tcn_message_sure(message, out);
	tcn_buf_char(out, '\n');
	tcn_words_say(words, "Fired: {when}",
	    TCN_WITH({ "when",
		tcn_words_time(words, e->fired_ms, TCN_WORDS_TIME_LONG,
		    when) }),
	    out);
	tcn_buf_char(out, '\n');
	tcn_words_say(words, "Terms: {terms}",
	    TCN_WITH({ "terms", message->terms }), out);
	if (message->report.n) {
		tcn_buf_char(out, '\n');
		tcn_words_say(words, "Report: {url}",
		    TCN_WITH({ "url", message->report }), out);
	}
	add_other(message, &message->merged,
	    TCN_WORDS("It is now part of: {headline} (event {event})"), out);
	add_other(message, &message->dossier.previous,
	    TCN_WORDS("It goes on: {headline} (event {event})"), out);
	tcn_buf_z(out, "\n\n");
	add_items(message, out);
	tcn_buf_char(out, '\n');
	tcn_message_rules(message, &rules);
	tcn_words_say(words, "Event {event}, revision {n}, rule {rule}",
	    TCN_WITH({ "event", tcn_str(e->id) },
		{ "n", tcn_words_number(words, e->revision, revision) },
		{ "rule", tcn_buf_view(&rules) }),
	    out);
	tcn_buf_fini(&rules);
	tcn_buf_char(out, '\n');
}

static void
add_digest_line(const struct tcn_message_content *line, struct tcn_buf *out)
{
	const char *semicolon = tcn_words_semicolon(line->words);
	struct tcn_buf likely = { 0 };
	char when[TCN_WORDS_BYTES];

	tcn_buf_str(out,
	    tcn_words_time(line->words, line->event->fired_ms,
		TCN_WORDS_TIME_SHORT, when));
	tcn_buf_z(out, "  ");
	tcn_message_head(line, out);
	tcn_buf_char(out, ' ');
	tcn_buf_str(out, line->headline);
	tcn_buf_z(out, "\n       ");
	tcn_message_counts(line, out);
	tcn_message_likely(line, &likely);
	if (likely.n) {
		tcn_buf_z(out, semicolon);
		tcn_words_say(line->words, "{percent} likely news",
		    TCN_WITH({ "percent", tcn_buf_view(&likely) }), out);
	}
	tcn_buf_fini(&likely);
	tcn_buf_z(out, semicolon);
	tcn_words_say(line->words, "event {event}, rule {rule}",
	    TCN_WITH({ "event", tcn_str(line->event->id) },
		{ "rule", line->event->rule }),
	    out);
	tcn_buf_char(out, '\n');
	add_link(line->report.n ? line->report : line->url, out);
}

static void
add_digest(const struct tcn_message_content *message, struct tcn_buf *out)
{
	tcn_buf_str(out, message->headline);
	tcn_buf_z(out, "\n\n");
	tcn_digest_summary(message, out);
	tcn_buf_z(out, "\n\n");
	for (size_t i = 0; i < message->digest->lines_n; i++)
		add_digest_line(&message->digest->lines[i], out);
}

static void
add_part_head(const char *type, struct tcn_buf *out)
{
	tcn_buf_printf(out,
	    "Content-Type: %s\r\n"
	    "Content-Transfer-Encoding: base64\r\n",
	    type);
}

/* --- an edition --- */

/* Base64 has no '-', so that no part can hold it. */
#define ALTERNATIVE "--alternative-parts"

static void
add_edition(const struct tcn_message_edition *edition, struct tcn_buf *out)
{
	if (edition->page.n)
		tcn_mail_page_open(out);
	tcn_buf_z(out,
	    "Content-Type: multipart/alternative;\r\n"
	    " boundary=\"" ALTERNATIVE "\"\r\n\r\n"
	    "--" ALTERNATIVE "\r\n");
	add_part_head("text/plain; charset=utf-8", out);
	tcn_buf_z(out, "\r\n");
	tcn_mime64_pack(edition->text, out);
	tcn_buf_z(out, "--" ALTERNATIVE "\r\n");
	add_part_head("text/html; charset=utf-8", out);
	tcn_buf_z(out, "\r\n");
	tcn_mime64_pack(edition->html, out);
	tcn_buf_z(out, "--" ALTERNATIVE "--\r\n");
	if (edition->page.n) {
		struct tcn_buf name = { 0 };

		tcn_buf_printf(&name, "%.*s-%" PRIu64,
		    TCN_STR_ARG(edition->name), edition->number);
		tcn_mail_page_add(tcn_buf_view(&name), edition->page, out);
		tcn_buf_fini(&name);
	}
}

static void
write_mail(const struct tcn_receiver *r,
    const struct tcn_message_content *message, struct tcn_buf *out)
{
	tcn_buf_printf(out, "From: %s\r\n", r->from);
	for (size_t i = 0; i < r->to.n; i++)
		tcn_buf_printf(out, "%s%s%s", i ? "\t" : "To: ", r->to.at[i],
		    i + 1 < r->to.n ? ",\r\n" : "\r\n");
	add_subject(message, out);
	add_date(out, message->now_ms);
	add_thread(r, message, out);
	if (message->edition)
		tcn_buf_printf(out, "List-Id: <%.*s.editions.%s>\r\n",
		    TCN_STR_ARG(message->edition->name), domain(r->from));
	tcn_buf_z(out,
	    "MIME-Version: 1.0\r\nAuto-Submitted: auto-generated\r\n");
	if (message->edition) {
		add_edition(message->edition, out);
	} else {
		struct tcn_buf text = { 0 };

		add_part_head("text/plain; charset=utf-8", out);
		tcn_buf_z(out, "\r\n");
		if (message->digest)
			add_digest(message, &text);
		else
			add_text(message, &text);
		tcn_mime64_pack(tcn_buf_view(&text), out);
		tcn_buf_fini(&text);
	}
}

const struct tcn_channel tcn_channel_smtp = {
	.name = "smtp",
	.transport = TCN_CHANNEL_TRANSPORT_MAIL,
	.sends = TCN_RECEIVER_SENDS_ALL,
	.takes = "language url from to user password_file ca_file "
		 "allow_private",
	.needs = "url from to",
	.write = write_mail,
};

/*
 * Channels for programs: webhook (JSON, signed if a secret is given) and
 * Prometheus Alertmanager (API v2).
 */
#include <inttypes.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tools/base/json_out.h"
#include "tools/serve/deliver/channel.h"
#include "tools/serve/deliver/digest.h"
#include "tools/serve/deliver/message_words.h"
#include "tools/serve/deliver/template.h"

static void
write_hook(const struct tcn_receiver *receiver,
    const struct tcn_message_content *message, struct tcn_buf *out)
{
	if (receiver->body)
		tcn_template_write(tcn_str(receiver->body), message, out);
	else
		tcn_message_json(message, out);
}

/* HMAC-SHA256 (RFC 2104) over TIMESTAMP "." BODY, in hex. */
static void
sign(const char *secret, const char *timestamp, struct tcn_str body,
    struct tcn_buf *out)
{
	unsigned char digest[EVP_MAX_MD_SIZE];
	unsigned int n = 0;
	struct tcn_buf text = { 0 };

	tcn_buf_printf(&text, "%s.", timestamp);
	tcn_buf_str(&text, body);
	if (!HMAC(EVP_sha256(), secret, (int)strlen(secret),
		(const unsigned char *)text.at, text.n, digest, &n))
		tcn_mem_end();
	for (unsigned int i = 0; i < n; i++)
		tcn_buf_printf(out, "%02x", digest[i]);
	tcn_buf_fini(&text);
}

static void
request_hook(const struct tcn_channel_outgoing *outgoing,
    struct tcn_channel_request *request)
{
	struct tcn_buf timestamp = { 0 };

	tcn_buf_printf(&timestamp, "%" PRId64, outgoing->now_ms / 1000);
	tcn_buf_printf(&request->headers, "X-Tocsin-Timestamp: %s\n",
	    timestamp.at);
	if (outgoing->receiver->secret) {
		tcn_buf_z(&request->headers, "X-Tocsin-Signature: v1=");
		sign(outgoing->receiver->secret, timestamp.at, outgoing->body,
		    &request->headers);
		tcn_buf_char(&request->headers, '\n');
	}
	tcn_buf_fini(&timestamp);
}

const struct tcn_channel tcn_channel_webhook = {
	.name = "webhook",
	.transport = TCN_CHANNEL_TRANSPORT_HTTP,
	.sends = TCN_RECEIVER_SENDS_ALL,
	.takes = "language url url_file secret_file token_file body headers "
		 "ca_file allow_private",
	.needs = "url|url_file",
	.write = write_hook,
	.request = request_hook,
};

/* --- Alertmanager, API v2 --- */

static void
add_date(struct tcn_buf *out, const char *key, int64_t ms)
{
	char date[TCN_DATE_BYTES];

	tcn_date_format(ms, date);
	tcn_json_str(out, key, tcn_str(date));
}

static void
add_description(const struct tcn_message_content *message, struct tcn_buf *out)
{
	const char *semicolon = tcn_words_semicolon(message->words);
	struct tcn_buf text = { 0 };

	tcn_message_counts(message, &text);
	if (message->terms.n) {
		tcn_buf_z(&text, semicolon);
		tcn_buf_str(&text, message->terms);
	}
	if (message->event->reason) {
		tcn_buf_z(&text, semicolon);
		tcn_message_sure(message, &text);
	}
	if (message->merged.event.n) {
		tcn_buf_z(&text, semicolon);
		tcn_words_say(message->words, "now part of event {event}",
		    TCN_WITH({ "event", message->merged.event }), &text);
	}
	tcn_json_str(out, "description", tcn_buf_view(&text));
	tcn_buf_fini(&text);
}

/*
 * The labels are the alert's identity, so they must be the same in every
 * revision; annotations may change. Alertmanager resolves an alert by itself
 * a few minutes after it was posted unless endsAt says otherwise: an open
 * event gets a day.
 */
static void
add_alert(const struct tcn_message_content *message, struct tcn_buf *out)
{
	const struct tcn_event *e = message->event;
	bool over = e->state == TCN_EVENT_CLOSED;

	tcn_json_open(out, NULL, '{');
	tcn_json_open(out, "labels", '{');
	tcn_json_str(out, "alertname", tcn_str("tocsin"));
	tcn_json_str(out, "event", tcn_str(e->id));
	tcn_json_str(out, "rule", e->rule);
	tcn_json_str(out, "severity", tcn_str(message->severity));
	tcn_json_close(out, '}');
	tcn_json_open(out, "annotations", '{');
	tcn_json_str(out, "summary", message->headline);
	add_description(message, out);
	tcn_json_close(out, '}');
	if (message->test)
		add_date(out, "startsAt", message->now_ms);
	else
		add_date(out, "startsAt", e->fired_ms);
	add_date(out, "endsAt",
	    message->test ? message->now_ms + 60000
		: over    ? message->now_ms
			  : message->now_ms + TCN_DAY_MS);
	if (message->report.n || message->url.n)
		tcn_json_str(out, "generatorURL",
		    message->report.n ? message->report : message->url);
	tcn_json_close(out, '}');
}

/* A digest is what Alertmanager takes anyway: many alerts in one request. */
static void
write_alerts(const struct tcn_receiver *receiver,
    const struct tcn_message_content *message, struct tcn_buf *out)
{
	const struct tcn_digest_content *digest = message->digest;

	(void)receiver;
	tcn_buf_char(out, '[');
	for (size_t i = 0; digest && i < digest->lines_n; i++)
		add_alert(&digest->lines[i], out);
	if (!digest)
		add_alert(message, out);
	tcn_buf_char(out, ']');
}

static void
request_alert(const struct tcn_channel_outgoing *outgoing,
    struct tcn_channel_request *request)
{
	(void)outgoing;
	while (request->url.n && request->url.at[request->url.n - 1] == '/')
		request->url.at[--request->url.n] = '\0';
	tcn_buf_z(&request->url, "/api/v2/alerts");
}

const struct tcn_channel tcn_channel_alertmanager = {
	.name = "alertmanager",
	.transport = TCN_CHANNEL_TRANSPORT_HTTP,
	.sends = TCN_RECEIVER_SENDS_ALL,
	.takes = "language url url_file token_file headers ca_file "
		 "allow_private",
	.needs = "url|url_file",
	.write = write_alerts,
	.request = request_alert,
};

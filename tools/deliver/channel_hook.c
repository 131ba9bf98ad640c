/*
 * Channels for programs: webhook and Alertmanager.
 */
#include <inttypes.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "engine/base/date.h"
#include "tools/base/json_out.h"
#include "tools/deliver/channel.h"
#include "tools/deliver/template.h"

#define DAY_MS ((int64_t)24 * 3600 * 1000)

static enum tcn_rc
write_hook(const struct tcn_receiver *receiver, const struct tcn_told *told,
    struct tcn_buf *out)
{
	if (receiver->body)
		tcn_template_write(tcn_str(receiver->body), told, out);
	else
		tcn_told_json(told, out);
	return out->failed ? TCN_NOMEM : TCN_OK;
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
	if (text.failed ||
	    !HMAC(EVP_sha256(), secret, (int)strlen(secret),
		(const unsigned char *)text.at, text.n, digest, &n))
		out->failed = true;
	for (unsigned int i = 0; i < n; i++)
		tcn_buf_printf(out, "%02x", digest[i]);
	tcn_buf_fini(&text);
}

static void
request_hook(const struct tcn_sending *sending, struct tcn_request *request)
{
	struct tcn_buf timestamp = { 0 };

	tcn_buf_printf(&timestamp, "%" PRId64, sending->now_ms / 1000);
	if (timestamp.failed) {
		request->headers.failed = true;
		return;
	}
	tcn_buf_printf(&request->headers, "X-Tocsin-Timestamp: %s\n",
	    timestamp.at);
	if (sending->receiver->secret) {
		tcn_buf_z(&request->headers, "X-Tocsin-Signature: v1=");
		sign(sending->receiver->secret, timestamp.at, sending->body,
		    &request->headers);
		tcn_buf_char(&request->headers, '\n');
	}
	tcn_buf_fini(&timestamp);
}

const struct tcn_channel tcn_channel_webhook = {
	.name = "webhook",
	.carrier = TCN_CARRIER_HTTP,
	.sends = TCN_SEND_ALL,
	.takes = "url url_file secret_file token_file body headers ca_file "
		 "allow_private",
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
add_description(const struct tcn_told *told, struct tcn_buf *out)
{
	struct tcn_buf text = { 0 };

	tcn_told_counts(told, &text);
	if (told->terms.n) {
		tcn_buf_z(&text, "; ");
		tcn_buf_str(&text, told->terms);
	}
	out->failed |= text.failed;
	tcn_json_str(out, "description", tcn_buf_view(&text));
	tcn_buf_fini(&text);
}

/*
 * Labels name the alert and must never change; the rest may. An alert whose
 * end is not told ends by itself after a few minutes: it is given a day.
 */
static enum tcn_rc
write_alert(const struct tcn_receiver *receiver, const struct tcn_told *told,
    struct tcn_buf *out)
{
	const struct tcn_event *e = told->event;
	bool over = e->state == TCN_EVENT_CLOSED;

	(void)receiver;
	tcn_buf_char(out, '[');
	tcn_json_open(out, NULL, '{');
	tcn_json_open(out, "labels", '{');
	tcn_json_str(out, "alertname", tcn_str("tocsin"));
	tcn_json_str(out, "event", tcn_str(e->id));
	tcn_json_str(out, "rule", e->rule);
	tcn_json_str(out, "severity", tcn_str(told->severity));
	tcn_json_close(out, '}');
	tcn_json_open(out, "annotations", '{');
	tcn_json_str(out, "summary", told->headline);
	add_description(told, out);
	tcn_json_close(out, '}');
	if (told->test)
		add_date(out, "startsAt", told->now_ms);
	else
		add_date(out, "startsAt", e->fired_ms);
	add_date(out, "endsAt",
	    told->test ? told->now_ms + 60000
		: over ? told->now_ms
		       : told->now_ms + DAY_MS);
	if (told->report.n || told->url.n)
		tcn_json_str(out, "generatorURL",
		    told->report.n ? told->report : told->url);
	tcn_json_close(out, '}');
	tcn_buf_char(out, ']');
	return out->failed ? TCN_NOMEM : TCN_OK;
}

static void
request_alert(const struct tcn_sending *sending, struct tcn_request *request)
{
	(void)sending;
	while (request->url.n && request->url.at[request->url.n - 1] == '/')
		request->url.at[--request->url.n] = '\0';
	tcn_buf_z(&request->url, "/api/v2/alerts");
}

const struct tcn_channel tcn_channel_alertmanager = {
	.name = "alertmanager",
	.carrier = TCN_CARRIER_HTTP,
	.sends = TCN_SEND_ALL,
	.takes = "url url_file token_file headers ca_file allow_private",
	.needs = "url|url_file",
	.write = write_alert,
	.request = request_alert,
};

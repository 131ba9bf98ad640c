#include "tools/intake/kafka/dead_letters.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/log.h"
#include "tools/base/now.h"

enum {
	FLUSH_MS = 5000, /* so long a broker may take */
	HEADERS = 4, /* and one more of what is cut */
};

/* may_cut: of a letter that is sent again, shorter, if this is too long. */
static void
on_delivered(void *ctx, uint64_t may_cut, const char *failed, bool unfit)
{
	struct tcn_dead_letters *dead = ctx;
	struct tcn_log log;

	if (dead->waiting)
		dead->waiting--;
	if (!failed)
		return;
	if (may_cut && unfit) {
		dead->too_long = true;
		return;
	}
	dead->undelivered++;
	tcn_log_begin(&log, TCN_LOG_ERROR, "dead_letter");
	tcn_log_str(&log, "topic", tcn_str(dead->topic));
	tcn_log_str(&log, "error", tcn_str(failed));
	tcn_log_end(&log);
}

void
tcn_dead_letters_init(struct tcn_dead_letters *dead, struct tcn_kafka *kafka,
    const char *topic)
{
	*dead = (struct tcn_dead_letters){ .kafka = kafka, .topic = topic };
}

void
tcn_dead_letters_fini(struct tcn_dead_letters *dead)
{
	tcn_dead_letters_flush(dead);
	tcn_kafka_client_close(dead->kafka, dead->writer);
	dead->writer = NULL;
}

static enum tcn_rc
open_writer(struct tcn_dead_letters *dead, struct tcn_err *err)
{
	const struct tcn_kafka_calls calls = {
		.ctx = dead,
		.delivered = on_delivered,
	};

	if (dead->writer)
		return TCN_OK;
	return tcn_kafka_client_open(dead->kafka, TCN_KAFKA_USE_WRITER, &calls,
	    &dead->writer, err);
}

static void
log_one(const struct tcn_kafka_message *message, const char *reason)
{
	struct tcn_log log;

	tcn_log_begin(&log, TCN_LOG_WARN, "no_article");
	tcn_log_str(&log, "topic", tcn_str(message->topic));
	tcn_log_count(&log, "partition", (uint64_t)message->partition);
	tcn_log_count(&log, "offset", (uint64_t)message->offset);
	tcn_log_str(&log, "reason", tcn_str(reason));
	tcn_log_end(&log);
}

static void
send_letter(struct tcn_dead_letters *dead,
    const struct tcn_kafka_message *message, bool may_cut)
{
	const struct tcn_kafka_plugin *plugin =
	    tcn_kafka_plugin_of(dead->kafka);
	char why[TCN_KAFKA_WHY_BYTES];
	int rc;

	while ((rc = plugin->send(dead->writer, message, may_cut, why)) > 0)
		plugin->poll(dead->writer, 100);
	dead->waiting++;
	if (rc < 0)
		on_delivered(dead, may_cut, why, rc == -2);
}

/* Sends a letter that the topic may find too long by itself, waits for what
 * becomes of it and, if it is, sends the first bytes of it. headers: has room
 * for one more. */
static void
send_long(struct tcn_dead_letters *dead, struct tcn_kafka_message *letter,
    struct tcn_kafka_header *headers)
{
	char bytes[24];

	tcn_dead_letters_flush(dead);
	dead->too_long = false;
	send_letter(dead, letter, true);
	tcn_dead_letters_flush(dead);
	if (!dead->too_long)
		return;
	headers[HEADERS] = (struct tcn_kafka_header){ "tocsin-bytes", bytes,
		(size_t)snprintf(bytes, sizeof bytes, "%zu", letter->n) };
	letter->headers_n = HEADERS + 1;
	if (letter->n > TCN_DEAD_LETTERS_CUT)
		letter->n = TCN_DEAD_LETTERS_CUT;
	if (letter->key_n > TCN_DEAD_LETTERS_CUT)
		letter->key = NULL;
	send_letter(dead, letter, false);
}

enum tcn_rc
tcn_dead_letters_add(struct tcn_dead_letters *dead,
    const struct tcn_kafka_message *message, struct tcn_str value,
    const char *reason, struct tcn_err *err)
{
	char partition[16], offset[24];
	struct tcn_kafka_header headers[HEADERS + 1] = {
		{ "tocsin-reason", reason, strlen(reason) },
		{ "tocsin-topic", message->topic, strlen(message->topic) },
		{ "tocsin-partition", partition,
		    (size_t)snprintf(partition, sizeof partition, "%" PRId32,
			message->partition) },
		{ "tocsin-offset", offset,
		    (size_t)snprintf(offset, sizeof offset, "%" PRId64,
			message->offset) },
	};
	struct tcn_kafka_message letter = {
		.topic = dead->topic,
		.partition = -1,
		.ts_ms = message->ts_ms,
		.key = message->key,
		.key_n = message->key_n,
		.value = value.at,
		.n = value.n,
		.headers = headers,
		.headers_n = HEADERS,
	};
	enum tcn_rc rc;

	dead->n++;
	log_one(message, reason);
	if (!dead->topic)
		return TCN_OK;
	rc = open_writer(dead, err);
	if (!rc && letter.n + letter.key_n > TCN_DEAD_LETTERS_CUT)
		send_long(dead, &letter, headers);
	else if (!rc)
		send_letter(dead, &letter, false);
	return rc;
}

void
tcn_dead_letters_flush(struct tcn_dead_letters *dead)
{
	int64_t until_ms = tcn_now_monotonic_ms() + FLUSH_MS;

	while (dead->waiting && tcn_now_monotonic_ms() < until_ms)
		tcn_kafka_plugin_of(dead->kafka)->poll(dead->writer, 10);
	dead->undelivered += dead->waiting;
	dead->waiting = 0;
}

#include "tools/kafka/dead_letters.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/log.h"
#include "tools/base/now.h"

#define FLUSH_MS 5000 /* so long a broker may take */

static void
on_delivered(void *ctx, uint64_t opaque, const char *failed)
{
	struct tcn_dead_letters *dead = ctx;
	struct tcn_log log;

	(void)opaque;
	if (dead->waiting)
		dead->waiting--;
	if (!failed)
		return;
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
    const struct tcn_kafka_message *message)
{
	const struct tcn_kafka_plugin *plugin =
	    tcn_kafka_plugin_of(dead->kafka);
	char why[TCN_KAFKA_WHY_BYTES];
	int rc;

	while ((rc = plugin->send(dead->writer, message, 0, why)) > 0)
		plugin->poll(dead->writer, 100);
	dead->waiting++;
	if (rc < 0)
		on_delivered(dead, 0, why);
}

enum tcn_rc
tcn_dead_letters_add(struct tcn_dead_letters *dead,
    const struct tcn_kafka_message *message, struct tcn_str value,
    const char *reason, struct tcn_err *err)
{
	char partition[16], offset[24];
	const struct tcn_kafka_header headers[] = {
		{ "tocsin-reason", reason, strlen(reason) },
		{ "tocsin-topic", message->topic, strlen(message->topic) },
		{ "tocsin-partition", partition,
		    (size_t)snprintf(partition, sizeof partition, "%" PRId32,
			message->partition) },
		{ "tocsin-offset", offset,
		    (size_t)snprintf(offset, sizeof offset, "%" PRId64,
			message->offset) },
	};
	const struct tcn_kafka_message letter = {
		.topic = dead->topic,
		.partition = -1,
		.ts_ms = message->ts_ms,
		.key = message->key,
		.key_n = message->key_n,
		.value = value.at,
		.n = value.n,
		.headers = headers,
		.headers_n = sizeof headers / sizeof *headers,
	};
	enum tcn_rc rc;

	dead->n++;
	log_one(message, reason);
	if (!dead->topic)
		return TCN_OK;
	rc = open_writer(dead, err);
	if (!rc)
		send_letter(dead, &letter);
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

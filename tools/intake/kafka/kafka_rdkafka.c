/*
 * The module tocsin-kafka.so: librdkafka behind
 * tools/intake/kafka/kafka_plugin.h. It is built and linked by itself, and
 * nothing of it is part of the program.
 */
#include "tools/intake/kafka/kafka_plugin.h"

#include <librdkafka/rdkafka.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#define FETCH_MAX 1024

struct tcn_kafka_client {
	rd_kafka_t *rk;
	struct tcn_kafka_calls calls;
	rd_kafka_queue_t **queues; /* of the partitions, in order */
	size_t queues_n;
	rd_kafka_message_t *batch[FETCH_MAX];
};

extern const struct tcn_kafka_plugin tcn_kafka_plugin;

/* The settings of both are one object of the library. */
static rd_kafka_conf_t *
rd_conf(struct tcn_kafka_conf *conf)
{
	return (rd_kafka_conf_t *)conf;
}

static bool
failed(char *why, rd_kafka_resp_err_t err)
{
	snprintf(why, TCN_KAFKA_WHY_BYTES, "%s", rd_kafka_err2str(err));
	return false;
}

/* --- settings --- */

static struct tcn_kafka_conf *
conf_new(void)
{
	return (struct tcn_kafka_conf *)rd_kafka_conf_new();
}

static void
conf_free(struct tcn_kafka_conf *conf)
{
	rd_kafka_conf_destroy(rd_conf(conf));
}

static bool
conf_set(struct tcn_kafka_conf *conf, const char *name, const char *value,
    char *why)
{
	return rd_kafka_conf_set(rd_conf(conf), name, value, why,
		   TCN_KAFKA_WHY_BYTES) == RD_KAFKA_CONF_OK;
}

/* --- a client --- */

static void
on_log(const rd_kafka_t *rk, int level, const char *facility, const char *text)
{
	struct tcn_kafka_client *client = rd_kafka_opaque(rk);

	/* That an option is for clients of the other kind is no trouble: the
	 * settings have one list for both. */
	if (strcmp(facility, "CONFWARN") == 0)
		level = 7;
	client->calls.log(client->calls.ctx, level, text);
}

static void
on_error(rd_kafka_t *rk, int err, const char *text, void *of)
{
	struct tcn_kafka_client *client = of;

	(void)rk, (void)err;
	client->calls.log(client->calls.ctx, 4, text);
}

/* What a broker, or the client before it, has against a message itself. */
static bool
is_unfit(rd_kafka_resp_err_t err)
{
	return err == RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE ||
	    err == RD_KAFKA_RESP_ERR_RECORD_LIST_TOO_LARGE ||
	    err == RD_KAFKA_RESP_ERR_INVALID_MSG_SIZE ||
	    err == RD_KAFKA_RESP_ERR_INVALID_TIMESTAMP ||
	    err == RD_KAFKA_RESP_ERR_INVALID_RECORD;
}

static void
on_delivered(rd_kafka_t *rk, const rd_kafka_message_t *message, void *of)
{
	struct tcn_kafka_client *client = of;

	(void)rk;
	client->calls.delivered(client->calls.ctx,
	    (uint64_t)(uintptr_t)message->_private,
	    message->err ? rd_kafka_err2str(message->err) : NULL,
	    is_unfit(message->err));
}

/* Tells of all partitions that the client has: what a rebalance names is, by
 * the incremental protocol, only what changes. */
static void
tell_partitions(struct tcn_kafka_client *client)
{
	rd_kafka_topic_partition_list_t *list = NULL;
	int32_t *numbers = NULL;
	size_t n = 0;

	if (!rd_kafka_assignment(client->rk, &list) && list->cnt > 0)
		numbers =
		    client->calls.take((size_t)list->cnt, sizeof *numbers);
	for (; numbers && n < (size_t)list->cnt; n++)
		numbers[n] = list->elems[n].partition;
	client->calls.rebalanced(client->calls.ctx, numbers, n);
	client->calls.give_back(numbers);
	if (list)
		rd_kafka_topic_partition_list_destroy(list);
}

static void
on_rebalance(rd_kafka_t *rk, rd_kafka_resp_err_t err,
    rd_kafka_topic_partition_list_t *list, void *of)
{
	struct tcn_kafka_client *client = of;
	bool given = err == RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS;

	if (strcmp(rd_kafka_rebalance_protocol(rk), "COOPERATIVE") == 0) {
		if (given)
			rd_kafka_incremental_assign(rk, list);
		else
			rd_kafka_incremental_unassign(rk, list);
	} else {
		rd_kafka_assign(rk, given ? list : NULL);
	}
	tell_partitions(client);
}

static int
on_socket(int domain, int type, int protocol, void *of)
{
	const struct tcn_kafka_client *client = of;
	unsigned late_ms = client->calls.late_ms;
	int fd = socket(domain, type | SOCK_CLOEXEC, protocol);

	if (fd >= 0 && late_ms)
		(void)setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &late_ms,
		    sizeof late_ms);
	return fd;
}

static struct tcn_kafka_client *
open_client(struct tcn_kafka_conf *conf, enum tcn_kafka_role role,
    const struct tcn_kafka_calls *calls, char *why)
{
	struct tcn_kafka_client *client = calls->take(1, sizeof *client);
	rd_kafka_conf_t *rd = rd_conf(conf);

	client->calls = *calls;
	rd_kafka_conf_set_opaque(rd, client);
	rd_kafka_conf_set_log_cb(rd, on_log);
	rd_kafka_conf_set_error_cb(rd, on_error);
	rd_kafka_conf_set_socket_cb(rd, on_socket);
	if (role == TCN_KAFKA_PRODUCER)
		rd_kafka_conf_set_dr_msg_cb(rd, on_delivered);
	else
		rd_kafka_conf_set_rebalance_cb(rd, on_rebalance);
	client->rk =
	    rd_kafka_new(role == TCN_KAFKA_PRODUCER ? RD_KAFKA_PRODUCER
						    : RD_KAFKA_CONSUMER,
		rd, why, TCN_KAFKA_WHY_BYTES);
	if (!client->rk) {
		rd_kafka_conf_destroy(rd);
		calls->give_back(client);
		return NULL;
	}
	/* From here on its log comes by poll, on the caller's thread. */
	rd_kafka_set_log_queue(client->rk, NULL);
	if (role == TCN_KAFKA_CONSUMER)
		rd_kafka_poll_set_consumer(client->rk);
	return client;
}

static void
drop_queues(struct tcn_kafka_client *client)
{
	for (size_t i = 0; i < client->queues_n; i++)
		rd_kafka_queue_destroy(client->queues[i]);
	client->calls.give_back(client->queues);
	client->queues = NULL;
	client->queues_n = 0;
}

static void
close_client(struct tcn_kafka_client *client)
{
	drop_queues(client);
	if (rd_kafka_type(client->rk) == RD_KAFKA_CONSUMER)
		rd_kafka_consumer_close(client->rk);
	rd_kafka_destroy(client->rk);
	client->calls.give_back(client);
}

static bool
partitions(struct tcn_kafka_client *client, const char *topic, int timeout_ms,
    int *n, char *why)
{
	const struct rd_kafka_metadata *about;
	rd_kafka_topic_t *one = rd_kafka_topic_new(client->rk, topic, NULL);
	rd_kafka_resp_err_t err;

	*n = 0;
	if (!one)
		return failed(why, rd_kafka_last_error());
	err = rd_kafka_metadata(client->rk, 0, one, &about, timeout_ms);
	rd_kafka_topic_destroy(one);
	if (err)
		return failed(why, err);
	if (about->topic_cnt == 1 && !about->topics[0].err)
		*n = about->topics[0].partition_cnt;
	rd_kafka_metadata_destroy(about);
	return true;
}

/* --- reading --- */

static int64_t
rd_offset(int64_t offset)
{
	if (offset == TCN_KAFKA_FROM_BEGINNING)
		return RD_KAFKA_OFFSET_BEGINNING;
	return offset == TCN_KAFKA_FROM_END ? RD_KAFKA_OFFSET_END : offset;
}

static bool
assign(struct tcn_kafka_client *client, const char *topic,
    const struct tcn_kafka_place *places, size_t n, int fd, char *why)
{
	rd_kafka_topic_partition_list_t *list =
	    rd_kafka_topic_partition_list_new((int)n);
	rd_kafka_resp_err_t err;

	drop_queues(client);
	client->queues = client->calls.take(n, sizeof *client->queues);
	for (size_t i = 0; i < n && client->queues; i++) {
		rd_kafka_topic_partition_list_add(list, topic,
		    places[i].partition)
		    ->offset = rd_offset(places[i].offset);
		client->queues[i] = rd_kafka_queue_get_partition(client->rk,
		    topic, places[i].partition);
		rd_kafka_queue_forward(client->queues[i], NULL);
		if (fd >= 0)
			rd_kafka_queue_io_event_enable(client->queues[i], fd,
			    "m", 1);
		client->queues_n = i + 1;
	}
	err = rd_kafka_assign(client->rk, list);
	rd_kafka_topic_partition_list_destroy(list);
	return err || !client->queues ? failed(why, err) : true;
}

static bool
subscribe(struct tcn_kafka_client *client, const char *topic, char *why)
{
	rd_kafka_topic_partition_list_t *list =
	    rd_kafka_topic_partition_list_new(1);
	rd_kafka_resp_err_t err;

	rd_kafka_topic_partition_list_add(list, topic, RD_KAFKA_PARTITION_UA);
	err = rd_kafka_subscribe(client->rk, list);
	rd_kafka_topic_partition_list_destroy(list);
	client->queues = client->calls.take(1, sizeof *client->queues);
	if (err || !client->queues)
		return failed(why, err);
	client->queues[0] = rd_kafka_queue_get_consumer(client->rk);
	client->queues_n = 1;
	return true;
}

static void
fill(struct tcn_kafka_message *to, rd_kafka_message_t *from)
{
	rd_kafka_timestamp_type_t type;
	int64_t ts_ms = rd_kafka_message_timestamp(from, &type);

	*to = (struct tcn_kafka_message){
		.topic = rd_kafka_topic_name(from->rkt),
		.partition = from->partition,
		.offset = from->offset,
		.ts_ms = type == RD_KAFKA_TIMESTAMP_NOT_AVAILABLE ? -1 : ts_ms,
		.key = from->key,
		.key_n = from->key_len,
		.value = from->payload,
		.n = from->len,
		.handle = from,
	};
}

/* Errors that the library mends by itself, by trying again. */
static bool
passes(rd_kafka_resp_err_t err)
{
	return err != RD_KAFKA_RESP_ERR__FATAL &&
	    err != RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET &&
	    err != RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED &&
	    err != RD_KAFKA_RESP_ERR_GROUP_AUTHORIZATION_FAILED &&
	    err != RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE;
}

static int
fetch(struct tcn_kafka_client *client, size_t queue, int timeout_ms,
    struct tcn_kafka_message *messages, size_t max, int64_t *end, char *why)
{
	ssize_t got;
	int n = 0;

	if (max > FETCH_MAX)
		max = FETCH_MAX;
	got = rd_kafka_consume_batch_queue(client->queues[queue], timeout_ms,
	    client->batch, max);
	for (ssize_t i = 0; i < got; i++) {
		rd_kafka_message_t *message = client->batch[i];

		bool ends = message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF;

		if (!message->err || ends)
			*end = ends ? message->offset : -1;
		if (!message->err) {
			fill(&messages[n++], message);
			continue;
		}
		if (!ends && !passes(message->err)) {
			snprintf(why, TCN_KAFKA_WHY_BYTES, "%s",
			    rd_kafka_message_errstr(message));
			while (n > 0)
				rd_kafka_message_destroy(messages[--n].handle);
			n = -1;
		}
		rd_kafka_message_destroy(message);
		if (n < 0) {
			while (++i < got)
				rd_kafka_message_destroy(client->batch[i]);
			return -1;
		}
	}
	return n;
}

static void
release(struct tcn_kafka_message *message)
{
	rd_kafka_message_destroy(message->handle);
	message->handle = NULL;
}

static bool
done(struct tcn_kafka_client *client, const char *topic, int32_t partition,
    int64_t next, char *why)
{
	rd_kafka_topic_partition_list_t *list =
	    rd_kafka_topic_partition_list_new(1);
	rd_kafka_resp_err_t err;

	rd_kafka_topic_partition_list_add(list, topic, partition)->offset =
	    next;
	err = rd_kafka_offsets_store(client->rk, list);
	rd_kafka_topic_partition_list_destroy(list);
	return err ? failed(why, err) : true;
}

static bool
places(struct tcn_kafka_client *client, const char *topic,
    struct tcn_kafka_place *at, size_t n, int timeout_ms, char *why)
{
	rd_kafka_topic_partition_list_t *list =
	    rd_kafka_topic_partition_list_new((int)n);
	rd_kafka_resp_err_t err;

	for (size_t i = 0; i < n; i++)
		rd_kafka_topic_partition_list_add(list, topic, at[i].partition);
	err = rd_kafka_committed(client->rk, list, timeout_ms);
	for (size_t i = 0; !err && i < n; i++) {
		err = list->elems[i].err;
		at[i].offset = list->elems[i].offset < 0
		    ? TCN_KAFKA_FROM_BEGINNING
		    : list->elems[i].offset;
	}
	rd_kafka_topic_partition_list_destroy(list);
	return err ? failed(why, err) : true;
}

static bool
bounds(struct tcn_kafka_client *client, const char *topic, int32_t partition,
    int timeout_ms, int64_t *low, int64_t *high, char *why)
{
	rd_kafka_resp_err_t err = timeout_ms
	    ? rd_kafka_query_watermark_offsets(client->rk, topic, partition,
		  low, high, timeout_ms)
	    : rd_kafka_get_watermark_offsets(client->rk, topic, partition, low,
		  high);

	return err ? failed(why, err) : true;
}

static bool
offsets_at(struct tcn_kafka_client *client, const char *topic, int64_t ts_ms,
    struct tcn_kafka_place *at, size_t n, int timeout_ms, char *why)
{
	rd_kafka_topic_partition_list_t *list =
	    rd_kafka_topic_partition_list_new((int)n);
	rd_kafka_resp_err_t err;

	for (size_t i = 0; i < n; i++)
		rd_kafka_topic_partition_list_add(list, topic, at[i].partition)
		    ->offset = rd_offset(ts_ms);
	err = rd_kafka_offsets_for_times(client->rk, list, timeout_ms);
	for (size_t i = 0; !err && i < n; i++) {
		const rd_kafka_topic_partition_t *one = &list->elems[i];

		err = one->err;
		at[i].offset = one->offset == RD_KAFKA_OFFSET_END
		    ? TCN_KAFKA_FROM_END
		    : one->offset;
	}
	rd_kafka_topic_partition_list_destroy(list);
	return err ? failed(why, err) : true;
}

/* --- sending --- */

static rd_kafka_headers_t *
headers_of(const struct tcn_kafka_message *message)
{
	rd_kafka_headers_t *headers = rd_kafka_headers_new(message->headers_n);

	for (size_t i = 0; i < message->headers_n; i++)
		rd_kafka_header_add(headers, message->headers[i].name, -1,
		    message->headers[i].value, (ssize_t)message->headers[i].n);
	return headers;
}

static int
send_message(struct tcn_kafka_client *client,
    const struct tcn_kafka_message *message, uint64_t opaque, char *why)
{
	rd_kafka_headers_t *headers = headers_of(message);
	rd_kafka_resp_err_t err =
	    rd_kafka_producev(client->rk, RD_KAFKA_V_TOPIC(message->topic),
		RD_KAFKA_V_PARTITION(message->partition),
		RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
		RD_KAFKA_V_KEY(message->key, message->key_n),
		RD_KAFKA_V_VALUE((void *)(uintptr_t)message->value, message->n),
		RD_KAFKA_V_TIMESTAMP(message->ts_ms > 0 ? message->ts_ms : 0),
		RD_KAFKA_V_HEADERS(headers),
		RD_KAFKA_V_OPAQUE((void *)(uintptr_t)opaque), RD_KAFKA_V_END);

	if (!err)
		return 0;
	rd_kafka_headers_destroy(headers);
	failed(why, err);
	if (err == RD_KAFKA_RESP_ERR__QUEUE_FULL)
		return 1;
	return is_unfit(err) ? -2 : -1;
}

static void
poll_client(struct tcn_kafka_client *client, int timeout_ms)
{
	if (rd_kafka_type(client->rk) == RD_KAFKA_PRODUCER) {
		rd_kafka_poll(client->rk, timeout_ms);
	} else {
		rd_kafka_message_t *message =
		    rd_kafka_consumer_poll(client->rk, timeout_ms);

		if (message) /* of no partition: an error, which was logged */
			rd_kafka_message_destroy(message);
	}
}

static size_t
waiting(struct tcn_kafka_client *client)
{
	return (size_t)rd_kafka_outq_len(client->rk);
}

static const char *
library(void)
{
	static char text[64];

	snprintf(text, sizeof text, "librdkafka %s", rd_kafka_version_str());
	return text;
}

const struct tcn_kafka_plugin tcn_kafka_plugin = {
	.version = TCN_KAFKA_PLUGIN_VERSION,
	.library = library,
	.conf_new = conf_new,
	.conf_free = conf_free,
	.conf_set = conf_set,
	.open = open_client,
	.close = close_client,
	.partitions = partitions,
	.assign = assign,
	.subscribe = subscribe,
	.fetch = fetch,
	.release = release,
	.done = done,
	.places = places,
	.bounds = bounds,
	.offsets_at = offsets_at,
	.send = send_message,
	.poll = poll_client,
	.waiting = waiting,
};

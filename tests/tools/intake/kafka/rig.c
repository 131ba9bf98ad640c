/*
 * kafka_rig - what a test of the program needs of a log.
 *
 *	kafka_rig broker TOPIC=PARTITIONS...
 *		librdkafka's mock cluster, one broker on a free port of this
 *		machine; prints HOST:PORT and runs until its input ends. A
 *		line of the input is an order: "down", "up", "slow MS",
 *		which each answer takes longer, "refuse N": so many batches that
 *		come next are too long, "full": the disk has no room for any,
 *		"room", "gone TOPIC", or "back TOPIC"; it is printed once it is
 *		so
 *	kafka_rig topic BROKERS TOPIC=PARTITIONS[:BYTES]...
 *		makes topics on a real broker, of which one may take messages of
 *		so many bytes only
 *	kafka_rig send BROKERS TOPIC [MS [AHEAD]]
 *		sends each line of the input as a message, its key the JSON
 *		member "source" or, without one, none; so many milliseconds
 *		between two, and by a clock that is so many seconds ahead
 *	kafka_rig end BROKERS TOPIC
 *		prints how many messages partition 0 has had
 *	kafka_rig dump BROKERS TOPIC [SECONDS]
 *		prints all messages, a line each: partition, offset, key,
 *		headers and value, its line feeds as spaces; gives up when
 *		nothing comes for so long
 */
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PRODUCE 0 /* its number in Kafka's protocol */
#define FULL    100000 /* batches: more than any test sends */

static void
must(int holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "kafka_rig: %s\n", what);
	exit(1);
}

static rd_kafka_t *
open_client(rd_kafka_type_t type, const char *const *options)
{
	rd_kafka_conf_t *conf = rd_kafka_conf_new();
	char why[512] = "";
	rd_kafka_t *rk;

	for (; *options; options += 2)
		must(rd_kafka_conf_set(conf, options[0], options[1], why,
			 sizeof why) == RD_KAFKA_CONF_OK,
		    why);
	rk = rd_kafka_new(type, conf, why, sizeof why);
	must(rk != NULL, why);
	return rk;
}

static void
fail_batches(rd_kafka_mock_cluster_t *cluster, int n, rd_kafka_resp_err_t why)
{
	while (n-- > 0)
		rd_kafka_mock_push_request_errors(cluster, PRODUCE, 1, why);
}

/* order: "gone TOPIC" or "back TOPIC". */
static void
hide_topic(rd_kafka_mock_cluster_t *cluster, const char *order)
{
	char topic[64];

	must(sscanf(order + 5, "%63s", topic) == 1, "no topic");
	rd_kafka_mock_topic_set_error(cluster, topic,
	    order[0] == 'g' ? RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART
			    : RD_KAFKA_RESP_ERR_NO_ERROR);
}

static void
obey(rd_kafka_mock_cluster_t *cluster, const char *order)
{
	if (strncmp(order, "down", 4) == 0)
		rd_kafka_mock_broker_set_down(cluster, 1);
	else if (strncmp(order, "up", 2) == 0)
		rd_kafka_mock_broker_set_up(cluster, 1);
	else if (strncmp(order, "slow ", 5) == 0)
		rd_kafka_mock_broker_set_rtt(cluster, 1, atoi(order + 5));
	else if (strncmp(order, "refuse ", 7) == 0)
		fail_batches(cluster, atoi(order + 7),
		    RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE);
	else if (strncmp(order, "full", 4) == 0)
		fail_batches(cluster, FULL,
		    RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR);
	else if (strncmp(order, "room", 4) == 0)
		rd_kafka_mock_clear_request_errors(cluster, PRODUCE);
	else if (strncmp(order, "gone ", 5) == 0 ||
	    strncmp(order, "back ", 5) == 0)
		hide_topic(cluster, order);
	printf("%s", order);
	fflush(stdout);
}

static int
broker(int argc, char **argv)
{
	static const char *const options[] = { "client.id", "rig", "log_level",
		"3", NULL };
	rd_kafka_t *rk = open_client(RD_KAFKA_PRODUCER, options);
	rd_kafka_mock_cluster_t *cluster = rd_kafka_mock_cluster_new(rk, 1);
	char bytes[64];

	must(cluster != NULL, "no mock cluster");
	for (int i = 0; i < argc; i++) {
		char *number = strchr(argv[i], '=');

		must(number != NULL, "TOPIC=PARTITIONS");
		*number++ = '\0';
		must(!rd_kafka_mock_topic_create(cluster, argv[i], atoi(number),
			 1),
		    "no topic");
	}
	printf("%s\n", rd_kafka_mock_cluster_bootstraps(cluster));
	fflush(stdout);
	while (fgets(bytes, sizeof bytes, stdin))
		obey(cluster, bytes);
	rd_kafka_mock_cluster_destroy(cluster);
	rd_kafka_destroy(rk);
	return 0;
}

static rd_kafka_NewTopic_t *
new_topic(char *text)
{
	char *number = strchr(text, '='), *bytes, why[512];
	rd_kafka_NewTopic_t *topic;

	must(number != NULL, "TOPIC=PARTITIONS");
	*number++ = '\0';
	topic = rd_kafka_NewTopic_new(text, atoi(number), 1, why, sizeof why);
	must(topic != NULL, why);
	bytes = strchr(number, ':');
	must(!bytes ||
		!rd_kafka_NewTopic_set_config(topic, "max.message.bytes",
		    bytes + 1),
	    "BYTES");
	return topic;
}

static int
make_topics(const char *brokers, int argc, char **argv)
{
	const char *const options[] = { "bootstrap.servers", brokers,
		"log_level", "3", NULL };
	rd_kafka_t *rk = open_client(RD_KAFKA_PRODUCER, options);
	rd_kafka_queue_t *queue = rd_kafka_queue_new(rk);

	for (int i = 0; i < argc; i++) {
		rd_kafka_NewTopic_t *topic = new_topic(argv[i]);
		rd_kafka_event_t *answer;

		rd_kafka_CreateTopics(rk, &topic, 1, NULL, queue);
		answer = rd_kafka_queue_poll(queue, 10000);
		must(answer && !rd_kafka_event_error(answer), "no broker");
		rd_kafka_event_destroy(answer);
		rd_kafka_NewTopic_destroy(topic);
	}
	rd_kafka_queue_destroy(queue);
	rd_kafka_destroy(rk);
	return 0;
}

/* The value of "source" in a line; no more of JSON is needed here. */
static size_t
key_of(const char *line, const char **key)
{
	static const char name[] = "\"source\":\"";
	const char *at = strstr(line, name);

	*key = at ? at + sizeof name - 1 : NULL;
	return at ? strcspn(*key, "\"") : 0;
}

static int
send_lines(const char *brokers, const char *topic, long pause_ms, long ahead_s)
{
	const char *const options[] = { "bootstrap.servers", brokers,
		"enable.idempotence", "true", "partitioner", "murmur2_random",
		NULL };
	rd_kafka_t *rk = open_client(RD_KAFKA_PRODUCER, options);
	char *line = NULL;
	size_t cap = 0, key_n;
	const char *key;
	ssize_t n;

	while ((n = getline(&line, &cap, stdin)) > 0) {
		n -= line[n - 1] == '\n';
		line[n] = '\0';
		key_n = key_of(line, &key);
		while (rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic),
			   RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
			   RD_KAFKA_V_KEY(key, key_n),
			   RD_KAFKA_V_VALUE(line, (size_t)n),
			   RD_KAFKA_V_TIMESTAMP(ahead_s
				   ? (time(NULL) + ahead_s) * 1000
				   : 0),
			   RD_KAFKA_V_END) == RD_KAFKA_RESP_ERR__QUEUE_FULL)
			rd_kafka_poll(rk, 100);
		rd_kafka_poll(rk, (int)pause_ms);
	}
	must(!rd_kafka_flush(rk, 30000), "not all was sent");
	rd_kafka_destroy(rk);
	free(line);
	return 0;
}

static void
print(const rd_kafka_message_t *message)
{
	rd_kafka_headers_t *headers;
	const char *name;
	const void *value;
	size_t n;

	printf("%d %lld %.*s", (int)message->partition,
	    (long long)message->offset, (int)message->key_len,
	    message->key ? (const char *)message->key : "");
	if (!rd_kafka_message_headers(message, &headers))
		for (size_t i = 0;
		     !rd_kafka_header_get_all(headers, i, &name, &value, &n);
		     i++)
			printf(" %s=%.*s", name, (int)n, (const char *)value);
	putchar('\t');
	for (size_t i = 0; i < message->len; i++) {
		char c = ((const char *)message->payload)[i];

		putchar(c == '\n' ? ' ' : c);
	}
	putchar('\n');
}

static int
end(const char *brokers, const char *topic)
{
	const char *const options[] = { "bootstrap.servers", brokers,
		"log_level", "3", NULL };
	rd_kafka_t *rk = open_client(RD_KAFKA_PRODUCER, options);
	int64_t low, high;

	must(!rd_kafka_query_watermark_offsets(rk, topic, 0, &low, &high,
		 30000),
	    "no offsets");
	printf("%lld\n", (long long)high);
	rd_kafka_destroy(rk);
	return 0;
}

/* Each partition from its beginning to its end. */
static int
dump(const char *brokers, const char *topic, long seconds)
{
	const char *const options[] = { "bootstrap.servers", brokers,
		"group.id", "rig", "enable.partition.eof", "true", NULL };
	rd_kafka_t *rk = open_client(RD_KAFKA_CONSUMER, options);
	rd_kafka_topic_partition_list_t *list =
	    rd_kafka_topic_partition_list_new(1);
	const struct rd_kafka_metadata *about;
	rd_kafka_topic_t *one = rd_kafka_topic_new(rk, topic, NULL);
	int left;

	must(!rd_kafka_metadata(rk, 0, one, &about, 30000), "no metadata");
	left = about->topic_cnt == 1 ? about->topics[0].partition_cnt : 0;
	for (int i = 0; i < left; i++)
		rd_kafka_topic_partition_list_add(list, topic, i)->offset =
		    RD_KAFKA_OFFSET_BEGINNING;
	rd_kafka_metadata_destroy(about);
	rd_kafka_topic_destroy(one);
	must(!rd_kafka_assign(rk, list), "cannot assign");
	while (left > 0) {
		rd_kafka_message_t *message =
		    rd_kafka_consumer_poll(rk, (int)(seconds * 1000));

		must(message != NULL, "nothing comes");
		if (!message->err)
			print(message);
		else if (message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF)
			left--;
		rd_kafka_message_destroy(message);
	}
	rd_kafka_topic_partition_list_destroy(list);
	rd_kafka_consumer_close(rk);
	rd_kafka_destroy(rk);
	return 0;
}

int
main(int argc, char **argv)
{
	if (argc >= 2 && strcmp(argv[1], "broker") == 0)
		return broker(argc - 2, argv + 2);
	if (argc >= 4 && strcmp(argv[1], "topic") == 0)
		return make_topics(argv[2], argc - 3, argv + 3);
	if (argc >= 4 && strcmp(argv[1], "send") == 0)
		return send_lines(argv[2], argv[3],
		    argc > 4 ? atol(argv[4]) : 0, argc > 5 ? atol(argv[5]) : 0);
	if (argc >= 4 && strcmp(argv[1], "end") == 0)
		return end(argv[2], argv[3]);
	if (argc >= 4 && strcmp(argv[1], "dump") == 0)
		return dump(argv[2], argv[3], argc > 4 ? atol(argv[4]) : 30);
	fprintf(stderr, "usage: kafka_rig broker|topic|send|end|dump ...\n");
	return 2;
}

/*
 * kafka_clock - times what goes through a log, for tests/kafka_bench.sh.
 *
 *	kafka_clock rate BROKERS TOPIC N
 *		waits until partition 0 has N messages more than now, and prints
 *		how many a second came from the first that was seen on
 *	kafka_clock delay BROKERS ARTICLES EVENTS N MS
 *		sends N pairs of articles of one text and two sources to one
 *		topic, MS milliseconds between two pairs, and reads the other;
 *		prints how many events came, and of the times from sending the
 *		second article until its event was read: median, 99th
 *		percentile and the longest, in milliseconds
 */
#include <librdkafka/rdkafka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GIVE_UP_MS 60000

static void
must(int holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "kafka_clock: %s\n", what);
	exit(1);
}

static double
now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void
wait_ms(double ms)
{
	struct timespec span = { .tv_sec = (time_t)(ms / 1000),
		.tv_nsec =
		    (long)((ms - (double)(time_t)(ms / 1000) * 1000) * 1e6) };

	if (ms > 0)
		nanosleep(&span, NULL);
}

static rd_kafka_t *
open_client(rd_kafka_type_t type, const char *brokers)
{
	rd_kafka_conf_t *conf = rd_kafka_conf_new();
	const char *const options[][2] = { { "bootstrap.servers", brokers },
		{ "log_level", "3" }, { "group.id", "clock" },
		{ "fetch.wait.max.ms", "10" }, { "linger.ms", "0" } };
	char why[512] = "";
	rd_kafka_t *rk;

	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		must(rd_kafka_conf_set(conf, options[i][0], options[i][1], why,
			 sizeof why) == RD_KAFKA_CONF_OK,
		    why);
	rk = rd_kafka_new(type, conf, why, sizeof why);
	must(rk != NULL, why);
	return rk;
}

/* --- rate --- */

static int64_t
end_of(rd_kafka_t *rk, const char *topic)
{
	int64_t low, high;

	must(!rd_kafka_query_watermark_offsets(rk, topic, 0, &low, &high,
		 30000),
	    "no offsets");
	return high;
}

static int
rate(const char *brokers, const char *topic, int64_t n)
{
	rd_kafka_t *rk = open_client(RD_KAFKA_PRODUCER, brokers);
	int64_t before = end_of(rk, topic), first = before, last = before;
	double from = now_ms(), to = from, heard = from;

	while (last < before + n) {
		int64_t end = end_of(rk, topic);

		to = now_ms();
		must(to - heard < GIVE_UP_MS, "nothing comes");
		if (end > last)
			heard = to;
		if (first == before && end > before) {
			first = end;
			from = to;
		}
		last = end;
		wait_ms(5);
	}
	printf("%.0f\n",
	    to > from ? (double)(last - first) / (to - from) * 1e3 : 0.0);
	rd_kafka_destroy(rk);
	return 0;
}

/* --- delay --- */

struct pairs {
	long n, got;
	double *sent, *took; /* ms; took < 0: no event yet */
};

/* A text of words that no other pair has, so that no two pairs are alike. */
static void
write_title(long pair, char *title, size_t n)
{
	uint64_t state = (uint64_t)pair * 2654435761u + 12345;
	size_t at = (size_t)snprintf(title, n, "Pair p%ldx", pair);

	for (int i = 0; i < 63 && at + 2 < n; i++) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		if (i % 7 == 0)
			title[at++] = ' ';
		title[at++] = (char)('a' + (state >> 33) % 26);
	}
	title[at] = '\0';
}

static void
send_pair(rd_kafka_t *rk, const char *topic, struct pairs *pairs, long pair)
{
	char title[128], line[512], source[32];

	write_title(pair, title, sizeof title);
	for (int i = 0; i < 2; i++) {
		int key = snprintf(source, sizeof source, "S%d", i);
		int n = snprintf(line, sizeof line,
		    "{\"id\":\"%ld-%d\",\"source\":\"%s\",\"title\":\"%s\"}",
		    pair, i, source, title);

		pairs->sent[pair] = now_ms();
		must(!rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic),
			 RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
			 RD_KAFKA_V_KEY(source, (size_t)key),
			 RD_KAFKA_V_VALUE(line, (size_t)n), RD_KAFKA_V_END),
		    "cannot send");
	}
	rd_kafka_poll(rk, 0);
}

/* Which pair an event is of: its value has the title. */
static void
take(struct pairs *pairs, const rd_kafka_message_t *message)
{
	static const char mark[] = "Pair p";
	const char *at = message->payload;
	long pair;

	at = at ? memmem(at, message->len, mark, sizeof mark - 1) : NULL;
	if (!at)
		return;
	pair = strtol(at + sizeof mark - 1, NULL, 10);
	if (pair < 0 || pair >= pairs->n || pairs->took[pair] >= 0)
		return;
	pairs->took[pair] = now_ms() - pairs->sent[pair];
	pairs->got++;
}

static void
read_for(rd_kafka_t *rk, struct pairs *pairs, double until)
{
	double left;

	while ((left = until - now_ms()) > 0 && pairs->got < pairs->n) {
		rd_kafka_message_t *message =
		    rd_kafka_consumer_poll(rk, left > 1 ? (int)left : 1);

		if (message && !message->err)
			take(pairs, message);
		if (message)
			rd_kafka_message_destroy(message);
	}
}

static int
by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static void
print(struct pairs *pairs)
{
	long n = 0;

	for (long i = 0; i < pairs->n; i++)
		if (pairs->took[i] >= 0)
			pairs->took[n++] = pairs->took[i];
	must(n > 0, "no event came");
	qsort(pairs->took, (size_t)n, sizeof *pairs->took, by_size);
	printf("%ld events of %ld, p50 %.0f ms, p99 %.0f ms, longest %.0f ms\n",
	    n, pairs->n, pairs->took[n / 2], pairs->took[n * 99 / 100],
	    pairs->took[n - 1]);
}

static int
delay(const char *brokers, const char *articles, const char *events, long n,
    double ms)
{
	rd_kafka_t *writer = open_client(RD_KAFKA_PRODUCER, brokers);
	rd_kafka_t *reader = open_client(RD_KAFKA_CONSUMER, brokers);
	rd_kafka_topic_partition_list_t *list =
	    rd_kafka_topic_partition_list_new(1);
	struct pairs pairs = { .n = n };
	double at;

	pairs.sent = calloc((size_t)n, sizeof *pairs.sent);
	pairs.took = calloc((size_t)n, sizeof *pairs.took);
	must(n > 0 && pairs.sent && pairs.took, "no memory");
	for (long i = 0; i < n; i++)
		pairs.took[i] = -1;
	rd_kafka_topic_partition_list_add(list, events, 0)->offset =
	    RD_KAFKA_OFFSET_BEGINNING;
	must(!rd_kafka_assign(reader, list), "cannot assign");
	at = now_ms();
	for (long i = 0; i < n; i++) {
		send_pair(writer, articles, &pairs, i);
		at += ms;
		if (pairs.got <= i)
			read_for(reader, &pairs, at);
		wait_ms(at - now_ms());
	}
	must(!rd_kafka_flush(writer, 30000), "not all was sent");
	read_for(reader, &pairs, now_ms() + 10000);
	print(&pairs);
	rd_kafka_topic_partition_list_destroy(list);
	rd_kafka_consumer_close(reader);
	rd_kafka_destroy(reader);
	rd_kafka_destroy(writer);
	free(pairs.sent);
	free(pairs.took);
	return 0;
}

int
main(int argc, char **argv)
{
	if (argc == 5 && strcmp(argv[1], "rate") == 0)
		return rate(argv[2], argv[3], atoll(argv[4]));
	if (argc == 7 && strcmp(argv[1], "delay") == 0)
		return delay(argv[2], argv[3], argv[4], atol(argv[5]),
		    atof(argv[6]));
	fprintf(stderr, "usage: kafka_clock rate|delay ...\n");
	return 2;
}

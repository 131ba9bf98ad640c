/*
 * tools/intake/kafka/kafka_plugin.h - what this program asks of a Kafka client,
 * as a module gives it that is loaded when it is needed.
 *
 * The module tocsin-kafka.so is the only part that is linked with librdkafka
 * (kafka_rdkafka.c), so that the program runs where that is not installed, and
 * the two can be packaged apart. It calls nothing of this program but the
 * functions that it is given, and this header, which both sides include, uses
 * no type of either. A change of it is another TCN_KAFKA_PLUGIN_VERSION.
 *
 * Calls of one client come from one thread. Functions that may fail return
 * false, or NULL, and write a sentence to `why`, which has room for
 * TCN_KAFKA_WHY_BYTES. Times are unix milliseconds.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_KAFKA_PLUGIN_H
#define TCN_TOOLS_INTAKE_KAFKA_KAFKA_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TCN_KAFKA_PLUGIN_VERSION 4
#define TCN_KAFKA_PLUGIN_SYMBOL  "tcn_kafka_plugin"
#define TCN_KAFKA_WHY_BYTES      512

struct tcn_kafka_header {
	const char *name;
	const void *value;
	size_t n;
};

struct tcn_kafka_message {
	const char *topic;
	int32_t partition; /* to be sent: -1 for the one of its key */
	int64_t offset;
	int64_t ts_ms; /* -1: none; to be sent: now */
	const void *key; /* NULL: none */
	size_t key_n;
	const void *value; /* NULL: none */
	size_t n;
	const struct tcn_kafka_header *headers; /* to be sent */
	size_t headers_n;
	void *handle; /* of what was fetched, for release */
};

/* Where reading of a partition begins. */
#define TCN_KAFKA_FROM_BEGINNING (-2)
#define TCN_KAFKA_FROM_END       (-1)

struct tcn_kafka_place {
	int32_t partition;
	int64_t offset; /* or one of the two above */
};

struct tcn_kafka_calls {
	void *ctx;
	/* Memory: n elements of all zero, and its end. */
	void *(*take)(size_t n, size_t size);
	void (*give_back)(void *memory);
	/* A line of the library's log: 0 (worst) to 7, as syslog has it. */
	void (*log)(void *ctx, int level, const char *text);
	/* A message that was sent with `opaque` was taken by the broker, or,
	 * with a reason, was not and will not be; unfit: for what it is, such
	 * as its length, or what another is that went in one batch with it. */
	void (*delivered)(void *ctx, uint64_t opaque, const char *failed,
	    bool unfit);
	/* A connection on which nothing was acknowledged for so long is
	 * dropped, with what its kernel still has to send; 0: not so. */
	unsigned late_ms;
	/* This member of the group has these partitions from now on, and no
	 * others; on the thread of fetch and close. */
	void (*rebalanced)(void *ctx, const int32_t *partitions, size_t n);
};

struct tcn_kafka_conf; /* the library's settings of a client */
struct tcn_kafka_client;

enum tcn_kafka_role {
	TCN_KAFKA_CONSUMER,
	TCN_KAFKA_PRODUCER,
};

struct tcn_kafka_plugin {
	unsigned version;
	const char *(*library)(void); /* its name and version */

	/* Sets one option; the library says what it takes. */
	struct tcn_kafka_conf *(*conf_new)(void);
	void (*conf_free)(struct tcn_kafka_conf *conf);
	bool (*conf_set)(struct tcn_kafka_conf *conf, const char *name,
	    const char *value, char *why);

	/* Takes conf, also when it fails. Connecting goes on meanwhile. */
	struct tcn_kafka_client *(*open)(struct tcn_kafka_conf *conf,
	    enum tcn_kafka_role role, const struct tcn_kafka_calls *calls,
	    char *why);
	void (*close)(struct tcn_kafka_client *client);

	/* How many partitions the topic has; 0: it is not there. */
	bool (*partitions)(struct tcn_kafka_client *client, const char *topic,
	    int timeout_ms, int *n, char *why);

	/* Reads these partitions of a topic from now on, each in a queue of its
	 * own, queue i for place i; fd gets a byte when a queue fills. */
	bool (*assign)(struct tcn_kafka_client *client, const char *topic,
	    const struct tcn_kafka_place *places, size_t n, int fd, char *why);
	/* Reads what the group gives this member, all in queue 0. */
	bool (*subscribe)(struct tcn_kafka_client *client, const char *topic,
	    char *why);
	/*
	 * Up to max messages that a queue has, waiting for the first; each is
	 * to be released. *end: where the partition ended, if its last one was
	 * fetched, negative if more came, unchanged if nothing was heard; of no
	 * meaning in a group. Negative: reading cannot go on.
	 */
	int (*fetch)(struct tcn_kafka_client *client, size_t queue,
	    int timeout_ms, struct tcn_kafka_message *messages, size_t max,
	    int64_t *end, char *why);
	void (*release)(struct tcn_kafka_message *message);
	/* The offset from which the group goes on after this message; sent from
	 * time to time and at close. */
	bool (*done)(struct tcn_kafka_client *client, const char *topic,
	    int32_t partition, int64_t next, char *why);
	/* Where the group goes on in each of these partitions, as the brokers
	 * know it; TCN_KAFKA_FROM_BEGINNING where nothing was done yet. Asks
	 * once for all of them. */
	bool (*places)(struct tcn_kafka_client *client, const char *topic,
	    struct tcn_kafka_place *places, size_t n, int timeout_ms,
	    char *why);
	/* First offset that is kept, and the one that comes next, as the broker
	 * said last, negative where it said nothing yet; asks it when
	 * timeout_ms > 0. */
	bool (*bounds)(struct tcn_kafka_client *client, const char *topic,
	    int32_t partition, int timeout_ms, int64_t *low, int64_t *high,
	    char *why);
	/* In each of these partitions, the first offset of a message that is as
	 * old as ts_ms or younger, TCN_KAFKA_FROM_END when there is none; of
	 * ts_ms TCN_KAFKA_FROM_END, the offset that comes next. Asks once for
	 * all of them. */
	bool (*offsets_at)(struct tcn_kafka_client *client, const char *topic,
	    int64_t ts_ms, struct tcn_kafka_place *places, size_t n,
	    int timeout_ms, char *why);

	/* Sends a copy. 0; 1: too many are waiting, poll first; -1: as why
	 * says; -2: so, for what the message itself is, such as its length. */
	int (*send)(struct tcn_kafka_client *client,
	    const struct tcn_kafka_message *message, uint64_t opaque,
	    char *why);
	/* Calls back for what has happened. */
	void (*poll)(struct tcn_kafka_client *client, int timeout_ms);
	size_t (*waiting)(struct tcn_kafka_client *client); /* to be sent */
};

#endif

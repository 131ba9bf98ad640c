/*
 * tools/intake/kafka/log_intake.h - takes articles out of a log, into the
 * daemon's pipeline.
 *
 * The topic is that of prepared records or, if none is set, that of articles;
 * a message says by its first bytes what it is. Partitions are merged by the
 * dates of their articles (tools/intake/kafka/log_merge.h). Each article is
 * taken in with the time of its message as the wall clock, never later than the
 * clock of this machine.
 *
 * WHERE IT GOES ON is in the store, in the transaction of the articles
 * (sql/store_offsets.h). The brokers are told nothing. When they no longer have
 * what comes next, because it was kept for too short a time or the topic was
 * made anew, the log says how many messages are lost, they are counted, and
 * reading goes on with the first that is there.
 *
 * A MESSAGE THAT HOLDS NO ARTICLE goes to kafka.dead, as it is, with headers
 * tocsin-reason, -topic, -partition and -offset. The broker has it before the
 * offset behind it is stored, unless it takes longer than some seconds: then
 * that is logged and counted, and the stream goes on.
 *
 * One loop, one thread. It reads for some tens of milliseconds, has what it
 * took in committed, and lets other work of the loop go first.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_LOG_INTAKE_H
#define TCN_TOOLS_INTAKE_KAFKA_LOG_INTAKE_H

#include <event2/event.h>

#include "engine/item/article.h"
#include "tools/intake/kafka/kafka.h"
#include "tools/intake/kafka/log_act.h"
#include "tools/pipeline/pipeline.h"

struct tcn_log_intake_conf {
	const struct tcn_conf *conf;
	struct tcn_article_limits limits;
	struct tcn_prepare_conf prepare; /* as the pipeline's */

	/* Events have changed; the transaction is still open. */
	void (*changed)(void *ctx, const struct tcn_detector_changes *changes);
	/* A person did something (tools/intake/kafka/log_act.h) at that time,
	 * before the message `next`, which is stored with what it changes.
	 * NULL: that is passed over. */
	void (*act)(void *ctx, const struct tcn_log_act *act, int64_t at_ms,
	    int32_t partition, int64_t next);
	/* What was taken in is to be committed now; the result ends it. */
	enum tcn_rc (*commit)(void *ctx);
	/* Whether what was taken in earlier must be sent on first; nothing is
	 * read until then. */
	bool (*is_behind)(void *ctx);
	/* Reading cannot go on. */
	void (*failed)(void *ctx, enum tcn_rc rc, const struct tcn_err *err);
	void *ctx;
};

struct tcn_log_intake_counts {
	uint64_t messages, articles, known;
	uint64_t dead; /* messages, or lines of them, that hold no article */
	uint64_t undelivered; /* of these, not taken by the brokers */
	uint64_t prepared_here; /* records of other settings */
	uint64_t acts; /* what people did */
	uint64_t lost; /* messages that the brokers no longer had */
	uint64_t stalled; /* how often a partition was waited for in vain */
};

struct tcn_log_intake;

/*
 * Asks the brokers for the topic's partitions, and begins. kafka, the pipeline
 * and conf->conf must outlive it. TCN_INVALID, TCN_IO: err says why.
 */
TCN_MUST_USE enum tcn_rc tcn_log_intake_new(struct event_base *base,
    const struct tcn_log_intake_conf *conf, struct tcn_kafka *kafka,
    struct tcn_pipeline *pipe, struct tcn_log_intake **intake,
    struct tcn_err *err);
void tcn_log_intake_free(struct tcn_log_intake *intake); /* may be NULL */

const struct tcn_log_intake_counts *
tcn_log_intake_counts(const struct tcn_log_intake *intake);

/* What is read, and of partition i how far. */
struct tcn_log_place {
	int32_t partition;
	int64_t next; /* the message that is to be read next */
	int64_t end; /* as the broker said last, at the start at least */
	uint64_t messages; /* since the start */
	int64_t watermark_ms; /* newest date of what was taken; TCN_UNDATED:
			       * none, or there is one partition */
	size_t held; /* messages at hand that wait for their turn */
	bool stalled; /* the others go on without it */
};
const char *tcn_log_intake_topic(const struct tcn_log_intake *intake);
size_t tcn_log_intake_partitions(const struct tcn_log_intake *intake);
struct tcn_log_place tcn_log_intake_place(const struct tcn_log_intake *intake,
    size_t i);

#endif

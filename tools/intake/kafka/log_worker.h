/*
 * tools/intake/kafka/log_worker.h - prepares articles of one topic into records
 * of another: what `tocsin prepare --kafka` does.
 *
 * Workers are a consumer group: the brokers share the partitions of
 * kafka.articles out among those that run. Preparing an article depends on no
 * other, so more workers prepare more, up to one a partition.
 *
 * ORDER. A record is sent to kafka.prepared with the time of the article's
 * message: to the partition of the same number, if both topics have as many, so
 * that the order of a partition stays, and else by the key of its source. If
 * articles come by the key of their source, too, those of a source keep their
 * order: the producer is idempotent, and what is sent again, because a worker
 * died or partitions changed hands, is sent from the first that was not
 * acknowledged on.
 *
 * DONE. An article's message is done when the brokers have acknowledged all
 * that came of it: then, and not earlier, its offset is given to the group. So
 * a kill loses nothing, and repeats at most what was under way; a detector
 * knows an article by its key and takes it once.
 *
 * It works in batches, one of which is prepared while the one before it is on
 * its way. What holds no article goes to kafka.dead (dead_letters.h), and so
 * does an article whose record the brokers do not take, as it is too long for
 * kafka.prepared: they refuse a batch as a whole, so each record of it is sent
 * once more by itself, behind what was sent meanwhile.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_LOG_WORKER_H
#define TCN_TOOLS_INTAKE_KAFKA_LOG_WORKER_H

#include "engine/item/article.h"
#include "engine/item/prepare.h"
#include "tools/intake/kafka/kafka.h"
#include "tools/intake/kafka/log_parts.h"

struct tcn_log_worker_counts {
	uint64_t messages, articles;
	uint64_t records, record_bytes; /* that were sent */
	uint64_t dead, undelivered;
	uint64_t rebalances; /* partitions were given or taken so often */
	uint64_t partitions; /* that this worker has now */
};

struct tcn_log_worker_conf {
	const struct tcn_conf *conf;
	struct tcn_article_limits limits;
	struct tcn_prepare_conf prepare;
	const char *tagger; /* folder of a tagger's data, or NULL */
	int64_t idle_ms; /* it ends after so long without a message, once it has
			  * partitions; 0: never */
	/* Called every few seconds and at the end, with the partitions of
	 * kafka.articles; NULL: nothing is. */
	void (*report)(void *ctx, const struct tcn_log_worker_counts *counts,
	    const struct tcn_log_part *parts, size_t n);
	void *ctx;
};

/*
 * Runs until tcn_stop_requested(), or idle. counts may be NULL. TCN_INVALID,
 * TCN_IO: err says why it cannot go on.
 */
TCN_MUST_USE enum tcn_rc
tcn_log_worker_run(const struct tcn_log_worker_conf *conf,
    struct tcn_kafka *kafka, struct tcn_log_worker_counts *counts,
    struct tcn_err *err);

#endif

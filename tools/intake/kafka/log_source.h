/*
 * tools/intake/kafka/log_source.h - the articles of a topic as a stream that
 * ends, for `tocsin replay --kafka`.
 *
 * It begins with the first message of each partition that is of since_ms or
 * later and ends before the first that is of until_ms or later, or where the
 * partition ended when it was opened. Partitions are merged by the dates of
 * their articles (tools/intake/kafka/log_merge.h), as the daemon does. An
 * article without a date, or with one behind the time of its message, is of
 * that time, as in a live run.
 *
 * Messages are articles or prepared records; of records only the article is
 * taken, so that a replay with other settings prepares it by these. A message
 * that holds none is a bad line.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_LOG_SOURCE_H
#define TCN_TOOLS_INTAKE_KAFKA_LOG_SOURCE_H

#include "tools/intake/input/source.h"
#include "tools/intake/kafka/kafka.h"

struct tcn_log_source_conf {
	const char *topic;
	const struct tcn_source_conf *source; /* its limits and times */
	const struct tcn_conf *conf;
};

/* kafka must outlive the source. TCN_INVALID, TCN_IO: err says why. */
TCN_MUST_USE enum tcn_rc
tcn_log_source_open(const struct tcn_log_source_conf *conf,
    struct tcn_kafka *kafka, struct tcn_source **source, struct tcn_err *err);

#endif

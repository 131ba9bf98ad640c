/*
 * tools/intake/kafka/log_message.h - the articles of a message.
 *
 * A message holds a prepared record (engine/item/doc_record.h), a JSON object
 * of tocsin-input(5) or of ninjs, or several of these on lines of their own or
 * in an array. A message without a value, as compaction leaves it, has none,
 * and so has one of what a person did (tools/intake/kafka/log_act.h).
 *
 * Call order: open; for each message begin, then next until it returns
 * neither TCN_OK nor TCN_INVALID; close.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_LOG_MESSAGE_H
#define TCN_TOOLS_INTAKE_KAFKA_LOG_MESSAGE_H

#include "engine/item/article.h"
#include "engine/item/doc_record.h"
#include "tools/base/json_split.h"

struct tcn_log_message {
	struct tcn_article_limits limits;
	uint64_t mark; /* of records that need not be prepared again */
	struct tcn_doc_record *record;
	struct tcn_str value; /* of the message; empty when it is read */
	struct tcn_json_split split;
	bool is_record;
};

/* One article of a message; what it refers to lives in the arena of next, or in
 * the message. */
struct tcn_log_message_article {
	struct tcn_article article;
	struct tcn_doc doc;
	bool prepared; /* doc is the article's; else it is to be made */
	bool other; /* a record of other settings, to be prepared again */
	struct tcn_str
	    bytes; /* of the message: the article's, or what is bad */
};

/* record_max: bytes of a message. limits->vector_length, if given, must outlive
 * it. */
void tcn_log_message_open(struct tcn_log_message *message,
    const struct tcn_article_limits *limits,
    const struct tcn_prepare_conf *prepare, size_t record_max);
void tcn_log_message_close(struct tcn_log_message *message);

/* Begins the next message; value must outlive its articles. */
void tcn_log_message_begin(struct tcn_log_message *message,
    struct tcn_str value);

/*
 * The date of the first article of a message, never later than the message, or
 * TCN_UNDATED; no article is being read. Resets the arena. Cost: that of
 * reading the article; of a record, nothing but its first bytes is read.
 */
int64_t tcn_log_message_date(struct tcn_log_message *message,
    struct tcn_arena *arena, struct tcn_str value, int64_t ts_ms);

/* TCN_OK: *one is the next article. TCN_INVALID: one->bytes holds none, as err
 * says; go on. TCN_DONE. */
TCN_MUST_USE enum tcn_rc tcn_log_message_next(struct tcn_log_message *message,
    struct tcn_arena *arena, struct tcn_log_message_article *one,
    struct tcn_err *err);

#endif

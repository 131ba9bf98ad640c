#include "tools/intake/kafka/log_message.h"

#include "engine/item/json_article.h"
#include "tools/intake/kafka/log_act.h"

void
tcn_log_message_open(struct tcn_log_message *message,
    const struct tcn_article_limits *limits,
    const struct tcn_prepare_conf *prepare, size_t record_max)
{
	*message = (struct tcn_log_message){
		.limits = *limits,
		.mark = tcn_doc_record_mark(prepare),
	};
	message->record = tcn_doc_record_new(record_max);
}

void
tcn_log_message_close(struct tcn_log_message *message)
{
	tcn_doc_record_free(message->record);
	message->record = NULL;
}

void
tcn_log_message_begin(struct tcn_log_message *message, struct tcn_str value)
{
	/* What people did is no article: tools/intake/kafka/log_act.h. */
	message->value =
	    tcn_log_act_begins(value) ? (struct tcn_str){ 0 } : value;
	message->is_record = tcn_doc_record_is(value);
	if (!message->is_record)
		tcn_json_split_init(&message->split, value);
}

/* As engine/item/article.c has it of those that come as JSON. */
static enum tcn_rc
check_vector(struct tcn_log_message *message, const struct tcn_article *article,
    struct tcn_err *err)
{
	size_t *length = message->limits.vector_length;

	if (!article->vector_n || !length)
		return TCN_OK;
	if (!*length)
		*length = article->vector_n;
	if (*length == article->vector_n)
		return TCN_OK;
	return tcn_err_set(err, TCN_INVALID,
	    "the vector has %zu numbers, and those before it have %zu",
	    article->vector_n, *length);
}

static enum tcn_rc
read_record(struct tcn_log_message *message, struct tcn_arena *arena,
    struct tcn_log_message_article *one, struct tcn_err *err)
{
	enum tcn_doc_record_part part;
	enum tcn_rc rc;

	one->bytes = message->value;
	message->value = (struct tcn_str){ 0 };
	rc = tcn_doc_record_read(message->record, one->bytes, message->mark,
	    arena, &one->article, &one->doc, &part, err);
	one->prepared = !rc && part == TCN_DOC_RECORD_DOC;
	one->other = !rc && part == TCN_DOC_RECORD_ARTICLE;
	return rc ? rc : check_vector(message, &one->article, err);
}

enum tcn_rc
tcn_log_message_next(struct tcn_log_message *message, struct tcn_arena *arena,
    struct tcn_log_message_article *one, struct tcn_err *err)
{
	enum tcn_rc rc;

	one->prepared = one->other = false;
	if (!message->value.n)
		return TCN_DONE;
	if (message->is_record)
		return read_record(message, arena, one, err);
	rc = tcn_json_split_next(&message->split, &one->bytes, err);
	if (rc == TCN_INVALID) { /* nothing behind it can be told apart */
		one->bytes = message->split.rest.n ? message->split.rest
						   : message->value;
		message->value = (struct tcn_str){ 0 };
	}
	return rc ? rc
		  : tcn_json_article(one->bytes, &message->limits, arena,
			&one->article, err);
}

int64_t
tcn_log_message_date(struct tcn_log_message *message, struct tcn_arena *arena,
    struct tcn_str value, int64_t ts_ms)
{
	size_t *length = message->limits.vector_length;
	struct tcn_log_message_article one;
	struct tcn_err err;
	int64_t date_ms = TCN_UNDATED;

	message->limits.vector_length = NULL; /* it is not taken in yet */
	tcn_arena_reset(arena);
	tcn_log_message_begin(message, value);
	if (message->is_record)
		date_ms = tcn_doc_record_date(value);
	else if (!tcn_log_message_next(message, arena, &one, &err))
		date_ms = one.article.ts_ms;
	message->limits.vector_length = length;
	message->value = (struct tcn_str){ 0 };
	return ts_ms > 0 && date_ms > ts_ms ? ts_ms : date_ms;
}

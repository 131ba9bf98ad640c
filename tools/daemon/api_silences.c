#include <inttypes.h>
#include <stdlib.h>

#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "engine/base/err.h"
#include "tools/base/now.h"
#include "tools/conf/conf_value.h"
#include "tools/daemon/api_impl.h"

/* Reads the parameter "all": true or false, false when it is absent. */
static enum tcn_rc
take_all(const struct tcn_api_answer *a, bool *all, struct tcn_err *err)
{
	const char *text = tcn_http_call_query(a->call, "all");

	*all = text && strcmp(text, "true") == 0;
	return !text || *all || strcmp(text, "false") == 0
	    ? TCN_OK
	    : tcn_err_set(err, TCN_INVALID, "all is true or false");
}

void
tcn_api_get_silences(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	int64_t now_ms = tcn_now_wall_ms();
	struct tcn_store_silence_list list;
	struct tcn_err err = { 0 };
	uint64_t after;
	size_t limit;
	bool all, more;
	enum tcn_rc rc = tcn_api_answer_limit(&a, &limit, &err);

	if (!rc)
		rc = take_all(&a, &all, &err);
	if (!rc)
		rc = tcn_api_answer_query_number(&a, "after", &after, &err);
	if (rc) {
		tcn_api_answer_fail(&a, rc, &err);
		return;
	}
	rc = tcn_store_silences(a.store, all ? TCN_UNDATED : now_ms, after,
	    limit + 1, &a.arena, &list);
	more = !rc && list.n > limit;
	tcn_buf_z(&a.out, "{\"silences\":[");
	for (size_t i = 0; !rc && i < list.n && i < limit; i++)
		rc =
		    tcn_api_json_silence(&list.at[i], now_ms, &a.arena, &a.out);
	tcn_api_answer_end_page(&a, more, more ? list.at[limit - 1].id : 0);
	tcn_api_answer_send(&a, rc);
}

/* Reads the silence's end: "for" a duration, or "until" a date or seconds. */
static enum tcn_rc
take_end(struct tcn_api_answer *a, const struct tcn_json_value *object,
    struct tcn_silence *silence, struct tcn_err *err)
{
	static const struct tcn_conf_row row = { "for", TCN_CONF_DURATION, 0,
		"", "1s", "400d", NULL, "" };
	struct tcn_json_value lasts = tcn_json_member(object, "for");
	struct tcn_json_value until = tcn_json_member(object, "until");
	int64_t ms = 0;
	enum tcn_rc rc = TCN_INVALID;

	if ((lasts.kind == TCN_JSON_ABSENT) == (until.kind == TCN_JSON_ABSENT))
		return tcn_err_set(err, rc,
		    "say how long it is to hold: \"for\": \"2h\", or "
		    "\"until\" with a date");
	if (lasts.kind == TCN_JSON_STRING) {
		rc = tcn_conf_value_read(&row, lasts.s, &ms, &a->arena, err);
		silence->expires_ms = silence->created_ms + ms;
	} else if (until.kind == TCN_JSON_STRING) {
		rc = tcn_date_parse(until.s, &silence->expires_ms, err);
	} else if (until.kind == TCN_JSON_NUMBER) {
		rc = tcn_date_from_seconds(until.n, &silence->expires_ms, err);
	} else {
		return tcn_err_set(err, rc,
		    "\"for\" is a text such as 2h; \"until\" a date");
	}
	if (!rc && silence->expires_ms <= silence->created_ms)
		return tcn_err_set(err, TCN_INVALID, "until is over already");
	return rc;
}

static enum tcn_rc
take_silence(struct tcn_api_answer *a, const struct tcn_json_value *object,
    struct tcn_silence *silence, struct tcn_err *err)
{
	struct tcn_str kind = { 0 };
	enum tcn_rc rc = tcn_api_answer_text(a, object, "kind",
	    TCN_DESK_NAME_CHARS, &kind, err);

	if (!rc && !tcn_silence_kind_find(kind, &silence->kind))
		rc = tcn_err_set(err, TCN_INVALID,
		    "\"kind\" must be event, rule, term or source");
	if (!rc)
		rc = tcn_api_answer_text(a, object, "value",
		    TCN_DESK_NAME_CHARS, &silence->value, err);
	if (!rc && !silence->value.n)
		rc = tcn_err_set(err, TCN_INVALID,
		    "\"value\" must name what is to be silenced");
	if (!rc)
		rc = tcn_api_answer_text(a, object, "reason",
		    TCN_DESK_NOTE_CHARS, &silence->reason, err);
	if (!rc)
		rc = take_end(a, object, silence, err);
	return rc ? rc
		  : tcn_api_answer_author(a, object, &silence->author, err);
}

/* False: the event to be silenced does not exist, and 404 was sent. */
static bool
check_event(struct tcn_api_answer *a, const struct tcn_silence *silence)
{
	struct tcn_event *event = NULL;
	enum tcn_rc rc;

	if (silence->kind != TCN_SILENCE_EVENT)
		return true;
	rc = tcn_store_event(a->store, silence->value.at, &a->arena, &event);
	if (rc)
		tcn_api_answer_send(a, rc);
	else if (!event)
		tcn_api_answer_error(a, 404, "no event has that id");
	return event != NULL;
}

/* Sends the silence as it is now. */
static void
send_silence(struct tcn_api_answer *a, enum tcn_rc rc,
    const struct tcn_silence *silence)
{
	if (!rc)
		rc = tcn_api_json_silence(silence, tcn_now_wall_ms(), &a->arena,
		    &a->out);
	if (!rc)
		tcn_desk_watch_poll(a->api->desk_watch);
	tcn_buf_char(&a->out, '\n');
	tcn_api_answer_send(a, rc);
}

void
tcn_api_add_silence(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_silence silence = {
		.created_ms = tcn_now_wall_ms(),
		.ended_ms = TCN_UNDATED,
	};
	struct tcn_json_value object;
	struct tcn_store_tx *tx;
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_api_answer_body(&a, &object, &err);

	if (!rc)
		rc = take_silence(&a, &object, &silence, &err);
	if (rc) {
		tcn_api_answer_fail(&a, rc, &err);
		return;
	}
	if (!check_event(&a, &silence) || !tcn_api_answer_begin(&a, &tx))
		return;
	rc = tcn_api_answer_end(&a, tcn_store_put_silence(tx, &silence));
	send_silence(&a, rc, &silence);
}

void
tcn_api_end_silence(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_json_value none = { 0 };
	struct tcn_silence *silence = NULL;
	struct tcn_err err = { 0 };
	struct tcn_store_tx *tx;
	struct tcn_str author;
	uint64_t id;
	bool found = false;
	enum tcn_rc rc = tcn_api_answer_number("the number of a silence",
	    tcn_http_call_arg(call, 0), &id, &err);

	if (!rc)
		rc = tcn_api_answer_author(&a, &none, &author, &err);
	if (rc) {
		tcn_api_answer_fail(&a, rc, &err);
		return;
	}
	if (!tcn_api_answer_begin(&a, &tx))
		return;
	rc = tcn_api_answer_end(&a,
	    tcn_store_end_silence(tx, id, tcn_now_wall_ms(), author, &found));
	if (!rc && found)
		rc = tcn_store_silence(a.store, id, &a.arena, &silence);
	if (!rc && !silence)
		tcn_api_answer_error(&a, 404,
		    "no silence of that number holds");
	else
		send_silence(&a, rc, silence);
}

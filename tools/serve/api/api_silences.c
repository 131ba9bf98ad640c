#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "engine/base/err.h"
#include "engine/base/suggest.h"
#include "rules/rule.h"
#include "tools/base/now.h"
#include "tools/conf/conf_value.h"
#include "tools/serve/api/api_impl.h"

void
tcn_api_get_silences(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	int64_t now_ms = tcn_now_wall_ms();
	struct tcn_store_silence_list list;
	uint64_t after;
	size_t limit;
	bool all, more;
	enum tcn_rc rc = tcn_api_answer_limit(&a, &limit);

	if (!rc)
		rc = tcn_api_answer_flag(&a, "all", &all);
	if (!rc)
		rc = tcn_api_answer_query_number(&a, "after", &after);
	if (tcn_api_answer_failed(&a, rc))
		return;
	rc = tcn_store_silences(a.store, all ? TCN_UNDATED : now_ms, after,
	    limit + 1, &a.arena, &list);
	more = !rc && list.n > limit;
	tcn_buf_z(&a.out, "{\"silences\":[");
	for (size_t i = 0; !rc && i < list.n && i < limit; i++)
		rc = tcn_api_json_silence(a.store, &list.at[i], now_ms,
		    &a.arena, &a.out);
	tcn_api_answer_end_page(&a, more, more ? list.at[limit - 1].id : 0);
	tcn_api_answer_send(&a, rc);
}

void
tcn_api_get_silence(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_silence *silence = NULL;
	uint64_t id = 0;
	enum tcn_rc rc = TCN_OK;

	if (!tcn_api_answer_number("the number of a silence",
		tcn_http_call_arg(call, 0), &id, NULL))
		rc = tcn_store_silence(a.store, id, &a.arena, &silence);
	if (!rc && !silence) {
		tcn_api_answer_error(&a, 404, "no silence has that number");
		return;
	}
	if (!rc)
		rc = tcn_api_json_silence(a.store, silence, tcn_now_wall_ms(),
		    &a.arena, &a.out);
	tcn_buf_char(&a.out, '\n');
	tcn_api_answer_send(&a, rc);
}

/* Reads the silence's end: "for" a duration, or "until" a date or seconds. */
static enum tcn_rc
take_end(struct tcn_api_answer *a, const struct tcn_json_value *object,
    struct tcn_silence *silence)
{
	static const struct tcn_conf_row row = { "for", TCN_CONF_DURATION, 0,
		"", "1s", "400d", NULL, "" };
	struct tcn_json_value lasts = tcn_json_member(object, "for");
	struct tcn_json_value until = tcn_json_member(object, "until");
	int64_t ms = 0;
	enum tcn_rc rc = TCN_INVALID;

	if ((lasts.kind == TCN_JSON_ABSENT) == (until.kind == TCN_JSON_ABSENT))
		return tcn_err_set(&a->err, rc,
		    "say how long it is to hold: \"for\": \"2h\", or "
		    "\"until\" with a date");
	if (lasts.kind == TCN_JSON_STRING) {
		rc =
		    tcn_conf_value_read(&row, lasts.s, &ms, &a->arena, &a->err);
		silence->expires_ms = silence->created_ms + ms;
	} else if (until.kind == TCN_JSON_STRING) {
		rc = tcn_date_parse(until.s, &silence->expires_ms, &a->err);
	} else if (until.kind == TCN_JSON_NUMBER) {
		rc = tcn_date_from_seconds(until.n, &silence->expires_ms,
		    &a->err);
	} else {
		return tcn_err_set(&a->err, rc,
		    "\"for\" is a text such as 2h; \"until\" a date");
	}
	if (!rc && silence->expires_ms <= silence->created_ms)
		return tcn_err_set(&a->err, TCN_INVALID,
		    "until is over already");
	return rc;
}

static enum tcn_rc
take_silence(struct tcn_api_answer *a, const struct tcn_json_value *object,
    struct tcn_silence *silence)
{
	struct tcn_str kind = { 0 };
	int found;
	enum tcn_rc rc =
	    tcn_api_answer_text(a, object, "kind", TCN_DESK_NAME_CHARS, &kind);

	found = rc ? -1 : tcn_field_word_find(tcn_silence_kinds, kind);
	silence->kind = (enum tcn_silence_kind)found;
	if (!rc && found < 0)
		rc = tcn_err_set(&a->err, TCN_INVALID,
		    "\"kind\" must be event, rule, term or source");
	if (!rc)
		rc = tcn_api_answer_text(a, object, "value",
		    TCN_DESK_NAME_CHARS, &silence->value);
	if (!rc && !silence->value.n)
		rc = tcn_err_set(&a->err, TCN_INVALID,
		    "\"value\" must name what is to be silenced");
	if (!rc)
		rc = tcn_api_answer_text(a, object, "reason",
		    TCN_DESK_NOTE_CHARS, &silence->reason);
	if (!rc)
		rc = take_end(a, object, silence);
	return rc ? rc : tcn_api_answer_author(a, object, &silence->author);
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
		tcn_api_answer_no_event(a, silence->value.at);
	return event != NULL;
}

/* What a new silence would have covered, to be told to who added it. */
struct effect {
	size_t looked, covered; /* of the last events */
	char warning[256]; /* empty: there is none */
};

/* The name of a rule that is most like the silence's value; NULL: none is. */
static const char *
nearest_rule(const struct tcn_api_answer *a, struct tcn_arena *arena,
    const char *name)
{
	struct tcn_suggest nearest;
	struct tcn_str rule;

	tcn_suggest_init(&nearest, name);
	for (size_t i = 0; i < a->api->rules_n; i++) {
		tcn_arena_str(arena, a->api->rules[i].name, &rule);
		tcn_suggest_offer(&nearest, rule.at);
	}
	return tcn_suggest_find(&nearest);
}

static bool
is_rule(const struct tcn_api_answer *a, struct tcn_str name)
{
	for (size_t i = 0; i < a->api->rules_n; i++)
		if (tcn_str_equal(a->api->rules[i].name, name))
			return true;
	return false;
}

/* Warns of a silence for what does not exist: it is easily mistyped. */
static void
warn(struct tcn_api_answer *a, const struct tcn_silence *silence,
    struct effect *effect)
{
	const char *best = NULL;
	bool rules = silence->kind == TCN_SILENCE_RULE && a->api->rules_n;

	if (effect->covered || (rules && is_rule(a, silence->value)))
		return;
	if (rules)
		best = nearest_rule(a, &a->arena, silence->value.at);
	if (best)
		snprintf(effect->warning, sizeof effect->warning,
		    "no rule is called '%s': did you mean '%s'?",
		    silence->value.at, best);
	else if (rules)
		snprintf(effect->warning, sizeof effect->warning,
		    "no rule is called '%s': 'tocsin rules list' and "
		    "/v1/rules show them",
		    silence->value.at);
	else if (effect->looked)
		snprintf(effect->warning, sizeof effect->warning,
		    "no event so far has the %s '%s': is it spelled right?",
		    tcn_field_word(tcn_silence_kinds, silence->kind),
		    silence->value.at);
}

/* Sends the silence as it is now; effect NULL: it is not new. */
static void
send_silence(struct tcn_api_answer *a, enum tcn_rc rc,
    const struct tcn_silence *silence, const struct effect *effect)
{
	if (!rc)
		rc = tcn_api_json_silence(a->store, silence, tcn_now_wall_ms(),
		    &a->arena, &a->out);
	if (!rc && effect) {
		a->out.n--; /* the closing brace, for more members */
		tcn_json_uint(&a->out, "covered", effect->covered);
		tcn_json_uint(&a->out, "covered_of", effect->looked);
		if (*effect->warning)
			tcn_json_str(&a->out, "warning",
			    tcn_str(effect->warning));
		tcn_json_close(&a->out, '}');
	}
	if (!rc)
		tcn_api_notify(a->api);
	tcn_buf_char(&a->out, '\n');
	tcn_api_answer_send(a, rc);
}

void
tcn_api_add_silence(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_silence silence = {
		.created_ms = tcn_api_act_ms(ctx),
		.ended_ms = TCN_UNDATED,
	};
	struct effect effect = { 0 };
	struct tcn_json_value object;
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_api_answer_body(&a, &object);

	if (!rc)
		rc = take_silence(&a, &object, &silence);
	if (tcn_api_answer_failed(&a, rc))
		return;
	if (!check_event(&a, &silence) || !tcn_api_answer_begin(&a, &tx))
		return;
	rc = tcn_api_answer_end(&a, tcn_store_put_silence(tx, &silence));
	if (!rc) {
		struct tcn_prepare *prep = tcn_api_prepare(a.api);

		rc = tcn_desk_count_covered(a.store, prep, &silence, &a.arena,
		    &effect.looked, &effect.covered);
		if (!rc && silence.kind != TCN_SILENCE_EVENT)
			warn(&a, &silence, &effect);
	}
	send_silence(&a, rc, &silence, &effect);
}

/* Ends the silence that the path names. Serves DELETE, too, whose body the
 * server skips (tools/serve/http/http_scan.h): an empty one. */
void
tcn_api_end_silence(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_silence *silence = NULL;
	struct tcn_json_value object;
	struct tcn_store_tx *tx;
	struct tcn_str author;
	uint64_t id;
	bool found = false;
	enum tcn_rc rc = tcn_api_answer_body(&a, &object);

	if (!rc)
		rc = tcn_api_answer_number("the number of a silence",
		    tcn_http_call_arg(call, 0), &id, &a.err);
	if (!rc)
		rc = tcn_api_answer_author(&a, &object, &author);
	if (tcn_api_answer_failed(&a, rc))
		return;
	if (!tcn_api_answer_begin(&a, &tx))
		return;
	rc = tcn_api_answer_end(&a,
	    tcn_store_end_silence(tx, id, tcn_api_act_ms(ctx), author, &found));
	if (!rc && found)
		rc = tcn_store_silence(a.store, id, &a.arena, &silence);
	if (!rc && !silence) {
		char sentence[64];

		snprintf(sentence, sizeof sentence,
		    "no silence with the number %" PRIu64 " is active", id);
		tcn_api_answer_error(&a, 404, sentence);
		return;
	}
	send_silence(&a, rc, silence, NULL);
}

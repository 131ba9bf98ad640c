#include "engine/base/duration.h"
#include "engine/base/err.h"
#include "tools/conf/rules_list.h"
#include "tools/pipeline/event_filter.h"
#include "tools/serve/api/api_impl.h"

void
tcn_api_get_rules(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	uint64_t from;
	size_t limit, i;
	enum tcn_rc rc = tcn_api_answer_limit(&a, &limit);

	if (!rc)
		rc = tcn_api_answer_query_number(&a, "after", &from);
	if (tcn_api_answer_failed(&a, rc))
		return;
	tcn_buf_z(&a.out, "{\"rules\":[");
	for (i = from; i < a.api->rules_n && i - from < limit; i++)
		tcn_rules_list_json(&a.out, &a.api->rules[i], &a.arena);
	tcn_api_answer_end_page(&a, i < a.api->rules_n, i);
	tcn_api_answer_send(&a, rc);
}

/* --- How often they fired. --- */

#define FIRED_DAYS 7 /* of the stream, when no time is named */

/* The period that the query names, by default the last days of the stream. */
static enum tcn_rc
take_period(struct tcn_api_answer *a, struct tcn_store_event_filter *filter)
{
	static const char *const names[] = { "since", "until" };
	const char *since = tcn_http_call_query(a->call, "since");
	int64_t stream_ms = tcn_pipeline_stream_ms(a->api->pipe);
	enum tcn_rc rc = TCN_OK;

	tcn_event_filter_init(filter);
	if (!since && stream_ms != TCN_UNDATED)
		filter->since_ms = stream_ms - FIRED_DAYS * TCN_DAY_MS;
	for (size_t i = 0; !rc && i < 2; i++)
		rc = tcn_event_filter_take(filter, names[i],
		    tcn_http_call_query(a->call, names[i]), &a->err);
	return rc;
}

static void
put_bound(struct tcn_buf *out, const char *key, int64_t ms)
{
	if (ms == INT64_MIN || ms == INT64_MAX)
		tcn_json_null(out, key);
	else
		tcn_json_time(out, key, ms);
}

static void
begin_period(struct tcn_buf *out, const struct tcn_store_event_filter *filter)
{
	tcn_json_open(out, NULL, '{');
	put_bound(out, "since", filter->since_ms);
	put_bound(out, "until", filter->until_ms);
}

/* The days of a rule, from the first that *i is at; moves *i behind them. */
static void
put_rule(struct tcn_buf *out, const struct tcn_store_fired_list *days,
    size_t *i)
{
	struct tcn_str rule = days->at[*i].rule;
	int64_t last_ms = TCN_UNDATED;
	uint64_t n = 0;

	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "rule", rule);
	for (; *i < days->n && tcn_str_equal(days->at[*i].rule, rule); ++*i) {
		n += days->at[*i].n;
		last_ms = days->at[*i].last_ms;
	}
	tcn_json_uint(out, "events", n);
	tcn_json_time(out, "last_fired_at", last_ms);
	tcn_json_close(out, '}');
}

void
tcn_api_get_rules_fired(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_store_event_filter filter;
	struct tcn_store_fired_list days;
	enum tcn_rc rc;

	if (!tcn_api_answer_daemon(&a))
		return;
	rc = take_period(&a, &filter);
	if (tcn_api_answer_failed(&a, rc))
		return;
	rc = tcn_store_fired_days(a.store, NULL, filter.since_ms,
	    filter.until_ms, &a.arena, &days);
	begin_period(&a.out, &filter);
	tcn_json_open(&a.out, "rules", '[');
	for (size_t i = 0; !rc && i < days.n;)
		put_rule(&a.out, &days, &i);
	tcn_json_close(&a.out, ']');
	tcn_buf_z(&a.out, "}\n");
	tcn_api_answer_send(&a, rc);
}

static bool
has_rule(const struct tcn_api *api, const char *name)
{
	for (size_t i = 0; i < api->rules_n; i++)
		if (tcn_str_equal(api->rules[i].name, tcn_str(name)))
			return true;
	return false;
}

static void
put_days(struct tcn_buf *out, const struct tcn_store_fired_list *days)
{
	tcn_json_open(out, "days", '[');
	for (size_t i = 0; i < days->n; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_time(out, "at", days->at[i].day_ms);
		tcn_json_uint(out, "events", days->at[i].n);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

/* A rule's events in a period, the last first, and how many fired each day. */
void
tcn_api_get_rule_fired(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	const char *name = tcn_http_call_arg(call, 0);
	struct tcn_store_event_filter filter;
	struct tcn_store_event_list events = { 0 };
	struct tcn_store_fired_list days;
	size_t limit;
	enum tcn_rc rc;

	if (!tcn_api_answer_daemon(&a))
		return;
	rc = tcn_api_answer_limit(&a, &limit);
	if (!rc)
		rc = take_period(&a, &filter);
	if (tcn_api_answer_failed(&a, rc))
		return;
	filter.rule = name;
	filter.newest = true;
	rc = tcn_store_fired_days(a.store, name, filter.since_ms,
	    filter.until_ms, &a.arena, &days);
	if (!rc)
		rc = tcn_store_find_events(a.store, &filter, limit, &a.arena,
		    &events);
	if (!rc && !days.n && !has_rule(a.api, name)) {
		tcn_api_answer_error(&a, 404,
		    "no rule has that name, and none of that name fired then");
		return;
	}
	begin_period(&a.out, &filter);
	tcn_json_str(&a.out, "rule", tcn_str(name));
	tcn_json_bool(&a.out, "in_force", has_rule(a.api, name));
	put_days(&a.out, &days);
	tcn_json_open(&a.out, "events", '[');
	for (size_t i = 0; !rc && i < events.n; i++)
		rc = tcn_api_json_event_desk(a.store, NULL, &events.at[i],
		    &a.arena, &a.out);
	tcn_json_close(&a.out, ']');
	tcn_buf_z(&a.out, "}\n");
	tcn_api_answer_send(&a, rc);
}

/*
 * Routes of how the daemon fares: the last week by the minute, and the settings
 * that somebody has changed.
 */
#include "tools/serve/api/api_minutes.h"
#include "engine/base/mem.h"
#include "tools/conf/conf_value.h"
#include "tools/serve/api/api_impl.h"

#define EVERY_MAX     60
#define HOURS_DEFAULT 24
#define HOURS_MAX     (TCN_MINUTES_MAX / 60)
#define VALUE_CHARS   2000

void
tcn_api_minutes_now(void *of, struct tcn_minutes_sample *now)
{
	const struct tcn_api *api = of;
	const struct tcn_pipeline_counts *n = tcn_pipeline_counts(api->pipe);
	struct tcn_sender_counts counts;

	now->articles = n->items;
	now->events = n->events;
	tcn_api_count_refused(api, now->refused);
	now->memory_bytes = tcn_mem_live_bytes();
	if (api->sse)
		now->listeners = tcn_sse_listeners(api->sse);
	for (size_t i = 0; api->dispatch &&
	     tcn_sender_lane(tcn_dispatch_sender(api->dispatch), i, &counts);
	     i++)
		now->sent += counts.sent;
}

static void
put_sample(struct tcn_buf *out, const struct tcn_minutes_sample *sample)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_time(out, "at", sample->at_ms);
	tcn_json_uint(out, "articles", sample->articles);
	tcn_json_uint(out, "events", sample->events);
	tcn_json_uint(out, "sent", sample->sent);
	tcn_json_uint(out, "refused",
	    sample->refused[TCN_MINUTES_UNREADABLE] +
		sample->refused[TCN_MINUTES_PUT_OFF]);
	if (sample->wait_ms)
		tcn_json_seconds(out, "wait_seconds", (int64_t)sample->wait_ms);
	else
		tcn_json_null(out, "wait_seconds");
	tcn_json_uint(out, "memory_bytes", sample->memory_bytes);
	tcn_json_uint(out, "listeners", sample->listeners);
	tcn_json_close(out, '}');
}

void
tcn_api_get_minutes(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_minutes_sample *samples;
	uint64_t every, hours = 0;
	size_t n, max;
	enum tcn_rc rc;

	if (!tcn_api_answer_daemon(&a))
		return;
	rc = tcn_api_answer_query_number(&a, "every", &every);
	if (!rc && every > EVERY_MAX)
		rc = tcn_err_set(&a.err, TCN_INVALID, "every must be 1 to %d",
		    EVERY_MAX);
	if (!rc)
		rc = tcn_api_answer_query_number(&a, "hours", &hours);
	if (!rc && hours > HOURS_MAX)
		rc = tcn_err_set(&a.err, TCN_INVALID, "hours must be 1 to %d",
		    HOURS_MAX);
	if (tcn_api_answer_failed(&a, rc))
		return;
	every = every ? every : 1;
	max = (hours ? hours : HOURS_DEFAULT) * 60 / every;
	samples = tcn_arena_zalloc(&a.arena, max, sizeof *samples);
	n = tcn_minutes_read(a.api->minutes, every, max, samples);
	tcn_json_open(&a.out, NULL, '{');
	tcn_json_uint(&a.out, "every", every);
	tcn_json_open(&a.out, "minutes", '[');
	for (size_t i = 0; i < n; i++)
		put_sample(&a.out, &samples[i]);
	tcn_json_close(&a.out, ']');
	tcn_buf_z(&a.out, "}\n");
	tcn_api_answer_send(&a, TCN_OK);
}

/* A value as it is written in a file of settings, without its quotes. */
static void
put_value(struct tcn_api_answer *a, const char *key, struct tcn_str value)
{
	if (value.n >= 2 && value.at[0] == '"' && value.at[value.n - 1] == '"')
		value = (struct tcn_str){ value.at + 1, value.n - 2 };
	tcn_api_json_text(&a->out, key, value, VALUE_CHARS, &a->arena);
	if (!value.n)
		tcn_json_str(&a->out, key, tcn_str(""));
}

/* The setting of row i, if its value is not the default. */
static void
put_setting(struct tcn_api_answer *a, const struct tcn_conf *initial, size_t i)
{
	const struct tcn_conf_row *row = tcn_conf_row(i);
	struct tcn_buf is = { 0 }, was = { 0 };

	if (row->kind == TCN_CONF_SECTION)
		return;
	tcn_conf_value_print(row, (const char *)a->api->conf + row->at, &is);
	tcn_conf_value_print(row, (const char *)initial + row->at, &was);
	if (!tcn_str_equal(tcn_buf_view(&is), tcn_buf_view(&was))) {
		tcn_json_open(&a->out, NULL, '{');
		tcn_json_str(&a->out, "key", tcn_str(row->key));
		put_value(a, "value", tcn_buf_view(&is));
		put_value(a, "default", tcn_buf_view(&was));
		tcn_json_str(&a->out, "help", tcn_str(row->help));
		tcn_json_close(&a->out, '}');
	}
	tcn_buf_fini(&is);
	tcn_buf_fini(&was);
}

/* Settings name files of secrets, and hold none. */
void
tcn_api_get_settings(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_conf initial;
	enum tcn_rc rc;

	if (!tcn_api_answer_daemon(&a))
		return;
	rc = tcn_conf_init(&initial);
	tcn_json_open(&a.out, NULL, '{');
	tcn_json_str(&a.out, "version", tcn_str(TCN_VERSION));
	tcn_json_open(&a.out, "changed", '[');
	for (size_t i = 0; !rc && tcn_conf_row(i); i++)
		put_setting(&a, &initial, i);
	tcn_json_close(&a.out, ']');
	tcn_buf_z(&a.out, "}\n");
	tcn_conf_fini(&initial);
	tcn_api_answer_send(&a, rc);
}

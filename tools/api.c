#include "tools/api.h"

#include <inttypes.h>
#include <time.h>

#include "engine/arena.h"
#include "engine/mem.h"
#include "sql/feeds.h"
#include "sql/read.h"
#include "tools/api_json.h"
#include "tools/api_metrics.h"
#include "tools/json_out.h"
#include "tools/report_gather.h"
#include "tools/when.h"

#define LIMIT_DEFAULT 100
#define LIMIT_MAX     1000

/* One answer being put together. */
struct answer {
	struct tcn_api *api;
	struct tcn_call *call;
	struct tcn_store *store;
	struct tcn_arena arena;
	struct tcn_buf out;
	const char *type; /* of the content; NULL: JSON */
};

static struct answer
begin(struct tcn_api *api, struct tcn_call *call)
{
	struct answer a = {
		.api = api,
		.call = call,
		.store = tcn_pipeline_store(api->pipe),
	};

	tcn_arena_init(&a.arena, 0);
	return a;
}

/* Answers with what is in out, or says what failed. */
static void
finish(struct answer *a, enum tcn_rc rc)
{
	if (rc == TCN_NOMEM)
		tcn_call_error(a->call, 503, "out of memory");
	else if (rc)
		tcn_call_error(a->call, 500, "%s",
		    tcn_store_error(a->store)->text);
	else
		tcn_call_reply(a->call, 200, a->type, &a->out);
	tcn_buf_fini(&a->out);
	tcn_arena_fini(&a->arena);
}

/* Answers with an error of the caller's. */
static void
refuse(struct answer *a, int status, const char *sentence)
{
	tcn_call_error(a->call, status, "%s", sentence);
	tcn_buf_fini(&a->out);
	tcn_arena_fini(&a->arena);
}

/* "limit", bounded; false: it is no number. */
static bool
take_limit(const struct answer *a, size_t *limit)
{
	const char *text = tcn_call_query(a->call, "limit");
	size_t n = 0;

	*limit = LIMIT_DEFAULT;
	if (!text)
		return true;
	for (; *text >= '0' && *text <= '9' && n <= LIMIT_MAX; text++)
		n = n * 10 + (size_t)(*text - '0');
	*limit = n > LIMIT_MAX ? LIMIT_MAX : n;
	return n > 0 && (*text == '\0' || n > LIMIT_MAX);
}

/* --- events --- */

static void
get_events(void *ctx, struct tcn_call *call)
{
	struct answer a = begin(ctx, call);
	int64_t since_ms = INT64_MIN, until_ms = INT64_MAX;
	struct tcn_event_list events;
	struct tcn_err err = { 0 };
	size_t limit;
	enum tcn_rc rc;

	if (!take_limit(&a, &limit) ||
	    tcn_when_option("since", tcn_call_query(call, "since"), &since_ms,
		&err) ||
	    tcn_when_option("until", tcn_call_query(call, "until"), &until_ms,
		&err)) {
		refuse(&a, 400,
		    err.text[0] ? err.text : "limit must be 1 to 1000");
		return;
	}
	rc = tcn_store_events(a.store, since_ms, until_ms, limit + 1, &a.arena,
	    &events);
	tcn_buf_z(&a.out, "{\"events\":[");
	for (size_t i = 0; !rc && i < events.n && i < limit; i++) {
		rc = tcn_api_event(a.store, &events.at[i], &a.arena, &a.out);
	}
	tcn_buf_printf(&a.out, "],\"more\":%s}\n",
	    !rc && events.n > limit ? "true" : "false");
	finish(&a, rc);
}

/* The event that the path names; false: answered already. */
static bool
find_event(struct answer *a, struct tcn_event **event)
{
	enum tcn_rc rc = tcn_store_event(a->store, tcn_call_arg(a->call, 0),
	    &a->arena, event);

	if (rc)
		finish(a, rc);
	else if (!*event)
		refuse(a, 404, "no event has that id");
	return !rc && *event;
}

/* All its revisions, the last first, each as it was. */
static void
get_event(void *ctx, struct tcn_call *call)
{
	struct answer a = begin(ctx, call);
	struct tcn_event_list history;
	struct tcn_event *event;
	enum tcn_rc rc;

	if (!find_event(&a, &event))
		return;
	rc = tcn_store_event_history(a.store, event->id, &a.arena, &history);
	tcn_buf_z(&a.out, "{\"revisions\":[");
	for (size_t i = rc ? 0 : history.n; !rc && i-- > 0;) {
		rc = tcn_api_event(a.store, &history.at[i], &a.arena, &a.out);
	}
	tcn_buf_z(&a.out, "]}\n");
	finish(&a, rc);
}

static bool
find_format(const char *name, enum tcn_report_format *format)
{
	for (int i = 0; i < TCN_REPORT_FORMATS; i++) {
		*format = (enum tcn_report_format)i;
		if (!name || strcmp(name, tcn_report_suffix(*format)) == 0)
			return true;
	}
	return false;
}

static void
get_report(void *ctx, struct tcn_call *call)
{
	static const char *const types[] = {
		[TCN_REPORT_HTML] = "text/html; charset=utf-8",
		[TCN_REPORT_MD] = "text/markdown; charset=utf-8",
		[TCN_REPORT_JSON] = NULL,
	};
	struct answer a = begin(ctx, call);
	struct tcn_report report = {
		.more_than = a.api->more_than,
		.within_ms = a.api->within_ms,
		.lines_max = a.api->lines_max,
		.prep = tcn_pipeline_prepare(a.api->pipe),
	};
	enum tcn_report_format format;
	struct tcn_event *event;
	enum tcn_rc rc;

	if (!find_format(tcn_call_query(call, "format"), &format)) {
		refuse(&a, 400, "format must be html, md or json");
		return;
	}
	if (!find_event(&a, &event))
		return;
	a.type = types[format];
	rc = tcn_report_gather(a.store, event, NULL, NULL, &a.arena, &report);
	if (!rc)
		rc = tcn_report_write(&report, format, &a.out);
	finish(&a, rc);
}

/* --- articles --- */

static void
post_articles(void *ctx, struct tcn_call *call)
{
	struct tcn_api *api = ctx;

	tcn_intake_call(api->intake, call);
}

static void
get_article(void *ctx, struct tcn_call *call)
{
	struct answer a = begin(ctx, call);
	struct tcn_stored_list items;
	enum tcn_rc rc = tcn_store_items_by_id(a.store,
	    tcn_str(tcn_call_arg(call, 0)), &a.arena, &items);

	if (!rc && items.n == 0) {
		refuse(&a, 404, "no article has that id");
		return;
	}
	tcn_buf_z(&a.out, "{\"articles\":[");
	for (size_t i = 0; !rc && i < items.n; i++) {
		rc = tcn_api_article(&items.at[i], true, &a.arena, &a.out);
	}
	tcn_buf_z(&a.out, "]}\n");
	finish(&a, rc);
}

static enum tcn_rc
add_hit(struct answer *a, const struct tcn_search_hit *hit)
{
	struct tcn_stored *item;
	enum tcn_rc rc = tcn_store_item(a->store, hit->seq, &a->arena, &item);

	if (rc || !item)
		return rc;
	return tcn_api_article(item, false, &a->arena, &a->out);
}

static void
get_search(void *ctx, struct tcn_call *call)
{
	struct answer a = begin(ctx, call);
	const char *query = tcn_call_query(call, "q");
	const char *order = tcn_call_query(call, "order");
	struct tcn_search_hits hits;
	size_t limit;
	enum tcn_rc rc;

	if (!query || !take_limit(&a, &limit)) {
		refuse(&a, 400,
		    query ? "limit must be 1 to 1000" : "q must say for what");
		return;
	}
	rc = tcn_store_search(a.store, tcn_str(query),
	    order && strcmp(order, "best") == 0 ? TCN_SEARCH_BEST
						: TCN_SEARCH_NEWEST,
	    limit, &a.arena, &hits);
	tcn_buf_z(&a.out, "{\"articles\":[");
	for (size_t i = 0; !rc && i < hits.n; i++)
		rc = add_hit(&a, &hits.at[i]);
	tcn_buf_z(&a.out, "]}\n");
	finish(&a, rc);
}

/* --- the rest --- */

static void
get_feeds(void *ctx, struct tcn_call *call)
{
	struct answer a = begin(ctx, call);
	struct tcn_feed_rows feeds;
	enum tcn_rc rc = tcn_store_feeds(a.store, INT64_MAX, &a.arena, &feeds);

	tcn_buf_z(&a.out, "{\"feeds\":[");
	for (size_t i = 0; !rc && i < feeds.n; i++) {
		rc = tcn_api_feed(&feeds.at[i], &a.arena, &a.out);
	}
	tcn_buf_z(&a.out, "]}\n");
	finish(&a, rc);
}

static void
get_stream(void *ctx, struct tcn_call *call)
{
	struct tcn_api *api = ctx;

	tcn_live_call(api->live, call);
}

static void
get_metrics(void *ctx, struct tcn_call *call)
{
	struct answer a = begin(ctx, call);

	tcn_api_metrics(a.api, &a.out);
	a.type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
	finish(&a, TCN_OK);
}

static void
get_health(void *ctx, struct tcn_call *call)
{
	struct answer a = begin(ctx, call);

	tcn_buf_z(&a.out, "{\"status\":\"ok\"}\n");
	finish(&a, TCN_OK);
}

static void
post_reload(void *ctx, struct tcn_call *call)
{
	struct answer a = begin(ctx, call);
	struct tcn_err err = { 0 };
	enum tcn_rc rc = a.api->reload(a.api->reload_ctx, &err);

	if (rc) {
		tcn_call_error(call, 422, "%s:%lu:%lu: %s; nothing has changed",
		    err.file, err.line, err.column, err.text);
		tcn_arena_fini(&a.arena);
		return;
	}
	tcn_buf_z(&a.out, "{\"status\":\"reloaded\"}\n");
	finish(&a, TCN_OK);
}

const struct tcn_http_route tcn_api_routes[] = {
	{ EVHTTP_REQ_GET, "/healthz", TCN_SCOPE_NONE, get_health },
	{ EVHTTP_REQ_GET, "/readyz", TCN_SCOPE_NONE, get_health },
	{ EVHTTP_REQ_GET, "/metrics", TCN_SCOPE_READ, get_metrics },
	{ EVHTTP_REQ_POST, "/v1/articles", TCN_SCOPE_WRITE, post_articles },
	{ EVHTTP_REQ_GET, "/v1/articles/{}", TCN_SCOPE_READ, get_article },
	{ EVHTTP_REQ_GET, "/v1/events", TCN_SCOPE_READ, get_events },
	{ EVHTTP_REQ_GET, "/v1/events/{}", TCN_SCOPE_READ, get_event },
	{ EVHTTP_REQ_GET, "/v1/events/{}/report", TCN_SCOPE_READ, get_report },
	{ EVHTTP_REQ_GET, "/v1/feeds", TCN_SCOPE_READ, get_feeds },
	{ EVHTTP_REQ_POST, "/v1/reload", TCN_SCOPE_ADMIN, post_reload },
	{ EVHTTP_REQ_GET, "/v1/search", TCN_SCOPE_READ, get_search },
	{ EVHTTP_REQ_GET, "/v1/stream", TCN_SCOPE_READ, get_stream },
	{ 0 },
};

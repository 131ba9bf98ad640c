/*
 * One feed, named by its number or its address: how it fares, its last fetches;
 * pausing, fetching and forgetting it.
 */
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/store_feeds.h"
#include "tools/base/now.h"
#include "tools/serve/api/api_impl.h"
#include "tools/serve/live/feed_rounds.h"

#define URL_CHARS 2000

static void
no_feed(struct tcn_api_answer *a)
{
	tcn_api_answer_error(a, 404,
	    "no such feed; 'tocsin feeds list' and /v1/feeds name them");
}

static void
no_daemon(struct tcn_api_answer *a)
{
	tcn_api_answer_error(a, 409,
	    "no daemon runs that could fetch it: 'tocsin feeds' does");
}

/* The feed that the path names; false: there is none, and 404 was sent. */
static bool
find(struct tcn_api_answer *a, struct tcn_store_feed_row **feed)
{
	enum tcn_rc rc = tcn_store_feed(a->store,
	    tcn_str(tcn_http_call_arg(a->call, 0)), &a->arena, feed);

	if (rc)
		tcn_api_answer_send(a, rc);
	else if (!*feed)
		no_feed(a);
	return !rc && *feed;
}

/* Answers with the feed as it is stored now, and its fetches. */
static void
send_feed(struct tcn_api_answer *a, struct tcn_str url)
{
	struct tcn_store_feed_fetch_list fetches;
	struct tcn_store_feed_row *feed;
	enum tcn_rc rc = tcn_store_feed(a->store, url, &a->arena, &feed);

	if (!rc && !feed) {
		no_feed(a);
		return;
	}
	if (!rc)
		rc = tcn_store_feed_fetches(a->store, url, &a->arena, &fetches);
	tcn_json_open(&a->out, NULL, '{');
	if (!rc) {
		tcn_api_json_feed_members(feed, &a->arena, &a->out);
		tcn_api_json_feed_fetches(&fetches, &a->arena, &a->out);
	}
	tcn_buf_z(&a->out, "}\n");
	tcn_api_answer_send(a, rc);
}

void
tcn_api_get_feed(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_store_feed_row *feed;

	if (find(&a, &feed))
		send_feed(&a, feed->url);
}

/* The body: {"paused": true}. */
static enum tcn_rc
take_paused(struct tcn_api_answer *a, bool *paused)
{
	struct tcn_json_value object, value;
	enum tcn_rc rc = tcn_api_answer_body(a, &object);

	if (rc)
		return rc;
	value = tcn_json_member(&object, "paused");
	*paused = value.n != 0;
	return value.kind == TCN_JSON_BOOL
	    ? TCN_OK
	    : tcn_err_set(&a->err, TCN_INVALID,
		  "\"paused\" must be true or false");
}

void
tcn_api_patch_feed(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_store_feed_row *feed;
	struct tcn_store_tx *tx;
	bool paused = false, found;
	enum tcn_rc rc = take_paused(&a, &paused);

	if (tcn_api_answer_failed(&a, rc))
		return;
	if (!find(&a, &feed) || !tcn_api_answer_begin(&a, &tx))
		return;
	rc = tcn_store_pause_feed(tx, feed->url, paused, tcn_now_wall_ms(),
	    &found);
	if (!rc)
		rc = tcn_api_log_feed_change(tx, paused ? "paused" : "resumed",
		    feed->url, found);
	rc = tcn_api_answer_end(&a, rc);
	tcn_api_notify(a.api);
	if (rc)
		tcn_api_answer_send(&a, rc);
	else
		send_feed(&a, feed->url);
}

void
tcn_api_drop_feed(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_store_feed_row *feed;
	struct tcn_store_tx *tx;
	bool found;
	enum tcn_rc rc;

	if (!find(&a, &feed) || !tcn_api_answer_begin(&a, &tx))
		return;
	rc = tcn_store_drop_feed(tx, feed->url, &found);
	if (!rc)
		rc = tcn_api_log_feed_change(tx, "removed", feed->url, found);
	rc = tcn_api_answer_end(&a, rc);
	tcn_api_notify(a.api);
	tcn_buf_z(&a.out, "{\"status\":\"removed\"}\n");
	tcn_api_answer_send(&a, rc);
}

void
tcn_api_fetch_feed(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_feed_rounds *rounds = a.api->feeds;
	struct tcn_store_feed_row *feed;
	struct tcn_buf url = { 0 };

	if (!find(&a, &feed))
		return;
	if (!rounds) {
		no_daemon(&a);
		return;
	}
	tcn_buf_str(&url, feed->url);
	tcn_feed_rounds_fetch(rounds, tcn_buf_view(&url),
	    tcn_api_answer_later(&a));
	tcn_buf_fini(&url);
}

void
tcn_api_discover_feeds(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_feed_rounds *rounds = a.api->feeds;
	struct tcn_json_value object;
	struct tcn_str url = { 0 };
	struct tcn_buf copy = { 0 };
	enum tcn_rc rc = tcn_api_answer_body(&a, &object);

	if (!rc)
		rc = tcn_api_answer_text(&a, &object, "url", URL_CHARS, &url);
	if (!rc && !tcn_api_can_fetch(url))
		rc = tcn_err_set(&a.err, TCN_INVALID,
		    "\"url\" must be an address: http:// or https://");
	tcn_buf_str(&copy, url);
	tcn_buf_z(&copy, "");
	if (!tcn_api_answer_failed(&a, rc) && !rounds)
		no_daemon(&a);
	else if (!rc)
		tcn_feed_rounds_look(rounds, copy.at, tcn_api_answer_later(&a));
	tcn_buf_fini(&copy);
}

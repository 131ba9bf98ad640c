#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "engine/base/err.h"
#include "engine/base/url.h"
#include "sql/store_feeds.h"
#include "tools/base/networks.h"
#include "tools/base/now.h"
#include "tools/serve/api/api_impl.h"
#include "tools/serve/live/feed_rounds.h"

#define URL_CHARS  2000
#define TEXT_CHARS 1000
/* A feed has gaps when every entry was new in so many fetches in a row: once
 * may be chance. */
#define GAP_FETCHES 2

/* Which feeds are asked for: all, or those of which this holds. */
struct wanted {
	bool gaps, failing;
};

static bool
is_wanted(const struct tcn_store_feed_row *feed, const struct wanted *wanted)
{
	return (!wanted->gaps || feed->all_new >= GAP_FETCHES) &&
	    (!wanted->failing || (feed->failures && !feed->paused));
}

void
tcn_api_get_feeds(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_store_feed_list feeds;
	struct wanted wanted;
	enum tcn_rc rc = tcn_api_answer_flag(&a, "gaps", &wanted.gaps);

	if (!rc)
		rc = tcn_api_answer_flag(&a, "failing", &wanted.failing);
	if (tcn_api_answer_failed(&a, rc))
		return;
	rc = tcn_store_feeds(a.store, INT64_MAX, &a.arena, &feeds);
	tcn_buf_z(&a.out, "{\"feeds\":[");
	for (size_t i = 0; !rc && i < feeds.n; i++)
		if (is_wanted(&feeds.at[i], &wanted))
			tcn_api_json_feed(&feeds.at[i], &a.arena, &a.out);
	tcn_buf_z(&a.out, "]}\n");
	tcn_api_answer_send(&a, rc);
}

/* --- add --- */

/* A feed of the body. */
struct named {
	struct tcn_store_feed_row row;
	int64_t retry_ms; /* the wait that its server asked for; 0: none */
};

/* Whether it is a site to be read by its sitemaps, and from which day on. */
static enum tcn_rc
take_sitemap(const struct tcn_json_value *object,
    struct tcn_store_feed_row *feed, struct tcn_err *err)
{
	struct tcn_json_value is = tcn_json_member(object, "sitemap");
	struct tcn_json_value since = tcn_json_member(object, "since");
	enum tcn_rc rc = TCN_OK;

	feed->sitemap = is.kind == TCN_JSON_BOOL && is.n != 0;
	feed->since_ms = TCN_UNDATED;
	if (is.kind != TCN_JSON_ABSENT && is.kind != TCN_JSON_BOOL)
		return tcn_err_set(err, TCN_INVALID,
		    "\"sitemap\" must be true or false");
	if (since.kind == TCN_JSON_NUMBER)
		rc = tcn_date_from_seconds(since.n, &feed->since_ms, err);
	else if (since.kind != TCN_JSON_ABSENT && since.kind != TCN_JSON_NULL)
		rc = tcn_err_set(err, TCN_INVALID,
		    "\"since\" must be a number of seconds since 1970");
	if (!rc && feed->since_ms != TCN_UNDATED && !feed->sitemap)
		rc = tcn_err_set(err, TCN_INVALID,
		    "\"since\" is for a sitemap: say \"sitemap\": true");
	return rc;
}

/* Reads a feed of the body; its texts live in the arena. */
static enum tcn_rc
take_feed(struct tcn_api_answer *a, const struct tcn_json_value *object,
    struct tcn_store_feed_row *feed)
{
	struct tcn_networks allowed;
	struct tcn_err why = { 0 };
	enum tcn_rc rc =
	    tcn_api_answer_text(a, object, "url", URL_CHARS, &feed->url);

	if (!rc && !feed->url.n)
		rc = tcn_err_set(&a->err, TCN_INVALID,
		    "\"url\" must be the address of a feed");
	if (!rc)
		rc = tcn_api_answer_text(a, object, "title", TEXT_CHARS,
		    &feed->title);
	if (!rc)
		rc = tcn_api_answer_text(a, object, "site", URL_CHARS,
		    &feed->site);
	if (!rc)
		rc = tcn_api_answer_text(a, object, "folder", TEXT_CHARS,
		    &feed->folder);
	if (!rc)
		rc = tcn_api_answer_text(a, object, "error", TEXT_CHARS,
		    &feed->error);
	if (!rc)
		rc = tcn_api_answer_text(a, object, "allow_private", TEXT_CHARS,
		    &feed->allowed);
	if (!rc)
		rc = take_sitemap(object, feed, &a->err);
	if (!rc && feed->allowed.n) {
		rc = tcn_networks_parse(feed->allowed, &allowed, &why);
		if (rc)
			tcn_err_set(&a->err, rc, "\"allow_private\": %s",
			    why.text);
	}
	return rc;
}

/* The wait before the next try that a server has asked for; 0: none. */
static int64_t
retry_ms(const struct tcn_json_value *object)
{
	double s = tcn_json_member(object, "retry_after").n;

	return s > 0 && s <= 100 * 86400.0 ? (int64_t)(s * 1000) : 0;
}

enum tcn_rc
tcn_api_add_feed(struct tcn_api_answer *a, struct tcn_store_tx *tx,
    struct tcn_store_feed_row *row, int64_t retry_after_ms, bool *added)
{
	const struct tcn_feed_schedule *schedule = &a->api->feed_schedule;
	const int64_t now_ms = tcn_now_wall_ms();
	bool known;
	enum tcn_rc rc = tcn_store_has_feed(a->store, row->url, &known);

	*added = !rc && !known;
	if (!rc && known && row->allowed.n)
		return tcn_store_allow_feed(tx, row->url, row->allowed, now_ms);
	if (rc || known)
		return rc;
	tcn_feed_schedule_first(schedule, now_ms, row);
	if (row->error.n)
		tcn_feed_schedule_failure(schedule, now_ms, retry_after_ms,
		    row);
	return tcn_store_put_feed(tx, row);
}

struct feeds {
	struct named *at;
	size_t n;
	struct tcn_buf left_out; /* JSON: addresses that cannot be fetched */
};

enum tcn_rc
tcn_api_log_feed_change(struct tcn_store_tx *tx, const char *change,
    struct tcn_str url, size_t n)
{
	struct tcn_store_told told = { .kind = TCN_STORE_TOLD_FEED };
	char id[TCN_STORE_FEED_ID_BYTES];
	struct tcn_buf says = { 0 };
	enum tcn_rc rc;

	if (!n)
		return TCN_OK;
	tcn_json_open(&says, NULL, '{');
	tcn_json_str(&says, "change", tcn_str(change));
	tcn_store_feed_id(url, id);
	if (url.n)
		tcn_json_str(&says, "feed", tcn_str(id));
	tcn_json_uint(&says, "n", n);
	tcn_json_close(&says, '}');
	told.says = tcn_buf_view(&says);
	rc = tcn_store_tell(tx, &told);
	tcn_buf_fini(&says);
	return rc;
}

/* The white space of a text that was pasted has become spaces by now. */
bool
tcn_api_can_fetch(struct tcn_str url)
{
	return tcn_url_web(url).n && !memchr(url.at, ' ', url.n);
}

/* Reads the body: {"feeds": [FEED, ...]} or one FEED. */
static enum tcn_rc
take_feeds(struct tcn_api_answer *a, struct feeds *feeds)
{
	struct tcn_json_value object, list, at;
	enum tcn_rc rc = tcn_api_answer_body(a, &object);
	size_t n = 1;

	if (rc)
		return rc;
	list = tcn_json_member(&object, "feeds");
	if (list.kind != TCN_JSON_ABSENT && list.kind != TCN_JSON_ARRAY)
		return tcn_err_set(&a->err, TCN_INVALID,
		    "\"feeds\" must list the feeds to add");
	at = list.kind == TCN_JSON_ABSENT ? object : tcn_json_first(&list);
	for (struct tcn_json_value i = at; i.node && list.node; n++)
		i = tcn_json_next(&i);
	feeds->at = tcn_arena_zalloc(&a->arena, n, sizeof *feeds->at);
	while (!rc && at.node) {
		struct named *feed = &feeds->at[feeds->n];

		rc = take_feed(a, &at, &feed->row);
		feed->retry_ms = retry_ms(&at);
		if (!rc && !tcn_api_can_fetch(feed->row.url))
			tcn_json_str(&feeds->left_out, NULL, feed->row.url);
		else
			feeds->n += !rc;
		at = list.node ? tcn_json_next(&at)
			       : (struct tcn_json_value){ 0 };
	}
	return rc;
}

void
tcn_api_add_feeds(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct feeds feeds = { 0 };
	struct tcn_store_tx *tx;
	size_t added = 0;
	enum tcn_rc rc = take_feeds(&a, &feeds);

	if (tcn_api_answer_failed(&a, rc)) {
		return;
	} else if (tcn_api_answer_begin(&a, &tx)) {
		for (size_t i = 0; !rc && i < feeds.n; i++) {
			bool fresh;

			rc = tcn_api_add_feed(&a, tx, &feeds.at[i].row,
			    feeds.at[i].retry_ms, &fresh);
			added += !rc && fresh;
		}
		if (!rc)
			rc = tcn_api_log_feed_change(tx, "added",
			    (struct tcn_str){ 0 }, added);
		rc = tcn_api_answer_end(&a, rc);
		tcn_api_notify(a.api);
		tcn_json_open(&a.out, NULL, '{');
		tcn_json_uint(&a.out, "added", added);
		tcn_json_open(&a.out, "left_out", '[');
		tcn_buf_str(&a.out, tcn_buf_view(&feeds.left_out));
		tcn_json_close(&a.out, ']');
		tcn_buf_z(&a.out, "}\n");
		tcn_api_answer_send(&a, rc);
	}
	tcn_buf_fini(&feeds.left_out);
}

/* --- remove --- */

/* Forgets the feeds of the list; *missing: the first that is not there. */
static enum tcn_rc
remove_each(struct tcn_store_tx *tx, const struct tcn_json_value *list,
    struct tcn_str *missing)
{
	struct tcn_json_value at = tcn_json_first(list);
	enum tcn_rc rc = TCN_OK;

	for (; !rc && at.node; at = tcn_json_next(&at)) {
		bool found;

		rc = tcn_store_drop_feed(tx, at.s, &found);
		if (!rc)
			rc =
			    tcn_api_log_feed_change(tx, "removed", at.s, found);
		if (!rc && !found) {
			*missing = at.s;
			return TCN_DONE;
		}
	}
	return rc;
}

/* All of them or, when one is not there, none. */
void
tcn_api_remove_feeds(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_json_value object, list;
	struct tcn_str missing = { 0 };
	struct tcn_store_tx *tx;
	char sentence[512];
	enum tcn_rc rc = tcn_api_answer_body(&a, &object);

	list = rc ? (struct tcn_json_value){ 0 }
		  : tcn_json_member(&object, "urls");
	if (!rc && list.kind != TCN_JSON_ARRAY)
		rc = tcn_err_set(&a.err, TCN_INVALID,
		    "\"urls\" must list the feeds to remove");
	if (tcn_api_answer_failed(&a, rc))
		return;
	if (!tcn_api_answer_begin(&a, &tx))
		return;
	rc = tcn_api_answer_end(&a, remove_each(tx, &list, &missing));
	if (rc == TCN_DONE) {
		snprintf(sentence, sizeof sentence,
		    "%.*s: no such feed; 'tocsin feeds list' and /v1/feeds "
		    "name them",
		    TCN_STR_ARG(missing));
		tcn_api_answer_error(&a, 404, sentence);
		return;
	}
	tcn_buf_z(&a.out, "{\"status\":\"removed\"}\n");
	tcn_api_answer_send(&a, rc);
}

/* --- poll --- */

void
tcn_api_poll_feeds(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_json_value object, all;
	enum tcn_rc rc = tcn_api_answer_body(&a, &object);

	all =
	    rc ? (struct tcn_json_value){ 0 } : tcn_json_member(&object, "all");
	if (!rc && all.kind != TCN_JSON_ABSENT && all.kind != TCN_JSON_BOOL)
		rc = tcn_err_set(&a.err, TCN_INVALID,
		    "\"all\" must be true or false");
	if (!tcn_api_answer_failed(&a, rc))
		tcn_feed_rounds_call(a.api->feeds, all.n != 0,
		    tcn_api_answer_later(&a));
}

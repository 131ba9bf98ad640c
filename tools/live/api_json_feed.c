#include "tools/base/json_out.h"
#include "tools/live/api_json.h"

#define LINE_CHARS 1000
#define URL_CHARS  8192

enum tcn_rc
tcn_api_json_feed_members(const struct tcn_store_feed_row *feed,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	const struct {
		const char *key;
		struct tcn_str value;
		size_t chars;
	} texts[] = {
		{ "url", feed->url, URL_CHARS },
		{ "title", feed->title, LINE_CHARS },
		{ "site", feed->site, URL_CHARS },
		{ "folder", feed->folder, LINE_CHARS },
		{ "error", feed->error, LINE_CHARS },
		{ "allow_private", feed->allowed, LINE_CHARS },
	};
	char id[TCN_STORE_FEED_ID_BYTES];
	enum tcn_rc rc = TCN_OK;

	tcn_store_feed_id(feed->url, id);
	tcn_json_str(out, "id", tcn_str(id));
	for (size_t i = 0; !rc && i < sizeof texts / sizeof *texts; i++)
		rc = tcn_api_json_text(out, texts[i].key, texts[i].value,
		    texts[i].chars, arena);
	tcn_json_bool(out, "paused", feed->paused);
	tcn_json_time(out, "due_at", feed->due_ms);
	tcn_json_time(out, "tried_at", feed->tried_ms);
	tcn_json_time(out, "succeeded_at", feed->succeeded_ms);
	tcn_json_uint(out, "failures", feed->failures);
	tcn_json_uint(out, "entries", feed->entries);
	tcn_json_uint(out, "undated", feed->undated);
	tcn_json_uint(out, "all_new", feed->all_new);
	tcn_json_bool(out, "sitemap", feed->sitemap);
	tcn_json_uint(out, "refused", feed->refused);
	if (feed->sitemap)
		tcn_json_time(out, "since", feed->since_ms);
	return out->failed ? TCN_NOMEM : rc;
}

enum tcn_rc
tcn_api_json_feed(const struct tcn_store_feed_row *feed,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	enum tcn_rc rc;

	tcn_json_open(out, NULL, '{');
	rc = tcn_api_json_feed_members(feed, arena, out);
	tcn_json_close(out, '}');
	return out->failed ? TCN_NOMEM : rc;
}

enum tcn_rc
tcn_api_json_feed_fetches(const struct tcn_store_feed_fetch_list *list,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	enum tcn_rc rc = TCN_OK;

	tcn_json_open(out, "fetches", '[');
	for (size_t i = 0; !rc && i < list->n; i++) {
		const struct tcn_store_feed_fetch *at = &list->at[i];

		tcn_json_open(out, NULL, '{');
		tcn_json_time(out, "at", at->at_ms);
		tcn_json_uint(out, "status", (uint64_t)at->status);
		tcn_json_uint(out, "took_ms", (uint64_t)at->took_ms);
		tcn_json_uint(out, "bytes", at->bytes);
		tcn_json_uint(out, "entries", at->entries);
		rc = tcn_api_json_text(out, "error", at->error, LINE_CHARS,
		    arena);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	return out->failed ? TCN_NOMEM : rc;
}

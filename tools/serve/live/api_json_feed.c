#include "tools/base/json_out.h"
#include "tools/base/json_record.h"
#include "tools/serve/live/api_json.h"

void
tcn_api_json_feed_members(const struct tcn_store_feed_row *feed,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	char id[TCN_STORE_FEED_ID_BYTES];

	tcn_store_feed_id(feed->url, id);
	tcn_json_str(out, "id", tcn_str(id));
	tcn_json_record(out, &tcn_store_feed_record, feed, arena);
	if (feed->sitemap)
		tcn_json_time(out, "since", feed->since_ms);
}

void
tcn_api_json_feed(const struct tcn_store_feed_row *feed,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_api_json_feed_members(feed, arena, out);
	tcn_json_close(out, '}');
}

void
tcn_api_json_feed_fetches(const struct tcn_store_feed_fetch_list *list,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	tcn_json_open(out, "fetches", '[');
	for (size_t i = 0; i < list->n; i++)
		tcn_json_object(out, NULL, &tcn_store_feed_fetch_record,
		    &list->at[i], arena);
	tcn_json_close(out, ']');
}

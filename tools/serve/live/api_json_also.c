/*
 * Events that tell of the same in other languages, as JSON.
 */
#include "engine/item/headline.h"
#include "sql/store_group.h"
#include "tools/base/json_out.h"
#include "tools/serve/live/api_json.h"

#define TITLE_CHARS 300

/* Adds one of a group; first: it is the one that goes on, whose report tells of
 * all. */
static enum tcn_rc
add_other(const struct tcn_store *store, const struct tcn_event *event,
    bool first, struct tcn_arena *arena, struct tcn_buf *out)
{
	enum tcn_rc rc;

	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "event", tcn_str(event->id));
	tcn_json_str(out, "lang",
	    tcn_str(event->languages.n ? event->languages.at[0] : ""));
	rc = tcn_api_json_event_title(store, event, arena, out);
	tcn_json_bool(out, "leads", first);
	tcn_json_close(out, '}');
	return rc;
}

static enum tcn_rc
add_others(const struct tcn_store *store, const struct tcn_store_group *group,
    const char *event, struct tcn_arena *arena, struct tcn_buf *out)
{
	enum tcn_rc rc = TCN_OK;

	tcn_json_open(out, "also_told", '[');
	for (size_t i = 0; !rc && i < group->events.n; i++)
		if (strcmp(group->events.at[i].id, event) != 0)
			rc = add_other(store, &group->events.at[i], i == 0,
			    arena, out);
	tcn_json_close(out, ']');
	return rc;
}

enum tcn_rc
tcn_api_json_also(const struct tcn_store *store, const char *event,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_store_cut cut = { .as_of_ms = INT64_MAX };
	struct tcn_store_group group = { 0 };
	bool linked;
	enum tcn_rc rc = tcn_store_has_links(store, &linked);

	if (rc || !linked)
		return rc;
	rc = tcn_store_last_seq(store, &cut.seq);
	if (!rc)
		rc = tcn_store_group_at(store, &cut, event, arena, &group);
	return rc || group.events.n < 2
	    ? rc
	    : add_others(store, &group, event, arena, out);
}

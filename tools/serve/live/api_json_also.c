/*
 * Events that tell of the same, in other languages or by other rules, as JSON.
 */
#include "engine/item/headline.h"
#include "engine/item/severity.h"
#include "sql/store_group.h"
#include "tools/base/json_out.h"
#include "tools/serve/live/api_json.h"

#define TITLE_CHARS 300

/* Adds one of a group; first: it is the one that goes on, whose report tells of
 * all. same_story: another rule found it, on the story of the one that is asked
 * about. */
static enum tcn_rc
add_other(const struct tcn_store *store, const struct tcn_event *event,
    bool first, bool same_story, struct tcn_arena *arena, struct tcn_buf *out)
{
	enum tcn_rc rc;

	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "event", tcn_str(event->id));
	tcn_json_str(out, "rule", event->rule);
	tcn_json_str(out, "severity",
	    tcn_str(tcn_severity_name(event->severity)));
	tcn_json_str(out, "lang",
	    tcn_str(event->languages.n ? event->languages.at[0] : ""));
	rc = tcn_api_json_event_title(store, event, arena, out);
	tcn_json_bool(out, "leads", first);
	tcn_json_bool(out, "same_story", same_story);
	tcn_json_close(out, '}');
	return rc;
}

static enum tcn_rc
add_others(const struct tcn_store *store, const struct tcn_store_group *group,
    const struct tcn_event *event, struct tcn_arena *arena, struct tcn_buf *out)
{
	enum tcn_rc rc = TCN_OK;

	tcn_json_open(out, "also_told", '[');
	for (size_t i = 0; !rc && i < group->events.n; i++) {
		const struct tcn_event *one = &group->events.at[i];

		if (strcmp(one->id, event->id) != 0)
			rc = add_other(store, one, i == 0,
			    !tcn_str_equal(one->rule, event->rule), arena, out);
	}
	tcn_json_close(out, ']');
	return rc;
}

enum tcn_rc
tcn_api_json_also(const struct tcn_store *store, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_store_group group;
	enum tcn_rc rc = tcn_store_group_now(store, event->id, arena, &group);

	return rc || group.events.n < 2
	    ? rc
	    : add_others(store, &group, event, arena, out);
}

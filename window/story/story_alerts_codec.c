/*
 * window/story/story_alerts_codec.c - alert histories as rows of saved state:
 * one a rule, and one for each phrase that a rule met.
 */
#include "window/story/story_impl.h"

static void
put_recent(struct tcn_buf *buf, const struct tcn_recent *recent)
{
	struct tcn_recent_row row;
	uint32_t cursor = 0;

	tcn_state_put_number(buf, recent->n, 4);
	while (tcn_recent_next(recent, &cursor, &row)) {
		tcn_state_put_number(buf, row.key, 8);
		tcn_state_put_number(buf, (uint64_t)row.ts_ms, 8);
	}
}

static void
get_recent(struct tcn_state_in *in, struct tcn_recent *recent)
{
	uint64_t n = tcn_state_get_number(in, 4);

	for (uint64_t i = 0; i < n && !in->failed; i++) {
		uint64_t key = tcn_state_get_number(in, 8);
		int64_t ms = tcn_state_get_time(in);

		if (!in->failed)
			tcn_recent_put(recent, key, 1, ms);
	}
}

void
tcn_story_alerts_encode(const struct tcn_story_alerts *alerts,
    struct tcn_buf *buf)
{
	tcn_state_put_number(buf, alerts->fired_n, 4);
	for (size_t i = 0; i < alerts->fired_n; i++) {
		const struct tcn_story_alerts_fired *fired = &alerts->fired[i];

		tcn_state_put_number(buf, fired->story, 8);
		tcn_state_put_number(buf, fired->from, 8);
		tcn_state_put_number(buf, fired->closed_ms != INT64_MAX, 1);
		if (fired->closed_ms != INT64_MAX)
			tcn_state_put_number(buf, (uint64_t)fired->closed_ms,
			    8);
	}
	put_recent(buf, &alerts->terms);
	put_recent(buf, &alerts->repeats);
	if (alerts->rows.n)
		put_recent(buf, &alerts->rows);
}

/* They ascend; what is said to be open is. */
static enum tcn_rc
get_fired(struct tcn_story_index *s, struct tcn_state_in *in,
    struct tcn_story_alerts *alerts)
{
	uint64_t n = tcn_state_get_number(in, 4), last = 0;

	for (uint64_t i = 0; i < n && !in->failed; i++) {
		struct tcn_story_alerts_fired fired = {
			.story = tcn_state_get_number(in, 8),
			.from = tcn_state_get_number(in, 8),
			.closed_ms = INT64_MAX,
		};
		bool closed = tcn_state_get_number(in, 1);
		struct tcn_story_row *row = tcn_story_find(s, fired.story);

		if (closed)
			fired.closed_ms = tcn_state_get_time(in);
		if (in->failed || (!closed && !row) || fired.story <= last ||
		    fired.from == 0 || fired.from > INT64_MAX)
			return TCN_CORRUPT;
		last = fired.story;
		tcn_text_log_note_number(&s->alerts.log, fired.from);
		tcn_story_alerts_add_fired(alerts, &fired);
		if (!closed)
			row->rules_n++;
	}
	return TCN_OK;
}

enum tcn_rc
tcn_story_alerts_decode(struct tcn_story_index *s, uint64_t key,
    struct tcn_state_in *in)
{
	struct tcn_story_alerts *alerts;
	enum tcn_rc rc;

	if (key == TCN_STORY_ALERTS_OWN || tcn_map_find(&s->alerts.by_key, key))
		return TCN_CORRUPT;
	alerts = tcn_story_alerts_get(s, key);
	rc = get_fired(s, in, alerts);
	if (!rc)
		get_recent(in, &alerts->terms);
	if (!rc)
		get_recent(in, &alerts->repeats);
	if (!rc && in->left) /* of stories of vectors, where there were some */
		get_recent(in, &alerts->rows);
	return rc;
}

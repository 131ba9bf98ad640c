/*
 * A detector whose time has run ahead begins anew at the right one, and knows
 * the events of before.
 */
#include "rules/detector_impl.h"

#include "engine/base/mem.h"

/* Which event of a rule an item belongs to stays known, or what copies the
 * item would fire a second time. */
static void
take_back_members(struct tcn_detector *det, int64_t now_ms)
{
	struct tcn_recent old = det->members;
	struct tcn_recent_row row;
	uint32_t cursor = 0;

	tcn_recent_init(&det->members, det->conf.window.items_max);
	while (tcn_recent_next(&old, &cursor, &row))
		tcn_recent_put(&det->members, row.key, row.value,
		    row.ts_ms < now_ms ? row.ts_ms : now_ms);
	tcn_recent_fini(&old);
	/* It is to be saved also where these rules have no use for it. */
	det->similar |= det->members.n > 0;
}

void
tcn_detector_mend_clock(struct tcn_detector *det, int64_t now_ms,
    struct tcn_detector_changes *changes)
{
	struct tcn_lifecycle_entry *entry;
	size_t items_max;

	tcn_arena_reset(&det->arena);
	det->events_n = 0;
	*changes = (struct tcn_detector_changes){ 0 };
	/* What else is remembered of items, whose times are no longer right. */
	items_max = det->conf.window.items_max;
	tcn_rule_hits_fini(&det->rule_hits);
	tcn_recent_fini(&det->keys);
	tcn_recent_fini(&det->splits);
	tcn_rule_hits_init(&det->rule_hits,
	    items_max * TCN_DETECTOR_RULES_PER_ITEM);
	tcn_recent_init(&det->keys, items_max);
	tcn_recent_init(&det->splits, items_max);
	det->splits_saved = false;
	take_back_members(det, now_ms);
	tcn_window_restart(det->window, now_ms);
	tcn_story_index_set_keep(tcn_window_story_index(det->window),
	    det->within_ms);
	/* Closes what is active, and takes all times back; each has a new
	 * row. */
	tcn_lifecycle_set_clock_back(&det->lifecycle, now_ms);
	while ((entry = tcn_lifecycle_first_active(&det->lifecycle)))
		tcn_detector_close_event(det, entry, now_ms, NULL);
	changes->events = det->events;
	changes->events_n = det->events_n;
}

/*
 * tools/eval/replay_known.c - compares a replay with known events while it
 * runs.
 */
#include <assert.h>

#include "engine/base/mem.h"
#include "tools/eval/replay_score.h"

static enum tcn_rc
note_alert(struct tcn_known *known, const struct tcn_event *event,
    const struct tcn_item_names *names)
{
	const struct tcn_item_name *central =
	    tcn_item_names_find(names, event->central);

	return tcn_known_alert(known, tcn_str(event->id),
	    central ? central->title : tcn_str(""), event->fired_ms,
	    event->evidence, event->evidence_n);
}

enum tcn_rc
tcn_replay_known_add(struct tcn_known *known,
    const struct tcn_pipeline_outcome *outcome,
    const struct tcn_item_names *names)
{
	const struct tcn_placement *item = &outcome->placement;
	const struct tcn_item_name *called;
	enum tcn_rc rc = TCN_OK;

	assert(known && names);
	if (outcome->repeat_of)
		return TCN_OK;
	called = tcn_item_names_find(names, item->seq);
	if (called)
		rc = tcn_known_item(known, item->seq, item->ts_ms,
		    called->title);
	for (size_t i = 0; !rc && i < outcome->changes.events_n; i++)
		if (outcome->changes.events[i].revision == 1)
			rc = note_alert(known, &outcome->changes.events[i],
			    names);
	return rc;
}

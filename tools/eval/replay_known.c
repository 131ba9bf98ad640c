/*
 * tools/eval/replay_known.c - known events held against a replay while it runs.
 */
#include "engine/base/mem.h"
#include "tools/eval/replay_score.h"

static enum tcn_rc
note_alert(struct tcn_known *known, const struct tcn_event *event,
    const struct tcn_recall *recall)
{
	const struct tcn_recalled *central =
	    tcn_recall_find(recall, event->central);

	return tcn_known_alert(known, tcn_str(event->id),
	    central ? central->title : tcn_str(""), event->fired_ms,
	    event->evidence, event->evidence_n);
}

enum tcn_rc
tcn_known_take(struct tcn_known *known, const struct tcn_outcome *outcome,
    const struct tcn_recall *recall)
{
	const struct tcn_placement *item = &outcome->placement;
	const struct tcn_recalled *called;
	enum tcn_rc rc = TCN_OK;

	if (outcome->known_seq)
		return TCN_OK;
	called = tcn_recall_find(recall, item->seq);
	if (called)
		rc = tcn_known_item(known, item->seq, item->ts_ms,
		    called->title);
	for (size_t i = 0; !rc && i < outcome->changes.events_n; i++)
		if (outcome->changes.events[i].revision == 1)
			rc = note_alert(known, &outcome->changes.events[i],
			    recall);
	return rc;
}

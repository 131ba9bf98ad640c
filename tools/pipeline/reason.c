#include "tools/pipeline/reason.h"

#include <math.h>

/* The store takes no infinities: 0 stands for "not known". */
static double
or_zero(double n)
{
	return isfinite(n) ? n : 0;
}

enum tcn_rc
tcn_reason_store(struct tcn_store_tx *tx,
    const struct tcn_detector_changes *changes, const struct tcn_event *event)
{
	for (size_t i = 0; i < changes->rulings_n; i++) {
		const struct tcn_rule *rule = changes->rulings[i].rule;
		const struct tcn_story_verdict *v =
		    &changes->rulings[i].verdict;
		const struct tcn_store_reason_row reason = {
			.more_than = rule->more_than,
			.within_ms = rule->within_ms,
			.voices = v->on_topic_texts,
			.asked = v->texts_needed,
			.echoes = v->reported_items,
			.rise = or_zero(v->burst_ratio),
			.bar = or_zero(v->threshold),
			.riser = v->top_burst_term,
		};

		if (tcn_str_equal(rule->name, event->rule) &&
		    v->gate == TCN_STORY_GATE_NONE)
			return tcn_store_put_reason(tx, event->id, &reason);
	}
	return TCN_OK;
}

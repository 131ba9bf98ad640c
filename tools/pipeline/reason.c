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
			.on_topic_texts = v->on_topic_texts,
			.required_texts = v->texts_needed,
			.reported_items = v->reported_items,
			.burst_ratio = or_zero(v->burst_ratio),
			.threshold = or_zero(v->threshold),
			.top_burst_term = v->top_burst_term,
		};

		if (tcn_str_equal(rule->name, event->rule) &&
		    v->gate == TCN_STORY_GATE_NONE)
			return tcn_store_put_reason(tx, event->id, &reason);
	}
	return TCN_OK;
}

/*
 * What would have become of a rule's messages, for one receiver that hears of
 * all changes but closings. The order is that of tools/deliver: inhibition,
 * quiet hours, cooldown, cap.
 */
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tools/eval/explain_rule_impl.h"

static uint64_t
open_key(uint64_t rule_key, uint64_t story)
{
	uint64_t pair[2] = { rule_key, story };

	return XXH3_64bits(pair, sizeof pair);
}

/* Notes which events of the rules under not_while are open. */
static enum tcn_rc
note_open(struct tcn_explain_rule *e, const struct tcn_event *event)
{
	const struct tcn_rule_strs *names = &e->rule->not_while;
	uint64_t *value,
	    key = open_key(tcn_rule_key(event->rule), event->story);

	for (size_t i = 0; i < names->n && event->story; i++) {
		if (!tcn_str_equal(names->at[i], event->rule))
			continue;
		if (event->state != TCN_EVENT_CLOSED)
			return tcn_map_put(&e->open, key, &value, NULL);
		tcn_map_remove(&e->open, key);
	}
	return TCN_OK;
}

static bool
is_inhibited(const struct tcn_explain_rule *e, const struct tcn_event *event)
{
	const struct tcn_rule_strs *names = &e->rule->not_while;

	for (size_t i = 0; i < names->n && event->story; i++)
		if (tcn_map_find(&e->open,
			open_key(tcn_rule_key(names->at[i]), event->story)))
			return true;
	return false;
}

/* Is the hour's number of messages reached? Else this one is noted. */
static enum tcn_rc
count_told(struct tcn_explain_rule *e, int64_t now_ms, bool *capped)
{
	int64_t *at;

	while (e->told_at < e->told_n &&
	    e->told_ms[e->told_at] <= now_ms - TCN_HOUR_MS)
		e->told_at++;
	*capped = e->rule->max_per_hour &&
	    e->told_n - e->told_at >= e->rule->max_per_hour;
	if (*capped)
		return TCN_OK;
	at = tcn_mem_grow(e->told_ms, &e->told_cap, e->told_n + 1, sizeof *at);
	if (!at)
		return TCN_NOMEM;
	e->told_ms = at;
	at[e->told_n++] = now_ms;
	return TCN_OK;
}

static enum tcn_rc
tell(struct tcn_explain_rule *e, const struct tcn_event *event)
{
	struct tcn_explain_rule_messages *n = &e->messages;
	uint64_t *last;
	bool is_first, capped;
	enum tcn_rc rc = tcn_map_put(&e->last_told,
	    XXH3_64bits(event->id, strlen(event->id)), &last, &is_first);

	if (rc)
		return rc;
	if (is_first)
		*last = (uint64_t)INT64_MIN;
	if (is_inhibited(e, event)) {
		n->inhibited++;
	} else if (e->hours &&
	    tcn_hours_quiet(e->hours, event->changed_ms, NULL)) {
		n->quiet++;
	} else if ((int64_t)*last != INT64_MIN &&
	    event->changed_ms - (int64_t)*last < e->rule->cooldown_ms) {
		n->cooldown++;
	} else {
		rc = count_told(e, event->changed_ms, &capped);
		n->capped += capped;
		n->told += !capped;
		if (!capped)
			*last = (uint64_t)event->changed_ms;
	}
	return rc;
}

enum tcn_rc
tcn_explain_rule_tell(struct tcn_explain_rule *e,
    const struct tcn_detector_changes *changes)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < changes->events_n && !rc; i++)
		rc = note_open(e, &changes->events[i]);
	for (size_t i = 0; i < changes->events_n && !rc; i++)
		if (changes->events[i].state != TCN_EVENT_CLOSED &&
		    tcn_str_equal(changes->events[i].rule, e->rule->name))
			rc = tell(e, &changes->events[i]);
	return rc;
}

/*
 * tools/serve/live/pattern_watch.h - logs when a rule's pattern gave up.
 *
 * A pattern that exceeds its bounds on a text (rules/pattern.h) is no match
 * there, so that its rule may miss what it was written for. That is logged with
 * the rule's name, for each rule at its first time and then at most once an
 * hour, and counted.
 *
 * Cost: O(1) a look while no pattern gives up, else O(terms of all rules).
 */
#ifndef TCN_TOOLS_SERVE_LIVE_PATTERN_WATCH_H
#define TCN_TOOLS_SERVE_LIVE_PATTERN_WATCH_H

#include "rules/match.h"

/* All zero: no rules. */
struct tcn_pattern_watch {
	const struct tcn_match *match;
	const struct tcn_rule *rules;
	size_t n;
	struct tcn_pattern_watch_rule *told; /* one a rule */
	uint64_t seen; /* of match, at the last look */
	uint64_t total; /* over all rules there were */
};

void tcn_pattern_watch_fini(struct tcn_pattern_watch *watch);

/* Watches these rules from now on; they and match, which may be NULL, must
 * outlive that. */
void tcn_pattern_watch_set(struct tcn_pattern_watch *watch,
    const struct tcn_match *match, const struct tcn_rule *rules, size_t n);

/* Logs what happened since the last look. now_ms never goes back. */
void tcn_pattern_watch_look(struct tcn_pattern_watch *watch, int64_t now_ms);

#endif

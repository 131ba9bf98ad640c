/*
 * rules/rule.h - what a newsroom asks for: rules, as plain records.
 *
 * A rule counts. It looks at the items it is about (`where`), those of one
 * story or those similar to one item, inside its own sliding window, and
 * becomes an event when it counts more than it was told to. A *watch* rule
 * does not wait for a count: the first item it is about is an event of its
 * own, for its story, and no gate of the story tier holds it back. How an
 * event is told (severity, cooldown, quiet hours, desks) is noted here and
 * decided by whoever tells it.
 *
 * Times are milliseconds. Strings and arrays belong to whoever made the
 * rule (rules/ruleset.h, or the caller).
 */
#ifndef TCN_RULES_RULE_H
#define TCN_RULES_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/item/record.h"

enum tcn_rule_kind {
	TCN_RULE_STORY, /* items of one story */
	TCN_RULE_SIMILAR, /* items whose fingerprints are near this one's */
};

/*
 * What stands for a word or pattern in `where`: /between slashes/ a PCRE2
 * pattern over title and text, else words that must stand side by side in
 * that order, compared as the engine compares words (folded stems).
 */
struct tcn_rule_term {
	struct tcn_str text; /* without the slashes and what follows them */
	bool pattern;
	unsigned flags; /* of a pattern: enum tcn_pattern_flag */
	unsigned line, column; /* of the file it stands in; 0: none */
};

struct tcn_rule_terms {
	const struct tcn_rule_term *at;
	size_t n;
};

struct tcn_rule_strs {
	const struct tcn_str *at;
	size_t n;
};

/* Which items a rule is about. What is empty asks for nothing. */
struct tcn_rule_where {
	struct tcn_rule_terms any, all, none;
	struct tcn_rule_strs languages; /* one of these, ISO 639-1 */
	struct tcn_rule_strs categories; /* one of these, ignoring case */
	struct tcn_rule_strs sources; /* one of these: names or hosts */
};

/* A stretch of the day, in a time zone, on some days of the week. */
struct tcn_rule_hours {
	struct tcn_str zone; /* IANA name, "Europe/Paris"; empty: no hours */
	unsigned from_min, to_min; /* of the day, 0..1439; may pass midnight */
	unsigned days; /* bit 0 Monday .. bit 6 Sunday, of the beginning */
};

struct tcn_rule {
	struct tcn_str name; /* what its events are called by; unique */
	enum tcn_rule_kind kind;
	enum tcn_rule_unit unit; /* what more_than counts */
	bool watch; /* more_than 0 of unit items, and no gates */
	uint32_t more_than; /* fires at one more */
	int64_t within_ms; /* the sliding window: (now - within, now] */
	unsigned radius; /* Hamming, of "similar"; 0..7 */
	uint32_t min_origins;
	uint32_t min_publishers;
	double burst; /* of "story": least rise over the usual; 0: not asked */
	struct tcn_rule_where where;

	int64_t cooldown_ms; /* least time between two messages of a story */
	enum tcn_severity severity;
	struct tcn_rule_hours quiet; /* when its messages are held */
	struct tcn_rule_strs notify; /* desks ... */
	unsigned notify_line, notify_column; /* ... and where they stand */
	unsigned line; /* of the file it stands in; 0: none */
};

#endif

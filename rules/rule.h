/*
 * rules/rule.h - a rule, as a plain record: what a newsroom wants to be alerted
 * to.
 *
 * A rule counts the items that meet its conditions (`where`), those of one
 * story or those similar to one item, in its own sliding window of time, and
 * opens an event at more than `more_than`. A *watch* rule does not wait for a
 * count: the first item that meets its conditions opens an event for its story,
 * and no gate of the story tier holds it back. A rule may *group*: a story that
 * would open another event within some time of an open event of the rule, and
 * belongs with it, joins that event instead. Stories that report one event in
 * two languages are one event, unless the rule keeps languages apart. The rule
 * also says how an event is announced (severity, cooldown, quiet hours, desks,
 * caps, inhibition, escalation); tools/serve/deliver acts on it.
 *
 * Times are milliseconds. Strings and arrays are owned by the maker of the rule
 * (rules/ruleset.h, or the caller).
 */
#ifndef TCN_RULES_RULE_H
#define TCN_RULES_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "engine/item/record.h"

#define TCN_RULE_RADIUS_MAX 7 /* what window/near looks up exactly */

enum tcn_rule_kind {
	TCN_RULE_STORY, /* counts the items of one story */
	TCN_RULE_SIMILAR, /* counts items whose fingerprints are near one's */
	TCN_RULE_CLUSTER, /* counts the items of one cluster of similar words */
};

/*
 * One entry of a list in `where`. Between slashes it is a PCRE2 pattern over
 * title and text; else it is words that must stand next to each other in that
 * order, compared as the engine compares words (folded stems).
 */
struct tcn_rule_term {
	struct tcn_str text; /* without the slashes and what follows them */
	bool pattern;
	unsigned flags; /* of a pattern: enum tcn_pattern_flag */
	unsigned line, column; /* its place in the file of rules; 0: none */
};

struct tcn_rule_terms {
	const struct tcn_rule_term *at;
	size_t n;
};

struct tcn_rule_strs {
	const struct tcn_str *at;
	size_t n;
};

/* The conditions on an item. An empty list is no condition. */
struct tcn_rule_where {
	struct tcn_rule_terms any, all, none;
	struct tcn_rule_strs languages; /* one of these, ISO 639-1 */
	struct tcn_rule_strs categories; /* one of these, ignoring case */
	/* also by the predicted category of an item that has none */
	bool predicted;
	/* least probability of the prediction, per cent; 0: any */
	double predicted_least;
	struct tcn_rule_strs sources; /* one of these: names or hosts */
	/* It names one of these places (engine/text/places.h): ISO 3166-1,
	 * "DE" */
	struct tcn_rule_strs places;
};

/* A part of the day, in a time zone, on some days of the week. */
struct tcn_rule_hours {
	struct tcn_str zone; /* IANA name, "Europe/Paris"; empty: no hours */
	unsigned from_min, to_min; /* of the day, 0..1439; may pass midnight */
	unsigned days; /* on which they begin; bit 0 Monday .. bit 6 Sunday */
};

/*
 * Which stories join an open event of the rule. Alertmanager's group_by names
 * labels; a stream of news has these two.
 */
enum tcn_rule_group_by {
	TCN_RULE_GROUP_STORY, /* stories split from its story, or merged in */
	TCN_RULE_GROUP_RULE, /* whatever the rule fires on */
};

/* Whether stories of one event in several languages are one event. */
enum tcn_rule_languages {
	TCN_RULE_LANGUAGES_LINK, /* by window/story/story_link.h */
	TCN_RULE_LANGUAGES_APART, /* each language has its own */
};

/*
 * A step of escalation, reached when an event has grown so large, or when
 * nobody has acknowledged it for so long. It has one of these two conditions,
 * and a severity, desks to notify, or both.
 */
struct tcn_rule_escalation {
	uint32_t more_than; /* of unit, now; 0: not by size */
	enum tcn_rule_unit unit;
	int64_t unacknowledged_ms; /* since it fired; 0: not by time */
	bool has_severity;
	enum tcn_severity severity; /* if it has one */
	struct tcn_rule_strs notify; /* desks, besides those of the rule */
	unsigned line, column; /* its place in the file of rules; 0: none */
};

#define TCN_RULE_ESCALATIONS_MAX 32 /* of a rule */

struct tcn_rule_escalations {
	const struct tcn_rule_escalation *at; /* in the order of the file */
	size_t n;
};

struct tcn_rule {
	struct tcn_str name; /* the name that its events carry; unique */
	enum tcn_rule_kind kind;
	enum tcn_rule_unit unit; /* what more_than counts */
	bool watch; /* more_than 0 of unit items, and no gates */
	uint32_t more_than; /* fires at one more */
	int64_t within_ms; /* the sliding window: (now - within, now] */
	unsigned radius; /* of "similar": Hamming distance, 0..7 */
	uint32_t min_origins;
	uint32_t min_publishers;
	/* Of "story": the least probability that it is news
	 * (window/story/news_score.h), per cent; 0: no condition. */
	double least;
	/* the same for firing before the count is reached; 0: never */
	double early;
	double budget; /* alerts a day, replaces `least` once learnt; 0: none */
	unsigned kinds; /* of events that fire, a bit each; 0: all */
	struct tcn_rule_where where;
	int64_t group_ms; /* see above; 0: every story is an event */
	enum tcn_rule_group_by group_by;
	enum tcn_rule_languages languages; /* of "story" */

	int64_t cooldown_ms; /* least time between two messages of a story */
	enum tcn_severity severity;
	struct tcn_rule_hours quiet; /* when its messages wait */
	struct tcn_rule_strs notify; /* desks ... */
	unsigned notify_line, notify_column; /* ... and where they stand */
	uint32_t max_per_hour; /* messages to one receiver; 0: no cap */
	/* Names of rules: while one of them has an event open on the same
	 * story, this rule's messages are not sent (inhibition). */
	struct tcn_rule_strs not_while;
	unsigned not_while_line, not_while_column;
	struct tcn_rule_escalations escalate;
	unsigned line; /* its place in the file of rules; 0: none */
};

/* The words in a file of rules for kinds, units and the days of the week from
 * Monday on; NULL behind the last. */
extern const char *const tcn_rule_kind_names[];
extern const char *const tcn_rule_unit_names[];
extern const char *const tcn_rule_day_names[];
extern const char *const tcn_rule_group_names[];
extern const char *const tcn_rule_languages_names[];

/* The word of a value of the enumeration. */
const char *tcn_rule_group_name(enum tcn_rule_group_by group_by);
const char *tcn_rule_kind_name(enum tcn_rule_kind kind);
const char *tcn_rule_unit_name(enum tcn_rule_unit unit);

/*
 * The key of a rule: a hash of its name. The detector's saved state refers to
 * rules by key, so that events and counts outlast a reload of the rules.
 */
uint64_t tcn_rule_key(struct tcn_str name);

/* Whether there is no condition, so that every item matches. */
bool tcn_rule_where_is_empty(const struct tcn_rule_where *where);

/*
 * Appends the conditions on one line, as a person writes them: "acme corp,
 * /s[ée]isme/; language: fr". Of a long list the first eight stand there, and
 * "...".
 */
void tcn_rule_where_say(const struct tcn_rule_where *where,
    struct tcn_buf *out);

/*
 * Whether an event with these counts has reached the step. False for a step by
 * time, which depends on acknowledgements.
 */
bool tcn_rule_escalation_reached(const struct tcn_rule_escalation *step,
    uint32_t items, uint32_t origins, uint32_t publishers);

/* The severity of an event of the rule with these counts: the highest of the
 * rule's own and of the steps that it has reached by size. */
enum tcn_severity tcn_rule_severity(const struct tcn_rule *rule, uint32_t items,
    uint32_t origins, uint32_t publishers);

#endif

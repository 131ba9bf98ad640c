#include "engine/item/event_kind.h"
#include "engine/item/severity.h"
#include "rules/ruleset_impl.h"

/*
 * The kind of a row and its field, in one: a field of another type than the
 * kind wants is a compile error. An enum is an unsigned to the compiler.
 */
#define FIELD(type, member)                                                    \
	(offsetof(struct tcn_rule, member) +                                   \
	    0 * _Generic(((struct tcn_rule *)0)->member, type : 0))
#define NAME(member)     TCN_RULESET_ROW_NAME, FIELD(struct tcn_str, member)
#define BOOLEAN(member)  TCN_RULESET_ROW_BOOLEAN, FIELD(bool, member)
#define CHOICE(member)   TCN_RULESET_ROW_CHOICE, FIELD(unsigned, member)
#define COUNT(member)    TCN_RULESET_ROW_COUNT, FIELD(uint32_t, member)
#define PERCENT(member)  TCN_RULESET_ROW_PERCENT, FIELD(double, member)
#define RATE(member)     TCN_RULESET_ROW_RATE, FIELD(double, member)
#define DURATION(member) TCN_RULESET_ROW_DURATION, FIELD(int64_t, member)
#define TERMS(member)                                                          \
	TCN_RULESET_ROW_TERMS, FIELD(struct tcn_rule_terms, member)
#define STRS(kind, member)                                                     \
	TCN_RULESET_ROW_##kind, FIELD(struct tcn_rule_strs, member)
#define TIME(member) TCN_RULESET_ROW_TIME, FIELD(unsigned, member)
#define ZONE(member) TCN_RULESET_ROW_ZONE, FIELD(struct tcn_str, member)
#define SET(member)  TCN_RULESET_ROW_SET, FIELD(unsigned, member)
#define GROUP        TCN_RULESET_ROW_GROUP, 0
#define STEPS(member)                                                          \
	TCN_RULESET_ROW_STEPS, FIELD(struct tcn_rule_escalations, member)

/* The same, of a step. */
#define STEP_FIELD(type, member)                                               \
	(offsetof(struct tcn_rule_escalation, member) +                        \
	    0 * _Generic(((struct tcn_rule_escalation *)0)->member, type : 0))
#define STEP_CHOICE(member) TCN_RULESET_ROW_CHOICE, STEP_FIELD(unsigned, member)
#define STEP_COUNT(member)  TCN_RULESET_ROW_COUNT, STEP_FIELD(uint32_t, member)
#define STEP_DURATION(member)                                                  \
	TCN_RULESET_ROW_DURATION, STEP_FIELD(int64_t, member)
#define STEP_NAMES(member)                                                     \
	TCN_RULESET_ROW_NAMES, STEP_FIELD(struct tcn_rule_strs, member)

/* key, kind and field, group, least, most, words, help */
static const struct tcn_ruleset_row rows[] = {
	{ "name", NAME(name), NULL, NULL, NULL, NULL,
	    "The name of the rule, by which its events are known; no two rules "
	    "have the same." },
	{ "watch", BOOLEAN(watch), NULL, NULL, NULL, NULL,
	    "Do not wait for a count: the first item that matches is an "
	    "event." },
	{ "count", CHOICE(kind), NULL, NULL, NULL, tcn_rule_kind_names,
	    "What is counted: the items of one story, those similar to one "
	    "item, or those of one cluster of similar words." },
	{ "of", CHOICE(unit), NULL, NULL, NULL, tcn_rule_unit_names,
	    "What more_than counts of them: items, distinct texts (origins), "
	    "or publishers." },
	{ "more_than", COUNT(more_than), NULL, "1", "1000000", NULL,
	    "More than this inside 'within' is an event." },
	{ "within", DURATION(within_ms), NULL, "1s", "400d", NULL,
	    "Width of the sliding window." },
	{ "min_origins", COUNT(min_origins), NULL, "1", "1000000", NULL,
	    "Least number of distinct texts; copies of one wire text are "
	    "one." },
	{ "min_publishers", COUNT(min_publishers), NULL, "1", "1000000", NULL,
	    "Least number of publishers." },
	{ "least", PERCENT(least), NULL, "0", "99.9", NULL,
	    "Least probability, in per cent, that the story is news; 0: it is "
	    "only counted." },
	{ "early", PERCENT(early), NULL, "0", "99.9", NULL,
	    "Least probability of a story that has only three quarters of what "
	    "more_than asks for, so that sure news need not wait; with a value "
	    "not above 'least' no story fires early." },
	{ "budget", RATE(budget), NULL, "0", "10000", NULL,
	    "About so many alerts a day at most: the probability that is "
	    "needed follows from the stream's own stories, once it is a week "
	    "old; until then 'least' holds. 0: 'least' always holds." },
	{ "kinds", SET(kinds), NULL, NULL, NULL, tcn_event_kind_names,
	    "Which kinds of events fire; without it those of rules.kinds, and "
	    "all of a rule with 'where'." },
	{ "radius", TCN_RULESET_ROW_COUNT, FIELD(unsigned, radius), NULL, "0",
	    "7", NULL,
	    "Of 'count: similar': bits by which fingerprints may "
	    "differ." },
	{ "where", GROUP, NULL, NULL, NULL, NULL,
	    "Which items the rule counts; without it, all." },
	{ "any", TERMS(where.any), "where", NULL, NULL, NULL,
	    "At least one of these words or /patterns/ stands in the title or "
	    "text." },
	{ "all", TERMS(where.all), "where", NULL, NULL, NULL,
	    "Each of these words or /patterns/ stands there." },
	{ "none", TERMS(where.none), "where", NULL, NULL, NULL,
	    "None of these words or /patterns/ stands there." },
	{ "language", STRS(LANGUAGES, where.languages), "where", NULL, NULL,
	    NULL, "The item is in one of these languages (ISO 639-1)." },
	{ "category", STRS(TEXTS, where.categories), "where", NULL, NULL, NULL,
	    "The item's category is one of these." },
	{ "predicted", BOOLEAN(where.predicted), "where", NULL, NULL, NULL,
	    "Of an item that came without a category, whether the one that is "
	    "predicted from its words counts as its own." },
	{ "predicted_least", PERCENT(where.predicted_least), "where", "0",
	    "99.9", NULL,
	    "Least probability, in per cent, that a predicted category is "
	    "right; a less likely one does not count. 0: any does." },
	{ "source", STRS(TEXTS, where.sources), "where", NULL, NULL, NULL,
	    "The item's source has one of these names, or its address one of "
	    "these hosts." },
	{ "place", STRS(PLACES, where.places), "where", NULL, NULL, NULL,
	    "The item's title or first two sentences name one of these "
	    "countries (ISO 3166-1), or a larger city in it." },
	{ "group", DURATION(group_ms), NULL, "0s", "400d", NULL,
	    "A story that belongs with an open event of the rule and comes "
	    "within this time of its last item becomes part of it, and no "
	    "event of its own; 0s: each story is an event." },
	{ "group_by", CHOICE(group_by), NULL, NULL, NULL, tcn_rule_group_names,
	    "What belongs with an open event: stories that split from its own "
	    "or were merged into it, or all that the rule fires on." },
	{ "languages", CHOICE(languages), NULL, NULL, NULL,
	    tcn_rule_languages_names,
	    "Whether stories in several languages that share rare names and "
	    "figures are one event (link), or one each (apart)." },
	{ "cooldown", DURATION(cooldown_ms), NULL, "0s", "400d", NULL,
	    "Least time between two messages about one event." },
	{ "severity", CHOICE(severity), NULL, NULL, NULL, tcn_severity_names,
	    "How much it matters." },
	{ "quiet_hours", GROUP, NULL, NULL, NULL, NULL,
	    "When messages are held back; they are judged again when the hours "
	    "end." },
	{ "from", TIME(quiet.from_min), "quiet_hours", NULL, NULL, NULL,
	    "When they begin, HH:MM." },
	{ "to", TIME(quiet.to_min), "quiet_hours", NULL, NULL, NULL,
	    "When they end, HH:MM; not after 'from': on the next day." },
	{ "zone", ZONE(quiet.zone), "quiet_hours", NULL, NULL, NULL,
	    "The time zone of 'from' and 'to', as Europe/Paris." },
	{ "days", SET(quiet.days), "quiet_hours", NULL, NULL,
	    tcn_rule_day_names,
	    "Days on which they begin; without it, every day." },
	{ "notify", STRS(NAMES, notify), NULL, NULL, NULL, NULL,
	    "Desks or receivers that get its messages." },
	{ "max_per_hour", COUNT(max_per_hour), NULL, "0", "1000000", NULL,
	    "Most messages of this rule to one receiver within an hour; those "
	    "beyond are held and summed up in one; 0: any number." },
	{ "not_while", STRS(NAMES, not_while), NULL, NULL, NULL, NULL,
	    "Rules: while one of them has an event open on the same story, "
	    "this rule's messages are held." },
	{ "escalate", STEPS(escalate), NULL, NULL, NULL, NULL,
	    "Steps: what an event becomes when it has grown, or when nobody "
	    "acknowledges it, each as {more_than: 50, severity: critical}." },
	{ "more_than", STEP_COUNT(more_than), "escalate", "1", "1000000", NULL,
	    "When the event has more than this of what 'of' names." },
	{ "of", STEP_CHOICE(unit), "escalate", NULL, NULL, tcn_rule_unit_names,
	    "What more_than counts: items, distinct texts (origins), or "
	    "publishers." },
	{ "unacknowledged", STEP_DURATION(unacknowledged_ms), "escalate", "1s",
	    "400d", NULL,
	    "When nobody has acknowledged the event for this "
	    "long." },
	{ "severity", STEP_CHOICE(severity), "escalate", NULL, NULL,
	    tcn_severity_names, "The severity of the event from then on." },
	{ "notify", STEP_NAMES(notify), "escalate", NULL, NULL, NULL,
	    "Desks or receivers that also get its messages from then on." },
};

#define ROWS (sizeof rows / sizeof *rows)

_Static_assert(ROWS <= TCN_RULESET_ROWS_MAX, "raise TCN_RULESET_ROWS_MAX");
_Static_assert(sizeof(enum tcn_rule_kind) == sizeof(unsigned) &&
	sizeof(enum tcn_rule_unit) == sizeof(unsigned) &&
	sizeof(enum tcn_severity) == sizeof(unsigned),
    "a choice is stored as an unsigned");

const struct tcn_ruleset_row *
tcn_ruleset_row(size_t i)
{
	return i < ROWS ? &rows[i] : NULL;
}

bool
tcn_ruleset_row_is_of(const struct tcn_ruleset_row *row, const char *group)
{
	return group ? row->group && strcmp(row->group, group) == 0
		     : !row->group;
}

int
tcn_ruleset_row_find(const char *group, struct tcn_str key)
{
	for (size_t i = 0; i < ROWS; i++)
		if (tcn_ruleset_row_is_of(&rows[i], group) &&
		    tcn_str_equal(tcn_str(rows[i].key), key))
			return (int)i;
	return -1;
}

bool
tcn_ruleset_row_is_list(const struct tcn_ruleset_row *row)
{
	return row->kind == TCN_RULESET_ROW_TERMS ||
	    row->kind == TCN_RULESET_ROW_TEXTS ||
	    row->kind == TCN_RULESET_ROW_LANGUAGES ||
	    row->kind == TCN_RULESET_ROW_PLACES ||
	    row->kind == TCN_RULESET_ROW_NAMES ||
	    row->kind == TCN_RULESET_ROW_SET;
}

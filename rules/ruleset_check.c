#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "engine/base/quantity.h"
#include "rules/ruleset_impl.h"

enum {
	ERROR = 0,
	WARNING = 1,
	GIVEN = 2, /* only when the file gives the row pointed at */
};

/*
 * What each row alone allows, but a rule as a whole cannot mean (an error), or
 * can hardly mean (a warning). Each case is a row of a table.
 */
struct oddity {
	bool (*found)(const struct tcn_ruleset_draft *draft);
	unsigned flags;
	const char *group, *key; /* the row pointed at, if given */
	const char *text; /* what is wrong, and how to mend it */
};

bool
tcn_ruleset_is_given(const struct tcn_ruleset_draft *draft, const char *group,
    const char *key)
{
	int row = tcn_ruleset_row_find(group, tcn_str(key));

	return row >= 0 && draft->places[row].line != 0;
}

static bool
watch(const struct tcn_ruleset_draft *d)
{
	return d->rule.watch;
}

static bool
watch_all(const struct tcn_ruleset_draft *d)
{
	return d->rule.watch && tcn_rule_where_is_empty(&d->rule.where);
}

static bool
watch_similar(const struct tcn_ruleset_draft *d)
{
	return d->rule.watch && d->rule.kind != TCN_RULE_STORY;
}

static bool
no_similar(const struct tcn_ruleset_draft *d)
{
	return d->rule.kind != TCN_RULE_SIMILAR;
}

static bool
similar_least(const struct tcn_ruleset_draft *d)
{
	return d->rule.kind != TCN_RULE_STORY && d->rule.least > 0;
}

static bool
similar_origins(const struct tcn_ruleset_draft *d)
{
	return d->rule.kind == TCN_RULE_SIMILAR && d->rule.radius == 0 &&
	    d->rule.unit == TCN_RULE_ORIGINS;
}

/* An item has one origin: a minimum of these above more_than decides alone. */
static bool
origins_decide(const struct tcn_ruleset_draft *d)
{
	return !d->rule.watch && d->rule.unit == TCN_RULE_ITEMS &&
	    d->rule.min_origins > d->rule.more_than + 1;
}

static bool
publishers_decide(const struct tcn_ruleset_draft *d)
{
	return !d->rule.watch && d->rule.unit == TCN_RULE_ITEMS &&
	    d->rule.min_publishers > d->rule.more_than + 1;
}

static bool
counts_origins(const struct tcn_ruleset_draft *d)
{
	return !d->rule.watch && d->rule.unit == TCN_RULE_ORIGINS;
}

static bool
counts_publishers(const struct tcn_ruleset_draft *d)
{
	return !d->rule.watch && d->rule.unit == TCN_RULE_PUBLISHERS;
}

static bool
predicts_nothing(const struct tcn_ruleset_draft *d)
{
	return d->rule.where.predicted && !d->rule.where.categories.n;
}

static bool
predicts_with_none(const struct tcn_ruleset_draft *d)
{
	return d->rule.where.predicted_least > 0 && !d->rule.where.predicted;
}

static bool
quiet(const struct tcn_ruleset_draft *d)
{
	return tcn_ruleset_is_given(d, NULL, "quiet_hours");
}

static bool
quiet_without_from(const struct tcn_ruleset_draft *d)
{
	return quiet(d) && !tcn_ruleset_is_given(d, "quiet_hours", "from");
}

static bool
quiet_without_to(const struct tcn_ruleset_draft *d)
{
	return quiet(d) && !tcn_ruleset_is_given(d, "quiet_hours", "to");
}

static bool
quiet_without_zone(const struct tcn_ruleset_draft *d)
{
	return quiet(d) && !tcn_ruleset_is_given(d, "quiet_hours", "zone");
}

static bool
quiet_without_days(const struct tcn_ruleset_draft *d)
{
	return quiet(d) && d->rule.quiet.days == 0;
}

static bool
quiet_all_day(const struct tcn_ruleset_draft *d)
{
	return tcn_ruleset_is_given(d, "quiet_hours", "from") &&
	    tcn_ruleset_is_given(d, "quiet_hours", "to") &&
	    d->rule.quiet.from_min == d->rule.quiet.to_min;
}

static bool
quiet_critical(const struct tcn_ruleset_draft *d)
{
	return quiet(d) && d->rule.severity == TCN_SEVERITY_CRITICAL;
}

static bool
where_empty(const struct tcn_ruleset_draft *d)
{
	return tcn_rule_where_is_empty(&d->rule.where);
}

static bool
cooldown_short(const struct tcn_ruleset_draft *d)
{
	return d->rule.cooldown_ms > 0 && d->rule.cooldown_ms < TCN_MINUTE_MS;
}

static bool
similar_group(const struct tcn_ruleset_draft *d)
{
	return d->rule.kind != TCN_RULE_STORY && d->rule.group_ms > 0;
}

static bool
no_story(const struct tcn_ruleset_draft *d)
{
	return d->rule.kind != TCN_RULE_STORY;
}

/* group_by where nothing is grouped: only watch rules have a default. */
static bool
groups_nothing(const struct tcn_ruleset_draft *d)
{
	return d->rule.kind == TCN_RULE_STORY &&
	    (tcn_ruleset_is_given(d, NULL, "group") ? d->rule.group_ms == 0
						    : !d->rule.watch);
}

static const struct oddity oddities[] = {
	{ watch_similar, ERROR, NULL, "count",
	    "a watch rule looks at stories: remove 'count', or 'watch'" },
	{ watch_all, WARNING, NULL, "watch",
	    "watch without where: every story there is becomes an event; say "
	    "which under 'where'" },
	{ watch, WARNING | GIVEN, NULL, "more_than",
	    "a watch rule fires at its first item: more_than is not looked at; "
	    "remove it, or 'watch'" },
	{ watch, WARNING | GIVEN, NULL, "of",
	    "a watch rule fires at its first item: 'of' is not looked at; "
	    "remove it, or 'watch'" },
	{ watch, WARNING | GIVEN, NULL, "min_origins",
	    "a watch rule fires at its first item: min_origins is not looked "
	    "at; remove it, or 'watch'" },
	{ watch, WARNING | GIVEN, NULL, "min_publishers",
	    "a watch rule fires at its first item: min_publishers is not "
	    "looked at; remove it, or 'watch'" },
	{ watch, WARNING | GIVEN, NULL, "least",
	    "a watch rule fires at its first item: least is not looked at; "
	    "remove it, or 'watch'" },
	{ watch, WARNING | GIVEN, NULL, "early",
	    "a watch rule fires at its first item: early is not looked at; "
	    "remove it, or 'watch'" },
	{ watch, WARNING | GIVEN, NULL, "kinds",
	    "a watch rule fires at its first item: kinds is not looked at; "
	    "remove it, or 'watch'" },
	{ no_story, WARNING | GIVEN, NULL, "kinds",
	    "kinds is of stories, and not looked at when something else is "
	    "counted; remove it" },
	{ no_similar, ERROR | GIVEN, NULL, "radius",
	    "radius is of 'count: similar'; remove it, or count what is "
	    "similar" },
	{ similar_least, WARNING | GIVEN, NULL, "least",
	    "least is of stories, and not looked at when something else is "
	    "counted; remove it" },
	{ similar_origins, WARNING, NULL, "of",
	    "items with equal fingerprints hold one text: with radius 0 there "
	    "are hardly ever several origins" },
	{ origins_decide, WARNING | GIVEN, NULL, "min_origins",
	    "min_origins is over more_than + 1 and so decides alone; raise "
	    "more_than, or count 'of: origins'" },
	{ publishers_decide, WARNING | GIVEN, NULL, "min_publishers",
	    "min_publishers is over more_than + 1 and so decides alone; raise "
	    "more_than, or count 'of: publishers'" },
	{ counts_origins, WARNING | GIVEN, NULL, "min_origins",
	    "origins are what more_than counts here: let one of the two say "
	    "how many" },
	{ counts_publishers, WARNING | GIVEN, NULL, "min_publishers",
	    "publishers are what more_than counts here: let one of the two say "
	    "how many" },
	{ similar_group, ERROR | GIVEN, NULL, "group",
	    "group is of stories: remove it, or 'count'" },
	{ no_story, ERROR | GIVEN, NULL, "group_by",
	    "group_by is of stories: remove it, or 'count'" },
	{ no_story, ERROR | GIVEN, NULL, "languages",
	    "languages is of stories: remove it, or 'count'" },
	{ groups_nothing, WARNING | GIVEN, NULL, "group_by",
	    "nothing is grouped, so group_by is not looked at; give 'group: "
	    "30m', or remove it" },
	{ quiet_without_from, ERROR, NULL, "quiet_hours",
	    "quiet_hours need a beginning, as 'from: \"23:00\"'" },
	{ quiet_without_to, ERROR, NULL, "quiet_hours",
	    "quiet_hours need an end, as 'to: \"06:30\"'" },
	{ quiet_without_zone, ERROR, NULL, "quiet_hours",
	    "quiet_hours need a time zone, as 'zone: Europe/Paris'" },
	{ quiet_without_days, WARNING, "quiet_hours", "days",
	    "no day is named, so these hours never come; remove 'days' for "
	    "every day" },
	{ quiet_all_day, WARNING, "quiet_hours", "to",
	    "from and to are the same time: these hours last the whole day" },
	{ quiet_critical, WARNING, NULL, "severity",
	    "a critical event is held back in quiet_hours all the same; remove "
	    "them, if it must not wait" },
	{ predicts_nothing, WARNING | GIVEN, "where", "predicted",
	    "predicted says how a category is looked for, and none is; give "
	    "one, as 'category: [sport]', or remove it" },
	{ predicts_with_none, ERROR, "where", "predicted_least",
	    "predicted_least is of predicted categories, and the rule looks at "
	    "none; add 'predicted: true', or remove it" },
	{ where_empty, WARNING | GIVEN, NULL, "where",
	    "where asks for nothing: the rule is about every item" },
	{ cooldown_short, WARNING, NULL, "cooldown",
	    "a cooldown under a minute holds hardly anything back; give "
	    "minutes, or remove it" },
};

static bool
counts_stories(const struct tcn_ruleset_draft *d)
{
	return !d->rule.watch && d->rule.kind == TCN_RULE_STORY;
}

static bool
counts_similar(const struct tcn_ruleset_draft *d)
{
	return !d->rule.watch && d->rule.kind == TCN_RULE_SIMILAR;
}

static bool
counts_clusters(const struct tcn_ruleset_draft *d)
{
	return !d->rule.watch && d->rule.kind == TCN_RULE_CLUSTER;
}

static bool
counts(const struct tcn_ruleset_draft *d)
{
	return !d->rule.watch;
}

static bool
always(const struct tcn_ruleset_draft *d)
{
	(void)d;
	return true;
}

/* A duration that a rule gives, and a setting that it should not exceed. */
static const struct excess {
	const char *key;
	size_t at; /* of struct tcn_rule */
	const char *setting;
	size_t limit; /* of struct tcn_ruleset_conf */
	bool (*matters)(const struct tcn_ruleset_draft *draft);
	const char *text; /* what comes of it, and how to mend it */
} excesses[] = {
	{ "within", offsetof(struct tcn_rule, within_ms), "near.horizon",
	    offsetof(struct tcn_ruleset_conf, horizon_ms), counts_stories,
	    "a copy of an older text is not known as one, and counts as an "
	    "origin of its own; shorten it, or raise near.horizon" },
	{ "within", offsetof(struct tcn_rule, within_ms), "near.horizon",
	    offsetof(struct tcn_ruleset_conf, horizon_ms), counts_similar,
	    "items older than that are forgotten and do not count; shorten it, "
	    "or raise near.horizon" },
	{ "within", offsetof(struct tcn_rule, within_ms), "lsh.horizon",
	    offsetof(struct tcn_ruleset_conf, cluster_horizon_ms),
	    counts_clusters,
	    "items older than that have left their clusters and do not count; "
	    "shorten it, or raise lsh.horizon" },
	{ "within", offsetof(struct tcn_rule, within_ms), "rules.quiet",
	    offsetof(struct tcn_ruleset_conf, quiet_ms), counts,
	    "an event may close while its items still count, and come back by "
	    "rules.reopen; shorten it, or raise rules.quiet" },
	{ "group", offsetof(struct tcn_rule, group_ms), "rules.quiet",
	    offsetof(struct tcn_ruleset_conf, quiet_ms), always,
	    "an event is closed by then, and what comes opens another; shorten "
	    "it, or raise rules.quiet" },
	{ "cooldown", offsetof(struct tcn_rule, cooldown_ms), "rules.quiet",
	    offsetof(struct tcn_ruleset_conf, quiet_ms), always,
	    "what is held back goes out only if the event has not closed by "
	    "then; shorten it, or raise rules.quiet" },
};

static int64_t
duration_at(const void *record, size_t at)
{
	int64_t ms;

	memcpy(&ms, (const char *)record + at, sizeof ms);
	return ms;
}

static void
check_excess(struct tcn_ruleset_diags *diags,
    const struct tcn_ruleset_draft *draft, const struct excess *excess)
{
	int64_t limit_ms = duration_at(draft->conf, excess->limit);
	int row = tcn_ruleset_row_find(NULL, tcn_str(excess->key));
	struct tcn_buf limit = { 0 };

	if (!tcn_ruleset_is_given(draft, NULL, excess->key) || limit_ms <= 0 ||
	    duration_at(&draft->rule, excess->at) <= limit_ms ||
	    !excess->matters(draft))
		return;
	tcn_quantity_print_units(&limit, (uint64_t)limit_ms,
	    tcn_quantity_time_units);
	tcn_ruleset_add_diag(diags, true, draft->places[row],
	    "%s is longer than %s (%.*s): %s", excess->key, excess->setting,
	    TCN_STR_ARG(tcn_buf_view(&limit)), excess->text);
	tcn_buf_fini(&limit);
}

void
tcn_ruleset_check_rule(struct tcn_ruleset_diags *diags,
    const struct tcn_ruleset_draft *draft)
{
	/* A value that was not understood would look as if left out. */
	bool clear = diags->errors_n == draft->errors_n;

	for (size_t i = 0; i < sizeof oddities / sizeof *oddities; i++) {
		const struct oddity *o = &oddities[i];
		int row = tcn_ruleset_row_find(o->group, tcn_str(o->key));
		struct tcn_ruleset_place place = draft->places[row];

		if ((!clear && o->flags & WARNING) || !o->found(draft) ||
		    (o->flags & GIVEN && !place.line))
			continue;
		tcn_ruleset_add_diag(diags, o->flags & WARNING,
		    place.line ? place : draft->at, "%s", o->text);
	}
	if (clear)
		tcn_ruleset_check_steps(diags, draft);
	for (size_t i = 0; clear && i < sizeof excesses / sizeof *excesses; i++)
		check_excess(diags, draft, &excesses[i]);
}

static uint64_t
hash_strs(uint64_t seed, const struct tcn_rule_strs *strs)
{
	for (size_t i = 0; i < strs->n; i++)
		seed =
		    XXH3_64bits_withSeed(strs->at[i].at, strs->at[i].n, seed);
	return seed * 31 + strs->n;
}

static uint64_t
hash_terms(uint64_t seed, const struct tcn_rule_terms *terms)
{
	for (size_t i = 0; i < terms->n; i++)
		seed = XXH3_64bits_withSeed(terms->at[i].text.at,
			   terms->at[i].text.n, seed) +
		    terms->at[i].pattern * 16 + terms->at[i].flags;
	return seed * 31 + terms->n;
}

static uint64_t
hash_steps(uint64_t seed, const struct tcn_rule_escalations *steps)
{
	for (size_t i = 0; i < steps->n; i++) {
		const struct tcn_rule_escalation *step = &steps->at[i];
		uint64_t numbers[4] = { step->more_than,
			(uint64_t)step->unit * 2 + step->has_severity,
			(uint64_t)step->unacknowledged_ms, step->severity };

		seed = XXH3_64bits_withSeed(numbers, sizeof numbers, seed);
		seed = hash_strs(seed, &step->notify);
	}
	return seed * 31 + steps->n;
}

uint64_t
tcn_ruleset_hash_rule(const struct tcn_rule *rule)
{
	const struct tcn_rule_where *where = &rule->where;
	uint64_t least, early, budget, predicted_least, numbers[15];
	uint64_t hash;

	memcpy(&least, &rule->least, sizeof least);
	memcpy(&early, &rule->early, sizeof early);
	memcpy(&budget, &rule->budget, sizeof budget);
	memcpy(&predicted_least, &where->predicted_least,
	    sizeof predicted_least);
	numbers[0] = (uint64_t)rule->kind * 8 + rule->unit * 2 + rule->watch;
	numbers[1] = rule->more_than;
	numbers[2] = (uint64_t)rule->within_ms;
	numbers[3] = rule->radius;
	numbers[4] = rule->min_origins;
	numbers[5] = rule->min_publishers;
	numbers[6] = least;
	numbers[7] = rule->severity;
	numbers[8] = (uint64_t)rule->group_ms;
	numbers[9] = rule->group_by | (uint64_t)rule->kinds << 8;
	numbers[10] =
	    rule->max_per_hour | (uint64_t)rule->where.predicted << 32;
	numbers[11] = rule->languages;
	numbers[12] = budget;
	numbers[13] = predicted_least;
	numbers[14] = early;
	hash = XXH3_64bits(numbers, sizeof numbers);
	hash = hash_terms(hash, &where->any);
	hash = hash_terms(hash, &where->all);
	hash = hash_terms(hash, &where->none);
	hash = hash_strs(hash, &where->languages);
	hash = hash_strs(hash, &where->categories);
	hash = hash_strs(hash, &where->sources);
	hash = hash_strs(hash, &where->places);
	hash = hash_strs(hash, &rule->not_while);
	hash = hash_steps(hash, &rule->escalate);
	/* The same rule twice, for different desks, may well be meant. */
	return hash_strs(hash, &rule->notify);
}

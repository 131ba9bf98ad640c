#include "rules/rule.h"

#include <assert.h>
#include <xxhash.h>

enum {
	DAY_MIN = 24 * 60,
	SAID_MAX = 8, /* entries of a list */
};

const char *const tcn_rule_kind_names[] = {
	[TCN_RULE_STORY] = "story",
	[TCN_RULE_SIMILAR] = "similar",
	[TCN_RULE_CLUSTER] = "cluster",
	NULL,
};

const char *const tcn_rule_unit_names[] = {
	[TCN_RULE_ITEMS] = "items",
	[TCN_RULE_ORIGINS] = "origins",
	[TCN_RULE_PUBLISHERS] = "publishers",
	NULL,
};

const char *const tcn_rule_day_names[] = { "mon", "tue", "wed", "thu", "fri",
	"sat", "sun", NULL };

const char *const tcn_rule_group_names[] = {
	[TCN_RULE_GROUP_STORY] = "story",
	[TCN_RULE_GROUP_RULE] = "rule",
	NULL,
};

const char *const tcn_rule_languages_names[] = {
	[TCN_RULE_LANGUAGES_LINK] = "link",
	[TCN_RULE_LANGUAGES_APART] = "apart",
	NULL,
};

const char *
tcn_rule_group_name(enum tcn_rule_group_by group_by)
{
	assert((unsigned)group_by <= TCN_RULE_GROUP_RULE);
	return tcn_rule_group_names[group_by];
}

const char *
tcn_rule_kind_name(enum tcn_rule_kind kind)
{
	assert((unsigned)kind <= TCN_RULE_CLUSTER);
	return tcn_rule_kind_names[kind];
}

const char *
tcn_rule_unit_name(enum tcn_rule_unit unit)
{
	assert((unsigned)unit <= TCN_RULE_PUBLISHERS);
	return tcn_rule_unit_names[unit];
}

uint64_t
tcn_rule_key(struct tcn_str name)
{
	return XXH3_64bits(name.at, name.n);
}

bool
tcn_rule_where_is_empty(const struct tcn_rule_where *where)
{
	return !where->any.n && !where->all.n && !where->none.n &&
	    !where->languages.n && !where->categories.n && !where->sources.n &&
	    !where->places.n;
}

/* Begins an entry of a list: false, with dots, behind the eighth. */
static bool
say_next(const char *name, size_t i, struct tcn_buf *out)
{
	if (i == 0) {
		tcn_buf_z(out, out->n ? "; " : "");
		tcn_buf_z(out, name);
		tcn_buf_z(out, *name ? ": " : "");
	} else {
		tcn_buf_z(out, i < SAID_MAX ? ", " : " ...");
	}
	return i < SAID_MAX;
}

static void
say_terms(const char *name, const struct tcn_rule_terms *terms,
    struct tcn_buf *out)
{
	for (size_t i = 0; i < terms->n && say_next(name, i, out); i++) {
		const struct tcn_rule_term *term = &terms->at[i];

		tcn_buf_z(out, term->pattern ? "/" : "");
		tcn_buf_str(out, term->text);
		tcn_buf_z(out, term->pattern ? "/" : "");
	}
}

static void
say_strs(const char *name, const struct tcn_rule_strs *strs,
    struct tcn_buf *out)
{
	for (size_t i = 0; i < strs->n && say_next(name, i, out); i++)
		tcn_buf_str(out, strs->at[i]);
}

void
tcn_rule_where_say(const struct tcn_rule_where *where, struct tcn_buf *out)
{
	say_terms("", &where->any, out);
	say_terms("all", &where->all, out);
	say_terms("none", &where->none, out);
	say_strs("language", &where->languages, out);
	say_strs("category", &where->categories, out);
	say_strs("source", &where->sources, out);
	say_strs("place", &where->places, out);
}

bool
tcn_rule_escalation_reached(const struct tcn_rule_escalation *step,
    uint32_t items, uint32_t origins, uint32_t publishers)
{
	uint32_t n = step->unit == TCN_RULE_ITEMS ? items
	    : step->unit == TCN_RULE_ORIGINS      ? origins
						  : publishers;

	return step->more_than && n > step->more_than;
}

enum tcn_severity
tcn_rule_severity(const struct tcn_rule *rule, uint32_t items, uint32_t origins,
    uint32_t publishers)
{
	enum tcn_severity severity = rule->severity;

	for (size_t i = 0; i < rule->escalate.n; i++) {
		const struct tcn_rule_escalation *step = &rule->escalate.at[i];

		if (step->has_severity && step->severity > severity &&
		    tcn_rule_escalation_reached(step, items, origins,
			publishers))
			severity = step->severity;
	}
	return severity;
}

static bool
terms_are_sound(const struct tcn_rule_terms *terms)
{
	for (size_t i = 0; i < terms->n; i++)
		if (!terms->at[i].text.n ||
		    (!terms->at[i].pattern && terms->at[i].flags))
			return false;
	return true;
}

/* What is wrong with how it counts, or NULL. */
static const char *
count_fault(const struct tcn_rule *rule)
{
	if ((unsigned)rule->kind > TCN_RULE_CLUSTER ||
	    (unsigned)rule->unit > TCN_RULE_PUBLISHERS)
		return "counts nothing known";
	if (rule->within_ms <= 0)
		return "has no window";
	if (rule->radius > TCN_RULE_RADIUS_MAX)
		return "has too large a radius";
	if (!(rule->least >= 0 && rule->least < 100) ||
	    !(rule->early >= 0 && rule->early < 100) || !(rule->budget >= 0))
		return "has a probability that is none";
	if (rule->watch && (rule->kind != TCN_RULE_STORY || rule->more_than))
		return "is a watch rule that counts";
	return NULL;
}

/* What is wrong with how it groups, or NULL. */
static const char *
group_fault(const struct tcn_rule *rule)
{
	if ((unsigned)rule->group_by > TCN_RULE_GROUP_RULE)
		return "groups by nothing known";
	if (rule->group_ms < 0)
		return "groups within a negative time";
	if (rule->group_ms && rule->kind != TCN_RULE_STORY)
		return "groups what is no story";
	return NULL;
}

/* What is wrong with its steps of escalation, or NULL. */
static const char *
escalation_fault(const struct tcn_rule *rule)
{
	if (rule->escalate.n > TCN_RULE_ESCALATIONS_MAX)
		return "has too many steps of escalation";
	for (size_t i = 0; i < rule->escalate.n; i++) {
		const struct tcn_rule_escalation *step = &rule->escalate.at[i];

		if ((unsigned)step->unit > TCN_RULE_PUBLISHERS ||
		    (unsigned)step->severity > TCN_SEVERITY_CRITICAL ||
		    step->unacknowledged_ms < 0)
			return "has a step of escalation that is out of range";
		if ((step->more_than == 0) == (step->unacknowledged_ms == 0))
			return "has a step of escalation with no condition, "
			       "or two";
	}
	return NULL;
}

/* What is wrong with how its events are announced, or NULL. */
static const char *
notice_fault(const struct tcn_rule *rule)
{
	const struct tcn_rule_hours *quiet = &rule->quiet;

	if ((unsigned)rule->severity > TCN_SEVERITY_CRITICAL)
		return "is of no known severity";
	if (rule->cooldown_ms < 0)
		return "has a negative cooldown";
	if (quiet->from_min >= DAY_MIN || quiet->to_min >= DAY_MIN ||
	    quiet->days >= 1u << 7)
		return "has quiet hours that no day has";
	return NULL;
}

enum tcn_rc
tcn_rule_check(const struct tcn_rule *rule, struct tcn_err *err)
{
	const char *fault = rule->name.n ? count_fault(rule) : "has no name";

	if (!fault)
		fault = group_fault(rule);
	if (!fault)
		fault = notice_fault(rule);
	if (!fault)
		fault = escalation_fault(rule);
	if (!fault &&
	    (!terms_are_sound(&rule->where.any) ||
		!terms_are_sound(&rule->where.all) ||
		!terms_are_sound(&rule->where.none)))
		fault = "has an empty term, or flags without a pattern";
	return fault ? tcn_err_set(err, TCN_INVALID, "rule '%.*s' %s",
			   TCN_STR_ARG(rule->name), fault)
		     : TCN_OK;
}

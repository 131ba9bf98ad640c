#include "tests/rules/ruleset_check.h"

enum {
	DAY_MIN = 24 * 60,
};

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
rule_check(const struct tcn_rule *rule, struct tcn_err *err)
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

static enum tcn_rc
check_diags(const struct tcn_ruleset *set, struct tcn_err *err)
{
	size_t errors = 0;

	for (size_t i = 0; i < set->diags_n; i++) {
		const struct tcn_ruleset_diag *diag = &set->diags[i];

		errors += !diag->warning;
		if (!diag->text || !diag->text[0])
			return tcn_err_set(err, TCN_CORRUPT,
			    "diag %zu says nothing", i);
		if (i &&
		    (diag->line < diag[-1].line ||
			(diag->line == diag[-1].line &&
			    diag->column < diag[-1].column)))
			return tcn_err_set(err, TCN_CORRUPT,
			    "diag %zu is out of order", i);
	}
	if (errors > set->errors_n || set->diags_n - errors > set->warnings_n ||
	    (set->errors_n && !errors))
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu errors and %zu warnings are counted wrongly",
		    set->errors_n, set->warnings_n);
	return TCN_OK;
}

enum tcn_rc
ruleset_check(const struct tcn_ruleset *set, struct tcn_err *err)
{
	enum tcn_rc rc = check_diags(set, err);

	for (size_t i = 0; i < set->n && !rc && !set->errors_n; i++) {
		const struct tcn_rule *rule = &set->rules[i];

		if (rule_check(rule, err))
			return TCN_CORRUPT;
		for (size_t j = 0; j < i; j++)
			if (tcn_str_equal(rule->name, set->rules[j].name))
				return tcn_err_set(err, TCN_CORRUPT,
				    "rules %zu and %zu have one name", j, i);
	}
	return rc;
}

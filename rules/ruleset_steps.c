/*
 * The steps of escalation of one rule: what is wrong or odd with them.
 */
#include <string.h>

#include "engine/base/mem.h"
#include "engine/item/severity.h"
#include "rules/ruleset_impl.h"

/* What is wrong with a step, and how to mend it; or NULL. */
static const char *
step_fault(const struct tcn_rule_escalation *step)
{
	if (!step->more_than && !step->unacknowledged_ms)
		return "a step says when: give 'more_than: 50' or "
		       "'unacknowledged: 30m'";
	if (step->more_than && step->unacknowledged_ms)
		return "a step has one condition: make two steps of "
		       "more_than and unacknowledged";
	if (!step->has_severity && !step->notify.n)
		return "a step says what then: give 'severity: critical' or "
		       "'notify: [night-desk]'";
	return NULL;
}

void
tcn_ruleset_add_step(struct tcn_ruleset_diags *diags,
    const struct tcn_rule_escalation *step, size_t errors_n,
    struct tcn_ruleset_steps *steps)
{
	struct tcn_ruleset_place place = { step->line, step->column };
	const char *fault =
	    diags->errors_n == errors_n ? step_fault(step) : NULL;
	struct tcn_rule_escalation *at;

	if (steps->n == TCN_RULE_ESCALATIONS_MAX) {
		tcn_ruleset_add_diag(diags, false, place,
		    "a rule has %d steps at most; remove some",
		    TCN_RULE_ESCALATIONS_MAX);
		return;
	}
	if (fault)
		tcn_ruleset_add_diag(diags, false, place, "%s", fault);
	at = tcn_mem_grow(steps->at, &steps->cap, steps->n + 1, sizeof *at);
	steps->at = at;
	at[steps->n++] = *step;
}

void
tcn_ruleset_check_steps(struct tcn_ruleset_diags *diags,
    const struct tcn_ruleset_draft *draft)
{
	const struct tcn_rule *rule = &draft->rule;

	for (size_t i = 0; i < rule->escalate.n; i++) {
		const struct tcn_rule_escalation *step = &rule->escalate.at[i];
		struct tcn_ruleset_place place = { step->line, step->column };

		if (step->has_severity && step->severity <= rule->severity)
			tcn_ruleset_add_diag(diags, true, place,
			    "the rule's severity is %s already: a step raises "
			    "it; give a higher one",
			    tcn_severity_name(rule->severity));
		if (step->more_than && !rule->watch &&
		    step->unit == rule->unit &&
		    step->more_than <= rule->more_than)
			tcn_ruleset_add_diag(diags, true, place,
			    "the rule fires at more than %u: this step is "
			    "reached at once; give more",
			    rule->more_than);
	}
}

void
tcn_ruleset_set_steps(struct tcn_ruleset_diags *diags,
    struct tcn_ruleset_steps *steps, struct tcn_rule *rule)
{
	struct tcn_rule_escalation *at =
	    tcn_arena_zalloc(diags->arena, steps->n + 1, sizeof *at);

	if (steps->n)
		memcpy(at, steps->at, steps->n * sizeof *at);
	rule->escalate = (struct tcn_rule_escalations){ at, steps->n };
	steps->n = 0;
}

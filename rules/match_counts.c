#include <assert.h>

#include "rules/match_impl.h"

uint64_t
tcn_match_patterns_over_limit(const struct tcn_match *m)
{
	return m->given_up;
}

static uint64_t
span_given_up(const struct tcn_match *m, struct tcn_match_span span)
{
	uint64_t n = 0;

	for (uint32_t i = span.from; i < span.from + span.n; i++) {
		const struct tcn_match_atom *atom =
		    &m->atoms.at[m->refs.at[i].atom];

		if (atom->pattern)
			n += tcn_pattern_given_up(atom->pattern);
	}
	return n;
}

uint64_t
tcn_match_rule_given_up(const struct tcn_match *m, uint32_t rule)
{
	const struct tcn_match_condition *c;

	assert(rule < m->rules_n);
	c = &m->conditions[rule];
	return span_given_up(m, c->any) + span_given_up(m, c->all) +
	    span_given_up(m, c->none);
}

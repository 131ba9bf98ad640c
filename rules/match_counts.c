#include <assert.h>

#include "rules/match_impl.h"

struct tcn_match_counts
tcn_match_counts(const struct tcn_match *m)
{
	struct tcn_match_counts counts = {
		.docs = m->docs,
		.looked_at = m->looked_at,
		.patterns_run = m->patterns_run,
		.patterns_given_up = m->given_up,
		.words = m->words.n,
		.unselected = m->unselected.n,
	};

	for (size_t i = 0; i < m->atoms.n; i++)
		counts.patterns += m->atoms.at[i].pattern != NULL;
	return counts;
}

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

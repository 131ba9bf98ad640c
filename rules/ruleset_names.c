/*
 * The names that rules give: of desks and receivers to be notified, which the
 * caller knows, and of other rules (not_while).
 */
#include <string.h>

#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/base/quantity.h"
#include "engine/base/suggest.h"
#include "rules/ruleset_impl.h"

static bool
has_str(const struct tcn_str *strs, size_t n, struct tcn_str s)
{
	for (size_t i = 0; i < n; i++)
		if (tcn_str_equal(strs[i], s))
			return true;
	return false;
}

/* Adds an error for each of the names that is not one of desks. */
static void
check_names(struct tcn_ruleset_diags *diags, const struct tcn_rule *rule,
    const struct tcn_rule_strs *names, struct tcn_ruleset_place place,
    const struct tcn_str *desks, size_t n)
{
	for (size_t i = 0; i < names->n; i++)
		if (!has_str(desks, n, names->at[i]))
			tcn_ruleset_add_diag(diags, false, place,
			    "rule '%.*s' notifies '%.*s', and there is no desk "
			    "or receiver of that name",
			    TCN_STR_ARG(rule->name), TCN_STR_ARG(names->at[i]));
}

static void
check_rule_desks(struct tcn_ruleset_diags *diags, const struct tcn_rule *rule,
    const struct tcn_str *desks, size_t n)
{
	struct tcn_ruleset_place place = { rule->notify_line,
		rule->notify_column };

	check_names(diags, rule, &rule->notify, place, desks, n);
	for (size_t i = 0; i < rule->escalate.n; i++) {
		const struct tcn_rule_escalation *step = &rule->escalate.at[i];

		place = (struct tcn_ruleset_place){ step->line, step->column };
		check_names(diags, rule, &step->notify, place, desks, n);
	}
}

enum tcn_rc
tcn_ruleset_check_desks(struct tcn_ruleset *set, const char *name,
    const struct tcn_str *desks, size_t n, struct tcn_err *err)
{
	struct tcn_ruleset_diags diags = { .arena = &set->arena };

	/* Copies the ruleset's diags, to be added to. */
	diags.at =
	    tcn_mem_grow(NULL, &diags.cap, set->diags_n + 1, sizeof *diags.at);
	if (set->diags_n)
		memcpy(diags.at, set->diags, set->diags_n * sizeof *diags.at);
	diags.n = set->diags_n;
	diags.errors_n = set->errors_n;
	diags.warnings_n = set->warnings_n;
	for (size_t i = 0; i < set->n; i++)
		check_rule_desks(&diags, &set->rules[i], desks, n);
	tcn_ruleset_store_diags(&diags, set);
	tcn_mem_free(diags.at);
	return tcn_ruleset_first_error(set, name, err);
}

/* --- not_while --- */

/* A rule, as the search for circles sees it. */
struct visit {
	size_t from; /* the rule that led here */
	size_t next; /* of the names in its not_while, to follow */
	bool begun, done;
};

struct graph {
	struct tcn_ruleset_diags *diags;
	const struct tcn_rule *rules;
	size_t n;
	struct tcn_map by_key; /* tcn_rule_key() -> index */
	struct visit *visits; /* of each rule */
};

static struct tcn_ruleset_place
not_while_place(const struct tcn_rule *rule)
{
	return (struct tcn_ruleset_place){ rule->not_while_line,
		rule->not_while_column };
}

/* The index of the rule of that name, or n. */
static size_t
find_rule(const struct graph *graph, struct tcn_str name)
{
	const uint64_t *at = tcn_map_find(&graph->by_key, tcn_rule_key(name));

	return at ? (size_t)*at : graph->n;
}

static void
diag_no_rule(const struct graph *graph, const struct tcn_rule *rule,
    struct tcn_str name)
{
	char word[TCN_QUANTITY_EXCERPT_BYTES];
	struct tcn_suggest nearest;
	const char *best;

	tcn_suggest_init(&nearest, tcn_quantity_excerpt(name, word));
	for (size_t i = 0; i < graph->n; i++)
		if (graph->rules[i].name.n)
			tcn_suggest_offer(&nearest, graph->rules[i].name.at);
	best = tcn_suggest_find(&nearest);
	if (best)
		tcn_ruleset_add_diag(graph->diags, false, not_while_place(rule),
		    "not_while: there is no rule '%s'; did you mean '%s'?",
		    word, best);
	else
		tcn_ruleset_add_diag(graph->diags, false, not_while_place(rule),
		    "not_while: there is no rule '%s'; name one of this file",
		    word);
}

/* Where two rules hold each other back, neither would be told. */
static void
diag_circle(const struct graph *graph, size_t from, size_t to)
{
	const struct tcn_rule *rule = &graph->rules[from];

	if (from == to)
		tcn_ruleset_add_diag(graph->diags, false, not_while_place(rule),
		    "not_while: rule '%.*s' would hold itself back, and never "
		    "send a message; remove its name",
		    TCN_STR_ARG(rule->name));
	else
		tcn_ruleset_add_diag(graph->diags, false, not_while_place(rule),
		    "not_while: rules '%.*s' and '%.*s' hold each other back "
		    "in a circle, and none of them would ever send a message; "
		    "remove one of the names",
		    TCN_STR_ARG(rule->name),
		    TCN_STR_ARG(graph->rules[to].name));
}

/*
 * Follows not_while from one rule on, depth first: a rule that is met again
 * while it is on the path closes a circle. The path is in visits[].from, so
 * that no chain of rules is too long.
 */
static void
walk_from(struct graph *graph, size_t start)
{
	size_t at = start;

	graph->visits[start] = (struct visit){ .from = graph->n, .begun = 1 };
	while (at < graph->n) {
		const struct tcn_rule_strs *names = &graph->rules[at].not_while;
		struct visit *visit = &graph->visits[at];
		size_t to;

		if (visit->next == names->n) {
			visit->done = true;
			at = visit->from;
			continue;
		}
		to = find_rule(graph, names->at[visit->next++]);
		if (to == graph->n || graph->visits[to].done)
			continue;
		if (graph->visits[to].begun) {
			diag_circle(graph, at, to);
			continue;
		}
		graph->visits[to] = (struct visit){ .from = at, .begun = 1 };
		at = to;
	}
}

static void
index_rules(struct graph *graph)
{
	uint64_t *at;

	tcn_map_reserve(&graph->by_key, graph->n);
	for (size_t i = 0; i < graph->n; i++) {
		tcn_map_put(&graph->by_key, tcn_rule_key(graph->rules[i].name),
		    &at, NULL);
		*at = i;
	}
}

void
tcn_ruleset_check_not_while(struct tcn_ruleset_diags *diags,
    const struct tcn_rule *rules, size_t n)
{
	struct graph graph = { .diags = diags, .rules = rules, .n = n };

	index_rules(&graph);
	graph.visits = tcn_mem_calloc(n + 1, sizeof *graph.visits);
	for (size_t i = 0; i < n; i++) {
		const struct tcn_rule_strs *names = &rules[i].not_while;

		for (size_t j = 0; j < names->n; j++)
			if (find_rule(&graph, names->at[j]) == n)
				diag_no_rule(&graph, &rules[i], names->at[j]);
		if (!graph.visits[i].done)
			walk_from(&graph, i);
	}
	tcn_map_fini(&graph.by_key);
	tcn_mem_free(graph.visits);
}

/*
 * rules/ruleset_impl.h - what the files of the reader of rules share. Private
 * to rules/ruleset*.c.
 */
#ifndef TCN_RULES_RULESET_IMPL_H
#define TCN_RULES_RULESET_IMPL_H

#include "rules/ruleset.h"
#include "rules/ruleset_table.h"

/* A place in the file; line 0: the field is not in the file. */
struct tcn_ruleset_place {
	unsigned line, column;
};

/* A rule that is being read, and the place of each of its fields. */
struct tcn_ruleset_draft {
	struct tcn_rule rule;
	const struct tcn_ruleset_conf *conf;
	struct tcn_ruleset_place at; /* where the rule begins */
	struct tcn_ruleset_place places[TCN_RULESET_ROWS_MAX];
	size_t errors_n; /* errors found before it began */
};

/* The diags found so far, while a ruleset is read. */
struct tcn_ruleset_diags {
	struct tcn_arena *arena;
	struct tcn_ruleset_diag *at;
	size_t n, cap;
	size_t errors_n, warnings_n;
};

/* Adds a diag at that place, formatted as by printf(). */
void tcn_ruleset_add_diag(struct tcn_ruleset_diags *diags, bool warning,
    struct tcn_ruleset_place place, const char *fmt, ...) TCN_PRINTF(4, 5);

/* Moves the diags into the ruleset, sorted by place. */
void tcn_ruleset_store_diags(struct tcn_ruleset_diags *diags,
    struct tcn_ruleset *set);

/* Sets err to the first error among the diags, and returns TCN_INVALID; TCN_OK:
 * there is none. */
enum tcn_rc tcn_ruleset_first_error(const struct tcn_ruleset *set,
    const char *name, struct tcn_err *err);

/* --- ruleset_value.c: texts, as values of a row; false: a diag was added.
 * What a rule keeps of a text is copied to the diags' arena. --- */

/* Sets the field of a row that takes one value; record is the struct tcn_rule,
 * or the step, that has the field. */
bool tcn_ruleset_set_value(struct tcn_ruleset_diags *diags,
    const struct tcn_ruleset_row *row, struct tcn_str text,
    struct tcn_ruleset_place place, void *record);

/* The texts of one list while it is read. */
struct tcn_ruleset_list {
	struct tcn_rule_term *at;
	size_t n, cap;
};

/* Adds a text to the list of a row that takes several values. */
bool tcn_ruleset_list_add(struct tcn_ruleset_diags *diags,
    const struct tcn_ruleset_row *row, struct tcn_str text,
    struct tcn_ruleset_place place, struct tcn_ruleset_list *list);

/* Sets the field of a row to the list, and empties the list. */
void tcn_ruleset_list_store(struct tcn_ruleset_diags *diags,
    const struct tcn_ruleset_row *row, struct tcn_ruleset_list *list,
    void *record);

/* --- ruleset_check.c --- */

/* Whether the file gives this field of the rule. */
bool tcn_ruleset_is_given(const struct tcn_ruleset_draft *draft,
    const char *group, const char *key);

/* Adds diags for what is wrong or odd with one rule as a whole. */
void tcn_ruleset_check_rule(struct tcn_ruleset_diags *diags,
    const struct tcn_ruleset_draft *draft);

/* A hash of a rule without its name: equal for rules that would open the same
 * events and notify the same desks. */
uint64_t tcn_ruleset_hash_rule(const struct tcn_rule *rule);

/* --- ruleset_steps.c --- */

/* The steps of one rule while they are read. */
struct tcn_ruleset_steps {
	struct tcn_rule_escalation *at;
	size_t n, cap;
};

/* Sets the rule's steps of escalation to the collected ones, and empties the
 * list. */
void tcn_ruleset_set_steps(struct tcn_ruleset_diags *diags,
    struct tcn_ruleset_steps *steps, struct tcn_rule *rule);

/* Adds the step that was read, and a diag if it is wrong as a whole; no diag if
 * more than errors_n errors were found so far, since a value that was refused
 * looks like an omitted one. */
void tcn_ruleset_add_step(struct tcn_ruleset_diags *diags,
    const struct tcn_rule_escalation *step, size_t errors_n,
    struct tcn_ruleset_steps *steps);

/* Adds warnings for steps that are reached at once, or raise nothing. */
void tcn_ruleset_check_steps(struct tcn_ruleset_diags *diags,
    const struct tcn_ruleset_draft *draft);

/* --- ruleset_names.c --- */

/* Adds errors for names in not_while that no rule has, and for circles. */
void tcn_ruleset_check_not_while(struct tcn_ruleset_diags *diags,
    const struct tcn_rule *rules, size_t n);

/* --- ruleset_words.c: diags for what is wrong or odd with words --- */

struct tcn_ruleset_words;

/* Makes a checker of words, to be used for a whole file. */
struct tcn_ruleset_words *tcn_ruleset_words_new(void);
void tcn_ruleset_words_free(struct tcn_ruleset_words *words);

/* Adds diags for words of the rule that cannot match or match too much. */
void tcn_ruleset_words_check(struct tcn_ruleset_words *words,
    struct tcn_ruleset_diags *diags, const struct tcn_rule *rule);

#endif

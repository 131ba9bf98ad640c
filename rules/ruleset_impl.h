/*
 * rules/ruleset_impl.h - the table of what a rule may say, and the parts of
 * its reader. Private to rules/ruleset*.c and the schema.
 */
#ifndef TCN_RULES_RULESET_IMPL_H
#define TCN_RULES_RULESET_IMPL_H

#include "rules/ruleset.h"

enum tcn_ruleset_row_kind {
	TCN_RULESET_ROW_NAME, /* struct tcn_str: small letters, digits and '-'
			       */
	TCN_RULESET_ROW_BOOLEAN, /* bool */
	TCN_RULESET_ROW_CHOICE, /* an enum: index into words */
	TCN_RULESET_ROW_COUNT, /* uint32_t */
	TCN_RULESET_ROW_NUMBER, /* double */
	TCN_RULESET_ROW_DURATION, /* int64_t, milliseconds */
	TCN_RULESET_ROW_TERMS, /* struct tcn_rule_terms: words and patterns */
	TCN_RULESET_ROW_TEXTS, /* struct tcn_rule_strs */
	TCN_RULESET_ROW_LANGUAGES, /* struct tcn_rule_strs: ISO 639-1 */
	TCN_RULESET_ROW_DESKS, /* struct tcn_rule_strs: names */
	TCN_RULESET_ROW_TIME, /* unsigned: minute of the day, from "HH:MM" */
	TCN_RULESET_ROW_ZONE, /* struct tcn_str: name of a time zone */
	TCN_RULESET_ROW_DAYS, /* unsigned: a bit for each of words */
	TCN_RULESET_ROW_GROUP, /* no field: the rows whose group this is */
};

struct tcn_ruleset_row {
	const char *key;
	enum tcn_ruleset_row_kind kind;
	size_t at; /* offset of the field in struct tcn_rule */
	const char *group; /* key of the row it stands under; NULL: a rule's */
	const char *least, *most; /* range, as a file has it; NULL: none */
	const char *const *words; /* NULL behind the last */
	const char *help; /* a sentence */
};

#define TCN_RULESET_ROWS_MAX 40

/* By number, from 0; NULL behind the last. */
const struct tcn_ruleset_row *tcn_ruleset_row(size_t i);

/* The number of key in group; -1: there is none. */
int tcn_ruleset_row_find(const char *group, struct tcn_str key);

/* Where something stands in the file; line 0: it is not there. */
struct tcn_ruleset_place {
	unsigned line, column;
};

/* A rule and where each of its rows stands, while it is read. */
struct tcn_ruleset_draft {
	struct tcn_rule rule;
	const struct tcn_ruleset_conf *conf;
	struct tcn_ruleset_place at; /* where the rule begins */
	struct tcn_ruleset_place places[TCN_RULESET_ROWS_MAX];
	size_t errors_n; /* noted before it began */
};

/* What takes diags while a ruleset is made. */
struct tcn_ruleset_diags {
	struct tcn_arena *arena;
	struct tcn_ruleset_diag *at;
	size_t n, cap;
	size_t errors_n, warnings_n;
	bool failed; /* out of memory */
};

void tcn_ruleset_add_diag(struct tcn_ruleset_diags *diags, bool warning,
    struct tcn_ruleset_place place, const char *fmt, ...) TCN_PRINTF(4, 5);

/*
 * One text as the value of a row, or as one of its list. False: noted. What
 * is kept of text is copied to the diags' arena.
 */
bool tcn_ruleset_set_value(struct tcn_ruleset_diags *diags,
    const struct tcn_ruleset_row *row, struct tcn_str text,
    struct tcn_ruleset_place place, struct tcn_rule *rule);

/* Texts of one list, being collected; room is kept. */
struct tcn_ruleset_list {
	struct tcn_rule_term *at;
	size_t n, cap;
};

/* Adds a text to the list of a row that takes one. False: noted. */
bool tcn_ruleset_list_add(struct tcn_ruleset_diags *diags,
    const struct tcn_ruleset_row *row, struct tcn_str text,
    struct tcn_ruleset_place place, struct tcn_ruleset_list *list);

/* Moves the list to the field of a row, and empties it. */
void tcn_ruleset_list_store(struct tcn_ruleset_diags *diags,
    const struct tcn_ruleset_row *row, struct tcn_ruleset_list *list,
    struct tcn_rule *rule);

/* Does the row take several texts? */
bool tcn_ruleset_row_is_list(const struct tcn_ruleset_row *row);

/* Does the rule say this? */
bool tcn_ruleset_is_given(const struct tcn_ruleset_draft *draft,
    const char *group, const char *key);

/* What is wrong or odd with one rule as a whole. */
void tcn_ruleset_check_rule(struct tcn_ruleset_diags *diags,
    const struct tcn_ruleset_draft *draft);

/* A number that is equal for rules that ask for the same. */
uint64_t tcn_ruleset_hash_rule(const struct tcn_rule *rule);

/* What is wrong or odd with the words of one rule. */
struct tcn_ruleset_words;

TCN_MUST_USE enum tcn_rc
tcn_ruleset_words_new(struct tcn_ruleset_words **words);
void tcn_ruleset_words_free(struct tcn_ruleset_words *words);
void tcn_ruleset_words_check(struct tcn_ruleset_words *words,
    struct tcn_ruleset_diags *diags, const struct tcn_rule *rule);

#endif

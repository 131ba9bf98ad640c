/*
 * rules/ruleset_table.h - the table of a rule's fields: one row a field.
 *
 * The reader of rules, its messages and the JSON Schema for editors all come
 * from these rows. A new field of a rule is a row here, a member of struct
 * tcn_rule, and a number in tcn_ruleset_hash_rule().
 */
#ifndef TCN_RULES_RULESET_TABLE_H
#define TCN_RULES_RULESET_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/str.h"

enum tcn_ruleset_row_kind {
	TCN_RULESET_ROW_NAME, /* struct tcn_str: a-z, digits and '-' */
	TCN_RULESET_ROW_BOOLEAN, /* bool */
	TCN_RULESET_ROW_CHOICE, /* an enum: index into words */
	TCN_RULESET_ROW_COUNT, /* uint32_t */
	TCN_RULESET_ROW_PERCENT, /* double; a per-cent sign may follow it */
	TCN_RULESET_ROW_RATE, /* double, a day; "/day", "/week" may follow it */
	TCN_RULESET_ROW_DURATION, /* int64_t, milliseconds */
	TCN_RULESET_ROW_TERMS, /* struct tcn_rule_terms: words and patterns */
	TCN_RULESET_ROW_TEXTS, /* struct tcn_rule_strs */
	TCN_RULESET_ROW_LANGUAGES, /* struct tcn_rule_strs: ISO 639-1 */
	TCN_RULESET_ROW_PLACES, /* struct tcn_rule_strs: ISO 3166-1 */
	TCN_RULESET_ROW_NAMES, /* struct tcn_rule_strs: of rules or desks */
	TCN_RULESET_ROW_TIME, /* unsigned: minute of the day, from "HH:MM" */
	TCN_RULESET_ROW_ZONE, /* struct tcn_str: name of a time zone */
	TCN_RULESET_ROW_SET, /* unsigned: a bit for each of words */
	TCN_RULESET_ROW_GROUP, /* no field: the rows whose group this is */
	TCN_RULESET_ROW_STEPS, /* struct tcn_rule_escalations: a list of
				* records, whose fields are the rows of this
				* group */
};

struct tcn_ruleset_row {
	const char *key;
	enum tcn_ruleset_row_kind kind;
	size_t at; /* of the field in struct tcn_rule, or in the record */
	const char *group; /* key of the row it is under; NULL: the rule */
	const char *least, *most; /* range, as a file has it; NULL: none */
	const char *const *words; /* NULL behind the last */
	const char *help; /* a sentence */
};

#define TCN_RULESET_ROWS_MAX 42

/* The row of a number, from 0; NULL beyond the last. */
const struct tcn_ruleset_row *tcn_ruleset_row(size_t i);

/* The number of the row with this key in the group; -1: there is none. */
int tcn_ruleset_row_find(const char *group, struct tcn_str key);

/* Whether the row belongs to this group (NULL: to the rule itself). */
bool tcn_ruleset_row_is_of(const struct tcn_ruleset_row *row,
    const char *group);

/* Whether the row takes several texts. */
bool tcn_ruleset_row_is_list(const struct tcn_ruleset_row *row);

#endif

/*
 * tools/conf/rules_form.h - a file of rules as a form: what one of its rules
 * says, field by field, and the same file with some of it changed.
 *
 * Which fields there are, what they take and what they are for is the table of
 * rules (rules/ruleset_table.h). A change replaces the bytes of a value, or
 * adds or takes out an entry, and leaves all else as it is: comments, order,
 * and how the rest is written. Whether the rules are any good is not looked at:
 * a text that is YAML can be shown and changed, whatever its mistakes.
 *
 * A field is called as in the file, behind its group and a point: severity,
 * where.any. Its value is text as the file has it; of a list each element on a
 * line of its own, a step of an escalation in brackets. A group that loses its
 * last field goes with it.
 */
#ifndef TCN_TOOLS_CONF_RULES_FORM_H
#define TCN_TOOLS_CONF_RULES_FORM_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"

/* Where a mapping or a value stands in the text. */
struct tcn_rules_form_span {
	size_t from, to;
	bool flow; /* in brackets */
	bool first; /* the first entry of a rule, behind its dash */
};

struct tcn_rules_form_field {
	struct tcn_str value; /* lines; empty: it is not said */
	bool said;
	bool empty; /* it is said, but left out or null */
	bool fixed; /* its value can be changed only in the text */
	struct tcn_rules_form_span key, at; /* of the value */
};

struct tcn_rules_form_rule {
	struct tcn_str name; /* empty: it has none */
	struct tcn_rules_form_span at;
	unsigned long indent; /* blanks before its keys, where it has lines */
	struct tcn_rules_form_field *fields; /* by row of the table */
};

struct tcn_rules_form {
	struct tcn_rules_form_rule *rules;
	size_t n;
	size_t end; /* behind the last rule */
	bool fixed; /* no rule can be added but in the text */
};

/* Reads a text of up to 1 MiB and 20,000 rules; the form lives in arena, and so
 * long as yaml does. TCN_INVALID: it is no YAML, or larger, and err has the
 * place. O(bytes), and 3 KiB for a rule. */
TCN_MUST_USE enum tcn_rc tcn_rules_form_read(struct tcn_str yaml,
    struct tcn_arena *arena, struct tcn_rules_form *form, struct tcn_err *err);

/*
 * Appends the text with a field of a rule changed; i: which rule, the number of
 * rules: a new one behind the last, of which only the name can be set. An empty
 * value takes the field out. TCN_INVALID: err says why that cannot be done.
 */
TCN_MUST_USE enum tcn_rc tcn_rules_form_set(struct tcn_str yaml, size_t i,
    struct tcn_str field, struct tcn_str value, struct tcn_arena *arena,
    struct tcn_buf *out, struct tcn_err *err);

/* Appends the fields of a rule and what the table says of them, as the members
 * "rules", "rule" and "fields" of an object. */
void tcn_rules_form_json(const struct tcn_rules_form *form, size_t i,
    struct tcn_buf *out);

#endif

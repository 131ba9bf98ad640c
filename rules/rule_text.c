#include "rules/rule_text.h"

#include "engine/base/quantity.h"
#include "rules/pattern.h"

void
tcn_rule_text_term(struct tcn_buf *out, const struct tcn_rule_term *term)
{
	if (!term->pattern) {
		tcn_buf_str(out, term->text);
		return;
	}
	tcn_buf_char(out, '/');
	tcn_buf_str(out, term->text);
	tcn_buf_char(out, '/');
	for (const struct tcn_pattern_letter *l = tcn_pattern_letters;
	     l->letter; l++)
		if (term->flags & l->flag)
			tcn_buf_char(out, l->letter);
}

void
tcn_rule_text_condition(struct tcn_buf *out,
    const struct tcn_rule_escalation *step)
{
	if (step->more_than) {
		tcn_buf_printf(out, "more than %u %s", step->more_than,
		    tcn_rule_unit_name(step->unit));
		return;
	}
	tcn_buf_z(out, "unacknowledged for ");
	tcn_quantity_print_units(out, (uint64_t)step->unacknowledged_ms,
	    tcn_quantity_time_units);
}

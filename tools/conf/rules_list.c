#include "tools/conf/rules_list.h"

#include <stdio.h>

#include "engine/base/quantity.h"
#include "engine/item/event_kind.h"
#include "engine/item/severity.h"
#include "rules/rule_text.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"

#define TERMS_SHOWN 20 /* of a list; --json shows all */
#define CLOCK_BYTES 24
#define EVERY_DAY   0x7f /* of tcn_rule_hours.days */

static void
put_terms(struct tcn_buf *out, const char *key,
    const struct tcn_rule_terms *terms)
{
	struct tcn_buf text = { 0 };

	for (size_t i = 0; i < terms->n && i < TERMS_SHOWN; i++) {
		tcn_buf_clear(&text);
		tcn_rule_text_term(&text, &terms->at[i]);
		if (i == 0)
			tcn_buf_printf(out, "\n    %s: ", key);
		else
			tcn_buf_z(out, ", ");
		tcn_safe_terminal(out, tcn_buf_view(&text));
	}
	if (terms->n > TERMS_SHOWN)
		tcn_buf_printf(out, " and %zu more", terms->n - TERMS_SHOWN);
	out->failed |= text.failed;
	tcn_buf_fini(&text);
}

static void
put_strs(struct tcn_buf *out, const char *begin,
    const struct tcn_rule_strs *strs)
{
	for (size_t i = 0; i < strs->n && i < TERMS_SHOWN; i++) {
		tcn_buf_z(out, i ? ", " : begin);
		tcn_safe_terminal(out, strs->at[i]);
	}
	if (strs->n > TERMS_SHOWN)
		tcn_buf_printf(out, " and %zu more", strs->n - TERMS_SHOWN);
}

static void
put_where(struct tcn_buf *out, const struct tcn_rule_where *where)
{
	if (tcn_rule_where_is_empty(where))
		tcn_buf_z(out, "; about every item");
	put_terms(out, "any", &where->any);
	put_terms(out, "all", &where->all);
	put_terms(out, "none", &where->none);
	put_strs(out, "\n    language: ", &where->languages);
	put_strs(out, "\n    category: ", &where->categories);
	put_strs(out, "\n    source: ", &where->sources);
}

static void
put_duration(struct tcn_buf *out, int64_t ms)
{
	tcn_quantity_print_units(out, (uint64_t)ms, tcn_quantity_time_units);
}

static void
put_steps(struct tcn_buf *out, const struct tcn_rule_escalations *steps)
{
	for (size_t i = 0; i < steps->n; i++) {
		tcn_buf_z(out, "\n    ");
		tcn_rule_text_condition(out, &steps->at[i]);
		if (steps->at[i].has_severity)
			tcn_buf_printf(out, ": %s",
			    tcn_severity_name(steps->at[i].severity));
		put_strs(out, "; notifies ", &steps->at[i].notify);
	}
}

/* "at least 3 distinct texts, 2 publishers", "kinds: news"; nothing where one
 * is enough, or all are meant. */
static void
put_least(struct tcn_buf *out, const struct tcn_rule *rule)
{
	const char *before = "\n    at least ";

	if (rule->min_origins > 1) {
		tcn_buf_printf(out, "%s%u distinct texts", before,
		    rule->min_origins);
		before = ", ";
	}
	if (rule->min_publishers > 1)
		tcn_buf_printf(out, "%s%u publishers", before,
		    rule->min_publishers);
	before = "\n    kinds: ";
	for (size_t i = 0; rule->kinds && tcn_event_kind_names[i]; i++) {
		if (!(rule->kinds & 1u << i))
			continue;
		tcn_buf_printf(out, "%s%s", before, tcn_event_kind_names[i]);
		before = ", ";
	}
}

/* A minute of the day, as "06:30". */
static const char *
clock_text(unsigned minute, char out[static CLOCK_BYTES])
{
	snprintf(out, CLOCK_BYTES, "%02u:%02u", minute / 60, minute % 60);
	return out;
}

/* The names of a set of days, as a list. */
static void
put_days(struct tcn_buf *out, unsigned days)
{
	const char *before = "; on ";

	for (size_t i = 0; tcn_rule_day_names[i]; i++) {
		if (!(days & 1u << i))
			continue;
		tcn_buf_printf(out, "%s%s", before, tcn_rule_day_names[i]);
		before = ", ";
	}
}

static void
put_quiet(struct tcn_buf *out, const struct tcn_rule_hours *quiet)
{
	char from[CLOCK_BYTES], to[CLOCK_BYTES];

	if (!quiet->zone.n)
		return;
	tcn_buf_printf(out, "\n    held from %s to %s, ",
	    clock_text(quiet->from_min, from), clock_text(quiet->to_min, to));
	tcn_safe_terminal(out, quiet->zone);
	if (quiet->days != EVERY_DAY)
		put_days(out, quiet->days);
}

/* What becomes of its messages. */
static void
put_messages(struct tcn_buf *out, const struct tcn_rule *rule)
{
	put_strs(out, "\n    notifies ", &rule->notify);
	put_strs(out, "\n    not while ", &rule->not_while);
	put_quiet(out, &rule->quiet);
	if (rule->cooldown_ms) {
		tcn_buf_z(out, "\n    held within ");
		put_duration(out, rule->cooldown_ms);
		tcn_buf_z(out, " of the last message about the story");
	}
	if (rule->max_per_hour)
		tcn_buf_printf(out,
		    "\n    at most %u message%s an hour to one receiver",
		    rule->max_per_hour, rule->max_per_hour == 1 ? "" : "s");
	put_steps(out, &rule->escalate);
}

void
tcn_rules_list_text(struct tcn_buf *out, const struct tcn_rule *rule)
{
	tcn_buf_printf(out, "%.*s (%s)\n    ", TCN_STR_ARG(rule->name),
	    tcn_severity_name(rule->severity));
	if (rule->watch) {
		tcn_buf_z(out, "watch: the first item");
	} else {
		tcn_buf_printf(out, "%s: more than %u %s within ",
		    tcn_rule_kind_name(rule->kind), rule->more_than,
		    tcn_rule_unit_name(rule->unit));
		put_duration(out, rule->within_ms);
	}
	put_where(out, &rule->where);
	put_least(out, rule);
	if (rule->group_ms) {
		tcn_buf_z(out, "\n    one event of what comes within ");
		put_duration(out, rule->group_ms);
		tcn_buf_printf(out, " by %s",
		    tcn_rule_group_name(rule->group_by));
	}
	if (rule->languages == TCN_RULE_LANGUAGES_APART)
		tcn_buf_z(out, "\n    languages apart");
	put_messages(out, rule);
	tcn_buf_char(out, '\n');
}

/* --- JSON --- */

static void
list_strs_json(struct tcn_buf *line, const char *key,
    const struct tcn_rule_strs *strs)
{
	tcn_json_open(line, key, '[');
	for (size_t i = 0; i < strs->n; i++)
		tcn_json_str(line, NULL, strs->at[i]);
	tcn_json_close(line, ']');
}

static void
list_terms_json(struct tcn_buf *line, const char *key,
    const struct tcn_rule_terms *terms)
{
	struct tcn_buf text = { 0 };

	tcn_json_open(line, key, '[');
	for (size_t i = 0; i < terms->n; i++) {
		tcn_buf_clear(&text);
		tcn_rule_text_term(&text, &terms->at[i]);
		tcn_json_str(line, NULL, tcn_buf_view(&text));
	}
	tcn_json_close(line, ']');
	line->failed |= text.failed;
	tcn_buf_fini(&text);
}

static void
list_where_json(struct tcn_buf *line, const struct tcn_rule_where *where)
{
	tcn_json_open(line, "where", '{');
	list_terms_json(line, "any", &where->any);
	list_terms_json(line, "all", &where->all);
	list_terms_json(line, "none", &where->none);
	list_strs_json(line, "language", &where->languages);
	list_strs_json(line, "category", &where->categories);
	list_strs_json(line, "source", &where->sources);
	tcn_json_close(line, '}');
}

/* As in a file of rules; null where there are none. */
static void
list_quiet_json(struct tcn_buf *line, const struct tcn_rule_hours *quiet)
{
	char from[CLOCK_BYTES], to[CLOCK_BYTES];

	if (!quiet->zone.n) {
		tcn_json_null(line, "quiet_hours");
		return;
	}
	tcn_json_open(line, "quiet_hours", '{');
	tcn_json_str(line, "from", tcn_str(clock_text(quiet->from_min, from)));
	tcn_json_str(line, "to", tcn_str(clock_text(quiet->to_min, to)));
	tcn_json_str(line, "zone", quiet->zone);
	tcn_json_open(line, "days", '[');
	for (size_t i = 0; tcn_rule_day_names[i]; i++)
		if (quiet->days & 1u << i)
			tcn_json_str(line, NULL,
			    tcn_str(tcn_rule_day_names[i]));
	tcn_json_close(line, ']');
	tcn_json_close(line, '}');
}

static void
list_step_json(struct tcn_buf *line, const struct tcn_rule_escalation *step)
{
	tcn_json_open(line, NULL, '{');
	if (step->more_than) {
		tcn_json_uint(line, "more_than", step->more_than);
		tcn_json_str(line, "of",
		    tcn_str(tcn_rule_unit_name(step->unit)));
	} else {
		tcn_json_seconds(line, "unacknowledged",
		    step->unacknowledged_ms);
	}
	if (step->has_severity)
		tcn_json_str(line, "severity",
		    tcn_str(tcn_severity_name(step->severity)));
	list_strs_json(line, "notify", &step->notify);
	tcn_json_close(line, '}');
}

/* Those that fire. */
static void
list_kinds_json(struct tcn_buf *line, unsigned kinds)
{
	tcn_json_open(line, "kinds", '[');
	for (size_t i = 0; tcn_event_kind_names[i]; i++)
		if (!kinds || kinds & 1u << i)
			tcn_json_str(line, NULL,
			    tcn_str(tcn_event_kind_names[i]));
	tcn_json_close(line, ']');
}

void
tcn_rules_list_json(struct tcn_buf *line, const struct tcn_rule *rule)
{
	tcn_json_open(line, NULL, '{');
	tcn_json_str(line, "name", rule->name);
	tcn_json_bool(line, "watch", rule->watch);
	tcn_json_str(line, "count", tcn_str(tcn_rule_kind_name(rule->kind)));
	tcn_json_str(line, "of", tcn_str(tcn_rule_unit_name(rule->unit)));
	tcn_json_uint(line, "more_than", rule->more_than);
	tcn_json_seconds(line, "within", rule->within_ms);
	tcn_json_uint(line, "min_origins", rule->min_origins);
	tcn_json_uint(line, "min_publishers", rule->min_publishers);
	list_kinds_json(line, rule->kinds);
	tcn_json_seconds(line, "group", rule->group_ms);
	tcn_json_str(line, "group_by",
	    tcn_str(tcn_rule_group_name(rule->group_by)));
	tcn_json_str(line, "languages",
	    tcn_str(tcn_rule_languages_names[rule->languages]));
	tcn_json_str(line, "severity",
	    tcn_str(tcn_severity_name(rule->severity)));
	tcn_json_seconds(line, "cooldown", rule->cooldown_ms);
	list_quiet_json(line, &rule->quiet);
	list_strs_json(line, "notify", &rule->notify);
	tcn_json_uint(line, "max_per_hour", rule->max_per_hour);
	list_strs_json(line, "not_while", &rule->not_while);
	tcn_json_open(line, "escalate", '[');
	for (size_t i = 0; i < rule->escalate.n; i++)
		list_step_json(line, &rule->escalate.at[i]);
	tcn_json_close(line, ']');
	list_where_json(line, &rule->where);
	tcn_json_uint(line, "line", rule->line);
	tcn_json_close(line, '}');
}

#include "tools/conf/rules_list.h"

#include <stdio.h>
#include <string.h>

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
	if (where->predicted)
		tcn_buf_z(out, ", sent or predicted");
	if (where->predicted_least > 0)
		tcn_buf_printf(out, " (at least %g %% likely)",
		    where->predicted_least);
	put_strs(out, "\n    source: ", &where->sources);
	put_strs(out, "\n    place: ", &where->places);
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

static void
put_quiet(struct tcn_buf *out, const struct tcn_rule_hours *quiet)
{
	char from[CLOCK_BYTES], to[CLOCK_BYTES];

	if (!quiet->zone.n)
		return;
	tcn_buf_printf(out, "\n    held from %s to %s, ",
	    clock_text(quiet->from_min, from), clock_text(quiet->to_min, to));
	tcn_safe_terminal(out, quiet->zone);
	if (quiet->days != EVERY_DAY) {
		/* The names of a set of days, as a list. */
		const char *before = "; on ";

		for (size_t i = 0; tcn_rule_day_names[i]; i++) {
			if (!(quiet->days & 1u << i))
				continue;
			tcn_buf_printf(out, "%s%s", before,
			    tcn_rule_day_names[i]);
			before = ", ";
		}
	}
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
	/* What becomes of its messages. */
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
	tcn_buf_char(out, '\n');
}

/* --- JSON --- */

#define TEXT_CHARS 2000

/* Cleaned, because a page may show it. */
static void
json_text(struct tcn_buf *out, const char *key, struct tcn_str text,
    struct tcn_arena *arena)
{
	struct tcn_str clean;

	tcn_safe_text(arena, text, TEXT_CHARS, &clean);
	if (text.n)
		tcn_json_str(out, key, clean);
}

static void
json_strs(struct tcn_buf *out, const char *key,
    const struct tcn_rule_strs *strs, struct tcn_arena *arena)
{
	tcn_json_open(out, key, '[');
	for (size_t i = 0; i < strs->n; i++)
		json_text(out, NULL, strs->at[i], arena);
	tcn_json_close(out, ']');
}

/* Terms as in the file of rules. */
static void
json_terms(struct tcn_buf *out, const char *key,
    const struct tcn_rule_terms *terms, struct tcn_arena *arena)
{
	struct tcn_buf text = { 0 };

	tcn_json_open(out, key, '[');
	for (size_t i = 0; i < terms->n; i++) {
		tcn_buf_clear(&text);
		tcn_rule_text_term(&text, &terms->at[i]);
		json_text(out, NULL, tcn_buf_view(&text), arena);
	}
	tcn_json_close(out, ']');
	tcn_buf_fini(&text);
}

static void
json_where(struct tcn_buf *out, const struct tcn_rule_where *where,
    struct tcn_arena *arena)
{
	tcn_json_open(out, "where", '{');
	json_terms(out, "any", &where->any, arena);
	json_terms(out, "all", &where->all, arena);
	json_terms(out, "none", &where->none, arena);
	json_strs(out, "languages", &where->languages, arena);
	json_strs(out, "categories", &where->categories, arena);
	tcn_json_bool(out, "predicted", where->predicted);
	tcn_json_rounded(out, "predicted_least", where->predicted_least, 3);
	json_strs(out, "sources", &where->sources, arena);
	json_strs(out, "places", &where->places, arena);
	tcn_json_close(out, '}');
}

static void
json_quiet(struct tcn_buf *out, const struct tcn_rule_hours *quiet)
{
	if (!quiet->zone.n) {
		tcn_json_null(out, "quiet");
		return;
	}
	tcn_json_open(out, "quiet", '{');
	tcn_json_str(out, "zone", quiet->zone);
	tcn_json_uint(out, "from_minute", quiet->from_min);
	tcn_json_uint(out, "to_minute", quiet->to_min);
	tcn_json_open(out, "days", '[');
	for (size_t i = 0; tcn_rule_day_names[i]; i++)
		if (quiet->days & 1u << i)
			tcn_json_str(out, NULL, tcn_str(tcn_rule_day_names[i]));
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
}

/* A condition that the step does not have is null. */
static void
json_step(struct tcn_buf *out, const struct tcn_rule_escalation *step,
    struct tcn_arena *arena)
{
	tcn_json_open(out, NULL, '{');
	if (step->more_than)
		tcn_json_uint(out, "more_than", step->more_than);
	else
		tcn_json_null(out, "more_than");
	tcn_json_str(out, "counts", tcn_str(tcn_rule_unit_name(step->unit)));
	if (step->unacknowledged_ms)
		tcn_json_seconds(out, "unacknowledged_seconds",
		    step->unacknowledged_ms);
	else
		tcn_json_null(out, "unacknowledged_seconds");
	if (step->has_severity)
		tcn_json_str(out, "severity",
		    tcn_str(tcn_severity_name(step->severity)));
	else
		tcn_json_null(out, "severity");
	json_strs(out, "notify", &step->notify, arena);
	tcn_json_close(out, '}');
}

/* The lines of tcn_rules_list_text(). */
static void
json_lines(struct tcn_buf *out, const struct tcn_rule *rule)
{
	struct tcn_buf text = { 0 };
	struct tcn_str rest;

	tcn_rules_list_text(&text, rule);
	rest = tcn_buf_view(&text);
	tcn_json_open(out, "lines", '[');
	while (rest.n) {
		const char *end = memchr(rest.at, '\n', rest.n);
		size_t n = end ? (size_t)(end - rest.at) : rest.n;

		tcn_json_str(out, NULL, (struct tcn_str){ rest.at, n });
		rest.at += n + (end != NULL);
		rest.n -= n + (end != NULL);
	}
	tcn_json_close(out, ']');
	tcn_buf_fini(&text);
}

/* Those that fire. */
static void
json_kinds(struct tcn_buf *out, unsigned kinds)
{
	tcn_json_open(out, "kinds", '[');
	for (size_t i = 0; tcn_event_kind_names[i]; i++)
		if (!kinds || kinds & 1u << i)
			tcn_json_str(out, NULL,
			    tcn_str(tcn_event_kind_names[i]));
	tcn_json_close(out, ']');
}

void
tcn_rules_list_json(struct tcn_buf *out, const struct tcn_rule *rule,
    struct tcn_arena *arena)
{
	tcn_json_open(out, NULL, '{');
	json_text(out, "rule", rule->name, arena);
	tcn_json_str(out, "kind", tcn_str(tcn_rule_kind_name(rule->kind)));
	tcn_json_bool(out, "watch", rule->watch);
	tcn_json_str(out, "counts", tcn_str(tcn_rule_unit_name(rule->unit)));
	tcn_json_uint(out, "more_than", rule->more_than);
	tcn_json_seconds(out, "within_seconds", rule->within_ms);
	tcn_json_uint(out, "min_origins", rule->min_origins);
	tcn_json_uint(out, "min_publishers", rule->min_publishers);
	json_kinds(out, rule->kinds);
	tcn_json_seconds(out, "group_seconds", rule->group_ms);
	tcn_json_str(out, "group_by",
	    tcn_str(tcn_rule_group_name(rule->group_by)));
	tcn_json_str(out, "languages",
	    tcn_str(tcn_rule_languages_names[rule->languages]));
	tcn_json_str(out, "severity",
	    tcn_str(tcn_severity_name(rule->severity)));
	tcn_json_seconds(out, "cooldown_seconds", rule->cooldown_ms);
	json_quiet(out, &rule->quiet);
	json_strs(out, "notify", &rule->notify, arena);
	tcn_json_uint(out, "max_per_hour", rule->max_per_hour);
	json_strs(out, "not_while", &rule->not_while, arena);
	tcn_json_open(out, "escalate", '[');
	for (size_t i = 0; i < rule->escalate.n; i++)
		json_step(out, &rule->escalate.at[i], arena);
	tcn_json_close(out, ']');
	json_where(out, &rule->where, arena);
	json_lines(out, rule);
	tcn_json_close(out, '}');
}

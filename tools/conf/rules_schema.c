#include "tools/conf/rules_schema.h"

#include "engine/base/quantity.h"
#include "rules/ruleset_table.h"
#include "tools/base/json_out.h"

#define NAME_PATTERN     "^[a-z0-9][a-z0-9-]{0,63}$"
#define DURATION_PATTERN "^([0-9]+ ?(d|h|ms|m|s))+$"
#define PERCENT_PATTERN  "^[0-9]{1,2}(\\.[0-9]+)? *%$"
#define RATE_PATTERN     "^[0-9]+(\\.[0-9]+)? */(day|week)$"
#define TIME_PATTERN     "^(([01]?[0-9]|2[0-3]):[0-5][0-9]|24:00)$"
#define LANGUAGE_PATTERN "^[a-z]{2,3}$"
#define PLACE_PATTERN    "^[A-Z]{2}$"

static void
put(struct tcn_buf *out, const char *key, const char *value)
{
	tcn_json_str(out, key, tcn_str(value));
}

/* A number as it is written in the table. */
static void
put_number(struct tcn_buf *out, const char *key, const char *value)
{
	tcn_json_raw(out, key, tcn_str(value));
}

static void
put_words(struct tcn_buf *out, const char *const *words)
{
	tcn_json_open(out, "enum", '[');
	for (size_t i = 0; words[i]; i++)
		put(out, NULL, words[i]);
	tcn_json_close(out, ']');
}

/* Booleans, and the texts "yes", "on" and others that YAML 1.1 reads as
 * such. */
static void
put_boolean(struct tcn_buf *out)
{
	tcn_json_open(out, "enum", '[');
	tcn_json_bool(out, NULL, true);
	tcn_json_bool(out, NULL, false);
	put(out, NULL, "yes");
	put(out, NULL, "no");
	put(out, NULL, "on");
	put(out, NULL, "off");
	tcn_json_close(out, ']');
}

/* The type of one text of a row. Where a text is wanted, the reader takes a
 * number as text too. */
static void
put_text(struct tcn_buf *out, const struct tcn_ruleset_row *row)
{
	switch (row->kind) {
	case TCN_RULESET_ROW_TERMS:
	case TCN_RULESET_ROW_TEXTS:
		tcn_json_open(out, "type", '[');
		put(out, NULL, "string");
		put(out, NULL, "number");
		tcn_json_close(out, ']');
		tcn_json_uint(out, "minLength", 1);
		break;
	case TCN_RULESET_ROW_LANGUAGES:
		put(out, "type", "string");
		put(out, "pattern", LANGUAGE_PATTERN);
		break;
	case TCN_RULESET_ROW_PLACES:
		put(out, "type", "string");
		put(out, "pattern", PLACE_PATTERN);
		break;
	case TCN_RULESET_ROW_NAMES:
		put(out, "type", "string");
		put(out, "pattern", NAME_PATTERN);
		break;
	default:
		put_words(out, row->words);
	}
}

/* One text, or a list of them. */
static void
put_list(struct tcn_buf *out, const struct tcn_ruleset_row *row)
{
	tcn_json_open(out, "anyOf", '[');
	tcn_json_open(out, NULL, '{');
	put_text(out, row);
	tcn_json_close(out, '}');
	tcn_json_open(out, NULL, '{');
	put(out, "type", "array");
	tcn_json_open(out, "items", '{');
	put_text(out, row);
	tcn_json_close(out, '}');
	tcn_json_close(out, '}');
	tcn_json_close(out, ']');
}

static void
put_string(struct tcn_buf *out, const char *pattern)
{
	put(out, "type", "string");
	if (pattern)
		put(out, "pattern", pattern);
}

static void put_object(struct tcn_buf *out, const char *group);

/* A step has one of two conditions. */
static void
put_conditions(struct tcn_buf *out)
{
	static const char *const keys[] = { "more_than", "unacknowledged" };

	tcn_json_open(out, "oneOf", '[');
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_open(out, "required", '[');
		put(out, NULL, keys[i]);
		tcn_json_close(out, ']');
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

/* One step, or a list of them. */
static void
put_steps(struct tcn_buf *out, const struct tcn_ruleset_row *row)
{
	tcn_json_open(out, "anyOf", '[');
	tcn_json_open(out, NULL, '{');
	put_object(out, row->key);
	put_conditions(out);
	tcn_json_close(out, '}');
	tcn_json_open(out, NULL, '{');
	put(out, "type", "array");
	tcn_json_open(out, "items", '{');
	put_object(out, row->key);
	put_conditions(out);
	tcn_json_close(out, '}');
	tcn_json_close(out, '}');
	tcn_json_close(out, ']');
}

static void
put_range(struct tcn_buf *out, const char *type,
    const struct tcn_ruleset_row *row)
{
	put(out, "type", type);
	put_number(out, "minimum", row->least);
	put_number(out, "maximum", row->most);
}

/* A number, or one with a sign behind it. */
static void
put_measure(struct tcn_buf *out, const struct tcn_ruleset_row *row,
    const char *pattern)
{
	tcn_json_open(out, "anyOf", '[');
	tcn_json_open(out, NULL, '{');
	put_range(out, "number", row);
	tcn_json_close(out, '}');
	tcn_json_open(out, NULL, '{');
	put_string(out, pattern);
	tcn_json_close(out, '}');
	tcn_json_close(out, ']');
}

static void
put_value(struct tcn_buf *out, const struct tcn_ruleset_row *row)
{
	switch (row->kind) {
	case TCN_RULESET_ROW_NAME:
		put_string(out, NAME_PATTERN);
		break;
	case TCN_RULESET_ROW_BOOLEAN:
		put_boolean(out);
		break;
	case TCN_RULESET_ROW_CHOICE:
		put_words(out, row->words);
		break;
	case TCN_RULESET_ROW_COUNT:
		put_range(out, "integer", row);
		break;
	case TCN_RULESET_ROW_PERCENT:
		put_measure(out, row, PERCENT_PATTERN);
		break;
	case TCN_RULESET_ROW_RATE:
		put_measure(out, row, RATE_PATTERN);
		break;
	case TCN_RULESET_ROW_DURATION:
		put_string(out, DURATION_PATTERN);
		break;
	case TCN_RULESET_ROW_TIME:
		put_string(out, TIME_PATTERN);
		break;
	case TCN_RULESET_ROW_ZONE:
		put_string(out, NULL);
		break;
	case TCN_RULESET_ROW_GROUP:
		put_object(out, row->key);
		break;
	case TCN_RULESET_ROW_STEPS:
		put_steps(out, row);
		break;
	default:
		put_list(out, row);
	}
}

/* Whether a member is required: a rule's name, and all of quiet hours but
 * days. */
static bool
is_needed(const struct tcn_ruleset_row *row)
{
	return row->kind == TCN_RULESET_ROW_NAME ||
	    row->kind == TCN_RULESET_ROW_TIME ||
	    row->kind == TCN_RULESET_ROW_ZONE;
}

/* The rows of a group, or those of a rule itself. */
static void
put_object(struct tcn_buf *out, const char *group)
{
	const struct tcn_ruleset_row *row;

	put(out, "type", "object");
	tcn_json_bool(out, "additionalProperties", false);
	tcn_json_open(out, "required", '[');
	for (size_t i = 0; (row = tcn_ruleset_row(i)) != NULL; i++)
		if (tcn_ruleset_row_is_of(row, group) && is_needed(row))
			put(out, NULL, row->key);
	tcn_json_close(out, ']');
	tcn_json_open(out, "properties", '{');
	for (size_t i = 0; (row = tcn_ruleset_row(i)) != NULL; i++) {
		if (!tcn_ruleset_row_is_of(row, group))
			continue;
		tcn_json_open(out, row->key, '{');
		put(out, "description", row->help);
		put_value(out, row);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, '}');
}

void
tcn_rules_schema(struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	put(out, "$schema", "https://json-schema.org/draft/2020-12/schema");
	put(out, "title", "Rules of tocsin");
	put(out, "type", "object");
	tcn_json_bool(out, "additionalProperties", false);
	tcn_json_open(out, "required", '[');
	put(out, NULL, "rules");
	tcn_json_close(out, ']');
	tcn_json_open(out, "properties", '{');
	tcn_json_open(out, "rules", '{');
	put(out, "type", "array");
	tcn_json_uint(out, "minItems", 1);
	tcn_json_open(out, "items", '{');
	put_object(out, NULL);
	tcn_json_close(out, '}');
	tcn_json_close(out, '}');
	tcn_json_close(out, '}');
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
}

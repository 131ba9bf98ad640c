#include "tools/conf/rules_form.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "engine/base/utf8.h"
#include "engine/base/yaml.h"
#include "rules/ruleset_table.h"
#include "tools/base/json_out.h"

#define BYTES_MAX ((size_t)1 << 20)
#define DEPTH_MAX 16
#define RULES_MAX 20000 /* so that what a form holds has a bound, too */

/* --- reading --- */

struct reader {
	struct tcn_str text;
	struct tcn_yaml *yaml;
	struct tcn_yaml_event event; /* the last that was read */
	size_t end; /* of the last text or bracket */
	struct tcn_arena *arena;
	struct tcn_err *err;
};

static enum tcn_rc
next(struct reader *r)
{
	enum tcn_rc rc = tcn_yaml_next(r->yaml, &r->event, r->err);
	enum tcn_yaml_kind kind = r->event.kind;
	bool text = kind == TCN_YAML_KEY || kind == TCN_YAML_TEXT;
	bool bracket = !text && r->event.from < r->text.n &&
	    strchr("[]{}", r->text.at[r->event.from]);

	if (!rc && (text || bracket) && r->event.to > r->end)
		r->end = r->event.to;
	return rc;
}

static bool
is_flow(const struct reader *r)
{
	return r->event.from < r->text.n &&
	    strchr("[{", r->text.at[r->event.from]);
}

/* Passes over the value that the last event begins. */
static enum tcn_rc
pass(struct reader *r)
{
	unsigned depth = 0;
	enum tcn_rc rc = TCN_OK;

	do {
		if (r->event.kind == TCN_YAML_MAPPING ||
		    r->event.kind == TCN_YAML_LIST)
			depth++;
		if (r->event.kind == TCN_YAML_MAPPING_END ||
		    r->event.kind == TCN_YAML_LIST_END)
			depth--;
		if (depth)
			rc = next(r);
	} while (!rc && depth);
	return rc;
}

/* Whether there may be a comment within a value of several lines, which a new
 * value would take out. */
static bool
has_comment(const struct reader *r, const struct tcn_rules_form_span *at)
{
	const char *value = r->text.at + at->from;
	size_t n = at->to - at->from;

	return memchr(value, '\n', n) && memchr(value, '#', n);
}

/* Where a value would stand that is left out, or one that is null. */
static void
read_nothing(const struct reader *r, struct tcn_rules_form_field *field)
{
	size_t at = field->key.to;

	field->empty = true;
	field->at.to = r->event.to;
	if (r->event.from != field->key.from)
		return;
	while (at < r->text.n && r->text.at[at] == ' ')
		at++;
	field->fixed = at == r->text.n || r->text.at[at] != ':';
	field->at.from = field->at.to = at + !field->fixed;
}

/* Appends the value that the last event begins as it would stand in brackets,
 * its texts as they are written. */
static enum tcn_rc
flow_of(struct reader *r, struct tcn_buf *out)
{
	bool list = r->event.kind == TCN_YAML_LIST;
	const char *comma = "";
	enum tcn_rc rc = TCN_OK;

	if (r->event.kind == TCN_YAML_TEXT || r->event.kind == TCN_YAML_KEY)
		tcn_buf_add(out, r->text.at + r->event.from,
		    r->event.to - r->event.from);
	if (!list && r->event.kind != TCN_YAML_MAPPING)
		return rc;
	tcn_buf_char(out, list ? '[' : '{');
	while (!(rc = next(r)) && r->event.kind != TCN_YAML_LIST_END &&
	    r->event.kind != TCN_YAML_MAPPING_END) {
		tcn_buf_z(out, comma);
		comma = ", ";
		rc = flow_of(r, out); /* an element, or a key */
		if (!rc && !list) {
			tcn_buf_z(out, ": ");
			rc = next(r);
			if (!rc)
				rc = flow_of(r, out);
		}
		if (rc)
			break;
	}
	tcn_buf_char(out, list ? ']' : '}');
	return rc;
}

/* The elements of a list, each on a line; steps are in brackets. */
static enum tcn_rc
read_list(struct reader *r, bool steps, struct tcn_rules_form_field *field,
    struct tcn_buf *lines)
{
	enum tcn_rc rc = next(r);

	while (!rc && r->event.kind != TCN_YAML_LIST_END) {
		field->fixed |=
		    r->event.kind != (steps ? TCN_YAML_MAPPING : TCN_YAML_TEXT);
		tcn_buf_z(lines, lines->n ? "\n" : "");
		if (steps && r->event.kind == TCN_YAML_MAPPING) {
			rc = flow_of(r, lines);
		} else {
			tcn_buf_str(lines, r->event.text);
			rc = pass(r);
		}
		if (!rc)
			rc = next(r);
	}
	return rc;
}

/* The value that the last event begins. */
static enum tcn_rc
read_value(struct reader *r, bool steps, struct tcn_rules_form_field *field)
{
	struct tcn_buf lines = { 0 };
	enum tcn_rc rc = TCN_OK;

	field->at.from = r->event.from;
	field->at.flow = r->event.kind != TCN_YAML_TEXT && is_flow(r);
	if (r->event.kind == TCN_YAML_TEXT) {
		tcn_buf_str(&lines, r->event.text);
	} else if (r->event.kind == TCN_YAML_LIST) {
		rc = read_list(r, steps, field, &lines);
	} else if (r->event.kind == TCN_YAML_NULL) {
		read_nothing(r, field);
	} else {
		field->fixed = true;
		rc = pass(r);
	}
	if (rc) {
		tcn_buf_fini(&lines);
		return rc;
	}
	/* One of many lines, a block scalar among them, is left alone. */
	field->fixed |= r->event.kind == TCN_YAML_TEXT &&
	    memchr(r->text.at + field->at.from, '\n',
		r->event.to - field->at.from);
	/* A list of nothing but dashes has no end of its own. */
	if (!field->empty)
		field->at.to =
		    r->end > field->at.from ? r->end : field->at.from;
	field->fixed |= field->at.to == field->at.from && !field->empty;
	field->fixed |= has_comment(r, &field->at);
	tcn_arena_str(r->arena, tcn_buf_view(&lines), &field->value);
	tcn_buf_fini(&lines);
	return rc;
}

/* The mapping that the last event begins: a rule (group NULL), or a group of
 * one. */
static enum tcn_rc
read_mapping(struct reader *r, const char *group,
    struct tcn_rules_form_rule *rule)
{
	struct tcn_rules_form_field unknown;
	bool first = true;
	enum tcn_rc rc = next(r);

	while (!rc && r->event.kind == TCN_YAML_KEY) {
		int i = tcn_ruleset_row_find(group, r->event.text);
		const struct tcn_ruleset_row *row =
		    i < 0 ? NULL : tcn_ruleset_row((size_t)i);
		struct tcn_rules_form_field *field =
		    row ? &rule->fields[i] : &unknown;

		*field = (struct tcn_rules_form_field){
			.said = true,
			.key = { r->event.from, r->event.to, false,
			    first && !group },
		};
		if (first && !group)
			rule->indent = r->event.column - 1;
		first = false;
		rc = next(r);
		if (!rc && row && row->kind == TCN_RULESET_ROW_GROUP &&
		    r->event.kind == TCN_YAML_MAPPING) {
			field->at.from = r->event.from;
			field->at.flow = is_flow(r);
			rc = read_mapping(r, row->key, rule);
			field->at.to = r->end;
		} else if (!rc) {
			rc = read_value(r,
			    row && row->kind == TCN_RULESET_ROW_STEPS, field);
			field->fixed |= row &&
			    row->kind == TCN_RULESET_ROW_GROUP && !field->empty;
		}
		if (!rc)
			rc = next(r);
	}
	return rc;
}

static enum tcn_rc
read_rule(struct reader *r, struct tcn_rules_form *form, size_t *cap)
{
	struct tcn_rules_form_rule *rule;
	enum tcn_rc rc;
	int name;

	if (r->event.kind != TCN_YAML_MAPPING)
		return pass(r);
	if (form->n == RULES_MAX)
		return tcn_err_set(r->err, TCN_INVALID,
		    "a form shows no more than %d rules: change the text",
		    RULES_MAX);
	if (form->n == *cap) {
		size_t wider = *cap ? 2 * *cap : 16;
		struct tcn_rules_form_rule *rules =
		    tcn_arena_zalloc(r->arena, wider, sizeof *rules);

		if (form->n)
			memcpy(rules, form->rules, form->n * sizeof *rules);
		form->rules = rules;
		*cap = wider;
	}
	rule = &form->rules[form->n++];
	rule->fields = tcn_arena_zalloc(r->arena, TCN_RULESET_ROWS_MAX,
	    sizeof *rule->fields);
	rule->at.from = r->event.from;
	rule->at.flow = is_flow(r);
	rc = read_mapping(r, NULL, rule);
	rule->at.to = form->end = r->end;
	name = tcn_ruleset_row_find(NULL, tcn_str("name"));
	rule->name = rule->fields[name].value;
	return rc;
}

static enum tcn_rc
read_rules(struct reader *r, struct tcn_rules_form *form)
{
	size_t cap = 0;
	enum tcn_rc rc = TCN_OK;

	form->end = r->end;
	form->fixed |= r->event.kind == TCN_YAML_LIST
	    ? is_flow(r)
	    : r->event.kind != TCN_YAML_NULL;
	if (r->event.kind != TCN_YAML_LIST)
		return pass(r);
	rc = next(r);
	while (!rc && r->event.kind != TCN_YAML_LIST_END) {
		rc = read_rule(r, form, &cap);
		if (!rc)
			rc = next(r);
	}
	return rc;
}

enum tcn_rc
tcn_rules_form_read(struct tcn_str yaml, struct tcn_arena *arena,
    struct tcn_rules_form *form, struct tcn_err *err)
{
	const struct tcn_yaml_limits limits = {
		.bytes = BYTES_MAX, .depth = DEPTH_MAX, .duplicate_keys = true
	};
	struct reader r = { .text = yaml, .arena = arena, .err = err };
	enum tcn_rc rc = tcn_yaml_open("rules", yaml, &limits, &r.yaml, err);

	*form = (struct tcn_rules_form){ 0 };
	if (rc)
		return rc;
	rc = next(&r);
	form->fixed = !rc && r.event.kind != TCN_YAML_MAPPING;
	if (!rc && r.event.kind == TCN_YAML_MAPPING)
		rc = next(&r);
	/* What is added begins at a line's beginning, as the keys before it. */
	if (!rc && r.event.kind == TCN_YAML_KEY)
		form->fixed = r.event.from && yaml.at[r.event.from - 1] != '\n';
	while (!rc && r.event.kind == TCN_YAML_KEY) {
		bool rules = tcn_str_equal(r.event.text, tcn_str("rules"));

		rc = next(&r);
		if (!rc)
			rc = rules ? read_rules(&r, form) : pass(&r);
		if (!rc)
			rc = next(&r);
	}
	while (!rc)
		rc = next(&r);
	tcn_yaml_close(r.yaml);
	return rc == TCN_DONE ? TCN_OK : rc;
}

/* --- writing --- */

/* Whether a text needs no quotes, in brackets neither. */
static bool
is_plain(struct tcn_str text)
{
	static const char *const words[] = { "true", "false", "yes", "no", "on",
		"off", "null", "y", "n" };

	if (!text.n || !isalpha((unsigned char)text.at[0]) ||
	    text.at[text.n - 1] == ' ')
		return false;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == text.n &&
		    strncasecmp(words[i], text.at, text.n) == 0)
			return false;
	for (size_t i = 0; i < text.n; i++)
		if (!isalnum((unsigned char)text.at[i]) &&
		    (unsigned char)text.at[i] < 0x80 &&
		    !strchr(" _.-/", text.at[i]))
			return false;
	return true;
}

static void
put_text(struct tcn_buf *out, struct tcn_str text)
{
	if (is_plain(text)) {
		tcn_buf_str(out, text);
		return;
	}
	tcn_buf_char(out, '"');
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.at[i];

		if (c < ' ') {
			tcn_buf_printf(out, "\\x%02x", c);
			continue;
		}
		if (c == '"' || c == '\\')
			tcn_buf_char(out, '\\');
		tcn_buf_char(out, text.at[i]);
	}
	tcn_buf_char(out, '"');
}

static bool
is_number(struct tcn_str text)
{
	for (size_t i = 0; i < text.n; i++)
		if (!isalnum((unsigned char)text.at[i]) &&
		    !strchr(" .%/", text.at[i]))
			return false;
	return text.n && isdigit((unsigned char)text.at[0]);
}

/* steps: each line is in brackets already. */
static void
put_list(struct tcn_buf *out, struct tcn_str lines, bool steps)
{
	const char *separator = "";

	tcn_buf_char(out, '[');
	while (lines.n) {
		const char *end = memchr(lines.at, '\n', lines.n);
		struct tcn_str line = { lines.at,
			end ? (size_t)(end - lines.at) : lines.n };
		struct tcn_str trimmed = tcn_str_trim(line);

		if (trimmed.n) {
			tcn_buf_z(out, separator);
			if (steps)
				tcn_buf_str(out, trimmed);
			else
				put_text(out, trimmed);
			separator = ", ";
		}
		lines.at += line.n + (end != NULL);
		lines.n -= line.n + (end != NULL);
	}
	tcn_buf_char(out, ']');
}

static void
put_value(struct tcn_buf *out, const struct tcn_ruleset_row *row,
    struct tcn_str value)
{
	value = tcn_str_trim(value);
	if (row->kind == TCN_RULESET_ROW_STEPS)
		put_list(out, value, true);
	else if (tcn_ruleset_row_is_list(row))
		put_list(out, value, false);
	else if ((row->kind == TCN_RULESET_ROW_BOOLEAN &&
		     (tcn_str_equal(value, tcn_str("true")) ||
			 tcn_str_equal(value, tcn_str("false")))) ||
	    (row->kind != TCN_RULESET_ROW_TIME && is_number(value)))
		tcn_buf_str(out, value);
	else
		put_text(out, value);
}

static void
put_spliced(struct tcn_buf *out, struct tcn_str yaml, size_t from, size_t to,
    const struct tcn_buf *with)
{
	tcn_buf_add(out, yaml.at, from);
	tcn_buf_str(out, tcn_buf_view(with));
	tcn_buf_add(out, yaml.at + to, yaml.n - to);
}

static size_t
end_of_line(struct tcn_str yaml, size_t at)
{
	while (at < yaml.n && yaml.at[at] != '\n')
		at++;
	return at;
}

/* Takes an entry out, and in brackets (flow) a comma beside it. */
static void
take_out(struct tcn_str yaml, const struct tcn_rules_form_field *field,
    bool flow, struct tcn_buf *out)
{
	size_t from = field->key.from, to = field->at.to;
	struct tcn_buf nothing = { 0 };

	while (to < yaml.n && yaml.at[to] == ' ')
		to++;
	if (flow && to < yaml.n && yaml.at[to] == ',') {
		for (to++; to < yaml.n && yaml.at[to] == ' ';)
			to++;
	} else if (flow) {
		to = field->at.to;
		while (from && strchr(" \n\t", yaml.at[from - 1]))
			from--;
		from -= from && yaml.at[from - 1] == ',';
	} else if (to == yaml.n || yaml.at[to] == '\n') {
		/* the whole line; a comment behind it stays on one */
		while (from && yaml.at[from - 1] == ' ')
			from--;
		to += to < yaml.n;
	}
	put_spliced(out, yaml, from, to, &nothing);
}

/* Whether there is nothing within brackets. */
static bool
is_braces(struct tcn_str yaml, const struct tcn_rules_form_span *at)
{
	struct tcn_str text = { yaml.at + at->from, at->to - at->from };

	return text.n > 1 && text.at[0] == '{' &&
	    !tcn_str_trim((struct tcn_str){ text.at + 1, text.n - 2 }).n;
}

/* Puts an entry, "key: value", behind those that a mapping has. */
static void
put_in(struct tcn_str yaml, struct tcn_rules_form_span at, unsigned long indent,
    const struct tcn_buf *entry, struct tcn_buf *out)
{
	struct tcn_buf with = { 0 };
	size_t place = at.to;

	if (at.flow) {
		place--;
		while (place && strchr(" \n\t", yaml.at[place - 1]))
			place--;
		tcn_buf_z(&with,
		    place && strchr("{,", yaml.at[place - 1]) ? "" : ", ");
		tcn_buf_str(&with, tcn_buf_view(entry));
	} else {
		place = end_of_line(yaml, place);
		tcn_buf_char(&with, '\n');
		for (unsigned long i = 0; i < indent; i++)
			tcn_buf_char(&with, ' ');
		tcn_buf_str(&with, tcn_buf_view(entry));
	}
	put_spliced(out, yaml, place, place, &with);
	tcn_buf_fini(&with);
}

/* How far the entries of a group in lines stand in. */
static unsigned long
indent_of(struct tcn_str yaml, size_t at)
{
	unsigned long n = 0;

	while (at > n && yaml.at[at - n - 1] == ' ')
		n++;
	return n;
}

/* Puts a value in the place of the one that a field has. */
static void
put_over(struct tcn_str yaml, struct tcn_rules_form_span at,
    const struct tcn_buf *value, struct tcn_buf *out)
{
	struct tcn_buf with = { 0 };

	tcn_buf_z(&with, at.from == at.to ? " " : "");
	tcn_buf_str(&with, tcn_buf_view(value));
	put_spliced(out, yaml, at.from, at.to, &with);
	tcn_buf_fini(&with);
}

/* group: of the row, or NULL. */
static void
set_new(struct tcn_str yaml, const struct tcn_rules_form_rule *rule,
    const struct tcn_rules_form_field *group, const struct tcn_ruleset_row *row,
    struct tcn_str value, struct tcn_buf *out)
{
	struct tcn_buf entry = { 0 }, whole = { 0 };

	tcn_buf_printf(&entry, "%s: ", row->key);
	put_value(&entry, row, value);
	if (!group) {
		put_in(yaml, rule->at, rule->indent, &entry, out);
	} else if (group->said && !group->empty) {
		put_in(yaml, group->at, indent_of(yaml, group->at.from), &entry,
		    out);
	} else {
		if (!group->said)
			tcn_buf_printf(&whole, "%s: ", row->group);
		tcn_buf_char(&whole, '{');
		tcn_buf_str(&whole, tcn_buf_view(&entry));
		tcn_buf_char(&whole, '}');
		if (group->said)
			put_over(yaml, group->at, &whole, out);
		else
			put_in(yaml, rule->at, rule->indent, &whole, out);
	}
	tcn_buf_fini(&entry);
	tcn_buf_fini(&whole);
}

/* A rule of that name behind the last one, set in as that is. */
static void
add_rule(struct tcn_str yaml, const struct tcn_rules_form *form,
    struct tcn_str name, struct tcn_buf *out)
{
	unsigned long indent = form->n && !form->rules[form->n - 1].at.flow
	    ? form->rules[form->n - 1].indent
	    : 4;
	size_t place = form->n ? end_of_line(yaml, form->end) : yaml.n;
	struct tcn_buf with = { 0 };

	if (!form->n && yaml.n && yaml.at[yaml.n - 1] == '\n')
		place--;
	if (!form->n && !form->end)
		tcn_buf_z(&with, yaml.n ? "\nrules:" : "rules:");
	tcn_buf_char(&with, '\n');
	for (unsigned long i = 2; i < indent; i++)
		tcn_buf_char(&with, ' ');
	tcn_buf_z(&with, "- name: ");
	put_text(&with, name);
	if (place == yaml.n)
		tcn_buf_char(&with, '\n');
	put_spliced(out, yaml, place, place, &with);
	tcn_buf_fini(&with);
}

/* Whether it is part of a step, which stands on a line as a whole. */
static bool
is_of_step(const struct tcn_ruleset_row *row)
{
	return tcn_ruleset_row_is_of(row, "escalate");
}

/* The row of "where.any"; NULL: there is none, or it is no field. */
static const struct tcn_ruleset_row *
find_row(struct tcn_str field, size_t *i)
{
	const struct tcn_ruleset_row *row;

	for (*i = 0; (row = tcn_ruleset_row(*i)); ++*i) {
		size_t n = row->group ? strlen(row->group) + 1 : 0;

		if (row->kind == TCN_RULESET_ROW_GROUP || is_of_step(row) ||
		    field.n < n ||
		    (n &&
			(memcmp(field.at, row->group, n - 1) != 0 ||
			    field.at[n - 1] != '.')))
			continue;
		if (tcn_str_equal((struct tcn_str){ field.at + n, field.n - n },
			tcn_str(row->key)))
			return row;
	}
	return NULL;
}

/* Lines without blanks around them, and no empty ones. */
static bool
is_same(struct tcn_str a, struct tcn_str b)
{
	struct tcn_buf left = { 0 }, right = { 0 };
	bool same;

	put_list(&left, a, false);
	put_list(&right, b, false);
	same = tcn_str_equal(tcn_buf_view(&left), tcn_buf_view(&right));
	tcn_buf_fini(&left);
	tcn_buf_fini(&right);
	return same;
}

static enum tcn_rc
refuse(struct tcn_err *err, const char *key)
{
	return tcn_err_set(err, TCN_INVALID,
	    "'%s' can be changed in the text only, as it is written there",
	    key);
}

/* Whether each line is in brackets, and the text with them is YAML. */
static bool
are_steps(struct tcn_str lines, struct tcn_str yaml, struct tcn_arena *arena)
{
	struct tcn_rules_form form;

	while (lines.n) {
		const char *end = memchr(lines.at, '\n', lines.n);
		size_t n = end ? (size_t)(end - lines.at) : lines.n;
		struct tcn_str line =
		    tcn_str_trim((struct tcn_str){ lines.at, n });

		if (line.n && (line.at[0] != '{' || line.at[line.n - 1] != '}'))
			return false;
		lines.at += n + (end != NULL);
		lines.n -= n + (end != NULL);
	}
	return !tcn_rules_form_read(yaml, arena, &form, NULL);
}

/* Takes out a group that has nothing left in it: it would be a mistake. */
static enum tcn_rc
drop_empty(const char *group, size_t i, struct tcn_arena *arena,
    struct tcn_buf *out, struct tcn_err *err)
{
	struct tcn_str yaml = tcn_buf_view(out);
	const struct tcn_rules_form_field *field;
	struct tcn_rules_form form;
	struct tcn_buf rest = { 0 };
	enum tcn_rc rc = tcn_rules_form_read(yaml, arena, &form, err);

	if (rc)
		return rc;
	field =
	    &form.rules[i].fields[tcn_ruleset_row_find(NULL, tcn_str(group))];
	if (!field->said || field->fixed || field->key.first ||
	    !(field->empty || is_braces(yaml, &field->at)))
		return TCN_OK;
	take_out(yaml, field, form.rules[i].at.flow, &rest);
	tcn_buf_clear(out);
	tcn_buf_str(out, tcn_buf_view(&rest));
	tcn_buf_fini(&rest);
	return TCN_OK;
}

static enum tcn_rc
change(struct tcn_str yaml, const struct tcn_rules_form_rule *rule, size_t i,
    struct tcn_str value, struct tcn_buf *out, struct tcn_err *err)
{
	const struct tcn_rules_form_field *field = &rule->fields[i];
	const struct tcn_ruleset_row *row = tcn_ruleset_row(i);
	const struct tcn_rules_form_field *group = !row->group
	    ? NULL
	    : &rule->fields[tcn_ruleset_row_find(NULL, tcn_str(row->group))];
	struct tcn_buf text = { 0 };

	if (is_same(field->value, value)) {
		tcn_buf_str(out, yaml);
	} else if (field->fixed || (group && group->fixed) ||
	    (!value.n && field->key.first)) {
		return refuse(err, row->key);
	} else if (!value.n) {
		take_out(yaml, field, group ? group->at.flow : rule->at.flow,
		    out);
	} else if (!field->said) {
		set_new(yaml, rule, group, row, value, out);
	} else {
		put_value(&text, row, value);
		put_over(yaml, field->at, &text, out);
		tcn_buf_fini(&text);
	}
	return TCN_OK;
}

static bool
is_name(const struct tcn_ruleset_row *row)
{
	return !row->group && strcmp(row->key, "name") == 0;
}

/* Puts the text with a field changed in out, which is empty. */
static enum tcn_rc
set_field(struct tcn_str yaml, const struct tcn_rules_form *form, size_t rule,
    size_t i, struct tcn_str value, struct tcn_arena *arena,
    struct tcn_buf *out, struct tcn_err *err)
{
	const struct tcn_ruleset_row *row = tcn_ruleset_row(i);

	if (rule < form->n) {
		enum tcn_rc rc =
		    change(yaml, &form->rules[rule], i, value, out, err);

		if (!rc && row->kind == TCN_RULESET_ROW_STEPS && value.n &&
		    !are_steps(value, tcn_buf_view(out), arena))
			return tcn_err_set(err, TCN_INVALID,
			    "a step is {more_than: 50, severity: critical}, "
			    "each on a line of its own");
		return rc || value.n || !row->group
		    ? rc
		    : drop_empty(row->group, rule, arena, out, err);
	}
	if (value.n && is_name(row)) {
		if (form->fixed)
			return refuse(err, "rules");
		add_rule(yaml, form, value, out);
	} else {
		tcn_buf_str(out, yaml);
	}
	return TCN_OK;
}

/* Whether two readings differ in nothing but a field of a rule, with its group,
 * and in so many rules more. */
static bool
differ_only_in(const struct tcn_rules_form *before,
    const struct tcn_rules_form *after, size_t rule, size_t i, size_t more)
{
	if (after->n != before->n + more)
		return false;
	for (size_t r = 0; r < before->n; r++)
		for (size_t f = 0; tcn_ruleset_row(f); f++) {
			const struct tcn_rules_form_field *was =
			    &before->rules[r].fields[f];
			const struct tcn_rules_form_field *is =
			    &after->rules[r].fields[f];
			bool may = r == rule &&
			    (f == i ||
				tcn_ruleset_row(f)->kind ==
				    TCN_RULESET_ROW_GROUP);

			if (!may &&
			    (was->said != is->said ||
				!tcn_str_equal(was->value, is->value)))
				return false;
		}
	return true;
}

/* YAML that is hard to read may not bear a change: what was made is read. */
enum tcn_rc
tcn_rules_form_set(struct tcn_str yaml, size_t rule, struct tcn_str field,
    struct tcn_str value, struct tcn_arena *arena, struct tcn_buf *out,
    struct tcn_err *err)
{
	size_t more, i;
	struct tcn_rules_form form, after;
	struct tcn_buf made = { 0 };
	enum tcn_rc rc = tcn_rules_form_read(yaml, arena, &form, err);

	if (rc)
		return rc;
	value = tcn_str_trim(value);
	if (!tcn_utf8_valid(value) || (value.n && memchr(value.at, 0, value.n)))
		return tcn_err_set(err, TCN_INVALID,
		    "it is not UTF-8, or has a NUL");
	if (!find_row(field, &i) || rule > form.n)
		return tcn_err_set(err, TCN_INVALID,
		    "a rule has no field '%.*s' that a form could set",
		    (int)(field.n < 60 ? field.n : 60), field.at);
	more = rule == form.n && is_name(tcn_ruleset_row(i)) && value.n;
	rc = set_field(yaml, &form, rule, i, value, arena, &made, err);
	if (!rc && made.n &&
	    (tcn_rules_form_read(tcn_buf_view(&made), arena, &after, err) ||
		!differ_only_in(&form, &after, rule, i, more)))
		rc = refuse(err, tcn_ruleset_row(i)->key);
	if (!rc)
		tcn_buf_str(out, tcn_buf_view(&made));
	tcn_buf_fini(&made);
	return rc;
}

/* --- what a form shows --- */

static const char *
kind_of(const struct tcn_ruleset_row *row)
{
	return row->kind == TCN_RULESET_ROW_BOOLEAN ? "boolean"
	    : row->kind == TCN_RULESET_ROW_CHOICE   ? "choice"
	    : tcn_ruleset_row_is_list(row) || row->kind == TCN_RULESET_ROW_STEPS
	    ? "list"
	    : "text";
}

static void
put_field(const struct tcn_ruleset_row *row,
    const struct tcn_rules_form_field *field, struct tcn_buf *out)
{
	struct tcn_buf name = { 0 };

	if (row->group)
		tcn_buf_printf(&name, "%s.", row->group);
	tcn_buf_z(&name, row->key);
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "name", tcn_buf_view(&name));
	tcn_json_str(out, "kind", tcn_str(kind_of(row)));
	tcn_json_str(out, "help", tcn_str(row->help));
	if (row->least)
		tcn_json_str(out, "least", tcn_str(row->least));
	if (row->most)
		tcn_json_str(out, "most", tcn_str(row->most));
	if (row->words) {
		tcn_json_open(out, "words", '[');
		for (size_t i = 0; row->words[i]; i++)
			tcn_json_str(out, NULL, tcn_str(row->words[i]));
		tcn_json_close(out, ']');
	}
	if (field) {
		tcn_json_str(out, "value", field->value);
		tcn_json_bool(out, "said", field->said);
		tcn_json_bool(out, "fixed", field->fixed);
	}
	tcn_json_close(out, '}');
	tcn_buf_fini(&name);
}

void
tcn_rules_form_json(const struct tcn_rules_form *form, size_t rule,
    struct tcn_buf *out)
{
	const struct tcn_ruleset_row *row;

	tcn_json_open(out, "rules", '[');
	for (size_t i = 0; i < form->n; i++)
		tcn_json_str(out, NULL, form->rules[i].name);
	tcn_json_close(out, ']');
	tcn_json_uint(out, "rule", rule);
	tcn_json_open(out, "fields", '[');
	for (size_t i = 0; (row = tcn_ruleset_row(i)); i++)
		if (row->kind != TCN_RULESET_ROW_GROUP && !is_of_step(row))
			put_field(row,
			    rule < form->n ? &form->rules[rule].fields[i]
					   : NULL,
			    out);
	tcn_json_close(out, ']');
}

/*
 * A form of rules from anywhere: the first line of the input is a rule and a
 * field, the second the value, where '|' begins a new one; the file follows. A
 * change is refused with a sentence, or the new file has a rule more where that
 * was asked for, and says of all other fields what the old one said.
 */
#include "tests/fuzz/must.h"
#include "tests/fuzz/yaml_leaks.h"

#include <string.h>

#include "engine/base/mem.h"
#include "rules/ruleset_table.h"
#include "tools/conf/rules_form.h"

/* What stands before the next line feed; *rest begins behind it. */
static struct tcn_str
line_of(struct tcn_str *rest)
{
	const char *end = memchr(rest->at, '\n', rest->n);
	struct tcn_str line = { rest->at,
		end ? (size_t)(end - rest->at) : rest->n };
	size_t used = line.n + (end != NULL);

	*rest = (struct tcn_str){ rest->at + used, rest->n - used };
	return line;
}

static size_t
rows_n(void)
{
	size_t n = 0;

	while (tcn_ruleset_row(n))
		n++;
	return n;
}

static struct tcn_str
value_of(struct tcn_str line, struct tcn_arena *arena)
{
	char *value = tcn_arena_alloc(arena, line.n + 1);

	for (size_t i = 0; i < line.n; i++)
		value[i] = line.at[i] == '|' ? '\n' : line.at[i];
	return (struct tcn_str){ value, line.n };
}

static bool
is_same(const struct tcn_rules_form_field *a,
    const struct tcn_rules_form_field *b)
{
	return a->said == b->said && tcn_str_equal(a->value, b->value);
}

/* All fields of two rules are the same but for one; its group comes and goes
 * with it. */
static void
must_differ_in(const struct tcn_rules_form_rule *a,
    const struct tcn_rules_form_rule *b, size_t field)
{
	for (size_t f = 0; tcn_ruleset_row(f); f++)
		must(f == field ||
		    tcn_ruleset_row(f)->kind == TCN_RULESET_ROW_GROUP ||
		    is_same(&a->fields[f], &b->fields[f]));
}

/* The name of a field, as the file has it. */
static struct tcn_str
name_of(size_t field, struct tcn_arena *arena)
{
	const struct tcn_ruleset_row *row = tcn_ruleset_row(field);
	struct tcn_buf name = { 0 };
	struct tcn_str kept;

	if (row->group)
		tcn_buf_printf(&name, "%s.", row->group);
	tcn_buf_z(&name, row->key);
	tcn_arena_str(arena, tcn_buf_view(&name), &kept);
	tcn_buf_fini(&name);
	return kept;
}

static void
must_be_changed(const struct tcn_rules_form *before, struct tcn_str yaml,
    size_t i, size_t field, bool said, struct tcn_arena *arena)
{
	bool named = tcn_ruleset_row_find(NULL, tcn_str("name")) == (int)field;
	struct tcn_rules_form after;
	struct tcn_err err = { 0 };

	must(tcn_rules_form_read(yaml, arena, &after, &err) == TCN_OK);
	must(after.n == before->n + (i == before->n && named && said));
	for (size_t r = 0; r < before->n; r++)
		must_differ_in(&before->rules[r], &after.rules[r],
		    r == i ? field : SIZE_MAX);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str yaml = { (const char *)data, size };
	struct tcn_buf out = { 0 }, json = { 0 };
	struct tcn_rules_form form;
	struct tcn_err err = { 0 };
	struct tcn_arena arena;
	size_t live = tcn_mem_live_bytes();
	struct tcn_str what, value;
	size_t i = 0, field = 0;

	tcn_arena_init(&arena, 0);
	what = line_of(&yaml);
	value = value_of(line_of(&yaml), &arena);
	if (what.n >= 2) {
		i = (unsigned char)what.at[0] - (size_t)'0';
		field = (unsigned char)what.at[1] % rows_n();
	}
	if (tcn_rules_form_read(yaml, &arena, &form, &err) != TCN_OK) {
		must(err.text[0] != '\0');
	} else if (i <= form.n) {
		tcn_rules_form_json(&form, i < form.n ? i : 0, &json);
		if (tcn_rules_form_set(yaml, i, name_of(field, &arena), value,
			&arena, &out, &err) == TCN_OK)
			must_be_changed(&form, tcn_buf_view(&out), i, field,
			    tcn_str_trim(value).n > 0, &arena);
		else
			must(err.text[0] != '\0');
	}
	tcn_buf_fini(&out);
	tcn_buf_fini(&json);
	tcn_arena_fini(&arena);
	must(tcn_mem_live_bytes() == live);
	return 0;
}

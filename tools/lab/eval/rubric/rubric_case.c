#include "tools/lab/eval/rubric/rubric_case.h"

#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/json_value.h"
#include "engine/facts/slot.h"
#include "tools/base/file.h"

enum {
	LIST_MAX = 10000, /* elements of one list */
	PATH_BYTES = 128,
	MEMBERS_MAX = 12, /* of one object */
};

/* Where the reader is: file, and field as a person writes it. */
struct reader {
	struct tcn_arena *arena;
	struct tcn_err *err;
	char field[PATH_BYTES];
	size_t field_n;
};

typedef enum tcn_rc read_fn(struct reader *r,
    const struct tcn_json_value *value, void *into);

/* A member of an object, and where it goes. */
struct member {
	const char *name;
	read_fn *read;
	size_t at;
	bool needed;
};

static enum tcn_rc
refuse(const struct reader *r, const char *what)
{
	return tcn_err_set(r->err, TCN_INVALID, "%s%s%s", r->field,
	    r->field_n ? ": " : "", what);
}

/* Goes into a member or an element; what it returns leads back. */
static size_t
go_in(struct reader *r, const char *name, size_t nth)
{
	size_t before = r->field_n, room = sizeof r->field - before;
	int n;

	if (name)
		n = snprintf(r->field + before, room, "%s%.40s",
		    before ? "." : "", name);
	else
		n = snprintf(r->field + before, room, "[%zu]", nth);
	r->field_n += (size_t)n < room ? (size_t)n : room - 1;
	return before;
}

static void
go_back(struct reader *r, size_t before)
{
	r->field_n = before;
	r->field[before] = '\0';
}

/* --- objects and lists --- */

static enum tcn_rc
unknown_member(const struct reader *r, struct tcn_str name,
    const struct member *members, size_t n)
{
	struct tcn_buf what = { 0 };
	enum tcn_rc rc;

	tcn_buf_printf(&what, "no member is called '%.*s'; there are",
	    (int)(name.n < 40 ? name.n : 40), name.at);
	for (size_t i = 0; i < n; i++)
		tcn_buf_printf(&what, "%s %s", i ? "," : "", members[i].name);
	rc = refuse(r, what.at);
	tcn_buf_fini(&what);
	return rc;
}

static enum tcn_rc
read_member(struct reader *r, const struct tcn_json_value *value,
    const struct member *members, size_t n, bool *seen, void *into)
{
	struct tcn_str name = tcn_json_name(value);
	size_t i = 0, before;
	enum tcn_rc rc;

	while (i < n && !tcn_str_equal(name, tcn_str(members[i].name)))
		i++;
	if (i == n)
		return unknown_member(r, name, members, n);
	before = go_in(r, members[i].name, 0);
	rc = seen[i] ? refuse(r, "is there twice")
		     : members[i].read(r, value, (char *)into + members[i].at);
	seen[i] = true;
	if (!rc)
		go_back(r, before);
	return rc;
}

static enum tcn_rc
read_object(struct reader *r, const struct tcn_json_value *value,
    const struct member *members, size_t n, void *into)
{
	bool seen[MEMBERS_MAX] = { false };
	enum tcn_rc rc = TCN_OK;

	if (value->kind != TCN_JSON_OBJECT)
		return refuse(r, "must be an object, {...}");
	for (struct tcn_json_value at = tcn_json_first(value); at.node && !rc;
	     at = tcn_json_next(&at))
		rc = read_member(r, &at, members, n, seen, into);
	for (size_t i = 0; i < n && !rc; i++) {
		if (seen[i] || !members[i].needed)
			continue;
		(void)go_in(r, members[i].name, 0);
		rc = refuse(r, "is missing");
	}
	return rc;
}

/* Reads an array of things of `size` bytes each. */
static enum tcn_rc
read_list(struct reader *r, const struct tcn_json_value *value, read_fn *read,
    size_t size, void **list, size_t *list_n)
{
	size_t n = 0;
	enum tcn_rc rc = TCN_OK;

	if (value->kind != TCN_JSON_ARRAY)
		return refuse(r, "must be a list, [...]");
	for (struct tcn_json_value at = tcn_json_first(value); at.node;
	     at = tcn_json_next(&at))
		n++;
	if (n > LIST_MAX)
		return refuse(r, "is longer than 10,000");
	*list = tcn_arena_zalloc(r->arena, n, size);
	for (struct tcn_json_value at = tcn_json_first(value); at.node && !rc;
	     at = tcn_json_next(&at)) {
		size_t before = go_in(r, NULL, *list_n);

		/* Counted first: what it begins is freed with the list. */
		rc = read(r, &at, (char *)*list + size * (*list_n)++);
		if (!rc)
			go_back(r, before);
	}
	return rc;
}

/* --- leaves --- */

static enum tcn_rc
read_text(struct reader *r, const struct tcn_json_value *value, void *into)
{
	if (value->kind != TCN_JSON_STRING || !value->s.n)
		return refuse(r, "must be a text, and not empty");
	/* The tree lives in the arena. */
	*(struct tcn_str *)into = value->s;
	return TCN_OK;
}

/* Part of a file's name: letters, digits and dashes. */
static enum tcn_rc
read_stream(struct reader *r, const struct tcn_json_value *value, void *into)
{
	enum tcn_rc rc = read_text(r, value, into);

	if (!rc &&
	    (value->s.n > 40 ||
		strspn(value->s.at, "abcdefghijklmnopqrstuvwxyz0123456789-") !=
		    value->s.n))
		rc = refuse(r, "must be small letters, digits and dashes");
	return rc;
}

static enum tcn_rc
read_bool(struct reader *r, const struct tcn_json_value *value, void *into)
{
	if (value->kind != TCN_JSON_BOOL)
		return refuse(r, "must be true or false");
	*(bool *)into = value->n != 0;
	return TCN_OK;
}

static enum tcn_rc
read_part(struct reader *r, const struct tcn_json_value *value, void *into)
{
	for (int i = 0; i < TCN_RUBRIC_PARTS; i++) {
		enum tcn_rubric_part part = (enum tcn_rubric_part)i;

		if (!tcn_str_equal(value->s,
			tcn_str(tcn_rubric_part_name(part))))
			continue;
		*(enum tcn_rubric_part *)into = part;
		return TCN_OK;
	}
	return refuse(r, "must be \"tune\" or \"held\"");
}

static enum tcn_rc
read_weight(struct reader *r, const struct tcn_json_value *value, void *into)
{
	if (value->kind != TCN_JSON_NUMBER || !(value->n > 0) || value->n > 100)
		return refuse(r, "must be a number above 0, at most 100");
	*(double *)into = value->n;
	return TCN_OK;
}

static enum tcn_rc
read_ids(struct reader *r, const struct tcn_json_value *value, void *into)
{
	struct tcn_rubric_ids *ids = into;
	void *list = NULL;
	enum tcn_rc rc =
	    read_list(r, value, read_text, sizeof *ids->at, &list, &ids->n);

	ids->at = list;
	if (!rc && !ids->n)
		rc = refuse(r, "names no item");
	return rc;
}

static enum tcn_rc
read_slot(struct reader *r, const struct tcn_json_value *value, void *into)
{
	struct tcn_buf what = { 0 };
	enum tcn_rc rc = read_text(r, value, into);

	for (int i = 0; i < TCN_SLOTS && !rc; i++)
		if (tcn_str_equal(value->s,
			tcn_str(tcn_slot_name((enum tcn_slot)i))))
			return TCN_OK;
	if (rc)
		return rc;
	tcn_buf_z(&what, "no such kind of figure; there are");
	for (int i = 0; i < TCN_SLOTS; i++)
		tcn_buf_printf(&what, "%s %s", i ? "," : "",
		    tcn_slot_name((enum tcn_slot)i));
	rc = refuse(r, what.at);
	tcn_buf_fini(&what);
	return rc;
}

/* A number, or [least, most]. */
static enum tcn_rc
read_range(struct reader *r, const struct tcn_json_value *value, void *into)
{
	struct tcn_rubric_value *range = into;
	struct tcn_json_value low = *value, high = *value;

	if (value->kind == TCN_JSON_ARRAY) {
		low = tcn_json_first(value);
		high = low.node ? tcn_json_next(&low) : low;
		if (!high.node || tcn_json_next(&high).node)
			return refuse(r, "must hold two numbers");
	}
	if (low.kind != TCN_JSON_NUMBER || high.kind != TCN_JSON_NUMBER ||
	    !(low.n >= 0) || !(high.n >= low.n) || high.n > 1e15)
		return refuse(r,
		    "must be a number, or two: [least, most], from 0 on");
	range->low = low.n;
	range->high = high.n;
	return TCN_OK;
}

/* --- patterns --- */

static enum tcn_rc
read_pattern(struct reader *r, const struct tcn_json_value *value, void *into)
{
	struct tcn_err why = { 0 };
	char what[200];
	enum tcn_rc rc;

	if (value->kind != TCN_JSON_STRING || !value->s.n)
		return refuse(r, "must be a pattern, and not empty");
	rc = tcn_pattern_new(value->s, TCN_PATTERN_CASELESS, into, &why);
	if (rc == TCN_OK)
		return TCN_OK;
	snprintf(what, sizeof what, "%.120s, at its character %lu", why.text,
	    why.column);
	return refuse(r, what);
}

static enum tcn_rc
read_patterns(struct reader *r, const struct tcn_json_value *value,
    struct tcn_pattern ***any, size_t *n)
{
	void *list = NULL;
	enum tcn_rc rc =
	    read_list(r, value, read_pattern, sizeof **any, &list, n);

	*any = list;
	if (!rc && !*n)
		rc = refuse(r, "holds no pattern");
	return rc;
}

static enum tcn_rc
read_any(struct reader *r, const struct tcn_json_value *value, void *into)
{
	struct tcn_rubric_fact *fact = into;

	return read_patterns(r, value, &fact->any, &fact->any_n);
}

static enum tcn_rc
read_written(struct reader *r, const struct tcn_json_value *value, void *into)
{
	struct tcn_rubric_value *v = into;

	return read_patterns(r, value, &v->any, &v->any_n);
}

static enum tcn_rc
read_told(struct reader *r, const struct tcn_json_value *value, void *into)
{
	struct tcn_rubric_figure *figure = into;

	return read_patterns(r, value, &figure->told, &figure->told_n);
}

/* --- facts and figures --- */

static enum tcn_rc
read_fact(struct reader *r, const struct tcn_json_value *value, void *into)
{
	static const struct member members[] = {
		{ "id", read_text, offsetof(struct tcn_rubric_fact, id), true },
		{ "any", read_any, 0, true },
		{ "items", read_ids, offsetof(struct tcn_rubric_fact, items),
		    false },
		{ "weight", read_weight,
		    offsetof(struct tcn_rubric_fact, weight), false },
	};
	struct tcn_rubric_fact *fact = into;

	fact->weight = 1;
	return read_object(r, value, members, sizeof members / sizeof *members,
	    fact);
}

static enum tcn_rc
read_wrong(struct reader *r, const struct tcn_json_value *value, void *into)
{
	static const struct member members[] = {
		{ "id", read_text, offsetof(struct tcn_rubric_fact, id), true },
		{ "any", read_any, 0, true },
		{ "why", read_text, offsetof(struct tcn_rubric_fact, why),
		    true },
	};

	return read_object(r, value, members, sizeof members / sizeof *members,
	    into);
}

static enum tcn_rc
read_facts_by(struct reader *r, const struct tcn_json_value *value,
    read_fn *read, struct tcn_rubric_facts *facts)
{
	void *list = NULL;
	enum tcn_rc rc =
	    read_list(r, value, read, sizeof *facts->at, &list, &facts->n);

	facts->at = list;
	return rc;
}

static enum tcn_rc
read_facts(struct reader *r, const struct tcn_json_value *value, void *into)
{
	return read_facts_by(r, value, read_fact, into);
}

static enum tcn_rc
read_wrongs(struct reader *r, const struct tcn_json_value *value, void *into)
{
	return read_facts_by(r, value, read_wrong, into);
}

static enum tcn_rc
read_value(struct reader *r, const struct tcn_json_value *value, void *into)
{
	static const struct member members[] = {
		{ "value", read_range, 0, true },
		{ "any", read_written, 0, false },
		{ "items", read_ids, offsetof(struct tcn_rubric_value, items),
		    true },
	};

	return read_object(r, value, members, sizeof members / sizeof *members,
	    into);
}

static enum tcn_rc
read_values(struct reader *r, const struct tcn_json_value *value, void *into)
{
	struct tcn_rubric_figure *figure = into;
	void *list = NULL;
	enum tcn_rc rc = read_list(r, value, read_value, sizeof *figure->values,
	    &list, &figure->values_n);

	figure->values = list;
	return rc;
}

static enum tcn_rc
read_figure(struct reader *r, const struct tcn_json_value *value, void *into)
{
	static const struct member members[] = {
		{ "slot", read_slot, offsetof(struct tcn_rubric_figure, slot),
		    true },
		{ "told", read_told, 0, false },
		{ "values", read_values, 0, true },
	};

	return read_object(r, value, members, sizeof members / sizeof *members,
	    into);
}

static enum tcn_rc
read_figures(struct reader *r, const struct tcn_json_value *value, void *into)
{
	struct tcn_rubric_case *c = into;
	void *list = NULL;
	enum tcn_rc rc = read_list(r, value, read_figure, sizeof *c->figures,
	    &list, &c->figures_n);

	c->figures = list;
	return rc;
}

/* --- the whole --- */

static enum tcn_rc
read_case(struct reader *r, const struct tcn_json_value *value, void *into)
{
#define AT(member) offsetof(struct tcn_rubric_case, member)
	static const struct member members[] = {
		{ "name", read_text, AT(name), true },
		{ "part", read_part, AT(part), true },
		{ "items", read_ids, AT(items), true },
		{ "whole", read_bool, AT(whole), false },
		{ "facts", read_facts, AT(facts), true },
		{ "figures", read_figures, 0, false },
		{ "wrong", read_wrongs, AT(wrong), false },
		{ "first", read_ids, AT(first), false },
		{ "foreign", read_ids, AT(foreign), false },
	};
#undef AT

	return read_object(r, value, members, sizeof members / sizeof *members,
	    into);
}

static enum tcn_rc
read_cases(struct reader *r, const struct tcn_json_value *value, void *into)
{
	struct tcn_rubric_cases *cases = into;
	void *list = NULL;
	enum tcn_rc rc =
	    read_list(r, value, read_case, sizeof *cases->at, &list, &cases->n);

	cases->at = list;
	return rc;
}

const char *
tcn_rubric_part_name(enum tcn_rubric_part part)
{
	static const char *const names[TCN_RUBRIC_PARTS] = {
		[TCN_RUBRIC_TUNE] = "tune",
		[TCN_RUBRIC_HELD] = "held",
	};

	return names[part];
}

enum tcn_rc
tcn_rubric_cases_parse(const char *path, struct tcn_str text,
    struct tcn_rubric_cases *cases, struct tcn_err *err)
{
	static const struct member members[] = {
		{ "stream", read_stream,
		    offsetof(struct tcn_rubric_cases, stream), true },
		{ "cases", read_cases, 0, true },
	};
	struct reader r = { .arena = &cases->arena, .err = err };
	struct tcn_json_value root;
	enum tcn_rc rc;

	*cases = (struct tcn_rubric_cases){ 0 };
	tcn_arena_init(&cases->arena, 0);
	rc = tcn_json_read(text, &cases->arena, &root, err);
	if (rc) {
		/* Names line and column of a place that is given in bytes from
		 * 1. */
		unsigned long line = 1, column = 1;

		for (size_t i = 0; i + 1 < err->column && i < text.n; i++) {
			column++;
			if (text.at[i] != '\n')
				continue;
			line++;
			column = 1;
		}
		tcn_err_at(err, path, err->column ? line : 0,
		    err->column ? column : 0);
		return rc;
	}
	rc = read_object(&r, &root, members, sizeof members / sizeof *members,
	    cases);
	if (rc)
		tcn_err_at(err, path, 0, 0);
	return rc;
}

enum tcn_rc
tcn_rubric_cases_read(const char *path, struct tcn_rubric_cases *cases,
    struct tcn_err *err)
{
	struct tcn_buf text = { 0 };
	enum tcn_rc rc = tcn_file_read(path, TCN_RUBRIC_FILE_BYTES, &text, err);

	if (rc) {
		*cases = (struct tcn_rubric_cases){ 0 };
		tcn_arena_init(&cases->arena, 0);
	} else {
		rc = tcn_rubric_cases_parse(path, tcn_buf_view(&text), cases,
		    err);
	}
	tcn_buf_fini(&text);
	return rc;
}

bool
tcn_rubric_matches(struct tcn_pattern *const *any, size_t n,
    struct tcn_str text)
{
	for (size_t i = 0; i < n; i++)
		if (tcn_pattern_matches(any[i], text))
			return true;
	return false;
}

static void
free_patterns(struct tcn_pattern *const *any, size_t n)
{
	for (size_t i = 0; i < n; i++)
		tcn_pattern_free(any[i]);
}

static void
free_facts(const struct tcn_rubric_facts *facts)
{
	for (size_t i = 0; i < facts->n; i++)
		free_patterns(facts->at[i].any, facts->at[i].any_n);
}

static void
free_figure(const struct tcn_rubric_figure *figure)
{
	free_patterns(figure->told, figure->told_n);
	for (size_t i = 0; i < figure->values_n; i++)
		free_patterns(figure->values[i].any, figure->values[i].any_n);
}

void
tcn_rubric_cases_fini(struct tcn_rubric_cases *cases)
{
	for (size_t i = 0; i < cases->n; i++) {
		const struct tcn_rubric_case *c = &cases->at[i];

		free_facts(&c->facts);
		free_facts(&c->wrong);
		for (size_t k = 0; k < c->figures_n; k++)
			free_figure(&c->figures[k]);
	}
	tcn_arena_fini(&cases->arena);
}

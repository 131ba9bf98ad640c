#include "tools/conf_value.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/utf8.h"

/* A number on its way: n for counts, durations and bytes, x for numbers. */
struct number {
	uint64_t n;
	double x;
};

struct unit {
	const char *name;
	uint64_t size;
};

/* Largest first: printing takes the first that divides the value. */
static const struct unit time_units[] = {
	{ "d", 86400000 },
	{ "h", 3600000 },
	{ "m", 60000 },
	{ "s", 1000 },
	{ "ms", 1 },
	{ NULL, 0 },
};

static const struct unit byte_units[] = {
	{ "TiB", 1ULL << 40 },
	{ "GiB", 1ULL << 30 },
	{ "MiB", 1ULL << 20 },
	{ "KiB", 1ULL << 10 },
	{ "B", 1 },
	{ NULL, 0 },
};

/* All values stay below this, so that they also fit a signed field. */
#define NUMBER_MAX ((uint64_t)INT64_MAX)

static bool
digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Takes the digits at the front of *s; false when none or too many. */
static bool
take_digits(struct tcn_str *s, uint64_t *n)
{
	*n = 0;
	if (!s->n || !digit(s->at[0]))
		return false;
	for (; s->n && digit(s->at[0]); s->at++, s->n--) {
		uint64_t d = (uint64_t)(s->at[0] - '0');

		if (*n > (NUMBER_MAX - d) / 10)
			return false;
		*n = *n * 10 + d;
	}
	return true;
}

static const struct unit *
take_unit(struct tcn_str *s, const struct unit *units)
{
	size_t n = 0;
	const struct unit *unit = units;

	while (n < s->n && !digit(s->at[n]) && s->at[n] != ' ')
		n++;
	while (unit->name &&
	    !tcn_str_equal((struct tcn_str){ s->at, n }, tcn_str(unit->name)))
		unit++;
	if (!unit->name)
		return NULL;
	s->at += n;
	s->n -= n;
	return unit;
}

/* "1h30m": any number of numbers with units, added up. */
static bool
read_units(struct tcn_str s, const struct unit *units, uint64_t *sum)
{
	*sum = 0;
	do {
		const struct unit *unit;
		uint64_t n;

		if (!take_digits(&s, &n))
			return false;
		while (s.n && s.at[0] == ' ')
			s = (struct tcn_str){ s.at + 1, s.n - 1 };
		unit = take_unit(&s, units);
		if (!unit || n > (NUMBER_MAX - *sum) / unit->size)
			return false;
		*sum += n * unit->size;
	} while (s.n);
	return true;
}

static bool
read_count(struct tcn_str s, uint64_t *n)
{
	return take_digits(&s, n) && s.n == 0;
}

/* Decimal only: no "nan", no "inf", no hexadecimal. */
static bool
read_number(struct tcn_str s, double *x)
{
	char copy[64];
	char *end;

	if (s.n == 0 || s.n >= sizeof copy)
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!digit(s.at[i]) && !strchr("+-.eE", s.at[i]))
			return false;
	memcpy(copy, s.at, s.n);
	copy[s.n] = '\0';
	*x = strtod(copy, &end);
	return *end == '\0' && *x - *x == 0; /* neither nan nor infinite */
}

static bool
zero_word(const struct tcn_conf_row *row, struct tcn_str text)
{
	return row->words && tcn_str_equal(text, tcn_str(row->words[0]));
}

static bool
read_scalar(enum tcn_conf_kind kind, struct tcn_str text, struct number *v)
{
	*v = (struct number){ 0 };
	if (kind == TCN_CONF_NUMBER)
		return read_number(text, &v->x);
	if (kind == TCN_CONF_DURATION)
		return read_units(text, time_units, &v->n);
	if (kind == TCN_CONF_BYTES)
		return read_units(text, byte_units, &v->n);
	return read_count(text, &v->n);
}

static bool
within(const struct tcn_conf_row *row, const struct number *v)
{
	struct number end;

	if (row->least && read_scalar(row->kind, tcn_str(row->least), &end) &&
	    (v->n < end.n || v->x < end.x))
		return false;
	if (row->most && read_scalar(row->kind, tcn_str(row->most), &end) &&
	    (v->n > end.n || v->x > end.x))
		return false;
	return true;
}

/* text as an error message shows it: short, and without control codes. */
static const char *
shown(struct tcn_str text, char out[64])
{
	size_t n = text.n < 48 ? text.n : 48;

	for (size_t i = 0; i < n; i++)
		out[i] = (unsigned char)text.at[i] < ' ' ? '?' : text.at[i];
	/* A character may have been cut in two. */
	while (n < text.n && n && ((unsigned char)text.at[n] & 0xc0) == 0x80)
		n--;
	strcpy(out + n, n < text.n ? "..." : "");
	return out;
}

/* Why is text no value of this kind? */
static enum tcn_rc
explain_scalar(const struct tcn_conf_row *row, struct tcn_str text,
    struct tcn_err *err)
{
	const struct unit *unit =
	    row->kind == TCN_CONF_BYTES ? byte_units : time_units;
	char names[200] = "", word[64];
	uint64_t n;

	shown(text, word);
	if (row->kind == TCN_CONF_COUNT || row->kind == TCN_CONF_NUMBER)
		return tcn_err_set(err, TCN_INVALID, "%s takes %s, not '%s'",
		    row->key, tcn_conf_value_kind(row->kind), word);
	if (read_count(text, &n)) {
		for (; unit->name; unit++)
			snprintf(names + strlen(names),
			    sizeof names - strlen(names), "%s%s%s",
			    names[0] ? (unit[1].name ? ", " : " or ") : "",
			    word, unit->name);
		return tcn_err_set(err, TCN_INVALID,
		    "%s: %s what? Name the unit: %s", row->key, word, names);
	}
	return tcn_err_set(err, TCN_INVALID, "%s takes %s, not '%s'", row->key,
	    row->kind == TCN_CONF_BYTES
		? "a size such as 64MiB (units B, KiB, MiB, GiB, TiB)"
		: "a duration such as 4h or 1h30m (units ms, s, m, h, d)",
	    word);
}

static enum tcn_rc
refuse(const struct tcn_conf_row *row, struct tcn_str text, const char *why,
    struct tcn_err *err)
{
	struct tcn_buf range = { 0 };
	char word[64];
	enum tcn_rc rc;

	tcn_conf_value_range(row, &range);
	rc = range.failed ? TCN_NOMEM : TCN_INVALID;
	tcn_err_set(err, rc, "%s: '%s' %s; it takes %s", row->key,
	    shown(text, word), why, range.failed ? "" : range.at);
	tcn_buf_fini(&range);
	return rc;
}

static enum tcn_rc
put_scalar(const struct tcn_conf_row *row, struct tcn_str text, void *field,
    struct tcn_err *err)
{
	struct number v = { 0 };

	if (!zero_word(row, text)) {
		if (!read_scalar(row->kind, text, &v))
			return explain_scalar(row, text, err);
		if (!within(row, &v))
			return refuse(row, text, "is out of range", err);
	}
	if (row->kind == TCN_CONF_NUMBER)
		*(double *)field = v.x;
	else if (row->kind == TCN_CONF_DURATION)
		*(int64_t *)field = (int64_t)v.n;
	else
		*(uint64_t *)field = v.n;
	return TCN_OK;
}

static const char *const yes_words[] = { "true", "yes", "on", NULL };
static const char *const no_words[] = { "false", "no", "off", NULL };

/* Index of text in words, or -1. */
static int
word_find(const char *const *words, struct tcn_str text)
{
	for (int i = 0; words[i]; i++)
		if (tcn_str_equal(text, tcn_str(words[i])))
			return i;
	return -1;
}

static enum tcn_rc
put_boolean(const struct tcn_conf_row *row, struct tcn_str text, void *field,
    struct tcn_err *err)
{
	bool yes = word_find(yes_words, text) >= 0;

	if (!yes && word_find(no_words, text) < 0)
		return refuse(row, text, "is neither yes nor no", err);
	*(bool *)field = yes;
	return TCN_OK;
}

static enum tcn_rc
put_choice(const struct tcn_conf_row *row, struct tcn_str text, void *field,
    struct tcn_err *err)
{
	int i = word_find(row->words, text);

	if (i < 0)
		return refuse(row, text, "is no choice", err);
	*(int *)field = i;
	return TCN_OK;
}

/* "html, md", with or without brackets: words between commas, in any order. */
static enum tcn_rc
put_set(const struct tcn_conf_row *row, struct tcn_str text, void *field,
    struct tcn_err *err)
{
	unsigned bits = 0;

	if (text.n >= 2 && text.at[0] == '[' && text.at[text.n - 1] == ']')
		text = (struct tcn_str){ text.at + 1, text.n - 2 };
	for (size_t at = 0; at < text.n;) {
		struct tcn_str word = { text.at + at, 0 };
		int i;

		while (at < text.n && text.at[at] != ',')
			at++;
		word.n = (size_t)(text.at + at++ - word.at);
		word = tcn_str_trim(word);
		i = word_find(row->words, word);
		if (i < 0)
			return refuse(row, word, "is no choice", err);
		bits |= 1u << i;
	}
	*(unsigned *)field = bits;
	return TCN_OK;
}

static enum tcn_rc
put_text(const struct tcn_conf_row *row, struct tcn_str text, void *field,
    struct tcn_arena *arena, struct tcn_err *err)
{
	struct tcn_str copy;

	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.at[i] < ' ')
			return tcn_err_set(err, TCN_INVALID,
			    "%s: control character %d in the text", row->key,
			    text.at[i]);
	if (!tcn_utf8_valid(text))
		return tcn_err_set(err, TCN_INVALID, "%s: not valid UTF-8",
		    row->key);
	if (!tcn_arena_str(arena, text, &copy))
		return tcn_err_set(err, TCN_NOMEM, "out of memory");
	*(const char **)field = copy.n ? copy.at : NULL;
	return TCN_OK;
}

enum tcn_rc
tcn_conf_value_read(const struct tcn_conf_row *row, struct tcn_str text,
    void *field, struct tcn_arena *arena, struct tcn_err *err)
{
	switch (row->kind) {
	case TCN_CONF_COUNT:
	case TCN_CONF_NUMBER:
	case TCN_CONF_DURATION:
	case TCN_CONF_BYTES:
		return put_scalar(row, text, field, err);
	case TCN_CONF_BOOLEAN:
		return put_boolean(row, text, field, err);
	case TCN_CONF_CHOICE:
		return put_choice(row, text, field, err);
	case TCN_CONF_SET:
		return put_set(row, text, field, err);
	case TCN_CONF_TEXT:
		return put_text(row, text, field, arena, err);
	case TCN_CONF_SECTION:
		break;
	}
	return tcn_err_set(err, TCN_INVALID, "%s has no value of its own",
	    row->key);
}

static void
print_units(struct tcn_buf *out, uint64_t n, const struct unit *unit)
{
	/* The smallest unit has size 1, so one always divides. */
	while (n % unit->size || (n == 0 && unit->size > 1))
		unit++;
	tcn_buf_printf(out, "%llu%s", (unsigned long long)(n / unit->size),
	    unit->name);
}

/* The shortest decimal that reads back as x. */
static void
print_number(struct tcn_buf *out, double x)
{
	char text[40];

	for (int digits = 1; digits <= 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, x);
		if (strtod(text, NULL) == x)
			break;
	}
	tcn_buf_z(out, text);
}

static void
print_scalar(const struct tcn_conf_row *row, const void *field,
    struct tcn_buf *out)
{
	uint64_t n;

	if (row->kind == TCN_CONF_NUMBER) {
		print_number(out, *(const double *)field);
		return;
	}
	n = row->kind == TCN_CONF_DURATION ? (uint64_t) * (const int64_t *)field
					   : *(const uint64_t *)field;
	if (n == 0 && row->words)
		tcn_buf_z(out, row->words[0]);
	else if (row->kind == TCN_CONF_DURATION)
		print_units(out, n, time_units);
	else if (row->kind == TCN_CONF_BYTES)
		print_units(out, n, byte_units);
	else
		tcn_buf_printf(out, "%llu", (unsigned long long)n);
}

static void
print_set(const struct tcn_conf_row *row, unsigned bits, struct tcn_buf *out)
{
	const char *before = "";

	tcn_buf_char(out, '[');
	for (int i = 0; row->words[i]; i++) {
		if (!(bits >> i & 1))
			continue;
		tcn_buf_printf(out, "%s%s", before, row->words[i]);
		before = ", ";
	}
	tcn_buf_char(out, ']');
}

void
tcn_conf_value_print(const struct tcn_conf_row *row, const void *field,
    struct tcn_buf *out)
{
	const char *text;

	switch (row->kind) {
	case TCN_CONF_COUNT:
	case TCN_CONF_NUMBER:
	case TCN_CONF_DURATION:
	case TCN_CONF_BYTES:
		print_scalar(row, field, out);
		break;
	case TCN_CONF_BOOLEAN:
		tcn_buf_z(out, *(const bool *)field ? "true" : "false");
		break;
	case TCN_CONF_CHOICE:
		tcn_buf_z(out, row->words[*(const int *)field]);
		break;
	case TCN_CONF_SET:
		print_set(row, *(const unsigned *)field, out);
		break;
	case TCN_CONF_TEXT:
		/* A JSON string is a YAML one. */
		text = *(const char *const *)field;
		tcn_buf_json(out, tcn_str(text ? text : ""));
		break;
	case TCN_CONF_SECTION:
		break;
	}
}

const char *
tcn_conf_value_kind(enum tcn_conf_kind kind)
{
	switch (kind) {
	case TCN_CONF_SECTION:
		return "a section";
	case TCN_CONF_COUNT:
		return "a whole number";
	case TCN_CONF_NUMBER:
		return "a number";
	case TCN_CONF_DURATION:
		return "a duration";
	case TCN_CONF_BYTES:
		return "a size in bytes";
	case TCN_CONF_BOOLEAN:
		return "true or false";
	case TCN_CONF_CHOICE:
		return "one word";
	case TCN_CONF_SET:
		return "a list of words";
	case TCN_CONF_TEXT:
		return "a text";
	}
	return "";
}

static void
words_list(const struct tcn_conf_row *row, const char *last,
    struct tcn_buf *out)
{
	for (int i = 0; row->words[i]; i++) {
		if (i)
			tcn_buf_z(out, row->words[i + 1] ? ", " : last);
		tcn_buf_z(out, row->words[i]);
	}
}

void
tcn_conf_value_range(const struct tcn_conf_row *row, struct tcn_buf *out)
{
	if (row->kind == TCN_CONF_CHOICE)
		words_list(row, " or ", out);
	else if (row->kind == TCN_CONF_SET) {
		tcn_buf_z(out, "any of ");
		words_list(row, " and ", out);
	} else
		tcn_buf_z(out, tcn_conf_value_kind(row->kind));
	if (row->least && row->most)
		tcn_buf_printf(out, ", %s to %s", row->least, row->most);
	else if (row->least)
		tcn_buf_printf(out, ", at least %s", row->least);
	if (row->words && row->kind != TCN_CONF_CHOICE &&
	    row->kind != TCN_CONF_SET)
		tcn_buf_printf(out, ", or %s", row->words[0]);
}

#include "tools/conf/conf_value.h"

#include <assert.h>

#include "engine/base/quantity.h"
#include "engine/base/utf8.h"

/* A value that was read: n for counts, durations and bytes, x for numbers. */
struct number {
	uint64_t n;
	double x;
};

/* Whether text is the word that stands for 0. */
static bool
zero_word(const struct tcn_conf_row *row, struct tcn_str text)
{
	return row->words && tcn_str_equal(text, tcn_str(row->words[0]));
}

/* Whether its field is a double. */
static bool
is_real(const struct tcn_conf_row *row)
{
	return row->kind == TCN_CONF_NUMBER || row->kind == TCN_CONF_PERCENT ||
	    row->kind == TCN_CONF_RATE;
}

static bool
read_scalar(enum tcn_conf_kind kind, struct tcn_str text, struct number *v)
{
	*v = (struct number){ 0 };
	if (kind == TCN_CONF_NUMBER)
		return tcn_quantity_parse_number(text, &v->x);
	if (kind == TCN_CONF_PERCENT)
		return tcn_quantity_parse_percent(text, &v->x);
	if (kind == TCN_CONF_RATE)
		return tcn_quantity_parse_rate(text, &v->x);
	if (kind == TCN_CONF_DURATION)
		return tcn_quantity_parse_units(text, tcn_quantity_time_units,
		    &v->n);
	if (kind == TCN_CONF_BYTES)
		return tcn_quantity_parse_units(text, tcn_quantity_byte_units,
		    &v->n);
	return tcn_quantity_parse_count(text, &v->n);
}

/* Whether v is in the range of row. */
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

/* "a duration", "a whole number", ... */
static const char *
value_kind(enum tcn_conf_kind kind)
{
	switch (kind) {
	case TCN_CONF_SECTION:
		return "a section";
	case TCN_CONF_COUNT:
		return "a whole number";
	case TCN_CONF_NUMBER:
		return "a number";
	case TCN_CONF_PERCENT:
		return "a number in per cent";
	case TCN_CONF_RATE:
		return "a number a day, as 2/day or 3/week";
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
	case TCN_CONF_NETWORKS:
		return "true, false or a list of address ranges";
	case TCN_CONF_TEXT:
		return "a text";
	case TCN_CONF_LIST:
		return "a list";
	case TCN_CONF_PATH:
		return "a path";
	}
	return "";
}

static enum tcn_rc
refuse(const struct tcn_conf_row *row, struct tcn_str text, const char *why,
    struct tcn_err *err)
{
	struct tcn_buf range = { 0 };
	char word[TCN_QUANTITY_EXCERPT_BYTES];

	tcn_conf_value_range(row, &range);
	tcn_err_set(err, TCN_INVALID, "%s: '%s' %s; it takes %s", row->key,
	    tcn_quantity_excerpt(text, word), why, range.at);
	tcn_buf_fini(&range);
	return TCN_INVALID;
}

static enum tcn_rc
put_scalar(const struct tcn_conf_row *row, struct tcn_str text, void *field,
    struct tcn_err *err)
{
	struct number v = { 0 };

	if (!zero_word(row, text)) {
		if (!read_scalar(row->kind, text, &v)) {
			/* Says why text is no value of this kind. */
			struct tcn_buf why = { 0 };
			char word[TCN_QUANTITY_EXCERPT_BYTES];

			if (row->kind == TCN_CONF_COUNT || is_real(row))
				return tcn_err_set(err, TCN_INVALID,
				    "%s takes %s, not '%s'", row->key,
				    value_kind(row->kind),
				    tcn_quantity_excerpt(text, word));
			tcn_quantity_explain(text,
			    row->kind == TCN_CONF_BYTES
				? tcn_quantity_byte_units
				: tcn_quantity_time_units,
			    &why);
			tcn_err_set(err, TCN_INVALID, "%s%s", row->key, why.at);
			tcn_buf_fini(&why);
			return TCN_INVALID;
		}
		if (!within(row, &v))
			return refuse(row, text, "is out of range", err);
	}
	if (is_real(row))
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
put_networks(const struct tcn_conf_row *row, struct tcn_str text, void *field,
    struct tcn_err *err)
{
	struct tcn_err why = { 0 };
	enum tcn_rc rc = tcn_networks_parse(text, field, &why);

	return rc ? tcn_err_set(err, rc, "%s: %s", row->key, why.text) : rc;
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
	tcn_arena_str(arena, text, &copy);
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
	case TCN_CONF_PERCENT:
	case TCN_CONF_RATE:
	case TCN_CONF_DURATION:
	case TCN_CONF_BYTES:
		return put_scalar(row, text, field, err);
	case TCN_CONF_BOOLEAN:
		return put_boolean(row, text, field, err);
	case TCN_CONF_CHOICE:
		return put_choice(row, text, field, err);
	case TCN_CONF_SET:
		return put_set(row, text, field, err);
	case TCN_CONF_NETWORKS:
		return put_networks(row, text, field, err);
	case TCN_CONF_TEXT:
	case TCN_CONF_LIST:
	case TCN_CONF_PATH:
		return put_text(row, text, field, arena, err);
	case TCN_CONF_SECTION:
		break;
	}
	return tcn_err_set(err, TCN_INVALID, "%s has no value of its own",
	    row->key);
}

static void
print_scalar(const struct tcn_conf_row *row, const void *field,
    struct tcn_buf *out)
{
	uint64_t n;

	if (is_real(row)) {
		tcn_quantity_print_number(out, *(const double *)field);
		return;
	}
	n = row->kind == TCN_CONF_DURATION ? (uint64_t) * (const int64_t *)field
					   : *(const uint64_t *)field;
	if (n == 0 && row->words)
		tcn_buf_z(out, row->words[0]);
	else if (row->kind == TCN_CONF_DURATION)
		tcn_quantity_print_units(out, n, tcn_quantity_time_units);
	else if (row->kind == TCN_CONF_BYTES)
		tcn_quantity_print_units(out, n, tcn_quantity_byte_units);
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
	case TCN_CONF_PERCENT:
	case TCN_CONF_RATE:
	case TCN_CONF_DURATION:
	case TCN_CONF_BYTES:
		print_scalar(row, field, out);
		break;
	case TCN_CONF_BOOLEAN:
		tcn_buf_z(out, *(const bool *)field ? "true" : "false");
		break;
	case TCN_CONF_CHOICE:
		assert(*(const int *)field >= 0);
		tcn_buf_z(out, row->words[*(const int *)field]);
		break;
	case TCN_CONF_SET:
		print_set(row, *(const unsigned *)field, out);
		break;
	case TCN_CONF_NETWORKS:
		tcn_networks_print(field, out);
		break;
	case TCN_CONF_TEXT:
	case TCN_CONF_LIST:
	case TCN_CONF_PATH:
		/* Every JSON string is a YAML string. */
		text = *(const char *const *)field;
		tcn_buf_json(out, tcn_str(text ? text : ""));
		break;
	case TCN_CONF_SECTION:
		break;
	}
}

static void
print_words(const struct tcn_conf_row *row, const char *last,
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
		print_words(row, " or ", out);
	else if (row->kind == TCN_CONF_SET) {
		tcn_buf_z(out, "any of ");
		print_words(row, " and ", out);
	} else
		tcn_buf_z(out, value_kind(row->kind));
	if (row->least && row->most)
		tcn_buf_printf(out, ", %s to %s", row->least, row->most);
	else if (row->least)
		tcn_buf_printf(out, ", at least %s", row->least);
	if (row->words && row->kind != TCN_CONF_CHOICE &&
	    row->kind != TCN_CONF_SET)
		tcn_buf_printf(out, ", or %s", row->words[0]);
}

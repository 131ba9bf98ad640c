#include "engine/base/json_flat_impl.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <stdint.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include "engine/base/ascii.h"

#define DIGITS_MAX 15 /* a double holds any integer of so many exactly */

/* The parser's state: what is left of the copy, which ends in NUL. */
struct flat {
	char *at, *end;
	char *quote, *slash; /* where the next of each stands, or end */
	struct tcn_arena *arena;
};

static void
skip_blanks(struct flat *f)
{
	while (f->at < f->end && (unsigned char)*f->at <= ' ')
		f->at++;
}

/* Skips blanks, and c if it stands there; else false. */
static bool
skip_char(struct flat *f, char c)
{
	skip_blanks(f);
	if (*f->at != c)
		return false;
	f->at++;
	return true;
}

/* The value of a hex digit, which json_tree.c has found to be one. */
static UChar32
hex(char c)
{
	int value = tcn_ascii_hex(c);

	assert(value >= 0);
	return value;
}

/* The UTF-16 code unit that the four hex digits at p stand for. */
static UChar32
unit_at(const char *p)
{
	UChar32 unit = 0;

	for (int i = 0; i < 4; i++)
		unit = unit * 16 + hex(p[i]);
	return unit;
}

/*
 * Writes the character that the escape at f->at stands for, and moves behind
 * the escape. Returns the end of what was written; NULL: no such escape.
 */
static char *
decode(struct flat *f, char *to)
{
	static const char letters[] = "\"\\/bfnrt", bytes[] = "\"\\/\b\f\n\r\t";
	/* The NUL at the end must be excluded: strchr() would find it. */
	const char *found = f->at[1] ? strchr(letters, f->at[1]) : NULL;
	int32_t n = 0;
	UChar32 c;

	if (f->at[1] == 'u') {
		c = unit_at(f->at + 2);
		f->at += 6;
		if (U16_IS_LEAD(c)) {
			c = U16_GET_SUPPLEMENTARY(c, unit_at(f->at + 2));
			f->at += 6;
		}
		U8_APPEND_UNSAFE(to, n, c);
		return to + n;
	}
	if (!found)
		return NULL;
	*to = bytes[found - letters];
	f->at += 2;
	return to + 1;
}

/* Brings *place up to date: it is searched only when f->at has passed it, so
 * all searches together read each byte once. */
static void
find_char(const struct flat *f, char **place, char c)
{
	if (*place >= f->at)
		return;
	*place = memchr(f->at, c, (size_t)(f->end - f->at));
	if (!*place)
		*place = f->end;
}

/*
 * The string that begins with the quote at f->at, decoded in place: each piece
 * between two escapes moves up to the one before it. NULL: no string.
 */
static char *
take_string(struct flat *f)
{
	char *start, *to;

	if (!skip_char(f, '"'))
		return NULL;
	start = to = f->at;
	for (;;) {
		char *from = f->at;

		find_char(f, &f->quote, '"');
		find_char(f, &f->slash, '\\');
		f->at = f->quote < f->slash ? f->quote : f->slash;
		if (f->at == f->end)
			return NULL;
		if (to != from)
			memmove(to, from, (size_t)(f->at - from));
		to += f->at - from;
		if (f->at == f->quote)
			break;
		to = decode(f, to);
		if (!to)
			return NULL;
	}
	f->at++;
	*to = '\0';
	return start;
}

/*
 * Reads "-12.34" as 1234 / 100: both are exact, so the one division rounds
 * correctly. False: no number, one with an exponent, or more than DIGITS_MAX
 * digits.
 */
static bool
take_number(struct flat *f, double *value)
{
	static const double powers[] = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7,
		1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };
	bool negative = *f->at == '-';
	unsigned digits = 0, behind = 0;
	bool point = false;
	int64_t n = 0;

	f->at += negative;
	for (;; f->at++) {
		char c = *f->at;

		if (tcn_ascii_is_digit(c)) {
			n = n * 10 + (c - '0');
			behind += point;
			if (++digits > DIGITS_MAX)
				return false;
		} else if (c == '.' && digits && !point) {
			point = true;
		} else {
			break;
		}
	}
	*value = (double)n / powers[behind];
	if (negative)
		*value = -*value;
	return digits > 0 && (behind > 0 || !point);
}

static bool
take_word(struct flat *f, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(f->end - f->at) < n || memcmp(f->at, word, n) != 0)
		return false;
	f->at += n;
	return true;
}

static bool
take_value(struct flat *f, cJSON *item)
{
	skip_blanks(f);
	switch (*f->at) {
	case '"':
		item->type = cJSON_String;
		item->valuestring = take_string(f);
		return item->valuestring != NULL;
	case 'n':
		item->type = cJSON_NULL;
		return take_word(f, "null");
	case 't':
		item->type = cJSON_True;
		return take_word(f, "true");
	case 'f':
		item->type = cJSON_False;
		return take_word(f, "false");
	default:
		item->type = cJSON_Number;
		return take_number(f, &item->valuedouble);
	}
}

/* One "name": value as a new node, or NULL. */
static cJSON *
take_field(struct flat *f)
{
	cJSON *item = tcn_arena_zalloc(f->arena, 1, sizeof *item);

	item->string = take_string(f);
	if (!item->string || !skip_char(f, ':') || !take_value(f, item))
		return NULL;
	return item;
}

/* All fields, up to the end of the object, which must end the line too. */
static bool
take_fields(struct flat *f, cJSON *root)
{
	cJSON **next = &root->child;

	do {
		*next = take_field(f);
		if (!*next)
			return false;
		next = &(*next)->next;
	} while (skip_char(f, ','));
	return skip_char(f, '}') && f->at == f->end;
}

const cJSON *
tcn_json_flat(struct tcn_str json, struct tcn_arena *arena)
{
	struct flat f = { .arena = arena };
	struct tcn_str copy;
	cJSON *root;

	assert(arena);
	if (!json.n || json.at[0] != '{')
		return NULL;
	tcn_arena_str(arena, json, &copy);
	f.at = (char *)copy.at;
	f.end = f.at + copy.n;
	f.quote = f.slash = f.at++; /* passed, so find_char() searches both */
	root = tcn_arena_zalloc(arena, 1, sizeof *root);
	root->type = cJSON_Object;
	return take_fields(&f, root) ? root : NULL;
}

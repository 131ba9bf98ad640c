#include "engine/base/quantity.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/ascii.h"
#include "engine/base/duration.h"

const struct tcn_quantity_unit tcn_quantity_time_units[] = {
	{ "d", TCN_DAY_MS },
	{ "h", TCN_HOUR_MS },
	{ "m", TCN_MINUTE_MS },
	{ "s", TCN_SECOND_MS },
	{ "ms", 1 },
	{ NULL, 0 },
};

const struct tcn_quantity_unit tcn_quantity_byte_units[] = {
	{ "TiB", 1ULL << 40 },
	{ "GiB", 1ULL << 30 },
	{ "MiB", 1ULL << 20 },
	{ "KiB", 1ULL << 10 },
	{ "B", 1 },
	{ NULL, 0 },
};

/* No value is above this, so that all fit a signed field too. */
#define NUMBER_MAX ((uint64_t)INT64_MAX)

/* Cuts the digits that *s begins with off it; false when there are none or
 * their number is too large. */
static bool
take_digits(struct tcn_str *s, uint64_t *n)
{
	*n = 0;
	if (!s->n || !tcn_ascii_is_digit(s->at[0]))
		return false;
	for (; s->n && tcn_ascii_is_digit(s->at[0]); s->at++, s->n--) {
		uint64_t d = (uint64_t)(s->at[0] - '0');

		if (*n > (NUMBER_MAX - d) / 10)
			return false;
		*n = *n * 10 + d;
	}
	return true;
}

static const struct tcn_quantity_unit *
take_unit(struct tcn_str *s, const struct tcn_quantity_unit *units)
{
	size_t n = 0;
	const struct tcn_quantity_unit *unit = units;

	while (n < s->n && !tcn_ascii_is_digit(s->at[n]) && s->at[n] != ' ')
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

bool
tcn_quantity_parse_units(struct tcn_str s,
    const struct tcn_quantity_unit *units, uint64_t *n)
{
	uint64_t sum = 0;

	do {
		const struct tcn_quantity_unit *unit;
		uint64_t part;

		if (!take_digits(&s, &part))
			return false;
		while (s.n && s.at[0] == ' ')
			s = (struct tcn_str){ s.at + 1, s.n - 1 };
		unit = take_unit(&s, units);
		if (!unit || part > (NUMBER_MAX - sum) / unit->size)
			return false;
		sum += part * unit->size;
	} while (s.n);
	*n = sum;
	return true;
}

bool
tcn_quantity_parse_count(struct tcn_str s, uint64_t *n)
{
	return take_digits(&s, n) && s.n == 0;
}

bool
tcn_quantity_parse_number(struct tcn_str s, double *x)
{
	char copy[64];
	char *end;

	if (s.n == 0 || s.n >= sizeof copy)
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!tcn_ascii_is_digit(s.at[i]) && !strchr("+-.eE", s.at[i]))
			return false;
	memcpy(copy, s.at, s.n);
	copy[s.n] = '\0';
	*x = strtod(copy, &end);
	return end == copy + s.n && *x - *x == 0; /* neither nan nor infinite */
}

bool
tcn_quantity_parse_percent(struct tcn_str s, double *x)
{
	if (s.n && s.at[s.n - 1] == '%')
		s = tcn_str_trim((struct tcn_str){ s.at, s.n - 1 });
	return tcn_quantity_parse_number(s, x);
}

bool
tcn_quantity_parse_rate(struct tcn_str s, double *x)
{
	static const struct {
		const char *unit;
		double days;
	} units[] = { { "/day", 1 }, { "/week", 7 } };

	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		struct tcn_str unit = tcn_str(units[i].unit);

		if (s.n <= unit.n ||
		    !tcn_str_equal((struct tcn_str){ s.at + s.n - unit.n,
				       unit.n },
			unit))
			continue;
		s = tcn_str_trim((struct tcn_str){ s.at, s.n - unit.n });
		if (!tcn_quantity_parse_number(s, x))
			return false;
		*x /= units[i].days;
		return true;
	}
	return tcn_quantity_parse_number(s, x);
}

void
tcn_quantity_print_units(struct tcn_buf *out, uint64_t n,
    const struct tcn_quantity_unit *unit)
{
	assert(unit->name);
	/* The smallest unit has size 1, so one always divides. */
	while (n % unit->size || (n == 0 && unit->size > 1))
		unit++;
	tcn_buf_printf(out, "%llu%s", (unsigned long long)(n / unit->size),
	    unit->name);
}

void
tcn_quantity_print_number(struct tcn_buf *out, double x)
{
	char text[40];

	/* A whole number is written as one: 50, not 5e+01. */
	if (fabs(x) < 1e15 && x == floor(x)) {
		snprintf(text, sizeof text, "%.0f", x);
		tcn_buf_z(out, text);
		return;
	}
	for (int digits = 1; digits <= 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, x);
		/* With one digit 60 is 6e+01, with two it is 60. */
		if (strtod(text, NULL) == x &&
		    (digits >= 15 || !strchr(text, 'e')))
			break;
	}
	tcn_buf_z(out, text);
}

const char *
tcn_quantity_excerpt(struct tcn_str text, char out[TCN_QUANTITY_EXCERPT_BYTES])
{
	size_t n = text.n < 48 ? text.n : 48;

	for (size_t i = 0; i < n; i++)
		out[i] = (unsigned char)text.at[i] < ' ' ? '?' : text.at[i];
	/* Do not show the first half of a character. */
	while (n < text.n && n && ((unsigned char)text.at[n] & 0xc0) == 0x80)
		n--;
	strcpy(out + n, n < text.n ? "..." : "");
	return out;
}

void
tcn_quantity_explain(struct tcn_str text, const struct tcn_quantity_unit *unit,
    struct tcn_buf *out)
{
	char word[TCN_QUANTITY_EXCERPT_BYTES];
	uint64_t n;

	tcn_quantity_excerpt(text, word);
	if (!tcn_quantity_parse_count(text, &n)) {
		tcn_buf_printf(out, " takes %s, not '%s'",
		    unit == tcn_quantity_byte_units
			? "a size such as 64MiB (units B, "
			  "KiB, MiB, GiB, TiB)"
			: "a duration such as 4h or 1h30m "
			  "(units ms, s, m, h, d)",
		    word);
		return;
	}
	tcn_buf_printf(out, ": %s what? Name the unit: %s%s", word, word,
	    unit->name);
	for (unit++; unit->name; unit++)
		tcn_buf_printf(out, "%s%s%s", unit[1].name ? ", " : " or ",
		    word, unit->name);
}

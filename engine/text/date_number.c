/*
 * engine/text/date_number.c - what begins with a figure in a date.
 */
#include <string.h>

#include "engine/base/ascii.h"
#include "engine/text/date_scan_impl.h"

#define DMY TCN_DATE_DMY
#define MDY TCN_DATE_MDY
#define YMD TCN_DATE_YMD

static size_t
digits_at(const char *at)
{
	return strspn(at, "0123456789");
}

/* The number of the first n <= 9 digits. */
static int
number(const char *at, size_t n)
{
	int value = 0;

	for (size_t i = 0; i < n; i++)
		value = value * 10 + (at[i] - '0');
	return value;
}

/* The year that two digits stand for (RFC 2822, section 4.3). */
static int
full_year(int year, size_t digits)
{
	if (digits == 2)
		return year < 50 ? 2000 + year : 1900 + year;
	return digits == 3 ? 1900 + year : year;
}

static bool
has_no_date(const struct tcn_date_scan *s)
{
	return s->parts.year < 0 && s->parts.month < 0 && s->parts.day < 0;
}

static void
set_day(struct tcn_date_scan *s, int year, int month, int day)
{
	s->parts.year = year;
	s->parts.month = month;
	s->parts.day = day;
}

/* Reads a fraction of a second, rounded to milliseconds. */
static void
take_fraction(struct tcn_date_scan *s)
{
	size_t n = digits_at(s->at + 1);

	if ((*s->at != '.' && *s->at != ',') || n == 0)
		return;
	s->parts.ms = 0;
	for (size_t i = 1; i <= 3; i++)
		s->parts.ms = s->parts.ms * 10 + (i <= n ? s->at[i] - '0' : 0);
	if (n > 3 && s->at[4] >= '5')
		s->parts.ms++;
	s->at += 1 + n;
}

/* Reads "9:43", "09:43:16", "09:43:16,5"; mark is what stands between. */
static bool
take_time(struct tcn_date_scan *s, char mark)
{
	int *const fields[] = { &s->parts.hour, &s->parts.minute,
		&s->parts.second };

	if (s->time)
		return false;
	s->time = true;
	for (size_t i = 0; i < 3; i++) {
		size_t n = digits_at(s->at);

		if (n == 0 || n > 2)
			return false;
		*fields[i] = number(s->at, n);
		s->at += n;
		if (*s->at != mark || !tcn_ascii_is_digit(s->at[1])) {
			if (i == 2 && mark == ':')
				take_fraction(s);
			return *s->at != mark || mark == '.';
		}
		s->at += i < 2;
	}
	return false;
}

/* Reads "094316" and "0943", behind a day. */
static bool
take_compact_time(struct tcn_date_scan *s, size_t n)
{
	if (s->time)
		return false;
	s->time = true;
	s->parts.hour = number(s->at, 2);
	s->parts.minute = number(s->at + 2, 2);
	s->parts.second = n == 6 ? number(s->at + 4, 2) : 0;
	s->at += n;
	if (n == 6)
		take_fraction(s);
	return true;
}

/* Reads "w47-7", "w477" and "w47", behind a year. */
static bool
take_week(struct tcn_date_scan *s, const char *at, bool hyphens)
{
	size_t n = digits_at(at + 1);

	if (n < 2 || n > 3 || (hyphens && n > 2))
		return false;
	s->week = number(at + 1, 2);
	s->weekday = n == 3 ? at[3] - '0' : 1;
	s->at = at + 1 + n;
	if (hyphens && *s->at == '-') {
		if (digits_at(s->at + 1) != 1)
			return false;
		s->weekday = s->at[1] - '0';
		s->at += 2;
	}
	return true;
}

/* Reads what follows a year and a hyphen: "11-22", "011-22", "326", "11". */
static bool
take_iso_rest(struct tcn_date_scan *s, const char *at)
{
	size_t n = digits_at(at), more;

	more = at[n] == '-' ? digits_at(at + n + 1) : 0;
	if ((n == 1 || n == 2 || (n == 3 && *at == '0')) && more > 0 &&
	    more <= 2) {
		s->parts.month = number(at, n);
		s->parts.day = number(at + n + 1, more);
		s->at = at + n + 1 + more;
		return true;
	}
	if (more > 0 || at[n] == '-' || (n != 2 && n != 3))
		return false;
	if (n == 3)
		s->day_of_year = number(at, 3);
	else
		s->parts.month = number(at, 2);
	s->partial = n == 2;
	s->at = at + n;
	return true;
}

/* The number behind a mark and, if it is a point, spaces: its digits, or 0. */
static size_t
part_behind(const char *at, char mark, const char **part)
{
	if (*at != mark)
		return 0;
	at++;
	while (mark == '.' && *at == ' ')
		at++;
	*part = at;
	return digits_at(at);
}

/* Reads a year of four digits and what is joined to it. */
static bool
take_year(struct tcn_date_scan *s)
{
	const char *at = s->at + 4, *b = at, *c = at;
	size_t b_n, c_n;

	s->parts.year = number(s->at, 4);
	s->at = at;
	if (tcn_ascii_lower(*at) == 'w' && tcn_ascii_is_digit(at[1]))
		return take_week(s, at, false);
	if (*at == '-' && tcn_ascii_lower(at[1]) == 'w' &&
	    tcn_ascii_is_digit(at[2]))
		return take_week(s, at + 1, true);
	if (*at == '-' && tcn_ascii_is_digit(at[1]))
		return take_iso_rest(s, at + 1);
	b_n = part_behind(at, *at == '/' ? '/' : '.', &b);
	c_n = b_n ? part_behind(b + b_n, *at, &c) : 0;
	if (b_n == 0 || b_n > 2 || c_n == 0 || c_n > 2)
		return true;
	set_day(s, s->parts.year, number(b, b_n), number(c, c_n));
	s->at = c + c_n;
	return true;
}

/* Sets the day that three numbers are in that order; false: there is none. */
static bool
day_in_order(const int n[3], size_t year_digits, unsigned order,
    struct tcn_date_parts *day)
{
	static const unsigned char at[3][3] = { { 2, 1, 0 }, { 2, 0, 1 },
		{ 0, 1, 2 } };
	const unsigned char *i = at[order == DMY ? 0 : order == MDY ? 1 : 2];

	day->year = full_year(n[i[0]], year_digits);
	day->month = n[i[1]];
	day->day = n[i[2]];
	return day->month >= 1 && day->month <= 12 && day->day >= 1 &&
	    day->day <= tcn_date_month_days(day->year, day->month);
}

/* The orders that three numbers may have, by what stands between them, and the
 * one that is taken where the feed's region is not known; 0: none. */
static unsigned
orders_of(char mark, size_t year_digits, unsigned *otherwise)
{
	*otherwise = 0;
	if (mark == '.') {
		*otherwise = DMY;
		return year_digits == 4 ? DMY : DMY | YMD;
	}
	if (year_digits == 4)
		return DMY | MDY;
	if (mark == '-')
		*otherwise = YMD;
	return DMY | MDY | YMD;
}

/*
 * Sets the day of three numbers: the only one that they can be, else that in
 * the order of the feed's region. Where a region contradicts ISO 8601 there is
 * none.
 */
static bool
resolve_day(struct tcn_date_scan *s, const int n[3], size_t year_digits,
    char mark)
{
	struct tcn_date_parts found = { 0 }, day = { 0 };
	unsigned otherwise, may = 0, region, ways = 0;
	unsigned orders = orders_of(mark, year_digits, &otherwise);

	for (unsigned order = DMY; order <= YMD; order <<= 1) {
		if (!(orders & order) ||
		    !day_in_order(n, year_digits, order, &day))
			continue;
		may |= order;
		ways += !ways || day.year != found.year ||
		    day.month != found.month || day.day != found.day;
		found = day;
	}
	if (ways > 1) {
		region = may & tcn_date_order_of(s->lexicon->tag);
		if (mark == '-' && otherwise & may && region &&
		    region != otherwise)
			return false;
		if (!region)
			region = may & otherwise;
		if (!region || !day_in_order(n, year_digits, region, &found))
			return false;
	}
	set_day(s, found.year, found.month, found.day);
	return ways > 0;
}

/* Reads "22/11/2026", "22.11.26", "03-12-31". False: it has no such shape; then
 * nothing was read. *sound: they are a day. */
static bool
take_three(struct tcn_date_scan *s, size_t n, bool *sound)
{
	const char *b = s->at, *c = s->at;
	char mark = s->at[n];
	size_t b_n, c_n;

	if (mark != '-' && mark != '/' && mark != '.')
		return false;
	b_n = part_behind(s->at + n, mark, &b);
	c_n = b_n ? part_behind(b + b_n, mark, &c) : 0;
	if (n > 2 || b_n == 0 || b_n > 2 || (c_n != 2 && c_n != 4) ||
	    c[c_n] == ':')
		return false;
	*sound = resolve_day(s,
	    (const int[]){ number(s->at, n), number(b, b_n), number(c, c_n) },
	    c_n, mark);
	s->at = c + c_n;
	return true;
}

/* Reads 20261122, 2026326, 202611220943 and 20261122094316. */
static bool
take_compact(struct tcn_date_scan *s, size_t n)
{
	const char *at = s->at;

	s->parts.year = number(at, 4);
	if (n == 7)
		s->day_of_year = number(at + 4, 3);
	else
		set_day(s, s->parts.year, number(at + 4, 2), number(at + 6, 2));
	s->at = at + (n == 7 ? 7 : 8);
	return n <= 8 || take_compact_time(s, n - 8);
}

/* Sets a field by the word behind its number; false: it says none that is
 * open. */
static bool
set_by_word(struct tcn_date_scan *s, size_t n, unsigned fields)
{
	struct tcn_date_parts *p = &s->parts;
	int value = number(s->at, n);

	/* A year of an era, "8年", or a short one in front. */
	s->era |= fields == TCN_DATE_OF_YEAR && n != 4 && p->day < 0;
	if (fields & TCN_DATE_OF_YEAR && p->year < 0 && n == 4)
		p->year = value;
	else if (n > 2)
		return false;
	else if (fields & TCN_DATE_OF_DAY && p->day < 0)
		p->day = value;
	else if (fields & TCN_DATE_OF_MONTH && p->month < 0)
		p->month = value;
	else if (fields & TCN_DATE_OF_HOUR && !s->time) {
		p->hour = value;
		s->time = s->clock_words = true;
	} else if (fields & TCN_DATE_OF_MINUTE && s->clock_words &&
	    p->minute < 0)
		p->minute = value;
	else if (fields & TCN_DATE_OF_SECOND && s->clock_words && p->second < 0)
		p->second = value;
	else
		return false;
	s->at += n;
	return true;
}

/* Reads a number by the word behind it: "11월", "9 h", "9 PM". */
static bool
take_with_word(struct tcn_date_scan *s, size_t n)
{
	const char *behind = s->at + n;
	struct tcn_date_word word;
	size_t word_n;

	word = tcn_date_scan_name(s, s->at, &word_n);
	if (word.kinds & TCN_DATE_MONTH && s->parts.month < 0) {
		s->parts.month = word.month;
		s->at += word_n;
		return true;
	}
	behind += strspn(behind, " ");
	if (!*behind || tcn_ascii_is_digit(*behind))
		return false;
	word = tcn_date_scan_name(s, behind, &word_n);
	if (word.kinds & (TCN_DATE_AM | TCN_DATE_PM) && n <= 2 && !s->time) {
		s->parts.hour = number(s->at, n);
		s->time = true;
		s->at += n;
		return true;
	}
	return set_by_word(s, n, word.fields);
}

/* Skips the letters of an ordinal: 22nd, 1er, 1o. */
static void
skip_ordinal(struct tcn_date_scan *s)
{
	static const char *const ends[] = { "st", "nd", "rd", "th", "er", "o",
		"a", "e" };
	size_t n = 0;

	while (tcn_ascii_is_letter(s->at[n]) || (unsigned char)s->at[n] > 0x7f)
		n++;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (strlen(ends[i]) == n && strncasecmp(ends[i], s->at, n) == 0)
			s->at += n;
}

/* Reads a number that stands alone. */
static bool
take_alone(struct tcn_date_scan *s, size_t n)
{
	struct tcn_date_parts *p = &s->parts;
	bool year = p->year < 0 &&
	    (n == 4 || (p->day >= 0 && p->month >= 0 && (n == 2 || n == 3)));
	int value = number(s->at, n < 5 ? n : 0);

	if (s->clock_words && p->minute < 0 && n == 2)
		p->minute = value;
	else if (n <= 2 && p->day < 0)
		p->day = value;
	else if (year)
		p->year = full_year(value, n);
	else
		return false;
	s->at += n;
	if (n <= 2)
		skip_ordinal(s);
	return true;
}

bool
tcn_date_scan_number(struct tcn_date_scan *s)
{
	size_t n = digits_at(s->at);
	bool sound = true, behind_t, day = tcn_date_scan_has_day(s);

	behind_t = s->at > s->z + 1 && tcn_ascii_lower(s->at[-1]) == 't' &&
	    tcn_ascii_is_digit(s->at[-2]);
	if (n <= 2 && s->at[n] == ':')
		return take_time(s, ':');
	if (day && !s->time && behind_t && (n == 4 || n == 6))
		return take_compact_time(s, n);
	if (has_no_date(s)) {
		if (n == 7 || n == 8 || n == 12 || n == 14)
			return take_compact(s, n);
		if (take_three(s, n, &sound))
			return sound;
	}
	if (day && !s->time && n <= 2 && s->at[n] == '.' &&
	    digits_at(s->at + n + 1) == 2)
		return take_time(s, '.');
	if (s->lexicon->any || s->at[n] != '-')
		if (n <= 4 && take_with_word(s, n))
			return true;
	if (n == 4 && has_no_date(s))
		return take_year(s);
	return !s->era && take_alone(s, n);
}

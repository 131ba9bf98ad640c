/*
 * engine/text/date_scan.c - a reading of a date: words, zones, and whether what
 * was met is a moment.
 */
#include <string.h>
#include <strings.h>

#include "engine/base/ascii.h"
#include "engine/text/date_scan_impl.h"
#include "engine/text/date_zone.h"

#define PIECES_MAX 4 /* of a name: "segunda-feira", "thg 11" */
#define TEXT_MAX   64 /* pieces of a text with its separators */
#define NAME_BYTES 96
#define KOREA_MIN  (9 * 60)

static bool
is_letter(char c)
{
	return tcn_ascii_is_letter(c) || (unsigned char)c > 0x7f;
}

static size_t
letters_at(const char *at)
{
	size_t n = 0;

	while (is_letter(at[n]))
		n++;
	return n;
}

/* Whether word is the beginning, of three letters at least, of name. */
static bool
begins(struct tcn_str word, const char *name)
{
	return word.n >= 3 && word.n <= strlen(name) &&
	    strncasecmp(word.at, name, word.n) == 0;
}

static struct tcn_date_word
english(struct tcn_str word)
{
	static const char *const months[] = { "january", "february", "march",
		"april", "may", "june", "july", "august", "september",
		"october", "november", "december" };
	static const char *const days[] = { "monday", "tuesday", "wednesday",
		"thursday", "friday", "saturday", "sunday" };
	static const char *const between[] = { "at", "of", "on", "the" };

	for (uint8_t i = 0; i < 12; i++)
		if (begins(word, months[i]))
			return (struct tcn_date_word){ TCN_DATE_MONTH,
				(uint8_t)(i + 1), 0 };
	for (size_t i = 0; i < 7; i++)
		if (begins(word, days[i]))
			return (struct tcn_date_word){ TCN_DATE_WEEKDAY, 0, 0 };
	if (word.n == 2 && tcn_ascii_lower(word.at[1]) == 'm' &&
	    strchr("aApP", word.at[0]))
		return (struct tcn_date_word){
			tcn_ascii_lower(word.at[0]) == 'a' ? TCN_DATE_AM
							   : TCN_DATE_PM,
			0, 0
		};
	for (size_t i = 0; i < sizeof between / sizeof *between; i++)
		if (word.n == strlen(between[i]) &&
		    strncasecmp(word.at, between[i], word.n) == 0)
			return (struct tcn_date_word){ TCN_DATE_BETWEEN, 0, 0 };
	return (struct tcn_date_word){ 0 };
}

static struct tcn_date_word
look_up(const struct tcn_date_scan *s, struct tcn_str word)
{
	const struct tcn_date_word *found = NULL;
	struct tcn_date_word plain = english(word);

	/* AM and PM are written so in every language. */
	if (s->lexicon->any && !(plain.kinds & (TCN_DATE_AM | TCN_DATE_PM)))
		found = tcn_date_names_find(s->lexicon->lang,
		    tcn_date_word_hash(word));
	return found ? *found : plain;
}

/* Appends the letters or the digits at `at` to name, in lower case, and returns
 * how many bytes they are; 0: none, or too many. */
static size_t
add_piece(const char *at, char *name, size_t *name_n)
{
	size_t n = letters_at(at);

	if (n == 0)
		n = strspn(at, "0123456789");
	if (*name_n + n > NAME_BYTES)
		return 0;
	for (size_t i = 0; i < n; i++)
		name[*name_n + i] = tcn_ascii_lower(at[i]);
	*name_n += n;
	return n;
}

/*
 * Appends to name the next piece of what begins at `at` and is read up to *end,
 * over at most two separators. False: there is none.
 */
static bool
next_piece(const char *at, size_t *end, char *name, size_t *name_n)
{
	size_t gap = *end ? strspn(at + *end, " .'-") : 0, n;

	if (gap > 2)
		return false;
	n = add_piece(at + *end + gap, name, name_n);
	*end += n ? gap + n : 0;
	return n > 0;
}

/* The longest beginning that is a name of a word in a script without spaces, as
 * Chinese, where the day's mark and the weekday follow each other. */
static struct tcn_date_word
name_in_run(const struct tcn_date_scan *s, const char *at, size_t *n)
{
	struct tcn_date_word word = { 0 };

	if (!s->lexicon->any || (unsigned char)*at < 0xe3)
		return word;
	for (*n = letters_at(at); *n > 0 && !word.kinds;)
		/* Stops at the first byte of a character. */
		if (((unsigned char)at[--*n] & 0xc0) != 0x80 && *n)
			word = look_up(s, (struct tcn_str){ at, *n });
	return word;
}

struct tcn_date_word
tcn_date_scan_name(const struct tcn_date_scan *s, const char *at, size_t *n)
{
	struct tcn_date_word found = { 0 };
	char name[NAME_BYTES];
	size_t name_n = 0, end = 0;

	*n = 0;
	for (int i = 0; i < PIECES_MAX; i++) {
		struct tcn_date_word word;

		if (!next_piece(at, &end, name, &name_n))
			break;
		word = look_up(s, (struct tcn_str){ name, name_n });
		if (word.kinds) {
			found = word;
			*n = end;
		}
		if (!s->lexicon->any && name_n > 1)
			break;
	}
	return found.kinds ? found : name_in_run(s, at, n);
}

/* The name that begins at `at` and that most languages know: how many do. */
static size_t
known_at(const char *at, const uint16_t **langs)
{
	char name[NAME_BYTES];
	size_t name_n = 0, end = 0, most = 0;

	for (int i = 0; i < PIECES_MAX; i++) {
		const uint16_t *found;
		size_t n;

		if (!next_piece(at, &end, name, &name_n))
			break;
		n = tcn_date_names_knowing(tcn_date_word_hash((struct tcn_str){
					       name, name_n }),
		    &found);
		if (n > most) {
			most = n;
			*langs = found;
		}
	}
	return most;
}

size_t
tcn_date_scan_langs(const char *z, const uint16_t **langs)
{
	size_t fewest = 0;

	for (size_t at = 0; z[at];) {
		size_t n = letters_at(z + at), known;
		const uint16_t *found = NULL;

		if (n == 0)
			n = strspn(z + at, "0123456789");
		known = n ? known_at(z + at, &found) : 0;
		if (known && (!fewest || known < fewest)) {
			fewest = known;
			*langs = found;
		}
		at += n ? n : 1;
	}
	return fewest;
}

bool
tcn_date_scan_has_day(const struct tcn_date_scan *s)
{
	return s->parts.year >= 0 &&
	    ((s->parts.month >= 0 && s->parts.day >= 0) ||
		s->day_of_year >= 0 || s->week >= 0);
}

static bool
set_offset(struct tcn_date_scan *s, int minutes)
{
	if (s->offset && s->minutes != minutes)
		return false;
	s->offset = true;
	s->minutes = minutes;
	return true;
}

/* Reads "+05", "-0330", "+5:30", "+530"; colon: only with one. */
static bool
take_offset(struct tcn_date_scan *s, bool colon)
{
	int sign = *s->at == '-' ? -1 : 1, hours, minutes = 0;
	const char *at = s->at + 1;
	size_t n = strspn(at, "0123456789"), hours_n = n > 2 ? n - 2 : n;

	if (n == 0 || n > 4 || (colon && at[n] != ':'))
		return false;
	hours = at[0] - '0';
	if (hours_n == 2)
		hours = hours * 10 + at[1] - '0';
	at += hours_n;
	if (n <= 2 && *at == ':') {
		if (strspn(++at, "0123456789") != 2)
			return false;
		n = 4;
	}
	if (n > 2) {
		minutes = (at[0] - '0') * 10 + at[1] - '0';
		at += 2;
	}
	s->at = at;
	return hours <= 23 && minutes <= 59 && *at != ':' &&
	    set_offset(s, sign * (hours * 60 + minutes));
}

/* Reads an offset behind GMT or UTC, if there is one. */
static bool
take_relative(struct tcn_date_scan *s, struct tcn_str name)
{
	const char *at = s->at + strspn(s->at, " ");

	if ((*at != '+' && *at != '-') || !tcn_ascii_is_digit(at[1]) ||
	    s->offset)
		return set_offset(s, 0);
	if (strncasecmp(name.at, "GMT", name.n) != 0 &&
	    strncasecmp(name.at, "UTC", name.n) != 0)
		return set_offset(s, 0);
	s->at = at;
	return take_offset(s, false);
}

/* Reads a zone of the IANA database of n bytes. */
static bool
take_rule(struct tcn_date_scan *s, const char *at, size_t n)
{
	if (s->rule.n)
		return false;
	s->rule = (struct tcn_str){ at, n };
	return true;
}

/* Whether a name as Europe/Paris begins here; its bytes. */
static size_t
iana_at(const char *at)
{
	size_t n = letters_at(at);

	if (at[n] != '/' || !tcn_ascii_is_letter(at[n + 1]))
		return 0;
	while (tcn_ascii_is_alnum(at[n]) || (at[n] && strchr("/_-+", at[n])))
		n++;
	return n;
}

/* Reads a zone's name, where one may be. False, with *bad as it was: there is
 * none. */
static bool
take_zone(struct tcn_date_scan *s, bool *bad)
{
	bool day = tcn_date_scan_has_day(s);
	size_t n = letters_at(s->at), iana_n = iana_at(s->at);
	struct tcn_str name = { s->at, n };
	const char *season;
	int minutes;

	if (!s->time && !day)
		return false;
	if (iana_n) {
		*bad = !take_rule(s, s->at, iana_n);
		s->at += iana_n;
		return true;
	}
	season = s->time ? tcn_date_zone_without_season(name) : NULL;
	if (season) {
		*bad = !take_rule(s, season, strlen(season));
		s->at += n;
		return true;
	}
	if (!tcn_date_zone_offset(name, &minutes))
		return false;
	s->at += n;
	*bad = minutes ? !set_offset(s, minutes) : !take_relative(s, name);
	return true;
}

static bool
take_half(struct tcn_date_scan *s, int half)
{
	if (s->half && s->half != half)
		return false;
	s->half = half;
	return true;
}

/* Skips a word that nobody knows, if it stands before all figures. */
static bool
skip_unknown(struct tcn_date_scan *s)
{
	s->foreign = true;
	s->at += letters_at(s->at);
	return !s->time && s->parts.year < 0 && s->parts.month < 0 &&
	    s->parts.day < 0;
}

static bool
take_word(struct tcn_date_scan *s)
{
	bool bad = false, day = tcn_date_scan_has_day(s);
	struct tcn_date_word word;
	size_t n;

	if (day && !s->time && tcn_ascii_lower(*s->at) == 't' &&
	    tcn_ascii_is_digit(s->at[1])) {
		s->at++;
		return true;
	}
	if (take_zone(s, &bad))
		return !bad;
	word = tcn_date_scan_name(s, s->at, &n);
	if (!word.kinds)
		return skip_unknown(s);
	s->at += n;
	if (word.kinds & TCN_DATE_MONTH) {
		/* Takes a month, or a name that may also be a weekday for what
		 * this reading takes it. */
		if (word.kinds & TCN_DATE_WEEKDAY) {
			s->ambiguous = true;
			if (s->ambiguous_is_day)
				return true;
		}
		if (s->parts.month >= 0 && s->parts.month != word.month) {
			s->foreign = true;
			return false;
		}
		s->parts.month = word.month;
		if ((*s->at == '-' || *s->at == '/' || *s->at == '.') &&
		    tcn_ascii_is_digit(s->at[1]))
			s->at++;
		return true;
	}
	if (word.kinds & TCN_DATE_WEEKDAY)
		return true;
	if (word.kinds & (TCN_DATE_AM | TCN_DATE_PM))
		return take_half(s, word.kinds & (TCN_DATE_AM | TCN_DATE_PM));
	return true;
}

/* Skips a comment, which may hold others; one that never ends, to the end. */
static void
take_comment(struct tcn_date_scan *s)
{
	const char *from = s->at + 1;
	int depth = 0;

	do {
		depth += *s->at == '(';
		depth -= *s->at == ')';
		s->at++;
	} while (depth > 0 && *s->at);
	s->comment = (struct tcn_str){ from, (size_t)(s->at - from) };
	if (depth == 0)
		s->comment.n--;
	s->comment = tcn_str_trim(s->comment);
}

/* Reads "[Europe/Paris]", which java.time writes behind an offset. */
static bool
take_bracket(struct tcn_date_scan *s)
{
	size_t n = strcspn(s->at, "]");
	bool sound = s->at[n] == ']' && take_rule(s, s->at + 1, n - 1);

	s->at += n + (s->at[n] == ']');
	return sound;
}

static bool
take_piece(struct tcn_date_scan *s)
{
	bool sign =
	    (*s->at == '+' || *s->at == '-') && tcn_ascii_is_digit(s->at[1]);

	if (tcn_ascii_is_digit(*s->at))
		return tcn_date_scan_number(s);
	if (sign && s->time)
		return take_offset(s, false);
	if (sign)
		return tcn_date_scan_has_day(s) && s->at > s->z &&
		    tcn_ascii_is_digit(s->at[-1]) && take_offset(s, true);
	if (is_letter(*s->at))
		return take_word(s);
	if (*s->at == '(')
		return take_comment(s), true;
	if (*s->at == '[')
		return tcn_date_scan_has_day(s) && take_bracket(s);
	if (!strchr(" \t\r\n,;.-/'|@", *s->at))
		return false;
	s->at++;
	return true;
}

/* Whether a comment says no zone that would have to be known: there is another
 * zone, or it is one that is known, "EST" or "GMT+7", or a word of a date. */
static bool
comment_fits(struct tcn_date_scan *s)
{
	char z[NAME_BYTES];
	bool bad = false;
	size_t n;

	if (s->offset || s->rule.n || !s->time || s->comment.n == 0)
		return true;
	s->at = s->comment.at;
	if (take_zone(s, &bad))
		return !bad && s->at == s->comment.at + s->comment.n;
	if (s->comment.n >= sizeof z)
		return false;
	memcpy(z, s->comment.at, s->comment.n);
	z[s->comment.n] = '\0';
	return tcn_date_scan_name(s, z, &n).kinds && z[n] == '\0';
}

/* Sets month and day from the day of the year. */
static bool
from_day_of_year(struct tcn_date_parts *p, int day)
{
	for (p->month = 1; p->month <= 12; p->month++) {
		int days = tcn_date_month_days(p->year, p->month);

		p->day = day;
		if (day <= days)
			return day >= 1;
		day -= days;
	}
	return false;
}

/* The days from 1970 to the Monday of a year's first week, which is the one
 * with 4 January in it. */
static int64_t
first_monday(int year)
{
	int64_t days = tcn_date_days(year, 1, 4);

	/* 1970-01-01 was a Thursday. */
	return days - ((days + 3) % 7 + 7) % 7;
}

/* Sets year, month and day from a week of ISO 8601. */
static bool
from_week(struct tcn_date_parts *p, int week, int weekday)
{
	int64_t monday = first_monday(p->year), day;

	day = monday + (week - 1) * 7 + weekday - 1;
	if (week < 1 || weekday < 1 || weekday > 7 ||
	    monday + (week - 1) * 7 >= first_monday(p->year + 1))
		return false;
	if (day < tcn_date_days(p->year, 1, 1))
		p->year--;
	else if (day >= tcn_date_days(p->year + 1, 1, 1))
		p->year++;
	return from_day_of_year(p,
	    (int)(day - tcn_date_days(p->year, 1, 1)) + 1);
}

/* Completes the day. */
static bool
finish_day(struct tcn_date_scan *s)
{
	struct tcn_date_parts *p = &s->parts;

	if (p->year < 1899 || p->year > 2200)
		return false;
	if (s->week >= 0)
		return from_week(p, s->week, s->weekday);
	if (s->day_of_year >= 0)
		return from_day_of_year(p, s->day_of_year);
	if (s->partial && p->day < 0 && !s->time)
		p->day = 1;
	return p->month >= 0 && p->day >= 0;
}

/* Completes the time of day. */
static bool
finish_time(struct tcn_date_scan *s)
{
	struct tcn_date_parts *p = &s->parts;

	if (s->half && !s->time)
		return false;
	p->hour = s->time ? p->hour : 0;
	p->minute = p->minute < 0 ? 0 : p->minute;
	p->second = p->second < 0 ? 0 : p->second;
	p->ms = p->ms < 0 ? 0 : p->ms;
	if (s->half == TCN_DATE_AM && p->hour > 12)
		return false;
	if (s->half == TCN_DATE_AM && p->hour == 12)
		p->hour = 0;
	if (s->half == TCN_DATE_PM && p->hour < 12)
		p->hour += 12;
	return true;
}

/* Completes the zone. An offset and a rule must agree. */
static bool
finish_zone(struct tcn_date_scan *s)
{
	struct tcn_date_parts *p = &s->parts;
	bool korean = s->lexicon->any &&
	    strcmp(tcn_date_names_code(s->lexicon->lang), "ko") == 0;

	p->offset_min = s->offset ? s->minutes : korean ? KOREA_MIN : 0;
	if (!s->rule.n)
		return true;
	return tcn_date_zone_rule(s->rule, p) &&
	    (!s->offset || p->offset_min == s->minutes);
}

static bool
read_once(struct tcn_date_scan *s, int64_t *ms)
{
	while (*s->at)
		if (++s->pieces > TEXT_MAX || !take_piece(s))
			return false;
	return finish_day(s) && finish_time(s) && comment_fits(s) &&
	    finish_zone(s) && tcn_date_from_parts(&s->parts, ms);
}

bool
tcn_date_scan(const char *z, const struct tcn_date_lexicon *lexicon,
    int64_t *ms, bool *foreign)
{
	const struct tcn_date_scan begin = {
		.lexicon = lexicon,
		.z = z,
		.at = z,
		.parts = { -1, -1, -1, -1, -1, -1, -1, 0 },
		.day_of_year = -1,
		.week = -1,
	};
	struct tcn_date_scan scan = begin;
	bool is_date = read_once(&scan, ms);

	*foreign = scan.foreign;
	if (is_date || !scan.ambiguous)
		return is_date;
	scan = begin;
	scan.ambiguous_is_day = true;
	return read_once(&scan, ms);
}

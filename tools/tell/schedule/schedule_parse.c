#include "tools/tell/schedule/schedule.h"

#include "engine/base/ascii.h"
#include "engine/base/date.h"

static const char *const week[] = { "sun", "mon", "tue", "wed", "thu", "fri",
	"sat", NULL };
static const char *const year[] = { "jan", "feb", "mar", "apr", "may", "jun",
	"jul", "aug", "sep", "oct", "nov", "dec", NULL };

/* Where the reader is; the first mistake ends it. */
struct reader {
	struct tcn_str text;
	size_t at;
	size_t wrong_at;
	struct tcn_err *err;
	enum tcn_rc rc;
};

static struct tcn_str
rest_of(const struct reader *r)
{
	return (struct tcn_str){ r->text.at + r->at, r->text.n - r->at };
}

static char
peek(const struct reader *r)
{
	return r->at < r->text.n ? r->text.at[r->at] : '\0';
}

static bool
take(struct reader *r, char c)
{
	if (r->rc || r->at >= r->text.n || r->text.at[r->at] != c)
		return false;
	r->at++;
	return true;
}

static void
skip_blanks(struct reader *r)
{
	while (r->at < r->text.n && tcn_ascii_is_space(r->text.at[r->at]))
		r->at++;
}

/* The bytes up to the next blank or comma, at most 24 of them: to be shown. */
static struct tcn_str
word(const struct reader *r, size_t from)
{
	struct tcn_str w = { r->text.at + from, 0 };

	while (from + w.n < r->text.n && w.n < 24 && w.at[w.n] != ',' &&
	    !tcn_ascii_is_space(w.at[w.n]))
		w.n++;
	while (w.n && from + w.n < r->text.n &&
	    ((unsigned char)w.at[w.n] & 0xc0) == 0x80)
		w.n--; /* not within a character */
	return w;
}

/* Notes what is wrong; err has the sentence. */
static void
fail(struct reader *r, size_t at)
{
	r->rc = TCN_INVALID;
	r->wrong_at = at;
}

/* What fail() is given: only the first sentence counts. */
#define FAIL(r, where, ...)                                                    \
	do {                                                                   \
		if (!(r)->rc)                                                  \
			(void)!tcn_err_set((r)->err, TCN_INVALID,              \
			    __VA_ARGS__);                                      \
		if (!(r)->rc)                                                  \
			fail(r, where);                                        \
	} while (0)

/* Reads the digits here, of which there is one; what is above 9,999 stays. */
static unsigned
read_digits(struct reader *r)
{
	unsigned n = 0;

	for (; tcn_ascii_is_digit(peek(r)); r->at++)
		if (n < 10000)
			n = n * 10 + (unsigned)(peek(r) - '0');
	return n;
}

/* The place of the three letters here in names, or -1; they are passed. */
static int
take_name(struct reader *r, const char *const *names)
{
	struct tcn_str rest = rest_of(r);

	if (rest.n < 3 || (rest.n > 3 && tcn_ascii_is_letter(rest.at[3])))
		return -1;
	for (int i = 0; names[i]; i++) {
		if (tcn_ascii_lower(rest.at[0]) != names[i][0] ||
		    tcn_ascii_lower(rest.at[1]) != names[i][1] ||
		    tcn_ascii_lower(rest.at[2]) != names[i][2])
			continue;
		r->at += 3;
		return i;
	}
	return -1;
}

static void
set_minute(struct tcn_schedule_times *times, unsigned minute)
{
	times->minutes[minute / 64] |= UINT64_C(1) << minute % 64;
}

/* --- cron --- */

struct field {
	const char *is;
	unsigned least, most;
	const char *const *names; /* of the numbers from `first` on; or NULL */
	unsigned first;
};

enum {
	MINUTE,
	HOUR,
	DAY,
	MONTH,
	WEEKDAY,
	FIELDS,
};

static const struct field fields[FIELDS] = {
	{ "minute", 0, 59, NULL, 0 },
	{ "hour", 0, 23, NULL, 0 },
	{ "day of the month", 1, 31, NULL, 0 },
	{ "month", 1, 12, year, 1 },
	{ "day of the week", 0, 7, week, 0 },
};

static unsigned
read_value(struct reader *r, const struct field *f)
{
	size_t at = r->at;
	unsigned n = 0;
	int name = f->names ? take_name(r, f->names) : -1;

	if (name >= 0)
		return (unsigned)name + f->first;
	if (!tcn_ascii_is_digit(peek(r))) {
		FAIL(r, at,
		    "'%.*s' is no %s: use %u to %u%s, lists, ranges and steps",
		    TCN_STR_ARG(word(r, at)), f->is, f->least, f->most,
		    f->names ? ", names of three letters" : "");
		return f->least;
	}
	n = read_digits(r);
	if (n < f->least || n > f->most) {
		FAIL(r, at, "a %s is %u to %u, not %.*s", f->is, f->least,
		    f->most, TCN_STR_ARG(word(r, at)));
		n = f->least;
	}
	return n;
}

/* Reads *, a value or a range, with a step: sets the bits. */
static void
read_element(struct reader *r, const struct field *f, uint64_t *bits)
{
	size_t at = r->at;
	unsigned from = f->least, to = f->most, by = 1;
	bool one = false;

	if (!take(r, '*')) {
		from = to = read_value(r, f);
		one = !take(r, '-');
		if (!one)
			to = read_value(r, f);
	} else if (f == &fields[WEEKDAY]) {
		to = 6;
	}
	if (to == 0 && from > 0 && f == &fields[WEEKDAY])
		to = 7; /* fri-sun */
	if (to < from)
		FAIL(r, at, "a range goes up: write it as two");
	if (take(r, '/')) {
		size_t step_at = r->at;

		by = tcn_ascii_is_digit(peek(r)) ? read_digits(r) : 0;
		if (one)
			FAIL(r, at, "a step needs a range: %u-%u/%u", from,
			    f->most, by ? by : 1);
		if (!by)
			FAIL(r, step_at, "a step is a number of 1 or more");
	}
	for (unsigned n = from; !r->rc && n <= to; n += by)
		*bits |= UINT64_C(1) << n;
}

/* Reads a field; *star: it begins with one. */
static uint64_t
read_field(struct reader *r, const struct field *f, bool *star)
{
	uint64_t bits = 0;

	*star = peek(r) == '*';
	do
		read_element(r, f, &bits);
	while (take(r, ','));
	if (!r->rc && r->at < r->text.n && !tcn_ascii_is_space(peek(r)))
		FAIL(r, r->at,
		    "'%.*s' is not read here: a %s is numbers, lists, ranges "
		    "(1-5) and steps (*/2); L, W, # and ? are of other crons",
		    TCN_STR_ARG(word(r, r->at)), f->is);
	return bits;
}

static void
read_cron(struct reader *r, struct tcn_schedule_times *times)
{
	uint64_t bits[FIELDS] = { 0 };
	bool star[FIELDS] = { 0 };

	for (unsigned i = 0; !r->rc && i < FIELDS; i++) {
		skip_blanks(r);
		if (r->at == r->text.n)
			FAIL(r, r->at,
			    "five fields: minute, hour, day of the month, "
			    "month, day of the week; here are %u; or days and "
			    "times: Mon-Fri 07:00",
			    i);
		else
			bits[i] = read_field(r, &fields[i], &star[i]);
	}
	skip_blanks(r);
	if (r->at < r->text.n)
		FAIL(r, r->at,
		    "a sixth field: there are five, from the minute to the "
		    "day of the week, and no seconds");
	for (unsigned h = 0; h < 24; h++)
		for (unsigned m = 0; m < 60; m++)
			if (bits[HOUR] >> h & 1 && bits[MINUTE] >> m & 1)
				set_minute(times, h * 60 + m);
	times->days = (uint32_t)bits[DAY];
	times->months = (uint16_t)bits[MONTH];
	times->weekdays =
	    (uint8_t)((bits[WEEKDAY] | bits[WEEKDAY] >> 7) & 0x7f);
	times->either_day = !star[DAY] && !star[WEEKDAY];
	times->elapsed = star[HOUR];
}

/* --- @daily --- */

static const struct {
	const char *name, *cron;
} words[] = {
	{ "@hourly", "0 * * * *" },
	{ "@daily", "0 0 * * *" },
	{ "@midnight", "0 0 * * *" },
	{ "@weekly", "0 0 * * 0" },
	{ "@monthly", "0 0 1 * *" },
	{ "@yearly", "0 0 1 1 *" },
	{ "@annually", "0 0 1 1 *" },
};

static void
read_word(struct reader *r, struct tcn_schedule_times *times)
{
	struct tcn_str rest = rest_of(r);

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		struct reader of = { tcn_str(words[i].cron), 0, 0, r->err,
			TCN_OK };

		if (!tcn_str_equal(rest, tcn_str(words[i].name)))
			continue;
		read_cron(&of, times);
		return;
	}
	FAIL(r, r->at, "'%.*s': use @hourly, @daily, @weekly or @monthly",
	    TCN_STR_ARG(word(r, r->at)));
}

/* --- days and times --- */

/* What has been read of "Mon-Fri 07:00, 17:30". */
struct plain {
	uint8_t weekdays;
	uint32_t days;
	unsigned times;
};

static void
read_weekdays(struct reader *r, struct plain *plain, unsigned from)
{
	int to = (int)from;
	size_t at = r->at;

	if (take(r, '-'))
		to = take_name(r, week);
	if (to < 0) {
		FAIL(r, at, "a range of days is written as Mon-Fri");
		return;
	}
	for (unsigned d = from;; d = (d + 1) % 7) {
		plain->weekdays |= (uint8_t)(1u << d);
		if (d == (unsigned)to)
			return;
	}
}

static bool
take_letters(struct reader *r, const char *letters)
{
	struct tcn_str rest = rest_of(r);
	size_t n = strlen(letters);

	for (size_t i = 0; i < n; i++)
		if (i >= rest.n || tcn_ascii_lower(rest.at[i]) != letters[i])
			return false;
	if (n < rest.n && tcn_ascii_is_alnum(rest.at[n]))
		return false;
	r->at += n;
	return true;
}

/* "1st"; any of the four endings will do. */
static bool
take_ordinal(struct reader *r)
{
	return take_letters(r, "st") || take_letters(r, "nd") ||
	    take_letters(r, "rd") || take_letters(r, "th");
}

static void
read_time(struct reader *r, struct tcn_schedule_times *times, unsigned hour,
    size_t at)
{
	size_t minute_at = r->at;
	unsigned minute = tcn_ascii_is_digit(peek(r)) ? read_digits(r) : 10000;

	if (hour > 23 || minute > 59 || r->at - minute_at != 2)
		FAIL(r, at, "a time is 00:00 to 23:59, not '%.*s'",
		    TCN_STR_ARG(word(r, at)));
	else if (tcn_ascii_is_alnum(peek(r)) || peek(r) == ':')
		FAIL(r, r->at,
		    "a time has an hour, of 24, and a minute, and nothing "
		    "behind them");
	else
		set_minute(times, hour * 60 + minute);
}

/* Reads a number: a time, or a day of the month. */
static void
read_number(struct reader *r, struct tcn_schedule_times *times,
    struct plain *plain)
{
	size_t at = r->at;
	unsigned n = read_digits(r);

	if (take(r, ':')) {
		read_time(r, times, n, at);
		plain->times++;
	} else if (!take_ordinal(r)) {
		FAIL(r, at,
		    "'%.*s': a time is written as 07:00, a day of the month "
		    "as 1st",
		    TCN_STR_ARG(word(r, at)));
	} else if (n < 1 || n > 31) {
		FAIL(r, at, "a month has days 1st to 31st");
	} else {
		plain->days |= UINT32_C(1) << n;
	}
}

static void
read_item(struct reader *r, struct tcn_schedule_times *times,
    struct plain *plain)
{
	size_t at = r->at;
	unsigned before = plain->times;
	int name;

	if (tcn_ascii_is_digit(peek(r))) {
		read_number(r, times, plain);
	} else if ((name = take_name(r, week)) >= 0) {
		read_weekdays(r, plain, (unsigned)name);
	} else if (take_letters(r, "daily")) {
		plain->weekdays = 0x7f;
	} else {
		FAIL(r, at,
		    "'%.*s' is no day and no time: Mon-Fri 07:00, 17:30 or "
		    "1st 09:00",
		    TCN_STR_ARG(word(r, at)));
	}
	if (before && plain->times == before)
		FAIL(r, at, "days stand ahead of the times, in each text");
	if (plain->days && plain->weekdays)
		FAIL(r, at,
		    "days of the month or of the week, not both: write two "
		    "texts");
}

static void
read_plain(struct reader *r, struct tcn_schedule_times *times)
{
	struct plain plain = { 0 };

	times->days = UINT32_C(0xfffffffe);
	times->months = 0x1ffe;
	times->weekdays = 0x7f;
	while (!r->rc && r->at < r->text.n) {
		read_item(r, times, &plain);
		while (!r->rc && r->at < r->text.n &&
		    (peek(r) == ',' || tcn_ascii_is_space(peek(r))))
			r->at++;
	}
	if (!plain.times)
		FAIL(r, r->at, "it names no time of day: Mon-Fri 07:00");
	if (plain.days)
		times->days = plain.days;
	if (plain.weekdays)
		times->weekdays = plain.weekdays;
}

/* --- both --- */

/* Whether some year has a day that is meant. Every date falls on each day of
 * the week in time. */
static bool
has_day(const struct tcn_schedule_times *times)
{
	for (int month = 1; month <= 12; month++)
		for (int day = 1; day <= tcn_date_month_days(2000, month);
		     day++)
			if (times->months >> month & 1 &&
			    (times->either_day || times->days >> day & 1))
				return true;
	return false;
}

enum tcn_rc
tcn_schedule_parse(struct tcn_str text, struct tcn_schedule_times *times,
    size_t *at, struct tcn_err *err)
{
	struct reader r = { text, 0, 0, err, TCN_OK };

	*times = (struct tcn_schedule_times){ 0 };
	while (r.text.n && tcn_ascii_is_space(r.text.at[r.text.n - 1]))
		r.text.n--;
	skip_blanks(&r);
	if (r.at == r.text.n)
		FAIL(&r, r.at, "say when: Mon-Fri 07:00, or 0 7 * * mon-fri");
	else if (peek(&r) == '@')
		read_word(&r, times);
	else if (memchr(r.text.at, ':', r.text.n))
		read_plain(&r, times);
	else
		read_cron(&r, times);
	if (!r.rc && !has_day(times))
		FAIL(&r, 0, "it is never due: no year has such a day");
	*at = r.wrong_at;
	return r.rc;
}

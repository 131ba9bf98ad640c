/*
 * tools/feeds/feed_date.c - reads the dates of feeds.
 *
 * A text that begins with four digits is ISO 8601, and is completed for
 * engine/base/date.h. Nine digits and more are unix seconds. All others go to
 * libcurl's date parser, which knows the zones and orders in use, after their
 * words are put into the form it knows.
 */
#include <ctype.h>
#include <curl/curl.h>
#include <stdio.h>
#include <strings.h>

#include "engine/base/date.h"
#include "tools/feeds/feed.h"

#define TEXT_BYTES 80 /* a longer text is no date */
#define ZONE_BYTES 12

/* Reads n digits at *z and moves *z behind them; when there are fewer, changes
 * nothing and returns false. */
static bool
read_digits(const char **z, int n, int *value)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		if (!isdigit((unsigned char)(*z)[i]))
			return false;
		sum = sum * 10 + ((*z)[i] - '0');
	}
	*z += n;
	*value = sum;
	return true;
}

/* Reads n digits behind a mark that may be left out ("-05", "05"). */
static bool
read_part(const char **z, char mark, int n, int *value)
{
	const char *at = *z;

	if (*at == mark)
		at++;
	if (!read_digits(&at, n, value))
		return false;
	*z = at;
	return true;
}

/* Writes the offset at z as "+01:00"; none is UTC. False: it is no offset. */
static bool
read_offset(const char *z, char out[ZONE_BYTES])
{
	int hours, minutes = 0;
	char sign;

	while (*z == ' ')
		z++;
	if (*z == '\0' || ((*z == 'Z' || *z == 'z') && z[1] == '\0') ||
	    strcmp(z, "UTC") == 0 || strcmp(z, "GMT") == 0)
		return strcpy(out, "Z") != NULL;
	sign = *z++;
	if ((sign != '+' && sign != '-') || !read_digits(&z, 2, &hours))
		return false;
	if (*z && !read_part(&z, ':', 2, &minutes))
		return false;
	snprintf(out, ZONE_BYTES, "%c%02d:%02d", sign, hours % 100,
	    minutes % 100);
	return *z == '\0';
}

/* Reads a year and as much as follows: "2004", "200401",
 * "2004-01-01T10:00+01". */
static bool
read_iso(const char *z, int64_t *ms)
{
	int year, month = 1, day = 1, hour = 0, minute = 0, second = 0;
	char fraction[16] = "", zone[ZONE_BYTES], text[TEXT_BYTES];
	size_t n = 0;

	if (!read_digits(&z, 4, &year))
		return false;
	if (read_part(&z, '-', 2, &month))
		(void)read_part(&z, '-', 2, &day);
	while (*z == ' ' || *z == 'T' || *z == 't')
		z++;
	if (read_digits(&z, 2, &hour)) {
		if (!read_part(&z, ':', 2, &minute))
			return false;
		(void)read_part(&z, ':', 2, &second);
	}
	if (*z == '.' || *z == ',')
		for (z++, fraction[n++] = '.'; isdigit((unsigned char)*z); z++)
			if (n < 10)
				fraction[n++] = *z;
	fraction[n > 1 ? n : 0] = '\0';
	if (!read_offset(z, zone))
		return false;
	snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d%s%s",
	    year % 10000, month % 100, day % 100, hour % 100, minute % 100,
	    second % 100, fraction, zone);
	return tcn_date_parse(tcn_str(text), ms, NULL) == TCN_OK;
}

/* libcurl's name of the month whose name the word begins with; or NULL. */
static const char *
month_of(const char *word)
{
	static const char *const names[] = { "Jan", "Feb", "Mar", "Apr", "May",
		"Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strncasecmp(word, names[i], 3) == 0)
			return names[i];
	return NULL;
}

/* A date as libcurl reads it, and which of its parts were seen so far. */
struct mended {
	char text[3 * TEXT_BYTES]; /* a word grows by two at most */
	size_t n;
	unsigned numbers; /* of one or two digits, ahead of the year */
	bool month, year;
};

static void
add(struct mended *to, const char *z, size_t n)
{
	if (n >= sizeof to->text - to->n)
		n = sizeof to->text - to->n - 1;
	memcpy(to->text + to->n, z, n);
	to->n += n;
}

/*
 * Adds one word of a date. Years of two digits are made four (RFC 2822, section
 * 4.3: below 50 is this century); a first word that is no month is left out, as
 * the day of the week in some language.
 */
static void
mend_word(struct mended *to, const char *word, bool first)
{
	size_t digits_n = strspn(word, "0123456789"), n = strlen(word);
	const char *month = month_of(word);

	if (month && !to->month) {
		to->month = true;
		add(to, month, 3);
	} else if (first && digits_n == 0) {
		return;
	} else if (digits_n == n && n == 2 && to->month && to->numbers &&
	    !to->year) {
		to->year = true;
		add(to, word[0] < '5' ? "20" : "19", 2);
		add(to, word, n);
	} else if ((*word == '+' || *word == '-') && n == 6 && word[3] == ':') {
		add(to, word, 3);
		add(to, word + 4, 2);
	} else {
		to->numbers += digits_n == n && n < 3;
		to->year |= digits_n == n && n == 4;
		add(to, word, n);
	}
	add(to, " ", 1);
}

/* Makes "1-Jan-2004" three words, and leaves "-0500" one. */
static void
split_hyphens(char *z)
{
	for (char *at = z; (at = strchr(at, '-')); at++)
		if (at > z && isalnum((unsigned char)at[-1]) &&
		    isalnum((unsigned char)at[1]))
			*at = ' ';
}

static bool
read_words(char *z, int64_t *ms)
{
	struct mended mended = { 0 };
	char *rest = NULL;
	bool first = true;
	time_t s;

	split_hyphens(z);
	for (char *word = strtok_r(z, " ,\t\r\n", &rest); word;
	     word = strtok_r(NULL, " ,\t\r\n", &rest), first = false)
		mend_word(&mended, word, first);
	mended.text[mended.n] = '\0';
	s = mended.n ? curl_getdate(mended.text, NULL) : -1;
	return s != -1 && tcn_date_from_seconds((double)s, ms, NULL) == TCN_OK;
}

bool
tcn_feed_date(struct tcn_str text, int64_t *ms)
{
	char z[TEXT_BYTES];
	size_t number;

	text = tcn_str_trim(text);
	if (text.n == 0 || text.n >= sizeof z || memchr(text.at, 0, text.n))
		return false;
	memcpy(z, text.at, text.n);
	z[text.n] = '\0';
	number = strspn(z, "0123456789");
	if (number == text.n && number > 8)
		return tcn_date_parse(text, ms, NULL) == TCN_OK;
	return number >= 4 ? read_iso(z, ms) : read_words(z, ms);
}

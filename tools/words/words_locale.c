/*
 * tools/words/words_locale.c - dates, numbers, lists and names by ICU. ICU's
 * texts are UTF-16, in buffers that hold what ICU writes with room to spare.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>

#include "engine/text/zone.h"
#include "tools/base/when.h"
#include "tools/words/words_impl.h"

enum {
	UNITS = 160, /* of UTF-16: a date or a number */
	LIST_MAX = 32,
	LIST_UNITS = 2048, /* of all texts of a list */
	LIST_MOST = LIST_UNITS + 16 * LIST_MAX, /* with what joins them */
};

/* Appends UTF-16; nothing that ICU refused. */
static void
put_units(const UChar *units, int32_t n, UErrorCode status, struct tcn_buf *out)
{
	char text[LIST_MOST * 3];
	int32_t bytes = 0;

	if (U_SUCCESS(status))
		u_strToUTF8(text, sizeof text, &bytes, units, n, &status);
	if (U_SUCCESS(status))
		tcn_buf_add(out, text, (size_t)bytes);
	else
		out->failed = true;
}

/* --- opening --- */

/* English is that of Britain, as the words are. */
static const char *
locale_of(const struct tcn_words *words)
{
	return words->language == TCN_WORDS_EN ? "en_GB"
					       : tcn_words_code(words);
}

/* TRANSLATORS: the forms of dates in a newspaper of the language: EEEE is the
 * day of the week, EEE its short name, d the day, MMMM the month, MMM its short
 * name, y the year, HH:mm the clock, z the zone. Words stand in 'quotation
 * marks'. */
static const char *const patterns[TCN_WORDS_TIMES] = {
	[TCN_WORDS_TIME_FULL] = TCN_WORDS_IN("date", "EEEE d MMMM y, HH:mm"),
	[TCN_WORDS_TIME_LONG] = TCN_WORDS_IN("date", "EEE d MMM y, HH:mm z"),
	[TCN_WORDS_TIME_DAY] = TCN_WORDS_IN("date", "EEE d MMM y"),
	[TCN_WORDS_TIME_SHORT] = TCN_WORDS_IN("date", "d MMM HH:mm"),
	[TCN_WORDS_TIME_CLOCK] = TCN_WORDS_IN("date", "HH:mm"),
};

static UDateFormat *
open_time(const struct tcn_words *words, const char *pattern,
    const UCalendar *calendar, UErrorCode *status)
{
	static const UChar utc[] = u"UTC";
	UChar units[UNITS];
	int32_t n = 0;
	UDateFormat *format;

	pattern = tcn_words_in(words, "date", pattern);
	u_strFromUTF8(units, UNITS, &n, pattern, -1, status);
	format = udat_open(UDAT_PATTERN, UDAT_PATTERN, locale_of(words), utc,
	    -1, units, n, status);
	if (U_SUCCESS(*status))
		udat_setCalendar(format, calendar);
	return format;
}

static UErrorCode
open_formats(struct tcn_words *words, const UCalendar *calendar)
{
	const char *locale = locale_of(words);
	UErrorCode status = U_ZERO_ERROR;

	for (size_t i = 0; i < TCN_WORDS_TIMES; i++)
		words->times[i] =
		    open_time(words, patterns[i], calendar, &status);
	words->number = unum_open(UNUM_DECIMAL, NULL, 0, locale, NULL, &status);
	words->percent =
	    unum_open(UNUM_PERCENT, NULL, 0, locale, NULL, &status);
	words->plurals = uplrules_open(locale, &status);
	words->list = ulistfmt_open(locale, &status);
	words->collator = ucol_open(locale, &status);
	if (U_SUCCESS(status))
		unum_setAttribute(words->number, UNUM_MAX_FRACTION_DIGITS, 3);
	return status;
}

/* Which of CLDR's names of plural forms is that of n; OTHER in doubt. */
static unsigned
keyword_of(const struct tcn_words *words, uint64_t n)
{
	static const UChar *const names[TCN_WORDS_OTHER] = { u"zero", u"one",
		u"two", u"few", u"many" };
	UErrorCode status = U_ZERO_ERROR;
	UChar name[16];
	unsigned i = 0;

	uplrules_select(words->plurals, (double)n, name, 16, &status);
	while (i < TCN_WORDS_OTHER &&
	    (U_FAILURE(status) || u_strcmp(name, names[i])))
		i++;
	return i;
}

/* A catalogue's forms stand in the order of CLDR's names, as far as numbers
 * that are not millions have them. */
static void
number_forms(struct tcn_words *words)
{
	bool has[TCN_WORDS_OTHER + 1] = { false };
	uint8_t n = 0;

	for (uint64_t i = 0; i <= 200; i++)
		has[keyword_of(words, i)] = true;
	for (unsigned i = 0; i <= TCN_WORDS_OTHER; i++)
		words->forms[i] = has[i] ? n++ : UINT8_MAX;
	for (unsigned i = 0; i <= TCN_WORDS_OTHER; i++)
		if (!has[i])
			words->forms[i] = (uint8_t)(n - 1);
}

size_t
tcn_words_form(const struct tcn_words *words, uint64_t n)
{
	return words->forms[keyword_of(words, n)];
}

enum tcn_rc
tcn_words_locale_open(struct tcn_words *words, const char *zone,
    struct tcn_err *err)
{
	UCalendar *calendar;
	UErrorCode status;
	enum tcn_rc rc = tcn_zone_calendar(tcn_str(zone), &calendar, err);

	if (rc)
		return rc;
	status = open_formats(words, calendar);
	ucal_close(calendar);
	if (U_FAILURE(status))
		return tcn_err_set(err, TCN_NOMEM, "out of memory");
	number_forms(words);
	return TCN_OK;
}

void
tcn_words_locale_close(struct tcn_words *words)
{
	for (size_t i = 0; i < TCN_WORDS_TIMES; i++)
		udat_close(words->times[i]);
	unum_close(words->number);
	unum_close(words->percent);
	uplrules_close(words->plurals);
	ulistfmt_close(words->list);
	ucol_close(words->collator);
}

/* --- times --- */

void
tcn_words_time(const struct tcn_words *words, int64_t ms,
    enum tcn_words_time length, struct tcn_buf *out)
{
	UErrorCode status = U_ZERO_ERROR;
	UChar units[UNITS];
	int32_t n;

	if (!tcn_when_known(ms)) {
		tcn_buf_z(out, tcn_words_text(words, "undated"));
		return;
	}
	n = udat_format(words->times[length], (UDate)ms, units, UNITS, NULL,
	    &status);
	put_units(units, n, status, out);
}

bool
tcn_words_is_same_day(const struct tcn_words *words, int64_t a_ms, int64_t b_ms)
{
	const UDateFormat *day = words->times[TCN_WORDS_TIME_DAY];
	UErrorCode status = U_ZERO_ERROR;
	UChar a[UNITS], b[UNITS];

	udat_format(day, (UDate)a_ms, a, UNITS, NULL, &status);
	udat_format(day, (UDate)b_ms, b, UNITS, NULL, &status);
	return U_SUCCESS(status) && u_strcmp(a, b) == 0;
}

/* One unit of a length of time; none of nothing. */
static void
put_unit(const struct tcn_words *words, int64_t n, unsigned unit,
    struct tcn_buf *out)
{
	/* TRANSLATORS: lengths of time, short: seconds, minutes, hours. */
	static const char *const units[] = {
		TCN_WORDS("{n} s"),
		TCN_WORDS("{n} min"),
		TCN_WORDS("{n} h"),
	};
	struct tcn_buf number = { 0 };

	if (unit >= sizeof units / sizeof *units) {
		tcn_words_count(words, "{n} day", "{n} days", (uint64_t)n, out);
		return;
	}
	tcn_words_number(words, (uint64_t)n, &number);
	tcn_words_say(words, units[unit],
	    TCN_WITH({ "n", tcn_buf_view(&number) }), out);
	out->failed |= number.failed;
	tcn_buf_fini(&number);
}

void
tcn_words_span(const struct tcn_words *words, int64_t ms, struct tcn_buf *out)
{
	static const struct {
		int64_t seconds, below;
	} units[] = { { 1, 60 }, { 60, 3600 }, { 3600, 48 * 3600 },
		{ 86400, INT64_MAX } };
	int64_t s = ms < 0 ? 0 : ms / 1000, rest;
	unsigned i = 0;

	while (s >= units[i].below)
		i++;
	put_unit(words, s / units[i].seconds, i, out);
	rest = i > 1 ? s % units[i].seconds / units[i - 1].seconds : 0;
	if (!rest)
		return;
	tcn_buf_char(out, ' ');
	put_unit(words, rest, i - 1, out);
}

/* --- numbers --- */

/* Appends a decimal number. */
static void
put_decimal(const struct tcn_words *words, const char *digits, int n,
    struct tcn_buf *out)
{
	UErrorCode status = U_ZERO_ERROR;
	UChar units[UNITS];
	int32_t units_n = unum_formatDecimal(words->number, digits, n, units,
	    UNITS, NULL, &status);

	put_units(units, units_n, status, out);
}

void
tcn_words_number(const struct tcn_words *words, uint64_t n, struct tcn_buf *out)
{
	char digits[24];

	put_decimal(words, digits,
	    snprintf(digits, sizeof digits, "%" PRIu64, n), out);
}

void
tcn_words_thousandths(const struct tcn_words *words, int64_t thousandths,
    struct tcn_buf *out)
{
	char digits[32];

	assert(thousandths >= 0);
	put_decimal(words, digits,
	    snprintf(digits, sizeof digits, "%" PRId64 ".%03d",
		thousandths / 1000, (int)(thousandths % 1000)),
	    out);
}

void
tcn_words_percent(const struct tcn_words *words, double p, struct tcn_buf *out)
{
	double shown = p > 0.99 ? 0.99 : p < 0.01 ? 0.01 : p;
	UErrorCode status = U_ZERO_ERROR;
	struct tcn_buf number = { 0 };
	UChar units[UNITS];
	int32_t n = unum_formatDouble(words->percent, shown, units, UNITS, NULL,
	    &status);
	const char *message = p > 0.99 ? TCN_WORDS("more than {percent}")
	    : p < 0.01                 ? TCN_WORDS("less than {percent}")
				       : "{percent}";

	put_units(units, n, status, &number);
	tcn_words_say(words, message,
	    TCN_WITH({ "percent", tcn_buf_view(&number) }), out);
	out->failed |= number.failed;
	tcn_buf_fini(&number);
}

/* --- lists and names --- */

void
tcn_words_list(const struct tcn_words *words, const struct tcn_str *texts,
    size_t n, struct tcn_buf *out)
{
	UChar units[LIST_UNITS], list[LIST_MOST];
	const UChar *at[LIST_MAX];
	int32_t lengths[LIST_MAX], used = 0, list_n;
	UErrorCode status = U_ZERO_ERROR;
	size_t i = 0;

	for (; i < n && i < LIST_MAX && U_SUCCESS(status); i++) {
		at[i] = units + used;
		lengths[i] = 0;
		u_strFromUTF8(units + used, LIST_UNITS - used, &lengths[i],
		    texts[i].at, (int32_t)texts[i].n, &status);
		if (U_SUCCESS(status))
			used += lengths[i];
	}
	/* What is too long for the list ends it. */
	if (U_FAILURE(status)) {
		status = U_ZERO_ERROR;
		i--;
	}
	if (!i)
		return;
	list_n = ulistfmt_format(words->list, at, lengths, (int32_t)i, list,
	    LIST_MOST, &status);
	put_units(list, list_n, status, out);
}

void
tcn_words_language_name(const struct tcn_words *words, struct tcn_str tag,
    struct tcn_buf *out)
{
	UErrorCode status = U_ZERO_ERROR;
	UChar units[UNITS];
	char text[ULOC_LANG_CAPACITY];
	int32_t n;

	snprintf(text, sizeof text, "%.*s", TCN_STR_ARG(tag));
	n = uloc_getDisplayLanguage(text, locale_of(words), units, UNITS,
	    &status);
	if (U_FAILURE(status) || n <= 0)
		tcn_buf_str(out, tag);
	else
		put_units(units, n, status, out);
}

int
tcn_words_compare(const struct tcn_words *words, struct tcn_str a,
    struct tcn_str b)
{
	UErrorCode status = U_ZERO_ERROR;
	UCollationResult order = ucol_strcollUTF8(words->collator, a.at,
	    (int32_t)a.n, b.at, (int32_t)b.n, &status);

	return U_FAILURE(status) || order == UCOL_EQUAL ? tcn_str_compare(a, b)
							: (int)order;
}

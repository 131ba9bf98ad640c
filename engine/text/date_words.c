#include "engine/text/date_words.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "engine/base/ascii.h"
#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "engine/base/utf8.h"
#include "engine/text/date_names.h"
#include "engine/text/date_scan_impl.h"

/* Whether text is figures alone, with a sign or a fraction perhaps; in *n the
 * number of figures before the fraction. */
static bool
is_number(struct tcn_str text, size_t *n)
{
	size_t at = text.n && text.at[0] == '-', from = at;

	while (at < text.n && tcn_ascii_is_digit(text.at[at]))
		at++;
	*n = at - from;
	if (at + 1 < text.n && text.at[at] == '.')
		for (at++; at < text.n && tcn_ascii_is_digit(text.at[at]);)
			at++;
	return *n > 0 && at == text.n;
}

/* Reads the first n figures of text as a number of units a second; the sign is
 * before them. */
static bool
read_units(struct tcn_str text, size_t n, int64_t units, int64_t *ms)
{
	bool negative = text.at[0] == '-';
	int64_t value = 0;

	for (size_t i = negative; i < n + negative; i++)
		value = value * 10 + (text.at[i] - '0');
	if (units > 1000)
		value /= units / 1000;
	if (negative)
		value = -value;
	if (value < TCN_DATE_MIN_MS || value >= TCN_DATE_END_MS)
		return false;
	*ms = value;
	return true;
}

static bool
read_scan(struct tcn_str text, int64_t *ms)
{
	static const struct tcn_date_lexicon english = { 0 };
	char z[TCN_DATE_TEXT_MAX];
	bool foreign;

	memcpy(z, text.at, text.n);
	z[text.n] = '\0';
	return tcn_date_scan(z, &english, ms, &foreign);
}

/* "031231", "-0312", "-03-12": two-digit years in front of the other
 * figures. */
static bool
read_short_year(struct tcn_str text, int64_t *ms)
{
	char z[] = "yyyy-mm-dd";
	size_t sign = text.at[0] == '-';
	const char *year = text.at + sign;
	const char *month = year + 2 + (year[2] == '-');

	memcpy(z, year[0] < '5' ? "20" : "19", 2);
	memcpy(z + 2, year, 2);
	memcpy(z + 5, month, 2);
	memcpy(z + 8, sign ? "01" : year + 4, 2);
	return read_scan(tcn_str(z), ms);
}

/* Reads figures alone; n is their number before a fraction. */
static bool
read_number(struct tcn_str text, size_t n, int64_t *ms)
{
	bool plain = text.n == n;
	char z[] = "yyyy-01-01";

	switch (n) {
	case 4:
		memcpy(z, text.at, 4);
		if (!plain && text.n == 5 && text.at[0] == '-')
			return read_short_year(text, ms);
		return plain && read_scan(tcn_str(z), ms);
	case 6:
		return plain && read_short_year(text, ms);
	case 7:
	case 8:
	case 14:
		return plain && read_scan(text, ms);
	case 9:
	case 10:
		return tcn_date_parse(text, ms, NULL) == TCN_OK;
	case 12:
		if (plain && read_scan(text, ms))
			return true;
		return read_units(text, n, 1000, ms);
	case 13:
		return read_units(text, n, 1000, ms);
	case 16:
		return read_units(text, n, 1000000, ms);
	default:
		return false;
	}
}

/* Whether text has the form "-03-12". */
static bool
is_short_month(struct tcn_str text)
{
	static const char shape[] = "-99-99";

	for (size_t i = 0; i < 6; i++)
		if (text.n != 6 ||
		    (shape[i] == '9' ? !tcn_ascii_is_digit(text.at[i])
				     : text.at[i] != shape[i]))
			return false;
	return true;
}

/*
 * Reads z by the words of every language that can. Those that know all its
 * words come before those that skip one; the readings of either kind must
 * agree.
 */
static bool
read_by_all(const char *z, struct tcn_str tag, int64_t *ms)
{
	struct tcn_date_lexicon lexicon = { .any = true, .tag = tag };
	bool found[2] = { false }, differ[2] = { false }, foreign;
	const uint16_t *langs;
	int64_t first[2], value;
	size_t n = tcn_date_scan_langs(z, &langs);

	for (size_t i = 0; i < n; i++) {
		lexicon.lang = langs[i];
		if (!tcn_date_scan(z, &lexicon, &value, &foreign))
			continue;
		differ[foreign] |= found[foreign] && value != first[foreign];
		found[foreign] = true;
		first[foreign] = value;
	}
	if (!found[0] && !found[1])
		return false;
	if (differ[!found[0]])
		return false;
	*ms = first[!found[0]];
	return true;
}

/* Reads z by the words of the caller's language, else by those of all. */
static enum tcn_rc
read_foreign(const char *z, struct tcn_str tag, int64_t *ms)
{
	struct tcn_date_lexicon lexicon = { .any = true, .tag = tag };
	bool foreign;

	tcn_date_names_lang(tag, &lexicon.lang);
	if (lexicon.lang != TCN_DATE_NO_LANG &&
	    tcn_date_scan(z, &lexicon, ms, &foreign))
		return TCN_OK;
	tcn_date_names_all();
	return read_by_all(z, tag, ms) ? TCN_OK : TCN_INVALID;
}

static enum tcn_rc
read_text(struct tcn_str text, struct tcn_str tag, int64_t *ms)
{
	struct tcn_date_lexicon lexicon = { .tag = tag };
	char z[TCN_DATE_TEXT_MAX + 1];
	bool foreign = false;
	size_t n;

	text = tcn_str_trim(text);
	if (text.n == 0 || text.n > TCN_DATE_TEXT_MAX ||
	    memchr(text.at, 0, text.n))
		return TCN_INVALID;
	if (is_number(text, &n))
		return read_number(text, n, ms) ? TCN_OK : TCN_INVALID;
	if (is_short_month(text))
		return read_short_year(text, ms) ? TCN_OK : TCN_INVALID;
	memcpy(z, text.at, text.n);
	z[text.n] = '\0';
	if (tcn_date_scan(z, &lexicon, ms, &foreign))
		return TCN_OK;
	return foreign ? read_foreign(z, tag, ms) : TCN_INVALID;
}

enum tcn_rc
tcn_date_words(struct tcn_str text, struct tcn_str lang, int64_t *ms)
{
	struct tcn_buf folded = { 0 };
	enum tcn_rc rc;

	assert(ms);
	text = tcn_str_trim(text);
	if (text.n >= 20 && text.at[4] == '-' && text.at[10] == 'T' &&
	    tcn_date_parse(text, ms, NULL) == TCN_OK)
		return TCN_OK;
	if (text.n == 0 || text.n > TCN_DATE_TEXT_MAX || !tcn_utf8_valid(text))
		return TCN_INVALID;
	if (tcn_utf8_ascii_n(text) == text.n)
		return read_text(text, lang, ms);
	tcn_date_fold(text, &folded);
	rc = read_text(tcn_buf_view(&folded), lang, ms);
	tcn_buf_fini(&folded);
	return rc;
}

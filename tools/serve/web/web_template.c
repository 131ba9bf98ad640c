#include "tools/serve/web/web_template.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/date.h"
#include "engine/base/url.h"
#include "engine/item/record.h"
#include "engine/text/place_names.h"
#include "tools/base/event_words.h"
#include "tools/base/json_out.h"
#include "tools/base/target.h"
#include "tools/base/when.h"
#include "tools/serve/web/web_errors.h"
#include "tools/tell/words/reason.h"

#define UINT_MAX_EXACT 9007199254740992.0 /* 2^53 */

static const struct {
	const char *name, *text;
} files[] = {
#include "tools/serve/web/templates_data.h"
};

/* --- ways to write a value --- */

static int64_t
ms_of(const struct tcn_json_value *value)
{
	int64_t ms;

	return value->kind == TCN_JSON_NUMBER &&
		!tcn_date_from_seconds(value->n, &ms, NULL)
	    ? ms
	    : TCN_UNDATED;
}

static void
write_iso(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	char iso[TCN_DATE_BYTES];

	(void)with;
	tcn_date_format(ms_of(value), iso);
	tcn_buf_z(out, iso);
}

static void
write_second(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	struct tcn_json_value whole = *value;

	whole.n = floor(whole.n);
	write_iso(out, &whole, with);
}

static void
write_time(struct tcn_buf *out, const struct tcn_json_value *value,
    const struct tcn_web_template_with *with, enum tcn_words_time length)
{
	char text[TCN_WORDS_BYTES];

	tcn_buf_str(out,
	    tcn_words_time(with->words, ms_of(value), length, text));
}

static void
write_clock(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	write_time(out, value, with, TCN_WORDS_TIME_CLOCK);
}

static void
write_short(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	write_time(out, value, with, TCN_WORDS_TIME_SHORT);
}

static void
write_whole(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	write_time(out, value, with, TCN_WORDS_TIME_LONG);
}

static void
write_ago(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *of)
{
	const struct tcn_web_template_with *with = of;
	struct tcn_json_value now = tcn_json_member(with->view, "now_at");
	int64_t at_ms = ms_of(value), now_ms = ms_of(&now), age_ms;
	char text[TCN_WORDS_BYTES];

	if (at_ms == TCN_UNDATED)
		return;
	age_ms = now_ms == TCN_UNDATED ? 0 : now_ms - at_ms;
	if (age_ms < 60000) {
		tcn_buf_z(out, tcn_words_text(with->words, "just now"));
		return;
	}
	tcn_words_say(with->words, "{span} ago",
	    TCN_WITH({ "span",
		tcn_words_span(with->words, age_ms - age_ms % 60000, text) }),
	    out);
}

static void
write_span(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *of)
{
	const struct tcn_web_template_with *with = of;
	char text[TCN_WORDS_BYTES];

	tcn_buf_str(out,
	    tcn_words_span(with->words,
		(int64_t)(1000 * fmin(fabs(value->n), 1e12)), text));
}

static void
write_ms(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_buf_printf(out, "%.0f", 1000 * value->n);
}

static uint64_t
uint_of(double n)
{
	return n > 0 && n <= UINT_MAX_EXACT ? (uint64_t)n : 0;
}

static void
write_count(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *of)
{
	const struct tcn_web_template_with *with = of;
	char text[TCN_WORDS_BYTES];

	tcn_buf_str(out,
	    tcn_words_number(with->words, uint_of(value->n), text));
}

/* Whole numbers as counts, others to two digits. */
static void
write_figure(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *of)
{
	const struct tcn_web_template_with *with = of;
	char text[TCN_WORDS_BYTES];

	if (floor(value->n) >= value->n && value->n <= UINT_MAX_EXACT)
		write_count(out, value, of);
	else
		tcn_buf_str(out,
		    tcn_words_thousandths(with->words,
			10 * (int64_t)(100 * fmin(value->n, 1e12) + 0.5),
			text));
}

static void
write_percent(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *of)
{
	const struct tcn_web_template_with *with = of;
	char text[TCN_WORDS_BYTES];

	if (value->n > 0)
		tcn_buf_str(out,
		    tcn_words_percent(with->words, value->n, text));
}

/* --- words --- */

enum {
	MESSAGE_BYTES = 1024, /* of a longer one nothing is said */
};

/* A message as the catalogues have it, which ends in a zero. */
static const char *
message_of(struct tcn_str text, char z[static MESSAGE_BYTES])
{
	size_t n = text.n < MESSAGE_BYTES ? text.n : 0;

	memcpy(z, n ? text.at : "", n);
	z[n] = '\0';
	return z;
}

static void
say_text(struct tcn_buf *out, struct tcn_str message, const void *of)
{
	const struct tcn_web_template_with *with = of;
	char z[MESSAGE_BYTES];

	if (message.n)
		tcn_buf_z(out,
		    tcn_words_text(with->words, message_of(message, z)));
}

static void
say_count(struct tcn_buf *out, struct tcn_str one, struct tcn_str more,
    double n, const void *of)
{
	const struct tcn_web_template_with *with = of;
	char one_z[MESSAGE_BYTES], more_z[MESSAGE_BYTES];

	tcn_words_count(with->words, message_of(one, one_z),
	    message_of(more, more_z), uint_of(n), out);
}

static void
write_word(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	say_text(out, value->s, with);
}

/* Of a message that is the English plural of one that is known: its form for n;
 * else itself. */
static const char *
plural_of(const struct tcn_words *words, const struct tcn_buf *message,
    uint64_t n)
{
	char one[MESSAGE_BYTES];

	if (message->n >= sizeof one)
		return message->at;
	memcpy(one, message->at, message->n - 1);
	one[message->n - 1] = '\0';
	return tcn_words_plural(words, one, message->at, n);
}

/* Appends the translation of a text as it stands, or with {n} for the first
 * number in it; false: there is none. */
static bool
say_known(struct tcn_buf *out, struct tcn_str text,
    const struct tcn_words *words)
{
	struct tcn_buf message = { 0 };
	struct tcn_str number = { text.at, 0 };
	const char *translated, *end = text.at + text.n;
	bool known;

	while (number.at < end && (*number.at < '0' || *number.at > '9'))
		number.at++;
	while (number.at + number.n < end && number.at[number.n] >= '0' &&
	    number.at[number.n] <= '9')
		number.n++;
	tcn_buf_add(&message, text.at, (size_t)(number.at - text.at));
	if (number.n)
		tcn_buf_z(&message, "{n}");
	tcn_buf_add(&message, number.at + number.n,
	    (size_t)(end - number.at) - number.n);
	translated = message.n && !memchr(text.at, '{', text.n)
	    ? tcn_words_text(words, message.at)
	    : message.at;
	if (translated == message.at && number.n && message.n &&
	    message.at[message.n - 1] == 's')
		translated =
		    plural_of(words, &message, strtoull(number.at, NULL, 10));
	known = translated != message.at;
	if (known)
		tcn_words_fill(translated, TCN_WITH({ "n", number }), out);
	tcn_buf_fini(&message);
	return known;
}

/* What the interface says in English (templates/said.html, web_errors.h), or a
 * reason; lists of such with commas between them. Anything else stands as it
 * is. */
static void
write_said(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *of)
{
	const struct tcn_web_template_with *with = of;
	struct tcn_str rest = value->s;
	bool english = strcmp(tcn_words_code(with->words), "en") == 0;

	if (value->kind != TCN_JSON_STRING)
		return;
	if (english) {
		tcn_buf_str(out, rest);
		return;
	}
	if (tcn_web_errors_say(with->words, rest, out))
		return;
	while (rest.n) {
		const char *comma = memmem(rest.at, rest.n, ", ", 2);
		struct tcn_str part = { rest.at,
			comma ? (size_t)(comma - rest.at) : rest.n };

		if (say_known(out, rest, with->words))
			return;
		if (!comma || !say_known(out, part, with->words)) {
			(void)tcn_reason_say(with->words, rest, out);
			return;
		}
		tcn_buf_z(out, ", ");
		rest.at += part.n + 2;
		rest.n -= part.n + 2;
	}
}

static const struct tcn_mustache_words words = { say_text, say_count };

static void
write_rounded(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_buf_printf(out, "%.0f", value->n);
}

static void
write_signed(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_buf_printf(out, "%+.1f", value->n);
}

static void
write_hundredths(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_buf_printf(out, "%.0f", 100 * value->n);
}

static void
write_tenths(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_buf_printf(out, "%.1f", value->n);
}

static void
write_bar(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	/* A part of weight 4 fills it. */
	tcn_buf_printf(out, "%.0f", 96 * fmin(1, fabs(value->n) / 4));
}

static void
write_site(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_buf_str(out, tcn_url_site(value->s));
}

static void
write_trimmed(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_buf_str(out, tcn_str_trim(value->s));
}

static void
write_segment(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_target_segment(out, value->s);
}

static void
write_day(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	write_time(out, value, with, TCN_WORDS_TIME_DAY);
}

/* --- drawings, as the script draws them, too --- */

enum {
	POINTS = 48, /* of a growth line */
	LINE_STEP = 2, /* between two points */
	LINE_HEIGHT = 24,
	LINE_BOTTOM = 26,
	BARS = 60, /* minutes */
	BAR_STEP = 4,
	BAR_HEIGHT = 40,
};

/* Where a point lies, from the top. */
static int
line_y(uint64_t value, uint64_t most)
{
	return (int)(LINE_BOTTOM -
	    (2 * LINE_HEIGHT * value + most) / (2 * most));
}

/* Reads the counts of a list as POINTS, of which each is the sum of as many as
 * it takes; returns how many points there are. */
static size_t
read_points(const struct tcn_json_value *list, uint64_t points[POINTS],
    uint64_t *most)
{
	struct tcn_json_value at = tcn_json_first(list);
	size_t n = 0, each = 1;

	for (; at.node; at = tcn_json_next(&at))
		n++;
	each = n > POINTS ? n / POINTS : 1;
	n = 0;
	*most = 1;
	for (at = tcn_json_first(list); at.node && n < each * POINTS;
	     at = tcn_json_next(&at), n++) {
		points[n / each] = n % each ? points[n / each] : 0;
		points[n / each] +=
		    at.n > 0 && at.n < UINT32_MAX ? (uint64_t)at.n : 0;
		if (points[n / each] > *most)
			*most = points[n / each];
	}
	return n / each;
}

/* Steps from point to point: half the bytes of their places, on a page that may
 * draw a hundred lines. */
static void
write_line(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	uint64_t points[POINTS], most;
	size_t n = read_points(value, points, &most), last = 0;

	(void)with;
	if (n)
		tcn_buf_printf(out, "M0 %d", line_y(points[0], most));
	for (size_t i = 1; i < n; i++) {
		int by = line_y(points[i], most) - line_y(points[last], most);

		/* A point between two of its own height says nothing. */
		if (i + 1 < n && points[i] == points[i - 1] &&
		    points[i] == points[i + 1])
			continue;
		tcn_buf_printf(out, "%c%zu%s%d", last ? ' ' : 'l',
		    LINE_STEP * (i - last), by < 0 ? "" : " ", by);
		last = i;
	}
}

static void
write_places(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *of)
{
	const struct tcn_web_template_with *with = of;
	struct tcn_event_places places = tcn_event_words_places_of(value);

	tcn_event_words_where(out, tcn_words_code(with->words), &places);
}

/* The name of a country, by its code. */
static void
write_country(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *of)
{
	const struct tcn_web_template_with *with = of;

	if (tcn_place_names_has(value->s))
		tcn_buf_z(out,
		    tcn_place_names_country(tcn_words_code(with->words),
			value->s.at));
}

/* One line for each minute, from the ground up; a half is rounded up. */
static void
write_bars(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	struct tcn_json_value at = tcn_json_first(value);
	double most = 1;

	(void)with;
	for (; at.node; at = tcn_json_next(&at))
		most = at.n > most ? at.n : most;
	at = tcn_json_first(value);
	for (int i = 0; at.node && i < BARS; at = tcn_json_next(&at), i++)
		if (at.n > 0)
			tcn_buf_printf(out, "M%d %dV%.0f",
			    i * BAR_STEP + BAR_STEP / 2, BAR_HEIGHT,
			    floor(BAR_HEIGHT - BAR_HEIGHT * at.n / most + .5));
}

static const struct tcn_mustache_form forms[] = {
	{ "iso", write_iso },
	{ "second", write_second },
	{ "clock", write_clock },
	{ "short", write_short },
	{ "whole", write_whole },
	{ "ago", write_ago },
	{ "span", write_span },
	{ "ms", write_ms },
	{ "count", write_count },
	{ "figure", write_figure },
	{ "word", write_word },
	{ "said", write_said },
	{ "percent", write_percent },
	{ "rounded", write_rounded },
	{ "signed", write_signed },
	{ "hundredths", write_hundredths },
	{ "tenths", write_tenths },
	{ "bar", write_bar },
	{ "site", write_site },
	{ "trimmed", write_trimmed },
	{ "segment", write_segment },
	{ "day", write_day },
	{ "line", write_line },
	{ "bars", write_bars },
	{ "places", write_places },
	{ "country", write_country },
	{ NULL, NULL },
};

enum tcn_rc
tcn_web_template_init(struct tcn_mustache *set, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	*set = (struct tcn_mustache){
		.kind = TCN_MUSTACHE_HTML, .forms = forms, .words = &words
	};
	for (size_t i = 0; !rc && i < sizeof files / sizeof *files; i++) {
		tcn_err_at(err, files[i].name, 0, 0);
		rc = tcn_mustache_add(set, files[i].name,
		    tcn_str(files[i].text), err);
	}
	return rc ? rc : tcn_mustache_link(set, err);
}

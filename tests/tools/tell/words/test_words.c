/*
 * The words of pages: every message in every language, placeholders and forms
 * of counts; dates, numbers and lists as newspapers of the language write them;
 * two languages at once; nothing of the environment.
 */
#include "tests/base/run.h"

#include <locale.h>
#include <stdio.h>

#include "tools/tell/words/words_impl.h"

static struct tcn_words *
open_words(int language)
{
	struct tcn_words *words;

	ck_assert_int_eq(tcn_words_new((enum tcn_words_language)language, "UTC",
			     &words, NULL),
	    TCN_OK);
	return words;
}

static void
ck_said(struct tcn_str said, const char *expected)
{
	ck_assert_msg(tcn_str_equal(said, tcn_str(expected)),
	    "\"%.*s\", not \"%s\"", TCN_STR_ARG(said), expected);
}

/* --- catalogues --- */

/* The names in braces, in the order of the text, each followed by a blank. */
static void
list_names(const char *text, struct tcn_buf *out)
{
	const char *end;

	while ((text = strchr(text, '{')) && (end = strchr(text, '}'))) {
		tcn_buf_add(out, text, (size_t)(end - text) + 1);
		text = end;
	}
}

/* Whether each name of one text is in the other, but {n} where it may lack. */
static bool
has_names(const char *of, const char *in, bool may_lack_n)
{
	struct tcn_buf names = { 0 };
	char name[64];
	bool all = true;

	list_names(of, &names);
	for (const char *at = names.at; at && *at; at += strlen(name)) {
		snprintf(name, sizeof name, "%.*s",
		    (int)(strchr(at, '}') - at) + 1, at);
		all &= strstr(in, name) ||
		    (may_lack_n && strcmp(name, "{n}") == 0);
	}
	tcn_buf_fini(&names);
	return all;
}

static void
check_entry(const struct tcn_catalogue_entry *entry)
{
	const char *one = tcn_catalogue_form(entry->message, 0);
	const char *more = tcn_catalogue_form(entry->message, 1);
	const char *message = more ? more : one, *form;
	size_t forms = 0;

	if (!*one)
		return; /* the header */
	for (; (form = tcn_catalogue_form(entry->translation, forms)); forms++)
		ck_assert_msg(*form && has_names(form, message, false) &&
			has_names(message, form, more && forms == 0) &&
			(!strpbrk(form, "<>&*_|`") ||
			    strpbrk(message, "<>&*_|`")),
		    "%s: %s", message, form);
	ck_assert_msg(forms == (more ? 2 : 1), "%s", message);
}

/* The catalogues have the same messages; what the code has and they have not
 * is told by lint. */
START_TEST(translations_are_whole)
{
	struct tcn_words *words = open_words(_i), *first = open_words(1);

	ck_assert(tcn_words_has((enum tcn_words_language)_i));
	ck_assert_uint_gt(words->catalogue.n, 10);
	ck_assert_uint_eq(words->catalogue.n, first->catalogue.n);
	for (size_t i = 0; i < words->catalogue.n; i++) {
		struct tcn_catalogue_entry entry =
		    tcn_catalogue_at(&words->catalogue, i);
		struct tcn_catalogue_entry other =
		    tcn_catalogue_at(&first->catalogue, i);

		ck_assert_str_eq(entry.message.at, other.message.at);
		check_entry(&entry);
	}
	tcn_words_free(first);
	tcn_words_free(words);
}
END_TEST

/* --- counts --- */

static const struct {
	int language;
	uint64_t n;
	const char *said;
} counts[] = {
	{ TCN_WORDS_EN, 0, "0 days" },
	{ TCN_WORDS_EN, 1, "1 day" },
	{ TCN_WORDS_EN, 2, "2 days" },
	{ TCN_WORDS_EN, 12345, "12,345 days" },
	{ TCN_WORDS_DE, 0, "0\u00a0Tage" },
	{ TCN_WORDS_DE, 1, "1\u00a0Tag" },
	{ TCN_WORDS_DE, 2, "2\u00a0Tage" },
	{ TCN_WORDS_DE, 5, "5\u00a0Tage" },
	{ TCN_WORDS_DE, 12345, "12.345\u00a0Tage" },
	{ TCN_WORDS_ES, 0, "0\u00a0d\u00edas" },
	{ TCN_WORDS_ES, 1, "1\u00a0d\u00eda" },
	{ TCN_WORDS_ES, 2, "2\u00a0d\u00edas" },
	{ TCN_WORDS_ES, 5, "5\u00a0d\u00edas" },
	{ TCN_WORDS_ES, 1000000, "1.000.000\u00a0d\u00edas" },
	{ TCN_WORDS_FR, 0, "0\u00a0jour" },
	{ TCN_WORDS_FR, 1, "1\u00a0jour" },
	{ TCN_WORDS_FR, 2, "2\u00a0jours" },
	{ TCN_WORDS_FR, 5, "5\u00a0jours" },
	{ TCN_WORDS_FR, 1000000, "1\u202f000\u202f000\u00a0jours" },
};

START_TEST(counts_take_the_form_of_the_number)
{
	struct tcn_words *words = open_words(counts[_i].language);
	struct tcn_buf out = { 0 };

	tcn_words_count(words, "{n} day", "{n} days", counts[_i].n, &out);
	ck_assert_str_eq(out.at, counts[_i].said);
	tcn_buf_fini(&out);
	tcn_words_free(words);
}
END_TEST

/* --- dates and lengths of time --- */

#define SATURDAY INT64_C(1795269900000) /* 2026-11-21T14:05:00Z */

static const struct {
	int language;
	const char *times[TCN_WORDS_TIMES];
} dates[] = {
	{ TCN_WORDS_EN,
	    { "Saturday 21 November 2026, 14:05", "Sat 21 Nov 2026, 14:05 UTC",
		"21 Nov 2026, 14:05", "Sat 21 Nov 2026", "21 Nov 14:05",
		"21 Nov", "14:05" } },
	{ TCN_WORDS_DE,
	    { "Samstag, 21. November 2026, 14:05 Uhr",
		"Sa., 21. Nov. 2026, 14:05 UTC", "21. Nov. 2026, 14:05",
		"Sa., 21. Nov. 2026", "21. Nov., 14:05", "21. Nov.",
		"14:05" } },
	{ TCN_WORDS_ES,
	    { "s\u00e1bado, 21 de noviembre de 2026, 14:05",
		"s\u00e1b, 21 nov 2026, 14:05 UTC", "21 nov 2026, 14:05",
		"s\u00e1b, 21 nov 2026", "21 nov, 14:05", "21 nov", "14:05" } },
	{ TCN_WORDS_FR,
	    { "samedi 21 novembre 2026, 14\u00a0h\u00a005",
		"sam. 21 nov. 2026, 14\u00a0h\u00a005 UTC",
		"21 nov. 2026 \u00e0 14\u00a0h\u00a005", "sam. 21 nov. 2026",
		"21 nov. \u00e0 14\u00a0h\u00a005", "21 nov.",
		"14\u00a0h\u00a005" } },
};

START_TEST(dates_are_a_newspapers)
{
	struct tcn_words *words = open_words(dates[_i].language);
	char out[TCN_WORDS_BYTES];

	for (unsigned i = 0; i < TCN_WORDS_TIMES; i++) {
		ck_said(tcn_words_time(words, SATURDAY, (enum tcn_words_time)i,
			    out),
		    dates[_i].times[i]);
	}
	ck_said(tcn_words_time(words, INT64_MIN, TCN_WORDS_TIME_LONG, out),
	    tcn_words_text(words, "undated"));
	tcn_words_free(words);
}
END_TEST

START_TEST(a_zone_has_its_own_clock_and_days)
{
	char out[TCN_WORDS_BYTES];
	struct tcn_words *words;
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_words_new(TCN_WORDS_DE, "Europe/Berlin", &words,
			     &err),
	    TCN_OK);
	ck_said(tcn_words_time(words, SATURDAY, TCN_WORDS_TIME_LONG, out),
	    "Sa., 21. Nov. 2026, 15:05 MEZ");
	/* 22:30 and 23:30 of UTC are 23:30 and half past midnight. */
	ck_assert(!tcn_words_is_same_day(words, SATURDAY + 30300000,
	    SATURDAY + 33900000));
	ck_assert(tcn_words_is_same_day(words, SATURDAY, SATURDAY + 30300000));
	tcn_words_free(words);
	ck_assert_int_eq(tcn_words_new(TCN_WORDS_DE, "Europe/Nowhere", &words,
			     &err),
	    TCN_INVALID);
	ck_assert_ptr_nonnull(strstr(err.text, "Europe/Nowhere"));
}
END_TEST

static const struct {
	int64_t ms;
	const char *en, *de;
} spans[] = {
	{ -5, "0 s", "0\u00a0s" },
	{ 59999, "59 s", "59\u00a0s" },
	{ 60000, "1 min", "1\u00a0min" },
	{ 3599999, "59 min", "59\u00a0min" },
	{ 8040000, "2 h 14 min", "2\u00a0h 14\u00a0min" },
	{ 7200000, "2 h", "2\u00a0h" },
	{ INT64_C(172800000), "2 days", "2\u00a0Tage" },
	{ INT64_C(277200000), "3 days 5 h", "3\u00a0Tage 5\u00a0h" },
};

START_TEST(lengths_of_time_have_two_units)
{
	struct tcn_words *en = open_words(TCN_WORDS_EN);
	struct tcn_words *de = open_words(TCN_WORDS_DE);
	char out[TCN_WORDS_BYTES];

	ck_said(tcn_words_span(en, spans[_i].ms, out), spans[_i].en);
	ck_said(tcn_words_span(de, spans[_i].ms, out), spans[_i].de);
	tcn_words_free(de);
	tcn_words_free(en);
}
END_TEST

/* --- numbers, lists, names --- */

static const struct {
	int language;
	const char *number, *tenths, *percent, *most, *list, *quoted, *name;
} forms[] = {
	{ TCN_WORDS_EN, "1,234,567", "6.6", "87%", "more than 99%",
	    "Ada, Bo and Cy", "\u201cno\u201d", "Spanish" },
	{ TCN_WORDS_DE, "1.234.567", "6,6", "87\u00a0%", "mehr als 99\u00a0%",
	    "Ada, Bo und Cy", "\u201eno\u201c", "Spanisch" },
	{ TCN_WORDS_ES, "1.234.567", "6,6", "87\u00a0%",
	    "m\u00e1s del 99\u00a0%", "Ada, Bo y Cy", "\u00abno\u00bb",
	    "espa\u00f1ol" },
	{ TCN_WORDS_FR, "1\u202f234\u202f567", "6,6", "87\u00a0%",
	    "plus de 99\u00a0%", "Ada, Bo et Cy", "\u00ab\u00a0no\u00a0\u00bb",
	    "espagnol" },
};

START_TEST(numbers_and_lists_are_the_languages)
{
	static const struct tcn_str names[] = { TCN_STR("Ada"), TCN_STR("Bo"),
		TCN_STR("Cy") };
	struct tcn_words *words = open_words(forms[_i].language);
	char text[TCN_WORDS_BYTES];
	struct tcn_buf out = { 0 };

	ck_said(tcn_words_number(words, 1234567, text), forms[_i].number);
	ck_said(tcn_words_thousandths(words, 6600, text), forms[_i].tenths);
	ck_said(tcn_words_percent(words, 0.87, text), forms[_i].percent);
	ck_said(tcn_words_percent(words, 0.9999, text), forms[_i].most);
	ck_said(tcn_words_language_name(words, tcn_str("es"), text),
	    forms[_i].name);
	ck_said(tcn_words_language_name(words, tcn_str("zz"), text), "zz");
	tcn_words_list(words, names, 3, &out);
	ck_assert_str_eq(out.at, forms[_i].list);
	tcn_buf_clear(&out);
	tcn_words_quoted(words, tcn_str("no"), &out);
	ck_assert_str_eq(out.at, forms[_i].quoted);
	tcn_buf_fini(&out);
	tcn_words_free(words);
}
END_TEST

/* Texts that are longer than a list may be end it; none fails. */
START_TEST(a_list_that_is_too_long_is_cut)
{
	static char text[1500];
	struct tcn_words *words = open_words(TCN_WORDS_DE);
	struct tcn_str texts[40];
	struct tcn_buf out = { 0 };

	memset(text, 'x', sizeof text);
	for (size_t i = 0; i < 40; i++)
		texts[i] = (struct tcn_str){ text, 1 };
	tcn_words_list(words, texts, 40, &out);
	ck_assert_uint_eq(out.n, 32 + 30 * 2 + strlen(" und "));
	tcn_buf_clear(&out);
	texts[1].n = sizeof text;
	texts[2].n = sizeof text;
	tcn_words_list(words, texts, 40, &out);
	ck_assert_uint_eq(out.n, 1 + strlen(" und ") + sizeof text);
	tcn_buf_clear(&out);
	tcn_words_list(words, texts, 0, &out);
	ck_assert_uint_eq(out.n, 0);
	tcn_buf_fini(&out);
	tcn_words_free(words);
}
END_TEST

/* --- which language --- */

static const struct {
	const char *header;
	int language;
} accepted[] = {
	{ "de", TCN_WORDS_DE },
	{ "de-AT,de;q=0.8,en;q=0.5", TCN_WORDS_DE },
	{ "ja, fr-CA;q=0.7, en;q=0.3", TCN_WORDS_FR },
	{ "en;q=0.2, es;q=0.9", TCN_WORDS_ES },
	{ "ja", TCN_WORDS_AUTO },
	{ "", TCN_WORDS_AUTO },
	{ ";;q=,,-", TCN_WORDS_AUTO },
	{ "auto", TCN_WORDS_AUTO },
};

START_TEST(a_browser_says_what_its_reader_reads)
{
	ck_assert_int_eq(tcn_words_accepted(tcn_str(accepted[_i].header)),
	    accepted[_i].language);
}
END_TEST

START_TEST(a_tag_names_a_language)
{
	enum tcn_words_language found;

	ck_assert_int_eq(tcn_words_language_of(tcn_str("es-MX")), TCN_WORDS_ES);
	ck_assert_int_eq(tcn_words_language_of(tcn_str("est")), TCN_WORDS_AUTO);
	ck_assert_int_eq(tcn_words_language_of(tcn_str("e")), TCN_WORDS_AUTO);
	ck_assert_int_eq(tcn_words_language_of(tcn_str("")), TCN_WORDS_AUTO);
	ck_assert_str_eq(tcn_words_codes[TCN_WORDS_AUTO], "auto");
	for (unsigned i = 0; i <= TCN_WORDS_AUTO; i++)
		ck_assert(tcn_words_find(tcn_words_codes[i], &found) &&
		    found == i);
	ck_assert(!tcn_words_find("pt", &found));
	ck_assert_ptr_null(tcn_words_codes[TCN_WORDS_AUTO + 1]);
}
END_TEST

/* --- at once, and anywhere --- */

START_TEST(two_languages_speak_in_turns)
{
	struct tcn_words *de = open_words(TCN_WORDS_DE);
	struct tcn_words *fr = open_words(TCN_WORDS_FR);

	for (int i = 0; i < 3; i++) {
		ck_assert_str_eq(tcn_words_text(de, "undated"), "ohne Datum");
		ck_assert_str_eq(tcn_words_text(fr, "undated"), "sans date");
	}
	ck_assert_str_eq(tcn_words_text(de, "not in any catalogue"),
	    "not in any catalogue");
	tcn_words_free(fr);
	tcn_words_free(de);
}
END_TEST

START_TEST(the_environment_changes_nothing)
{
	char text[TCN_WORDS_BYTES];
	struct tcn_words *words;
	struct tcn_buf out = { 0 };

	setenv("LANG", "es_ES.UTF-8", 1);
	setenv("LC_ALL", "es_ES.UTF-8", 1);
	setenv("LANGUAGE", "es:fr", 1);
	setenv("TZ", "Asia/Tokyo", 1);
	setlocale(LC_ALL, "");
	words = open_words(TCN_WORDS_DE);
	tcn_buf_str(&out,
	    tcn_words_time(words, SATURDAY, TCN_WORDS_TIME_LONG, text));
	tcn_words_say(words, "more than {percent}",
	    TCN_WITH({ "percent", tcn_str("1") }), &out);
	ck_assert_str_eq(out.at, "Sa., 21. Nov. 2026, 14:05 UTCmehr als 1");
	tcn_buf_fini(&out);
	tcn_words_free(words);
}
END_TEST

TCN_TESTS(words)
{
	tcase_add_loop_test(tc, translations_are_whole, 1, TCN_WORDS_LANGUAGES);
	TCN_EACH(counts_take_the_form_of_the_number, counts);
	TCN_EACH(dates_are_a_newspapers, dates);
	tcase_add_test(tc, a_zone_has_its_own_clock_and_days);
	TCN_EACH(lengths_of_time_have_two_units, spans);
	TCN_EACH(numbers_and_lists_are_the_languages, forms);
	tcase_add_test(tc, a_list_that_is_too_long_is_cut);
	TCN_EACH(a_browser_says_what_its_reader_reads, accepted);
	tcase_add_test(tc, a_tag_names_a_language);
	tcase_add_test(tc, two_languages_speak_in_turns);
	tcase_add_test(tc, the_environment_changes_nothing);
}

/*
 * A report in the language of its reader: nothing of the page's own words is
 * left in English, whatever the process's locale, and in several languages at
 * once.
 *
 * The first is shown with a language that nobody speaks: a catalogue whose
 * translations are the messages themselves in marks, and twice as long. Text of
 * the page that stands outside of the marks, and is quoted from nobody, was
 * never looked up.
 */
#include "tests/base/run.h"

#include <ctype.h>
#include <locale.h>
#include <stdio.h>

#include "engine/base/arena.h"
#include "tests/base/mo.h"
#include "tests/base/page.h"
#include "tests/tools/tell/report/report_data.h"
#include "tools/tell/words/catalogue.h"

#define OPEN  "\u27ea"
#define CLOSE "\u27eb"

/* --- the language that nobody speaks --- */

/* A message in marks, its text doubled but for what stands in braces. */
static void
say_pseudo(const char *message, struct tcn_buf *out)
{
	const char *text = strchr(message, '\4');

	text = text ? text + 1 : message;
	if (strncmp(message, "date\4", 5) == 0) {
		tcn_buf_z(out, text);
		return;
	}
	tcn_buf_z(out, OPEN);
	tcn_buf_z(out, text);
	for (; *text; text++) {
		if (*text == '{')
			text = strchr(text, '}');
		else
			tcn_buf_char(out, *text);
	}
	tcn_buf_z(out, CLOSE);
}

static struct tcn_str
keep(struct tcn_arena *arena, struct tcn_buf *text)
{
	struct tcn_str kept;

	tcn_arena_str(arena, tcn_buf_view(text), &kept);
	tcn_buf_fini(text);
	return kept;
}

/* Has the messages of the German catalogue. */
static struct tcn_words *
open_pseudo(void)
{
	struct tcn_catalogue like;
	struct mo_entry *entries;
	struct tcn_words *words;
	struct tcn_arena arena;
	static struct tcn_buf mo;

	ck_assert_int_eq(tcn_catalogue_open(tcn_words_catalogue(TCN_WORDS_DE),
			     &like, NULL),
	    TCN_OK);
	tcn_arena_init(&arena, 0);
	entries = tcn_arena_zalloc(&arena, like.n, sizeof *entries);
	for (size_t i = 0; i < like.n; i++) {
		struct tcn_str message = tcn_catalogue_at(&like, i).message;
		const char *more = tcn_catalogue_form(message, 1);
		struct tcn_buf text = { 0 };

		say_pseudo(message.at, &text);
		if (more) {
			tcn_buf_char(&text, '\0');
			say_pseudo(more, &text);
		}
		entries[i].message = message;
		entries[i].translation = i ? keep(&arena, &text) : tcn_str("");
	}
	tcn_buf_fini(&mo);
	mo_make(entries, like.n, false, &mo);
	tcn_arena_fini(&arena);
	ck_assert_int_eq(tcn_words_new_with(tcn_buf_view(&mo), &words, NULL),
	    TCN_OK);
	return words;
}

/* --- the words of a page --- */

/* Elements whose text is quoted, or a date, or a number beside a drawing. */
static bool
is_quoted(struct tcn_str tag)
{
	static const char *const starts[] = { "style", "title>", "time ",
		"text x=", "span lang=\"en\"" };
	char text[200];

	snprintf(text, sizeof text, "%.*s", TCN_STR_ARG(tag));
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (strncmp(text, starts[i], strlen(starts[i])) == 0)
			return true;
	return strstr(text, "dir=\"") || strstr(text, "class=\"address\"");
}

/* Where the text of an element ends; there are none within it. */
static const char *
behind(const char *at, struct tcn_str tag)
{
	char close[32];
	size_t n = 0;
	const char *end;

	while (n < tag.n && isalnum((unsigned char)tag.at[n]))
		n++;
	snprintf(close, sizeof close, "</%.*s>", (int)n, tag.at);
	end = strstr(at, close);
	ck_assert_msg(end, "%s", close);
	return end;
}

/* Refuses words that stand in no marks. */
static void
check_words(const char *page)
{
	int depth = 0;

	for (const char *at = strstr(page, "<body>"); *at;) {
		const char *end = strchr(at, '>');

		if (*at == '<') {
			struct tcn_str tag = { at + 1, (size_t)(end - at - 1) };

			at = end + 1;
			if (is_quoted(tag))
				at = behind(at, tag);
		} else if (strncmp(at, OPEN, 3) == 0) {
			depth++;
			at += 3;
		} else if (strncmp(at, CLOSE, 3) == 0) {
			depth--;
			at += 3;
		} else {
			ck_assert_msg(depth || !isalpha((unsigned char)at[0]) ||
				!isalpha((unsigned char)at[1]),
			    "not looked up: %.60s", at);
			at++;
		}
	}
	ck_assert_int_eq(depth, 0);
}

static void
write_page(const struct tcn_report *report, struct tcn_buf *out)
{
	struct page_fault fault;

	tcn_buf_clear(out);
	report_write(report, TCN_REPORT_HTML, out);
	ck_assert_msg(page_is_html(tcn_buf_view(out), &fault), "%s",
	    fault.text);
}

START_TEST(nothing_of_the_page_is_left_in_english)
{
	struct tcn_report report = *report_data();
	struct tcn_words *words = open_pseudo();
	struct tcn_buf page = { 0 };
	FILE *file;

	report.words = words;
	write_page(&report, &page);
	check_words(page.at);
	/* For who wants to see whether words of twice the length fit. */
	file = fopen("got.report.pseudo.html", "wb");
	ck_assert(file && fwrite(page.at, 1, page.n, file) == page.n);
	fclose(file);
	tcn_buf_fini(&page);
	tcn_words_free(words);
}
END_TEST

/* --- which language --- */

static bool
has(const struct tcn_buf *page, const char *text)
{
	return strstr(page->at, text) != NULL;
}

START_TEST(the_page_says_its_language_and_that_of_each_title)
{
	struct tcn_report report = *report_data();
	struct tcn_report_item items[64];
	struct tcn_buf page = { 0 };

	ck_assert_uint_le(report.items_n, 64);
	memcpy(items, report.items, report.items_n * sizeof *items);
	/* "The bridge is closed", from right to left */
	items[1].title = tcn_str("\u0627\u0644\u062c\u0633\u0631 "
				 "\u0645\u063a\u0644\u0642");
	items[1].lang = tcn_str("ar");
	report.items = items;
	report.language = TCN_WORDS_DE;
	write_page(&report, &page);
	ck_assert(has(&page, "<html lang=\"de\">"));
	ck_assert(has(&page, "<span lang=\"fr\" dir=\"auto\">Un cargo"));
	ck_assert(has(&page,
	    "<span lang=\"ar\" dir=\"auto\">\u0627\u0644\u062c\u0633"));
	tcn_buf_fini(&page);
}
END_TEST

static const struct {
	const char *most;
	const char *says;
} autos[] = {
	{ "de", "<html lang=\"de\">" },
	{ "es-MX", "<html lang=\"es\">" },
	{ "pt", "<html lang=\"en\">" },
	{ "", "<html lang=\"en\">" },
};

START_TEST(the_language_of_most_articles_may_be_asked_for)
{
	struct tcn_event event = *report_data()->event;
	struct tcn_report report = *report_data();
	struct tcn_buf page = { 0 };

	event.languages.n = *autos[_i].most ? 1 : 0;
	snprintf(event.languages.at[0], sizeof event.languages.at[0], "%s",
	    autos[_i].most);
	report.event = &event;
	report.language = TCN_WORDS_AUTO;
	write_page(&report, &page);
	ck_assert_msg(has(&page, autos[_i].says), "%s", autos[_i].most);
	tcn_buf_fini(&page);
}
END_TEST

/* --- at once, and anywhere --- */

START_TEST(languages_in_turns_do_not_mix)
{
	struct tcn_report report = *report_data();
	struct tcn_buf first[TCN_WORDS_LANGUAGES] = { { 0 } };
	struct tcn_buf again = { 0 };

	for (int i = 0; i < 2 * TCN_WORDS_LANGUAGES; i++) {
		int language = i % TCN_WORDS_LANGUAGES;

		report.language = (enum tcn_words_language)language;
		write_page(&report, i == language ? &first[i] : &again);
		if (i == language)
			continue;
		ck_assert(strcmp(again.at, first[language].at) == 0);
	}
	for (int i = 0; i < TCN_WORDS_LANGUAGES; i++)
		tcn_buf_fini(&first[i]);
	tcn_buf_fini(&again);
}
END_TEST

START_TEST(the_environment_changes_nothing)
{
	struct tcn_report report = *report_data();
	struct tcn_buf before = { 0 }, after = { 0 };

	report.language = TCN_WORDS_ES;
	write_page(&report, &before);
	setenv("LANG", "de_DE.UTF-8", 1);
	setenv("LC_ALL", "de_DE.UTF-8", 1);
	setenv("LANGUAGE", "fr:de", 1);
	setenv("TZ", "America/Lima", 1);
	setlocale(LC_ALL, "");
	write_page(&report, &after);
	ck_assert(strcmp(before.at, after.at) == 0);
	tcn_buf_fini(&before);
	tcn_buf_fini(&after);
}
END_TEST

TCN_TESTS(report_words)
{
	tcase_add_test(tc, nothing_of_the_page_is_left_in_english);
	tcase_add_test(tc, the_page_says_its_language_and_that_of_each_title);
	TCN_EACH(the_language_of_most_articles_may_be_asked_for, autos);
	tcase_add_test(tc, languages_in_turns_do_not_mix);
	tcase_add_test(tc, the_environment_changes_nothing);
}

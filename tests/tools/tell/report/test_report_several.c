/*
 * The report of an event that is told in several languages.
 */
#include "tests/base/run.h"

#include <string.h>

#include "engine/base/buf.h"
#include "tests/base/long.h"
#include "tests/base/page.h"
#include "tests/tools/tell/report/report_data.h"

#define ITEMS_MAX 64

static void
write_page(const struct tcn_report *report, enum tcn_report_format format,
    struct tcn_buf *out)
{
	struct page_fault fault;

	tcn_buf_clear(out);
	report_write(report, format, out);
	if (format == TCN_REPORT_HTML)
		ck_assert_msg(page_is_html(tcn_buf_view(out), &fault), "%s",
		    fault.text);
	if (format == TCN_REPORT_MD)
		ck_assert_msg(page_is_md(tcn_buf_view(out), &fault), "%s",
		    fault.text);
	tcn_buf_char(out, '\0');
}

static void
ck_has(const struct tcn_buf *page, const char *part, bool has)
{
	ck_assert_msg((strstr(page->at, part) != NULL) == has,
	    "%s: %s in:\n%.2000s", part, has ? "not" : "it is", page->at);
}

/* Its reader's language leads, another has a section: whichever are linked. */
START_TEST(each_language_has_its_section)
{
	static const char title[] =
	    "# Un cargo percute le pont de Harrow \xc3\xa0 Port Ellery";
	struct tcn_report report = *report_data();
	struct tcn_buf page = { 0 };

	report.language = TCN_WORDS_EN;
	write_page(&report, TCN_REPORT_MD, &page);
	ck_has(&page, "## Told in", false);
	report.several = true;
	write_page(&report, TCN_REPORT_MD, &page);
	ck_has(&page, title, false);
	ck_has(&page, "30 in English and 3 in French.", true);
	ck_has(&page, "## Told in French", true);
	ck_has(&page, "## Told in English", false);
	ck_has(&page, "## Told in German", false); /* two items */
	ck_has(&page, "> Un cargo percute le pont", true);
	ck_has(&page, "3 items from 3 publishers; first", true);
	ck_has(&page, " Told only in English.", true);
	report.language = TCN_WORDS_FR;
	write_page(&report, TCN_REPORT_MD, &page);
	ck_assert_str_eq(strtok(page.at, "\n"), title);
	write_page(&report, TCN_REPORT_MD, &page);
	ck_has(&page,
	    "3 en fran\xc3\xa7"
	    "ais et 30 en anglais.",
	    true);
	ck_has(&page, "## Rapport\xc3\xa9 en anglais", true);
	/* Spanish is not among them: that of most items leads. */
	report.language = TCN_WORDS_ES;
	write_page(&report, TCN_REPORT_MD, &page);
	ck_has(&page, "## Contado en franc\xc3\xa9s", true);
	write_page(&report, TCN_REPORT_HTML, &page);
	ck_has(&page, "<h2>Contado en franc\xc3\xa9s</h2>", true);
	tcn_buf_fini(&page);
}
END_TEST

/* Takes at most `n` items of a language. */
static size_t
take(const struct tcn_report *from, const char *lang, size_t n,
    struct tcn_report_item *to)
{
	size_t taken = 0;

	for (size_t i = 0; i < from->items_n && taken < n; i++)
		if (tcn_str_equal(from->items[i].lang, tcn_str(lang)))
			to[taken++] = from->items[i];
	return taken;
}

/* Without links a second language needs eight items and a tenth. */
START_TEST(a_mixed_story_has_sections_too)
{
	struct tcn_report report = *report_data();
	struct tcn_report_item items[ITEMS_MAX];
	struct tcn_buf page = { 0 };
	size_t en = take(&report, "en", 30, items);
	size_t fr = take(&report, "fr", 3, items + en);

	for (; fr < 8; fr++) {
		items[en + fr] = items[en];
		items[en + fr].seq = 1000 + fr;
		items[en + fr].duplicate_of = items[en].seq;
	}
	report.items = items;
	report.language = TCN_WORDS_EN;
	report.items_n = en + fr - 1;
	write_page(&report, TCN_REPORT_MD, &page);
	ck_has(&page, "Told in French", false);
	report.items_n++;
	write_page(&report, TCN_REPORT_MD, &page);
	ck_has(&page, "Told in French", true);
	ck_has(&page, " injured ", true);
	ck_has(&page, " Told only in English.", true);
	tcn_buf_fini(&page);
}
END_TEST

TCN_TESTS(report_several)
{
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, each_language_has_its_section);
	tcase_add_test(tc, a_mixed_story_has_sections_too);
}

/*
 * The report of a story that holds two matters.
 */
#include "tests/base/run.h"

#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "tests/base/page.h"
#include "tests/tools/tell/report/report_data.h"

#define OWN   8
#define OTHER 5

static const char *const own[OWN] = {
	"Weight-loss drug Oral is recalled over tampering",
	"Maker recalls Oral weight-loss drug after tampering",
	"Drug maker fears tampering and recalls bottles of Oral",
	"Weight-loss drug Oral is recalled by its maker",
	"Bottles of weight-loss drug Oral are recalled by maker",
	"Drug recall: tampering was found in bottles of Oral",
	"Maker of Oral says tampering hit bottles of the drug",
	"Weight-loss drug is recalled after tampering with bottles",
};

static const char *const other[OTHER] = {
	"Ten students arrested as universities end oral exam in law",
	"Universities end oral exam in law, ten students are arrested",
	"Law students protest as universities end oral exam",
	"Ten law students arrested in protest over oral exam",
	"Universities will end the oral exam for law students",
};

static struct tcn_report_item items[OWN + OTHER];

/* The story, with so many of the other matter. */
static struct tcn_report
make_story(size_t others)
{
	struct tcn_report report = *report_data();

	memset(items, 0, sizeof items);
	for (size_t i = 0; i < OWN + others; i++)
		items[i] = (struct tcn_report_item){
			.seq = 2000 + i,
			.id = TCN_STR("a"),
			.source = TCN_STR("Coast Post"),
			.publisher = 50 + i,
			.lang = TCN_STR("en"),
			.title = tcn_str(i < OWN ? own[i] : other[i - OWN]),
			.ts_ms =
			    report.items[0].ts_ms + (int64_t)i * TCN_MINUTE_MS,
		};
	report.items = items;
	report.items_n = OWN + others;
	report.language = TCN_WORDS_EN;
	return report;
}

static void
ck_has(const struct tcn_report *report, enum tcn_report_format format,
    const char *part, bool has)
{
	struct tcn_buf page = { 0 };
	struct page_fault fault;

	report_write(report, format, &page);
	if (format == TCN_REPORT_HTML)
		ck_assert_msg(page_is_html(tcn_buf_view(&page), &fault), "%s",
		    fault.text);
	if (format == TCN_REPORT_MD)
		ck_assert_msg(page_is_md(tcn_buf_view(&page), &fault), "%s",
		    fault.text);
	tcn_buf_char(&page, '\0');
	ck_assert_msg((strstr(page.at, part) != NULL) == has,
	    "%s: %s in:\n%.2000s", part, has ? "not" : "it is", page.at);
	tcn_buf_fini(&page);
}

/* Its figures and lines are not the event's; how many tell it is said, and its
 * headline, in each format. */
START_TEST(another_matter_is_told_apart)
{
	struct tcn_report report = make_story(OTHER);

	ck_has(&report, TCN_REPORT_MD, "## Figures", false);
	ck_has(&report, TCN_REPORT_MD, "10 arrested", false);
	ck_has(&report, TCN_REPORT_MD, "## Another matter", true);
	ck_has(&report, TCN_REPORT_MD,
	    "5 items of this story are about another matter: they are counted "
	    "in the total alone.",
	    true);
	ck_has(&report, TCN_REPORT_MD, "exam", true);
	ck_has(&report, TCN_REPORT_HTML, "<h2>Another matter</h2>", true);
	ck_has(&report, TCN_REPORT_HTML, "5 items of this story", true);
	ck_has(&report, TCN_REPORT_JSON, "\"other_matter\":{\"items\":5,",
	    true);
	report.language = TCN_WORDS_DE;
	ck_has(&report, TCN_REPORT_MD, "## Eine andere Sache", true);
}
END_TEST

/* What a third of all items tell has lines of its own. */
START_TEST(a_large_matter_is_told)
{
	static const char said[] =
	    "Police in Norwick held the law students for two hours after they "
	    "had blocked a road to the university.";
	struct tcn_report report = make_story(OTHER - 1); /* of twelve */

	items[OWN + 1].text = items[OWN + 2].text = tcn_str(said);
	ck_has(&report, TCN_REPORT_MD, said, true);
	ck_has(&report, TCN_REPORT_JSON, said, true);
	/* Another copy makes the event's larger. */
	items[OWN + OTHER - 1] = items[0];
	items[OWN + OTHER - 1].seq = 2100;
	items[OWN + OTHER - 1].origin = items[0].seq;
	items[OWN + OTHER - 1].duplicate_of = items[0].seq;
	report.items_n++;
	ck_has(&report, TCN_REPORT_MD, "## Another matter", true);
	ck_has(&report, TCN_REPORT_MD, said, false);
	ck_has(&report, TCN_REPORT_JSON, said, false);
}
END_TEST

START_TEST(one_matter_is_not_parted)
{
	struct tcn_report report = make_story(0);

	ck_has(&report, TCN_REPORT_MD, "## Another matter", false);
	ck_has(&report, TCN_REPORT_JSON, "other_matter", false);
}
END_TEST

TCN_TESTS(report_matter)
{
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, another_matter_is_told_apart);
	tcase_add_test(tc, a_large_matter_is_told);
	tcase_add_test(tc, one_matter_is_not_parted);
}

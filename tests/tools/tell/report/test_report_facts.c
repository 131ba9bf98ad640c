/* What a report says of figures: the latest leads, and nothing quoted is
 * stale. */
#include "tests/base/run.h"

#include <cJSON.h>
#include <stdio.h>

#include "engine/base/duration.h"
#include "tests/tools/tell/report/report_data.h"

#define START_MS INT64_C(1795269300000) /* Sat 21 Nov 2026, 13:55 UTC */
#define ITEMS    10

/* A toll that grows; the first value is told most often. */
static const struct {
	int minute;
	const char *title, *text;
} texts[ITEMS] = {
	{ 0, "RT @desk: Three killed as ferry sinks off Dunmore http://a.b/c",
	    "Three people were killed when the ferry sank off Dunmore." },
	{ 2, "Three killed as the ferry sinks off Dunmore",
	    "At least three people were killed as a ferry sank off Dunmore." },
	{ 3, "Three dead as ferry sinks off Dunmore, police say",
	    "The ferry sank off Dunmore and three people were killed." },
	{ 5, "Ferry sinks off Dunmore: three dead",
	    "Police say three people were killed when the ferry sank." },
	{ 8, "Ferry sinks off Dunmore harbour",
	    "Please pray for the people of Dunmore and of its ferry tonight." },
	{ 30, "Nine killed as ferry sinks off Dunmore",
	    "Nine people were killed when the ferry sank, police in Dunmore "
	    "say." },
	{ 40, "Dunmore ferry: toll rises to nine",
	    "The death toll of the ferry off Dunmore rose from three to "
	    "nine." },
	{ 50, "Dunmore ferry was old, its owner says",
	    "The ferry that sank off Dunmore had been built in the yard of "
	    "the town." },
	{ 60, "Three dead off Dunmore in ferry accident",
	    "Three people were killed when the ferry sank off Dunmore." },
	{ 65, "Divers return to the ferry off Dunmore",
	    "Divers returned to the ferry that sank off Dunmore with three "
	    "dead." },
};

static struct tcn_report_item items[ITEMS];
static uint64_t evidence[ITEMS];
static struct tcn_event event;

static struct tcn_report
make_report(size_t n)
{
	for (size_t i = 0; i < n; i++) {
		evidence[i] = 1 + i;
		items[i] = (struct tcn_report_item){
			.seq = 1 + i,
			.ts_ms = START_MS + texts[i].minute * TCN_MINUTE_MS,
			.id = tcn_str("a"),
			.source = tcn_str("Dunmore Observer"),
			.title = tcn_str(texts[i].title),
			.text = tcn_str(texts[i].text),
			.lang = tcn_str("en"),
			.origin = 1 + i,
			.publisher = 1 + i,
		};
	}
	event = (struct tcn_event){
		.id = "20261121-1",
		.central = 2,
		.items = (uint32_t)n,
		.evidence = evidence,
		.evidence_n = n,
		.fired_ms = START_MS,
		.changed_ms = START_MS,
		.first_ms = START_MS,
		.last_ms = START_MS + TCN_HOUR_MS,
	};
	return (struct tcn_report){
		.event = &event, .items = items, .items_n = n, .lines_max = 5
	};
}

static cJSON *
write_json(size_t n)
{
	struct tcn_report report = make_report(n);
	struct tcn_buf out = { 0 };
	cJSON *value;

	report_write(&report, TCN_REPORT_JSON, &out);
	value = cJSON_ParseWithLength(out.at, out.n);
	ck_assert(value != NULL);
	tcn_buf_fini(&out);
	return value;
}

static const char *
text_of(const cJSON *value, const char *name)
{
	const cJSON *found = cJSON_GetObjectItemCaseSensitive(value, name);

	ck_assert(cJSON_IsString(found));
	return found->valuestring;
}

static const cJSON *
member(const cJSON *value, const char *name)
{
	const cJSON *found = cJSON_GetObjectItemCaseSensitive(value, name);

	ck_assert(found != NULL);
	return found;
}

START_TEST(the_latest_value_leads)
{
	cJSON *value = write_json(ITEMS);
	const cJSON *figures = member(value, "figures");

	ck_assert_int_eq(cJSON_GetArraySize(figures), 1);
	ck_assert_str_eq(text_of(figures->child, "slot"), "dead");
	ck_assert_str_eq(text_of(figures->child, "says"),
	    "9 dead (2 origins, since 14:35). Before: 3 at 13:57.");
	cJSON_Delete(value);
}
END_TEST

START_TEST(nothing_quoted_is_stale)
{
	cJSON *value = write_json(ITEMS);
	const cJSON *headline = member(value, "headline"), *line;
	size_t n = 0;

	ck_assert_msg(!strstr(text_of(headline, "title"), "hree"), "%s",
	    text_of(headline, "title"));
	ck_assert_ptr_nonnull(strstr(text_of(headline, "why"), "Told in"));
	cJSON_ArrayForEach(line, member(value, "summary"))
	{
		const char *text = text_of(line, "text");

		ck_assert_msg(!strstr(text, "hree people"), "%s", text);
		ck_assert_msg(!strstr(text, "pray"), "%s", text);
		n++;
	}
	ck_assert_uint_ge(n, 1);
	cJSON_Delete(value);
}
END_TEST

/* Before the toll rose, the first value was no stale one. */
START_TEST(an_early_report_says_what_was_known)
{
	cJSON *value = write_json(5);
	const cJSON *figures = member(value, "figures");

	ck_assert_str_eq(text_of(figures->child, "says"),
	    "3 dead (4 origins, since 13:57).");
	ck_assert_str_eq(text_of(member(value, "headline"), "title"),
	    "Three dead as ferry sinks off Dunmore, police say");
	cJSON_Delete(value);
}
END_TEST

/* Texts that claim a language which they are not in are read all the same. */
START_TEST(a_wrong_language_is_doubted)
{
	struct tcn_report report = make_report(ITEMS);
	struct tcn_buf right = { 0 }, wrong = { 0 };
	cJSON *value;

	report_write(&report, TCN_REPORT_JSON, &right);
	for (size_t i = 0; i < ITEMS; i++)
		items[i].lang = tcn_str("es");
	report_write(&report, TCN_REPORT_JSON, &wrong);
	ck_assert_str_eq(right.at, wrong.at);
	value = cJSON_ParseWithLength(wrong.at, wrong.n);
	ck_assert(value != NULL);
	ck_assert_str_eq(text_of(member(value, "languages")->child, "code"),
	    "en");
	cJSON_Delete(value);
	tcn_buf_fini(&right);
	tcn_buf_fini(&wrong);
}
END_TEST

/* A report that is sent again with another figure is of the same origin: its
 * figures are followed, and it is one witness all the same. */
START_TEST(an_origin_may_revise_its_figure)
{
	struct tcn_report report = make_report(6);
	struct tcn_buf out = { 0 };

	for (size_t i = 0; i < 6; i++)
		items[i].origin = 1;
	items[5].duplicate_of = 1;
	report_write(&report, TCN_REPORT_JSON, &out);
	ck_assert_ptr_nonnull(strstr(out.at,
	    "9 dead (only one origin: Dunmore Observer; since 14:25). "
	    "Before: 3 at 13:55."));
	tcn_buf_fini(&out);
}
END_TEST

/* All formats say the same. */
START_TEST(formats_agree)
{
	static const char wanted[] = "9 dead (2 origins, since 14:35)";
	struct tcn_report report = make_report(ITEMS);
	struct tcn_buf out = { 0 };

	for (int format = 0; format < TCN_REPORT_FORMATS; format++) {
		tcn_buf_clear(&out);
		report_write(&report, (enum tcn_report_format)format, &out);
		ck_assert_ptr_nonnull(strstr(out.at, "9 dead"));
	}
	tcn_buf_clear(&out);
	report_write(&report, TCN_REPORT_NINJS, &out);
	ck_assert_ptr_nonnull(strstr(out.at, wanted));
	tcn_buf_clear(&out);
	report_write(&report, TCN_REPORT_SECTIONS, &out);
	ck_assert_ptr_nonnull(strstr(out.at, wanted));
	ck_assert_ptr_nonnull(strstr(out.at, "<svg"));
	tcn_buf_fini(&out);
}
END_TEST

/* ninjs leads to the episode before, or to all of a dossier. */
START_TEST(ninjs_names_the_episodes)
{
	const struct tcn_report_episode all[] = {
		{ TCN_STR("a"), TCN_STR("A bus fell"), { 0 }, 0 },
		{ TCN_STR("b"), TCN_STR("A driver is held"), { 0 }, 1000 },
	};
	struct tcn_report_dossier dossier = { TCN_STR("a"), 2, 1,
		.previous = all[0] };
	struct tcn_report report = make_report(ITEMS);
	struct tcn_buf out = { 0 };

	report.dossier = &dossier;
	report_write(&report, TCN_REPORT_NINJS, &out);
	ck_assert_ptr_nonnull(strstr(out.at,
	    "{\"name\":\"previous-episode\",\"uri\":"
	    "\"urn:tocsin:event:a\",\"type\":\"composite\""));
	ck_assert_ptr_null(strstr(out.at, "next-episode"));
	dossier.all = all;
	report.of_dossier = true;
	tcn_buf_clear(&out);
	report_write(&report, TCN_REPORT_NINJS, &out);
	ck_assert_ptr_nonnull(strstr(out.at,
	    "\"name\":\"episode-2\",\"uri\":\"urn:tocsin:event:b\""));
	ck_assert_ptr_nonnull(strstr(out.at, "A driver is held"));
	tcn_buf_fini(&out);
}
END_TEST

TCN_TESTS(report_facts)
{
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, the_latest_value_leads);
	tcase_add_test(tc, nothing_quoted_is_stale);
	tcase_add_test(tc, a_wrong_language_is_doubted);
	tcase_add_test(tc, an_early_report_says_what_was_known);
	tcase_add_test(tc, an_origin_may_revise_its_figure);
	tcase_add_test(tc, formats_agree);
	tcase_add_test(tc, ninjs_names_the_episodes);
}

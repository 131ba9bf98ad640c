/*
 * The experiments as a person runs them, on little data: what is printed, the
 * page, and what is said where they cannot be done.
 */
#include "tests/base/run.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tests/base/demo.h"
#include "tests/base/page.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/base/exit.h"

static char dir[TEMP_BYTES];

/* A day, what happened on it, headlines without texts, and a store of them. */
static void
make_data(void)
{
	char path[TEMP_BYTES + 16], line[2 * TEMP_BYTES + 64];
	const char *printed;

	temp_dir(dir);
	snprintf(path, sizeof path, "%s/day", dir);
	demo_write(path, 3000, 6);
	snprintf(path, sizeof path, "%s/hours", dir);
	demo_write(path, 500, 1);
	snprintf(path, sizeof path, "%s/known.csv", dir);
	temp_write(path,
	    "name,start,pattern,within,least\n"
	    "\"A <quake> & more\",2026-03-03 04:30,quilenge,24h,30\n"
	    "Ferry,2026-03-03 14:30,obrumavik,24h,\n"
	    "Bank,2026-03-03 14:00,marlomona,24h,400\n"
	    "Nothing,2026-03-03 14:00,nothing at all,24h,\n");
	snprintf(path, sizeof path, "%s/short", dir);
	temp_write(path,
	    "{\"ts\":1000,\"title\":\"Strong quake shakes coast of "
	    "Norvland\"}\n"
	    "{\"ts\":1001,\"title\":\"Strong quake shakes coast of Norvland "
	    "today\"}\n"
	    "{\"ts\":1002,\"title\":\"Ferry sinks off the eastern "
	    "islands\"}\n");
	snprintf(line, sizeof line, "replay -q --db %s/news.db %s/short", dir,
	    dir);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
}

static void
drop_data(void)
{
	temp_drop(dir);
}

/* Appends options to line, the folder in place of each '@'. */
static void
fill(char line[400], const char *options)
{
	size_t n = strlen(line);

	for (; *options && n < 400 - TEMP_BYTES; options++)
		if (*options == '@')
			n += (size_t)snprintf(line + n, 400 - n, "%s", dir);
		else
			line[n++] = *options;
	line[n] = '\0';
}

/* Runs the parts that options name, and reads the one object
 * that is printed. */
static cJSON *
asked(const char *options)
{
	char line[400] = "bench --json paper ";
	const char *printed, *at;
	cJSON *json;

	fill(line, options);
	ck_assert_msg(tcn_program(line, &printed) == TCN_EXIT_OK, "%s: %s",
	    line, printed);
	at = strstr(printed, "{\"part\"");
	ck_assert_msg(at != NULL, "%s", printed);
	json = cJSON_Parse(at);
	ck_assert_msg(json != NULL, "%s", at);
	return json;
}

static double
number(const cJSON *object, const char *key)
{
	const cJSON *item = cJSON_GetObjectItem(object, key);

	ck_assert_msg(item && cJSON_IsNumber(item), "%s", key);
	return item->valuedouble;
}

static const char *
text(const cJSON *object, const char *key)
{
	const cJSON *item = cJSON_GetObjectItem(object, key);

	ck_assert_msg(item && cJSON_IsString(item), "%s", key);
	return item->valuestring;
}

/* The row of a table in which key has that text; NULL: there is none. */
static const cJSON *
row_of(const cJSON *json, const char *table, const char *key, const char *value)
{
	const cJSON *row;

	cJSON_ArrayForEach(row, cJSON_GetObjectItem(json, table))
	{
		if (strcmp(text(row, key), value) == 0)
			return row;
	}
	return NULL;
}

/* Every claim says under which conditions it was measured, on both sides. */
static void
check_claims(const cJSON *json)
{
	const cJSON *claims = cJSON_GetObjectItem(json, "claims"), *claim;

	ck_assert_int_gt(cJSON_GetArraySize(claims), 0);
	cJSON_ArrayForEach(claim, claims)
	{
		const cJSON *published =
		    cJSON_GetObjectItem(claim, "published");
		const cJSON *ours = cJSON_GetObjectItem(claim, "ours");

		ck_assert_uint_gt(strlen(text(claim, "published_under")), 0);
		ck_assert_uint_gt(strlen(text(claim, "ours_under")), 0);
		if (cJSON_IsNumber(published) && cJSON_IsNumber(ours) &&
		    published->valuedouble > 0)
			ck_assert_double_eq_tol(number(claim, "ratio"),
			    ours->valuedouble / published->valuedouble, 1e-6);
		else
			ck_assert(cJSON_IsNull(cJSON_GetObjectItem(claim,
			    "ratio")));
	}
}

static const char plans_line[] = "--items 3000 --queries 500 plans";

/* Nothing within 3 bits is missed, nothing within 7 by probing; 4 x 16 alone
 * misses some. */
START_TEST(plans_find_what_they_promise)
{
	cJSON *json = asked(plans_line);
	const cJSON *row;
	size_t rows = 0;

	check_claims(json);
	cJSON_ArrayForEach(row, cJSON_GetObjectItem(json, "look_ups"))
	{
		bool probing = strcmp(text(row, "way"), "probing") == 0;
		bool narrow = strcmp(text(row, "plan"), "4 x 16") == 0;

		rows++;
		ck_assert_double_eq(number(row, "recall_3"), 1);
		ck_assert_double_le(number(row, "p50"), number(row, "longest"));
		ck_assert_double_gt(number(row, "mean"), 0);
		if (probing || strcmp(text(row, "plan"), "8 x 8") == 0)
			ck_assert_double_eq(number(row, "recall_4_7"), 1);
		else if (narrow)
			ck_assert_double_lt(number(row, "recall_4_7"), 0.9);
	}
	ck_assert_uint_eq(rows, 6);
	cJSON_Delete(json);
}
END_TEST

/* What is counted depends on the seed alone, what is timed on the machine. */
START_TEST(counts_are_those_of_the_seed)
{
	static const char *const counted[] = { "places", "met", "reckoned",
		"precision_3", "precision_7", "recall_3", "recall_4_7" };
	cJSON *a = asked(plans_line), *b = asked(plans_line);
	cJSON *c = asked("--items 3000 --queries 500 --seed 2 plans");
	const cJSON *rows[3];
	bool differs = false;

	for (int i = 0; i < 6; i++) {
		rows[0] =
		    cJSON_GetArrayItem(cJSON_GetObjectItem(a, "look_ups"), i);
		rows[1] =
		    cJSON_GetArrayItem(cJSON_GetObjectItem(b, "look_ups"), i);
		rows[2] =
		    cJSON_GetArrayItem(cJSON_GetObjectItem(c, "look_ups"), i);
		for (size_t k = 0; k < sizeof counted / sizeof *counted; k++) {
			double value = number(rows[0], counted[k]);

			ck_assert_double_eq(value, number(rows[1], counted[k]));
			differs |= value < number(rows[2], counted[k]) ||
			    value > number(rows[2], counted[k]);
		}
	}
	ck_assert(differs);
	cJSON_Delete(a);
	cJSON_Delete(b);
	cJSON_Delete(c);
}
END_TEST

START_TEST(distance_is_told_of_a_file)
{
	cJSON *json =
	    asked("--input @/day --labels story --samples 500 distance");
	const cJSON *rows = cJSON_GetObjectItem(json, "distances"), *row;
	double recall = 0;

	check_claims(json);
	ck_assert_int_eq(cJSON_GetArraySize(rows), 33 + 8);
	cJSON_ArrayForEach(row, rows)
	{
		ck_assert_double_ge(number(row, "recall"), recall);
		recall = number(row, "recall");
	}
	ck_assert_double_eq(recall, 1);
	row = cJSON_GetArrayItem(rows, 0);
	ck_assert_double_ge(number(row, "cosine"), 0.95);
	ck_assert_double_ge(number(row, "one_story"), 0.95);
	cJSON_Delete(json);

	/* Without labels nothing is said of stories. */
	json = asked("--input @/day --samples 500 distance");
	row = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "distances"), 0);
	ck_assert(cJSON_IsNull(cJSON_GetObjectItem(row, "one_story")));
	cJSON_Delete(json);
}
END_TEST

/* Each rule detects what a replay with that rule does. */
START_TEST(events_are_those_of_a_replay)
{
	static const struct {
		const char *rule, *set;
	} rules[] = {
		{ "story", "rules.kind=story" },
		{ "similar, 7 bits",
		    "rules.kind=similar --set rules.radius=7" },
	};
	cJSON *json = asked("--input @/day --known @/known.csv events");
	const cJSON *nothing, *bank;

	check_claims(json);
	for (size_t i = 0; i < 2; i++) {
		char line[400];
		const char *printed;
		cJSON *summary;
		const cJSON *known, *event,
		    *row = row_of(json, "rules", "rule", rules[i].rule);
		double found = 0;

		snprintf(line, sizeof line,
		    "replay -q --set %s --known %s/known.csv --summary - "
		    "%s/day",
		    rules[i].set, dir, dir);
		ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
		summary = cJSON_Parse(strchr(printed, '{'));
		known = cJSON_GetObjectItem(summary, "known_events");
		ck_assert_ptr_nonnull(known);
		cJSON_ArrayForEach(event, cJSON_GetObjectItem(known, "events"))
		{
			found += number(event, "items") > 30 &&
			    strcmp(text(event, "name"), "Bank") != 0 &&
			    cJSON_IsTrue(cJSON_GetObjectItem(event,
				"detected"));
		}
		ck_assert_double_eq(number(row, "detected"), found);
		ck_assert_double_eq(number(row, "of"), 2);
		ck_assert_double_eq_tol(number(row, "others_per_day"),
		    number(known, "other_alerts_per_day"), 0.01);
		cJSON_Delete(summary);
	}
	nothing = row_of(json, "events", "event", "Nothing");
	ck_assert_str_eq(text(nothing, "story"), "too few articles (0 of 31)");
	bank = row_of(json, "events", "event", "Bank");
	ck_assert_ptr_nonnull(strstr(text(bank, "story"), " of 401)"));
	cJSON_Delete(json);
}
END_TEST

START_TEST(sentences_are_measured)
{
	cJSON *json = asked("--items 400 sentences");
	const cJSON *half = row_of(json, "altered", "change", "cut to half");

	check_claims(json);
	ck_assert_double_eq(number(half, "k64"), 1);
	ck_assert_double_le(number(half, "fingerprint"), 0.1);
	ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(json, "sets")),
	    7);
	cJSON_Delete(json);
}
END_TEST

/* The stages add up to no more than all of it takes, roughly, and the rules are
 * scored as a replay scores them. */
START_TEST(minhash_is_timed_and_scored)
{
	cJSON *json = asked("--input @/day --labels story --set "
			    "score.warmup=0s minhash");
	const cJSON *stage =
	    cJSON_GetArrayItem(cJSON_GetObjectItem(json, "stages"), 0);
	const cJSON *scores = cJSON_GetObjectItem(json, "scores");
	const cJSON *score = row_of(json, "scores", "rule", "story");
	char line[400] = "replay -q --labels story --set score.warmup=0s "
			 "--summary - ";
	const char *printed;
	cJSON *summary;

	check_claims(json);
	ck_assert_double_gt(number(stage, "links"), 0);
	ck_assert_double_gt(number(stage, "sign"), 0);
	ck_assert_int_eq(cJSON_GetArraySize(scores), 3 * 6 + 1);
	fill(line, "@/day");
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	summary = cJSON_Parse(strchr(printed, '{'));
	ck_assert_double_gt(number(score, "f1"), 0.5);
	ck_assert_double_eq_tol(number(score, "f1"),
	    number(cJSON_GetObjectItem(summary, "score"), "f1"), 1e-3);
	cJSON_Delete(summary);
	cJSON_Delete(json);
}
END_TEST

/* A day lies within score.warmup, so that no event of it counts. */
START_TEST(no_table_of_scores_without_an_event)
{
	cJSON *json = asked("--input @/hours --labels story minhash");

	check_claims(json);
	ck_assert_ptr_null(cJSON_GetObjectItem(json, "scores"));
	ck_assert_ptr_nonnull(strstr(text(json, "data"),
	    "There is nothing to score"));
	ck_assert_ptr_nonnull(strstr(text(json, "data"), "the first 7d "));
	cJSON_Delete(json);
}
END_TEST

/* Of generated articles, which are three days, all count. */
START_TEST(generated_events_are_scored)
{
	cJSON *json = asked("--items 1500 minhash");
	const cJSON *score = row_of(json, "scores", "rule", "story");

	ck_assert_ptr_nonnull(score);
	ck_assert_double_gt(number(score, "recall"), 0.5);
	cJSON_Delete(json);
}
END_TEST

/* Stricter thresholds find fewer; the counts are those of the verb. */
START_TEST(pairs_are_those_of_the_verb)
{
	cJSON *json = asked("--input @/hours pairs");
	const cJSON *rows = cJSON_GetObjectItem(json, "settings");
	const cJSON *published = cJSON_GetArrayItem(rows, 0);
	const cJSON *lengths = cJSON_GetArrayItem(rows, 1);
	char line[400] = "similar pairs -q --csv --set pairs.lengths=0 --set "
			 "pairs.least_words=0 ";
	const char *printed;
	double pairs = -1; /* the heads of the columns */

	check_claims(json);
	ck_assert_int_eq(cJSON_GetArraySize(rows), 4);
	ck_assert_double_ge(number(published, "rewrites"),
	    number(lengths, "rewrites"));
	fill(line, "@/hours");
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	for (; *printed; printed++)
		pairs += *printed == '\n';
	ck_assert_double_eq(pairs, number(published, "pairs"));
	cJSON_Delete(json);
}
END_TEST

/* Of generated articles the labels tell: texts of one event in other words are
 * rewrites, and the notices, which are most of the pairs, are not. */
START_TEST(generated_rewrites_are_of_one_story)
{
	cJSON *json = asked("--items 2500 pairs");
	const cJSON *rows = cJSON_GetObjectItem(json, "settings");
	const cJSON *strict = cJSON_GetArrayItem(rows, 2);

	ck_assert_double_gt(number(strict, "rewrites"), 100);
	ck_assert_double_gt(number(strict, "forms"), 1000);
	ck_assert_double_gt(number(strict, "right"), 0.95);
	ck_assert_double_gt(number(strict, "found"), 0.4);
	cJSON_Delete(json);
}
END_TEST

/* All experiments of a file on one page. */
START_TEST(all_are_one_page)
{
	struct page_fault fault = { "" };
	char line[600], path[TEMP_BYTES + 16], *page;
	const char *printed;
	struct tcn_str whole;

	snprintf(line, sizeof line,
	    "bench paper --input %s/hours --labels story --known %s/known.csv "
	    "--queries 100 --samples 200 --html %s/page.html",
	    dir, dir, dir);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	ck_assert_ptr_nonnull(strstr(printed, "times faster"));
	snprintf(path, sizeof path, "%s/page.html", dir);
	page = temp_read(path);
	whole = (struct tcn_str){ page, strlen(page) };
	ck_assert_msg(page_is_text(whole, &fault), "%s", fault.text);
	ck_assert_msg(page_is_html(whole, &fault), "%s", fault.text);
	ck_assert_ptr_nonnull(strstr(page, "A &lt;quake&gt; &amp; more"));
	ck_assert_ptr_null(strstr(page, "nan"));
	tcn_mem_free(page);
}
END_TEST

/* What a stream has not enough of is left out, and said to be. */
START_TEST(what_cannot_be_done_is_left_out)
{
	char line[400] = "bench paper ";
	const char *printed;

	fill(line, "--input @/short --queries 100");
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	ck_assert_ptr_nonnull(strstr(printed, "plans: "));
	ck_assert_ptr_nonnull(strstr(printed, "distance: "));
	ck_assert_ptr_nonnull(strstr(printed, "events is left out: "));
	ck_assert_ptr_nonnull(strstr(printed, "sentences is left out: "));
}
END_TEST

START_TEST(a_store_is_read)
{
	cJSON *json =
	    asked("--from-db @/news.db --samples 10 --within 1h distance");

	ck_assert_ptr_nonnull(strstr(text(json, "data"), "3 articles of the"));
	ck_assert_ptr_nonnull(strstr(text(json, "data"), "1h before them"));
	cJSON_Delete(json);
}
END_TEST

static const struct {
	const char *options;
	const char *said;
} wrong[] = {
	{ "paper burt", "no experiment is called 'burt'" },
	{ "--items 10 paper plans", "plans takes 1000 to" },
	{ "--queries 9000000 paper plans", "--queries takes" },
	{ "--input @/day paper events", "--known" },
	{ "--input @/day --known @/none.csv paper events", "none.csv" },
	{ "--within yesterday paper distance", "within" },
	{ "--input - paper distance", "twice" },
	{ "--input @/none paper distance", "none" },
	{ "--input @/short paper sentences", "fewer than 100" },
	{ "--set rules.file=r.yaml paper events", "rules.file" },
};

START_TEST(what_is_wrong_is_told)
{
	char line[400] = "bench ";
	const char *printed;

	fill(line, wrong[_i].options);
	ck_assert_int_ne(tcn_program(line, &printed), TCN_EXIT_OK);
	ck_assert_msg(strstr(printed, wrong[_i].said), "%.800s", printed);
}
END_TEST

TCN_SUITE(paper)
{
	Suite *s = suite_create("paper");
	TCase *tc = tcase_create("paper");

	tcase_add_unchecked_fixture(tc, make_data, drop_data);
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, plans_find_what_they_promise);
	tcase_add_test(tc, counts_are_those_of_the_seed);
	tcase_add_test(tc, distance_is_told_of_a_file);
	tcase_add_test(tc, events_are_those_of_a_replay);
	tcase_add_test(tc, sentences_are_measured);
	tcase_add_test(tc, minhash_is_timed_and_scored);
	tcase_add_test(tc, no_table_of_scores_without_an_event);
	tcase_add_test(tc, generated_events_are_scored);
	tcase_add_test(tc, pairs_are_those_of_the_verb);
	tcase_add_test(tc, generated_rewrites_are_of_one_story);
	tcase_add_test(tc, all_are_one_page);
	tcase_add_test(tc, what_cannot_be_done_is_left_out);
	tcase_add_test(tc, a_store_is_read);
	tcase_add_loop_test(tc, what_is_wrong_is_told, 0,
	    sizeof wrong / sizeof *wrong);
	suite_add_tcase(s, tc);
	return s;
}

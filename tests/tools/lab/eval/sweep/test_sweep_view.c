/*
 * What is said about the points of a sweep is right, and is well formed
 * however it is written.
 */
#include "tests/base/run.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/base/page.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/base/exit.h"
#include "tools/lab/eval/sweep/sweep_view.h"

/* ---- events are in order, each with the points that detect it ---- */

static enum tcn_rc
check_event(const struct tcn_sweep_events *events, size_t i,
    struct tcn_err *err)
{
	const struct tcn_sweep_event *event = &events->at[i];
	size_t n = 0;

	for (size_t p = 0; p < events->points_n; p++)
		n += tcn_sweep_events_fired(events, i, p);
	if (n == 0 || n != event->points_n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "event %zu counts %zu points, %zu detect it", i,
		    event->points_n, n);
	if (event->last_ms < event->first_ms ||
	    (i && event->first_ms < event[-1].first_ms))
		return tcn_err_set(err, TCN_CORRUPT,
		    "event %zu is not in the order of time", i);
	if (events->of[event->point][event->alert] != i)
		return tcn_err_set(err, TCN_CORRUPT,
		    "event %zu is shown by an alert of another event", i);
	return TCN_OK;
}

static enum tcn_rc
sweep_events_check(const struct tcn_sweep_events *events,
    const struct tcn_sweep_point *points, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t p = 0; p < events->points_n; p++)
		for (size_t a = 0; a < points[p].alerts_n; a++)
			if (events->of[p][a] >= events->n ||
			    !tcn_sweep_events_fired(events, events->of[p][a],
				p))
				return tcn_err_set(err, TCN_CORRUPT,
				    "alert %zu of point %zu belongs to event "
				    "%u, which that point does not detect",
				    a, p, events->of[p][a]);
	for (size_t i = 0; !rc && i < events->n; i++)
		rc = check_event(events, i, err);
	return rc;
}

/* ---- which point to take ---- */

/* recall, precision, f1, agreement, alerts a day */
static const struct tcn_sweep_figures table[] = {
	{ .recall = .5,
	    .precision = .9,
	    .f1 = .64,
	    .agreement = .6,
	    .per_day = 2 },
	{ .recall = .7,
	    .precision = .8,
	    .f1 = .75,
	    .agreement = .7,
	    .per_day = 5 },
	{ .changes = 2,
	    .recall = .8,
	    .precision = .75,
	    .f1 = .77,
	    .agreement = .9,
	    .per_day = 9 },
	{ .recall = .7,
	    .precision = .7,
	    .f1 = .70,
	    .agreement = .95,
	    .per_day = 6 },
	{ .changes = 1,
	    .recall = .8,
	    .precision = .75,
	    .f1 = .77,
	    .agreement = .9,
	    .per_day = 9 },
};

static const struct {
	double budget;
	enum tcn_sweep_by by;
	size_t best;
	enum tcn_sweep_why why;
} choices[] = {
	{ 0, TCN_SWEEP_BY_LABELS, 4, TCN_SWEEP_NO_BUDGET },
	{ 0, TCN_SWEEP_BY_AGREEMENT, 3, TCN_SWEEP_NO_BUDGET },
	{ 5, TCN_SWEEP_BY_LABELS, 1, TCN_SWEEP_WITHIN_BUDGET },
	{ 4.998, TCN_SWEEP_BY_LABELS, 1, TCN_SWEEP_WITHIN_BUDGET },
	{ 4.9, TCN_SWEEP_BY_LABELS, 0, TCN_SWEEP_WITHIN_BUDGET },
	{ 5, TCN_SWEEP_BY_AGREEMENT, 1, TCN_SWEEP_WITHIN_BUDGET },
	{ 100, TCN_SWEEP_BY_LABELS, 4, TCN_SWEEP_WITHIN_BUDGET },
	{ 1, TCN_SWEEP_BY_LABELS, 0, TCN_SWEEP_OVER_BUDGET },
	{ 1, TCN_SWEEP_BY_AGREEMENT, 0, TCN_SWEEP_OVER_BUDGET },
	{ 0, TCN_SWEEP_BY_KNOWN, 4, TCN_SWEEP_NO_BUDGET },
	{ 8, TCN_SWEEP_BY_KNOWN, 1, TCN_SWEEP_WITHIN_BUDGET },
};

START_TEST(the_best_point_is_taken)
{
	struct tcn_sweep_budget budget = { choices[_i].budget };
	enum tcn_sweep_why why;

	ck_assert_uint_eq(tcn_sweep_best(table, 5, &budget, choices[_i].by,
			      &why),
	    choices[_i].best);
	ck_assert_int_eq(why, choices[_i].why);
}
END_TEST

START_TEST(the_frontier_is_beaten_by_none)
{
	static const bool labelled[] = { true, true, true, false, false };
	static const bool unlabelled[] = { true, true, false, true, false };
	struct tcn_sweep_figures figures[5];

	memcpy(figures, table, sizeof figures);
	tcn_sweep_mark_frontier(figures, 5, TCN_SWEEP_BY_LABELS);
	for (size_t i = 0; i < 5; i++)
		ck_assert_int_eq(figures[i].frontier, labelled[i]);
	tcn_sweep_mark_frontier(figures, 5, TCN_SWEEP_BY_AGREEMENT);
	for (size_t i = 0; i < 5; i++)
		ck_assert_int_eq(figures[i].frontier, unlabelled[i]);
}
END_TEST

START_TEST(a_budget_is_read)
{
	struct tcn_sweep_budget budget = { 0 };
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_sweep_budget_read("5/day", &budget, &err), TCN_OK);
	ck_assert_double_eq(budget.per_day, 5);
	ck_assert_int_eq(tcn_sweep_budget_read("0.5/hour", &budget, &err),
	    TCN_OK);
	ck_assert_double_eq(budget.per_day, 12);
	ck_assert_int_eq(tcn_sweep_budget_read("14/week", &budget, &err),
	    TCN_OK);
	ck_assert_double_eq(budget.per_day, 2);
	for (size_t i = 0; i < 6; i++) {
		static const char *const bad[] = { "5", "day", "0/day",
			"-1/day", "nan/day", "5/fortnight" };

		ck_assert_int_eq(tcn_sweep_budget_read(bad[i], &budget, &err),
		    TCN_INVALID);
		ck_assert(strstr(err.text, "5/day") != NULL);
	}
}
END_TEST

/* ---- alerts of different points about one thing ---- */

static void
add_alert(struct tcn_sweep_point *point, int64_t fired_ms, uint32_t from,
    size_t n)
{
	static struct tcn_sweep_alert alerts[3][4];
	static uint32_t evidence[3][64];
	size_t p = (size_t)(fired_ms % 3); /* the point's number */

	point->alerts = alerts[p];
	point->evidence = evidence[p];
	alerts[p][point->alerts_n++] = (struct tcn_sweep_alert){
		.fired_ms = fired_ms, .at = point->evidence_n, .n = n
	};
	for (size_t i = 0; i < n; i++)
		evidence[p][point->evidence_n++] = from + (uint32_t)i;
}

START_TEST(like_alerts_are_one_event)
{
	struct tcn_sweep_point points[3] = { 0 };
	struct tcn_sweep_events events;
	struct tcn_err err = { 0 };

	add_alert(&points[0], 300, 0, 8); /* items 0..7 */
	add_alert(&points[1], 301, 2, 12); /* six of them, then 8..13 */
	add_alert(&points[2], 305, 10, 6); /* 10..13 are the second's */
	add_alert(&points[0], 900, 50, 4); /* something else */
	add_alert(&points[0], 903, 20, 8); /* and else */
	tcn_sweep_events_find(points, 3, 60, &events);
	ck_assert_msg(!sweep_events_check(&events, points, &err), "%s",
	    err.text);
	ck_assert_uint_eq(events.n, 3);
	ck_assert_uint_eq(events.at[0].points_n, 3);
	ck_assert_double_eq(events.at[0].share, 1);
	ck_assert_int_eq(events.at[0].first_ms, 300);
	ck_assert_int_eq(events.at[0].last_ms, 305);
	ck_assert_uint_eq(events.at[1].points_n, 1);
	ck_assert(tcn_sweep_events_fired(&events, 1, 0));
	ck_assert(!tcn_sweep_events_fired(&events, 1, 1));
	ck_assert_uint_eq(events.at[0].point, 0);
	tcn_sweep_events_show(&events, points, 2);
	ck_assert_uint_eq(events.at[0].point, 2);
	ck_assert_uint_eq(events.at[1].point, 0);
	ck_assert_int_eq(sweep_events_check(&events, points, &err), TCN_OK);
	events.at[2].points_n = 2;
	ck_assert_int_eq(sweep_events_check(&events, points, &err),
	    TCN_CORRUPT);
	ck_assert_str_eq(err.text, "event 2 counts 2 points, 1 detect it");
	tcn_sweep_events_fini(&events);
}
END_TEST

static char dir[64];

/* ---- what is written ---- */

static const char *
written(const char *name)
{
	static char path[128];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	return path;
}

/* A line of JSON with a label and with what must be escaped. */
static void
write_stream(bool labelled)
{
	FILE *file = fopen(written("in.ndjson"), "w");

	ck_assert_ptr_nonnull(file);
	for (int i = 0; i < 400; i++) {
		int story = i / 20;
		char title[200] = "";

		/*
		 * A title has eight of a story's twenty words; no two are
		 * alike.
		 */
		for (int k = 0; k < 8; k++)
			snprintf(title + strlen(title),
			    sizeof title - strlen(title), " w%cx%cq",
			    'a' + story,
			    'a' + (i * 7 + k * k + k * (i % 3)) % 20);

		fprintf(file,
		    "{\"id\":\"%d\",\"ts\":%d,\"source\":\"s%d \\u003cb>\","
		    "\"url\":\"javascript:%d\",\"title\":\"\\u003ci> "
		    "\\u0026%s\"",
		    i, 1400000000 + i * 600, i % 7, i, title);
		if (labelled)
			fprintf(file, ",\"story\":\"label%d\"", story);
		fprintf(file, "}\n");
	}
	fclose(file);
}

/* Three events: two that happen, one that does not. */
static void
write_known(void)
{
	temp_write(written("known.csv"),
	    "name,start,pattern,within\n"
	    "\"<one> & only\",1400000000,wax,12h\n"
	    "two,1400012000,wbx,12h\nthree,1400012000,wzx,12h\n");
}

static void
check_page(const char *path, bool disputed)
{
	struct page_fault fault = { "" };
	char *page = temp_read(path);
	struct tcn_str text = { page, strlen(page) };

	ck_assert_msg(page_is_text(text, &fault), "%s", fault.text);
	ck_assert_msg(page_is_html(text, &fault), "%s", fault.text);
	ck_assert_int_eq(strstr(page, "&lt;b&gt;</b>") != NULL, disputed);
	ck_assert(strstr(page, "default-src 'none'") != NULL);
	ck_assert(strstr(page, "nan") == NULL);
	ck_assert(strstr(page, "inf\"") == NULL);
	tcn_mem_free(page);
}

/* Checks that each line has as many cells as the first. */
static void
check_csv(const char *path, size_t points)
{
	char *csv = temp_read(path);
	size_t lines = 0, cells = 0;

	for (char *at = csv; *at && *at != '\n'; at += strcspn(at, "\n") + 1) {
		size_t n = strcspn(at, "\n"), commas = 0;

		for (size_t i = 0; i < n; i++)
			commas += at[i] == ',';
		if (lines++)
			ck_assert_uint_eq(commas, cells);
		cells = commas;
	}
	ck_assert_uint_eq(lines, points + 1);
	tcn_mem_free(csv);
}

static const struct {
	const char *options;
	bool labelled, known;
	size_t points;
} outputs[] = {
	{ "-g more_than=3,8 -g within=1h,4h", false, false, 4 },
	{ "-g more_than=3,8 -g within=1h,4h --labels story", true, false, 4 },
	{ "-g more_than=3,8 -g within=1h,4h --labels story", false, false, 4 },
	{ "-g more_than=3,5,8,25 --labels story --budget 5/day", true, false,
	    4 },
	{ "-g join=0.2,0.3 -g rules.least=0,60% -g more_than=3,8 -g "
	  "within=1h,2h",
	    true, false, 16 },
	{ "-g more_than=400 -g within=1h --labels story --budget 1/week", true,
	    false, 1 },
	{ "-g more_than=3,8,25 -g within=1h,4h", false, true, 6 },
};

START_TEST(what_is_written_is_well_formed)
{
	char known[100] = "", line[512];
	const char *printed;
	cJSON *json;

	temp_dir(dir);
	write_stream(outputs[_i].labelled);
	write_known();
	if (outputs[_i].known)
		snprintf(known, sizeof known, "--known %s/known.csv", dir);
	snprintf(line, sizeof line,
	    "tune sweep -q --set score.warmup=0s --set score.count=5 "
	    "--set min_origins=2 %s %s --html %s/x.html --csv %s/x.csv "
	    "%s/in.ndjson",
	    outputs[_i].options, known, dir, dir, dir);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	ck_assert(strstr(printed, "Recommended: ") != NULL);
	for (const char *at = printed; strncmp(at, "Recommended", 11) != 0;
	     at += strspn(at, "\n")) {
		if (strncmp(at, "tocsin: ", 8) != 0)
			ck_assert_uint_le(strcspn(at, "\n"), 80);
		at += strcspn(at, "\n");
	}
	check_page(written("x.html"), outputs[_i].points > 1);
	check_csv(written("x.csv"), outputs[_i].points);
	snprintf(line, sizeof line, "tune sweep -q --json %s %s %s/in.ndjson",
	    outputs[_i].options, known, dir);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
	json = cJSON_Parse(strchr(printed, '{'));
	ck_assert_msg(json != NULL, "%s", printed);
	ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(json,
			     "points")),
	    (int)outputs[_i].points);
	cJSON_Delete(json);
	temp_drop(dir);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

TCN_TESTS(sweep_view)
{
	TCN_EACH(the_best_point_is_taken, choices);
	tcase_add_test(tc, the_frontier_is_beaten_by_none);
	tcase_add_test(tc, a_budget_is_read);
	tcase_add_test(tc, like_alerts_are_one_event);
	TCN_EACH(what_is_written_is_well_formed, outputs);
}

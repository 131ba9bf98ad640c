/*
 * One report beside its case, worked out by hand; totals, intervals and bars of
 * rows that are made up.
 */
#include "tests/base/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/base/temp.h"
#include "tools/lab/eval/rubric/rubric_judge.h"

static const char cases_text[] =
    "{\"stream\":\"s\",\"cases\":[{\"name\":\"ferry\",\"part\":\"tune\","
    "\"items\":[\"a\"],\"facts\":["
    "{\"id\":\"sinks\",\"any\":[\"sank|sinks\"],\"weight\":2},"
    "{\"id\":\"door\",\"any\":[\"bow door\"]},"
    "{\"id\":\"later\",\"any\":[\"captain\"]}],"
    "\"figures\":[{\"slot\":\"dead\",\"told\":[\"dead|bodies\"],\"values\":["
    "{\"value\":42,\"items\":[\"a\"]},{\"value\":53,\"items\":[\"a\"]},"
    "{\"value\":65,\"items\":[\"a\"]}]},"
    "{\"slot\":\"injured\",\"values\":[]}],"
    "\"wrong\":[{\"id\":\"hoax\",\"any\":[\"torpedo\"],\"why\":\"no\"}],"
    "\"first\":[\"a\"]}]}";

static const char report_text[] =
    "{\"headline\":{\"title\":\"Ferry sinks off Belossa\",\"item\":1},"
    "\"summary\":["
    "{\"text\":\"The ferry sank off Belossa with many aboard.\",\"item\":1},"
    "{\"text\":\"Rescuers found 42 bodies in the cold water.\",\"item\":2},"
    "{\"text\":\"Rescuers found 42 bodies in cold water.\",\"item\":9},"
    "{\"text\":\"The toll rose from 42 dead to 53 dead.\",\"item\":2},"
    "{\"text\":\"Some 42 cars were on deck, and a torpedo ...\",\"item\":2}],"
    "\"figures\":[{\"slot\":\"dead\",\"low\":53,\"high\":53,"
    "\"says\":\"53 dead\"}],"
    "\"timeline\":[{\"kind\":\"first\",\"item\":2,"
    "\"text\":\"Ferry sinks off Belossa\"},"
    "{\"kind\":\"news\",\"item\":1},"
    "{\"kind\":\"news\",\"item\":1,"
    "\"text\":\"Ferry sinks off Belossa\"}],"
    "\"items\":[{\"seq\":1,\"title\":\"Ferry sinks off Belossa\",\"lang\":"
    "\"en\"},{\"seq\":2,\"title\":\"Ferry sinks off Belossa\","
    "\"lang\":\"en\"}]}";

/* A subject whose values are due from article 10, 20 and 30 on, and whose third
 * fact from 100 on. */
struct beside {
	struct tcn_rubric_cases cases;
	struct tcn_rubric_subject subject;
	struct tcn_rubric_due facts[3], dead[3], *values[2];
	struct tcn_arena arena;
	struct tcn_rubric_report report;
	struct tcn_rubric_tally tally;
	struct tcn_buf notes;
};

static void
begin(struct beside *b)
{
	struct tcn_err err = { 0 };
	uint64_t *value;

	*b = (struct beside){ .facts = { { 0, 0 }, { 0, 0 }, { 90, 100 } },
		.dead = { { 5, 10 }, { 15, 20 }, { 25, 30 } } };
	tcn_arena_init(&b->arena, 0);
	ck_assert_msg(!tcn_rubric_cases_parse("t", tcn_str(cases_text),
			  &b->cases, &err),
	    "%s", err.text);
	ck_assert_msg(!tcn_rubric_report_read(tcn_str(report_text), &b->arena,
			  &b->report, &err),
	    "%s", err.text);
	b->values[0] = b->dead;
	b->subject = (struct tcn_rubric_subject){
		.of = &b->cases.at[0], .facts = b->facts, .values = b->values
	};
	tcn_map_put(&b->subject.first, 1, &value, NULL);
	tcn_map_put(&b->subject.foreign, 9, &value, NULL);
}

static void
end(struct beside *b)
{
	tcn_map_fini(&b->subject.first);
	tcn_map_fini(&b->subject.foreign);
	tcn_buf_fini(&b->notes);
	tcn_arena_fini(&b->arena);
	tcn_rubric_cases_fini(&b->cases);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static void
is(const struct beside *b, enum tcn_rubric_measure m, double sum, double of)
{
	ck_assert_msg(fabs(b->tally.sum[m] - sum) < 1e-12 &&
		fabs(b->tally.of[m] - of) < 1e-12,
	    "%s: %g of %g, not %g of %g", tcn_rubric_measure_name(m),
	    b->tally.sum[m], b->tally.of[m], sum, of);
}

START_TEST(a_report_beside_its_case)
{
	struct beside b;

	begin(&b);
	tcn_rubric_judge(&b.subject, &b.report, 20, "now", &b.arena, &b.tally,
	    &b.notes);
	/* sinks 2, dead 1, of door 1 besides; the captain is not due. */
	is(&b, TCN_RUBRIC_FACTS, 3, 4);
	/* 53 leads; of the injured nothing is said, and nothing should be. */
	is(&b, TCN_RUBRIC_LEADING, 2, 2);
	/* 42 bodies twice; not where 53 stands beside it, and not of cars. */
	is(&b, TCN_RUBRIC_STALE, 2, 6);
	is(&b, TCN_RUBRIC_WRONG, 1, 1);
	is(&b, TCN_RUBRIC_FOREIGN, 1, 6);
	is(&b, TCN_RUBRIC_REPEATED, 1, 5);
	is(&b, TCN_RUBRIC_STEPS, 1, 2);
	is(&b, TCN_RUBRIC_BROKEN, 1, 6);
	is(&b, TCN_RUBRIC_FIRST, 0, 1);
	end(&b);
}
END_TEST

static const struct {
	uint64_t cut;
	double right, of; /* of dead; the injured are always right */
} cuts[] = {
	{ 4, 0, 0 }, /* nothing is due */
	{ 10, 0, 1 }, /* 42 must lead */
	{ 15, 1, 1 }, /* 53 may */
	{ 20, 1, 1 },
	{ 29, 1, 1 }, /* 65 may, too */
	{ 30, 0, 1 },
};

START_TEST(values_lead_from_their_second_article_on)
{
	struct beside b;
	double right, of;

	begin(&b);
	tcn_rubric_judge_leading(&b.subject, &b.report, cuts[_i].cut, &right,
	    &of);
	ck_assert_double_eq(right, cuts[_i].right + 1);
	ck_assert_double_eq(of, cuts[_i].of + 1);
	end(&b);
}
END_TEST

START_TEST(evenness_is_of_new_words)
{
	static const char report[] =
	    "{\"timeline\":[{\"text\":\"alpha bravo charly delta\"},"
	    "{\"text\":\"alpha bravo echos\"},{\"text\":\"foxtrot golfs\"},"
	    "{\"kind\":\"closed\"}]}";
	struct beside b;
	struct tcn_err err = { 0 };
	double largest;

	begin(&b);
	ck_assert(!tcn_rubric_report_read(tcn_str(report), &b.arena, &b.report,
	    &err));
	ck_assert_uint_eq(b.report.steps_n, 3);
	tcn_rubric_judge_evenness(&b.report, &b.arena, &largest);
	ck_assert_double_eq_tol(largest, 4.0 / 7, 1e-12);
	end(&b);
}
END_TEST

/* --- totals --- */

static void
add_row(struct tcn_rubric_rows *rows, const char *name,
    enum tcn_rubric_part part, enum tcn_rubric_measure m, double sum, double of)
{
	struct tcn_rubric_row *row = tcn_rubric_rows_add(rows);

	row->stream = tcn_str("s");
	row->name = tcn_str(name);
	row->part = part;
	row->tally.sum[m] = sum;
	row->tally.of[m] = of;
}

static struct tcn_rubric_total
total(const struct tcn_rubric_rows *rows, unsigned parts,
    enum tcn_rubric_measure m)
{
	struct tcn_rubric_total t;

	tcn_rubric_total(rows, parts, m, &t);
	return t;
}

START_TEST(totals_are_means_sums_and_medians)
{
	struct tcn_rubric_rows rows;
	struct tcn_rubric_total t;

	tcn_rubric_rows_init(&rows);
	add_row(&rows, "a", TCN_RUBRIC_TUNE, TCN_RUBRIC_FACTS, 1, 2);
	add_row(&rows, "b", TCN_RUBRIC_TUNE, TCN_RUBRIC_FACTS, 8, 8);
	add_row(&rows, "c", TCN_RUBRIC_HELD, TCN_RUBRIC_FACTS, 0, 1);
	add_row(&rows, "d", TCN_RUBRIC_TUNE, TCN_RUBRIC_STALE, 1, 3);
	add_row(&rows, "e", TCN_RUBRIC_TUNE, TCN_RUBRIC_STALE, 0, 7);
	for (int i = 0; i < 3; i++)
		add_row(&rows, "f", TCN_RUBRIC_TUNE, TCN_RUBRIC_DELAY,
		    (double[]){ 9, 100, 2 }[i], 1);
	t = total(&rows, 1u << TCN_RUBRIC_TUNE, TCN_RUBRIC_FACTS);
	ck_assert_double_eq(t.value, 0.75);
	ck_assert_uint_eq(t.of, 2);
	ck_assert_double_eq(t.low, 0.5);
	ck_assert_double_eq(t.high, 1);
	t = total(&rows, TCN_RUBRIC_ALL, TCN_RUBRIC_FACTS);
	ck_assert_double_eq(t.value, 0.5);
	t = total(&rows, TCN_RUBRIC_ALL, TCN_RUBRIC_STALE);
	ck_assert_double_eq_tol(t.value, 0.1, 1e-12);
	t = total(&rows, TCN_RUBRIC_ALL, TCN_RUBRIC_DELAY);
	ck_assert_double_eq(t.value, 9);
	t = total(&rows, TCN_RUBRIC_ALL, TCN_RUBRIC_FIRST);
	ck_assert_uint_eq(t.of, 0);
	tcn_rubric_rows_fini(&rows);
}
END_TEST

/* Of many rows the interval is that of the normal distribution. */
START_TEST(interval_is_what_theory_says)
{
	struct tcn_rubric_rows rows;
	struct tcn_rubric_total t;
	double error = 1.96 * 0.5 / sqrt(400);

	tcn_rubric_rows_init(&rows);
	for (int i = 0; i < 400; i++)
		add_row(&rows, "x", TCN_RUBRIC_TUNE, TCN_RUBRIC_FACTS, i % 2,
		    1);
	t = total(&rows, TCN_RUBRIC_ALL, TCN_RUBRIC_FACTS);
	ck_assert_double_eq(t.value, 0.5);
	ck_assert_double_eq_tol(t.low, 0.5 - error, 0.006);
	ck_assert_double_eq_tol(t.high, 0.5 + error, 0.006);
	tcn_rubric_rows_fini(&rows);
}
END_TEST

/* What differs by the same in each case is sure, however the cases differ. */
START_TEST(differences_are_of_pairs)
{
	struct tcn_rubric_rows now, before;
	struct tcn_rubric_total d;
	char names[40][8];

	tcn_rubric_rows_init(&now);
	tcn_rubric_rows_init(&before);
	for (int i = 0; i < 40; i++) {
		double share = (double)i / 50;

		snprintf(names[i], sizeof names[i], "c%d", i);
		add_row(&now, names[i], TCN_RUBRIC_TUNE, TCN_RUBRIC_FACTS,
		    share + 0.1, 1);
		if (i != 7)
			add_row(&before, names[i], TCN_RUBRIC_TUNE,
			    TCN_RUBRIC_FACTS, share, 1);
	}
	tcn_rubric_difference(&now, &before, TCN_RUBRIC_ALL, TCN_RUBRIC_FACTS,
	    &d);
	ck_assert_uint_eq(d.of, 39);
	ck_assert_double_eq_tol(d.value, 0.1, 1e-9);
	ck_assert_double_eq_tol(d.low, 0.1, 1e-9);
	ck_assert_double_eq_tol(d.high, 0.1, 1e-9);
	tcn_rubric_rows_fini(&now);
	tcn_rubric_rows_fini(&before);
}
END_TEST

static const char *
write_file(const char *text, size_t n, char path[static TEMP_BYTES])
{
	int fd = temp_file(path);

	ck_assert_int_eq(write(fd, text, n), (ssize_t)n);
	close(fd);
	return path;
}

START_TEST(rows_come_back_from_their_json)
{
	struct tcn_rubric_rows rows, back;
	struct tcn_buf out = { 0 }, again = { 0 };
	struct tcn_err err = { 0 };
	char path[TEMP_BYTES];

	tcn_rubric_rows_init(&rows);
	tcn_rubric_rows_init(&back);
	add_row(&rows, "a", TCN_RUBRIC_TUNE, TCN_RUBRIC_FACTS, 1, 3);
	add_row(&rows, "b", TCN_RUBRIC_HELD, TCN_RUBRIC_STALE, 0, 7);
	rows.at[0].notes = tcn_str("close: missing: \"x\"\n");
	tcn_rubric_json(&rows, TCN_RUBRIC_ALL, &out);
	ck_assert_msg(!tcn_rubric_rows_read(write_file(out.at, out.n, path),
			  &back, &err),
	    "%s", err.text);
	unlink(path);
	ck_assert_uint_eq(back.n, 2);
	ck_assert_int_eq(back.at[1].part, TCN_RUBRIC_HELD);
	tcn_rubric_json(&back, TCN_RUBRIC_ALL, &again);
	ck_assert_str_eq(out.at, again.at);
	tcn_buf_fini(&out);
	tcn_buf_fini(&again);
	tcn_rubric_rows_fini(&rows);
	tcn_rubric_rows_fini(&back);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

static size_t
failed_bars(const struct tcn_rubric_rows *rows, const char *text)
{
	struct tcn_rubric_bars bars;
	struct tcn_buf out = { 0 };
	struct tcn_err err = { 0 };
	char path[TEMP_BYTES];
	size_t failed = SIZE_MAX;
	enum tcn_rc rc =
	    tcn_rubric_bars_read(write_file(text, strlen(text), path), &bars,
		&err);

	unlink(path);
	ck_assert(!rc == !err.text[0]);
	if (!rc)
		tcn_rubric_bars_check(&bars, rows, TCN_RUBRIC_ALL, &failed,
		    &out);
	ck_assert(rc || (failed > 0) == (out.n > 0));
	tcn_buf_fini(&out);
	return failed;
}

START_TEST(bars_are_for_more_or_less)
{
	struct tcn_rubric_rows rows;

	tcn_rubric_rows_init(&rows);
	add_row(&rows, "a", TCN_RUBRIC_TUNE, TCN_RUBRIC_FACTS, 8, 10);
	add_row(&rows, "a", TCN_RUBRIC_TUNE, TCN_RUBRIC_STALE, 1, 10);
	ck_assert_uint_eq(failed_bars(&rows, "{}"), 0);
	ck_assert_uint_eq(failed_bars(&rows, "{\"facts\":0.8}"), 0);
	ck_assert_uint_eq(failed_bars(&rows, "{\"facts\":0.81}"), 1);
	ck_assert_uint_eq(failed_bars(&rows, "{\"superseded\":0.1}"), 0);
	ck_assert_uint_eq(failed_bars(&rows,
			      "{\"facts\":0.9,\"superseded\":0.09}"),
	    2);
	/* What was not measured at all does not pass. */
	ck_assert_uint_eq(failed_bars(&rows, "{\"first\":0}"), 1);
	ck_assert_uint_eq(failed_bars(&rows, "{\"fact\":1}"), SIZE_MAX);
	ck_assert_uint_eq(failed_bars(&rows, "{\"facts\":\"1\"}"), SIZE_MAX);
	tcn_rubric_rows_fini(&rows);
}
END_TEST

TCN_TESTS(rubric)
{
	tcase_add_test(tc, a_report_beside_its_case);
	TCN_EACH(values_lead_from_their_second_article_on, cuts);
	tcase_add_test(tc, evenness_is_of_new_words);
	tcase_add_test(tc, totals_are_means_sums_and_medians);
	tcase_add_test(tc, interval_is_what_theory_says);
	tcase_add_test(tc, differences_are_of_pairs);
	tcase_add_test(tc, rows_come_back_from_their_json);
	tcase_add_test(tc, bars_are_for_more_or_less);
}

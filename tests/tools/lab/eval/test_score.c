/*
 * The scorer against counting by hand: on small random streams every figure
 * is worked out again straight from its definition, by looking at all pairs.
 */
#include "tests/base/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "tests/base/sound.h"
#include "tests/tools/lab/eval/intern_check.h"
#include "tools/lab/eval/truth_impl.h"

enum {
	LINES = 120,
	ALERTS = 14,
	ITEMS = 9,
	LABELS = 6,
	STORIES = 9
};

struct line {
	double ts_s;
	int id; /* a few are used twice */
	int label; /* -1: none */
	uint32_t item;
};

struct alert {
	double fired_s;
	int ids[ITEMS]; /* -1: unknown */
	size_t n;
};

struct world {
	struct tcn_score_conf conf;
	struct line lines[LINES]; /* as they come */
	struct alert alerts[ALERTS];
	uint64_t story[LINES]; /* of an id; TCN_SCORE_UNPLACED */
	uint64_t seed;
};

/* ---- what was read and found is whole ---- */

static bool
is_known(const struct tcn_truth *truth, const struct tcn_truth_line *line)
{
	return line->item < truth->ids.n &&
	    (line->label == TCN_INTERN_NONE || line->label < truth->labels.n);
}

static enum tcn_rc
check_events(const struct tcn_truth *truth, struct tcn_err *err)
{
	for (size_t i = 0; i < truth->events_n; i++) {
		const struct tcn_truth_event *event = &truth->events[i];
		uint32_t label = tcn_intern_find(&truth->labels, event->label);

		if (label == TCN_INTERN_NONE || truth->event_of[label] != i)
			return tcn_err_set(err, TCN_CORRUPT,
			    "event %zu is not the event of its label", i);
		if (i && event->crossed_s < event[-1].crossed_s)
			return tcn_err_set(err, TCN_CORRUPT,
			    "event %zu crosses before the one in front of it",
			    i);
	}
	return TCN_OK;
}

static enum tcn_rc
truth_check(const struct tcn_truth *truth, struct tcn_err *err)
{
	enum tcn_rc rc = intern_check(&truth->ids, err);

	assert(truth->label_of && truth->event_of); /* it is sealed */
	if (!rc)
		rc = intern_check(&truth->labels, err);
	for (size_t i = 0; !rc && i < truth->n; i++) {
		const struct tcn_truth_line *line = &truth->lines[i];

		if (!is_known(truth, line))
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "line %zu has item %u and label %u, which do not "
			    "exist",
			    i, line->item, line->label);
		else if (i && line->ts_s < line[-1].ts_s)
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "line %zu is older than the one in front of it", i);
	}
	return rc ? rc : check_events(truth, err);
}

static enum tcn_rc
score_findings_check(const struct tcn_score_findings *found,
    struct tcn_err *err)
{
	size_t at = 0;

	for (size_t i = 0; i < found->alerts_n; i++) {
		if (found->alerts[i].at != at)
			return tcn_err_set(err, TCN_CORRUPT,
			    "the items of alert %zu begin at %zu, not at %zu",
			    i, found->alerts[i].at, at);
		at += found->alerts[i].n;
	}
	if (at != found->items_n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the alerts have %zu items, the list has %zu", at,
		    found->items_n);
	return tcn_map_check(&found->merged, err);
}

static uint64_t
draw(struct world *w, uint64_t below)
{
	w->seed = w->seed * UINT64_C(6364136223846793005) + 1442695040888963407;
	return (w->seed >> 33) % below;
}

static void
make(struct world *w, uint64_t seed)
{
	*w = (struct world){ .seed = seed };
	w->conf = (struct tcn_score_conf){
		.window_s = 40,
		.count = draw(w, 3) + 2,
		.late_s = (double)draw(w, 60),
		.warmup_s = (double)draw(w, 60),
	};
	for (int i = 0; i < LINES; i++) {
		w->lines[i].ts_s = 1e9 + (double)draw(w, 4000) / 10;
		w->lines[i].id =
		    draw(w, 12) ? i : (int)draw(w, (uint64_t)i + 1);
		w->lines[i].label = (int)draw(w, LABELS + 2) - 2;
		w->story[i] = draw(w, STORIES + 1);
		if (w->story[i] == STORIES)
			w->story[i] = TCN_SCORE_UNPLACED;
	}
	for (int i = 0; i < ALERTS; i++) {
		struct alert *alert = &w->alerts[i];
		int about = (int)draw(w, LABELS);

		alert->fired_s = 1e9 + (double)draw(w, 4500) / 10;
		alert->n = draw(w, ITEMS);
		for (size_t k = 0; k < alert->n; k++) {
			int at = (int)draw(w, LINES);

			for (int tries = 0; draw(w, 3) && tries < 9 &&
			     w->lines[at].label != about;
			     tries++)
				at = (int)draw(w, LINES);
			alert->ids[k] = draw(w, 30) ? w->lines[at].id : -1;
		}
	}
}

/* ---- the reference ---- */

static bool
is_before(const struct world *w, int a, int b)
{
	if (w->lines[a].ts_s != w->lines[b].ts_s)
		return w->lines[a].ts_s < w->lines[b].ts_s;
	return a < b;
}

/* Returns the label of an id: that of its latest line. */
static int
label_of(const struct world *w, int id)
{
	int last = -1;

	for (int i = 0; i < LINES; i++)
		if (w->lines[i].id == id && (last < 0 || is_before(w, last, i)))
			last = i;
	return last < 0 ? -1 : w->lines[last].label;
}

static double
first_s(const struct world *w)
{
	double least = w->lines[0].ts_s;

	for (int i = 1; i < LINES; i++)
		least = fmin(least, w->lines[i].ts_s);
	return least;
}

/* Returns when a label crosses, or infinity. */
static double
crossed_s(const struct world *w, int label)
{
	double best = (double)INFINITY;

	for (int i = 0; i < LINES; i++) {
		uint64_t n = 0;

		for (int j = 0; j < LINES; j++)
			n += w->lines[j].label == label &&
			    w->lines[j].ts_s >=
				w->lines[i].ts_s - w->conf.window_s &&
			    (j == i || is_before(w, j, i));
		if (w->lines[i].label == label && n > w->conf.count)
			best = fmin(best, w->lines[i].ts_s);
	}
	return best;
}

static int
name_of(const struct world *w, const struct alert *alert)
{
	for (int label = 0; label < LABELS; label++) {
		size_t n = 0;

		for (size_t k = 0; k < alert->n; k++)
			n += alert->ids[k] >= 0 &&
			    label_of(w, alert->ids[k]) == label;
		if (2 * n > alert->n)
			return label;
	}
	return -1;
}

struct figures {
	uint64_t true_events, alerts, impure, repeats, unfounded, late, unknown;
	uint64_t detected, unassigned;
	double b3_precision, b3_recall;
	double delays[ALERTS];
};

static void
reckon_alert(const struct world *w, const struct alert *alert, double start_s,
    bool *detected, struct figures *f)
{
	int label = name_of(w, alert);
	double at = label < 0 ? 0 : crossed_s(w, label);

	f->alerts++;
	for (size_t k = 0; k < alert->n; k++)
		f->unknown += alert->ids[k] < 0;
	if (label < 0) {
		f->impure++;
	} else if (at < start_s || isinf(at)) {
		f->unfounded++;
	} else if (detected[label]) {
		f->repeats++;
	} else if (alert->fired_s > at + w->conf.late_s) {
		f->late++;
	} else {
		detected[label] = true;
		f->delays[f->detected++] = (alert->fired_s - at) / 60;
	}
}

/* Each item's share of its cluster with its label, by looking at all pairs. */
static void
reckon_b3(const struct world *w, double start_s, struct figures *f)
{
	double n = 0;

	for (int i = 0; i < LINES; i++) {
		double both = 0, us = 0, them = 0;
		const struct line *a = &w->lines[i];

		if (a->label < 0 || a->ts_s < start_s)
			continue;
		f->unassigned += w->story[a->id] == TCN_SCORE_UNPLACED;
		if (w->story[a->id] == TCN_SCORE_UNPLACED)
			continue;
		for (int j = 0; j < LINES; j++) {
			const struct line *b = &w->lines[j];
			bool same = w->story[a->id] == w->story[b->id];

			if (b->label < 0 || b->ts_s < start_s ||
			    w->story[b->id] == TCN_SCORE_UNPLACED)
				continue;
			us += same;
			them += a->label == b->label;
			both += same && a->label == b->label;
		}
		f->b3_precision += both / us;
		f->b3_recall += both / them;
		n++;
	}
	f->b3_precision /= n > 0 ? n : 1;
	f->b3_recall /= n > 0 ? n : 1;
}

static void
reckon(const struct world *w, struct figures *f)
{
	double start_s = first_s(w) + w->conf.warmup_s, last = -1;
	bool detected[LABELS] = { false }, done[ALERTS] = { false };

	*f = (struct figures){ 0 };
	for (int label = 0; label < LABELS; label++) {
		double at = crossed_s(w, label);

		f->true_events += at >= start_s && !isinf(at);
	}
	for (int n = 0; n < ALERTS; n++) {
		int next = -1;

		for (int i = 0; i < ALERTS; i++)
			if (!done[i] &&
			    (next < 0 ||
				w->alerts[i].fired_s < w->alerts[next].fired_s))
				next = i;
		done[next] = true;
		ck_assert(w->alerts[next].fired_s >= last);
		last = w->alerts[next].fired_s;
		if (last >= start_s)
			reckon_alert(w, &w->alerts[next], start_s, detected, f);
	}
	reckon_b3(w, start_s, f);
}

/* ---- the scorer ---- */

static enum tcn_rc
fill_truth(struct world *w, struct tcn_truth *truth)
{
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; !rc && i < LINES; i++) {
		struct line *line = &w->lines[i];
		char id[16], label[16] = "";

		snprintf(id, sizeof id, "id%d", line->id);
		if (line->label >= 0)
			snprintf(label, sizeof label, "L%d", line->label);
		rc = tcn_truth_add(truth, tcn_str(id), line->ts_s,
		    tcn_str(label), &line->item);
	}
	if (rc)
		return rc;
	tcn_truth_seal(truth);
	return TCN_OK;
}

/*
 * Places items: those of story s in s, or in a story that merges into it later.
 */
static void
fill_found(struct world *w, struct tcn_score_findings *found)
{
	for (int i = 0; i < LINES; i++) {
		uint64_t story = w->story[w->lines[i].id];

		if (story == TCN_SCORE_UNPLACED)
			continue;
		tcn_score_findings_place(found, w->lines[i].item,
		    story && draw(w, 2) ? story + 100 * (1 + draw(w, 2))
					: story);
	}
	for (uint64_t story = 1; story < STORIES; story++) {
		tcn_score_findings_merge(found, story + 200, story + 100);
		tcn_score_findings_merge(found, story + 100, story);
	}
}

static void
fill_alerts(const struct world *w, const struct tcn_truth *truth,
    struct tcn_score_findings *found)
{
	for (int i = 0; i < ALERTS; i++) {
		uint32_t items[ITEMS];
		char id[16];

		for (size_t k = 0; k < w->alerts[i].n; k++) {
			snprintf(id, sizeof id, "id%d", w->alerts[i].ids[k]);
			items[k] = tcn_truth_find(truth, tcn_str(id));
		}
		tcn_score_findings_alert(found, w->alerts[i].fired_s, items,
		    w->alerts[i].n);
		ck_sound(truth_check, truth);
		ck_sound(score_findings_check, found);
	}
}

static enum tcn_rc
score_world(struct world *w, struct tcn_score *score)
{
	struct tcn_truth *truth;
	struct tcn_score_findings found = { 0 };
	enum tcn_rc rc;

	truth = tcn_truth_new(&w->conf);
	rc = fill_truth(w, truth);
	if (!rc)
		fill_found(w, &found);
	if (!rc)
		fill_alerts(w, truth, &found);
	if (!rc)
		tcn_score(truth, &found, score);
	tcn_score_findings_fini(&found);
	tcn_truth_free(truth);
	return rc;
}

static double
ratio(uint64_t a, uint64_t b)
{
	return b ? (double)a / (double)b : 0;
}

static void
compare_ratios(const struct tcn_score *s, const struct figures *f)
{
	double p = ratio(f->detected, f->alerts);
	double r = ratio(f->detected, f->true_events);

	ck_assert_double_eq(s->precision, p);
	ck_assert_double_eq(s->recall, r);
	ck_assert_double_eq_tol(s->f1, p + r > 0 ? 2 * p * r / (p + r) : 0,
	    1e-12);
	ck_assert_double_eq(s->purity, ratio(f->alerts - f->impure, f->alerts));
	ck_assert_double_eq_tol(s->alerts_per_day * s->days, (double)f->alerts,
	    1e-9);
}

static void
compare(const struct tcn_score *s, struct figures *f)
{
	double delays[ALERTS];
	size_t n = f->detected;

	ck_assert_uint_eq(s->items, LINES);
	ck_assert_uint_eq(s->true_events, f->true_events);
	ck_assert_uint_eq(s->alerts_n, f->alerts);
	ck_assert_uint_eq(s->detected, n);
	ck_assert_uint_eq(s->impure, f->impure);
	ck_assert_uint_eq(s->repeats, f->repeats);
	ck_assert_uint_eq(s->unfounded, f->unfounded);
	ck_assert_uint_eq(s->late, f->late);
	ck_assert_uint_eq(s->unknown_ids, f->unknown);
	ck_assert_uint_eq(s->unassigned, f->unassigned);
	ck_assert_double_eq_tol(s->b3_precision, f->b3_precision, 1e-12);
	ck_assert_double_eq_tol(s->b3_recall, f->b3_recall, 1e-12);
	compare_ratios(s, f);
	for (size_t i = 0; i < n; i++) { /* by counting those below */
		size_t below = 0;

		for (size_t j = 0; j < n; j++)
			below += f->delays[j] < f->delays[i] ||
			    (f->delays[j] == f->delays[i] && j < i);
		delays[below] = f->delays[i];
	}
	ck_assert_int_eq(n == 0, isnan(s->delay_median_min));
	if (!n)
		return;
	ck_assert_double_eq(s->delay_median_min,
	    (delays[n / 2] + delays[(n - 1) / 2]) / 2);
	ck_assert_double_eq(s->delay_p90_min,
	    delays[(size_t)((double)n * 0.9)]);
}

START_TEST(figures_are_those_of_the_definitions)
{
	uint64_t detected = 0, repeats = 0, late = 0, impure = 0, unfounded = 0;

	for (uint64_t seed = 1; seed <= 300; seed++) {
		struct world w;
		struct figures f;
		struct tcn_score score;

		make(&w, seed);
		reckon(&w, &f);
		ck_assert_int_eq(score_world(&w, &score), TCN_OK);
		compare(&score, &f);
		detected += f.detected;
		repeats += f.repeats;
		late += f.late;
		impure += f.impure;
		unfounded += f.unfounded;
		tcn_score_fini(&score);
	}
	/* The generated streams have every case. */
	ck_assert_uint_gt(detected, 50);
	ck_assert_uint_gt(repeats, 50);
	ck_assert_uint_gt(late, 50);
	ck_assert_uint_gt(impure, 50);
	ck_assert_uint_gt(unfounded, 50);
}
END_TEST

START_TEST(no_labels_no_alerts_no_items)
{
	struct tcn_score_conf conf;
	struct tcn_score_findings found = { 0 };
	struct tcn_truth *truth;
	struct tcn_score score;
	struct tcn_buf out = { 0 };
	uint32_t item;

	tcn_score_conf_default(&conf);
	truth = tcn_truth_new(&conf);
	ck_assert_int_eq(tcn_truth_add(truth, tcn_str("a"), 1.5, tcn_str(""),
			     &item),
	    TCN_OK);
	tcn_truth_seal(truth);
	tcn_score(truth, &found, &score);
	tcn_score_text(&score, &out);
	ck_assert_ptr_nonnull(strstr(out.at,
	    "items              1\n"
	    "days_scored        0.0\n"
	    "true_events        0\n"
	    "alerts             0\n"
	    "recall             0.0\n"));
	ck_assert_ptr_nonnull(strstr(out.at, "delay_min_median   None\n"));
	ck_assert_ptr_null(strstr(out.at, "b3_"));
	tcn_buf_clear(&out);
	tcn_score_json(&score, NULL, &out);
	ck_assert_ptr_nonnull(strstr(out.at, "\"delay_min_p90\":null"));
	tcn_buf_fini(&out);
	tcn_score_fini(&score);
	tcn_truth_free(truth);
}
END_TEST

START_TEST(strings_have_numbers_in_the_order_they_come)
{
	struct tcn_intern intern;
	struct tcn_err err = { 0 };
	char text[16];
	uint32_t number;

	tcn_intern_init(&intern);
	for (uint32_t i = 0; i < 3000; i++) {
		snprintf(text, sizeof text, "s%u", i % 2000);
		ck_assert_int_eq(tcn_intern_put(&intern, tcn_str(text),
				     &number),
		    TCN_OK);
		ck_assert_uint_eq(number, i % 2000);
	}
	ck_sound(intern_check, &intern);
	ck_assert_uint_eq(tcn_intern_find(&intern, tcn_str("s2000")),
	    TCN_INTERN_NONE);
	intern.rows[7].s = tcn_str("s8");
	ck_assert_int_eq(intern_check(&intern, &err), TCN_CORRUPT);
	ck_assert_ptr_nonnull(strstr(err.text, "string 7 is not found"));
	tcn_intern_fini(&intern);
}
END_TEST

START_TEST(the_validator_of_findings_says_what_is_wrong)
{
	static const uint32_t items[] = { 3, 1, 4 };
	struct tcn_score_findings found = { 0 };
	struct tcn_err err = { 0 };

	for (int i = 0; i < 3; i++)
		tcn_score_findings_alert(&found, i, items, 3);
	ck_sound(score_findings_check, &found);
	found.alerts[1].n = 2;
	ck_assert_int_eq(score_findings_check(&found, &err), TCN_CORRUPT);
	ck_assert_str_eq(err.text, "the items of alert 2 begin at 6, not at 5");
	tcn_score_findings_fini(&found);
}
END_TEST

TCN_TESTS(score)
{
	tcase_add_test(tc, figures_are_those_of_the_definitions);
	tcase_add_test(tc, no_labels_no_alerts_no_items);
	tcase_add_test(tc, strings_have_numbers_in_the_order_they_come);
	tcase_add_test(tc, the_validator_of_findings_says_what_is_wrong);
}

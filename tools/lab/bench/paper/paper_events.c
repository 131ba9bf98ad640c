/*
 * tools/lab/bench/paper/paper_events.c - are the big events detected?
 *
 * Editors chose events of more than 30 articles each; one is detected when for
 * some article more than 15 similar ones come within 4 hours. The stream is
 * read once, and judged by that rule with several radii and by the rule that
 * counts the items of a story. An event that the stream does not hold enough
 * articles of is said to be so, and is not counted as missed.
 *
 * Without a stream a generated one is used, whose events are known; an article
 * is about one when its title has one of the event's names.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/compare.h"
#include "engine/base/date.h"
#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tools/base/when.h"
#include "tools/lab/bench/paper/paper_impl.h"
#include "tools/lab/bench/paper/paper_known.h"
#include "tools/lab/demo/demo.h"
#include "tools/lab/eval/csv.h"

#define GENERATED        30000 /* articles */
#define GENERATED_EVENTS 20
#define GENERATED_DAYS   3

/* The points of the grid, its last axis changing fastest; the story rule has no
 * radius, so that one of its three points is enough. */
static const char kinds[] = "rules.kind=similar,story";
static const char radii[] = "rules.radius=3,5,7";

enum {
	POINTS = 4,
};

static const struct rule {
	const char *name, *claim;
	size_t point;
} rules[POINTS] = {
	{ "similar, 3 bits", "detected by the rule 'similar', 3 bits", 0 },
	{ "similar, 5 bits", "detected by the rule 'similar', 5 bits", 1 },
	{ "similar, 7 bits", "detected by the rule 'similar', 7 bits", 2 },
	{ "story", "detected by the rule 'story'", 5 },
};

/* What came of a rule. Delays are in minutes; NaN where there are none. */
struct point {
	size_t found; /* events detected */
	size_t others, repeats; /* others: alerts about no known event */
	double others_per_day;
	double delay, delay_p90; /* from the item that crossed */
};

struct run {
	struct tcn_paper *paper;
	struct tcn_demo *demo; /* of a generated stream */
	struct tcn_sweep_grid grid;
	struct tcn_paper_known known;
	struct point points[POINTS];
	double *delays; /* from the start, by rule and event; NaN: missed */
	size_t judged; /* events of which there are enough articles */
	size_t crossed; /* of these: more than 15 of them within 4 hours */
	size_t found_crossed[POINTS]; /* of the latter: detected */
	double days;
};

/* ---- stream and table ---- */

static enum tcn_rc
make_demo(struct run *run, struct tcn_err *err)
{
	const struct tcn_bench_args *args = run->paper->args;
	struct tcn_demo_conf conf;

	tcn_demo_conf_init(&conf);
	conf.seed = args->seed;
	conf.items = args->items ? (uint32_t)args->items : GENERATED;
	conf.days = GENERATED_DAYS;
	conf.events = GENERATED_EVENTS;
	tcn_demo_free(run->demo);
	run->demo = NULL;
	return tcn_demo_new(&conf, &run->demo, err);
}

static enum tcn_rc
open_stream(void *ctx, struct tcn_run_loop *loop, struct tcn_err *err)
{
	struct run *run = ctx;

	if (!run->demo)
		return tcn_paper_stream_open(run->paper, 0, 0, &run->demo, loop,
		    err);
	loop->source = tcn_source_open_demo(run->demo);
	return TCN_OK;
}

/* Appends the names in what happened ("flood on the river at Velivane,
 * Marenta") as a pattern: "Velivane|Marenta". */
static void
put_names(const char *what, struct tcn_buf *out)
{
	bool any = false;

	while (*what) {
		size_t n = strcspn(what, " ,");

		if (what[0] >= 'A' && what[0] <= 'Z' && n > 3) {
			tcn_buf_z(out, any ? "|" : "");
			tcn_buf_add(out, what, n);
			any = true;
		}
		what += n;
		what += strspn(what, " ,");
	}
}

static void
put_event(const struct tcn_demo_event *event, struct tcn_buf *csv)
{
	char date[TCN_DATE_BYTES];

	tcn_csv_put(csv, tcn_str(event->what));
	tcn_date_format(event->first_ms, date);
	tcn_buf_printf(csv, ",%s,", date);
	put_names(event->what, csv);
	tcn_date_format(event->last_ms + TCN_HOUR_MS, date);
	tcn_buf_printf(csv, ",1h,%s\n", date);
}

static enum tcn_rc
read_known(void *ctx, struct tcn_known *known, struct tcn_err *err)
{
	struct run *run = ctx;
	const struct tcn_demo_event *events;
	struct tcn_buf csv = { 0 };
	enum tcn_rc rc;
	size_t n;

	if (tcn_paper_is_given(run->paper))
		return tcn_known_read(known, run->paper->args->known, err);
	rc = make_demo(run, err);
	if (rc)
		return rc;
	tcn_buf_z(&csv, "name,start,pattern,within,until\n");
	events = tcn_demo_events(run->demo, &n);
	for (size_t i = 0; i < n; i++)
		put_event(&events[i], &csv);
	rc = tcn_known_parse(known, "the generated events", tcn_buf_view(&csv),
	    err);
	tcn_buf_fini(&csv);
	return rc;
}

/* ---- what came of it ---- */

static bool
is_crossed(const struct tcn_known_event *event)
{
	return event->crossed_ms != INT64_MIN;
}

static bool
is_enough(const struct tcn_known_event *event)
{
	return event->items > event->least;
}

/* Sorts the values; that below which a share of them lies, NaN of none. */
static double
quantile(double *values, size_t n, double share)
{
	double at, part;
	size_t i;

	if (!n)
		return (double)NAN;
	qsort(values, n, sizeof *values, tcn_compare_double);
	at = share * (double)(n - 1);
	i = (size_t)at;
	part = at - (double)i;
	return i + 1 < n ? values[i] * (1 - part) + values[i + 1] * part
			 : values[i];
}

static double
minutes(int64_t ms)
{
	return (double)ms / TCN_MINUTE_MS;
}

/* Of a table that was just compared with the alerts of a rule. */
static void
count_alerts(const struct tcn_known *known, double days, struct point *p,
    double *delays)
{
	double crossed[TCN_KNOWN_MAX];
	size_t crossed_n = 0;

	for (size_t i = 0; i < known->alerts_n; i++)
		p->others += known->alerts[i].event == TCN_KNOWN_MAX;
	for (size_t i = 0; i < known->n; i++) {
		const struct tcn_known_event *event = &known->events[i];
		int64_t fired_ms;

		delays[i] = (double)NAN;
		p->repeats += event->repeats;
		if (event->alert == SIZE_MAX)
			continue;
		fired_ms = known->alerts[event->alert].fired_ms;
		delays[i] = minutes(fired_ms - event->start_ms);
		p->found++;
		if (is_crossed(event))
			crossed[crossed_n++] =
			    minutes(fired_ms - event->crossed_ms);
	}
	p->others_per_day = (double)p->others / days;
	p->delay = quantile(crossed, crossed_n, 0.5);
	p->delay_p90 = quantile(crossed, crossed_n, 0.9);
}

/*
 * Delays from the item that crossed. Alerts about events that have too few
 * articles are neither detections nor alerts about something else.
 */
static void
take_point(struct run *run, size_t rule)
{
	struct tcn_known *known = &run->known.known;
	struct point *p = &run->points[rule];
	double *delays = run->delays + rule * known->n;

	tcn_sweep_known_match(known,
	    &run->known.run.sweep->points[rules[rule].point]);
	count_alerts(known, run->days, p, delays);
	for (size_t i = 0; i < known->n; i++) {
		const struct tcn_known_event *event = &known->events[i];

		if (!isnan(delays[i]) && is_crossed(event))
			delays[i] -=
			    (double)(event->crossed_ms - event->start_ms) /
			    (double)TCN_MINUTE_MS;
		if (!isnan(delays[i]) && !is_enough(event))
			p->found--;
		run->found_crossed[rule] +=
		    !isnan(delays[i]) && is_enough(event) && is_crossed(event);
	}
}

static void
take_points(struct run *run)
{
	const struct tcn_known *known = &run->known.known;
	const struct tcn_sweep *sweep = run->known.run.sweep;

	run->delays =
	    tcn_mem_calloc(POINTS * known->n + 1, sizeof *run->delays);
	run->days = sweep->first_ms == TCN_UNDATED
	    ? 1
	    : fmax((double)(sweep->last_ms - sweep->first_ms) /
		      (double)TCN_DAY_MS,
		  1e-9);
	for (size_t i = 0; i < known->n; i++) {
		bool enough = is_enough(&known->events[i]);

		run->judged += enough;
		run->crossed += enough && is_crossed(&known->events[i]);
	}
	for (size_t i = 0; i < POINTS; i++)
		take_point(run, i);
}

static const struct tcn_table_column rule_columns[] = {
	{ "rule", "rule", TCN_TABLE_TEXT },
	{ "detected", "detected", TCN_TABLE_COUNT },
	{ "of", "of", TCN_TABLE_COUNT },
	{ "share", "share", TCN_TABLE_SHARE },
	{ "crossed", "with 16 in 4 h", TCN_TABLE_COUNT },
	{ "detected_crossed", "of those detected", TCN_TABLE_COUNT },
	{ "median_min", "minutes from the 16th", TCN_TABLE_FIGURE },
	{ "p90_min", "nine in ten within", TCN_TABLE_FIGURE },
	{ "others_per_day", "other alerts a day", TCN_TABLE_FIGURE },
	{ "repeats", "repeated", TCN_TABLE_COUNT },
};

static void
add_rules(struct run *run)
{
	struct tcn_paper_report *report = &run->paper->report;
	struct tcn_table *table = tcn_paper_report_table(report, "rules",
	    "The rules, over one reading of the stream", rule_columns,
	    sizeof rule_columns / sizeof *rule_columns);

	for (size_t i = 0; i < POINTS; i++) {
		const struct point *p = &run->points[i];
		union tcn_table_cell *row = tcn_paper_report_row(report, table);

		row[0].text = tcn_str(rules[i].name);
		row[1].n = p->found;
		row[2].n = run->judged;
		row[3].x = run->judged ? (double)p->found / (double)run->judged
				       : (double)NAN;
		row[4].n = run->crossed;
		row[5].n = run->found_crossed[i];
		row[6].x = p->delay;
		row[7].x = p->delay_p90;
		row[8].x = p->others_per_day;
		row[9].n = p->repeats;
	}
}

static const struct tcn_table_column event_columns[] = {
	{ "event", "event", TCN_TABLE_TEXT },
	{ "start", "start", TCN_TABLE_DAY },
	{ "articles", "articles", TCN_TABLE_COUNT },
	{ "most", "most in 4 h", TCN_TABLE_TEXT },
	{ "similar_3", "similar, 3 bits", TCN_TABLE_TEXT },
	{ "similar_5", "similar, 5 bits", TCN_TABLE_TEXT },
	{ "similar_7", "similar, 7 bits", TCN_TABLE_TEXT },
	{ "story", "story", TCN_TABLE_TEXT },
};

/* "14 min after", "missed", "too few articles (12 of 31)". */
static void
put_outcome(const struct tcn_known_event *event, double delay,
    struct tcn_buf *out)
{
	char span[TCN_WHEN_BYTES];

	if (!is_enough(event))
		tcn_buf_printf(out,
		    "too few articles (%" PRIu64 " of %" PRIu64 ")",
		    event->items, event->least + 1);
	else if (isnan(delay))
		tcn_buf_z(out, "missed");
	else if (!is_crossed(event))
		tcn_buf_z(out, "detected");
	else if (fabs(delay) < 1)
		tcn_buf_z(out, "with it");
	else
		tcn_buf_printf(out, "%s %s",
		    tcn_when_span((int64_t)(fabs(delay) * TCN_MINUTE_MS), span),
		    delay < 0 ? "before" : "after");
}

static struct tcn_str
outcome_of(struct run *run, size_t rule, size_t event)
{
	const struct tcn_known *known = &run->known.known;
	struct tcn_buf text = { 0 };
	struct tcn_str copy;

	put_outcome(&known->events[event], run->delays[rule * known->n + event],
	    &text);
	copy = tcn_paper_report_text(&run->paper->report, tcn_buf_view(&text));
	tcn_buf_fini(&text);
	return copy;
}

static void
add_events(struct run *run)
{
	struct tcn_paper_report *report = &run->paper->report;
	const struct tcn_known *known = &run->known.known;
	struct tcn_table *table = tcn_paper_report_table(report, "events",
	    "Each event: when it was detected, before or after its 16th "
	    "article within 4 hours",
	    event_columns, sizeof event_columns / sizeof *event_columns);

	for (size_t i = 0; i < known->n; i++) {
		const struct tcn_known_event *event = &known->events[i];
		union tcn_table_cell *row = tcn_paper_report_row(report, table);
		char most[32];

		row[0].text = tcn_paper_report_text(report, event->name);
		row[1].ms = event->start_ms;
		row[2].n = event->items;
		snprintf(most, sizeof most, "%s%" PRIu64,
		    is_crossed(event) ? "more than " : "",
		    is_crossed(event) ? known->count : event->most);
		row[3].text = tcn_paper_report_text(report, tcn_str(most));
		for (size_t rule = 0; rule < POINTS; rule++)
			row[4 + rule].text = outcome_of(run, rule, i);
	}
}

static void
add_claims(struct run *run)
{
	char here[320];

	for (size_t i = 0; i < POINTS; i++) {
		const struct point *p = &run->points[i];
		bool story = i == POINTS - 1;

		snprintf(here, sizeof here,
		    "%zu of the %zu known events that have enough articles in "
		    "the stream, and %zu of the %zu with 16 articles within 4 "
		    "hours; %s; %.2f other alerts a day",
		    p->found, run->judged, run->found_crossed[i], run->crossed,
		    story ? "more than 15 items of one story within 4 hours, "
			    "and likely news"
			  : "more than 15 items within so many bits of one, "
			    "within 4 hours",
		    p->others_per_day);
		tcn_paper_report_claim(&run->paper->report, rules[i].claim,
		    TCN_PAPER_SHARE, (double)NAN,
		    "20 events chosen by editors, more than 30 articles each; "
		    "more than 15 similar within 4 hours; all were to be "
		    "detected, and how many were is not said",
		    run->judged ? (double)p->found / (double)run->judged
				: (double)NAN,
		    here);
	}
}

static void
report(struct run *run)
{
	const struct tcn_known *known = &run->known.known;
	struct tcn_paper_streamed streamed = {
		.lines = run->known.run.sweep->items,
		.first_ms = run->known.run.sweep->first_ms,
		.last_ms = run->known.run.sweep->last_ms,
	};
	struct tcn_buf data = { 0 };

	take_points(run);
	tcn_paper_stream_text(run->paper, &streamed, &data);
	tcn_buf_printf(&data, " %zu known events", known->n);
	if (run->paper->args->known)
		tcn_buf_printf(&data, " of %s", run->paper->args->known);
	tcn_buf_printf(&data, ", of %zu of which there are enough articles.",
	    run->judged);
	tcn_paper_report_begin(&run->paper->report, "events",
	    "Big events, and which of them are detected",
	    "A simhash framework for news aggregators (conference "
	    "paper, 2017): news breaks when more than 15 similar "
	    "articles come within 4 hours.",
	    data.at);
	add_claims(run);
	add_rules(run);
	add_events(run);
	tcn_buf_fini(&data);
}

static enum tcn_rc
run_events(struct run *run, struct tcn_err *err)
{
	const struct tcn_bench_args *args = run->paper->args;
	struct tcn_paper_known_conf conf = {
		.conf = run->paper->conf,
		.grid = &run->grid,
		.quiet = run->paper->quiet,
		.once = tcn_paper_is_piped(run->paper),
		.items_max = args->items,
		.open = open_stream,
		.read = read_known,
		.ctx = run,
	};
	enum tcn_rc rc = tcn_sweep_grid_add(&run->grid, kinds, err);

	if (!rc)
		rc = tcn_sweep_grid_add(&run->grid, radii, err);
	if (!rc)
		rc = tcn_sweep_grid_seal(&run->grid, err);
	if (!rc)
		rc = tcn_paper_known_run(&run->known, &conf, err);
	if (rc)
		return rc;
	report(run);
	return TCN_OK;
}

enum tcn_rc
tcn_paper_events(struct tcn_paper *paper, struct tcn_err *err)
{
	struct run run = { .paper = paper };
	enum tcn_rc rc;

	if (tcn_paper_is_given(paper) && !paper->args->known)
		return tcn_err_set(err, TCN_DONE,
		    "events needs a table of what happened: --known FILE, with "
		    "the columns name,start,pattern");
	tcn_sweep_grid_init(&run.grid, paper->conf);
	rc = run_events(&run, err);
	tcn_paper_known_close(&run.known);
	tcn_sweep_grid_fini(&run.grid);
	tcn_demo_free(run.demo);
	tcn_mem_free(run.delays);
	return rc;
}

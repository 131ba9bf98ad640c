#include "tools/lab/eval/rules_test.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "engine/base/arena.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/item/severity.h"
#include "rules/rule.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/lab/eval/learn_categories.h"
#include "tools/lab/eval/replay.h"
#include "tools/pipeline/alert.h"
#include "tools/pipeline/setup.h"

#define DAY_MS         (24.0 * 3600 * 1000)
#define TITLE_CHARS    100
#define TOGETHER_SHOWN 20
#define TOGETHER_MAX   100000 /* pairs of rules that are counted, at most */
#define EACH_MAX       32 /* rules noted of one story, at most */

struct example {
	int64_t at_ms;
	struct tcn_str event, title; /* in the arena */
};

/* What a rule did. */
struct tally {
	uint64_t items; /* items it is about; see count_plain() */
	uint64_t events;
	struct example first, last;
};

/* Which rules fired on a story. */
struct on_story {
	uint32_t rules[EACH_MAX];
	size_t n;
};

/* Two rules that fired on the same stories, and on how many. */
struct together {
	uint32_t one, other;
	uint64_t stories;
};

struct test {
	const struct tcn_rules_test_conf *conf;
	struct tcn_replay *replay;
	struct tcn_arena arena;
	struct tally *tallies;
	struct tcn_map by_name; /* -> index of the rule, plus 1 */
	struct tcn_map stories; /* -> struct on_story in the arena */
	struct tcn_map pairs; /* -> index into together */
	struct together *together;
	size_t together_n, together_cap;
	tcn_detector_match_fn *match; /* the rulebook's; or NULL */
	void *match_ctx;
	size_t fired;
	uint64_t items; /* of the stream */
	double days;
};

static const struct tcn_rule *
rule_at(const struct test *test, size_t i)
{
	return &test->conf->book->set.rules[i];
}

static void
note_pair(struct test *test, uint32_t a, uint32_t b)
{
	uint32_t one = a < b ? a : b, other = a < b ? b : a;
	uint64_t *at;
	bool added;
	struct together *together = tcn_mem_grow(test->together,
	    &test->together_cap, test->together_n + 1, sizeof *together);

	test->together = together;
	if (test->pairs.n >= TOGETHER_MAX &&
	    !tcn_map_find(&test->pairs, (uint64_t)one << 32 | other))
		return;
	tcn_map_put(&test->pairs, (uint64_t)one << 32 | other, &at, &added);
	if (added) {
		*at = test->together_n;
		together[test->together_n++] =
		    (struct together){ one, other, 0 };
	}
	together[*at].stories++;
}

static void
note_story(struct test *test, uint64_t story, uint32_t rule)
{
	struct on_story *on;
	uint64_t *at;
	bool added;

	if (!story)
		return;
	tcn_map_put(&test->stories, story, &at, &added);
	if (added)
		*at = (uintptr_t)tcn_arena_zalloc(&test->arena, 1, sizeof *on);
	on = (struct on_story *)(uintptr_t)*at;
	for (size_t i = 0; i < on->n; i++)
		note_pair(test, on->rules[i], rule);
	if (on->n < EACH_MAX)
		on->rules[on->n++] = rule;
}

static void
fired(void *ctx, const struct tcn_event *event,
    const struct tcn_item_names *names)
{
	struct test *test = ctx;
	const uint64_t *at =
	    tcn_map_find(&test->by_name, tcn_rule_key(event->rule));
	struct tally *tally = at ? &test->tallies[*at - 1] : NULL;
	struct example example = { .at_ms = event->fired_ms };

	if (!tally)
		return;
	tcn_arena_str(&test->arena, tcn_str(event->id), &example.event);
	tcn_safe_text(&test->arena, tcn_alert_title(event, names), TITLE_CHARS,
	    &example.title);
	if (!tally->events++)
		tally->first = example;
	tally->last = example;
	test->fired++;
	note_story(test, event->story, (uint32_t)(*at - 1));
}

/*
 * Calls the rulebook's matcher, which it stands in for, and counts what that
 * matches.
 */
static void
match(void *ctx, const struct tcn_doc *doc, const uint32_t **rules, size_t *n)
{
	struct test *test = ctx;

	test->match(test->match_ctx, doc, rules, n);
	for (size_t i = 0; i < *n; i++)
		test->tallies[(*rules)[i]].items++;
}

static void
count_matches(struct test *test, struct tcn_detector_conf *conf)
{
	if (!conf->match)
		return;
	test->match = conf->match;
	test->match_ctx = conf->match_ctx;
	conf->match = match;
	conf->match_ctx = test;
}

static void
now_at(void *ctx, struct tcn_progress_now *now)
{
	struct test *test = ctx;

	tcn_replay_now(test->replay, now);
}

static enum tcn_rc
step(void *ctx, struct tcn_err *err)
{
	struct test *test = ctx;

	return tcn_replay_step(test->replay, test->conf->loop->source, err);
}

static enum tcn_rc
run_all(struct test *test, struct tcn_err *err)
{
	const struct tcn_pipeline_counts *n =
	    tcn_pipeline_counts(tcn_replay_pipeline(test->replay));
	struct tcn_run_loop *loop = test->conf->loop;
	enum tcn_rc rc;

	loop->step = step;
	loop->now = now_at;
	loop->ctx = test;
	rc = tcn_run_loop_all(loop, err);
	test->items = n->items;
	if (n->first_ms != TCN_UNDATED)
		test->days = (double)(n->last_ms - n->first_ms) / DAY_MS;
	return rc;
}

static enum tcn_rc
learn(struct test *test, const struct tcn_prepare_conf *prepare,
    struct tcn_err *err)
{
	struct tcn_pipeline *pipe = tcn_replay_pipeline(test->replay);

	return tcn_learn_categories(tcn_pipeline_expect(pipe), prepare,
	    test->conf->learn, test->conf->loop->quiet, err);
}

static enum tcn_rc
run_stream(struct test *test, struct tcn_err *err)
{
	const struct tcn_conf *settings = test->conf->settings;
	struct tcn_replay_conf conf = {
		.fired = fired,
		.ctx = test,
	};
	enum tcn_rc rc;

	tcn_setup_pipeline(settings, &conf.pipeline);
	tcn_rulebook_use(test->conf->book, &conf.pipeline.detector);
	count_matches(test, &conf.pipeline.detector);
	rc = tcn_run_loop_open(test->conf->loop, test->conf->source, err);
	if (!rc)
		rc = tcn_replay_open(&conf, &test->replay, err);
	if (!rc && test->conf->learn)
		rc = learn(test, &conf.pipeline.prepare, err);
	if (!rc)
		rc = run_all(test, err);
	tcn_replay_close(test->replay);
	return rc;
}

/*
 * Counts for rules without conditions, which are about every item and which the
 * matcher does not name.
 */
static void
count_plain(struct test *test)
{
	const struct tcn_match *matcher = test->conf->book->match;
	struct tcn_match_list plain;

	if (matcher) {
		plain = tcn_match_always(matcher);
		for (size_t i = 0; i < plain.n; i++)
			test->tallies[plain.at[i]].items = test->items;
		return;
	}
	for (size_t i = 0; i < test->conf->book->set.n; i++)
		test->tallies[i].items = test->items;
}

/*
 * Returns events a day. Of a stream shorter than a day it is their number: a
 * rate would extrapolate.
 */
static double
per_day(const struct test *test, uint64_t events)
{
	return test->days > 1 ? (double)events / test->days : (double)events;
}

static void
put_example(struct tcn_buf *out, const char *name, const struct example *e)
{
	char when[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "    %-6s%s  ", name,
	    tcn_when_text(e->at_ms, when));
	tcn_safe_terminal(out, e->title);
	tcn_buf_char(out, '\n');
}

static int
by_stories(const void *a, const void *b)
{
	const struct together *x = a, *y = b;

	if (x->stories != y->stories)
		return x->stories > y->stories ? -1 : 1;
	if (x->one != y->one)
		return x->one < y->one ? -1 : 1;
	return (x->other > y->other) - (x->other < y->other);
}

static void
put_silent(const struct test *test, struct tcn_buf *out)
{
	const char *heading = "\nnever fired\n";

	for (size_t i = 0; i < test->conf->book->set.n; i++) {
		const struct tally *t = &test->tallies[i];

		if (t->events)
			continue;
		tcn_buf_printf(out, "%s    ", heading);
		heading = "";
		tcn_safe_terminal(out, rule_at(test, i)->name);
		if (t->items)
			tcn_buf_printf(out, " (about %" PRIu64 " items)\n",
			    t->items);
		else
			tcn_buf_z(out, " (about no item)\n");
	}
}

static void
put_overlaps(const struct test *test, struct tcn_buf *out)
{
	if (test->together_n)
		tcn_buf_z(out, "\nfired on the same stories\n");
	for (size_t i = 0; i < test->together_n && i < TOGETHER_SHOWN; i++) {
		const struct together *t = &test->together[i];

		tcn_buf_printf(out, "%7" PRIu64 "  ", t->stories);
		tcn_safe_terminal(out, rule_at(test, t->one)->name);
		tcn_buf_z(out, ", ");
		tcn_safe_terminal(out, rule_at(test, t->other)->name);
		tcn_buf_char(out, '\n');
	}
	if (test->together_n > TOGETHER_SHOWN)
		tcn_buf_printf(out, "    ... and %zu more\n",
		    test->together_n - TOGETHER_SHOWN);
}

static void
put_text(const struct test *test, struct tcn_buf *out)
{
	tcn_buf_printf(out, "%9s%8s%9s  rule, over %.1f days\n", "items",
	    "events", "a day", test->days);
	for (size_t i = 0; i < test->conf->book->set.n; i++)
		if (test->tallies[i].events) {
			const struct tally *t = &test->tallies[i];

			tcn_buf_printf(out, "%9" PRIu64 "%8" PRIu64 "%9.1f  ",
			    t->items, t->events, per_day(test, t->events));
			tcn_safe_terminal(out, rule_at(test, i)->name);
			tcn_buf_printf(out, " (%s)\n",
			    tcn_severity_name(rule_at(test, i)->severity));
			if (t->events)
				put_example(out, "first", &t->first);
			if (t->events > 1)
				put_example(out, "last", &t->last);
		}
	put_silent(test, out);
	put_overlaps(test, out);
}

static void
put_example_json(struct tcn_buf *line, const char *key, const struct example *e)
{
	tcn_json_open(line, key, '{');
	tcn_json_str(line, "event", e->event);
	tcn_json_time(line, "fired_at", e->at_ms);
	tcn_json_str(line, "title", e->title);
	tcn_json_close(line, '}');
}

static void
put_json(const struct test *test, struct tcn_buf *out)
{
	struct tcn_buf line = { 0 };

	for (size_t i = 0; i < test->conf->book->set.n; i++) {
		const struct tally *t = &test->tallies[i];

		tcn_json_open(&line, NULL, '{');
		tcn_json_str(&line, "rule", rule_at(test, i)->name);
		tcn_json_str(&line, "severity",
		    tcn_str(tcn_severity_name(rule_at(test, i)->severity)));
		tcn_json_uint(&line, "items", t->items);
		tcn_json_uint(&line, "events", t->events);
		tcn_json_rounded(&line, "events_per_day",
		    per_day(test, t->events), 3);
		if (t->events) {
			put_example_json(&line, "first", &t->first);
			put_example_json(&line, "last", &t->last);
		}
		tcn_json_close(&line, '}');
		tcn_json_line(out, &line);
	}
	for (size_t i = 0; i < test->together_n; i++) {
		const struct together *t = &test->together[i];

		tcn_json_open(&line, NULL, '{');
		tcn_json_open(&line, "together", '[');
		tcn_json_str(&line, NULL, rule_at(test, t->one)->name);
		tcn_json_str(&line, NULL, rule_at(test, t->other)->name);
		tcn_json_close(&line, ']');
		tcn_json_uint(&line, "stories", t->stories);
		tcn_json_close(&line, '}');
		tcn_json_line(out, &line);
	}
	tcn_buf_fini(&line);
}

enum tcn_rc
tcn_rules_test(const struct tcn_rules_test_conf *conf, struct tcn_buf *out,
    size_t *fired_n, struct tcn_err *err)
{
	struct test test = { .conf = conf };
	enum tcn_rc rc;
	size_t n;
	uint64_t *at;

	assert(conf->settings && conf->book && conf->loop);
	tcn_arena_init(&test.arena, 0);
	n = test.conf->book->set.n;
	test.tallies = tcn_mem_calloc(n, sizeof *test.tallies);
	for (size_t i = 0; i < n; i++) {
		tcn_map_put(&test.by_name,
		    tcn_rule_key(rule_at(&test, i)->name), &at, NULL);
		*at = i + 1;
	}
	rc = run_stream(&test, err);
	if (!rc && test.together_n)
		qsort(test.together, test.together_n, sizeof *test.together,
		    by_stories);
	if (!rc)
		count_plain(&test);
	if (!rc && conf->json)
		put_json(&test, out);
	else if (!rc)
		put_text(&test, out);
	*fired_n = test.fired;
	tcn_mem_free(test.tallies);
	tcn_mem_free(test.together);
	tcn_map_fini(&test.by_name);
	tcn_map_fini(&test.stories);
	tcn_map_fini(&test.pairs);
	tcn_arena_fini(&test.arena);
	return rc;
}

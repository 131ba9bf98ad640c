/*
 * Explanations of a generated stream are compared with what the same stream
 * gives without them: they change nothing, and their figures add up.
 */
#include "tests/base/run.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/json_article.h"
#include "tests/base/demo.h"
#include "tests/base/long.h"
#include "tests/base/program.h"
#include "tests/base/schema.h"
#include "tests/base/temp.h"
#include "tools/conf/conf.h"
#include "tools/lab/eval/explain_impl.h"
#include "tools/pipeline/alert.h"
#include "tools/pipeline/setup.h"

#define ITEMS 3000

static char *lines[ITEMS];
static size_t lines_n;
static char dir[64], in_path[96];

static void
make_stream(void)
{
	struct tcn_demo *demo = demo_new(ITEMS, 3);
	struct tcn_str line;
	FILE *file;

	temp_dir(dir);
	snprintf(in_path, sizeof in_path, "%s/in", dir);
	file = fopen(in_path, "w");
	ck_assert_ptr_nonnull(file);
	for (lines_n = 0; lines_n < ITEMS; lines_n++) {
		if (tcn_demo_next(demo, &line) != TCN_OK)
			break;
		lines[lines_n] = tcn_mem_dupz(line.at, line.n);
		fprintf(file, "%s\n", lines[lines_n]);
	}
	tcn_demo_free(demo);
	ck_assert_int_eq(fclose(file), 0);
}

static void
drop_stream(void)
{
	for (size_t i = 0; i < lines_n; i++)
		tcn_mem_free(lines[i]);
	temp_drop(dir);
}

static struct tcn_pipeline *
open_pipe(struct tcn_pipeline_conf *pipe_conf)
{
	struct tcn_pipeline *pipe;
	struct tcn_err err = { 0 };
	struct tcn_conf conf;

	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	tcn_setup_pipeline(&conf, pipe_conf);
	pipe_conf->prepare.textcat_dir = NULL;
	ck_assert_msg(!tcn_pipeline_open(pipe_conf, NULL, &pipe, &err), "%s",
	    err.text);
	tcn_conf_fini(&conf);
	return pipe;
}

static void
read_line(size_t i, struct tcn_arena *arena, struct tcn_article *article)
{
	tcn_arena_reset(arena);
	ck_assert_int_eq(tcn_json_article(tcn_str(lines[i]), NULL, arena,
			     article, NULL),
	    TCN_OK);
}

/*
 * What became of each item; all are asked about, one after the other, by
 * number.
 */
struct story_of_item {
	uint64_t story, opened, merged_from;
	double score;
};

static struct story_of_item plain[ITEMS];
static char events[16][TCN_EVENT_ID_BYTES];
static struct tcn_story_verdict verdicts[16];
static size_t events_n;

/* Runs the stream without an explanation. */
static void
run_plain(void)
{
	struct tcn_pipeline_conf conf;
	struct tcn_pipeline *pipe = open_pipe(&conf);
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	events_n = 0;
	for (size_t i = 0; i < lines_n; i++) {
		struct tcn_article article;
		struct tcn_pipeline_outcome o;

		read_line(i, &arena, &article);
		ck_assert_int_eq(tcn_pipeline_article(pipe, &article,
				     TCN_CLOCK_NO_BOUND, &o, NULL),
		    TCN_OK);
		plain[i] = (struct story_of_item){ o.placement.story,
			o.changes.story_opened, o.changes.merged_from,
			o.changes.score };
		for (size_t k = 0; k < o.changes.events_n; k++)
			if (o.changes.events[k].revision == 1) {
				ck_assert_uint_eq(o.changes.rulings_n, 1);
				verdicts[events_n] =
				    o.changes.rulings[0].verdict;
				strcpy(events[events_n++],
				    o.changes.events[k].id);
			}
	}
	ck_assert_uint_ge(events_n, 2);
	tcn_arena_fini(&arena);
	tcn_pipeline_close(pipe);
}

/* Checks that the trace gives the decision that was taken without it. */
static void
check_item(const struct tcn_explain_item *item, const struct story_of_item *is)
{
	const struct tcn_story_trace *t = &item->trace;
	double length = 0;

	ck_assert_uint_eq(item->story, is->story);
	ck_assert_double_eq(item->score, is->score);
	for (size_t i = 0; i < t->words_n; i++) {
		length += t->words[i].weight * t->words[i].weight;
		ck_assert_uint_gt(t->words[i].word.n, 0);
		ck_assert(i == 0 ||
		    t->words[i].weight <= t->words[i - 1].weight);
	}
	ck_assert(t->words_n == 0 || fabs(length - 1) < 1e-9);
	for (size_t k = 0; k < t->stories_n; k++) {
		double sum = 0;

		for (size_t i = 0; i < t->words_n; i++)
			sum += t->stories[k].contributions[i];
		ck_assert_double_eq_tol(sum, t->stories[k].score, 1e-9);
		ck_assert(k == 0 ||
		    t->stories[k].score <= t->stories[k - 1].score);
	}
	if (is->score > 0) { /* the best of all, or one below it */
		ck_assert_uint_gt(t->stories_n, 0);
		ck_assert_double_ge(t->stories[0].score, is->score - 1e-9);
		ck_assert_double_ge(is->score, t->join);
	}
	if (is->merged_from)
		ck_assert_double_ge(t->similarity, t->merge);
}

/* All sentences that an item shares are told, and of which other item. */
static bool
check_excerpt(const struct tcn_explain *explain,
    const struct tcn_explain_item *item)
{
	const struct tcn_explain_excerpt *last;

	if (!item->place.shared || !explain->excerpts_n)
		return false;
	last = &explain->excerpts[explain->excerpts_n - 1];
	if (last->item != item->place.seq)
		return false;
	ck_assert(!last->later);
	ck_assert_uint_eq(last->other.seq,
	    item->place.excerpt_of ? item->place.excerpt_of
				   : item->place.duplicate_of);
	ck_assert_uint_eq(last->texts.n, item->place.shared);
	return true;
}

/*
 * Asking about one item in 7 at a time: the others go their way untouched.
 * The best candidate is the story joined, but for the few that the step's
 * shortcut (heaviest words only) does not see.
 */
START_TEST(items_are_explained_as_they_were_decided)
{
	struct tcn_pipeline_conf conf;
	struct tcn_explain explain;
	struct tcn_arena arena;
	struct tcn_pipeline *pipe;
	size_t joined = 0, best = 0, shared = 0;
	char what[32] = "";

	make_stream();
	run_plain();
	pipe = open_pipe(&conf);
	tcn_explain_open(&explain, pipe, &conf, what, NULL, 0);
	tcn_arena_init(&arena, 0);
	for (size_t i = 0; i < lines_n; i++) {
		const struct tcn_explain_item *item;
		struct tcn_article article;

		read_line(i, &arena, &article);
		snprintf(what, sizeof what, "#%zu", i % 7 ? 0 : i + 1);
		ck_assert_int_eq(tcn_explain_step(&explain, &article, NULL),
		    TCN_OK);
		if (i % 7)
			continue;
		item = &explain.items[explain.items_n - 1];
		ck_assert_uint_eq(item->place.seq, i + 1);
		check_item(item, &plain[i]);
		shared += check_excerpt(&explain, item);
		joined += plain[i].score > 0;
		best += plain[i].score > 0 &&
		    fabs(item->trace.stories[0].score - plain[i].score) < 1e-9;
	}
	ck_assert_uint_gt(joined, 50);
	ck_assert_uint_gt(shared, 5);
	ck_assert_uint_ge(best * 100, joined * 95);
	tcn_explain_close(&explain);
	tcn_pipeline_close(pipe);
	tcn_arena_fini(&arena);
	drop_stream();
}
END_TEST

static cJSON *
parse_file(const char *name)
{
	static char text[40000];
	const char *top = getenv("top_srcdir");
	char path[256];
	FILE *file;
	size_t n;

	snprintf(path, sizeof path, "%s/%s", top ? top : ".", name);
	file = fopen(path, "r");
	ck_assert_msg(file != NULL, "%s", path);
	n = fread(text, 1, sizeof text - 1, file);
	text[n] = '\0';
	fclose(file);
	return cJSON_Parse(text);
}

static void
check_json(const struct tcn_explain *explain)
{
	struct tcn_buf out = { 0 };
	struct schema_fault fault;
	cJSON *schema = parse_file("man/tocsin-explain.schema.json"), *value;

	tcn_explain_json(explain, &out);
	value = cJSON_Parse(out.at);
	ck_assert_ptr_nonnull(schema);
	ck_assert_ptr_nonnull(value);
	ck_assert_msg(schema_holds(schema, schema, value, &fault), "%s",
	    fault.text);
	cJSON_Delete(schema);
	cJSON_Delete(value);
	tcn_buf_fini(&out);
}

static enum tcn_rc
explain_all(struct tcn_explain *explain, struct tcn_arena *arena)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < lines_n; i++) {
		struct tcn_article article;

		if (tcn_explain_done(explain))
			break;
		read_line(i, arena, &article);
		rc = tcn_explain_step(explain, &article, NULL);
	}
	tcn_explain_end(explain);
	return rc;
}

START_TEST(events_are_explained_to_the_gate)
{
	struct tcn_arena arena;

	make_stream();
	run_plain();
	tcn_arena_init(&arena, 0);
	for (size_t i = 0; i < events_n; i++) {
		struct tcn_pipeline_conf conf;
		struct tcn_pipeline *pipe = open_pipe(&conf);
		const struct tcn_explain_event *e;
		const struct tcn_explain_story *story;
		struct tcn_explain explain;

		tcn_explain_open(&explain, pipe, &conf, events[i], NULL, 0);
		ck_assert_int_eq(explain_all(&explain, &arena), TCN_OK);
		e = explain.event;
		ck_assert_ptr_nonnull(e);
		ck_assert_uint_eq(e->parts_n, e->event.items);
		ck_assert_uint_eq(e->verdict.items, verdicts[i].items);
		ck_assert_uint_eq(e->verdict.origins, verdicts[i].origins);
		ck_assert_double_eq(e->verdict.phrase_share,
		    verdicts[i].phrase_share);
		ck_assert_double_eq(e->verdict.score.p, verdicts[i].score.p);
		ck_assert_uint_eq(e->verdict.on_topic_texts,
		    verdicts[i].on_topic_texts);
		ck_assert_double_gt(e->verdict.burst_ratio, 0);
		ck_assert_int_ne(tcn_explain_reached_ms(e, TCN_EXPLAIN_ITEMS,
				     e->event.items),
		    TCN_UNDATED);
		ck_assert_int_eq(tcn_explain_reached_ms(e, TCN_EXPLAIN_ORIGINS,
				     e->event.origins + 1),
		    TCN_UNDATED);
		story = &explain.stories[e->story];
		ck_assert_int_eq(story->changes[story->changes_n - 1]
				     .verdict.gate,
		    TCN_STORY_GATE_NONE);
		ck_assert_str_eq(story->event.at, events[i]);
		check_json(&explain);
		tcn_explain_close(&explain);
		tcn_pipeline_close(pipe);
	}
	tcn_arena_fini(&arena);
	drop_stream();
}
END_TEST

/* Chosen items are where the plain run put them, after all merges. */
static void
check_chosen(const struct tcn_explain *explain)
{
	for (size_t i = 0; i < explain->chosen_n; i++) {
		const struct tcn_explain_chosen *one = &explain->chosen[i];
		uint64_t story = plain[one->name.seq - 1].story;

		ck_assert_uint_eq(explain->stories[one->story].id, story);
		for (size_t k = one->name.seq; k < lines_n; k++)
			if (plain[k].merged_from == story)
				story = plain[k].story;
		ck_assert_uint_eq(explain
				      ->stories[tcn_explain_final_story(explain,
					  one->story)]
				      .id,
		    story);
	}
}

START_TEST(silences_are_explained)
{
	struct tcn_explain_query queries[2] = { { .text = "n000007" },
		{ .text = "weather|quake" } };
	struct tcn_pipeline_conf conf;
	struct tcn_explain_groups groups;
	struct tcn_explain explain;
	struct tcn_pipeline *pipe;
	struct tcn_arena arena;
	uint32_t n = 0;

	make_stream();
	run_plain();
	tcn_arena_init(&arena, 0);
	pipe = open_pipe(&conf);
	for (size_t i = 0; i < 2; i++)
		ck_assert_int_eq(tcn_pattern_new(tcn_str(queries[i].text),
				     TCN_PATTERN_CASELESS, &queries[i].pattern,
				     NULL),
		    TCN_OK);
	tcn_explain_open(&explain, pipe, &conf, NULL, queries, 2);
	ck_assert_int_eq(explain_all(&explain, &arena), TCN_OK);
	ck_assert(queries[0].is_id && !queries[1].is_id);
	ck_assert_uint_eq(queries[0].matched, 1);
	ck_assert_uint_gt(queries[1].matched, 20);
	ck_assert_uint_eq(explain.chosen_n,
	    queries[0].matched + queries[1].matched);
	check_chosen(&explain);
	tcn_explain_group(&explain, &groups);
	for (size_t i = 0; i < groups.n; i++) {
		const struct tcn_explain_story *story =
		    &explain.stories[groups.at[i].story];

		n += groups.at[i].n;
		ck_assert_uint_gt(story->most.verdict.items, 0);
		ck_assert(story->event.n ||
		    story->most.verdict.gate != TCN_STORY_GATE_NONE);
	}
	ck_assert_uint_eq(n + groups.late, explain.chosen_n);
	tcn_explain_groups_fini(&groups);
	check_json(&explain);
	for (size_t i = 0; i < 2; i++)
		tcn_pattern_free(queries[i].pattern);
	tcn_explain_close(&explain);
	tcn_pipeline_close(pipe);
	tcn_arena_fini(&arena);
	drop_stream();
}
END_TEST

static bool
tells_of_sources(double stream, double sources, const char *line)
{
	struct tcn_story_verdict v = {
		.items = 20, .volume_ratio = stream, .publisher_volume = sources
	};
	struct tcn_rule rule = { .more_than = 15 };
	struct tcn_buf out = { 0 };
	bool tells;

	tcn_explain_add_gates(&rule, &v, &out);
	tells = strstr(out.at, line) != NULL;
	tcn_buf_fini(&out);
	return tells;
}

/* Sources are named only where the story's figures were divided by them. */
START_TEST(sources_that_dump_are_told)
{
	ck_assert(tells_of_sources(2, 31.4,
	    "    volume      its publishers publish 31 times their baseline "
	    "rate\n"));
	ck_assert(tells_of_sources(1, 2.34, " publish 2.3 times their "));
	ck_assert(!tells_of_sources(3, 2, "volume"));
	ck_assert(!tells_of_sources(2, 2, "volume"));
}
END_TEST

/* Every story is watched at every step, and the same events fire. */
START_TEST(looking_changes_nothing)
{
	struct tcn_explain_query ask = { .text = "." };
	struct tcn_pipeline_conf conf;
	struct tcn_explain explain;
	struct tcn_pipeline *pipe;
	struct tcn_arena arena;
	size_t n = 0;

	make_stream();
	run_plain();
	tcn_arena_init(&arena, 0);
	pipe = open_pipe(&conf);
	ck_assert_int_eq(tcn_pattern_new(tcn_str("."), TCN_PATTERN_CASELESS,
			     &ask.pattern, NULL),
	    TCN_OK);
	tcn_explain_open(&explain, pipe, &conf, NULL, &ask, 1);
	ck_assert_int_eq(explain_all(&explain, &arena), TCN_OK);
	ck_assert_uint_eq(explain.chosen_n, lines_n);
	ck_assert_uint_eq(tcn_pipeline_counts(pipe)->events, events_n);
	check_chosen(&explain);
	for (size_t i = 0; i < explain.stories_n; i++) {
		const struct tcn_str event = explain.stories[i].event;

		for (size_t k = 0; k < events_n; k++)
			n += tcn_str_equal(event, tcn_str(events[k]));
	}
	ck_assert_uint_eq(n, events_n);
	tcn_pattern_free(ask.pattern);
	tcn_explain_close(&explain);
	tcn_pipeline_close(pipe);
	tcn_arena_fini(&arena);
	drop_stream();
}
END_TEST

START_TEST(the_program_explains)
{
	const char *printed;
	char line[256];

	make_stream();
	run_plain();
	snprintf(line, sizeof line, "explain -q %s %s", events[0], in_path);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	ck_assert_ptr_nonnull(strstr(printed, "passed every gate"));
	ck_assert_ptr_nonnull(strstr(printed, "left out"));
	snprintf(line, sizeof line, "explain -q #40 %s", in_path);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	ck_assert_ptr_nonnull(strstr(printed, "arrival     #40,"));
	snprintf(line, sizeof line, "explain -q --why-not quake %s", in_path);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	ck_assert_ptr_nonnull(strstr(printed, " match 'quake'"));
	snprintf(line, sizeof line, "explain -q nothing %s", in_path);
	ck_assert_int_eq(tcn_program(line, &printed), 1);
	snprintf(line, sizeof line, "explain -q --why-not a( %s", in_path);
	ck_assert_int_eq(tcn_program(line, &printed), 1);
	ck_assert_ptr_nonnull(strstr(printed, "wrong at its character"));
	ck_assert_int_eq(tcn_program("explain", &printed), 2);
	snprintf(line, sizeof line,
	    "explain -q --set rules.kind=similar --why-not a %s", in_path);
	ck_assert_int_eq(tcn_program(line, &printed), 2);
	drop_stream();
}
END_TEST

TCN_TESTS(explain)
{
	tcase_add_test(tc, items_are_explained_as_they_were_decided);
	tcase_add_test(tc, events_are_explained_to_the_gate);
	tcase_add_test(tc, silences_are_explained);
	tcase_add_test(tc, looking_changes_nothing);
	tcase_add_test(tc, sources_that_dump_are_told);
	tcase_add_test(tc, the_program_explains);
}

/*
 * Texts that were cut, extended or doubled are found by their sentences, and
 * are of one origin; a restart in the middle changes nothing.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/json_article.h"
#include "tests/base/temp.h"
#include "tests/tools/pipeline/piped.h"
#include "tools/conf/conf.h"
#include "tools/pipeline/excerpts.h"
#include "tools/pipeline/lookup.h"
#include "tools/pipeline/pipeline.h"
#include "tools/pipeline/setup.h"

enum {
	TEXTS = 60,
	LINES = 20, /* sentences of a text */
	WORDS = 9, /* of a sentence */
};

/* From first on, n sentences of text, then so many that no other has. */
static const struct cut {
	unsigned first, n, foreign;
} cuts[] = {
	{ 0, LINES / 2, 0 }, /* to half */
	{ LINES / 2, LINES / 2, 0 },
	{ 4, LINES / 3, 0 }, /* to a third */
	{ 0, LINES, 6 }, /* extended by 30 % */
	{ 0, LINES, LINES }, /* doubled by foreign text */
	{ 2, LINES - 4, 2 },
};

static void
put_line(struct tcn_buf *out, uint64_t line)
{
	tcn_buf_z(out, "So ");
	for (uint64_t i = 0; i < WORDS; i++) {
		piped_word(out, line * WORDS + i);
		tcn_buf_char(out, i + 1 < WORDS ? ' ' : '.');
	}
	tcn_buf_char(out, ' ');
}

/* Begins an article with a headline of its own, up to its text. */
static void
put_head(struct tcn_buf *out, unsigned nth)
{
	tcn_buf_clear(out);
	tcn_buf_printf(out,
	    "{\"id\":\"n%u\",\"ts\":%u,\"source\":\"site %u\",\"lang\":\"en\","
	    "\"title\":\"",
	    nth, 1000000 + nth * 60, nth % 23);
	for (unsigned i = 0; i < 6; i++) {
		piped_word(out, 9000000 + nth * 6 + i);
		tcn_buf_char(out, ' ');
	}
	tcn_buf_z(out, "\",\"text\":\"");
}

/* An article of a text, as cut says, with a headline of its own. */
static void
put_article(struct tcn_buf *out, unsigned nth, unsigned text,
    const struct cut *cut)
{
	put_head(out, nth);
	for (unsigned i = 0; i < cut->n; i++)
		put_line(out, text * LINES + cut->first + i);
	for (unsigned i = 0; i < cut->foreign; i++)
		put_line(out, 500000 + nth * 100 + i);
	tcn_buf_z(out, "\"}");
}

static struct tcn_pipeline *
open_pipe(const char *db, const char *setting)
{
	return piped_open(db, (const char *const[]){ setting, NULL }, 0);
}

static struct tcn_placement
feed(struct tcn_pipeline *pipe, const struct tcn_buf *line)
{
	return piped_feed(pipe, tcn_buf_view(line)).placement;
}

static const struct cut whole = { 0, LINES, 0 };

/* All originals, then all cuts of each; *pipe is opened anew every so many. */
static unsigned
run(const char *db, const char *setting, unsigned every)
{
	struct tcn_pipeline *pipe = open_pipe(db, setting);
	struct tcn_buf line = { 0 };
	unsigned found = 0, nth = 0;
	struct tcn_err err = { 0 };

	for (unsigned text = 0; text < TEXTS; text++) {
		put_article(&line, nth++, text, &whole);
		ck_assert_uint_eq(feed(pipe, &line).text, text + 1);
	}
	for (unsigned i = 0; i < TEXTS * 6; i++) {
		struct tcn_placement place;
		unsigned text = i % TEXTS;

		put_article(&line, nth++, text, &cuts[i / TEXTS]);
		place = feed(pipe, &line);
		found += place.text == text + 1 && place.shared >= 3 &&
		    (place.excerpt_of || place.duplicate_of);
		if (every && i % every == 0) {
			ck_assert_int_eq(tcn_pipeline_finish(pipe, &err),
			    TCN_OK);
			tcn_pipeline_close(pipe);
			pipe = open_pipe(db, setting);
		}
	}
	ck_assert_int_eq(tcn_pipeline_finish(pipe, &err), TCN_OK);
	tcn_pipeline_close(pipe);
	tcn_buf_fini(&line);
	return found;
}

START_TEST(cuts_are_of_one_origin)
{
	ck_assert_uint_eq(run(NULL, "shingle.origin=true", 0), TEXTS * 6);
	ck_assert_uint_eq(run(NULL, "shingle.origin=false", 0), 0);
}
END_TEST

START_TEST(a_restart_changes_nothing)
{
	char dir[64], db[96];

	temp_dir(dir);
	snprintf(db, sizeof db, "%s/news.db", dir);
	ck_assert_uint_eq(run(db, "shingle.origin=true", 37), TEXTS * 6);
	temp_drop(dir);
}
END_TEST

/* --- texts that a desk went over --- */

/* Text number `text`; gone over: two sentences of three have another word, and
 * so have nothing in common with it as sentences. */
static void
put_gone_over(struct tcn_buf *out, unsigned nth, unsigned text, bool over)
{
	put_head(out, nth);
	for (unsigned i = 0; i < LINES * WORDS; i++) {
		bool other = over && i % WORDS == 4 && i / WORDS % 3;

		tcn_buf_z(out, i % WORDS ? " " : "So ");
		piped_word(out,
		    other ? 700000 + nth * 1000 + i : text * LINES * WORDS + i);
		tcn_buf_z(out, i % WORDS + 1 < WORDS ? "" : ". ");
	}
	tcn_buf_z(out, "\"}");
}

/* How many are found to be of their text; the pipeline is opened anew every so
 * many. */
static unsigned
run_gone_over(const char *db, const char *setting, unsigned every)
{
	struct tcn_pipeline *pipe = open_pipe(db, setting);
	struct tcn_buf line = { 0 };
	unsigned found = 0;

	for (unsigned i = 0; i < 2 * TEXTS; i++) {
		struct tcn_placement place;
		unsigned text = i % TEXTS;

		put_gone_over(&line, i, text, i >= TEXTS);
		place = feed(pipe, &line);
		found += i >= TEXTS && place.text == text + 1 &&
		    place.excerpt_of == text + 1 && !place.shared;
		if (every && i % every == 0) {
			piped_finish(pipe);
			pipe = open_pipe(db, setting);
		}
	}
	piped_finish(pipe);
	tcn_buf_fini(&line);
	return found;
}

START_TEST(texts_gone_over_are_of_their_origin_restarted_or_not)
{
	char dir[64], db[96];

	temp_dir(dir);
	snprintf(db, sizeof db, "%s/news.db", dir);
	ck_assert_uint_eq(run_gone_over(NULL, "shingle.origin=false", 0), 0);
	ck_assert_uint_ge(run_gone_over(NULL, "shingle.origin=true", 0),
	    TEXTS - 4);
	ck_assert_uint_eq(run_gone_over(db, "shingle.origin=true", 17),
	    run_gone_over(NULL, "shingle.origin=true", 0));
	temp_drop(dir);
}
END_TEST

/* --- look-ups, against the plan of the texts --- */

/* The article with this number, from 0: its text, and how it was cut. */
static const struct cut *
cut_of(unsigned nth, unsigned *text)
{
	*text = nth % TEXTS;
	return nth < TEXTS ? &whole : &cuts[nth / TEXTS - 1];
}

/* What two articles share by the plan. */
static struct tcn_sketch_shared
planned(unsigned a, unsigned b)
{
	unsigned a_text, b_text;
	const struct cut *x = cut_of(a, &a_text), *y = cut_of(b, &b_text);
	unsigned from = x->first > y->first ? x->first : y->first;
	unsigned x_end = x->first + x->n, y_end = y->first + y->n;
	unsigned to = x_end < y_end ? x_end : y_end;

	return (struct tcn_sketch_shared){
		.na = x->n + x->foreign,
		.nb = y->n + y->foreign,
		.m = a_text == b_text && to > from ? to - from : 0,
	};
}

/* Whether the plan makes one an excerpt of the other. */
static bool
is_planned(unsigned a, unsigned b)
{
	struct tcn_sketch_shared shared = planned(a, b);

	return a != b && shared.m >= 3 &&
	    tcn_sketch_containment(shared) >= TCN_EXCERPT_CONTAINMENT;
}

static struct tcn_lookup *
open_lookup(const char *db, const char *setting)
{
	struct tcn_pipeline_conf pipe_conf;
	struct tcn_lookup *lookup;
	struct tcn_err err = { 0 };
	struct tcn_conf conf;

	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	ck_assert_int_eq(tcn_conf_set(&conf, setting, &err), TCN_OK);
	tcn_setup_pipeline(&conf, &pipe_conf);
	pipe_conf.prepare.textcat_dir = NULL;
	ck_assert_msg(!tcn_lookup_open(&pipe_conf, db, &lookup, &err), "%s",
	    err.text);
	tcn_conf_fini(&conf);
	return lookup;
}

/* Looks up an article; all that the plan makes excerpts are found, with the
 * figures of the plan, and nothing else is. */
static void
check_lookup(struct tcn_lookup *lookup, struct tcn_arena *arena, unsigned nth)
{
	struct tcn_store_item_row *item;
	struct tcn_lookup_hits hits;
	unsigned found = 0, want = 0;

	ck_assert_int_eq(tcn_store_item(tcn_lookup_store(lookup), nth + 1,
			     arena, &item),
	    TCN_OK);
	ck_assert_int_eq(tcn_lookup_item(lookup, item,
			     TCN_LOOKUP_COPIES | TCN_LOOKUP_EXCERPTS, 1000,
			     &hits, NULL),
	    TCN_OK);
	for (size_t i = 0; i < hits.n; i++) {
		unsigned other = (unsigned)hits.at[i].item->place.seq - 1;
		struct tcn_sketch_shared shared = planned(nth, other);

		if (!hits.at[i].shared.m)
			continue;
		found++;
		ck_assert(is_planned(nth, other));
		ck_assert_uint_eq(hits.at[i].shared.m, shared.m);
		ck_assert_uint_eq(hits.at[i].shared.na, shared.na);
		ck_assert_uint_eq(hits.at[i].shared.nb, shared.nb);
	}
	for (unsigned i = 0; i < TEXTS * 7; i++)
		want += is_planned(nth, i);
	ck_assert_uint_eq(found, want);
}

/* horizon: "1m" is over before the first article of a text can be found in the
 * window, so that the store alone knows. */
static void
check_lookups(const char *db, const char *horizon)
{
	struct tcn_lookup *lookup = open_lookup(db, horizon);
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	for (unsigned nth = 0; nth < TEXTS * 7; nth += 11)
		check_lookup(lookup, &arena, nth);
	tcn_arena_fini(&arena);
	tcn_lookup_close(lookup);
}

START_TEST(a_look_up_finds_what_comparing_all_would)
{
	char dir[64], db[96];

	temp_dir(dir);
	snprintf(db, sizeof db, "%s/news.db", dir);
	run(db, "shingle.origin=true", 0);
	check_lookups(db, "near.horizon=72h");
	check_lookups(db, "near.horizon=4h");
	temp_drop(dir);
}
END_TEST

START_TEST(shared_sentences_are_told_in_order)
{
	struct tcn_pipeline *pipe = open_pipe(NULL, "shingle.origin=true");
	struct tcn_excerpts_sentences sentences, same;
	struct tcn_article one, other;
	struct tcn_buf a = { 0 }, b = { 0 };
	struct tcn_arena arena;
	struct tcn_window *window =
	    tcn_detector_window(tcn_pipeline_detector(pipe));
	uint64_t seq;

	tcn_arena_init(&arena, 0);
	put_article(&a, 0, 0, &whole);
	put_article(&b, 1, 0, &cuts[5]);
	seq = feed(pipe, &a).seq;
	ck_assert_int_eq(tcn_json_article(tcn_buf_view(&a), NULL, &arena, &one,
			     NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_json_article(tcn_buf_view(&b), NULL, &arena,
			     &other, NULL),
	    TCN_OK);
	tcn_excerpts_sentences(tcn_pipeline_prepare(pipe), &other, &one, &arena,
	    &sentences);
	ck_assert_uint_eq(sentences.n, LINES - 4);
	for (size_t i = 0, at = 0; i < sentences.n; i++) {
		const char *found = strstr(b.at + at, sentences.at[i].at);

		ck_assert_ptr_nonnull(found);
		at = (size_t)(found - b.at) + 1;
	}
	tcn_excerpts_sentences_of(window, tcn_pipeline_prepare(pipe), &other,
	    seq, &arena, &same);
	ck_assert_uint_eq(same.n, sentences.n);
	for (size_t i = 0; i < same.n; i++)
		ck_assert_str_eq(same.at[i].at, sentences.at[i].at);
	tcn_arena_fini(&arena);
	tcn_buf_fini(&a);
	tcn_buf_fini(&b);
	tcn_pipeline_close(pipe);
}
END_TEST

TCN_TESTS(excerpts)
{
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, a_look_up_finds_what_comparing_all_would);
	tcase_add_test(tc, shared_sentences_are_told_in_order);
	tcase_add_test(tc, cuts_are_of_one_origin);
	tcase_add_test(tc, a_restart_changes_nothing);
	tcase_add_test(tc,
	    texts_gone_over_are_of_their_origin_restarted_or_not);
}

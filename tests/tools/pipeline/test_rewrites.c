/*
 * Rewrites are found by their words, forms are told from them, and a restart in
 * the middle, or a replay of the store, changes nothing.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/splitmix.h"
#include "engine/item/json_article.h"
#include "sql/store_read.h"
#include "tests/base/temp.h"
#include "tools/conf/conf.h"
#include "tools/pipeline/lookup.h"
#include "tools/pipeline/pipeline.h"
#include "tools/pipeline/setup.h"

enum {
	REPORTS = 40,
	ARTICLES = 3 * REPORTS,
	NAMES = 8, /* of a report, and as many other words of its own */
	OTHERS = 12, /* words that each writer chooses */
	NUMBERS = 64, /* of a vector */
};

/* A word that the number alone decides. */
static void
put_word(struct tcn_buf *out, uint64_t number, bool name)
{
	uint64_t mixed = (number + 1) * 0x9e3779b97f4a7c15u;

	for (int i = 0; i < 7; i++) {
		char c =
		    (i % 2 ? "aeiou" : "bdgklmnprstvz")[(mixed >> (8 * i)) %
			(i % 2 ? 5 : 13)];

		tcn_buf_char(out, i == 0 && name ? (char)(c - 32) : c);
	}
	tcn_buf_char(out, ' ');
}

/*
 * An article of a report: its names, twice, figures and things in an order of
 * the writer's own, between words of the writer's own. of: the report whose
 * names and figures it has; words: whose things.
 */
static void
put_article(struct tcn_buf *out, unsigned nth, unsigned of, unsigned words)
{
	tcn_buf_clear(out);
	tcn_buf_printf(out,
	    "{\"id\":\"n%u\",\"ts\":%u,\"source\":\"site %u\",\"lang\":\"en\","
	    "\"title\":\"the ",
	    nth, 1000000 + nth * 60, nth);
	put_word(out, of * 100, true);
	put_word(out, 700000 + nth, false);
	tcn_buf_z(out, "\",\"text\":\"there ");
	for (unsigned i = 0; i < NAMES; i++) {
		unsigned k = (i * 3 + nth) % NAMES;

		put_word(out, of * 100 + k, true);
		put_word(out, 300000 + words * 100 + k, false);
		put_word(out, 350000 + words * 100 + k, false);
		tcn_buf_printf(out, "%u ", 1000 + of * 17 + k * 3);
		put_word(out, 800000 + nth * 100 + i, false);
		put_word(out, of * 100 + i, true);
	}
	tcn_buf_z(out, "\"");
}

/* A number from -most to most. */
static int
number(uint64_t seed, uint64_t n, int most)
{
	return (int)(tcn_splitmix(seed, n) % (2 * (unsigned)most + 1)) - most;
}

/* A vector near those of the two others of its report, at a cosine of .7, which
 * is too far for a copy; and far from all others. */
static void
put_vector(struct tcn_buf *out, unsigned nth)
{
	tcn_buf_z(out, ",\"vector\":[");
	for (unsigned i = 1; i <= NUMBERS; i++)
		tcn_buf_printf(out, "%s%d", i > 1 ? "," : "",
		    number(nth / 3 + 1, i, 100) + number(nth + 1000, i, 65));
	tcn_buf_char(out, ']');
}

/* Of each three articles: a report, another's report of it, and a form: the
 * same things said of other names and figures. */
static void
put_nth(struct tcn_buf *out, unsigned nth)
{
	unsigned report = nth / 3;

	put_article(out, nth, nth % 3 == 2 ? 1000 + report : report, report);
	put_vector(out, nth);
	tcn_buf_char(out, '}');
}

static struct tcn_pipeline *
open_pipe(const char *db, const char *const *settings)
{
	struct tcn_pipeline_conf pipe_conf;
	struct tcn_pipeline *pipe;
	struct tcn_err err = { 0 };
	struct tcn_conf conf;

	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	for (; *settings; settings++)
		ck_assert_msg(!tcn_conf_set(&conf, *settings, &err), "%s",
		    err.text);
	tcn_setup_pipeline(&conf, &pipe_conf);
	pipe_conf.prepare.textcat_dir = NULL;
	ck_assert_msg(!tcn_pipeline_open(&pipe_conf, db, &pipe, &err), "%s",
	    err.text);
	tcn_conf_fini(&conf);
	return pipe;
}

static struct tcn_placement
feed(struct tcn_pipeline *pipe, unsigned nth)
{
	struct tcn_pipeline_outcome outcome;
	struct tcn_article article;
	struct tcn_buf line = { 0 };
	struct tcn_err err = { 0 };
	struct tcn_arena arena;

	put_nth(&line, nth);
	tcn_arena_init(&arena, 0);
	ck_assert_msg(!tcn_json_article(tcn_buf_view(&line), NULL, &arena,
			  &article, &err),
	    "%s: %s", err.text, line.at);
	ck_assert_msg(!tcn_pipeline_article(pipe, &article, TCN_CLOCK_NO_BOUND,
			  &outcome, &err),
	    "%s", err.text);
	tcn_arena_fini(&arena);
	tcn_buf_fini(&line);
	return outcome.placement;
}

static const char *const on[] = { "pairs.on=true", "pairs.cosine=0.2", NULL };
static const char *const families[] = { "pairs.on=true", "pairs.cosine=0.2",
	"pairs.origin=true", NULL };
static const char *const off[] = { NULL };
static const char *const given[] = { "pairs.on=true", "pairs.cosine=0.5",
	"pairs.vector=given", NULL };
static const char *const one_day[] = { "pairs.on=true", "pairs.cosine=0.2",
	"pairs.span=day", "pairs.zone=Asia/Tokyo", NULL };

/* Settings by which the same is told. */
static const char *const *const ways[] = { on, given };

/* Settings that restarts must not change. */
static const char *const *const restarted[] = { on, given, one_day };

/* In Tokyo a day begins one minute before this article. */
#define NEXT_DAY 74u

START_TEST(rewrites_and_forms_are_told_apart)
{
	struct tcn_pipeline *pipe = open_pipe(NULL, ways[_i]);

	for (unsigned nth = 0; nth < ARTICLES; nth++) {
		struct tcn_placement place = feed(pipe, nth);
		uint64_t seq = nth + 1;

		ck_assert_uint_eq(place.rewrite_of, nth % 3 == 1 ? seq - 1 : 0);
		ck_assert_uint_eq(place.form_of != 0, nth % 3 == 2);
		ck_assert_uint_eq(place.text, seq);
		ck_assert_uint_eq(place.cosine >= 200, nth % 3 != 0);
		ck_assert_uint_eq(place.likeness >= 100, nth % 3 != 0);
	}
	tcn_pipeline_close(pipe);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(a_day_is_one_of_its_zone)
{
	struct tcn_pipeline *pipe = open_pipe(NULL, one_day);

	for (unsigned nth = 0; nth < ARTICLES; nth++) {
		struct tcn_placement place = feed(pipe, nth);

		ck_assert_uint_eq(place.rewrite_of, nth % 3 == 1 ? nth : 0);
		ck_assert_uint_eq(place.form_of != 0,
		    nth % 3 == 2 && nth != NEXT_DAY);
	}
	tcn_pipeline_close(pipe);
}
END_TEST

START_TEST(off_nothing_is_looked_for)
{
	struct tcn_pipeline *pipe = open_pipe(NULL, off);

	for (unsigned nth = 0; nth < ARTICLES; nth++) {
		struct tcn_placement place = feed(pipe, nth);

		ck_assert_uint_eq(place.rewrite_of | place.form_of, 0);
	}
	tcn_pipeline_close(pipe);
}
END_TEST

START_TEST(a_rewrite_may_count_as_the_same_text)
{
	struct tcn_pipeline *pipe = open_pipe(NULL, families);

	for (unsigned nth = 0; nth < ARTICLES; nth++) {
		struct tcn_placement place = feed(pipe, nth);

		ck_assert_uint_eq(place.text,
		    nth % 3 == 1 ? (uint64_t)nth : (uint64_t)nth + 1);
	}
	tcn_pipeline_close(pipe);
}
END_TEST

/* Each way of running must place every article as a run in one go does. */
START_TEST(a_restart_changes_nothing)
{
	struct tcn_placement whole[ARTICLES];
	struct tcn_pipeline *pipe = open_pipe(NULL, restarted[_i]);
	struct tcn_err err = { 0 };
	char dir[TEMP_BYTES], db[96];

	for (unsigned nth = 0; nth < ARTICLES; nth++)
		whole[nth] = feed(pipe, nth);
	tcn_pipeline_close(pipe);
	temp_dir(dir);
	snprintf(db, sizeof db, "%s/news.db", dir);
	pipe = open_pipe(db, restarted[_i]);
	for (unsigned nth = 0; nth < ARTICLES; nth++) {
		struct tcn_placement place = feed(pipe, nth);

		ck_assert_uint_eq(place.rewrite_of, whole[nth].rewrite_of);
		ck_assert_uint_eq(place.form_of, whole[nth].form_of);
		ck_assert_uint_eq(place.cosine, whole[nth].cosine);
		ck_assert_uint_eq(place.likeness, whole[nth].likeness);
		if (nth % 7 != 3)
			continue;
		ck_assert_int_eq(nth % 2
			? tcn_pipeline_finish(pipe, &err)
			: tcn_pipeline_commit_delta(pipe, &err),
		    TCN_OK);
		tcn_pipeline_close(pipe);
		pipe = open_pipe(db, restarted[_i]);
		ck_assert_msg(!tcn_pipeline_check(pipe, &err), "%s", err.text);
	}
	ck_assert_int_eq(tcn_pipeline_finish(pipe, &err), TCN_OK);
	for (unsigned nth = 0; nth < ARTICLES; nth++) {
		struct tcn_store_item_row *row;
		struct tcn_arena arena;

		tcn_arena_init(&arena, 0);
		ck_assert_int_eq(tcn_store_item(tcn_pipeline_store(pipe),
				     nth + 1, &arena, &row),
		    TCN_OK);
		ck_assert_uint_eq(row->place.rewrite_of, whole[nth].rewrite_of);
		ck_assert_uint_eq(row->place.form_of, whole[nth].form_of);
		ck_assert_uint_eq(row->place.cosine, whole[nth].cosine);
		ck_assert_uint_eq(row->place.likeness, whole[nth].likeness);
		tcn_arena_fini(&arena);
	}
	tcn_pipeline_close(pipe);
	temp_drop(dir);
}
END_TEST

/* A look-up finds what an article rewrites and what rewrites it. */
START_TEST(look_ups_go_both_ways)
{
	struct tcn_pipeline *pipe;
	struct tcn_err err = { 0 };
	char dir[TEMP_BYTES], db[96];

	temp_dir(dir);
	snprintf(db, sizeof db, "%s/news.db", dir);
	pipe = open_pipe(db, on);
	for (unsigned nth = 0; nth < ARTICLES; nth++)
		(void)feed(pipe, nth);
	ck_assert_int_eq(tcn_pipeline_commit(pipe, &err), TCN_OK);
	for (uint64_t seq = 1; seq <= ARTICLES; seq++) {
		struct tcn_store_item_row *row;
		struct tcn_lookup_hits hits;
		struct tcn_lookup *lookup;
		struct tcn_arena arena;

		tcn_arena_init(&arena, 0);
		lookup = tcn_lookup_attach(pipe);
		ck_assert_int_eq(tcn_store_item(tcn_pipeline_store(pipe), seq,
				     &arena, &row),
		    TCN_OK);
		ck_assert_int_eq(tcn_lookup_item(lookup, row,
				     TCN_LOOKUP_REWRITES, 10, &hits, &err),
		    TCN_OK);
		ck_assert_uint_eq(hits.n, seq % 3 ? 1 : 0);
		if (hits.n) {
			ck_assert(hits.at[0].rewrite);
			ck_assert_uint_eq(hits.at[0].item->place.seq,
			    seq % 3 == 1 ? seq + 1 : seq - 1);
		}
		ck_assert_int_eq(tcn_lookup_item(lookup, row, TCN_LOOKUP_COPIES,
				     10, &hits, &err),
		    TCN_OK);
		ck_assert_uint_eq(hits.n, 0);
		tcn_lookup_close(lookup);
		tcn_arena_fini(&arena);
	}
	tcn_pipeline_close(pipe);
	temp_drop(dir);
}
END_TEST

/* What a sender named is stored with the item, and comes back with it. */
START_TEST(content_that_was_sent_is_stored)
{
	static const char line[] =
	    "{\"id\":\"a\",\"lang\":\"es\",\"title\":\"Las casas\",\"content\":"
	    "{\"propn\":[\"Quilenge\"],\"noun\":[\"casa\"]}}";
	struct tcn_pipeline_outcome outcome;
	struct tcn_store_item_row *row;
	struct tcn_article article;
	struct tcn_err err = { 0 };
	struct tcn_arena arena;
	struct tcn_pipeline *pipe;
	char dir[TEMP_BYTES], db[96];

	tcn_arena_init(&arena, 0);
	temp_dir(dir);
	snprintf(db, sizeof db, "%s/news.db", dir);
	pipe = open_pipe(db, on);
	ck_assert_int_eq(tcn_json_article(tcn_str(line), NULL, &arena, &article,
			     &err),
	    TCN_OK);
	ck_assert_int_eq(tcn_pipeline_article(pipe, &article,
			     TCN_CLOCK_NO_BOUND, &outcome, &err),
	    TCN_OK);
	ck_assert_int_eq(tcn_pipeline_commit(pipe, &err), TCN_OK);
	ck_assert_int_eq(tcn_store_item(tcn_pipeline_store(pipe), 1, &arena,
			     &row),
	    TCN_OK);
	ck_assert_int_eq(row->article.content.source, TCN_CONTENT_SENT);
	ck_assert_uint_eq(row->article.content.n, 2);
	tcn_pipeline_close(pipe);
	tcn_arena_fini(&arena);
	temp_drop(dir);
}
END_TEST

TCN_TESTS(rewrites)
{
	TCN_EACH(rewrites_and_forms_are_told_apart, ways);
	tcase_add_test(tc, a_day_is_one_of_its_zone);
	tcase_add_test(tc, off_nothing_is_looked_for);
	tcase_add_test(tc, a_rewrite_may_count_as_the_same_text);
	TCN_EACH(a_restart_changes_nothing, restarted);
	tcase_add_test(tc, look_ups_go_both_ways);
	tcase_add_test(tc, content_that_was_sent_is_stored);
}

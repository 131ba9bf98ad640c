/*
 * What the store refuses is left out, and all else is as if it had not come: in
 * the answers, in the events, and in the store, row by row, wherever in a
 * transaction it came.
 */
#include "tests/base/run.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/item/json_article.h"
#include "tests/base/raw_store.h"
#include "tests/base/temp.h"
#include "tests/tools/pipeline/piped.h"
#include "tests/tools/pipeline/walk_lines.h"
#include "tools/pipeline/headlines.h"

#define ITEMS 900

static char dir[TEMP_BYTES];
static char path[TEMP_BYTES + 16];

static void
setup(void)
{
	temp_dir(dir);
}

static void
teardown(void)
{
	temp_drop(dir);
}

static const char *
db(const char *name)
{
	snprintf(path, sizeof path, "%s/%s", dir, name);
	return path;
}

/* From now on the store refuses rows of this table where that holds. */
static void
refuse(const char *name, const char *table, const char *column,
    const char *condition)
{
	char sql[256], *why = NULL;
	sqlite3 *sqlite;

	sqlite = raw_store(db(name));
	snprintf(sql, sizeof sql,
	    "CREATE UNIQUE INDEX refuses ON %s (1) WHERE %s %s", table, column,
	    condition);
	ck_assert_msg(!sqlite3_exec(sqlite, sql, NULL, NULL, &why), "%s", why);
	sqlite3_close(sqlite);
}

static enum tcn_rc
feed(struct tcn_pipeline *pipe, struct tcn_str line,
    struct tcn_pipeline_outcome *outcome, struct tcn_err *err)
{
	struct tcn_article article;
	struct tcn_arena arena;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_json_article(line, NULL, &arena, &article, err),
	    TCN_OK);
	rc = tcn_pipeline_article(pipe, &article, TCN_CLOCK_NO_BOUND, outcome,
	    err);
	tcn_arena_fini(&arena);
	return rc;
}

/* An article of a category of which the store takes one. */
static void
feed_refused(struct tcn_pipeline *pipe, unsigned i, enum tcn_rc due)
{
	struct tcn_buf line = { 0 };
	struct tcn_pipeline_outcome outcome;
	struct tcn_err err = { 0 };

	tcn_buf_printf(&line,
	    "{\"id\":\"refused%u\",\"category\":\"refuse\",\"lang\":\"en\","
	    "\"source\":\"Paper %u\",\"title\":\"Zora Quell Imre bridge "
	    "closes after storm\",\"ts\":%u,"
	    "\"url\":\"https://paper%u.example/news/1\"}",
	    i, i % 7, 1700000000 + i * 100, i % 7);
	ck_assert_int_eq(feed(pipe, tcn_buf_view(&line), &outcome, &err), due);
	ck_assert(!due || strstr(err.text, "the store refuses this article"));
	ck_assert(!due || strstr(err.text, "UNIQUE constraint failed"));
	ck_assert(!due || !outcome.placement.seq);
	tcn_buf_fini(&line);
}

static const char *const settings[][9] = {
	{ "rules.more_than=2", "rules.min_origins=1", "rules.least=0",
	    "near.horizon=2d", NULL },
	{ "rules.kind=similar", "rules.more_than=1", "near.horizon=2d",
	    "pairs.on=true", "pairs.least_words=0", "input.versions=count",
	    NULL },
	{ "rules.kind=cluster", "rules.more_than=1", "shingle.least_words=1",
	    "shingle.least_shared=1", "pairs.on=true", "pairs.origin=true",
	    "category.least=1", NULL },
};

static void
commit_now_and_then(struct walk_lines *lines, struct tcn_pipeline *a,
    struct tcn_pipeline *b)
{
	struct tcn_err err = { 0 };

	if (walk_once_in(lines, 60)) {
		ck_assert_int_eq(tcn_pipeline_commit_delta(a, &err), TCN_OK);
		ck_assert_int_eq(tcn_pipeline_commit_delta(b, &err), TCN_OK);
	} else if (walk_once_in(lines, 300)) {
		ck_assert_int_eq(tcn_pipeline_commit(a, &err), TCN_OK);
		ck_assert_int_eq(tcn_pipeline_commit(b, &err), TCN_OK);
	}
}

/* One takes what is refused between its articles, the other does not. */
START_TEST(what_is_refused_changes_nothing)
{
	struct tcn_pipeline *with, *without;
	struct walk_lines lines = { .random = (uint64_t)_i + 7,
		.now_s = 1700000000,
		.gives_numbers = _i == 1 };
	struct tcn_err err = { 0 };
	uint64_t sum;

	without = piped_open(db("without.db"), settings[_i], 0);
	with = piped_open(db("with.db"), settings[_i], 0);
	feed_refused(without, 0, TCN_OK);
	feed_refused(with, 0, TCN_OK);
	ck_assert_int_eq(tcn_pipeline_commit(without, &err), TCN_OK);
	ck_assert_int_eq(tcn_pipeline_commit(with, &err), TCN_OK);
	refuse("with.db", "items", "category", "= 'refuse'");
	for (lines.step = 1; lines.step < ITEMS; lines.step++) {
		struct tcn_pipeline_outcome a, b;

		walk_put_article(&lines);
		ck_assert_int_eq(feed(without, tcn_buf_view(&lines.line), &a,
				     &err),
		    TCN_OK);
		ck_assert_int_eq(feed(with, tcn_buf_view(&lines.line), &b,
				     &err),
		    TCN_OK);
		ck_assert_mem_eq(&a.placement, &b.placement,
		    sizeof a.placement);
		ck_assert_uint_eq(a.changes.events_n, b.changes.events_n);
		ck_assert_uint_eq(a.repeat_of, b.repeat_of);
		if (walk_once_in(&lines, 12))
			feed_refused(with, lines.step, TCN_INVALID);
		commit_now_and_then(&lines, without, with);
	}
	ck_assert_uint_gt(tcn_pipeline_counts(with)->events, 0);
	ck_assert_uint_eq(tcn_pipeline_counts(with)->events,
	    tcn_pipeline_counts(without)->events);
	ck_assert_uint_eq(tcn_pipeline_counts(with)->items,
	    tcn_pipeline_counts(without)->items);
	sum = piped_finish(without);
	ck_assert_uint_eq(piped_finish(with), sum);
	tcn_buf_fini(&lines.line);
}
END_TEST

/* In a table of events: the article that makes one fire is refused with it,
 * and whoever comes next is taken. */
START_TEST(an_article_goes_with_its_event)
{
	static const char *const rule[] = { "rules.kind=similar",
		"rules.more_than=1", NULL };
	struct tcn_pipeline *pipe = piped_open(db("event.db"), rule, 0);
	struct tcn_pipeline_outcome outcome;
	struct tcn_buf line = { 0 };
	struct tcn_err err = { 0 };

	refuse("event.db", "events", "1", "= 1");
	for (unsigned i = 0; i < 8; i++) {
		bool second = i == 3 || i == 5; /* like the one before */
		enum tcn_rc rc;

		tcn_buf_clear(&line);
		tcn_buf_printf(&line,
		    "{\"id\":\"e%u\",\"ts\":%u,\"source\":\"Paper %u\","
		    "\"lang\":\"en\",\"title\":\"",
		    i, 1700000000 + i, i);
		for (unsigned k = 0; k < 9; k++) {
			piped_word(&line, (i - second) * 100 + k);
			tcn_buf_char(&line, ' ');
		}
		tcn_buf_z(&line, "\"}");
		rc = feed(pipe, tcn_buf_view(&line), &outcome, &err);
		/* The store takes one event. */
		ck_assert_int_eq(rc, i == 5 ? TCN_INVALID : TCN_OK);
		ck_assert_uint_eq(outcome.changes.events_n, i == 3);
	}
	ck_assert_uint_eq(tcn_pipeline_counts(pipe)->items, 7);
	ck_assert_uint_eq(tcn_pipeline_next_seq(pipe), 8);
	tcn_buf_fini(&line);
	piped_finish(pipe);
}
END_TEST

/* The number of an item that was rolled back is another's then. */
START_TEST(headlines_forget_what_was_rolled_back)
{
	static const char *const titles[] = {
		"Ferry sinks off Imre island after a storm",
		"Old bridge of Zora closes after a heavy flood",
	};
	struct tcn_headlines *headlines = tcn_headlines_new(NULL);
	struct tcn_store *st;
	struct tcn_store_tx *tx;
	struct tcn_err err;
	uint64_t seq = 1;

	ck_assert(!tcn_store_open(db("again.db"), TCN_STORE_CREATE, &st, &err));
	for (size_t i = 0; i < 2; i++) {
		const struct tcn_article article = {
			.title = tcn_str(titles[i]), .plain = true
		};
		const struct tcn_placement place = { .seq = seq, .text = seq };
		struct tcn_event event = {
			.revision = 1, .evidence = &seq, .evidence_n = 1
		};

		ck_assert(!tcn_store_begin(st, &tx));
		ck_assert(!tcn_store_put_article(tx, &article, "en", &place));
		tcn_headlines_free_texts(headlines);
		ck_assert(!tcn_headlines_choose_revision(headlines, st,
		    INT64_MAX, &event));
		ck_assert(tcn_str_equal(event.headline.text,
		    tcn_str(titles[i])));
		tcn_store_rollback(st);
		tcn_headlines_forget(headlines);
	}
	tcn_store_close(st);
	tcn_headlines_free(headlines);
}
END_TEST

TCN_TESTS(refused)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, headlines_forget_what_was_rolled_back);
	tcase_add_test(tc, an_article_goes_with_its_event);
	TCN_EACH(what_is_refused_changes_nothing, settings);
}

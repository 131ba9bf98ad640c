/*
 * The promise under test: however a stream is cut up, into batches or by
 * kills, and whether it is stored or not, it comes to the same decisions.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/json_article.h"
#include "sql/query.h"
#include "sql/store_read.h"
#include "tests/base/demo.h"
#include "tests/base/temp.h"
#include "tests/tools/pipeline/piped.h"
#include "tools/conf/conf.h"
#include "tools/conf/rulebook.h"
#include "tools/pipeline/alert.h"
#include "tools/pipeline/pipeline.h"
#include "tools/pipeline/setup.h"

#define ITEMS 1000

/* A generated stream, each line with its NUL. */
static char *lines[ITEMS];
static size_t lines_n;

/* Where the stores of one test lie. */
static char dir[64];

/* Several rules at once, some of which choose their items. */
static const char many[] = "rules.quiet=70m";
static const char rules[] =
    "rules:\n"
    "  - {name: all, more_than: 9, within: 4h}\n"
    "  - {name: few, more_than: 3, within: 90m, min_publishers: 2}\n"
    "  - {name: near, count: similar, more_than: 2, within: 3h}\n"
    "  - {name: told, of: publishers, more_than: 2, within: 2h,"
    " where: {any: [the, a, of]}}\n"
    "  - {name: seen, watch: true, within: 2h,"
    " where: {any: [fire, storm, bridge, mayor, bank, \"/qu[ae]/\"]}}\n";
static struct tcn_rulebook book;

static void
open_book(void)
{
	struct tcn_err err = { 0 };
	struct tcn_conf conf;

	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	ck_assert_msg(!tcn_rulebook_read(&conf, "rules", tcn_str(rules), NULL,
			  &book, &err),
	    "%s", err.text);
	tcn_conf_fini(&conf);
}

static void
make_stream(void)
{
	struct tcn_demo *demo = demo_new(ITEMS, 2);
	struct tcn_str line;

	for (lines_n = 0; lines_n < ITEMS; lines_n++) {
		if (tcn_demo_next(demo, &line) != TCN_OK)
			break;
		lines[lines_n] = tcn_mem_dupz(line.at, line.n);
	}
	tcn_demo_free(demo);
	ck_assert_uint_gt(lines_n, ITEMS / 2);
	temp_dir(dir);
	open_book();
}

static void
drop_stream(void)
{
	for (size_t i = 0; i < lines_n; i++)
		tcn_mem_free(lines[i]);
	tcn_rulebook_close(&book);
	temp_drop(dir);
}

static void
is_sound(const struct tcn_pipeline *pipe)
{
	struct tcn_err err = { 0 };

	ck_assert_msg(!tcn_pipeline_check(pipe, &err), "%s", err.text);
}

static struct tcn_pipeline *
open_pipe(const char *settings, const char *db, uint64_t commit_every)
{
	struct tcn_pipeline_conf pipe_conf;
	struct tcn_pipeline *pipe;
	struct tcn_err err = { 0 };
	struct tcn_conf conf;

	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	/* A low threshold, so that a short stream has alerts by both rules. */
	ck_assert_int_eq(tcn_conf_set(&conf, "rules.more_than=3", &err),
	    TCN_OK);
	if (settings)
		ck_assert_int_eq(tcn_conf_set(&conf, settings, &err), TCN_OK);
	tcn_setup_pipeline(&conf, &pipe_conf);
	if (settings == many)
		tcn_rulebook_use(&book, &pipe_conf.detector);
	pipe_conf.prepare.textcat_dir = NULL;
	pipe_conf.commit_every = pipe_conf.compact_every = commit_every;
	pipe_conf.compact_rows = 1;
	ck_assert_msg(!tcn_pipeline_open(&pipe_conf, db, &pipe, &err), "%s",
	    err.text);
	tcn_conf_fini(&conf);
	is_sound(pipe);
	return pipe;
}

/* Feeds lines [from, to); adds the alerts to *alerts, which may be NULL. */
static void
feed(struct tcn_pipeline *pipe, size_t from, size_t to, struct tcn_buf *alerts)
{
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	for (size_t i = from; i < to; i++) {
		struct tcn_pipeline_outcome outcome;
		struct tcn_article article;
		struct tcn_err err = { 0 };

		tcn_arena_reset(&arena);
		ck_assert_int_eq(tcn_json_article(tcn_str(lines[i]), NULL,
				     &arena, &article, &err),
		    TCN_OK);
		ck_assert_msg(!tcn_pipeline_article(pipe, &article,
				  TCN_CLOCK_NO_BOUND, &outcome, &err),
		    "%s", err.text);
		for (size_t k = 0; alerts && k < outcome.changes.events_n;
		     k++) {
			struct tcn_event event = outcome.changes.events[k];

			/* Without a store only what fires has them, and nobody
			 * knows what a story that closed came to. */
			if (event.revision > 1) {
				event.origins = event.publishers = 0;
				event.headline =
				    (struct tcn_event_headline){ 0 };
				event.terms_n = 0;
			}
			tcn_alert_json(alerts, &event,
			    tcn_pipeline_item_names(pipe));
		}
	}
	tcn_arena_fini(&arena);
}

static const char *
path(const char *name)
{
	static char full[128];

	snprintf(full, sizeof full, "%s/%s", dir, name);
	return full;
}

static const char *const variants[] = { "rules.kind=story",
	"rules.kind=similar", many };

START_TEST(a_store_changes_no_decision)
{
	struct tcn_buf with = { 0 }, without = { 0 };
	struct tcn_pipeline *pipe = open_pipe(variants[_i], NULL, 100);

	feed(pipe, 0, lines_n, &without);
	tcn_pipeline_close(pipe);
	pipe = open_pipe(variants[_i], path("with.db"), 2);
	feed(pipe, 0, lines_n, &with);
	piped_finish(pipe);
	ck_assert_uint_gt(with.n, 0);
	ck_assert(tcn_str_equal(tcn_buf_view(&with), tcn_buf_view(&without)));
	tcn_buf_fini(&with);
	tcn_buf_fini(&without);
}
END_TEST

/* Runs the whole stream into a store, committing every so many articles; what
 * the store comes to. */
static uint64_t
run_whole(const char *variant, const char *name, uint64_t every)
{
	struct tcn_pipeline *pipe = open_pipe(variant, path(name), every);

	feed(pipe, 0, lines_n, NULL);
	return piped_finish(pipe);
}

START_TEST(batches_change_nothing)
{
	uint64_t one = run_whole(variants[_i], "one.db", 1000);

	ck_assert_uint_eq(run_whole(variants[_i], "two.db", 7), one);
}
END_TEST

/* Closing without commit is what a kill leaves: the last commit. */
START_TEST(cuts_change_nothing)
{
	uint64_t whole = run_whole(variants[_i], "one.db", 500);
	struct tcn_pipeline *pipe;

	for (size_t cut = lines_n / 9; cut < lines_n; cut += lines_n / 9) {
		pipe = open_pipe(variants[_i], path("cut.db"), 61);
		feed(pipe, 0, cut, NULL);
		tcn_pipeline_close(pipe);
	}
	pipe = open_pipe(variants[_i], path("cut.db"), 500);
	feed(pipe, 0, lines_n, NULL);
	ck_assert_uint_eq(piped_finish(pipe), whole);
}
END_TEST

/* Commits every few articles, most of the time to the delta log. */
static void
feed_in_deltas(struct tcn_pipeline *pipe, size_t to, size_t step)
{
	for (size_t i = 0; i < to; i += step) {
		struct tcn_err err = { 0 };

		feed(pipe, i, i + step < to ? i + step : to, NULL);
		ck_assert_msg(!tcn_pipeline_commit_delta(pipe, &err), "%s",
		    err.text);
		if (i % (8 * step) == 0)
			is_sound(pipe);
	}
}

/* With kills between commits of deltas, and after those that compact. */
START_TEST(commits_of_deltas_change_nothing)
{
	struct tcn_pipeline *pipe =
	    open_pipe(variants[_i], path("one.db"), 500);
	uint64_t whole;

	feed(pipe, 0, lines_n, NULL);
	whole = piped_finish(pipe);
	for (size_t cut = lines_n / 7; cut + 5 < lines_n; cut += lines_n / 7) {
		pipe = open_pipe(variants[_i], path("deltas.db"), 100);
		feed_in_deltas(pipe, cut, 17);
		feed(pipe, 0, cut + 5, NULL); /* lost */
		tcn_pipeline_close(pipe);
	}
	pipe = open_pipe(variants[_i], path("deltas.db"), 100);
	feed_in_deltas(pipe, lines_n, 17);
	ck_assert_uint_eq(piped_finish(pipe), whole);
}
END_TEST

static uint64_t
stories_sum(const struct tcn_store *st)
{
	struct tcn_query q = tcn_query(st,
	    "SELECT sum(items) FROM stories WHERE merged_into = 0");
	uint64_t sum = 0;

	ck_assert_int_eq(TCN_QUERY_ONE(&q, NULL, &sum), TCN_OK);
	return sum;
}

/* Deltas that were not compacted yet are compacted after a kill, too. */
START_TEST(what_was_left_for_later_is_done)
{
	struct tcn_pipeline *pipe = open_pipe(NULL, path("left.db"), 1000);
	struct tcn_err err = { 0 };
	uint64_t before, after;

	feed(pipe, 0, 300, NULL);
	ck_assert_int_eq(tcn_pipeline_commit(pipe, &err), TCN_OK);
	before = stories_sum(tcn_pipeline_store(pipe));
	feed(pipe, 300, 600, NULL);
	ck_assert_int_eq(tcn_pipeline_commit_delta(pipe, &err), TCN_OK);
	ck_assert(!tcn_pipeline_is_compacted(pipe));
	tcn_pipeline_close(pipe);
	pipe = open_pipe(NULL, path("left.db"), 1000);
	ck_assert_int_eq(tcn_pipeline_commit(pipe, &err), TCN_OK);
	after = stories_sum(tcn_pipeline_store(pipe));
	ck_assert_uint_gt(after, before);
	ck_assert_int_eq(tcn_pipeline_commit(pipe, &err), TCN_OK);
	ck_assert_uint_eq(stories_sum(tcn_pipeline_store(pipe)), after);
	tcn_pipeline_close(pipe);
	pipe = open_pipe(NULL, path("right.db"), 1000);
	feed(pipe, 0, 600, NULL);
	ck_assert_int_eq(tcn_pipeline_commit(pipe, &err), TCN_OK);
	ck_assert_uint_eq(stories_sum(tcn_pipeline_store(pipe)), after);
	tcn_pipeline_close(pipe);
}
END_TEST

/* Killed during a compaction: no story is forgotten. */
START_TEST(a_kill_between_pieces_forgets_no_story)
{
	size_t n = 300 + 61 * (size_t)_i;
	struct tcn_pipeline *pipe = open_pipe(NULL, path("left.db"), 60);
	struct tcn_err err = { 0 };
	uint64_t sum;

	feed_in_deltas(pipe, n, 7);
	tcn_pipeline_close(pipe);
	pipe = open_pipe(NULL, path("left.db"), 60);
	while (!tcn_pipeline_is_compacted(pipe)) {
		ck_assert_int_eq(tcn_pipeline_compact(pipe, &err), TCN_OK);
		is_sound(pipe);
	}
	sum = stories_sum(tcn_pipeline_store(pipe));
	tcn_pipeline_close(pipe);
	pipe = open_pipe(NULL, path("right.db"), 1000);
	feed(pipe, 0, n, NULL);
	ck_assert_int_eq(tcn_pipeline_commit(pipe, &err), TCN_OK);
	ck_assert_uint_eq(stories_sum(tcn_pipeline_store(pipe)), sum);
	tcn_pipeline_close(pipe);
}
END_TEST

/* Turns a bit in the middle of the file. */
static void
turn_bit(const char *name)
{
	FILE *file = fopen(name, "r+");
	long middle;
	int byte;

	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
	middle = ftell(file) / 2;
	ck_assert_int_eq(fseek(file, middle, SEEK_SET), 0);
	byte = fgetc(file);
	ck_assert_int_eq(fseek(file, middle, SEEK_SET), 0);
	ck_assert_int_ne(fputc(byte ^ 1, file), EOF);
	ck_assert_int_eq(fclose(file), 0);
}

START_TEST(a_damaged_log_is_said_and_passed_over)
{
	char *said;
	pid_t pid = fork();

	if (pid == 0) {
		feed(open_pipe(NULL, path("n.db"), 1), 0, 20, NULL);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	turn_bit(path("n.db-wal"));
	ck_assert_ptr_nonnull(freopen(path("said"), "w", stderr));
	tcn_pipeline_close(open_pipe(NULL, path("n.db"), 1));
	ck_assert_int_eq(fflush(stderr), 0);
	said = temp_read(path("said"));
	ck_assert_msg(strstr(said, "event=damaged") && strstr(said, "n.db"),
	    "%s", said);
}
END_TEST

START_TEST(a_repeat_is_known)
{
	const char *db = _i ? path("repeat.db") : NULL;
	struct tcn_pipeline *pipe = open_pipe(NULL, db, 50);
	const struct tcn_pipeline_counts *n = tcn_pipeline_counts(pipe);

	feed(pipe, 0, 200, NULL);
	feed(pipe, 100, 300, NULL);
	ck_assert_uint_eq(n->items, 300);
	ck_assert_uint_eq(n->known, 100);
	tcn_pipeline_close(pipe);
}
END_TEST

/* What may change only on purpose: the decisions on a known stream. */
START_TEST(decisions_are_the_recorded_ones)
{
	struct tcn_pipeline *pipe = open_pipe(NULL, NULL, 100);
	const struct tcn_pipeline_counts *n = tcn_pipeline_counts(pipe);
	struct tcn_buf alerts = { 0 };

	feed(pipe, 0, lines_n, &alerts);
	ck_assert_uint_ge(n->events, 2);
	ck_assert_uint_gt(n->duplicates, 0);
	ck_assert_uint_gt(n->stories, n->events);
	tcn_buf_fini(&alerts);
	tcn_pipeline_close(pipe);
}
END_TEST

/* --- who else writes --- */

static bool
has_meta(const struct tcn_store *st, const char *name)
{
	struct tcn_arena arena;
	struct tcn_str value;

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_store_get_meta(st, name, &arena, &value), TCN_OK);
	tcn_arena_fini(&arena);
	return value.at != NULL;
}

static uint64_t
last_seq(const struct tcn_store *st)
{
	uint64_t seq;

	ck_assert_int_eq(tcn_store_last_seq(st, &seq), TCN_OK);
	return seq;
}

/* One that fails undoes its own writes, and no article. */
START_TEST(another_writer_has_a_transaction_of_its_own)
{
	struct tcn_pipeline *pipe = open_pipe(NULL, path("two.db"), 1000);
	const struct tcn_store *st = tcn_pipeline_store(pipe);
	struct tcn_err err = { 0 };
	struct tcn_store_tx *tx;

	for (int fails = 0; fails < 2; fails++) {
		const char *name = fails ? "undone" : "kept";
		uint64_t seq;

		feed(pipe, (size_t)fails * 20, (size_t)fails * 20 + 20, NULL);
		seq = last_seq(st);
		ck_assert(tcn_pipeline_is_writing(pipe));
		ck_assert_int_eq(tcn_pipeline_begin(pipe, &tx, &err), TCN_OK);
		is_sound(pipe);
		ck_assert_int_eq(tcn_store_put_meta(tx, name, tcn_str("x")),
		    TCN_OK);
		ck_assert_int_eq(tcn_pipeline_end(pipe,
				     fails ? TCN_LIMIT : TCN_OK, &err),
		    fails ? TCN_LIMIT : TCN_OK);
		is_sound(pipe);
		ck_assert(!tcn_pipeline_is_writing(pipe));
		ck_assert_int_eq(has_meta(st, name), !fails);
		ck_assert_uint_eq(last_seq(st), seq);
	}
	ck_assert_uint_gt(last_seq(st), 20);
	tcn_pipeline_close(pipe);
}
END_TEST

/* What follows from an article is lost with it. */
START_TEST(what_joins_the_articles_is_committed_with_them)
{
	struct tcn_pipeline *pipe = open_pipe(NULL, path("join.db"), 1000);

	feed(pipe, 0, 20, NULL);
	ck_assert_int_eq(tcn_store_put_meta(tcn_pipeline_tx(pipe), "joined",
			     tcn_str("x")),
	    TCN_OK);
	tcn_pipeline_close(pipe);
	pipe = open_pipe(NULL, path("join.db"), 1000);
	ck_assert(!has_meta(tcn_pipeline_store(pipe), "joined"));
	ck_assert_uint_eq(last_seq(tcn_pipeline_store(pipe)), 0);
	tcn_pipeline_close(pipe);
}
END_TEST

/* While another writes, no article is taken and no second one begins. */
START_TEST(a_second_owner_is_asserted)
{
	struct tcn_pipeline *pipe = open_pipe(NULL, path("lent.db"), 1000);
	struct tcn_err err = { 0 };
	struct tcn_store_tx *tx;

	if (_i < 2)
		ck_assert_int_eq(tcn_pipeline_begin(pipe, &tx, &err), TCN_OK);
	if (_i == 0)
		feed(pipe, 0, 1, NULL);
	else if (_i == 1)
		(void)!tcn_pipeline_begin(pipe, &tx, &err);
	else
		(void)tcn_pipeline_tx(pipe); /* no article has come */
}
END_TEST

TCN_TESTS(pipeline)
{
	tcase_add_checked_fixture(tc, make_stream, drop_stream);
	tcase_add_loop_test(tc, a_store_changes_no_decision, 0, 2);
	tcase_add_loop_test(tc, batches_change_nothing, 0, 2);
	tcase_add_loop_test(tc, commits_of_deltas_change_nothing, 0, 2);
	tcase_add_test(tc, what_was_left_for_later_is_done);
	tcase_add_loop_test(tc, a_kill_between_pieces_forgets_no_story, 0, 4);
	tcase_add_loop_test(tc, cuts_change_nothing, 0, 2);
	tcase_add_test(tc, a_damaged_log_is_said_and_passed_over);
	tcase_add_loop_test(tc, a_repeat_is_known, 0, 2);
	tcase_add_test(tc, decisions_are_the_recorded_ones);
	tcase_add_test(tc, another_writer_has_a_transaction_of_its_own);
	tcase_add_test(tc, what_joins_the_articles_is_committed_with_them);
	tcase_add_loop_test_raise_signal(tc, a_second_owner_is_asserted,
	    SIGABRT, 0, 3);
}

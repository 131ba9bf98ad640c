/*
 * The property under test: a point of a sweep fires what a replay with its
 * settings fires, byte for byte, however many points share the work and however
 * many threads do it.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/base/demo.h"
#include "tests/base/sound.h"
#include "tests/base/temp.h"
#include "tools/conf/conf_value.h"
#include "tools/lab/eval/replay.h"
#include "tools/lab/eval/sweep/sweep_view.h"
#include "tools/pipeline/setup.h"

#define ITEMS 1500

static char dir[64];

/* As many points as combinations, each with the values of its own. */
/* The point's configuration has the grid's value of that axis. */
static enum tcn_rc
check_value(const struct tcn_sweep_grid *grid, size_t point, size_t axis,
    struct tcn_err *err)
{
	const struct tcn_conf_row *row = grid->axes[axis].row;
	struct tcn_str want = tcn_sweep_grid_value(grid, point, axis);
	struct tcn_buf got = { 0 };
	enum tcn_rc rc = TCN_OK;

	tcn_conf_value_print(row, (const char *)&grid->points[point] + row->at,
	    &got);
	if (!tcn_str_equal(tcn_buf_view(&got), want))
		rc = tcn_err_set(err, TCN_CORRUPT,
		    "point %zu has %s=%.*s in its configuration, not %.*s",
		    point, row->key, TCN_STR_ARG(tcn_buf_view(&got)),
		    TCN_STR_ARG(want));
	tcn_buf_fini(&got);
	return rc;
}

static enum tcn_rc
sweep_grid_check(const struct tcn_sweep_grid *grid, struct tcn_err *err)
{
	size_t n = 1;
	enum tcn_rc rc = TCN_OK;

	assert(grid->points); /* it is sealed */
	for (size_t i = 0; i < grid->axes_n; i++)
		n *= grid->axes[i].n;
	if (n != grid->points_n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the axes have %zu combinations, the grid %zu points", n,
		    grid->points_n);
	for (size_t p = 0; !rc && p < n; p++) {
		size_t number = 0;

		for (size_t i = 0; !rc && i < grid->axes_n; i++) {
			number = number * grid->axes[i].n +
			    tcn_sweep_grid_index(grid, p, i);
			rc = check_value(grid, p, i, err);
		}
		if (!rc && number != p)
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "point %zu has the indexes of point %zu", p,
			    number);
	}
	return rc;
}

/* As many items are listed as there are numbers of them. */
static enum tcn_rc
sweep_cites_check(const struct tcn_sweep_cites *cites, struct tcn_err *err)
{
	if (cites->n != cites->by_seq.n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu items are cited by %zu numbers", cites->n,
		    cites->by_seq.n);
	return tcn_map_check(&cites->by_seq, err);
}

/* A grid of these axes over the settings given, both space-separated. */
struct tried {
	struct tcn_conf conf;
	struct tcn_sweep_grid grid;
};

static void
each_word(const char *words, struct tried *tried,
    void (*take)(struct tried *tried, const char *word))
{
	char copy[256], *rest = copy, *word;

	snprintf(copy, sizeof copy, "%s", words);
	while ((word = strtok_r(rest, " ", &rest)))
		take(tried, word);
}

static void
set_word(struct tried *tried, const char *word)
{
	ck_assert_int_eq(tcn_conf_set(&tried->conf, word, NULL), TCN_OK);
}

static void
add_word(struct tried *tried, const char *word)
{
	struct tcn_err err = { 0 };

	ck_assert_msg(!tcn_sweep_grid_add(&tried->grid, word, &err), "%s",
	    err.text);
}

static void
make_grid(struct tried *tried, const char *settings, const char *axes)
{
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_conf_init(&tried->conf), TCN_OK);
	each_word(settings, tried, set_word);
	tcn_sweep_grid_init(&tried->grid, &tried->conf);
	each_word(axes, tried, add_word);
	ck_assert_msg(!tcn_sweep_grid_seal(&tried->grid, &err), "%s", err.text);
	ck_sound(sweep_grid_check, &tried->grid);
}

static void
drop_grid(struct tried *tried)
{
	tcn_sweep_grid_fini(&tried->grid);
	tcn_conf_fini(&tried->conf);
}

/* Runs the demo through conf; the sweep is finished unless rc says else. */
static enum tcn_rc
run_sweep(const struct tcn_sweep_conf *conf, uint32_t items,
    struct tcn_sweep **sweep, struct tcn_err *err)
{
	struct tcn_demo *demo = demo_new(items, 3);
	struct tcn_source *source = NULL;
	enum tcn_rc rc;

	source = tcn_source_open_demo(demo);
	*sweep = NULL;
	rc = tcn_sweep_open(conf, sweep, err);
	while (!rc)
		rc = tcn_sweep_step(*sweep, source, err);
	if (rc == TCN_DONE)
		rc = tcn_sweep_finish(*sweep, 0, err);
	for (size_t i = 0; !rc && i < (*sweep)->points_n; i++)
		ck_sound(sweep_cites_check, &(*sweep)->points[i].cites);
	for (size_t i = 0; !rc && i < (*sweep)->stages_n; i++)
		if ((*sweep)->stages[i])
			ck_sound(sweep_cites_check,
			    &(*sweep)->stages[i]->cites);
	tcn_source_close(source);
	tcn_demo_free(demo);
	return rc;
}

/* Returns the alerts that a replay with a point's settings writes. */
static char *
replayed(const struct tcn_conf *conf)
{
	struct tcn_demo *demo = demo_new(ITEMS, 3);
	struct tcn_replay_conf replay_conf = { 0 };
	struct tcn_replay *replay;
	struct tcn_source *source;
	struct tcn_err err = { 0 };
	char path[128];
	enum tcn_rc rc = TCN_OK;

	snprintf(path, sizeof path, "%s/replayed", dir);
	replay_conf.alerts = path;
	tcn_setup_pipeline(conf, &replay_conf.pipeline);
	source = tcn_source_open_demo(demo);
	ck_assert_msg(!tcn_replay_open(&replay_conf, &replay, &err), "%s",
	    err.text);
	while (!rc)
		rc = tcn_replay_step(replay, source, &err);
	ck_assert_int_eq(rc, TCN_DONE);
	ck_assert_int_eq(tcn_replay_finish(replay, 0, &err), TCN_OK);
	tcn_replay_close(replay);
	tcn_source_close(source);
	tcn_demo_free(demo);
	return temp_read(path);
}

/* Cuts what the alerts say of dossiers, which points do not follow. */
static void
cut_dossiers(char *alerts)
{
	static const char begins[] = ",\"dossier\":";
	char *at = alerts, *end;

	while ((at = strstr(at, begins))) {
		end = strstr(at, "\"goes_on\":");
		ck_assert_ptr_nonnull(end);
		end += strcspn(end, ",}");
		memmove(at, end, strlen(end) + 1);
	}
}

static const struct {
	const char *settings, *axes;
	size_t jobs;
	bool unshared;
} runs[] = {
	{ "", "more_than=3,8 within=1h,4h", 1, false },
	{ "more_than=3", "join=0.12,0.25 rules.least=0,90", 3, false },
	{ "more_than=3 min_origins=2",
	    "near.horizon=1d,3d df.half_life=1d,14d "
	    "time.lateness=10m,4h",
	    2, false },
	{ "more_than=3", "rules.kind=story,similar radius=3,7", 2, false },
	{ "more_than=3", "words_max=16,20000", 2, false },
	{ "more_than=3", "within=1h,4h", 2, true },
};

START_TEST(a_point_fires_what_a_replay_fires)
{
	struct tried tried;
	struct tcn_sweep_conf conf = { .grid = &tried.grid,
		.jobs = runs[_i].jobs,
		.unshared = runs[_i].unshared,
		.alerts_dir = dir };
	struct tcn_sweep *sweep;
	struct tcn_err err = { 0 };
	size_t alerts = 0;

	temp_dir(dir);
	make_grid(&tried, runs[_i].settings, runs[_i].axes);
	ck_assert_msg(!run_sweep(&conf, ITEMS, &sweep, &err), "%s", err.text);
	for (size_t i = 0; i < tried.grid.points_n; i++) {
		char path[128], *swept, *want;

		snprintf(path, sizeof path, "%s/%zu.ndjson", dir, i + 1);
		swept = temp_read(path);
		want = replayed(&tried.grid.points[i]);
		cut_dossiers(want);
		ck_assert_str_eq(swept, want);
		alerts += sweep->points[i].alerts_n;
		tcn_mem_free(swept);
		tcn_mem_free(want);
	}
	ck_assert_uint_gt(alerts, 0);
	tcn_sweep_close(sweep);
	drop_grid(&tried);
	temp_drop(dir);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* More terms than there is room for: nothing may be shared, and that is said
 * before anything differs. */
START_TEST(a_full_dictionary_is_not_shared)
{
	struct tried tried;
	struct tcn_sweep_conf conf = { .grid = &tried.grid, .jobs = 2 };
	struct tcn_sweep *sweep;

	make_grid(&tried, "df.terms_max=1000", "more_than=3,4");
	ck_assert_int_eq(run_sweep(&conf, ITEMS, &sweep, NULL), TCN_LIMIT);
	tcn_sweep_close(sweep);
	conf.unshared = true;
	ck_assert_int_eq(run_sweep(&conf, ITEMS, &sweep, NULL), TCN_OK);
	tcn_sweep_close(sweep);
	drop_grid(&tried);
}
END_TEST

static const struct {
	const char *axis, *text; /* what the error says */
} refused[] = {
	{ "more_than", "'more_than' is not of the form key=value,value" },
	{ "=3", "not of the form" },
	{ "more_then=3", "did you mean 'rules.more_than'?" },
	{ "items_max=3", "name its section too" },
	{ "more_than=3,x,5", "rules.more_than takes a whole number, not 'x'" },
	{ "more_than=3,0", "'0' is out of range; it takes" },
	{ "within=4", "rules.within: 4 what? Name the unit" },
	{ "within=60m,1h", "rules.within: 1h stands there twice" },
	{ "more_than=", "rules.more_than: a value is missing" },
	{ "more_than=3,,5", "a value is missing; write more_than=first," },
	{ "more_than=3,", "a value is missing" },
	{ "rule=stories",
	    "'stories' is no choice; it takes story, similar or cluster" },
	{ "commit_every=5", "store.commit_every does not change what fires" },
	{ "min_origins=7", "rules.min_origins is given twice" },
};

START_TEST(a_bad_axis_is_refused_with_a_mend)
{
	struct tried tried;
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_conf_init(&tried.conf), TCN_OK);
	tcn_sweep_grid_init(&tried.grid, &tried.conf);
	add_word(&tried, "min_origins=5,6");
	ck_assert_int_eq(tcn_sweep_grid_add(&tried.grid, refused[_i].axis,
			     &err),
	    TCN_INVALID);
	ck_assert_str_eq(err.file, "--grid");
	ck_assert_msg(strstr(err.text, refused[_i].text) != NULL, "%s",
	    err.text);
	drop_grid(&tried);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(a_point_that_cannot_work_is_named)
{
	struct tried tried;
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_conf_init(&tried.conf), TCN_OK);
	tcn_sweep_grid_init(&tried.grid, &tried.conf);
	add_word(&tried, "more_than=3,8");
	add_word(&tried, "within=4h,5d");
	ck_assert_int_eq(tcn_sweep_grid_seal(&tried.grid, &err), TCN_INVALID);
	ck_assert_msg(strstr(err.text,
			  "the point more_than=3 within=5d cannot work: "
			  "near.horizon is shorter") != NULL,
	    "%s", err.text);
	drop_grid(&tried);
}
END_TEST

START_TEST(points_are_numbered_last_axis_fastest)
{
	struct tried tried;
	struct tcn_buf text = { 0 };
	size_t indexes[3] = { 1, 0, 1 };

	make_grid(&tried, "",
	    "more_than=8,12 near.horizon=2d,3d,4d within=1h,2h");
	ck_assert_uint_eq(tried.grid.points_n, 12);
	ck_assert_uint_eq(tcn_sweep_grid_point(&tried.grid, indexes), 7);
	tcn_sweep_grid_print(&tried.grid, 7, &text);
	ck_assert_str_eq(text.at, "more_than=12 horizon=2d within=2h");
	ck_assert_uint_eq(tried.grid.points[7].rules.more_than, 12);
	ck_assert_uint_eq(tcn_sweep_grid_changes(&tried.grid, 7), 3);
	ck_assert_uint_eq(tcn_sweep_grid_changes(&tried.grid, 9), 2);
	ck_assert_uint_eq(tcn_sweep_grid_group(&tried.grid, 7),
	    tcn_sweep_grid_group(&tried.grid, 0));
	ck_assert_uint_ne(tcn_sweep_grid_group(&tried.grid, 7),
	    tcn_sweep_grid_group(&tried.grid, 2));
	tcn_buf_fini(&text);
	drop_grid(&tried);
}
END_TEST

/* ---- the pool ---- */

struct counter {
	uint64_t next, of_front;
	const struct counter *front;
	bool out_of_order;
};

static enum tcn_rc
count_up(void *ctx, uint64_t batch, struct tcn_err *err)
{
	struct counter *counter = ctx;

	counter->out_of_order |= batch != counter->next;
	if (counter->front) /* its own batch is done, and none is overtaken */
		counter->out_of_order |= batch >= counter->front->next;
	counter->next = batch + 1;
	return batch == 77 ? tcn_err_set(err, TCN_CORRUPT, "seen 77") : TCN_OK;
}

START_TEST(tasks_run_every_batch_in_order)
{
	struct counter counters[9] = { 0 };
	struct tcn_task_pool_task tasks[9];
	struct tcn_err err = { 0 };
	struct tcn_task_pool *pool;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < 9; i++)
		tasks[i] = (struct tcn_task_pool_task){ &counters[i], count_up,
			TCN_TASK_POOL_NO_DEP };
	ck_assert_int_eq(tcn_task_pool_new(tasks, 9, (size_t)_i, &pool, &err),
	    TCN_OK);
	for (int i = 0; i < 50 && !rc; i++) {
		tcn_task_pool_submit(pool);
		rc = tcn_task_pool_wait_room(pool, &err);
	}
	ck_assert_int_eq(tcn_task_pool_drain(pool, &err), TCN_OK);
	for (size_t i = 0; i < 9; i++) {
		ck_assert_uint_eq(counters[i].next, 50);
		ck_assert(!counters[i].out_of_order);
	}
	for (int i = 0; i < 50 && !rc; i++) {
		tcn_task_pool_submit(pool);
		rc = tcn_task_pool_wait_room(pool, &err);
	}
	ck_assert_int_eq(rc, TCN_CORRUPT);
	ck_assert_str_eq(err.text, "seen 77");
	tcn_task_pool_free(pool);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(the_validator_of_a_grid_says_what_is_wrong)
{
	struct tried tried = { 0 };
	struct tcn_err err = { 0 };

	make_grid(&tried, "", "more_than=8,12 within=1h,2h,4h");
	tried.grid.points[4].rules.more_than = 8;
	ck_assert_int_eq(sweep_grid_check(&tried.grid, &err), TCN_CORRUPT);
	ck_assert_str_eq(err.text,
	    "point 4 has rules.more_than=8 in its configuration, not 12");
	tried.grid.axes[1].n = 2;
	ck_assert_int_eq(sweep_grid_check(&tried.grid, &err), TCN_CORRUPT);
	ck_assert_ptr_nonnull(strstr(err.text, "4 combinations"));
	drop_grid(&tried);
}
END_TEST

TCN_TESTS(sweep)
{
	TCN_EACH(a_point_fires_what_a_replay_fires, runs);
	tcase_add_test(tc, the_validator_of_a_grid_says_what_is_wrong);
	tcase_add_test(tc, a_full_dictionary_is_not_shared);
	TCN_EACH(a_bad_axis_is_refused_with_a_mend, refused);
	tcase_add_test(tc, a_point_that_cannot_work_is_named);
	tcase_add_test(tc, points_are_numbered_last_axis_fastest);
	tcase_add_loop_test(tc, tasks_run_every_batch_in_order, 1, 5);
}

/*
 * An edition is made once, whatever point it is killed at; late ones.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/duration.h"
#include "tests/base/temp.h"
#include "tests/tools/tell/edition/oster.h"
#include "tools/tell/edition/edition_send.h"

START_TEST(late_ones)
{
	static const struct {
		const char *name;
		size_t made, rows;
	} ways[] = { { "hourly", 1, 2 }, { "all", 4, 5 }, { "skip", 0, 2 },
		{ "soon", 1, 2 } };

	oster_grow(oster.st, 1, 8);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		struct tcn_store_edition_list rows;
		int64_t now_ms = oster_minute_ms(245);

		oster_step(oster.st, ways[i].name, oster_minute_ms(5), 0, NULL);
		ck_assert_uint_eq(oster_step(oster.st, ways[i].name, now_ms,
				      now_ms, NULL),
		    ways[i].made);
		ck_assert_uint_eq(oster_step(oster.st, ways[i].name, now_ms,
				      now_ms, NULL),
		    0);
		rows = oster_rows(oster.st, ways[i].name);
		ck_assert_uint_eq(rows.n, ways[i].rows);
		oster_must_have(rows.at[0].reason.at, "late, as the program");
		/* One that becomes due now is not late. */
		ck_assert_uint_eq(oster_step(oster.st, ways[i].name,
				      now_ms + 60 * TCN_MINUTE_MS, now_ms,
				      NULL),
		    1);
		rows = oster_rows(oster.st, ways[i].name);
		ck_assert_uint_eq(rows.at[0].reason.n, 0);
	}
}
END_TEST

/* What comes while an edition is made a little at a time is not in it; and
 * another that was made meanwhile has its number. */
START_TEST(made_in_steps_it_is_the_same)
{
	struct tcn_edition whole, sliced;
	struct tcn_edition_issue issue = { .now_ms = 1 };
	struct tcn_edition_job job = { .conf = oster_conf("hourly"),
		.prep = oster.prep,
		.due_ms = oster_minute_ms(60),
		.cut.as_of_ms = oster_minute_ms(61),
		.event = TCN_STR(""),
		.reason = TCN_STR("") };
	struct tcn_buf texts[2] = { { 0 } };
	struct tcn_edition_work *work;
	struct tcn_store_tx *tx;
	uint64_t next = 6;

	oster_grow(oster.st, 1, 5);
	ck_assert(!tcn_edition_plan_next(oster.st, &job, &oster.arena));
	ck_assert(!tcn_edition_make(&job, &oster.arena, &whole));
	ck_assert(!tcn_edition_work_new(&job, &oster.arena, &sliced, &work));
	for (bool done = false; !done; next++) {
		ck_assert(!tcn_edition_work_step(work, &done));
		if (next <= 8)
			oster_grow(oster.st, next, next);
	}
	tcn_edition_work_free(work);
	ck_assert_uint_gt(whole.entries_n, 1);
	tcn_edition_write(&whole, TCN_EDITION_JSON, &texts[0]);
	tcn_edition_write(&sliced, TCN_EDITION_JSON, &texts[1]);
	ck_assert_str_eq(texts[0].at, texts[1].at);
	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert(!tcn_edition_publish(tx, &sliced, &issue));
	ck_assert_int_eq(tcn_edition_publish(tx, &sliced, &issue), TCN_DONE);
	ck_assert(!tcn_store_commit(oster.st));
	ck_assert_uint_eq(oster_rows(oster.st, "hourly").n, 1);
	tcn_buf_fini(&texts[0]);
	tcn_buf_fini(&texts[1]);
}
END_TEST

/* A child makes the edition and is killed at a point of it. */
static void
make_until(const char *db, int point)
{
	struct tcn_edition_due_list due;
	struct tcn_edition edition;
	struct tcn_store_tx *tx;
	struct tcn_store *of;
	struct tcn_err err;
	bool begins;
	struct tcn_edition_job job = { .conf = oster_conf("hourly"),
		.prep = oster.prep,
		.event = TCN_STR(""),
		.reason = TCN_STR("") };

	if (tcn_store_open(db, TCN_STORE_EXISTING, &of, &err))
		_exit(1);
	job.st = of;
	job.cut.as_of_ms = oster_minute_ms(61);
	for (int at = 0;; at++) {
		enum tcn_rc rc = TCN_OK;

		if (at == point)
			raise(SIGKILL);
		switch (at) {
		case 0:
			rc = tcn_store_begin(of, &tx);
			break;
		case 1:
			rc = tcn_edition_find_due(of, job.conf,
			    oster_minute_ms(61), 0, &oster.arena, &due,
			    &begins);
			if (!rc && !due.n)
				_exit(0);
			job.due_ms = rc ? 0 : due.at[0].due_ms;
			break;
		case 2:
			rc = tcn_store_last_seq(of, &job.cut.seq);
			break;
		case 3:
			rc = tcn_edition_plan(&job, &oster.arena);
			break;
		case 4:
			rc = tcn_edition_make(&job, &oster.arena, &edition);
			break;
		case 5:
			rc = tcn_edition_keep(tx, &edition, 1);
			break;
		case 6:
			rc = tcn_store_commit(of);
			break;
		default:
			_exit(0);
		}
		if (rc)
			_exit(1);
	}
}

START_TEST(killed_at_any_point_it_is_made_once)
{
	char dir[TEMP_BYTES], db[TEMP_BYTES + 4];
	struct tcn_store *of;
	struct tcn_err err;

	temp_dir(dir);
	snprintf(db, sizeof db, "%s/db", dir);
	ck_assert(!tcn_store_open(db, TCN_STORE_CREATE, &of, &err));
	oster_step(of, "hourly", oster_minute_ms(5), 0, NULL);
	oster_grow(of, 1, 5);
	tcn_store_close(of);
	for (int point = _i; point >= -1; point -= point < 0 ? 1 : point + 1) {
		pid_t child = fork();
		int status;

		if (child == 0)
			make_until(db, point);
		ck_assert(waitpid(child, &status, 0) == child);
		ck_assert(point < 0 ? WIFEXITED(status) && !WEXITSTATUS(status)
				    : WIFSIGNALED(status));
	}
	ck_assert(!tcn_store_open(db, TCN_STORE_EXISTING, &of, &err));
	{
		struct tcn_store_edition_list rows = oster_rows(of, "hourly");

		ck_assert_uint_eq(rows.n, 2);
		ck_assert_uint_eq(rows.at[0].number, 1);
	}
	tcn_store_close(of);
	temp_drop(dir);
}
END_TEST

TCN_TESTS(edition_once)
{
	tcase_add_checked_fixture(tc, oster_set_up, oster_tear_down);
	tcase_add_test(tc, late_ones);
	tcase_add_test(tc, made_in_steps_it_is_the_same);
	tcase_add_loop_test(tc, killed_at_any_point_it_is_made_once, 0, 8);
}

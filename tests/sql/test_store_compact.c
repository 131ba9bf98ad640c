/*
 * Rows brought up to date in pieces: what is read stays the same in between,
 * after rollbacks, kills and failures, and in the end no notes are left.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/err.h"
#include "sql/db.h"
#include "sql/store_read.h"
#include "tests/base/long.h"
#include "tests/base/random.h"
#include "tests/sql/fault_vfs.h"
#include "tests/sql/sample.h"

#define ROWS  63
#define STEPS 400

/* What the state should be: the version of each row, 0 when it is gone. */
struct model {
	unsigned version[ROWS];
};

static struct tcn_store *st;
static struct tcn_store_tx *tx;
static uint64_t seed;

/* Rows of three kinds; some ids are negative to SQLite. */
static struct tcn_state_row
row_of(unsigned i)
{
	return (struct tcn_state_row){ .kind = 90 + i % 3,
		.id = (uint64_t)i << 58 | i };
}

static void
open_store(const char *path)
{
	struct tcn_err err;

	ck_assert_msg(!tcn_store_open(path, TCN_STORE_CREATE, &st, &err), "%s",
	    err.text);
}

static enum tcn_rc
put(unsigned i, unsigned version)
{
	struct tcn_state_row state = row_of(i);
	char text[600];

	snprintf(text, sizeof text, "%u of %u, %*s", version, i,
	    (int)random_below(&seed, 500), "");
	state.bytes = version ? text : NULL;
	state.n = version ? strlen(text) : 0;
	return tcn_store_put_state(tx, &state);
}

/* Some rows change, some go. */
static enum tcn_rc
change_some(struct model *model)
{
	enum tcn_rc rc = TCN_OK;

	for (unsigned n = random_below(&seed, 12); !rc && n; n--) {
		unsigned i = random_below(&seed, ROWS);

		model->version[i] =
		    random_below(&seed, 4) ? 1 + random_below(&seed, 1000) : 0;
		rc = put(i, model->version[i]);
	}
	return rc;
}

/* A piece, if a round is under way or begins now. */
static enum tcn_rc
settle_some(bool *under_way)
{
	bool done;
	enum tcn_rc rc = TCN_OK;

	if (!*under_way && random_below(&seed, 3))
		return TCN_OK;
	if (!*under_way)
		rc = tcn_store_compact_begin(tx);
	if (!rc)
		rc = tcn_store_compact_step(tx, 1 + random_below(&seed, 6),
		    &done);
	*under_way = !rc && !done;
	return rc;
}

static enum tcn_rc
hold(void *ctx, const struct tcn_state_row *state)
{
	struct model *held = ctx;
	unsigned i = (unsigned)(state->id & 63), version, of;

	ck_assert_uint_lt(i, ROWS);
	ck_assert_uint_eq(state->kind, row_of(i).kind);
	ck_assert_int_eq(sscanf(state->bytes, "%u of %u,", &version, &of), 2);
	ck_assert_uint_eq(of, i);
	ck_assert_uint_eq(held->version[i], 0); /* each row once */
	held->version[i] = version;
	return TCN_OK;
}

static bool
holds(const struct model *model)
{
	struct model held = { 0 };

	ck_assert_int_eq(tcn_store_each_state(st, hold, NULL, &held), TCN_OK);
	return memcmp(&held, model, sizeof held) == 0;
}

static int64_t
count(const char *sql)
{
	int64_t n;

	ck_assert_int_eq(tcn_db_int(st, sql, &n), TCN_OK);
	return n;
}

/* What is left is settled; the rows are then all there is. */
static void
settle_all(const struct model *model)
{
	bool done = false;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	sample_sound(st);
	ck_assert_int_eq(tcn_store_compact_begin(tx), TCN_OK);
	while (!done)
		ck_assert_int_eq(tcn_store_compact_step(tx, 1, &done), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	sample_sound(st);
	ck_assert_int_eq(count("SELECT count(*) FROM state_changes"), 0);
	ck_assert(holds(model));
}

/* Commits, rollbacks, closes as a kill does, and whole settlings, at random. */
START_TEST(pieces_change_nothing_that_is_read)
{
	struct model model = { 0 }, next;
	bool under_way = false;

	seed = (uint64_t)_i + 1;
	open_store(sample_path());
	for (int step = 0; step < STEPS; step++) {
		next = model;
		ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
		sample_sound(st);
		ck_assert_int_eq(change_some(&next), TCN_OK);
		ck_assert_int_eq(settle_some(&under_way), TCN_OK);
		ck_assert(holds(&next));
		switch (random_below(&seed, 12)) {
		case 0:
			tcn_store_rollback(st);
			sample_sound(st);
			under_way = false;
			break;
		case 1:
			tcn_store_close(st);
			open_store(sample_path());
			under_way = false;
			break;
		case 2:
			ck_assert_int_eq(tcn_store_compact(tx), TCN_OK);
			under_way = false; /* fall through */
		default:
			ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
			sample_sound(st);
			model = next;
		}
		ck_assert(holds(&model));
	}
	settle_all(&model);
	tcn_store_close(st);
	sample_clean();
}
END_TEST

/* Notes that come while a round is under way are the next round's. */
START_TEST(a_round_ends_however_much_comes)
{
	struct model model = { 0 };
	bool done = false;
	int steps = 0;

	seed = 7;
	open_store(":memory:");
	for (int i = 0; i < 50; i++) {
		ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
		sample_sound(st);
		ck_assert_int_eq(change_some(&model), TCN_OK);
		ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
		sample_sound(st);
	}
	while (!done) {
		ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
		sample_sound(st);
		ck_assert_int_eq(change_some(&model), TCN_OK);
		if (steps == 0)
			ck_assert_int_eq(tcn_store_compact_begin(tx), TCN_OK);
		ck_assert_int_eq(tcn_store_compact_step(tx, 10, &done), TCN_OK);
		ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
		sample_sound(st);
		ck_assert(holds(&model));
		ck_assert_int_lt(++steps, 100);
	}
	ck_assert_int_gt(steps, 5); /* none did much */
	ck_assert_int_gt(count("SELECT count(*) FROM state_changes"), 0);
	settle_all(&model);
	tcn_store_close(st);
}
END_TEST

/* --- beside a writer --- */

static struct tcn_store *writer;
static bool wrote;

static enum tcn_rc
hold_and_write(void *ctx, const struct tcn_state_row *state)
{
	enum tcn_rc rc = hold(ctx, state);
	struct tcn_store *reader = st;
	struct model next = { 0 };

	if (rc || wrote)
		return rc;
	wrote = true;
	st = writer;
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	sample_sound(st);
	for (int i = 0; i < 20; i++)
		ck_assert_int_eq(change_some(&next), TCN_OK);
	ck_assert_int_eq(tcn_store_compact(tx), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	sample_sound(st);
	st = reader;
	return rc;
}

/* Notes that go while rows are read would leave a mixture of both. */
START_TEST(what_is_read_is_of_one_moment)
{
	struct model model = { 0 }, held = { 0 };

	seed = 11;
	wrote = false;
	open_store(sample_path());
	for (int i = 0; i < 4; i++) {
		ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
		sample_sound(st);
		for (int k = 0; k < 5; k++)
			ck_assert_int_eq(change_some(&model), TCN_OK);
		if (i == 1)
			ck_assert_int_eq(tcn_store_compact(tx), TCN_OK);
		ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
		sample_sound(st);
	}
	writer = st;
	ck_assert_int_eq(tcn_store_open(sample_path(), TCN_STORE_READ_ONLY, &st,
			     NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_begin_reading(st), TCN_OK);
	ck_assert_int_eq(tcn_store_each_state(st, hold_and_write, NULL, &held),
	    TCN_OK);
	ck_assert(memcmp(&held, &model, sizeof held) == 0);
	ck_assert(holds(&model));
	tcn_store_end_reading(st);
	ck_assert(!holds(&model));
	tcn_store_close(st);
	tcn_store_close(writer);
	sample_clean();
}
END_TEST

/* --- kills --- */

#define COMMITS 120

static struct model models[COMMITS + 1]; /* after each commit */

/* One life, always the same; says each commit on fd, if there is one. */
static void
live_long(const char *path, int fd)
{
	struct model model = { 0 };
	bool under_way = false;

	seed = 5;
	open_store(path);
	for (int b = 1; b <= COMMITS; b++) {
		if (tcn_store_begin(st, &tx) || change_some(&model) ||
		    settle_some(&under_way) || tcn_store_commit(st) ||
		    (fd >= 0 && write(fd, "c", 1) != 1))
			_exit(1);
		models[b] = model;
	}
	tcn_store_close(st);
}

START_TEST(killed_at_any_moment)
{
	int said = 0, fds[2];
	pid_t pid;
	char c;

	live_long(":memory:", -1);
	ck_assert_int_eq(pipe(fds), 0);
	sample_path();
	pid = fork();
	if (pid == 0) {
		live_long(sample_path(), fds[1]);
		_exit(0);
	}
	close(fds[1]);
	while (said < _i * 7 && read(fds[0], &c, 1) == 1)
		said++;
	kill(pid, SIGKILL);
	while (read(fds[0], &c, 1) == 1)
		said++;
	close(fds[0]);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	open_store(sample_path());
	if (!holds(&models[said])) /* killed before it could say so */
		ck_assert(said < COMMITS && holds(&models[++said]));
	settle_all(&models[said]);
	tcn_store_close(st);
	sample_clean();
}
END_TEST

/* --- failures --- */

#define BATCHES 6

struct life {
	struct model committed, next; /* the next may have counted or not */
	enum tcn_rc rc;
	struct tcn_err err;
};

/* A small life: changes, and pieces over several of them. */
static void
live(struct life *life)
{
	bool under_way = false;

	*life = (struct life){ 0 };
	seed = 3;
	life->rc =
	    tcn_store_open(sample_path(), TCN_STORE_CREATE, &st, &life->err);
	if (life->rc)
		return;
	for (int b = 0; b < BATCHES && !life->rc; b++) {
		life->next = life->committed;
		life->rc = tcn_store_begin(st, &tx);
		if (!life->rc)
			life->rc = change_some(&life->next);
		if (!life->rc)
			life->rc = settle_some(&under_way);
		if (!life->rc)
			life->rc = tcn_store_commit(st);
		if (!life->rc)
			life->committed = life->next;
	}
	if (life->rc)
		life->err = *tcn_store_error(st);
	tcn_store_close(st);
}

static void
ck_lived(const struct life *life, bool fired, unsigned n)
{
	struct model held = { 0 };

	ck_assert_msg(fired || !life->rc, "%s", life->err.text);
	ck_assert_msg(!life->rc || strchr(life->err.text, ':'),
	    "no mend in \"%s\"", life->err.text);
	open_store(sample_path());
	ck_assert_msg(holds(&life->committed) ||
		(life->rc && holds(&life->next)),
	    "fault %u", n);
	ck_assert_int_eq(tcn_store_each_state(st, hold, NULL, &held), TCN_OK);
	settle_all(&held);
	tcn_store_close(st);
}

START_TEST(any_failing_call)
{
	struct life life;
	bool fired = true;

	sample_path();
	fault_install();
	for (unsigned n = 1; fired; n += long_stride(n, 6)) {
		sample_unlink();
		fault_arm((enum fault)_i, n);
		live(&life);
		fired = fault_disarm();
		ck_lived(&life, fired, n);
	}
	sample_clean();
}
END_TEST

TCN_TESTS(settle)
{
	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, pieces_change_nothing_that_is_read, 0, 8);
	tcase_add_test(tc, a_round_ends_however_much_comes);
	tcase_add_test(tc, what_is_read_is_of_one_moment);
	tcase_add_loop_test(tc, killed_at_any_moment, 0, 17);
	tcase_add_loop_test(tc, any_failing_call, FAULT_OPEN, FAULT_KINDS);
}

/*
 * The power is cut before each write, sync, truncation and removal of a life
 * that has everything a store does: intake with deltas, compaction, retention,
 * a merge of the index, giving pages back, checkpoints, closing and opening,
 * migration. Whatever of the unsynced is lost, the store opens, is whole, has
 * all that was acknowledged, and goes on.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "sql/migrate.h"
#include "sql/query.h"
#include "sql/store_check.h"
#include "sql/store_delta_impl.h"
#include "sql/store_retain.h"
#include "sql/store_space.h"
#include "sql/store_upgrade.h"
#include "tests/base/long.h"
#include "tests/sql/cut_vfs.h"
#include "tests/sql/sample.h"

#define BATCHES    14
#define COMMITS    1024 /* most in one life */
#define STRIDE     24 /* operations between two cuts of one life */
#define CUTS_MAX   512 /* in one life */
#define CUTS_LEAST 140 /* in all */

enum sync {
	SYNC_OFF,
	SYNC_NORMAL,
	SYNC_FULL
};

/* A disk as a cut left it, and how much was acknowledged by then. */
struct cut {
	struct cut_disk *disk;
	unsigned acked, made; /* commits; those from acked on were relaxed */
};

static struct cut cuts[CUTS_MAX];
static size_t cuts_n;
static unsigned long phase, stride; /* op % stride == phase is a cut */

/* What the store held after each commit. */
static uint64_t states[COMMITS];
static unsigned states_n;
static unsigned acked_n; /* of them acknowledged, with all before */
static bool relaxed;

static enum sync mode;
static size_t lost, broken; /* of all cuts: commits lost; damaged stores */

/* --- a life --- */

static struct tcn_store *
open_store(struct tcn_err *err)
{
	static const char *const pragmas[] = {
		[SYNC_OFF] = "PRAGMA synchronous = OFF",
		[SYNC_NORMAL] = "PRAGMA synchronous = NORMAL",
	};
	struct tcn_store_past past;
	struct tcn_store *st;

	/* An upgrade, in place: a cut may leave it between two schemas. */
	if (!tcn_store_schema(CUT_PATH, &past) && past.schema &&
	    past.schema < past.newest && tcn_store_migrate(CUT_PATH, err))
		return NULL;
	if (tcn_store_open(CUT_PATH, TCN_STORE_CREATE, &st, err))
		return NULL;
	if (mode == SYNC_FULL ? tcn_store_set_durable(st)
			      : tcn_db_exec(st, pragmas[mode]))
		abort();
	/* So that a short life has many checkpoints. */
	if (tcn_db_exec(st, "PRAGMA wal_autocheckpoint = 40"))
		abort();
	return st;
}

/* A commit has been made; it is acknowledged unless it was relaxed. */
static void
acknowledge(struct tcn_store *st)
{
	uint64_t digest;

	ck_assert_int_eq(sample_digest(st, &digest), TCN_OK);
	if (!states_n || states[states_n - 1] != digest) {
		ck_assert_uint_lt(states_n, COMMITS);
		states[states_n++] = digest;
	}
	if (!relaxed)
		acked_n = states_n;
}

static void
commit(struct tcn_store *st)
{
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	acknowledge(st);
}

static struct tcn_store_tx *
begin(struct tcn_store *st)
{
	struct tcn_store_tx *tx;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	return tx;
}

static void
compact(struct tcn_store *st)
{
	bool done = false;

	ck_assert_int_eq(tcn_store_compact_begin(begin(st)), TCN_OK);
	commit(st);
	while (!done) {
		ck_assert_int_eq(tcn_store_compact_step(begin(st), 3, &done),
		    TCN_OK);
		commit(st);
	}
}

/* The daemon's steps of retention are not synced. */
static void
relax(struct tcn_store *st, bool on)
{
	relaxed = on;
	ck_assert_int_eq(tcn_store_relax(st, on), TCN_OK);
}

static void
retain(struct tcn_store *st, int64_t before_ms)
{
	struct tcn_store_retain_conf conf = { .now_ms = before_ms };
	struct tcn_store_retain pass;
	bool done = false;

	for (int i = 0; i < TCN_STORE_KEPT_KINDS; i++)
		conf.before_ms[i] = before_ms;
	conf.before_ms[TCN_STORE_KEPT_KEYS] = TCN_STORE_KEEP_ALL;
	tcn_store_retain_begin(&pass, &conf);
	relax(st, true);
	while (!done) {
		ck_assert_int_eq(tcn_store_retain_step(begin(st), &pass, 25,
				     &done),
		    TCN_OK);
		commit(st);
	}
	relax(st, false);
}

static void
shrink(struct tcn_store *st)
{
	uint64_t left;
	struct tcn_store_space space;
	bool done = false;

	for (int i = 0; !done; i++) {
		ck_assert_int_eq(tcn_store_merge_search(begin(st), 1, i == 0,
				     &done),
		    TCN_OK);
		commit(st);
	}
	do {
		ck_assert_int_eq(tcn_store_shrink(begin(st), 4), TCN_OK);
		commit(st);
		ck_assert_int_eq(tcn_store_space(st, &space), TCN_OK);
	} while (space.free_pages);
	ck_assert_int_eq(tcn_store_checkpoint(st, &left), TCN_OK);
}

/* A store of the first version with its item, and then of this one. */
static void
migrate(void)
{
	struct tcn_store *st = tcn_mem_calloc(1, sizeof *st);

	ck_assert_int_eq(tcn_db_open(st, CUT_PATH, TCN_STORE_CREATE), TCN_OK);
	ck_assert_int_eq(tcn_db_exec(st, "PRAGMA auto_vacuum = INCREMENTAL"),
	    TCN_OK);
	ck_assert_int_eq(tcn_db_enable_wal(st), TCN_OK);
	ck_assert_int_eq(tcn_migrate(st, 0, 13), TCN_OK);
	tcn_store_close(st);
	st = open_store(NULL);
	acknowledge(st);
	tcn_store_close(st);
}

static void
live(void)
{
	struct tcn_store *st;
	unsigned b = 0;

	migrate();
	for (int round = 0; round < 2; round++) {
		st = open_store(NULL);
		for (unsigned n = 0; n < BATCHES / 2; n++, b++) {
			ck_assert_int_eq(sample_batch(st, b), TCN_OK);
			acknowledge(st);
		}
		compact(st);
		retain(st, 1000000 + (int64_t)b * 5000);
		shrink(st);
		tcn_store_close(st);
	}
}

/* --- the cuts --- */

static void
on_op(void *ctx, unsigned long op)
{
	(void)ctx;
	if (op % stride != phase || cuts_n == CUTS_MAX)
		return;
	cuts[cuts_n++] = (struct cut){ .disk = cut_now(op * 77 + phase),
		.acked = acked_n,
		.made = states_n };
}

static void
ck_goes_on(struct tcn_store *st)
{
	uint64_t last, digest;

	ck_assert_int_eq(tcn_store_last_seq(st, &last), TCN_OK);
	ck_assert_int_eq(sample_batch(st, (unsigned)last / SAMPLE_ITEMS),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_compact(begin(st)), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
	ck_assert_int_eq(sample_digest(st, &digest), TCN_OK);
}

/* The state that it holds, from 0 for none that was acknowledged; behind
 * states_n: another one. */
static unsigned
state_of(struct tcn_store *st)
{
	uint64_t digest;
	unsigned i = 0;

	if (sample_digest(st, &digest))
		return states_n + 1;
	while (i < states_n && states[i] != digest)
		i++;
	return i + 1;
}

/* Whether it came back whole; counts what was lost. */
static bool
came_back(const struct cut *cut)
{
	struct tcn_err err = { 0 };
	struct tcn_store *st;
	unsigned state;
	bool whole;

	cut_disk_use(cut->disk);
	st = open_store(&err);
	if (!st && mode != SYNC_OFF)
		printf("%s\n", err.text);
	if (!st)
		return false;
	state = state_of(st);
	whole = !tcn_store_check(st, NULL, NULL);
	/* The first commits make a store; none was acknowledged by then. */
	if (cut->acked == 0 && state > states_n)
		state = 0;
	whole &= state <= states_n && state <= cut->made + 1;
	lost += whole && state < cut->acked;
	if (whole && mode != SYNC_OFF)
		ck_goes_on(st);
	tcn_store_close(st);
	return whole;
}

/* A life that is cut at one in `apart` of its operations; in a long run, lives
 * that are cut at all of them. How many cuts there were. */
static size_t
cut_lives(enum sync sync, unsigned apart)
{
	size_t n = 0;

	cut_install();
	mode = sync;
	lost = broken = 0;
	stride = long_or(STRIDE, apart);
	for (phase = 0; phase < stride; phase += long_or(1, apart)) {
		struct cut_disk *disk = cut_disk_new();

		states_n = acked_n = 0;
		cuts_n = 0;
		cut_disk_use(disk);
		cut_watch(on_op, NULL);
		live();
		cut_watch(NULL, NULL);
		for (size_t i = 0; i < cuts_n; i++, n++) {
			broken += !came_back(&cuts[i]);
			cut_disk_free(cuts[i].disk);
		}
		cut_disk_free(disk);
	}
	if (getenv("CK_VERBOSITY"))
		printf("%zu cuts, %u commits a life: %zu lost some, %zu "
		       "broke\n",
		    n, states_n, lost, broken);
	return n;
}

START_TEST(nothing_acknowledged_is_lost)
{
	ck_assert_uint_ge(cut_lives(SYNC_FULL, STRIDE), CUTS_LEAST);
	ck_assert_uint_eq(broken, 0);
	ck_assert_uint_eq(lost, 0);
}
END_TEST

/* With NORMAL, the last commits may be lost, but nothing breaks. */
START_TEST(without_syncs_of_commits_it_is_whole)
{
	ck_assert_uint_ge(cut_lives(SYNC_NORMAL, 2 * STRIDE), 35);
	ck_assert_uint_eq(broken, 0);
	ck_assert_uint_gt(lost, 0);
}
END_TEST

/* The disk is as bad as it should be: without any sync it breaks stores. */
START_TEST(without_syncs_it_breaks)
{
	ck_assert_uint_ge(cut_lives(SYNC_OFF, 3 * STRIDE), 10);
	ck_assert_uint_gt(broken, 0);
}
END_TEST

TCN_TESTS(power_cut)
{
	tcase_set_timeout(tc, 3600);
	tcase_add_test(tc, nothing_acknowledged_is_lost);
	tcase_add_test(tc, without_syncs_of_commits_it_is_whole);
	tcase_add_test(tc, without_syncs_it_breaks);
}

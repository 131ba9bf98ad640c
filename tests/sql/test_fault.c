/*
 * The sweep: fail call n, run a small life of a store, see that it either
 * worked or said what was wrong; then mend the disk, open it again, and find
 * exactly what had been committed. n + 1, until no call is left to fail.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/err.h"
#include "sql/store_check.h"
#include "sql/store_read.h"
#include "sql/store_search.h"
#include "tests/base/long.h"
#include "tests/sql/fault_vfs.h"
#include "tests/sql/sample.h"

#define BATCHES 3

static uint64_t digests[BATCHES + 1];

struct life {
	unsigned committed; /* batches */
	enum tcn_rc rc; /* of what ended it */
	struct tcn_err err;
};

static enum tcn_rc
use(struct tcn_store *st)
{
	struct tcn_store_search_hits hits;
	struct tcn_store_item_list list;
	struct tcn_arena arena;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	rc = tcn_store_search(st, tcn_str("flood"), TCN_STORE_SEARCH_BEST, 3,
	    &arena, &hits);
	if (!rc)
		rc = tcn_store_story_items(st, 1, 0, &arena, &list);
	tcn_arena_fini(&arena);
	return rc;
}

/* One batch in each opening of the file, so that recovery is met too. */
static void
live(const char *path, struct life *life)
{
	struct tcn_store *st;

	*life = (struct life){ 0 };
	while (life->committed < BATCHES && !life->rc) {
		life->rc =
		    tcn_store_open(path, TCN_STORE_CREATE, &st, &life->err);
		if (life->rc)
			return;
		life->rc = sample_batch(st, life->committed);
		if (!life->rc) {
			life->committed++;
			life->rc = use(st);
		}
		if (!life->rc && life->committed == 2)
			life->rc = tcn_store_optimize(st);
		if (life->rc)
			life->err = *tcn_store_error(st);
		tcn_store_close(st);
	}
}

static void
ck_said(const struct life *life)
{
	if (!life->rc)
		return;
	ck_assert_msg(strchr(life->err.text, ':') != NULL, "no mend in \"%s\"",
	    life->err.text);
}

/* Content is what was committed; a failed commit may have counted or not. */
static void
ck_content(struct tcn_store *st, const struct life *life, bool to_the_end)
{
	uint64_t digest;

	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
	ck_assert_int_eq(sample_digest(st, &digest), TCN_OK);
	ck_assert(digest == digests[life->committed] ||
	    (life->rc && life->committed < BATCHES &&
		digest == digests[life->committed + 1]));
	for (unsigned b = life->committed; to_the_end && b < BATCHES; b++) {
		if (digest == digests[b + 1])
			continue;
		ck_assert_int_eq(sample_batch(st, b), TCN_OK);
		ck_assert_int_eq(sample_digest(st, &digest), TCN_OK);
		ck_assert_uint_eq(digest, digests[b + 1]);
	}
}

static void
ck_reopens(const struct life *life, enum fault kind, unsigned n)
{
	struct tcn_store *st;
	struct tcn_err err;
	enum tcn_rc rc =
	    tcn_store_open(sample_path(), TCN_STORE_CREATE, &st, &err);

	ck_assert_msg(!rc, "%s %u: %s", fault_name(kind), n, err.text);
	ck_content(st, life, true);
	tcn_store_close(st);
}

START_TEST(any_failing_call)
{
	enum fault kind = (enum fault)_i;
	struct life life;
	unsigned n = 0;
	bool fired = true;

	sample_digests(digests, BATCHES);
	sample_path();
	fault_install();
	while (fired) {
		sample_unlink();
		n += long_stride(n, 4);
		fault_arm(kind, n);
		live(sample_path(), &life);
		fired = fault_disarm();
		ck_said(&life);
		if (!fired)
			ck_assert_msg(!life.rc, "%s", life.err.text);
		ck_reopens(&life, kind, n);
	}
	ck_assert_uint_gt(n, 2);
	if (getenv("CK_VERBOSITY"))
		printf("%s: up to %u\n", fault_name(kind), n - 1);
	sample_clean();
}
END_TEST

TCN_TESTS(fault)
{
	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, any_failing_call, FAULT_OPEN, FAULT_KINDS);
}

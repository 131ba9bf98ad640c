/*
 * tests/rules/restart.h - a run of the items of many.h that is cut anywhere:
 * saved, and gone on with by a detector made from what was saved.
 */
#ifndef TCN_TESTS_RULES_RESTART_H
#define TCN_TESTS_RULES_RESTART_H

#include "tests/base/run.h"

#include <string.h>

#include "engine/base/buf.h"
#include "tests/rules/many.h"
#include "window/base/state.h"

static inline void
log_changes(const struct tcn_detector_changes *changes, struct tcn_buf *log)
{
	for (size_t i = 0; i < changes->events_n; i++) {
		const struct tcn_event *e = &changes->events[i];

		tcn_buf_printf(log, "%s %u %d %u %u %u:", e->id, e->revision,
		    (int)e->state, e->items, e->origins, e->why);
		for (uint32_t l = 0; l < e->languages.n; l++)
			tcn_buf_printf(log, " %s", e->languages.at[l]);
		for (size_t k = 0; k < e->evidence_n; k++)
			tcn_buf_printf(log, " %ju", (uintmax_t)e->evidence[k]);
		tcn_buf_char(log, '\n');
	}
}

#define ROWS_MAX 4000

static struct saved {
	uint32_t kind;
	uint64_t id;
	struct tcn_buf bytes;
} saved[ROWS_MAX];
static size_t saved_n;

static inline enum tcn_rc
keep(void *ctx, const struct tcn_state_row *row)
{
	(void)ctx;
	if (!row->bytes)
		return TCN_OK;
	ck_assert_uint_lt(saved_n, ROWS_MAX);
	saved[saved_n].bytes = (struct tcn_buf){ 0 };
	saved[saved_n].kind = row->kind;
	saved[saved_n].id = row->id;
	tcn_buf_add(&saved[saved_n++].bytes, row->bytes, row->n);
	return TCN_OK;
}

static inline int
by_kind(const void *left, const void *right)
{
	const struct saved *a = left, *b = right;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return (a->id > b->id) - (a->id < b->id);
}

/* Saves the detector, frees it and returns one that was made from the rows. */
static inline struct tcn_detector *
restart(struct tcn_detector *det, const struct tcn_placement *places, int n)
{
	saved_n = 0;
	ck_assert_int_eq(tcn_detector_save(det, keep, NULL), TCN_OK);
	tcn_detector_free(det);
	qsort(saved, saved_n, sizeof *saved, by_kind);
	det = many_detector();
	for (size_t i = 0; i < saved_n; i++) {
		const struct tcn_state_row row = { saved[i].kind, saved[i].id,
			saved[i].bytes.at, saved[i].bytes.n };

		ck_assert_int_eq(tcn_detector_restore_row(det, &row), TCN_OK);
		tcn_buf_fini(&saved[i].bytes);
	}
	tcn_detector_restore_end(det);
	for (int i = 0; i < n; i++)
		tcn_detector_restore_item(det, many_key(i), &places[i]);
	many_check(det);
	return det;
}

/* Restarted once, before item `cut`. */
static inline void
run_cut(int n, int cut, struct tcn_buf *log)
{
	struct tcn_detector *det = many_detector();
	static struct tcn_placement places[MANY_ITEMS];
	struct tcn_detector_changes changes;

	for (int i = 0; i < n; i++) {
		if (i == cut)
			det = restart(det, places, i);
		ck_assert_int_eq(many_step(det, i, &places[i], &changes),
		    TCN_OK);
		log_changes(&changes, log);
	}
	tcn_detector_free(det);
}

/* Cut before item `cut`, the run says what it says as a whole. */
static inline void
ck_cut(int n, int cut, const struct tcn_buf *whole)
{
	struct tcn_buf log = { 0 };

	run_cut(n, cut, &log);
	ck_assert_uint_eq(log.n, whole->n);
	ck_assert_mem_eq(log.at, whole->at, whole->n);
	tcn_buf_fini(&log);
}

#endif

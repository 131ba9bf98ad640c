/*
 * Many rules over one stream: saved and restored, changed on the way, and out
 * of memory.
 */
#include "tests/base/run.h"

#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tests/rules/many.h"

/* State as a store keeps it: the last row of each number, by number. */
static struct tcn_state_row rows[20000];
static size_t rows_n;

static enum tcn_rc
keep_row(void *ctx, const struct tcn_state_row *row)
{
	size_t i = 0;

	(void)ctx;
	while (i < rows_n &&
	    (rows[i].kind != row->kind || rows[i].id != row->id))
		i++;
	if (i < rows_n)
		tcn_mem_free((void *)(uintptr_t)rows[i].bytes);
	else
		rows_n++;
	ck_assert_uint_lt(i, 20000);
	rows[i] = *row;
	if (row->bytes)
		rows[i].bytes = tcn_mem_dupz(row->bytes, row->n);
	return TCN_OK;
}

static int
by_number(const void *a, const void *b)
{
	const struct tcn_state_row *x = a, *y = b;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return (x->id > y->id) - (x->id < y->id);
}

static struct tcn_placement places[MANY_ITEMS];

static struct tcn_detector *
restore(int upto)
{
	struct tcn_detector *det = many_detector();

	qsort(rows, rows_n, sizeof *rows, by_number);
	for (size_t i = 0; i < rows_n; i++)
		if (rows[i].bytes)
			ck_assert_int_eq(tcn_detector_restore_row(det,
					     &rows[i]),
			    TCN_OK);
	tcn_detector_restore_end(det);
	for (int i = 0; i < upto; i++)
		tcn_detector_restore_item(det, many_key(i), &places[i]);
	many_check(det);
	return det;
}

static void
drop_rows(void)
{
	for (size_t i = 0; i < rows_n; i++)
		tcn_mem_free((void *)(uintptr_t)rows[i].bytes);
	rows_n = 0;
}

static void
log_event(struct tcn_buf *log, int i, const struct tcn_event *e)
{
	tcn_buf_printf(log,
	    "%d %s %.*s %u %u %d %d %lld %lld %u %u %u %llu %s %s\n", i, e->id,
	    TCN_STR_ARG(e->rule), e->revision, e->why, (int)e->state,
	    (int)e->severity, (long long)e->first_ms, (long long)e->last_ms,
	    e->items, e->origins, e->publishers, (unsigned long long)e->central,
	    e->merged_into, e->split_from);
}

/* Changes by this rule, or by all. */
static void
log_rule(struct tcn_buf *log, int i, const struct tcn_detector_changes *changes,
    struct tcn_str rule)
{
	for (size_t k = 0; k < changes->events_n; k++)
		if (!rule.n || tcn_str_equal(changes->events[k].rule, rule))
			log_event(log, i, &changes->events[k]);
}

static void
log_changes(struct tcn_buf *log, int i,
    const struct tcn_detector_changes *changes)
{
	log_rule(log, i, changes, tcn_str(""));
}

/* Saved and made anew at many points: as if nothing had been. */
START_TEST(cuts_change_nothing)
{
	struct tcn_buf whole = { 0 }, cut = { 0 };
	struct tcn_detector *det;
	struct tcn_placement place;
	struct tcn_detector_changes changes;

	many_make((uint64_t)_i + 100);
	if (_i % 2)
		many_add_groups((uint64_t)_i);
	det = many_detector();
	for (int i = 0; i < MANY_ITEMS; i++) {
		ck_assert_int_eq(many_step(det, i, &places[i], &changes),
		    TCN_OK);
		log_changes(&whole, i, &changes);
	}
	tcn_detector_free(det);
	det = many_detector();
	for (int i = 0; i < MANY_ITEMS; i++) {
		ck_assert_int_eq(many_step(det, i, &place, &changes), TCN_OK);
		log_changes(&cut, i, &changes);
		if (many_roll(120))
			continue;
		ck_assert_int_eq(tcn_detector_save(det, keep_row, NULL),
		    TCN_OK);
		if (many_roll(3) == 0)
			continue;
		tcn_detector_free(det);
		det = restore(i + 1);
	}
	tcn_detector_free(det);
	ck_assert_uint_gt(whole.n, 100);
	if (!tcn_str_equal(tcn_buf_view(&whole), tcn_buf_view(&cut))) {
		size_t at = 0;

		while (whole.at[at] == cut.at[at])
			at++;
		at -= at < 90 ? at : 90;
		ck_abort_msg("%.180s\n---\n%.180s", whole.at + at, cut.at + at);
	}
	drop_rows();
	tcn_buf_fini(&whole);
	tcn_buf_fini(&cut);
}
END_TEST

/* Events of rules that go only close; those of the one that stays go on. */
START_TEST(rules_change_while_it_runs)
{
	struct tcn_buf alone = { 0 }, among = { 0 };
	struct tcn_placement place;
	struct tcn_detector_changes changes;
	size_t all_n;

	many_make((uint64_t)_i + 200);
	all_n = many_rules_n;
	/* The window is as wide with the first rule alone; and there are no
	 * gates, which know what other rules have reported. */
	many_rules[0].within_ms = many_widest_ms;
	for (size_t r = 0; r < all_n; r++) {
		many_rules[r].kind = TCN_RULE_STORY;
		many_rules[r].watch = true;
	}
	for (int changing = 0; changing < 2; changing++) {
		struct tcn_buf *log = changing ? &among : &alone;
		struct tcn_detector *det;

		many_rules_n = changing ? all_n : 1;
		det = many_detector();
		for (int i = 0; i < MANY_ITEMS; i++) {
			if (changing && i % 300 == 299) {
				many_rules_n = many_rules_n == 1 ? all_n : 1;
				tcn_detector_set_rules(det, many_rules,
				    many_rules_n, many_match, NULL);
			}
			ck_assert(!many_step(det, i, &place, &changes));
			for (size_t k = 0; k < changes.events_n; k++)
				ck_assert(many_rules_n > 1 ||
				    changes.events[k].state ==
					TCN_EVENT_CLOSED ||
				    tcn_str_equal(changes.events[k].rule,
					many_rules[0].name));
			log_rule(log, i, &changes, many_rules[0].name);
		}
		tcn_detector_free(det);
	}
	ck_assert(tcn_str_equal(tcn_buf_view(&alone), tcn_buf_view(&among)));
	tcn_buf_fini(&alone);
	tcn_buf_fini(&among);
}
END_TEST

TCN_TESTS(many_state)
{
	tcase_add_checked_fixture(tc, many_setup, many_teardown);
	tcase_add_loop_test(tc, cuts_change_nothing, 0, 10);
	tcase_add_loop_test(tc, rules_change_while_it_runs, 0, 6);
}

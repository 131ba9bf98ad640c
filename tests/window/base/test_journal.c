#include "tests/base/run.h"

#include <string.h>

#include "engine/base/mem.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "window/base/journal.h"

enum {
	SLOTS = 40,
	KEYS = 90,
	STEPS = 40000,
};

/* A table of rows with a journal, as its owners have them. */
struct row {
	uint64_t key; /* 0: the slot is free */
	uint64_t value;
	uint32_t mark;
};

static struct row rows[SLOTS];
static struct tcn_journal journal;

/* The plain model: what is saved, and which slots were listed, in order. */
static uint64_t saved[KEYS];
static bool touched[SLOTS];
static uint64_t order[SLOTS];
static size_t order_n;
static uint64_t seed;

static void
setup(void)
{
	memset(rows, 0, sizeof rows);
	memset(saved, 0, sizeof saved);
	memset(touched, 0, sizeof touched);
	journal = (struct tcn_journal){ .on = true };
	order_n = 0;
	seed = 7;
}

static void
teardown(void)
{
	tcn_journal_fini(&journal);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static struct row *
row_of(uint64_t key)
{
	for (size_t i = 0; i < SLOTS; i++)
		if (rows[i].key == key)
			return &rows[i];
	return NULL;
}

/* A row with the key changes; one that is new takes a free slot. */
static void
change(uint64_t key)
{
	struct row *row = row_of(key);
	uint64_t slot;

	row = row ? row : row_of(0);
	if (!row)
		return;
	slot = (uint64_t)(row - rows);
	row->key = key;
	row->value = 1 + random_below(&seed, 1000);
	tcn_journal_change(&journal, slot, &row->mark);
	if (!touched[slot])
		order[order_n++] = slot;
	touched[slot] = true;
}

static void
drop(uint64_t key)
{
	struct row *row = row_of(key);

	if (!row)
		return;
	tcn_journal_remove(&journal, key);
	row->key = 0;
}

/* Writes what is listed; gives up after `most` rows. */
static void
save(size_t most)
{
	uint64_t store[KEYS];
	size_t written = 0;

	memcpy(store, saved, sizeof store);
	for (size_t i = 0; i < journal.gone.n; i++, written++)
		store[journal.gone.at[i]] = 0;
	for (size_t i = 0; i < tcn_journal_rows(&journal, SLOTS); i++) {
		const struct row *row = &rows[tcn_journal_row(&journal, i)];

		store[row->key] = row->value;
		written++;
	}
	if (written > most)
		return;
	store[0] = 0; /* where rows of free slots were put */
	memcpy(saved, store, sizeof store);
	tcn_journal_saved(&journal);
	memset(touched, 0, sizeof touched);
	order_n = 0;
	for (uint64_t key = 1; key < KEYS; key++)
		ck_assert_uint_eq(saved[key],
		    row_of(key) ? row_of(key)->value : 0);
}

static void
check(void)
{
	ck_sound(tcn_journal_check, &journal);
	ck_assert_uint_eq(journal.changed.n, order_n);
	ck_assert(!order_n ||
	    memcmp(journal.changed.at, order, order_n * sizeof *order) == 0);
	for (size_t i = 0; i < SLOTS; i++)
		ck_assert(tcn_journal_has(&journal, rows[i].mark) ==
		    touched[i]);
}

/* Whatever changes, goes, comes back or fails, the saved rows are the table's
 * after each save that succeeds. */
START_TEST(what_is_saved_is_the_table)
{
	for (int step = 0; step < STEPS; step++) {
		uint32_t what = random_below(&seed, 100);

		if (what < 70)
			change(1 + random_below(&seed, KEYS - 1));
		else if (what < 95)
			drop(1 + random_below(&seed, KEYS - 1));
		else
			save(random_below(&seed, 2)
				? SIZE_MAX
				: random_below(&seed, SLOTS));
		check();
	}
	ck_assert_uint_gt(journal.saves, STEPS / 100);
}
END_TEST

START_TEST(in_ascending_order_when_asked)
{
	for (uint64_t slot = SLOTS; slot-- > 0;)
		tcn_journal_change(&journal, slot, &rows[slot].mark);
	tcn_journal_sort(&journal);
	for (size_t i = 0; i < SLOTS; i++)
		ck_assert_uint_eq(tcn_journal_row(&journal, i), i);
}
END_TEST

START_TEST(one_that_is_off_lists_nothing_and_all_is_written)
{
	struct tcn_err err;

	journal.on = false;
	change(5);
	drop(5);
	ck_assert_int_eq(tcn_journal_check(&journal, &err), TCN_OK);
	ck_assert_uint_eq(tcn_journal_bytes(&journal), 0);
	ck_assert_uint_eq(tcn_journal_rows(&journal, SLOTS), SLOTS);
	ck_assert_uint_eq(tcn_journal_row(&journal, 3), 3);
	journal.gone.n = 1;
	ck_assert_int_eq(tcn_journal_check(&journal, &err), TCN_CORRUPT);
	ck_assert_str_eq(err.text,
	    "a journal that is off lists 0 changed rows and 1 that went");
}
END_TEST

TCN_TESTS(journal)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, what_is_saved_is_the_table);
	tcase_add_test(tc, in_ascending_order_when_asked);
	tcase_add_test(tc, one_that_is_off_lists_nothing_and_all_is_written);
}

/*
 * window/base/journal.h - which rows of a table must be saved again.
 *
 * A save writes what changed since the save before it, not the whole table. The
 * journal of a table lists the rows that changed, each once and in the order in
 * which they first did, and the keys of the rows that went. A changed row is
 * listed by the handle of its owner, a slot or a key; a removed row by the key
 * under which it was saved, as its slot may serve another row by then.
 *
 * So that a row is listed once, it carries a mark: the number of the interval
 * between two saves in which it was listed last, counted from 1; 0 in a new
 * row. A save begins the next interval, which makes all marks void at once,
 * without a pass over the rows (a generation stamp, as in garbage collectors).
 *
 * What an owner does:
 *   a row changes   tcn_journal_change() with the row's mark
 *   a row goes      tcn_journal_remove(); a row that takes over its slot takes
 *                   over the mark too, so that the slot stays listed once
 *   a save          writes all of `gone`, then of `changed` every row that
 *                   the table still has: a key may be in both, when a row went
 *                   and came back, and a listed row may have gone
 *   it succeeded    tcn_journal_saved(); after a failure nothing is called, so
 *                   that nothing counts as saved
 *
 * Invariants: a journal that is off is empty, no mark is ahead of the present
 * interval (tcn_journal_check), and of a table that lists slots, those rows
 * are listed whose mark is that of the interval (for the owner to check).
 * Cost: O(1) a change, without hashing; 8 bytes a listed row, beside the 4 of
 * each row's mark.
 */
#ifndef TCN_WINDOW_BASE_JOURNAL_H
#define TCN_WINDOW_BASE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

struct tcn_journal_list {
	uint64_t *at;
	size_t n, cap;
};

/* All zero is a journal that is off: it lists nothing, a save writes all. */
struct tcn_journal {
	struct tcn_journal_list changed; /* slots or keys, as the owner says */
	struct tcn_journal_list gone; /* keys; may repeat */
	uint32_t saves; /* so far; the current interval is one more */
	bool on;
};

void tcn_journal_fini(struct tcn_journal *journal);

/* Appends to a list, which its owner frees (at). */
void tcn_journal_list_add(struct tcn_journal_list *list, uint64_t row);

/* Lists a changed row, which must not be listed yet. */
void tcn_journal_list_change(struct tcn_journal *journal, uint64_t row,
    uint32_t *mark);

/* Lists the key of a row that is removed. */
void tcn_journal_remove(struct tcn_journal *journal, uint64_t key);

/* Whether a row with this mark is listed. */
static inline bool
tcn_journal_has(const struct tcn_journal *journal, uint32_t mark)
{
	return mark == journal->saves + 1;
}

/* Lists the row, unless its mark says that it is listed. Most rows are listed
 * already, or the journal is off. */
static inline void
tcn_journal_change(struct tcn_journal *journal, uint64_t row, uint32_t *mark)
{
	if (journal->on && !tcn_journal_has(journal, *mark))
		tcn_journal_list_change(journal, row, mark);
}

/*
 * Puts the changed rows into ascending order, for an owner whose rows are
 * loaded in the order of their names. O(n log n).
 */
void tcn_journal_sort(struct tcn_journal *journal);

/*
 * The rows to write, of a table of n: the changed ones, or all of them when
 * the journal is off. tcn_journal_row() gives the ith of them.
 */
static inline size_t
tcn_journal_rows(const struct tcn_journal *journal, size_t n)
{
	return journal->on ? journal->changed.n : n;
}

static inline uint64_t
tcn_journal_row(const struct tcn_journal *journal, size_t i)
{
	return journal->on ? journal->changed.at[i] : i;
}

/* Notes that all listed rows are saved, or loaded: empties the lists. */
void tcn_journal_saved(struct tcn_journal *journal);

/* Bytes allocated. */
size_t tcn_journal_bytes(const struct tcn_journal *journal);

/* Validator: TCN_CORRUPT, and in err a sentence, when an invariant is broken.
 * O(1). */
TCN_MUST_USE enum tcn_rc tcn_journal_check(const struct tcn_journal *journal,
    struct tcn_err *err);

/*
 * Checks the same, and for a table that lists slots also that exactly the slots
 * whose mark says so are listed. marks: the mark of the first of n rows, which
 * lie `stride` bytes apart. O(n).
 */
TCN_MUST_USE enum tcn_rc
tcn_journal_check_slots(const struct tcn_journal *journal,
    const uint32_t *marks, size_t stride, size_t n, struct tcn_err *err);

#endif

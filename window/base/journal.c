#include "window/base/journal.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/base/compare.h"
#include "engine/base/mem.h"

void
tcn_journal_fini(struct tcn_journal *journal)
{
	tcn_mem_free(journal->changed.at);
	tcn_mem_free(journal->gone.at);
	*journal = (struct tcn_journal){ .on = journal->on };
}

void
tcn_journal_list_add(struct tcn_journal_list *list, uint64_t row)
{
	list->at =
	    tcn_mem_grow(list->at, &list->cap, list->n + 1, sizeof *list->at);
	list->at[list->n++] = row;
}

void
tcn_journal_list_change(struct tcn_journal *journal, uint64_t row,
    uint32_t *mark)
{
	assert(*mark < journal->saves + 1);
	tcn_journal_list_add(&journal->changed, row);
	*mark = journal->saves + 1;
}

void
tcn_journal_remove(struct tcn_journal *journal, uint64_t key)
{
	if (journal->on)
		tcn_journal_list_add(&journal->gone, key);
}

void
tcn_journal_sort(struct tcn_journal *journal)
{
	if (journal->changed.n)
		qsort(journal->changed.at, journal->changed.n,
		    sizeof *journal->changed.at, tcn_compare_u64);
}

/* Marks would repeat after 2^32 saves: at one a second, in 136 years. */
void
tcn_journal_saved(struct tcn_journal *journal)
{
	assert(journal->saves < UINT32_MAX - 1);
	journal->changed.n = journal->gone.n = 0;
	journal->saves++;
}

size_t
tcn_journal_bytes(const struct tcn_journal *journal)
{
	return (journal->changed.cap + journal->gone.cap) *
	    sizeof *journal->changed.at;
}

enum tcn_rc
tcn_journal_check(const struct tcn_journal *journal, struct tcn_err *err)
{
	if (!journal->on && (journal->changed.n || journal->gone.n))
		return tcn_err_set(err, TCN_CORRUPT,
		    "a journal that is off lists %zu changed rows and %zu "
		    "that went",
		    journal->changed.n, journal->gone.n);
	if (journal->changed.n > journal->changed.cap ||
	    journal->gone.n > journal->gone.cap)
		return tcn_err_set(err, TCN_CORRUPT,
		    "a journal lists more than it has room for");
	return TCN_OK;
}

enum tcn_rc
tcn_journal_check_slots(const struct tcn_journal *journal,
    const uint32_t *marks, size_t stride, size_t n, struct tcn_err *err)
{
	size_t marked = 0;
	enum tcn_rc rc = tcn_journal_check(journal, err);

	for (size_t i = 0; i < n && !rc; i++) {
		uint32_t mark = marks[i * (stride / sizeof *marks)];

		marked += tcn_journal_has(journal, mark);
		if (mark > journal->saves + 1)
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "slot %zu: its mark is ahead of the journal", i);
	}
	for (size_t i = 0; i < journal->changed.n && !rc; i++) {
		size_t slot = journal->changed.at[i];

		if (slot >= n ||
		    !tcn_journal_has(journal,
			marks[slot * (stride / sizeof *marks)]))
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "slot %zu is listed, its mark says no", slot);
	}
	if (!rc && marked != journal->changed.n)
		rc = tcn_err_set(err, TCN_CORRUPT,
		    "%zu slots are marked as changed, %zu listed", marked,
		    journal->changed.n);
	return rc;
}

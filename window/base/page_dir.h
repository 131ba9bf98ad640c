/*
 * window/base/page_dir.h - a directory of pages by number, where references
 * outlive pages.
 *
 * A structure that forgets by time keeps what it holds in pages, each of one
 * time bucket, and gives back whole pages. References into a page name it by
 * its number. They lie scattered over tables, so that they cannot be removed
 * when the page is freed: a reference is dead when its number has no page, and
 * is dropped when its place in a table is rebuilt or swept. Until then the
 * number must not name another page. So a number that was given back rests: the
 * owner calls tcn_page_dir_recycle() when no table has a reference that was
 * dead at the call before (a full round of its sweep), and numbers that have
 * seen one such round in full are free to be used again.
 *
 * The pages themselves belong to the owner. Cost: O(1) each call; 13 bytes a
 * number.
 */
#ifndef TCN_WINDOW_BASE_PAGE_DIR_H
#define TCN_WINDOW_BASE_PAGE_DIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

struct tcn_page_dir {
	void **pages; /* by number; NULL: given back */
	uint8_t *live; /* by number: 1 when there is a page; read in bulk */
	/* numbers given back: free ones, then waiting, then resting ones */
	uint32_t *idle;
	size_t pages_n, pages_cap, live_cap, idle_cap;
	size_t free_n, waiting_n, resting_n;
	uint32_t limit; /* all numbers are below it */
};

/* Makes an empty directory. limit: how many numbers there may be, > 0. */
void tcn_page_dir_init(struct tcn_page_dir *dir, uint32_t limit);

/* Frees the directory, not the pages. */
void tcn_page_dir_fini(struct tcn_page_dir *dir);
size_t tcn_page_dir_bytes(const struct tcn_page_dir *dir);

/* Gives a page a number, a free one or a new one, in *no. False, with nothing
 * changed, when no number is left. */
bool tcn_page_dir_add(struct tcn_page_dir *dir, void *page, uint32_t *no);

/* Removes the page of a number, which then rests. */
void tcn_page_dir_drop(struct tcn_page_dir *dir, uint32_t no);

/* How many numbers were given back but may still occur in tables. */
static inline size_t
tcn_page_dir_dead(const struct tcn_page_dir *dir)
{
	return dir->waiting_n + dir->resting_n;
}

/*
 * Frees numbers for reuse: the waiting ones become free, the resting ones wait.
 * To be called when no table has a reference that was dead at the last call.
 */
void tcn_page_dir_recycle(struct tcn_page_dir *dir);

/* Whether live, pages and idle numbers agree: TCN_CORRUPT and a sentence when
 * not. O(numbers); for tests. */
TCN_MUST_USE enum tcn_rc tcn_page_dir_check(const struct tcn_page_dir *dir,
    struct tcn_err *err);

#endif

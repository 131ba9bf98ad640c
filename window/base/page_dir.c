#include "window/base/page_dir.h"

#include <assert.h>

#include "engine/base/mem.h"

void
tcn_page_dir_init(struct tcn_page_dir *dir, uint32_t limit)
{
	assert(limit > 0);
	*dir = (struct tcn_page_dir){ .limit = limit };
}

void
tcn_page_dir_fini(struct tcn_page_dir *dir)
{
	tcn_mem_free(dir->pages);
	tcn_mem_free(dir->live);
	tcn_mem_free(dir->idle);
	*dir = (struct tcn_page_dir){ 0 };
}

size_t
tcn_page_dir_bytes(const struct tcn_page_dir *dir)
{
	return dir->pages_cap * sizeof *dir->pages +
	    dir->live_cap * sizeof *dir->live +
	    dir->idle_cap * sizeof *dir->idle;
}

static bool
take_number(struct tcn_page_dir *dir, uint32_t *no)
{
	uint32_t *idle = dir->idle;

	if (dir->free_n) {
		size_t hole = --dir->free_n;

		*no = idle[hole];
		idle[hole] = idle[hole + dir->waiting_n];
		hole += dir->waiting_n;
		idle[hole] = idle[hole + dir->resting_n];
		return true;
	}
	if (dir->pages_n == dir->limit)
		return false;
	/* Room for one more number in the directory and among the idle. */
	dir->pages = tcn_mem_grow(dir->pages, &dir->pages_cap, dir->pages_n + 1,
	    sizeof *dir->pages);
	dir->live = tcn_mem_grow(dir->live, &dir->live_cap, dir->pages_n + 1,
	    sizeof *dir->live);
	dir->idle = tcn_mem_grow(dir->idle, &dir->idle_cap, dir->pages_n + 1,
	    sizeof *dir->idle);
	*no = (uint32_t)dir->pages_n++;
	return true;
}

bool
tcn_page_dir_add(struct tcn_page_dir *dir, void *page, uint32_t *no)
{
	assert(page);
	if (!take_number(dir, no))
		return false;
	dir->pages[*no] = page;
	dir->live[*no] = 1;
	return true;
}

void
tcn_page_dir_drop(struct tcn_page_dir *dir, uint32_t no)
{
	assert(no < dir->pages_n && dir->live[no]);
	dir->pages[no] = NULL;
	dir->live[no] = 0;
	dir->idle[dir->free_n + dir->waiting_n + dir->resting_n++] = no;
}

void
tcn_page_dir_recycle(struct tcn_page_dir *dir)
{
	dir->free_n += dir->waiting_n;
	dir->waiting_n = dir->resting_n;
	dir->resting_n = 0;
}

enum tcn_rc
tcn_page_dir_check(const struct tcn_page_dir *dir, struct tcn_err *err)
{
	size_t idle_n = dir->free_n + tcn_page_dir_dead(dir), live_n = 0;

	for (size_t i = 0; i < dir->pages_n; i++) {
		if (dir->live[i] != (dir->pages[i] != NULL))
			return tcn_err_set(err, TCN_CORRUPT,
			    "a page is live and given back at once");
		live_n += dir->live[i];
	}
	for (size_t i = 0; i < idle_n; i++)
		if (dir->idle[i] >= dir->pages_n || dir->live[dir->idle[i]])
			return tcn_err_set(err, TCN_CORRUPT,
			    "the number of a live page is idle");
	if (live_n + idle_n != dir->pages_n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "a page number is neither in use nor idle");
	return TCN_OK;
}

/*
 * tools/base/scratch.h - files and folders that are soon gone again.
 *
 * A name as mkstemp(3) and mkdtemp(3) want it: a path that ends in six marks,
 * which they replace; and the end of such a folder. In a header alone, so that
 * the tests of every folder have them.
 */
#ifndef TCN_TOOLS_BASE_SCRATCH_H
#define TCN_TOOLS_BASE_SCRATCH_H

#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define TCN_SCRATCH_MARKS 6

/* Into path[room]; a folder too long for it leaves a name they refuse. */
static inline void
tcn_scratch_name(char *path, size_t room, const char *folder)
{
	int n = snprintf(path, room, "%s/tocsin-......", folder);

	if (n > 0 && (size_t)n < room)
		memset(path + n - TCN_SCRATCH_MARKS, 'X', TCN_SCRATCH_MARKS);
}

static inline int
tcn_scratch_remove(const char *path, const struct stat *is, int kind,
    struct FTW *where)
{
	(void)is, (void)kind, (void)where;
	return remove(path);
}

/* Removes a folder and all that is in it; links are not followed. */
static inline bool
tcn_scratch_drop(const char *dir)
{
	return nftw(dir, tcn_scratch_remove, 16, FTW_DEPTH | FTW_PHYS) == 0;
}

#endif

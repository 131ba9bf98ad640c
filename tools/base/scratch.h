/*
 * tools/base/scratch.h - temporary files and folders.
 *
 * Makes the template that mkstemp(3) and mkdtemp(3) want, a path that ends in
 * six marks which they replace, and removes such a folder. Everything is
 * inline, so that the tests of each room can use it without linking tools/.
 */
#ifndef TCN_TOOLS_BASE_SCRATCH_H
#define TCN_TOOLS_BASE_SCRATCH_H

#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define TCN_SCRATCH_MARKS 6

/* Writes the template into path[room]. Where folder is too long for it, what
 * is written has no marks, and mkstemp(3) refuses it. */
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

/*
 * Removes a folder and everything in it; links are not followed. False also for
 * a folder whose name is none of tcn_scratch_name(): a path that was cut short
 * or is not set must not remove what belongs to others.
 */
static inline bool
tcn_scratch_drop(const char *dir)
{
	const char *name = strrchr(dir, '/');

	return name && strncmp(name, "/tocsin-", 8) == 0 &&
	    strlen(name) == 8 + TCN_SCRATCH_MARKS &&
	    nftw(dir, tcn_scratch_remove, 16, FTW_DEPTH | FTW_PHYS) == 0;
}

#endif

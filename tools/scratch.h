/*
 * tools/scratch.h - the name of a file or folder that is soon gone again.
 *
 * What mkstemp(3) and mkdtemp(3) want: a path that ends in six marks, which
 * they replace.
 */
#ifndef TCN_TOOLS_SCRATCH_H
#define TCN_TOOLS_SCRATCH_H

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

#endif

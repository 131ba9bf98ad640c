/*
 * tests/tools/serve/deliver/heard.h - the file in which a test's receiver
 * writes what it was sent.
 */
#ifndef TCN_TESTS_TOOLS_SERVE_DELIVER_HEARD_H
#define TCN_TESTS_TOOLS_SERVE_DELIVER_HEARD_H

#include <stdio.h>

#include "tests/base/temp.h"

extern char heard[TEMP_BYTES + 16]; /* its path */

/* Chooses the path, in dir; there is no file yet. */
static inline void
heard_init(const char *dir)
{
	snprintf(heard, sizeof heard, "%s/heard", dir);
}

/* What is in it, until the next call; "" when there is no file. */
static inline const char *
all_heard(void)
{
	static char text[65536];
	FILE *file = fopen(heard, "r");

	text[0] = '\0';
	if (!file)
		return text;
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	return text;
}

#endif

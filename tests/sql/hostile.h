/*
 * tests/sql/hostile.h - everything a program does with a store, done to a
 * file that may be anything.
 */
#ifndef TCN_TESTS_SQL_HOSTILE_H
#define TCN_TESTS_SQL_HOSTILE_H

#include <stdbool.h>
#include <stddef.h>

/* A sound database of the sample, to be damaged; its size, at most cap. */
size_t hostile_sound(unsigned char *bytes, size_t cap);

/*
 * Opens the file, reads everything, writes a batch, checks, closes. Fails the
 * test when an error comes without a mend. False: it could not be opened.
 */
bool hostile_use(const char *path);

#endif

/*
 * tests/tools/serve/daemon/day.h - the store of a generated day with two
 * events.
 *
 * It takes most of a second to make, and a moment to copy. So a test case makes
 * it once, in fixtures that are not checked, and each test takes a copy:
 *
 *	tcase_add_unchecked_fixture(tc, day_make, day_drop);
 */
#ifndef TCN_TESTS_TOOLS_SERVE_DAEMON_DAY_H
#define TCN_TESTS_TOOLS_SERVE_DAEMON_DAY_H

void day_make(void);
void day_make_untagged(void); /* with text.tagger=none */
void day_drop(void);

/* Writes a copy of it to db, which nobody has open. */
void day_copy(const char *db);

#endif

/*
 * tests/base/program.h - the whole program, run as a process of its own.
 */
#ifndef TCN_TESTS_BASE_PROGRAM_H
#define TCN_TESTS_BASE_PROGRAM_H

#include <stddef.h>

/* The program under test: ./tocsin, or what the environment's TOCSIN names. */
const char *tcn_program_path(void);

/*
 * Runs `tocsin LINE` (words between single spaces; no quoting) and returns its
 * exit code, which is TCN_EXIT_LEAK when the program did not free all its
 * memory. *printed is what it wrote to both outputs, valid until the next call.
 */
int tcn_program(const char *line, const char **printed);

#endif

/*
 * tests/tools/program.h - the whole program, run inside the test.
 */
#ifndef TCN_TESTS_TOOLS_PROGRAM_H
#define TCN_TESTS_TOOLS_PROGRAM_H

#include <stddef.h>

/*
 * Runs `tocsin LINE` (words between single spaces; no quoting) and returns
 * its exit code. What it wrote to both outputs is in *printed, until the next
 * call; a failed assertion tells.
 */
int tcn_program(const char *line, const char **printed);

#endif

/*
 * tools/base/picture_program.h - where tocsin-picture is, the program that
 * makes pictures small (tools/serve/picture/scale_main.c).
 */
#ifndef TCN_TOOLS_BASE_PICTURE_PROGRAM_H
#define TCN_TOOLS_BASE_PICTURE_PROGRAM_H

#include <limits.h>
#include <stdbool.h>

/* Its path: beside this program, as in a build, or where it is installed.
 * False: it is in neither place. */
bool tcn_picture_program(char path[static PATH_MAX]);

#endif

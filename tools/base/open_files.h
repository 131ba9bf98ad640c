/*
 * tools/base/open_files.h - how many files this process may have open, and how
 * many it has.
 */
#ifndef TCN_TOOLS_BASE_OPEN_FILES_H
#define TCN_TOOLS_BASE_OPEN_FILES_H

#include <stddef.h>

/* Raises the limit on open files as far as it may, and returns it; SIZE_MAX:
 * there is none. */
size_t tcn_open_files_raise(void);

/* How many are open now; 0: the system does not tell. */
size_t tcn_open_files_count(void);

#endif

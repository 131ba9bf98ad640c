/*
 * tools/base/exit.h - the program's exit codes. Scripts may rely on them.
 */
#ifndef TCN_TOOLS_BASE_EXIT_H
#define TCN_TOOLS_BASE_EXIT_H

enum tcn_exit {
	TCN_EXIT_OK = 0, /* done */
	TCN_EXIT_NO = 1, /* done, and the answer is no: not found, differs */
	TCN_EXIT_USAGE = 2, /* the command line or the configuration is wrong */
	TCN_EXIT_REJECTED = 3, /* --strict, and the input had a bad line */
	TCN_EXIT_FAILED = 4, /* input/output, store or memory failed */
	TCN_EXIT_BUSY = 5, /* another program is writing to the store */
	TCN_EXIT_LEAK = 70, /* tests only: memory was not given back */
};

#endif

/*
 * tools/base/child.h - starts a program as a process of its own.
 *
 * There is no shell: the words of the command are the program's arguments. The
 * process leads a process group, so that it can be killed with what it has
 * started. No signal is blocked or ignored in it, and no file of ours is open
 * but those that it is given (posix_spawn(3), which is also safe in a program
 * with threads).
 */
#ifndef TCN_TOOLS_BASE_CHILD_H
#define TCN_TOOLS_BASE_CHILD_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"

/* Its standard files; -1 means /dev/null. They stay open here. */
struct tcn_child_files {
	int in, out, err;
	/* What becomes its files 3, 4, ...: each of these numbers is larger
	 * than what any of them becomes. */
	const int *more;
	size_t more_n;
};

/* What it may use; 0 in any of them: as much as this process. */
struct tcn_child_limits {
	int nice; /* how far it stands back for others, 1 to 19 */
	uint64_t memory_bytes; /* of its own: files that it maps do not count */
};

/*
 * Starts it, found by PATH; both lists end with NULL. Returns 0, or an error
 * number, which is also errno.
 */
int tcn_child_start(const char *const *command, char *const *environment,
    const struct tcn_child_files *files, pid_t *pid);

/*
 * Bounds a child, once it has started: what it has by then is not taken away.
 * Returns 0, or an error number, which is also errno.
 */
int tcn_child_limit(pid_t pid, const struct tcn_child_limits *limits);

/*
 * An unnamed file that holds content, at its beginning: something to read for
 * a child, by a number that is large enough for `more` of up to 13 files. The
 * caller closes it. -1: errno says why. name is for those who look at what a
 * process has open.
 */
int tcn_child_file(const char *name, struct tcn_str content);

/* Kills it with its group. Whether it is gone only waitpid() tells. */
void tcn_child_kill(pid_t pid);

/* The same, and waits until it is gone. */
void tcn_child_end(pid_t pid);

/* Appends "PATH=" and the path that programs are looked for in: one of the
 * variables that a program is given. */
void tcn_child_path(struct tcn_buf *variable);

#endif

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

#include <sys/types.h>

#include "engine/base/buf.h"

/* Its standard files; -1 means /dev/null. They stay open here. */
struct tcn_child_files {
	int in, out, err;
};

/*
 * Starts it, found by PATH; both lists end with NULL. Returns 0, or an error
 * number, which is also errno.
 */
int tcn_child_start(const char *const *command, char *const *environment,
    const struct tcn_child_files *files, pid_t *pid);

/* Kills it with its group. Whether it is gone only waitpid() tells. */
void tcn_child_kill(pid_t pid);

/* The same, and waits until it is gone. */
void tcn_child_end(pid_t pid);

/* Appends "PATH=" and the path that programs are looked for in: one of the
 * variables that a program is given. */
void tcn_child_path(struct tcn_buf *variable);

#endif

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

/* The child's standard files; -1 means /dev/null. They stay open in the
 * caller. */
struct tcn_child_files {
	int in, out, err;
	/* Descriptors that become the child's 3, 4, ...: each must be larger
	 * than all the numbers that they become. */
	const int *more;
	size_t more_n;
};

/* What a child may use; 0 in a field: as much as this process. */
struct tcn_child_limits {
	int nice; /* of its process group, 1 to 19 */
	uint64_t memory_bytes; /* of its own: files that it maps do not count */
};

/*
 * Starts the command, which is found by PATH; both lists end with NULL. Returns
 * 0, or an error number, which is also errno.
 */
int tcn_child_start(const char *const *command, char *const *environment,
    const struct tcn_child_files *files, pid_t *pid);

/*
 * Bounds a child, once it has started: what it has by then is not taken away.
 * Returns 0, or an error number, which is also errno.
 */
int tcn_child_limit(pid_t pid, const struct tcn_child_limits *limits);

/*
 * Opens an unnamed file that holds content, for a child to read from its
 * beginning. The descriptor is large enough for a list `more` of up to 13
 * files; the caller closes it. -1: errno says why. The name is only for people
 * who list the files that a process has open.
 */
int tcn_child_file(const char *name, struct tcn_str content);

/* Kills the child's process group, and does not wait: waitpid() tells when the
 * child is gone. */
void tcn_child_kill(pid_t pid);

/* Kills the child's process group and waits until the child is gone. */
void tcn_child_end(pid_t pid);

/* Appends "PATH=" and the path in which programs are looked for, as a variable
 * for the environment of a child. */
void tcn_child_path(struct tcn_buf *variable);

#endif

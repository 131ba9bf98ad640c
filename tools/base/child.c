#include "tools/base/child.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define FILES_FROM 16 /* numbers of those for children */

/* The file of the child that this number stands for is fd, or /dev/null. */
static int
set_file(posix_spawn_file_actions_t *actions, int fd, int number)
{
	return fd >= 0 ? posix_spawn_file_actions_adddup2(actions, fd, number)
		       : posix_spawn_file_actions_addopen(actions, number,
			     "/dev/null", number ? O_WRONLY : O_RDONLY, 0);
}

/* The number of the first file that it does not get. */
static int
first_closed(const struct tcn_child_files *files)
{
	return 3 + (int)files->more_n;
}

static int
set_files(posix_spawn_file_actions_t *actions,
    const struct tcn_child_files *files)
{
	int code = set_file(actions, files->in, 0);

	if (!code)
		code = set_file(actions, files->out, 1);
	if (!code)
		code = set_file(actions, files->err, 2);
	for (size_t i = 0; !code && i < files->more_n; i++) {
		assert(files->more[i] >= first_closed(files));
		code = posix_spawn_file_actions_adddup2(actions, files->more[i],
		    3 + (int)i);
	}
	return code ? code
		    : posix_spawn_file_actions_addclosefrom_np(actions,
			  first_closed(files));
}

/* No signal is blocked or ignored, and the program leads its own group. */
static int
set_attributes(posix_spawnattr_t *attr)
{
	sigset_t none, all;
	int code;

	sigemptyset(&none);
	sigfillset(&all);
	code = posix_spawnattr_setflags(attr,
	    POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
		POSIX_SPAWN_SETSIGDEF);
	if (!code)
		code = posix_spawnattr_setpgroup(attr, 0);
	if (!code)
		code = posix_spawnattr_setsigmask(attr, &none);
	return code ? code : posix_spawnattr_setsigdefault(attr, &all);
}

int
tcn_child_start(const char *const *command, char *const *environment,
    const struct tcn_child_files *files, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	int code = posix_spawn_file_actions_init(&actions);

	if (!code) {
		code = posix_spawnattr_init(&attr);
		if (!code) {
			code = set_files(&actions, files);
			if (!code)
				code = set_attributes(&attr);
			if (!code)
				code = posix_spawnp(pid, command[0], &actions,
				    &attr, (char *const *)(uintptr_t)command,
				    environment);
			posix_spawnattr_destroy(&attr);
		}
		posix_spawn_file_actions_destroy(&actions);
	}
	errno = code;
	return code;
}

/* AddressSanitizer sets terabytes of addresses aside, which the limit counts
 * though no memory is behind them. */
#ifdef __SANITIZE_ADDRESS__
#define LIMITS_MEMORY false
#else
#define LIMITS_MEMORY true
#endif

int
tcn_child_limit(pid_t pid, const struct tcn_child_limits *limits)
{
	const struct rlimit memory = { limits->memory_bytes,
		limits->memory_bytes };

	/* Of the group, since a single process means its first thread. */
	if (limits->nice && setpriority(PRIO_PGRP, (id_t)pid, limits->nice))
		return errno;
	if (LIMITS_MEMORY && limits->memory_bytes &&
	    prlimit(pid, RLIMIT_DATA, &memory, NULL))
		return errno;
	return 0;
}

int
tcn_child_file(const char *name, struct tcn_str content)
{
	int low = memfd_create(name, MFD_CLOEXEC), error;
	int fd = low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, FILES_FROM);

	if (low >= 0 && fd < 0) {
		error = errno;
		close(low);
		errno = error;
		return -1;
	}
	if (low >= 0)
		close(low);

	while (fd >= 0 && content.n) {
		ssize_t n = write(fd, content.at, content.n);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		content.at += n;
		content.n -= (size_t)n;
	}
	if (fd < 0 || (!content.n && lseek(fd, 0, SEEK_SET) == 0))
		return fd;
	error = errno;
	close(fd);
	errno = error;
	return -1;
}

void
tcn_child_kill(pid_t pid)
{
	kill(-pid, SIGKILL);
}

void
tcn_child_end(pid_t pid)
{
	tcn_child_kill(pid);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		continue;
}

void
tcn_child_path(struct tcn_buf *variable)
{
	const char *path = getenv("PATH");

	tcn_buf_printf(variable, "PATH=%s", path ? path : "/usr/bin:/bin");
}

#include "tools/serve/deliver/append.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Writes the whole line at end and syncs it, or truncates the file to end. */
static enum tcn_rc
add(int fd, off_t end, struct tcn_str line)
{
	size_t done = 0;
	int error;

	while (done < line.n) {
		ssize_t n = write(fd, line.at + done, line.n - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			error = n ? errno : ENOSPC;
			if (ftruncate(fd, end) != 0)
				error = errno;
			errno = error;
			return TCN_IO;
		}
		done += (size_t)n;
	}
	return fsync(fd) == 0 ? TCN_OK : TCN_IO;
}

/* If the last line was cut off, writes the line feed that it lacks. */
static enum tcn_rc
mend(int fd, off_t *end)
{
	char last = '\n';

	if (*end > 0 && pread(fd, &last, 1, *end - 1) != 1)
		return TCN_IO;
	if (last == '\n')
		return TCN_OK;
	if (write(fd, "\n", 1) != 1)
		return TCN_IO;
	++*end;
	return TCN_OK;
}

/*
 * Waits for the lock, then reads the file's size, which no other writer can
 * change from now on. A file system without locks is written to all the same.
 */
static enum tcn_rc
lock(int fd, off_t *end)
{
	struct stat info;

	while (flock(fd, LOCK_EX) != 0 && errno == EINTR)
		;
	if (fstat(fd, &info) != 0)
		return TCN_IO;
	*end = info.st_size;
	return TCN_OK;
}

/*
 * Opens the file, or makes it. What root makes in somebody else's folder, with
 * send-test in that of a service, belongs to the folder's owner, who could not
 * write to it otherwise. O_EXCL: only a file that was made just now.
 */
static int
open_or_make(const char *path)
{
	const int flags =
	    O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
	int fd = open(path, flags | O_EXCL, 0640);
	char folder[4096];
	struct stat info;
	const char *slash;

	if (fd < 0)
		return errno == EEXIST ? open(path, flags, 0640) : fd;
	/* The folder of path, cut short where it is too long. */
	slash = strrchr(path, '/');
	snprintf(folder, 4096, "%.*s", slash > path ? (int)(slash - path) : 1,
	    slash ? path : ".");
	if (geteuid() == 0 && stat(folder, &info) == 0 && info.st_uid != 0)
		(void)!fchown(fd, info.st_uid, info.st_gid);
	return fd;
}

enum tcn_rc
tcn_append(const char *path, struct tcn_str line, struct tcn_err *err)
{
	int fd = open_or_make(path);
	enum tcn_rc rc = TCN_IO;
	struct stat info;
	off_t end;

	assert(line.n && line.at[line.n - 1] == '\n');
	if (fd < 0 || fstat(fd, &info) != 0) {
		tcn_err_set(err, rc, "%s", strerror(errno));
	} else if (!S_ISREG(info.st_mode)) {
		tcn_err_set(err, rc, "it is no ordinary file");
	} else {
		rc = lock(fd, &end);
		if (!rc)
			rc = mend(fd, &end);
		if (!rc)
			rc = add(fd, end, line);
		if (rc)
			tcn_err_set(err, rc, "%s", strerror(errno));
	}
	if (fd >= 0)
		close(fd);
	return rc;
}

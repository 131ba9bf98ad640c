#include "tools/base/private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "engine/base/buf.h"

static bool
write_all(int fd, struct tcn_str bytes)
{
	while (bytes.n) {
		ssize_t n = write(fd, bytes.at, bytes.n);

		if (n <= 0)
			return false;
		bytes.at += n;
		bytes.n -= (size_t)n;
	}
	return fsync(fd) == 0;
}

/* The entry of the new file in its folder survives a power cut, too. */
static void
sync_folder(const char *file)
{
	char folder[4096];
	const char *slash = strrchr(file, '/');
	int fd;

	snprintf(folder, sizeof folder, "%.*s",
	    slash ? (int)(slash - file + 1) : 1, slash ? file : ".");
	fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return;
	(void)!fsync(fd);
	close(fd);
}

static bool
write_aside(const char *aside, const char *path, struct tcn_str bytes)
{
	bool ok;
	int fd;

	(void)!unlink(aside); /* of a run that was cut */
	fd = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
	    0600);
	ok = fd >= 0 && write_all(fd, bytes) && rename(aside, path) == 0;
	if (fd >= 0) {
		int problem = errno;

		if (!ok)
			(void)!unlink(aside);
		close(fd);
		errno = problem;
	}
	return ok;
}

enum tcn_rc
tcn_private_write(const char *path, struct tcn_str bytes, const char *what,
    struct tcn_err *err)
{
	struct tcn_buf aside = { 0 };
	enum tcn_rc rc = TCN_OK;

	tcn_buf_printf(&aside, "%s.new", path);
	if (!write_aside(aside.at, path, bytes)) {
		tcn_err_at(err, path, 0, 0);
		rc = tcn_err_set(err, TCN_IO, "%s: %s", what, strerror(errno));
	} else {
		sync_folder(path);
	}
	tcn_buf_fini(&aside);
	return rc;
}

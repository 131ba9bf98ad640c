#include "tools/base/store_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RIGHTS 0777

static bool
is_in_memory(const char *db)
{
	return !*db || strcmp(db, ":memory:") == 0;
}

/* Nobody has a file open that is not there: closing one that another
 * connection of this process has open would give back its locks. */
void
tcn_store_file_make(const char *db, unsigned mode)
{
	struct stat is;
	int fd;

	if (is_in_memory(db) || stat(db, &is) == 0 || errno != ENOENT)
		return;
	fd = open(db, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, mode);
	if (fd < 0)
		return;
	(void)!fchmod(fd, mode);
	close(fd);
}

static bool
set_mode(const char *path, unsigned mode, unsigned *was)
{
	struct stat is;

	if (stat(path, &is) != 0)
		return errno == ENOENT;
	*was = is.st_mode & RIGHTS;
	return *was == mode || chmod(path, mode) == 0;
}

bool
tcn_store_file_set_mode(const char *db, unsigned mode, unsigned *was)
{
	static const char *const endings[] = { "-wal", "-shm", ".lock" };
	char path[PATH_MAX];
	unsigned had = mode;
	bool set = true;

	if (!is_in_memory(db))
		set = set_mode(db, mode, &had);
	if (was)
		*was = had;
	for (int i = 0; i < 3 && set && !is_in_memory(db); i++)
		if (snprintf(path, sizeof path, "%s%s", db, endings[i]) <
		    PATH_MAX)
			set = set_mode(path, mode, &had);
	return set;
}

enum tcn_rc
tcn_store_file_refused(struct tcn_err *err, const char *path, const char *what)
{
	const char *why = strerror(errno);

	tcn_err_at(err, path, 0, 0);
	return tcn_err_set(err, TCN_IO, "%s: %s", what, why);
}

static enum tcn_rc
sync_path(const char *path, int flags, struct tcn_err *err)
{
	int fd = open(path, flags | O_CLOEXEC);
	enum tcn_rc rc = TCN_OK;

	if (fd < 0 || fsync(fd) != 0)
		rc = tcn_store_file_refused(err, path,
		    "cannot be written to the disk");
	if (fd >= 0)
		close(fd);
	return rc;
}

enum tcn_rc
tcn_store_file_sync(const char *path, struct tcn_err *err)
{
	return sync_path(path, O_RDONLY, err);
}

enum tcn_rc
tcn_store_file_sync_folder(const char *path, struct tcn_err *err)
{
	const char *end = strrchr(path, '/');
	char folder[PATH_MAX];

	snprintf(folder, sizeof folder, "%.*s",
	    end ? (int)(end - path + (end == path)) : 1, end ? path : ".");
	return sync_path(folder, O_RDONLY | O_DIRECTORY, err);
}

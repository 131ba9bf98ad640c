#include "tools/base/sock_path.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Opens the folder of path, whose last part begins at name. */
static int
open_folder(const char *path, const char *name)
{
	char folder[TCN_SOCK_PATH_BYTES] = ".";
	size_t n = (size_t)(name - path);

	if (n >= sizeof folder) {
		errno = ENAMETOOLONG;
		return -1;
	}
	if (n) {
		memcpy(folder, path, n);
		folder[n] = '\0';
	}
	return open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

enum tcn_rc
tcn_sock_path_open(struct tcn_sock_path *sock, const char *path,
    struct tcn_err *err)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	int n;

	assert(*path);
	sock->dir = -1;
	if (strlen(path) < sizeof sock->text) {
		strcpy(sock->text, path);
		return TCN_OK;
	}
	sock->dir = open_folder(path, name);
	if (sock->dir < 0)
		return tcn_err_set(err, TCN_IO, "%.*s: %s", (int)(name - path),
		    path, strerror(errno));
	n = snprintf(sock->text, sizeof sock->text, "/proc/self/fd/%d/%s",
	    sock->dir, name);
	if (n >= (int)sizeof sock->text)
		return tcn_err_set(err, TCN_IO,
		    "%s: the name is too long for a socket: give the store a "
		    "name of at most 70 bytes",
		    name);
	return TCN_OK;
}

void
tcn_sock_path_close(struct tcn_sock_path *sock)
{
	if (sock->dir >= 0)
		close(sock->dir);
	sock->dir = -1;
}

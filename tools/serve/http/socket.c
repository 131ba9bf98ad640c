#include "tools/serve/http/socket.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "tools/base/sock_path.h"
#include "tools/base/store_lock.h"

#define BACKLOG 128

struct tcn_socket {
	int fd;
	dev_t dev; /* of the file, to remove none but this one */
	ino_t ino;
	bool bound; /* dev and ino are known */
	char path[TCN_SOCK_PATH_BYTES];
};

/* Removes a socket that a daemon left behind. */
static enum tcn_rc
remove_stale(const char *path, struct tcn_err *err)
{
	struct stat info;

	if (lstat(path, &info) != 0)
		return TCN_OK;
	if (!S_ISSOCK(info.st_mode))
		return tcn_err_set(err, TCN_IO,
		    "%s is in the way and is no socket: move it", path);
	if (unlink(path) != 0)
		return tcn_err_set(err, TCN_IO, "%s: %s", path,
		    strerror(errno));
	return TCN_OK;
}

/* Binds with a mask, so that it is nobody else's at no time. */
static enum tcn_rc
bind_at(struct tcn_socket *sock, struct tcn_err *err)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	struct tcn_sock_path path;
	struct stat info;
	mode_t mask;
	enum tcn_rc rc = tcn_sock_path_open(&path, sock->path, err);

	if (!rc) {
		memcpy(at.sun_path, path.text, sizeof at.sun_path);
		mask = umask(0177);
		if (bind(sock->fd, (struct sockaddr *)&at, sizeof at) != 0 ||
		    listen(sock->fd, BACKLOG) != 0)
			rc = tcn_err_set(err, TCN_IO, "%s: %s", sock->path,
			    strerror(errno));
		umask(mask);
	}
	tcn_sock_path_close(&path);
	if (rc || lstat(sock->path, &info) != 0)
		return rc;
	sock->dev = info.st_dev;
	sock->ino = info.st_ino;
	sock->bound = true;
	return TCN_OK;
}

enum tcn_rc
tcn_socket_open(const char *db, struct tcn_socket **out, struct tcn_err *err)
{
	struct tcn_socket *sock = tcn_mem_calloc(1, sizeof *sock);
	enum tcn_rc rc;

	*out = NULL;
	sock->fd =
	    socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	rc = sock->fd < 0
	    ? tcn_err_set(err, TCN_IO, "a socket: %s", strerror(errno))
	    : tcn_store_lock_path(db, TCN_SOCK_PATH_SUFFIX, sock->path,
		  sizeof sock->path);
	if (rc && sock->fd >= 0)
		rc = tcn_err_set(err, TCN_IO,
		    "%s: no place beside it for a socket", db);
	if (!rc)
		rc = remove_stale(sock->path, err);
	if (!rc)
		rc = bind_at(sock, err);
	if (rc)
		tcn_socket_close(sock);
	else
		*out = sock;
	return rc;
}

void
tcn_socket_close(struct tcn_socket *sock)
{
	struct stat info;

	if (!sock)
		return;
	if (sock->bound && lstat(sock->path, &info) == 0 &&
	    info.st_dev == sock->dev && info.st_ino == sock->ino)
		unlink(sock->path);
	if (sock->fd >= 0)
		close(sock->fd);
	tcn_mem_free(sock);
}

int
tcn_socket_take_fd(struct tcn_socket *sock)
{
	int fd = sock->fd;

	assert(fd >= 0);
	sock->fd = -1;
	return fd;
}

const char *
tcn_socket_path(const struct tcn_socket *sock)
{
	return sock->path;
}

bool
tcn_socket_trusts(int fd)
{
	struct ucred peer;
	socklen_t n = sizeof peer;

	return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &n) == 0 &&
	    n == sizeof peer && (peer.uid == geteuid() || peer.uid == 0);
}

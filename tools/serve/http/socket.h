/*
 * tools/serve/http/socket.h - the Unix socket beside the store, by which verbs
 * reach the daemon that holds it.
 *
 * The socket is STORE.sock (tools/base/sock_path.h), which only its owner may
 * open (mode 0600). Whoever calls by it is known: the kernel names the peer's
 * user (SO_PEERCRED, unix(7)). This daemon's user and root may do everything
 * without a token, for they could change the store's file as well; others, to
 * whom somebody opened the socket, need a token.
 *
 * Only the process that holds the store's lock may open it, for a socket that
 * was left behind is replaced. Nothing but a socket is: another file, a
 * symbolic link too, is an error.
 */
#ifndef TCN_TOOLS_SERVE_HTTP_SOCKET_H
#define TCN_TOOLS_SERVE_HTTP_SOCKET_H

#include <stdbool.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

struct tcn_socket;

/* Listens beside the store db. TCN_IO: err says why it cannot. */
TCN_MUST_USE enum tcn_rc tcn_socket_open(const char *db,
    struct tcn_socket **socket, struct tcn_err *err);

/* Closes the socket and removes its file, if that is still this socket's.
 * socket may be NULL. */
void tcn_socket_close(struct tcn_socket *socket);

/* Hands the listening descriptor over, once: the caller closes it. */
int tcn_socket_take_fd(struct tcn_socket *socket);

/* The path of the socket's file. */
const char *tcn_socket_path(const struct tcn_socket *socket);

/* Whether the peer of a connection is this user or root. */
bool tcn_socket_trusts(int fd);

#endif

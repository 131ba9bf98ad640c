/*
 * tools/base/sock_path.h - addresses of Unix sockets, also those that are too
 * long for one.
 *
 * The address of a Unix socket has room for 107 bytes (unix(7)). A longer path
 * is reached through a descriptor of its folder: /proc/self/fd/N/NAME.
 */
#ifndef TCN_TOOLS_BASE_SOCK_PATH_H
#define TCN_TOOLS_BASE_SOCK_PATH_H

#include <sys/un.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

#define TCN_SOCK_PATH_SUFFIX ".sock" /* of the one beside a store */
#define TCN_SOCK_PATH_BYTES  4200 /* a path, the suffix and a NUL */

struct tcn_sock_path {
	char text[sizeof((struct sockaddr_un *)0)->sun_path];
	int dir; /* keeps the folder open while text names it; or -1 */
};

/*
 * Makes an address of path, whether or not there is such a file. TCN_IO: its
 * folder cannot be opened, or the name is too long by itself. close must be
 * called in every case.
 */
TCN_MUST_USE enum tcn_rc tcn_sock_path_open(struct tcn_sock_path *sock,
    const char *path, struct tcn_err *err);
void tcn_sock_path_close(struct tcn_sock_path *sock);

#endif

/*
 * tools/base/private.h - files that only their owner may read: whether one is,
 * and writing one.
 */
#ifndef TCN_TOOLS_BASE_PRIVATE_H
#define TCN_TOOLS_BASE_PRIVATE_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/*
 * Replaces the file as a whole, readable by its owner alone, and syncs it and
 * its folder: a cut leaves the old file or the new one. `what` begins the
 * sentence of an error: "the key cannot be written". TCN_IO: err names the file
 * and says why, and nothing has changed.
 */
TCN_MUST_USE enum tcn_rc tcn_private_write(const char *path,
    struct tcn_str bytes, const char *what, struct tcn_err *err);

/*
 * Whether path, which has this mode, is private. A credential that systemd
 * hands to a service (LoadCredential=) is readable by it alone, but shows group
 * bits: they are the mask of its access list.
 */
static inline bool
tcn_private_is(const char *path, mode_t mode)
{
	const char *dir = getenv("CREDENTIALS_DIRECTORY");
	size_t n = dir ? strlen(dir) : 0;

	if (n && strncmp(path, dir, n) == 0 && path[n] == '/' &&
	    !strstr(path, ".."))
		mode &= ~(mode_t)S_IRWXG;
	return !(mode & (S_IRWXG | S_IRWXO));
}

#endif

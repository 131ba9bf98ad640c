/*
 * tools/base/private.h - whether only its owner may read a file.
 */
#ifndef TCN_TOOLS_BASE_PRIVATE_H
#define TCN_TOOLS_BASE_PRIVATE_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

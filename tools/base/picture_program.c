#include "tools/base/picture_program.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NAME "tocsin-picture"

bool
tcn_picture_program(char path[static PATH_MAX])
{
	ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);
	char *slash;

	path[n > 0 ? n : 0] = '\0';
	slash = strrchr(path, '/');
	if (slash && (size_t)(slash - path) + sizeof NAME < PATH_MAX) {
		memcpy(slash + 1, NAME, sizeof NAME);
		if (access(path, X_OK) == 0)
			return true;
	}
	snprintf(path, PATH_MAX, "%s", TCN_PICTURE_PATH "/" NAME);
	return access(path, X_OK) == 0;
}

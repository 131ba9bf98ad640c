#include "tools/base/path.h"

#include <assert.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

void
tcn_path_beside(const char *file, struct tcn_str path, struct tcn_arena *arena,
    struct tcn_str *out)
{
	const char *slash = strrchr(file, '/');
	size_t folder_n = slash ? (size_t)(slash - file) + 1 : 0;
	char *at;

	assert(path.at || !path.n);
	if (path.n == 0 || path.at[0] == '/')
		folder_n = 0;
	at = tcn_arena_alloc(arena, folder_n + path.n + 1);
	memcpy(at, file, folder_n);
	if (path.n)
		memcpy(at + folder_n, path.at, path.n);
	at[folder_n + path.n] = '\0';
	*out = (struct tcn_str){ at, folder_n + path.n };
}

void
tcn_path_absolute(const char *path, struct tcn_buf *out)
{
	char folder[PATH_MAX];

	if (path[0] && path[0] != '/' && getcwd(folder, sizeof folder)) {
		tcn_buf_z(out, folder);
		if (strcmp(folder, "/") != 0)
			tcn_buf_char(out, '/');
		while (strncmp(path, "./", 2) == 0)
			path += 2;
	}
	tcn_buf_z(out, path);
}

#include "tools/base/open_files.h"

#include <dirent.h>
#include <stdint.h>
#include <sys/resource.h>

size_t
tcn_open_files_raise(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) != 0)
		return SIZE_MAX;
	if (files.rlim_cur < files.rlim_max) {
		files.rlim_cur = files.rlim_max;
		(void)!setrlimit(RLIMIT_NOFILE, &files);
		(void)!getrlimit(RLIMIT_NOFILE, &files);
	}
	return files.rlim_cur == RLIM_INFINITY ? SIZE_MAX
					       : (size_t)files.rlim_cur;
}

size_t
tcn_open_files_count(void)
{
	DIR *dir = opendir("/proc/self/fd");
	const struct dirent *entry;
	size_t n = 0;

	if (!dir)
		return 0;
	while ((entry = readdir(dir)))
		n += entry->d_name[0] != '.';
	closedir(dir);
	return n - 1; /* without that of the folder */
}

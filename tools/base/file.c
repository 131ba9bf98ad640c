#include "tools/base/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

static enum tcn_rc
read_all(int fd, size_t most, struct tcn_buf *out, struct tcn_err *err)
{
	size_t left = most + 1;
	char bytes[16384];

	while (left) {
		ssize_t got =
		    read(fd, bytes, left < sizeof bytes ? left : sizeof bytes);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return tcn_err_set(err, TCN_IO, "%s", strerror(errno));
		if (got == 0)
			break;
		tcn_buf_add(out, bytes, (size_t)got);
		left -= (size_t)got;
	}
	return TCN_OK;
}

enum tcn_rc
tcn_file_read(const char *path, size_t most, struct tcn_buf *out,
    struct tcn_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	enum tcn_rc rc;

	assert(most < SIZE_MAX);
	tcn_err_at(err, path, 0, 0);
	if (fd < 0)
		return tcn_err_set(err, TCN_IO, "%s", strerror(errno));
	rc = read_all(fd, most, out, err);
	close(fd);
	return rc;
}

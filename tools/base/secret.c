#include "tools/base/secret.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <openssl/crypto.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/private.h"

#define SECRET_BYTES 4096

/* Refuses what is no private, ordinary file. */
static enum tcn_rc
check_private(int fd, const char *path, struct tcn_err *err)
{
	struct stat info;

	if (fd < 0 || fstat(fd, &info) != 0)
		return tcn_err_set(err, TCN_IO, "%s: %s", path,
		    strerror(errno));
	if (!S_ISREG(info.st_mode))
		return tcn_err_set(err, TCN_IO, "%s: no ordinary file", path);
	if (!tcn_private_is(path, info.st_mode))
		return tcn_err_set(err, TCN_IO,
		    "%s: others may read it: chmod 600 it", path);
	return TCN_OK;
}

/* Reads the line; bytes is wiped by the caller. */
static enum tcn_rc
read_line(int fd, const char *path, char bytes[SECRET_BYTES],
    struct tcn_arena *arena, const char **secret, struct tcn_err *err)
{
	ssize_t n = read(fd, bytes, SECRET_BYTES);
	struct tcn_str line;

	if (n < 0)
		return tcn_err_set(err, TCN_IO, "%s: %s", path,
		    strerror(errno));
	line = tcn_str_trim((struct tcn_str){ bytes, (size_t)n });
	if (line.n == 0 || n == SECRET_BYTES)
		return tcn_err_set(err, TCN_INVALID,
		    "%s: a secret of 1 to %d bytes is expected there", path,
		    SECRET_BYTES - 1);
	for (size_t i = 0; i < line.n; i++)
		if ((unsigned char)line.at[i] < ' ' || line.at[i] == 0x7f)
			return tcn_err_set(err, TCN_INVALID,
			    "%s: one line of text is expected there", path);
	tcn_arena_str(arena, line, &line);
	*secret = line.at;
	return TCN_OK;
}

enum tcn_rc
tcn_secret_read(const char *path, struct tcn_arena *arena, const char **secret,
    struct tcn_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char bytes[SECRET_BYTES];
	enum tcn_rc rc = check_private(fd, path, err);

	assert(arena && secret);
	if (!rc)
		rc = read_line(fd, path, bytes, arena, secret, err);
	OPENSSL_cleanse(bytes, sizeof bytes);
	if (fd >= 0)
		close(fd);
	return rc;
}

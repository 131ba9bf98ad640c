#include "tools/base/out.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/mem.h"

enum {
	BUFFER_BYTES = 65536,
	TEMP_TRIES = 100,
};

static enum tcn_rc
io_error(struct tcn_err *err, const char *path, int error)
{
	tcn_err_at(err, path, 0, 0);
	return tcn_err_set(err, TCN_IO, "%s", strerror(error));
}

static void
release(struct tcn_out *out)
{
	tcn_mem_free(out->path);
	tcn_mem_free(out->temp);
	tcn_mem_free(out->bytes);
	*out = (struct tcn_out){ 0 };
}

/* Opens a new file in the target's folder for writing. */
static enum tcn_rc
open_temp(struct tcn_out *out, struct tcn_err *err)
{
	size_t bytes = strlen(out->path) + 48;

	out->temp = tcn_mem_alloc(bytes);
	for (int i = 0; i < TEMP_TRIES; i++) {
		snprintf(out->temp, bytes, "%s.%ld-%d.tmp", out->path,
		    (long)getpid(), i);
		out->fd = open(out->temp,
		    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (out->fd >= 0)
			return TCN_OK;
		if (errno != EEXIST)
			break;
	}
	return io_error(err, out->path, errno);
}

static enum tcn_rc
open_target(struct tcn_out *out, const char *path, struct tcn_err *err)
{
	char real[PATH_MAX];
	struct stat st;

	/* A link stays a link: what it points to is replaced. */
	if (realpath(path, real))
		path = real;
	out->path = tcn_mem_dupz(path, strlen(path));
	if (stat(path, &st) < 0)
		return open_temp(out, err);
	if (S_ISREG(st.st_mode)) {
		enum tcn_rc rc = open_temp(out, err);

		/* Who may not read the old content may not read the new. */
		if (!rc && fchmod(out->fd, st.st_mode & 0777) != 0)
			out->error = errno;
		return rc;
	}
	out->fd = open(path, O_WRONLY | O_CLOEXEC);
	return out->fd < 0 ? io_error(err, path, errno) : TCN_OK;
}

enum tcn_rc
tcn_out_open(struct tcn_out *out, const char *path, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	*out = (struct tcn_out){ .fd = -1 };
	out->bytes = tcn_mem_alloc(BUFFER_BYTES);
	if (strcmp(path, "-") == 0)
		out->fd = STDOUT_FILENO;
	else
		rc = open_target(out, path, err);
	if (rc != TCN_OK)
		release(out);
	/* What stdio still buffers for standard output goes first. */
	if (rc == TCN_OK && !out->path)
		fflush(stdout);
	return rc;
}

static void
write_all(struct tcn_out *out, const char *at, size_t n)
{
	while (n && !out->error) {
		ssize_t done = write(out->fd, at, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0) {
			out->error = errno;
			return;
		}
		at += done;
		n -= (size_t)done;
	}
}

/* The first error of a write, if there was one. */
static enum tcn_rc
write_error(const struct tcn_out *out, struct tcn_err *err)
{
	if (!out->error)
		return TCN_OK;
	return io_error(err, out->path ? out->path : "standard output",
	    out->error);
}

enum tcn_rc
tcn_out_add(struct tcn_out *out, struct tcn_str bytes, struct tcn_err *err)
{
	assert(out->bytes && out->n <= BUFFER_BYTES);
	if (bytes.n > BUFFER_BYTES - out->n) {
		write_all(out, out->bytes, out->n);
		out->n = 0;
	}
	if (bytes.n >= BUFFER_BYTES) {
		write_all(out, bytes.at, bytes.n);
	} else if (bytes.n) {
		memcpy(out->bytes + out->n, bytes.at, bytes.n);
		out->n += bytes.n;
	}
	return write_error(out, err);
}

/* Syncs before renaming, so that the name never leads to a file cut short.
 * After an error the temporary file is removed. */
static void
finish(struct tcn_out *out)
{
	if (out->temp && !out->error && fsync(out->fd) < 0)
		out->error = errno;
	if (out->path && close(out->fd) < 0 && !out->error)
		out->error = errno;
	if (out->temp && !out->error && rename(out->temp, out->path) < 0)
		out->error = errno;
	if (out->temp && out->error)
		unlink(out->temp);
}

enum tcn_rc
tcn_out_commit(struct tcn_out *out, struct tcn_err *err)
{
	enum tcn_rc rc;

	if (!out->bytes)
		return TCN_OK;
	write_all(out, out->bytes, out->n);
	finish(out);
	rc = write_error(out, err);
	release(out);
	return rc;
}

void
tcn_out_discard(struct tcn_out *out)
{
	if (!out->bytes)
		return;
	out->error = ECANCELED;
	finish(out);
	release(out);
}

enum tcn_rc
tcn_out_write(const char *path, struct tcn_str bytes, struct tcn_err *err)
{
	struct tcn_out out;
	enum tcn_rc rc = tcn_out_open(&out, path, err);

	if (rc == TCN_OK)
		rc = tcn_out_add(&out, bytes, err);
	if (rc == TCN_OK)
		return tcn_out_commit(&out, err);
	tcn_out_discard(&out);
	return rc;
}

static bool
is_directory(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

enum tcn_rc
tcn_out_mkdir(const char *path, struct tcn_err *err)
{
	char part[PATH_MAX];
	size_t n = strlen(path);

	if (n >= sizeof part)
		return io_error(err, path, ENAMETOOLONG);
	memcpy(part, path, n + 1);
	for (size_t i = 1; i <= n; i++) {
		int error;

		if (path[i] != '/' && path[i] != '\0')
			continue;
		part[i] = '\0';
		error = mkdir(part, 0777) < 0 ? errno : 0;
		if (error && !is_directory(part))
			return io_error(err, part, error);
		part[i] = path[i];
	}
	return TCN_OK;
}

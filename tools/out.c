#include "tools/out.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/mem.h"

static enum tcn_rc
failed(const struct tcn_out *out, struct tcn_err *err)
{
	return tcn_err_set(err, TCN_IO, "cannot write %s: %s",
	    out->path ? out->path : "standard output", strerror(errno));
}

/* The name of a temporary file in the same folder, so that it can be renamed;
 * mkstemp() fills in the end. */
static char *
temp_name(const char *path)
{
	struct tcn_buf name = { 0 };

	tcn_buf_printf(&name, "%s.XXXXXX", path);
	if (!name.failed)
		return name.at;
	tcn_buf_fini(&name);
	return NULL;
}

/* As the umask would have it: mkstemp() makes files private. */
static void
usual_mode(int fd)
{
	mode_t mask = umask(0);

	umask(mask);
	(void)fchmod(fd, 0666 & ~mask);
}

static enum tcn_rc
open_temp(struct tcn_out *out, struct tcn_err *err)
{
	int fd = mkstemp(out->temp);

	if (fd < 0)
		return failed(out, err);
	usual_mode(fd);
	out->file = fdopen(fd, "w");
	if (out->file)
		return TCN_OK;
	failed(out, err);
	close(fd);
	unlink(out->temp);
	return TCN_IO;
}

static void
forget(struct tcn_out *out)
{
	tcn_free(out->path);
	tcn_free(out->temp);
	*out = (struct tcn_out){ 0 };
}

enum tcn_rc
tcn_out_open(struct tcn_out *out, const char *path, struct tcn_err *err)
{
	enum tcn_rc rc;

	*out = (struct tcn_out){ 0 };
	if (strcmp(path, "-") == 0) {
		out->file = stdout;
		return TCN_OK;
	}
	out->path = tcn_memdupz(path, strlen(path));
	out->temp = temp_name(path);
	if (!out->path || !out->temp)
		rc = tcn_err_set(err, TCN_NOMEM, "out of memory");
	else
		rc = open_temp(out, err);
	if (rc)
		forget(out);
	return rc;
}

enum tcn_rc
tcn_out_add(struct tcn_out *out, struct tcn_str bytes, struct tcn_err *err)
{
	if (fwrite(bytes.at, 1, bytes.n, out->file) != bytes.n)
		return failed(out, err);
	return TCN_OK;
}

enum tcn_rc
tcn_out_keep(struct tcn_out *out, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	if (!out->file)
		return TCN_OK;
	if (!out->path) {
		rc = fflush(stdout) ? failed(out, err) : TCN_OK;
		forget(out);
		return rc;
	}
	if (fclose(out->file) || rename(out->temp, out->path)) {
		rc = failed(out, err);
		unlink(out->temp);
	}
	forget(out);
	return rc;
}

void
tcn_out_drop(struct tcn_out *out)
{
	if (out->file && out->path) {
		fclose(out->file);
		unlink(out->temp);
	}
	forget(out);
}

enum tcn_rc
tcn_out_write(const char *path, struct tcn_str bytes, struct tcn_err *err)
{
	struct tcn_out out;
	enum tcn_rc rc = tcn_out_open(&out, path, err);

	if (rc)
		return rc;
	rc = tcn_out_add(&out, bytes, err);
	if (rc) {
		tcn_out_drop(&out);
		return rc;
	}
	return tcn_out_keep(&out, err);
}

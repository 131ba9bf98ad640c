/*
 * tools/base/out.h - writes a file so that it is there whole or not at all.
 *
 * Bytes go to a temporary file in the target's folder; a commit puts it in
 * the target's place by rename(2), after fsync(2). A run that is cut short
 * leaves the old file as it was; the new one has its permissions. "-" is
 * standard output; a target that exists and is no ordinary file (a pipe,
 * /dev/null) is written to directly, for it cannot be replaced.
 *
 * Call order: open; add, any number of times; then commit or discard. After a
 * write has failed, every later add and commit answers the same error. 64 KiB
 * of buffer a file, owned by struct tcn_out until it is closed.
 */
#ifndef TCN_TOOLS_BASE_OUT_H
#define TCN_TOOLS_BASE_OUT_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_out {
	char *bytes; /* the buffer; NULL: not open */
	size_t n; /* bytes in the buffer */
	char *path; /* the target, links followed; NULL: standard output */
	char *temp; /* NULL: the target is written directly */
	int fd;
	int error; /* the first errno of a failed write, or 0 */
};

/* A struct of all zero is not open. Errors: TCN_IO; err names the file. add
 * wants it open. */
TCN_MUST_USE enum tcn_rc tcn_out_open(struct tcn_out *out, const char *path,
    struct tcn_err *err);
TCN_MUST_USE enum tcn_rc tcn_out_add(struct tcn_out *out, struct tcn_str bytes,
    struct tcn_err *err);

/*
 * Either of these closes it; both may be called on one that is not open.
 * When commit fails the target is as it was before.
 */
TCN_MUST_USE enum tcn_rc tcn_out_commit(struct tcn_out *out,
    struct tcn_err *err);
void tcn_out_discard(struct tcn_out *out);

/* Opens, adds and commits. */
TCN_MUST_USE enum tcn_rc tcn_out_write(const char *path, struct tcn_str bytes,
    struct tcn_err *err);

/* Makes a directory and those above it; TCN_OK when it is there already. */
TCN_MUST_USE enum tcn_rc tcn_out_mkdir(const char *path, struct tcn_err *err);

#endif

/*
 * tools/base/out.h - writing a file so that it is there whole or not at all.
 *
 * What is written goes to a temporary file beside the target; closing puts it
 * in the target's place in one step, after it is safely on disk. A run that
 * is cut short leaves the old file as it was. "-" is standard output; a
 * target that exists and is no ordinary file (a pipe, /dev/null) is written
 * to directly, for it cannot be replaced.
 *
 * Call order: open, add ..., then keep it or drop it. A failure while adding
 * is told at once, and again by keep. 64 KiB of buffer a file.
 */
#ifndef TCN_TOOLS_BASE_OUT_H
#define TCN_TOOLS_BASE_OUT_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_out {
	char *bytes; /* the buffer; NULL: not open */
	size_t n;
	char *path; /* the target, links followed; NULL: standard output */
	char *temp; /* NULL: the target is written directly */
	int fd;
	int error; /* the first errno of a failed write, or 0 */
};

/* All zero is not open. Errors: TCN_IO, TCN_NOMEM; err names the file. */
TCN_MUST_USE enum tcn_rc tcn_out_open(struct tcn_out *out, const char *path,
    struct tcn_err *err);
TCN_MUST_USE enum tcn_rc tcn_out_add(struct tcn_out *out, struct tcn_str bytes,
    struct tcn_err *err);

/* What is in the buffer goes to the file now, e.g. for a reader of a pipe. */
TCN_MUST_USE enum tcn_rc tcn_out_flush(struct tcn_out *out,
    struct tcn_err *err);

/*
 * Either of these closes it; both may be called on one that is not open.
 * When keep fails the target is as it was before.
 */
TCN_MUST_USE enum tcn_rc tcn_out_commit(struct tcn_out *out,
    struct tcn_err *err);
void tcn_out_discard(struct tcn_out *out);

/* All of it at once. */
TCN_MUST_USE enum tcn_rc tcn_out_write(const char *path, struct tcn_str bytes,
    struct tcn_err *err);

/* Makes a directory and those above it; fine when it is there already. */
TCN_MUST_USE enum tcn_rc tcn_out_mkdir(const char *path, struct tcn_err *err);

#endif

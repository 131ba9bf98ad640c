/*
 * tools/out.h - files that appear whole or not at all.
 *
 * What is written goes into a temporary file beside the target and takes its
 * name when it is kept, so that a reader never sees half a file and a failed
 * run leaves the old one alone. "-" is standard output.
 */
#ifndef TCN_TOOLS_OUT_H
#define TCN_TOOLS_OUT_H

#include <stdio.h>

#include "engine/rc.h"
#include "engine/str.h"

struct tcn_out {
	FILE *file; /* NULL: not open */
	char *path; /* NULL: standard output */
	char *temp;
};

/* All zero is not open. err names the path and what to mend. */
TCN_MUST_USE enum tcn_rc tcn_out_open(struct tcn_out *out, const char *path,
    struct tcn_err *err);
TCN_MUST_USE enum tcn_rc tcn_out_add(struct tcn_out *out, struct tcn_str bytes,
    struct tcn_err *err);

/* Either of these closes it; both may be called on one that is not open. */
TCN_MUST_USE enum tcn_rc tcn_out_keep(struct tcn_out *out, struct tcn_err *err);
void tcn_out_drop(struct tcn_out *out);

/* All of it at once. */
TCN_MUST_USE enum tcn_rc tcn_out_write(const char *path, struct tcn_str bytes,
    struct tcn_err *err);

#endif

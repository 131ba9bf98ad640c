/*
 * tools/conf/rules_file.h - the file of rules, as people edit it through the
 * program.
 *
 * Its content has a version, a hash of it, so that whoever saves can say which
 * content the change was made to: of two who edit at once the second is refused
 * (optimistic concurrency control: Kung and Robinson 1981). It is replaced
 * whole or not at all (tools/base/out.h). What it held before is kept beside
 * it, in the folder FILE.kept, by the time at which it was replaced; the
 * TCN_RULES_FILE_KEPT newest stay.
 *
 * Another program may edit the file at any time; a change in the instant
 * between looking at its version and replacing it is kept, but not noticed.
 */
#ifndef TCN_TOOLS_CONF_RULES_FILE_H
#define TCN_TOOLS_CONF_RULES_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

#define TCN_RULES_FILE_KEPT          20
#define TCN_RULES_FILE_VERSION_BYTES 17
#define TCN_RULES_FILE_NAME_BYTES    48

/* All zero before the first read; fini frees it. */
struct tcn_rules_file {
	struct tcn_buf text;
	char version[TCN_RULES_FILE_VERSION_BYTES]; /* XXH3, hexadecimal */
};

/* Content that was replaced. */
struct tcn_rules_file_kept {
	char name[TCN_RULES_FILE_NAME_BYTES]; /* "20261122T140003.120Z.yaml" */
	int64_t at_ms; /* when it was replaced, unix ms */
};

/* The version of a text. */
void tcn_rules_file_version(struct tcn_str text,
    char version[static TCN_RULES_FILE_VERSION_BYTES]);

/* Reads the file. TCN_IO: err says why it cannot; TCN_INVALID: it is too long
 * for a file of rules. */
TCN_MUST_USE enum tcn_rc tcn_rules_file_read(const char *path,
    struct tcn_rules_file *file, struct tcn_err *err);
void tcn_rules_file_fini(struct tcn_rules_file *file);

/*
 * Replaces the file's content by text if it still has that version, and keeps
 * the old content. TCN_BUSY: the content has another version; TCN_IO: err says
 * why, and the file is as it was. Text that is there already changes nothing.
 */
TCN_MUST_USE enum tcn_rc tcn_rules_file_replace(const char *path,
    struct tcn_str text, const char *version, int64_t now_ms,
    struct tcn_err *err);

/* What is kept, the newest first; *n <= TCN_RULES_FILE_KEPT. Without a folder
 * there is nothing. */
TCN_MUST_USE enum tcn_rc tcn_rules_file_list(const char *path,
    struct tcn_rules_file_kept kept[static TCN_RULES_FILE_KEPT], size_t *n,
    struct tcn_err *err);

/* Reads what is kept under that name. TCN_INVALID: that is no such name;
 * otherwise as tcn_rules_file_read(). */
TCN_MUST_USE enum tcn_rc tcn_rules_file_read_kept(const char *path,
    const char *name, struct tcn_rules_file *file, struct tcn_err *err);

#endif

/*
 * tools/verb/check_file.h - is this file sound? (`tocsin check FILE`)
 *
 * The file is a configuration, or a file of rules, of receivers or of editions;
 * its first keys say which. Nothing is changed, and no file is opened but those
 * that it names.
 */
#ifndef TCN_TOOLS_VERB_CHECK_FILE_H
#define TCN_TOOLS_VERB_CHECK_FILE_H

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/conf/conf.h"
#include "tools/serve/deliver/receiver.h"

struct tcn_check {
	const struct tcn_conf *conf; /* defaults of what rules leave out */
	/* The desks that rules and editions may name; NULL: any is right. */
	const struct tcn_receiver_set *receivers;
	bool json; /* write findings as JSON */
	/* Findings so far, in the format of tools/conf/diagnostic.h; the
	 * caller frees it. */
	struct tcn_buf out;
	size_t errors_n, warnings_n;
};

/*
 * Appends the findings about a file. TCN_OK also when there are errors in it:
 * errors_n counts them. TCN_DONE: it is a store, which is not read. TCN_IO: err
 * says why it cannot be read.
 */
TCN_MUST_USE enum tcn_rc tcn_check_file(struct tcn_check *check,
    const char *path, struct tcn_err *err);

/* The same for a folder of templates of reports. */
void tcn_check_templates(struct tcn_check *check, const char *dir);

/* The same for the bytes of a file of editions, whatever its first key is. */
void tcn_check_editions(struct tcn_check *check, const char *path,
    struct tcn_str bytes);

#endif

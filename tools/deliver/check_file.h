/*
 * tools/deliver/check_file.h - is what stands in this file sound?
 *
 * A configuration, a file of rules or one of receivers: told apart by what
 * they begin with. Nothing is changed and nothing opened but what they name.
 */
#ifndef TCN_TOOLS_DELIVER_CHECK_FILE_H
#define TCN_TOOLS_DELIVER_CHECK_FILE_H

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/conf/conf.h"
#include "tools/deliver/receiver.h"

struct tcn_check {
	const struct tcn_conf *conf; /* what rules leave out */
	const struct tcn_receiver_set *receivers; /* their desks; NULL: any */
	bool json;
	struct tcn_buf
	    out; /* findings, as tools/conf/diagnostic.h writes them */
	size_t errors_n, warnings_n;
};

/*
 * Adds what is to be said about the file; a store is TCN_DONE, and not looked
 * at. TCN_IO: err says why it cannot be read.
 */
TCN_MUST_USE enum tcn_rc tcn_check_file(struct tcn_check *check,
    const char *path, struct tcn_err *err);

/* The same of bytes, which are a file of rules. TCN_NOMEM. */
TCN_MUST_USE enum tcn_rc tcn_check_rules(struct tcn_check *check,
    const char *name, struct tcn_str bytes);

#endif

/*
 * tools/eval/rules_test.h - what would these rules have said of that stream?
 *
 * A stream runs through a pipeline of its own, without a store and without
 * telling anybody, and each rule's items and events are counted: how many,
 * how many a day, the first and the last as examples; which rules never
 * fired, or are about nothing at all; and which fired on the same stories,
 * for these may be one rule too many.
 */
#ifndef TCN_TOOLS_EVAL_RULES_TEST_H
#define TCN_TOOLS_EVAL_RULES_TEST_H

#include <stdbool.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "tools/conf/conf.h"
#include "tools/conf/rulebook.h"
#include "tools/eval/run_loop.h"
#include "tools/input/source.h"

struct tcn_rules_test_conf {
	const struct tcn_conf *settings;
	const struct tcn_rulebook *book;
	const struct tcn_source_conf *source;
	bool json; /* an object a rule, then one an overlap; else a table */
	struct tcn_run_loop *loop; /* initialised; its owner closes it */
};

/*
 * Appends what is found to out; *fired is how many events there were. A run
 * that is interrupted tells of what it saw. Errors as those
 * of tcn_run_loop_all(), to be given to tcn_run_loop_exit().
 */
TCN_MUST_USE enum tcn_rc tcn_rules_test(const struct tcn_rules_test_conf *conf,
    struct tcn_buf *out, size_t *fired, struct tcn_err *err);

#endif

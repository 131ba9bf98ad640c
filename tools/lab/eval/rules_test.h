/*
 * tools/lab/eval/rules_test.h - what would these rules have fired on that
 * stream?
 *
 * The stream runs through a pipeline of its own, without a store and without
 * sending messages. Of each rule are counted its items and its events, in all
 * and a day, with the first and the last event as examples. It also lists rules
 * that never fired and rules that fired on the same stories, because two such
 * rules may be one too many.
 */
#ifndef TCN_TOOLS_LAB_EVAL_RULES_TEST_H
#define TCN_TOOLS_LAB_EVAL_RULES_TEST_H

#include <stdbool.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "tools/conf/conf.h"
#include "tools/conf/rulebook.h"
#include "tools/intake/input/source.h"
#include "tools/lab/eval/run_loop.h"

struct tcn_rules_test_conf {
	const struct tcn_conf *settings;
	const struct tcn_rulebook *book;
	const struct tcn_source_conf *source;
	const char *learn; /* archive to learn categories from; or NULL */
	bool json; /* JSON, an object a line; else a table */
	struct tcn_run_loop *loop; /* initialised; its owner closes it */
};

/*
 * Runs the test and appends its result to out; *fired is the number of events.
 * A run that is interrupted reports what it has seen. Errors as those of
 * tcn_run_loop_all(), to be given to tcn_run_loop_exit().
 */
TCN_MUST_USE enum tcn_rc tcn_rules_test(const struct tcn_rules_test_conf *conf,
    struct tcn_buf *out, size_t *fired, struct tcn_err *err);

#endif

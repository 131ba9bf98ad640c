/*
 * tools/intake/tagger/filter.h - a program as a co-process: it reads requests
 * and answers each, in order.
 *
 * A request and its answer are bytes that end with a NUL, which is how the
 * programs of Apertium are spoken to with their option -z. Many requests may be
 * asked at once; they are written while the answers to earlier ones are read,
 * so that neither side ever waits for the other.
 *
 * What is outside cannot be trusted: a program that ends, that takes longer
 * for an answer than it may, or that says more than it may, is killed, and how
 * many answers came before is told. It is started again by the next call.
 *
 * One filter, one thread. A filter that is all zero has not been started.
 */
#ifndef TCN_TOOLS_INTAKE_TAGGER_FILTER_H
#define TCN_TOOLS_INTAKE_TAGGER_FILTER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "engine/base/buf.h"
#include "engine/base/rc.h"

struct tcn_filter {
	const char *const *command; /* ends with NULL; must outlive it */
	bool complains; /* its standard error is read as well */
	pid_t pid; /* 0: it does not run */
	int in, out, err; /* of it, when it runs; err -1: not read */
};

struct tcn_filter_ask {
	struct tcn_str requests; /* each with its NUL */
	size_t n; /* how many; >= 1 */
	int64_t deadline_ms; /* for each answer, > 0 */
	size_t most; /* bytes of all answers, and of all complaints */
	struct tcn_buf *answers; /* appended, each with its NUL */
	struct tcn_buf *complaints; /* appended; NULL without `complains` */
};

/* How a call ended. */
enum tcn_filter_end {
	TCN_FILTER_ANSWERED, /* all of them */
	TCN_FILTER_MISSING, /* it cannot be started: errno says why */
	TCN_FILTER_DIED,
	TCN_FILTER_SLOW,
	TCN_FILTER_FLOOD, /* it said more than it may */
};

/*
 * Asks; starts the program if it does not run. *answered: how many answers came
 * whole, and answers holds these and no more. Unless all did, the program has
 * been killed.
 */
void tcn_filter_ask(struct tcn_filter *filter, const struct tcn_filter_ask *ask,
    enum tcn_filter_end *end, size_t *answered);

/* Kills it, if it runs. */
void tcn_filter_stop(struct tcn_filter *filter);

/* Words for a person, such as "it took too long". */
const char *tcn_filter_end_text(enum tcn_filter_end end);

#endif

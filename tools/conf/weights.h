/*
 * tools/conf/weights.h - a file of weights for the score of stories.
 *
 *     bias: -1.2
 *     weights:
 *       name: {weight: 0.47, mean: 2.3, sd: 1.9}
 *       solo: {weight: -3.3, mean: 0.4, sd: 0.2}
 *
 * `tocsin tune fit --output FILE` writes one, and the setting story.weights
 * names it. Every feature of the score must be there: a file that was made for
 * other features is no file for these. Which features there are, the caller
 * says.
 *
 * Pure but for tcn_weights_load(). Cost: O(bytes * features).
 */
#ifndef TCN_TOOLS_CONF_WEIGHTS_H
#define TCN_TOOLS_CONF_WEIGHTS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

enum {
	TCN_WEIGHTS_MAX = 32, /* features */
};

struct tcn_weights_row {
	double weight; /* of one unit of the feature */
	double mean; /* a feature that is not known counts as this */
	double sd; /* standard deviation, > 0 */
};

struct tcn_weights {
	double bias;
	struct tcn_weights_row rows[TCN_WEIGHTS_MAX]; /* as the names */
};

/*
 * Reads the weights of the features `names`, n of them, from YAML; name is what
 * errors call the text. TCN_INVALID: err has the place and what to mend, and
 * *weights is not to be used.
 */
TCN_MUST_USE enum tcn_rc tcn_weights_read(const char *name, struct tcn_str yaml,
    const char *const *names, size_t n, struct tcn_weights *weights,
    struct tcn_err *err);

/* The same from a file; also TCN_IO. */
TCN_MUST_USE enum tcn_rc tcn_weights_load(const char *path,
    const char *const *names, size_t n, struct tcn_weights *weights,
    struct tcn_err *err);

#endif

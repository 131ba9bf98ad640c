/*
 * tools/lab/eval/measure.h - measures of a run: how each is called, where it
 * lies and to how many digits it is given.
 *
 * One table of them serves text, CSV, JSON and pages, so that names and
 * rounding agree. A measure is a member of the record that counts, a uint64_t,
 * or a double; one that is NaN is not known. Pure.
 */
#ifndef TCN_TOOLS_LAB_EVAL_MEASURE_H
#define TCN_TOOLS_LAB_EVAL_MEASURE_H

#include <stddef.h>

#include "engine/base/buf.h"

#define TCN_MEASURE_COUNT (-1)

struct tcn_measure {
	const char *name; /* in JSON and CSV, or before it in text */
	size_t at; /* offset in the record */
	int digits; /* behind the point; TCN_MEASURE_COUNT: it counts */
	unsigned cases; /* bits, the caller's: when it is given */
};

double tcn_measure_value(const struct tcn_measure *measure, const void *record);

/* Appends it with all its digits, "0.8000"; or what stands for one that is not
 * known. */
void tcn_measure_show(const struct tcn_measure *measure, const void *record,
    const char *unknown, struct tcn_buf *out);

/* Adds it to the JSON object that is open in out, rounded; or null. */
void tcn_measure_json(const struct tcn_measure *measure, const void *record,
    struct tcn_buf *out);

#endif

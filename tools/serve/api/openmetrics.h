/*
 * tools/serve/api/openmetrics.h - writes metrics as OpenMetrics text, version
 * 1.0.
 *
 * A family is a TYPE, a HELP and samples, which follow it at once. Names are
 * given without "tocsin_" and, of a counter, without "_total". Labels are
 * words of our own, so that nothing needs escapes.
 */
#ifndef TCN_TOOLS_SERVE_API_OPENMETRICS_H
#define TCN_TOOLS_SERVE_API_OPENMETRICS_H

#include "engine/base/buf.h"

struct tcn_openmetrics_family {
	const char *name; /* an end of _seconds or _bytes is its unit */
	bool counter; /* else a gauge */
	const char *help; /* a sentence */
};

/* Begins a family: appends its TYPE, its HELP and, if its name ends in one, its
 * UNIT. */
void tcn_openmetrics_begin(const struct tcn_openmetrics_family *family,
    struct tcn_buf *out);

/* labels: "" or, without the braces, `name="value",...`. */
void tcn_openmetrics_sample(const struct tcn_openmetrics_family *family,
    const char *labels, double value, struct tcn_buf *out);

/* A family of one sample without labels. */
void tcn_openmetrics_add(const struct tcn_openmetrics_family *family,
    double value, struct tcn_buf *out);

/*
 * Appends the document in Prometheus' older text format, version 0.0.4, for
 * those that did not ask for OpenMetrics, such as `promtool check metrics`:
 * there a counter's family is named with its _total, and there are no units.
 */
void tcn_openmetrics_plain(struct tcn_str document, struct tcn_buf *out);

#endif

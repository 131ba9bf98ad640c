#include "tools/lab/eval/measure.h"

#include <math.h>

#include "tools/base/json_out.h"

double
tcn_measure_value(const struct tcn_measure *measure, const void *record)
{
	const void *at = (const char *)record + measure->at;

	return measure->digits == TCN_MEASURE_COUNT
	    ? (double)*(const uint64_t *)at
	    : *(const double *)at;
}

void
tcn_measure_show(const struct tcn_measure *measure, const void *record,
    const char *unknown, struct tcn_buf *out)
{
	double value = tcn_measure_value(measure, record);

	if (isnan(value))
		tcn_buf_z(out, unknown);
	else
		tcn_buf_printf(out, "%.*f",
		    measure->digits == TCN_MEASURE_COUNT ? 0 : measure->digits,
		    value);
}

void
tcn_measure_json(const struct tcn_measure *measure, const void *record,
    struct tcn_buf *out)
{
	double value = tcn_measure_value(measure, record);

	if (isnan(value))
		tcn_json_null(out, measure->name);
	else if (measure->digits == TCN_MEASURE_COUNT)
		tcn_json_uint(out, measure->name, (uint64_t)value);
	else
		tcn_json_rounded(out, measure->name, value, measure->digits);
}

#include "tools/base/json_in.h"

#include "engine/base/date.h"
#include "engine/item/record.h"

#define UINT_MAX_EXACT 9007199254740992.0 /* 2^53 */

struct tcn_str
tcn_json_in_str(const struct tcn_json_value *row, const char *name)
{
	return tcn_json_member(row, name).s;
}

double
tcn_json_in_number(const struct tcn_json_value *row, const char *name)
{
	struct tcn_json_value value = tcn_json_member(row, name);

	return value.kind == TCN_JSON_NUMBER ? value.n : 0;
}

bool
tcn_json_in_bool(const struct tcn_json_value *row, const char *name)
{
	struct tcn_json_value value = tcn_json_member(row, name);

	return value.kind == TCN_JSON_BOOL && value.n != 0;
}

uint64_t
tcn_json_in_uint(const struct tcn_json_value *row, const char *name)
{
	double n = tcn_json_in_number(row, name);

	return n > 0 && n <= UINT_MAX_EXACT ? (uint64_t)n : 0;
}

int64_t
tcn_json_in_ms(const struct tcn_json_value *row, const char *name)
{
	struct tcn_json_value value = tcn_json_member(row, name);
	int64_t ms;

	return value.kind == TCN_JSON_NUMBER &&
		!tcn_date_from_seconds(value.n, &ms, NULL)
	    ? ms
	    : TCN_UNDATED;
}

#include "tools/client/show_impl.h"

#include "engine/base/date.h"
#include "engine/item/record.h"
#include "tools/base/safe.h"

#define UINT_MAX_EXACT 9007199254740992.0 /* 2^53 */

struct tcn_str
tcn_show_str(const struct tcn_json_value *row, const char *name)
{
	return tcn_json_member(row, name).s;
}

double
tcn_show_number(const struct tcn_json_value *row, const char *name)
{
	struct tcn_json_value value = tcn_json_member(row, name);

	return value.kind == TCN_JSON_NUMBER ? value.n : 0;
}

bool
tcn_show_bool(const struct tcn_json_value *row, const char *name)
{
	struct tcn_json_value value = tcn_json_member(row, name);

	return value.kind == TCN_JSON_BOOL && value.n != 0;
}

uint64_t
tcn_show_uint(const struct tcn_json_value *row, const char *name)
{
	double n = tcn_show_number(row, name);

	return n > 0 && n <= UINT_MAX_EXACT ? (uint64_t)n : 0;
}

int64_t
tcn_show_ms(const struct tcn_json_value *row, const char *name)
{
	struct tcn_json_value value = tcn_json_member(row, name);
	int64_t ms;

	return value.kind == TCN_JSON_NUMBER &&
		!tcn_date_from_seconds(value.n, &ms, NULL)
	    ? ms
	    : TCN_UNDATED;
}

void
tcn_show_field(struct tcn_buf *out, const char *name, struct tcn_str value)
{
	if (!value.n)
		return;
	tcn_buf_printf(out, "%-12s", name);
	tcn_safe_terminal(out, value);
	tcn_buf_char(out, '\n');
}

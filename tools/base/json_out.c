#include "tools/base/json_out.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/when.h"

/* Puts comma, line feed and key ahead of a value. No string or number ends in
 * an opening bracket, so the last byte tells whether a comma is needed. Objects
 * in arrays begin a line. */
static void
put_key(struct tcn_buf *out, const char *key, bool new_line)
{
	char last = out->n ? out->at[out->n - 1] : '[';

	if (last != '[' && last != '{')
		tcn_buf_char(out, ',');
	if (new_line && out->n)
		tcn_buf_char(out, '\n');
	if (!key)
		return;
	tcn_buf_json(out, tcn_str(key));
	tcn_buf_char(out, ':');
}

void
tcn_json_open(struct tcn_buf *out, const char *key, char bracket)
{
	assert(bracket == '{' || bracket == '[');
	put_key(out, key, !key);
	tcn_buf_char(out, bracket);
}

void
tcn_json_close(struct tcn_buf *out, char bracket)
{
	assert(bracket == '}' || bracket == ']');
	tcn_buf_char(out, bracket);
}

void
tcn_json_str(struct tcn_buf *out, const char *key, struct tcn_str s)
{
	put_key(out, key, false);
	tcn_buf_json(out, s);
}

void
tcn_json_raw(struct tcn_buf *out, const char *key, struct tcn_str json)
{
	put_key(out, key, false);
	tcn_buf_str(out, json);
}

void
tcn_json_uint(struct tcn_buf *out, const char *key, uint64_t n)
{
	put_key(out, key, false);
	tcn_buf_printf(out, "%" PRIu64, n);
}

const char *
tcn_json_round(double n, int digits, char out[static TCN_JSON_ROUNDED_BYTES])
{
	int end;

	assert(digits >= 1 && digits <= 9);
	end = snprintf(out, TCN_JSON_ROUNDED_BYTES, "%.*f", digits, n);
	while (end > 2 && out[end - 1] == '0' && out[end - 2] != '.')
		out[--end] = '\0';
	return out;
}

void
tcn_json_rounded(struct tcn_buf *out, const char *key, double n, int digits)
{
	char text[TCN_JSON_ROUNDED_BYTES];

	put_key(out, key, false);
	tcn_buf_z(out, tcn_json_round(n, digits, text));
}

void
tcn_json_bool(struct tcn_buf *out, const char *key, bool value)
{
	put_key(out, key, false);
	tcn_buf_z(out, value ? "true" : "false");
}

void
tcn_json_null(struct tcn_buf *out, const char *key)
{
	put_key(out, key, false);
	tcn_buf_z(out, "null");
}

void
tcn_json_seconds(struct tcn_buf *out, const char *key, int64_t ms)
{
	uint64_t n = ms < 0 ? 0 - (uint64_t)ms : (uint64_t)ms;

	put_key(out, key, false);
	tcn_buf_printf(out, "%s%" PRIu64, ms < 0 ? "-" : "", n / 1000);
	if (n % 1000)
		tcn_buf_printf(out, ".%03u", (unsigned)(n % 1000));
}

void
tcn_json_time(struct tcn_buf *out, const char *key, int64_t ms)
{
	if (tcn_when_known(ms))
		tcn_json_seconds(out, key, ms);
	else
		tcn_json_null(out, key);
}

void
tcn_json_one_line(struct tcn_buf *out, struct tcn_str json)
{
	while (json.n) {
		const char *end = memchr(json.at, '\n', json.n);
		size_t n = end ? (size_t)(end - json.at) : json.n;

		tcn_buf_str(out, (struct tcn_str){ json.at, n });
		n += end != NULL;
		json.at += n;
		json.n -= n;
	}
	tcn_buf_char(out, '\n');
}

void
tcn_json_line(struct tcn_buf *out, struct tcn_buf *line)
{
	tcn_json_one_line(out, tcn_buf_view(line));
	tcn_buf_clear(line);
}

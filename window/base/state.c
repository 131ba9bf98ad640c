#include "window/base/state.h"

#include <assert.h>
#include <float.h>
#include <string.h>

#define COUNT_BYTES 12 /* of struct tcn_decay_count, without what pads it */

void
tcn_state_put(struct tcn_state_out *out, uint32_t kind, uint64_t id)
{
	const struct tcn_state_row row = {
		.kind = kind,
		.id = id,
		.bytes = out->row.n ? out->row.at : NULL,
		.n = out->row.n,
	};

	if (!out->rc)
		out->rc = out->fn(out->ctx, &row);
	tcn_buf_clear(&out->row);
}

void
tcn_state_gone(struct tcn_state_out *out, uint32_t kind,
    const struct tcn_journal_list *gone)
{
	assert(!out->row.n);
	for (size_t i = 0; i < gone->n; i++)
		tcn_state_put(out, kind, gone->at[i]);
}

enum tcn_rc
tcn_state_end(struct tcn_state_out *out)
{
	tcn_buf_fini(&out->row);
	return out->rc;
}

static size_t
field_bytes(const struct tcn_state_field *field)
{
	return field->kind == TCN_STATE_FIELD_COUNT ? COUNT_BYTES
						    : field->bytes;
}

void
tcn_state_put_fields(struct tcn_buf *buf, const struct tcn_state_field *fields,
    const void *record)
{
	for (; fields->bytes; fields++)
		tcn_buf_add(buf, (const char *)record + fields->at,
		    field_bytes(fields));
}

void
tcn_state_put_number(struct tcn_buf *buf, uint64_t value, unsigned bytes)
{
	uint32_t word = (uint32_t)value;
	uint8_t byte = (uint8_t)value;

	assert(bytes == 8 || value >> 8 * bytes == 0);
	tcn_buf_add(buf,
	    bytes == 1       ? (const void *)&byte
		: bytes == 4 ? (const void *)&word
			     : &value,
	    bytes);
}

void
tcn_state_get_bytes(struct tcn_state_in *in, void *to, size_t n)
{
	if (in->left < n) {
		in->failed = true;
		in->left = 0;
		memset(to, 0, n);
	} else if (n) { /* an empty row may be nowhere */
		memcpy(to, in->at, n);
		in->at += n;
		in->left -= n;
	}
}

static uint64_t
number_at(const void *at, size_t bytes)
{
	return bytes == 1 ? *(const uint8_t *)at
	    : bytes == 4  ? *(const uint32_t *)at
			  : *(const uint64_t *)at;
}

static bool
is_sound(const struct tcn_state_field *field, const void *at)
{
	const struct tcn_decay_count *count = at;
	int64_t ms;

	switch (field->kind) {
	case TCN_STATE_FIELD_BOOL:
		return *(const uint8_t *)at <= 1;
	case TCN_STATE_FIELD_TIME:
		assert(field->bytes == sizeof ms);
		ms = *(const int64_t *)at;
		return ms >= TCN_STATE_BEFORE_ALL && ms <= INT64_MAX / 4;
	case TCN_STATE_FIELD_COUNT:
		return count->sum >= 0 && count->sum <= DBL_MAX &&
		    count->epoch >= INT32_MIN / 2 &&
		    count->epoch <= INT32_MAX / 2;
	case TCN_STATE_FIELD_NUMBER:
		break;
	}
	return !field->most || number_at(at, field->bytes) <= field->most;
}

void
tcn_state_get_fields(struct tcn_state_in *in,
    const struct tcn_state_field *fields, void *record)
{
	for (; fields->bytes; fields++) {
		void *at = (char *)record + fields->at;

		tcn_state_get_bytes(in, at, field_bytes(fields));
		if (is_sound(fields, at))
			continue;
		in->failed = true;
		memset(at, 0, fields->bytes);
	}
}

uint64_t
tcn_state_get_number(struct tcn_state_in *in, unsigned bytes)
{
	uint64_t number = 0;

	tcn_state_get_bytes(in, &number, bytes);
	return number_at(&number, bytes);
}

int64_t
tcn_state_get_time(struct tcn_state_in *in)
{
	static const struct tcn_state_field time[] = {
		{ .bytes = sizeof(int64_t), .kind = TCN_STATE_FIELD_TIME },
		{ 0 },
	};
	int64_t ms;

	tcn_state_get_fields(in, time, &ms);
	return ms;
}

#include "engine/base/wire.h"

void
tcn_wire_varint(struct tcn_buf *out, uint64_t value)
{
	char bytes[10];
	size_t n = 0;

	while (value >= 0x80) {
		bytes[n++] = (char)(value | 0x80);
		value >>= 7;
	}
	bytes[n++] = (char)value;
	tcn_buf_add(out, bytes, n);
}

void
tcn_wire_signed(struct tcn_buf *out, int64_t value)
{
	uint64_t sign = value < 0 ? UINT64_MAX : 0;

	tcn_wire_varint(out, (uint64_t)value << 1 ^ sign);
}

static void
fixed(struct tcn_buf *out, uint64_t value, size_t n)
{
	char bytes[8];

	for (size_t i = 0; i < n; i++)
		bytes[i] = (char)(value >> 8 * i);
	tcn_buf_add(out, bytes, n);
}

void
tcn_wire_fixed8(struct tcn_buf *out, uint64_t value)
{
	fixed(out, value, 8);
}

void
tcn_wire_fixed4(struct tcn_buf *out, uint32_t value)
{
	fixed(out, value, 4);
}

void
tcn_wire_text(struct tcn_buf *out, struct tcn_str text)
{
	tcn_wire_varint(out, text.n);
	tcn_buf_str(out, text);
}

uint64_t
tcn_wire_read_varint(struct tcn_wire_in *in)
{
	uint64_t value = 0;

	for (unsigned shift = 0; shift < 64 && in->at < in->end; shift += 7) {
		unsigned char byte = *in->at++;

		if (shift == 63 && byte > 1)
			break;
		value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return value;
	}
	in->bad = true;
	in->at = in->end;
	return 0;
}

int64_t
tcn_wire_read_signed(struct tcn_wire_in *in)
{
	uint64_t value = tcn_wire_read_varint(in);

	return (int64_t)(value >> 1 ^ (0 - (value & 1)));
}

static uint64_t
read_fixed(struct tcn_wire_in *in, size_t n)
{
	struct tcn_str bytes = tcn_wire_read_bytes(in, n);
	uint64_t value = 0;

	for (size_t i = 0; i < bytes.n; i++)
		value |= (uint64_t)(unsigned char)bytes.at[i] << 8 * i;
	return value;
}

uint64_t
tcn_wire_read_fixed8(struct tcn_wire_in *in)
{
	return read_fixed(in, 8);
}

uint32_t
tcn_wire_read_fixed4(struct tcn_wire_in *in)
{
	return (uint32_t)read_fixed(in, 4);
}

struct tcn_str
tcn_wire_read_bytes(struct tcn_wire_in *in, size_t n)
{
	struct tcn_str bytes = { (const char *)in->at, n };

	if (n > tcn_wire_left(in)) {
		in->bad = true;
		in->at = in->end;
		return (struct tcn_str){ 0 };
	}
	if (n) /* an empty part may be nowhere */
		in->at += n;
	return bytes;
}

struct tcn_str
tcn_wire_read_text(struct tcn_wire_in *in)
{
	uint64_t n = tcn_wire_read_upto(in, tcn_wire_left(in));

	return tcn_wire_read_bytes(in, (size_t)n);
}

uint64_t
tcn_wire_read_upto(struct tcn_wire_in *in, uint64_t most)
{
	uint64_t value = tcn_wire_read_varint(in);

	if (value <= most)
		return value;
	in->bad = true;
	in->at = in->end;
	return 0;
}

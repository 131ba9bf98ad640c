/*
 * engine/base/wire.h - numbers and texts of a binary record, one after another.
 *
 *	varint   7 bits a byte, the lowest first; the high bit says that more
 *	         follow (LEB128); at most 10 bytes
 *	signed   a varint of the zigzag: 0, -1, 1, -2 ... are 0, 1, 2, 3 ...
 *	fixed    8 or 4 bytes, the lowest first
 *	text     a varint, its length, and the bytes
 *
 * Writing appends to a struct tcn_buf.
 * Reading never goes beyond the end: what is not there, or cannot be, sets
 * `bad` and reads as 0 or empty from then on, so that a caller asks once, at
 * the end, or before it allocates by what it has read.
 */
#ifndef TCN_ENGINE_BASE_WIRE_H
#define TCN_ENGINE_BASE_WIRE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"

/* Append a value to out in the form above. */
void tcn_wire_varint(struct tcn_buf *out, uint64_t value);
void tcn_wire_signed(struct tcn_buf *out, int64_t value);
void tcn_wire_fixed8(struct tcn_buf *out, uint64_t value);
void tcn_wire_fixed4(struct tcn_buf *out, uint32_t value);
void tcn_wire_text(struct tcn_buf *out, struct tcn_str text);

struct tcn_wire_in {
	const unsigned char *at, *end; /* the unread rest */
	bool bad;
};

static inline struct tcn_wire_in
tcn_wire_in(struct tcn_str bytes)
{
	const unsigned char *at = (const unsigned char *)bytes.at;

	return (struct tcn_wire_in){ at, at ? at + bytes.n : at, false };
}

static inline size_t
tcn_wire_left(const struct tcn_wire_in *in)
{
	return (size_t)(in->end - in->at);
}

/* Read the next value; 0 or empty once `bad` is set. */
uint64_t tcn_wire_read_varint(struct tcn_wire_in *in);
int64_t tcn_wire_read_signed(struct tcn_wire_in *in);
uint64_t tcn_wire_read_fixed8(struct tcn_wire_in *in);
uint32_t tcn_wire_read_fixed4(struct tcn_wire_in *in);

/* Returns the next n bytes as a view of the input; tcn_wire_read_text() reads n
 * itself, as a varint. */
struct tcn_str tcn_wire_read_bytes(struct tcn_wire_in *in, size_t n);
struct tcn_str tcn_wire_read_text(struct tcn_wire_in *in);

/* Reads a varint of at most `most`; a greater one sets `bad`. */
uint64_t tcn_wire_read_upto(struct tcn_wire_in *in, uint64_t most);

#endif

/*
 * engine/base/buf.h - a buffer of bytes that grows.
 *
 * A failure is sticky: once memory runs out, appends do nothing and `failed`
 * stays set, so a writer appends freely and looks once, at the end. Appending
 * costs O(bytes) amortised.
 */
#ifndef TCN_ENGINE_BASE_BUF_H
#define TCN_ENGINE_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_buf {
	char *at; /* NUL behind the last byte, once anything was added */
	size_t n;
	size_t cap;
	bool failed; /* memory ran out; what is there is incomplete */
};

/* All zero is an empty buffer: `struct tcn_buf buf = { 0 }` will do. */
void tcn_buf_fini(struct tcn_buf *buf);

/* Empties it, keeps the memory, forgets the failure. */
void tcn_buf_clear(struct tcn_buf *buf);

void tcn_buf_add(struct tcn_buf *buf, const void *bytes, size_t n);
void tcn_buf_str(struct tcn_buf *buf, struct tcn_str s);
void tcn_buf_z(struct tcn_buf *buf, const char *z);
void tcn_buf_char(struct tcn_buf *buf, char c);
void tcn_buf_printf(struct tcn_buf *buf, const char *fmt, ...) TCN_PRINTF(2, 3);

/* s as a JSON string with its quotes (RFC 8259); s must be valid UTF-8. */
void tcn_buf_json(struct tcn_buf *buf, struct tcn_str s);

static inline struct tcn_str
tcn_buf_view(const struct tcn_buf *buf)
{
	return (struct tcn_str){ buf->at, buf->n };
}

#endif

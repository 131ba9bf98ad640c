/*
 * engine/base/buf.h - a buffer of bytes that grows.
 *
 * The buffer owns its bytes; a view of them is valid until the next append,
 * clear or fini.
 *
 * Cost: O(bytes appended), amortised; capacity grows by half (mem.h).
 */
#ifndef TCN_ENGINE_BASE_BUF_H
#define TCN_ENGINE_BASE_BUF_H

#include <stddef.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_buf {
	char *at; /* ends in NUL once anything was added; NULL: never used */
	size_t n; /* bytes, without the NUL */
	size_t cap; /* bytes allocated; > n when at is not NULL */
};

/* Frees the buffer's memory and leaves it empty. All zero is an empty buffer;
 * there is no init: `struct tcn_buf buf = { 0 }`. */
void tcn_buf_fini(struct tcn_buf *buf);

/* Empties the buffer and keeps its memory. */
void tcn_buf_clear(struct tcn_buf *buf);

/* These append n bytes, a view, a C string, one byte, and what printf() would
 * print. The source must not lie in the buffer itself. */
void tcn_buf_add(struct tcn_buf *buf, const void *bytes, size_t n);
void tcn_buf_str(struct tcn_buf *buf, struct tcn_str s);
void tcn_buf_z(struct tcn_buf *buf, const char *z);
void tcn_buf_char(struct tcn_buf *buf, char c);
void tcn_buf_printf(struct tcn_buf *buf, const char *fmt, ...) TCN_PRINTF(2, 3);

/* Appends s as a JSON string with its quotes (RFC 8259); s must be valid
 * UTF-8, which is not checked here. */
void tcn_buf_json(struct tcn_buf *buf, struct tcn_str s);

/*
 * Validator for tests: TCN_CORRUPT, and in err a sentence, when an invariant
 * is broken: content and NUL fit the capacity, and the NUL is there. O(1).
 */
TCN_MUST_USE enum tcn_rc tcn_buf_check(const struct tcn_buf *buf,
    struct tcn_err *err);

/* The content, valid until the buffer changes. */
static inline struct tcn_str
tcn_buf_view(const struct tcn_buf *buf)
{
	return (struct tcn_str){ buf->at, buf->n };
}

#endif

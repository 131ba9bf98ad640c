/*
 * engine/base/str.h - byte strings: a view (struct tcn_str) and a growing
 * buffer (struct tcn_buf).
 *
 * A view owns nothing and need not end in NUL. A buffer's failure is sticky:
 * once memory runs out, appends do nothing and `failed` stays set, so a
 * writer appends freely and looks once, at the end.
 */
#ifndef TCN_ENGINE_BASE_STR_H
#define TCN_ENGINE_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "engine/base/rc.h"

struct tcn_str {
	const char *at;
	size_t n; /* bytes */
};

/* A string literal as a view, usable in static tables. */
#define TCN_STR(literal)                                                       \
	{                                                                      \
		(literal), sizeof(literal) - 1                                 \
	}

/* For "%.*s": two arguments. */
#define TCN_STR_ARG(s) (int)(s).n, (s).at ? (s).at : ""

static inline struct tcn_str
tcn_str(const char *z)
{
	return (struct tcn_str){ z, z ? strlen(z) : 0 };
}

static inline bool
tcn_str_equal(struct tcn_str a, struct tcn_str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, a.n) == 0);
}

/* <0, 0, >0 by bytes, a prefix before what it begins. */
int tcn_str_compare(struct tcn_str a, struct tcn_str b);

/* s without leading and trailing ASCII white space. */
struct tcn_str tcn_str_trim(struct tcn_str s);

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

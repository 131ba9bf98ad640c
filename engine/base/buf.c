#include "engine/base/buf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"

#define BYTES_MIN 128 /* of memory: most are short, and would grow in steps */

void
tcn_buf_fini(struct tcn_buf *buf)
{
	tcn_mem_free(buf->at);
	*buf = (struct tcn_buf){ 0 };
}

void
tcn_buf_clear(struct tcn_buf *buf)
{
	buf->n = 0;
}

/* Makes room for n more bytes and a NUL. */
static void
make_room(struct tcn_buf *buf, size_t n)
{
	size_t need = buf->n + n + 1;

	assert(buf->at ? buf->n < buf->cap : !buf->n);
	assert(n < SIZE_MAX - buf->n);
	if (need <= buf->cap)
		return;
	buf->at = tcn_mem_grow(buf->at, &buf->cap,
	    need < BYTES_MIN ? BYTES_MIN : need, 1);
}

void
tcn_buf_add(struct tcn_buf *buf, const void *bytes, size_t n)
{
	assert(bytes || !n);
	make_room(buf, n);
	if (n)
		memcpy(buf->at + buf->n, bytes, n);
	buf->n += n;
	buf->at[buf->n] = '\0';
}

void
tcn_buf_str(struct tcn_buf *buf, struct tcn_str s)
{
	tcn_buf_add(buf, s.at, s.n);
}

void
tcn_buf_z(struct tcn_buf *buf, const char *z)
{
	tcn_buf_add(buf, z, strlen(z));
}

void
tcn_buf_char(struct tcn_buf *buf, char c)
{
	tcn_buf_add(buf, &c, 1);
}

void
tcn_buf_printf(struct tcn_buf *buf, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n < 0)
		tcn_mem_end(); /* nor can vsnprintf() go on */
	make_room(buf, (size_t)n);
	va_start(ap, fmt);
	vsnprintf(buf->at + buf->n, (size_t)n + 1, fmt, ap);
	va_end(ap);
	buf->n += (size_t)n;
}

/* Appends the escape of a byte that may not stand in a JSON string. */
static void
json_char(struct tcn_buf *buf, unsigned char c)
{
	static const char names[] = "btnvfr"; /* from 8 (\b) to 13 (\r) */

	if (c == '"' || c == '\\')
		tcn_buf_printf(buf, "\\%c", c);
	else if (c >= 8 && c <= 13 && c != 11)
		tcn_buf_printf(buf, "\\%c", names[c - 8]);
	else
		tcn_buf_printf(buf, "\\u%04x", c);
}

void
tcn_buf_json(struct tcn_buf *buf, struct tcn_str s)
{
	size_t done = 0;

	tcn_buf_char(buf, '"');
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.at[i];

		if (c >= 0x20 && c != '"' && c != '\\' && c != 0x7f)
			continue;
		tcn_buf_add(buf, s.at + done, i - done);
		json_char(buf, c);
		done = i + 1;
	}
	if (done < s.n)
		tcn_buf_add(buf, s.at + done, s.n - done);
	tcn_buf_char(buf, '"');
}

enum tcn_rc
tcn_buf_check(const struct tcn_buf *buf, struct tcn_err *err)
{
	if (!buf->at)
		return buf->n || buf->cap
		    ? tcn_err_set(err, TCN_CORRUPT,
			  "%zu bytes of %zu are nowhere", buf->n, buf->cap)
		    : TCN_OK;
	if (buf->n >= buf->cap)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu bytes and a NUL do not fit %zu", buf->n, buf->cap);
	if (buf->n && buf->at[buf->n])
		return tcn_err_set(err, TCN_CORRUPT,
		    "no NUL follows the last byte");
	return TCN_OK;
}

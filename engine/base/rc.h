/*
 * engine/base/rc.h - what a call came to, and the error a person will read.
 *
 * A function that can fail returns enum tcn_rc. A function whose failure a
 * person must mend takes a struct tcn_err as well and fills it in; it may be
 * NULL. "Not found" is not an error: such a function returns NULL or false.
 * What cannot happen is an assert.
 */
#ifndef TCN_ENGINE_BASE_RC_H
#define TCN_ENGINE_BASE_RC_H

#include <stdarg.h>

enum tcn_rc {
	TCN_OK = 0,
	TCN_NOMEM, /* the allocator refused */
	TCN_INVALID, /* the input breaks a rule; tcn_err says which */
	TCN_LIMIT, /* a configured bound was reached */
	TCN_IO, /* the operating system refused */
	TCN_CORRUPT, /* what was stored contradicts itself */
	TCN_DONE, /* nothing is left to read */
};

#define TCN_MUST_USE        __attribute__((warn_unused_result))
#define TCN_PRINTF(fmt, at) __attribute__((format(printf, fmt, at)))

/* Where and what went wrong. line and column count from 1; 0: not known. */
struct tcn_err {
	char file[256];
	unsigned long line;
	unsigned long column;
	char text[512];
};

/* A fixed word for rc ("out of memory", ...), never NULL. */
const char *tcn_rc_text(enum tcn_rc rc);

/*
 * Fills err->text as printf does and returns rc, so that a failing function
 * can end in `return tcn_err_set(err, TCN_INVALID, "...", ...)`. File, line
 * and column are left as they are. err may be NULL. Text is cut to fit.
 */
enum tcn_rc tcn_err_set(struct tcn_err *err, enum tcn_rc rc, const char *fmt,
    ...) TCN_PRINTF(3, 4);

/* Names the place. file NULL keeps the file already named. */
void tcn_err_at(struct tcn_err *err, const char *file, unsigned long line,
    unsigned long column);

#endif

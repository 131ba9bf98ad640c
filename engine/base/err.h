/*
 * engine/base/err.h - the error a person will read: where, and what is wrong.
 *
 * A function whose failure a person must correct takes a struct tcn_err and
 * fills it in; callers that do not care pass NULL. The struct owns its text, so
 * it can be copied and outlives the input that it describes.
 */
#ifndef TCN_ENGINE_BASE_ERR_H
#define TCN_ENGINE_BASE_ERR_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/rc.h"

struct tcn_err;
typedef void tcn_err_each_fn(void *ctx, const struct tcn_err *err);

/* Where and what went wrong. line and column count from 1; 0: unknown. */
struct tcn_err {
	char file[256];
	unsigned long line;
	unsigned long column;
	char text[512];
	/* A callback for all mistakes of a file; NULL: the first one ends the
	 * reading. A reader that can go on after a mistake passes it to the
	 * callback, and fails at the end. told: how many mistakes were
	 * passed. */
	tcn_err_each_fn *each;
	void *each_ctx;
	size_t told;
};

/*
 * Fills err->text as printf does and returns rc, so that a failing function
 * can end in `return tcn_err_set(err, TCN_INVALID, "...", ...)`. File, line
 * and column are left as they are. err may be NULL. Text is cut to fit.
 */
enum tcn_rc tcn_err_set(struct tcn_err *err, enum tcn_rc rc, const char *fmt,
    ...) TCN_PRINTF(3, 4);

/* Sets the place of the mistake. file NULL keeps the file already named. */
void tcn_err_at(struct tcn_err *err, const char *file, unsigned long line,
    unsigned long column);

/* Passes the mistake to err->each and counts it. False: there is no callback,
 * and the reader must fail at once. */
bool tcn_err_report(struct tcn_err *err);

/* Bytes for the longest place. */
#define TCN_ERR_PLACE_BYTES 304

/*
 * Formats the place, as far as it is known, as the prefix of a message, and
 * returns `to`: "file:3:14: ", "file:3: ", "file: " or "".
 */
const char *tcn_err_place(const struct tcn_err *err,
    char to[TCN_ERR_PLACE_BYTES]);

#endif

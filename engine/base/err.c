#include "engine/base/err.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum tcn_rc
tcn_err_set(struct tcn_err *err, enum tcn_rc rc, const char *fmt, ...)
{
	va_list ap;

	assert(fmt);
	if (!err)
		return rc;
	va_start(ap, fmt);
	vsnprintf(err->text, sizeof err->text, fmt, ap);
	va_end(ap);
	return rc;
}

void
tcn_err_at(struct tcn_err *err, const char *file, unsigned long line,
    unsigned long column)
{
	if (!err)
		return;
	if (file) {
		size_t n = strnlen(file, sizeof err->file - 1);

		memcpy(err->file, file, n);
		err->file[n] = '\0';
	}
	err->line = line;
	err->column = column;
}

bool
tcn_err_report(struct tcn_err *err)
{
	if (!err || !err->each)
		return false;
	err->told++;
	err->each(err->each_ctx, err);
	return true;
}

const char *
tcn_err_place(const struct tcn_err *err, char to[TCN_ERR_PLACE_BYTES])
{
	assert(err);
	to[0] = '\0';
	if (err->file[0] && err->line && err->column)
		snprintf(to, TCN_ERR_PLACE_BYTES, "%s:%lu:%lu: ", err->file,
		    err->line, err->column);
	else if (err->file[0] && err->line)
		snprintf(to, TCN_ERR_PLACE_BYTES, "%s:%lu: ", err->file,
		    err->line);
	else if (err->file[0])
		snprintf(to, TCN_ERR_PLACE_BYTES, "%s: ", err->file);
	return to;
}

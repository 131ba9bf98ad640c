#include "engine/base/rc.h"

#include <stdio.h>
#include <string.h>

const char *
tcn_rc_text(enum tcn_rc rc)
{
	switch (rc) {
	case TCN_OK:
		return "no error";
	case TCN_NOMEM:
		return "out of memory";
	case TCN_INVALID:
		return "invalid input";
	case TCN_LIMIT:
		return "limit reached";
	case TCN_IO:
		return "input/output error";
	case TCN_CORRUPT:
		return "corrupt data";
	case TCN_DONE:
		return "no more";
	}
	return "unknown error";
}

enum tcn_rc
tcn_err_set(struct tcn_err *err, enum tcn_rc rc, const char *fmt, ...)
{
	va_list ap;

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

#include "tools/say.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

void
tcn_say(const char *fmt, ...)
{
	va_list ap;

	fputs("tocsin: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

int
tcn_say_rc(enum tcn_rc rc, const struct tcn_err *err)
{
	const char *text = err && err->text[0] ? err->text : tcn_rc_text(rc);

	if (err && err->file[0] && err->line)
		tcn_say("%s:%lu:%lu: %s", err->file, err->line, err->column,
		    text);
	else if (err && err->file[0])
		tcn_say("%s: %s", err->file, text);
	else
		tcn_say("%s", text);
	return rc == TCN_INVALID ? TCN_EXIT_USAGE : TCN_EXIT_FAILED;
}

/*
 * A reader that went away (`tocsin config | head`) has what it wanted: the
 * exit code says that not all was written, but there is nothing to tell.
 */
static int
out_failed(void)
{
	if (errno != EPIPE)
		tcn_say("standard output: %s", strerror(errno));
	return TCN_EXIT_FAILED;
}

int
tcn_say_out(const struct tcn_buf *buf)
{
	if (buf->failed)
		return tcn_say_rc(TCN_NOMEM, NULL);
	if (buf->n && fwrite(buf->at, 1, buf->n, stdout) != buf->n)
		return out_failed();
	return TCN_EXIT_OK;
}

int
tcn_say_flush(void)
{
	if (fflush(stdout) || ferror(stdout))
		return out_failed();
	return TCN_EXIT_OK;
}

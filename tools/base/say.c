#include "tools/base/say.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "engine/base/err.h"

static void (*hook_before_line)(void);

void
tcn_say_set_hook(void (*hook)(void))
{
	hook_before_line = hook;
}

void
tcn_say_call_hook(void)
{
	if (hook_before_line)
		hook_before_line();
}

void
tcn_say_line(struct tcn_str line)
{
	tcn_say_call_hook();
	fwrite(line.at, 1, line.n, stderr);
	fflush(stderr);
}

void
tcn_say(const char *fmt, ...)
{
	char line[1024] = "tocsin: ";
	size_t at = strlen(line), room = sizeof line - at - 1;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(line + at, room, fmt, ap);
	va_end(ap);
	if (n > 0)
		at += (size_t)n < room ? (size_t)n : room - 1;
	/* A file's name may hold control characters a terminal would obey. */
	for (size_t i = 0; i < at; i++)
		if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
			line[i] = '?';
	line[at++] = '\n';
	tcn_say_line((struct tcn_str){ line, at });
}

int
tcn_say_rc(enum tcn_rc rc, const struct tcn_err *err)
{
	const char *text = err && err->text[0] ? err->text : tcn_rc_text(rc);
	char place[TCN_ERR_PLACE_BYTES];

	tcn_say("%s%s", err ? tcn_err_place(err, place) : "", text);
	return rc == TCN_INVALID ? TCN_EXIT_USAGE
	    : rc == TCN_BUSY     ? TCN_EXIT_BUSY
				 : TCN_EXIT_FAILED;
}

/* Whether standard output has failed before: it is said once. */
static bool out_has_failed;

/*
 * A reader that closed the pipe (`tocsin config | head`) has what it wanted:
 * the exit code says that not all was written, but nothing is printed.
 */
static int
out_failed(void)
{
	if (errno != EPIPE && !out_has_failed)
		tcn_say("standard output: %s", strerror(errno));
	out_has_failed = true;
	return TCN_EXIT_FAILED;
}

int
tcn_say_out(const struct tcn_buf *buf)
{
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

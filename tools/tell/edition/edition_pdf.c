#include "tools/tell/edition/edition_pdf.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "tools/base/browser.h"
#include "tools/base/child.h"
#include "tools/base/now.h"

/* Starts the browser; an error number. */
static int
start(const struct tcn_browser *browser, pid_t *pid)
{
	static const struct tcn_child_files none = { -1, -1, -1, NULL, 0 };
	char home[TCN_BROWSER_PATH_BYTES + 8];
	struct tcn_buf path = { 0 };
	char *environment[] = { home, NULL, NULL };
	int code;

	snprintf(home, sizeof home, "HOME=%s", browser->dir);
	tcn_child_path(&path);
	environment[1] = path.at;
	code = tcn_child_start(browser->command, environment, &none, pid);
	tcn_buf_fini(&path);
	return code;
}

/* Waits for its end, or ends it. */
static enum tcn_rc
await(int64_t until_ms, pid_t pid, struct tcn_err *err)
{
	const struct timespec span = { .tv_nsec = 10 * 1000 * 1000 };
	int status = 0;
	pid_t ended;

	while ((ended = waitpid(pid, &status, WNOHANG)) == 0 &&
	    tcn_now_monotonic_ms() < until_ms)
		nanosleep(&span, NULL);
	if (ended == 0) {
		tcn_child_end(pid);
		return tcn_err_set(err, TCN_IO,
		    "the browser took too long to print, and was ended");
	}
	tcn_child_kill(pid); /* what it has left behind */
	return ended == pid && WIFEXITED(status) && !WEXITSTATUS(status)
	    ? TCN_OK
	    : tcn_err_set(err, TCN_IO, "the browser could not print the page");
}

enum tcn_rc
tcn_edition_pdf(const char *name, struct tcn_str html, int64_t limit_ms,
    struct tcn_buf *pdf, struct tcn_err *err)
{
	int64_t until_ms = tcn_now_monotonic_ms() + limit_ms;
	struct tcn_browser browser;
	pid_t pid = 0;
	int code;
	enum tcn_rc rc = tcn_browser_open(&browser, name, html, err);

	if (rc)
		return rc;
	code = start(&browser, &pid);
	rc = code ? tcn_err_set(err, TCN_IO, "cannot start the browser %s: %s",
			browser.program, strerror(code))
		  : await(until_ms, pid, err);
	if (!rc)
		rc = tcn_browser_take(&browser, pdf, err);
	tcn_browser_close(&browser);
	return rc;
}

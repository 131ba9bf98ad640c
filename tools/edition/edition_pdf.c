#include "tools/edition/edition_pdf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tools/base/child.h"
#include "tools/base/file.h"
#include "tools/base/now.h"
#include "tools/base/out.h"
#include "tools/base/scratch.h"

#define DIR_BYTES  512
#define FILE_BYTES (DIR_BYTES + 16)
#define WORD_BYTES (FILE_BYTES + 32)

static const char *const names[] = { "chromium", "chromium-browser",
	"google-chrome", "google-chrome-stable" };

/* A folder of its own, for the page, the PDF and what the browser writes. */
struct printing {
	char dir[DIR_BYTES];
	char page[FILE_BYTES], pdf[FILE_BYTES];
	int64_t until_ms;
};

static enum tcn_rc
open_dir(struct printing *p, struct tcn_err *err)
{
	const char *tmp = getenv("TMPDIR");

	tcn_scratch_name(p->dir, sizeof p->dir, tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(p->dir))
		return tcn_err_set(err, TCN_IO,
		    "cannot make a folder for the browser: %s (is TMPDIR "
		    "full?)",
		    strerror(errno));
	snprintf(p->page, sizeof p->page, "%s/page.html", p->dir);
	snprintf(p->pdf, sizeof p->pdf, "%s/page.pdf", p->dir);
	return TCN_OK;
}

/* Starts one; an error number. */
static int
start(const struct printing *p, const char *browser, pid_t *pid)
{
	static const struct tcn_child_files none = { -1, -1, -1, NULL, 0 };
	char profile[WORD_BYTES], to[WORD_BYTES], home[WORD_BYTES];
	const char *command[] = { browser, "--headless", "--disable-gpu",
		"--disable-dev-shm-usage", "--disable-extensions",
		"--disable-background-networking", "--no-first-run",
		"--host-resolver-rules=MAP * ~NOTFOUND",
		"--no-pdf-header-footer", profile, to,
		/* Nobody else's page runs here. */
		geteuid() ? p->page : "--no-sandbox",
		geteuid() ? NULL : p->page, NULL };
	struct tcn_buf path = { 0 };
	char *environment[] = { home, NULL, NULL };
	int code;

	snprintf(profile, sizeof profile, "--user-data-dir=%s/profile", p->dir);
	snprintf(to, sizeof to, "--print-to-pdf=%s", p->pdf);
	snprintf(home, sizeof home, "HOME=%s", p->dir);
	tcn_child_path(&path);
	environment[1] = path.at;
	code = path.failed ? ENOMEM
			   : tcn_child_start(command, environment, &none, pid);
	tcn_buf_fini(&path);
	return code;
}

/* Waits for its end, or ends it. */
static enum tcn_rc
await(const struct printing *p, pid_t pid, struct tcn_err *err)
{
	const struct timespec span = { .tv_nsec = 10 * 1000 * 1000 };
	int status = 0;
	pid_t ended;

	while ((ended = waitpid(pid, &status, WNOHANG)) == 0 &&
	    tcn_now_monotonic_ms() < p->until_ms)
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

static enum tcn_rc
print(const struct printing *p, const char *browser, struct tcn_err *err)
{
	pid_t pid = 0;
	int code = ENOENT;

	if (browser)
		code = start(p, browser, &pid);
	for (size_t i = 0;
	     !browser && code == ENOENT && i < sizeof names / sizeof *names;
	     i++)
		code = start(p, names[i], &pid);
	if (code == ENOENT && !browser)
		return tcn_err_set(err, TCN_IO,
		    "no browser is installed that prints PDF: install "
		    "chromium, or name one with the setting report.browser");
	if (code)
		return tcn_err_set(err, TCN_IO,
		    "cannot start the browser %s: %s", browser ? browser : "",
		    strerror(code));
	return await(p, pid, err);
}

enum tcn_rc
tcn_edition_pdf(const char *browser, struct tcn_str html, int64_t limit_ms,
    struct tcn_buf *pdf, struct tcn_err *err)
{
	struct printing p = { .until_ms = tcn_now_monotonic_ms() + limit_ms };
	size_t before = pdf->n;
	enum tcn_rc rc = open_dir(&p, err);

	if (rc)
		return rc;
	rc = tcn_out_write(p.page, html, err);
	if (!rc)
		rc = print(&p, browser, err);
	if (!rc && access(p.pdf, R_OK) != 0)
		rc = tcn_err_set(err, TCN_IO, "the browser printed nothing");
	if (!rc)
		rc = tcn_file_read(p.pdf, TCN_EDITION_PDF_BYTES_MAX, pdf, err);
	if (!rc &&
	    (pdf->n - before < 4 || memcmp(pdf->at + before, "%PDF", 4) != 0))
		rc = tcn_err_set(err, TCN_IO,
		    "the browser printed something that is no PDF");
	(void)tcn_scratch_drop(p.dir);
	return rc;
}

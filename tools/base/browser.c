#include "tools/base/browser.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/child.h"
#include "tools/base/file.h"
#include "tools/base/out.h"
#include "tools/base/scratch.h"

static const char *const names[] = { "chromium", "chromium-browser",
	"google-chrome", "google-chrome-stable" };

/* Looks for a program in the folders of PATH, unless its name is a path. */
static bool
find_program(const char *name, char program[static TCN_BROWSER_PATH_BYTES])
{
	struct tcn_buf path = { 0 };
	const char *at;
	bool found = strchr(name, '/') != NULL;
	size_t n;

	if (found) {
		snprintf(program, TCN_BROWSER_PATH_BYTES, "%s", name);
		return access(program, X_OK) == 0;
	}
	tcn_child_path(&path);
	at = path.at + strcspn(path.at, "=");
	for (; *at && !found; at += n) {
		n = strcspn(++at, ":");
		snprintf(program, TCN_BROWSER_PATH_BYTES, "%.*s/%s", (int)n, at,
		    name);
		found = n && access(program, X_OK) == 0;
	}
	tcn_buf_fini(&path);
	return found;
}

enum tcn_rc
tcn_browser_find(const char *name, char program[static TCN_BROWSER_PATH_BYTES],
    struct tcn_err *err)
{
	bool found = name && find_program(name, program);

	for (size_t i = 0; !name && !found && i < sizeof names / sizeof *names;
	     i++)
		found = find_program(names[i], program);
	if (found)
		return TCN_OK;
	return name ? tcn_err_set(err, TCN_IO,
			  "cannot start the browser %s: there is no such "
			  "program (the setting report.browser)",
			  name)
		    : tcn_err_set(err, TCN_IO,
			  "no browser is installed that prints PDF: install "
			  "chromium, or name one with the setting "
			  "report.browser");
}

static enum tcn_rc
open_dir(struct tcn_browser *b, struct tcn_err *err)
{
	const char *tmp = getenv("TMPDIR");

	tcn_scratch_name(b->dir, sizeof b->dir, tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(b->dir))
		return tcn_err_set(err, TCN_IO,
		    "cannot make a folder for the browser: %s (is TMPDIR "
		    "full?)",
		    strerror(errno));
	snprintf(b->page, sizeof b->page, "%s/page.html", b->dir);
	snprintf(b->pdf, sizeof b->pdf, "%s/page.pdf", b->dir);
	snprintf(b->profile, sizeof b->profile, "--user-data-dir=%s/profile",
	    b->dir);
	snprintf(b->to, sizeof b->to, "--print-to-pdf=%s", b->pdf);
	return TCN_OK;
}

static void
make_command(struct tcn_browser *b)
{
	const char *const words[] = { b->program, "--headless", "--disable-gpu",
		"--disable-dev-shm-usage", "--disable-extensions",
		"--disable-background-networking", "--no-first-run",
		"--host-resolver-rules=MAP * ~NOTFOUND",
		"--no-pdf-header-footer", b->profile, b->to, b->page };
	size_t n = 0;

	_Static_assert(sizeof words / sizeof *words + 2 <= TCN_BROWSER_WORDS,
	    "room for the command");
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		/* Nobody else's page runs here. */
		if (i == 1 && geteuid() == 0)
			b->command[n++] = "--no-sandbox";
		b->command[n++] = words[i];
	}
	b->command[n] = NULL;
}

enum tcn_rc
tcn_browser_open(struct tcn_browser *browser, const char *name,
    struct tcn_str html, struct tcn_err *err)
{
	enum tcn_rc rc;

	*browser = (struct tcn_browser){ 0 };
	rc = tcn_browser_find(name, browser->program, err);
	if (!rc)
		rc = open_dir(browser, err);
	if (rc)
		return rc;
	make_command(browser);
	rc = tcn_out_write(browser->page, html, err);
	if (rc)
		tcn_browser_close(browser);
	return rc;
}

enum tcn_rc
tcn_browser_take(const struct tcn_browser *browser, struct tcn_buf *pdf,
    struct tcn_err *err)
{
	size_t before = pdf->n;
	enum tcn_rc rc;

	if (access(browser->pdf, R_OK) != 0)
		return tcn_err_set(err, TCN_IO, "the browser printed nothing");
	rc = tcn_file_read(browser->pdf, TCN_BROWSER_PDF_BYTES_MAX, pdf, err);
	if (!rc &&
	    (pdf->n - before < 4 || memcmp(pdf->at + before, "%PDF", 4) != 0))
		rc = tcn_err_set(err, TCN_IO,
		    "the browser printed something that is no PDF");
	return rc;
}

void
tcn_browser_close(struct tcn_browser *browser)
{
	(void)tcn_scratch_drop(browser->dir);
}

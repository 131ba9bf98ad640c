/*
 * tools/base/browser.h - a browser that is installed, as a printer: a page in,
 * PDF out.
 *
 * Who prints starts the command as a program like any other (child.h), with
 * PATH and HOME in its environment and a limit of time, after which it is
 * killed with all that it has started. The browser reads one file and may ask
 * no network for anything: the page forbids it (Content-Security-Policy), and
 * no name of a host means an address to it. It runs in its own sandbox, except
 * for root, for whom Chromium has none.
 *
 * Order: find; open; start the command and wait until it has ended; take;
 * close.
 */
#ifndef TCN_TOOLS_BASE_BROWSER_H
#define TCN_TOOLS_BASE_BROWSER_H

#include <stdbool.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"

#define TCN_BROWSER_MS            30000 /* time enough for a page */
#define TCN_BROWSER_PDF_BYTES_MAX ((size_t)256 * 1024 * 1024)
#define TCN_BROWSER_PATH_BYTES    512
#define TCN_BROWSER_WORDS         16

/* A printing: a folder of its own, for the page, the PDF and what the browser
 * writes. The struct must not move. */
struct tcn_browser {
	char program[TCN_BROWSER_PATH_BYTES];
	char dir[TCN_BROWSER_PATH_BYTES]; /* also its HOME */
	char page[TCN_BROWSER_PATH_BYTES + 16],
	    pdf[TCN_BROWSER_PATH_BYTES + 16];
	char profile[TCN_BROWSER_PATH_BYTES + 48];
	char to[TCN_BROWSER_PATH_BYTES + 48];
	const char *command[TCN_BROWSER_WORDS]; /* ends with NULL */
};

/*
 * Finds the program: name, by its path or its name; NULL: the first of
 * Chromium's and Chrome's names that is installed. TCN_IO: err says that there
 * is none, and what to do.
 */
TCN_MUST_USE enum tcn_rc tcn_browser_find(const char *name,
    char program[static TCN_BROWSER_PATH_BYTES], struct tcn_err *err);

/* Finds the program, makes the folder with the page in it, and the command.
 * TCN_IO: err says why not, and there is nothing to close. */
TCN_MUST_USE enum tcn_rc tcn_browser_open(struct tcn_browser *browser,
    const char *name, struct tcn_str html, struct tcn_err *err);

/* Appends what was printed. TCN_IO: it is nothing, or no PDF. */
TCN_MUST_USE enum tcn_rc tcn_browser_take(const struct tcn_browser *browser,
    struct tcn_buf *pdf, struct tcn_err *err);

/* Removes the folder, which no process may use any more. */
void tcn_browser_close(struct tcn_browser *browser);

#endif

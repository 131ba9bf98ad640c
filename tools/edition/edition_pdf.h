/*
 * tools/edition/edition_pdf.h - a page as PDF, printed by a browser that is
 * installed.
 *
 * The browser is a program like any that receivers start: without a shell, in a
 * process group of its own, with PATH and a HOME that is thrown away in its
 * environment, /dev/null as its files, and a limit of time, after which it is
 * killed with all that it has started. It reads one file and may ask no network
 * for anything: the page forbids it (Content-Security-Policy), and no name of a
 * host means an address to it. It runs in its own sandbox, except for root, for
 * whom Chromium has none.
 */
#ifndef TCN_TOOLS_EDITION_EDITION_PDF_H
#define TCN_TOOLS_EDITION_EDITION_PDF_H

#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/str.h"

#define TCN_EDITION_PDF_MS        30000
#define TCN_EDITION_PDF_BYTES_MAX ((size_t)256 * 1024 * 1024)

/*
 * Appends the page as PDF. browser: a program that takes Chromium's options, by
 * its path or its name; NULL: the first of Chromium's and Chrome's names that
 * is installed. Blocks, some two seconds, at most limit_ms. TCN_IO: err says
 * that there is no browser, or that it failed; TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_edition_pdf(const char *browser,
    struct tcn_str html, int64_t limit_ms, struct tcn_buf *pdf,
    struct tcn_err *err);

#endif

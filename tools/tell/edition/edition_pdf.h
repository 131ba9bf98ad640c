/*
 * tools/tell/edition/edition_pdf.h - a page as PDF, printed by a browser that
 * is installed (tools/base/browser.h), while who asks for it waits. What goes
 * by mail is printed when it is sent: tools/serve/deliver/mail_page.h.
 */
#ifndef TCN_TOOLS_TELL_EDITION_EDITION_PDF_H
#define TCN_TOOLS_TELL_EDITION_EDITION_PDF_H

#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/str.h"

/*
 * Appends the page as PDF. name: a program that takes Chromium's options, by
 * its path or its name; NULL: the first of Chromium's and Chrome's names that
 * is installed. Blocks, some two seconds, at most limit_ms. TCN_IO: err says
 * that there is no browser, or that it failed.
 */
TCN_MUST_USE enum tcn_rc tcn_edition_pdf(const char *name, struct tcn_str html,
    int64_t limit_ms, struct tcn_buf *pdf, struct tcn_err *err);

#endif

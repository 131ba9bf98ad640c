/*
 * tools/serve/deliver/mail_page.h - the page that a mail carries, and its
 * print.
 *
 * The mail of an edition whose description names the format pdf has the page
 * for print attached, as NAME-NUMBER.html: so it lies in the outbox, where it
 * is the same at each try. When the mail is sent a browser prints the page
 * (tools/base/browser.h), and the PDF is attached in its place. Where none is
 * installed, or it fails, the mail goes out with the page: late news would be
 * worse than news in another form.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_MAIL_PAGE_H
#define TCN_TOOLS_SERVE_DELIVER_MAIL_PAGE_H

#include <stdbool.h>

#include "engine/base/buf.h"

/* What a mail is put together of around the page: its parts stand between
 * open and add, and the mail ends with it. name: "morning-12". */
void tcn_mail_page_open(struct tcn_buf *out);
void tcn_mail_page_add(struct tcn_str name, struct tcn_str html,
    struct tcn_buf *out);

/* A page in a mail: views into it. */
struct tcn_mail_page {
	struct tcn_str before; /* what stands before its part */
	struct tcn_str name; /* "morning-12" */
	struct tcn_str packed; /* the page, as base64 */
};

/* Finds the page of a mail; false: it has none. O(bytes). */
bool tcn_mail_page_find(struct tcn_str mail, struct tcn_mail_page *page);

/* Appends the page as HTML. False: it is damaged. */
bool tcn_mail_page_html(const struct tcn_mail_page *page, struct tcn_buf *html);

/* Appends the mail with the PDF in the page's place. */
void tcn_mail_page_put(const struct tcn_mail_page *page, struct tcn_str pdf,
    struct tcn_buf *out);

#endif

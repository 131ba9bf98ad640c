#include "tools/serve/deliver/mail_page.h"

#include "tools/base/mime64.h"

/* Base64 has no '-', so that no part can hold it. */
#define MIXED "--mixed-parts"
#define HEAD                                                                   \
	"--" MIXED "\r\nContent-Type: text/html; charset=utf-8;\r\n name=\""
#define EXTENSION ".html\""

void
tcn_mail_page_open(struct tcn_buf *out)
{
	tcn_buf_z(out,
	    "Content-Type: multipart/mixed;\r\n boundary=\"" MIXED
	    "\"\r\n\r\n--" MIXED "\r\n");
}

static void
add_part(struct tcn_str name, const char *extension, struct tcn_str bytes,
    struct tcn_buf *out)
{
	tcn_buf_printf(out,
	    "%.*s.%s\"\r\nContent-Transfer-Encoding: base64\r\n"
	    "Content-Disposition: attachment;\r\n"
	    " filename=\"%.*s.%s\"\r\n\r\n",
	    TCN_STR_ARG(name), extension, TCN_STR_ARG(name), extension);
	tcn_mime64_pack(bytes, out);
	tcn_buf_z(out, "--" MIXED "--\r\n");
}

void
tcn_mail_page_add(struct tcn_str name, struct tcn_str html, struct tcn_buf *out)
{
	tcn_buf_z(out, HEAD);
	add_part(name, "html", html, out);
}

bool
tcn_mail_page_find(struct tcn_str mail, struct tcn_mail_page *page)
{
	const char *end = mail.at + mail.n, *head, *name, *extension, *packed;
	const char *closing;

	if (!mail.n || !(head = memmem(mail.at, mail.n, HEAD, sizeof HEAD - 1)))
		return false;
	name = head + sizeof HEAD - 1;
	extension =
	    memmem(name, (size_t)(end - name), EXTENSION, sizeof EXTENSION - 1);
	packed = memmem(name, (size_t)(end - name), "\r\n\r\n", 4);
	if (!extension || !packed || extension > packed)
		return false;
	packed += 4;
	closing = memmem(packed, (size_t)(end - packed), "--" MIXED "--",
	    sizeof "--" MIXED "--" - 1);
	if (!closing)
		return false;
	*page = (struct tcn_mail_page){
		.before = { mail.at, (size_t)(head - mail.at) },
		.name = { name, (size_t)(extension - name) },
		.packed = { packed, (size_t)(closing - packed) },
	};
	return true;
}

bool
tcn_mail_page_html(const struct tcn_mail_page *page, struct tcn_buf *html)
{
	return tcn_mime64_unpack(page->packed, html);
}

void
tcn_mail_page_put(const struct tcn_mail_page *page, struct tcn_str pdf,
    struct tcn_buf *out)
{
	tcn_buf_str(out, page->before);
	tcn_buf_z(out,
	    "--" MIXED "\r\nContent-Type: application/pdf;\r\n"
	    " name=\"");
	add_part(page->name, "pdf", pdf, out);
}

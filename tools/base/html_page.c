#include "tools/base/html_page.h"

#include "engine/base/date.h"
#include "tools/base/safe.h"
#include "tools/base/words_mark.h"

/*
 * A page is one file that runs no script and fetches nothing: the policy
 * forbids both even if an escape were ever forgotten. Links send no referrer,
 * so that a site cannot see which story is being watched.
 */
static const char head[] =
    "\">\n<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
    "'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action "
    "'none'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, "
    "initial-scale=1\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n"
    "<meta name=\"referrer\" content=\"no-referrer\">\n"
    "<meta name=\"generator\" content=\"tocsin\">\n"
    "<title>";

const char tcn_html_page_made[] = TCN_WORDS(
    "Written by tocsin from the articles listed here. Titles and sentences are "
    "quoted as published; nothing has been checked or rewritten. All times are "
    "{zone}.");

void
tcn_html_page_head(const char *lang, struct tcn_str title,
    const char *more_style, struct tcn_buf *out)
{
	tcn_buf_z(out, "<!DOCTYPE html>\n<html lang=\"");
	tcn_buf_z(out, lang);
	tcn_buf_z(out, head);
	tcn_safe_html(out, title);
	tcn_buf_z(out, "</title>\n<style>\n");
	tcn_buf_z(out, tcn_html_style);
	tcn_buf_z(out, more_style);
	tcn_buf_z(out, "</style>\n</head>\n<body>\n<main>\n");
}

void
tcn_html_page_foot(const char *made, struct tcn_buf *out)
{
	tcn_buf_z(out, "<footer>\n<p>");
	tcn_safe_html(out, tcn_str(made));
	tcn_buf_z(out, "</p>\n</footer>\n</main>\n</body>\n</html>\n");
}

void
tcn_html_page_time(int64_t ms, struct tcn_str text, struct tcn_buf *out)
{
	char iso[TCN_DATE_BYTES];

	tcn_date_format(ms, iso);
	if (iso[0])
		tcn_buf_printf(out, "<time datetime=\"%s\">", iso);
	tcn_safe_html(out, text);
	if (iso[0])
		tcn_buf_z(out, "</time>");
}

#include "tools/serve/web/web_errors.h"
#include "tools/serve/web/web_impl.h"

void
tcn_web_get_keys(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);

	tcn_web_page_set_str(&page, "chosen",
	    tcn_web_page_cookie(&page, TCN_WEB_LANGUAGE_COOKIE));
	tcn_web_view_send(&page,
	    &(const struct tcn_web_view){ .name = "keys",
		.frame = { .name = TCN_WORDS("Keys and settings"),
		    .kind = "keys",
		    .board = true,
		    .narrow = true } });
}

/* What the interface answered a script, as plain text in the reader's
 * language. */
void
tcn_web_get_said(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_str text = tcn_web_page_query(&page, "text");

	tcn_buf_clear(&page.out);
	if (!tcn_web_errors_say(page.words, text, &page.out))
		tcn_buf_str(&page.out, text);
	tcn_web_page_send_text(&page);
}

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
		    .narrow = true } });
}

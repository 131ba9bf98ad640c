/*
 * The archive of editions, and when the next are due.
 */
#include "tools/serve/web/web_impl.h"

void
tcn_web_get_editions(void *ctx, struct tcn_http_call *call)
{
	tcn_web_view(ctx, call,
	    &(const struct tcn_web_view){ .name = "editions",
		.frame = { .name = TCN_WORDS("Editions"), .nav = "reports" },
		.asks = { { "made", "/v1/editions?limit=200", NULL } } });
}

/* Where messages lead: the page as it was stored. */
void
tcn_web_get_edition(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_buf path = { 0 };

	tcn_web_page_target(&page, "/v1/editions/{}/{}?format=html", &path);
	tcn_web_page_redirect(&page, path.at);
	tcn_buf_fini(&path);
}

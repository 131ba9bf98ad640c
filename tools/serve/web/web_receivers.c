/*
 * Receivers, with test messages and dead letters.
 */
#include "tools/serve/web/web_impl.h"

void
tcn_web_get_receivers(void *ctx, struct tcn_http_call *call)
{
	tcn_web_view(ctx, call,
	    &(const struct tcn_web_view){ .name = "receivers",
		.frame = { .name = TCN_WORDS("Receivers"), .nav = "receivers" },
		.asks = { { "all", "/v1/receivers", NULL },
		    { "?dead", "/v1/deliveries?state=dead&limit=50",
			"before" } } });
}

/*
 * Silences: those in force and past ones, what each kept quiet, and a form for
 * a new one.
 */
#include "tools/serve/web/web_impl.h"

void
tcn_web_get_silences(void *ctx, struct tcn_http_call *call)
{
	tcn_web_view(ctx, call,
	    &(const struct tcn_web_view){ .name = "silences",
		.frame = { .name = TCN_WORDS("Silences"), .nav = "receivers" },
		.asks = { { "now", "/v1/silences?limit=1000", NULL },
		    { "all", "/v1/silences?all=true", "after" } } });
}

void
tcn_web_get_silence(void *ctx, struct tcn_http_call *call)
{
	tcn_web_view(ctx, call,
	    &(const struct tcn_web_view){ .name = "silence",
		.frame = { .name = TCN_WORDS("A silence"),
		    .nav = "receivers",
		    .narrow = true },
		.asks = { { "silence", "/v1/silences/{}", NULL },
		    { "?messages", "/v1/deliveries?limit=100&silence={}",
			"before" } } });
}

#include "tools/serve/web/web_impl.h"

void
tcn_web_get_keys(void *ctx, struct tcn_http_call *call)
{
	tcn_web_view(ctx, call,
	    &(const struct tcn_web_view){ .name = "keys",
		.frame = { .title = tcn_str("Keys and settings"),
		    .kind = "keys",
		    .narrow = true } });
}

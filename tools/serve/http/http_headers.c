#include <event2/http.h>
#include <stdio.h>

#include "tools/serve/http/http_impl.h"

#define JSON "application/json"

/*
 * What a page may load: our own style sheet, script, pictures and sounds, and
 * nothing else; and no script may make elements of a text (Trusted Types).
 */
#define PAGE_POLICY                                                            \
	"default-src 'none'; script-src 'self'; style-src 'self'; "            \
	"img-src 'self' data:; connect-src 'self'; media-src 'self'; "         \
	"manifest-src 'self'; form-action 'self'; base-uri 'none'; "           \
	"frame-ancestors 'none'; require-trusted-types-for 'script'; "         \
	"trusted-types 'none'"

#define DATA_POLICY                                                            \
	"default-src 'none'; base-uri 'none'; form-action 'none'; "            \
	"frame-ancestors 'none'"

/* Sets a header that the route's function has not set. */
static void
set_default(struct evhttp_request *request, const char *name, const char *value)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);

	if (!evhttp_find_header(headers, name))
		evhttp_add_header(headers, name, value);
}

void
tcn_http_headers_common(struct evhttp_request *request, const char *type)
{
	tcn_http_set(request, "Content-Type", type ? type : JSON);
	tcn_http_set(request, "X-Content-Type-Options", "nosniff");
	tcn_http_set(request, "X-Frame-Options", "DENY");
	tcn_http_set(request, "Cross-Origin-Resource-Policy", "same-origin");
	set_default(request, "Referrer-Policy", "no-referrer");
	set_default(request, "Cache-Control", "no-store");
	set_default(request, "Content-Security-Policy", DATA_POLICY);
}

void
tcn_http_headers_of_call(const struct tcn_http_call *call)
{
	if (call->route && tcn_http_kind_of(call->route) != TCN_HTTP_API) {
		/* A browser sends "Origin: null" with the forms of a page that
		 * has the policy no-referrer, so that we could not tell them
		 * from those of others. There is no Cross-Origin-Opener-Policy:
		 * with one, a browser begins another process for a page that a
		 * mail or a chat leads to, which is a quarter of the time until
		 * it shows something. A window that opened a page learns
		 * nothing by it: the page has no frames, listens to no messages
		 * and names nothing, and the cookie is not sent with what
		 * another site asks for. */
		set_default(call->request, "Referrer-Policy", "same-origin");
		set_default(call->request, "Content-Security-Policy",
		    PAGE_POLICY);
		set_default(call->request, "Cache-Control",
		    call->http->credentials.access ? "no-store"
						   : "private, no-cache");
	}
}

#include "tools/base/now.h"
#include "tools/serve/api/api_impl.h"

/* False: links are not signed, and 409 was sent. */
static bool
are_signed(struct tcn_api_answer *a)
{
	if (a->api->link_keys)
		return true;
	tcn_api_answer_error(a, 409,
	    "links are not signed: set http.tokens, http.public_url and "
	    "http.links, and ask while the daemon runs");
	return false;
}

/* Says which key signs, and which links are void. */
void
tcn_api_get_links(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);

	if (!are_signed(&a))
		return;
	tcn_json_open(&a.out, NULL, '{');
	tcn_json_uint(&a.out, "key", tcn_link_keys_number(a.api->link_keys));
	tcn_json_uint(&a.out, "lifetime_seconds",
	    (uint64_t)a.api->linker.lifetime_ms / 1000);
	tcn_json_open(&a.out, "revoked", '[');
	for (size_t i = 0; i < tcn_link_keys_revoked_n(a.api->link_keys); i++) {
		struct tcn_link_revoked one =
		    tcn_link_keys_revoked(a.api->link_keys, i);

		tcn_json_open(&a.out, NULL, '{');
		tcn_json_str(&a.out, "event", tcn_linker_event(one.path));
		tcn_json_time(&a.out, "revoked_at", one.at_ms);
		tcn_json_close(&a.out, '}');
	}
	tcn_json_close(&a.out, ']');
	tcn_buf_z(&a.out, "}\n");
	tcn_api_answer_send(&a, TCN_OK);
}

/* Ends all links there are. */
void
tcn_api_rotate_links(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	enum tcn_rc rc;

	if (!are_signed(&a))
		return;
	rc = tcn_link_keys_rotate(a.api->link_keys, &a.err);
	if (rc) {
		tcn_api_answer_error(&a, 503, a.err.text);
		return;
	}
	tcn_json_open(&a.out, NULL, '{');
	tcn_json_uint(&a.out, "key", tcn_link_keys_number(a.api->link_keys));
	tcn_buf_z(&a.out, "}\n");
	tcn_api_answer_send(&a, TCN_OK);
}

/* Ends the links to one report that were sent so far. */
void
tcn_api_revoke_links(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_buf path = { 0 };
	struct tcn_event *event;
	enum tcn_rc rc;

	if (!are_signed(&a) || !tcn_api_answer_event(&a, &event))
		return;
	tcn_linker_path(tcn_str(event->id), &path);
	rc = tcn_link_keys_revoke(a.api->link_keys, tcn_buf_view(&path),
	    tcn_now_wall_ms(), &a.err);
	tcn_buf_fini(&path);
	if (rc) {
		tcn_api_answer_error(&a, rc == TCN_LIMIT ? 409 : 503,
		    a.err.text);
		return;
	}
	tcn_json_open(&a.out, NULL, '{');
	tcn_json_str(&a.out, "event", tcn_str(event->id));
	tcn_buf_z(&a.out, "}\n");
	tcn_api_answer_send(&a, TCN_OK);
}

#include <inttypes.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/base/hex.h"
#include "tools/serve/api/api_impl.h"
#include "tools/serve/http/http_session.h"

#define NAME_BYTES 8 /* of a session's digest, which name it in an address */
#define OWN        "current" /* the session that asks, in an address */

/* False: no daemon runs, so nobody can be logged in, and 409 was sent. */
static bool
is_served(struct tcn_api_answer *a)
{
	if (!a->api->local)
		return true;
	tcn_api_answer_error(a, 409,
	    "only a daemon knows who is logged in: ask it, with --url");
	return false;
}

static void
name_session(const struct tcn_sessions_entry *session,
    char to[2 * NAME_BYTES + 1])
{
	tcn_hex_write(session->id, NAME_BYTES, to);
}

static void
add_name_or_null(struct tcn_buf *out, const char *key, const char *text)
{
	if (*text)
		tcn_json_str(out, key, tcn_str(text));
	else
		tcn_json_null(out, key);
}

static void
add_session(const struct tcn_http *http,
    const struct tcn_sessions_entry *session,
    const struct tcn_sessions_entry *own, struct tcn_buf *out)
{
	char id[2 * NAME_BYTES + 1];
	enum tcn_http_scope scope;
	const char *name = tcn_http_session_name(http, session, &scope);

	name_session(session, id);
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "session", tcn_str(id));
	add_name_or_null(out, "name", name);
	tcn_json_str(out, "scope", tcn_str(tcn_http_scope_name(scope)));
	add_name_or_null(out, "agent", session->agent);
	tcn_json_time(out, "began_at", session->made_ms);
	tcn_json_time(out, "seen_at", session->seen_ms);
	tcn_json_time(out, "ends_at", tcn_sessions_ends_ms(session));
	tcn_json_bool(out, "current", session == own);
	tcn_json_close(out, '}');
}

/* --- who asks --- */

static const char *
way_of(const struct tcn_http_call *call)
{
	switch (tcn_http_call_caller(call)->way) {
	case TCN_HTTP_WAY_SESSION:
		return "session";
	case TCN_HTTP_WAY_TOKEN:
		return "token";
	default:
		return "local";
	}
}

static void
write_caller(struct tcn_api_answer *a)
{
	const struct tcn_sessions_entry *session =
	    tcn_http_call_session(a->call);

	tcn_json_open(&a->out, NULL, '{');
	add_name_or_null(&a->out, "name", tcn_http_call_user(a->call));
	tcn_json_str(&a->out, "scope",
	    tcn_str(tcn_http_scope_name(tcn_http_call_scope(a->call))));
	tcn_json_str(&a->out, "by", tcn_str(way_of(a->call)));
	add_name_or_null(&a->out, "csrf", tcn_http_call_csrf(a->call));
	if (session)
		tcn_json_time(&a->out, "ends_at",
		    tcn_sessions_ends_ms(session));
	else
		tcn_json_null(&a->out, "ends_at");
	tcn_buf_z(&a->out, "}\n");
}

void
tcn_api_get_session(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);

	if (!is_served(&a))
		return;
	write_caller(&a);
	tcn_api_answer_send(&a, TCN_OK);
}

/* --- logging in --- */

static void
on_login(void *ctx, struct tcn_http_call *call, enum tcn_http_login result,
    int64_t retry_s)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	char seconds[24];

	switch (result) {
	case TCN_HTTP_LOGIN_DONE:
		write_caller(&a);
		tcn_api_answer_send(&a, TCN_OK);
		return;
	case TCN_HTTP_LOGIN_WRONG:
		tcn_api_answer_error(&a, 401, "the token is not known");
		return;
	case TCN_HTTP_LOGIN_LIMITED:
		snprintf(seconds, sizeof seconds, "%" PRId64, retry_s);
		tcn_http_call_set_header(call, "Retry-After", seconds);
		tcn_api_answer_error(&a, 429,
		    "too many wrong tokens came from this address");
		return;
	case TCN_HTTP_LOGIN_STALE:
		tcn_api_answer_error(&a, 403,
		    "a login is JSON, Content-Type: application/json, and "
		    "comes "
		    "from no other site");
		return;
	case TCN_HTTP_LOGIN_NONE:
		tcn_api_answer_error(&a, 409,
		    "this daemon has no tokens (http.tokens), so nobody logs "
		    "in");
		return;
	case TCN_HTTP_LOGIN_FAILED:
		tcn_api_answer_error(&a, 503, "out of memory");
		return;
	}
}

void
tcn_api_post_session(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_json_value object, token;
	enum tcn_rc rc;

	if (!is_served(&a))
		return;
	rc = tcn_api_answer_body(&a, &object);
	token = tcn_json_member(&object, "token");
	if (!rc && token.kind != TCN_JSON_STRING)
		rc = tcn_err_set(&a.err, TCN_INVALID,
		    "\"token\" must be a token of the daemon's file");
	if (tcn_api_answer_failed(&a, rc))
		return;
	tcn_http_call_login(call, token.s, NULL, on_login, ctx);
	tcn_buf_fini(&a.out);
	tcn_arena_fini(&a.arena);
}

/* --- the list --- */

static bool
is_of_same_token(const struct tcn_sessions_entry *one,
    const struct tcn_sessions_entry *other)
{
	return other &&
	    memcmp(one->token, other->token, TCN_SESSIONS_DIGEST) == 0;
}

/* Whether the caller may know of the session. */
static bool
may_see(const struct tcn_http_call *call,
    const struct tcn_sessions_entry *session)
{
	const struct tcn_http_caller *caller = tcn_http_call_caller(call);

	return tcn_http_call_scope(call) >= TCN_HTTP_SCOPE_ADMIN ||
	    is_of_same_token(session, tcn_http_call_session(call)) ||
	    (caller->way == TCN_HTTP_WAY_TOKEN &&
		memcmp(session->token, caller->digest, TCN_SESSIONS_DIGEST) ==
		    0);
}

void
tcn_api_get_sessions(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	const struct tcn_sessions_entry *own;
	const struct tcn_sessions *all;

	if (!is_served(&a))
		return;
	all = tcn_http_sessions(a.api->http);
	own = tcn_http_call_session(call);
	tcn_buf_z(&a.out, "{\"sessions\":[");
	for (size_t i = tcn_sessions_n(all); i-- > 0;)
		if (may_see(call, tcn_sessions_at(all, i)))
			add_session(a.api->http, tcn_sessions_at(all, i), own,
			    &a.out);
	tcn_api_answer_end_page(&a, false, 0);
	tcn_api_answer_send(&a, TCN_OK);
}

/* --- the end --- */

static const struct tcn_sessions_entry *
find_session(const struct tcn_api_answer *a, const char *name)
{
	const struct tcn_sessions *all = tcn_http_sessions(a->api->http);
	char id[2 * NAME_BYTES + 1];

	if (strcmp(name, OWN) == 0)
		return tcn_http_call_session(a->call);
	for (size_t i = 0; i < tcn_sessions_n(all); i++) {
		name_session(tcn_sessions_at(all, i), id);
		if (strcmp(id, name) == 0)
			return tcn_sessions_at(all, i);
	}
	return NULL;
}

static bool
is_same(void *ctx, const struct tcn_sessions_entry *session)
{
	return memcmp(ctx, session->id, TCN_SESSIONS_DIGEST) == 0;
}

/*
 * Ends the caller's own session, which everybody may; one of the same token,
 * which others may use, too, with the scope write; any, with admin. One that
 * the caller may not know of does not exist.
 */
void
tcn_api_end_session(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	const struct tcn_sessions_entry *session;
	unsigned char digest[TCN_SESSIONS_DIGEST];

	if (!is_served(&a))
		return;
	session = find_session(&a, tcn_http_call_arg(call, 0));
	if (!session || !may_see(call, session)) {
		tcn_api_answer_error(&a, 404,
		    "there is no such session: /v1/sessions lists them");
		return;
	}
	if (session == tcn_http_call_session(call)) {
		tcn_http_call_forget(call);
	} else if (tcn_http_call_scope(call) < TCN_HTTP_SCOPE_WRITE) {
		tcn_api_answer_error(&a, 403,
		    "with the scope read you can end your own session, no "
		    "other");
		return;
	}
	memcpy(digest, session->id, sizeof digest);
	if (tcn_http_end_sessions(a.api->http, is_same, digest, &a.err)) {
		tcn_api_answer_error(&a, 503, a.err.text);
		return;
	}
	tcn_buf_z(&a.out, "{\"status\":\"ended\"}\n");
	tcn_api_answer_send(&a, TCN_OK);
}

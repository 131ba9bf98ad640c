/*
 * POST /act: what the forms of pages send. An act is a row, which says which
 * route of the interface does it, and of which fields its body is made; the
 * server has checked that the form is one of ours (tools/http/http_session.h),
 * and the route is called as the reader would call it. The reader is then sent
 * back to where the form was.
 *
 * A form names its act in the field "act", or by a button whose name is that of
 * the act and whose value is what it is about.
 */
#include <event2/keyvalq_struct.h>
#include <string.h>
#include <sys/queue.h>

#include "engine/base/mem.h"
#include "tools/base/json_out.h"
#include "tools/http/http_session.h"
#include "tools/web/web_impl.h"
#include "tools/web/web_rules.h"

#define GET    EVHTTP_REQ_GET
#define POST   EVHTTP_REQ_POST
#define PUT    EVHTTP_REQ_PUT
#define PATCH  EVHTTP_REQ_PATCH
#define DELETE EVHTTP_REQ_DELETE

struct row {
	const char *act;
	enum evhttp_cmd_type method;
	/* of the route; "{event}" is the field of that name, and what a button
	 * is about */
	const char *path;
	/*
	 * The members of its body, between blanks: a field "note" as a text, or
	 * null when it is empty; "days#" as a number; "items[]", all of that
	 * name, as an array; "owner@" the reader's name when the form has no
	 * such field; "owner!" null; "paused=true" as it stands.
	 */
	const char *members;
	const char *then; /* as path, of the answer's members; NULL: back */
};

/* In the order of their names. */
static const struct row rows[] = {
	{ "ack", POST, "/v1/events/{event}/ack", "", NULL },
	{ "add-feed", POST, "/v1/feeds", "url title folder", NULL },
	{ "cancel-job", DELETE, "/v1/jobs/{job}", "", NULL },
	{ "close", POST, "/v1/events/{event}/close", "", NULL },
	{ "disown", POST, "/v1/events/{event}/owner", "owner!", NULL },
	{ "drop", POST, "/v1/deliveries/{message}/drop", "", NULL },
	{ "drop-dead", POST,
	    "/v1/deliveries/drop?state=dead&receiver={receiver}", "", NULL },
	{ "drop-feed", DELETE, "/v1/feeds/{feed}", "", NULL },
	{ "drop-search", DELETE, "/v1/searches/{search}", "", NULL },
	{ "end-silence", POST, "/v1/silences/{silence}/end", "", NULL },
	{ "explain", POST, "/v1/explanations", "event why_not", NULL },
	{ "fetch-feed", POST, "/v1/feeds/{feed}/fetch", "", NULL },
	{ "logout", DELETE, "/v1/sessions/current", "", NULL },
	{ "merge", POST, "/v1/events/{event}/merge", "into if_revision#",
	    NULL },
	{ "note", POST, "/v1/events/{event}/notes", "text", NULL },
	{ "own", POST, "/v1/events/{event}/owner", "owner@", NULL },
	{ "pause-feed", PATCH, "/v1/feeds/{feed}", "paused=true", NULL },
	{ "reload", POST, "/v1/reload", "", NULL },
	{ "reopen", POST, "/v1/events/{event}/reopen", "", NULL },
	{ "resend", POST, "/v1/deliveries/{message}/resend", "", NULL },
	{ "resend-dead", POST,
	    "/v1/deliveries/resend?state=dead&receiver={receiver}", "", NULL },
	{ "resume-feed", PATCH, "/v1/feeds/{feed}", "paused=false", NULL },
	{ "revoke-session", DELETE, "/v1/sessions/{session}", "", NULL },
	{ "save-rules", PUT, "/v1/rules/file", "yaml if_match", NULL },
	{ "save-search", POST, "/v1/searches", "name query", NULL },
	{ "silence", POST, "/v1/silences", "kind value for until reason",
	    NULL },
	{ "split", POST, "/v1/events/{event}/split",
	    "items[] publishers[] if_revision#", "/e/{event}" },
	{ "test", POST, "/v1/receivers/{receiver}/test", "", NULL },
	{ "trial", POST, "/v1/trials", "yaml days#", "/rules/try/{id}" },
	{ "unack", POST, "/v1/events/{event}/unack", "", NULL },
};

/* An act under way. */
struct act {
	struct tcn_web *web;
	struct tcn_http_call *call;
	const struct row *row;
	const char *about; /* a button's value, or NULL */
	const char *name; /* whose the act is: the reader's */
	struct tcn_buf target, body;
};

static const struct row *
find_row(const char *name)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcmp(rows[i].act, name) == 0)
			return &rows[i];
	return NULL;
}

/* The row that the form names, and what a button is about. */
static const struct row *
choose(const struct tcn_http_call *call, const char **about)
{
	const char *name = tcn_http_call_field(call, "act");
	const struct evkeyval *at;

	*about = NULL;
	if (name)
		return find_row(name);
	TAILQ_FOREACH (at, tcn_http_call_fields(call), next) {
		const struct row *row = find_row(at->key);

		if (row) {
			*about = at->value;
			return row;
		}
	}
	return NULL;
}

/* --- the request --- */

typedef struct tcn_str get_fn(const void *of, const char *name);

/* Appends path with its {names} replaced by what get says; false: it knows one
 * of them not. */
static bool
fill_path(const char *path, get_fn *get, const void *of, struct tcn_buf *out)
{
	char name[32];

	for (; *path; path++) {
		size_t n = strcspn(path + 1, "}");
		struct tcn_str value;

		if (*path != '{') {
			tcn_buf_char(out, *path);
			continue;
		}
		if (n >= sizeof name)
			return false;
		memcpy(name, path + 1, n);
		name[n] = '\0';
		value = get(of, name);
		if (value.n == 0)
			return false;
		tcn_target_segment(out, value);
		path += n + 1;
	}
	return true;
}

static struct tcn_str
get_field(const void *of, const char *name)
{
	const struct act *act = of;

	return tcn_str(act->about ? act->about
				  : tcn_http_call_field(act->call, name));
}

static struct tcn_str
get_member(const void *of, const char *name)
{
	return tcn_json_in_str(of, name);
}

/* Browsers end the lines of a text area in CR LF (WHATWG HTML, section
 * 4.10.22.4); files of ours end them in LF. */
static void
add_text(struct tcn_buf *out, const char *name, struct tcn_str text)
{
	struct tcn_buf plain = { 0 };

	for (size_t i = 0; i < text.n; i++)
		if (text.at[i] != '\r' || i + 1 == text.n ||
		    text.at[i + 1] != '\n')
			tcn_buf_char(&plain, text.at[i]);
	out->failed |= plain.failed;
	if (plain.n && !plain.failed)
		tcn_json_str(out, name, tcn_buf_view(&plain));
	else
		tcn_json_null(out, name);
	tcn_buf_fini(&plain);
}

/* A number as it stands; what is none is sent as a text, which is refused. */
static void
add_number(struct tcn_buf *out, const char *name, struct tcn_str text)
{
	size_t n = 0;

	while (n < text.n && text.at[n] >= '0' && text.at[n] <= '9')
		n++;
	if (n > 0 && n == text.n && n <= 15 && (n == 1 || text.at[0] != '0'))
		tcn_json_raw(out, name, text);
	else
		add_text(out, name, text);
}

static void
add_all(const struct act *act, const char *name, struct tcn_buf *out)
{
	const struct evkeyval *at;

	tcn_json_open(out, name, '[');
	TAILQ_FOREACH (at, tcn_http_call_fields(act->call), next)
		if (strcmp(at->key, name) == 0 && *at->value)
			tcn_json_str(out, NULL, tcn_str(at->value));
	tcn_json_close(out, ']');
}

/* A member as its row says; name without its mark. */
static void
add_member(const struct act *act, const char *name, const char *mark,
    struct tcn_buf *out)
{
	const char *sent = tcn_http_call_field(act->call, name);

	if (*mark == '=')
		tcn_json_raw(out, name, tcn_str(mark + 1));
	else if (*mark == '[')
		add_all(act, name, out);
	else if (*mark == '!')
		tcn_json_null(out, name);
	else if (sent && *mark == '#')
		add_number(out, name, tcn_str(sent));
	else if (sent)
		add_text(out, name, tcn_str(sent));
	else if (*mark == '@')
		tcn_json_str(out, name, tcn_str(act->name));
}

static void
make_body(struct act *act)
{
	const char *at = act->row->members;

	tcn_json_open(&act->body, NULL, '{');
	while (*at) {
		size_t n = strcspn(at, " "), word = strcspn(at, " #[@!=");
		char name[64], *mark = name + word + 1;

		if (n + 2 > sizeof name)
			break;
		memcpy(name, at, word);
		name[word] = '\0';
		memcpy(mark, at + word, n - word);
		mark[n - word] = '\0';
		add_member(act, name, mark, &act->body);
		at += n + (at[n] == ' ');
	}
	tcn_json_close(&act->body, '}');
}

/* --- the answer --- */

static void
act_free(struct act *act)
{
	tcn_buf_fini(&act->target);
	tcn_buf_fini(&act->body);
	tcn_mem_free(act);
}

/* Sends the reader on; false: the answer does not say where to. */
static bool
go_then(const struct act *act, const struct tcn_buf *answer)
{
	struct tcn_json_value object;
	struct tcn_buf path = { 0 };
	struct tcn_arena arena;
	bool ok;

	tcn_arena_init(&arena, 0);
	ok = tcn_json_read(tcn_buf_view(answer), &arena, &object, NULL) ==
		TCN_OK &&
	    fill_path(act->row->then, get_member, &object, &path) &&
	    !path.failed;
	if (ok)
		tcn_http_call_redirect(act->call, path.at);
	tcn_buf_fini(&path);
	tcn_arena_fini(&arena);
	return ok;
}

/* Whether it comes from the editor of rules, which keeps what was written. */
static bool
is_of_editor(const struct row *row)
{
	return strcmp(row->act, "trial") == 0 ||
	    strcmp(row->act, "save-rules") == 0;
}

/* Says why it was refused; what the reader has written is one step back. */
static void
say_failed(const struct act *act, int status, const struct tcn_buf *answer)
{
	struct tcn_web_page page = tcn_web_page(act->web, act->call);
	struct tcn_json_value object = { 0 };
	struct tcn_str why = { 0 };

	if (tcn_json_read(tcn_buf_view(answer), &page.arena, &object, NULL) ==
	    TCN_OK)
		why = tcn_json_in_str(&object, "error");
	if (is_of_editor(act->row)) {
		tcn_web_try_failed(&page, status, &object,
		    get_field(act, "yaml"), get_field(act, "if_match"));
		return;
	}
	tcn_web_page_fail(&page, status,
	    why.n ? why
		  : tcn_str("the daemon gave no answer that can be read"));
}

static void
on_answer(void *of, int status, const struct tcn_buf *answer)
{
	struct act *act = of;
	bool is_logout = strcmp(act->row->act, "logout") == 0;

	if (status >= 400) {
		say_failed(act, status, answer);
	} else if (is_logout) {
		tcn_http_call_forget(act->call);
		tcn_http_call_redirect(act->call, "/login");
	} else if (!act->row->then || !go_then(act, answer)) {
		tcn_http_call_redirect(act->call,
		    tcn_http_own_path(tcn_http_call_field(act->call, "back")));
	}
	act_free(act);
}

void
tcn_web_post_act(void *ctx, struct tcn_http_call *call)
{
	struct act *act = tcn_mem_calloc(1, sizeof *act);
	const char *user = tcn_http_call_user(call);
	struct tcn_web_page page;

	if (!act) {
		tcn_http_call_error(call, 503, "out of memory");
		return;
	}
	act->web = ctx;
	act->call = call;
	act->row = choose(call, &act->about);
	act->name = *user ? user : TCN_HTTP_LOCAL_NAME;
	if (!act->row ||
	    !fill_path(act->row->path, get_field, act, &act->target)) {
		page = tcn_web_page(ctx, call);
		tcn_web_page_fail(&page, 400,
		    tcn_str("the form does not say what to do, or with what"));
		act_free(act);
		return;
	}
	make_body(act);
	if (act->target.failed || act->body.failed) {
		tcn_http_call_error(call, 503, "out of memory");
		act_free(act);
		return;
	}
	tcn_http_call_inner(call, act->web->api, act->web->api_ctx,
	    act->row->method, act->target.at, tcn_buf_view(&act->body),
	    on_answer, act);
}

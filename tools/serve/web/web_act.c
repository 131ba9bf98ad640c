/*
 * POST /act: what the forms of pages send. An act is a row, which says which
 * route of the interface does it, and of which fields its body is made; the
 * server has checked that the form is one of ours
 * (tools/serve/http/http_session.h), and the route is called as the reader
 * would call it. The reader is then sent back to where the form was.
 *
 * A form names its act in the field "act", or by a button whose name is that of
 * the act and whose value is what it is about. A form that is about several
 * events has a field "event" for each: the act is done for one after the other,
 * until one is refused; of a field that stands as often, each takes its own.
 */
#include <event2/keyvalq_struct.h>
#include <stdio.h>
#include <string.h>
#include <sys/queue.h>

#include "engine/base/mem.h"
#include "tools/base/json_out.h"
#include "tools/serve/http/http_session.h"
#include "tools/serve/web/web_impl.h"
#include "tools/serve/web/web_rules.h"

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
	 * name, as an array; "fields{", all whose name begins with "fields.",
	 * as an object without that; "owner@" the reader's name when the form
	 * has no such field; "owner!" null; "paused=true" as it stands.
	 * "opml*": that field alone is the body.
	 */
	const char *members;
	/* as path, of the answer's members ("{event.id}": a member of a
	 * member); NULL: back; "": the function below shows what came of it */
	const char *then;
	/* Shows what was refused, where more can be said than a sentence and
	 * what the reader has written is to be kept; NULL: a sentence. */
	tcn_web_failed_fn *failed;
};

/* In the order of their names. */
static const struct row rows[] = {
	{ "ack", POST, "/v1/events/{event}/ack", "", NULL, NULL },
	{ "add-feed", POST, "/v1/feeds", "url title folder", NULL, NULL },
	{ "cancel-job", DELETE, "/v1/jobs/{job}", "", NULL, NULL },
	{ "check-rules", POST, "/v1/rules/check", "yaml", "",
	    tcn_web_try_failed },
	{ "close", POST, "/v1/events/{event}/close", "", NULL, NULL },
	{ "disown", POST, "/v1/events/{event}/owner", "owner!", NULL, NULL },
	{ "drop", POST, "/v1/deliveries/{message}/drop", "", NULL, NULL },
	{ "drop-dead", POST,
	    "/v1/deliveries/drop?state=dead&receiver={receiver}", "", NULL,
	    NULL },
	{ "drop-feed", DELETE, "/v1/feeds/{feed}", "", NULL, NULL },
	{ "drop-search", DELETE, "/v1/searches/{search}", "", NULL, NULL },
	{ "end-silence", POST, "/v1/silences/{silence}/end", "", NULL, NULL },
	{ "explain", POST, "/v1/explanations", "event why_not", "/explain/{id}",
	    NULL },
	{ "fetch-feed", POST, "/v1/feeds/{feed}/fetch", "", NULL, NULL },
	{ "form-rules", POST, "/v1/rules/form", "yaml rule# fields{", "",
	    tcn_web_try_failed },
	{ "logout", DELETE, "/v1/sessions/current", "", NULL, NULL },
	{ "merge", POST, "/v1/events/{event}/merge", "into if_revision#", NULL,
	    tcn_web_merge_failed },
	{ "note", POST, "/v1/events/{event}/notes", "text", NULL, NULL },
	{ "own", POST, "/v1/events/{event}/owner", "owner@", NULL, NULL },
	{ "pause-feed", PATCH, "/v1/feeds/{feed}", "paused=true", NULL, NULL },
	{ "read-rules", POST, "/v1/rules/form", "yaml rule#", "",
	    tcn_web_try_failed },
	{ "reload", POST, "/v1/reload", "", NULL, NULL },
	{ "reopen", POST, "/v1/events/{event}/reopen", "", NULL, NULL },
	{ "resend", POST, "/v1/deliveries/{message}/resend", "", NULL, NULL },
	{ "resend-dead", POST,
	    "/v1/deliveries/resend?state=dead&receiver={receiver}", "", NULL,
	    NULL },
	{ "resume-feed", PATCH, "/v1/feeds/{feed}", "paused=false", NULL,
	    NULL },
	{ "revoke-session", DELETE, "/v1/sessions/{session}", "", NULL, NULL },
	{ "save-rules", PUT, "/v1/rules/file", "yaml if_match", NULL,
	    tcn_web_try_failed },
	{ "save-search", POST, "/v1/searches", "name query for", NULL, NULL },
	{ "silence", POST, "/v1/silences", "kind value for until reason", NULL,
	    NULL },
	{ "split", POST, "/v1/events/{event}/split",
	    "items[] publishers[] if_revision#", "/e/{event.event}",
	    tcn_web_split_failed },
	{ "take-opml", POST, "/v1/feeds/opml", "opml*", "",
	    tcn_web_opml_taken },
	{ "test", POST, "/v1/receivers/{receiver}/test", "", NULL, NULL },
	{ "trial", POST, "/v1/trials", "yaml days#", "/rules/try/{id}",
	    tcn_web_try_failed },
	{ "unack", POST, "/v1/events/{event}/unack", "", NULL, NULL },
	{ "unmerge", POST, "/v1/merges/{merge}/end", "", NULL, NULL },
};

/* An act under way. */
struct act {
	struct tcn_web *web;
	struct tcn_http_call *call;
	const struct row *row;
	const char *about; /* a button's value, or NULL */
	const char *name; /* whose the act is: the reader's */
	size_t i; /* which of several events it is done for */
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

/* The i-th field of that name, or NULL. */
static const char *
field_at(const struct tcn_http_call *call, const char *name, size_t i)
{
	const struct evkeyval *at;

	TAILQ_FOREACH (at, tcn_http_call_fields(call), next)
		if (strcmp(at->key, name) == 0 && i-- == 0)
			return at->value;
	return NULL;
}

/* What a field says of the event that is done: one that stands once says it of
 * each. */
static const char *
field_of(const struct act *act, const char *name)
{
	const char *own = field_at(act->call, name, act->i);

	return own || field_at(act->call, name, 1)
	    ? own
	    : tcn_http_call_field(act->call, name);
}

static struct tcn_str
get_field(const void *of, const char *name)
{
	const struct act *act = of;

	return tcn_str(act->about ? act->about : field_of(act, name));
}

/* "id", or "event.id": a member of a member. */
static struct tcn_str
get_member(const void *of, const char *name)
{
	const char *dot = strchr(name, '.');
	struct tcn_json_value inner;
	char outer[32];

	if (!dot)
		return tcn_json_in_str(of, name);
	snprintf(outer, sizeof outer, "%.*s", (int)(dot - name), name);
	inner = tcn_json_member(of, outer);
	return tcn_json_in_str(&inner, dot + 1);
}

/* Browsers end the lines of a text area in CR LF (WHATWG HTML, section
 * 4.10.22.4); files of ours end them in LF. */
static void
add_lines(struct tcn_buf *out, const char *name, struct tcn_str text)
{
	struct tcn_buf plain = { 0 };

	for (size_t i = 0; i < text.n; i++)
		if (text.at[i] != '\r' || i + 1 == text.n ||
		    text.at[i + 1] != '\n')
			tcn_buf_char(&plain, text.at[i]);
	tcn_json_str(out, name, tcn_buf_view(&plain));
	tcn_buf_fini(&plain);
}

static void
add_text(struct tcn_buf *out, const char *name, struct tcn_str text)
{
	if (text.n)
		add_lines(out, name, text);
	else
		tcn_json_null(out, name);
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

/* All fields whose name begins with name and a point, as an object. */
static void
add_named(const struct act *act, const char *name, struct tcn_buf *out)
{
	size_t n = strlen(name);
	const struct evkeyval *at;

	tcn_json_open(out, name, '{');
	TAILQ_FOREACH (at, tcn_http_call_fields(act->call), next)
		if (strncmp(at->key, name, n) == 0 && at->key[n] == '.')
			add_lines(out, at->key + n + 1, tcn_str(at->value));
	tcn_json_close(out, '}');
}

/* A member as its row says; name without its mark. */
static void
add_member(const struct act *act, const char *name, const char *mark,
    struct tcn_buf *out)
{
	const char *sent = field_of(act, name);

	if (*mark == '=')
		tcn_json_raw(out, name, tcn_str(mark + 1));
	else if (*mark == '[')
		add_all(act, name, out);
	else if (*mark == '{')
		add_named(act, name, out);
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
	size_t length = strlen(at);

	if (length && at[length - 1] == '*') {
		/* The body is what stands in the field whose name is the first
		 * n bytes. */
		char z[64];
		const char *value;

		snprintf(z, sizeof z, "%.*s", (int)(length - 1), at);
		value = tcn_http_call_field(act->call, z);
		tcn_buf_z(&act->body, value ? value : "");
		return;
	}
	tcn_json_open(&act->body, NULL, '{');
	while (*at) {
		size_t n = strcspn(at, " "), word = strcspn(at, " #[{@!=");
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
	    fill_path(act->row->then, get_member, &object, &path);
	if (ok)
		tcn_http_call_redirect(act->call, path.at);
	tcn_buf_fini(&path);
	tcn_arena_fini(&arena);
	return ok;
}

/* Says why it was refused, or what came of it. */
static void
say_failed(const struct act *act, int status, const struct tcn_buf *answer)
{
	struct tcn_web_page page = tcn_web_page(act->web, act->call);
	struct tcn_json_value object = { 0 };

	if (tcn_json_read(tcn_buf_view(answer), &page.arena, &object, NULL))
		object = (struct tcn_json_value){ 0 };
	if (act->row->failed) {
		act->row->failed(&page, status, &object);
	} else {
		/* A sentence, with a way back to the page that the form stood
		 * on. */
		struct tcn_str why = tcn_json_in_str(&object, "error");

		tcn_web_page_fail_to(&page, status,
		    why.n
			? why
			: tcn_str("the daemon gave no answer that can be read"),
		    tcn_http_own_path(tcn_http_call_field(page.call, "back")));
	}
}

static void begin(struct act *act);

static void
on_answer(void *of, int status, const struct tcn_buf *answer)
{
	struct act *act = of;
	bool is_logout = strcmp(act->row->act, "logout") == 0;

	if (status < 400 && !act->about &&
	    field_at(act->call, "event", act->i + 1)) {
		act->i++;
		begin(act);
		return;
	}
	if (status >= 400 || (act->row->then && !*act->row->then)) {
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

/* Does it, for one event. */
static void
begin(struct act *act)
{
	struct tcn_web_page page;

	tcn_buf_clear(&act->target);
	tcn_buf_clear(&act->body);
	if (!act->row || field_at(act->call, "event", TCN_WEB_ACT_EVENTS) ||
	    !fill_path(act->row->path, get_field, act, &act->target)) {
		page = tcn_web_page(act->web, act->call);
		tcn_web_page_fail(&page, 400,
		    tcn_str("the form does not say what to do, or with what"));
		act_free(act);
		return;
	}
	make_body(act);
	tcn_http_call_inner(act->call, act->web->api, act->web->api_ctx,
	    act->row->method, act->target.at, tcn_buf_view(&act->body),
	    on_answer, act);
}

/* The language of pages is a matter of the browser, and no route's: a cookie.
 * False: the form is about something else. */
static bool
take_language(struct tcn_http_call *call)
{
	const char *act = tcn_http_call_field(call, "act");
	const char *code = tcn_http_call_field(call, "language");
	enum tcn_words_language language;
	char cookie[128];

	if (!act || !code || strcmp(act, "choose-language") != 0 ||
	    !tcn_words_find(code, &language))
		return false;
	/* "auto": as the browser asks. */
	snprintf(cookie, sizeof cookie,
	    TCN_WEB_LANGUAGE_COOKIE "=%s; Path=/; SameSite=Lax; Max-Age=%d",
	    code, language == TCN_WORDS_AUTO ? 0 : 365 * 86400);
	tcn_http_call_set_header(call, "Set-Cookie", cookie);
	tcn_http_call_redirect(call,
	    tcn_http_own_path(tcn_http_call_field(call, "back")));
	return true;
}

void
tcn_web_post_act(void *ctx, struct tcn_http_call *call)
{
	const char *user = tcn_http_call_user(call);
	struct act *act;

	if (take_language(call))
		return;
	act = tcn_mem_calloc(1, sizeof *act);
	act->web = ctx;
	act->call = call;
	act->row = choose(call, &act->about);
	act->name = *user ? user : TCN_HTTP_LOCAL_NAME;
	begin(act);
}

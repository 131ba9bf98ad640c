#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/mem.h"
#include "tools/base/now.h"
#include "tools/serve/http/form.h"
#include "tools/serve/web/web_impl.h"
#include "tools/serve/web/web_rail.h"

/* Who reads, and what such a reader may do: "reader" of each view. */
static void
set_reader(struct tcn_web_page *page)
{
	static const char *const scopes[] = { "none", "read", "write",
		"admin" };
	struct tcn_json_value reader = { 0 }, may = { 0 };
	enum tcn_http_scope scope = tcn_http_call_scope(page->call);

	for (int i = TCN_HTTP_SCOPE_READ; i <= (int)scope; i++)
		tcn_json_put_str(&page->arena, &may, scopes[i],
		    tcn_str(scopes[i]));
	tcn_json_put_str(&page->arena, &reader, "user",
	    tcn_str(tcn_http_call_user(page->call)));
	tcn_json_put_str(&page->arena, &reader, "scope",
	    tcn_str(scopes[scope]));
	tcn_json_put_str(&page->arena, &reader, "csrf",
	    tcn_str(tcn_http_call_csrf(page->call)));
	tcn_json_put(&page->arena, &reader, "may", &may);
	tcn_web_page_set(page, "reader", &reader);
}

struct tcn_str
tcn_web_page_cookie(const struct tcn_web_page *page, const char *name)
{
	return tcn_form_cookie(tcn_http_call_header(page->call, "Cookie"),
	    name);
}

static enum tcn_words_language
language_of(const struct tcn_web_page *page)
{
	const char *accept =
	    tcn_http_call_header(page->call, "Accept-Language");
	enum tcn_words_language language =
	    tcn_words_language_of(tcn_web_page_cookie(page,
		TCN_WEB_LANGUAGE_COOKIE));

	if (language == TCN_WORDS_AUTO)
		language = tcn_words_accepted(tcn_str(accept));
	return language == TCN_WORDS_AUTO ? TCN_WORDS_EN : language;
}

struct tcn_web_page
tcn_web_page(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = { .web = ctx, .call = call };

	page.language = language_of(&page);
	page.words = page.web->words[page.language];
	tcn_arena_init(&page.arena, 0);
	tcn_web_page_set_str(&page, "speaks",
	    tcn_str(tcn_words_code(page.words)));
	set_reader(&page);
	return page;
}

static void
done(struct tcn_web_page *page)
{
	page->call = NULL;
	tcn_buf_fini(&page->out);
	tcn_arena_fini(&page->arena);
}

/* --- asking --- */

/* An answer that is waited for. On the heap, as one that comes too late comes
 * after the page is gone. */
struct asked {
	struct tcn_buf *answer; /* NULL: nobody waits any more */
	int status; /* 0: no answer yet */
};

static void
take_answer(void *of, int status, const struct tcn_buf *answer)
{
	struct asked *asked = of;

	asked->status = status;
	if (asked->answer)
		tcn_buf_str(asked->answer, tcn_buf_view(answer));
	else
		tcn_mem_free(asked);
}

/* Calls a route of the interface, which answers at once. */
static int
call_route(struct tcn_web_page *page, enum evhttp_cmd_type method,
    const char *target, struct tcn_str body, struct tcn_buf *answer)
{
	struct asked *asked = tcn_mem_calloc(1, sizeof *asked);
	int status;

	if (!target) {
		tcn_mem_free(asked);
		return 503;
	}
	asked->answer = answer;
	tcn_http_call_inner(page->call, page->web->api, page->web->api_ctx,
	    method, target, body, take_answer, asked);
	status = asked->status;
	if (!status) {
		asked->answer = NULL; /* take_answer() frees it */
		return 503;
	}
	tcn_mem_free(asked);
	return status;
}

int
tcn_web_page_fetch(struct tcn_web_page *page, const char *target,
    struct tcn_buf *answer)
{
	return call_route(page, EVHTTP_REQ_GET, target, (struct tcn_str){ 0 },
	    answer);
}

/* Reads an answer of that status: into *answer, or why there is none. */
static int
read_answer(struct tcn_web_page *page, int status, const struct tcn_buf *bytes,
    struct tcn_json_value *answer, struct tcn_str *why)
{
	struct tcn_json_value error;

	*answer = (struct tcn_json_value){ 0 };
	*why = (struct tcn_str){ 0 };
	if (tcn_json_read(tcn_buf_view(bytes), &page->arena, answer, NULL))
		status = status == 200 ? 503 : status;
	if (status != 200) {
		error = *answer;
		*answer = (struct tcn_json_value){ 0 };
		*why = tcn_json_in_str(&error, "error");
		if (!why->n)
			*why = tcn_str("it gave no answer that can be read");
	}
	return status;
}

int
tcn_web_page_try(struct tcn_web_page *page, const char *target,
    struct tcn_json_value *answer, struct tcn_str *why)
{
	return tcn_web_page_post(page, target, NULL, answer, why);
}

int
tcn_web_page_post(struct tcn_web_page *page, const char *target,
    const struct tcn_buf *body, struct tcn_json_value *answer,
    struct tcn_str *why)
{
	struct tcn_buf bytes = { 0 };
	int status = call_route(page, body ? EVHTTP_REQ_POST : EVHTTP_REQ_GET,
	    target, body ? tcn_buf_view(body) : (struct tcn_str){ 0 }, &bytes);

	status = read_answer(page, status, &bytes, answer, why);
	tcn_buf_fini(&bytes);
	return status;
}

bool
tcn_web_page_ask(struct tcn_web_page *page, const char *target,
    struct tcn_json_value *answer)
{
	struct tcn_str why;
	int status = tcn_web_page_try(page, target, answer, &why);

	if (status == 200)
		return true;
	tcn_web_page_fail(page, status, why);
	return false;
}

void
tcn_web_page_target(const struct tcn_web_page *page, const char *path,
    struct tcn_buf *target)
{
	unsigned i = 0;

	for (; *path; path++) {
		if (strncmp(path, "{}", 2) != 0) {
			tcn_buf_char(target, *path);
			continue;
		}
		tcn_target_segment(target,
		    tcn_str(tcn_http_call_arg(page->call, i++)));
		path++;
	}
}

struct tcn_str
tcn_web_page_query(const struct tcn_web_page *page, const char *name)
{
	const char *value = tcn_http_call_query(page->call, name);

	return tcn_str(value ? value : "");
}

void
tcn_web_page_pass_changed(const struct tcn_web_page *page, const char *list,
    const char *changed, struct tcn_str to, struct tcn_buf *target)
{
	char name[32];

	while (*list) {
		size_t n = strcspn(list, " ");
		struct tcn_str value;

		assert(n && n < sizeof name);
		snprintf(name, sizeof name, "%.*s", (int)n, list);
		value = strcmp(name, changed) == 0
		    ? to
		    : tcn_web_page_query(page, name);
		if (value.n)
			tcn_target_param(target, name, value);
		list += n + (list[n] == ' ');
	}
}

void
tcn_web_page_pass(const struct tcn_web_page *page, const char *list,
    struct tcn_buf *target)
{
	tcn_web_page_pass_changed(page, list, "", tcn_str(""), target);
}

/* --- sending --- */

void
tcn_web_page_put_cached(struct tcn_web_page *page,
    const struct tcn_web_kept *part)
{
	assert(page->kept_n < TCN_WEB_PAGE_KEPT_MAX);
	page->kept[page->kept_n].part = part;
	page->kept[page->kept_n++].at = page->out.n;
}

/* The page as parts: what was written for this reader, and what is kept. */
static size_t
cut(const struct tcn_web_page *page,
    struct tcn_http_part parts[static 2 * TCN_WEB_PAGE_KEPT_MAX + 1])
{
	size_t n = 0, at = 0;

	for (size_t i = 0; i < page->kept_n; i++) {
		const struct tcn_web_kept *kept = page->kept[i].part;

		parts[n++].bytes = (struct tcn_str){ page->out.at + at,
			page->kept[i].at - at };
		at = page->kept[i].at;
		parts[n].bytes = tcn_buf_view(&kept->html);
		parts[n++].packed = &kept->packed;
	}
	parts[n++].bytes =
	    (struct tcn_str){ page->out.at + at, page->out.n - at };
	return n;
}

/* Names the page by what it holds; true: the reader has it. */
static bool
is_known(const struct tcn_web_page *page, const struct tcn_http_part *parts,
    size_t n)
{
	uint64_t hash = 0;
	const char *has;
	char tag[24];

	for (size_t i = 0; i < n; i++)
		hash = XXH3_64bits_withSeed(parts[i].bytes.at, parts[i].bytes.n,
		    hash);
	/* Weak: it may be sent packed or not. */
	snprintf(tag, sizeof tag, "W/\"%016" PRIx64 "\"", hash);
	tcn_http_call_set_header(page->call, "ETag", tag);
	has = tcn_http_call_header(page->call, "If-None-Match");
	return has && strstr(has, tag + 2);
}

void
tcn_web_page_send(struct tcn_web_page *page)
{
	struct tcn_http_part parts[2 * TCN_WEB_PAGE_KEPT_MAX + 1] = { 0 };
	int status = page->status ? page->status : 200;
	size_t n;

	assert(page->call); /* not answered yet */
	tcn_buf_z(&page->out, "</main>\n</body>\n</html>\n");
	n = cut(page, parts);
	if (status == 200 && is_known(page, parts, n)) {
		status = 304;
		n = 0;
	}
	tcn_http_call_reply_parts(page->call, status,
	    "text/html; charset=utf-8", parts, n);
	done(page);
}

void
tcn_web_page_fail(struct tcn_web_page *page, int status,
    struct tcn_str sentence)
{
	tcn_web_page_fail_to(page, status, sentence, "/");
}

void
tcn_web_page_fail_to(struct tcn_web_page *page, int status,
    struct tcn_str sentence, const char *back)
{
	const struct tcn_web_frame frame = {
		.name = status == 404 ? TCN_WORDS("Not found")
		    : status == 403   ? TCN_WORDS("Not allowed")
				      : TCN_WORDS("Error"),
		.narrow = true,
	};

	tcn_buf_clear(&page->out);
	page->kept_n = 0;
	page->status = status;
	tcn_web_page_set_str(page, "sentence", sentence);
	tcn_web_page_set_str(page, "back", tcn_str(back + !back[1]));
	tcn_web_page_begin(page, &frame);
	tcn_web_page_write(page, "fail");
	tcn_web_page_send(page);
}

struct tcn_str
tcn_web_page_why(const struct tcn_web_page *page,
    const struct tcn_json_value *answer)
{
	struct tcn_str why = tcn_json_in_str(answer, "error");

	return why.n ? why : tcn_str(tcn_words_text(page->words, "Error"));
}

void
tcn_web_page_redirect(struct tcn_web_page *page, const char *path)
{
	assert(path[0] == '/' && path[1] != '/');
	tcn_buf_clear(&page->out);
	tcn_http_call_set_header(page->call, "Location", path);
	tcn_http_call_reply(page->call, 303, "text/html; charset=utf-8",
	    &page->out);
	done(page);
}

void
tcn_web_page_send_text(struct tcn_web_page *page)
{
	tcn_http_call_reply(page->call, 200, "text/plain; charset=utf-8",
	    &page->out);
	done(page);
}

/* --- the frame --- */

void
tcn_web_page_begin(struct tcn_web_page *page, const struct tcn_web_frame *frame)
{
	const struct tcn_web_asset *assets = page->web->assets;
	const struct tcn_web_asset *words =
	    &assets[TCN_WEB_ASSET_WORDS + page->language];
	struct tcn_json_value head = { 0 };

	tcn_json_put_str(&page->arena, &head, "title",
	    frame->name ? tcn_str(tcn_words_text(page->words, frame->name))
			: frame->title);
	tcn_json_put_str(&page->arena, &head, "stream", frame->stream);
	tcn_json_put_str(&page->arena, &head, "data", frame->data);
	tcn_json_put_number(&page->arena, &head, "every", frame->every_s);
	tcn_json_put_str(&page->arena, &head, "nav", tcn_str(frame->nav));
	tcn_json_put_str(&page->arena, &head, "kind",
	    tcn_str(frame->kind ? frame->kind : "other"));
	tcn_json_put_str(&page->arena, &head, "version", tcn_str(TCN_VERSION));
	tcn_json_put_str(&page->arena, &head, "style",
	    tcn_str(assets[TCN_WEB_ASSET_STYLE].name));
	tcn_json_put_str(&page->arena, &head, "icon",
	    tcn_str(assets[TCN_WEB_ASSET_ICON].name));
	tcn_json_put_str(&page->arena, &head, "script",
	    tcn_str(assets[TCN_WEB_ASSET_SCRIPT].name));
	tcn_json_put_str(&page->arena, &head, "words", tcn_str(words->name));
	if (frame->lists)
		tcn_json_put_str(&page->arena, &head, "lists",
		    tcn_str(assets[TCN_WEB_ASSET_LISTS].name));
	if (frame->board)
		tcn_json_put_str(&page->arena, &head, "board",
		    tcn_str(assets[TCN_WEB_ASSET_BOARD].name));
	tcn_json_put_str(&page->arena, &head, "look", tcn_str(frame->look));
	tcn_json_put_str(&page->arena, &head, "narrow",
	    tcn_str(frame->narrow ? "narrow" : ""));
	tcn_web_page_set(page, "page", &head);
	tcn_web_rail_set_standby(page);
	tcn_web_page_write(page, "head");
}

/* --- what templates read --- */

void
tcn_web_page_set(struct tcn_web_page *page, const char *name,
    const struct tcn_json_value *value)
{
	tcn_json_put(&page->arena, &page->view, name, value);
}

void
tcn_web_page_set_str(struct tcn_web_page *page, const char *name,
    struct tcn_str text)
{
	tcn_json_put_str(&page->arena, &page->view, name, text);
}

void
tcn_web_page_set_number(struct tcn_web_page *page, const char *name, double n)
{
	tcn_json_put_number(&page->arena, &page->view, name, n);
}

void
tcn_web_page_set_query(struct tcn_web_page *page, const char *names)
{
	struct tcn_json_value query = { 0 };

	while (*names) {
		size_t n = strcspn(names, " ");
		struct tcn_str name = { names, n };

		tcn_arena_str(&page->arena, name, &name);
		tcn_json_put_str(&page->arena, &query, name.at,
		    tcn_str(tcn_http_call_query(page->call, name.at)));
		names += n + (names[n] == ' ');
	}
	tcn_web_page_set(page, "query", &query);
}

void
tcn_web_page_set_next(struct tcn_web_page *page, const char *path,
    const char *pass, const struct tcn_json_value *answer)
{
	struct tcn_json_value next = tcn_json_member(answer, "next");
	struct tcn_buf target = { 0 };
	char number[32];

	if (next.kind == TCN_JSON_NUMBER && next.n > 0) {
		snprintf(number, sizeof number, "%.0f", next.n);
		next.s = tcn_str(number);
	}
	if (!next.s.n)
		return;
	tcn_web_page_target(page, path, &target);
	tcn_web_page_pass(page, pass, &target);
	tcn_target_param(&target, "after", next.s);
	tcn_web_page_set_str(page, "next", tcn_buf_view(&target));
	tcn_buf_fini(&target);
}

void
tcn_web_page_set_now(struct tcn_web_page *page)
{
	tcn_web_page_set_number(page, "now_at",
	    (double)tcn_now_wall_ms() / 1000);
}

void
tcn_web_page_write_to(const struct tcn_web_page *page, const char *name,
    struct tcn_buf *out)
{
	const struct tcn_web_template_with with = { &page->view, page->words };

	tcn_mustache_write(&page->web->templates, name, &page->view, &with,
	    out);
}

void
tcn_web_page_write(struct tcn_web_page *page, const char *name)
{
	tcn_web_page_write_to(page, name, &page->out);
}

static bool
ask_one(struct tcn_web_page *page, const char *member, const char *path,
    const char *pass)
{
	bool may_fail = *member == '?';
	struct tcn_json_value answer;
	struct tcn_buf target = { 0 };
	struct tcn_str why;
	int status;

	tcn_web_page_target(page, path, &target);
	tcn_web_page_pass(page, pass ? pass : "", &target);
	status = tcn_web_page_try(page, target.at, &answer, &why);
	tcn_buf_fini(&target);
	if (status != 200 && !may_fail) {
		tcn_web_page_fail(page, status, why);
		return false;
	}
	if (status != 200)
		tcn_json_put_str(&page->arena, &answer, "failed", why);
	tcn_web_page_set(page, member + may_fail, &answer);
	return true;
}

bool
tcn_web_view_ask(struct tcn_web_page *page, const struct tcn_web_view *view)
{
	for (size_t i = 0; i < sizeof view->asks / sizeof *view->asks; i++)
		if (view->asks[i].member &&
		    !ask_one(page, view->asks[i].member, view->asks[i].target,
			view->asks[i].pass))
			return false;
	if (view->query)
		tcn_web_page_set_query(page, view->query);
	return true;
}

void
tcn_web_view_send(struct tcn_web_page *page, const struct tcn_web_view *view)
{
	tcn_web_page_begin(page, &view->frame);
	tcn_web_page_write(page, view->name);
	tcn_web_page_send(page);
}

void
tcn_web_view(void *ctx, struct tcn_http_call *call,
    const struct tcn_web_view *view)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);

	if (tcn_web_view_ask(&page, view))
		tcn_web_view_send(&page, view);
}

bool
tcn_web_page_has_scope(const struct tcn_web_page *page,
    enum tcn_http_scope scope)
{
	return tcn_http_call_scope(page->call) >= scope;
}

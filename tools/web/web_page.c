#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/mem.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/web/web_impl.h"
#include "tools/web/web_rail.h"

struct tcn_web_page
tcn_web_page(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = { .web = ctx, .call = call };

	tcn_arena_init(&page.arena, 0);
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

	if (!asked || !target) {
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
	return answer->failed ? 503 : status;
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
	int status = body && body->failed
	    ? 503
	    : call_route(page, body ? EVHTTP_REQ_POST : EVHTTP_REQ_GET, target,
		  body ? tcn_buf_view(body) : (struct tcn_str){ 0 }, &bytes);

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
    unsigned i, struct tcn_buf *target)
{
	for (; *path; path++) {
		if (strncmp(path, "{}", 2) != 0) {
			tcn_buf_char(target, *path);
			continue;
		}
		tcn_target_segment(target,
		    tcn_str(tcn_http_call_arg(page->call, i)));
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
tcn_web_page_pass(const struct tcn_web_page *page, const char *list,
    struct tcn_buf *target)
{
	char name[32];

	while (*list) {
		size_t n = strcspn(list, " ");
		struct tcn_str value;

		assert(n && n < sizeof name);
		snprintf(name, sizeof name, "%.*s", (int)n, list);
		value = tcn_web_page_query(page, name);
		if (value.n)
			tcn_target_param(target, name, value);
		list += n + (list[n] == ' ');
	}
}

/* --- sending --- */

void
tcn_web_page_put_kept(struct tcn_web_page *page,
    const struct tcn_web_kept *part)
{
	assert(page->kept_n < TCN_WEB_PAGE_KEPT_MAX);
	page->kept[page->kept_n].part = part;
	page->kept[page->kept_n++].at = page->out.n;
	page->out.failed |= part->html.failed;
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
	if (page->out.failed) {
		tcn_http_call_reply(page->call, status,
		    "text/html; charset=utf-8", &page->out);
		done(page);
		return;
	}
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
		.title = tcn_str(status == 404 ? "Not found"
			: status == 403        ? "Not allowed"
					       : "It did not work"),
		.narrow = true,
	};

	tcn_buf_clear(&page->out);
	page->kept_n = 0;
	page->status = status;
	tcn_web_page_begin(page, &frame);
	tcn_buf_z(&page->out, "<h1>");
	tcn_web_html_text(&page->out, frame.title);
	tcn_buf_z(&page->out, "</h1>\n<p>");
	tcn_web_html_text(&page->out, sentence);
	tcn_buf_z(&page->out, ".</p>\n<p class=\"note\">");
	if (back[1]) {
		tcn_buf_z(&page->out, "<a href=\"");
		tcn_web_html_text(&page->out, tcn_str(back));
		tcn_buf_z(&page->out, "\">Back to where you were</a>, or ");
	}
	tcn_buf_z(&page->out, "<a href=\"/\">what is breaking now</a></p>\n");
	tcn_web_page_send(page);
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

/* --- the frame --- */

static const struct {
	enum tcn_web_nav nav;
	const char *path, *name;
} entries[] = {
	{ TCN_WEB_NAV_NOW, "/", "Now" },
	{ TCN_WEB_NAV_STREAM, "/stream", "Stream" },
	{ TCN_WEB_NAV_SEARCH, "/search", "Search" },
	{ TCN_WEB_NAV_REPORTS, "/reports", "Reports" },
	{ TCN_WEB_NAV_FEEDS, "/feeds", "Feeds" },
	{ TCN_WEB_NAV_RULES, "/rules", "Rules" },
	{ TCN_WEB_NAV_RECEIVERS, "/receivers", "Receivers" },
	{ TCN_WEB_NAV_HEALTH, "/health", "Health" },
};
enum {
	ENTRIES = sizeof entries / sizeof *entries,
	ENTRIES_NARROW = 3, /* shown on a phone; the rest are folded */
};

static void
put_entries(struct tcn_buf *out, enum tcn_web_nav nav, size_t from,
    const char *class)
{
	tcn_buf_printf(out, "<ul%s>", class);
	for (size_t i = from; i < ENTRIES; i++) {
		tcn_buf_printf(out, "<li%s><a href=\"%s\"%s>%s",
		    i >= ENTRIES_NARROW ? " class=\"wide\"" : "",
		    entries[i].path,
		    entries[i].nav == nav ? " aria-current=\"page\"" : "",
		    entries[i].name);
		if (entries[i].nav == TCN_WEB_NAV_NOW)
			tcn_buf_z(out, " <b data-count=\"open\"></b>");
		tcn_buf_z(out, "</a></li>");
	}
	tcn_buf_z(out, "</ul>\n");
}

/* The bar above every page. */
static void
put_bar(struct tcn_web_page *page, enum tcn_web_nav nav)
{
	struct tcn_str user = tcn_str(tcn_http_call_user(page->call));
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out,
	    "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n"
	    "<header class=\"bar\">\n<a class=\"brand\" href=\"/\">tocsin</a>\n"
	    "<nav aria-label=\"Pages\">");
	put_entries(out, nav, 0, "");
	tcn_buf_z(out, "<details class=\"more\"><summary>More</summary>");
	put_entries(out, nav, ENTRIES_NARROW, "");
	tcn_buf_z(out,
	    "</details></nav>\n<p class=\"live\" id=\"live\" "
	    "data-state=\"off\">"
	    "<noscript>not live: scripts are off</noscript></p>\n"
	    "<p class=\"who\">");
	if (user.n) {
		tcn_buf_z(out, "<a href=\"/sessions\">");
		tcn_web_html_foreign(out, (struct tcn_str){ 0 }, user);
		tcn_buf_z(out, "</a> ");
	}
	tcn_buf_z(out,
	    "<a class=\"help\" href=\"/keys\" title=\"Keys and settings\" "
	    "aria-label=\"Keys and settings\">?</a></p>\n</header>\n"
	    "<p class=\"unseen\" role=\"status\" id=\"said\"></p>\n");
}

static const char *
scope_name(enum tcn_http_scope scope)
{
	static const char *const names[] = { "none", "read", "write", "admin" };

	return names[scope];
}

/*
 * What the script is told. A block of data runs nothing, so the policy allows
 * it; "<" is written in JSON's own way, so that no "</script>" can be in it.
 */
static void
put_data(struct tcn_web_page *page, const struct tcn_web_frame *frame)
{
	struct tcn_buf json = { 0 };

	tcn_json_open(&json, NULL, '{');
	tcn_json_str(&json, "page",
	    tcn_str(frame->kind ? frame->kind : "other"));
	/* Each page says whether it is live; who may read nothing hears
	 * nothing. */
	tcn_json_str(&json, "stream",
	    frame->stream.n                                   ? frame->stream
		: tcn_web_page_may(page, TCN_HTTP_SCOPE_READ) ? tcn_str("now")
							      : tcn_str(""));
	tcn_json_str(&json, "user", tcn_str(tcn_http_call_user(page->call)));
	tcn_json_str(&json, "scope",
	    tcn_str(scope_name(tcn_http_call_scope(page->call))));
	tcn_json_str(&json, "csrf", tcn_str(tcn_http_call_csrf(page->call)));
	tcn_json_str(&json, "version", tcn_str(TCN_VERSION));
	if (frame->data.n)
		tcn_json_raw(&json, "data", frame->data);
	tcn_json_close(&json, '}');
	tcn_buf_z(&page->out, "<script type=\"application/json\" id=\"data\">");
	for (size_t i = 0; i < json.n; i++)
		if (json.at[i] == '<')
			tcn_buf_z(&page->out, "\\u003c");
		else
			tcn_buf_char(&page->out, json.at[i]);
	tcn_buf_z(&page->out, "</script>\n");
	page->out.failed |= json.failed;
	tcn_buf_fini(&json);
}

void
tcn_web_page_begin(struct tcn_web_page *page, const struct tcn_web_frame *frame)
{
	const struct tcn_web_asset *assets = page->web->assets;
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out,
	    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	    "<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
	    "content=\"width=device-width, initial-scale=1\">\n"
	    "<meta name=\"color-scheme\" content=\"light dark\">\n"
	    "<meta name=\"description\" content=\"Breaking events, as they "
	    "come\">\n<title>");
	tcn_web_html_text(out, frame->title);
	tcn_buf_printf(out,
	    " \xc2\xb7 tocsin</title>\n"
	    "<link rel=\"stylesheet\" href=\"/a/%s\">\n"
	    "<link rel=\"icon\" href=\"/a/%s\" type=\"image/svg+xml\">\n",
	    assets[TCN_WEB_ASSET_STYLE].name, assets[TCN_WEB_ASSET_ICON].name);
	if (frame->every_s)
		tcn_buf_printf(out,
		    "<noscript><meta http-equiv=\"refresh\" "
		    "content=\"%u\"></noscript>\n",
		    frame->every_s);
	put_data(page, frame);
	tcn_buf_printf(out, "<script src=\"/a/%s\" defer></script>\n",
	    assets[TCN_WEB_ASSET_SCRIPT].name);
	if (frame->lists)
		tcn_buf_printf(out, "<script src=\"/a/%s\" defer></script>\n",
		    assets[TCN_WEB_ASSET_LISTS].name);
	tcn_buf_z(out, "</head>\n<body>\n");
	put_bar(page, frame->nav);
	tcn_web_rail_standby(page);
	tcn_buf_printf(out, "<main id=\"main\" tabindex=\"-1\"%s>\n",
	    frame->narrow ? " class=\"narrow\"" : "");
}

/* --- forms --- */

bool
tcn_web_page_may(const struct tcn_web_page *page, enum tcn_http_scope scope)
{
	return tcn_http_call_scope(page->call) >= scope;
}

void
tcn_web_page_form(struct tcn_web_page *page, const char *id,
    struct tcn_str back)
{
	struct tcn_buf *out = &page->out;

	tcn_buf_z(out, "<form method=\"post\" action=\"/act\"");
	if (id)
		tcn_web_html_attr(out, "id", tcn_str(id));
	tcn_buf_char(out, '>');
	tcn_web_html_hidden(out, "csrf",
	    tcn_str(tcn_http_call_csrf(page->call)));
	tcn_web_html_hidden(out, "back", back);
}

void
tcn_web_page_button(struct tcn_web_page *page, const char *act,
    const char *field, struct tcn_str value, const char *back, const char *text)
{
	tcn_web_page_form(page, NULL, tcn_str(back));
	tcn_web_html_hidden(&page->out, "act", tcn_str(act));
	tcn_web_html_hidden(&page->out, field, value);
	tcn_buf_printf(&page->out, "<button>%s</button></form>\n", text);
}

void
tcn_web_page_form_to(struct tcn_web_page *page, struct tcn_str path)
{
	tcn_buf_z(&page->out, "<form method=\"post\"");
	tcn_web_html_attr(&page->out, "action", path);
	tcn_buf_char(&page->out, '>');
	tcn_web_html_hidden(&page->out, "csrf",
	    tcn_str(tcn_http_call_csrf(page->call)));
}

void
tcn_web_page_failed(struct tcn_web_page *page, const char *what,
    struct tcn_str why)
{
	tcn_buf_printf(&page->out, "<p class=\"failed\">%s: ", what);
	tcn_web_html_text(&page->out, why);
	tcn_buf_z(&page->out, ". <a href=\"\">Try again</a></p>\n");
}

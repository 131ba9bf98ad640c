/*
 * tools/serve/web/web_impl.h - what the functions of pages (web_*.c) have in
 * common: a page, from the call to the reply.
 *
 *	struct tcn_web_page page = tcn_web_page(ctx, call);
 *	struct tcn_json_value now;
 *
 *	if (!tcn_web_page_ask(&page, "/v1/now", &now))
 *		return;
 *	tcn_web_page_set(&page, "now", &now);
 *	tcn_web_view_send(&page, &(struct tcn_web_view){ ... });
 *
 * Each page ends with exactly one call of send, fail or redirect, or with a
 * function below that says that it has answered already. That frees it.
 */
#ifndef TCN_TOOLS_SERVE_WEB_WEB_IMPL_H
#define TCN_TOOLS_SERVE_WEB_WEB_IMPL_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/json_value.h"
#include "tools/base/json_in.h"
#include "tools/base/mustache.h"
#include "tools/base/target.h"
#include "tools/base/zone_table.h"
#include "tools/serve/web/web.h"
#include "tools/serve/web/web_asset.h"
#include "tools/serve/web/web_kept.h"
#include "tools/serve/web/web_template.h"

struct tcn_web {
	const struct tcn_http_route *api;
	void *api_ctx;
	struct tcn_web_asset assets[TCN_WEB_ASSETS];
	struct tcn_mustache templates;
	struct tcn_words *words[TCN_WORDS_LANGUAGES];
	struct tcn_web_kept_lists kept;
	struct tcn_zone_table zones; /* n 0: none is there */
};

#define TCN_WEB_PAGE_KEPT_MAX 3

struct tcn_web_page {
	struct tcn_web *web;
	struct tcn_http_call *call;
	/* Of its reader: what they have chosen (POST /act), or else what the
	 * browser asks for. */
	enum tcn_words_language language;
	const struct tcn_words *words;
	struct tcn_arena arena; /* of the answers that were read */
	struct tcn_json_value view; /* what templates read: an object */
	struct tcn_buf out;
	int status; /* 0: 200 */
	/* What stands in the page that is kept elsewhere, and where in out. */
	struct {
		const struct tcn_web_kept *part;
		size_t at;
	} kept[TCN_WEB_PAGE_KEPT_MAX];
	size_t kept_n;
};

/* Begins the page that answers the call; ctx is the struct tcn_web. */
struct tcn_web_page tcn_web_page(void *ctx, struct tcn_http_call *call);

/* What the browser keeps for a page; empty: nothing. */
#define TCN_WEB_LANGUAGE_COOKIE "tocsin-language"
struct tcn_str tcn_web_page_cookie(const struct tcn_web_page *page,
    const char *name);

/* --- Asking the interface. --- */

/*
 * Asks a route by GET. True: *answer holds what it says, which lives as long
 * as the page. False: the page says why not, and was sent.
 */
TCN_MUST_USE bool tcn_web_page_ask(struct tcn_web_page *page,
    const char *target, struct tcn_json_value *answer);

/*
 * The same for a part of a page that may fail alone: the status, 200 when all
 * is well; else *answer is empty, and *why says what failed.
 */
int tcn_web_page_try(struct tcn_web_page *page, const char *target,
    struct tcn_json_value *answer, struct tcn_str *why);

/* The same of a route by POST that changes nothing, such as a preview; body
 * NULL: by GET. */
TCN_MUST_USE int tcn_web_page_post(struct tcn_web_page *page,
    const char *target, const struct tcn_buf *body,
    struct tcn_json_value *answer, struct tcn_str *why);

/*
 * The bytes of an answer that is no JSON object, in *answer, which the caller
 * frees. Returns the status.
 */
TCN_MUST_USE int tcn_web_page_fetch(struct tcn_web_page *page,
    const char *target, struct tcn_buf *answer);

/* Begins a target: path, in which each {} is replaced by the page's next
 * argument. Parameters are added by tcn_target_param(). */
void tcn_web_page_target(const struct tcn_web_page *page, const char *path,
    struct tcn_buf *target);

/* Adds those of the page's own parameters that the list names, between blanks,
 * and that are not empty. */
void tcn_web_page_pass(const struct tcn_web_page *page, const char *list,
    struct tcn_buf *target);

/* The same with another value of that parameter in its place. */
void tcn_web_page_pass_changed(const struct tcn_web_page *page,
    const char *list, const char *changed, struct tcn_str to,
    struct tcn_buf *target);

/* A parameter of the page's address; "" when it is absent. */
struct tcn_str tcn_web_page_query(const struct tcn_web_page *page,
    const char *name);

/* --- The frame. --- */

struct tcn_web_frame {
	const char *name; /* title of the document, a message; or NULL */
	struct tcn_str title; /* the same of what has its own, as it stands */
	const char *nav; /* which entry of templates/nav.html it is; or NULL */
	const char *kind; /* what the script is told: "now"; NULL: nothing */
	/* What it listens to, of GET /v1/stream?page=; empty: "now", of which
	 * it shows the counts, and that the daemon is there. */
	struct tcn_str stream;
	/* Members of an object for the script, JSON; empty: none. */
	struct tcn_str data;
	bool lists; /* loads the script of lists, too */
	bool board; /* the same of Now */
	const char *look; /* classes of the document; or NULL */
	bool narrow; /* one column, of the width of a report */
	/* Where scripts are off, the page loads itself anew after so many
	 * seconds; 0: it does not. */
	unsigned every_s;
};

/* --- What templates read. --- */

/* Adds a member to the view; name is a literal. */
void tcn_web_page_set(struct tcn_web_page *page, const char *name,
    const struct tcn_json_value *value);
void tcn_web_page_set_str(struct tcn_web_page *page, const char *name,
    struct tcn_str text);
void tcn_web_page_set_number(struct tcn_web_page *page, const char *name,
    double n);

/* Sets "query" in the view: an object of those parameters of the page's address
 * that are in names, a list separated by blanks, and not empty. */
void tcn_web_page_set_query(struct tcn_web_page *page, const char *names);

/* Sets "next": path as of tcn_web_page_target(), with the parameters that pass
 * names, and "after", the answer's member "next"; nothing when that is none. */
void tcn_web_page_set_next(struct tcn_web_page *page, const char *path,
    const char *pass, const struct tcn_json_value *answer);

/* Sets "now_at", which ages are counted from, to the present. */
void tcn_web_page_set_now(struct tcn_web_page *page);

/* Appends a template, of the view: to the page, or to something else. */
void tcn_web_page_write(struct tcn_web_page *page, const char *name);
void tcn_web_page_write_to(const struct tcn_web_page *page, const char *name,
    struct tcn_buf *out);

/* A page that is a template over what the interface answers. */
struct tcn_web_view {
	const char *name; /* of the template */
	struct tcn_web_frame frame;
	const char *query; /* as above, or NULL */
	/*
	 * Routes that are asked for, each {} an argument of the page's, with
	 * those parameters of the page's (or NULL), and the member of the view
	 * that each becomes. "?name": where it fails the page goes on, and the
	 * member is {"failed": why}.
	 */
	struct {
		const char *member, *target, *pass;
	} asks[6];
};

/* Asks all routes of the view. False: the page says why not, and was sent. */
TCN_MUST_USE bool tcn_web_view_ask(struct tcn_web_page *page,
    const struct tcn_web_view *view);

/* The page from beginning to end. */
void tcn_web_view_send(struct tcn_web_page *page,
    const struct tcn_web_view *view);

/* Both. */
void tcn_web_view(void *ctx, struct tcn_http_call *call,
    const struct tcn_web_view *view);

/* From <!DOCTYPE html> to <main>. */
void tcn_web_page_begin(struct tcn_web_page *page,
    const struct tcn_web_frame *frame);

/* Puts cached HTML (web_kept.h) here, without copying it: it must stay as it is
 * until the page is sent. At most TCN_WEB_PAGE_KEPT_MAX of them. */
void tcn_web_page_put_cached(struct tcn_web_page *page,
    const struct tcn_web_kept *part);

/* Closes <main> and sends the page; a browser that has the very same page gets
 * 304. */
void tcn_web_page_send(struct tcn_web_page *page);

/* Sends a page that says what went wrong. What was begun is dropped. */
void tcn_web_page_fail(struct tcn_web_page *page, int status,
    struct tcn_str sentence);

/* The same with a way back to a path of ours, from where the reader came. */
void tcn_web_page_fail_to(struct tcn_web_page *page, int status,
    struct tcn_str sentence, const char *back);

/* Why something was refused, as the answer has it; where it says nothing, only
 * that there was an error. */
struct tcn_str tcn_web_page_why(const struct tcn_web_page *page,
    const struct tcn_json_value *answer);

/* Sends the reader on (303); path begins with one slash. */
void tcn_web_page_redirect(struct tcn_web_page *page, const char *path);

/* Sends what was written as plain text, in place of a page. */
void tcn_web_page_send_text(struct tcn_web_page *page);

/* Whether the reader has this scope. */
bool tcn_web_page_has_scope(const struct tcn_web_page *page,
    enum tcn_http_scope scope);

/* --- Acts that were refused (web_act.c). --- */

#define TCN_WEB_ACT_EVENTS 20 /* that one form may be about */

/*
 * Sends a page that says why, with what the reader had written or chosen: the
 * form's fields are those of page->call; answer is what the interface said with
 * that status, and may be empty.
 */
typedef void tcn_web_failed_fn(struct tcn_web_page *page, int status,
    const struct tcn_json_value *answer);

tcn_web_failed_fn tcn_web_merge_failed, tcn_web_split_failed,
    tcn_web_try_failed, tcn_web_opml_taken;

/* The pages' functions, for the table in web.c. */
tcn_http_fn tcn_web_get_login, tcn_web_post_login, tcn_web_get_sessions,
    tcn_web_post_act;
tcn_http_fn tcn_web_get_editions, tcn_web_get_edition;
tcn_http_fn tcn_web_get_asset, tcn_web_get_now, tcn_web_get_keys,
    tcn_web_get_said, tcn_web_get_event, tcn_web_get_dossier,
    tcn_web_get_history, tcn_web_get_reports, tcn_web_get_items,
    tcn_web_get_revision, tcn_web_get_compare, tcn_web_get_merge,
    tcn_web_get_split, tcn_web_post_split, tcn_web_get_explanation;
tcn_http_fn tcn_web_get_rules, tcn_web_get_rule, tcn_web_get_try,
    tcn_web_get_trial, tcn_web_get_receivers, tcn_web_get_silences,
    tcn_web_get_silence, tcn_web_get_health;
tcn_http_fn tcn_web_get_search, tcn_web_get_feeds, tcn_web_get_feed,
    tcn_web_get_feed_add, tcn_web_get_stream;

#endif

/*
 * The page Now: open events in their order, grouped, and beside them the
 * newest, what comes in, and what does not.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "engine/item/record.h"
#include "tools/base/json_out.h"
#include "tools/serve/web/web_impl.h"
#include "tools/serve/web/web_rail.h"

enum {
	ROWS_WHOLE = 100, /* the rest have one line each */
	MEMBERS = 3, /* of those that belong to a row; the rest are folded */
	NEWEST = 10, /* in the rail */
	EVERY_MIN = 10, /* seconds between two loads of the page */
	EVERY_MAX = 3600,
};

struct now {
	struct tcn_json_value answer;
	const struct tcn_web_kept_list *list;
};

/* --- addresses --- */

static void
put_path(struct tcn_web_page *page, struct tcn_json_value *paths,
    const char *name, const struct tcn_buf *path)
{
	tcn_json_put_str(&page->arena, paths, name, tcn_buf_view(path));
}

/* The address of this page with one parameter changed. */
static void
put_changed(struct tcn_web_page *page, struct tcn_json_value *paths,
    const char *name, const char *parameter, const char *value)
{
	static const char *const names[] = { "severity", "lang", "owner",
		"state", "every" };
	struct tcn_buf path = { 0 };

	tcn_buf_char(&path, '/');
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct tcn_str now = tcn_web_page_query(page, names[i]);

		if (strcmp(names[i], parameter) == 0)
			now = tcn_str(value);
		if (now.n)
			tcn_target_param(&path, names[i], now);
	}
	put_path(page, paths, name, &path);
	tcn_buf_fini(&path);
}

static void
set_paths(struct tcn_web_page *page, unsigned every)
{
	struct tcn_json_value paths = { 0 };
	struct tcn_buf back = { 0 };

	put_changed(page, &paths, "unacked", "state", "unacked");
	put_changed(page, &paths, "mine", "owner", "me");
	put_changed(page, &paths, "silenced", "state", "silenced");
	put_changed(page, &paths, "every", "every", every ? "" : "60");
	tcn_buf_char(&back, '/');
	tcn_web_page_pass(page, "severity lang owner state after every", &back);
	put_path(page, &paths, "back", &back);
	tcn_buf_fini(&back);
	tcn_web_page_set(page, "paths", &paths);
}

/* --- what the script is told --- */

/* What is new of an event since the reader looked at it; nothing when nothing
 * is. */
static void
put_seen(const struct tcn_json_value *seen, struct tcn_buf *json)
{
	static const char *const counts[] = { "revision", "items", "origins",
		"publishers" };
	struct tcn_json_value langs = tcn_json_member(seen, "languages");
	struct tcn_json_value at = tcn_json_first(&langs);

	if (!tcn_json_in_uint(seen, "items") || !seen->node->string)
		return;
	tcn_json_open(json, NULL, '{');
	tcn_json_str(json, "event", tcn_str(seen->node->string));
	tcn_json_time(json, "at", tcn_json_in_ms(seen, "at"));
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		tcn_json_uint(json, counts[i],
		    tcn_json_in_uint(seen, counts[i]));
	tcn_json_open(json, "languages", '[');
	for (; at.node; at = tcn_json_next(&at))
		tcn_json_str(json, NULL, at.s);
	tcn_json_close(json, ']');
	tcn_json_close(json, '}');
}

/* What differs between readers, and where the stream goes on. */
static void
put_data(const struct now *now, struct tcn_buf *json)
{
	struct tcn_json_value seen = tcn_json_member(&now->answer, "seen");
	struct tcn_json_value at = tcn_json_first(&seen);

	tcn_json_open(json, NULL, '{');
	tcn_json_uint(json, "seq", tcn_json_in_uint(&now->answer, "seq"));
	tcn_json_time(json, "stream_at",
	    tcn_json_in_ms(&now->answer, "stream_at"));
	tcn_json_uint(json, "open", tcn_json_in_uint(&now->answer, "open"));
	tcn_json_uint(json, "unacknowledged",
	    tcn_json_in_uint(&now->answer, "unacknowledged"));
	tcn_json_uint(json, "silenced",
	    tcn_json_in_uint(&now->answer, "silenced"));
	tcn_json_str(json, "you", tcn_json_in_str(&now->answer, "you"));
	tcn_json_open(json, "seen", '[');
	for (; at.node; at = tcn_json_next(&at))
		put_seen(&at, json);
	tcn_json_close(json, ']');
	tcn_json_close(json, '}');
}

/* How often the page loads itself anew without scripts, if it is to: by the
 * reader's choice only. */
static unsigned
every_s(const struct tcn_web_page *page)
{
	struct tcn_str every = tcn_web_page_query(page, "every");
	long n = every.n ? strtol(every.at, NULL, 10) : 0;

	return n < EVERY_MIN ? 0 : n > EVERY_MAX ? EVERY_MAX : (unsigned)n;
}

/* --- the list --- */

/* The rows that belong to a head stand behind it and name it. */
static bool
belongs(const struct tcn_json_value *row, const struct tcn_json_value *head)
{
	struct tcn_str group = tcn_json_in_str(row, "group");

	return group.n && tcn_str_equal(group, tcn_json_in_str(head, "event"));
}

/* Adds what a template cannot tell of a row: which parts of its rank are told,
 * and those that belong to it. Returns the row behind them. */
static struct tcn_json_value
complete_row(struct tcn_arena *arena, struct tcn_json_value *row)
{
	struct tcn_json_value part = tcn_json_member(row, "parts");
	struct tcn_json_value told = { 0 }, members = { 0 }, more = { 0 };
	struct tcn_json_value at = tcn_json_next(row);

	for (part = tcn_json_first(&part); part.node;
	     part = tcn_json_next(&part)) {
		double points = tcn_json_in_number(&part, "points");

		if (points >= 0.5 || points <= -0.5)
			tcn_json_push(arena, &told, &part);
	}
	for (size_t n = 0; at.node && belongs(&at, row);
	     at = tcn_json_next(&at), n++)
		tcn_json_push(arena, n < MEMBERS ? &members : &more, &at);
	tcn_json_put(arena, row, "told", &told);
	tcn_json_put(arena, row, "members", &members);
	tcn_json_put(arena, row, "more", &more);
	return at;
}

/* Sets "whole" and "rest": rows, and those that have one line each. */
static void
set_rows(struct tcn_web_page *page, const struct tcn_json_value *rows)
{
	struct tcn_json_value at = tcn_json_first(rows), whole = { 0 };
	struct tcn_json_value rest = { 0 };

	for (size_t n = 0; at.node && n < ROWS_WHOLE; n++) {
		struct tcn_json_value row = at;

		at = complete_row(&page->arena, &row);
		tcn_json_push(&page->arena, &whole, &row);
	}
	for (; at.node; at = tcn_json_next(&at))
		tcn_json_push(&page->arena, &rest, &at);
	tcn_web_page_set(page, "whole", &whole);
	tcn_web_page_set(page, "rest", &rest);
}

/* Sets "newest": of those shown, by when they fired. */
static void
set_newest(struct tcn_web_page *page, const struct tcn_json_value *rows)
{
	struct tcn_json_value best[NEWEST], newest = { 0 };
	struct tcn_json_value at = tcn_json_first(rows);
	size_t n = 0;

	for (; at.node; at = tcn_json_next(&at)) {
		int64_t ms = tcn_json_in_ms(&at, "fired_at");
		size_t i = n < NEWEST ? n : NEWEST;

		while (i > 0 && tcn_json_in_ms(&best[i - 1], "fired_at") < ms)
			i--;
		if (i == NEWEST)
			continue;
		n += n < NEWEST;
		memmove(best + i + 1, best + i, (n - i - 1) * sizeof *best);
		best[i] = at;
	}
	for (size_t i = 0; i < n; i++)
		tcn_json_push(&page->arena, &newest, &best[i]);
	tcn_web_page_set(page, "newest", &newest);
}

/* What is over, of the last day. The script fills it, too. */
static void
set_closed(struct tcn_web_page *page, const struct tcn_json_value *rows)
{
	struct tcn_json_value at = tcn_json_first(rows);

	for (; at.node; at = tcn_json_next(&at))
		tcn_json_put_bool(&page->arena, &at, "over", true);
	tcn_web_page_set(page, "closed", rows);
}

static void
write_part(struct tcn_web_page *page, struct tcn_web_kept *part,
    const char *name)
{
	tcn_buf_clear(&part->html);
	tcn_mustache_write(&page->web->templates, name, &page->view,
	    &page->view, &part->html);
}

static void
write_list(struct tcn_web_page *page, struct tcn_web_kept_list *list,
    const struct tcn_json_value *answer, struct tcn_str name)
{
	struct tcn_json_value rows = tcn_json_member(answer, "rows");
	struct tcn_json_value closed = tcn_json_member(answer, "closed");

	/* Ages count from the minute that has begun, as of ranks, so that all
	 * readers of a minute see the same. */
	tcn_web_page_set_number(page, "now_at",
	    floor(tcn_json_in_number(answer, "stream_at") / 60) * 60);
	list->empty = !tcn_json_first(&rows).node;
	set_newest(page, &rows);
	write_part(page, &list->newest, "now-newest");
	set_closed(page, &closed);
	write_part(page, &list->closed, "now-closed");
	set_rows(page, &rows);
	write_part(page, &list->rows, "now-rows");
	tcn_web_kept_close(list, name);
}

/* Asks for the list, and writes it unless it is as it was. False: the page was
 * sent, and says why not. */
static bool
take_list(struct tcn_web_page *page, struct now *now)
{
	struct tcn_buf target = { 0 };
	struct tcn_web_kept_list *list;
	struct tcn_str name;
	bool asked;

	tcn_buf_z(&target, "/v1/now");
	tcn_web_page_pass(page, "severity lang owner state after", &target);
	now->list = list =
	    tcn_web_kept_list(&page->web->kept, tcn_buf_view(&target),
		tcn_web_page_may(page, TCN_HTTP_SCOPE_WRITE));
	if (list->name.n)
		tcn_target_param(&target, "known", tcn_buf_view(&list->name));
	asked = tcn_web_page_ask(page, target.at, &now->answer);
	tcn_buf_fini(&target);
	if (!asked)
		return false;
	name = tcn_json_in_str(&now->answer, "list");
	if (name.n && tcn_str_equal(name, tcn_buf_view(&list->name)))
		return true;
	write_list(page, list, &now->answer, name);
	return true;
}

/* Whether the reader has asked for some events only. */
static bool
is_filtered(const struct tcn_web_page *page)
{
	return tcn_http_call_query(page->call, "state") ||
	    tcn_http_call_query(page->call, "severity") ||
	    tcn_http_call_query(page->call, "owner") ||
	    tcn_http_call_query(page->call, "lang");
}

void
tcn_web_get_now(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_json_value nothing = { .kind = TCN_JSON_OBJECT };
	struct tcn_buf data = { 0 };
	struct tcn_web_frame frame = {
		.title = tcn_str("Now"),
		.nav = "now",
		.kind = "now",
		.stream = tcn_str("now"),
		.every_s = every_s(&page),
	};
	struct now now = { 0 };

	if (!take_list(&page, &now))
		return;
	tcn_web_page_set(&page, "now", &now.answer);
	tcn_web_page_set_query(&page, "severity lang owner state every");
	set_paths(&page, frame.every_s);
	tcn_web_rail_set(&page);
	tcn_web_page_set_number(&page, "empty", now.list->empty);
	tcn_web_page_set_number(&page, "filtered", is_filtered(&page));
	tcn_web_page_set_next(&page, "/", "severity lang owner state",
	    &now.answer);
	tcn_web_page_set(&page, "nothing", &nothing);
	put_data(&now, &data);
	frame.data = tcn_buf_view(&data);
	tcn_web_page_begin(&page, &frame);
	tcn_buf_fini(&data);
	tcn_web_page_write(&page, "now");
	tcn_web_page_put_kept(&page, &now.list->rows);
	tcn_web_page_write(&page, "now-next");
	tcn_web_page_put_kept(&page, &now.list->closed);
	tcn_web_page_write(&page, "now-rail");
	tcn_web_page_put_kept(&page, &now.list->newest);
	tcn_web_page_write(&page, "now-foot");
	tcn_web_page_send(&page);
}

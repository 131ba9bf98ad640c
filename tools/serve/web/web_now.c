/*
 * The page Now: open events in their order, grouped, and beside them the
 * newest, what comes in, and what does not.
 */
#include <math.h>
#include <stdlib.h>

#include <cjson/cJSON.h>

#include "engine/item/record.h"
#include "tools/base/json_out.h"
#include "tools/serve/web/web_impl.h"
#include "tools/serve/web/web_rail.h"

enum {
	ROWS_WHOLE = 100, /* the rest have headline, items and age */
	ROWS_DENSE = 250, /* the same where all have one line each */
	MEMBERS = 3, /* of those that belong to a row; the rest are folded */
	NEWEST = 10, /* in the rail */
	EVERY_MIN = 10, /* seconds between two loads of the page */
	EVERY_MAX = 3600,
};

/* The conditions of a view, in the order of its address
 * (tools/pipeline/event_view.h). */
#define VIEW "severity lang place category source rule owner q state"

#define DENSITY_COOKIE "tocsin-density" /* the script sets it */

struct now {
	struct tcn_str density; /* "dense", "wall"; empty: comfortable */
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
	struct tcn_buf path = { 0 };

	tcn_buf_char(&path, '/');
	tcn_web_page_pass_changed(page, VIEW " every density", parameter,
	    tcn_str(value), &path);
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
	put_changed(page, &paths, "comfortable", "density", "comfortable");
	put_changed(page, &paths, "dense", "density", "dense");
	put_changed(page, &paths, "wall", "density", "wall");
	tcn_buf_char(&back, '/');
	tcn_web_page_pass(page, VIEW " after every density", &back);
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

static size_t
whole_rows(const struct now *now)
{
	return now->density.n ? ROWS_DENSE : ROWS_WHOLE;
}

/* What differs between readers, and where the stream goes on. */
static void
put_data(const struct now *now, bool filtered, struct tcn_buf *json)
{
	struct tcn_json_value seen = tcn_json_member(&now->answer, "seen");
	struct tcn_json_value at = tcn_json_first(&seen);

	tcn_json_open(json, NULL, '{');
	tcn_json_uint(json, "seq", tcn_json_in_uint(&now->answer, "seq"));
	tcn_json_uint(json, "open", tcn_json_in_uint(&now->answer, "open"));
	tcn_json_uint(json, "unacknowledged",
	    tcn_json_in_uint(&now->answer, "unacknowledged"));
	tcn_json_uint(json, "silenced",
	    tcn_json_in_uint(&now->answer, "silenced"));
	tcn_json_uint(json, "whole", whole_rows(now));
	tcn_json_bool(json, "filtered", filtered);
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
set_rows(struct tcn_web_page *page, const struct tcn_json_value *rows,
    size_t whole_n)
{
	struct tcn_json_value at = tcn_json_first(rows), whole = { 0 };
	struct tcn_json_value rest = { 0 };

	for (size_t n = 0; at.node && n < whole_n; n++) {
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

static void
write_part(struct tcn_web_page *page, struct tcn_web_kept *part,
    const char *name)
{
	tcn_buf_clear(&part->html);
	tcn_web_page_write_to(page, name, &part->html);
}

static void
write_list(struct tcn_web_page *page, struct tcn_web_kept_list *list,
    const struct now *now, struct tcn_str name)
{
	struct tcn_json_value rows = tcn_json_member(&now->answer, "rows");
	struct tcn_json_value closed = tcn_json_member(&now->answer, "closed");
	struct tcn_json_value at;

	list->empty = !tcn_json_first(&rows).node;
	set_newest(page, &rows);
	write_part(page, &list->newest, "now-newest");
	/* What is over, of the last day. The script fills it, too. */
	at = tcn_json_first(&closed);
	for (; at.node; at = tcn_json_next(&at))
		tcn_json_put_bool(&page->arena, &at, "over", true);
	tcn_web_page_set(page, "closed", &closed);
	write_part(page, &list->closed, "now-closed");
	set_rows(page, &rows, whole_rows(now));
	write_part(page, &list->rows,
	    now->density.n ? "now-dense" : "now-rows");
	tcn_web_kept_close(list, name);
}

/* Asks for the list, and writes it unless it is as it was. False: the page was
 * sent, and says why not. */
static bool
take_list(struct tcn_web_page *page, struct now *now)
{
	struct tcn_buf target = { 0 }, key = { 0 };
	struct tcn_web_kept_list *list;
	struct tcn_str name;
	bool asked;

	tcn_buf_z(&target, "/v1/now");
	tcn_web_page_pass(page, VIEW " after", &target);
	tcn_buf_printf(&key, "%s#%.*s", target.at, TCN_STR_ARG(now->density));
	now->list = list = tcn_web_kept_list(&page->web->kept,
	    tcn_buf_view(&key),
	    tcn_web_page_has_scope(page, TCN_HTTP_SCOPE_WRITE), page->language);
	tcn_buf_fini(&key);
	if (list->name.n)
		tcn_target_param(&target, "known", tcn_buf_view(&list->name));
	asked = tcn_web_page_ask(page, target.at, &now->answer);
	tcn_buf_fini(&target);
	if (!asked)
		return false;
	/* Ages count from the minute that has begun, as of ranks, so that all
	 * readers of a minute see the same. */
	tcn_web_page_set_number(page, "now_at",
	    floor(tcn_json_in_number(&now->answer, "clock_at") / 60) * 60);
	name = tcn_json_in_str(&now->answer, "list");
	if (name.n && tcn_str_equal(name, tcn_buf_view(&list->name)))
		return true;
	write_list(page, list, now, name);
	return true;
}

/* As the address has it, or else as this browser had it last. */
static struct tcn_str
density_of(const struct tcn_web_page *page)
{
	static const char *const names[] = { "dense", "wall" };
	struct tcn_str asked = tcn_web_page_query(page, "density");

	if (!asked.n)
		asked = tcn_web_page_cookie(page, DENSITY_COOKIE);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (tcn_str_equal(asked, tcn_str(names[i])))
			return tcn_str(names[i]);
	return (struct tcn_str){ 0 };
}

/* The wall goes on by itself, without scripts too. */
static void
set_density(struct tcn_web_page *page, struct now *now,
    struct tcn_web_frame *frame)
{
	bool wall = tcn_str_equal(now->density, tcn_str("wall"));

	frame->board = true;
	frame->look = wall   ? "board as-wall"
	    : now->density.n ? "board as-dense"
			     : "board";
	if (wall && !frame->every_s)
		frame->every_s = 60;
	tcn_web_page_set_str(page, "density", now->density);
}

/* Whether the reader has asked for some events only. */
static bool
is_filtered(const struct tcn_web_page *page)
{
	struct tcn_buf asked = { 0 };
	bool is;

	tcn_web_page_pass(page, VIEW, &asked);
	is = asked.n > 0;
	tcn_buf_fini(&asked);
	return is;
}

/* Sets "views", the saved ones, with where each is and whether it is shown; and
 * "view", where something is asked for: how it is saved, and its feed and
 * stream. */
static void
set_views(struct tcn_web_page *page, const struct tcn_json_value *now,
    bool filtered)
{
	struct tcn_json_value views = tcn_json_member(now, "views");
	struct tcn_json_value at = tcn_json_first(&views), view = { 0 };
	struct tcn_buf asked = { 0 }, target = { 0 };
	struct tcn_str query, name = { 0 };
	bool own = false;

	tcn_buf_z(&asked, "?page=now");
	tcn_web_page_pass(page, VIEW, &asked);
	query = tcn_buf_view(&asked);
	query.at++;
	query.n--;
	for (; at.node; at = tcn_json_next(&at)) {
		struct tcn_str saved = tcn_json_in_str(&at, "query");
		bool is_this = tcn_str_equal(saved, query);

		tcn_buf_clear(&target);
		tcn_buf_z(&target, "/?");
		if (saved.n > sizeof "page=now")
			tcn_buf_add(&target, saved.at + sizeof "page=now",
			    saved.n - sizeof "page=now");
		tcn_json_put_str(&page->arena, &at, "path",
		    tcn_buf_view(&target));
		tcn_json_put_bool(&page->arena, &at, "current", is_this);
		name = is_this ? tcn_json_in_str(&at, "name") : name;
		own |= is_this &&
		    tcn_str_equal(tcn_json_in_str(&at, "for"), tcn_str("me"));
	}
	tcn_web_page_set(page, "views", &views);
	if (filtered) {
		tcn_json_put_str(&page->arena, &view, "query", query);
		tcn_json_put_str(&page->arena, &view, "name", name);
		tcn_json_put_bool(&page->arena, &view, "own", own);
		tcn_buf_clear(&target);
		tcn_buf_z(&target, "/v1/events.atom");
		tcn_web_page_pass(page, VIEW, &target);
		tcn_json_put_str(&page->arena, &view, "feed",
		    tcn_buf_view(&target));
		tcn_buf_clear(&target);
		tcn_buf_z(&target, "/v1/stream?");
		tcn_buf_str(&target, query);
		tcn_json_put_str(&page->arena, &view, "stream",
		    tcn_buf_view(&target));
		tcn_web_page_set(page, "view", &view);
	}
	tcn_buf_fini(&target);
	tcn_buf_fini(&asked);
}

void
tcn_web_get_now(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_json_value nothing = { .kind = TCN_JSON_OBJECT };
	struct tcn_buf data = { 0 };
	struct tcn_web_frame frame = {
		.name = TCN_WORDS("Now"),
		.nav = "now",
		.kind = "now",
		.stream = tcn_str("now"),
		.every_s = every_s(&page),
	};
	struct now now = { .density = density_of(&page) };
	bool filtered = is_filtered(&page);

	set_density(&page, &now, &frame);
	if (!take_list(&page, &now))
		return;
	tcn_web_page_set(&page, "now", &now.answer);
	tcn_web_page_set_query(&page, VIEW " every density");
	set_views(&page, &now.answer, filtered);
	set_paths(&page, frame.every_s);
	tcn_web_rail_set(&page);
	tcn_web_page_set_number(&page, "empty", now.list->empty);
	tcn_web_page_set_number(&page, "filtered", filtered);
	tcn_web_page_set_next(&page, "/", VIEW " density", &now.answer);
	tcn_web_page_set(&page, "nothing", &nothing);
	put_data(&now, filtered, &data);
	frame.data = tcn_buf_view(&data);
	tcn_web_page_begin(&page, &frame);
	tcn_buf_fini(&data);
	tcn_web_page_write(&page, "now");
	tcn_web_page_put_cached(&page, &now.list->rows);
	tcn_web_page_write(&page, "now-next");
	tcn_web_page_write(&page, "now-rail");
	tcn_web_page_put_cached(&page, &now.list->newest);
	tcn_web_page_put_cached(&page, &now.list->closed);
	tcn_web_page_write(&page, "now-foot");
	tcn_web_page_send(&page);
}

/*
 * The page on which events are merged: which one is meant, what would become
 * one, and then it is done (web_act.c). It stands by itself, and the script
 * shows the same in a dialog.
 */
#include <event2/keyvalq_struct.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "engine/item/record.h"
#include "engine/text/fold.h"
#include "tools/serve/http/http_session.h"
#include "tools/serve/web/web_event_impl.h"

enum {
	CANDIDATES_READ = 600, /* open ones and related ones */
};

/* --- which event is meant --- */

/* An event that may become part of this one. */
struct candidate {
	struct tcn_json_value row;
	bool related; /* the interface calls it so */
	unsigned shared; /* terms */
	size_t place; /* in the interface's order */
};

struct candidates {
	struct candidate *at;
	size_t n;
};

static unsigned
count_shared(const struct tcn_json_value *a, const struct tcn_json_value *b)
{
	struct tcn_json_value terms = tcn_json_member(a, "terms");
	struct tcn_json_value others = tcn_json_member(b, "terms");
	struct tcn_json_value at = tcn_json_first(&terms);
	unsigned n = 0;

	for (; at.node; at = tcn_json_next(&at))
		n += tcn_web_words_has(&others, at.s);
	return n;
}

/* Whether it stands for itself: not what has become part of another. */
static bool
stands(const struct tcn_json_value *event)
{
	struct tcn_json_value desk = tcn_json_member(event, "desk");

	return !tcn_json_in_str(event, "merged_into").n &&
	    !tcn_json_in_str(&desk, "part_of").n;
}

static bool
is_known(const struct candidates *all, struct tcn_str id)
{
	for (size_t i = 0; i < all->n; i++)
		if (tcn_str_equal(tcn_json_in_str(&all->at[i].row, "event"),
			id))
			return true;
	return false;
}

static void
add_candidates(struct candidates *all, const struct tcn_web_event *e,
    const struct tcn_json_value *list, bool related)
{
	struct tcn_json_value at = tcn_json_first(list);

	for (; at.node && all->n < CANDIDATES_READ; at = tcn_json_next(&at)) {
		struct tcn_str id = tcn_json_in_str(&at, "event");

		if (!id.n || tcn_str_equal(id, e->id) || !stands(&at) ||
		    is_known(all, id))
			continue;
		all->at[all->n] = (struct candidate){
			.row = at,
			.related = related,
			.shared = count_shared(&e->event, &at),
			.place = all->n,
		};
		all->n++;
	}
}

/* The related ones first, then those that share most words. */
static int
compare_candidates(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->related != y->related)
		return y->related - x->related;
	if (x->shared != y->shared)
		return x->shared > y->shared ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

/* Events that are open, and those that are related. False: the page was
 * sent. */
static bool
read_candidates(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct candidates *all)
{
	struct tcn_json_value now, related, list;
	struct tcn_buf target = { 0 };
	struct tcn_str why;

	*all = (struct candidates){ .at = tcn_arena_zalloc(&page->arena,
					CANDIDATES_READ, sizeof *all->at) };
	tcn_web_page_target(page, "/v1/events/{}/related", &target);
	if (tcn_web_page_try(page, target.at, &related, &why) == 200) {
		list = tcn_json_member(&related, "related");
		add_candidates(all, e, &list, true);
	}
	tcn_buf_fini(&target);
	if (!tcn_web_page_ask(page, "/v1/now?limit=500", &now))
		return false;
	list = tcn_json_member(&now, "rows");
	add_candidates(all, e, &list, false);
	qsort(all->at, all->n, sizeof *all->at, compare_candidates);
	return true;
}

/* The next word of a text, without what is around it; n 0: there is none. */
static struct tcn_str
next_word(struct tcn_str *text)
{
	struct tcn_str word;

	while (text->n && strchr(" \t\r\n", *text->at))
		text->at++, text->n--;
	word = (struct tcn_str){ text->at, 0 };
	while (text->n && !strchr(" \t\r\n", *text->at))
		text->at++, text->n--, word.n++;
	return word;
}

/* Whether a word of the text holds this one, whatever their case. */
static bool
holds_word(struct tcn_str text, struct tcn_str wanted)
{
	struct tcn_buf word = { 0 }, is = { 0 };
	bool found = false;

	tcn_fold(wanted, &is);
	while (!found && text.n) {
		struct tcn_str next = next_word(&text);

		tcn_fold(next, &word);
		found = is.n && memmem(word.at, word.n, is.at, is.n) != NULL;
	}
	tcn_buf_fini(&word);
	tcn_buf_fini(&is);
	return found;
}

/* Whether its headline holds each word that was typed. */
static bool
is_asked_for(const struct candidate *c, struct tcn_str q)
{
	struct tcn_str headline = tcn_json_in_str(&c->row, "title");

	if (!headline.n)
		headline = tcn_json_in_str(&c->row, "beginning");
	while (q.n) {
		struct tcn_str word = next_word(&q);

		if (word.n && !holds_word(headline, word))
			return false;
	}
	return true;
}

/* What a template shows of it: its row, with what both have in common. */
static struct tcn_json_value
candidate_row(struct tcn_web_page *page, const struct tcn_web_event *e,
    const struct candidate *c)
{
	struct tcn_json_value terms = tcn_json_member(&e->event, "terms");
	struct tcn_json_value others = tcn_json_member(&c->row, "terms");
	struct tcn_json_value at = tcn_json_first(&terms), shared = { 0 };
	struct tcn_json_value row = c->row;

	for (; at.node; at = tcn_json_next(&at))
		if (tcn_web_words_has(&others, at.s))
			tcn_json_push(&page->arena, &shared, &at);
	tcn_json_put_bool(&page->arena, &row, "related", c->related);
	tcn_json_put(&page->arena, &row, "shared", &shared);
	return row;
}

static void
show_list(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_str q = tcn_web_page_query(page, "q");
	struct tcn_json_value list = { 0 };
	struct candidates all;

	if (!read_candidates(page, e, &all))
		return;
	for (size_t i = 0; i < all.n; i++)
		if (is_asked_for(&all.at[i], q)) {
			struct tcn_json_value row =
			    candidate_row(page, e, &all.at[i]);

			tcn_json_push(&page->arena, &list, &row);
		}
	tcn_web_page_set(page, "candidates", &list);
	tcn_web_page_set_query(page, "q");
	tcn_web_event_send(page, e, "merge",
	    TCN_WORDS("Merge with which event?"));
}

/* --- what would become one --- */

/* What the interface says of one that is to become part of e; *may: it can. */
static struct tcn_json_value
ask_preview(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct tcn_str id, bool *may)
{
	struct tcn_json_value answer, event, desk;
	struct tcn_buf body = { 0 };
	struct tcn_str into, why;
	int status;

	tcn_json_open(&body, NULL, '{');
	tcn_json_str(&body, "event", id);
	tcn_json_str(&body, "into", e->id);
	tcn_json_close(&body, '}');
	status =
	    tcn_web_page_post(page, "/v1/merges/preview", &body, &answer, &why);
	tcn_buf_fini(&body);
	if (status != 200)
		tcn_json_put_str(&page->arena, &answer, "failed", why);
	event = tcn_json_member(&answer, "event");
	desk = tcn_json_member(&event, "desk");
	into = tcn_json_in_str(&desk, "part_of");
	*may = status == 200 && !into.n;
	tcn_json_put_bool(&page->arena, &answer, "is_here",
	    tcn_str_equal(into, e->id));
	tcn_json_put_str(&page->arena, &answer, "id", id);
	return answer;
}

/* Asks about the parts of a list "ID,ID". How much e holds, and both would
 * together, is known with what they do. */
static void
set_previews(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct tcn_str with)
{
	struct tcn_json_value answer = { 0 }, all = { 0 }, holds, together;
	bool may, some = false;

	for (size_t n = 0; with.n && n < TCN_WEB_ACT_EVENTS;) {
		const char *comma = memchr(with.at, ',', with.n);
		struct tcn_str id = { with.at,
			comma ? (size_t)(comma - with.at) : with.n };

		with.at += id.n + (comma != NULL);
		with.n -= id.n + (comma != NULL);
		if (!id.n || tcn_str_equal(id, e->id))
			continue;
		answer = ask_preview(page, e, id, &may);
		tcn_json_push(&page->arena, &all, &answer);
		some |= may;
		n++;
		together = tcn_json_member(&answer, "together");
		if (n == 1 && may && !with.n)
			tcn_web_page_set(page, "together", &together);
	}
	holds = tcn_json_member(&answer, "into_holds");
	tcn_web_page_set(page, "into_holds", &holds);
	tcn_web_page_set(page, "previews", &all);
	tcn_web_page_set_number(page, "may", some);
}

/* What would become one; why: what was refused a moment ago, or nothing. */
static void
show_preview(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct tcn_str with, struct tcn_str why)
{
	tcn_web_page_set_str(page, "refused", why);
	tcn_web_page_set_str(page, "with", with);
	set_previews(page, e, with);
	tcn_web_event_send_as(page, e, "merge", "merge-preview", "");
}

void
tcn_web_get_merge(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_str with = tcn_web_page_query(&page, "with");
	struct tcn_web_event e;

	if (!tcn_web_event_ask(&page, &e))
		return;
	if (with.n)
		show_preview(&page, &e, with, (struct tcn_str){ 0 });
	else
		show_list(&page, &e);
}

/* The fields of that name, "a,b". */
static struct tcn_str
join_fields(struct tcn_web_page *page, const char *name)
{
	struct tcn_str joined = { 0 };
	struct tcn_buf text = { 0 };
	const struct evkeyval *at;

	TAILQ_FOREACH (at, tcn_http_call_fields(page->call), next)
		if (strcmp(at->key, name) == 0)
			tcn_buf_printf(&text, "%s%s", text.n ? "," : "",
			    at->value);
	tcn_arena_str(&page->arena, tcn_buf_view(&text), &joined);
	tcn_buf_fini(&text);
	return joined;
}

void
tcn_web_merge_failed(struct tcn_web_page *page, int status,
    const struct tcn_json_value *answer)
{
	struct tcn_str why = tcn_web_page_why(page, answer);
	struct tcn_web_event e;

	if (status == 403) {
		tcn_web_page_fail(page, status, why);
		return;
	}
	if (!tcn_web_event_ask_about(page,
		tcn_str(tcn_http_call_field(page->call, "into")), &e))
		return;
	page->status = status;
	show_preview(page, &e, join_fields(page, "event"), why);
}

/*
 * Two revisions of an event side by side, or two events: what is the same, what
 * was added and what is gone.
 */
#include <math.h>
#include <stdio.h>

#include "tools/serve/web/web_event_impl.h"

/* Both sides: events, or revisions. */
struct pair {
	struct tcn_json_value a, b;
};

/* What differs of a pair: "differs.items" is {"more": 3}, if it is a number. */
static void
set_differs(struct tcn_web_page *page, const struct pair *pair)
{
	static const char *const members[] = { "title", "severity", "state",
		"rule", "fired_at", "changed_at", "last_at", "items", "origins",
		"publishers", "probability" };
	struct tcn_json_value differs = { 0 };

	for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
		struct tcn_json_value a = tcn_json_member(&pair->a, members[i]);
		struct tcn_json_value b = tcn_json_member(&pair->b, members[i]);
		struct tcn_json_value difference = { 0 };

		if (tcn_str_equal(a.s, b.s) && !(a.n < b.n) && !(a.n > b.n))
			continue;
		tcn_json_put_number(&page->arena, &difference,
		    a.n < b.n ? "more" : "less", fabs(a.n - b.n));
		tcn_json_put(&page->arena, &differs, members[i], &difference);
	}
	tcn_web_page_set(page, "differs", &differs);
}

/* The words of a list; "alone": the other has not. Returns whether there is one
 * of those. */
static bool
add_words(struct tcn_web_page *page, const struct tcn_json_value *list,
    const struct tcn_json_value *other, const char *side,
    struct tcn_json_value *both)
{
	struct tcn_json_value at = tcn_json_first(list), words = { 0 };
	bool any = false;

	for (; at.node; at = tcn_json_next(&at)) {
		struct tcn_json_value row = { 0 };
		bool alone = !tcn_web_words_has(other, at.s);

		any |= alone;
		tcn_json_put(&page->arena, &row, "word", &at);
		tcn_json_put_bool(&page->arena, &row, "alone", alone);
		tcn_json_push(&page->arena, &words, &row);
	}
	tcn_json_put(&page->arena, both, side, &words);
	return any;
}

static void
set_words(struct tcn_web_page *page, const struct pair *pair,
    const char *member)
{
	struct tcn_json_value a = tcn_json_member(&pair->a, member);
	struct tcn_json_value b = tcn_json_member(&pair->b, member);
	struct tcn_json_value both = { 0 };
	bool differ;

	differ = add_words(page, &a, &b, "a", &both);
	differ |= add_words(page, &b, &a, "b", &both);
	tcn_json_put_bool(&page->arena, &both, "differ", differ);
	tcn_web_page_set(page, member, &both);
}

static void
send_pair(struct tcn_web_page *page, const struct tcn_web_event *e,
    const struct pair *pair, const char *heading)
{
	tcn_web_page_set(page, "a", &pair->a);
	tcn_web_page_set(page, "b", &pair->b);
	set_differs(page, pair);
	set_words(page, pair, "languages");
	set_words(page, pair, "terms");
	tcn_web_event_send(page, e, "compare", heading);
}

void
tcn_web_compare_choose(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct tcn_str from, struct tcn_str to)
{
	struct tcn_json_value at = tcn_json_member(&e->answer, "revisions");
	char number[24];

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at)) {
		snprintf(number, sizeof number, "%.0f",
		    tcn_json_in_number(&at, "revision"));
		if (tcn_str_equal(from, tcn_str(number)))
			tcn_json_put_bool(&page->arena, &at, "is_from", true);
		if (tcn_str_equal(to, tcn_str(number)))
			tcn_json_put_bool(&page->arena, &at, "is_to", true);
	}
}

/* One revision; false: the page was sent. */
static bool
ask_revision(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct tcn_str number, struct tcn_json_value *revision)
{
	struct tcn_buf part = { 0 };
	bool asked;

	tcn_buf_z(&part, "/revisions/");
	tcn_target_segment(&part, number);
	asked = tcn_web_event_ask_part(page, e->id, part.at, revision);
	tcn_buf_fini(&part);
	return asked;
}

static void
compare_revisions(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_str from = tcn_web_page_query(page, "from");
	struct tcn_str to = tcn_web_page_query(page, "to");
	char last[24];
	struct pair pair;

	snprintf(last, sizeof last, "%.0f",
	    tcn_json_in_number(&e->event, "revision"));
	from = from.n ? from : tcn_str("1");
	to = to.n ? to : tcn_str(last);
	if (!ask_revision(page, e, from, &pair.a) ||
	    !ask_revision(page, e, to, &pair.b))
		return;
	tcn_web_compare_choose(page, e, from, to);
	send_pair(page, e, &pair, TCN_WORDS("Compare revisions"));
}

void
tcn_web_get_compare(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_str with = tcn_web_page_query(&page, "with");
	struct tcn_json_value answer;
	struct tcn_web_event e;
	struct pair pair;

	if (!tcn_web_event_ask(&page, &e))
		return;
	if (!with.n) {
		compare_revisions(&page, &e);
		return;
	}
	if (!tcn_web_event_ask_part(&page, with, "", &answer))
		return;
	pair.a = e.event;
	pair.b = tcn_json_member(&answer, "event");
	tcn_web_page_set(&page, "other", &pair.b);
	send_pair(&page, &e, &pair, TCN_WORDS("Compare events"));
}

/*
 * The page on which some items of an event become one of their own: which
 * ones, what that would be, and then it is done (web_act.c). It stands by
 * itself, and the script shows the same in a dialog.
 *
 * What was chosen comes by POST, as there may be hundreds of ids; those of
 * other pages of the list are carried along as hidden fields.
 */
#include <event2/keyvalq_struct.h>
#include <string.h>
#include <sys/queue.h>

#include "tools/serve/http/http_session.h"
#include "tools/serve/web/web_event_impl.h"

#define FILTERS    "order source lang"
#define PUBLISHERS 200 /* offered as a whole */

static const char *
field(const struct tcn_web_page *page, const char *name)
{
	const char *value = tcn_http_call_field(page->call, name);

	return value ? value : "";
}

/* Whether the form has a field of that name with this value. */
static bool
is_chosen(const struct tcn_web_page *page, const char *name,
    struct tcn_str value)
{
	const struct evkeyval *at;

	TAILQ_FOREACH (at, tcn_http_call_fields(page->call), next)
		if (strcmp(at->key, name) == 0 &&
		    tcn_str_equal(tcn_str(at->value), value))
			return true;
	return false;
}

static size_t
count_chosen(const struct tcn_web_page *page, const char *name)
{
	const struct evkeyval *at;
	size_t n = 0;

	TAILQ_FOREACH (at, tcn_http_call_fields(page->call), next)
		n += strcmp(at->key, name) == 0;
	return n;
}

/* --- which items --- */

static bool
stands_in(const struct tcn_json_value *list, const char *member,
    struct tcn_str value)
{
	struct tcn_json_value at = tcn_json_first(list);

	for (; at.node; at = tcn_json_next(&at))
		if (tcn_str_equal(tcn_json_in_str(&at, member), value))
			return true;
	return false;
}

static void
add_chosen_mark(struct tcn_web_page *page, struct tcn_json_value *row,
    const char *field, struct tcn_str value)
{
	tcn_json_put_bool(&page->arena, row, "chosen",
	    is_chosen(page, field, value));
}

/* Sets "carried": what was chosen and has no box on this page. */
static void
set_items(struct tcn_web_page *page, const struct tcn_json_value *answer)
{
	struct tcn_json_value items = tcn_json_member(answer, "items");
	struct tcn_json_value at = tcn_json_first(&items), carried = { 0 };
	const struct evkeyval *field;

	for (; at.node; at = tcn_json_next(&at))
		add_chosen_mark(page, &at, "items", tcn_json_in_str(&at, "id"));
	TAILQ_FOREACH (field, tcn_http_call_fields(page->call), next) {
		const struct tcn_json_value id = { .kind = TCN_JSON_STRING,
			.s = tcn_str(field->value) };

		if (strcmp(field->key, "items") == 0 &&
		    !stands_in(&items, "id", id.s))
			tcn_json_push(&page->arena, &carried, &id);
	}
	tcn_web_page_set(page, "items", answer);
	tcn_web_page_set(page, "carried", &carried);
}

/* --- publishers, as a whole --- */

struct publisher {
	struct tcn_str name;
	size_t items;
};

struct publishers {
	struct publisher at[PUBLISHERS];
	size_t n;
};

/* n: how many items are counted. */
static void
count_publisher(struct publishers *all, struct tcn_str name, size_t n)
{
	size_t i = 0;

	while (i < all->n && !tcn_str_equal(all->at[i].name, name))
		i++;
	if (!name.n || i == PUBLISHERS)
		return;
	if (i == all->n)
		all->at[all->n++] = (struct publisher){ name, 0 };
	all->at[i].items += n;
}

/* Of all items, with their copies, and those that are chosen. What fails is
 * left out: items can be chosen without it. */
static void
set_publishers(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_json_value answer = { 0 }, at, list = { 0 };
	struct tcn_buf target = { 0 };
	struct publishers all = { .n = 0 };
	const struct evkeyval *field;
	struct tcn_str why;

	tcn_buf_z(&target, "/v1/events/");
	tcn_target_segment(&target, e->id);
	tcn_buf_z(&target, "/items?copies=all&limit=1000");
	tcn_web_page_try(page, target.at, &answer, &why);
	tcn_buf_fini(&target);
	at = tcn_json_member(&answer, "items");
	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
		count_publisher(&all, tcn_json_in_str(&at, "source"), 1);
	TAILQ_FOREACH (field, tcn_http_call_fields(page->call), next)
		if (strcmp(field->key, "publishers") == 0)
			count_publisher(&all, tcn_str(field->value), 0);
	for (size_t i = 0; i < all.n; i++) {
		struct tcn_json_value row = { 0 };

		tcn_json_put_str(&page->arena, &row, "name", all.at[i].name);
		tcn_json_put_number(&page->arena, &row, "n",
		    (double)all.at[i].items);
		add_chosen_mark(page, &row, "publishers", all.at[i].name);
		tcn_json_push(&page->arena, &list, &row);
	}
	tcn_web_page_set(page, "publishers", &list);
}

/* The list, with what is chosen already; why: what was refused a moment ago,
 * or nothing. */
static void
show_list(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct tcn_str why)
{
	struct tcn_buf target = { 0 };
	struct tcn_json_value answer;
	bool asked;

	tcn_buf_z(&target, "/v1/events/");
	tcn_target_segment(&target, e->id);
	tcn_buf_z(&target, "/items?copies=fold");
	if (*field(page, "after"))
		tcn_target_param(&target, "after",
		    tcn_str(field(page, "after")));
	tcn_web_page_pass(page, FILTERS, &target);
	asked = tcn_web_page_ask(page, target.at, &answer);
	tcn_buf_fini(&target);
	if (!asked)
		return;
	set_items(page, &answer);
	set_publishers(page, e);
	tcn_web_page_set_number(page, "chosen_items",
	    (double)count_chosen(page, "items"));
	tcn_web_page_set_number(page, "publishers_chosen",
	    (double)count_chosen(page, "publishers"));
	tcn_web_page_set_str(page, "refused", why);
	tcn_web_event_send(page, e, "split",
	    TCN_WORDS("Split off which items?"));
}

/* --- what it would be --- */

static void
add_chosen(const struct tcn_web_page *page, const char *name,
    struct tcn_buf *body)
{
	const struct evkeyval *at;

	tcn_json_open(body, name, '[');
	TAILQ_FOREACH (at, tcn_http_call_fields(page->call), next)
		if (strcmp(at->key, name) == 0 && *at->value)
			tcn_json_str(body, NULL, tcn_str(at->value));
	tcn_json_close(body, ']');
}

static int
ask_preview(struct tcn_web_page *page, const struct tcn_web_event *e,
    struct tcn_json_value *answer, struct tcn_str *why)
{
	struct tcn_buf target = { 0 }, body = { 0 };
	int status;

	tcn_buf_z(&target, "/v1/events/");
	tcn_target_segment(&target, e->id);
	tcn_buf_z(&target, "/split");
	tcn_json_open(&body, NULL, '{');
	add_chosen(page, "items", &body);
	add_chosen(page, "publishers", &body);
	tcn_json_bool(&body, "preview", true);
	tcn_json_close(&body, '}');
	status = tcn_web_page_post(page, target.at, &body, answer, why);
	tcn_buf_fini(&target);
	tcn_buf_fini(&body);
	return status;
}

/* How many items stay. */
static uint64_t
count_rest(const struct tcn_web_event *e, const struct tcn_json_value *made)
{
	struct tcn_json_value holds = tcn_json_member(&e->event, "holds");
	uint64_t all =
	    tcn_json_in_uint(holds.node ? &holds : &e->event, "items");
	uint64_t gone = tcn_json_in_uint(made, "items");

	return all > gone ? all - gone : 0;
}

/* The fields of what is chosen, for the form that does it. */
static void
set_fields(struct tcn_web_page *page)
{
	struct tcn_json_value list = { 0 };
	const struct evkeyval *at;

	TAILQ_FOREACH (at, tcn_http_call_fields(page->call), next) {
		struct tcn_json_value row = { 0 };

		if (strcmp(at->key, "items") != 0 &&
		    strcmp(at->key, "publishers") != 0)
			continue;
		tcn_json_put_str(&page->arena, &row, "name", tcn_str(at->key));
		tcn_json_put_str(&page->arena, &row, "value",
		    tcn_str(at->value));
		tcn_json_push(&page->arena, &list, &row);
	}
	tcn_web_page_set(page, "fields", &list);
}

static void
show_preview(struct tcn_web_page *page, const struct tcn_web_event *e)
{
	struct tcn_json_value answer, made;
	struct tcn_str why;
	int status = ask_preview(page, e, &answer, &why);

	if (status != 200) {
		page->status = status;
		show_list(page, e, why);
		return;
	}
	made = tcn_json_member(&answer, "event");
	tcn_web_page_set(page, "made", &made);
	tcn_web_page_set_number(page, "rest", (double)count_rest(e, &made));
	set_fields(page);
	tcn_web_event_send_as(page, e, "split", "split-preview", "");
}

void
tcn_web_get_split(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_web_event e;

	if (tcn_web_event_ask(&page, &e))
		show_list(&page, &e, (struct tcn_str){ 0 });
}

void
tcn_web_post_split(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_web_event e;

	if (!tcn_web_event_ask(&page, &e))
		return;
	if (*field(&page, "after") || *field(&page, "again"))
		show_list(&page, &e, (struct tcn_str){ 0 });
	else
		show_preview(&page, &e);
}

void
tcn_web_split_failed(struct tcn_web_page *page, int status,
    const struct tcn_json_value *answer)
{
	struct tcn_str why = tcn_web_page_why(page, answer);
	struct tcn_web_event e;

	if (status == 403) {
		tcn_web_page_fail(page, status, why);
		return;
	}
	if (!tcn_web_event_ask_about(page, tcn_str(field(page, "event")), &e))
		return;
	page->status = status;
	show_list(page, &e, why);
}

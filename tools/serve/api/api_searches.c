/*
 * Searches and views of events that were given a name, and rules made of
 * searches.
 */
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/store_searches.h"
#include "tools/pipeline/search_filter.h"
#include "tools/pipeline/search_rule.h"
#include "tools/serve/api/api_impl.h"

#define NAME_CHARS  60
#define QUERY_CHARS 2000

/* Where the conditions of a saved view begin: it has one at least. */
#define VIEW_BEGINS (sizeof TCN_EVENT_VIEW_PAGE)

/* --- a search as in an address --- */

/* Reads "q=ferry&lang=fr"; clean: the same, written in one way. The search's
 * texts live in the arena. */
static enum tcn_rc
take_query(struct tcn_api_answer *a, struct tcn_str text,
    struct tcn_store_search *search, struct tcn_str *clean)
{
	struct tcn_buf target = { 0 };
	struct tcn_event_view view;
	enum tcn_rc rc = tcn_event_view_is(text)
	    ? tcn_event_view_read(text, &a->arena, &view, &target, &a->err)
	    : tcn_search_filter_read(text, &a->arena, search, &target, &a->err);

	*clean = (struct tcn_str){ 0 };
	if (!rc)
		tcn_arena_str(&a->arena, tcn_buf_view(&target), clean);
	tcn_buf_fini(&target);
	return rc;
}

/* The body: "name", "query" and "for". */
static enum tcn_rc
take_body(struct tcn_api_answer *a, struct tcn_store_saved_search *saved,
    struct tcn_store_search *search, struct tcn_json_value *object)
{
	struct tcn_str query = { 0 };
	enum tcn_rc rc = tcn_api_answer_body(a, object);

	*saved = (struct tcn_store_saved_search){ 0 };
	if (!rc)
		rc = tcn_api_answer_text(a, object, "name", NAME_CHARS,
		    &saved->name);
	if (!rc)
		rc = tcn_api_answer_text(a, object, "query", QUERY_CHARS,
		    &query);
	if (!rc) {
		/* "for": all, or me alone. */
		struct tcn_str of = { 0 };

		rc = tcn_api_answer_text(a, object, "for", 3, &of);
		saved->owner = (struct tcn_str){ 0 };
		if (!rc && tcn_str_equal(of, tcn_str("me")))
			saved->owner = tcn_api_caller(a->call);
		else if (!rc && of.n && !tcn_str_equal(of, tcn_str("all")))
			rc = tcn_err_set(&a->err, TCN_INVALID,
			    "\"for\" is all or me");
	}
	return rc ? rc : take_query(a, query, search, &saved->query);
}

/* --- the list --- */

static void
add_saved(struct tcn_api_answer *a, const struct tcn_store_saved_search *search)
{
	struct tcn_buf page = { 0 };

	if (tcn_event_view_is(search->query)) {
		tcn_buf_z(&page, "/?");
		tcn_buf_add(&page, search->query.at + VIEW_BEGINS,
		    search->query.n - VIEW_BEGINS);
	} else {
		tcn_buf_z(&page, "/search?");
		tcn_buf_str(&page, search->query);
	}
	tcn_json_open(&a->out, NULL, '{');
	tcn_api_json_text(&a->out, "name", search->name, NAME_CHARS, &a->arena);
	tcn_json_str(&a->out, "query", search->query);
	tcn_json_bool(&a->out, "view", tcn_event_view_is(search->query));
	tcn_json_str(&a->out, "for", tcn_str(search->owner.n ? "me" : "all"));
	tcn_json_str(&a->out, "page", tcn_buf_view(&page));
	tcn_api_json_text(&a->out, "author", search->author,
	    TCN_DESK_NAME_CHARS, &a->arena);
	tcn_json_time(&a->out, "saved_at", search->saved_ms);
	tcn_json_close(&a->out, '}');
	tcn_buf_fini(&page);
}

void
tcn_api_get_searches(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_store_saved_search_list list;
	enum tcn_rc rc = tcn_store_saved_searches(a.store,
	    (struct tcn_str){ 0 }, &a.arena, &list);

	tcn_buf_z(&a.out, "{\"searches\":[");
	for (size_t i = 0; !rc && i < list.n; i++)
		if (tcn_store_saved_search_is_for(&list.at[i],
			tcn_api_caller(call)))
			add_saved(&a, &list.at[i]);
	tcn_buf_z(&a.out, "]}\n");
	tcn_api_answer_send(&a, rc);
}

/* Whether the name stands for what somebody else has, or for another kind:
 * nobody takes a view away from all, or from one who has it alone. */
static enum tcn_rc
is_taken(struct tcn_api_answer *a, const struct tcn_store_saved_search *saved,
    bool *taken)
{
	struct tcn_store_saved_search_list list;
	enum tcn_rc rc =
	    tcn_store_saved_searches(a->store, saved->name, &a->arena, &list);

	*taken =
	    !rc && list.n && !tcn_str_equal(list.at[0].owner, saved->owner);
	return rc;
}

void
tcn_api_save_search(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_store_saved_search saved;
	struct tcn_store_search search;
	struct tcn_json_value object;
	struct tcn_store_tx *tx;
	bool taken = false;
	enum tcn_rc rc = take_body(&a, &saved, &search, &object);

	if (!rc && !saved.name.n)
		rc = tcn_err_set(&a.err, TCN_INVALID,
		    "\"name\" must say what the search is to be called");
	if (!rc)
		rc = tcn_api_answer_author(&a, &object, &saved.author);
	if (tcn_api_answer_failed(&a, rc))
		return;
	saved.saved_ms = tcn_api_act_ms(ctx);
	if (!tcn_api_answer_begin(&a, &tx))
		return;
	rc = is_taken(&a, &saved, &taken);
	if (!rc && taken) {
		(void)!tcn_api_answer_end(&a, TCN_OK);
		tcn_api_answer_error(&a, 409,
		    "this name is taken by something else: choose another");
		return;
	}
	rc =
	    tcn_api_answer_end(&a, rc ? rc : tcn_store_save_search(tx, &saved));
	if (rc == TCN_LIMIT) {
		tcn_api_answer_error(&a, 409,
		    "1,000 searches are saved: remove one first");
		return;
	}
	if (!rc)
		add_saved(&a, &saved);
	tcn_buf_char(&a.out, '\n');
	tcn_api_answer_send(&a, rc);
}

static void
no_search(struct tcn_api_answer *a)
{
	tcn_api_answer_error(a, 404,
	    "no search has that name: /v1/searches lists them");
}

void
tcn_api_drop_search(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_str name = tcn_str(tcn_http_call_arg(call, 0));
	struct tcn_store_saved_search_list list;
	struct tcn_store_tx *tx;
	bool found = false;
	enum tcn_rc rc;

	if (!tcn_api_answer_begin(&a, &tx))
		return;
	rc = tcn_store_saved_searches(a.store, name, &a.arena, &list);
	if (!rc && list.n &&
	    tcn_store_saved_search_is_for(&list.at[0], tcn_api_caller(call)))
		rc = tcn_store_drop_search(tx, name, &found);
	rc = tcn_api_answer_end(&a, rc);
	if (!rc && !found) {
		no_search(&a);
		return;
	}
	tcn_buf_z(&a.out, "{\"status\":\"removed\"}\n");
	tcn_api_answer_send(&a, rc);
}

/* --- a rule of it --- */

/* Answers with the rule: in a file of its own, and as one of a list. */
static enum tcn_rc
add_rule(struct tcn_api_answer *a, const struct tcn_store_search *search,
    struct tcn_str name)
{
	char rule_name[TCN_SEARCH_RULE_NAME_BYTES];
	struct tcn_buf yaml = { 0 };
	struct tcn_str rule;
	const char *left_out;
	enum tcn_rc rc;

	tcn_search_rule_name(name, rule_name);
	tcn_buf_z(&yaml, TCN_SEARCH_RULE_HEAD);
	rc = tcn_search_rule(search, name, &a->arena, &yaml, &a->err);
	rule = tcn_buf_view(&yaml);
	tcn_json_open(&a->out, NULL, '{');
	tcn_json_str(&a->out, "name", tcn_str(rule_name));
	if (!rc)
		tcn_json_str(&a->out, "yaml", rule);
	rule.at += strlen(TCN_SEARCH_RULE_HEAD);
	rule.n -= strlen(TCN_SEARCH_RULE_HEAD);
	if (!rc)
		tcn_json_str(&a->out, "rule", rule);
	tcn_json_open(&a->out, "left_out", '[');
	for (size_t i = 0; (left_out = tcn_search_rule_left_out(search, i));
	     i++)
		tcn_json_str(&a->out, NULL, tcn_str(left_out));
	tcn_json_close(&a->out, ']');
	tcn_buf_z(&a->out, "}\n");
	tcn_buf_fini(&yaml);
	return rc;
}

static void
send_rule(struct tcn_api_answer *a, enum tcn_rc rc)
{
	if (!tcn_api_answer_failed(a, rc))
		tcn_api_answer_send(a, rc);
}

enum tcn_rc
tcn_api_answer_search(struct tcn_api_answer *a, struct tcn_store_search *search)
{
	const char *name;
	enum tcn_rc rc = TCN_OK;

	*search = (struct tcn_store_search){ 0 };
	for (size_t i = 0; !rc && (name = tcn_search_filter_name(i)); i++)
		rc = tcn_search_filter_take(search, name,
		    tcn_http_call_query(a->call, name), &a->err);
	return rc ? rc : tcn_search_filter_check(search, &a->err);
}

void
tcn_api_propose_rule(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	const char *name = tcn_http_call_query(call, "name");
	struct tcn_store_search search;
	enum tcn_rc rc = tcn_api_answer_search(&a, &search);

	if (!rc)
		rc = add_rule(&a, &search, name ? tcn_str(name) : search.query);
	send_rule(&a, rc);
}

void
tcn_api_propose_saved_rule(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_str name = tcn_str(tcn_http_call_arg(call, 0)), clean;
	struct tcn_store_saved_search_list list = { 0 };
	struct tcn_store_search search;
	enum tcn_rc rc =
	    tcn_store_saved_searches(a.store, name, &a.arena, &list);

	if (!rc && (!name.n || !list.n)) {
		no_search(&a);
		return;
	}
	if (!rc)
		rc = take_query(&a, list.at[0].query, &search, &clean);
	if (!rc)
		rc = add_rule(&a, &search, name);
	send_rule(&a, rc);
}

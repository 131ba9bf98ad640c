/*
 * Parts of an event: its items, its revisions, and the events beside it.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/base/compare.h"
#include "engine/base/err.h"
#include "engine/item/headline.h"
#include "sql/store_dossier.h"
#include "sql/store_latest.h"
#include "tools/serve/api/api_impl.h"

#define ITEMS_DEFAULT  200
#define RELATED_MAX    20 /* stories that are looked at for their events */
#define RELATED_WITHIN ((int64_t)30 * 24 * 3600 * 1000)

/* --- its items --- */

/* Which items are asked for. */
struct asked {
	const char *source, *lang; /* or NULL */
	bool newest; /* first */
	bool fold;
	uint64_t after; /* the item that the page before ended with */
	size_t limit;
};

static enum tcn_rc
take_asked(struct tcn_api_answer *a, struct asked *asked)
{
	const char *order = tcn_http_call_query(a->call, "order");
	enum tcn_rc rc = TCN_OK;

	*asked = (struct asked){
		.source = tcn_http_call_query(a->call, "source"),
		.lang = tcn_http_call_query(a->call, "lang"),
		.newest = order && strcmp(order, "newest") == 0,
		.limit = ITEMS_DEFAULT,
	};
	if (order && !asked->newest && strcmp(order, "oldest") != 0)
		return tcn_err_set(&a->err, TCN_INVALID,
		    "order is oldest or newest, not '%.40s'", order);
	if (tcn_http_call_query(a->call, "limit"))
		rc = tcn_api_answer_limit(a, &asked->limit);
	if (!rc)
		rc = tcn_api_answer_query_number(a, "after", &asked->after);
	return rc ? rc : tcn_api_take_fold(a, &asked->fold);
}

static int
compare_text(const void *a, const void *b)
{
	const struct tcn_store_event_item *x = a, *y = b;

	if (x->article != y->article)
		return x->article < y->article ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

static int
compare_time(const void *a, const void *b)
{
	const struct tcn_store_event_item *x = a, *y = b;

	return tcn_compare_moment(x->ts_ms, x->seq, y->ts_ms, y->seq);
}

/* Of each text the item that came first stays. */
static void
fold_copies(struct tcn_store_event_items *items)
{
	size_t n = 0;

	if (!items->n)
		return;
	qsort(items->at, items->n, sizeof *items->at, compare_text);
	for (size_t i = 0; i < items->n; i++)
		if (i == 0 || items->at[i].article != items->at[i - 1].article)
			items->at[n++] = items->at[i];
	items->n = n;
	qsort(items->at, n, sizeof *items->at, compare_time);
}

/* The i-th item as they are asked for. */
static const struct tcn_store_event_item *
item_at(const struct tcn_store_event_items *items, const struct asked *asked,
    size_t i)
{
	return &items->at[asked->newest ? items->n - 1 - i : i];
}

static enum tcn_rc
add_item(struct tcn_api_answer *a, const struct tcn_store_event_item *of)
{
	struct tcn_store_item_row *item;
	enum tcn_rc rc = tcn_store_item(a->store, of->seq, &a->arena, &item);

	if (rc || !item)
		return rc;
	tcn_json_open(&a->out, NULL, '{');
	tcn_api_json_article_members(item, &a->arena, &a->out);
	rc = tcn_api_add_copies(a, of->article);
	tcn_json_close(&a->out, '}');
	return rc;
}

static enum tcn_rc
answer_items(struct tcn_api_answer *a, const struct tcn_event *event,
    const struct asked *asked)
{
	struct tcn_store_event_items items;
	size_t all, i = 0, end;
	enum tcn_rc rc = tcn_store_event_items(a->store, event, asked->source,
	    asked->lang, &a->arena, &items);

	if (rc)
		return rc;
	all = items.n;
	if (asked->fold)
		fold_copies(&items);
	while (asked->after && i < items.n &&
	    item_at(&items, asked, i)->seq != asked->after)
		i++;
	i += asked->after && i < items.n;
	end = items.n - i < asked->limit ? items.n : i + asked->limit;
	tcn_json_open(&a->out, NULL, '{');
	tcn_json_uint(&a->out, "matching", all);
	tcn_json_uint(&a->out, "texts", items.n);
	tcn_json_open(&a->out, "items", '[');
	for (; !rc && i < end; i++)
		rc = add_item(a, item_at(&items, asked, i));
	tcn_api_answer_end_page(a, end < items.n,
	    end ? item_at(&items, asked, end - 1)->seq : 0);
	return rc;
}

void
tcn_api_get_items(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_event *event;
	struct asked asked;
	enum tcn_rc rc = take_asked(&a, &asked);

	if (!tcn_api_answer_failed(&a, rc) && tcn_api_answer_event(&a, &event))
		tcn_api_answer_send(&a, answer_items(&a, event, &asked));
}

/* --- one revision --- */

void
tcn_api_get_revision(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	const char *text = tcn_http_call_arg(call, 1);
	struct tcn_event *event, *revision = NULL;
	uint64_t number;
	enum tcn_rc rc =
	    tcn_api_answer_number("a revision", text, &number, &a.err);

	if (tcn_api_answer_failed(&a, rc))
		return;
	if (!tcn_api_answer_event(&a, &event))
		return;
	if (number <= event->revision)
		rc = tcn_store_event_revision(a.store, event->id,
		    (uint32_t)number, &a.arena, &revision);
	if (!rc && !revision) {
		tcn_api_answer_error(&a, 404,
		    "the event has no such revision: they count from 1");
		return;
	}
	if (!rc)
		rc = tcn_api_json_event(a.store, revision, &a.arena, &a.out);
	tcn_buf_char(&a.out, '\n');
	tcn_api_answer_send(&a, rc);
}

/* --- events beside it --- */

/* Adds an event as key (NULL: to a list), and what it is to the one asked for;
 * head: it heads their dossier. Nothing of one that is gone. */
static enum tcn_rc
add_other(struct tcn_api_answer *a, const char *key, const char *id,
    const char *relation, bool head)
{
	struct tcn_article shown;
	struct tcn_event *event;
	int64_t since_ms;
	bool open;
	enum tcn_rc rc = tcn_store_event_brief(a->store, id, &a->arena, &event,
	    &since_ms, &open);

	if (!rc && event)
		rc = tcn_store_headline(a->store, tcn_headline_item(event),
		    &a->arena, &shown);
	if (rc || !event)
		return rc;
	tcn_json_open(&a->out, key, '{');
	tcn_json_str(&a->out, "relation", tcn_str(relation));
	if (head)
		tcn_json_bool(&a->out, "head", true);
	tcn_api_json_event_members(event, &shown, 1000, &a->arena, &a->out);
	tcn_json_bool(&a->out, "open", open);
	tcn_json_close(&a->out, '}');
	return TCN_OK;
}

/* Adds an event, once, and why it is related: what is added is in *said. */
static enum tcn_rc
add_related(struct tcn_api_answer *a, const char *id, const char *why,
    struct tcn_store_str_list *said)
{
	for (size_t i = 0; i < said->n; i++)
		if (tcn_str_equal(said->at[i], tcn_str(id)))
			return TCN_OK;
	tcn_arena_str(&a->arena, tcn_str(id), &said->at[said->n++]);
	return add_other(a, NULL, id, why, false);
}

/* Events of stories that share terms with its own. */
static enum tcn_rc
add_alike(struct tcn_api_answer *a, const struct tcn_event *event,
    struct tcn_store_story_list *stories, struct tcn_store_str_list *said,
    size_t said_max)
{
	struct tcn_store_event_list events;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < stories->n; i++) {
		rc = tcn_store_story_events(a->store, stories->at[i].id,
		    &a->arena, &events);
		for (size_t k = 0; !rc && k < events.n && said->n < said_max;
		     k++)
			if (strcmp(events.at[k].id, event->id) != 0)
				rc = add_related(a, events.at[k].id, "terms",
				    said);
	}
	return rc;
}

static enum tcn_rc
answer_related(struct tcn_api_answer *a, const struct tcn_event *event)
{
	struct tcn_store_str_list kin, said = { 0 };
	struct tcn_store_story_list stories = { 0 };
	uint64_t standing = event->story;
	size_t split, max;
	enum tcn_rc rc = tcn_store_event_splits_and_parts(a->store, event->id,
	    &a->arena, &kin, &split);

	if (!rc && standing)
		rc = tcn_store_resolve_story(a->store, standing, &standing);
	if (!rc && standing)
		rc = tcn_store_related_stories(a->store, standing,
		    event->first_ms - RELATED_WITHIN,
		    event->last_ms + RELATED_WITHIN, RELATED_MAX, &a->arena,
		    &stories);
	if (rc)
		return rc;
	max = kin.n + 3 + RELATED_MAX;
	said.at = tcn_arena_zalloc(&a->arena, max, sizeof *said.at);
	said.at[said.n++] = tcn_str(event->id);
	tcn_buf_z(&a->out, "{\"related\":[");
	/* Events that this one comes from or went into, and the other way
	 * round. */
	rc = TCN_OK;
	if (event->split_from[0])
		rc = add_related(a, event->split_from, "split_from", &said);
	if (!rc && event->merged_into[0])
		rc = add_related(a, event->merged_into, "merged_into", &said);
	for (size_t i = 0; !rc && i < kin.n; i++)
		rc = add_related(a, kin.at[i].at,
		    i < split ? "split_off" : "merged", &said);
	if (!rc)
		rc = add_alike(a, event, &stories, &said, max);
	tcn_buf_z(&a->out, "]}\n");
	return rc;
}

void
tcn_api_get_event_related(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_event *event;

	if (tcn_api_answer_event(&a, &event))
		tcn_api_answer_send(&a, answer_related(&a, event));
}

/* --- the dossier that it is an episode of --- */

static enum tcn_rc
answer_dossier(struct tcn_api_answer *a, const struct tcn_event *event)
{
	struct tcn_store_dossier dossier;
	size_t n, here;
	enum tcn_rc rc =
	    tcn_store_dossier(a->store, NULL, event->id, &a->arena, &dossier);

	n = dossier.n < 2 ? 0 : dossier.n;
	here = dossier.here;
	tcn_json_open(&a->out, NULL, '{');
	tcn_json_str(&a->out, "dossier", tcn_str(n ? dossier.id : ""));
	if (!rc && n && here)
		rc = add_other(a, "previous", dossier.at[here - 1].id, "before",
		    here - 1 == dossier.head);
	if (!rc && here + 1 < n)
		rc = add_other(a, "next", dossier.at[here + 1].id, "after",
		    here + 1 == dossier.head);
	tcn_json_open(&a->out, "episodes", '[');
	for (size_t i = 0; !rc && i < n; i++)
		rc = add_other(a, NULL, dossier.at[i].id,
		    i < here       ? "before"
			: i > here ? "after"
				   : "this",
		    i == dossier.head);
	tcn_json_close(&a->out, ']');
	tcn_json_close(&a->out, '}');
	tcn_buf_char(&a->out, '\n');
	return rc;
}

void
tcn_api_get_event_dossier(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_event *event;

	if (tcn_api_answer_event(&a, &event))
		tcn_api_answer_send(&a, answer_dossier(&a, event));
}

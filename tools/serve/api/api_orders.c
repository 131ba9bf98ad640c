/*
 * What a desk orders about which articles an event holds: merges, splits.
 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/item/publisher.h"
#include "sql/outbox.h"
#include "tools/pipeline/desk.h"
#include "tools/pipeline/split.h"
#include "tools/serve/api/api_impl.h"

#define NAMED_MAX 5000 /* articles or publishers of one split */

/* --- what stands in a request --- */

/* "if_revision": 409 when the event has moved on since; false: answered. */
static bool
check_revision(struct tcn_api_answer *a, const struct tcn_json_value *object,
    const struct tcn_event *event)
{
	struct tcn_json_value v = tcn_json_member(object, "if_revision");
	char sentence[160];

	if (v.kind == TCN_JSON_ABSENT || v.kind == TCN_JSON_NULL)
		return true;
	if (v.kind != TCN_JSON_NUMBER || v.n < 1 || v.n > UINT32_MAX) {
		tcn_api_answer_error(a, 400,
		    "\"if_revision\" must be the number of a revision");
		return false;
	}
	if ((uint32_t)v.n == event->revision)
		return true;
	snprintf(sentence, sizeof sentence,
	    "event %s has moved on: its revision is %" PRIu32 " now, look at "
	    "it again",
	    event->id, event->revision);
	tcn_api_answer_error(a, 409, sentence);
	return false;
}

/* The other event, that the body names; false: answered. */
static bool
find_other(struct tcn_api_answer *a, const struct tcn_json_value *object,
    const char *name, struct tcn_event **other)
{
	struct tcn_str id = { 0 };
	char sentence[80];
	enum tcn_rc rc =
	    tcn_api_answer_text(a, object, name, TCN_EVENT_ID_BYTES, &id);

	if (tcn_api_answer_failed(a, rc))
		return false;
	if (!id.n) {
		snprintf(sentence, sizeof sentence,
		    "\"%s\" must be the id of an event", name);
		tcn_api_answer_error(a, 400, sentence);
		return false;
	}
	rc = tcn_store_event(a->store, id.at, &a->arena, other);
	if (rc)
		tcn_api_answer_send(a, rc);
	else if (!*other)
		tcn_api_answer_no_event(a, id.at);
	return !rc && *other;
}

/* --- merges --- */

static void
refuse(struct tcn_api_answer *a, enum tcn_store_order_result result,
    const char *event, const char *into)
{
	char standing[TCN_EVENT_ID_BYTES] = "", sentence[240];
	enum tcn_rc rc = tcn_store_standing_event(a->store, event, standing);

	if (rc) {
		tcn_api_answer_send(a, rc);
		return;
	}
	if (result == TCN_STORE_ORDER_SELF)
		snprintf(sentence, sizeof sentence,
		    "%s cannot become part of %s, which is part of it", event,
		    into);
	else
		snprintf(sentence, sizeof sentence,
		    "%s is part of %s already: take that back first", event,
		    standing);
	tcn_api_answer_error(a, 409, sentence);
}

static void
send_merged(struct tcn_api_answer *a, const struct tcn_store_action *action,
    bool changed)
{
	struct tcn_event *into = NULL;
	enum tcn_rc rc =
	    tcn_store_event(a->store, action->value.at, &a->arena, &into);

	tcn_json_open(&a->out, NULL, '{');
	tcn_json_bool(&a->out, "changed", changed);
	if (!rc && changed)
		tcn_json_object(&a->out, "action", &tcn_store_action_record,
		    action, &a->arena);
	if (!rc && into)
		rc = tcn_api_json_event_desk(a->store, "event", into, &a->arena,
		    &a->out);
	tcn_buf_z(&a->out, "}\n");
	tcn_api_answer_send(a, rc);
}

void
tcn_api_merge(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_store_action action = { .at_ms = tcn_api_act_ms(ctx) };
	enum tcn_store_order_result came = TCN_STORE_ORDER_UNCHANGED;
	struct tcn_event *event, *into;
	struct tcn_json_value object;
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_api_answer_body(&a, &object);

	if (!rc)
		rc = tcn_api_answer_author(&a, &object, &action.author);
	if (tcn_api_answer_failed(&a, rc))
		return;
	if (!tcn_api_answer_event(&a, &event) ||
	    !find_other(&a, &object, "into", &into) ||
	    !check_revision(&a, &object, event) ||
	    !tcn_api_answer_begin(&a, &tx))
		return;
	memcpy(action.event, event->id, sizeof action.event);
	action.value = tcn_str(into->id);
	rc = tcn_api_answer_end(&a,
	    tcn_store_merge(tx, &action, &a.arena, &came));
	if (!rc && came == TCN_STORE_ORDER_DONE)
		tcn_api_notify(a.api);
	if (rc)
		tcn_api_answer_send(&a, rc);
	else if (came == TCN_STORE_ORDER_DONE ||
	    came == TCN_STORE_ORDER_UNCHANGED)
		send_merged(&a, &action, came == TCN_STORE_ORDER_DONE);
	else
		refuse(&a, came, event->id, into->id);
}

/* Takes back the merge that the path names. Serves DELETE, too, whose body the
 * server skips (tools/serve/http/http_scan.h): an empty one. */
void
tcn_api_unmerge(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_store_action action = { .at_ms = tcn_api_act_ms(ctx) };
	enum tcn_store_order_result came = TCN_STORE_ORDER_NO_EVENT;
	struct tcn_json_value object;
	struct tcn_store_tx *tx;
	uint64_t merge;
	enum tcn_rc rc = tcn_api_answer_body(&a, &object);

	if (!rc)
		rc = tcn_api_answer_number("the number of a merge",
		    tcn_http_call_arg(call, 0), &merge, &a.err);
	if (!rc)
		rc = tcn_api_answer_author(&a, &object, &action.author);
	if (tcn_api_answer_failed(&a, rc))
		return;
	if (!tcn_api_answer_begin(&a, &tx))
		return;
	rc = tcn_api_answer_end(&a,
	    tcn_store_unmerge(tx, merge, &action, &a.arena, &came));
	if (rc) {
		tcn_api_answer_send(&a, rc);
		return;
	}
	if (came == TCN_STORE_ORDER_DONE)
		tcn_api_notify(a.api);
	if (came == TCN_STORE_ORDER_NO_EVENT)
		tcn_api_answer_error(&a, 404, "no merge has this number");
	else
		send_merged(&a, &action, came == TCN_STORE_ORDER_DONE);
}

/* How many messages of the event wait to be sent, and will not be. */
static enum tcn_rc
count_waiting(struct tcn_api_answer *a, const char *event, uint64_t *n)
{
	static const enum tcn_outbox_state states[] = { TCN_OUTBOX_PENDING,
		TCN_OUTBOX_HELD };
	const struct tcn_outbox_filter filter = { .event = tcn_str(event) };
	struct tcn_outbox_list list;
	enum tcn_rc rc = tcn_outbox_find(a->store, &filter, &a->arena, &list);

	*n = 0;
	for (size_t i = 0; !rc && i < list.n; i++)
		for (size_t k = 0; k < 2; k++)
			*n += list.at[i].state == states[k];
	return rc;
}

/* Distinct articles of both. */
static enum tcn_rc
count_both(struct tcn_api_answer *a, const struct tcn_event *event,
    const struct tcn_event *into, struct tcn_api_holding counts[3])
{
	struct tcn_store_member_list lists[2], both = { 0 };
	enum tcn_rc rc =
	    tcn_store_members(a->store, event->id, &a->arena, &lists[0]);

	if (!rc)
		rc =
		    tcn_store_members(a->store, into->id, &a->arena, &lists[1]);
	if (rc)
		return rc;
	both.at = tcn_arena_zalloc(&a->arena, lists[0].n + lists[1].n,
	    sizeof *both.at);
	for (int i = 0; i < 2; i++)
		for (size_t k = 0; k < lists[i].n; k++)
			both.at[both.n++] = lists[i].at[k];
	tcn_api_holding(&lists[0], &counts[0]);
	tcn_api_holding(&lists[1], &counts[1]);
	tcn_api_holding(&both, &counts[2]);
	return TCN_OK;
}

void
tcn_api_merge_preview(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_api_holding counts[3];
	struct tcn_event *event, *into;
	struct tcn_json_value object;
	uint64_t waiting = 0;
	enum tcn_rc rc = tcn_api_answer_body(&a, &object);

	if (tcn_api_answer_failed(&a, rc))
		return;
	if (!find_other(&a, &object, "event", &event) ||
	    !find_other(&a, &object, "into", &into))
		return;
	rc = count_both(&a, event, into, counts);
	if (!rc)
		rc = count_waiting(&a, event->id, &waiting);
	tcn_json_open(&a.out, NULL, '{');
	if (!rc)
		rc = tcn_api_json_event_desk(a.store, "event", event, &a.arena,
		    &a.out);
	if (!rc)
		rc = tcn_api_json_event_desk(a.store, "into", into, &a.arena,
		    &a.out);
	if (!rc) {
		tcn_api_json_holding("event_holds", &counts[0], &a.out);
		tcn_api_json_holding("into_holds", &counts[1], &a.out);
		tcn_api_json_holding("together", &counts[2], &a.out);
	}
	tcn_json_uint(&a.out, "messages_dropped", waiting);
	tcn_buf_z(&a.out, "}\n");
	tcn_api_answer_send(&a, rc);
}

/* --- splits --- */

struct named {
	struct tcn_str *at;
	size_t n;
};

/* An array of texts, none when it is absent. */
static enum tcn_rc
take_names(struct tcn_api_answer *a, const struct tcn_json_value *object,
    const char *name, struct named *names)
{
	struct tcn_json_value list = tcn_json_member(object, name), v;

	*names = (struct named){ 0 };
	if (list.kind == TCN_JSON_ABSENT || list.kind == TCN_JSON_NULL)
		return TCN_OK;
	if (list.kind != TCN_JSON_ARRAY)
		return tcn_err_set(&a->err, TCN_INVALID,
		    "\"%s\" must be a list", name);
	names->at = tcn_arena_zalloc(&a->arena, NAMED_MAX, sizeof *names->at);
	for (v = tcn_json_first(&list); v.kind != TCN_JSON_ABSENT;
	     v = tcn_json_next(&v)) {
		if (v.kind != TCN_JSON_STRING || names->n == NAMED_MAX)
			return tcn_err_set(&a->err, TCN_INVALID,
			    "\"%s\" must hold at most %d texts", name,
			    NAMED_MAX);
		names->at[names->n++] = v.s;
	}
	return TCN_OK;
}

static bool
is_named(const struct named *names, struct tcn_str text)
{
	for (size_t i = 0; i < names->n; i++)
		if (tcn_str_equal(names->at[i], text))
			return true;
	return false;
}

/* The publishers that have one of these names, as a source writes it or as the
 * site of its addresses. */
static void
is_publisher(struct tcn_api_answer *a, const struct named *names,
    const struct tcn_article *article, bool *is)
{
	struct tcn_str name;

	*is = article->source.n && is_named(names, article->source);
	if (*is || !names->n)
		return;
	tcn_publisher_name(&a->arena, article->url, article->source, &name);
	*is = name.n && is_named(names, name);
}

/* What of the event the names stand for. */
static enum tcn_rc
find_named(struct tcn_api_answer *a, const char *event, const struct named *ids,
    const struct named *publishers, struct tcn_store_split *what)
{
	struct tcn_store_member_list members;
	uint64_t *seqs, *of;
	enum tcn_rc rc =
	    tcn_store_own_members(a->store, event, &a->arena, &members);

	if (rc)
		return rc;
	seqs = tcn_arena_zalloc(&a->arena, members.n, sizeof *seqs);
	of = tcn_arena_zalloc(&a->arena, members.n, sizeof *of);
	what->seqs = seqs;
	what->publishers = of;
	for (size_t i = 0; !rc && i < members.n; i++) {
		const struct tcn_store_member *m = &members.at[i];
		struct tcn_store_item_row *item;
		bool is;

		rc = tcn_store_item(a->store, m->seq, &a->arena, &item);
		if (rc || !item)
			continue;
		if (is_named(ids, item->article.id))
			seqs[what->seqs_n++] = m->seq;
		is_publisher(a, publishers, &item->article, &is);
		if (is && m->publisher)
			of[what->publishers_n++] = m->publisher;
	}
	return rc;
}

static enum tcn_rc
take_split(struct tcn_api_answer *a, const struct tcn_json_value *object,
    struct tcn_split_order *order, bool *preview)
{
	struct tcn_json_value v = tcn_json_member(object, "preview");
	struct named ids, publishers;
	enum tcn_rc rc = take_names(a, object, "items", &ids);

	*preview = v.kind == TCN_JSON_BOOL && v.n > 0;
	if (!rc)
		rc = take_names(a, object, "publishers", &publishers);
	if (!rc && !ids.n && !publishers.n)
		rc = tcn_err_set(&a->err, TCN_INVALID,
		    "\"items\" or \"publishers\" must say what is split off");
	if (!rc)
		rc = tcn_api_answer_author(a, object, &order->author);
	return rc
	    ? rc
	    : find_named(a, order->from->id, &ids, &publishers, &order->what);
}

static void
send_split(struct tcn_api_answer *a, enum tcn_rc rc,
    enum tcn_split_result result, const struct tcn_event *made,
    const struct tcn_store_action *action)
{
	if (!rc && result != TCN_SPLIT_DONE) {
		tcn_api_answer_error(a, 409,
		    result == TCN_SPLIT_NOTHING
			? "none of these belongs to the event itself: split "
			  "the one that "
			  "they came with"
			: "nothing would be left of the event");
		return;
	}
	tcn_json_open(&a->out, NULL, '{');
	tcn_json_bool(&a->out, "changed", action != NULL);
	if (!rc && action)
		tcn_json_object(&a->out, "action", &tcn_store_action_record,
		    action, &a->arena);
	if (!rc)
		rc = tcn_api_json_event_desk(a->store, "event", made, &a->arena,
		    &a->out);
	tcn_buf_z(&a->out, "}\n");
	tcn_api_answer_send(a, rc);
}

/* Writes the messages to receivers, in the transaction that made the event. */
static enum tcn_rc
tell(struct tcn_api *api, struct tcn_store_tx *tx, const struct tcn_event *made)
{
	return api->dispatch
	    ? tcn_dispatch_event(api->dispatch, tx, made, tcn_api_act_ms(api))
	    : TCN_OK;
}

static void
split(struct tcn_api_answer *a, struct tcn_prepare *prep,
    const struct tcn_split_order *order)
{
	struct tcn_store_action action;
	struct tcn_store_tx *tx;
	enum tcn_split_result result = TCN_SPLIT_NOTHING;
	struct tcn_event made;
	enum tcn_rc rc;

	if (!tcn_api_answer_begin(a, &tx))
		return;
	rc = tcn_split_make(tx, a->store, prep, order, &a->arena, &made,
	    &action, &result);
	if (!rc && result == TCN_SPLIT_DONE)
		rc = tell(a->api, tx, &made);
	rc = tcn_api_answer_end(a, rc);
	if (!rc && result == TCN_SPLIT_DONE)
		tcn_api_notify(a->api);
	send_split(a, rc, result, &made, &action);
}

void
tcn_api_split(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_split_order order = { .at_ms = tcn_api_act_ms(ctx) };
	enum tcn_split_result result = TCN_SPLIT_NOTHING;
	struct tcn_prepare *prep = tcn_api_prepare(ctx);
	struct tcn_json_value object;
	struct tcn_event *event, made;
	bool preview;
	enum tcn_rc rc = tcn_api_answer_body(&a, &object);

	if (tcn_api_answer_failed(&a, rc))
		return;
	if (!tcn_api_answer_event(&a, &event) ||
	    !check_revision(&a, &object, event))
		return;
	order.from = event;
	order.stream_ms = a.api->pipe ? tcn_pipeline_stream_ms(a.api->pipe)
				      : event->changed_ms;
	rc = take_split(&a, &object, &order, &preview);
	if (tcn_api_answer_failed(&a, rc)) {
		return;
	} else if (preview) {
		rc = tcn_split_preview(a.store, prep, &order, &a.arena, &made,
		    &result);
		send_split(&a, rc, result, &made, NULL);
	} else {
		split(&a, prep, &order);
	}
}

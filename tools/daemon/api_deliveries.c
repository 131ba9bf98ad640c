#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/outbox.h"
#include "tools/base/now.h"
#include "tools/daemon/api_impl.h"
#include "tools/deliver/delivery.h"
#include "tools/deliver/dispatch.h"

static enum tcn_rc
take_filter(const struct tcn_api_answer *a, struct tcn_outbox_filter *filter,
    struct tcn_err *err)
{
	const char *event = tcn_http_call_query(a->call, "event");
	const char *receiver = tcn_http_call_query(a->call, "receiver");
	const char *state = tcn_http_call_query(a->call, "state");
	enum tcn_rc rc;

	*filter = (struct tcn_outbox_filter){
		.event = tcn_str(event ? event : ""),
		.receiver = tcn_str(receiver ? receiver : ""),
		.states = state ? tcn_delivery_state(state) : 0,
	};
	if (state && !filter->states)
		return tcn_err_set(err, TCN_INVALID,
		    "state must be pending, held, sent, dead, superseded or "
		    "dropped");
	rc = tcn_api_answer_query_number(a, "before", &filter->before, err);
	return rc ? rc : tcn_api_answer_limit(a, &filter->limit, err);
}

void
tcn_api_get_deliveries(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_outbox_filter filter;
	struct tcn_outbox_list all;
	struct tcn_err err = { 0 };
	enum tcn_rc rc = take_filter(&a, &filter, &err);
	size_t limit = filter.limit;
	bool more;

	if (rc) {
		tcn_api_answer_fail(&a, rc, &err);
		return;
	}
	filter.limit++;
	rc = tcn_outbox_find(a.store, &filter, &a.arena, &all);
	more = !rc && all.n > limit;
	tcn_buf_z(&a.out, "{\"deliveries\":[");
	for (size_t i = 0; !rc && i < all.n && i < limit; i++)
		rc = tcn_delivery_json(a.store, &all.at[i], false, &a.arena,
		    &a.out);
	tcn_api_answer_end_page(&a, more, more ? all.at[limit - 1].id : 0);
	tcn_api_answer_send(&a, rc);
}

/* Sends the message as it is now, or 404. */
static void
send_message(struct tcn_api_answer *a, uint64_t id)
{
	struct tcn_outbox_message *m = NULL;
	enum tcn_rc rc = tcn_outbox_get(a->store, id, &a->arena, &m);

	if (!rc && !m) {
		tcn_api_answer_error(a, 404, "no message has that number");
		return;
	}
	if (!rc)
		rc = tcn_delivery_json(a->store, m, true, &a->arena, &a->out);
	tcn_buf_char(&a->out, '\n');
	tcn_api_answer_send(a, rc);
}

/* Reads the number in the path; false: it is none, and 404 was sent. */
static bool
take_id(struct tcn_api_answer *a, uint64_t *id)
{
	struct tcn_err err;

	if (!tcn_api_answer_number("the path", tcn_http_call_arg(a->call, 0),
		id, &err))
		return true;
	tcn_api_answer_error(a, 404, "no message has that number");
	return false;
}

void
tcn_api_get_delivery(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	uint64_t id;

	if (take_id(&a, &id))
		send_message(&a, id);
}

typedef enum tcn_rc change_fn(struct tcn_store_tx *tx, uint64_t id,
    int64_t now_ms, struct tcn_str why, bool *found);

/* Changes the message in a transaction; its reason names the author. */
static enum tcn_rc
change_as(struct tcn_api_answer *a, struct tcn_store_tx *tx, uint64_t id,
    change_fn *fn, const char *word, struct tcn_str author, bool *found)
{
	struct tcn_buf why = { 0 };
	enum tcn_rc rc = TCN_NOMEM;

	tcn_buf_printf(&why, "%s by %.*s", word, TCN_STR_ARG(author));
	if (!why.failed)
		rc = fn(tx, id, tcn_now_wall_ms(), tcn_buf_view(&why), found);
	tcn_buf_fini(&why);
	return tcn_api_answer_end(a, rc);
}

static void
change(void *ctx, struct tcn_http_call *call, change_fn *fn, const char *word)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_json_value object;
	struct tcn_err err = { 0 };
	struct tcn_store_tx *tx;
	struct tcn_str author;
	bool found = false;
	uint64_t id;
	enum tcn_rc rc;

	if (!take_id(&a, &id))
		return;
	rc = tcn_api_answer_body(&a, &object, &err);
	if (!rc)
		rc = tcn_api_answer_author(&a, &object, &author, &err);
	if (rc) {
		tcn_api_answer_fail(&a, rc, &err);
		return;
	}
	if (!tcn_api_answer_begin(&a, &tx))
		return;
	rc = change_as(&a, tx, id, fn, word, author, &found);
	if (rc) {
		tcn_api_answer_send(&a, rc);
		return;
	}
	if (!found) {
		tcn_api_answer_error(&a, 404,
		    "no message of that number can be so changed");
		return;
	}
	tcn_dispatch_wake(a.api->dispatch);
	send_message(&a, id);
}

void
tcn_api_resend_delivery(void *ctx, struct tcn_http_call *call)
{
	change(ctx, call, tcn_outbox_resend, "sent again");
}

void
tcn_api_drop_delivery(void *ctx, struct tcn_http_call *call)
{
	change(ctx, call, tcn_outbox_drop, "dropped");
}

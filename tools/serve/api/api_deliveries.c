#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/outbox.h"
#include "tools/base/now.h"
#include "tools/serve/api/api_impl.h"
#include "tools/serve/deliver/delivery.h"
#include "tools/serve/deliver/dispatch.h"

/* Reads "state": one or several, with commas between them. */
static enum tcn_rc
take_states(struct tcn_api_answer *a, unsigned *states)
{
	const char *text = tcn_http_call_query(a->call, "state");

	*states = 0;
	while (text) {
		char name[16] = "";
		size_t n = strcspn(text, ",");
		unsigned bit;

		if (n < sizeof name)
			memcpy(name, text, n);
		bit = tcn_delivery_state(name);
		if (!bit)
			return tcn_err_set(&a->err, TCN_INVALID,
			    "state must be pending, held, sent, dead, "
			    "superseded or dropped, not '%.*s'",
			    (int)n, text);
		*states |= bit;
		text = text[n] ? text + n + 1 : NULL;
	}
	return TCN_OK;
}

static enum tcn_rc
take_filter(struct tcn_api_answer *a, struct tcn_outbox_filter *filter)
{
	const char *event = tcn_http_call_query(a->call, "event");
	const char *receiver = tcn_http_call_query(a->call, "receiver");
	unsigned states;
	enum tcn_rc rc = take_states(a, &states);

	*filter = (struct tcn_outbox_filter){
		.event = tcn_str(event ? event : ""),
		.receiver = tcn_str(receiver ? receiver : ""),
		.states = states,
	};
	if (!rc)
		rc = tcn_api_answer_query_number(a, "before", &filter->before);
	if (!rc)
		rc =
		    tcn_api_answer_query_number(a, "silence", &filter->silence);
	return rc ? rc : tcn_api_answer_limit(a, &filter->limit);
}

/* A message of a list, with the headline of its event. */
static enum tcn_rc
add_message(struct tcn_api_answer *a, const struct tcn_outbox_message *m)
{
	struct tcn_event *event = NULL;
	struct tcn_str id;
	enum tcn_rc rc =
	    tcn_delivery_json(a->store, m, false, &a->arena, &a->out);

	if (!rc)
		tcn_arena_str(&a->arena, m->event, &id);
	if (!rc)
		rc = tcn_store_event(a->store, id.at, &a->arena, &event);
	if (rc || !event)
		return rc;
	a->out.n--; /* the closing brace, for more members */
	rc = tcn_api_json_event_title(a->store, event, &a->arena, &a->out);
	tcn_json_close(&a->out, '}');
	return rc;
}

void
tcn_api_get_deliveries(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_outbox_filter filter;
	struct tcn_outbox_list all;
	enum tcn_rc rc = take_filter(&a, &filter);
	size_t limit = filter.limit;
	bool more;

	if (tcn_api_answer_failed(&a, rc))
		return;
	filter.limit++;
	rc = tcn_outbox_find(a.store, &filter, &a.arena, &all);
	more = !rc && all.n > limit;
	tcn_buf_z(&a.out, "{\"deliveries\":[");
	for (size_t i = 0; !rc && i < all.n && i < limit; i++)
		rc = add_message(&a, &all.at[i]);
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

	if (!tcn_api_answer_number("the path", tcn_http_call_arg(a->call, 0),
		id, &a->err))
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
	enum tcn_rc rc;

	tcn_buf_printf(&why, "%s by %.*s", word, TCN_STR_ARG(author));
	rc = fn(tx, id, tcn_now_wall_ms(), tcn_buf_view(&why), found);
	tcn_buf_fini(&why);
	return tcn_api_answer_end(a, rc);
}

static void
change(void *ctx, struct tcn_http_call *call, change_fn *fn, const char *word)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_json_value object;
	struct tcn_store_tx *tx;
	struct tcn_str author;
	bool found = false;
	uint64_t id;
	enum tcn_rc rc;

	if (!take_id(&a, &id))
		return;
	rc = tcn_api_answer_body(&a, &object);
	if (!rc)
		rc = tcn_api_answer_author(&a, &object, &author);
	if (tcn_api_answer_failed(&a, rc))
		return;
	if (!tcn_api_answer_begin(&a, &tx))
		return;
	rc = change_as(&a, tx, id, fn, word, author, &found);
	if (rc) {
		tcn_api_answer_send(&a, rc);
		return;
	}
	if (!found) {
		tcn_api_answer_error(&a, 404,
		    "the message of that number does not exist, or is not in a "
		    "state that allows this");
		return;
	}
	tcn_api_notify(a.api);
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

/* --- many at once --- */

/* Changes all messages of the filter in one transaction; *n: how many. */
static enum tcn_rc
change_each(struct tcn_api_answer *a, struct tcn_store_tx *tx,
    const struct tcn_outbox_filter *filter, change_fn *fn, struct tcn_str why,
    size_t *n)
{
	struct tcn_outbox_list all;
	int64_t now_ms = tcn_now_wall_ms();
	enum tcn_rc rc = tcn_outbox_find(a->store, filter, &a->arena, &all);

	/* They are listed with the newest first, and sent in their order. */
	for (size_t i = rc ? 0 : all.n; !rc && i-- > 0;) {
		bool found = false;

		rc = fn(tx, all.at[i].id, now_ms, why, &found);
		*n += !rc && found;
	}
	return rc;
}

/* Reads what is to be changed, and says "WORD by AUTHOR" in *why. */
static enum tcn_rc
take_many(struct tcn_api_answer *a, const char *word,
    struct tcn_outbox_filter *filter, struct tcn_buf *why)
{
	struct tcn_json_value object;
	struct tcn_str author;
	enum tcn_rc rc = take_filter(a, filter);

	filter->limit = 0;
	if (!rc && !filter->states)
		rc = tcn_err_set(&a->err, TCN_INVALID,
		    "name the messages by their state: pending, held, sent, "
		    "dead, superseded or dropped");
	if (!rc)
		rc = tcn_api_answer_body(a, &object);
	if (!rc)
		rc = tcn_api_answer_author(a, &object, &author);
	if (rc)
		return rc;
	tcn_buf_printf(why, "%s by %.*s", word, TCN_STR_ARG(author));
	return TCN_OK;
}

static void
change_many(void *ctx, struct tcn_http_call *call, change_fn *fn,
    const char *word)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_outbox_filter filter;
	struct tcn_buf why = { 0 };
	struct tcn_store_tx *tx;
	size_t n = 0;
	enum tcn_rc rc = take_many(&a, word, &filter, &why);

	if (!tcn_api_answer_failed(&a, rc) && tcn_api_answer_begin(&a, &tx)) {
		rc = tcn_api_answer_end(&a,
		    change_each(&a, tx, &filter, fn, tcn_buf_view(&why), &n));
		if (!rc)
			tcn_api_notify(ctx);
		tcn_json_open(&a.out, NULL, '{');
		tcn_json_uint(&a.out, "changed", n);
		tcn_buf_z(&a.out, "}\n");
		tcn_api_answer_send(&a, rc);
	}
	tcn_buf_fini(&why);
}

void
tcn_api_resend_deliveries(void *ctx, struct tcn_http_call *call)
{
	change_many(ctx, call, tcn_outbox_resend, "sent again");
}

void
tcn_api_drop_deliveries(void *ctx, struct tcn_http_call *call)
{
	change_many(ctx, call, tcn_outbox_drop, "dropped");
}

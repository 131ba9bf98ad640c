/*
 * Routes of receivers: how each fares, and test messages to them.
 */
#include <string.h>

#include "tools/base/now.h"
#include "tools/serve/api/api_impl.h"
#include "tools/serve/deliver/channel.h"

static const struct tcn_outbox_summary *
find_summary(const struct tcn_outbox_summary_list *all, const char *name)
{
	static const struct tcn_outbox_summary none = {
		.sent_ms = TCN_UNDATED,
		.failed_ms = TCN_UNDATED,
	};

	for (size_t i = 0; i < all->n; i++)
		if (tcn_str_equal(all->at[i].receiver, tcn_str(name)))
			return &all->at[i];
	return &none;
}

/* How it fares, by the last thing that came of a message to it. */
static const char *
state_of(const struct tcn_outbox_summary *is)
{
	if (is->sent_ms == TCN_UNDATED && is->failed_ms == TCN_UNDATED)
		return "unused";
	return is->failed_ms > is->sent_ms ? "failing" : "well";
}

static void
put_error(struct tcn_api_answer *a, const char *key, struct tcn_str error)
{
	if (!error.n)
		tcn_json_null(&a->out, key);
	else
		tcn_api_json_text(&a->out, key, error, 1000, &a->arena);
}

static void
put_test(struct tcn_api_answer *a, const struct tcn_send_tests_last *last)
{
	if (!last->at_ms) {
		tcn_json_null(&a->out, "test");
		return;
	}
	tcn_json_open(&a->out, "test", '{');
	tcn_json_str(&a->out, "state",
	    tcn_str(last->under_way ? "under_way"
		    : last->ok      ? "taken"
				    : "failed"));
	tcn_json_time(&a->out, "at", last->at_ms);
	tcn_json_seconds(&a->out, "took_seconds", last->took_ms);
	if (last->status)
		tcn_json_uint(&a->out, "status", (uint64_t)last->status);
	else
		tcn_json_null(&a->out, "status");
	put_error(a, "error", tcn_str(last->error));
	tcn_json_close(&a->out, '}');
}

/* The i-th receiver of the file. */
static void
put_receiver(struct tcn_api_answer *a, size_t i,
    const struct tcn_outbox_summary_list *all)
{
	const struct tcn_receiver *r =
	    &tcn_dispatch_receivers(a->api->dispatch)->at[i];
	const struct tcn_outbox_summary *is = find_summary(all, r->name);

	tcn_json_open(&a->out, NULL, '{');
	tcn_json_str(&a->out, "receiver", tcn_str(r->name));
	tcn_json_str(&a->out, "kind", tcn_str(r->channel->name));
	tcn_json_str(&a->out, "state", tcn_str(state_of(is)));
	tcn_json_uint(&a->out, "waiting", is->counts[TCN_OUTBOX_PENDING]);
	tcn_json_uint(&a->out, "held", is->counts[TCN_OUTBOX_HELD]);
	tcn_json_uint(&a->out, "sent", is->counts[TCN_OUTBOX_SENT]);
	tcn_json_uint(&a->out, "dead", is->counts[TCN_OUTBOX_DEAD]);
	tcn_json_time(&a->out, "last_sent_at", is->sent_ms);
	tcn_json_time(&a->out, "last_failed_at", is->failed_ms);
	put_error(a, "last_error", is->error);
	put_test(a,
	    tcn_send_tests_last(tcn_dispatch_tests(a->api->dispatch), i));
	tcn_json_close(&a->out, '}');
}

static void
put_desks(struct tcn_buf *out, const struct tcn_receiver_set *set)
{
	tcn_json_open(out, "desks", '[');
	for (size_t i = 0; i < set->desks_n; i++) {
		const struct tcn_receiver_desk *desk = &set->desks[i];

		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "desk", tcn_str(desk->name));
		tcn_json_open(out, "receivers", '[');
		for (size_t r = 0; r < desk->names.n; r++)
			tcn_json_str(out, NULL, tcn_str(desk->names.at[r]));
		tcn_json_close(out, ']');
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

void
tcn_api_get_receivers(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	const struct tcn_receiver_set *set;
	struct tcn_outbox_summary_list all;
	enum tcn_rc rc;

	if (!tcn_api_answer_daemon(&a))
		return;
	set = tcn_dispatch_receivers(a.api->dispatch);
	rc = tcn_outbox_summarize(a.store, &a.arena, &all);
	tcn_json_open(&a.out, NULL, '{');
	tcn_json_open(&a.out, "receivers", '[');
	for (size_t i = 0; !rc && i < set->n; i++)
		put_receiver(&a, i, &all);
	tcn_json_close(&a.out, ']');
	put_desks(&a.out, set);
	tcn_buf_z(&a.out, "}\n");
	tcn_api_answer_send(&a, rc);
}

/* Answers at once; GET /v1/receivers tells what came of it. */
void
tcn_api_test_receiver(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	const char *name = tcn_http_call_arg(call, 0);
	const struct tcn_receiver_set *set;
	struct tcn_outbox_summary_list all;
	size_t i = 0;
	enum tcn_rc rc;

	if (!tcn_api_answer_daemon(&a))
		return;
	set = tcn_dispatch_receivers(a.api->dispatch);
	while (i < set->n && strcmp(set->at[i].name, name) != 0)
		i++;
	if (i == set->n) {
		tcn_api_answer_error(&a, 404,
		    "no receiver of the file has that name");
		return;
	}
	rc = tcn_send_tests_send(tcn_dispatch_tests(a.api->dispatch), i,
	    tcn_now_wall_ms());
	if (!rc)
		rc = tcn_outbox_summarize(a.store, &a.arena, &all);
	if (!rc)
		put_receiver(&a, i, &all);
	a.status = 202;
	tcn_buf_char(&a.out, '\n');
	tcn_api_answer_send(&a, rc);
}

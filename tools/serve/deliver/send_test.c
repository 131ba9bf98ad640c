#include "tools/serve/deliver/send_test.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "tools/base/now.h"

void
tcn_send_test_write(struct tcn_send_test *test,
    const struct tcn_receiver *receiver, int64_t now_ms)
{
	struct tcn_channel_outgoing named = { .receiver = receiver,
		.revision = 1 };
	struct tcn_message_content message;
	struct tcn_message_item item;

	assert(!test->under_way);
	tcn_buf_clear(&test->key);
	tcn_buf_clear(&test->body);
	test->receiver = receiver;
	tcn_message_sample(receiver->words, &test->event, &message);
	item = message.items[0];
	item.ts_ms = now_ms;
	message.items = &item;
	snprintf(test->event.id, sizeof test->event.id, "test-%" PRId64,
	    now_ms);
	test->event.fired_ms = test->event.changed_ms = now_ms;
	test->event.first_ms = test->event.last_ms = now_ms;
	named.event = tcn_str(test->event.id);
	tcn_message_idempotency_key(&named, &test->key);
	message.key = tcn_buf_view(&test->key);
	message.now_ms = now_ms;
	test->outgoing = (struct tcn_channel_outgoing){ .receiver = receiver,
		.event = named.event,
		.revision = 1,
		.now_ms = now_ms };
	receiver->channel->write(receiver, &message, &test->body);
}

static void
on_result(void *ctx, const struct tcn_transport_result *result)
{
	struct tcn_send_test *test = ctx;

	test->took_ms = tcn_now_monotonic_ms() - test->began_ms;
	test->under_way = false;
	test->done(test, result);
}

enum tcn_rc
tcn_send_test_send(struct tcn_send_test *test, struct tcn_transport *transport,
    tcn_send_test_fn *done)
{
	enum tcn_rc rc;

	assert(!test->under_way && test->receiver);
	test->outgoing.body = tcn_buf_view(&test->body);
	test->began_ms = tcn_now_monotonic_ms();
	test->done = done;
	test->under_way = true;
	rc = tcn_transport_send(transport, &test->outgoing, on_result, test);
	if (rc)
		test->under_way = false;
	return rc;
}

void
tcn_send_test_fini(struct tcn_send_test *test)
{
	tcn_buf_fini(&test->key);
	tcn_buf_fini(&test->body);
}

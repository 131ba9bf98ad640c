#include "tools/serve/deliver/send_tests.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tools/serve/deliver/send_test.h"

struct entry {
	struct tcn_send_test test;
	struct tcn_send_tests_last last;
};

struct tcn_send_tests {
	struct event_base *base;
	const struct tcn_linker *linker;
	const struct tcn_receiver_set *receivers;
	struct tcn_transport *transport; /* NULL: not needed yet */
	struct entry *at; /* of each receiver */
};

static void
drop_entries(struct entry *at, size_t n)
{
	for (size_t i = 0; at && i < n; i++)
		tcn_send_test_fini(&at[i].test);
	tcn_mem_free(at);
}

/* Takes over what is known of a receiver of that name. */
static void
inherit(const struct tcn_send_tests *tests, const char *name,
    struct tcn_send_tests_last *last)
{
	for (size_t i = 0; tests->at && i < tests->receivers->n; i++)
		if (strcmp(tests->receivers->at[i].name, name) == 0)
			*last = tests->at[i].last;
	if (!last->under_way)
		return;
	last->under_way = last->ok = false;
	snprintf(last->error, sizeof last->error,
	    "given up, as the file of receivers was read anew");
}

void
tcn_send_tests_set_receivers(struct tcn_send_tests *tests,
    const struct tcn_receiver_set *receivers)
{
	struct entry *at = tcn_mem_calloc(receivers->n + 1, sizeof *at);

	for (size_t i = 0; i < receivers->n; i++)
		inherit(tests, receivers->at[i].name, &at[i].last);
	tcn_transport_free(tests->transport); /* nothing is under way now */
	if (tests->at)
		drop_entries(tests->at, tests->receivers->n);
	tests->transport = NULL;
	tests->receivers = receivers;
	tests->at = at;
}

struct tcn_send_tests *
tcn_send_tests_new(struct event_base *base, const struct tcn_linker *linker,
    const struct tcn_receiver_set *receivers)
{
	struct tcn_send_tests *tests = tcn_mem_calloc(1, sizeof *tests);

	tests->base = base;
	tests->linker = linker;
	tcn_send_tests_set_receivers(tests, receivers);
	return tests;
}

void
tcn_send_tests_free(struct tcn_send_tests *tests)
{
	if (!tests)
		return;
	tcn_transport_free(tests->transport);
	drop_entries(tests->at, tests->receivers->n);
	tcn_mem_free(tests);
}

static void
on_done(struct tcn_send_test *test, const struct tcn_transport_result *result)
{
	struct tcn_send_tests_last *last = test->ctx;

	last->under_way = false;
	last->ok = result->ok;
	last->took_ms = test->took_ms;
	last->status = result->status;
	snprintf(last->error, sizeof last->error, "%s",
	    result->ok || !result->error ? "" : result->error);
}

enum tcn_rc
tcn_send_tests_send(struct tcn_send_tests *tests, size_t i, int64_t now_ms)
{
	struct entry *e = &tests->at[i];
	enum tcn_rc rc;

	assert(i < tests->receivers->n);
	if (e->test.under_way)
		return TCN_OK;
	e->last =
	    (struct tcn_send_tests_last){ .at_ms = now_ms, .under_way = true };
	e->test.ctx = &e->last;
	tcn_send_test_write(&e->test, &tests->receivers->at[i], now_ms);
	if (!tests->transport) {
		tests->transport = tcn_transport_new(tests->base, "tocsin");
		tcn_transport_set_linker(tests->transport, tests->linker);
	}
	rc = tcn_send_test_send(&e->test, tests->transport, on_done);
	if (rc) {
		e->last.under_way = false;
		snprintf(e->last.error, sizeof e->last.error,
		    "it cannot be started");
	}
	return rc;
}

const struct tcn_send_tests_last *
tcn_send_tests_last(const struct tcn_send_tests *tests, size_t i)
{
	assert(i < tests->receivers->n);
	return &tests->at[i].last;
}

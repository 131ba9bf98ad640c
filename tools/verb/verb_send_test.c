/*
 * tocsin send-test: sends a test message to a receiver.
 */
#include <event2/event.h>
#include <inttypes.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/base/now.h"
#include "tools/base/safe.h"
#include "tools/base/say.h"
#include "tools/conf/conf.h"
#include "tools/serve/deliver/send_test.h"
#include "tools/verb/verb.h"

#define LINE_CHARS ((size_t)100000)

struct args {
	struct tcn_conf_args conf;
	bool quiet;
};

static const struct tcn_opt opts[] = {
	{ "quiet", 'q', NULL, "do not print what is sent and answered",
	    TCN_OPT_FLAG, offsetof(struct args, quiet) },
	TCN_CONF_OPTS(struct args, conf),
	{ 0 },
};

/* One test message while it is being sent. */
struct trial {
	const struct args *args;
	struct event_base *base;
	struct tcn_transport *transport;
	const struct tcn_receiver *receiver;
	bool done, ok;
};

/* Shows a text line by line, with control characters made harmless. */
static void
say_block(const char *name, struct tcn_str text)
{
	struct tcn_arena arena;
	struct tcn_buf out = { 0 };

	tcn_arena_init(&arena, 0);
	while (text.n) {
		const char *end = memchr(text.at, '\n', text.n);
		size_t n = end ? (size_t)(end - text.at) : text.n;
		struct tcn_str line = { text.at, n };

		tcn_safe_text(&arena, line, LINE_CHARS, &line);
		tcn_buf_printf(&out, "  %s  %.*s\n", name, TCN_STR_ARG(line));
		text.at += n + (end != NULL);
		text.n -= n + (end != NULL);
	}
	(void)!tcn_say_out(&out);
	tcn_buf_fini(&out);
	tcn_arena_fini(&arena);
}

static void
on_result(struct tcn_send_test *test, const struct tcn_transport_result *result)
{
	struct trial *t = test->ctx;
	struct tcn_buf out = { 0 };

	tcn_buf_printf(&out, "%s (%s): ", t->receiver->name,
	    t->receiver->channel->name);
	if (result->ok)
		tcn_buf_printf(&out, "sent in %" PRId64 " ms", test->took_ms);
	else
		tcn_safe_terminal(&out, tcn_str(result->error));
	if (result->ok && result->status)
		tcn_buf_printf(&out, ", status %" PRId64, result->status);
	tcn_buf_char(&out, '\n');
	if (!t->args->quiet)
		say_block("<", result->answer);
	(void)!tcn_say_out(&out);
	tcn_buf_fini(&out);
	t->ok = result->ok;
	t->done = true;
	event_base_loopbreak(t->base);
}

static enum tcn_rc
send_one(struct trial *t)
{
	struct tcn_send_test test = { .ctx = t };
	enum tcn_rc rc;

	tcn_send_test_write(&test, t->receiver, tcn_now_wall_ms());
	t->done = false;
	if (!t->args->quiet)
		say_block(">", tcn_buf_view(&test.body));
	rc = tcn_send_test_send(&test, t->transport, on_result);
	if (!rc && !t->done)
		event_base_dispatch(t->base);
	tcn_send_test_fini(&test);
	return rc;
}

static int
send_all(struct trial *t, const struct tcn_receiver_set *all, int argc,
    char **argv)
{
	int code = TCN_EXIT_OK;
	enum tcn_rc rc;

	for (int i = 0; i < argc; i++) {
		t->receiver = tcn_receiver_find(all, tcn_str(argv[i]));
		if (!t->receiver) {
			tcn_say("no receiver is called '%s'", argv[i]);
			return TCN_EXIT_USAGE;
		}
	}
	for (int i = 0; i < argc; i++) {
		t->receiver = tcn_receiver_find(all, tcn_str(argv[i]));
		rc = send_one(t);
		if (rc)
			return tcn_say_rc(rc, NULL);
		if (!t->ok)
			code = TCN_EXIT_NO;
	}
	return code;
}

static int
run_send_test(const void *opts_in, const struct tcn_conf *conf, int argc,
    char **argv)
{
	const struct args *args = opts_in;
	struct trial t = { .args = args, .base = event_base_new() };
	struct tcn_receiver_set *all = NULL;
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	int code;

	if (!conf->deliver.receivers) {
		tcn_say("deliver.receivers names no file: give it with --set "
			"or -c");
		rc = TCN_INVALID;
		code = TCN_EXIT_USAGE;
	} else {
		rc = tcn_receiver_set_read(conf->deliver.receivers, &all, &err);
		if (!rc) {
			tcn_receiver_set_speak(all,
			    (enum tcn_words_language)conf->report.language,
			    conf->report.zone);
			if (!t.base)
				tcn_mem_end();
			t.transport = tcn_transport_new(t.base, "tocsin");
		}
		code =
		    rc ? tcn_say_rc(rc, &err) : send_all(&t, all, argc, argv);
	}
	tcn_transport_free(t.transport);
	tcn_receiver_set_free(all);
	if (t.base)
		event_base_free(t.base);
	return code;
}

const struct tcn_verb tcn_verb_send_test = {
	.name = "send-test",
	.summary = "send a marked test message to receivers",
	.usage = "[OPTION]... RECEIVER...",
	.details =
	    "RECEIVER is a name from the file that deliver.receivers names. "
	    "The message says that it is a test. What is sent is printed "
	    "behind '>', what is answered behind '<'. Exit code 1: a receiver "
	    "did not take it.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run_conf = run_send_test,
	.conf_at = offsetof(struct args, conf),
};

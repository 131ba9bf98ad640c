#include "tests/tools/serve/deliver/newsroom.h"

#include <stdio.h>

#include "engine/base/err.h"
#include "sql/outbox_hold.h"
#include "sql/store_read.h"
#include "sql/store_silences.h"
#include "tests/base/run.h"
#include "tools/serve/deliver/release.h"

struct tcn_store *newsroom_store;
struct tcn_store_tx *newsroom_tx;
struct tcn_arena newsroom_arena;
struct tcn_notify newsroom_notify;
struct tcn_rule newsroom_rule;
int64_t newsroom_quiet_until_ms;
bool newsroom_all_low;

static struct tcn_receiver_set *receivers;

static const struct tcn_rule *
find_rule(void *ctx, struct tcn_str name)
{
	(void)ctx, (void)name;
	return &newsroom_rule;
}

static int64_t
quiet(void *ctx, const struct tcn_rule *of, int64_t now_ms)
{
	(void)ctx, (void)of;
	return newsroom_quiet_until_ms > now_ms ? newsroom_quiet_until_ms
						: now_ms;
}

void
newsroom_open(void)
{
	const struct tcn_prepare_conf prepare = { .words_max = 1000 };

	tcn_arena_init(&newsroom_arena, 0);
	ck_assert_int_eq(tcn_store_open(":memory:", TCN_STORE_CREATE,
			     &newsroom_store, NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_begin(newsroom_store, &newsroom_tx), TCN_OK);
	newsroom_rule = (struct tcn_rule){ .severity = TCN_SEVERITY_LOW };
	newsroom_notify = (struct tcn_notify){
		.rule = find_rule, .quiet = quiet, .digest_over = 3
	};
	newsroom_notify.prep = tcn_prepare_new(&prepare);
	newsroom_quiet_until_ms = 0;
	newsroom_all_low = false;
}

void
newsroom_close(void)
{
	tcn_prepare_free(newsroom_notify.prep);
	tcn_receiver_set_free(receivers);
	receivers = NULL;
	tcn_store_close(newsroom_store);
	tcn_arena_fini(&newsroom_arena);
}

void
newsroom_with_fields(const char *fields, const char *yaml)
{
	char text[1024];
	struct tcn_err err = { 0 };

	snprintf(text, sizeof text,
	    "receivers:\n"
	    " - {name: all, kind: file, path: /x%s}\n"
	    " - {name: news, kind: slack, url: https://x%s}\n"
	    " - {name: boss, kind: file, path: /x%s}\n%s",
	    fields, fields, fields, yaml);
	tcn_receiver_set_free(receivers);
	ck_assert_msg(tcn_receiver_set_parse("r", tcn_str(text), &receivers,
			  &err) == TCN_OK,
	    "%s", err.text);
	newsroom_notify.receivers = receivers;
}

void
newsroom_with(const char *yaml)
{
	newsroom_with_fields(", cap: 0", yaml);
}

void
newsroom_put(struct tcn_event event, int64_t now_ms)
{
	struct tcn_event *stored;

	ck_assert_int_eq(tcn_store_event(newsroom_store, event.id,
			     &newsroom_arena, &stored),
	    TCN_OK);
	event.revision = stored ? stored->revision + 1 : 1;
	event.items = 3;
	ck_assert_msg(tcn_store_put_event(newsroom_tx, &event) == TCN_OK, "%s",
	    tcn_store_error(newsroom_store)->text);
	ck_assert_int_eq(tcn_notify_event(&newsroom_notify, newsroom_tx, &event,
			     now_ms),
	    TCN_OK);
}

void
newsroom_change(enum tcn_event_state state, int64_t now_ms)
{
	const struct tcn_event event = {
		.id = "e",
		.rule = TCN_STR("story"),
		.story = 5,
		.state = state,
		.severity = TCN_SEVERITY_LOW,
	};

	newsroom_put(event, now_ms);
}

void
newsroom_change_of(int i, enum tcn_event_state state, int64_t now_ms)
{
	struct tcn_event event = {
		.rule = TCN_STR("watch"),
		.story = (uint64_t)i + 10,
		.state = state,
		.severity = newsroom_all_low || i % 2 ? TCN_SEVERITY_LOW
						      : TCN_SEVERITY_CRITICAL,
	};

	snprintf(event.id, sizeof event.id, "e%d", i);
	newsroom_put(event, now_ms);
}

size_t
newsroom_count(const char *text, const char *part)
{
	size_t n = 0;

	for (; text && (text = strstr(text, part)); text++)
		n++;
	return n;
}

void
newsroom_release(int64_t now_ms)
{
	struct tcn_outbox_list held;
	int64_t next_ms;

	for (int turn = 0; turn < 20; turn++) {
		ck_assert_int_eq(tcn_outbox_due_held(newsroom_store, now_ms,
				     TCN_RELEASE_MAX, &newsroom_arena, &held,
				     &next_ms),
		    TCN_OK);
		if (!held.n)
			return;
		ck_assert_int_eq(tcn_release_held(&newsroom_notify, newsroom_tx,
				     &held, now_ms),
		    TCN_OK);
	}
	ck_abort_msg("messages stay due");
}

void
newsroom_judge_all_again(int64_t now_ms)
{
	ck_assert_int_eq(tcn_outbox_judge_again(newsroom_tx, ~0u, now_ms),
	    TCN_OK);
	newsroom_release(now_ms);
}

void
newsroom_recheck(int64_t now_ms)
{
	struct tcn_outbox_list all;

	ck_assert_int_eq(tcn_outbox_pending_after(newsroom_store, 0, 0,
			     &newsroom_arena, &all),
	    TCN_OK);
	for (size_t i = 0; i < all.n; i++)
		ck_assert_int_eq(tcn_release_pending(&newsroom_notify,
				     newsroom_tx, &all.at[i], now_ms),
		    TCN_OK);
}

void
newsroom_send(int64_t now_ms)
{
	struct tcn_outbox_list all;

	ck_assert_int_eq(tcn_outbox_pending_after(newsroom_store, 0, 0,
			     &newsroom_arena, &all),
	    TCN_OK);
	for (size_t i = 0; i < all.n; i++)
		ck_assert_int_eq(tcn_outbox_set_state(newsroom_tx, all.at[i].id,
				     TCN_OUTBOX_SENT, now_ms, tcn_str(""),
				     (struct tcn_str){ 0 }),
		    TCN_OK);
}

static struct tcn_outbox_list
find(const char *event, const char *receiver)
{
	const struct tcn_outbox_filter filter = {
		.event = tcn_str(event),
		.receiver = tcn_str(receiver),
	};
	struct tcn_outbox_list all;

	ck_assert_int_eq(tcn_outbox_find(newsroom_store, &filter,
			     &newsroom_arena, &all),
	    TCN_OK);
	return all;
}

const char *
newsroom_got_of(const char *event, const char *receiver)
{
	static char text[8192];
	struct tcn_outbox_list all = find(event ? event : "", receiver);
	size_t n = 0;

	text[0] = '\0';
	for (size_t i = all.n; i-- > 0 && n < sizeof text;) {
		const struct tcn_outbox_message *m = &all.at[i];

		n += (size_t)snprintf(text + n, sizeof text - n,
		    "%.*s%s%u:%s:%.*s ", event ? 0 : (int)m->event.n,
		    m->event.at, event ? "" : "-", m->revision,
		    tcn_outbox_states[m->state], TCN_STR_ARG(m->why));
	}
	return text;
}

const char *
newsroom_got(const char *receiver)
{
	return newsroom_got_of("e", receiver);
}

const char *
newsroom_body(const char *event, const char *receiver)
{
	struct tcn_outbox_list all = find("", receiver);

	for (size_t i = 0; i < all.n; i++)
		if (strstr(all.at[i].event.at, event))
			return all.at[i].body.at;
	return NULL;
}

void
newsroom_silence(enum tcn_silence_kind kind, const char *value,
    int64_t created_ms, int64_t expires_ms)
{
	struct tcn_silence one = {
		.kind = kind,
		.value = tcn_str(value),
		.author = TCN_STR("Ada"),
		.created_ms = created_ms,
		.expires_ms = expires_ms,
		.ended_ms = TCN_UNDATED,
	};

	ck_assert_int_eq(tcn_store_put_silence(newsroom_tx, &one), TCN_OK);
}

void
newsroom_act(const char *event, enum tcn_store_action_kind kind, int64_t at_ms)
{
	struct tcn_store_action act = {
		.at_ms = at_ms,
		.author = TCN_STR("Ada"),
		.kind = kind,
		.value = TCN_STR(""),
	};
	enum tcn_store_act_result came;

	snprintf(act.event, sizeof act.event, "%s", event);
	ck_assert_int_eq(tcn_store_put_action(newsroom_tx, &act,
			     &newsroom_arena, &came),
	    TCN_OK);
	ck_assert_int_eq(came, TCN_STORE_ACT_DONE);
}

/*
 * Of several daemons that read one log (kafka.lease) each has editions, and who
 * sends them may change, so they must have the same numbers. So who leads says
 * in the log what is due, as an act (tools/intake/kafka/log_act.h), and all
 * make it when they read that, between the same two articles. It is made at
 * once then: what stands behind it in the log may change what it tells.
 */
#include "tools/serve/daemon/daemon_impl.h"

#include <string.h>

#include "engine/base/duration.h"
#include "sql/store_offsets.h"
#include "tools/base/json_in.h"
#include "tools/base/json_out.h"
#include "tools/base/now.h"
#include "tools/intake/kafka/log_act.h"
#include "tools/serve/deliver/dispatch.h"
#include "tools/tell/edition/edition_keep.h"
#include "tools/tell/edition/edition_send.h"

/* So long after what is due was said it is said again, if it was not read. */
#define AGAIN_MS 5000

/* The request of the act is POST /v1/editions/NAME/due, which no route has. */
static const char before[] = "/v1/editions/", behind[] = "/due";

/* --- to the log --- */

bool
tcn_daemon_says_editions(const struct tcn_daemon *d)
{
	return d->acts && tcn_lease_log_leads(d->api.lease) &&
	    (!d->editions_said_ms ||
		tcn_now_monotonic_ms() - d->editions_said_ms >= AGAIN_MS);
}

void
tcn_daemon_say_edition(struct tcn_daemon *d,
    const struct tcn_edition_conf *conf, const struct tcn_edition_due *due,
    int64_t now_ms)
{
	struct tcn_buf target = { 0 }, body = { 0 };

	tcn_buf_printf(&target, "%s%s%s", before, conf->name, behind);
	tcn_json_open(&body, NULL, '{');
	tcn_json_uint(&body, "due", (uint64_t)due->due_ms);
	tcn_json_uint(&body, "now", (uint64_t)now_ms);
	tcn_json_str(&body, "event", due->event);
	tcn_json_str(&body, "reason", due->reason);
	tcn_json_bool(&body, "skip", due->skip);
	tcn_json_close(&body, '}');
	if (tcn_daemon_say_act(d, tcn_buf_view(&target), tcn_buf_view(&body)))
		d->editions_said_ms = tcn_now_monotonic_ms();
	tcn_buf_fini(&target);
	tcn_buf_fini(&body);
}

/* --- out of the log --- */

/* The name of the edition that an act says is due; empty: it says no such
 * thing. */
static struct tcn_str
name_of(struct tcn_str target)
{
	const size_t from = sizeof before - 1, end = sizeof behind - 1;

	return target.n > from + end && memcmp(target.at, before, from) == 0 &&
		memcmp(target.at + target.n - end, behind, end) == 0
	    ? (struct tcn_str){ target.at + from, target.n - from - end }
	    : tcn_str("");
}

/* TCN_INVALID: the body of the act is none. Views into said. */
static enum tcn_rc
read_due(const struct tcn_log_act *act, int64_t at_ms, struct tcn_arena *arena,
    struct tcn_edition_due *due, int64_t *now_ms)
{
	struct tcn_json_value said;
	struct tcn_err why;
	enum tcn_rc rc = tcn_json_read(act->body, arena, &said, &why);

	if (rc)
		return rc;
	*due = (struct tcn_edition_due){
		.due_ms = (int64_t)tcn_json_in_uint(&said, "due"),
		.event = tcn_json_in_str(&said, "event"),
		.reason = tcn_json_in_str(&said, "reason"),
		.skip = tcn_json_in_bool(&said, "skip"),
	};
	*now_ms = (int64_t)tcn_json_in_uint(&said, "now");
	return due->due_ms > *now_ms || *now_ms > at_ms + TCN_DAY_MS
	    ? TCN_INVALID
	    : TCN_OK;
}

static enum tcn_rc
make(struct tcn_daemon *d, struct tcn_store_tx *tx,
    const struct tcn_edition_conf *conf, const struct tcn_edition_due *due,
    int64_t now_ms, struct tcn_arena *arena)
{
	struct tcn_edition_job job = {
		.conf = conf,
		.prep = tcn_pipeline_prepare(d->api.pipe),
		.facts = tcn_api_facts(&d->api),
		.due_ms = due->due_ms,
		.cut = { .as_of_ms = now_ms },
		.event = due->event,
		.reason = due->reason,
	};
	struct tcn_edition_issue issue = {
		.receivers = tcn_dispatch_receivers(d->api.dispatch),
		.address = d->conf->http.public_url,
		.now_ms = tcn_now_wall_ms(),
	};
	struct tcn_edition edition;
	enum tcn_rc rc = tcn_edition_issue(tx, &job, &issue, arena, &edition);

	if (!rc)
		tcn_daemon_log_edition(&edition, issue.messages);
	return rc;
}

/* In one transaction with where the log goes on behind it. */
static enum tcn_rc
do_edition(struct tcn_daemon *d, const struct tcn_edition_conf *conf,
    const struct tcn_log_act *act, const struct tcn_api_act *at,
    struct tcn_arena *arena, struct tcn_err *err)
{
	struct tcn_edition_due due;
	struct tcn_store_tx *tx;
	int64_t now_ms;
	enum tcn_rc rc = read_due(act, at->at_ms, arena, &due, &now_ms);

	if (!rc)
		rc = tcn_pipeline_begin(d->api.pipe, &tx, err);
	if (rc)
		return rc;
	rc = due.skip
	    ? tcn_edition_skip(tx, conf, &due, now_ms, tcn_now_wall_ms())
	    : make(d, tx, conf, &due, now_ms, arena);
	if (!rc)
		rc = tcn_store_put_offset(tx, tcn_str(at->topic), at->partition,
		    at->next);
	return tcn_pipeline_end(d->api.pipe, rc, err);
}

bool
tcn_daemon_do_edition(struct tcn_daemon *d, const struct tcn_log_act *act,
    const struct tcn_api_act *at)
{
	const struct tcn_str name = name_of(act->target);
	const struct tcn_edition_conf *conf =
	    d->editions && name.n ? tcn_edition_find(d->editions, name) : NULL;
	struct tcn_err err = { 0 };
	struct tcn_arena arena;
	enum tcn_rc rc;

	if (!name.n)
		return false;
	d->editions_said_ms = 0;
	if (!conf)
		return true;
	tcn_arena_init(&arena, 0);
	rc = do_edition(d, conf, act, at, &arena, &err);
	tcn_arena_fini(&arena);
	/* It was made before: two may have said that it is due. */
	if (rc && rc != TCN_INVALID && rc != TCN_DONE)
		tcn_daemon_fail(d, rc, &err);
	else if (!rc)
		tcn_dispatch_wake(d->api.dispatch);
	return true;
}

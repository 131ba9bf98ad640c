/*
 * Of several daemons that read one log one sends, and the others stand by
 * (tools/intake/kafka/lease_log.h): what opens and shuts the gate of messages,
 * and what the others are told.
 */
#include "tools/serve/daemon/daemon_impl.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sql/outbox_ends.h"
#include "sql/store_offsets.h"
#include "sql/store_read.h"
#include "tools/base/log.h"
#include "tools/serve/deliver/dispatch.h"

/* --- the gate --- */

bool
tcn_daemon_leads(void *of)
{
	const struct tcn_daemon *d = of;

	return d->api.lease && tcn_lease_log_leads(d->api.lease);
}

uint64_t
tcn_daemon_epoch(void *of)
{
	const struct tcn_daemon *d = of;

	return tcn_lease_log_status(d->api.lease).epoch;
}

static void
on_changed(void *of, bool leads)
{
	struct tcn_daemon *d = of;

	if (leads)
		tcn_dispatch_opened(d->api.dispatch);
	tcn_log_events_wake(d->api.log_events);
}

/* --- what is told --- */

static void
tell_ends(struct tcn_daemon *d)
{
	struct tcn_arena arena;
	enum tcn_rc rc;
	bool leads;
	struct tcn_outbox_end_list ends;

	if (!d->api.lease || tcn_pipeline_is_writing(d->api.pipe))
		return;
	tcn_arena_init(&arena, 0);
	/* A message that was sent is told of by whoever sent it; that it is not
	 * to be sent is for the leader to say. */
	leads = tcn_lease_log_leads(d->api.lease);
	rc = tcn_outbox_take_ends(tcn_pipeline_store(d->api.pipe), &arena,
	    &ends);
	for (size_t i = 0; i < ends.n; i++)
		if (leads || ends.at[i].state == TCN_OUTBOX_SENT)
			tcn_lease_log_tell(d->api.lease, &ends.at[i]);
	tcn_arena_fini(&arena);
	if (rc)
		tcn_daemon_fail(d, rc,
		    tcn_store_error(tcn_pipeline_store(d->api.pipe)));
}

void
tcn_daemon_tell_reach(void *of, const char *event, uint32_t revision)
{
	const struct tcn_daemon *d = of;
	struct tcn_lease_reach reach = { .revision = revision };

	snprintf(reach.event, sizeof reach.event, "%s", event);
	if (d->api.lease)
		tcn_lease_log_tell_reach(d->api.lease, &reach);
}

static void
on_ended(void *of)
{
	tell_ends(of);
}

/* --- what is read --- */

static enum tcn_rc
put_text(struct tcn_store_tx *tx, const char *name, struct tcn_buf *text)
{
	enum tcn_rc rc = tcn_store_put_meta(tx, name, tcn_buf_view(text));

	tcn_buf_fini(text);
	return rc;
}

static enum tcn_rc
write_read(struct tcn_daemon *d, struct tcn_store_tx *tx,
    const struct tcn_lease_log_read *read)
{
	struct tcn_buf epoch = { 0 }, reach = { 0 };
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < read->ends_n; i++)
		rc = tcn_outbox_end(tx, &read->ends[i]);
	if (!rc)
		rc = tcn_store_put_offset(tx, tcn_str(d->conf->kafka.lease), 0,
		    read->next);
	if (!rc) {
		tcn_buf_printf(&epoch, "%" PRIu64, read->epoch);
		rc = put_text(tx, TCN_STORE_OFFSETS_EPOCH, &epoch);
	}
	if (!rc && read->reach.revision) {
		tcn_lease_reach_text(&read->reach, &reach);
		rc = put_text(tx, TCN_LOG_EVENTS_REACHED, &reach);
	}
	return rc;
}

static enum tcn_rc
store(void *of, const struct tcn_lease_log_read *read, struct tcn_err *err)
{
	struct tcn_daemon *d = of;
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_pipeline_begin(d->api.pipe, &tx, err);

	if (!rc)
		rc = write_read(d, tx, read);
	return tcn_pipeline_end(d->api.pipe, rc, err);
}

static void
on_failed(void *of, enum tcn_rc rc, const struct tcn_err *err)
{
	tcn_daemon_fail(of, rc, err);
}

static enum tcn_rc
read_epoch(const struct tcn_store *store, uint64_t *epoch)
{
	struct tcn_arena arena;
	struct tcn_str text;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	rc = tcn_store_get_meta(store, TCN_STORE_OFFSETS_EPOCH, &arena, &text);
	*epoch = 0;
	for (size_t i = 0; !rc && i < text.n; i++)
		*epoch = *epoch * 10 + (uint64_t)(text.at[i] - '0');
	tcn_arena_fini(&arena);
	return rc;
}

/* --- open --- */

/* What brings articles past the log: the others would not have them. */
static bool
is_intake(const struct tcn_http_route *route)
{
	return strcmp(route->path, "/v1/articles") == 0 ||
	    strncmp(route->path, "/v1/feeds", strlen("/v1/feeds")) == 0;
}

/* A standby changes nothing, as the leader would not know of it. */
static bool
refuses(void *of, const struct tcn_http_route *route, char *why, size_t bytes)
{
	const struct tcn_daemon *d = of;
	struct tcn_lease_status status = tcn_lease_log_status(d->api.lease);
	bool intake = is_intake(route), known = *status.host != '\0';

	if (route->method == EVHTTP_REQ_GET ||
	    route->scope < TCN_HTTP_SCOPE_WRITE ||
	    strcmp(route->path, "/v1/reload") == 0 || (!intake && status.leads))
		return false;
	if (intake)
		snprintf(why, bytes,
		    "with kafka.lease articles come out of the log alone: "
		    "write them to its topic");
	else
		snprintf(why, bytes,
		    "this is the standby, which changes nothing: %s leads%s%s",
		    known ? status.host : "no other detector is known that",
		    *status.url ? ", at " : "", status.url);
	return true;
}

/* Feeds that are read past the log would be read by each detector, into other
 * stores. */
static enum tcn_rc
refuse_feeds(const struct tcn_store *st, struct tcn_err *err)
{
	struct tcn_store_feed_counts feeds;
	enum tcn_rc rc = tcn_store_count_feeds(st, &feeds);

	if (rc) {
		*err = *tcn_store_error(st);
		return rc;
	}
	if (feeds.n == feeds.paused)
		return TCN_OK;
	return tcn_err_set(err, TCN_INVALID,
	    "kafka.lease: the store has %" PRIu64
	    " feeds that are polled, past the log: remove or pause "
	    "them ('tocsin feeds'), and write what they have to the topic",
	    feeds.n - feeds.paused);
}

enum tcn_rc
tcn_daemon_open_lead(struct tcn_daemon *d, struct tcn_err *err)
{
	const struct tcn_store *st = tcn_pipeline_store(d->api.pipe);
	char host[128] = "";
	struct tcn_lease_log_conf conf = {
		.conf = d->conf,
		.host = host,
		.url = d->conf->http.public_url,
		.changed = on_changed,
		.store = store,
		.look = on_ended,
		.failed = on_failed,
		.ctx = d,
	};
	enum tcn_rc rc;

	if (!d->conf->kafka.lease)
		return TCN_OK;
	rc = refuse_feeds(st, err);
	if (rc)
		return rc;
	if (gethostname(host, sizeof host - 1) || !*host)
		memcpy(host, "detector", sizeof "detector");
	rc = tcn_outbox_note_ends(st);
	if (!rc)
		rc = tcn_store_offset(st, tcn_str(d->conf->kafka.lease), 0,
		    &conf.next);
	if (!rc)
		rc = read_epoch(st, &conf.epoch);
	if (rc) {
		*err = *tcn_store_error(st);
		return rc;
	}
	rc = tcn_lease_log_new(d->base, &conf, d->kafka, &d->api.lease, err);
	if (rc)
		return rc;
	d->gate = (struct tcn_gate){ tcn_daemon_leads, tcn_daemon_epoch,
		on_ended, d->conf->kafka.session_ms / 5, d };
	tcn_dispatch_set_gate(d->api.dispatch, &d->gate);
	tcn_http_set_gate(d->api.http, refuses, d);
	return tcn_daemon_open_acts(d, err);
}

/* After dispatch: what is under way has ended then. */
void
tcn_daemon_close_lead(struct tcn_daemon *d)
{
	tcn_lease_log_free(d->api.lease);
	d->api.lease = NULL;
}

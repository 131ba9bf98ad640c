/*
 * Editions that are due are made, stored and sent.
 *
 * They are looked for once a second and after each commit, by the stream's
 * time, which goes on with the clock when no article comes. Each is made in a
 * transaction of its own: row, bodies, ledger and messages.
 */
#include "tools/daemon/daemon_impl.h"

#include "engine/base/mem.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/deliver/dispatch.h"
#include "tools/edition/edition_keep.h"
#include "tools/edition/edition_send.h"

/* One that is due. */
struct making {
	struct tcn_daemon *d;
	const struct tcn_edition_conf *conf;
	const struct tcn_edition_due *due;
	int64_t now_ms; /* the stream's time */
	struct tcn_arena *arena;
};

enum tcn_rc
tcn_daemon_read_editions(const struct tcn_conf *conf,
    struct tcn_editions **editions, struct tcn_err *err)
{
	struct tcn_receiver_set *receivers;
	enum tcn_rc rc;

	*editions = NULL;
	if (!conf->report.editions)
		return TCN_OK;
	rc = tcn_edition_read_files(conf->report.editions,
	    conf->deliver.receivers, true, editions, &receivers, err);
	if (!rc)
		tcn_receiver_set_free(receivers);
	return rc;
}

static void
log_made(const struct making *m, const struct tcn_edition *edition, size_t sent)
{
	struct tcn_log log;

	tcn_log_begin(&log, TCN_LOG_INFO, "edition");
	tcn_log_str(&log, "name", tcn_str(m->conf->name));
	tcn_log_count(&log, "number", edition->number);
	tcn_log_str(&log, "due", edition->wall);
	tcn_log_count(&log, "events",
	    edition->entries_n - edition->counts[TCN_EDITION_UNCHANGED]);
	tcn_log_count(&log, "messages", sent);
	if (edition->reason.n)
		tcn_log_str(&log, "note", edition->reason);
	tcn_log_end(&log);
}

static void
log_skipped(const struct making *m)
{
	struct tcn_log log;

	tcn_log_begin(&log, TCN_LOG_WARN, "edition");
	tcn_log_str(&log, "name", tcn_str(m->conf->name));
	tcn_log_str(&log, "note", m->due->reason);
	tcn_log_end(&log);
}

/* Makes it as of the last article, stores it, and writes its messages. */
static enum tcn_rc
make(const struct making *m, struct tcn_store_tx *tx)
{
	struct tcn_daemon *d = m->d;
	struct tcn_edition_job job = {
		.conf = m->conf,
		.prep = tcn_pipeline_prepare(d->api.pipe),
		.facts = tcn_api_facts(&d->api),
		.due_ms = m->due->due_ms,
		.cut = { .as_of_ms = m->now_ms },
		.event = m->due->event,
		.reason = m->due->reason,
	};
	struct tcn_edition_issue issue = {
		.receivers = tcn_dispatch_receivers(d->api.dispatch),
		.address = d->conf->http.public_url,
		.now_ms = tcn_now_wall_ms(),
	};
	struct tcn_edition edition;
	enum tcn_rc rc =
	    tcn_edition_issue(tx, &job, &issue, m->arena, &edition);

	if (!rc)
		log_made(m, &edition, issue.messages);
	return rc;
}

/* In a transaction of its own; due NULL: the name is looked after from now. */
static enum tcn_rc
deal_with(const struct making *m, struct tcn_err *err)
{
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_pipeline_begin(m->d->api.pipe, &tx, err);

	if (rc)
		return rc;
	if (!m->due)
		rc = tcn_edition_begin(tx, m->conf, m->now_ms);
	else if (m->due->skip)
		rc = tcn_edition_skip(tx, m->conf, m->due, m->now_ms,
		    tcn_now_wall_ms());
	else
		rc = make(m, tx);
	if (!rc && m->due && m->due->skip)
		log_skipped(m);
	rc = tcn_pipeline_end(m->d->api.pipe, rc, err);
	if (!rc)
		tcn_dispatch_wake(m->d->api.dispatch);
	return rc;
}

static enum tcn_rc
look_at(struct tcn_daemon *d, const struct tcn_edition_conf *conf,
    int64_t now_ms, struct tcn_err *err)
{
	const struct tcn_store *store = tcn_pipeline_store(d->api.pipe);
	struct tcn_edition_due_list due;
	struct tcn_arena arena;
	bool begins;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 4096);
	rc = tcn_edition_find_due(store, conf, now_ms, d->editions_watch_ms,
	    &arena, &due, &begins);
	if (rc)
		*err = *tcn_store_error(store);
	if (!rc && begins) {
		const struct making m = { d, conf, NULL, now_ms, &arena };

		rc = deal_with(&m, err);
	}
	for (size_t i = 0; i < due.n && !rc; i++) {
		const struct making m = { d, conf, &due.at[i], now_ms, &arena };

		rc = deal_with(&m, err);
	}
	tcn_arena_fini(&arena);
	return rc;
}

/* What waits is committed first, so that an edition knows of all of it. */
static void
look(struct tcn_daemon *d)
{
	int64_t now_ms = tcn_wall_stream_ms(d->api.wall);
	struct tcn_err err = { .text = "out of memory" };
	enum tcn_rc rc = TCN_OK;

	if (!d->editions || d->failed || now_ms == TCN_UNDATED)
		return;
	if (d->editions_watch_ms == TCN_UNDATED)
		d->editions_watch_ms = now_ms;
	if (tcn_pipeline_is_writing(d->api.pipe) &&
	    tcn_intake_commit(d->api.intake))
		return; /* that was told */
	for (size_t i = 0; i < d->editions->n && !rc; i++)
		rc = look_at(d, &d->editions->at[i], now_ms, &err);
	if (rc)
		tcn_daemon_fail(d, rc, &err);
}

static void
on_timer(evutil_socket_t fd, short what, void *of)
{
	static const struct timeval every = { .tv_sec = 1 };
	struct tcn_daemon *d = of;

	(void)fd, (void)what;
	look(d);
	evtimer_add(d->editions_timer, &every);
}

enum tcn_rc
tcn_daemon_open_editions(struct tcn_daemon *d, struct tcn_err *err)
{
	static const struct timeval at_once;
	enum tcn_rc rc = tcn_daemon_read_editions(d->conf, &d->editions, err);

	d->editions_watch_ms = TCN_UNDATED;
	d->api.editions = d->editions;
	if (rc)
		return rc;
	d->editions_timer = evtimer_new(d->base, on_timer, d);
	return d->editions_timer &&
		evtimer_add(d->editions_timer, &at_once) == 0
	    ? TCN_OK
	    : tcn_err_set(err, TCN_NOMEM, "out of memory");
}

void
tcn_daemon_look_at_editions(struct tcn_daemon *d)
{
	if (d->editions && d->editions_timer)
		event_active(d->editions_timer, EV_TIMEOUT, 0);
}

void
tcn_daemon_use_editions(struct tcn_daemon *d, struct tcn_editions *editions)
{
	tcn_editions_free(d->editions);
	d->api.editions = d->editions = editions;
}

void
tcn_daemon_close_editions(struct tcn_daemon *d)
{
	if (d->editions_timer)
		event_free(d->editions_timer);
	tcn_editions_free(d->editions);
}

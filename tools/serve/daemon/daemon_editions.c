/*
 * Editions that are due are made, stored and sent.
 *
 * They are looked for once a second and after each commit, by the stream's
 * time, which goes on with the clock when no article comes. Each is made an
 * event at a time between other work (tools/serve/live/slices.h), as of the
 * last article when it began, and stored in a transaction of its own: row,
 * bodies, ledger and messages. A kill in between leaves nothing, and it is
 * still due. With a lease they go by way of the log: daemon_editions_log.c.
 */
#include "tools/serve/daemon/daemon_impl.h"

#include "engine/base/mem.h"
#include "tools/base/browser.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/serve/deliver/dispatch.h"
#include "tools/tell/edition/edition_keep.h"
#include "tools/tell/edition/edition_send.h"

/* An edition that is being made, between other work. */
struct tcn_daemon_making {
	struct tcn_slices_job slice; /* first */
	struct tcn_daemon *d; /* NULL: it is wanted no more */
	struct tcn_edition_job job;
	struct tcn_edition edition;
	struct tcn_edition_work *work;
	struct tcn_arena arena;
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

void
tcn_daemon_log_edition(const struct tcn_edition *edition, size_t sent)
{
	struct tcn_log log;

	tcn_log_begin(&log, TCN_LOG_INFO, "edition");
	tcn_log_str(&log, "name", tcn_str(edition->conf->name));
	tcn_log_count(&log, "number", edition->number);
	tcn_log_str(&log, "due", edition->wall);
	tcn_log_count(&log, "events", tcn_edition_events(edition));
	tcn_log_count(&log, "stories", edition->counts[TCN_EDITION_ALSO]);
	tcn_log_count(&log, "messages", sent);
	if (edition->reason.n)
		tcn_log_str(&log, "note", edition->reason);
	tcn_log_end(&log);
}

/* --- made a little at a time --- */

static void
making_free(struct tcn_slices_job *slice)
{
	struct tcn_daemon_making *m = (struct tcn_daemon_making *)slice;

	if (m->d)
		m->d->making = NULL;
	tcn_edition_work_free(m->work);
	tcn_arena_fini(&m->arena);
	tcn_mem_free(m);
}

/* Stores what was made, and writes its messages, in a transaction of its own.
 */
static enum tcn_rc
publish(struct tcn_daemon_making *m, struct tcn_err *err)
{
	struct tcn_daemon *d = m->d;
	struct tcn_edition_issue issue = {
		.receivers = tcn_dispatch_receivers(d->api.dispatch),
		.address = d->conf->http.public_url,
		.now_ms = tcn_now_wall_ms(),
	};
	struct tcn_store_tx *tx;
	bool other = false;
	enum tcn_rc rc;

	/* That it failed was told. */
	if (tcn_pipeline_is_writing(d->api.pipe) &&
	    tcn_intake_commit(d->api.intake))
		return TCN_OK;
	rc = tcn_pipeline_begin(d->api.pipe, &tx, err);
	if (rc)
		return rc;
	rc = tcn_edition_publish(tx, &m->edition, &issue);
	other = rc == TCN_DONE; /* somebody has made one by hand */
	rc = tcn_pipeline_end(d->api.pipe, other ? TCN_OK : rc, err);
	if (rc || other)
		return rc;
	tcn_daemon_log_edition(&m->edition, issue.messages);
	tcn_dispatch_wake(d->api.dispatch);
	return TCN_OK;
}

/* Looks at one of its events; at the end of them it goes out. */
static bool
step(struct tcn_slices_job *slice)
{
	struct tcn_daemon_making *m = (struct tcn_daemon_making *)slice;
	struct tcn_daemon *d = m->d;
	struct tcn_err err = { 0 };
	bool done = d == NULL || d->failed;
	enum tcn_rc rc = TCN_OK;

	if (!done) {
		rc = tcn_edition_work_step(m->work, &done);
		if (rc)
			err = *tcn_store_error(m->job.st);
		else if (done)
			rc = publish(m, &err);
	}
	if (rc)
		tcn_daemon_fail(d, rc, &err);
	if (!rc && !done)
		return false;
	making_free(slice);
	if (d)
		tcn_daemon_look_at_editions(d); /* perhaps there are more */
	return true;
}

/* Begins to make one as of the last article. */
static enum tcn_rc
make(struct tcn_daemon *d, const struct tcn_edition_conf *conf,
    const struct tcn_edition_due *due, int64_t now_ms, struct tcn_err *err)
{
	struct tcn_daemon_making *m = tcn_mem_calloc(1, sizeof *m);
	enum tcn_rc rc;

	m->slice.step = step;
	m->slice.drop = making_free;
	m->d = d;
	m->job = (struct tcn_edition_job){
		.conf = conf,
		.prep = tcn_pipeline_prepare(d->api.pipe),
		.facts = tcn_api_facts(&d->api),
		.due_ms = due->due_ms,
		.cut = { .as_of_ms = now_ms },
	};
	tcn_arena_init(&m->arena, 0);
	tcn_arena_str(&m->arena, due->event, &m->job.event);
	tcn_arena_str(&m->arena, due->reason, &m->job.reason);
	rc = tcn_edition_plan_next(tcn_pipeline_store(d->api.pipe), &m->job,
	    &m->arena);
	if (!rc)
		rc = tcn_edition_work_new(&m->job, &m->arena, &m->edition,
		    &m->work);
	if (rc) {
		*err = *tcn_store_error(m->job.st);
		making_free(&m->slice);
		return rc;
	}
	d->making = m;
	while (!tcn_slices_add(d->api.slices, &m->slice) && !step(&m->slice))
		continue; /* too many wait: it is made at once */
	return TCN_OK;
}

/* --- which are due --- */

/* Stores that the name is looked after from now (due NULL), or that a time was
 * skipped, in a transaction of its own. */
static enum tcn_rc
note(struct tcn_daemon *d, const struct tcn_edition_conf *conf,
    const struct tcn_edition_due *due, int64_t now_ms, struct tcn_err *err)
{
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_pipeline_begin(d->api.pipe, &tx, err);

	if (rc)
		return rc;
	rc = due ? tcn_edition_skip(tx, conf, due, now_ms, tcn_now_wall_ms())
		 : tcn_edition_begin(tx, conf, now_ms);
	if (!rc && due) {
		struct tcn_log log;

		tcn_log_begin(&log, TCN_LOG_WARN, "edition");
		tcn_log_str(&log, "name", tcn_str(conf->name));
		tcn_log_str(&log, "note", due->reason);
		tcn_log_end(&log);
	}
	return tcn_pipeline_end(d->api.pipe, rc, err);
}

static enum tcn_rc
look_at(struct tcn_daemon *d, const struct tcn_edition_conf *conf,
    int64_t now_ms, bool says, struct tcn_err *err)
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
	if (!rc && begins)
		rc = note(d, conf, NULL, now_ms, err);
	for (size_t i = 0; i < due.n && !rc && !d->making && !d->acts; i++)
		rc = due.at[i].skip ? note(d, conf, &due.at[i], now_ms, err)
				    : make(d, conf, &due.at[i], now_ms, err);
	for (size_t i = 0; i < due.n && !rc && says; i++)
		tcn_daemon_say_edition(d, conf, &due.at[i], now_ms);
	tcn_arena_fini(&arena);
	return rc;
}

/* What waits is committed first, so that an edition knows of all of it. One is
 * made at a time: who is due behind it is looked for when it has gone out. */
static void
look(struct tcn_daemon *d)
{
	int64_t now_ms = tcn_wall_stream_ms(d->api.wall);
	struct tcn_err err = { 0 };
	bool says = tcn_daemon_says_editions(d);
	enum tcn_rc rc = TCN_OK;

	if (!d->editions || d->failed || d->making || now_ms == TCN_UNDATED)
		return;
	if (d->editions_watch_ms == TCN_UNDATED)
		d->editions_watch_ms = now_ms;
	if (tcn_pipeline_is_writing(d->api.pipe) &&
	    tcn_intake_commit(d->api.intake))
		return; /* that was told */
	for (size_t i = 0; i < d->editions->n && !rc && !d->making; i++)
		rc = look_at(d, &d->editions->at[i], now_ms, says, &err);
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

/* Says once that no PDF will be attached, and why. */
static void
log_unprinted(const struct tcn_daemon *d)
{
	char program[TCN_BROWSER_PATH_BYTES];
	struct tcn_err err = { 0 };
	struct tcn_log log;
	bool wanted = false;

	for (size_t i = 0; d->editions && i < d->editions->n; i++)
		wanted |= d->editions->at[i].formats >> TCN_EDITION_PDF & 1;
	if (!wanted ||
	    !tcn_browser_find(d->conf->report.browser, program, &err))
		return;
	tcn_log_begin(&log, TCN_LOG_WARN, "print");
	tcn_log_str(&log, "error", tcn_str(err.text));
	tcn_log_end(&log);
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
	log_unprinted(d);
	d->editions_timer = evtimer_new(d->base, on_timer, d);
	if (!d->editions_timer || evtimer_add(d->editions_timer, &at_once) != 0)
		tcn_mem_end();
	return TCN_OK;
}

void
tcn_daemon_look_at_editions(struct tcn_daemon *d)
{
	if (d->editions && d->editions_timer)
		event_active(d->editions_timer, EV_TIMEOUT, 0);
}

/* Lets go of the one that is being made: it is still due. */
static void
forget_making(struct tcn_daemon *d)
{
	if (d->making)
		d->making->d = NULL;
	d->making = NULL;
}

void
tcn_daemon_use_editions(struct tcn_daemon *d, struct tcn_editions *editions)
{
	forget_making(d);
	tcn_editions_free(d->editions);
	d->api.editions = d->editions = editions;
}

void
tcn_daemon_close_editions(struct tcn_daemon *d)
{
	forget_making(d);
	if (d->editions_timer)
		event_free(d->editions_timer);
	tcn_editions_free(d->editions);
}

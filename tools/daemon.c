#include "tools/daemon.h"

#include <errno.h>
#include <event2/event.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "engine/mem.h"
#include "tools/api.h"
#include "tools/conns.h"
#include "tools/log.h"
#include "tools/now.h"
#include "tools/outbox.h"
#include "tools/poll.h"
#include "tools/settings.h"
#include "tools/setup.h"

#define LOOK_S  5 /* how often feeds that are due are looked for */
#define STEP_MS 20 /* how often fetches under way are seen to */

enum {
	SIGNALS = 3
};

struct tcn_daemon {
	const struct tcn_conf *conf;
	struct event_base *base;
	struct event *signals[SIGNALS];
	struct event *look, *step; /* for feeds */
	struct tcn_api api;
	struct tcn_poll *poll; /* NULL: no fetch is under way */
	struct tcn_poll_conf poll_conf;
	enum tcn_rc failed;
	struct tcn_err err;
};

/* Crash-only: the loop ends, and the next start goes on. */
static void
fail(struct tcn_daemon *d, enum tcn_rc rc, const struct tcn_err *err)
{
	struct tcn_log log;

	if (d->failed)
		return;
	d->failed = rc;
	d->err = *err;
	tcn_log_begin(&log, TCN_LOG_ERROR, "failed");
	tcn_log_err(&log, rc, err);
	tcn_log_end(&log);
	event_base_loopbreak(d->base);
}

/* --- what happens to events --- */

static void
log_event(const struct tcn_event *event, bool told)
{
	struct tcn_log log;

	tcn_log_begin(&log, TCN_LOG_INFO,
	    event->revision == 1 ? "alert" : "update");
	tcn_log_str(&log, "id", tcn_str(event->id));
	tcn_log_count(&log, "revision", event->revision);
	tcn_log_count(&log, "items", event->items);
	tcn_log_count(&log, "origins", event->origins);
	tcn_log_count(&log, "publishers", event->publishers);
	if (!told)
		tcn_log_str(&log, "told", tcn_str("no, it is old"));
	tcn_log_end(&log);
}

/* Receivers are told by what stands in the transaction of the change. */
static enum tcn_rc
tell(struct tcn_daemon *d, const struct tcn_event *event)
{
	enum tcn_rc rc =
	    tcn_outbox_event(d->api.outbox, event, tcn_now_wall_ms());

	if (rc)
		d->err = *tcn_store_error(tcn_pipeline_store(d->api.pipe));
	return rc;
}

static void
on_changed(void *of, const struct tcn_changes *changes)
{
	struct tcn_daemon *d = of;
	int64_t old_ms = tcn_now_wall_ms() - d->conf->rules.within_ms;

	for (size_t i = 0; i < changes->events_n; i++) {
		const struct tcn_event *event = &changes->events[i];
		bool fresh = event->changed_ms >= old_ms;
		enum tcn_rc rc = TCN_OK;

		log_event(event, fresh);
		if (fresh)
			rc = tcn_live_note(d->api.live, event);
		if (fresh && !rc)
			rc = tell(d, event);
		if (rc)
			fail(d, rc, &d->err);
	}
}

static void
on_committed(void *of, enum tcn_rc rc)
{
	struct tcn_daemon *d = of;

	tcn_live_flush(d->api.live, rc == TCN_OK);
	tcn_outbox_wake(d->api.outbox);
	if (rc)
		fail(d, rc, tcn_intake_error(d->api.intake));
}

/* --- feeds --- */

static void
on_fetched(void *of, const struct tcn_feed_row *feed, uint64_t fresh)
{
	struct tcn_daemon *d = of;
	struct tcn_log log;

	tcn_live_flush(d->api.live, true); /* the poll has committed */
	tcn_outbox_wake(d->api.outbox);
	tcn_log_begin(&log, feed->failures ? TCN_LOG_WARN : TCN_LOG_INFO,
	    "feed");
	tcn_log_str(&log, "url", feed->url);
	if (feed->failures)
		tcn_log_str(&log, "error", feed->error);
	else
		tcn_log_count(&log, "new", fresh);
	tcn_log_end(&log);
}

static void
add_timer(struct event *timer, int64_t ms)
{
	struct timeval in = { .tv_sec = ms / 1000,
		.tv_usec = ms % 1000 * 1000 };

	evtimer_add(timer, &in);
}

static void
on_step(evutil_socket_t fd, short what, void *of)
{
	struct tcn_daemon *d = of;
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_poll_step(d->poll, 0, &err);

	(void)fd, (void)what;
	if (rc == TCN_DONE) {
		tcn_poll_close(d->poll);
		d->poll = NULL;
		add_timer(d->look, LOOK_S * 1000);
	} else if (rc == TCN_OK || rc == TCN_LIMIT) {
		add_timer(d->step, rc ? STEP_MS : 0);
	} else {
		fail(d, rc, &err);
	}
}

static void
on_look(evutil_socket_t fd, short what, void *of)
{
	struct tcn_daemon *d = of;
	struct tcn_err err = { 0 };
	enum tcn_rc rc;

	(void)fd, (void)what;
	d->poll_conf.now_ms = tcn_now_wall_ms();
	rc = tcn_poll_open(&d->poll_conf, d->api.pipe, &d->poll, &err);
	if (rc)
		fail(d, rc, &err);
	else
		add_timer(d->step, 0);
}

/* --- the loop --- */

static void
on_signal(evutil_socket_t number, short what, void *of)
{
	struct tcn_daemon *d = of;
	struct tcn_log log;

	(void)what;
	tcn_log_begin(&log, TCN_LOG_INFO, "signal");
	tcn_log_count(&log, "number", (uint64_t)number);
	if (number == SIGHUP)
		tcn_log_str(&log, "note",
		    tcn_str("settings are read at the start only"));
	tcn_log_end(&log);
	if (number != SIGHUP)
		event_base_loopexit(d->base, NULL);
}

static enum tcn_rc
open_loop(struct tcn_daemon *d)
{
	static const int numbers[SIGNALS] = { SIGINT, SIGTERM, SIGHUP };

	d->base = event_base_new();
	if (!d->base)
		return TCN_NOMEM;
	for (int i = 0; i < SIGNALS; i++) {
		d->signals[i] = evsignal_new(d->base, numbers[i], on_signal, d);
		if (!d->signals[i] || event_add(d->signals[i], NULL) != 0)
			return TCN_NOMEM;
	}
	d->look = evtimer_new(d->base, on_look, d);
	d->step = evtimer_new(d->base, on_step, d);
	if (!d->look || !d->step)
		return TCN_NOMEM;
	add_timer(d->look, 0);
	return TCN_OK;
}

static enum tcn_rc
open_parts(struct tcn_daemon *d)
{
	const struct tcn_intake_conf intake = {
		.limits = { 0 },
		.gather_ms = d->conf->http.gather_ms,
		.pending_max = d->conf->http.pending_max,
		.articles_max = d->conf->http.articles_max,
		.changed = on_changed,
		.committed = on_committed,
		.ctx = d,
	};
	enum tcn_rc rc =
	    tcn_intake_new(d->base, &intake, d->api.pipe, &d->api.intake);

	return rc ? rc
		  : tcn_live_new(d->base, tcn_pipeline_store(d->api.pipe),
			d->conf->http.listeners_max, &d->api.live);
}

static void
on_outbox_failed(void *of, enum tcn_rc rc, const struct tcn_err *err)
{
	fail(of, rc, err);
}

/* As many as are wanted, or as the system grants. */
static size_t
connections_max(const struct tcn_conf *conf)
{
	size_t room = tcn_conns_room(conf->http.connections_max);
	struct tcn_log log;

	if (room < conf->http.connections_max) {
		tcn_log_begin(&log, TCN_LOG_WARN, "limits");
		tcn_log_str(&log, "note",
		    tcn_str("fewer connections than http.connections_max: "
			    "raise the limit on open files (ulimit -n)"));
		tcn_log_count(&log, "connections", room);
		tcn_log_end(&log);
	}
	return room;
}

static enum tcn_rc
open_http(struct tcn_daemon *d, struct tcn_err *err)
{
	const struct tcn_http_conf http = {
		.address =
		    d->conf->http.address ? d->conf->http.address : "127.0.0.1",
		.port = (unsigned)d->conf->http.port,
		.tokens = d->conf->http.tokens,
		.body_max = d->conf->http.body_max_bytes,
		.head_max = d->conf->http.head_max_bytes,
		.idle_ms = d->conf->http.idle_ms,
		.connections_max = connections_max(d->conf),
		.held_max = d->conf->http.held_max_bytes,
		.slow_ms = d->conf->http.slow_ms,
		.rate_min = d->conf->http.rate_min_bytes,
	};

	return tcn_http_new(d->base, &http, tcn_api_routes, &d->api,
	    &d->api.http, err);
}

/* The store as it was at its last commit; from now on commits are durable. */
static enum tcn_rc
open_pipeline(struct tcn_daemon *d, const char *db, struct tcn_err *err)
{
	struct tcn_pipeline_conf conf;
	struct tcn_store *store;
	enum tcn_rc rc;

	tcn_setup_pipeline(d->conf, &conf);
	conf.commit_every = UINT64_MAX;
	conf.nameless = true;
	rc = tcn_pipeline_open(&conf, db, &d->api.pipe, err);
	if (rc)
		return rc;
	tcn_mem_trim();
	store = tcn_pipeline_store(d->api.pipe);
	rc = tcn_settings_note(store, d->conf, err);
	if (rc)
		return rc;
	rc = tcn_store_set_durable(store);
	if (rc)
		*err = *tcn_store_error(store);
	return rc;
}

static void
set_up(struct tcn_daemon *d, const struct tcn_conf *conf)
{
	d->conf = conf;
	d->api.started_ms = tcn_now_wall_ms();
	d->api.more_than = (uint32_t)conf->rules.more_than;
	d->api.within_ms = conf->rules.within_ms;
	d->api.lines_max = conf->report.sentences;
	d->poll_conf = (struct tcn_poll_conf){
		.within_ms = conf->rules.within_ms,
		.fetched = on_fetched,
		.changed = on_changed,
		.ctx = d,
	};
	tcn_setup_feeds(conf, &d->poll_conf.fetch, &d->poll_conf.plan);
}

enum tcn_rc
tcn_daemon_open(const struct tcn_conf *conf, const char *db,
    struct tcn_daemon **out, struct tcn_err *err)
{
	struct tcn_daemon *d = tcn_calloc(1, sizeof *d);
	enum tcn_rc rc;

	*out = NULL;
	tcn_err_set(err, TCN_NOMEM, "out of memory");
	if (!d)
		return TCN_NOMEM;
	set_up(d, conf);
	rc = open_pipeline(d, db, err);
	if (!rc)
		rc = open_loop(d);
	if (!rc)
		rc = open_parts(d);
	if (!rc)
		rc = tcn_outbox_open(d->base, conf, d->api.pipe,
		    on_outbox_failed, d, &d->api.outbox, err);
	if (!rc)
		rc = open_http(d, err);
	if (rc)
		tcn_daemon_close(d);
	else
		*out = d;
	return rc;
}

unsigned
tcn_daemon_port(const struct tcn_daemon *d)
{
	return tcn_http_port(d->api.http);
}

/* Tells systemd, where it asked to be told (sd_notify(3)). */
static void
notify(const char *state)
{
	const char *path = getenv("NOTIFY_SOCKET");
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	int fd;

	if (!path || (*path != '/' && *path != '@') ||
	    strlen(path) >= sizeof at.sun_path)
		return;
	memcpy(at.sun_path, path, strlen(path));
	if (*path == '@')
		at.sun_path[0] = '\0';
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	(void)!sendto(fd, state, strlen(state), 0, (struct sockaddr *)&at,
	    (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path)));
	close(fd);
}

enum tcn_rc
tcn_daemon_run(struct tcn_daemon *d, struct tcn_err *err)
{
	enum tcn_rc rc;

	notify("READY=1");
	event_base_dispatch(d->base);
	notify("STOPPING=1");
	rc = d->failed;
	if (!rc)
		rc = tcn_intake_commit(d->api.intake);
	if (!rc)
		rc = tcn_pipeline_finish(d->api.pipe, &d->err);
	if (!rc)
		rc = tcn_outbox_mark(d->api.outbox);
	if (rc)
		*err = d->err;
	return rc;
}

void
tcn_daemon_close(struct tcn_daemon *d)
{
	if (!d)
		return;
	tcn_outbox_close(d->api.outbox);
	tcn_poll_close(d->poll);
	tcn_intake_free(d->api.intake);
	tcn_live_free(d->api.live);
	tcn_http_free(d->api.http);
	tcn_pipeline_close(d->api.pipe);
	for (int i = 0; i < SIGNALS; i++)
		if (d->signals[i])
			event_free(d->signals[i]);
	if (d->look)
		event_free(d->look);
	if (d->step)
		event_free(d->step);
	if (d->base)
		event_base_free(d->base);
	tcn_free(d);
}

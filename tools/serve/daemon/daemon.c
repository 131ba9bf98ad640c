#include "tools/serve/daemon/daemon_impl.h"

#include <signal.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/base/open_files.h"
#include "tools/base/sd.h"
#include "tools/conf/conf_stored.h"
#include "tools/pipeline/setup.h"
#include "tools/serve/api/api_minutes.h"
#include "tools/serve/deliver/dispatch.h"
#include "tools/serve/http/conns.h"
#include "tools/serve/http/http_session.h"
#include "tools/tell/report/report.h"

#define LOOK_MS   10
#define FINISH_MS 800 /* of writing out what can also be done later */

/* Crash-only: the loop ends, and the next start recovers. */
void
tcn_daemon_fail(struct tcn_daemon *d, enum tcn_rc rc, const struct tcn_err *err)
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

/* --- articles --- */

/* What becomes of a stream without words, once. */
static void
log_wordless(struct tcn_daemon *d)
{
	const char *says = tcn_pipeline_say_wordless(d->api.pipe, false);
	struct tcn_log log;

	if (!says)
		return;
	tcn_log_begin(&log, TCN_LOG_WARN, "wordless");
	tcn_log_str(&log, "what", tcn_str(says));
	tcn_log_end(&log);
}

void
tcn_daemon_on_committed(void *of, enum tcn_rc rc)
{
	struct tcn_daemon *d = of;

	if (!rc)
		tcn_sse_poll(d->api.sse);
	tcn_pattern_watch_look(&d->api.patterns, tcn_now_monotonic_ms());
	tcn_dispatch_wake(d->api.dispatch);
	if (!rc)
		tcn_log_events_wake(d->api.log_events);
	if (rc)
		tcn_daemon_fail(d, rc, tcn_intake_error(d->api.intake));
	else
		log_wordless(d);
	tcn_daemon_look_at_editions(d);
}

void
tcn_daemon_on_answered(void *of, int64_t waited_ms)
{
	struct tcn_daemon *d = of;

	tcn_minutes_waited(d->api.minutes, waited_ms);
}

/* --- feeds --- */

void
tcn_daemon_on_fetched(void *of, const struct tcn_store_feed_row *feed,
    uint64_t fresh)
{
	struct tcn_daemon *d = of;
	struct tcn_log log;

	tcn_sse_poll(d->api.sse); /* the fetch has been committed */
	tcn_pattern_watch_look(&d->api.patterns, tcn_now_monotonic_ms());
	tcn_intake_compact_later(d->api.intake);
	tcn_dispatch_wake(d->api.dispatch);
	tcn_log_events_wake(d->api.log_events);
	tcn_log_begin(&log, feed->failures ? TCN_LOG_WARN : TCN_LOG_INFO,
	    "feed");
	tcn_log_str(&log, "url", feed->url);
	if (feed->failures)
		tcn_log_str(&log, "error", feed->error);
	else
		tcn_log_count(&log, "new", fresh);
	tcn_log_end(&log);
}

/* Where its document is not sound, that it was read as far as it can be. */
void
tcn_daemon_on_read(void *of, const struct tcn_store_feed_row *feed,
    const struct tcn_err *damage)
{
	struct tcn_log log;

	(void)of;
	tcn_log_begin(&log, damage->text[0] ? TCN_LOG_WARN : TCN_LOG_INFO,
	    damage->text[0] ? "feed_not_sound" : "feed_sound_again");
	tcn_log_str(&log, "url", feed->url);
	if (damage->text[0])
		tcn_log_err(&log, TCN_INVALID, damage);
	tcn_log_end(&log);
}

/* --- the loop --- */

static void
on_signal(evutil_socket_t number, short what, void *of)
{
	struct tcn_daemon *d = of;
	struct tcn_err err = { 0 };
	struct tcn_log log;

	(void)what;
	tcn_log_begin(&log, TCN_LOG_INFO, "signal");
	tcn_log_count(&log, "number", (uint64_t)number);
	tcn_log_end(&log);
	if (number == SIGHUP) {
		(void)!tcn_daemon_reload(d, &err);
	} else {
		/* Ends the loop, at once; a moment later when there are
		 * listeners, who hear of it. */
		static const struct timeval soon = { .tv_usec = 100000 };
		bool heard = tcn_sse_listeners(d->api.sse) > 0;

		tcn_sse_bye(d->api.sse, "restart", NULL, NULL);
		if (heard)
			event_base_loopexit(d->base, &soon);
		else
			event_base_loopbreak(d->base);
	}
}

static void
on_alive(evutil_socket_t fd, short what, void *of)
{
	(void)fd, (void)what, (void)of;
	tcn_sd_alive();
}

static void
open_watchdog(struct tcn_daemon *d)
{
	int64_t ms = tcn_sd_watchdog_ms();
	struct timeval every = { .tv_sec = ms / 1000,
		.tv_usec = ms % 1000 * 1000 };

	if (ms == 0)
		return;
	d->alive = event_new(d->base, -1, EV_PERSIST, on_alive, d);
	if (!d->alive || event_add(d->alive, &every) != 0)
		tcn_mem_end();
}

/* Sends libevent's messages to our log, not to standard error. */
static void
on_library(int severity, const char *text)
{
	struct tcn_log log;

	tcn_log_begin(&log,
	    severity == EVENT_LOG_ERR        ? TCN_LOG_ERROR
		: severity == EVENT_LOG_WARN ? TCN_LOG_WARN
					     : TCN_LOG_DEBUG,
	    "libevent");
	tcn_log_str(&log, "note", tcn_str(text));
	tcn_log_end(&log);
}

/*
 * Of three priorities, events have the middle one by default; signals have the
 * highest, and commits the lowest (tools/serve/live/intake.c). Between requests
 * that have come together signals are looked for every LOOK_MS.
 */
static struct event_base *
new_base(void)
{
	static const struct timeval look = { .tv_usec = LOOK_MS * 1000 };
	struct event_config *config = event_config_new();
	struct event_base *base = NULL;

	if (config &&
	    event_config_set_max_dispatch_interval(config, &look, -1, 1) == 0)
		base = event_base_new_with_config(config);
	if (config)
		event_config_free(config);
	if (!base || event_base_priority_init(base, 3) == 0)
		return base;
	event_base_free(base);
	return NULL;
}

static void
open_loop(struct tcn_daemon *d)
{
	static const int numbers[TCN_DAEMON_SIGNALS] = { SIGINT, SIGTERM,
		SIGHUP };

	event_set_log_callback(on_library);
	d->base = new_base();
	if (!d->base)
		tcn_mem_end();
	for (int i = 0; i < TCN_DAEMON_SIGNALS; i++) {
		d->signals[i] = evsignal_new(d->base, numbers[i], on_signal, d);
		if (!d->signals[i] ||
		    event_priority_set(d->signals[i], 0) != 0 ||
		    event_add(d->signals[i], NULL) != 0)
			tcn_mem_end();
	}
	open_watchdog(d);
}

static void
on_part_failed(void *of, enum tcn_rc rc, const struct tcn_err *err)
{
	tcn_daemon_fail(of, rc, err);
}

static enum tcn_rc
open_parts(struct tcn_daemon *d)
{
	const struct tcn_intake_conf intake = tcn_daemon_intake(d, d->conf);
	const struct tcn_wall_conf wall = {
		.future_ms = d->conf->time.future_ms,
		.changed = tcn_daemon_on_closed,
		.failed = on_part_failed,
		.ctx = d,
	};
	const struct tcn_retention_conf keep = tcn_retention_conf(d->conf);
	enum tcn_rc rc;

	d->api.intake = tcn_intake_new(d->base, &intake, d->api.pipe);
	d->api.retain = tcn_retain_new(d->base, &keep, d->api.pipe,
	    d->api.intake, on_part_failed, d);
	rc = tcn_daemon_open_stream(d);
	if (!rc)
		d->api.feeds = tcn_feed_rounds_new(d->base, &d->poll_conf,
		    d->api.pipe, on_part_failed, d);
	if (!rc)
		d->api.collapse_cache =
		    tcn_collapse_cache_new(TCN_COLLAPSE_CACHE_ENTRIES);
	if (!rc) {
		/* What only routes use. */
		const struct tcn_pictures_conf pictures =
		    tcn_daemon_pictures(d);

		d->api.slices = tcn_slices_new(d->base);
		d->api.pictures = tcn_pictures_new(d->base, &pictures);
		d->api.minutes =
		    tcn_minutes_new(d->base, tcn_api_minutes_now, &d->api);
		d->api.jobs = tcn_jobs_new(d->base, &tcn_jobs_conf_default);
		tcn_jobs_limit(d->api.jobs, d->conf->jobs.time_ms,
		    d->conf->jobs.memory_bytes);
	}
	if (rc)
		return rc;
	d->api.wall = tcn_wall_new(d->base, &wall, d->api.pipe, d->api.intake);
	return TCN_OK;
}

/*
 * How many files are open at once beside the connections: those that are open
 * now, a few more for a while (listeners, a job's pipes, a backup, settings
 * that are read), and for each fetch and each receiver two sockets, since a
 * host has two kinds of address, and the pair by which its name is looked up;
 * for each picture under way as many, or the files of its program.
 */
static size_t
other_files(const struct tcn_daemon *d)
{
	const struct tcn_receiver_set *receivers =
	    tcn_dispatch_receivers(d->api.dispatch);

	return tcn_open_files_count() + 24 +
	    4 *
	    (d->conf->feeds.parallel + (receivers ? receivers->n : 0) +
		(d->conf->web.images ? TCN_PICTURES_MAX : 0));
}

/*
 * As many connections as are set, or as there may be files. Where the files are
 * few, half of them are for connections: fetches and receivers that are many at
 * once are seldom, and for want of files the idle are closed.
 */
static size_t
connections_max(const struct tcn_daemon *d)
{
	const size_t wanted = d->conf->http.connections_max;
	const size_t files = tcn_open_files_raise(), others = other_files(d);
	size_t room = files / 2 > others ? files - others : files / 2;
	struct tcn_log log;

	if (room >= wanted)
		return wanted;
	tcn_log_begin(&log, TCN_LOG_WARN, "limits");
	tcn_log_str(&log, "note",
	    tcn_str("fewer connections than http.connections_max: raise the "
		    "limit on open files (ulimit -n) to what is needed"));
	tcn_log_count(&log, "connections", room);
	tcn_log_count(&log, "files", files);
	tcn_log_count(&log, "needed", wanted + others);
	tcn_log_end(&log);
	return room;
}

/*
 * Opens the socket beside the store. A file system may have none: then the
 * daemon runs without it, and verbs beside it use --url.
 */
static enum tcn_rc
open_socket(struct tcn_daemon *d, const char *db, struct tcn_err *err)
{
	struct tcn_err why = { 0 };
	struct tcn_log log;
	enum tcn_rc rc;

	if (!d->conf->http.socket)
		return TCN_OK;
	rc = tcn_http_listen_beside(d->api.http, d->base, db, &why);
	if (rc && rc != TCN_IO) {
		*err = why;
		return rc;
	}
	tcn_log_begin(&log, rc ? TCN_LOG_WARN : TCN_LOG_INFO, "socket");
	if (rc) {
		tcn_log_err(&log, rc, &why);
		tcn_log_str(&log, "note",
		    tcn_str("verbs with --db cannot reach this daemon; --url "
			    "can"));
	} else {
		tcn_log_str(&log, "path",
		    tcn_str(tcn_http_socket_path(d->api.http)));
	}
	tcn_log_end(&log);
	return TCN_OK;
}

static enum tcn_rc
open_http(struct tcn_daemon *d, const char *db, struct tcn_err *err)
{
	struct tcn_http_conf http = tcn_daemon_http(d->conf);
	enum tcn_rc rc;

	http.connections_max = connections_max(d);
	http.linker = &d->api.linker;
	http.sessions = d->sessions_file;
	rc = tcn_http_new(d->base, &http, tcn_api_routes, &d->api, &d->api.http,
	    err);
	if (!rc)
		d->web = tcn_web_new(tcn_api_routes, &d->api);
	if (rc)
		return rc;
	tcn_http_add_routes(d->api.http, tcn_web_routes, d->web);
	tcn_http_set_refused(d->api.http, tcn_web_refused, d->web);
	tcn_http_on_change(d->api.http, tcn_daemon_end_streams, d);
	return open_socket(d, db, err);
}

/* Opens the store as of its last commit; each commit is synced to disk. */
static enum tcn_rc
open_pipeline(struct tcn_daemon *d, const char *db, struct tcn_err *err)
{
	struct tcn_pipeline_conf conf;
	enum tcn_rc rc;

	rc = tcn_daemon_read_rules(d->conf, &d->book, err);
	if (rc)
		return rc;
	tcn_setup_pipeline(d->conf, &conf);
	tcn_rulebook_use(d->book, &conf.detector);
	conf.commit_every = UINT64_MAX;
	conf.long_running = true;
	conf.detector.window.similar = true;
	conf.verb = "run";
	conf.serves = true;
	conf.again = tcn_daemon_on_events;
	conf.again_ctx = d;
	rc = tcn_pipeline_open(&conf, db, &d->api.pipe, err);
	if (rc)
		return rc;
	tcn_daemon_set_store_mode(d->conf, db);
	tcn_pipeline_trim(d->api.pipe);
	rc = tcn_setup_record(d->api.pipe, d->conf, d->book, err);
	return rc ? rc : tcn_pipeline_set_durable(d->api.pipe, err);
}

/* What sends messages, with the key that signs their links. */
static enum tcn_rc
open_dispatch(struct tcn_daemon *d, const char *db, struct tcn_err *err)
{
	enum tcn_rc rc;

	tcn_daemon_name_files(d, d->conf, db);
	rc = tcn_daemon_open_links(d, d->conf, err);
	if (rc)
		return rc;
	tcn_daemon_use_links(d, d->conf);
	return tcn_dispatch_open(d->base, d->conf, d->api.pipe, &d->api.linker,
	    on_part_failed, d, &d->api.dispatch, err);
}

enum tcn_rc
tcn_daemon_open(const struct tcn_conf *conf, const char *db,
    struct tcn_daemon **out, struct tcn_err *err)
{
	struct tcn_daemon *d = tcn_mem_calloc(1, sizeof *d);
	enum tcn_rc rc;

	*out = NULL;
	d->api.started_ms = tcn_now_wall_ms();
	d->api.reload = tcn_daemon_reload;
	d->api.reload_ctx = d;
	tcn_daemon_reconfigure(d, conf);
	d->api.db = d->db = tcn_mem_dupz(db, strlen(db));
	rc = open_pipeline(d, db, err);
	if (!rc) {
		open_loop(d);
		rc = open_parts(d);
		if (rc)
			*err =
			    *tcn_store_error(tcn_pipeline_store(d->api.pipe));
	}
	if (!rc)
		rc = open_dispatch(d, db, err);
	if (!rc)
		rc = tcn_dispatch_set_rules(d->api.dispatch, d->book->set.rules,
		    d->book->set.n, err);
	if (!rc)
		tcn_daemon_show_rules(d, d->book);
	if (!rc)
		rc = tcn_daemon_open_editions(d, err);
	if (!rc)
		rc = tcn_report_templates_new(conf->report.templates,
		    &d->api.templates, err);
	if (!rc)
		rc = open_http(d, db, err);
	if (rc)
		tcn_daemon_close(d);
	else
		*out = d;
	return rc;
}

void
tcn_daemon_configure_jobs(struct tcn_daemon *d,
    const struct tcn_jobs_conf *conf)
{
	tcn_jobs_configure(d->api.jobs, conf);
}

void
tcn_daemon_slice_by_article(struct tcn_daemon *d)
{
	struct tcn_intake_conf intake;

	d->slices_by_article = true;
	intake = tcn_daemon_intake(d, d->conf);
	tcn_intake_reconfigure(d->api.intake, &intake);
}

unsigned
tcn_daemon_port(const struct tcn_daemon *d)
{
	return tcn_http_port(d->api.http);
}

/*
 * Writes out what the detector's state left to be compacted, and all stories
 * unless they are many: for as long as whoever stops the daemon shall wait. The
 * rest is done by the next start, as after a kill.
 */
static enum tcn_rc
finish(struct tcn_daemon *d)
{
	int64_t until_ms = tcn_now_monotonic_ms() + FINISH_MS;
	enum tcn_rc rc = TCN_OK;

	while (!rc && !tcn_pipeline_is_compacted(d->api.pipe)) {
		if (tcn_now_monotonic_ms() >= until_ms)
			return TCN_OK;
		rc = tcn_pipeline_compact(d->api.pipe, &d->err);
	}
	return rc ? rc : tcn_pipeline_stop(d->api.pipe, &d->err);
}

enum tcn_rc
tcn_daemon_run(struct tcn_daemon *d, struct tcn_err *err)
{
	enum tcn_rc rc;

	tcn_sd_ready();
	event_base_dispatch(d->base);
	tcn_sd_stopping();
	rc = d->failed;
	if (!rc)
		rc = tcn_intake_stop(d->api.intake);
	if (!rc)
		rc = finish(d);
	if (!rc)
		rc = tcn_dispatch_flush(d->api.dispatch);
	if (rc)
		*err = d->err;
	return rc;
}

static void
free_events(struct tcn_daemon *d)
{
	for (int i = 0; i < TCN_DAEMON_SIGNALS; i++)
		if (d->signals[i])
			event_free(d->signals[i]);
	if (d->alive)
		event_free(d->alive);
}

/* The parts are gone before the last answers go out. */
void
tcn_daemon_close(struct tcn_daemon *d)
{
	if (!d)
		return;
	tcn_daemon_close_editions(d);
	tcn_dispatch_close(d->api.dispatch);
	tcn_daemon_close_log(d);
	tcn_feed_rounds_free(d->api.feeds);
	tcn_pictures_free(d->api.pictures);
	tcn_wall_free(d->api.wall);
	tcn_retain_free(d->api.retain);
	tcn_intake_free(d->api.intake);
	tcn_slices_free(d->api.slices);
	tcn_jobs_free(d->api.jobs);
	tcn_minutes_free(d->api.minutes);
	tcn_sse_free(d->api.sse);
	free_events(d);
	if (d->api.http)
		tcn_http_drain(d->api.http);
	tcn_http_free(d->api.http);
	tcn_web_free(d->web);
	tcn_collapse_cache_free(d->api.collapse_cache);
	tcn_now_free(d->api.now);
	tcn_meter_free(d->api.meter);
	tcn_facts_free(d->api.facts);
	tcn_report_templates_free(d->api.templates);
	tcn_pipeline_close(d->api.pipe);
	tcn_pattern_watch_fini(&d->api.patterns);
	tcn_daemon_free_rules(d->book);
	if (d->base)
		event_base_free(d->base);
	tcn_link_keys_free(d->link_keys);
	tcn_mem_free(d->links_file);
	tcn_mem_free(d->db);
	tcn_mem_free(d->sessions_file);
	if (d->own)
		tcn_conf_fini(d->own);
	tcn_mem_free(d->own);
	tcn_mem_free(d);
}

#include <assert.h>
#include <stdio.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/base/sd.h"
#include "tools/base/store_file.h"
#include "tools/conf/conf_stored.h"
#include "tools/intake/feeds/feed_conf.h"
#include "tools/pipeline/setup.h"
#include "tools/serve/daemon/daemon_impl.h"
#include "tools/serve/daemon/reload.h"
#include "tools/serve/deliver/dispatch.h"

#define SLICE_MS 10 /* of work on bodies, in a turn of the loop */

struct tcn_intake_conf
tcn_daemon_intake(struct tcn_daemon *d, const struct tcn_conf *conf)
{
	return (struct tcn_intake_conf){
		.limits = { .vector_n = conf->input.vector_max },
		.gather_ms = conf->http.commit_delay_ms,
		.pending_max = conf->http.pending_max,
		.articles_max = conf->http.articles_max,
		.bytes_max = conf->http.buffers_max_bytes,
		.slice_ms = d->slices_by_article ? 0 : SLICE_MS,
		.changed = tcn_daemon_on_events,
		.committed = tcn_daemon_on_committed,
		.answered = tcn_daemon_on_answered,
		.ctx = d,
	};
}

struct tcn_http_conf
tcn_daemon_http(const struct tcn_conf *conf)
{
	return (struct tcn_http_conf){
		.address =
		    conf->http.address ? conf->http.address : "127.0.0.1",
		.port = (unsigned)conf->http.port,
		.tokens = conf->http.tokens,
		.tls_cert = conf->http.tls_cert,
		.tls_key = conf->http.tls_key,
		.names = conf->http.names,
		.public_url = conf->http.public_url,
		.wrong_tokens_max = (uint32_t)conf->http.wrong_tokens_max,
		.body_max = conf->http.body_max_bytes,
		.head_max = conf->http.head_max_bytes,
		.idle_ms = conf->http.idle_ms,
		.connections_max = conf->http.connections_max,
		.held_max = conf->http.buffers_max_bytes,
		.slow_ms = conf->http.slow_ms,
		.rate_min = conf->http.rate_min_bytes,
	};
}

struct tcn_pictures_conf
tcn_daemon_pictures(const struct tcn_daemon *d)
{
	return (struct tcn_pictures_conf){
		.on = d->conf->web.images,
		.fetch = d->poll_conf.fetch,
		.cache_bytes = d->conf->web.images_cache_bytes,
	};
}

/* A file of somebody else is no reason not to start. */
void
tcn_daemon_set_store_mode(const struct tcn_conf *conf, const char *db)
{
	unsigned mode = tcn_setup_store_mode(conf), was;
	bool set = tcn_store_file_set_mode(db, mode, &was);
	char rights[8];
	struct tcn_log log;

	if (set && was == mode)
		return;
	tcn_log_begin(&log, TCN_LOG_WARN, "store_mode");
	snprintf(rights, sizeof rights, "%04o", was);
	tcn_log_str(&log, "was", tcn_str(rights));
	snprintf(rights, sizeof rights, "%04o", mode);
	tcn_log_str(&log, "mode", tcn_str(rights));
	tcn_log_str(&log, "note",
	    tcn_str(set ? "the store has the rights that store.mode says now"
			: "the store's files are somebody else's, and keep "
			  "their rights"));
	tcn_log_end(&log);
}

/* Called at the start and at each reload. */
void
tcn_daemon_reconfigure(struct tcn_daemon *d, const struct tcn_conf *conf)
{
	d->conf = conf;
	d->api.conf = conf;
	d->api.more_than = (uint32_t)conf->rules.more_than;
	d->api.within_ms = conf->rules.within_ms;
	d->api.lines_max = conf->report.sentences;
	tcn_setup_clusters(conf, &d->api.clusters);
	d->poll_conf = (struct tcn_poll_conf){
		.follow_below = tcn_feed_conf_follow_below(conf),
		.totals = &d->api.fetches,
		.fetched = tcn_daemon_on_fetched,
		.was_read = tcn_daemon_on_read,
		.changed = tcn_daemon_on_entry,
		.ctx = d,
	};
	tcn_feed_conf_set(conf, &d->poll_conf.fetch, &d->poll_conf.schedule);
	d->poll_conf.urls_max = conf->sitemap.urls_max;
	d->poll_conf.pages_max = conf->sitemap.pages_max;
	d->api.feed_schedule = d->poll_conf.schedule;
}

enum tcn_rc
tcn_daemon_read_rules(const struct tcn_conf *conf, struct tcn_rulebook **book,
    struct tcn_err *err)
{
	struct tcn_rulebook *made = tcn_mem_calloc(1, sizeof *made);
	struct tcn_receiver_set *receivers = NULL;
	struct tcn_rulebook_desks desks;
	enum tcn_rc rc = TCN_OK;

	if (conf->rules.file && conf->deliver.receivers)
		rc = tcn_receiver_set_read(conf->deliver.receivers, &receivers,
		    err);
	if (receivers)
		desks = tcn_receivers_desks(receivers);
	if (!rc)
		rc = tcn_rulebook_open(conf, conf->rules.file,
		    receivers ? &desks : NULL, made, err);
	tcn_receiver_set_free(receivers);
	for (size_t i = 0; i < made->set.diags_n; i++) {
		const struct tcn_ruleset_diag *note = &made->set.diags[i];
		struct tcn_log log;

		tcn_log_begin(&log,
		    note->warning ? TCN_LOG_WARN : TCN_LOG_ERROR, "rules");
		tcn_log_str(&log, "file", tcn_str(conf->rules.file));
		tcn_log_count(&log, "line", note->line);
		tcn_log_count(&log, "column", note->column);
		tcn_log_str(&log, "note", tcn_str(note->text));
		tcn_log_end(&log);
	}
	if (rc)
		tcn_daemon_free_rules(made);
	else
		*book = made;
	return rc;
}

void
tcn_daemon_free_rules(struct tcn_rulebook *book)
{
	if (book)
		tcn_rulebook_close(book);
	tcn_mem_free(book);
}

enum tcn_rc
tcn_daemon_check(const struct tcn_conf *conf, struct tcn_err *err)
{
	const struct tcn_http_conf http = tcn_daemon_http(conf);
	struct tcn_http_credentials credentials;
	enum tcn_rc rc = tcn_http_credentials_read(&http, &credentials, err);

	if (!rc)
		tcn_http_credentials_fini(&credentials);
	return rc;
}

static void
warn_fixed(void *of, const char *key)
{
	struct tcn_log log;

	(void)of;
	tcn_log_begin(&log, TCN_LOG_WARN, "reload");
	tcn_log_str(&log, "setting", tcn_str(key));
	tcn_log_str(&log, "note", tcn_str("takes effect at the next start"));
	tcn_log_end(&log);
}

/* Reads and checks everything; on an error nothing of it is in use. */
static enum tcn_rc
read_next(struct tcn_daemon *d, struct tcn_conf *next,
    struct tcn_http_credentials *credentials, struct tcn_rulebook **book,
    struct tcn_editions **editions, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_conf_load(d->args, next, err);
	struct tcn_http_conf http;

	if (!rc)
		rc = tcn_reload_keep_fixed(d->conf, next, warn_fixed, d);
	if (rc)
		return rc;
	http = tcn_daemon_http(next);
	rc = tcn_http_credentials_read(&http, credentials, err);
	if (rc)
		return rc;
	rc = tcn_daemon_open_links(d, next, err);
	if (!rc)
		rc = tcn_daemon_read_rules(next, book, err);
	if (!rc)
		rc = tcn_daemon_read_editions(next, editions, err);
	/* This one also replaces what it has checked, so it comes last. */
	if (!rc)
		rc = tcn_dispatch_reload(d->api.dispatch, next, err);
	if (rc) {
		tcn_http_credentials_fini(credentials);
		tcn_daemon_free_rules(*book);
		tcn_editions_free(*editions);
	}
	return rc;
}

/* Whether the store knows these settings already. */
static enum tcn_rc
is_kept(struct tcn_daemon *d, struct tcn_str text, bool *kept,
    struct tcn_err *err)
{
	const struct tcn_store *store = tcn_pipeline_store(d->api.pipe);
	struct tcn_arena arena;
	struct tcn_str then;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	rc = tcn_conf_stored_read(store, &arena, &then);
	*kept = !rc && then.at && tcn_str_equal(then, text);
	if (rc)
		*err = *tcn_store_error(store);
	tcn_arena_fini(&arena);
	return rc;
}

/*
 * Stores the rules and the detector's state with them in one transaction. When
 * they are the old ones there is nothing to store: each commit leaves a delta,
 * and a program may reload every second.
 */
static enum tcn_rc
keep_rules(struct tcn_daemon *d, const struct tcn_rulebook *book,
    struct tcn_err *err)
{
	struct tcn_buf text = { 0 };
	enum tcn_rc rc;
	bool kept = false;

	tcn_conf_stored_text(d->conf, book, &text);
	rc = is_kept(d, tcn_buf_view(&text), &kept, err);
	if (rc || kept) {
		tcn_buf_fini(&text);
		return rc;
	}
	rc = tcn_pipeline_put_meta(d->api.pipe, TCN_CONF_STORED_META,
	    tcn_buf_view(&text), err);
	if (!rc)
		rc = tcn_pipeline_commit_delta(d->api.pipe, err);
	if (!rc)
		tcn_intake_compact_later(d->api.intake);
	tcn_buf_fini(&text);
	return rc;
}

void
tcn_daemon_show_rules(struct tcn_daemon *d, const struct tcn_rulebook *book)
{
	d->api.book = book;
	d->api.rules = book->set.rules;
	d->api.rules_n = book->set.n;
	tcn_pattern_watch_set(&d->api.patterns, book->match, book->set.rules,
	    book->set.n);
}

/*
 * Commits first what the old rules have decided. Events of rules that no
 * longer exist are kept, and close in time.
 */
static void
use_rules(struct tcn_daemon *d, struct tcn_rulebook *book)
{
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_intake_commit(d->api.intake);

	if (rc)
		err = *tcn_intake_error(d->api.intake);
	else
		tcn_rulebook_apply(book, tcn_pipeline_detector(d->api.pipe));
	if (!rc)
		rc = keep_rules(d, book, &err);
	if (!rc)
		rc = tcn_dispatch_set_rules(d->api.dispatch, book->set.rules,
		    book->set.n, &err);
	tcn_pattern_watch_look(&d->api.patterns, tcn_now_monotonic_ms());
	if (!rc)
		tcn_daemon_show_rules(d, book);
	if (rc) { /* the old rules are replaced in part: start again */
		tcn_daemon_fail(d, rc, &err);
		tcn_daemon_free_rules(book);
		return;
	}
	tcn_daemon_free_rules(d->book);
	d->book = book;
}

static void
use_next(struct tcn_daemon *d, struct tcn_conf *next,
    const struct tcn_http_credentials *credentials, struct tcn_rulebook *book)
{
	const struct tcn_intake_conf intake = tcn_daemon_intake(d, next);
	const struct tcn_http_conf http = tcn_daemon_http(next);
	const struct tcn_retention_conf keep = tcn_retention_conf(next);
	struct tcn_conf *old = d->own;
	struct tcn_pictures_conf pictures;

	tcn_daemon_reconfigure(d, next);
	tcn_daemon_use_links(d, next);
	tcn_feed_rounds_reconfigure(d->api.feeds, &d->poll_conf);
	pictures = tcn_daemon_pictures(d);
	tcn_pictures_reconfigure(d->api.pictures, &pictures);
	d->own = next;
	tcn_intake_reconfigure(d->api.intake, &intake);
	tcn_retain_reconfigure(d->api.retain, &keep);
	tcn_sse_set_max(d->api.sse, next->http.listeners_max);
	tcn_jobs_limit(d->api.jobs, next->jobs.time_ms,
	    next->jobs.memory_bytes);
	tcn_http_reconfigure(d->api.http, &http, credentials);
	use_rules(d, book);
	if (old)
		tcn_conf_fini(old);
	tcn_mem_free(old);
}

enum tcn_rc
tcn_daemon_reload(void *of, struct tcn_err *err)
{
	struct tcn_daemon *d = of;
	struct tcn_conf *next = tcn_mem_calloc(1, sizeof *next);
	struct tcn_rulebook *book = NULL;
	struct tcn_editions *editions = NULL;
	struct tcn_http_credentials credentials;
	struct tcn_log log;
	enum tcn_rc rc;

	assert(d->args);
	tcn_sd_reloading();
	rc = read_next(d, next, &credentials, &book, &editions, err);
	if (!rc) {
		tcn_daemon_use_editions(d, editions);
		use_next(d, next, &credentials, book);
	} else {
		tcn_conf_fini(next);
	}
	tcn_log_begin(&log, rc ? TCN_LOG_ERROR : TCN_LOG_INFO, "reload");
	if (rc) {
		tcn_mem_free(next);
		tcn_log_str(&log, "note", tcn_str("nothing has changed"));
		tcn_log_err(&log, rc, err);
	}
	tcn_log_end(&log);
	tcn_sd_ready();
	return rc;
}

void
tcn_daemon_enable_reload(struct tcn_daemon *d, const struct tcn_conf_args *args)
{
	d->args = args;
}

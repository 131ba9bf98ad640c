#include "tools/serve/live/retain.h"

#include "engine/base/mem.h"
#include "tools/base/log.h"
#include "tools/base/now.h"

#define FIRST_MS  100 /* from the start to the first pass */
#define LOOK_MS   10000 /* between two looks whether a pass is due */
#define EVERY_MS  (10 * 60 * 1000) /* between two passes */
#define LATEST_MS 100 /* a step waits no longer for an idle loop */

struct tcn_retain {
	struct tcn_pipeline *pipe;
	struct tcn_intake *intake;
	struct tcn_retention retention;
	struct event *look; /* is a pass due? */
	struct event *idle; /* a step, when the loop has nothing else */
	struct event *latest; /* a step, whatever else there is to do */
	struct tcn_retain_counts counts;
	int64_t began_ms; /* the last pass, monotonic */
	bool any; /* a pass has begun */
	bool logged_oversize, logged_cannot_shrink;
	void (*failed)(void *ctx, enum tcn_rc rc, const struct tcn_err *err);
	void *ctx;
};

static void
after(struct event *timer, int64_t ms)
{
	const struct timeval in = { .tv_sec = ms / 1000,
		.tv_usec = ms % 1000 * 1000 };

	evtimer_add(timer, &in);
}

/* --- log --- */

static void
log_once(bool *logged, bool holds, const char *note)
{
	struct tcn_log log;

	if (holds && !*logged) {
		tcn_log_begin(&log, TCN_LOG_WARN, "retention");
		tcn_log_str(&log, "note", tcn_str(note));
		tcn_log_end(&log);
	}
	*logged = holds;
}

static void
log_pass(struct tcn_retain *retain, int64_t took_ms)
{
	const struct tcn_retention *r = &retain->retention;
	struct tcn_log log;

	log_once(&retain->logged_oversize,
	    r->oversize && r->size_before_ms >= r->floor_ms,
	    "the store is larger than store.size_max, and what is left must "
	    "be kept: raise store.size_max, or shorten near.horizon or the "
	    "rules' windows");
	log_once(&retain->logged_cannot_shrink, r->cannot_shrink,
	    "an older program made this store, and its file cannot shrink: "
	    "stop the daemon and run `tocsin vacuum --db FILE` once");
	if (!tcn_retention_has_worked(r))
		return;
	tcn_log_begin(&log, TCN_LOG_INFO, "retention");
	for (unsigned i = 0; i < TCN_STORE_KEPT_KINDS; i++)
		if (r->pass.removed[i])
			tcn_log_count(&log,
			    tcn_store_retained_kind_name((enum tcn_store_kept)
				    i),
			    r->pass.removed[i]);
	tcn_log_count(&log, "freed_bytes", r->freed_bytes);
	tcn_log_count(&log, "steps", r->steps);
	tcn_log_count(&log, "ms", (uint64_t)took_ms);
	tcn_log_end(&log);
}

/* --- steps --- */

/* Both timers, of which the first that comes counts. */
static void
step_later(struct tcn_retain *retain)
{
	after(retain->idle, 0);
	after(retain->latest, LATEST_MS);
}

/* Adds what the last step has done. */
static void
count(struct tcn_retain *retain, const struct tcn_retention *before,
    int64_t took_ms)
{
	const struct tcn_retention *r = &retain->retention;

	retain->counts.steps++;
	retain->counts.took_ms += took_ms;
	if (took_ms > retain->counts.longest_ms)
		retain->counts.longest_ms = took_ms;

	for (unsigned i = 0; i < TCN_STORE_KEPT_KINDS; i++)
		retain->counts.removed[i] +=
		    r->pass.removed[i] - before->pass.removed[i];
	retain->counts.freed_bytes += r->freed_bytes - before->freed_bytes;
}

/* Articles that wait are committed first, and their senders answered. */
static void
on_step(evutil_socket_t fd, short what, void *of)
{
	struct tcn_retain *retain = of;
	struct tcn_retention before;
	struct tcn_err err = { 0 };
	int64_t began_ms;
	enum tcn_rc rc;

	(void)fd, (void)what;
	evtimer_del(retain->idle);
	evtimer_del(retain->latest);
	if (tcn_pipeline_is_writing(retain->pipe) &&
	    tcn_intake_commit(retain->intake))
		return; /* it has told the daemon */
	began_ms = tcn_now_monotonic_ms();
	before = retain->retention;
	rc = tcn_retention_step(&retain->retention, retain->pipe,
	    TCN_RETENTION_WORK, &err);
	if (rc) {
		retain->failed(retain->ctx, rc, &err);
		return;
	}
	count(retain, &before, tcn_now_monotonic_ms() - began_ms);
	if (tcn_retention_is_active(&retain->retention)) {
		step_later(retain);
	} else {
		const struct tcn_retention *r = &retain->retention;

		log_pass(retain, tcn_now_monotonic_ms() - retain->began_ms);
		tcn_intake_compact_later(retain->intake);
		after(retain->look,
		    r->size_before_ms > TCN_STORE_KEEP_ALL &&
			    r->size_before_ms < r->floor_ms
			? 0
			: LOOK_MS);
	}
}

static void
on_look(evutil_socket_t fd, short what, void *of)
{
	struct tcn_retain *retain = of;
	int64_t now_ms = tcn_now_monotonic_ms();
	struct tcn_err err = { 0 };
	bool due = !retain->any || now_ms - retain->began_ms >= EVERY_MS;
	bool oversize = false;
	enum tcn_rc rc = TCN_OK;

	(void)fd, (void)what;
	if (!due)
		rc = tcn_retention_is_oversize(&retain->retention, retain->pipe,
		    tcn_now_wall_ms(), &oversize, &err);
	if (!rc && (due || oversize)) {
		retain->any = true;
		retain->began_ms = now_ms;
		rc = tcn_retention_begin(&retain->retention, retain->pipe,
		    tcn_now_wall_ms(), &err);
	}
	if (rc)
		retain->failed(retain->ctx, rc, &err);
	else if (tcn_retention_is_active(&retain->retention))
		step_later(retain);
	else
		after(retain->look, LOOK_MS);
}

/* --- life --- */

struct tcn_retain *
tcn_retain_new(struct event_base *base, const struct tcn_retention_conf *conf,
    struct tcn_pipeline *pipe, struct tcn_intake *intake,
    void (*failed)(void *ctx, enum tcn_rc rc, const struct tcn_err *err),
    void *ctx)
{
	struct tcn_retain *retain = tcn_mem_calloc(1, sizeof *retain);

	retain->pipe = pipe;
	retain->intake = intake;
	retain->failed = failed;
	retain->ctx = ctx;
	tcn_retention_init(&retain->retention, conf);
	retain->look = evtimer_new(base, on_look, retain);
	retain->idle = evtimer_new(base, on_step, retain);
	retain->latest = evtimer_new(base, on_step, retain);
	if (!retain->look || !retain->idle || !retain->latest)
		tcn_mem_end();
	event_priority_set(retain->idle, event_base_get_npriorities(base) - 1);
	after(retain->look, FIRST_MS);
	return retain;
}

void
tcn_retain_free(struct tcn_retain *retain)
{
	if (!retain)
		return;
	if (retain->look)
		event_free(retain->look);
	if (retain->idle)
		event_free(retain->idle);
	if (retain->latest)
		event_free(retain->latest);
	tcn_mem_free(retain);
}

void
tcn_retain_reconfigure(struct tcn_retain *retain,
    const struct tcn_retention_conf *conf)
{
	retain->retention.conf = *conf;
}

const struct tcn_retain_counts *
tcn_retain_counts(const struct tcn_retain *retain)
{
	return &retain->counts;
}

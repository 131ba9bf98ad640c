/*
 * What becomes of an event that opened, changed or closed: it is logged, told
 * to receivers, and what a desk split from it goes on with it.
 */
#include "tools/serve/daemon/daemon_impl.h"

#include "engine/item/severity.h"
#include "sql/store_told.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/pipeline/split.h"
#include "tools/serve/deliver/dispatch.h"

#define LOG_TERMS 4 /* terms of an event in the log */

static void
log_event(const struct tcn_event *event, bool notified)
{
	struct tcn_log log;
	struct tcn_buf words = { 0 };

	tcn_log_begin(&log, TCN_LOG_INFO,
	    event->revision == 1 ? "alert" : "update");
	tcn_log_str(&log, "id", tcn_str(event->id));
	tcn_log_str(&log, "rule", event->rule);
	tcn_log_str(&log, "severity",
	    tcn_str(tcn_severity_name(event->severity)));
	/* Logs the first terms of an event. */
	for (size_t i = 0; i < event->terms_n && i < LOG_TERMS; i++) {
		if (i)
			tcn_buf_char(&words, ' ');
		tcn_buf_add(&words, event->terms[i].word.at,
		    event->terms[i].word.n);
	}
	tcn_log_str(&log, "terms", (struct tcn_str){ words.at, words.n });
	tcn_buf_fini(&words);
	tcn_log_count(&log, "revision", event->revision);
	tcn_log_count(&log, "items", event->items);
	tcn_log_count(&log, "origins", event->origins);
	tcn_log_count(&log, "publishers", event->publishers);
	if (!notified)
		tcn_log_str(&log, "told", tcn_str("no, it is old"));
	tcn_log_end(&log);
}

/* Writes the messages to receivers, in the transaction of the change. */
static enum tcn_rc
notify(struct tcn_daemon *d, const struct tcn_event *event)
{
	enum tcn_rc rc = tcn_dispatch_event(d->api.dispatch,
	    tcn_pipeline_tx(d->api.pipe), event, tcn_now_wall_ms());

	if (rc)
		d->err = *tcn_store_error(tcn_pipeline_store(d->api.pipe));
	return rc;
}

/* How old an event may be that is told. */
enum age {
	AGE_ANY,
	AGE_WITHIN, /* its rule's window */
	AGE_GROUP, /* what its rule groups, if it does */
};

/*
 * Whether the event is young enough, counted back from now. A rule that no
 * longer exists has the window of the settings.
 */
static bool
is_fresh(const struct tcn_daemon *d, const struct tcn_event *event,
    enum age age)
{
	const struct tcn_rule *rule =
	    tcn_dispatch_rule(d->api.dispatch, event->rule);
	int64_t within_ms = rule->within_ms;

	if (age == AGE_ANY)
		return true;
	if (!within_ms)
		within_ms = d->conf->rules.within_ms;
	if (age == AGE_GROUP && rule->group_ms && rule->group_ms < within_ms)
		within_ms = rule->group_ms;
	return event->changed_ms >= tcn_now_wall_ms() - within_ms;
}

static enum tcn_rc
publish_one(struct tcn_daemon *d, const struct tcn_event *event, enum age age)
{
	bool fresh = is_fresh(d, event, age);

	log_event(event, fresh);
	return fresh ? notify(d, event)
		     : tcn_store_told_late(tcn_pipeline_tx(d->api.pipe), event);
}

/* What a desk split from the event goes on with it. */
static enum tcn_rc
publish_splits(struct tcn_daemon *d, const struct tcn_event *event,
    enum age age)
{
	struct tcn_store_event_list events;
	struct tcn_arena arena;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	rc = tcn_split_follow(tcn_pipeline_tx(d->api.pipe),
	    tcn_pipeline_store(d->api.pipe), tcn_pipeline_prepare(d->api.pipe),
	    event, &arena, &events);
	if (rc)
		d->err = *tcn_store_error(tcn_pipeline_store(d->api.pipe));
	for (size_t i = 0; i < events.n && !rc; i++)
		rc = publish_one(d, &events.at[i], age);
	tcn_arena_fini(&arena);
	return rc;
}

/* Publishes the events that open with this severity, or, at -1, the others. */
static void
publish_some(struct tcn_daemon *d, const struct tcn_detector_changes *changes,
    enum age age, int severity)
{
	for (size_t i = 0; i < changes->events_n; i++) {
		const struct tcn_event *event = &changes->events[i];
		bool opens = event->revision == 1;
		enum tcn_rc rc;

		if ((opens ? (int)event->severity : -1) != severity)
			continue;
		rc = publish_one(d, event, age);
		if (!rc)
			rc = publish_splits(d, event, age);
		if (rc)
			tcn_daemon_fail(d, rc, &d->err);
	}
}

/* Of rules that fire for one story the most severe is told, and stands for the
 * others (tools/serve/deliver/judge.h). */
static void
publish(struct tcn_daemon *d, const struct tcn_detector_changes *changes,
    enum age age)
{
	for (int i = TCN_SEVERITY_CRITICAL; i >= -1; i--)
		publish_some(d, changes, age, i);
}

void
tcn_daemon_on_events(void *of, const struct tcn_detector_changes *changes)
{
	publish(of, changes, AGE_WITHIN);
}

/* The entries of a first fetch come at once, though hours lie between them, and
 * a rule that groups has an event for each such gap: the last alone is told. */
void
tcn_daemon_on_entry(void *of, const struct tcn_detector_changes *changes,
    bool first)
{
	publish(of, changes, first ? AGE_GROUP : AGE_WITHIN);
}

/* Whoever was told of these events hears that they are over, also when that
 * was long ago and the daemon was not running. */
void
tcn_daemon_on_closed(void *of, const struct tcn_detector_changes *changes)
{
	publish(of, changes, AGE_ANY);
}

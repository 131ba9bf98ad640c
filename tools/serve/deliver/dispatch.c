#include "tools/serve/deliver/dispatch.h"

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "rules/hours.h"
#include "tools/serve/deliver/recheck.h"
#include "tools/serve/deliver/release.h"

struct tcn_dispatch {
	struct tcn_pipeline *pipe;
	struct tcn_receiver_set *receivers;
	struct tcn_notify notify;
	struct tcn_sender *sender;
	struct tcn_send_tests *tests;
	const struct tcn_rule *rules;
	size_t rules_n;
	struct tcn_hours **hours; /* of each rule; NULL: it has none */
	tcn_dispatch_failed_fn *failed;
	void *ctx;
};

const struct tcn_rule *
tcn_dispatch_rule(const struct tcn_dispatch *dispatch, struct tcn_str name)
{
	static const struct tcn_rule plain = { .severity = TCN_SEVERITY_HIGH };

	for (size_t i = 0; i < dispatch->rules_n; i++)
		if (tcn_str_equal(dispatch->rules[i].name, name))
			return &dispatch->rules[i];
	return &plain;
}

static const struct tcn_rule *
find_rule(void *ctx, struct tcn_str name)
{
	return tcn_dispatch_rule(ctx, name);
}

/* Quiet hours are judged again after a day at most: rules may change. */
static int64_t
quiet_until(void *ctx, const struct tcn_rule *rule, int64_t now_ms)
{
	const struct tcn_dispatch *dispatch = ctx;
	int64_t until_ms;
	size_t i = 0;

	while (i < dispatch->rules_n && rule != &dispatch->rules[i])
		i++;
	if (i == dispatch->rules_n || !dispatch->hours[i] ||
	    !tcn_hours_quiet(dispatch->hours[i], now_ms, &until_ms))
		return now_ms;
	return until_ms - now_ms < TCN_DAY_MS ? until_ms : now_ms + TCN_DAY_MS;
}

static bool
is_busy(void *ctx)
{
	const struct tcn_dispatch *dispatch = ctx;

	return tcn_pipeline_is_writing(dispatch->pipe);
}

static enum tcn_rc
begin(void *ctx, struct tcn_store_tx **tx)
{
	struct tcn_dispatch *dispatch = ctx;

	return tcn_pipeline_begin(dispatch->pipe, tx, NULL);
}

static enum tcn_rc
end(void *ctx, enum tcn_rc rc)
{
	struct tcn_dispatch *dispatch = ctx;

	rc = tcn_pipeline_end(dispatch->pipe, rc, NULL);
	if (!rc && dispatch->notify.gate)
		dispatch->notify.gate->ended(dispatch->notify.gate->ctx);
	return rc;
}

static enum tcn_rc
release(void *ctx, struct tcn_store_tx *tx,
    const struct tcn_outbox_list *messages, int64_t now_ms)
{
	struct tcn_dispatch *dispatch = ctx;

	return tcn_release_held(&dispatch->notify, tx, messages, now_ms);
}

static enum tcn_rc
recheck(void *ctx, struct tcn_store_tx *tx,
    const struct tcn_outbox_message *message, int64_t now_ms)
{
	struct tcn_dispatch *dispatch = ctx;

	return tcn_release_pending(&dispatch->notify, tx, message, now_ms);
}

static void
fail(void *ctx, enum tcn_rc rc, const struct tcn_err *err)
{
	struct tcn_dispatch *dispatch = ctx;

	dispatch->failed(dispatch->ctx, rc, err);
}

static enum tcn_rc
read_receivers(const struct tcn_conf *conf, struct tcn_receiver_set **receivers,
    struct tcn_err *err)
{
	enum tcn_rc rc = conf->deliver.receivers
	    ? tcn_receiver_set_read(conf->deliver.receivers, receivers, err)
	    : tcn_receiver_set_parse("none", tcn_str(""), receivers, err);

	if (!rc)
		tcn_receiver_set_speak(*receivers,
		    (enum tcn_words_language)conf->report.language,
		    conf->report.zone);
	return rc;
}

static void
open_sender(struct tcn_dispatch *dispatch, struct event_base *base,
    const struct tcn_conf *conf, const struct tcn_linker *linker)
{
	const struct tcn_sender_conf sender = {
		.user_agent = "tocsin",
		.retry_least_ms = conf->deliver.retry_least_ms,
		.retry_most_ms = conf->deliver.retry_most_ms,
		.tries_max = conf->deliver.tries_max,
		.age_max_ms = conf->deliver.age_max_ms,
		.linker = linker,
		.browser = conf->report.browser,
		.busy = is_busy,
		.begin = begin,
		.end = end,
		.release = release,
		.recheck = recheck,
		.failed = fail,
		.ctx = dispatch,
	};

	dispatch->sender = tcn_sender_new(base, &sender, dispatch->receivers,
	    tcn_pipeline_store(dispatch->pipe));
}

static void
drop_hours(struct tcn_hours **hours, size_t n)
{
	for (size_t i = 0; hours && i < n; i++)
		tcn_hours_free(hours[i]);
	tcn_mem_free(hours);
}

enum tcn_rc
tcn_dispatch_open(struct event_base *base, const struct tcn_conf *conf,
    struct tcn_pipeline *pipe, const struct tcn_linker *linker,
    tcn_dispatch_failed_fn *failed, void *ctx, struct tcn_dispatch **out,
    struct tcn_err *err)
{
	struct tcn_dispatch *dispatch = tcn_mem_calloc(1, sizeof *dispatch);
	enum tcn_rc rc;

	*out = NULL;
	dispatch->pipe = pipe;
	dispatch->failed = failed;
	dispatch->ctx = ctx;
	rc = read_receivers(conf, &dispatch->receivers, err);
	if (!rc)
		open_sender(dispatch, base, conf, linker);
	if (!rc)
		dispatch->tests =
		    tcn_send_tests_new(base, linker, dispatch->receivers);
	if (rc) {
		tcn_dispatch_close(dispatch);
		return rc;
	}
	dispatch->notify = (struct tcn_notify){
		.receivers = dispatch->receivers,
		.address = conf->http.public_url,
		.prep = tcn_pipeline_prepare(pipe),
		.rule = find_rule,
		.quiet = quiet_until,
		.ctx = dispatch,
		.digest_over = conf->deliver.digest_over,
		.episodes = (enum tcn_conf_episodes)conf->deliver.episodes,
	};
	*out = dispatch;
	return TCN_OK;
}

void
tcn_dispatch_close(struct tcn_dispatch *dispatch)
{
	if (!dispatch)
		return;
	tcn_send_tests_free(dispatch->tests);
	tcn_sender_free(dispatch->sender);
	tcn_receiver_set_free(dispatch->receivers);
	drop_hours(dispatch->hours, dispatch->rules_n);
	tcn_mem_free(dispatch);
}

enum tcn_rc
tcn_dispatch_reload(struct tcn_dispatch *dispatch, const struct tcn_conf *conf,
    struct tcn_err *err)
{
	struct tcn_receiver_set *receivers, *old = dispatch->receivers;
	enum tcn_rc rc = read_receivers(conf, &receivers, err);

	if (rc)
		return rc;
	tcn_send_tests_set_receivers(dispatch->tests, receivers);
	rc = tcn_sender_set_receivers(dispatch->sender, receivers);
	dispatch->receivers = receivers;
	dispatch->notify.receivers = receivers;
	tcn_receiver_set_free(old);
	if (rc)
		fail(dispatch, rc, err);
	dispatch->notify.address = conf->http.public_url;
	dispatch->notify.digest_over = conf->deliver.digest_over;
	dispatch->notify.episodes =
	    (enum tcn_conf_episodes)conf->deliver.episodes;
	return rc;
}

enum tcn_rc
tcn_dispatch_set_rules(struct tcn_dispatch *dispatch,
    const struct tcn_rule *rules, size_t n, struct tcn_err *err)
{
	struct tcn_hours **hours = tcn_mem_calloc(n + 1, sizeof *hours);
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < n; i++)
		if (rules[i].quiet.zone.n)
			rc = tcn_hours_new(&rules[i].quiet, &hours[i], err);
	if (rc) {
		drop_hours(hours, n);
		return rc;
	}
	drop_hours(dispatch->hours, dispatch->rules_n);
	dispatch->hours = hours;
	dispatch->rules = rules;
	dispatch->rules_n = n;
	tcn_sender_recheck(dispatch->sender, TCN_RECHECK_ALL);
	return TCN_OK;
}

enum tcn_rc
tcn_dispatch_event(struct tcn_dispatch *dispatch, struct tcn_store_tx *tx,
    const struct tcn_event *event, int64_t now_ms)
{
	if (event->state == TCN_EVENT_CLOSED)
		tcn_sender_recheck(dispatch->sender,
		    1u << TCN_OUTBOX_HOLD_INHIBITED);
	return tcn_notify_event(&dispatch->notify, tx, event, now_ms);
}

void
tcn_dispatch_set_gate(struct tcn_dispatch *dispatch,
    const struct tcn_gate *gate)
{
	tcn_sender_set_gate(dispatch->sender, gate);
	dispatch->notify.gate = gate;
}

void
tcn_dispatch_opened(struct tcn_dispatch *dispatch)
{
	tcn_sender_recheck(dispatch->sender, TCN_RECHECK_ALL);
}

void
tcn_dispatch_wake(struct tcn_dispatch *dispatch)
{
	tcn_sender_wake(dispatch->sender);
}

enum tcn_rc
tcn_dispatch_flush(struct tcn_dispatch *dispatch)
{
	return tcn_sender_flush(dispatch->sender);
}

const struct tcn_sender *
tcn_dispatch_sender(const struct tcn_dispatch *dispatch)
{
	return dispatch->sender;
}

const struct tcn_receiver_set *
tcn_dispatch_receivers(const struct tcn_dispatch *dispatch)
{
	return dispatch->receivers;
}

struct tcn_send_tests *
tcn_dispatch_tests(struct tcn_dispatch *dispatch)
{
	return dispatch->tests;
}

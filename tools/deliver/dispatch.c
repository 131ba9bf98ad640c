#include "tools/deliver/dispatch.h"

#include "engine/base/mem.h"
#include "rules/hours.h"

#define DAY_MS ((int64_t)24 * 3600 * 1000)

struct tcn_dispatch {
	struct tcn_pipeline *pipe;
	struct tcn_receivers *receivers;
	struct tcn_notify notify;
	struct tcn_deliver *deliver;
	const struct tcn_rule *rules;
	size_t rules_n;
	struct tcn_hours **hours; /* of each rule; NULL: it has none */
	tcn_dispatch_failed_fn *failed;
	void *ctx;
};

const struct tcn_rule *
tcn_dispatch_rule(const struct tcn_dispatch *box, struct tcn_str name)
{
	static const struct tcn_rule plain = { .severity = TCN_SEVERITY_HIGH };

	for (size_t i = 0; i < box->rules_n; i++)
		if (tcn_str_equal(box->rules[i].name, name))
			return &box->rules[i];
	return &plain;
}

static const struct tcn_rule *
find_rule(void *ctx, struct tcn_str name)
{
	return tcn_dispatch_rule(ctx, name);
}

/* Quiet without end is looked at again after a day: rules may change. */
static int64_t
quiet_until(void *ctx, const struct tcn_rule *rule, int64_t now_ms)
{
	const struct tcn_dispatch *box = ctx;
	int64_t until_ms;
	size_t i = 0;

	while (i < box->rules_n && rule != &box->rules[i])
		i++;
	if (i == box->rules_n || !box->hours[i] ||
	    !tcn_hours_quiet(box->hours[i], now_ms, &until_ms))
		return now_ms;
	return until_ms - now_ms < DAY_MS ? until_ms : now_ms + DAY_MS;
}

static bool
is_busy(void *ctx)
{
	const struct tcn_dispatch *box = ctx;

	return tcn_pipeline_is_writing(box->pipe);
}

static enum tcn_rc
release(void *ctx, const struct tcn_message *message, int64_t now_ms)
{
	struct tcn_dispatch *box = ctx;

	return tcn_notify_release(&box->notify, tcn_pipeline_store(box->pipe),
	    message, now_ms);
}

static void
fail(void *ctx, enum tcn_rc rc, const struct tcn_err *err)
{
	struct tcn_dispatch *box = ctx;

	box->failed(box->ctx, rc, err);
}

static enum tcn_rc
read_receivers(const struct tcn_conf *conf, struct tcn_receivers **receivers,
    struct tcn_err *err)
{
	tcn_err_set(err, TCN_NOMEM, "out of memory");
	return conf->deliver.receivers
	    ? tcn_receivers_read(conf->deliver.receivers, receivers, err)
	    : tcn_receivers_parse("none", tcn_str(""), receivers, err);
}

static enum tcn_rc
open_deliver(struct tcn_dispatch *box, struct event_base *base,
    const struct tcn_conf *conf)
{
	const struct tcn_deliver_conf deliver = {
		.user_agent = "tocsin",
		.retry_least_ms = conf->deliver.retry_least_ms,
		.retry_most_ms = conf->deliver.retry_most_ms,
		.tries_max = conf->deliver.tries_max,
		.age_max_ms = conf->deliver.age_max_ms,
		.keep_ms = conf->deliver.keep_ms,
		.busy = is_busy,
		.release = release,
		.failed = fail,
		.ctx = box,
	};

	return tcn_deliver_new(base, &deliver, box->receivers,
	    tcn_pipeline_store(box->pipe), &box->deliver);
}

static void
drop_hours(struct tcn_hours **hours, size_t n)
{
	for (size_t i = 0; hours && i < n; i++)
		tcn_hours_free(hours[i]);
	tcn_free(hours);
}

enum tcn_rc
tcn_dispatch_open(struct event_base *base, const struct tcn_conf *conf,
    struct tcn_pipeline *pipe, tcn_dispatch_failed_fn *failed, void *ctx,
    struct tcn_dispatch **out, struct tcn_err *err)
{
	struct tcn_dispatch *box = tcn_calloc(1, sizeof *box);
	enum tcn_rc rc;

	*out = NULL;
	tcn_err_set(err, TCN_NOMEM, "out of memory");
	if (!box)
		return TCN_NOMEM;
	box->pipe = pipe;
	box->failed = failed;
	box->ctx = ctx;
	rc = read_receivers(conf, &box->receivers, err);
	if (!rc)
		rc = open_deliver(box, base, conf);
	if (rc) {
		tcn_dispatch_close(box);
		return rc;
	}
	box->notify = (struct tcn_notify){
		.receivers = box->receivers,
		.address = conf->deliver.address,
		.prep = tcn_pipeline_prepare(pipe),
		.rule = find_rule,
		.quiet = quiet_until,
		.ctx = box,
	};
	*out = box;
	return TCN_OK;
}

void
tcn_dispatch_close(struct tcn_dispatch *box)
{
	if (!box)
		return;
	tcn_deliver_free(box->deliver);
	tcn_receivers_free(box->receivers);
	drop_hours(box->hours, box->rules_n);
	tcn_free(box);
}

enum tcn_rc
tcn_dispatch_reload(struct tcn_dispatch *box, const struct tcn_conf *conf,
    struct tcn_err *err)
{
	struct tcn_receivers *receivers, *old = box->receivers;
	enum tcn_rc rc = read_receivers(conf, &receivers, err);

	if (rc)
		return rc;
	rc = tcn_deliver_change(box->deliver, receivers);
	box->receivers = receivers;
	box->notify.receivers = receivers;
	tcn_receivers_free(old);
	if (rc)
		fail(box, rc,
		    err); /* the lanes are gone: there is no way back */
	else
		box->notify.address = conf->deliver.address;
	return rc;
}

enum tcn_rc
tcn_dispatch_rules(struct tcn_dispatch *box, const struct tcn_rule *rules,
    size_t n, struct tcn_err *err)
{
	struct tcn_hours **hours = tcn_calloc(n + 1, sizeof *hours);
	enum tcn_rc rc = hours ? TCN_OK : TCN_NOMEM;

	for (size_t i = 0; !rc && i < n; i++)
		if (rules[i].quiet.zone.n)
			rc = tcn_hours_new(&rules[i].quiet, &hours[i], err);
	if (rc) {
		drop_hours(hours, n);
		return rc;
	}
	drop_hours(box->hours, box->rules_n);
	box->hours = hours;
	box->rules = rules;
	box->rules_n = n;
	return TCN_OK;
}

enum tcn_rc
tcn_dispatch_event(struct tcn_dispatch *box, const struct tcn_event *event,
    int64_t now_ms)
{
	return tcn_notify_event(&box->notify, tcn_pipeline_store(box->pipe),
	    event, now_ms);
}

void
tcn_dispatch_wake(struct tcn_dispatch *box)
{
	tcn_deliver_wake(box->deliver);
}

enum tcn_rc
tcn_dispatch_mark(struct tcn_dispatch *box)
{
	return tcn_deliver_mark(box->deliver);
}

const struct tcn_deliver *
tcn_dispatch_deliver(const struct tcn_dispatch *box)
{
	return box->deliver;
}

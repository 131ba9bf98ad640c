#include "tools/serve/http/token_guard.h"

#include <assert.h>
#include <sys/socket.h>

#include "engine/base/mem.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/base/rate_limit.h"

#define MINUTE_MS ((int64_t)60 * 1000)

struct tcn_token_guard {
	struct tcn_rate_limit *limit;
	struct event *tell; /* pending: a line was written a short time ago */
	uint64_t counts[TCN_TOKEN_GUARD_WHYS];
	uint64_t unlogged; /* refused since the last line */
	struct tcn_rate_key last; /* whose it was */
	bool last_known;
};

static void
tell(struct tcn_token_guard *guard)
{
	struct timeval minute = { .tv_sec = MINUTE_MS / 1000 };
	char address[TCN_RATE_KEY_BYTES];
	struct tcn_log log;

	tcn_log_begin(&log, TCN_LOG_WARN, "tokens");
	tcn_log_count(&log, "refused", guard->unlogged);
	if (guard->last_known)
		tcn_log_str(&log, "address",
		    tcn_str(tcn_rate_key_text(guard->last, address)));
	tcn_log_str(&log, "note",
	    tcn_str("wrong tokens; the address is that of the last one; logged "
		    "at most once a minute"));
	tcn_log_end(&log);
	guard->unlogged = 0;
	evtimer_add(guard->tell, &minute);
}

static void
on_tell(evutil_socket_t fd, short what, void *of)
{
	struct tcn_token_guard *guard = of;

	(void)fd, (void)what;
	if (guard->unlogged)
		tell(guard);
}

struct tcn_token_guard *
tcn_token_guard_new(struct event_base *base, uint32_t a_minute)
{
	struct tcn_token_guard *guard = tcn_mem_calloc(1, sizeof *guard);
	uint64_t seed = 0;

	evutil_secure_rng_get_bytes(&seed, sizeof seed);
	guard->limit = tcn_rate_limit_new(a_minute, MINUTE_MS / a_minute, seed);
	guard->tell = evtimer_new(base, on_tell, guard);
	if (!guard->tell)
		tcn_mem_end();
	return guard;
}

void
tcn_token_guard_free(struct tcn_token_guard *guard)
{
	if (!guard)
		return;
	if (guard->tell)
		event_free(guard->tell);
	tcn_rate_limit_free(guard->limit);
	tcn_mem_free(guard);
}

void
tcn_token_guard_set(struct tcn_token_guard *guard, uint32_t a_minute)
{
	assert(a_minute > 0 && a_minute <= MINUTE_MS);
	tcn_rate_limit_set(guard->limit, a_minute, MINUTE_MS / a_minute);
}

static bool
address_of(evutil_socket_t fd, struct tcn_rate_key *key)
{
	struct sockaddr_storage peer = { .ss_family = AF_UNSPEC };
	socklen_t n = sizeof peer;

	return getpeername(fd, (struct sockaddr *)&peer, &n) == 0 &&
	    tcn_rate_key_of((struct sockaddr *)&peer, key);
}

bool
tcn_token_guard_waits(struct tcn_token_guard *guard, evutil_socket_t fd)
{
	struct tcn_rate_key key;

	if (!address_of(fd, &key))
		return false;
	if (tcn_rate_limit_take(guard->limit, key, tcn_now_monotonic_ms()))
		return true;
	tcn_rate_limit_give(guard->limit, key);
	return false;
}

int64_t
tcn_token_guard_note(struct tcn_token_guard *guard,
    enum tcn_token_guard_why why, evutil_socket_t fd)
{
	int64_t wait_ms = 0;

	assert(why < TCN_TOKEN_GUARD_WHYS && why != TCN_TOKEN_GUARD_LIMITED);
	if (why == TCN_TOKEN_GUARD_WRONG) {
		guard->last_known = address_of(fd, &guard->last);
		if (guard->last_known)
			wait_ms = tcn_rate_limit_take(guard->limit, guard->last,
			    tcn_now_monotonic_ms());
		guard->unlogged++;
		if (!evtimer_pending(guard->tell, NULL))
			tell(guard);
	}
	guard->counts[wait_ms ? TCN_TOKEN_GUARD_LIMITED : why]++;
	return wait_ms;
}

const uint64_t *
tcn_token_guard_counts(const struct tcn_token_guard *guard)
{
	return guard->counts;
}

const char *
tcn_token_guard_name(enum tcn_token_guard_why why)
{
	static const char *const names[TCN_TOKEN_GUARD_WHYS] = {
		[TCN_TOKEN_GUARD_MISSING] = "missing",
		[TCN_TOKEN_GUARD_WRONG] = "wrong",
		[TCN_TOKEN_GUARD_LIMITED] = "limited",
		[TCN_TOKEN_GUARD_SCOPE] = "scope",
	};

	assert(why < TCN_TOKEN_GUARD_WHYS);
	return names[why];
}

/*
 * The listeners of a server's connections: when accepting fails for want of
 * descriptors, some connections are closed, and the listener pauses.
 */
#include <assert.h>

#include "engine/base/str.h"
#include "tools/base/log.h"
#include "tools/serve/http/conns_impl.h"

#define EVICT_BATCH 16 /* closed at once for want of descriptors */

/*
 * All tcn_conns with a listener. A listener's error callback gets the context
 * of the HTTP server, so it must look for its tcn_conns here.
 */
static struct tcn_conns *watching;

/* The listener among those of conns, or NULL. */
static struct tcn_conns_listener *
find_listener(struct tcn_conns *conns, const struct evconnlistener *listener)
{
	for (size_t i = 0; i < conns->listeners_n; i++)
		if (conns->listeners[i].at == listener)
			return &conns->listeners[i];
	return NULL;
}

static void
on_accept_error(struct evconnlistener *listener, void *owner)
{
	struct tcn_conns *conns = watching;
	struct tcn_conns_listener *found = NULL;
	struct tcn_log log;

	(void)owner;
	while (conns && !(found = find_listener(conns, listener)))
		conns = conns->next_watching;
	if (!conns)
		return;
	tcn_log_begin(&log, TCN_LOG_WARN, "accept");
	tcn_log_str(&log, "error", tcn_str(strerror(errno)));
	tcn_log_count(&log, "connections", conns->counts.open);
	tcn_log_end(&log);
	/* Their descriptors are free by the next tick. */
	for (int i = 0; i < EVICT_BATCH; i++)
		if (!tcn_conns_evict(conns))
			break;
	found->paused = evconnlistener_disable(listener) == 0;
}

void
tcn_conns_add_listener(struct tcn_conns *conns, struct evconnlistener *listener)
{
	assert(conns->listeners_n < TCN_CONNS_LISTENERS && listener);
	if (!conns->listeners_n) {
		conns->next_watching = watching;
		watching = conns;
	}
	conns->listeners[conns->listeners_n++].at = listener;
	evconnlistener_set_error_cb(listener, on_accept_error);
}

void
tcn_conns_unwatch(struct tcn_conns *conns)
{
	struct tcn_conns **at = &watching;

	while (*at && *at != conns)
		at = &(*at)->next_watching;
	if (*at)
		*at = conns->next_watching;
}

void
tcn_conns_listen_on(struct tcn_conns *conns)
{
	for (size_t i = 0; i < conns->listeners_n; i++)
		if (conns->listeners[i].paused &&
		    evconnlistener_enable(conns->listeners[i].at) == 0)
			conns->listeners[i].paused = false;
}

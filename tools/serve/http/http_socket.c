#include <assert.h>
#include <event2/bufferevent.h>
#include <event2/http.h>

#include "engine/base/mem.h"
#include "tools/serve/http/http_impl.h"

static void
on_request(struct evhttp_request *request, void *of)
{
	tcn_http_take(request, of, true);
}

/* A connection by the socket is in clear: it does not leave the machine. */
static struct bufferevent *
open_by_socket(struct event_base *base, void *of)
{
	struct tcn_http *http = of;
	struct bufferevent *bev;

	http->opens_by_socket = true;
	bev = tcn_conns_open(base, http->conns);
	http->opens_by_socket = false;
	return bev;
}

enum tcn_rc
tcn_http_listen_beside(struct tcn_http *http, struct event_base *base,
    const char *db, struct tcn_err *err)
{
	struct evhttp_bound_socket *bound;
	enum tcn_rc rc;

	assert(!http->socket);
	rc = tcn_socket_open(db, &http->socket, err);
	if (rc)
		return rc;
	http->socket_server = evhttp_new(base);
	if (!http->socket_server)
		tcn_mem_end();
	tcn_http_set_up(http->socket_server);
	evhttp_set_gencb(http->socket_server, on_request, http);
	evhttp_set_bevcb(http->socket_server, open_by_socket, http);
	tcn_http_set_limits(http);
	bound = evhttp_accept_socket_with_handle(http->socket_server,
	    tcn_socket_take_fd(http->socket));
	if (!bound)
		tcn_mem_end();
	tcn_conns_add_listener(http->conns,
	    evhttp_bound_socket_get_listener(bound));
	return TCN_OK;
}

const char *
tcn_http_socket_path(const struct tcn_http *http)
{
	assert(http->socket);
	return tcn_socket_path(http->socket);
}

#include "tools/serve/http/conns_impl.h"

/* What is counted in the queues. */
struct census {
	size_t open, bytes, filed;
};

static enum tcn_rc
check_conn(const struct tcn_conns *conns, const struct tcn_conns_conn *conn,
    enum tcn_conns_state state, struct census *census, struct tcn_err *err)
{
	const char *wrong = NULL;

	census->open++;
	census->bytes += conn->buffered;
	census->filed += conn->fd >= 0;
	if (conn->conns != conns || !conn->bev)
		wrong = "has no bufferevent, or belongs to another server";
	else if (conn->state != state)
		wrong = "is in another state than its queue";
	else if (conn->fd >= 0 &&
	    ((size_t)conn->fd >= conns->fds_cap ||
		conns->by_fd[conn->fd] != conn))
		wrong = "is not filed under its descriptor";
	else if (state == TCN_CONNS_CLOSING && conn->buffered)
		wrong = "is closing, but its bytes are still counted";
	return wrong
	    ? tcn_err_set(err, TCN_CORRUPT, "connection %zu of state %d %s",
		  census->open, (int)state, wrong)
	    : TCN_OK;
}

static enum tcn_rc
check_queue(const struct tcn_conns *conns, const struct tcn_conns_queue *queue,
    enum tcn_conns_state state, struct census *census, struct tcn_err *err)
{
	const struct tcn_conns_conn *conn;
	int64_t since_ms = INT64_MIN;
	enum tcn_rc rc;

	TAILQ_FOREACH (conn, queue, next) {
		rc = check_conn(conns, conn, state, census, err);
		if (rc)
			return rc;
		if (conn->since_ms < since_ms)
			return tcn_err_set(err, TCN_CORRUPT,
			    "the queue of state %d is not in order",
			    (int)state);
		since_ms = conn->since_ms;
	}
	return TCN_OK;
}

enum tcn_rc
tcn_conns_check(const struct tcn_conns *conns, struct tcn_err *err)
{
	size_t before, of[TCN_CONNS_STATES], filed = 0;
	struct census census = { 0 };
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; !rc && i < TCN_CONNS_STATES; i++) {
		before = census.open;
		rc = check_queue(conns, &conns->in[i], (enum tcn_conns_state)i,
		    &census, err);
		of[i] = census.open - before;
	}
	if (!rc)
		rc = check_queue(conns, &conns->refused, TCN_CONNS_RECEIVING,
		    &census, err);
	if (rc)
		return rc;
	for (size_t i = 0; i < conns->fds_cap; i++)
		filed += conns->by_fd[i] != NULL;
	if (filed != census.filed)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu descriptors are filed, %zu connections have one",
		    filed, census.filed);
	if (conns->closing_n != of[TCN_CONNS_CLOSING] ||
	    conns->streaming_n != of[TCN_CONNS_STREAMING] ||
	    conns->counts.open != census.open ||
	    conns->counts.bytes != census.bytes)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu connections with %zu bytes are counted, there are "
		    "%zu with %zu",
		    conns->counts.open, conns->counts.bytes, census.open,
		    census.bytes);
	return TCN_OK;
}

#include <assert.h>
#include <event2/buffer.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "engine/base/mem.h"
#include "engine/base/str.h"
#include "tools/base/now.h"
#include "tools/serve/http/conns_impl.h"
#include "tools/serve/http/tls.h"

#define TICK_MS            500
#define LISTENER_INPUT_MAX 4096 /* bytes that a listener may send */
#define SHARE_LEAST        32768 /* unread bytes that any listener may have */
#define TRIM_LEAST         ((size_t)32 << 20) /* bytes worth a tcn_mem_trim() */
#define TRIM_TICKS         3

static void
set_buffered(struct tcn_conns_conn *conn, size_t bytes)
{
	struct tcn_conns *conns = conn->conns;

	assert(conns->counts.bytes >= conn->buffered);
	conns->counts.bytes += bytes - conn->buffered;
	conn->buffered = bytes;
	if (conns->counts.bytes > conns->most)
		conns->most = conns->counts.bytes;
}

static void
enter(struct tcn_conns_conn *conn, enum tcn_conns_state state)
{
	struct tcn_conns *conns = conn->conns;

	assert(conn->state != TCN_CONNS_CLOSING); /* that is the last one */
	TAILQ_REMOVE(&conns->in[conn->state], conn, next);
	TAILQ_INSERT_TAIL(&conns->in[state], conn, next);
	conns->closing_n += state == TCN_CONNS_CLOSING;
	conns->streaming_n += state == TCN_CONNS_STREAMING;
	conns->streaming_n -= conn->state == TCN_CONNS_STREAMING;
	conn->state = state;
	conn->since_ms = tcn_now_monotonic_ms();
}

/* --- which connection is closed --- */

/* The server has freed the connection: its callbacks are unset. */
static bool
is_gone(const struct tcn_conns_conn *conn)
{
	bufferevent_event_cb event;

	bufferevent_getcb(conn->bev, NULL, NULL, &event, NULL);
	return !event;
}

static void
conn_free(struct tcn_conns_conn *conn)
{
	struct tcn_conns *conns = conn->conns;

	set_buffered(conn, 0);
	TAILQ_REMOVE(&conns->in[conn->state], conn, next);
	conns->closing_n -= conn->state == TCN_CONNS_CLOSING;
	conns->streaming_n -= conn->state == TCN_CONNS_STREAMING;
	assert(conns->counts.open > 0);
	conns->counts.open--;
	if (conn->fd >= 0)
		conns->by_fd[conn->fd] = NULL;
	bufferevent_decref(conn->bev);
	tcn_http_gate_fini(&conn->gate);
	tcn_mem_free(conn);
}

/*
 * A last answer to a connection that is shut next. It is sent at once, past the
 * server, which is still waiting for a request, so that no answer of its own
 * lies in between.
 */
static void
say_last(struct tcn_conns_conn *conn, const char *status, const char *sentence)
{
	char answer[512];
	int n = snprintf(answer, sizeof answer,
	    "HTTP/1.1 %s\r\nConnection: close\r\n"
	    "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n"
	    "{\"error\":\"%s\"}\n",
	    status, strlen(sentence) + sizeof "{\"error\":\"\"}\n" - 1,
	    sentence);

	assert(n > 0 && (size_t)n < sizeof answer);
	tcn_tls_say(conn->bev, answer, (size_t)n);
}

/* Closes a connection; its bytes count as free from now on. */
static void
shut(struct tcn_conns_conn *conn)
{
	shutdown(bufferevent_getfd(conn->bev), SHUT_RDWR);
	set_buffered(conn, 0);
	enter(conn, TCN_CONNS_CLOSING);
}

/* The one longest in this state; frees those before it that are gone. */
static struct tcn_conns_conn *
longest(struct tcn_conns *conns, enum tcn_conns_state state)
{
	struct tcn_conns_conn *conn;

	while ((conn = TAILQ_FIRST(&conns->in[state])) && is_gone(conn))
		conn_free(conn);
	return conn;
}

/*
 * Closes the one longest in the first state, or in the second if the first is
 * empty; false: both are.
 */
static bool
evict_longest(struct tcn_conns *conns, enum tcn_conns_state one,
    enum tcn_conns_state other)
{
	struct tcn_conns_conn *conn = longest(conns, one);

	if (!conn)
		conn = longest(conns, other);
	if (!conn)
		return false;
	conns->counts.evicted++;
	shut(conn);
	return true;
}

bool
tcn_conns_evict(struct tcn_conns *conns)
{
	return evict_longest(conns, TCN_CONNS_IDLE, TCN_CONNS_RECEIVING);
}

/* Closes the longest receiving or sending ones until bytes_max is kept. */
static void
make_space(struct tcn_conns *conns)
{
	while (conns->counts.bytes > conns->conf.bytes_max) {
		const struct tcn_conns_conn *in =
		    longest(conns, TCN_CONNS_RECEIVING);
		const struct tcn_conns_conn *out =
		    longest(conns, TCN_CONNS_SENDING);
		bool older = out && (!in || out->since_ms < in->since_ms);

		if (!evict_longest(conns,
			older ? TCN_CONNS_SENDING : TCN_CONNS_RECEIVING,
			older ? TCN_CONNS_RECEIVING : TCN_CONNS_SENDING))
			return;
	}
}

/* --- traffic --- */

/* Files the connection under its descriptor. */
static void
note_fd(struct tcn_conns_conn *conn)
{
	struct tcn_conns *conns = conn->conns;
	evutil_socket_t fd = bufferevent_getfd(conn->bev);
	size_t before = conns->fds_cap;
	struct tcn_conns_conn **fit;

	if (conn->fd >= 0)
		return;
	fit = tcn_mem_grow(conns->by_fd, &conns->fds_cap, (size_t)fd + 1,
	    sizeof *fit);
	for (size_t i = before; i < conns->fds_cap; i++)
		fit[i] = NULL;
	conns->by_fd = fit;
	conns->by_fd[fd] = conn;
	conn->fd = (int)fd;
}

static bool
says_too_much(const struct tcn_conns_conn *conn)
{
	if (conn->state != TCN_CONNS_STREAMING)
		return conn->buffered > conn->conns->conf.each_max;
	return evbuffer_get_length(bufferevent_get_input(conn->bev)) >
	    LISTENER_INPUT_MAX;
}

/* Passes on what may be. After an answer without an end nothing is read any
 * more, so that nothing need be looked at. */
static void
pass_on(struct tcn_conns_conn *conn, struct evbuffer *in, size_t added)
{
	const struct tcn_conns_conf *conf = &conn->conns->conf;
	size_t kept = added;

	if (conn->state == TCN_CONNS_STREAMING)
		return;
	if (conf->requests.head_max)
		tcn_http_gate_take(&conn->gate, &conf->requests, in, added,
		    &kept);
	set_buffered(conn, conn->buffered + kept);
}

static void
on_input(struct evbuffer *in, const struct evbuffer_cb_info *info, void *of)
{
	struct tcn_conns_conn *conn = of;
	struct tcn_conns *conns = conn->conns;

	if (info->n_added == 0 || conn->gate.busy ||
	    conn->state == TCN_CONNS_CLOSING)
		return;
	conn->heard_ms = tcn_now_monotonic_ms();
	if (conn->state == TCN_CONNS_IDLE)
		enter(conn, TCN_CONNS_RECEIVING);
	note_fd(conn);
	pass_on(conn, in, info->n_added);
	if (says_too_much(conn)) {
		conns->counts.slow++;
		shut(conn);
	} else {
		make_space(conns);
	}
}

/*
 * Counts the bytes that a listener has not read yet. Over bytes_max, one that
 * has more than its share of it is closed.
 */
static void
on_output(struct evbuffer *out, const struct evbuffer_cb_info *info, void *of)
{
	struct tcn_conns_conn *conn = of;
	struct tcn_conns *conns = conn->conns;
	size_t share = conns->conf.bytes_max / (conns->streaming_n + 1);

	if (share < SHARE_LEAST)
		share = SHARE_LEAST;
	(void)info;
	if (conn->state != TCN_CONNS_STREAMING)
		return;
	set_buffered(conn, evbuffer_get_length(out));
	if (conns->counts.bytes > conns->conf.bytes_max &&
	    conn->buffered > share) {
		conns->counts.evicted++;
		shut(conn);
	}
}

/*
 * Answers the refused ones at the next turn of the loop: only then have they
 * got their descriptors.
 */
static void
on_refuse(evutil_socket_t fd, short what, void *of)
{
	struct tcn_conns *conns = of;
	struct tcn_conns_conn *conn;

	(void)fd, (void)what;
	while ((conn = TAILQ_FIRST(&conns->refused))) {
		TAILQ_REMOVE(&conns->refused, conn, next);
		TAILQ_INSERT_TAIL(&conns->in[TCN_CONNS_RECEIVING], conn, next);
		say_last(conn, "503 Service Unavailable\r\nRetry-After: 1",
		    "too many connections");
		shut(conn);
	}
}

static bool
is_full(const struct tcn_conns *conns)
{
	return conns->counts.open - conns->closing_n >= conns->conf.max;
}

/* Makes room for one more; false: there is none. */
static bool
make_room(struct tcn_conns *conns)
{
	for (int state = 0; state < TCN_CONNS_STATES && is_full(conns); state++)
		(void)longest(conns, (enum tcn_conns_state)state);
	return !is_full(conns) || tcn_conns_evict(conns);
}

struct bufferevent *
tcn_conns_open(struct event_base *base, void *of)
{
	struct tcn_conns *conns = of;
	bool room = make_room(conns);
	struct bufferevent *bev = conns->conf.open(base, conns->conf.ctx);
	struct tcn_conns_conn *conn =
	    bev ? tcn_mem_calloc(1, sizeof *conn) : NULL;

	if (!conn ||
	    !evbuffer_add_cb(bufferevent_get_input(bev), on_input, conn)) {
		if (bev)
			bufferevent_free(bev);
		tcn_mem_free(conn);
		return NULL;
	}
	conn->conns = conns;
	conn->bev = bev;
	conn->fd = -1;
	conn->state = TCN_CONNS_RECEIVING;
	conn->since_ms = tcn_now_monotonic_ms();
	bufferevent_incref(bev);
	conns->counts.open++;
	TAILQ_INSERT_TAIL(room ? &conns->in[TCN_CONNS_RECEIVING]
			       : &conns->refused,
	    conn, next);
	if (!room) {
		conns->counts.refused++;
		event_active(conns->refuse, EV_TIMEOUT, 0);
	}
	return bev;
}

/* --- from state to state --- */

struct tcn_conns_conn *
tcn_conns_find(struct tcn_conns *conns, struct bufferevent *bev)
{
	size_t fd = (size_t)bufferevent_getfd(bev);

	return fd < conns->fds_cap ? conns->by_fd[fd] : NULL;
}

const struct tcn_http_refusal *
tcn_conns_working(struct tcn_conns_conn *conn)
{
	if (!conn || conn->state == TCN_CONNS_CLOSING)
		return NULL;
	enter(conn, TCN_CONNS_WORKING);
	return tcn_http_scan_refusal(&conn->gate.scan, ++conn->requests);
}

void
tcn_conns_release(struct tcn_conns_conn *conn)
{
	if (conn && conn->state != TCN_CONNS_CLOSING)
		set_buffered(conn,
		    evbuffer_get_length(bufferevent_get_input(conn->bev)) +
			conn->gate.scan.line.n);
}

void
tcn_conns_sending(struct tcn_conns_conn *conn, size_t bytes)
{
	if (!conn || conn->state == TCN_CONNS_CLOSING)
		return;
	set_buffered(conn, conn->buffered + bytes);
	enter(conn, TCN_CONNS_SENDING);
	make_space(conn->conns);
}

void
tcn_conns_streaming(struct tcn_conns_conn *conn)
{
	if (!conn || conn->state == TCN_CONNS_CLOSING)
		return;
	set_buffered(conn, 0);
	enter(conn, TCN_CONNS_STREAMING);
	/* Without the callback its unread bytes could not be bounded. */
	if (!evbuffer_add_cb(bufferevent_get_output(conn->bev), on_output,
		conn))
		shut(conn);
}

void
tcn_conns_done(struct tcn_conns_conn *conn)
{
	if (!conn || conn->state == TCN_CONNS_CLOSING)
		return;
	tcn_conns_release(conn);
	enter(conn, conn->buffered ? TCN_CONNS_RECEIVING : TCN_CONNS_IDLE);
}

/* --- the end --- */

bool
tcn_conns_owes(struct tcn_conns *conns)
{
	return longest(conns, TCN_CONNS_WORKING) ||
	    longest(conns, TCN_CONNS_SENDING);
}

void
tcn_conns_end(struct tcn_conns *conns)
{
	struct tcn_conns_conn *conn;

	TAILQ_FOREACH (conn, &conns->in[TCN_CONNS_RECEIVING], next)
		if (conn->buffered && !is_gone(conn))
			say_last(conn, "503 Service Unavailable",
			    "the program is ending");
}

/* --- twice a second --- */

static bool
is_late(const struct tcn_conns_conn *conn, int64_t now_ms)
{
	const struct tcn_conns_conf *conf = &conn->conns->conf;

	if (conn->state == TCN_CONNS_RECEIVING && conn->buffered &&
	    now_ms - conn->heard_ms >= conf->idle_ms)
		return true;
	return now_ms - conn->since_ms >
	    conf->slow_ms + (int64_t)(conn->buffered * 1000 / conf->rate_min);
}

/* Who has begun a request is told; a connection without one just ends. */
static void
end_late(struct tcn_conns_conn *conn)
{
	if (conn->state == TCN_CONNS_RECEIVING && conn->buffered)
		say_last(conn, "408 Request Timeout",
		    "the request came too slowly and was not taken: send it "
		    "again; http.slow, http.rate_min and http.idle say how "
		    "long it may take");
	conn->conns->counts.slow++;
	shut(conn);
}

static void
look_through(struct tcn_conns *conns, enum tcn_conns_state state,
    int64_t now_ms)
{
	struct tcn_conns_conn *conn, *next;

	for (conn = TAILQ_FIRST(&conns->in[state]); conn; conn = next) {
		next = TAILQ_NEXT(conn, next);
		if (is_gone(conn)) {
			conn_free(conn);
		} else if ((state == TCN_CONNS_RECEIVING ||
			       state == TCN_CONNS_SENDING) &&
		    is_late(conn, now_ms)) {
			end_late(conn);
		}
	}
}

/*
 * Gives memory back to the system when most of a flood is over. The server
 * frees what a connection held only after we have let go of it, so that is
 * some ticks later.
 */
static void
trim(struct tcn_conns *conns)
{
	if (conns->trim_in && --conns->trim_in == 0)
		tcn_mem_trim();
	if (conns->most < TRIM_LEAST || conns->counts.bytes > conns->most / 8)
		return;
	conns->trim_in = TRIM_TICKS;
	conns->most = conns->counts.bytes;
}

static void
on_tick(evutil_socket_t fd, short what, void *of)
{
	struct tcn_conns *conns = of;
	int64_t now_ms = tcn_now_monotonic_ms();

	(void)fd, (void)what;
	for (int state = 0; state < TCN_CONNS_STATES; state++)
		look_through(conns, (enum tcn_conns_state)state, now_ms);
	trim(conns);
	tcn_conns_listen_on(conns);
}

/* --- new, free, limits --- */

struct tcn_conns *
tcn_conns_new(struct event_base *base, const struct tcn_conns_conf *conf)
{
	struct timeval every = { .tv_usec = TICK_MS * 1000 };
	struct tcn_conns *conns = tcn_mem_calloc(1, sizeof *conns);

	assert(base && conf->open && conf->rate_min > 0 && conf->idle_ms > 0);
	conns->base = base;
	conns->conf = *conf;
	for (int i = 0; i < TCN_CONNS_STATES; i++)
		TAILQ_INIT(&conns->in[i]);
	TAILQ_INIT(&conns->refused);
	conns->tick = event_new(base, -1, EV_PERSIST, on_tick, conns);
	conns->refuse = event_new(base, -1, 0, on_refuse, conns);
	if (!conns->tick || !conns->refuse ||
	    event_add(conns->tick, &every) != 0)
		tcn_mem_end();
	return conns;
}

void
tcn_conns_free(struct tcn_conns *conns)
{
	struct tcn_conns_conn *conn;

	if (!conns)
		return;
	tcn_conns_unwatch(conns);
	TAILQ_CONCAT(&conns->in[TCN_CONNS_RECEIVING], &conns->refused, next);
	for (int i = 0; i < TCN_CONNS_STATES; i++)
		while ((conn = TAILQ_FIRST(&conns->in[i])))
			conn_free(conn);
	if (conns->tick)
		event_free(conns->tick);
	if (conns->refuse)
		event_free(conns->refuse);
	tcn_mem_free(conns->by_fd);
	tcn_mem_free(conns);
}

void
tcn_conns_reconfigure(struct tcn_conns *conns,
    const struct tcn_conns_conf *conf)
{
	assert(conf->rate_min > 0);
	conns->conf.bytes_max = conf->bytes_max;
	conns->conf.each_max = conf->each_max;
	conns->conf.requests = conf->requests;
	conns->conf.slow_ms = conf->slow_ms;
	conns->conf.idle_ms = conf->idle_ms;
	conns->conf.rate_min = conf->rate_min;
}

const struct tcn_conns_counts *
tcn_conns_counts(const struct tcn_conns *conns)
{
	return &conns->counts;
}

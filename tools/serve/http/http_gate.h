/*
 * tools/serve/http/http_gate.h - puts the scan of requests (http_scan.h)
 * between a connection's socket and the HTTP server.
 *
 * It works within the callback of the bufferevent's input (evbuffer_add_cb),
 * which runs when bytes have arrived, decrypted, and before the server's
 * parser does. What the scan holds back, drops or writes anew is exchanged
 * there. It does not matter what carries the bytes: TCP, TLS or a Unix socket.
 *
 * Cost: O(1) for bytes within a body, which are left alone; else O(bytes that
 * arrived) and one move of the buffer's chains.
 */
#ifndef TCN_TOOLS_SERVE_HTTP_HTTP_GATE_H
#define TCN_TOOLS_SERVE_HTTP_HTTP_GATE_H

#include <event2/buffer.h>

#include "tools/serve/http/http_scan.h"

/* All zero: a new connection. */
struct tcn_http_gate {
	struct tcn_http_scan scan;
	struct tcn_buf in, out; /* used within a call, kept for the next */
	bool busy; /* within a call: its own changes call back, too */
};

void tcn_http_gate_fini(struct tcn_http_gate *gate);

/*
 * The last `added` bytes of the buffer have just arrived: replaces them by
 * those that are passed on. *kept: by how many bytes this connection has more
 * in memory.
 */
void tcn_http_gate_take(struct tcn_http_gate *gate,
    const struct tcn_http_scan_limits *limits, struct evbuffer *in,
    size_t added, size_t *kept);

#endif

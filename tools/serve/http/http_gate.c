#include "tools/serve/http/http_gate.h"

#include <assert.h>

#include "engine/base/mem.h"

#define KEEP_MAX ((size_t)64 * 1024) /* bytes of memory kept for the next */

void
tcn_http_gate_fini(struct tcn_http_gate *gate)
{
	tcn_http_scan_fini(&gate->scan);
	tcn_buf_fini(&gate->in);
	tcn_buf_fini(&gate->out);
}

/* Appends the last n bytes of the buffer to gate->in, without moving them. */
static bool
copy_last(struct tcn_http_gate *gate, struct evbuffer *in, size_t n)
{
	size_t before = evbuffer_get_length(in) - n;
	struct evbuffer_ptr at;
	struct evbuffer_iovec piece;

	if (evbuffer_ptr_set(in, &at, before, EVBUFFER_PTR_SET) != 0)
		return false;
	while (n) {
		size_t size;

		if (evbuffer_peek(in, (ev_ssize_t)n, &at, &piece, 1) < 1)
			return false;
		size = piece.iov_len < n ? piece.iov_len : n;
		if (size == 0)
			return false;
		tcn_buf_add(&gate->in, piece.iov_base, size);
		n -= size;
		if (n && evbuffer_ptr_set(in, &at, size, EVBUFFER_PTR_ADD) != 0)
			return false;
	}
	return true;
}

/* Exchanges the last n bytes of the buffer for gate->out. */
static bool
exchange_last(struct tcn_http_gate *gate, struct evbuffer *in, size_t n)
{
	size_t before = evbuffer_get_length(in) - n;
	struct evbuffer *front = before ? evbuffer_new() : NULL;
	bool ok = !before || front;

	if (ok && front)
		ok = evbuffer_remove_buffer(in, front, before) == (int)before;
	if (ok)
		ok = evbuffer_drain(in, n) == 0;
	if (ok && front)
		ok = evbuffer_add_buffer(in, front) == 0;
	if (ok && gate->out.n)
		ok = evbuffer_add(in, gate->out.at, gate->out.n) == 0;
	if (front)
		evbuffer_free(front);
	return ok;
}

/* Gives back what a large read has needed. */
static void
shrink(struct tcn_buf *buf)
{
	if (buf->cap > KEEP_MAX)
		tcn_buf_fini(buf);
	else
		tcn_buf_clear(buf);
}

void
tcn_http_gate_take(struct tcn_http_gate *gate,
    const struct tcn_http_scan_limits *limits, struct evbuffer *in,
    size_t added, size_t *kept)
{
	const bool over = gate->scan.state == TCN_HTTP_SCAN_REFUSED;
	const uint64_t framing = gate->scan.framing;
	const size_t held = gate->scan.line.n;
	bool ok = true;

	assert(!gate->busy && evbuffer_get_length(in) >= added);
	*kept = added;
	if (tcn_http_scan_passes(&gate->scan, added))
		return;
	gate->busy = true;
	tcn_buf_clear(&gate->in);
	tcn_buf_clear(&gate->out);
	if (!over)
		ok = copy_last(gate, in, added);
	if (ok && !over)
		tcn_http_scan_feed(&gate->scan, limits, tcn_buf_view(&gate->in),
		    &gate->out);
	ok = ok && exchange_last(gate, in, added);
	*kept = gate->out.n - (size_t)(gate->scan.framing - framing);
	if (gate->scan.line.n > held)
		*kept += gate->scan.line.n - held;
	shrink(&gate->in);
	shrink(&gate->out);
	gate->busy = false;
	if (!ok)
		tcn_mem_end();
}

/*
 * tools/serve/http/http_scan.h - finds where requests begin and end in the
 * bytes of a connection, before the parser of the HTTP server sees them.
 *
 * FRAMING is RFC 9112's, sections 6 and 7, by the letter. A head is held back
 * until it is whole, checked, and passed on in one form (http_head.h). A body
 * is passed on as it comes; of a chunked one, each chunk begins with a bare
 * size, and extensions and trailers are dropped. The body of a method that
 * gives it no meaning (GET, DELETE) is skipped: the server would take it for
 * the next request.
 *
 * REFUSAL. After a byte that breaks the rules nobody knows where the next
 * request begins, so everything that follows is dropped. What is passed on in
 * place of the broken request is a sound one, or the end of the body that was
 * begun: so the server answers what came before in order, then asks
 * tcn_http_scan_refusal() for the request of that number, answers it, and
 * closes the connection.
 *
 * LIMITS. A head has at most head_max bytes (431, or 414 if its first line is
 * so long), a body at most body_max (413). Framing of chunks may be at most 16
 * KiB larger than 16 bytes and twice its data for each chunk (the rule of Go's
 * net/http, CVE-2023-39326), so that extensions cannot outweigh what they
 * frame.
 *
 * A function of the bytes, however they are split. Cost: O(bytes); memory: at
 * most head_max bytes are held.
 */
#ifndef TCN_TOOLS_SERVE_HTTP_HTTP_SCAN_H
#define TCN_TOOLS_SERVE_HTTP_HTTP_SCAN_H

#include "tools/serve/http/http_head.h"

/* What is passed on in place of a request that is refused. */
#define TCN_HTTP_SCAN_STAND_IN_TARGET "/"

struct tcn_http_scan_limits {
	size_t head_max, body_max; /* bytes */
};

enum tcn_http_scan_state {
	TCN_HTTP_SCAN_HEAD, /* also between two requests */
	TCN_HTTP_SCAN_BODY, /* of a known length */
	TCN_HTTP_SCAN_CHUNK_SIZE,
	TCN_HTTP_SCAN_CHUNK_DATA,
	TCN_HTTP_SCAN_CHUNK_END, /* CR LF after the data */
	TCN_HTTP_SCAN_TRAILER,
	TCN_HTTP_SCAN_REFUSED, /* for good */
};

/* All zero: a new connection. */
struct tcn_http_scan {
	enum tcn_http_scan_state state;
	struct tcn_buf line; /* held back: a head, a size, or a trailer */
	bool in_line; /* line holds the whole first line of a head */
	bool skips; /* the body is dropped */
	uint64_t left; /* bytes of the body or the chunk to come */
	uint64_t body; /* bytes of the chunks so far */
	uint64_t excess; /* of framing over data, see LIMITS */
	size_t trailer; /* bytes of trailers so far */
	uint64_t
	    framing; /* bytes of chunks' framing passed on, of all bodies */
	uint64_t requests; /* heads passed on so far */
	uint64_t refused; /* the number of the refused one, from 1; 0: none */
	struct tcn_http_refusal refusal;
};

void tcn_http_scan_fini(struct tcn_http_scan *scan);

/*
 * Whether all of the next n bytes are passed on as they are; if so they count
 * as read, and need not be fed.
 */
bool tcn_http_scan_passes(struct tcn_http_scan *scan, size_t n);

/* Reads bytes and appends those to be passed on. */
void tcn_http_scan_feed(struct tcn_http_scan *scan,
    const struct tcn_http_scan_limits *limits, struct tcn_str bytes,
    struct tcn_buf *out);

/*
 * The refusal of the request of that number, from 1; NULL: it is not refused.
 */
const struct tcn_http_refusal *
tcn_http_scan_refusal(const struct tcn_http_scan *scan, uint64_t number);

/* Structural validator for tests. */
TCN_MUST_USE enum tcn_rc tcn_http_scan_check(const struct tcn_http_scan *scan,
    const struct tcn_http_scan_limits *limits, struct tcn_err *err);

#endif

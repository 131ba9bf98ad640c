/*
 * tools/serve/http/http_head.h - the head of a request, checked and written
 * anew.
 *
 * libevent's parser is lenient: it takes the first of two lengths, joins
 * folded lines, accepts a blank before the colon, and reads no body of a GET.
 * Where two programs could disagree on where a request ends, a proxy in front
 * may pass on a second request that it never checked (request smuggling).
 * Therefore a head is read here first, by the letter of RFC 9112; what breaks
 * it is refused, and the rest is written anew in one form: an origin-form
 * target, one Host, one length, no blanks around a value. So libevent never
 * sees a head that it could take for another one than we did.
 *
 * Everything is a function of the bytes. Cost: O(bytes).
 */
#ifndef TCN_TOOLS_SERVE_HTTP_HTTP_HEAD_H
#define TCN_TOOLS_SERVE_HTTP_HTTP_HEAD_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"

/* Why a request is refused. why is a literal, a sentence; status 0: it is
 * not refused. */
struct tcn_http_refusal {
	int status;
	const char *why;
};

enum tcn_http_framing {
	TCN_HTTP_FRAMING_LENGTH, /* of `length` bytes, perhaps 0 */
	TCN_HTTP_FRAMING_CHUNKED,
};

struct tcn_http_head {
	struct tcn_http_refusal refusal;
	/* Whether libevent reads the body (RFC 9110, section 9: POST, PUT and
	 * PATCH give it a meaning); of other methods it is skipped. */
	bool has_body;
	enum tcn_http_framing framing;
	uint64_t length;
};

/*
 * Reads a head, which ends with the line feed of its empty line and in which
 * each line feed follows a carriage return and each carriage return is
 * followed by one, and no other control byte is but tabs (http_scan.c sees to
 * it). Appends it as it is passed on; nothing when it is refused. A length
 * over body_max is refused with 413.
 */
struct tcn_http_head tcn_http_head_read(struct tcn_str bytes, uint64_t body_max,
    struct tcn_buf *out);

/*
 * Why a request that begins with this line, without its end, is refused
 * whatever follows it; status 0: it is not.
 */
struct tcn_http_refusal tcn_http_head_check_line(struct tcn_str line);

/* Whether a byte may stand in a token (RFC 9110, section 5.6.2). */
bool tcn_http_is_token(unsigned char c);

/* Whether a line, without its end, is a sound header, as of a trailer. */
bool tcn_http_is_field(struct tcn_str line);

#endif

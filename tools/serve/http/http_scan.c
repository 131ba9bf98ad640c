#include "tools/serve/http/http_scan.h"

#include <assert.h>
#include <stdio.h>

#define SIZE_DIGITS 15 /* hexadecimal, of a chunk's size */
#define SIZE_LINE   1024 /* bytes of a line that gives a size */
#define EXCESS_MAX  ((uint64_t)16 * 1024)
#define EXCESS_EACH 16 /* bytes of framing that any chunk may have */

void
tcn_http_scan_fini(struct tcn_http_scan *scan)
{
	tcn_buf_fini(&scan->line);
	*scan = (struct tcn_http_scan){ 0 };
}

/* Passes on what frames a chunk: the server drops it at once. */
static void
pass_frame(struct tcn_http_scan *scan, const char *bytes, struct tcn_buf *out)
{
	tcn_buf_z(out, bytes);
	scan->framing += strlen(bytes);
}

/* Whether the head that is held back, perhaps in part, is a HEAD's: its answer
 * has no body, however it goes on. */
static bool
asks_for_head(const struct tcn_http_scan *scan)
{
	static const struct tcn_str head = TCN_STR("HEAD ");

	return scan->line.n >= head.n &&
	    memcmp(scan->line.at, head.at, head.n) == 0;
}

/* The broken request is the one that a head was passed on of, or a new one. */
static void
refuse(struct tcn_http_scan *scan, struct tcn_http_refusal refusal,
    struct tcn_buf *out)
{
	bool in_head = scan->state == TCN_HTTP_SCAN_HEAD;

	assert(refusal.status >= 400 && refusal.why);
	if (!in_head && !scan->skips) {
		pass_frame(scan,
		    scan->state == TCN_HTTP_SCAN_CHUNK_END ? "\r\n" : "", out);
		pass_frame(scan, "0\r\n\r\n", out);
	} else {
		scan->requests++;
		tcn_buf_printf(out,
		    "%s " TCN_HTTP_SCAN_STAND_IN_TARGET
		    " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
		    "\r\n",
		    in_head && asks_for_head(scan) ? "HEAD" : "GET");
	}
	scan->refusal = refusal;
	scan->refused = scan->requests;
	scan->state = TCN_HTTP_SCAN_REFUSED;
	tcn_buf_fini(&scan->line);
}

static void
refuse_400(struct tcn_http_scan *scan, const char *why, struct tcn_buf *out)
{
	refuse(scan, (struct tcn_http_refusal){ 400, why }, out);
}

/* --- lines --- */

/* What forbids the byte after those of the line, or NULL. */
static const char *
flaw(const struct tcn_http_scan *scan, unsigned char c)
{
	bool after_cr = scan->line.n && scan->line.at[scan->line.n - 1] == '\r';

	if (c == '\n')
		return after_cr ? NULL : "each line must end with CR LF";
	if (after_cr)
		return "a CR must be followed by LF";
	if ((c < ' ' && c != '\t' && c != '\r') || c == 0x7f)
		return "a control character stands in the head";
	return NULL;
}

/* Whether the line ends with CR LF CR LF, or is CR LF alone. */
static bool
is_whole(const struct tcn_buf *line)
{
	return line->n >= 2 && line->at[line->n - 1] == '\n' &&
	    (line->n == 2 || (line->n >= 4 && line->at[line->n - 3] == '\n'));
}

/* --- heads --- */

static void
end_head(struct tcn_http_scan *scan, const struct tcn_http_scan_limits *limits,
    struct tcn_buf *out)
{
	struct tcn_http_head head =
	    tcn_http_head_read(tcn_buf_view(&scan->line), limits->body_max,
		out);

	if (head.refusal.status) {
		refuse(scan, head.refusal, out);
		return;
	}
	scan->requests++;
	tcn_buf_clear(&scan->line);
	scan->in_line = false;
	scan->skips = !head.has_body;
	scan->left = head.length;
	scan->body = scan->excess = 0;
	if (head.framing == TCN_HTTP_FRAMING_CHUNKED)
		scan->state = TCN_HTTP_SCAN_CHUNK_SIZE;
	else if (head.length)
		scan->state = TCN_HTTP_SCAN_BODY;
}

/* Refuses now what need not be waited for: it may be another protocol. */
static void
end_first_line(struct tcn_http_scan *scan, struct tcn_buf *out)
{
	const struct tcn_str line = { scan->line.at, scan->line.n - 2 };
	struct tcn_http_refusal refusal = tcn_http_head_check_line(line);

	scan->in_line = true;
	if (refusal.status)
		refuse(scan, refusal, out);
}

static void
head_too_long(struct tcn_http_scan *scan, struct tcn_buf *out)
{
	static const struct tcn_http_refusal line = { 414,
		"the address is too long" };
	static const struct tcn_http_refusal head = { 431,
		"the headers are too large" };

	refuse(scan, scan->in_line ? head : line, out);
}

static void
take_head(struct tcn_http_scan *scan, const struct tcn_http_scan_limits *limits,
    unsigned char c, struct tcn_buf *out)
{
	const char *why = flaw(scan, c);

	if (why) {
		refuse_400(scan, why, out);
		return;
	}
	if (scan->line.n == limits->head_max) {
		head_too_long(scan, out);
		return;
	}
	tcn_buf_char(&scan->line, (char)c);
	if (c != '\n')
		return;
	if (scan->line.n == 2) /* RFC 9112, section 2.2: skipped */
		tcn_buf_clear(&scan->line);
	else if (!scan->in_line)
		end_first_line(scan, out);
	else if (is_whole(&scan->line))
		end_head(scan, limits, out);
}

/* --- chunks --- */

static int
hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static size_t
skip_blanks(const char *at, size_t i, size_t n)
{
	while (i < n && (at[i] == ' ' || at[i] == '\t'))
		i++;
	return i;
}

static size_t
skip_token(const char *at, size_t i, size_t n)
{
	while (i < n && tcn_http_is_token((unsigned char)at[i]))
		i++;
	return i;
}

/* After a quoted string that begins at i; 0: it does not end. */
static size_t
skip_quoted(const char *at, size_t i, size_t n)
{
	for (i++; i < n && at[i] != '"'; i++)
		if (at[i] == '\\')
			i++;
	return i < n ? i + 1 : 0;
}

/* Whether at[i..n) is chunk-ext (RFC 9112, section 7.1.1). */
static bool
is_extension(const char *at, size_t i, size_t n)
{
	while (i < n) {
		size_t from = i = skip_blanks(at, i, n);

		if (i == n || at[i] != ';')
			return false;
		from = i = skip_blanks(at, i + 1, n);
		i = skip_token(at, i, n);
		if (i == from)
			return false;
		from = skip_blanks(at, i, n);
		if (from == n || at[from] != '=')
			continue;
		from = i = skip_blanks(at, from + 1, n);
		i = i < n && at[i] == '"' ? skip_quoted(at, i, n)
					  : skip_token(at, i, n);
		if (i <= from)
			return false;
	}
	return true;
}

/* Reads "1f" or "1f;name=value"; false: it is neither. */
static bool
read_size(struct tcn_str line, uint64_t *size)
{
	size_t i = 0;

	*size = 0;
	for (; i < line.n && hex(line.at[i]) >= 0; i++) {
		if (i == SIZE_DIGITS)
			return false;
		*size = *size << 4 | (uint64_t)hex(line.at[i]);
	}
	return i > 0 && is_extension(line.at, i, line.n);
}

static bool
is_too_much(struct tcn_http_scan *scan, uint64_t size)
{
	uint64_t due = EXCESS_EACH + 2 * size;

	scan->excess += scan->line.n;
	scan->excess -= scan->excess < due ? scan->excess : due;
	return scan->excess > EXCESS_MAX;
}

static void
begin_chunk(struct tcn_http_scan *scan,
    const struct tcn_http_scan_limits *limits, struct tcn_buf *out)
{
	const struct tcn_str line = { scan->line.at, scan->line.n - 2 };
	char frame[24];
	uint64_t size;

	if (!read_size(line, &size)) {
		refuse_400(scan, "a chunk begins with no sound size", out);
	} else if (is_too_much(scan, size)) {
		refuse_400(scan,
		    "the chunks have more framing than "
		    "content",
		    out);
	} else if (size > limits->body_max - scan->body) {
		refuse(scan,
		    (struct tcn_http_refusal){
			413, "the body is too large: send smaller batches" },
		    out);
	} else {
		snprintf(frame, sizeof frame, "%llx\r\n",
		    (unsigned long long)size);
		if (size && !scan->skips)
			pass_frame(scan, frame, out);
		tcn_buf_clear(&scan->line);
		scan->body += size;
		scan->left = size;
		scan->trailer = 0;
		scan->state =
		    size ? TCN_HTTP_SCAN_CHUNK_DATA : TCN_HTTP_SCAN_TRAILER;
	}
}

static void
take_size(struct tcn_http_scan *scan, const struct tcn_http_scan_limits *limits,
    unsigned char c, struct tcn_buf *out)
{
	const char *why = flaw(scan, c);

	/* A limit that was lowered in between is one that is broken now. */
	if (!why && limits->body_max < scan->body)
		why = "the body is larger than it may be now";
	if (!why && scan->line.n == SIZE_LINE)
		why = "a chunk's size is too long";
	if (why) {
		refuse_400(scan, why, out);
		return;
	}
	tcn_buf_char(&scan->line, (char)c);
	if (c == '\n')
		begin_chunk(scan, limits, out);
}

static void
take_chunk_end(struct tcn_http_scan *scan, unsigned char c, struct tcn_buf *out)
{
	if (c != (scan->line.n ? '\n' : '\r')) {
		refuse_400(scan, "a chunk must end with CR LF", out);
		return;
	}
	tcn_buf_char(&scan->line, (char)c);
	if (c != '\n')
		return;
	tcn_buf_clear(&scan->line);
	if (!scan->skips)
		pass_frame(scan, "\r\n", out);
	scan->state = TCN_HTTP_SCAN_CHUNK_SIZE;
}

static void
end_trailer_line(struct tcn_http_scan *scan, struct tcn_buf *out)
{
	const struct tcn_str line = { scan->line.at, scan->line.n - 2 };

	if (line.n && !tcn_http_is_field(line)) {
		refuse_400(scan, "a trailer is NAME: VALUE", out);
		return;
	}
	tcn_buf_clear(&scan->line);
	if (line.n)
		return;
	if (!scan->skips)
		pass_frame(scan, "0\r\n\r\n", out);
	scan->state = TCN_HTTP_SCAN_HEAD;
}

static void
take_trailer(struct tcn_http_scan *scan,
    const struct tcn_http_scan_limits *limits, unsigned char c,
    struct tcn_buf *out)
{
	const char *why = flaw(scan, c);

	if (why) {
		refuse_400(scan, why, out);
		return;
	}
	if (scan->trailer++ == limits->head_max) {
		refuse(scan,
		    (struct tcn_http_refusal){
			431, "the trailers are too large" },
		    out);
		return;
	}
	tcn_buf_char(&scan->line, (char)c);
	if (c == '\n')
		end_trailer_line(scan, out);
}

/* --- all together --- */

/* Counts n bytes of the body, at most those left. */
static void
count_body(struct tcn_http_scan *scan, size_t n)
{
	assert(n <= scan->left);
	scan->left -= n;
	if (scan->left)
		return;
	scan->state = scan->state == TCN_HTTP_SCAN_BODY
	    ? TCN_HTTP_SCAN_HEAD
	    : TCN_HTTP_SCAN_CHUNK_END;
}

static bool
is_in_body(const struct tcn_http_scan *scan)
{
	return scan->state == TCN_HTTP_SCAN_BODY ||
	    scan->state == TCN_HTTP_SCAN_CHUNK_DATA;
}

bool
tcn_http_scan_passes(struct tcn_http_scan *scan, size_t n)
{
	if (!is_in_body(scan) || scan->skips || n > scan->left)
		return false;
	count_body(scan, n);
	return true;
}

static void
take(struct tcn_http_scan *scan, const struct tcn_http_scan_limits *limits,
    unsigned char c, struct tcn_buf *out)
{
	switch (scan->state) {
	case TCN_HTTP_SCAN_HEAD:
		take_head(scan, limits, c, out);
		break;
	case TCN_HTTP_SCAN_CHUNK_SIZE:
		take_size(scan, limits, c, out);
		break;
	case TCN_HTTP_SCAN_CHUNK_END:
		take_chunk_end(scan, c, out);
		break;
	case TCN_HTTP_SCAN_TRAILER:
		take_trailer(scan, limits, c, out);
		break;
	case TCN_HTTP_SCAN_BODY:
	case TCN_HTTP_SCAN_CHUNK_DATA:
	case TCN_HTTP_SCAN_REFUSED:
		break;
	}
}

void
tcn_http_scan_feed(struct tcn_http_scan *scan,
    const struct tcn_http_scan_limits *limits, struct tcn_str bytes,
    struct tcn_buf *out)
{
	while (bytes.n && scan->state != TCN_HTTP_SCAN_REFUSED) {
		size_t n = 1;

		if (is_in_body(scan)) {
			n = scan->left < bytes.n ? (size_t)scan->left : bytes.n;
			if (!scan->skips)
				tcn_buf_add(out, bytes.at, n);
			count_body(scan, n);
		} else {
			take(scan, limits, (unsigned char)*bytes.at, out);
		}
		bytes.at += n;
		bytes.n -= n;
	}
}

const struct tcn_http_refusal *
tcn_http_scan_refusal(const struct tcn_http_scan *scan, uint64_t number)
{
	return scan->refused && number >= scan->refused ? &scan->refusal : NULL;
}

enum tcn_rc
tcn_http_scan_check(const struct tcn_http_scan *scan,
    const struct tcn_http_scan_limits *limits, struct tcn_err *err)
{
	const char *wrong = NULL;

	if (scan->line.n > (scan->state == TCN_HTTP_SCAN_HEAD ||
				       scan->state == TCN_HTTP_SCAN_TRAILER
				   ? limits->head_max
				   : SIZE_LINE))
		wrong = "more is held back than may be";
	else if (is_in_body(scan) != (scan->left > 0))
		wrong = "bytes are to come, or none, against the state";
	else if ((scan->state == TCN_HTTP_SCAN_REFUSED) !=
		(scan->refusal.status != 0) ||
	    (scan->refusal.status != 0) != (scan->refused != 0))
		wrong = "a refusal has no status, or a status no refusal";
	else if (scan->refused > scan->requests)
		wrong = "the refused request was not passed on";
	else if (scan->body > limits->body_max)
		wrong = "the body is larger than it may be";
	return wrong ? tcn_err_set(err, TCN_CORRUPT, "%s", wrong)
		     : tcn_buf_check(&scan->line, err);
}

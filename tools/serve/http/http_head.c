#include "tools/serve/http/http_head.h"

#include <assert.h>
#include <inttypes.h>
#include <strings.h>

#include "engine/base/utf8.h"

#define LENGTH_DIGITS 18 /* of a Content-Length; more cannot be meant */

/* The headers that frame a request, or that must not be given twice. */
enum single {
	AUTHORIZATION,
	CONTENT_ENCODING,
	CONTENT_LENGTH,
	CONTENT_TYPE,
	COOKIE,
	CSRF,
	EXPECT,
	FETCH_SITE,
	HOST,
	ORIGIN,
	TRANSFER_ENCODING,
	SINGLES
};

static const char *const singles[SINGLES] = {
	[AUTHORIZATION] = "Authorization",
	[CONTENT_ENCODING] = "Content-Encoding",
	[CONTENT_LENGTH] = "Content-Length",
	[CONTENT_TYPE] = "Content-Type",
	[COOKIE] = "Cookie",
	[CSRF] = "X-Tocsin-CSRF",
	[EXPECT] = "Expect",
	[FETCH_SITE] = "Sec-Fetch-Site",
	[HOST] = "Host",
	[ORIGIN] = "Origin",
	[TRANSFER_ENCODING] = "Transfer-Encoding",
};

static const struct {
	struct tcn_str name;
	bool has_body;
} methods[] = {
	{ TCN_STR("DELETE"), false },
	{ TCN_STR("GET"), false },
	{ TCN_STR("HEAD"), false },
	{ TCN_STR("OPTIONS"), false },
	{ TCN_STR("PATCH"), true },
	{ TCN_STR("POST"), true },
	{ TCN_STR("PUT"), true },
	{ TCN_STR("TRACE"), false },
};
#define METHODS (sizeof methods / sizeof *methods)

/* A head that is being read. */
struct reader {
	struct tcn_str rest; /* of the head */
	uint64_t body_max;
	struct tcn_str method;
	struct tcn_str authority; /* of an absolute-form target, or empty */
	struct tcn_str target; /* in origin-form, or "*" */
	unsigned minor;
	struct tcn_str of[SINGLES]; /* their values */
	bool has[SINGLES];
	bool close, keep_alive; /* options of Connection */
	struct tcn_http_head head;
};

/* --- bytes --- */

static bool
is_digit(unsigned char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_hex(unsigned char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool
is_alnum(unsigned char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool
tcn_http_is_token(unsigned char c)
{
	return is_alnum(c) || (c && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

static bool
is_word(struct tcn_str s, const char *word)
{
	return s.n == strlen(word) && strncasecmp(s.at, word, s.n) == 0;
}

/* False: it was refused before, or is now. */
static bool
refuse(struct reader *r, int status, const char *why)
{
	if (!r->head.refusal.status)
		r->head.refusal = (struct tcn_http_refusal){ status, why };
	return false;
}

/* The next line without its end. */
static struct tcn_str
next_line(struct reader *r)
{
	const char *end = memchr(r->rest.at, '\n', r->rest.n);
	struct tcn_str line = r->rest;

	assert(end && end > line.at && end[-1] == '\r');
	line.n = (size_t)(end - line.at) - 1;
	r->rest.at += line.n + 2;
	r->rest.n -= line.n + 2;
	return line;
}

/* Takes what stands before the separator off *s; false: there is none. */
static bool
cut(struct tcn_str *s, char separator, struct tcn_str *before)
{
	const char *at = s->n ? memchr(s->at, separator, s->n) : NULL;

	if (!at)
		return false;
	*before = (struct tcn_str){ s->at, (size_t)(at - s->at) };
	s->n -= before->n + 1;
	s->at = at + 1;
	return true;
}

/* Without the blanks and tabs around it (RFC 9112, section 5). */
static struct tcn_str
trim(struct tcn_str s)
{
	while (s.n && (s.at[0] == ' ' || s.at[0] == '\t')) {
		s.at++;
		s.n--;
	}
	while (s.n && (s.at[s.n - 1] == ' ' || s.at[s.n - 1] == '\t'))
		s.n--;
	return s;
}

/* --- the request line --- */

static bool
read_method(struct reader *r, struct tcn_str name)
{
	size_t i = 0;

	r->method = name;
	for (i = 0; i < name.n; i++)
		if (!tcn_http_is_token((unsigned char)name.at[i]))
			return refuse(r, 400, "the method is no word");
	for (i = 0; i < METHODS; i++)
		if (tcn_str_equal(name, methods[i].name))
			break;
	if (i == METHODS)
		return refuse(r, name.n ? 501 : 400,
		    name.n ? "there is no such method here: GET, HEAD, POST "
			     "and DELETE are known"
			   : "a request begins with its method");
	r->head.has_body = methods[i].has_body;
	return true;
}

/* HTTP/1.2 and later are read as 1.1 (RFC 9110, section 2.5). */
static bool
read_version(struct reader *r, struct tcn_str s)
{
	if (s.n != 8 || memcmp(s.at, "HTTP/", 5) != 0 ||
	    !is_digit((unsigned char)s.at[5]) || s.at[6] != '.' ||
	    !is_digit((unsigned char)s.at[7]))
		return refuse(r, 400,
		    "a request begins with METHOD /path HTTP/1.1, with one "
		    "blank between each");
	if (s.at[5] != '1')
		return refuse(r, 505, "HTTP/1.1 is spoken here");
	r->minor = s.at[7] != '0';
	return true;
}

/* A name, an address or [v6], with or without a port; no user before it. */
static bool
is_authority(struct tcn_str s)
{
	size_t i = 0, port;

	if (s.n && s.at[0] == '[') {
		for (i = 1; i < s.n && s.at[i] != ']'; i++)
			if (!is_hex((unsigned char)s.at[i]) && s.at[i] != ':' &&
			    s.at[i] != '.')
				return false;
		if (i++ == s.n || i == 2)
			return false;
	} else {
		while (i < s.n &&
		    (is_alnum((unsigned char)s.at[i]) || s.at[i] == '.' ||
			s.at[i] == '-' || s.at[i] == '_'))
			i++;
	}
	if (i == 0 || i == s.n)
		return i == s.n && i > 0;
	if (s.at[i++] != ':' || s.n - i > 5)
		return false;
	for (port = i; i < s.n; i++)
		if (!is_digit((unsigned char)s.at[i]))
			return false;
	return s.n > port;
}

/* Moves the authority of http://authority/path out of the target. */
static bool
read_absolute(struct reader *r)
{
	static const char *const schemes[] = { "http://", "https://" };
	struct tcn_str *t = &r->target;

	for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
		size_t n = strlen(schemes[i]);

		if (t->n <= n || strncasecmp(t->at, schemes[i], n) != 0)
			continue;
		r->authority.at = t->at + n;
		while (n + r->authority.n < t->n &&
		    !strchr("/?", r->authority.at[r->authority.n]))
			r->authority.n++;
		t->at += n + r->authority.n;
		t->n -= n + r->authority.n;
		return is_authority(r->authority)
		    ? true
		    : refuse(r, 400, "the address names no host");
	}
	return refuse(r, 400, "a path begins with a slash");
}

static bool
check_percent(struct reader *r, size_t i)
{
	const struct tcn_str t = r->target;

	if (t.n - i < 3 || !is_hex((unsigned char)t.at[i + 1]) ||
	    !is_hex((unsigned char)t.at[i + 2]))
		return refuse(r, 400,
		    "each % of an address must be followed by two "
		    "hexadecimal digits");
	if (t.at[i + 1] == '0' && t.at[i + 2] == '0')
		return refuse(r, 400, "the address holds a NUL");
	return true;
}

/*
 * Stricter than libevent, laxer than RFC 3986: browsers leave some characters
 * as they are, and curl leaves letters beyond ASCII.
 */
static bool
read_target(struct reader *r, struct tcn_str target)
{
	r->target = target;
	if (target.n == 0)
		return refuse(r, 400, "a path begins with a slash");
	if (target.n == 1 && target.at[0] == '*')
		return is_word(r->method, "OPTIONS")
		    ? true
		    : refuse(r, 400, "a path begins with a slash");
	if (target.at[0] != '/' && !read_absolute(r))
		return false;
	/* libevent takes what follows for a host, in place of Host's. */
	if (r->target.n > 1 && memcmp(r->target.at, "//", 2) == 0)
		return refuse(r, 400, "a path begins with one slash");
	for (size_t i = 0; i < r->target.n; i++) {
		char c = r->target.at[i];

		if (c == '\t' || strchr("\"#<>\\", c))
			return refuse(r, 400,
			    "the address holds a character that must be "
			    "written with a %");
		if (c == '%' && !check_percent(r, i))
			return false;
	}
	return tcn_utf8_valid(r->target)
	    ? true
	    : refuse(r, 400, "the address is not UTF-8");
}

static bool
read_request_line(struct reader *r, struct tcn_str line)
{
	struct tcn_str method, target;

	if (!cut(&line, ' ', &method) || !cut(&line, ' ', &target))
		return refuse(r, 400,
		    "a request begins with METHOD /path HTTP/1.1");
	return read_version(r, line) && read_method(r, method) &&
	    read_target(r, target);
}

struct tcn_http_refusal
tcn_http_head_check_line(struct tcn_str line)
{
	struct reader r = { 0 };

	(void)!read_request_line(&r, line);
	return r.head.refusal;
}

/* --- headers --- */

bool
tcn_http_is_field(struct tcn_str line)
{
	size_t i = 0;

	while (i < line.n && tcn_http_is_token((unsigned char)line.at[i]))
		i++;
	return i > 0 && i < line.n && line.at[i] == ':';
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool
refuse_field(struct reader *r, struct tcn_str line)
{
	struct tcn_str name = { 0 };

	if (is_blank(line.at[0]))
		return refuse(r, 400, "a header may not be folded");
	if (!cut(&line, ':', &name))
		return refuse(r, 400, "a header is NAME: VALUE");
	if (name.n && is_blank(name.at[name.n - 1]))
		return refuse(r, 400,
		    "no white space may stand before a header's colon");
	return refuse(r, 400, "a header's name is no token");
}

static void
read_connection(struct reader *r, struct tcn_str value)
{
	struct tcn_str option;

	while (value.n) {
		if (!cut(&value, ',', &option)) {
			option = value;
			value.n = 0;
		}
		r->close |= is_word(trim(option), "close");
		r->keep_alive |= is_word(trim(option), "keep-alive");
	}
}

/* The header's row in singles, or SINGLES. */
static enum single
single_of(struct tcn_str name)
{
	unsigned i = 0;

	while (i < SINGLES && !is_word(name, singles[i]))
		i++;
	return (enum single)i;
}

static bool
read_field(struct reader *r, struct tcn_str line, struct tcn_buf *out)
{
	struct tcn_str name = { 0 }, value = line;
	enum single single;

	if (!tcn_http_is_field(line))
		return refuse_field(r, line);
	(void)!cut(&value, ':', &name);
	value = trim(value);
	single = single_of(name);
	if (single < SINGLES && r->has[single]) {
		if (single == CONTENT_LENGTH || single == TRANSFER_ENCODING)
			return refuse(r, 400,
			    "the body's length must be given once, in one way");
		return refuse(r, 400,
		    single == HOST ? "there must be one Host"
				   : "a header that may occur once occurs "
				     "twice");
	}
	if (single < SINGLES) {
		r->has[single] = true;
		r->of[single] = value;
	}
	if (is_word(name, "Connection"))
		read_connection(r, value);
	else if (single != CONTENT_LENGTH && single != TRANSFER_ENCODING)
		tcn_buf_printf(out, "%.*s: %.*s\r\n", TCN_STR_ARG(name),
		    TCN_STR_ARG(value));
	return true;
}

/* --- what they say together --- */

/* Of a length, to one way of framing (RFC 9112, section 6.3). */
static bool
read_length(struct reader *r)
{
	struct tcn_str digits = r->of[CONTENT_LENGTH];
	uint64_t n = 0;

	for (size_t i = 0; i < digits.n; i++)
		if (!is_digit((unsigned char)digits.at[i]))
			digits.n = 0;
	if (digits.n == 0)
		return refuse(r, 400, "Content-Length must be a number");
	if (digits.n > LENGTH_DIGITS)
		return refuse(r, 413,
		    "the body is too large: send smaller batches");
	for (size_t i = 0; i < digits.n; i++)
		n = n * 10 + (uint64_t)(digits.at[i] - '0');
	if (n > r->body_max)
		return refuse(r, 413,
		    "the body is too large: send smaller batches");
	r->head.length = n;
	return true;
}

static bool
check_framing(struct reader *r)
{
	if (!r->has[TRANSFER_ENCODING])
		return !r->has[CONTENT_LENGTH] || read_length(r);
	if (r->has[CONTENT_LENGTH])
		return refuse(r, 400,
		    "the body's length must be given once, in one way");
	if (!is_word(r->of[TRANSFER_ENCODING], "chunked"))
		return refuse(r, 400,
		    "Transfer-Encoding may be chunked, nothing else");
	if (r->minor == 0)
		return refuse(r, 400, "HTTP/1.0 knows no Transfer-Encoding");
	r->head.framing = TCN_HTTP_FRAMING_CHUNKED;
	return true;
}

static bool
check_host(struct reader *r)
{
	if (!r->has[HOST])
		return r->minor == 0 || refuse(r, 400, "a Host is missing");
	if (!is_authority(r->of[HOST]))
		return refuse(r, 400, "Host is no name or address");
	if (r->authority.n &&
	    (r->authority.n != r->of[HOST].n ||
		strncasecmp(r->authority.at, r->of[HOST].at, r->authority.n) !=
		    0))
		return refuse(r, 400,
		    "the address names another host than Host does");
	return true;
}

/* In HTTP/1.0 an Expect is ignored (RFC 9110, section 10.1.1). */
static bool
check_expect(struct reader *r)
{
	if (r->minor == 0 || !r->has[EXPECT] ||
	    is_word(r->of[EXPECT], "100-continue"))
		return true;
	return refuse(r, 417, "Expect may be 100-continue, nothing else");
}

/* --- the head that is passed on --- */

static void
write_head(const struct reader *r, const struct tcn_buf *fields,
    struct tcn_buf *out)
{
	bool slash = r->target.n == 0 || r->target.at[0] == '?';

	tcn_buf_printf(out, "%.*s %s%.*s HTTP/1.%u\r\n", TCN_STR_ARG(r->method),
	    slash ? "/" : "", TCN_STR_ARG(r->target), r->minor);
	tcn_buf_str(out, tcn_buf_view(fields));
	if (r->close)
		tcn_buf_z(out, "Connection: close\r\n");
	else if (r->keep_alive)
		tcn_buf_z(out, "Connection: keep-alive\r\n");
	if (r->head.has_body) {
		if (r->head.framing == TCN_HTTP_FRAMING_CHUNKED)
			tcn_buf_z(out, "Transfer-Encoding: chunked\r\n");
		else
			tcn_buf_printf(out, "Content-Length: %" PRIu64 "\r\n",
			    r->head.length);
	}
	tcn_buf_z(out, "\r\n");
}

struct tcn_http_head
tcn_http_head_read(struct tcn_str bytes, uint64_t body_max, struct tcn_buf *out)
{
	struct reader r = { .rest = bytes, .body_max = body_max };
	struct tcn_buf fields = { 0 };
	bool ok = read_request_line(&r, next_line(&r));
	struct tcn_str line;

	while (ok && (line = next_line(&r)).n)
		ok = read_field(&r, line, &fields);
	if (ok && check_host(&r) && check_framing(&r) && check_expect(&r))
		write_head(&r, &fields, out);
	tcn_buf_fini(&fields);
	return r.head;
}

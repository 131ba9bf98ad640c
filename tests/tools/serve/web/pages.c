#include "tests/tools/serve/web/pages.h"

#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "engine/base/mem.h"
#include "tools/serve/web/web.h"

#define ANSWERS_MAX 16
#define DEPTH_MAX   64
#define IDS_MAX     4096

static struct {
	const char *target, *body;
	int status;
} answers[ANSWERS_MAX];
static size_t answers_n;

static struct tcn_web *web;
static struct tcn_buf page;

/* The parameters that pages ask with, in the order in which a test names them;
 * a word a line, so that each can be added alone. */
/* clang-format off */
#define ANY \
	"after " \
	"all " \
	"before " \
	"brief " \
	"category " \
	"copies " \
	"event " \
	"every " \
	"failing " \
	"format " \
	"hours " \
	"kept " \
	"known " \
	"lang " \
	"limit " \
	"min_items " \
	"order " \
	"owner " \
	"parts " \
	"q " \
	"severity " \
	"silence " \
	"since " \
	"source " \
	"state " \
	"until"
/* clang-format on */

/* How much of an answer is asked for, which the answers here do not heed. */
#define AND_HOW_MUCH "evidence"

/* The target as it was asked, made again of its parts by each route below. */
static void
answer(struct tcn_http_call *call, const char *path)
{
	struct tcn_buf target = { 0 }, body = { 0 };
	size_t i = 0;

	tcn_buf_z(&target, path);
	for (const char *at = ANY; *at; at += strspn(at, " ")) {
		char name[32];
		const char *value;

		snprintf(name, sizeof name, "%.*s", (int)strcspn(at, " "), at);
		at += strlen(name);
		value = tcn_http_call_query(call, name);
		if (value)
			tcn_buf_printf(&target, "%c%s=%s",
			    strchr(target.at, '?') ? '&' : '?', name, value);
	}
	while (i < answers_n && strcmp(answers[i].target, target.at) != 0)
		i++;
	if (i < answers_n)
		tcn_buf_z(&body, answers[i].body);
	else
		tcn_buf_printf(&body, "{\"error\":\"nothing is said of %s\"}",
		    target.at);
	tcn_http_call_reply(call, i < answers_n ? answers[i].status : 404, NULL,
	    &body);
	tcn_buf_fini(&body);
	tcn_buf_fini(&target);
}

/* pattern: the path of a route, whose {} are the call's arguments. */
static void
answer_at(struct tcn_http_call *call, const char *pattern)
{
	struct tcn_buf path = { 0 };
	unsigned args = 0;

	for (const char *at = pattern; *at; at++) {
		if (*at == '{')
			tcn_buf_z(&path, tcn_http_call_arg(call, args++));
		else if (*at != '}')
			tcn_buf_char(&path, *at);
	}
	tcn_buf_z(&path, "");
	answer(call, path.at);
	tcn_buf_fini(&path);
}

/* A function of a route, which does not hear which one it is of. */
#define ANSWERS(name, pattern)                                                 \
	static void name(void *ctx, struct tcn_http_call *call)                \
	{                                                                      \
		(void)ctx;                                                     \
		answer_at(call, pattern);                                      \
	}

#define ONE      "/v1/{}"
#define TWO      "/v1/{}/{}"
#define FIRED    "/v1/rules/{}/fired"
#define OF_EVENT "/v1/events/{}/{}"
#define REVISION "/v1/events/{}/revisions/{}"
#define READY    "/readyz"
ANSWERS(answer_one, ONE)
ANSWERS(answer_two, TWO)
ANSWERS(answer_fired, FIRED)
ANSWERS(answer_of_event, OF_EVENT)
ANSWERS(answer_revision, REVISION)
ANSWERS(answer_ready, READY)

#define GET(path, fn)                                                          \
	{                                                                      \
		EVHTTP_REQ_GET, path, TCN_HTTP_SCOPE_READ, fn, "",             \
		    ANY " " AND_HOW_MUCH, NULL, ""                             \
	}

static const struct tcn_http_route routes[] = {
	GET(REVISION, answer_revision),
	GET(OF_EVENT, answer_of_event),
	GET(FIRED, answer_fired),
	GET(TWO, answer_two),
	GET(ONE, answer_one),
	{ EVHTTP_REQ_POST, TWO, TCN_HTTP_SCOPE_READ, answer_two, "", NULL, "",
	    "" },
	{ EVHTTP_REQ_GET, READY, TCN_HTTP_SCOPE_NONE, answer_ready, "", NULL,
	    NULL, "" },
	{ 0 },
};

void
pages_answer(const char *target, int status, const char *body)
{
	size_t i = 0;

	while (i < answers_n && strcmp(answers[i].target, target) != 0)
		i++;
	ck_assert_uint_lt(i, ANSWERS_MAX);
	answers[i].target = target;
	answers[i].status = status;
	answers[i].body = body;
	answers_n += i == answers_n;
}

const char *
pages_get(const char *target, int status)
{
	int got;

	if (!web)
		web = tcn_web_new(routes, NULL);
	tcn_buf_clear(&page);
	got = tcn_http_local_call(tcn_web_routes, web, EVHTTP_REQ_GET, target,
	    (struct tcn_str){ 0 }, &page);
	ck_assert_msg(got == status, "%d: %s", got, page.at);
	tcn_buf_z(&page, "");
	return page.at;
}

void
pages_has(const char *html, const char *text)
{
	ck_assert_msg(strstr(html, text) != NULL, "no '%s' in: %.3000s", text,
	    html);
}

void
pages_lacks(const char *html, const char *text)
{
	ck_assert_msg(!strstr(html, text), "'%s' in: %s", text,
	    strstr(html, text));
}

size_t
pages_count(const char *html, const char *text)
{
	size_t n = 0;

	for (; (html = strstr(html, text)); html += strlen(text))
		n++;
	return n;
}

/* --- the check of a page's form --- */

struct state {
	const char *at;
	struct tcn_str open[DEPTH_MAX];
	size_t depth;
	struct tcn_str ids[IDS_MAX];
	size_t ids_n;
};

static bool
is_void(struct tcn_str name)
{
	static const char *const names[] = { "br", "hr", "img", "input", "link",
		"meta", "wbr" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (tcn_str_equal(name, tcn_str(names[i])))
			return true;
	return false;
}

static struct tcn_str
take_name(struct state *s)
{
	struct tcn_str name = { s->at, 0 };

	while (isalnum((unsigned char)*s->at) || *s->at == '-')
		s->at++;
	name.n = (size_t)(s->at - name.at);
	ck_assert_msg(name.n > 0, "no name: %.80s", name.at);
	return name;
}

static void
check_attribute(struct state *s, struct tcn_str name, struct tcn_str value)
{
	ck_assert_msg(!tcn_str_equal(name, tcn_str("style")) &&
		strncasecmp(name.at, "on", 2) != 0,
	    "code or style: %.80s", name.at);
	ck_assert_msg(!memchr(value.at, '<', value.n), "not escaped: %.80s",
	    value.at);
	ck_assert_msg(value.n < 11 ||
		strncasecmp(value.at, "javascript:", 11) != 0,
	    "runs code: %.80s", value.at);
	if (!tcn_str_equal(name, tcn_str("id")))
		return;
	for (size_t i = 0; i < s->ids_n; i++)
		ck_assert_msg(!tcn_str_equal(s->ids[i], value),
		    "an id stands twice: %.80s", value.at);
	ck_assert_uint_lt(s->ids_n, IDS_MAX);
	s->ids[s->ids_n++] = value;
}

/* ` name="value"`, or ` name`. */
static void
take_attribute(struct state *s)
{
	struct tcn_str name, value = { "", 0 };

	while (isspace((unsigned char)*s->at))
		s->at++;
	if (*s->at == '>' || *s->at == '/')
		return;
	name = take_name(s);
	if (*s->at == '=') {
		ck_assert_msg(*++s->at == '"', "not quoted: %.80s", name.at);
		value.at = ++s->at;
		s->at += strcspn(s->at, "\"");
		value.n = (size_t)(s->at++ - value.at);
	}
	check_attribute(s, name, value);
}

static void
take_element(struct state *s)
{
	bool closes = *s->at == '/';
	struct tcn_str name;

	s->at += closes;
	name = take_name(s);
	while (*s->at && *s->at != '>' && strncmp(s->at, "/>", 2) != 0)
		take_attribute(s);
	if (closes) {
		ck_assert_uint_gt(s->depth, 0);
		ck_assert_msg(tcn_str_equal(s->open[--s->depth], name),
		    "closes another: %.80s", name.at);
	} else if (!is_void(name) && *s->at != '/') {
		ck_assert_uint_lt(s->depth, DEPTH_MAX);
		s->open[s->depth++] = name;
	}
	s->at += *s->at == '/';
	ck_assert_msg(*s->at == '>', "not closed: %.80s", name.at);
	s->at++;
	if (!closes && tcn_str_equal(name, tcn_str("script")))
		s->at = strstr(s->at, "</script>");
}

void
pages_check_html(const char *html)
{
	static struct state s;

	s = (struct state){ .at = html };
	ck_assert(strncmp(s.at, "<!DOCTYPE html>\n", 16) == 0);
	s.at += 16;
	while (s.at && *s.at) {
		if (*s.at++ == '<')
			take_element(&s);
	}
	ck_assert_uint_eq(s.depth, 0);
}

void
pages_done(void)
{
	tcn_web_free(web);
	web = NULL;
	tcn_buf_fini(&page);
	answers_n = 0;
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

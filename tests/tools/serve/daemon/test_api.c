/*
 * The interface against its own description: every route is described, and
 * every answer is as described.
 */
#include "tests/base/run.h"

#include <cjson/cJSON.h>
#include <signal.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "sql/outbox.h"
#include "tests/base/program.h"
#include "tests/base/schema.h"
#include "tests/tools/serve/daemon/api_calls.h"
#include "tests/tools/serve/daemon/child.h"
#include "tests/tools/serve/daemon/day.h"
#include "tools/serve/api/api.h"
#include "tools/serve/api/api_openapi.h"

static cJSON *doc; /* the description */
static char id[64]; /* of an event */

static void
read_doc(void)
{
	struct tcn_buf out = { 0 };

	tcn_api_openapi(tcn_api_routes, &out);
	doc = cJSON_Parse(out.at);
	tcn_buf_fini(&out);
	ck_assert_ptr_nonnull(doc);
}

/* A message that was given up, for a receiver that is gone. */
static void
add_message(void)
{
	const struct tcn_outbox_message dead = {
		.event = TCN_STR("e"),
		.revision = 1,
		.rule = TCN_STR("story"),
		.desk = TCN_STR("world"),
		.receiver = TCN_STR("log"),
		.created_ms = 4102444800000,
		.state = TCN_OUTBOX_DEAD,
		.why = TCN_STR("it answered 410"),
		.body = TCN_STR("{}"),
	};
	const struct tcn_outbox_attempt one = { .status = 410,
		.error = dead.why };
	struct tcn_store *st = child_store();
	struct tcn_store_tx *tx;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_outbox_put(tx, &dead), TCN_OK);
	ck_assert_int_eq(tcn_outbox_put_attempt(tx, 1, &one), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	tcn_store_close(st);
}

static char rules[TEMP_BYTES + 16], receivers[TEMP_BYTES + 16];

/* What a reload reads as well. */
static void
with_files(struct tcn_conf *conf)
{
	conf->rules.file = rules;
	conf->deliver.receivers = receivers;
}

static void
write_files(void)
{
	char text[512];

	snprintf(rules, sizeof rules, "%s/rules.yaml", child.dir);
	snprintf(receivers, sizeof receivers, "%s/receivers.yaml", child.dir);
	temp_write(rules, "rules:\n  - {name: story, more_than: 15}\n");
	snprintf(text, sizeof text,
	    "receivers:\n  - {name: file, kind: file, path: %s/sent}\n",
	    child.dir);
	temp_write(receivers, text);
	child_write_conf("rules:\n  more_than: 15\n  file: rules.yaml\n"
			 "deliver:\n  receivers: receivers.yaml\n");
}

static void
setup(void)
{
	const char *printed;

	read_doc();
	child_setup();
	day_copy(child.db);
	add_message();
	write_files();
	child_start(with_files);
	ck_assert_int_eq(child_call("GET", "/v1/events?limit=1", NULL, NULL),
	    200);
	printed = strstr(child.answer.at, "{\"event\":\"");
	ck_assert_ptr_nonnull(printed);
	snprintf(id, sizeof id, "%.*s", (int)strcspn(printed + 10, "\""),
	    printed + 10);
}

static void
teardown(void)
{
	child_teardown();
	cJSON_Delete(doc);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

/* --- the description by itself --- */

static const cJSON *
member(const cJSON *of, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(of, name);
}

/* The value that the reference "#/a/b" names. */
static const cJSON *
resolve(const char *ref)
{
	const cJSON *at = doc;
	char name[128];

	ck_assert_int_eq(strncmp(ref, "#/", 2), 0);
	for (ref += 2; *ref; ref += strcspn(ref, "/"), ref += *ref == '/') {
		snprintf(name, sizeof name, "%.*s", (int)strcspn(ref, "/"),
		    ref);
		at = member(at, name);
	}
	return at;
}

static size_t
check_refs(const cJSON *node)
{
	size_t n = 0;

	for (const cJSON *at = node->child; at; at = at->next) {
		if (at->string && strcmp(at->string, "$ref") == 0) {
			ck_assert_msg(resolve(at->valuestring) != NULL,
			    "%s names nothing", at->valuestring);
			n++;
		}
		n += check_refs(at);
	}
	return n;
}

/* The operation of a route. */
static const cJSON *
operation(const struct tcn_http_route *route)
{
	const char *method = route->method == EVHTTP_REQ_POST ? "post"
	    : route->method == EVHTTP_REQ_DELETE              ? "delete"
	    : route->method == EVHTTP_REQ_PUT                 ? "put"
	    : route->method == EVHTTP_REQ_PATCH               ? "patch"
							      : "get";
	const char *name = "id";
	char path[128] = "";

	for (const char *at = route->path; *at; at++) {
		size_t n = strlen(path);

		snprintf(path + n, sizeof path - n, "%c%s", *at,
		    *at == '{' ? name : "");
		if (*at == '{')
			name = "number";
	}
	return member(member(member(doc, "paths"), path), method);
}

/* It is a name in any language that clients are generated in, and unique. */
static void
check_operation_id(const cJSON *op)
{
	const char *name = member(op, "operationId")->valuestring;
	size_t same = 0;

	ck_assert_uint_gt(strlen(name), 5);
	for (const char *c = name; *c; c++)
		ck_assert_msg((*c >= 'a' && *c <= 'z') ||
			(*c >= 'A' && *c <= 'Z'),
		    "%s", name);
	for (const struct tcn_http_route *r = tcn_api_routes; r->path; r++)
		same +=
		    strcmp(name,
			member(operation(r), "operationId")->valuestring) == 0;
	ck_assert_uint_eq(same, 1);
}

START_TEST(every_route_is_described)
{
	static const char *const scopes[] = { "none", "read", "write",
		"admin" };
	size_t routes = 0, operations = 0;
	const cJSON *path;

	read_doc();
	ck_assert_str_eq(member(doc, "openapi")->valuestring, "3.1.0");
	ck_assert_uint_gt(check_refs(doc), 50);
	for (const struct tcn_http_route *r = tcn_api_routes; r->path; r++) {
		const cJSON *op = operation(r);

		routes++;
		ck_assert_msg(op != NULL, "%s is not described", r->path);
		ck_assert_str_eq(member(op, "x-scope")->valuestring,
		    scopes[r->scope]);
		ck_assert_uint_gt(strlen(member(op, "summary")->valuestring),
		    5);
		check_operation_id(op);
		ck_assert_ptr_nonnull(member(member(member(op, "responses"),
						 strncmp(r->answer, "202 ", 4)
						     ? "200"
						     : "202"),
		    "content"));
		ck_assert_int_eq(member(op, "requestBody") != NULL,
		    r->body != NULL);
	}
	cJSON_ArrayForEach(path, member(doc, "paths"))
	{
		operations += (size_t)cJSON_GetArraySize(path);
	}
	ck_assert_uint_eq(operations, routes);
	cJSON_Delete(doc);
}
END_TEST

/* What the tables of fields make, and what stands beside it. */
static const struct {
	const char *name, *in; /* of the schema; of its properties, or NULL */
	const char *is;
} schemas[] = {
	{ "Feed", "fetches",
	    "{\"required\":[\"at\",\"status\",\"took_ms\",\"bytes\","
	    "\"entries\"],"
	    "\"type\":\"object\",\"properties\":{"
	    "\"at\":{\"type\":[\"number\",\"null\"]},"
	    "\"status\":{\"type\":\"integer\",\"minimum\":0,"
	    "\"description\":\"of HTTP; 0: no answer\"},"
	    "\"took_ms\":{\"type\":\"integer\",\"minimum\":0},"
	    "\"bytes\":{\"type\":\"integer\",\"minimum\":0},"
	    "\"entries\":{\"type\":\"integer\",\"minimum\":0,"
	    "\"description\":\"new ones\"},\"error\":{\"type\":\"string\"}}}" },
	{ "Action", NULL,
	    "{\"required\":[\"action\",\"event\",\"revision\",\"at\",\"kind\","
	    "\"author\",\"was\",\"value\"],\"type\":\"object\",\"properties\":{"
	    "\"action\":{\"type\":\"integer\",\"minimum\":1},"
	    "\"event\":{\"type\":\"string\"},"
	    "\"revision\":{\"type\":\"integer\",\"minimum\":1},"
	    "\"at\":{\"type\":[\"number\",\"null\"],"
	    "\"description\":\"wall clock, unix seconds\"},"
	    "\"kind\":{\"enum\":[\"ack\",\"unack\",\"own\",\"note\",\"close\","
	    "\"reopen\",\"merge\",\"unmerge\",\"split\"]},"
	    "\"author\":{\"type\":[\"string\",\"null\"]},"
	    "\"was\":{\"type\":[\"string\",\"null\"]},"
	    "\"value\":{\"type\":[\"string\",\"null\"]}}}" },
};

START_TEST(fields_of_records_are_described)
{
	cJSON *is = cJSON_Parse(schemas[_i].is);
	cJSON *got;

	read_doc();
	got = cJSON_GetObjectItem(member(member(doc, "components"), "schemas"),
	    schemas[_i].name);
	if (schemas[_i].in)
		got = cJSON_GetObjectItem(member(member(got, "properties"),
					      schemas[_i].in),
		    "items");
	ck_assert_msg(cJSON_Compare(got, is, true), "%s",
	    cJSON_PrintUnformatted(got));
	cJSON_Delete(is);
	cJSON_Delete(doc);
}
END_TEST

/* --- answers against the description --- */

static void
with_id(const char *text, struct tcn_buf *out)
{
	tcn_buf_clear(out);
	for (; *text; text++)
		if (*text == '*')
			tcn_buf_z(out, id);
		else
			tcn_buf_char(out, *text);
}

static enum evhttp_cmd_type
method_of(const struct api_call *call)
{
	if (!call->body)
		return EVHTTP_REQ_GET;
	if (strncmp(call->body, API_CALL_PUT, sizeof API_CALL_PUT - 1) == 0)
		return EVHTTP_REQ_PUT;
	if (strncmp(call->body, API_CALL_PATCH, sizeof API_CALL_PATCH - 1) == 0)
		return EVHTTP_REQ_PATCH;
	return strcmp(call->body, "DELETE") == 0 ? EVHTTP_REQ_DELETE
						 : EVHTTP_REQ_POST;
}

static long
make(const struct api_call *call)
{
	static const char *const methods[] = {
		[EVHTTP_REQ_GET] = "GET",
		[EVHTTP_REQ_POST] = "POST",
		[EVHTTP_REQ_PUT] = "PUT",
		[EVHTTP_REQ_PATCH] = "PATCH",
		[EVHTTP_REQ_DELETE] = "DELETE",
	};
	enum evhttp_cmd_type method = method_of(call);
	bool marked = method == EVHTTP_REQ_PUT || method == EVHTTP_REQ_PATCH;
	bool sends = method == EVHTTP_REQ_POST || marked;
	struct tcn_buf path = { 0 }, body = { 0 };
	long status;

	with_id(call->path, &path);
	with_id(!call->body ? ""
		: marked    ? strchr(call->body, ' ') + 1
			    : call->body,
	    &body);
	tcn_buf_z(&body, "");
	status = child_call(methods[method], path.at, NULL,
	    sends ? body.n ? body.at : "" : NULL);
	tcn_buf_fini(&path);
	tcn_buf_fini(&body);
	return status;
}

static const struct tcn_http_route *
route_of(const struct api_call *call)
{
	const struct tcn_http_route *r = tcn_api_routes;

	while (r->path &&
	    (strcmp(r->path, call->route) != 0 || r->method != method_of(call)))
		r++;
	ck_assert_msg(r->path != NULL, "no route %s", call->route);
	return r;
}

/* The last answer, by the schema of its status. */
static void
check_answer(const struct api_call *call, long status)
{
	const cJSON *answers = member(operation(route_of(call)), "responses");
	const cJSON *content = member(member(answers,
					  status == 200       ? "200"
					      : status == 202 ? "202"
							      : "default"),
	    "content");
	const cJSON *schema = content ? member(content->child, "schema") : NULL;
	struct schema_fault fault = { "" };
	cJSON *value;

	ck_assert_ptr_nonnull(schema);
	ck_assert(tcn_utf8_valid(tcn_buf_view(&child.answer)));
	if (!schema->child) /* no JSON of ours */
		return;
	value = cJSON_ParseWithLength(child.answer.at, child.answer.n);
	ck_assert_msg(value != NULL, "%s: no JSON: %s", call->path,
	    child.answer.at);
	ck_assert_msg(schema_holds(doc, schema, value, &fault),
	    "%s: %s, in: %s", call->path, fault.text, child.answer.at);
	cJSON_Delete(value);
}

/* Who sends a batch gets its clusters, the largest first; nothing is kept. As
 * many as may be sent at once are taken between other requests. */
START_TEST(a_batch_is_clustered)
{
	struct tcn_buf body = { 0 };

	ck_assert_int_eq(
	    child_call("POST", "/v1/cluster", NULL,
		"{\"articles\":["
		"{\"id\":\"a\",\"source\":\"One\",\"title\":\"Ferry sinks off "
		"the harbour of Quilenge\"},"
		"{\"id\":\"b\",\"source\":\"Two\",\"title\":\"Parliament "
		"votes on the new budget law\"},"
		"{\"source\":\"Two\",\"title\":\"Ferry sinks near harbour of "
		"Quilenge, dozens missing\"},"
		"{\"id\":\"d\",\"source\":\"Three\",\"title\":\"Quilenge "
		"harbour: ferry sinks, dozens missing\"}]}"),
	    200);
	child_wants("{\"items\":3,\"publishers\":3,\"title\":\"Quilenge "
		    "harbour: ferry sinks, dozens missing\",\"central\":3,"
		    "\"articles\":[0,2,3],\"ids\":[\"a\",\"");
	child_wants("\",\"d\"]}],\"alone\":1}");
	ck_assert_int_eq(child_call("GET", "/v1/articles/a", NULL, NULL), 404);
	tcn_buf_z(&body, "{\"articles\":[");
	for (int i = 0; i <= 1000; i++) {
		tcn_buf_printf(&body, "%s{\"title\":\"Ferry sinks w%d v%d\"}",
		    i ? "," : "", i % 2, i % 2);
		if (i < 999)
			continue;
		tcn_buf_z(&body, "]}");
		ck_assert_int_eq(child_call("POST", "/v1/cluster", NULL,
				     body.at),
		    i == 999 ? 200 : 400);
		child_wants(i == 999 ? "\"alone\":0}" : "at most 1000");
		body.n -= 2;
	}
	tcn_buf_fini(&body);
}
END_TEST

START_TEST(a_parameter_that_a_route_does_not_take_is_named)
{
	static const struct {
		const char *path, *text;
	} wrong[] = {
		{ "/healthz?x=1",
		    "there is no parameter \\\"x\\\" here: none is known" },
		{ "/v1/search?q=a&colour=b",
		    "there is no parameter \\\"colour\\\" here: known are q, "
		    "since, until, source, lang, category, event, copies, "
		    "order, collapse, after and limit" },
		{ "/v1/deliveries?event_id=a",
		    "known are event, receiver, silence, state, before "
		    "and limit" },
		{ "/v1/search?q=a&q=b",
		    "the parameter \\\"q\\\" stands twice" },
		{ "/v1/search?q=a&%71=b", "no parameter" },
		{ "/v1/search?q=a&%22%3C%0a=b", "no parameter" },
		{ "/v1/search?q", "cannot be read" },
	};

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		ck_assert_int_eq(child_call("GET", wrong[i].path, NULL, NULL),
		    400);
		child_wants(wrong[i].text);
	}
	ck_assert_int_eq(child_call("GET", "/healthz?", NULL, NULL), 200);
}
END_TEST

START_TEST(answers_are_as_described)
{
	for (size_t i = 0; i < api_calls_n; i++) {
		long status = make(&api_calls[i]);

		ck_assert_msg(status == api_calls[i].status, "%s: %ld: %s",
		    api_calls[i].path, status, child.answer.at);
		check_answer(&api_calls[i], status);
	}
	for (const struct tcn_http_route *r = tcn_api_routes; r->path; r++) {
		/* Links need tokens: tests/tools/serve/daemon/test_links.c. */
		bool asked = strcmp(r->path, "/v1/stream") == 0 ||
		    strstr(r->path, "/links") != NULL;

		/* Nobody logs in without tokens, either: test_login.c. */
		asked |= strncmp(r->path, "/v1/sessions", 12) == 0 &&
		    r->method != EVHTTP_REQ_GET;
		/* Of jobs and saved rules:
		 * tests/tools/serve/daemon/test_trials.c. */
		asked |= strcmp(r->path, "/v1/jobs/{}") == 0 ||
		    r->method == EVHTTP_REQ_PUT;

		/* With a file of editions: tests/tools/serve/daemon/
		 * test_editions.c. */
		asked |= strncmp(r->path, "/v1/editions/", 13) == 0;

		/* Of a host with pictures: tests/tools/serve/daemon/
		 * test_pictures.c. */
		asked |= strncmp(r->path, "/v1/images/", 11) == 0;

		/* Of several events: tests/tools/serve/daemon/test_orders.c. */
		asked |= strstr(r->path, "/merge") != NULL ||
		    strstr(r->path, "/split") != NULL;

		for (size_t i = 0; i < api_calls_n; i++)
			asked |= route_of(&api_calls[i]) == r &&
			    api_calls[i].status / 100 == 2;
		ck_assert_msg(asked, "%s is never asked", r->path);
	}
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* An address that no fetch could use, or that would break a line of a list, is
 * no feed; and a body that is no object is told so in its own words. */
START_TEST(what_is_no_address_is_not_added)
{
	ck_assert_int_eq(child_call("POST", "/v1/feeds", NULL,
			     "{\"url\":\"http://127.0.0.1:1/d\\r\\nX: y\"}"),
	    200);
	child_wants("{\"added\":0,");
	ck_assert_int_eq(child_call("POST", "/v1/feeds", NULL, "[]"), 400);
	child_wants("the body must be one JSON object");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- more than shapes --- */

START_TEST(the_author_is_the_owner_of_the_token)
{
	static const char *const eva =
	    "Authorization: Bearer eva-0123456789abc";
	static const char *const any =
	    "Authorization: Bearer any-0123456789abc";
	char path[128];

	child_stop(SIGTERM);
	child_write_tokens("write eva-0123456789abc Eva Adam\n"
			   "write any-0123456789abc\n",
	    0600);
	child_start(child_with_tokens);
	snprintf(path, sizeof path, "/v1/events/%s/notes", id);
	ck_assert_int_eq(child_call("POST", path, eva, "{\"text\":\"one\"}"),
	    200);
	ck_assert_int_eq(child_call("POST", path, eva,
			     "{\"text\":\"no\",\"author\":\"bob\"}"),
	    400);
	ck_assert_int_eq(child_call("POST", path, any,
			     "{\"text\":\"two\",\"author\":\"bob\"}"),
	    200);
	ck_assert_int_eq(child_call("POST", "/v1/silences", eva,
			     "{\"kind\":\"term\",\"value\":\"x\","
			     "\"for\":\"2h\"}"),
	    403);
	snprintf(path, sizeof path, "/v1/events/%s/history", id);
	ck_assert_int_eq(child_call("GET", path, any, NULL), 200);
	child_wants("\"author\":\"Eva Adam\",\"was\":null,\"value\":\"one\"");
	child_wants("\"author\":\"bob\",\"was\":null,\"value\":\"two\"");
}
END_TEST

START_TEST(a_feed_that_has_not_changed_is_not_sent_again)
{
	ck_assert_int_eq(child_call("GET", "/v1/events.atom", NULL, NULL), 200);
	child_wants("<feed xmlns=\"http://www.w3.org/2005/Atom\">");
	child_wants(id);
	ck_assert_int_eq(child_call("GET", "/v1/events.atom",
			     "If-None-Match: *", NULL),
	    304);
	ck_assert_int_eq(child_call("GET", "/v1/events.json",
			     "If-None-Match: \"other\"", NULL),
	    200);
}
END_TEST

START_TEST(an_unknown_method_is_answered_with_the_known)
{
	static const char *const methods[] = { "PUT", "PATCH", "TRACE",
		"OPTIONS", "DELETE" };

	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
		ck_assert_int_eq(child_call(methods[i], "/v1/stats", NULL,
				     NULL),
		    405);
		child_wants("not take that method");
		ck_assert_str_eq(child_header("Allow"), "GET, HEAD");
	}
}
END_TEST

/* Asking leaves no trace: the next article has the next number. */
START_TEST(looking_up_stores_nothing)
{
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
			     "{\"id\":\"x1\",\"title\":\"Ferry sinks off "
			     "Belossa in heavy sea\"}"),
	    200);
	child_wants("\"seq\":3001");
	ck_assert_int_eq(child_call("POST", "/v1/dups", NULL,
			     "ferry sinks off Belossa, in heavy sea"),
	    200);
	child_wants("\"id\":\"x1\"");
	ck_assert_int_eq(child_call("POST", "/v1/related", NULL,
			     "{\"title\":\"Ferry sinks off Belossa\"}"),
	    200);
	child_wants("\"id\":\"x1\"");
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
			     "{\"id\":\"x2\",\"title\":\"Another one\"}"),
	    200);
	child_wants("\"seq\":3002");
	ck_assert_int_eq(child_call("GET", "/v1/stats", NULL, NULL), 200);
	child_wants("\"articles\":{\"stored\":2,");
}
END_TEST

TCN_SUITE(api)
{
	Suite *s = suite_create("api");
	TCase *alone = tcase_create("alone");
	TCase *tc = tcase_create("api");

	tcase_add_test(alone, every_route_is_described);
	tcase_add_loop_test(alone, fields_of_records_are_described, 0,
	    sizeof schemas / sizeof *schemas);
	suite_add_tcase(s, alone);
	tcase_add_unchecked_fixture(tc, day_make, day_drop);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, a_batch_is_clustered);
	tcase_add_test(tc, a_parameter_that_a_route_does_not_take_is_named);
	tcase_add_test(tc, answers_are_as_described);
	tcase_add_test(tc, what_is_no_address_is_not_added);
	tcase_add_test(tc, the_author_is_the_owner_of_the_token);
	tcase_add_test(tc, a_feed_that_has_not_changed_is_not_sent_again);
	tcase_add_test(tc, an_unknown_method_is_answered_with_the_known);
	tcase_add_test(tc, looking_up_stores_nothing);
	suite_add_tcase(s, tc);
	return s;
}

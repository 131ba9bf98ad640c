/*
 * What goes out to other programs, made of what came from anywhere: feeds of
 * events, and a report in ninjs.
 */
#include "tests/base/run.h"

#include <cjson/cJSON.h>
#include <curl/curl.h>
#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "sql/store.h"
#include "tests/tools/serve/daemon/child.h"

#define HOSTILE                                                                \
	"Fl\xc3\xb6"                                                           \
	"d </title><script>alert(1)</script> & \"quoted\" ]]> "                \
	"\xe2\x80\xae"                                                         \
	"gnp.exe"

/* One item and two events of it, by a rule with a hostile name. */
static void
fill(struct tcn_store *st)
{
	static const uint64_t seqs[] = { 1 };
	const struct tcn_story_term terms[] = {
		{ TCN_STR("<b>R\xc3\xa4uber</b>"), 1, 0 },
	};
	const struct tcn_article item = {
		.id = TCN_STR("a<1>"),
		.source = TCN_STR("\"Wire\" & <Sons>"),
		.url = TCN_STR("https://wire.example/a?b=1&c='2'"),
		.title = TCN_STR(HOSTILE),
		.text = TCN_STR("The water rose above the bridge, they said. "
				"Nobody was hurt <in> the town & around it."),
		.ts_ms = INT64_C(1394473079000),
		.key = { 1, 1 },
	};
	const struct tcn_placement place = {
		.seq = 1, .origin = 1, .ts_ms = INT64_C(1394473079000)
	};
	struct tcn_event event = {
		.id = "20140310-0000000001",
		.rule = TCN_STR("<rule> & \"co\""),
		.revision = 1,
		.fired_ms = INT64_C(1394473079000),
		.changed_ms = INT64_C(1394473079000),
		.items = 1,
		.central = 1,
		.terms = terms,
		.terms_n = 1,
		.languages = { .at = { "fr", "en" }, .n = 2 },
		.evidence = seqs,
		.evidence_n = 1,
	};
	struct tcn_store_tx *tx;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_article(tx, &item, "en", &place),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_put_event(tx, &event), TCN_OK);
	event.id[18] = '2';
	event.fired_ms += 5000;
	ck_assert_int_eq(tcn_store_put_event(tx, &event), TCN_OK);
	event.revision = 2;
	event.state = TCN_EVENT_UPDATED;
	event.changed_ms += 9000;
	ck_assert_int_eq(tcn_store_put_event(tx, &event), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
}

static void
setup(void)
{
	struct tcn_store *st;
	struct tcn_err err = { .text = "" };

	child_setup();
	ck_assert_msg(!tcn_store_open(child.db, TCN_STORE_CREATE, &st, &err),
	    "%s", err.text);
	fill(st);
	tcn_store_close(st);
	child_start(NULL);
}

static void
teardown(void)
{
	child_teardown();
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

/* Compares what an XPath finds in the last answer, as a string. */
static void
ck_path(const char *path, const char *want)
{
	xmlDocPtr xml = xmlReadMemory(child.answer.at, (int)child.answer.n,
	    NULL, NULL, XML_PARSE_NONET);
	xmlXPathContextPtr context;
	xmlXPathObjectPtr found;
	xmlChar *text;

	ck_assert_ptr_nonnull(xml);
	context = xmlXPathNewContext(xml);
	xmlXPathRegisterNs(context, BAD_CAST "a",
	    BAD_CAST "http://www.w3.org/2005/Atom");
	found = xmlXPathEvalExpression(BAD_CAST path, context);
	ck_assert_ptr_nonnull(found);
	text = xmlXPathCastToString(found);
	ck_assert_str_eq((char *)text, want);
	xmlFree(text);
	xmlXPathFreeObject(found);
	xmlXPathFreeContext(context);
	xmlFreeDoc(xml);
}

#define SHOWN                                                                  \
	"Fl\xc3\xb6"                                                           \
	"d </title><script>alert(1)</script> & \"quoted\" ]]> "                \
	"gnp.exe"

START_TEST(atom_is_sound_whatever_came_in)
{
	ck_assert_int_eq(child_call("GET", "/v1/events.atom", NULL, NULL), 200);
	ck_path("count(/a:feed/a:entry)", "2");
	ck_path("string(/a:feed/a:entry[1]/a:id)",
	    "urn:tocsin:event:20140310-0000000002");
	ck_path("string(/a:feed/a:entry[1]/a:title)", SHOWN);
	ck_path("string(/a:feed/a:entry[1]/a:published)",
	    "2014-03-10T17:38:04Z");
	ck_path("string(/a:feed/a:entry[1]/a:updated)", "2014-03-10T17:38:08Z");
	ck_path("string(/a:feed/a:updated)", "2014-03-10T17:38:08Z");
	ck_path("string(/a:feed/a:entry[1]/a:category/@term)",
	    "<rule> & \"co\"");
	ck_path("string(/a:feed/a:entry[1]/a:link[@rel='related']/@href)",
	    "https://wire.example/a?b=1&c='2'");
	ck_path("count(//*[local-name() = 'script'])", "0");
}
END_TEST

static cJSON *
json_of(const char *path)
{
	cJSON *value;

	ck_assert_int_eq(child_call("GET", path, NULL, NULL), 200);
	value = cJSON_ParseWithLength(child.answer.at, child.answer.n);
	ck_assert_msg(value != NULL, "%s", child.answer.at);
	return value;
}

static const cJSON *
get(const cJSON *of, const char *name)
{
	const cJSON *found = cJSON_IsArray(of)
	    ? cJSON_GetArrayItem(of, name[0] - '0')
	    : cJSON_GetObjectItemCaseSensitive(of, name);

	ck_assert_msg(found != NULL, "no %s", name);
	return found;
}

static void
ck_text(const cJSON *value, const char *want)
{
	ck_assert_ptr_nonnull(value->valuestring);
	ck_assert_str_eq(value->valuestring, want);
}

START_TEST(json_feed_is_sound_whatever_came_in)
{
	cJSON *feed = json_of("/v1/events.json");
	const cJSON *entry = get(get(feed, "items"), "0");

	ck_text(get(feed, "version"), "https://jsonfeed.org/version/1.1");
	ck_text(get(entry, "id"), "urn:tocsin:event:20140310-0000000002");
	ck_text(get(entry, "title"), SHOWN);
	ck_text(get(entry, "date_modified"), "2014-03-10T17:38:08Z");
	ck_text(get(get(entry, "tags"), "0"), "<rule> & \"co\"");
	cJSON_Delete(feed);
}
END_TEST

/* Members that ninjs 3.0 requires or enumerates, and our values. */
START_TEST(ninjs_is_sound_whatever_came_in)
{
	cJSON *item =
	    json_of("/v1/events/20140310-0000000002/report?format=ninjs");
	const cJSON *part = get(get(item, "associations"), "0");

	ck_text(get(get(item, "standard"), "version"), "3.0");
	ck_text(get(item, "uri"), "urn:tocsin:event:20140310-0000000002");
	ck_text(get(item, "type"), "composite");
	ck_text(get(item, "version"), "2");
	ck_text(get(item, "language"), "fr");
	ck_text(get(part, "language"), "en");
	ck_text(get(item, "versionCreated"), "2014-03-10T17:38:08Z");
	ck_text(get(get(get(item, "headlines"), "0"), "value"), SHOWN);
	ck_text(get(get(get(item, "bodies"), "1"), "contentType"), "text/html");
	ck_assert_ptr_null(strstr(get(get(get(item, "bodies"), "1"), "value")
				      ->valuestring,
	    "<in>"));
	ck_text(get(part, "uri"), "https://wire.example/a?b=1&c='2'");
	ck_text(get(part, "name"), "item-1");
	ck_text(get(part, "type"), "text");
	ck_text(get(get(get(part, "infoSources"), "0"), "name"),
	    "\"Wire\" & <Sons>");
	cJSON_Delete(item);
}
END_TEST

START_TEST(a_page_may_nothing_but_its_own_style)
{
	const char *policy;

	ck_assert_int_eq(child_call("GET",
			     "/v1/events/20140310-0000000002/report", NULL,
			     NULL),
	    200);
	ck_assert_ptr_null(strstr(child.answer.at, "<script"));
	policy = child_header("Content-Security-Policy");
	ck_assert_ptr_nonnull(policy);
	ck_assert_ptr_nonnull(strstr(policy, "default-src 'none'"));
	ck_assert_ptr_nonnull(strstr(policy, "style-src 'sha256-"));
	ck_assert_ptr_null(strstr(policy, "unsafe"));
	ck_assert_str_eq(child_header("X-Content-Type-Options"), "nosniff");
}
END_TEST

/* --- listeners --- */

static struct tcn_buf heard;

static void
hear(CURLM *multi, const char *text)
{
	int running = 1;

	for (int i = 0; i < 500 && running; i++) {
		curl_multi_perform(multi, &running);
		if (heard.at && strstr(heard.at, text))
			return;
		curl_multi_poll(multi, NULL, 0, 20, NULL);
	}
	ck_abort_msg("no '%s' in: %s", text, heard.at ? heard.at : "");
}

START_TEST(actions_of_desks_are_streamed)
{
	CURL *easy = curl_easy_init();
	CURLM *multi = curl_multi_init();
	char url[128];

	snprintf(url, sizeof url, "http://127.0.0.1:%u/v1/stream", child.port);
	curl_easy_setopt(easy, CURLOPT_URL, url);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, child_append);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, &heard);
	curl_multi_add_handle(multi, easy);
	hear(multi, ": welcome");
	for (int i = 0; i < 2; i++) /* the second changes nothing */
		ck_assert_int_eq(child_call("POST",
				     "/v1/events/20140310-0000000001/ack", NULL,
				     ""),
		    200);
	ck_assert_int_eq(child_call("POST", "/v1/silences", NULL,
			     "{\"kind\":\"term\",\"value\":\"tide\","
			     "\"for\":\"2h\"}"),
	    200);
	hear(multi, "event: silence\ndata: {\"seq\":");
	hear(multi, "\"silence\":1,");
	ck_assert_ptr_nonnull(strstr(heard.at, "event: desk\n"));
	ck_assert_ptr_nonnull(strstr(heard.at, ",\"action\":1,"));
	ck_assert_ptr_null(strstr(heard.at, "\"action\":2"));
	curl_multi_remove_handle(multi, easy);
	curl_easy_cleanup(easy);
	curl_multi_cleanup(multi);
	tcn_buf_fini(&heard);
}
END_TEST

/* Adds an event while the daemon runs, as a command does. */
static void
put_revision(void)
{
	struct tcn_event event = {
		.id = "20140310-0000000001",
		.rule = TCN_STR("story"),
		.revision = 2,
		.state = TCN_EVENT_CLOSED,
		.fired_ms = INT64_C(1394473079000),
		.changed_ms = INT64_C(1394473099000),
		.central = 1,
	};
	struct tcn_store *st = child_store();
	struct tcn_store_tx *tx;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_event(tx, &event), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	tcn_store_close(st);
}

START_TEST(a_tag_holds_until_an_event_changes)
{
	char header[320];

	ck_assert_int_eq(child_call("GET", "/v1/events.json",
			     "If-None-Match: W/\"0\", \"x\"", NULL),
	    200);
	ck_assert_int_eq(child_call("GET", "/v1/events.json",
			     "If-None-Match: *", NULL),
	    304);
	ck_assert_uint_eq(child.answer.n, 0);
	snprintf(header, sizeof header, "If-None-Match: \"x\", W/%s",
	    child_header("ETag"));
	ck_assert_int_eq(child_call("GET", "/v1/events.json", header, NULL),
	    304);
	ck_assert_int_eq(child_call("POST",
			     "/v1/events/20140310-0000000001/ack", NULL, ""),
	    200);
	ck_assert_int_eq(child_call("GET", "/v1/events.json", header, NULL),
	    304);
	put_revision();
	ck_assert_int_eq(child_call("GET", "/v1/events.json", header, NULL),
	    200);
	child_wants("\"date_modified\":\"2014-03-10T17:38:19Z\"");
}
END_TEST

TCN_TESTS(outfeed)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, atom_is_sound_whatever_came_in);
	tcase_add_test(tc, json_feed_is_sound_whatever_came_in);
	tcase_add_test(tc, ninjs_is_sound_whatever_came_in);
	tcase_add_test(tc, a_page_may_nothing_but_its_own_style);
	tcase_add_test(tc, actions_of_desks_are_streamed);
	tcase_add_test(tc, a_tag_holds_until_an_event_changes);
}

#include "tests/base/run.h"

#include "engine/base/err.h"
#include "tests/engine/item/read_line.h"

/* The same article in three generations of the format. */
static const char *const generations[] = {
	"{\"uri\":\"http://agency.example/item/1\",\"type\":\"text\","
	"\"versioncreated\":\"2014-03-10T17:37:59Z\",\"language\":\"en\","
	"\"headline\":\"Quake\",\"body_text\":\"It shook.\","
	"\"infosource\":[{\"name\":\"The Agency\",\"rel\":\"x\"}],"
	"\"subject\":[{\"code\":\"1\",\"name\":\"disaster\"}],\"urgency\":1}",

	"{\"uri\":\"http://agency.example/item/1\",\"type\":\"text\","
	"\"standard\":{\"name\":\"ninjs\",\"version\":\"2.0\"},"
	"\"versioncreated\":\"2014-03-10T17:37:59Z\",\"language\":\"en\","
	"\"headlines\":[{\"role\":\"main\",\"value\":\"Quake\"}],"
	"\"bodies\":[{\"contenttype\":\"text/html\",\"value\":\"<p>It</p>\"},"
	"{\"contenttype\":\"text/plain\",\"value\":\"It shook.\"}],"
	"\"infosources\":[{\"name\":\"The Agency\"}],"
	"\"subjects\":[{\"name\":\"disaster\"}]}",

	"{\"uri\":\"http://agency.example/item/1\",\"type\":\"composite\","
	"\"versionCreated\":\"2014-03-10T17:37:59Z\",\"language\":\"en\","
	"\"pubStatus\":\"usable\",\"title\":\"not this\","
	"\"headlines\":[{\"value\":\"Quake\"}],"
	"\"bodies\":[{\"contentType\":\"text/plain\","
	"\"value\":\"It shook.\"}],"
	"\"infoSources\":[{\"uri\":\"urn:x\"},{\"name\":\"The Agency\"}],"
	"\"subjects\":[{\"name\":\"disaster\"}],\"associations\":[{}]}",
};

START_TEST(every_generation_is_read)
{
	struct tcn_article a = read_line(generations[_i]);

	check_str(a.id, "http://agency.example/item/1");
	check_str(a.url, "http://agency.example/item/1");
	check_str(a.title, "Quake");
	check_str(a.text, "It shook.");
	check_str(a.lang, "en");
	check_str(a.source, "The Agency");
	check_str(a.category, "disaster");
	ck_assert_int_eq(a.ts_ms, INT64_C(1394473079000));
	ck_assert_int_eq(a.given, TCN_GIVEN_TEXT);
}
END_TEST

/* What is read where much is missing. */
static const struct {
	const char *line, *url, *title, *text, *source;
} rows[] = {
	{ "{\"uri\":\"urn:x:1\",\"headline\":\"Q\"}", "", "Q", "", "" },
	{ "{\"uri\":\"tag:x,1\",\"title\":\"Q\",\"standard\":{}}", "", "Q", "",
	    "" },
	{ "{\"uri\":\"urn:x:1\",\"body_html\":\"<p>b</p>\"}", "", "",
	    "<p>b</p>", "" },
	{ "{\"uri\":\"urn:x:1\",\"bodies\":[3,{},{\"value\":\"b\"}]}", "", "",
	    "b", "" },
	{ "{\"uri\":\"urn:x:1\",\"headline\":\"Q\",\"description_text\":\"d\","
	  "\"provider\":\"P\"}",
	    "", "Q", "d", "P" },
	{ "{\"uri\":\"urn:x:1\",\"headline\":\"Q\",\"descriptions\":"
	  "[{\"value\":\"d\"}],\"provider\":{\"name\":\"P\"}}",
	    "", "Q", "d", "P" },
	{ "{\"uri\":\"urn:x:1\",\"headline\":\"Q\",\"infosource\":7,"
	  "\"copyrightholder\":\"C\",\"type\":\"TEXT\"}",
	    "", "Q", "", "C" },
	/* one of our own fields: not ninjs */
	{ "{\"uri\":\"urn:x:1\",\"headline\":\"no\",\"url\":\"http://a.b/\","
	  "\"title\":\"Q\"}",
	    "http://a.b/", "Q", "", "" },
	{ "{\"uri\":\"urn:x:1\",\"title\":\"Q\"}", "", "Q", "", "" },
};

START_TEST(what_is_there_is_read)
{
	struct tcn_article a = read_line(rows[_i].line);

	check_str(a.url, rows[_i].url);
	check_str(a.title, rows[_i].title);
	check_str(a.text, rows[_i].text);
	check_str(a.source, rows[_i].source);
}
END_TEST

static const struct {
	const char *line, *says;
} refused[] = {
	{ "{\"uri\":\"urn:x:1\",\"type\":\"picture\",\"headline\":\"Q\"}",
	    "only text and composite" },
	{ "{\"uri\":\"urn:x:1\",\"pubStatus\":\"canceled\","
	  "\"headline\":\"Q\"}",
	    "not to be used" },
	{ "{\"uri\":\"urn:x:1\",\"versioncreated\":\"noon\","
	  "\"headline\":\"Q\"}",
	    "versioncreated: " },
	{ "{\"uri\":\"urn:x:1\",\"firstCreated\":7,\"headline\":\"Q\"}",
	    "firstcreated must be" },
	{ "{\"uri\":\"urn:x:1\",\"headline\":\"\"}", "title" },
};

START_TEST(what_is_no_news_is_refused)
{
	struct tcn_err err = { .text = "" };
	struct tcn_article a;

	ck_assert_int_eq(tcn_json_article(tcn_str(refused[_i].line), NULL,
			     &arena, &a, &err),
	    TCN_INVALID);
	ck_assert_msg(strstr(err.text, refused[_i].says) != NULL, "%s",
	    err.text);
}
END_TEST

TCN_TESTS(json_ninjs)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(every_generation_is_read, generations);
	TCN_EACH(what_is_there_is_read, rows);
	TCN_EACH(what_is_no_news_is_refused, refused);
}

/*
 * What a desk orders about what events hold: it is shown everywhere, is obeyed
 * by messages, survives a restart, and can be taken back.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tests/tools/serve/daemon/child.h"

static char receivers[TEMP_BYTES + 16];
static char first[64], second[64]; /* ids of events */

static void
with_rules(struct tcn_conf *conf)
{
	conf->rules.kind = TCN_CONF_RULE_SIMILAR;
	conf->rules.more_than = 3;
	conf->deliver.receivers = receivers;
}

/* n articles of one text, of sources from-0, from-1 ... */
static void
post(const char *words, const char *from, int n)
{
	for (int i = 0; i < n; i++) {
		char body[512];

		snprintf(body, sizeof body,
		    "{\"id\":\"%s-%d\",\"source\":\"Paper %d\",\"ts\":%lld,"
		    "\"title\":\"%s\"}",
		    from, i, i % 4, (long long)time(NULL), words);
		ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body),
		    200);
	}
}

/* The id of the event that fired last. */
static void
newest(char id[64])
{
	const char *at;

	ck_assert_int_eq(child_call("GET", "/v1/events?limit=1&order=newest",
			     NULL, NULL),
	    200);
	at = strstr(child.answer.at, "\"event\":\"");
	ck_assert_ptr_nonnull(at);
	ck_assert_int_eq(sscanf(at, "\"event\":\"%63[^\"]", id), 1);
}

static long
ask(const char *method, const char *path, const char *id, const char *tail,
    const char *body)
{
	char whole[256];

	snprintf(whole, sizeof whole, "%s%s%s", path, id, tail);
	return child_call(method, whole, NULL, body);
}

static void
setup(void)
{
	char text[256];

	child_setup();
	snprintf(receivers, sizeof receivers, "%s/receivers", child.dir);
	snprintf(text, sizeof text,
	    "receivers: [{name: r, kind: file, path: %s/told}]\n", child.dir);
	temp_write(receivers, text);
	child_start(with_rules);
	post("Harbour engine violet thunder glacier window cactus marble", "a",
	    6);
	newest(first);
	post("Earthquake ruins mountain villages rescuers search survivors "
	     "night",
	    "b", 6);
	newest(second);
	ck_assert_str_ne(first, second);
}

static void
teardown(void)
{
	child_teardown();
}

/* The body of a request that names the first event. */
static const char *
into_first(const char *more)
{
	static char body[160];

	snprintf(body, sizeof body, "{\"into\":\"%s\"%s}", first, more);
	return body;
}

START_TEST(a_merged_event_is_part_of_the_other)
{
	char text[160];
	unsigned action;
	const char *at;

	ck_assert_int_eq(ask("POST", "/v1/events/", second, "/merge",
			     into_first(",\"if_revision\":99")),
	    409);
	child_wants("has moved on");
	ck_assert_int_eq(ask("POST", "/v1/events/", second, "/merge",
			     into_first(",\"author\":\"eva\"")),
	    200);
	child_wants("\"changed\":true");
	child_wants("\"holds\":{\"items\":8");
	at = strstr(child.answer.at, "\"action\":{\"action\":");
	ck_assert_ptr_nonnull(at);
	ck_assert_int_eq(sscanf(at, "\"action\":{\"action\":%u", &action), 1);
	ck_assert_int_eq(ask("POST", "/v1/events/", second, "/merge",
			     into_first("")),
	    200);
	child_wants("\"changed\":false");
	ck_assert_int_eq(child_call("GET", "/v1/now", NULL, NULL), 200);
	snprintf(text, sizeof text, "\"event\":\"%s\"", second);
	ck_assert_ptr_null(strstr(child.answer.at, text));
	child_wants("\"items\":8");
	ck_assert_int_eq(ask("GET", "/v1/events/", first, "/history", NULL),
	    200);
	child_wants("\"kind\":\"merge\",\"author\":\"eva\"");
	ck_assert_int_eq(ask("GET", "/v1/events/", first, "/report?format=json",
			     NULL),
	    200);
	child_wants("Earthquake ruins");
	/* nobody is told of it any more */
	post("Earthquake ruins mountain villages rescuers search survivors "
	     "night",
	    "c", 20);
	ck_assert_int_eq(ask("GET", "/v1/deliveries?event=", second, "", NULL),
	    200);
	ck_assert_ptr_null(strstr(child.answer.at, "\"state\":\"pending\""));
	snprintf(text, sizeof text, "/v1/merges/%u", action);
	ck_assert_int_eq(child_call("DELETE", text, NULL, NULL), 200);
	ck_assert_int_eq(child_call("GET", "/v1/now", NULL, NULL), 200);
	snprintf(text, sizeof text, "\"event\":\"%s\"", second);
	child_wants(text);
}
END_TEST

START_TEST(what_was_split_off_is_an_event_of_its_own)
{
	static const char take[] =
	    "{\"publishers\":[\"Paper 1\"],\"items\":[\"b-2\"]}";
	char made[64], text[160];

	ck_assert_int_eq(ask("POST", "/v1/events/", second, "/split",
			     "{\"publishers\":[\"Paper 1\"],"
			     "\"preview\":true}"),
	    200);
	child_wants("\"changed\":false");
	child_wants("\"items\":1");
	ck_assert_int_eq(ask("POST", "/v1/events/", second, "/split", take),
	    200);
	child_wants("\"changed\":true");
	child_wants("\"items\":2");
	ck_assert_int_eq(sscanf(strstr(child.answer.at, "\"value\":\"desk-"),
			     "\"value\":\"%63[^\"]", made),
	    1);
	snprintf(text, sizeof text, "\"splits\":[\"%s\"]", made);
	ck_assert_int_eq(ask("GET", "/v1/events/", second, "", NULL), 200);
	child_wants(text);
	child_wants("\"holds\":{\"items\":2");
	ck_assert_int_eq(ask("POST", "/v1/events/", made, "/split", take), 409);
	child_wants("nothing would be left");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	child_start(with_rules);
	ck_assert_int_eq(ask("GET", "/v1/events/", made, "/report", NULL), 200);
	child_wants("Earthquake");
}
END_TEST

TCN_TESTS(orders)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_merged_event_is_part_of_the_other);
	tcase_add_test(tc, what_was_split_off_is_an_event_of_its_own);
}

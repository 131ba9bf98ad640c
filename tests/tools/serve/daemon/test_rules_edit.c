/*
 * Rules are edited and saved through the interface, by one of two who do so at
 * once; what fired, and how receivers fare.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/mem.h"
#include "tests/tools/serve/daemon/trials.h"
#include "tools/conf/rules_file.h"

/* --- saving --- */

static long
save(const char *yaml, const char *version)
{
	char header[64];

	snprintf(header, sizeof header, "If-Match: \"%s\"", version);
	return child_call("PUT", "/v1/rules/file", header, yaml);
}

static void
version(char to[TCN_RULES_FILE_VERSION_BYTES])
{
	cJSON *root;

	ck_assert_int_eq(child_call("GET", "/v1/rules/file", NULL, NULL), 200);
	snprintf(to, TCN_RULES_FILE_VERSION_BYTES, "%s",
	    trials_member(&root, "version")->valuestring);
	cJSON_Delete(root);
	ck_assert_ptr_nonnull(strstr(child_header("ETag"), to));
}

/* temp_read() adds a line feed. */
static void
ck_file(const char *wants)
{
	char *text = temp_read(trials_rules);

	ck_assert_uint_eq(strlen(text), strlen(wants) + 1);
	ck_assert(strncmp(text, wants, strlen(wants)) == 0);
	tcn_mem_free(text);
}

START_TEST(of_two_who_save_one_is_told)
{
	char first[TCN_RULES_FILE_VERSION_BYTES];

	child_start(trials_with_files);
	version(first);
	child_wants("\"in_force\":true");
	ck_assert_int_eq(save(TRIALS_BODY(TRIALS_LAX_JSON), first), 200);
	ck_assert_int_eq(save(TRIALS_BODY("rules: [{name: b, more_than: 5}]"),
			     first),
	    412);
	child_wants("has been changed since you read it");
	ck_file(TRIALS_LAX);
	/* It is in force, and the old one is kept. */
	ck_assert_int_eq(child_call("GET", "/v1/rules", NULL, NULL), 200);
	child_wants("\"more_than\":8");
	version(first);
	child_wants("\"in_force\":true");
	child_wants("\"kept\":[\n{\"name\":\"");
}
END_TEST

START_TEST(an_older_file_can_be_read)
{
	char first[TCN_RULES_FILE_VERSION_BYTES], path[128];
	const char *at;

	child_start(trials_with_files);
	version(first);
	ck_assert_int_eq(save(TRIALS_BODY(TRIALS_LAX_JSON), first), 200);
	version(first);
	at = strstr(child.answer.at, "\"kept\":");
	ck_assert_ptr_nonnull(at);
	at = strstr(at, "\"name\":\"") + 8;
	snprintf(path, sizeof path, "/v1/rules/file?kept=%.*s",
	    (int)strcspn(at, "\""), at);
	ck_assert_int_eq(child_call("GET", path, NULL, NULL), 200);
	trials_wants("yaml", TRIALS_STRICT);
	child_wants("\"in_force\":false");
}
END_TEST

START_TEST(what_is_wrong_is_not_saved)
{
	char first[TCN_RULES_FILE_VERSION_BYTES];

	child_start(trials_with_files);
	version(first);
	ck_assert_int_eq(child_call("PUT", "/v1/rules/file", NULL,
			     TRIALS_BODY(TRIALS_LAX_JSON)),
	    428);
	ck_assert_int_eq(save(TRIALS_BODY("rules: [{name: a}"), first), 422);
	/* Sound rules, but the settings beside them are not. */
	child_write_conf("rules: {file: rules.yaml, more_then: 3}\n");
	ck_assert_int_eq(save(TRIALS_BODY(TRIALS_LAX_JSON), first), 422);
	child_wants("the old file is back");
	ck_file(TRIALS_STRICT);
	ck_assert_int_eq(child_call("GET", "/v1/rules", NULL, NULL), 200);
	child_wants("\"more_than\":25");
}
END_TEST

START_TEST(a_file_broken_by_hand_is_shown)
{
	child_start(trials_with_files);
	temp_write(trials_rules, "rules:\n  - {name: a, more_than: x}\n");
	ck_assert_int_eq(child_call("GET", "/v1/rules/file", NULL, NULL), 200);
	child_wants("\"in_force\":false");
	child_wants("\"line\":2,\"column\":26");
	temp_write(trials_rules, "\xff");
	ck_assert_int_eq(child_call("GET", "/v1/rules/file", NULL, NULL), 500);
	child_wants("is not UTF-8");
	unlink(trials_rules);
	ck_assert_int_eq(child_call("GET", "/v1/rules/file", NULL, NULL), 500);
	child_wants("No such file");
}
END_TEST

/* --- by the page --- */

/* The value of a hidden field of the editor. */
static void
hidden(const char *name, char to[128])
{
	char begins[64];
	const char *at;

	ck_assert_int_eq(child_call("GET", "/rules/try", NULL, NULL), 200);
	snprintf(begins, sizeof begins, "name=\"%s\" value=\"", name);
	at = strstr(child.answer.at, begins);
	ck_assert_msg(at != NULL, "no %s: %s", name, child.answer.at);
	at += strlen(begins);
	snprintf(to, 128, "%.*s", (int)strcspn(at, "\""), at);
}

/* Presses a button of the editor; yaml as a form sends it. */
static long
press(const char *act, const char *yaml)
{
	char csrf[128], version[128], origin[64], body[1024];

	hidden("csrf", csrf);
	hidden("if_match", version);
	snprintf(origin, sizeof origin, "Origin: http://127.0.0.1:%u",
	    child.port);
	snprintf(body, sizeof body,
	    "csrf=%s&back=%%2Frules%%2Ftry&if_match=%s&days=3&act=%s&yaml=%s",
	    csrf, version, act, yaml);
	return child_call("POST", "/act", origin, body);
}

START_TEST(a_reader_tries_and_saves)
{
	unsigned naps = 0;
	char path[128];

	child_start(trials_with_files);
	ck_assert_int_eq(press("trial",
			     "rules:%0D%0A+-+%7Bname:+a,+more_than:+x%7D"),
	    422);
	child_wants("line 2, column 25: more_than takes a whole number");
	child_wants(" - {name: a, more_than: x}</textarea>");
	ck_assert_int_eq(press("trial",
			     "rules:%0D%0A+-+%7Bname:+story,+more_than:+8%7D"),
	    303);
	snprintf(path, sizeof path, "%s", child_header("Location"));
	ck_assert_msg(strncmp(path, "/rules/try/", 11) == 0, "%s", path);
	do
		ck_assert_int_eq(child_call("GET", path, NULL, NULL), 200);
	while (strstr(child.answer.at, "<progress") && child_nap(&naps));
	child_wants("gained");
	ck_assert_int_eq(press("save-rules",
			     "rules:%0D%0A+-+%7Bname:+b,+more_than:+5%7D%0D%"
			     "0A"),
	    303);
	ck_file("rules:\n - {name: b, more_than: 5}\n");
	ck_assert_int_eq(child_call("GET", "/rules/b", NULL, NULL), 200);
}
END_TEST

/* --- what fired --- */

START_TEST(what_a_rule_fired_is_counted)
{
	cJSON *root;
	const cJSON *days;

	child_start(trials_with_files);
	ck_assert_int_eq(child_call("GET",
			     "/v1/rules/story/fired?since=2026-01-01", NULL,
			     NULL),
	    200);
	days = trials_member(&root, "days");
	ck_assert_int_gt(cJSON_GetArraySize(days), 0);
	ck_assert_int_gt(cJSON_GetArraySize(cJSON_GetObjectItem(root,
			     "events")),
	    0);
	cJSON_Delete(root);
	ck_assert_int_eq(child_call("GET", "/v1/rules/fired", NULL, NULL), 200);
	child_wants("{\"rule\":\"story\",\"events\":");
	ck_assert_int_eq(child_call("GET",
			     "/v1/rules/story/fired?since=2027-01-01", NULL,
			     NULL),
	    200);
	child_wants("\"days\":[],\"events\":[]");
}
END_TEST

/* --- receivers --- */

static void
wait_for_test(const char *state)
{
	unsigned naps = 0;

	do {
		ck_assert_int_eq(child_call("GET", "/v1/receivers", NULL, NULL),
		    200);
		if (strstr(child.answer.at, state))
			return;
	} while (child_nap(&naps));
	ck_abort_msg("no %s: %s", state, child.answer.at);
}

START_TEST(a_test_message_is_sent)
{
	char path[TEMP_BYTES + 16];
	char *text;

	child_start(trials_with_files);
	ck_assert_int_eq(child_call("GET", "/v1/receivers", NULL, NULL), 200);
	child_wants("\"receiver\":\"file\",\"kind\":\"file\","
		    "\"state\":\"unused\",\"waiting\":0");
	ck_assert_int_eq(child_call("POST", "/v1/receivers/file/test", NULL,
			     ""),
	    202);
	wait_for_test("\"test\":{\"state\":\"taken\"");
	snprintf(path, sizeof path, "%s/sent", child.dir);
	text = temp_read(path);
	ck_assert_ptr_nonnull(strstr(text, "\"test-"));
	tcn_mem_free(text);
	ck_assert_int_eq(child_call("POST", "/v1/receivers/gone/test", NULL,
			     ""),
	    202);
	wait_for_test("\"test\":{\"state\":\"failed\"");
	/* A reload keeps what is known. */
	ck_assert_int_eq(child_call("POST", "/v1/reload", NULL, ""), 200);
	wait_for_test("\"test\":{\"state\":\"taken\"");
	ck_assert_int_eq(child_call("POST", "/v1/receivers/none/test", NULL,
			     ""),
	    404);
}
END_TEST

TCN_TESTS(rules_edit)
{
	trials_fixtures(tc);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, of_two_who_save_one_is_told);
	tcase_add_test(tc, an_older_file_can_be_read);
	tcase_add_test(tc, what_is_wrong_is_not_saved);
	tcase_add_test(tc, a_file_broken_by_hand_is_shown);
	tcase_add_test(tc, a_reader_tries_and_saves);
	tcase_add_test(tc, what_a_rule_fired_is_counted);
	tcase_add_test(tc, a_test_message_is_sent);
}

/*
 * What takes long is done by a process that may die without harm; a trial of
 * rules is what `tocsin tune diff` says.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>

#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/tools/serve/daemon/trials.h"

/* --- trials --- */

START_TEST(a_trial_is_a_diff)
{
	char path[64], other[TEMP_BYTES + 16], line[600];
	const char *printed;
	cJSON *root, *diff;

	child_start(trials_with_files);
	trials_begin("/v1/trials",
	    "{\"yaml\":\"" TRIALS_LAX_JSON "\",\"since\":\"2026-03-03\","
	    "\"until\":\"2026-03-05\"}",
	    path);
	trials_wait(path);
	trials_wants("state", "done");
	snprintf(other, sizeof other, "%s/other.yaml", child.dir);
	temp_write(other, TRIALS_LAX);
	snprintf(line, sizeof line,
	    "tune diff -q --json -a rules.file=%s -b rules.file=%s --from-db "
	    "%s "
	    "--since 2026-03-03 --until 2026-03-05",
	    trials_rules, other, child.db);
	ck_assert_int_eq(tcn_program(line, &printed), 1);
	printed = strchr(printed, '{'); /* behind warnings */
	diff = cJSON_Parse(printed);
	ck_assert_ptr_nonnull(diff);
	/* Where the rules stood differs. */
	cJSON_DeleteItemFromObject(diff, "settings");
	trials_member(&root, "result");
	cJSON_DeleteItemFromObject(cJSON_GetObjectItem(root, "result"),
	    "settings");
	ck_assert(cJSON_Compare(cJSON_GetObjectItem(root, "result"), diff,
	    true));
	ck_assert_int_gt(cJSON_GetArraySize(cJSON_GetObjectItem(diff,
			     "differences")),
	    0);
	cJSON_Delete(diff);
	cJSON_Delete(root);
}
END_TEST

/* Without "since" it is the last days of the stream, not of the clock. */
START_TEST(the_last_days_are_those_of_the_stream)
{
	char path[64];
	cJSON *root;
	const cJSON *result;

	child_start(trials_with_files);
	trials_begin("/v1/trials",
	    "{\"yaml\":\"" TRIALS_LAX_JSON "\",\"days\":\"2\"}", path);
	trials_wait(path);
	result = trials_member(&root, "result");
	ck_assert_int_gt(cJSON_GetArraySize(cJSON_GetObjectItem(result,
			     "days")),
	    0);
	cJSON_Delete(root);
}
END_TEST

START_TEST(a_mistake_is_told_with_its_place)
{
	child_start(trials_with_files);
	ck_assert_int_eq(child_call("POST", "/v1/trials", NULL,
			     TRIALS_BODY("rules:\\n  - {name: a, more_than: "
					 "x}")),
	    422);
	child_wants("\"line 2, column 26: more_than");
	child_wants("\"line\":2,\"column\":26,\"severity\":\"error\"");
	ck_assert_int_eq(child_call("POST", "/v1/rules/check", NULL,
			     TRIALS_BODY("rules:\\n  - {name: a, more_than: "
					 "x}")),
	    200);
	child_wants("\"sound\":false,\"rules\":0,");
	/* A desk that nobody has is one, too. */
	ck_assert_int_eq(child_call("POST", "/v1/rules/check", NULL,
			     TRIALS_BODY("rules: [{name: a, more_than: 5, "
					 "notify: [nobody]}]")),
	    200);
	child_wants("\"sound\":false");
	child_wants("nobody");
	ck_assert_int_eq(child_call("POST", "/v1/rules/check", NULL,
			     TRIALS_BODY(TRIALS_LAX_JSON)),
	    200);
	child_wants("{\"sound\":true,\"rules\":1,\"errors\":[]}");
}
END_TEST

/* --- editions of a past time --- */

static char editions[TEMP_BYTES + 16];

static void
with_editions(struct tcn_conf *conf)
{
	trials_with_files(conf);
	conf->report.editions = editions;
}

START_TEST(editions_are_tried_as_by_the_verb)
{
	char path[64], line[400];
	const char *printed;
	cJSON *root, *tried;
	const cJSON *result;

	snprintf(editions, sizeof editions, "%s/editions.yaml", child.dir);
	temp_write(editions,
	    "editions: [{name: often, when: \"0 */6 * * *\", format: md},\n"
	    "  {name: ends, closes: low}]\n");
	child_start(with_editions);
	trials_begin("/v1/editions/try",
	    "{\"since\":\"2026-03-03\",\"until\":\"2026-03-05\","
	    "\"format\":\"md\"}",
	    path);
	trials_wait(path);
	trials_wants("state", "done");
	snprintf(line, sizeof line,
	    "edition try --json -f md --file %s --db %s --since 2026-03-03 "
	    "--until 2026-03-05",
	    editions, child.db);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	tried = cJSON_Parse(strchr(printed, '{'));
	ck_assert_ptr_nonnull(tried);
	result = trials_member(&root, "result");
	ck_assert(cJSON_Compare(result, tried, true));
	result = cJSON_GetObjectItem(result, "editions");
	ck_assert_int_ge(cJSON_GetArraySize(result), 8);
	cJSON_Delete(tried);
	cJSON_Delete(root);

	trials_begin("/v1/editions/try",
	    "{\"name\":\"none\",\"since\":0,\"until\":1}", path);
	trials_wait(path);
	trials_wants("state", "failed");
	child_wants("no edition called none");
}
END_TEST

/* --- explanations --- */

START_TEST(an_event_is_explained)
{
	char path[64], body[128], id[64];
	const char *at;

	temp_write(trials_rules, TRIALS_LAX);
	child_start(trials_with_files);
	ck_assert_int_eq(child_call("GET", "/v1/events?limit=1", NULL, NULL),
	    200);
	at = strstr(child.answer.at, "{\"event\":\"");
	ck_assert_ptr_nonnull(at);
	snprintf(id, sizeof id, "%.*s", (int)strcspn(at + 10, "\""), at + 10);
	snprintf(body, sizeof body, "{\"event\":\"%s\"}", id);
	trials_begin("/v1/explanations", body, path);
	trials_wait(path);
	/* It fired by other rules, so whether it is found is the rules'. */
	ck_assert(trials_is("state", "done") || trials_is("state", "failed"));
	trials_begin("/v1/explanations", "{\"why_not\":\"quake|flood\"}", path);
	trials_wait(path);
	trials_wants("state", "done");
	child_wants("\"$schema\":\"tocsin-explain-1\"");
	trials_begin("/v1/explanations", "{\"why_not\":\"--help\"}", path);
	trials_wait(path);
	trials_wants("state", "failed");
	child_wants("no item has the id '--help'");
}
END_TEST

/* --- what may happen to a process --- */

static pid_t
child_of_daemon(void)
{
	char path[64], line[64] = "";
	unsigned naps = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)child.pid,
	    (int)child.pid);
	do {
		file = fopen(path, "r");
		ck_assert_ptr_nonnull(file);
		if (!fgets(line, sizeof line, file))
			line[0] = '\0';
		fclose(file);
	} while (!line[0] && child_nap(&naps));
	return (pid_t)atoi(line);
}

static const struct {
	int signal;
	const char *error;
} ends[] = {
	{ SIGKILL, "its process was ended by signal 9" },
	{ SIGSTOP,
	    "it took longer than 1 s and was ended: ask for fewer days" },
};

START_TEST(a_dead_or_frozen_job_harms_nobody)
{
	char path[64];
	pid_t pid;

	trials_script("#!/bin/sh\nsleep 100\n");
	trials_jobs.time_ms = 1000;
	child_start(trials_with_files);
	trials_begin("/v1/trials", TRIALS_BODY(TRIALS_LAX_JSON), path);
	pid = child_of_daemon();
	ck_assert_int_gt(pid, 1);
	ck_assert_int_eq(kill(pid, ends[_i].signal), 0);
	child_post_pair(); /* while it is frozen */
	trials_wait(path);
	trials_wants("state", "failed");
	trials_wants("error", ends[_i].error);
	ck_assert_int_ne(kill(pid, 0), 0);
	ck_assert_int_eq(child_call("GET", "/readyz", NULL, NULL), 200);
}
END_TEST

START_TEST(a_job_that_lies_is_not_believed)
{
	char path[64];

	trials_script("#!/bin/sh\necho '{\"counts\":' ; exit 1\n");
	child_start(trials_with_files);
	trials_begin("/v1/trials", TRIALS_BODY(TRIALS_LAX_JSON), path);
	trials_wait(path);
	trials_wants("state", "failed");
	trials_wants("error", "its process wrote no sound result");
}
END_TEST

START_TEST(a_queue_has_an_end)
{
	char path[5][64];

	trials_script("#!/bin/sh\nsleep 100\n");
	child_start(trials_with_files);
	for (int i = 0; i < 4; i++)
		trials_begin("/v1/trials", TRIALS_BODY(TRIALS_LAX_JSON),
		    path[i]);
	ck_assert_int_eq(child_call("POST", "/v1/trials", NULL,
			     TRIALS_BODY(TRIALS_LAX_JSON)),
	    429);
	ck_assert_str_eq(child_header("Retry-After"), "10");
	for (int i = 0; i < 4; i++) {
		ck_assert_int_eq(child_call("DELETE", path[i], NULL, NULL),
		    200);
		trials_wants("state", "cancelled");
	}
	trials_begin("/v1/trials", TRIALS_BODY(TRIALS_LAX_JSON), path[4]);
	ck_assert_int_eq(child_call("GET", "/v1/jobs", NULL, NULL), 200);
	/* The daemon ends what runs when it ends. */
}
END_TEST

START_TEST(only_who_asked_may_cancel)
{
	static const char *const eva = "Authorization: Bearer evaevaevaevaeva1",
				 *const ada =
				     "Authorization: Bearer adaadaadaadaada1",
				 *const root =
				     "Authorization: Bearer rootrootrootroot";
	char path[64];

	trials_script("#!/bin/sh\nsleep 100\n");
	child_write_tokens("write evaevaevaevaeva1 eva\n"
			   "write adaadaadaadaada1 ada\n"
			   "admin rootrootrootroot root\n",
	    0600);
	child_start(trials_with_tokens);
	ck_assert_int_eq(child_call("POST", "/v1/trials", eva,
			     TRIALS_BODY(TRIALS_LAX_JSON)),
	    202);
	trials_wants("by", "eva");
	trials_location(path);
	ck_assert_int_eq(child_call("DELETE", path, ada, NULL), 403);
	ck_assert_int_eq(child_call("GET", path, ada, NULL), 200);
	trials_wants("state", "running");
	ck_assert_int_eq(child_call("DELETE", path, root, NULL), 200);
	trials_wants("state", "cancelled");
	ck_assert_int_eq(child_call("PUT", "/v1/rules/file", eva, "{}"), 403);
	ck_assert_int_eq(child_call("GET", "/v1/rules/file", eva, NULL), 403);
}
END_TEST

START_TEST(without_a_file_it_says_so)
{
	char path[64];

	child_start(NULL);
	ck_assert_int_eq(child_call("GET", "/v1/rules/file", NULL, NULL), 409);
	ck_assert_int_eq(child_call("PUT", "/v1/rules/file", NULL, "{}"), 409);
	/* Rules can be tried all the same, beside that of the settings. */
	trials_begin("/v1/trials", TRIALS_BODY(TRIALS_LAX_JSON), path);
	trials_wait(path);
	trials_wants("state", "done");
}
END_TEST

TCN_TESTS(trials)
{
	trials_fixtures(tc);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, a_trial_is_a_diff);
	tcase_add_test(tc, the_last_days_are_those_of_the_stream);
	tcase_add_test(tc, a_mistake_is_told_with_its_place);
	tcase_add_test(tc, editions_are_tried_as_by_the_verb);
	tcase_add_test(tc, an_event_is_explained);
	TCN_EACH(a_dead_or_frozen_job_harms_nobody, ends);
	tcase_add_test(tc, a_job_that_lies_is_not_believed);
	tcase_add_test(tc, a_queue_has_an_end);
	tcase_add_test(tc, only_who_asked_may_cancel);
	tcase_add_test(tc, without_a_file_it_says_so);
}

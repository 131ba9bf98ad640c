#include "tests/tools/serve/daemon/trials.h"

#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>

#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/tools/serve/daemon/day.h"
#include "tools/serve/daemon/daemon.h"

char trials_rules[TEMP_BYTES + 16];
struct tcn_jobs_conf trials_jobs;
static char receivers[TEMP_BYTES + 16];
static char script[TEMP_BYTES + 16];

void
trials_with_files(struct tcn_conf *conf)
{
	conf->rules.file = trials_rules;
	conf->deliver.receivers = receivers;
}

void
trials_with_tokens(struct tcn_conf *conf)
{
	trials_with_files(conf);
	child_with_tokens(conf);
}

static void
use_jobs(struct tcn_daemon *daemon)
{
	tcn_daemon_configure_jobs(daemon, &trials_jobs);
}

void
trials_script(const char *text)
{
	temp_write(script, text);
	ck_assert_int_eq(chmod(script, 0755), 0);
	trials_jobs.program = script;
}

static void
setup(void)
{
	char line[512];

	child_setup();
	day_copy(child.db);
	snprintf(trials_rules, sizeof trials_rules, "%s/rules.yaml", child.dir);
	snprintf(receivers, sizeof receivers, "%s/receivers.yaml", child.dir);
	snprintf(script, sizeof script, "%s/script", child.dir);
	temp_write(trials_rules, TRIALS_STRICT);
	snprintf(line, sizeof line,
	    "receivers:\n  - {name: file, kind: file, path: %s/sent}\n"
	    "  - {name: gone, kind: webhook, url: \"http://127.0.0.1:1/\","
	    " allow_private: true}\n",
	    child.dir);
	temp_write(receivers, line);
	child_write_conf("rules: {file: rules.yaml}\n"
			 "deliver: {receivers: receivers.yaml}\n");
	trials_jobs = tcn_jobs_conf_default;
	trials_jobs.program = tcn_program_path();
	child.hook = use_jobs;
}

static void
teardown(void)
{
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	child_teardown();
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

void
trials_fixtures(TCase *tc)
{
	tcase_add_unchecked_fixture(tc, day_make_untagged, day_drop);
	tcase_add_checked_fixture(tc, setup, teardown);
}

/* A member of the last answer, which must be an object; the caller deletes
 * what *root is set to. */
const cJSON *
trials_member(cJSON **root, const char *name)
{
	const cJSON *at;

	*root = cJSON_ParseWithLength(child.answer.at, child.answer.n);
	ck_assert_msg(*root != NULL, "%.200s", child.answer.at);
	at = cJSON_GetObjectItemCaseSensitive(*root, name);
	ck_assert_msg(at != NULL, "no %s in %.300s", name, child.answer.at);
	return at;
}

bool
trials_is(const char *name, const char *value)
{
	cJSON *root;
	const cJSON *at = trials_member(&root, name);
	bool same = cJSON_IsString(at) && strcmp(at->valuestring, value) == 0;

	cJSON_Delete(root);
	return same;
}

void
trials_wants(const char *name, const char *value)
{
	ck_assert_msg(trials_is(name, value), "%s is not '%s': %.600s", name,
	    value, child.answer.at);
}

/* Where the last answer says that the job is. */
void
trials_location(char path[64])
{
	const char *at = child_header("Location");

	ck_assert_ptr_nonnull(at);
	ck_assert(strncmp(at, "/v1/jobs/", 9) == 0);
	snprintf(path, 64, "%s", at);
}

/* Asks until the job is over; its last answer is there then. */
void
trials_wait(const char *path)
{
	unsigned naps = 0;

	do {
		ck_assert_int_eq(child_call("GET", path, NULL, NULL), 200);
		if (!trials_is("state", "waiting") &&
		    !trials_is("state", "running"))
			return;
	} while (child_nap(&naps));
	ck_abort_msg("it does not end: %s", child.answer.at);
}

void
trials_begin(const char *route, const char *body, char path[64])
{
	ck_assert_msg(child_call("POST", route, NULL, body) == 202, "%s",
	    child.answer.at);
	trials_location(path);
}

/*
 * tests/tools/serve/daemon/trials.h - a daemon over a generated day, with a
 * file of rules and one of receivers, for tests of what edits and tries them.
 */
#ifndef TCN_TESTS_TOOLS_SERVE_DAEMON_TRIALS_H
#define TCN_TESTS_TOOLS_SERVE_DAEMON_TRIALS_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "tests/tools/serve/daemon/child.h"
#include "tools/serve/live/jobs.h"

#define TRIALS_LAX    "rules:\n  - {name: story, more_than: 8, within: 4h}\n"
#define TRIALS_STRICT "rules:\n  - {name: story, more_than: 25, within: 4h}\n"

/* A body with rules, which are written as within a string of JSON. */
#define TRIALS_BODY(yaml) "{\"yaml\":\"" yaml "\"}"
#define TRIALS_LAX_JSON                                                        \
	"rules:\\n  - {name: story, more_than: 8, within: 4h}\\n"

extern char trials_rules[TEMP_BYTES + 16]; /* the file: TRIALS_STRICT */
extern struct tcn_jobs_conf trials_jobs; /* for the next start */

/* Each test begins with the store of tests/tools/serve/daemon/day.h; its daemon
 * must live until its end. */
void trials_fixtures(TCase *tc);

/* For child_start(). */
void trials_with_files(struct tcn_conf *conf);
void trials_with_tokens(struct tcn_conf *conf);

/* Makes jobs run this shell script in place of the program. */
void trials_script(const char *text);

/* A member of the last answer, which must be an object; the caller deletes
 * what *root is set to. */
const cJSON *trials_member(cJSON **root, const char *name);

/* Whether a member of the last answer is this text; fails unless it is. */
bool trials_is(const char *name, const char *value);
void trials_wants(const char *name, const char *value);

/* Posts what begins a job, whose path goes into path; asks until it is over. */
void trials_begin(const char *route, const char *body, char path[64]);
void trials_location(char path[64]);
void trials_wait(const char *path);

#endif

/*
 * tests/tools/serve/daemon/ways.h - the ways in which a verb reaches a store:
 * alone, beside its daemon, and through the daemon by socket or URL.
 *
 * Order: ways_fixtures; in a test any number of ways_begin and ways_end, with
 * questions in between.
 */
#ifndef TCN_TESTS_TOOLS_SERVE_DAEMON_WAYS_H
#define TCN_TESTS_TOOLS_SERVE_DAEMON_WAYS_H

#include <check.h>

#include "tests/base/temp.h"

/* How a verb reaches the store. */
enum way {
	WAY_ALONE, /* --db, and no daemon runs */
	WAY_BESIDE, /* --db beside the daemon */
	WAY_SOCKET, /* --url unix: */
	WAY_URL, /* --url http: with a token */
	WAYS
};

extern char ways_event[64]; /* the id of an event */

/* Each test begins with the store of tests/tools/serve/daemon/day.h. */
void ways_fixtures(TCase *tc);

/* Puts the store in its first state and, but for WAY_ALONE, starts a daemon on
 * it, with tokens; ends it, and fails unless it has lived until then. */
void ways_begin(enum way way);
void ways_end(enum way way);

/*
 * The exit code of a verb that goes this way, with the event's id for each %
 * and an article's, which the event counted, for each ^. *printed as of
 * tcn_program().
 */
int ways_ask(enum way way, const char *words, const char **printed);

/* Fails unless printed contains text. */
void ways_want(const char *printed, const char *text);

#endif

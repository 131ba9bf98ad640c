/*
 * tests/tools/serve/daemon/api_calls.h - one request or more of every route,
 * for a daemon of a generated day, with the status that each is answered with.
 */
#ifndef TCN_TESTS_TOOLS_SERVE_DAEMON_API_CALLS_H
#define TCN_TESTS_TOOLS_SERVE_DAEMON_API_CALLS_H

#include <stddef.h>

#define API_CALL_PUT   "PUT " /* begins the body of a PUT */
#define API_CALL_PATCH "PATCH " /* and of a PATCH */

struct api_call {
	const char *route;
	const char *path; /* with * for the id of the event */
	const char *body; /* as path; NULL: GET; "DELETE": that method; or
			   * behind one of these */
	long status;
};

/* To be made in this order, as some depend on what one before them did. */
extern const struct api_call api_calls[];
extern const size_t api_calls_n;

#endif

/*
 * tools/daemon/api_openapi.h - the interface, described: OpenAPI 3.1.
 *
 * Paths, methods, scopes and what goes in and out come from the rows of
 * tcn_api_routes; the schemas that the rows name stand in
 * tools/daemon/openapi.json, which is built in. So a route cannot be there and
 * not be described; tests hold the schemas against what is answered.
 */
#ifndef TCN_TOOLS_DAEMON_API_OPENAPI_H
#define TCN_TOOLS_DAEMON_API_OPENAPI_H

#include "engine/base/buf.h"
#include "tools/daemon/http.h"

/* Appends the document; routes end with a path of NULL. */
void tcn_api_openapi(const struct tcn_http_route *routes, struct tcn_buf *out);

#endif

/*
 * tools/serve/api/api_openapi.h - the description of the interface: OpenAPI
 * 3.1.
 *
 * Paths, methods, scopes, parameters and bodies are taken from the rows of
 * tcn_api_routes, so that no route can be missing. The schemas that the rows
 * name are in tools/serve/api/openapi.json, which is built into the program;
 * tests check the answers against them.
 */
#ifndef TCN_TOOLS_SERVE_API_API_OPENAPI_H
#define TCN_TOOLS_SERVE_API_API_OPENAPI_H

#include "engine/base/buf.h"
#include "tools/serve/http/http.h"

/* Appends the document; routes end with a path of NULL. */
void tcn_api_openapi(const struct tcn_http_route *routes, struct tcn_buf *out);

#endif

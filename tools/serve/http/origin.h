/*
 * tools/serve/http/origin.h - whether the page that a request comes from is one
 * of ours, and whether an address leads to one of ours.
 *
 * A browser names the origin of the page that sends a request: its scheme, host
 * and port (RFC 6454, section 6.2), or "null" for one that it does not tell.
 * Pure; linear in the texts.
 */
#ifndef TCN_TOOLS_SERVE_HTTP_ORIGIN_H
#define TCN_TOOLS_SERVE_HTTP_ORIGIN_H

#include <stdbool.h>

#include "engine/base/str.h"

/*
 * Whether the origin is that scheme and host, whose port may be left out when
 * it is the scheme's own ("http://a:80" is "http://a"). host: as in the header
 * Host, "news.example:8443" or "[::1]:8080".
 */
bool tcn_origin_is(const char *origin, const char *scheme, const char *host);

/* Whether the origin is that of an address, "https://news.example/tocsin". */
bool tcn_origin_of(const char *origin, const char *url);

#define TCN_ORIGIN_PATH_MAX 512 /* bytes */

/*
 * Whether a browser that is sent to this address stays with us, whatever it
 * makes of it: a path that begins with one slash, perhaps with a query and a
 * fragment, of at most TCN_ORIGIN_PATH_MAX bytes of visible ASCII, with no
 * backslash, and no two slashes in a row before the query. ("//evil" and
 * "/\evil" name another host, and tabs and line feeds in "/\t/evil" are left
 * out: WHATWG URL, section 4.4.)
 */
bool tcn_origin_is_own_path(struct tcn_str path);

#endif

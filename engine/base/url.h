/*
 * engine/base/url.h - the canonical form of an address, and its host.
 *
 * Two links to one page differ in ways that do not matter: case of scheme and
 * host, default port, fragment, a trailing slash (RFC 3986, section 6, calls
 * removing such differences normalization), and parameters that only count
 * visitors. tcn_url_canonical() removes all these, so that links to one page
 * have equal bytes. The result is for comparing, not for showing or fetching,
 * and is its own canonical form. Only http and https are understood; from any
 * other address nothing but white space is removed. Cost: O(bytes).
 */
#ifndef TCN_ENGINE_BASE_URL_H
#define TCN_ENGINE_BASE_URL_H

#include "engine/base/arena.h"
#include "engine/base/str.h"

/* Sets *canonical to the canonical form of url, in arena or a part of url
 * itself; never longer than url. */
void tcn_url_canonical(struct tcn_arena *arena, struct tcn_str url,
    struct tcn_str *canonical);

/*
 * The host as it is written in url, without user, port and final dot; empty
 * when url is not an http or https address. A part of url; nothing is copied.
 */
struct tcn_str tcn_url_host(struct tcn_str url);

/* The host of url, as tcn_url_host() finds it, without "www.", "m.", "mobile."
 * or "amp." at its beginning. */
struct tcn_str tcn_url_site(struct tcn_str url);

/*
 * The url without white space around it if a page may link to it: http or
 * https, a host, and no control character. Else empty: so "javascript:" and all
 * other schemes are refused however they are spelled, relative references, and
 * urls that a browser turns into one of these by dropping a line feed. A part
 * of url.
 */
struct tcn_str tcn_url_web(struct tcn_str url);

#endif

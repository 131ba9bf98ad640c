/*
 * engine/base/url.h - the canonical form of an address, and who publishes
 * there.
 *
 * Two links to one page differ in ways that do not matter: case of scheme and
 * host, default port, fragment, a trailing slash, parameters that only count
 * visitors. tcn_url_canonical() removes these, so that equal pages have equal
 * bytes; it is for comparing, not for showing, and doing it twice changes
 * nothing. Only http and https are understood; of any other address nothing
 * but white space is removed. Cost: O(bytes).
 */
#ifndef TCN_ENGINE_BASE_URL_H
#define TCN_ENGINE_BASE_URL_H

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/*
 * Into *canonical, in arena (or a part of url). Never longer than url.
 * Errors: TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_url_canonical(struct tcn_arena *arena,
    struct tcn_str url, struct tcn_str *canonical);

/*
 * The host as it is written in url: no user, no port, no final dot. Empty
 * when url is not an http(s) address. A part of url; nothing is copied.
 */
struct tcn_str tcn_url_host(struct tcn_str url);

/* The same without "www.", "m.", "mobile." or "amp." before it. */
struct tcn_str tcn_url_site(struct tcn_str url);

#endif

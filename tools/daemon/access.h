/*
 * tools/daemon/access.h - who may call what: tokens and their scopes.
 *
 * Kept as SHA-256 digests, so that a token is never in memory longer than
 * the call that brings it, and looked for in constant time.
 */
#ifndef TCN_TOOLS_DAEMON_ACCESS_H
#define TCN_TOOLS_DAEMON_ACCESS_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "tools/daemon/http.h"

struct tcn_access;

/*
 * Reads path: a line each, "read TOKEN", "write TOKEN" or "admin TOKEN", and
 * perhaps a name behind it, which is who acts with that token; empty lines and
 * those that begin with # do not count. A token has at least 16 characters.
 * TCN_INVALID: err names the line; TCN_IO: it cannot be read, or others than
 * its owner may read it.
 */
TCN_MUST_USE enum tcn_rc tcn_access_read(const char *path,
    struct tcn_access **tokens, struct tcn_err *err);
void tcn_access_free(struct tcn_access *access);

/* The highest scope that the token has; TCN_HTTP_SCOPE_NONE when it is none.
 * *name: whose it is, "" when the file does not say; lives with access. */
enum tcn_http_scope tcn_access_scope(const struct tcn_access *access,
    struct tcn_str token, const char **name);

#endif

/*
 * tools/serve/http/access.h - the tokens that may call, and their scopes.
 *
 * Tokens are stored as SHA-256 digests, so that none stays in memory longer
 * than the call that sends it. A look-up compares all digests, each in
 * constant time, so that its duration says nothing about them: O(tokens).
 */
#ifndef TCN_TOOLS_SERVE_HTTP_ACCESS_H
#define TCN_TOOLS_SERVE_HTTP_ACCESS_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "tools/serve/http/http.h"

struct tcn_access;

/*
 * Reads a file of lines "read TOKEN", "write TOKEN" or "admin TOKEN", each
 * with an optional name behind it, under which the token's owner acts. Empty
 * lines and those that begin with # are skipped. A token has at least 16
 * characters and stands on one line only, a file has 1 to 1,000 of them.
 * TCN_INVALID: err names the line;
 * TCN_IO: it cannot be read, or others than its owner may read it.
 */
TCN_MUST_USE enum tcn_rc tcn_access_read(const char *path,
    struct tcn_access **tokens, struct tcn_err *err);
void tcn_access_free(struct tcn_access *access); /* may be NULL */

#define TCN_ACCESS_DIGEST 32 /* bytes */

/* Sets digest to the SHA-256 of the token. */
void tcn_access_digest(struct tcn_str token,
    unsigned char digest[TCN_ACCESS_DIGEST]);

/*
 * The highest scope of the token of this digest, TCN_HTTP_SCOPE_NONE if it is
 * unknown. *name: its owner's, "" when the file does not say; it lives as long
 * as access.
 */
enum tcn_http_scope tcn_access_scope_of(const struct tcn_access *access,
    const unsigned char digest[TCN_ACCESS_DIGEST], const char **name);

#endif

/*
 * tools/base/link_keys.h - the keys by which links are signed, so that who has
 * a link may open one page for a while, without a token.
 *
 * A SIGNATURE is "KEY.ISSUED.EXPIRES.MAC": the key's number, two times in
 * seconds since 1970, and HMAC-SHA256 (RFC 2104) of these and the page's path,
 * as base64url (RFC 4648). So it opens no other path and cannot be extended;
 * its characters need no escapes in an address, nor in any form of message.
 *
 * THE FILE holds the key and what was revoked, and only its owner may read it.
 * It is made with a random key when there is none. It is replaced as a whole
 * and synced, so that a cut leaves the old one or the new one.
 *
 *	key 3 0011...ff                         64 hexadecimal digits
 *	revoked 1764000000 /v1/events/e1/report
 *
 * REVOKING. Rotating makes a new key and forgets the old one, which ends all
 * links there are. Revoking a path ends those to it that were issued so far.
 *
 * One thread. Cost: O(revoked paths) for a check; those that no valid link can
 * meet any more are dropped when another is added, and there are at most
 * TCN_LINK_REVOKED_MAX.
 */
#ifndef TCN_TOOLS_BASE_LINK_KEYS_H
#define TCN_TOOLS_BASE_LINK_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

#define TCN_LINK_REVOKED_MAX  10000
#define TCN_LINK_PATH_MAX     400 /* bytes */
#define TCN_LINK_LIFETIME_MAX ((int64_t)366 * 86400 * 1000) /* ms */

struct tcn_link_keys;

/*
 * Reads the file, or makes it. TCN_IO: it cannot be read or made, or others
 * may read it; TCN_INVALID: it is not such a file; err names it and the line.
 */
TCN_MUST_USE enum tcn_rc tcn_link_keys_open(const char *path,
    struct tcn_link_keys **keys, struct tcn_err *err);
void tcn_link_keys_free(struct tcn_link_keys *keys); /* may be NULL */

/* The present key's number. */
uint64_t tcn_link_keys_number(const struct tcn_link_keys *keys);

/* Both change the file, or nothing: TCN_IO and err. TCN_LIMIT: too many paths
 * are revoked; rotate the key. */
TCN_MUST_USE enum tcn_rc tcn_link_keys_rotate(struct tcn_link_keys *keys,
    struct tcn_err *err);
TCN_MUST_USE enum tcn_rc tcn_link_keys_revoke(struct tcn_link_keys *keys,
    struct tcn_str path, int64_t now_ms, struct tcn_err *err);

/* What was revoked and may still meet a valid link, oldest first; i below
 * tcn_link_keys_revoked_n(). The path lives until the next change. */
struct tcn_link_revoked {
	struct tcn_str path;
	int64_t at_ms; /* links to it that were issued until then are void */
};
size_t tcn_link_keys_revoked_n(const struct tcn_link_keys *keys);
struct tcn_link_revoked tcn_link_keys_revoked(const struct tcn_link_keys *keys,
    size_t i);

/* Appends the signature of a path, which is valid for lifetime_ms. Nothing is
 * appended for a path that is too long. */
void tcn_link_keys_sign(const struct tcn_link_keys *keys, struct tcn_str path,
    int64_t now_ms, int64_t lifetime_ms, struct tcn_buf *out);

/* Whether the signature, of any bytes, is valid for the path now. Compared in
 * constant time. */
bool tcn_link_keys_verify(const struct tcn_link_keys *keys, struct tcn_str path,
    struct tcn_str signature, int64_t now_ms);

#endif

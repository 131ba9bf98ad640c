/*
 * tools/serve/http/tls.h - the server's certificate, and connections that show
 * it.
 *
 * TLS 1.2 and 1.3 (RFC 8446, 9325), ephemeral keys and authenticated ciphers
 * only, no renegotiation and no compression. A context never changes: a new
 * certificate is a new context, and each connection holds a reference to the
 * one that it began with.
 */
#ifndef TCN_TOOLS_SERVE_HTTP_TLS_H
#define TCN_TOOLS_SERVE_HTTP_TLS_H

#include <event2/bufferevent.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

struct tcn_tls;

/*
 * Reads PEM files: the certificate followed by those of its issuers, and its
 * key, which nobody but its owner may read and which has no pass phrase.
 * TCN_IO or TCN_INVALID: err names the file and how to mend it.
 */
TCN_MUST_USE enum tcn_rc tcn_tls_read(const char *cert, const char *key,
    struct tcn_tls **tls, struct tcn_err *err);
void tcn_tls_free(struct tcn_tls *tls); /* may be NULL */

/* The server's end of a connection, without a descriptor; NULL: none can be
 * made. */
struct bufferevent *tcn_tls_open(struct event_base *base, struct tcn_tls *tls);

/*
 * Sends bytes by a connection at once, in clear if it is none of ours, as far
 * as they can be sent without waiting. Precondition: none wait to be sent.
 */
void tcn_tls_say(struct bufferevent *bev, const char *bytes, size_t n);

#endif

/*
 * tools/serve/api/api_local.h - the interface without a daemon: the same
 * routes, called in this process, on a store that no daemon serves.
 *
 * So a verb asks the same question whether a daemon runs or not, and the same
 * functions answer it. What a route needs of a daemon and there is none of
 * (listeners, receivers, feeds under way) is left out; routes that are about
 * the daemon itself may not be called.
 *
 * Each call that writes is a transaction of its own.
 */
#ifndef TCN_TOOLS_SERVE_API_API_LOCAL_H
#define TCN_TOOLS_SERVE_API_API_LOCAL_H

#include <event2/http.h>

#include "engine/base/buf.h"
#include "engine/item/prepare.h"
#include "sql/store.h"
#include "tools/conf/conf.h"
#include "tools/pipeline/lookup.h"
#include "tools/tell/edition/edition_send.h"

struct tcn_api_local;

/*
 * Opens the store db. conf: its settings, for routes that need some; NULL: the
 * defaults. db and conf must outlive it. Errors as of tcn_store_open().
 */
TCN_MUST_USE enum tcn_rc tcn_api_local_open(const char *db,
    enum tcn_store_mode mode, const struct tcn_conf *conf,
    struct tcn_api_local **local, struct tcn_err *err);
void tcn_api_local_close(struct tcn_api_local *local); /* may be NULL */

/*
 * Calls the route of target, a path with perhaps a query. Returns the status;
 * the answer is appended to *answer. Precondition: it is no route about the
 * daemon itself: /readyz, /metrics, /v1/feeds/poll, /v1/reload, /v1/stats,
 * /v1/stream, nor one that takes articles in.
 */
int tcn_api_local_call(struct tcn_api_local *local, enum evhttp_cmd_type method,
    const char *target, struct tcn_str body, struct tcn_buf *answer);

/*
 * For routes. A look-up is opened at the first call, with the settings, and
 * stays the local's; it is good for one posted text.
 */
TCN_MUST_USE enum tcn_rc tcn_api_local_lookup(struct tcn_api_local *local,
    struct tcn_lookup **lookup, struct tcn_err *err);
/* The file of editions of the settings and its receivers, read at the first
 * call; *editions is NULL when the settings name none. */
TCN_MUST_USE enum tcn_rc tcn_api_local_editions(struct tcn_api_local *local,
    const struct tcn_editions **editions,
    const struct tcn_receiver_set **receivers, struct tcn_err *err);
struct tcn_api *tcn_api_local_api(struct tcn_api_local *local);
struct tcn_store *tcn_api_local_store(struct tcn_api_local *local);
struct tcn_prepare *tcn_api_local_prepare(struct tcn_api_local *local);

#endif

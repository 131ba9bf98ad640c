/*
 * tools/serve/live/told_json.h - the data of a message about a row of what is
 * told (sql/store_told.h), for tools/serve/live/sse.h.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_TOLD_JSON_H
#define TCN_TOOLS_SERVE_LIVE_TOLD_JSON_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "sql/store_told.h"
#include "tools/serve/live/now.h"
#include "tools/serve/live/sse.h"

/*
 * Appends one JSON object. Of an event: the revision, whole; in a view of rows
 * its id, the revision and its row as it stands (tools/serve/live/now.h), which
 * must have been refreshed, with "late" if it was old news when it came. What a
 * desk did: the action, and the row beside it; a silence: as it stands, "holds"
 * as of now_ms. Other kinds say it themselves. Nothing is appended when what it
 * tells of was removed since, or was old news and the view is TCN_SSE_WHOLE.
 * Errors: the store's.
 */
TCN_MUST_USE enum tcn_rc tcn_told_json(const struct tcn_store *store,
    const struct tcn_store_told *told, enum tcn_sse_view view,
    struct tcn_now *now, int64_t now_ms, struct tcn_arena *arena,
    struct tcn_buf *out);

#endif

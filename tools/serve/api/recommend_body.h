/*
 * tools/serve/api/recommend_body.h - the body of POST /v1/recommend: what was
 * read, and what to list.
 *
 *	{"read": ["a", {"id": "b", "at": 1772516000}], "dislike": ["c"],
 *	 "limit": 20, "since": 1772500000, "half_life": 604800,
 *	 "freshness": 86400, "copies": false, "every_item": false}
 *
 * Times are unix seconds, spans seconds.
 */
#ifndef TCN_TOOLS_SERVE_API_RECOMMEND_BODY_H
#define TCN_TOOLS_SERVE_API_RECOMMEND_BODY_H

#include "engine/base/err.h"
#include "tools/pipeline/recommend.h"

#define TCN_RECOMMEND_BODY_BYTES ((size_t)1 << 20)

/* Reads the body into arena. TCN_INVALID: err names the member and says what to
 * correct. O(its bytes). */
TCN_MUST_USE enum tcn_rc tcn_recommend_body_read(struct tcn_str bytes,
    struct tcn_arena *arena, struct tcn_recommend_asked *asked,
    struct tcn_err *err);

#endif

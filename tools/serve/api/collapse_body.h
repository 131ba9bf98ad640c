/*
 * tools/serve/api/collapse_body.h - the body of POST /v1/collapse: which
 * articles, and from when on two are near-duplicates.
 *
 *	{"ids": ["a", "b"], "t": 0.5, "measure": "jaccard"}
 *	{"articles": [{"title": ..., "text": ...}, ...]}
 *
 * Other requests wait while it is read, so a body has at most 4 MiB.
 */
#ifndef TCN_TOOLS_SERVE_API_COLLAPSE_BODY_H
#define TCN_TOOLS_SERVE_API_COLLAPSE_BODY_H

#include "tools/pipeline/collapse.h"

#define TCN_COLLAPSE_BODY_BYTES ((size_t)4 << 20)

struct tcn_collapse_body {
	struct tcn_collapse_conf conf;
	struct tcn_str *ids; /* NULL: articles are given */
	struct tcn_article *articles; /* NULL: ids are given */
	size_t n; /* of either */
};

/* Reads the body into arena. TCN_INVALID: err says what to correct. O(its
 * bytes). */
TCN_MUST_USE enum tcn_rc tcn_collapse_body_read(struct tcn_str bytes,
    struct tcn_arena *arena, struct tcn_collapse_body *body,
    struct tcn_err *err);

#endif

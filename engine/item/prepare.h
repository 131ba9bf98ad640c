/*
 * engine/item/prepare.h - from bytes to a doc: the facade of engine/.
 *
 * A preparer holds what is reused from one article to the next: the stem
 * cache, the segmenters, the language models. It is not thread safe; use one
 * a thread. Its results depend on the article alone, never on what came
 * before (a cache changes cost, not outcome).
 */
#ifndef TCN_ENGINE_ITEM_PREPARE_H
#define TCN_ENGINE_ITEM_PREPARE_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/doc.h"

struct tcn_prepare_conf {
	size_t words_max; /* words of one article that are read; 0: 20,000 */
	const char *textcat_dir; /* libexttextcat's models; NULL: default */
};

struct tcn_prepare;

TCN_MUST_USE enum tcn_rc tcn_prepare_new(const struct tcn_prepare_conf *conf,
    struct tcn_prepare **prep, struct tcn_err *err);
void tcn_prepare_free(struct tcn_prepare *prep);

/*
 * Fills in *doc. Everything doc points to lives in arena or in article, both
 * of which must outlive it. Cost: O(bytes). Errors: TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_prepare(struct tcn_prepare *prep,
    const struct tcn_article *article, struct tcn_arena *arena,
    struct tcn_doc *doc);

#endif

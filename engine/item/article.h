/*
 * engine/item/article.h - the last check of a record before the engine takes
 * it.
 *
 * Whatever way an article came (a JSON line, a feed, a request), its fields
 * are filled in first, as valid UTF-8, and then tcn_article_finish() holds
 * them against the limits, makes sure that there is something to read, and
 * gives the article its name: `key`, a 128-bit XXH3 of (source, id), or of
 * (source, canonical url, title, text and what was given in place of text)
 * when it came without an id; the hex of that key then is its id. So a repeat
 * of an article without an id is known by its content.
 */
#ifndef TCN_ENGINE_ITEM_ARTICLE_H
#define TCN_ENGINE_ITEM_ARTICLE_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"

/* What is too much, and where the label is. 0: the default, which is named
 * beside each. */
struct tcn_article_limits {
	size_t name_bytes; /* id, source, lang, category, label: 1,024 */
	size_t url_bytes; /* 8,192 */
	size_t title_bytes; /* 16,384 */
	size_t text_bytes; /* 4 MiB */
	size_t features_n; /* 20,000 */
	size_t vector_n; /* 16,384 */
	const char *label_field; /* "story" */
};

/*
 * Trims the names and the url, checks, fills in id and key. The article must
 * carry a title, a text, features, a vector or a fingerprint. What it
 * allocates lives in arena. TCN_INVALID: err says what to mend.
 */
TCN_MUST_USE enum tcn_rc tcn_article_finish(struct tcn_article *article,
    const struct tcn_article_limits *limits, struct tcn_arena *arena,
    struct tcn_err *err);

/* The same article with all it refers to in another arena. TCN_NOMEM. */
TCN_MUST_USE enum tcn_rc tcn_article_copy(const struct tcn_article *article,
    struct tcn_arena *arena, struct tcn_article *copy);

#endif

/*
 * engine/item/article.h - the last check of an article before detection.
 *
 * An article comes as a JSON line, from a feed or in a request; its reader
 * fills in the fields, as valid UTF-8. tcn_article_finish() then checks them
 * against the limits, makes sure that there is something to read, and gives the
 * article its key: a 128-bit XXH3 of source and id. For an article without an
 * id the key is the hash of source, canonical url, title, text and what was
 * given in place of text, and the key in hex becomes its id. So a repeat of an
 * article is recognised by its id or, where it has none, by its content.
 */
#ifndef TCN_ENGINE_ITEM_ARTICLE_H
#define TCN_ENGINE_ITEM_ARTICLE_H

#include <stdbool.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"

/* The most bytes or elements that each field may have, and the name of the
 * field that holds the label. 0 or NULL means the default, which stands beside
 * each. */
struct tcn_article_limits {
	size_t name_bytes; /* id, source, lang, category, label: 1,024 */
	size_t url_bytes; /* 8,192 */
	size_t title_bytes; /* 16,384 */
	size_t text_bytes; /* 4 MiB */
	size_t features_n; /* 20,000; of content words as well */
	size_t vector_n; /* 4,096 */
	/* The length of the stream's vectors: 0 until the first vector sets it.
	 * NULL: vectors may differ in length. */
	size_t *vector_length;
	const char *label_field; /* "story" */
};

/*
 * Trims the names and the url, checks all fields, and fills in id and key. A
 * url that is not of the web (tcn_url_web) is left out, with url_refused set,
 * so that no article links to "javascript:". The address of a picture is kept
 * if it can be fetched (tcn_article_image). Backslashes that escape punctuation
 * of a source or title are left out. limits NULL means the defaults. The
 * article must have a title, a text, features, a vector or a fingerprint. What
 * is allocated lives in arena. TCN_INVALID: err says what to correct. O(bytes).
 * Only vectors of one model can be compared, so one of another length than
 * those before it in its stream (limits->vector_length) is refused.
 */
TCN_MUST_USE enum tcn_rc tcn_article_finish(struct tcn_article *article,
    const struct tcn_article_limits *limits, struct tcn_arena *arena,
    struct tcn_err *err);

/*
 * Makes the names, url, title and text of an article fit the limits, for
 * senders that cannot shorten them: names, title and text are cut between two
 * characters, a longer url is left out, and a longer id becomes "xxh3-" and the
 * 128 bits of its XXH3 in hex, so that it still identifies the article. *cut:
 * whether anything was shortened. What is allocated lives in arena. O(bytes).
 */
void tcn_article_fit(struct tcn_article *article,
    const struct tcn_article_limits *limits, struct tcn_arena *arena,
    bool *cut);

/*
 * Whether an article that was read back (from a store, from a record) is one
 * that intake could have accepted: its date lies in the calendar, its texts and
 * terms are UTF-8, its weights and numbers finite. Intake accepts nothing that
 * this refuses, so every article that was accepted can be read back. O(bytes).
 */
bool tcn_article_is_sound(const struct tcn_article *article);

/* Whether a feature may have this weight: above 0, and finite. Preparing
 * (engine/item/prepare.h) bounds it further. */
bool tcn_article_weight_is_sound(double weight);

/*
 * The address of a picture, trimmed, if it can be fetched: it is of the web
 * (tcn_url_web), of 8,192 bytes at most, UTF-8, without a space; else empty,
 * since a bad one costs an article its picture and nothing else. A part of
 * address.
 */
struct tcn_str tcn_article_image(struct tcn_str address);

/* The key of an article whose id was sent: 128 bits of source and id. Cost:
 * O(bytes). */
void tcn_article_key_of_id(const struct tcn_article *article, uint64_t key[2]);

/* Copies an article with all it refers to into arena. */
void tcn_article_copy(const struct tcn_article *article,
    struct tcn_arena *arena, struct tcn_article *copy);

#endif

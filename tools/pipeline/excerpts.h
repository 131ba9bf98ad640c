/*
 * tools/pipeline/excerpts.h - which texts share sentences with an article, and
 * which sentences those are.
 *
 * The window knows of what is recent who shares sentences with whom
 * (window/excerpt.h), and leaves out those that many texts have. The store
 * knows of older texts which were found to be one text, and their sketches.
 * Sentences themselves are not stored: they are cut again from the two texts,
 * or, in a run that has no store, asked for one by one in the window.
 */
#ifndef TCN_TOOLS_PIPELINE_EXCERPTS_H
#define TCN_TOOLS_PIPELINE_EXCERPTS_H

#include "engine/base/arena.h"
#include "engine/item/prepare.h"
#include "sql/store_read.h"
#include "window/window.h"

#define TCN_EXCERPTS_SENTENCE_BYTES 160 /* of a sentence, how it begins */

struct tcn_excerpts_row {
	uint64_t seq; /* an original */
	struct tcn_sketch_shared shared; /* na: of the article asked about */
};

struct tcn_excerpts {
	struct tcn_excerpts_row *at; /* those of the window first */
	size_t n;
};

/*
 * The texts that are an excerpt of the article's, or it of theirs: all of the
 * window, and of the others at most limit. Not its own original. sketch: of its
 * text. O(found). Errors: the store's.
 */
TCN_MUST_USE enum tcn_rc tcn_excerpts_find(struct tcn_window *window,
    const struct tcn_store *store, const struct tcn_placement *place,
    struct tcn_sketch sketch, size_t limit, struct tcn_arena *arena,
    struct tcn_excerpts *found);

/* How sentences begin, in the order of their text. */
struct tcn_excerpts_sentences {
	struct tcn_str *at;
	size_t n;
};

/* The sentences of the article that the other has as well. O(bytes of both).
 * They live in the arena. */
void tcn_excerpts_sentences(struct tcn_prepare *prep,
    const struct tcn_article *article, const struct tcn_article *other,
    struct tcn_arena *arena, struct tcn_excerpts_sentences *sentences);

/* The same where the other is known to the window only, by its seq. Sentences
 * that are common there, or that its sketch has no room for, are left out. */
void tcn_excerpts_sentences_of(struct tcn_window *window,
    struct tcn_prepare *prep, const struct tcn_article *article, uint64_t other,
    struct tcn_arena *arena, struct tcn_excerpts_sentences *sentences);

#endif

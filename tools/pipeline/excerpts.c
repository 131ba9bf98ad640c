#include "tools/pipeline/excerpts.h"

#include <string.h>

#include "engine/base/map.h"
#include "engine/base/utf8.h"
#include "sql/store_sketches.h"

/* ---- texts ---- */

/* Adds a row unless there is one of that seq. */
static void
add_row(struct tcn_map *seen, struct tcn_excerpts *found, uint64_t seq,
    struct tcn_sketch_shared shared)
{
	uint64_t *value;
	bool added;

	tcn_map_put(seen, seq, &value, &added);
	if (added)
		found->at[found->n++] =
		    (struct tcn_excerpts_row){ seq, shared };
}

/* Whether one text is an excerpt of the other by what their sketches share. For
 * the pair that the placement names, a single hash is enough. */
static bool
is_excerpt(const struct tcn_placement *place, uint64_t seq,
    struct tcn_sketch_shared shared)
{
	if (seq == place->excerpt_of)
		return shared.m > 0;
	return shared.m >= TCN_SKETCH_LEAST &&
	    tcn_sketch_containment(shared) >= TCN_EXCERPT_CONTAINMENT;
}

static enum tcn_rc
add_stored(const struct tcn_store *store, const struct tcn_placement *place,
    struct tcn_sketch sketch, const struct tcn_store_seq_list *seqs,
    struct tcn_arena *arena, struct tcn_map *seen, struct tcn_excerpts *found)
{
	uint64_t *numbers = tcn_arena_zalloc(arena, seqs->n, sizeof *numbers);
	struct tcn_store_likeness *likenesses =
	    tcn_arena_zalloc(arena, seqs->n, sizeof *likenesses);
	enum tcn_rc rc;

	for (size_t i = 0; i < seqs->n; i++)
		numbers[i] = seqs->at[i].seq;
	rc = tcn_store_likenesses(store, numbers, seqs->n, arena, likenesses);
	for (size_t i = 0; !rc && i < seqs->n; i++) {
		struct tcn_sketch_shared shared =
		    tcn_sketch_compare(sketch, likenesses[i].sketch);

		if (is_excerpt(place, numbers[i], shared))
			add_row(seen, found, numbers[i], shared);
	}
	return rc;
}

enum tcn_rc
tcn_excerpts_find(struct tcn_window *window, const struct tcn_store *store,
    const struct tcn_placement *place, struct tcn_sketch sketch, size_t limit,
    struct tcn_arena *arena, struct tcn_excerpts *found)
{
	const uint64_t own =
	    place->duplicate_of ? place->duplicate_of : place->seq;
	struct tcn_store_seq_list stored = { 0 };
	struct tcn_keys_hits hits = { 0 };
	struct tcn_map seen = { 0 };
	uint64_t *value;
	enum tcn_rc rc = TCN_OK;

	tcn_map_put(&seen, own, &value, NULL);
	*found = (struct tcn_excerpts){ 0 };
	tcn_window_excerpts(window, sketch, &hits);
	if (place->text)
		rc = tcn_store_text_seqs(store, place->text, limit, arena,
		    &stored);
	if (!rc) {
		found->at = tcn_arena_zalloc(arena, hits.n + stored.n,
		    sizeof *found->at);
		for (size_t i = 0; i < hits.n; i++) {
			struct tcn_sketch_shared shared =
			    tcn_excerpt_shared(&hits.at[i]);

			if (tcn_sketch_containment(shared) >=
			    TCN_EXCERPT_CONTAINMENT)
				add_row(&seen, found, hits.at[i].seq, shared);
		}
		rc = add_stored(store, place, sketch, &stored, arena, &seen,
		    found);
	}
	tcn_keys_hits_fini(&hits);
	tcn_map_fini(&seen);
	return rc;
}

/* ---- sentences ---- */

/* Adds how a sentence of the text begins. */
static void
keep(const struct tcn_sketch_sentence *sentence, struct tcn_arena *arena,
    struct tcn_excerpts_sentences *sentences)
{
	struct tcn_str beginning =
	    tcn_utf8_cut(sentence->text, TCN_EXCERPTS_SENTENCE_BYTES);

	tcn_arena_str(arena, beginning, &sentences->at[sentences->n++]);
}

/* Cuts the article's text into sentences; work: until they are not needed. */
static const struct tcn_sketch_sentence *
cut(struct tcn_prepare *prep, const struct tcn_article *article,
    struct tcn_arena *work, size_t *n)
{
	struct tcn_doc doc;

	tcn_prepare(prep, article, work, &doc);
	*n = 0;
	return tcn_prepare_sentences(prep, n);
}

static void
note_numbers(struct tcn_prepare *prep, const struct tcn_article *article,
    struct tcn_map *numbers)
{
	const struct tcn_sketch_sentence *at;
	struct tcn_arena work;
	uint64_t *value;
	size_t n;

	tcn_arena_init(&work, 0);
	at = cut(prep, article, &work, &n);
	for (size_t i = 0; i < n; i++)
		tcn_map_put(numbers, at[i].number, &value, NULL);
	tcn_arena_fini(&work);
}

void
tcn_excerpts_sentences(struct tcn_prepare *prep,
    const struct tcn_article *article, const struct tcn_article *other,
    struct tcn_arena *arena, struct tcn_excerpts_sentences *sentences)
{
	const struct tcn_sketch_sentence *at;
	struct tcn_map numbers = { 0 };
	struct tcn_arena work;
	size_t n = 0;

	note_numbers(prep, other, &numbers);
	*sentences = (struct tcn_excerpts_sentences){ 0 };
	tcn_arena_init(&work, 0);
	at = cut(prep, article, &work, &n);
	sentences->at = tcn_arena_zalloc(arena, n, sizeof *sentences->at);
	for (size_t i = 0; i < n; i++) {
		/* A sentence that comes twice is told once. */
		if (tcn_map_remove(&numbers, at[i].number))
			keep(&at[i], arena, sentences);
	}
	tcn_arena_fini(&work);
	tcn_map_fini(&numbers);
}

/* Whether the item of the window that is called seq has the sentence. */
static void
has(struct tcn_window *window, uint64_t seq, uint32_t number,
    struct tcn_keys_hits *hits, bool *yes)
{
	const struct tcn_keys_set one = { .at = &number, .n = 1 };

	tcn_keys_find(tcn_window_keys(window), &one, 1, INT64_MIN, INT64_MAX,
	    hits);
	*yes = false;
	for (size_t i = 0; i < hits->n; i++)
		*yes |= hits->at[i].seq == seq;
}

void
tcn_excerpts_sentences_of(struct tcn_window *window, struct tcn_prepare *prep,
    const struct tcn_article *article, uint64_t other, struct tcn_arena *arena,
    struct tcn_excerpts_sentences *sentences)
{
	const struct tcn_sketch_sentence *at;
	struct tcn_keys_hits hits = { 0 };
	struct tcn_map told = { 0 };
	struct tcn_arena work;
	size_t n;

	*sentences = (struct tcn_excerpts_sentences){ 0 };
	if (!tcn_window_keys(window))
		return;
	tcn_arena_init(&work, 0);
	at = cut(prep, article, &work, &n);
	sentences->at = tcn_arena_zalloc(arena, n, sizeof *sentences->at);
	for (size_t i = 0; i < n; i++) {
		uint64_t *value;
		bool added = false, yes = false;

		tcn_map_put(&told, at[i].number, &value, &added);
		if (added)
			has(window, other, at[i].number, &hits, &yes);
		if (yes)
			keep(&at[i], arena, sentences);
	}
	tcn_arena_fini(&work);
	tcn_keys_hits_fini(&hits);
	tcn_map_fini(&told);
}

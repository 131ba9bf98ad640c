/*
 * Who shares sentences with an article: the members "excerpt" and "excerpts"
 * of one, and "excerpt" of what a look-up found.
 */
#include "engine/base/duration.h"
#include "sql/store_sketches.h"
#include "tools/base/json_out.h"
#include "tools/pipeline/excerpts.h"
#include "tools/serve/live/api_json.h"

#define EXCERPTS_MAX   50
#define SENTENCE_CHARS 200
/* Other requests wait while texts are cut into sentences: after so many bytes
 * only the numbers are told. */
#define BYTES_MAX ((size_t)1 << 20)

void
tcn_api_json_shared(const struct tcn_sketch_shared *shared, int64_t later_ms,
    struct tcn_buf *out)
{
	tcn_json_uint(out, "shared_sentences", shared->m);
	tcn_json_uint(out, "own_sentences", shared->na);
	tcn_json_uint(out, "other_sentences", shared->nb);
	tcn_json_rounded(out, "containment", tcn_sketch_containment(*shared),
	    4);
	if (later_ms == TCN_UNDATED)
		tcn_json_null(out, "minutes");
	else
		tcn_json_rounded(out, "minutes",
		    (double)later_ms / TCN_MINUTE_MS, 1);
}

struct request {
	const struct tcn_store *store;
	struct tcn_prepare *prep;
	struct tcn_arena *arena;
	struct tcn_buf *out;
	size_t bytes; /* of the texts cut so far */
};

/* The sentences of the article that the other has. */
static void
add_sentences(struct request *r, const struct tcn_article *article,
    const struct tcn_article *other)
{
	struct tcn_excerpts_sentences sentences;

	r->bytes += article->text.n + other->text.n;
	if (r->bytes > BYTES_MAX)
		return;
	tcn_excerpts_sentences(r->prep, article, other, r->arena, &sentences);
	tcn_json_open(r->out, "sentences", '[');
	for (size_t i = 0; i < sentences.n; i++)
		tcn_api_json_text(r->out, NULL, sentences.at[i], SENTENCE_CHARS,
		    r->arena);
	tcn_json_close(r->out, ']');
}

/*
 * What both share, as it was found when the later one came; of the sentences of
 * the earlier one the sketches alone know how many there are.
 */
static enum tcn_rc
share(struct request *r, const struct tcn_placement *later, uint64_t earlier,
    struct tcn_sketch_shared *shared)
{
	struct tcn_sketch own, other;
	enum tcn_rc rc = tcn_store_sketch(r->store, later->seq, r->arena, &own);

	if (!rc)
		rc = tcn_store_sketch(r->store, earlier, r->arena, &other);
	if (rc)
		return rc;
	*shared = tcn_sketch_compare(own, other);
	if (!later->shared) /* found by its runs of words */
		return TCN_OK;
	shared->m = later->shared;
	shared->na = later->sentences;
	if (shared->nb < shared->m)
		shared->nb = shared->m;
	return TCN_OK;
}

/* One object about two articles: the one asked about is called own. */
static enum tcn_rc
add_pair(struct request *r, const char *key,
    const struct tcn_store_item_row *own,
    const struct tcn_store_item_row *other, bool own_is_later)
{
	const struct tcn_store_item_row *later = own_is_later ? own : other;
	const struct tcn_store_item_row *earlier = own_is_later ? other : own;
	struct tcn_sketch_shared shared = { 0 };
	enum tcn_rc rc = share(r, &later->place, earlier->place.seq, &shared);

	if (!own_is_later)
		shared = (struct tcn_sketch_shared){ shared.nb, shared.na,
			shared.m };
	tcn_json_open(r->out, key, '{');
	if (!rc)
		tcn_api_json_article_as("article", other, false, r->arena,
		    r->out);
	tcn_api_json_shared(&shared, other->place.ts_ms - own->place.ts_ms,
	    r->out);
	if (!rc)
		add_sentences(r, &later->article, &earlier->article);
	tcn_json_close(r->out, '}');
	return rc;
}

/* Whose excerpt it is, or copy, when its sentences or runs of words told so. */
static enum tcn_rc
add_source(struct request *r, const struct tcn_store_item_row *item)
{
	const struct tcn_placement *place = &item->place;
	struct tcn_store_item_row *other = NULL;
	enum tcn_rc rc = TCN_OK;

	if (place->shared || place->excerpt_of)
		rc = tcn_store_item(r->store,
		    place->excerpt_of ? place->excerpt_of : place->duplicate_of,
		    r->arena, &other);
	return rc || !other ? rc : add_pair(r, "excerpt", item, other, true);
}

enum tcn_rc
tcn_api_json_excerpts(const struct tcn_store *store, struct tcn_prepare *prep,
    const struct tcn_store_item_row *item, struct tcn_arena *arena,
    struct tcn_buf *out)
{
	struct request r = { store, prep, arena, out, 0 };
	struct tcn_store_item_list takers = { 0 };
	enum tcn_rc rc = add_source(&r, item);

	if (!rc)
		rc = tcn_store_excerpts(store, item->place.seq, EXCERPTS_MAX,
		    arena, &takers);
	if (rc || !takers.n)
		return rc;
	tcn_json_open(out, "excerpts", '[');
	for (size_t i = 0; !rc && i < takers.n; i++)
		rc = add_pair(&r, NULL, item, &takers.at[i], false);
	tcn_json_close(out, ']');
	return rc;
}

#include "tools/pipeline/lookup.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "sql/store_search.h"
#include "tools/pipeline/excerpts.h"
#include "tools/pipeline/lookup_impl.h"

/* The most items of a story that are read and ranked. */
#define STORY_ITEMS_MAX 2000

/* Limits of a peek: items of a story, hits of a pair of words, items in all and
 * bytes of their texts; a text that begins within the limit is read whole. */
#define PEEK_ITEMS_MAX 100
#define PEEK_HITS_MAX  15
#define PEEK_FOUND_MAX 200
#define PEEK_BYTES_MAX ((size_t)4 << 20)
#define PEEK_ROWS_MAX  250000 /* of a scan for the copies of all times */

/* The full-text index is searched for pairs of so many words, for so many hits
 * each. */
#define SEARCH_WORDS    4
#define SEARCH_HITS_MAX 50

#define NEAREST_MAX 100 /* items found by their vectors */

struct tcn_lookup {
	struct tcn_pipeline *pipe;
	bool borrowed; /* the pipeline is the caller's */
	size_t items_max; /* items of a story */
	size_t hits_max; /* hits of a pair of words */
	size_t found_max, bytes_max; /* items and bytes read and ranked */
	uint64_t rows_max; /* items that a scan looks at */
	int64_t scanned_since_ms; /* TCN_UNDATED: all were looked at */
	size_t bytes; /* of the texts read so far */
	struct tcn_arena arena; /* the items found */
	struct tcn_arena scratch; /* one document */
	struct tcn_near_hits hits;
	struct tcn_vector_ring_hits nearest;
	struct tcn_lookup_hit *found;
	size_t found_n, found_cap;
};

enum tcn_rc
tcn_lookup_open(const struct tcn_pipeline_conf *conf, const char *db_path,
    struct tcn_lookup **out, struct tcn_err *err)
{
	struct tcn_lookup *lookup = tcn_mem_calloc(1, sizeof *lookup);
	struct tcn_pipeline_conf read_only = *conf;
	enum tcn_rc rc;

	read_only.read_only = true;
	read_only.category.half_life_ms = 0; /* no category is guessed */
	lookup->items_max = STORY_ITEMS_MAX;
	lookup->hits_max = SEARCH_HITS_MAX;
	lookup->found_max = lookup->bytes_max = SIZE_MAX;
	lookup->rows_max = UINT64_MAX;
	tcn_arena_init(&lookup->arena, 0);
	tcn_arena_init(&lookup->scratch, 0);
	rc = tcn_pipeline_open(&read_only, db_path, &lookup->pipe, err);
	if (rc) {
		tcn_lookup_close(lookup);
		return rc;
	}
	*out = lookup;
	return TCN_OK;
}

struct tcn_lookup *
tcn_lookup_attach(struct tcn_pipeline *pipe)
{
	struct tcn_lookup *lookup = tcn_mem_calloc(1, sizeof *lookup);

	lookup->pipe = pipe;
	lookup->borrowed = true;
	lookup->items_max = PEEK_ITEMS_MAX;
	lookup->hits_max = PEEK_HITS_MAX;
	lookup->found_max = PEEK_FOUND_MAX;
	lookup->bytes_max = PEEK_BYTES_MAX;
	lookup->rows_max = PEEK_ROWS_MAX;
	tcn_arena_init(&lookup->arena, 0);
	tcn_arena_init(&lookup->scratch, 0);
	return lookup;
}

void
tcn_lookup_close(struct tcn_lookup *lookup)
{
	if (!lookup)
		return;
	if (!lookup->borrowed)
		tcn_pipeline_close(lookup->pipe);
	tcn_arena_fini(&lookup->arena);
	tcn_arena_fini(&lookup->scratch);
	tcn_near_hits_fini(&lookup->hits);
	tcn_vector_ring_hits_fini(&lookup->nearest);
	tcn_mem_free(lookup->found);
	tcn_mem_free(lookup);
}

struct tcn_pipeline *
tcn_lookup_pipeline(struct tcn_lookup *lookup)
{
	return lookup->pipe;
}

const struct tcn_store *
tcn_lookup_store(struct tcn_lookup *lookup)
{
	return tcn_pipeline_store(lookup->pipe);
}

static struct tcn_window *
window_of(struct tcn_lookup *lookup)
{
	return tcn_detector_window(tcn_pipeline_detector(lookup->pipe));
}

/* What was found with this seq, or NULL. */
static struct tcn_lookup_hit *
find(struct tcn_lookup *lookup, uint64_t seq)
{
	for (size_t i = 0; i < lookup->found_n; i++)
		if (lookup->found[i].item->place.seq == seq)
			return &lookup->found[i];
	return NULL;
}

static uint64_t
first_version_of(const struct tcn_store_item_row *item)
{
	return item->place.version_of ? item->place.version_of
				      : item->place.seq;
}

/* Of the versions of a page the latest is listed: whether another one was found
 * already, in whose place the item comes if it is later. */
static bool
is_folded(struct tcn_lookup *lookup, struct tcn_store_item_row *item,
    int distance)
{
	for (size_t i = 0; i < lookup->found_n; i++) {
		struct tcn_lookup_hit *hit = &lookup->found[i];

		if (first_version_of(hit->item) != first_version_of(item))
			continue;
		if (item->place.seq > hit->item->place.seq) {
			hit->item = item;
			hit->distance = distance;
			hit->shared = (struct tcn_sketch_shared){ 0 };
		}
		return true;
	}
	return false;
}

/* Adds an item, unless it was found before, is the article itself (self), or a
 * limit is reached. */
static enum tcn_rc
add(struct tcn_lookup *lookup, uint64_t seq, uint64_t self, int distance,
    bool same_story)
{
	struct tcn_lookup_hit *found;
	struct tcn_store_item_row *item;
	enum tcn_rc rc;

	if (seq == self)
		return TCN_OK;
	found = find(lookup, seq);
	if (found) {
		found->same_story |= same_story;
		return TCN_OK;
	}
	if (lookup->found_n >= lookup->found_max ||
	    lookup->bytes >= lookup->bytes_max)
		return TCN_OK;
	rc = tcn_store_item(tcn_lookup_store(lookup), seq, &lookup->arena,
	    &item);
	if (rc || !item || is_folded(lookup, item, distance))
		return rc;
	found = tcn_mem_grow(lookup->found, &lookup->found_cap,
	    lookup->found_n + 1, sizeof *found);
	lookup->found = found;
	lookup->bytes += item->article.title.n + item->article.text.n;
	found[lookup->found_n++] = (struct tcn_lookup_hit){
		.item = item,
		.distance = distance,
		.same_story = same_story,
	};
	return TCN_OK;
}

static enum tcn_rc
add_near(struct tcn_lookup *lookup, const struct tcn_placement *place,
    unsigned kinds)
{
	unsigned radius = kinds & TCN_LOOKUP_RELATED ? TCN_WINDOW_RADIUS_SIMILAR
						     : TCN_WINDOW_RADIUS_COPY;
	enum tcn_rc rc = TCN_OK;

	if (!place->has_fingerprint)
		return TCN_OK;
	tcn_near_find(tcn_window_near(window_of(lookup)), place->fingerprint,
	    radius, INT64_MIN, INT64_MAX, &lookup->hits);
	for (size_t i = 0; !rc && i < lookup->hits.n; i++) {
		const struct tcn_near_hit *hit = &lookup->hits.at[i];

		rc = add(lookup, hit->seq, place->seq, hit->distance, false);
	}
	return rc;
}

/* Adds the texts that share sentences with the article. */
static enum tcn_rc
add_excerpts(struct tcn_lookup *lookup, const struct tcn_article *article,
    const struct tcn_placement *place)
{
	struct tcn_excerpts texts = { 0 };
	struct tcn_doc doc;
	enum tcn_rc rc;

	tcn_arena_reset(&lookup->scratch);
	tcn_prepare(tcn_pipeline_prepare(lookup->pipe), article,
	    &lookup->scratch, &doc);
	rc = tcn_excerpts_find(window_of(lookup), tcn_lookup_store(lookup),
	    place, doc.sketch, lookup->items_max, &lookup->arena, &texts);
	for (size_t i = 0; !rc && i < texts.n; i++) {
		struct tcn_lookup_hit *found;

		rc = add(lookup, texts.at[i].seq, place->seq, -1, false);
		found = rc ? NULL : find(lookup, texts.at[i].seq);
		if (!found)
			continue;
		found->shared = texts.at[i].shared;
		found->same_story |=
		    place->story && found->item->place.story == place->story;
	}
	return rc;
}

static void
find_nearest(struct tcn_lookup *lookup, const struct tcn_article *article,
    size_t n)
{
	tcn_window_nearest(window_of(lookup), article->vector,
	    article->vector_n, n, &lookup->nearest);
}

/* Adds the copies of all times, as far as the scan goes. */
static enum tcn_rc
add_ever(struct tcn_lookup *lookup, const struct tcn_placement *place)
{
	struct tcn_store_alike alike = {
		.text_key = place->text_key,
		.has_fingerprint = place->has_fingerprint,
		.fingerprint = place->fingerprint,
		.radius = TCN_WINDOW_RADIUS_COPY,
		.rows_max = lookup->rows_max,
	};
	struct tcn_store_seq_list copies;
	enum tcn_rc rc = tcn_store_alike_seqs(tcn_lookup_store(lookup), &alike,
	    lookup->items_max, &lookup->arena, &copies,
	    &lookup->scanned_since_ms);

	for (size_t i = 0; !rc && i < copies.n; i++)
		rc = add(lookup, copies.at[i].seq, place->seq,
		    copies.at[i].distance, false);
	return rc;
}

/* Adds the stored copies, whose fingerprints may have drifted apart with the
 * document frequencies. */
static enum tcn_rc
add_sightings(struct tcn_lookup *lookup, const struct tcn_placement *place)
{
	const struct tcn_store *store = tcn_lookup_store(lookup);
	const uint64_t original =
	    place->duplicate_of ? place->duplicate_of : place->seq;
	struct tcn_store_seq_list copies;
	enum tcn_rc rc =
	    add(lookup, original, place->seq, place->distance, true);

	if (!rc)
		rc = tcn_store_sighting_seqs(store, original, lookup->items_max,
		    &lookup->arena, &copies);
	for (size_t i = 0; !rc && i < copies.n; i++)
		rc = add(lookup, copies.at[i].seq, place->seq,
		    copies.at[i].distance, true);
	return rc;
}

static enum tcn_rc
add_story(struct tcn_lookup *lookup, const struct tcn_placement *place)
{
	const struct tcn_store *store = tcn_lookup_store(lookup);
	struct tcn_store_seq_list items;
	uint64_t story, resolved; /* its id after merges */
	struct tcn_store_item_row *first = NULL;
	enum tcn_rc rc = TCN_OK;

	/* The story of an article; of a later version of a page, which joins
	 * none, that of the first. */
	if (!place->story && place->version_of)
		rc = tcn_store_item(tcn_lookup_store(lookup), place->version_of,
		    &lookup->arena, &first);
	story = first ? first->place.story : place->story;

	if (rc || !story)
		return rc;
	rc = tcn_store_resolve_story(store, story, &resolved);
	if (!rc)
		rc = tcn_store_story_seqs(store, resolved, lookup->items_max,
		    &lookup->arena, &items);
	for (size_t i = 0; !rc && i < items.n; i++)
		rc = add(lookup, items.at[i].seq, place->seq, -1, true);
	return rc;
}

static struct tcn_str
word_of(const struct tcn_doc *doc, uint64_t id)
{
	for (size_t i = 0; i < doc->terms_n; i++) {
		if (doc->terms[i].id == id)
			return doc->terms[i].word;
	}
	return tcn_str("");
}

static enum tcn_rc
search_pair(struct tcn_lookup *lookup, const struct tcn_placement *place,
    struct tcn_str one, struct tcn_str two)
{
	const struct tcn_store *store = tcn_lookup_store(lookup);
	struct tcn_buf query = { 0 };
	struct tcn_store_search_hits hits;
	enum tcn_rc rc;

	tcn_buf_printf(&query, "%.*s %.*s", TCN_STR_ARG(one), TCN_STR_ARG(two));
	rc = tcn_store_search(store, tcn_buf_view(&query),
	    TCN_STORE_SEARCH_BEST, lookup->hits_max, &lookup->arena, &hits);
	tcn_buf_fini(&query);
	for (size_t i = 0; !rc && i < hits.n; i++)
		rc = add(lookup, hits.at[i].seq, place->seq, -1, false);
	return rc;
}

/* Adds texts of any story that share two of the heaviest words. */
static enum tcn_rc
add_text_hits(struct tcn_lookup *lookup, const struct tcn_article *article,
    const struct tcn_placement *place)
{
	struct tcn_str words[SEARCH_WORDS];
	struct tcn_doc doc;
	struct tcn_lookup_features v;
	enum tcn_rc rc = TCN_OK;
	size_t n;

	tcn_lookup_weigh(lookup->pipe, article, &lookup->scratch, &doc, &v);
	n = v.n < SEARCH_WORDS ? v.n : SEARCH_WORDS;
	for (size_t i = 0; i < n; i++)
		words[i] = word_of(&doc, v.at[i].id);
	for (size_t i = 0; !rc && i < n; i++) {
		for (size_t k = i + 1; !rc && k < n; k++)
			rc = search_pair(lookup, place, words[i], words[k]);
	}
	return rc;
}

/* Adds what the article rewrites, and what rewrites it. */
static enum tcn_rc
add_rewrites(struct tcn_lookup *lookup, const struct tcn_placement *place)
{
	struct tcn_store_item_list later = { 0 };
	enum tcn_rc rc = TCN_OK;

	if (place->rewrite_of)
		rc = add(lookup, place->rewrite_of, place->seq, -1, false);
	if (!rc && place->seq)
		rc = tcn_store_rewrites(tcn_lookup_store(lookup), place->seq,
		    lookup->items_max, &lookup->arena, &later);
	for (size_t i = 0; !rc && i < later.n; i++)
		rc = add(lookup, later.at[i].place.seq, place->seq, -1, false);
	return rc;
}

/* Marks the rewrites among all that was found. */
static void
mark_rewrites(struct tcn_lookup *lookup, const struct tcn_placement *place)
{
	for (size_t i = 0; i < lookup->found_n; i++) {
		struct tcn_lookup_hit *hit = &lookup->found[i];
		const struct tcn_placement *other = &hit->item->place;

		hit->rewrite = place->rewrite_of == other->seq ||
		    (place->seq && other->rewrite_of == place->seq);
	}
}

static enum tcn_rc
look_up(struct tcn_lookup *lookup, const struct tcn_article *article,
    const struct tcn_placement *place, unsigned kinds, struct tcn_err *err)
{
	enum tcn_rc rc;

	lookup->found_n = lookup->bytes = 0;
	rc = add_near(lookup, place, kinds);
	if (!rc)
		rc = add_sightings(lookup, place);
	if (!rc && kinds & TCN_LOOKUP_EVER)
		rc = add_ever(lookup, place);
	if (!rc && kinds & TCN_LOOKUP_EXCERPTS)
		rc = add_excerpts(lookup, article, place);
	if (!rc && kinds & TCN_LOOKUP_RELATED) {
		/* Adds the items whose vectors are nearest to the article's. */
		rc = TCN_OK;
		find_nearest(lookup, article, NEAREST_MAX);
		for (size_t i = 0; !rc && i < lookup->nearest.n; i++)
			rc = add(lookup, lookup->nearest.at[i].seq, place->seq,
			    -1, false);
	}
	if (!rc && kinds & (TCN_LOOKUP_REWRITES | TCN_LOOKUP_RELATED))
		rc = add_rewrites(lookup, place);
	if (!rc && kinds & TCN_LOOKUP_RELATED)
		rc = add_story(lookup, place);
	if (!rc && kinds & TCN_LOOKUP_RELATED)
		rc = add_text_hits(lookup, article, place);
	mark_rewrites(lookup, place);
	if (!rc)
		tcn_lookup_rank(lookup->pipe, article, place, &lookup->scratch,
		    lookup->found, lookup->found_n);
	if (!rc)
		return TCN_OK;
	if (err)
		*err = *tcn_store_error(tcn_lookup_store(lookup));
	return rc;
}

/* Since when items are compared: near.horizon back from the stream's time.
 * TCN_UNDATED: the store holds no older one. */
static enum tcn_rc
find_since(struct tcn_lookup *lookup, int64_t *since_ms)
{
	struct tcn_store_item_row *first = NULL;
	enum tcn_rc rc = tcn_store_next_item(tcn_lookup_store(lookup), 0,
	    INT64_MIN, INT64_MAX, &lookup->scratch, &first);

	*since_ms = TCN_UNDATED;
	if (!rc && first &&
	    first->place.ts_ms < tcn_pipeline_horizon_ms(lookup->pipe))
		*since_ms = tcn_pipeline_horizon_ms(lookup->pipe);
	return rc;
}

static enum tcn_rc
return_found(struct tcn_lookup *lookup, unsigned kinds, size_t limit,
    struct tcn_lookup_hits *list)
{
	assert(lookup->found_n <= lookup->found_max);
	list->at = lookup->found;
	list->n = lookup->found_n < limit ? lookup->found_n : limit;
	list->more =
	    lookup->found_n > limit || lookup->found_n == lookup->found_max;
	list->since_ms = lookup->scanned_since_ms;
	return kinds & TCN_LOOKUP_EVER ? TCN_OK
				       : find_since(lookup, &list->since_ms);
}

enum tcn_rc
tcn_lookup_item(struct tcn_lookup *lookup,
    const struct tcn_store_item_row *item, unsigned kinds, size_t limit,
    struct tcn_lookup_hits *list, struct tcn_err *err)
{
	enum tcn_rc rc =
	    look_up(lookup, &item->article, &item->place, kinds, err);

	return rc ? rc : return_found(lookup, kinds, limit, list);
}

/* Vectors of another length cannot be compared with those of the stream. */
static enum tcn_rc
check_vector(const struct tcn_lookup *lookup, const struct tcn_article *article,
    struct tcn_err *err)
{
	size_t length = tcn_pipeline_vector_length(lookup->pipe);

	if (!length || !article->vector_n || article->vector_n == length)
		return TCN_OK;
	return tcn_err_set(err, TCN_INVALID,
	    "a vector of %zu numbers; those of the store have %zu: send one of "
	    "the same model",
	    article->vector_n, length);
}

enum tcn_rc
tcn_lookup_article(struct tcn_lookup *lookup, const struct tcn_article *article,
    unsigned kinds, size_t limit, struct tcn_lookup_hits *list,
    struct tcn_err *err)
{
	struct tcn_pipeline_outcome outcome;
	enum tcn_rc rc;

	assert(!lookup->borrowed);
	rc = check_vector(lookup, article, err);
	if (!rc)
		rc = tcn_pipeline_try(lookup->pipe, article, &outcome);
	if (!rc)
		rc = look_up(lookup, article, &outcome.placement, kinds, err);
	return rc ? rc : return_found(lookup, kinds, limit, list);
}

/* Finds the placement that the window would give the article, apart from its
 * time, and the story of the text nearest to it. */
static enum tcn_rc
peek(struct tcn_lookup *lookup, const struct tcn_article *article,
    struct tcn_placement *place)
{
	struct tcn_store_item_row *nearest = NULL;
	struct tcn_doc doc;
	uint64_t seq;
	enum tcn_rc rc = TCN_OK;

	tcn_arena_reset(&lookup->scratch);
	tcn_prepare(tcn_pipeline_prepare(lookup->pipe), article,
	    &lookup->scratch, &doc);
	tcn_window_preview(window_of(lookup), &doc, place);
	seq = place->duplicate_of ? place->duplicate_of : place->similar_to;
	if (!seq)
		find_nearest(lookup, article, 1);
	if (!seq && lookup->nearest.n)
		seq = lookup->nearest.at[0].seq;
	if (seq)
		rc = tcn_store_item(tcn_lookup_store(lookup), seq,
		    &lookup->arena, &nearest);
	if (nearest)
		place->story = nearest->place.story;
	return rc;
}

enum tcn_rc
tcn_lookup_peek(struct tcn_lookup *lookup, const struct tcn_article *article,
    unsigned kinds, size_t limit, struct tcn_lookup_hits *list,
    struct tcn_err *err)
{
	struct tcn_placement place;
	enum tcn_rc rc = check_vector(lookup, article, err);

	if (!rc)
		rc = peek(lookup, article, &place);
	if (!rc)
		rc = look_up(lookup, article, &place, kinds, err);
	return rc ? rc : return_found(lookup, kinds, limit, list);
}

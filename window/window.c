#include "window/window_impl.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/item/fprint.h"

/* So many names of sources are remembered, to know outlets' names by. */
#define NAMES_MAX 100000

/* So many texts are remembered by their runs of words where no cap says. */
#define ROWS_MAX (1u << 26)

/* Makes the parts that hold items. */
static void
make_parts(struct tcn_window *w)
{
	tcn_version_init(&w->pages, w->conf.items_max);
	tcn_clock_init(&w->clock);
	tcn_recent_init(&w->texts, w->conf.items_max);
	tcn_recent_init(&w->excerpts, w->conf.items_max);
	tcn_recent_init(&w->copies, w->conf.items_max);
	tcn_recent_init(&w->versions, w->conf.items_max);
	if (w->conf.role != TCN_WINDOW_FOLLOWER)
		w->near = tcn_near_new(&w->conf.near);
	if (w->near && w->conf.keys.horizon_ms)
		w->keys = tcn_keys_new(&w->conf.keys);
	if (w->keys) {
		/* As many rows as the cap of keys lets in. */
		size_t rows = w->conf.keys.cap_bytes / TCN_REPRINT_ROW_BYTES;

		w->reprints = (struct tcn_reprints){
			.horizon_ms = w->conf.keys.horizon_ms,
			.rows_max =
			    rows && rows < ROWS_MAX ? (uint32_t)rows : ROWS_MAX,
		};
	}
	if (w->near && w->conf.pairs.span_ms)
		w->pairs = tcn_pairs_new(&w->conf.pairs);
	if (w->clusters_on)
		w->clusters = tcn_clusters_new(&w->conf.clusters);
	w->stories = tcn_story_index_new(&w->conf.story);
}

static void
free_parts(struct tcn_window *w)
{
	tcn_version_fini(&w->pages);
	tcn_near_free(w->near);
	tcn_keys_free(w->keys);
	tcn_reprints_fini(&w->reprints);
	tcn_vector_ring_free(w->vectors);
	tcn_pairs_free(w->pairs);
	tcn_clusters_free(w->clusters);
	tcn_story_index_free(w->stories);
	tcn_recent_fini(&w->texts);
	tcn_recent_fini(&w->excerpts);
	tcn_recent_fini(&w->copies);
	tcn_recent_fini(&w->versions);
	w->near = NULL;
	w->keys = NULL;
	w->vectors = NULL;
	w->pairs = NULL;
	w->clusters = NULL;
	w->stories = NULL;
}

void
tcn_window_restart(struct tcn_window *w, int64_t now_ms)
{
	free_parts(w);
	make_parts(w);
	w->clock.now_ms = now_ms;
	w->clock_changed = true;
	w->names_changed = w->names.n > 0;
	w->vector_length_changed = w->vector_length > 0;
}

enum tcn_rc
tcn_window_new(const struct tcn_window_conf *conf, struct tcn_window **out)
{
	struct tcn_window *w = tcn_mem_calloc(1, sizeof *w);
	enum tcn_rc rc = TCN_OK;

	w->conf = *conf;
	w->reach_ms = conf->near.horizon_ms;
	if (w->reach_ms < conf->keys.horizon_ms)
		w->reach_ms = conf->keys.horizon_ms;
	if (w->reach_ms < conf->pairs.span_ms)
		w->reach_ms = conf->pairs.span_ms;
	tcn_recent_init(&w->names, NAMES_MAX);
	make_parts(w);
	if (conf->rewrite_zone)
		rc = tcn_zone_day_new(tcn_str(conf->rewrite_zone), &w->day);
	if (rc) {
		tcn_window_free(w);
		return rc;
	}
	*out = w;
	return TCN_OK;
}

void
tcn_window_free(struct tcn_window *w)
{
	if (!w)
		return;
	free_parts(w);
	tcn_recent_fini(&w->names);
	tcn_keys_hits_fini(&w->hits);
	tcn_pairs_hits_fini(&w->pair_hits);
	tcn_vector_ring_hits_fini(&w->near_vectors);
	tcn_zone_day_free(w->day);
	tcn_mem_free(w->rewrites);
	tcn_mem_free(w->rare);
	tcn_mem_free(w->df);
	tcn_mem_free(w);
}

int64_t
tcn_window_now_ms(const struct tcn_window *w)
{
	return w->clock.now_ms;
}

bool
tcn_window_leaps(const struct tcn_window *w, int64_t ts_ms)
{
	return tcn_clock_leaps(&w->clock, &w->conf.clock, ts_ms);
}

const uint64_t *
tcn_window_clock_counts(const struct tcn_window *w)
{
	return w->clock.counts;
}

struct tcn_near *
tcn_window_near(struct tcn_window *w)
{
	return w->near;
}

struct tcn_keys *
tcn_window_keys(struct tcn_window *w)
{
	return w->keys;
}

const struct tcn_reprints *
tcn_window_reprints(const struct tcn_window *w)
{
	return &w->reprints;
}

bool
tcn_window_is_version(const struct tcn_window *w, uint64_t seq)
{
	return tcn_recent_find(&w->versions, seq, INT64_MIN) != NULL;
}

struct tcn_clusters *
tcn_window_clusters(struct tcn_window *w)
{
	return w->clusters;
}

struct tcn_story_index *
tcn_window_story_index(struct tcn_window *w)
{
	return w->stories;
}

static void
fingerprint(struct tcn_window *w, const struct tcn_doc *doc,
    struct tcn_placement *item)
{
	double *df = tcn_mem_grow(w->df, &w->df_cap, doc->terms_n, sizeof *df);
	struct tcn_fprint_weights weights = {
		.df = df,
		.drop_suffix = w->drop_suffix,
		.plain = w->conf.plain_weights,
	};

	w->df = df;
	tcn_story_df_doc(w->stories, doc, df);
	weights.docs_n = tcn_story_df_docs(w->stories);
	item->has_fingerprint =
	    tcn_fprint_doc(doc, &weights, &item->fingerprint);
}

/* The first of the copies that the item is one of. */
static uint64_t
original_of(const struct tcn_placement *item)
{
	return item->duplicate_of ? item->duplicate_of : item->seq;
}

/*
 * The original of what the near tier found. Items are filed there under their
 * text, which of a copy is its original, but of an excerpt and of a version
 * another article.
 */
static uint64_t
article_of(const struct tcn_window *w, const struct tcn_near_hit *hit)
{
	const uint64_t *article =
	    tcn_recent_find(&w->copies, hit->seq, INT64_MIN);

	if (article)
		return *article;
	return tcn_recent_find(&w->excerpts, hit->seq, INT64_MIN) ? hit->seq
								  : hit->origin;
}

/* The first version of the page that the item is a version of; its own seq when
 * it is none. */
static uint64_t
first_of(const struct tcn_window *w, uint64_t seq)
{
	const uint64_t *first =
	    seq ? tcn_recent_find(&w->versions, seq, INT64_MIN) : NULL;

	return first ? *first : seq;
}

static int64_t
after(const struct tcn_window *w, int64_t horizon_ms)
{
	int64_t now_ms = tcn_window_now_ms(w);

	return now_ms == TCN_UNDATED ? INT64_MIN : now_ms - horizon_ms;
}

/* The nearest item within the radius of what is similar, where none is as near
 * as a copy. It costs several times a look-up for copies. */
static void
find_similar(struct tcn_window *w, struct tcn_placement *item)
{
	struct tcn_near_hit hit;

	if (item->duplicate_of || item->similar_to || !item->has_fingerprint ||
	    !tcn_near_nearest(w->near, item->fingerprint,
		TCN_WINDOW_RADIUS_SIMILAR, after(w, w->conf.near.horizon_ms),
		INT64_MAX, &hit))
		return;
	item->similar_to = hit.seq;
	item->distance = hit.distance;
}

/* The very same text first; then what the fingerprint finds. */
static void
find_original(struct tcn_window *w, int64_t after_ms,
    struct tcn_placement *item)
{
	struct tcn_near_hit hit;
	const uint64_t *same = NULL;

	if (item->text_key)
		same = tcn_recent_find(&w->texts, item->text_key, after_ms);
	if (same) {
		item->duplicate_of = *same;
		return;
	}
	if (!item->has_fingerprint ||
	    !tcn_near_nearest(w->near, item->fingerprint,
		TCN_WINDOW_RADIUS_COPY, after_ms, INT64_MAX, &hit))
		return;
	item->distance = hit.distance;
	item->duplicate_of = article_of(w, &hit);
}

/* The texts that share so many sentences, most first. */
static void
find_shared(struct tcn_window *w, struct tcn_sketch sketch, uint32_t least,
    int64_t after_ms, struct tcn_keys_hits *hits)
{
	const struct tcn_keys_set set = tcn_excerpt_set(sketch);

	hits->n = 0;
	if (w->keys && set.n >= w->conf.least_shared)
		tcn_keys_find(w->keys, &set, least, after_ms, INT64_MAX, hits);
}

void
tcn_window_excerpts(struct tcn_window *w, struct tcn_sketch sketch,
    struct tcn_keys_hits *hits)
{
	find_shared(w, sketch, w->conf.least_shared, INT64_MIN, hits);
}

/* Finds the text that the item is of by its runs of words. */
static void
find_reprint(struct tcn_window *w, struct tcn_sketch shingles, int64_t after_ms,
    struct tcn_placement *item)
{
	tcn_reprints_find(&w->reprints, shingles, after_ms, &w->hits);
	if (!w->hits.n)
		return;
	find_similar(w, item);
	tcn_excerpt_link(&w->hits, item);
	tcn_reprint_place(&w->hits, item);
}

/* Finds the text that the item is an excerpt of. A distance that is not known
 * counts as over 7. */
static void
find_excerpt(struct tcn_window *w, const struct tcn_doc *doc, int64_t after_ms,
    struct tcn_placement *item)
{
	uint32_t least = w->conf.least_shared;

	find_shared(w, doc->sketch,
	    least < TCN_EXCERPT_LINK ? least : TCN_EXCERPT_LINK, after_ms,
	    &w->hits);
	tcn_excerpt_link(&w->hits, item);
	while (w->hits.n && w->hits.at[w->hits.n - 1].shared < least)
		w->hits.n--;
	if (w->hits.n) {
		find_similar(w, item);
		tcn_excerpt_place(&w->hits, item);
	}
	if (!item->duplicate_of && !item->excerpt_of)
		find_reprint(w, doc->shingles, after_ms, item);
	if (!item->duplicate_of)
		return;
	if (item->duplicate_of != item->similar_to)
		item->distance = TCN_WINDOW_RADIUS_SIMILAR + 1;
	item->similar_to = 0;
}

/* Finds the text that the item carries, the item that it is a copy of and, if
 * `similar`, the one that it is similar to. */
static void
recognise(struct tcn_window *w, const struct tcn_doc *doc, bool similar,
    struct tcn_placement *item)
{
	const uint64_t *text; /* that the original is an excerpt of */

	assert(w->near); /* a follower takes what its leader found */
	/* An aggregator's titles end in other outlets' names. A name that has
	 * been seen as a source's is one, whoever sends it. */
	w->drop_suffix = doc->suffix_is_source ||
	    (doc->suffix_hash &&
		tcn_recent_find(&w->names, doc->suffix_hash, INT64_MIN));
	item->text_key =
	    w->drop_suffix ? doc->text_key_no_suffix : doc->text_key;
	fingerprint(w, doc, item);
	find_original(w, after(w, w->conf.near.horizon_ms), item);
	if (similar)
		find_similar(w, item);
	text = tcn_recent_find(&w->excerpts, original_of(item),
	    after(w, w->reach_ms));
	item->text = text ? *text : original_of(item);
	if (!item->duplicate_of)
		find_excerpt(w, doc, after(w, w->conf.keys.horizon_ms), item);
	item->origin = item->text;
}

/* Finds the page that the item is a version of. */
static void
recognise_version(struct tcn_window *w, const struct tcn_doc *doc,
    struct tcn_placement *item)
{
	struct tcn_version_known known = {
		.after_ms = after(w, w->conf.near.horizon_ms),
	};

	if (!w->conf.fold_versions)
		return;
	known.first = tcn_version_first(&w->pages, doc->page, known.after_ms);
	if (known.first) {
		known.text = tcn_version_text(&w->pages, known.first);
		find_similar(w, item);
	}
	known.similar =
	    known.first && first_of(w, item->similar_to) == known.first;
	known.same_words = item->text_key &&
	    tcn_recent_find(&w->texts, item->text_key, known.after_ms);
	tcn_version_place(&w->pages, doc, &known, item);
}

/* Finds what an item is to earlier ones: copy, excerpt, version or rewrite. Its
 * time and its story are set elsewhere. */
static void
recognise_all(struct tcn_window *w, const struct tcn_doc *doc, bool similar,
    struct tcn_placement *item)
{
	recognise(w, doc, similar, item);
	recognise_version(w, doc, item);
	tcn_window_find_rewrite(w, doc, after(w, w->conf.pairs.span_ms), item);
	if (item->rewrite_of)
		item->origin = item->text;
}

/* What recognise() notes in the window is used by the next insert only. */
void
tcn_window_preview(struct tcn_window *w, const struct tcn_doc *doc,
    struct tcn_placement *item)
{
	*item = (struct tcn_placement){
		.ts_ms = doc->ts_ms,
		.publisher = doc->publisher,
	};
	recognise_all(w, doc, true, item);
}

void
tcn_window_place(struct tcn_window *w, const struct tcn_doc *doc, uint64_t seq,
    int64_t bound_ms, struct tcn_placement *item)
{
	const struct tcn_clock_arrival arrival = {
		.ts_ms = doc->ts_ms,
		.confirmed = doc->ts_confirmed,
		.publisher = doc->publisher,
		.bound_ms = bound_ms,
	};

	*item = (struct tcn_placement){
		.seq = seq,
		.publisher = doc->publisher,
	};
	w->is_late = tcn_clock_item(&w->clock, &w->conf.clock, &arrival,
			 &item->ts_ms) == TCN_CLOCK_LATE;
	w->clock_changed = true;
	tcn_window_note_vector_length(w, doc);
	recognise_all(w, doc, w->conf.similar, item);
}

void
tcn_window_adopt(struct tcn_window *w, const struct tcn_doc *doc,
    const struct tcn_placement *stored, struct tcn_placement *item)
{
	struct tcn_placement found;

	tcn_window_place(w, doc, stored->seq, TCN_CLOCK_NO_BOUND, &found);
	*item = *stored;
	memcpy(item->also, found.also, sizeof item->also);
	w->is_late = !stored->story;
}

/*
 * Notes an excerpt, and a copy of one with it, as long as the copy counts. A
 * version is of its page's text, whatever is that of the article it copies.
 */
static void
note_text(struct tcn_window *w, const struct tcn_placement *item)
{
	uint64_t article = original_of(item);

	if (item->text == article)
		return;
	if (item->seq != article)
		tcn_recent_put(&w->copies, item->seq, article, item->ts_ms);
	if (!item->version_of || !item->duplicate_of)
		tcn_recent_put(&w->excerpts, article, item->text, item->ts_ms);
}

/* Files the sentences and the runs of words of a text that is no copy. */
static void
file_sketch(struct tcn_window *w, const struct tcn_placement *item,
    struct tcn_sketch sketch, struct tcn_sketch shingles)
{
	const struct tcn_keys_item filed = {
		.set = tcn_excerpt_set(sketch),
		.seq = item->seq,
		.ts_ms = item->ts_ms,
		.publisher = item->publisher,
		.origin = item->text,
	};

	if (!w->keys || item->duplicate_of)
		return;
	tcn_reprints_insert(&w->reprints, item, shingles);
	if (filed.set.n >= w->conf.least_shared)
		tcn_keys_insert(w->keys, &filed);
}

/* Files an item for look-ups. A restart does it again for each item. */
static void
file_item(struct tcn_window *w, const struct tcn_placement *item)
{
	struct tcn_near_item filed = {
		.fingerprint = item->fingerprint,
		.seq = item->seq,
		.ts_ms = item->ts_ms,
		.publisher = item->publisher,
		.origin = item->text,
	};

	note_text(w, item);
	assert(w->near);
	if (item->text_key)
		tcn_recent_put(&w->texts, item->text_key, original_of(item),
		    item->ts_ms);
	if (item->has_fingerprint)
		tcn_near_insert(w->near, &filed);
	if (item->version_of)
		tcn_recent_put(&w->versions, item->seq, item->version_of,
		    item->ts_ms);
	if (w->conf.fold_versions)
		tcn_version_note(&w->pages, item);
}

void
tcn_window_insert(struct tcn_window *w, const struct tcn_doc *doc,
    struct tcn_placement *item, struct tcn_story_step *step)
{
	bool follows = w->conf.role == TCN_WINDOW_FOLLOWER;
	int64_t now_ms = w->clock.now_ms;

	if (!follows) {
		/* Remembers of an item what later ones are compared with, also
		 * when it is too late to count. */
		file_item(w, item);
		file_sketch(w, item, doc->sketch, doc->shingles);
		tcn_window_file_vector(w, item->seq, item->ts_ms,
		    doc->article->vector, doc->article->vector_n);
		tcn_window_index_pair_item(w, item);
		if (doc->source_hash) {
			/* Names are few and stay in use, so they never
			 * expire. */
			bool known = tcn_recent_find(&w->names,
					 doc->source_hash, INT64_MIN) != NULL;

			w->names_changed |= !known;
			if (!known)
				tcn_recent_put(&w->names, doc->source_hash, 1,
				    0);
		}
	}
	/* Before the first date an item's own time is all there is. */
	if (now_ms == TCN_UNDATED)
		now_ms = item->ts_ms;
	*step = (struct tcn_story_step){ 0 };
	w->cluster_step = (struct tcn_clusters_step){ 0 };
	if (w->is_late || item->version_of)
		return;
	if (w->clusters)
		tcn_window_cluster_item(w, doc, item, now_ms);
	if (w->conf.role != TCN_WINDOW_LEADER)
		tcn_story_index_add_item(w->stories, doc, item, now_ms, step);
	/* A follower, too: stories ask how common a word is. */
	tcn_story_index_learn(w->stories, doc, now_ms);
	item->story = step->story;
	if (step->story)
		item->origin = step->origin;
}

enum tcn_rc
tcn_window_lead(struct tcn_window *w, struct tcn_doc *doc, uint64_t seq,
    int64_t bound_ms, struct tcn_window_shared *shared)
{
	const struct tcn_story *closed;
	struct tcn_story_step step;
	size_t closed_n;

	assert(w->conf.role == TCN_WINDOW_LEADER);
	if (!tcn_story_df_has_room(w->stories, doc->terms_n))
		return TCN_LIMIT;
	tcn_window_place(w, doc, seq, bound_ms, &shared->placement);
	tcn_window_expire(w, &closed, &closed_n);
	tcn_window_insert(w, doc, &shared->placement, &step);
	if (!w->is_late)
		tcn_story_df_name_terms(w->stories, doc);
	shared->now_ms = w->clock.now_ms;
	shared->late = w->is_late;
	return TCN_OK;
}

void
tcn_window_follow(struct tcn_window *w, const struct tcn_window_shared *shared,
    struct tcn_placement *item)
{
	assert(w->conf.role == TCN_WINDOW_FOLLOWER);
	*item = shared->placement;
	w->clock.now_ms = shared->now_ms;
	w->is_late = shared->late;
}

void
tcn_window_expire(struct tcn_window *w, const struct tcn_story **closed,
    size_t *closed_n)
{
	int64_t now_ms = w->clock.now_ms;

	*closed_n = 0;
	if (now_ms == TCN_UNDATED)
		return;
	tcn_version_expire(&w->pages, now_ms - w->conf.near.horizon_ms);
	if (w->near)
		tcn_near_expire(w->near, now_ms);
	if (w->keys)
		tcn_keys_expire(w->keys, now_ms);
	tcn_reprints_expire(&w->reprints, now_ms);
	if (w->vectors)
		tcn_vector_ring_expire(w->vectors, now_ms);
	if (w->pairs)
		tcn_pairs_expire(w->pairs, now_ms);
	if (w->clusters)
		tcn_clusters_expire(w->clusters, now_ms);
	tcn_recent_expire(&w->texts, now_ms - w->conf.near.horizon_ms);
	tcn_recent_expire(&w->excerpts, now_ms - w->reach_ms);
	tcn_recent_expire(&w->copies, now_ms - w->reach_ms);
	tcn_recent_expire(&w->versions, now_ms - w->conf.near.horizon_ms);
	*closed = tcn_story_index_close_quiet(w->stories, now_ms, closed_n);
}

void
tcn_window_restore_item(struct tcn_window *w, const struct tcn_placement *item)
{
	file_item(w, item);
}

void
tcn_window_restore_sketch(struct tcn_window *w,
    const struct tcn_placement *item, struct tcn_sketch sketch,
    struct tcn_sketch shingles)
{
	file_sketch(w, item, sketch, shingles);
}

#include "tools/pipeline/recommend.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/buf.h"
#include "engine/base/map.h"
#include "engine/base/real.h"
#include "engine/item/vector.h"
#include "tools/pipeline/lookup_impl.h"

#define DISLIKE     -.5
#define WORDS       8 /* heaviest of the profile, searched for in pairs */
#define PAIR_HITS   15 /* of each pair */
#define STORY_ITEMS 25 /* the newest of each story */
#define BYTES_MAX   ((size_t)4 << 20) /* of candidates' texts */

/* A term of the profile. */
struct taste {
	uint64_t id;
	double weight;
	struct tcn_str word;
};

/* An item that was read. */
struct seen {
	const struct tcn_store_item_row *item;
	size_t at; /* in asked->read */
	int64_t at_ms;
	uint64_t story; /* after merges; 0: none */
	struct tcn_lookup_features v; /* sorted */
};

struct candidate {
	uint64_t seq;
	const struct tcn_store_item_row *item;
	uint64_t story;
	double score, likeness;
};

struct work {
	struct tcn_pipeline *pipe;
	const struct tcn_store *store;
	const struct tcn_recommend_asked *asked;
	struct tcn_arena *arena;
	struct tcn_arena scratch; /* of one candidate */
	int64_t now_ms;
	struct seen *seen; /* the latest first */
	size_t seen_n;
	struct taste *tastes; /* by id */
	size_t tastes_n;
	float *vector; /* of given vectors; NULL: none was given */
	size_t vector_n;
	struct tcn_near_hits near;
	struct tcn_map known; /* seqs: candidates, and what is left out */
	struct candidate *candidates;
	size_t n, bytes;
};

/* --- the profile --- */

/* What is left of it after so long. */
static double
fade(int64_t age_ms, int64_t half_ms)
{
	return age_ms <= 0 ? 1
			   : tcn_real_exp2(-(double)age_ms / (double)half_ms);
}

static enum tcn_rc
find_item(const struct work *work, struct tcn_str id,
    struct tcn_store_item_row **item)
{
	uint64_t seq;
	enum tcn_rc rc = tcn_store_first_of_id(work->store, id, &seq);

	*item = NULL;
	return rc || !seq ? rc
			  : tcn_store_item(work->store, seq, work->arena, item);
}

static double
norm_of(const struct tcn_lookup_features *v)
{
	double sum = 0;

	for (size_t i = 0; i < v->n; i++)
		sum += (double)v->at[i].weight * v->at[i].weight;
	return sqrt(sum);
}

/* How the doc writes the term, in the arena. */
static bool
copy_word(const struct work *work, const struct tcn_doc *doc, uint64_t id,
    struct tcn_str *word)
{
	for (size_t i = 0; i < doc->terms_n; i++)
		if (doc->terms[i].id == id)
			return tcn_arena_str(work->arena, doc->terms[i].word,
			    word);
	return true;
}

/* Adds weight times the item's unit vector to the profile. */
static enum tcn_rc
add_tastes(struct work *work, const struct tcn_doc *doc,
    const struct tcn_lookup_features *v, double weight)
{
	double norm = norm_of(v);

	for (size_t i = 0; i < v->n && norm > 0; i++) {
		struct taste *taste = &work->tastes[work->tastes_n++];

		*taste = (struct taste){ .id = v->at[i].id,
			.weight = weight * v->at[i].weight / norm };
		if (!copy_word(work, doc, v->at[i].id, &taste->word))
			return TCN_NOMEM;
	}
	return TCN_OK;
}

/* The same with the vector that an item was sent with; all of one stream have
 * one length. */
static enum tcn_rc
add_vector(struct work *work, const struct tcn_article *article, double weight)
{
	double norm = 0;

	if (!article->vector_n)
		return TCN_OK;
	if (!work->vector) {
		work->vector_n = article->vector_n;
		work->vector = tcn_arena_zalloc(work->arena, work->vector_n,
		    sizeof *work->vector);
		if (!work->vector)
			return TCN_NOMEM;
	}
	if (article->vector_n != work->vector_n)
		return TCN_OK;
	for (size_t i = 0; i < work->vector_n; i++)
		norm += (double)article->vector[i] * article->vector[i];
	norm = sqrt(norm);
	for (size_t i = 0; i < work->vector_n && norm > 0; i++)
		work->vector[i] += (float)(weight * article->vector[i] / norm);
	return TCN_OK;
}

/* Takes an item in; seen: where its vector goes, or NULL. */
static enum tcn_rc
take_item(struct work *work, struct tcn_recommend_item *asked, double sign,
    struct seen *seen)
{
	int64_t at_ms =
	    asked->at_ms == TCN_UNDATED ? work->now_ms : asked->at_ms;
	double weight =
	    sign * fade(work->now_ms - at_ms, work->asked->half_life_ms);
	struct tcn_store_item_row *item;
	struct tcn_lookup_features v;
	struct tcn_doc doc;
	uint64_t *value;
	enum tcn_rc rc = find_item(work, asked->id, &item);

	asked->found = item != NULL;
	if (rc || !item)
		return rc;
	rc = tcn_map_put(&work->known, item->place.seq, &value, NULL);
	if (!rc)
		rc = tcn_lookup_weigh(work->pipe, &item->article,
		    &work->scratch, &doc, &v);
	if (rc)
		return rc;
	rc = add_tastes(work, &doc, &v, weight);
	if (!rc)
		rc = add_vector(work, &item->article, weight);
	if (rc || !seen)
		return rc;
	tcn_feature_sort(v.at, v.n);
	*seen = (struct seen){ .item = item, .at_ms = at_ms, .v = v };
	work->seen_n++;
	return item->place.story ? tcn_store_resolve_story(work->store,
				       item->place.story, &seen->story)
				 : TCN_OK;
}

static int
by_id(const void *a, const void *b)
{
	const struct taste *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

/* The last that was read comes first; of those read at once, by number. */
static int
by_latest(const void *a, const void *b)
{
	const struct seen *x = a, *y = b;

	if (x->at_ms != y->at_ms)
		return x->at_ms > y->at_ms ? -1 : 1;
	return (x->item->place.seq > y->item->place.seq) -
	    (x->item->place.seq < y->item->place.seq);
}

/* One row a term, and a unit vector. */
static void
merge_tastes(struct work *work)
{
	struct taste *at = work->tastes;
	double norm = 0;
	size_t n = 0;

	if (work->tastes_n)
		qsort(at, work->tastes_n, sizeof *at, by_id);
	for (size_t i = 0; i < work->tastes_n; i++) {
		if (n && at[n - 1].id == at[i].id)
			at[n - 1].weight += at[i].weight;
		else
			at[n++] = at[i];
	}
	for (size_t i = 0; i < n; i++)
		norm += at[i].weight * at[i].weight;
	norm = sqrt(norm);
	for (size_t i = 0; i < n && norm > 0; i++)
		at[i].weight /= norm;
	work->tastes_n = n;
}

static enum tcn_rc
make_profile(struct work *work)
{
	const struct tcn_recommend_asked *asked = work->asked;
	size_t n = asked->read_n + asked->dislike_n;
	enum tcn_rc rc = TCN_OK;

	work->tastes = tcn_arena_alloc(work->arena,
	    n * TCN_FEATURE_MAX * sizeof *work->tastes + 1);
	work->seen = tcn_arena_alloc(work->arena,
	    asked->read_n * sizeof *work->seen + 1);
	if (!work->tastes || !work->seen)
		return TCN_NOMEM;
	for (size_t i = 0; i < asked->read_n && !rc; i++) {
		struct seen *seen = &work->seen[work->seen_n];

		rc = take_item(work, &asked->read[i], 1, seen);
		if (!rc && asked->read[i].found)
			seen->at = i;
	}
	for (size_t i = 0; i < asked->dislike_n && !rc; i++)
		rc = take_item(work, &asked->dislike[i], DISLIKE, NULL);
	if (rc)
		return rc;
	if (work->seen_n)
		qsort(work->seen, work->seen_n, sizeof *work->seen, by_latest);
	merge_tastes(work);
	return TCN_OK;
}

/* --- candidates --- */

static enum tcn_rc
add(struct work *work, uint64_t seq)
{
	uint64_t *value;
	bool added;

	if (work->n == TCN_RECOMMEND_CANDIDATES)
		return TCN_OK;
	if (tcn_map_put(&work->known, seq, &value, &added))
		return TCN_NOMEM;
	if (added)
		work->candidates[work->n++] = (struct candidate){ .seq = seq };
	return TCN_OK;
}

static enum tcn_rc
add_near(struct work *work, const struct seen *seen)
{
	const struct tcn_placement *place = &seen->item->place;
	struct tcn_window *window =
	    tcn_detector_window(tcn_pipeline_detector(work->pipe));
	enum tcn_rc rc;

	if (!place->has_fingerprint)
		return TCN_OK;
	rc = tcn_near_find(tcn_window_near(window), place->fingerprint,
	    TCN_WINDOW_RADIUS_SIMILAR, INT64_MIN, INT64_MAX, &work->near);
	for (size_t i = 0; i < work->near.n && !rc; i++)
		rc = add(work, work->near.at[i].seq);
	return rc;
}

static enum tcn_rc
add_story(struct work *work, const struct seen *seen)
{
	struct tcn_store_seq_list items;
	enum tcn_rc rc;

	if (!seen->story)
		return TCN_OK;
	rc = tcn_store_story_seqs(work->store, seen->story, 0, work->arena,
	    &items);
	for (size_t i = 0; i < items.n && i < STORY_ITEMS && !rc; i++)
		rc = add(work, items.at[items.n - 1 - i].seq);
	return rc;
}

/* The terms of greatest weight, ties by id; returns how many. */
static size_t
heaviest(const struct work *work, const struct taste *top[WORDS])
{
	size_t n = 0;

	for (size_t i = 0; i < work->tastes_n; i++) {
		const struct taste *taste = &work->tastes[i];
		size_t at = n;

		if (taste->weight <= 0 || !taste->word.n)
			continue;
		while (at && top[at - 1]->weight < taste->weight)
			at--;
		if (at == WORDS)
			continue;
		n += n < WORDS;
		for (size_t k = n - 1; k > at; k--)
			top[k] = top[k - 1];
		top[at] = taste;
	}
	return n;
}

static enum tcn_rc
add_pair(struct work *work, struct tcn_str one, struct tcn_str two)
{
	struct tcn_buf query = { 0 };
	struct tcn_store_search_hits hits = { 0 };
	enum tcn_rc rc = TCN_NOMEM;

	tcn_buf_printf(&query, "%.*s %.*s", TCN_STR_ARG(one), TCN_STR_ARG(two));
	if (!query.failed)
		rc = tcn_store_search(work->store, tcn_buf_view(&query),
		    TCN_STORE_SEARCH_NEWEST, PAIR_HITS, work->arena, &hits);
	tcn_buf_fini(&query);
	for (size_t i = 0; i < hits.n && !rc; i++)
		rc = add(work, hits.at[i].seq);
	return rc;
}

static enum tcn_rc
add_texts(struct work *work)
{
	const struct taste *top[WORDS];
	size_t n = heaviest(work, top);
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < n && !rc; i++)
		for (size_t k = i + 1; k < n && !rc; k++)
			rc = add_pair(work, top[i]->word, top[k]->word);
	return rc;
}

static enum tcn_rc
gather(struct work *work)
{
	enum tcn_rc rc = TCN_OK;

	work->candidates = tcn_arena_zalloc(work->arena,
	    TCN_RECOMMEND_CANDIDATES, sizeof *work->candidates);
	if (!work->candidates)
		return TCN_NOMEM;
	for (size_t i = 0; i < work->seen_n && i < TCN_RECOMMEND_LATEST && !rc;
	     i++) {
		rc = add_near(work, &work->seen[i]);
		if (!rc)
			rc = add_story(work, &work->seen[i]);
	}
	return rc ? rc : add_texts(work);
}

/* --- scores --- */

static uint64_t
first_version(const struct tcn_placement *place)
{
	return place->version_of ? place->version_of : place->seq;
}

static bool
is_copy_of(const struct tcn_placement *a, const struct tcn_placement *b)
{
	return a->text_key == b->text_key || a->origin == b->origin ||
	    a->duplicate_of == b->seq || b->duplicate_of == a->seq ||
	    (a->has_fingerprint && b->has_fingerprint &&
		__builtin_popcountll(a->fingerprint ^ b->fingerprint) <=
		    TCN_WINDOW_RADIUS_COPY);
}

/* Whether it is one of those read again, or too old. */
static bool
is_left_out(const struct work *work, const struct tcn_placement *place)
{
	if (work->asked->since_ms != TCN_UNDATED &&
	    place->ts_ms < work->asked->since_ms)
		return true;
	for (size_t i = 0; i < work->seen_n; i++) {
		const struct tcn_placement *seen = &work->seen[i].item->place;

		if (first_version(place) == first_version(seen) ||
		    (!work->asked->copies && is_copy_of(place, seen)))
			return true;
	}
	return false;
}

/* The cosine of the profile and a sorted vector. */
static double
likeness_of(const struct work *work, const struct tcn_lookup_features *v)
{
	double norm = norm_of(v), sum = 0;
	size_t i = 0, k = 0;

	while (i < work->tastes_n && k < v->n) {
		uint64_t a = work->tastes[i].id, b = v->at[k].id;

		if (a == b)
			sum += work->tastes[i].weight * v->at[k].weight;
		i += a <= b;
		k += b <= a;
	}
	return norm > 0 ? sum / norm : 0;
}

static enum tcn_rc
weigh(struct work *work, const struct tcn_store_item_row *item,
    struct tcn_lookup_features *v)
{
	struct tcn_doc doc;
	enum tcn_rc rc;

	rc = tcn_lookup_weigh(work->pipe, &item->article, &work->scratch, &doc,
	    v);
	if (!rc)
		tcn_feature_sort(v->at, v->n);
	return rc;
}

/* Reads a candidate; its item stays NULL when it is left out. */
static enum tcn_rc
score(struct work *work, struct candidate *c)
{
	struct tcn_lookup_features v;
	struct tcn_store_item_row *item;
	enum tcn_rc rc = TCN_OK;

	if (work->bytes >= BYTES_MAX)
		return TCN_OK;
	rc = tcn_store_item(work->store, c->seq, work->arena, &item);
	if (rc || !item || is_left_out(work, &item->place))
		return rc;
	work->bytes += item->article.title.n + item->article.text.n;
	rc = weigh(work, item, &v);
	if (!rc && item->place.story)
		rc = tcn_store_resolve_story(work->store, item->place.story,
		    &c->story);
	c->item = item;
	c->likeness = item->article.vector_n && work->vector &&
		item->article.vector_n == work->vector_n
	    ? tcn_vector_cosine(item->article.vector, work->vector,
		  work->vector_n)
	    : likeness_of(work, &v);
	c->score = c->likeness *
	    fade(work->now_ms - item->place.ts_ms, work->asked->freshness_ms);
	return rc;
}

/* Those that are left out come last. */
static int
by_score(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (!x->item != !y->item)
		return x->item ? -1 : 1;
	if (x->score < y->score || x->score > y->score)
		return x->score > y->score ? -1 : 1;
	return (x->seq > y->seq) - (x->seq < y->seq);
}

/* --- what is listed --- */

/* Whether one that stands for it is listed. */
static bool
is_listed(const struct work *work, const struct candidate *c,
    const struct candidate *const *listed, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (first_version(&c->item->place) ==
			first_version(&listed[i]->item->place) ||
		    (!work->asked->every_item && c->story &&
			c->story == listed[i]->story) ||
		    (!work->asked->copies &&
			is_copy_of(&c->item->place, &listed[i]->item->place)))
			return true;
	return false;
}

/* What binds an item to the profile: the parts of their dot product. */
static void
add_terms(const struct work *work, const struct tcn_lookup_features *v,
    struct tcn_recommend_hit *hit)
{
	double parts[TCN_RECOMMEND_TERMS];
	size_t i = 0, k = 0;

	while (i < work->tastes_n && k < v->n) {
		const struct taste *taste = &work->tastes[i];
		uint64_t b = v->at[k].id;
		double part = taste->weight * v->at[k].weight;
		size_t at = hit->terms_n;

		i += taste->id <= b;
		k += b <= taste->id;
		if (taste->id != b || part <= 0 || !taste->word.n)
			continue;
		while (at && parts[at - 1] < part)
			at--;
		if (at == TCN_RECOMMEND_TERMS)
			continue;
		hit->terms_n += hit->terms_n < TCN_RECOMMEND_TERMS;
		for (size_t m = hit->terms_n - 1; m > at; m--) {
			parts[m] = parts[m - 1];
			hit->terms[m] = hit->terms[m - 1];
		}
		parts[at] = part;
		hit->terms[at] = taste->word;
	}
}

static double
alike(const struct tcn_store_item_row *item,
    const struct tcn_lookup_features *v, const struct seen *seen)
{
	const struct tcn_article *a = &item->article, *b = &seen->item->article;

	return a->vector_n && a->vector_n == b->vector_n
	    ? tcn_vector_cosine(a->vector, b->vector, a->vector_n)
	    : tcn_feature_cosine(v->at, v->n, seen->v.at, seen->v.n);
}

static enum tcn_rc
explain(struct work *work, const struct candidate *c,
    struct tcn_recommend_hit *hit)
{
	struct tcn_lookup_features v;
	enum tcn_rc rc = weigh(work, c->item, &v);

	*hit = (struct tcn_recommend_hit){ .item = c->item,
		.score = c->score,
		.likeness = c->likeness,
		.nearest_likeness = -2 };
	for (size_t i = 0; i < work->seen_n && !rc; i++) {
		double like = alike(c->item, &v, &work->seen[i]);

		if (like <= hit->nearest_likeness)
			continue;
		hit->nearest_likeness = like;
		hit->nearest = work->seen[i].at;
	}
	if (!rc)
		add_terms(work, &v, hit);
	return rc;
}

static enum tcn_rc
list(struct work *work, struct tcn_recommend_hits *hits)
{
	const struct candidate **listed =
	    tcn_arena_zalloc(work->arena, work->asked->limit, sizeof *listed);
	enum tcn_rc rc = TCN_OK;

	hits->at =
	    tcn_arena_zalloc(work->arena, work->asked->limit, sizeof *hits->at);
	if (!hits->at || !listed)
		return TCN_NOMEM;
	if (work->n)
		qsort(work->candidates, work->n, sizeof *work->candidates,
		    by_score);
	for (size_t i = 0; i < work->n && !rc; i++) {
		const struct candidate *c = &work->candidates[i];

		if (!c->item || c->score <= 0 || hits->n == work->asked->limit)
			break;
		hits->candidates++;
		if (is_listed(work, c, listed, hits->n))
			continue;
		listed[hits->n] = c;
		rc = explain(work, c, &hits->at[hits->n++]);
	}
	return rc;
}

enum tcn_rc
tcn_recommend(struct tcn_pipeline *pipe, struct tcn_recommend_asked *asked,
    struct tcn_arena *arena, struct tcn_recommend_hits *hits)
{
	struct work work = {
		.pipe = pipe,
		.store = tcn_pipeline_store(pipe),
		.asked = asked,
		.arena = arena,
		.now_ms = tcn_pipeline_stream_ms(pipe),
	};
	enum tcn_rc rc;

	assert(work.store && asked->limit > 0 && asked->half_life_ms > 0 &&
	    asked->freshness_ms > 0);
	assert(asked->limit <= TCN_RECOMMEND_LIMIT_MAX);
	*hits = (struct tcn_recommend_hits){ .n = 0 };
	tcn_arena_init(&work.scratch, 0);
	rc = make_profile(&work);
	if (!rc)
		rc = gather(&work);
	for (size_t i = 0; i < work.n && !rc; i++)
		rc = score(&work, &work.candidates[i]);
	if (!rc)
		rc = list(&work, hits);
	tcn_arena_fini(&work.scratch);
	tcn_near_hits_fini(&work.near);
	tcn_map_fini(&work.known);
	return rc;
}

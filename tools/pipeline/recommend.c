#include "tools/pipeline/recommend.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/item/vector.h"
#include "tools/pipeline/recommend_impl.h"

#define BYTES_MAX ((size_t)4 << 20) /* of candidates' texts */

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
is_left_out(const struct tcn_recommend_work *work,
    const struct tcn_placement *place)
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
likeness_of(const struct tcn_recommend_work *work,
    const struct tcn_lookup_features *v)
{
	double norm = tcn_recommend_norm(v), sum = 0;
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

static void
weigh(struct tcn_recommend_work *work, const struct tcn_store_item_row *item,
    struct tcn_lookup_features *v)
{
	struct tcn_doc doc;

	tcn_lookup_weigh(work->pipe, &item->article, &work->scratch, &doc, v);
	tcn_feature_sort(v->at, v->n);
}

/* Reads a candidate; its item stays NULL when it is left out. */
static enum tcn_rc
score(struct tcn_recommend_work *work, struct tcn_recommend_candidate *c)
{
	struct tcn_lookup_features v;
	struct tcn_store_item_row *item;
	enum tcn_rc rc;

	if (work->bytes >= BYTES_MAX)
		return TCN_OK;
	rc = tcn_store_item(work->store, c->seq, work->arena, &item);
	if (rc || !item || is_left_out(work, &item->place))
		return rc;
	work->bytes += item->article.title.n + item->article.text.n;
	weigh(work, item, &v);
	if (item->place.story)
		rc = tcn_store_resolve_story(work->store, item->place.story,
		    &c->story);
	c->item = item;
	c->likeness = item->article.vector_n && work->vector &&
		item->article.vector_n == work->vector_n
	    ? tcn_vector_cosine(item->article.vector, work->vector,
		  work->vector_n)
	    : likeness_of(work, &v);
	c->score = c->likeness *
	    tcn_recommend_fade(work->now_ms - item->place.ts_ms,
		work->asked->freshness_ms);
	return rc;
}

/* Those that are left out come last. */
static int
by_score(const void *a, const void *b)
{
	const struct tcn_recommend_candidate *x = a, *y = b;

	if (!x->item != !y->item)
		return x->item ? -1 : 1;
	if (x->score < y->score || x->score > y->score)
		return x->score > y->score ? -1 : 1;
	return (x->seq > y->seq) - (x->seq < y->seq);
}

/* --- what is listed --- */

/* Whether one that stands for it is listed. */
static bool
is_listed(const struct tcn_recommend_work *work,
    const struct tcn_recommend_candidate *c,
    const struct tcn_recommend_candidate *const *listed, size_t n)
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
add_terms(const struct tcn_recommend_work *work,
    const struct tcn_lookup_features *v, struct tcn_recommend_hit *hit)
{
	double parts[TCN_RECOMMEND_TERMS];
	size_t i = 0, k = 0;

	while (i < work->tastes_n && k < v->n) {
		const struct tcn_recommend_taste *taste = &work->tastes[i];
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
    const struct tcn_lookup_features *v, const struct tcn_recommend_seen *seen)
{
	const struct tcn_article *a = &item->article, *b = &seen->item->article;

	return a->vector_n && a->vector_n == b->vector_n
	    ? tcn_vector_cosine(a->vector, b->vector, a->vector_n)
	    : tcn_feature_cosine(v->at, v->n, seen->v.at, seen->v.n);
}

static void
explain(struct tcn_recommend_work *work,
    const struct tcn_recommend_candidate *c, struct tcn_recommend_hit *hit)
{
	struct tcn_lookup_features v;

	weigh(work, c->item, &v);
	*hit = (struct tcn_recommend_hit){ .item = c->item,
		.score = c->score,
		.likeness = c->likeness,
		.nearest_likeness = -2 };
	for (size_t i = 0; i < work->seen_n; i++) {
		double like = alike(c->item, &v, &work->seen[i]);

		if (like <= hit->nearest_likeness)
			continue;
		hit->nearest_likeness = like;
		hit->nearest = work->seen[i].at;
	}
	add_terms(work, &v, hit);
}

static void
list(struct tcn_recommend_work *work, struct tcn_recommend_hits *hits)
{
	const struct tcn_recommend_candidate **listed =
	    tcn_arena_zalloc(work->arena, work->asked->limit, sizeof *listed);

	hits->at =
	    tcn_arena_zalloc(work->arena, work->asked->limit, sizeof *hits->at);
	if (work->n)
		qsort(work->candidates, work->n, sizeof *work->candidates,
		    by_score);
	for (size_t i = 0; i < work->n; i++) {
		const struct tcn_recommend_candidate *c = &work->candidates[i];

		if (!c->item || c->score <= 0 || hits->n == work->asked->limit)
			break;
		hits->candidates++;
		if (is_listed(work, c, listed, hits->n))
			continue;
		listed[hits->n] = c;
		explain(work, c, &hits->at[hits->n++]);
	}
}

enum tcn_rc
tcn_recommend(struct tcn_pipeline *pipe, struct tcn_recommend_asked *asked,
    struct tcn_arena *arena, struct tcn_recommend_hits *hits)
{
	struct tcn_recommend_work work = {
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
	rc = tcn_recommend_profile(&work);
	if (!rc)
		rc = tcn_recommend_gather(&work);
	for (size_t i = 0; i < work.n && !rc; i++)
		rc = score(&work, &work.candidates[i]);
	if (!rc)
		list(&work, hits);
	tcn_arena_fini(&work.scratch);
	tcn_near_hits_fini(&work.near);
	tcn_map_fini(&work.known);
	return rc;
}

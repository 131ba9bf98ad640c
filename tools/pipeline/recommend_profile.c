/*
 * tools/pipeline/recommend_profile.c - what a reader likes, as a vector.
 */
#include <math.h>
#include <stdlib.h>

#include "engine/base/real.h"
#include "tools/pipeline/recommend_impl.h"

#define DISLIKE -.5

double
tcn_recommend_fade(int64_t age_ms, int64_t half_ms)
{
	return age_ms <= 0 ? 1
			   : tcn_real_exp2(-(double)age_ms / (double)half_ms);
}

static enum tcn_rc
find_item(const struct tcn_recommend_work *work, struct tcn_str id,
    struct tcn_store_item_row **item)
{
	uint64_t seq;
	enum tcn_rc rc = tcn_store_first_of_id(work->store, id, &seq);

	*item = NULL;
	return rc || !seq ? rc
			  : tcn_store_item(work->store, seq, work->arena, item);
}

double
tcn_recommend_norm(const struct tcn_lookup_features *v)
{
	double sum = 0;

	for (size_t i = 0; i < v->n; i++)
		sum += (double)v->at[i].weight * v->at[i].weight;
	return sqrt(sum);
}

/* How the doc writes the term, in the arena. */
static void
copy_word(const struct tcn_recommend_work *work, const struct tcn_doc *doc,
    uint64_t id, struct tcn_str *word)
{
	for (size_t i = 0; i < doc->terms_n; i++)
		if (doc->terms[i].id == id) {
			tcn_arena_str(work->arena, doc->terms[i].word, word);
			return;
		}
}

/* The same with the vector that an item was sent with; all of one stream have
 * one length. */
static void
add_vector(struct tcn_recommend_work *work, const struct tcn_article *article,
    double weight)
{
	double norm = 0;

	if (!article->vector_n)
		return;
	if (!work->vector) {
		work->vector_n = article->vector_n;
		work->vector = tcn_arena_zalloc(work->arena, work->vector_n,
		    sizeof *work->vector);
	}
	if (article->vector_n != work->vector_n)
		return;
	for (size_t i = 0; i < work->vector_n; i++)
		norm += (double)article->vector[i] * article->vector[i];
	norm = sqrt(norm);
	for (size_t i = 0; i < work->vector_n && norm > 0; i++)
		work->vector[i] += (float)(weight * article->vector[i] / norm);
}

/* Takes an item in; seen: where its vector goes, or NULL. */
static enum tcn_rc
take_item(struct tcn_recommend_work *work, struct tcn_recommend_item *asked,
    double sign, struct tcn_recommend_seen *seen)
{
	int64_t at_ms =
	    asked->at_ms == TCN_UNDATED ? work->now_ms : asked->at_ms;
	double weight = sign *
	    tcn_recommend_fade(work->now_ms - at_ms, work->asked->half_life_ms);
	struct tcn_store_item_row *item;
	struct tcn_lookup_features v;
	struct tcn_doc doc;
	uint64_t *value;
	enum tcn_rc rc = find_item(work, asked->id, &item);
	double norm;

	asked->found = item != NULL;
	if (rc || !item)
		return rc;
	tcn_map_put(&work->known, item->place.seq, &value, NULL);
	tcn_lookup_weigh(work->pipe, &item->article, &work->scratch, &doc, &v);
	/* Adds weight times the item's unit vector to the profile. */
	norm = tcn_recommend_norm(&v);
	for (size_t i = 0; i < v.n && norm > 0; i++) {
		struct tcn_recommend_taste *taste =
		    &work->tastes[work->tastes_n++];

		*taste = (struct tcn_recommend_taste){ .id = v.at[i].id,
			.weight = weight * v.at[i].weight / norm };
		copy_word(work, &doc, v.at[i].id, &taste->word);
	}
	add_vector(work, &item->article, weight);
	if (!seen)
		return TCN_OK;
	tcn_feature_sort(v.at, v.n);
	*seen =
	    (struct tcn_recommend_seen){ .item = item, .at_ms = at_ms, .v = v };
	work->seen_n++;
	return item->place.story ? tcn_store_resolve_story(work->store,
				       item->place.story, &seen->story)
				 : TCN_OK;
}

static int
by_id(const void *a, const void *b)
{
	const struct tcn_recommend_taste *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

/* The last that was read comes first; of those read at once, by number. */
static int
by_latest(const void *a, const void *b)
{
	const struct tcn_recommend_seen *x = a, *y = b;

	if (x->at_ms != y->at_ms)
		return x->at_ms > y->at_ms ? -1 : 1;
	return (x->item->place.seq > y->item->place.seq) -
	    (x->item->place.seq < y->item->place.seq);
}

/* One row a term, and a unit vector. */
static void
merge_tastes(struct tcn_recommend_work *work)
{
	struct tcn_recommend_taste *at = work->tastes;
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

enum tcn_rc
tcn_recommend_profile(struct tcn_recommend_work *work)
{
	const struct tcn_recommend_asked *asked = work->asked;
	size_t n = asked->read_n + asked->dislike_n;
	enum tcn_rc rc = TCN_OK;

	work->tastes = tcn_arena_alloc(work->arena,
	    n * TCN_FEATURE_MAX * sizeof *work->tastes + 1);
	work->seen = tcn_arena_alloc(work->arena,
	    asked->read_n * sizeof *work->seen + 1);
	for (size_t i = 0; i < asked->read_n && !rc; i++) {
		struct tcn_recommend_seen *seen = &work->seen[work->seen_n];

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

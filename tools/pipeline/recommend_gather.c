/*
 * tools/pipeline/recommend_gather.c - what may be recommended.
 */
#include "engine/base/buf.h"
#include "sql/store_search.h"
#include "tools/pipeline/recommend_impl.h"

#define WORDS       5 /* heaviest of the profile, searched for in pairs */
#define PAIR_HITS   12 /* of each pair */
#define STORY_ITEMS 120 /* of all stories, the newest of each, */
#define STORY_MOST  25 /* and no more of each */
#define NEAR_ITEMS  20 /* of each that was read */

static void
add(struct tcn_recommend_work *work, uint64_t seq)
{
	uint64_t *value;
	bool added;

	if (work->n == TCN_RECOMMEND_CANDIDATES)
		return;
	tcn_map_put(&work->known, seq, &value, &added);
	if (added)
		work->candidates[work->n++] =
		    (struct tcn_recommend_candidate){ .seq = seq };
}

static void
add_near(struct tcn_recommend_work *work, const struct tcn_recommend_seen *seen)
{
	const struct tcn_placement *place = &seen->item->place;
	struct tcn_window *window =
	    tcn_detector_window(tcn_pipeline_detector(work->pipe));

	if (!place->has_fingerprint)
		return;
	tcn_near_find(tcn_window_near(window), place->fingerprint,
	    TCN_WINDOW_RADIUS_SIMILAR, INT64_MIN, INT64_MAX, &work->near);
	for (size_t i = 0; i < work->near.n && i < NEAR_ITEMS; i++)
		add(work, work->near.at[i].seq);
}

static enum tcn_rc
add_story(struct tcn_recommend_work *work,
    const struct tcn_recommend_seen *seen, size_t most)
{
	struct tcn_store_seq_list items;
	enum tcn_rc rc;

	if (!seen->story)
		return TCN_OK;
	rc = tcn_store_story_latest(work->store, seen->story, most, work->arena,
	    &items);
	for (size_t i = 0; !rc && i < items.n; i++)
		add(work, items.at[i].seq);
	return rc;
}

/* The terms of greatest weight, ties by id; returns how many. */
static size_t
heaviest(const struct tcn_recommend_work *work,
    const struct tcn_recommend_taste *top[WORDS])
{
	size_t n = 0;

	for (size_t i = 0; i < work->tastes_n; i++) {
		const struct tcn_recommend_taste *taste = &work->tastes[i];
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
add_pair(struct tcn_recommend_work *work, struct tcn_str one,
    struct tcn_str two)
{
	struct tcn_buf query = { 0 };
	struct tcn_store_search_hits hits = { 0 };
	enum tcn_rc rc;

	tcn_buf_printf(&query, "%.*s %.*s", TCN_STR_ARG(one), TCN_STR_ARG(two));
	rc = tcn_store_search(work->store, tcn_buf_view(&query),
	    TCN_STORE_SEARCH_NEWEST, PAIR_HITS, work->arena, &hits);
	tcn_buf_fini(&query);
	for (size_t i = 0; i < hits.n && !rc; i++)
		add(work, hits.at[i].seq);
	return rc;
}

static enum tcn_rc
add_texts(struct tcn_recommend_work *work)
{
	const struct tcn_recommend_taste *top[WORDS];
	size_t n = heaviest(work, top);
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < n && !rc; i++)
		for (size_t k = i + 1; k < n && !rc; k++)
			rc = add_pair(work, top[i]->word, top[k]->word);
	return rc;
}

enum tcn_rc
tcn_recommend_gather(struct tcn_recommend_work *work)
{
	size_t n = work->seen_n < TCN_RECOMMEND_LATEST ? work->seen_n
						       : TCN_RECOMMEND_LATEST;
	size_t most = n ? STORY_ITEMS / n : 0;
	enum tcn_rc rc = TCN_OK;

	most = most > STORY_MOST ? STORY_MOST : most;
	work->candidates = tcn_arena_zalloc(work->arena,
	    TCN_RECOMMEND_CANDIDATES, sizeof *work->candidates);
	for (size_t i = 0; i < n && !rc; i++) {
		add_near(work, &work->seen[i]);
		rc = add_story(work, &work->seen[i], most);
	}
	return rc ? rc : add_texts(work);
}

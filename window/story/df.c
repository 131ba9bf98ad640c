#include "window/story/df.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/ascii.h"
#include "engine/base/mem.h"
#include "window/story/baseline.h"

#define WORD_BYTES 48

void
tcn_df_init(struct tcn_df *df, int64_t half_life_ms, size_t max,
    struct tcn_slab *slab)
{
	assert(half_life_ms > 0);
	*df = (struct tcn_df){ .max = max, .slab = slab };
	df->clock.half_ms = half_life_ms;
	tcn_decay_set_now(&df->clock, 0);
}

void
tcn_df_fini(struct tcn_df *df)
{
	tcn_map_fini(&df->slots);
	tcn_mem_free(df->rows);
	tcn_mem_free(df->refs);
	tcn_mem_free(df->cached);
	tcn_mem_free(df->unused.at);
	tcn_journal_fini(&df->journal);
	*df = (struct tcn_df){ 0 };
}

void
tcn_df_set_now(struct tcn_df *df, int64_t now_ms)
{
	if (now_ms != df->clock.now_ms)
		tcn_decay_set_now(&df->clock, now_ms);
}

uint32_t
tcn_df_find(const struct tcn_df *df, uint64_t id)
{
	const uint64_t *slot = tcn_map_find(&df->slots, id);

	return slot ? (uint32_t)*slot : TCN_DF_NONE;
}

void
tcn_df_find_all(struct tcn_df *df, const struct tcn_term *terms, size_t n)
{
	uint32_t *seen =
	    tcn_mem_grow(df->cached, &df->cached_cap, n, sizeof *seen);

	df->cached = seen;
	df->cached_n = n;
	for (size_t i = 0; i < n; i++)
		tcn_map_prefetch(&df->slots, terms[i].id);
	for (size_t i = 0; i < n; i++) {
		seen[i] = tcn_df_find(df, terms[i].id);
		tcn_df_prefetch(df, seen[i]);
	}
}

/* How much of the word fits, cut between characters of UTF-8. */
static uint8_t
word_bytes(struct tcn_str word)
{
	size_t n = word.n;

	if (n > WORD_BYTES)
		for (n = WORD_BYTES; n && ((uint8_t)word.at[n] >> 6) == 2;)
			n--;
	return (uint8_t)n;
}

static void
drop_row(struct tcn_df *df, uint32_t slot)
{
	struct tcn_df_row *row = &df->rows[slot];

	assert(row->live && !df->refs[slot] && !row->postings.n);
	tcn_map_remove(&df->slots, row->id);
	tcn_slab_free(df->slab, row->word, row->word_n);
	tcn_baseline_free_rate(df->slab, &row->rate);
	*row = (struct tcn_df_row){ .mark = row->mark };
	tcn_slots_add(&df->unused, slot);
}

/* What eviction sorts by. */
struct rank {
	double items, stories;
	uint64_t id;
	uint32_t slot;
};

static int
by_rank(const void *left, const void *right)
{
	const struct rank *a = left, *b = right;

	if (a->items != b->items)
		return a->items < b->items ? -1 : 1;
	if (a->stories != b->stories)
		return a->stories < b->stories ? -1 : 1;
	return a->id < b->id ? -1 : a->id > b->id;
}

static size_t
rank_rows(const struct tcn_df *df, struct rank *ranks)
{
	size_t n = 0;

	for (uint32_t slot = 0; slot < df->n; slot++) {
		const struct tcn_df_row *row = &df->rows[slot];

		if (row->live && !df->refs[slot])
			ranks[n++] = (struct rank){
				.items = tcn_df_items(df, slot),
				.stories = tcn_df_stories(df, slot),
				.id = row->id,
				.slot = slot,
			};
	}
	qsort(ranks, n, sizeof *ranks, by_rank);
	return n;
}

/* Drops the first n of the ranked rows, for which there is room. */
static enum tcn_rc
drop_ranked(struct tcn_df *df, const struct rank *ranks, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		tcn_journal_remove(&df->journal, ranks[i].id);
		drop_row(df, ranks[i].slot);
	}
	df->evicted += n;
	return n ? TCN_OK : TCN_LIMIT;
}

static enum tcn_rc
evict(struct tcn_df *df)
{
	struct rank *ranks = tcn_mem_alloc(df->n * sizeof *ranks);
	size_t most = df->max / 4 + 1, n;
	enum tcn_rc rc;

	n = rank_rows(df, ranks);
	rc = drop_ranked(df, ranks, n < most ? n : most);
	tcn_mem_free(ranks);
	return rc;
}

/* Whether too few rows could be evicted for that to be worth a sort. */
static bool
is_crowded(const struct tcn_df *df)
{
	return df->max - df->refs_n < (df->max + 15) / 16;
}

static enum tcn_rc
free_slot(struct tcn_df *df, uint32_t *slot)
{
	enum tcn_rc rc;

	if (df->slots.n >= df->max) {
		rc = is_crowded(df) ? TCN_LIMIT : evict(df);
		df->refused += rc == TCN_LIMIT;
		if (rc)
			return rc;
	}
	df->rows = tcn_slots_take(&df->unused, df->rows, &df->n, &df->cap,
	    sizeof *df->rows, slot);
	df->refs =
	    tcn_mem_grow(df->refs, &df->refs_cap, df->n, sizeof *df->refs);
	df->refs[*slot] = 0; /* as of any unused slot */
	return TCN_OK;
}

enum tcn_rc
tcn_df_put(struct tcn_df *df, uint64_t id, struct tcn_str word, uint32_t *slot)
{
	const uint64_t *known = tcn_map_find(&df->slots, id);
	uint8_t word_n = word_bytes(word);
	uint64_t *value;
	char *copy;
	enum tcn_rc rc;
	struct tcn_df_row *row;

	if (known) {
		*slot = (uint32_t)*known;
		return TCN_OK;
	}
	rc = free_slot(df, slot);
	if (rc)
		return rc;
	copy = tcn_slab_alloc(df->slab, word_n);
	tcn_df_mark_dirty(df, *slot);
	tcn_map_put(&df->slots, id, &value, NULL);
	if (word_n)
		memcpy(copy, word.at, word_n);
	*value = *slot;
	row = &df->rows[(*slot)];
	row->id = id;
	row->word = copy;
	row->word_n = word_n;
	row->figures = tcn_ascii_has_digit(copy, word_n);
	row->live = true;
	return TCN_OK;
}

void
tcn_df_ref(struct tcn_df *df, uint32_t slot)
{
	assert(slot < df->n && df->rows[slot].live);
	df->refs_n += df->refs[slot]++ == 0;
}

void
tcn_df_unref(struct tcn_df *df, uint32_t slot)
{
	assert(slot < df->n && df->refs[slot] > 0);
	df->refs_n -= --df->refs[slot] == 0;
}

size_t
tcn_df_bytes(const struct tcn_df *df)
{
	return df->cap * sizeof *df->rows + tcn_map_bytes(&df->slots) +
	    (df->refs_cap + df->cached_cap) * sizeof *df->refs +
	    df->unused.cap * sizeof *df->unused.at +
	    tcn_journal_bytes(&df->journal);
}

static enum tcn_rc
check_row(const struct tcn_df *df, uint32_t slot, struct tcn_err *err)
{
	const struct tcn_df_row *row = &df->rows[slot];

	if (!row->live && (df->refs[slot] || row->postings.n))
		return tcn_err_set(err, TCN_CORRUPT,
		    "slot %u is free, but %u references point there", slot,
		    df->refs[slot]);
	if (!row->live)
		return TCN_OK;
	if (tcn_df_find(df, row->id) != slot)
		return tcn_err_set(err, TCN_CORRUPT,
		    "slot %u is not found by its term", slot);
	if (row->word_n > WORD_BYTES || !(row->items.sum >= 0) ||
	    !(row->stories.sum >= 0))
		return tcn_err_set(err, TCN_CORRUPT,
		    "slot %u: %g items, %g stories, a word of %u bytes", slot,
		    row->items.sum, row->stories.sum, row->word_n);
	return TCN_OK;
}

enum tcn_rc
tcn_df_check(const struct tcn_df *df, struct tcn_err *err)
{
	size_t live = 0, referenced = 0;
	enum tcn_rc rc = TCN_OK;

	for (uint32_t slot = 0; slot < df->n && !rc; slot++) {
		live += df->rows[slot].live;
		referenced += df->refs[slot] > 0;
		rc = check_row(df, slot, err);
	}
	for (size_t i = 0; i < df->unused.n && !rc; i++)
		if (df->unused.at[i] >= df->n ||
		    df->rows[df->unused.at[i]].live)
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "slot %u is in use and free", df->unused.at[i]);
	if (rc)
		return rc;
	if (live != df->slots.n || live > df->max ||
	    live + df->unused.n != df->n || referenced != df->refs_n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu terms of %zu slots, %zu named, %zu slots free, "
		    "%zu referenced, counted %zu",
		    live, df->n, df->slots.n, df->unused.n, referenced,
		    df->refs_n);
	return df->n ? tcn_journal_check_slots(&df->journal, &df->rows->mark,
			   sizeof *df->rows, df->n, err)
		     : tcn_journal_check(&df->journal, err);
}

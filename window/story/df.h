/*
 * window/story/df.h - the dictionary: how common each term is, and its word.
 *
 * A row for each term, found by the term's number. It counts the items that
 * contain the term (document frequency, for the weights of fingerprints) and
 * the *stories* that do (for the story tier, where a story of 500 items must
 * not make its own words look common); both counts decay with one half-life
 * (window/base/decay.h). It also carries what other modules attach to a term:
 * the postings of the inverted index (window/base/postings.h) and its rate
 * (window/story/baseline.h).
 *
 * At most `max` rows. When they are used up, the quarter of the rows with the
 * least counts is evicted (by decayed items, then stories, then number), but
 * never a row that is referenced. A term that finds no room is refused with
 * TCN_LIMIT and counts as unknown. So is every new term while less than a
 * sixteenth of the rows could be evicted, as an eviction that frees few rows
 * would soon be due again.
 *
 * Rows are named by slot. A slot stays valid while the row is referenced;
 * pointers to rows do not outlive the next put. No decision may depend on
 * slots, because they differ after a restart. Cost: one map look-up and one
 * cache line a term; an eviction O(max log max) every max / 4 new terms.
 *
 * Invariants (tcn_df_check): the map names every live row; every other slot is
 * in the list of unused ones; refs_n counts the rows that are referenced.
 */
#ifndef TCN_WINDOW_STORY_DF_H
#define TCN_WINDOW_STORY_DF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "engine/item/doc.h"
#include "window/base/decay.h"
#include "window/base/journal.h"
#include "window/base/postings.h"
#include "window/base/slab.h"
#include "window/base/slots.h"
#include "window/story/baseline.h"

#define TCN_DF_NONE UINT32_MAX

struct tcn_df_row {
	uint64_t id;
	struct tcn_decay_count items;
	struct tcn_decay_count stories;
	struct tcn_baseline_rate rate;
	/* when a story with this term last fired; 0: never */
	int64_t reported_ms;
	struct tcn_postings postings;
	char *word; /* the surface form that was seen first, cut to 48 bytes */
	uint8_t word_n;
	bool figures; /* the word has a digit in it */
	bool live;
	uint32_t mark; /* of the journal */
};

struct tcn_df {
	struct tcn_df_row *rows;
	uint32_t *refs; /* for each row: items and stories that refer to it */
	size_t n, cap; /* slots used so far; capacity */
	size_t refs_cap;
	struct tcn_map slots; /* term number -> slot */
	struct tcn_slots unused;
	size_t max;
	size_t refs_n; /* rows that are referenced */
	uint32_t *cached; /* the slots that tcn_df_find_all() found last */
	size_t cached_n, cached_cap;
	struct tcn_slab *slab; /* of words, postings, peaks */
	struct tcn_decay clock;
	struct tcn_decay_count docs; /* items counted */
	struct tcn_decay_count stories; /* stories counted */
	struct tcn_journal journal; /* changed slots, terms evicted */
	uint64_t evicted, refused; /* since the start */
};

/* Makes an empty dictionary without allocating. The slab must outlive df. */
void tcn_df_init(struct tcn_df *df, int64_t half_life_ms, size_t max,
    struct tcn_slab *slab);
void tcn_df_fini(struct tcn_df *df);

/* Sets the clock, to which all counts below refer. */
void tcn_df_set_now(struct tcn_df *df, int64_t now_ms);

/* The slot of a term, or TCN_DF_NONE. */
uint32_t tcn_df_find(const struct tcn_df *df, uint64_t id);

/* Prefetches the row of a slot; TCN_DF_NONE is allowed. */
static inline void
tcn_df_prefetch(const struct tcn_df *df, uint32_t slot)
{
	const char *row;

	if (slot == TCN_DF_NONE)
		return;
	row = (const char *)&df->rows[slot];
	__builtin_prefetch(row);
	__builtin_prefetch(row + sizeof *df->rows - 1);
	__builtin_prefetch(&df->refs[slot]);
}

/*
 * Looks up all n terms, prefetching their rows together, and caches the slot of
 * each by its index until the next call.
 */
void tcn_df_find_all(struct tcn_df *df, const struct tcn_term *terms, size_t n);

/* Whether the last tcn_df_find_all() was probably for these terms; a wrong
 * answer costs only time. */
static inline bool
tcn_df_is_cached(const struct tcn_df *df, const struct tcn_term *terms,
    size_t n)
{
	uint32_t slot = df->cached_n == n && n ? df->cached[0] : TCN_DF_NONE;

	return slot != TCN_DF_NONE && df->rows[slot].id == terms[0].id;
}

/*
 * As tcn_df_find(), for the term with index i of the last tcn_df_find_all():
 * uses the cached slot if it still has that term, else searches the map.
 */
static inline uint32_t
tcn_df_find_cached(const struct tcn_df *df, size_t i, uint64_t id)
{
	uint32_t slot = i < df->cached_n ? df->cached[i] : TCN_DF_NONE;

	if (slot != TCN_DF_NONE && df->rows[slot].live &&
	    df->rows[slot].id == id)
		return slot;
	return tcn_df_find(df, id);
}

/*
 * As tcn_df_find(), but makes a row when the term is new. TCN_LIMIT: there is
 * no room; nothing has changed but possible evictions.
 */
TCN_MUST_USE enum tcn_rc tcn_df_put(struct tcn_df *df, uint64_t id,
    struct tcn_str word, uint32_t *slot);

/* Count references to a row, which is not evicted while it has any. */
void tcn_df_ref(struct tcn_df *df, uint32_t slot);
void tcn_df_unref(struct tcn_df *df, uint32_t slot);

/* Notes that the row must be saved. */
static inline void
tcn_df_mark_dirty(struct tcn_df *df, uint32_t slot)
{
	tcn_journal_change(&df->journal, slot, &df->rows[slot].mark);
}

static inline struct tcn_df_row *
tcn_df_row(const struct tcn_df *df, uint32_t slot)
{
	return &df->rows[slot];
}

static inline double
tcn_df_items(const struct tcn_df *df, uint32_t slot)
{
	return tcn_decay_read(&df->clock, df->rows[slot].items);
}

static inline double
tcn_df_stories(const struct tcn_df *df, uint32_t slot)
{
	return tcn_decay_read(&df->clock, df->rows[slot].stories);
}

/* Bytes held outside the slab. */
size_t tcn_df_bytes(const struct tcn_df *df);

/*
 * Validator: TCN_CORRUPT, and in err a sentence, when map, rows, free slots,
 * references and journal disagree. O(rows).
 */
TCN_MUST_USE enum tcn_rc tcn_df_check(const struct tcn_df *df,
    struct tcn_err *err);

#endif

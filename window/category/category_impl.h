/*
 * window/category/category_impl.h - the members of a model. Private to
 * category*.c: category.c guesses and learns, category_table.c keeps words and
 * categories, category_state.c saves them.
 */
#ifndef TCN_WINDOW_CATEGORY_CATEGORY_IMPL_H
#define TCN_WINDOW_CATEGORY_CATEGORY_IMPL_H

#include "engine/base/buf.h"
#include "engine/base/map.h"
#include "window/base/decay.h"
#include "window/base/journal.h"
#include "window/base/slab.h"
#include "window/category/category.h"

enum {
	/* Margins are counted in steps of 1/32 up to 64. */
	TCN_CATEGORY_STEPS = 2048,
	TCN_CATEGORY_STEPS_A_NAT = 32,
	/* So many are one row of the saved state. */
	TCN_CATEGORY_PAGE = 128,
	TCN_CATEGORY_PAGES = TCN_CATEGORY_MARGINS / TCN_CATEGORY_PAGE,
};

/* How often a word was in articles of one category. */
struct tcn_category_entry {
	double sum; /* in units of the row's epoch */
	uint32_t slot; /* of the category */
	uint32_t number; /* its number: else the entry is void */
};

struct tcn_category_row {
	uint64_t id; /* of the term */
	struct tcn_category_entry *entries; /* in the slab */
	uint32_t n, cap;
	int32_t epoch; /* of the clock, for all sums */
	uint32_t mark; /* of the journal */
};

struct tcn_category_label {
	char *name; /* as first sent; NULL: the slot is free */
	char *folded;
	uint32_t number; /* never given out again */
	struct tcn_decay_count docs; /* D_c */
	struct tcn_decay_count terms; /* N_c */
	bool dirty;
};

/*
 * Invariants (tcn_category_check): the map names every row by its id; live
 * labels have distinct names and numbers below next_number; the entries of a
 * row are of distinct slots; of each live label the entries add up to `terms`;
 * counts[] counts the steps in the ring.
 */
struct tcn_category {
	struct tcn_category_conf conf;
	struct tcn_buf none; /* its words, folded, each before a NUL */
	struct tcn_decay clock;
	struct tcn_slab slab; /* of entries */
	struct tcn_category_row *rows;
	size_t n, cap;
	struct tcn_map by_id; /* index of rows */
	struct tcn_journal journal; /* of rows, by id */
	struct tcn_category_label labels[TCN_CATEGORY_LABELS_MAX];
	size_t labels_n;
	uint32_t slots_n; /* the slots from here on are free */
	uint32_t next_number; /* from 1 */
	uint64_t forgotten;
	uint32_t gone[TCN_CATEGORY_LABELS_MAX / 32]; /* slots to be unsaved */

	uint16_t margins[TCN_CATEGORY_MARGINS]; /* ring, in steps */
	uint32_t margins_n, margins_next;
	uint32_t counts[TCN_CATEGORY_STEPS];
	uint32_t pages_dirty; /* a bit for each */
	bool totals_dirty;

	struct tcn_buf folded; /* scratch */
	double sums[TCN_CATEGORY_LABELS_MAX]; /* scratch: of logarithms */
	double products[TCN_CATEGORY_LABELS_MAX];
};

/* The words of doc that count; returns how many. */
size_t tcn_category_words(const struct tcn_doc *doc,
    uint64_t words[TCN_CATEGORY_WORDS]);

static inline bool
tcn_category_is_live(const struct tcn_category *model,
    const struct tcn_category_entry *entry)
{
	const struct tcn_category_label *label = &model->labels[entry->slot];

	return label->name && label->number == entry->number;
}

/* What a sum of the row is worth at the clock's time. */
static inline double
tcn_category_scale(const struct tcn_category *model,
    const struct tcn_category_row *row)
{
	double scale = 1 / model->clock.unit;

	return row->epoch == model->clock.epoch
	    ? scale
	    : tcn_real_ldexp(scale, row->epoch - model->clock.epoch);
}

/* The row of a word; NULL: it is not known. Until the next put. */
struct tcn_category_row *tcn_category_row(const struct tcn_category *model,
    uint64_t id);

/* The same, made if it is new: *row. TCN_NOMEM. */
TCN_MUST_USE enum tcn_rc tcn_category_put_row(struct tcn_category *model,
    uint64_t id, struct tcn_category_row **row);

/* The entry of a live label in a row, made if it is new; the row is as of the
 * clock's epoch afterwards, without void entries. NULL: TCN_NOMEM. */
struct tcn_category_entry *tcn_category_put_entry(struct tcn_category *model,
    struct tcn_category_row *row, uint32_t slot);

/*
 * The slot of a category by its folded name, TCN_CATEGORY_LABELS_MAX if it is
 * not known; with add, a new one's, for which the least used may go. TCN_NOMEM.
 */
uint32_t tcn_category_find_label(const struct tcn_category *model,
    struct tcn_str folded);
TCN_MUST_USE enum tcn_rc tcn_category_add_label(struct tcn_category *model,
    struct tcn_str name, struct tcn_str folded, uint32_t *slot);

/* Frees a label's names. */
void tcn_category_drop_label(struct tcn_category *model, uint32_t slot);

/* Adds a margin, in steps, to the ring; the oldest goes when it is full. */
void tcn_category_note_margin(struct tcn_category *model, uint16_t step);

/* The least step of a sure guess. */
uint32_t tcn_category_sure_step(const struct tcn_category *model);

#endif

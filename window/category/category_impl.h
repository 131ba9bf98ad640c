/*
 * window/category/category_impl.h - the members of a model. Private to
 * category*.c: category.c learns, category_guess.c guesses, category_table.c
 * keeps words and categories, category_state.c saves them.
 */
#ifndef TCN_WINDOW_CATEGORY_CATEGORY_IMPL_H
#define TCN_WINDOW_CATEGORY_CATEGORY_IMPL_H

#include "engine/base/buf.h"
#include "engine/base/map.h"
#include "window/base/decay.h"
#include "window/base/journal.h"
#include "window/base/slab.h"
#include "window/category/calibration.h"
#include "window/category/category.h"

enum {
	/* Margins are counted in steps of 1/32 up to 64. */
	TCN_CATEGORY_STEPS = 2048,
	TCN_CATEGORY_STEPS_A_NAT = 32,
	/* Margins in one row of the saved state. */
	TCN_CATEGORY_PAGE = 128,
	TCN_CATEGORY_PAGES = TCN_CATEGORY_MARGINS / TCN_CATEGORY_PAGE,
	/* Margins from one fit of the calibration to the next. */
	TCN_CATEGORY_FIT_EVERY = 64,
	/* Spellings in the cache `asked`. */
	TCN_CATEGORY_ASKED = 256,
};

/* The greatest count that a saved row may have. */
#define TCN_CATEGORY_COUNT_MAX 1e12

/* How often a word was in articles of one category. */
struct tcn_category_entry {
	double sum; /* in units of the row's epoch */
	uint32_t slot; /* of the category */
	/* must be the category's number; else the entry is void */
	uint32_t number;
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
	uint64_t hash; /* of folded */
	bool dirty;
};

/* A cached answer about a category as it was sent, since folding takes
 * longer. */
struct tcn_category_asked {
	char sent[TCN_CATEGORY_NAME_BYTES];
	size_t n; /* of sent; 0: the entry is empty */
	bool says; /* it is a category */
	/* its slot, valid while `number` is still the one there */
	uint32_t slot;
	uint32_t number;
};

/*
 * Invariants (tcn_category_check): the map names every row by its id; live
 * labels have distinct names and numbers below next_number; the entries of a
 * row are of distinct slots; of each live label the entries add up to `terms`;
 * a free slot's numbers are 0; counts[] counts the steps in the ring, of which
 * `below` lie below sure_step.
 */
struct tcn_category {
	struct tcn_category_conf conf;
	struct tcn_buf none; /* its words, folded, each before a NUL */
	struct tcn_decay clock;
	double inverse_unit; /* 1 / clock.unit */
	struct tcn_slab slab; /* of entries */
	struct tcn_category_row *rows;
	size_t n, cap;
	struct tcn_map by_id; /* index of rows */
	struct tcn_journal journal; /* of rows, by id */
	struct tcn_category_label labels[TCN_CATEGORY_LABELS_MAX];
	/* By slot of the label: D_c and N_c, in units of the clock's epoch, and
	 * the label's number, which is never reused. */
	double docs[TCN_CATEGORY_LABELS_MAX];
	double terms[TCN_CATEGORY_LABELS_MAX];
	uint32_t numbers[TCN_CATEGORY_LABELS_MAX];
	size_t labels_n;
	uint32_t slots_n; /* the slots from here on are free */
	uint32_t next_number; /* from 1 */
	uint64_t forgotten;
	/* a bit for each slot whose saved row must be deleted */
	uint32_t gone[TCN_CATEGORY_LABELS_MAX / 32];

	uint16_t margins[TCN_CATEGORY_MARGINS]; /* ring, in steps */
	uint32_t margins_n, margins_next;
	uint32_t turn; /* articles since the last with a category was guessed */
	uint32_t counts[TCN_CATEGORY_STEPS];
	uint32_t sure_step, below; /* the least margin of a sure guess */
	uint32_t pages_dirty; /* a bit for each */
	bool totals_dirty;

	struct tcn_calibration calibration; /* in units of the clock's epoch */
	uint64_t bins_dirty; /* a bit for each of its bins */

	struct tcn_category_asked asked[TCN_CATEGORY_ASKED]; /* by hash */
	struct tcn_buf folded; /* scratch */
	/* Scratch: each product is a number of this array times two to the
	 * power of the other's. */
	double products[TCN_CATEGORY_LABELS_MAX];
	int32_t exponents[TCN_CATEGORY_LABELS_MAX];
};

/* Sets words to those of doc that count, and returns how many there are. */
size_t tcn_category_words(const struct tcn_doc *doc,
    uint64_t words[TCN_CATEGORY_WORDS]);

static inline bool
tcn_category_is_live(const struct tcn_category *model,
    const struct tcn_category_entry *entry)
{
	return model->numbers[entry->slot] == entry->number;
}

/* Converts a sum of the row to the clock's time. */
static inline double
tcn_category_scale(const struct tcn_category *model,
    const struct tcn_category_row *row)
{
	return row->epoch == model->clock.epoch
	    ? model->inverse_unit
	    : tcn_real_ldexp(model->inverse_unit,
		  row->epoch - model->clock.epoch);
}

/* Sets the clock, and converts the categories' counts to its epoch. */
void tcn_category_set_clock(struct tcn_category *model, int64_t now_ms);

/* The row of a word, valid until the next put; NULL: the word is unknown. */
struct tcn_category_row *tcn_category_row(const struct tcn_category *model,
    uint64_t id);

/* Sets rows to those of all words, NULL for unknown ones, and prefetches their
 * entries. */
void tcn_category_find_rows(const struct tcn_category *model,
    const uint64_t *words, size_t n, struct tcn_category_row **rows);

/* The row of a word; made if it is new. */
struct tcn_category_row *tcn_category_put_row(struct tcn_category *model,
    uint64_t id);

/* The entry of a live label in a row, made if it is new. Converts the row to
 * the clock's epoch. */
struct tcn_category_entry *tcn_category_put_entry(struct tcn_category *model,
    struct tcn_category_row *row, uint32_t slot);

/* Finds the slot of a category by its folded name; TCN_CATEGORY_LABELS_MAX: it
 * is unknown. add_label makes a slot for a new one, for which it may drop the
 * least used category. */
uint32_t tcn_category_find_label(const struct tcn_category *model,
    struct tcn_str folded);
void tcn_category_add_label(struct tcn_category *model, struct tcn_str name,
    struct tcn_str folded, uint32_t *slot);

/* Frees a label's names, and its slot. */
void tcn_category_drop_label(struct tcn_category *model, uint32_t slot);

/* Adds a margin, in steps, to the ring; the oldest goes when it is full. */
void tcn_category_note_margin(struct tcn_category *model, uint16_t step);

/* Computes sure_step and below from the ring of margins. */
void tcn_category_find_sure(struct tcn_category *model);

#endif

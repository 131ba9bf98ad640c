#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "window/category/category_impl.h"

/* --- words --- */

struct tcn_category_row *
tcn_category_row(const struct tcn_category *model, uint64_t id)
{
	const uint64_t *at = tcn_map_find(&model->by_id, id);

	return at ? &model->rows[*at] : NULL;
}

void
tcn_category_find_rows(const struct tcn_category *model, const uint64_t *words,
    size_t n, struct tcn_category_row **rows)
{
	for (size_t i = 0; i < n; i++)
		tcn_map_prefetch(&model->by_id, words[i]);
	for (size_t i = 0; i < n; i++) {
		rows[i] = tcn_category_row(model, words[i]);
		if (rows[i])
			__builtin_prefetch(rows[i]);
	}
	for (size_t i = 0; i < n; i++)
		if (rows[i])
			__builtin_prefetch(rows[i]->entries);
}

/* What eviction sorts by. */
struct rank {
	double count; /* of live entries, now */
	uint64_t id;
	size_t at;
};

static int
by_rank(const void *left, const void *right)
{
	const struct rank *a = left, *b = right;

	if (a->count != b->count)
		return a->count < b->count ? -1 : 1;
	return (a->id > b->id) - (a->id < b->id);
}

static double
count_of(const struct tcn_category *model, const struct tcn_category_row *row)
{
	double sum = 0;

	for (uint32_t i = 0; i < row->n; i++)
		if (tcn_category_is_live(model, &row->entries[i]))
			sum += row->entries[i].sum;
	return sum * tcn_category_scale(model, row);
}

/* Takes what the row counts off the categories, and frees it. */
static void
drop_row(struct tcn_category *model, struct tcn_category_row *row)
{
	int by = row->epoch - model->clock.epoch;

	for (uint32_t i = 0; i < row->n; i++) {
		uint32_t slot = row->entries[i].slot;

		if (!tcn_category_is_live(model, &row->entries[i]))
			continue;
		model->terms[slot] -= tcn_real_ldexp(row->entries[i].sum, by);
		if (model->terms[slot] < 0) /* by rounding */
			model->terms[slot] = 0;
		model->labels[slot].dirty = true;
	}
	tcn_slab_free(&model->slab, row->entries,
	    row->cap * sizeof *row->entries);
	tcn_map_remove(&model->by_id, row->id);
	row->entries = NULL;
}

/* Closes the gaps that dropped rows left, in order. */
static void
close_gaps(struct tcn_category *model)
{
	size_t n = 0;

	for (size_t i = 0; i < model->n; i++) {
		if (!model->rows[i].entries)
			continue;
		if (n < i) {
			model->rows[n] = model->rows[i];
			*tcn_map_find(&model->by_id, model->rows[n].id) = n;
		}
		n++;
	}
	model->n = n;
}

struct tcn_category_row *
tcn_category_put_row(struct tcn_category *model, uint64_t id)
{
	struct tcn_category_row *row = tcn_category_row(model, id);
	struct tcn_category_row *rows;
	uint64_t *at;

	if (row)
		return row;
	if (model->n >= model->conf.terms_max) {
		/* Forgets the quarter of the words that counts least. */
		struct rank *ranks = tcn_mem_alloc(model->n * sizeof *ranks);
		size_t most = model->conf.terms_max / 4 + 1;

		for (size_t i = 0; i < model->n; i++)
			ranks[i] =
			    (struct rank){ count_of(model, &model->rows[i]),
				    model->rows[i].id, i };
		qsort(ranks, model->n, sizeof *ranks, by_rank);
		for (size_t i = 0; i < most && i < model->n; i++) {
			tcn_journal_remove(&model->journal, ranks[i].id);
			drop_row(model, &model->rows[ranks[i].at]);
		}
		close_gaps(model);
		tcn_mem_free(ranks);
	}
	rows =
	    tcn_mem_grow(model->rows, &model->cap, model->n + 1, sizeof *rows);
	model->rows = rows;
	tcn_map_put(&model->by_id, id, &at, NULL);
	*at = model->n;
	row = &rows[model->n++];
	*row =
	    (struct tcn_category_row){ .id = id, .epoch = model->clock.epoch };
	return row;
}

/* Brings the sums to the clock's epoch. */
static void
refresh(const struct tcn_category *model, struct tcn_category_row *row)
{
	int by = row->epoch - model->clock.epoch;

	if (!by)
		return;
	for (uint32_t i = 0; i < row->n; i++)
		row->entries[i].sum = tcn_real_ldexp(row->entries[i].sum, by);
	row->epoch = model->clock.epoch;
}

static void
leave_out_void(const struct tcn_category *model, struct tcn_category_row *row)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < row->n; i++)
		if (tcn_category_is_live(model, &row->entries[i]))
			row->entries[n++] = row->entries[i];
	row->n = n;
}

struct tcn_category_entry *
tcn_category_put_entry(struct tcn_category *model, struct tcn_category_row *row,
    uint32_t slot)
{
	const uint32_t number = model->numbers[slot];
	struct tcn_category_entry *entries;

	refresh(model, row);
	for (uint32_t i = 0; i < row->n; i++)
		if (row->entries[i].number == number)
			return &row->entries[i];
	/* At sizes that do not depend on what room there is, so that a restored
	 * model does it at the same ones. */
	if ((row->n & (row->n - 1)) == 0)
		leave_out_void(model, row);
	entries = tcn_slab_fit(&model->slab, row->entries, row->n, &row->cap,
	    row->n + 1, sizeof *entries);
	row->entries = entries;
	entries[row->n] =
	    (struct tcn_category_entry){ .slot = slot, .number = number };
	return &entries[row->n++];
}

/* --- categories --- */

uint32_t
tcn_category_find_label(const struct tcn_category *model, struct tcn_str folded)
{
	uint64_t hash = XXH3_64bits(folded.at, folded.n);
	uint32_t slot = 0;

	while (slot < model->slots_n &&
	    (model->labels[slot].hash != hash || !model->labels[slot].name ||
		!tcn_str_equal(tcn_str(model->labels[slot].folded), folded)))
		slot++;
	return slot < model->slots_n ? slot : TCN_CATEGORY_LABELS_MAX;
}

void
tcn_category_drop_label(struct tcn_category *model, uint32_t slot)
{
	struct tcn_category_label *label = &model->labels[slot];

	if (!label->name)
		return;
	tcn_mem_free(label->name);
	tcn_mem_free(label->folded);
	*label = (struct tcn_category_label){ 0 };
	model->docs[slot] = model->terms[slot] = 0;
	model->numbers[slot] = 0;
	model->labels_n--;
}

static uint32_t
least_used(const struct tcn_category *model)
{
	uint32_t least = TCN_CATEGORY_LABELS_MAX;
	double fewest = INFINITY;

	for (uint32_t slot = 0; slot < model->slots_n; slot++) {
		const struct tcn_category_label *label = &model->labels[slot];
		double docs = model->docs[slot];

		if (!label->name || docs > fewest ||
		    (docs == fewest && least < TCN_CATEGORY_LABELS_MAX &&
			strcmp(label->folded, model->labels[least].folded) > 0))
			continue;
		least = slot;
		fewest = docs;
	}
	assert(least < TCN_CATEGORY_LABELS_MAX);
	return least;
}

static void
forget_label(struct tcn_category *model, uint32_t slot)
{
	tcn_category_drop_label(model, slot);
	model->gone[slot / 32] |= (uint32_t)1 << slot % 32;
}

void
tcn_category_add_label(struct tcn_category *model, struct tcn_str name,
    struct tcn_str folded, uint32_t *slot)
{
	struct tcn_category_label label = {
		.name = tcn_mem_dupz(name.at, name.n),
		.folded = tcn_mem_dupz(folded.at, folded.n),
		.hash = XXH3_64bits(folded.at, folded.n),
		.dirty = true,
	};

	while (model->labels_n >= model->conf.labels_max) {
		forget_label(model, least_used(model));
		model->forgotten++;
	}
	for (*slot = 0; model->labels[*slot].name; (*slot)++)
		assert(*slot < TCN_CATEGORY_LABELS_MAX);
	model->labels[*slot] = label;
	if (model->slots_n <= *slot)
		model->slots_n = *slot + 1;
	model->labels_n++;
	model->numbers[*slot] = model->next_number++;
	model->totals_dirty = true;
}

/* --- margins --- */

void
tcn_category_note_margin(struct tcn_category *model, uint16_t step)
{
	uint32_t at = model->margins_next;

	if (model->margins_n == TCN_CATEGORY_MARGINS) {
		model->counts[model->margins[at]]--;
		model->below -= model->margins[at] < model->sure_step;
	} else {
		model->margins_n++;
	}
	model->margins[at] = step;
	model->counts[step]++;
	model->below += step < model->sure_step;
	model->margins_next = (at + 1) % TCN_CATEGORY_MARGINS;
	model->pages_dirty |= (uint32_t)1 << at / TCN_CATEGORY_PAGE;
	model->totals_dirty = true;
	tcn_category_find_sure(model);
	if (model->margins_next % TCN_CATEGORY_FIT_EVERY == 0) {
		/* Fits the calibration anew. */
		struct tcn_calibration *calibration = &model->calibration;
		double before[TCN_CALIBRATION_BINS];

		memcpy(before, calibration->fitted, sizeof before);
		tcn_calibration_fit(calibration, model->clock.unit);
		for (size_t i = 0; i < TCN_CALIBRATION_BINS; i++)
			if (calibration->fitted[i] != before[i])
				model->bins_dirty |= (uint64_t)1 << i;
	}
}

void
tcn_category_find_sure(struct tcn_category *model)
{
	double unsure = (1 - model->conf.share) * model->margins_n;

	/* It moves by little from one margin to the next. */
	while (model->sure_step && model->below > unsure)
		model->below -= model->counts[--model->sure_step];
	while (model->margins_n && model->sure_step < TCN_CATEGORY_STEPS - 1 &&
	    model->below + model->counts[model->sure_step] <= unsure)
		model->below += model->counts[model->sure_step++];
}

/* --- the validator --- */

static enum tcn_rc
check_row(const struct tcn_category *model, size_t i,
    double terms[TCN_CATEGORY_LABELS_MAX], struct tcn_err *err)
{
	const struct tcn_category_row *row = &model->rows[i];
	double scale = tcn_category_scale(model, row);

	if (tcn_category_row(model, row->id) != row)
		return tcn_err_set(err, TCN_CORRUPT,
		    "word %zu is not found by its number", i);
	if (row->n > row->cap)
		return tcn_err_set(err, TCN_CORRUPT,
		    "word %zu has %u entries, room for %u", i, row->n,
		    row->cap);
	for (uint32_t k = 0; k < row->n; k++) {
		const struct tcn_category_entry *entry = &row->entries[k];

		if (entry->slot >= TCN_CATEGORY_LABELS_MAX || !entry->number ||
		    entry->number >= model->next_number || !(entry->sum >= 0))
			return tcn_err_set(err, TCN_CORRUPT,
			    "word %zu counts %g of category %u", i, entry->sum,
			    entry->slot);
		if (tcn_category_is_live(model, entry))
			terms[entry->slot] += entry->sum * scale;
	}
	return TCN_OK;
}

static enum tcn_rc
check_margins(const struct tcn_category *model, struct tcn_err *err)
{
	uint32_t counts[TCN_CATEGORY_STEPS] = { 0 }, below = 0;

	if (model->margins_n > TCN_CATEGORY_MARGINS ||
	    model->margins_next >= TCN_CATEGORY_MARGINS)
		return tcn_err_set(err, TCN_CORRUPT,
		    "there are %u margins, the next at %u", model->margins_n,
		    model->margins_next);
	for (uint32_t i = 0; i < model->margins_n; i++)
		counts[model->margins[i] % TCN_CATEGORY_STEPS]++;
	if (memcmp(counts, model->counts, sizeof counts) != 0)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the margins are not those that were counted");
	for (uint32_t step = 0; step < model->sure_step; step++)
		below += counts[step];
	if (below != model->below)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%u margins are below the sure ones, counted %u", below,
		    model->below);
	return TCN_OK;
}

static enum tcn_rc
check_labels(const struct tcn_category *model,
    const double terms[TCN_CATEGORY_LABELS_MAX], struct tcn_err *err)
{
	size_t n = 0;

	for (uint32_t slot = 0; slot < model->slots_n; slot++) {
		const struct tcn_category_label *label = &model->labels[slot];
		double counted = model->terms[slot] * model->inverse_unit;

		if ((label->name != NULL) != (model->numbers[slot] != 0))
			return tcn_err_set(err, TCN_CORRUPT,
			    "category %u has a number or a name", slot);
		if (!label->name)
			continue;
		n++;
		if (tcn_category_find_label(model, tcn_str(label->folded)) !=
		    slot)
			return tcn_err_set(err, TCN_CORRUPT,
			    "category %u is not found by its name", slot);
		if (fabs(counted - terms[slot]) > 1e-6 * (1 + counted))
			return tcn_err_set(err, TCN_CORRUPT,
			    "category %u counts %g words, its words %g", slot,
			    counted, terms[slot]);
	}
	if (n != model->labels_n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu categories, counted %zu", n, model->labels_n);
	return TCN_OK;
}

enum tcn_rc
tcn_category_check(const struct tcn_category *model, struct tcn_err *err)
{
	double terms[TCN_CATEGORY_LABELS_MAX] = { 0 };
	enum tcn_rc rc = tcn_map_check(&model->by_id, err);

	if (!rc && model->by_id.n != model->n)
		rc = tcn_err_set(err, TCN_CORRUPT,
		    "%zu words, %zu of them are found", model->n,
		    model->by_id.n);
	for (size_t i = 0; i < model->n && !rc; i++)
		rc = check_row(model, i, terms, err);
	if (!rc)
		rc = check_labels(model, terms, err);
	if (!rc)
		rc = check_margins(model, err);
	if (!rc)
		rc = tcn_calibration_check(&model->calibration, err);
	return rc ? rc : tcn_journal_check(&model->journal, err);
}

/*
 * window/category/category_state.c - the model's rows as bytes, and back.
 *
 * Sums are written as they are, never computed again, and lists in the order
 * they have, so that what is loaded goes on bit for bit as what was saved.
 * Fields are in host order, as all of the saved state.
 */
#include <string.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "engine/text/fold.h"
#include "window/base/state.h"
#include "window/category/category_impl.h"

/* Before the name of a category. */
struct label_head {
	double docs, terms;
	int32_t docs_epoch, terms_epoch;
	uint32_t number, name_n;
};

/* Before the entries of a word. */
struct row_head {
	int32_t epoch;
	uint32_t n;
};

struct bin {
	double tests, right, fitted;
	int64_t epoch;
};

struct totals {
	int64_t now_ms;
	uint32_t next_number;
	uint32_t margins_n, margins_next;
	uint32_t turn;
};

/* --- saving --- */

static void
send_totals(const struct tcn_category *model, struct tcn_state_out *out)
{
	const struct totals totals = {
		.now_ms = model->clock.now_ms,
		.next_number = model->next_number,
		.margins_n = model->margins_n,
		.margins_next = model->margins_next,
		.turn = model->turn,
	};

	if (model->journal.on && !model->totals_dirty)
		return;
	tcn_buf_add(&out->row, &totals, sizeof totals);
	tcn_state_put(out, TCN_STATE_CATEGORY_TOTALS, 0);
}

static void
send_labels(const struct tcn_category *model, struct tcn_state_out *out)
{
	for (uint32_t slot = 0; slot < model->slots_n; slot++) {
		const struct tcn_category_label *label = &model->labels[slot];
		struct label_head head = {
			.docs = model->docs[slot],
			.terms = model->terms[slot],
			.docs_epoch = model->clock.epoch,
			.terms_epoch = model->clock.epoch,
			.number = model->numbers[slot],
		};

		if (model->gone[slot / 32] >> slot % 32 & 1)
			tcn_state_put(out, TCN_STATE_CATEGORY_LABEL, slot);
		if (!label->name || (model->journal.on && !label->dirty))
			continue;
		head.name_n = (uint32_t)strlen(label->name);
		tcn_buf_add(&out->row, &head, sizeof head);
		tcn_buf_add(&out->row, label->name, head.name_n);
		tcn_state_put(out, TCN_STATE_CATEGORY_LABEL, slot);
	}
}

static void
send_rows(const struct tcn_category *model, struct tcn_state_out *out)
{
	const struct tcn_journal *journal = &model->journal;
	size_t n = tcn_journal_rows(journal, model->n);

	tcn_state_gone(out, TCN_STATE_CATEGORY_TERM, &journal->gone);
	for (size_t i = 0; i < n && !out->rc; i++) {
		const struct tcn_category_row *row = journal->on
		    ? tcn_category_row(model, journal->changed.at[i])
		    : &model->rows[i];

		if (row) {
			const struct row_head head = { .epoch = row->epoch,
				.n = row->n };

			tcn_buf_add(&out->row, &head, sizeof head);
			if (row->n)
				tcn_buf_add(&out->row, row->entries,
				    row->n * sizeof *row->entries);
			tcn_state_put(out, TCN_STATE_CATEGORY_TERM, row->id);
		}
	}
}

static void
send_bins(const struct tcn_category *model, struct tcn_state_out *out)
{
	const struct tcn_calibration *calibration = &model->calibration;

	for (uint32_t i = 0; i < TCN_CALIBRATION_BINS; i++) {
		const struct bin bin = {
			.tests = calibration->tests[i],
			.right = calibration->right[i],
			.fitted = calibration->fitted[i],
			.epoch = model->clock.epoch,
		};

		if (model->journal.on && !(model->bins_dirty >> i & 1))
			continue;
		tcn_buf_add(&out->row, &bin, sizeof bin);
		tcn_state_put(out, TCN_STATE_CATEGORY_BIN, i);
	}
}

static void
note_saved(struct tcn_category *model)
{
	for (uint32_t slot = 0; slot < model->slots_n; slot++)
		model->labels[slot].dirty = false;
	memset(model->gone, 0, sizeof model->gone);
	model->pages_dirty = 0;
	model->bins_dirty = 0;
	model->totals_dirty = false;
	tcn_journal_saved(&model->journal);
}

enum tcn_rc
tcn_category_save(struct tcn_category *model, tcn_state_fn *fn, void *ctx)
{
	struct tcn_state_out out = { .fn = fn, .ctx = ctx };

	send_totals(model, &out);
	send_labels(model, &out);
	send_rows(model, &out);
	for (uint32_t i = 0; i < TCN_CATEGORY_PAGES; i++) {
		if (model->journal.on && !(model->pages_dirty >> i & 1))
			continue;
		tcn_buf_add(&out.row,
		    &model->margins[(size_t)i * TCN_CATEGORY_PAGE],
		    TCN_CATEGORY_PAGE * sizeof *model->margins);
		tcn_state_put(&out, TCN_STATE_CATEGORY_MARGINS, i);
	}
	send_bins(model, &out);
	if (!out.rc)
		note_saved(model);
	return tcn_state_end(&out);
}

/* --- restoring --- */

#define TIME_MAX 1000000000000000 /* ms: in the year 33658 */

/* A count was added to by now. */
static bool
is_count(const struct tcn_category *model, double sum, int32_t epoch)
{
	return sum >= 0 && sum <= TCN_CATEGORY_COUNT_MAX && epoch >= 0 &&
	    epoch <= model->clock.epoch;
}

static enum tcn_rc
load_totals(struct tcn_category *model, struct tcn_state_in *in)
{
	struct totals totals;

	tcn_state_get_bytes(in, &totals, sizeof totals);
	if (totals.now_ms < 0 || totals.now_ms > TIME_MAX ||
	    !totals.next_number || totals.margins_n > TCN_CATEGORY_MARGINS ||
	    totals.margins_next >= TCN_CATEGORY_MARGINS ||
	    totals.turn >= TCN_CATEGORY_EVERY)
		return TCN_CORRUPT;
	tcn_category_set_clock(model, totals.now_ms);
	model->next_number = totals.next_number;
	model->margins_n = totals.margins_n;
	model->margins_next = totals.margins_next;
	model->turn = totals.turn;
	return TCN_OK;
}

/* A label that has its names gets the rest. */
static void
put_label(struct tcn_category *model, uint32_t slot,
    const struct label_head *head)
{
	int epoch = model->clock.epoch;

	model->labels_n++;
	if (model->slots_n <= slot)
		model->slots_n = slot + 1;
	model->numbers[slot] = head->number;
	model->docs[slot] =
	    tcn_real_ldexp(head->docs, head->docs_epoch - epoch);
	model->terms[slot] =
	    tcn_real_ldexp(head->terms, head->terms_epoch - epoch);
}

static enum tcn_rc
load_label(struct tcn_category *model, uint64_t slot, struct tcn_state_in *in)
{
	struct tcn_category_label *label = &model->labels[slot];
	struct label_head head;
	struct tcn_str name;

	tcn_state_get_bytes(in, &head, sizeof head);
	name = (struct tcn_str){ (const char *)in->at, in->left };
	in->left = 0;
	if (label->name || head.name_n != name.n || !name.n ||
	    memchr(name.at, 0, name.n) ||
	    !is_count(model, head.docs, head.docs_epoch) ||
	    !is_count(model, head.terms, head.terms_epoch) || !head.number ||
	    head.number >= model->next_number)
		return TCN_CORRUPT;
	tcn_fold(name, &model->folded);
	if (tcn_category_find_label(model, tcn_buf_view(&model->folded)) !=
	    TCN_CATEGORY_LABELS_MAX)
		return TCN_CORRUPT;
	*label = (struct tcn_category_label){
		.name = tcn_mem_dupz(name.at, name.n),
		.folded = tcn_mem_dupz(model->folded.at, model->folded.n),
		.hash = XXH3_64bits(model->folded.at, model->folded.n),
	};
	put_label(model, (uint32_t)slot, &head);
	return TCN_OK;
}

static bool
is_entry(const struct tcn_category *model, const struct tcn_category_row *row,
    uint32_t k)
{
	const struct tcn_category_entry *entry = &row->entries[k];

	if (entry->slot >= TCN_CATEGORY_LABELS_MAX ||
	    !is_count(model, entry->sum, row->epoch) || !entry->number ||
	    entry->number >= model->next_number)
		return false;
	for (uint32_t i = 0; i < k; i++)
		if (row->entries[i].slot == entry->slot &&
		    row->entries[i].number == entry->number)
			return false;
	return true;
}

static enum tcn_rc
load_row(struct tcn_category *model, uint64_t id, struct tcn_state_in *in)
{
	struct tcn_category_entry *entries;
	struct tcn_category_row *row;
	struct row_head head;

	tcn_state_get_bytes(in, &head, sizeof head);
	if (tcn_category_row(model, id) ||
	    in->left != head.n * sizeof *entries || !head.n ||
	    head.n > 2 * TCN_CATEGORY_LABELS_MAX)
		return TCN_CORRUPT;
	row = tcn_category_put_row(model, id);
	row->epoch = head.epoch;
	entries = tcn_slab_fit(&model->slab, NULL, 0, &row->cap, head.n,
	    sizeof *entries);
	tcn_state_get_bytes(in, entries, head.n * sizeof *entries);
	row->entries = entries;
	for (row->n = 0; row->n < head.n; row->n++)
		if (!is_entry(model, row, row->n))
			return TCN_CORRUPT;
	return TCN_OK;
}

static enum tcn_rc
load_margins(struct tcn_category *model, uint64_t id, struct tcn_state_in *in)
{
	uint16_t *page = &model->margins[id * TCN_CATEGORY_PAGE];

	tcn_state_get_bytes(in, page, TCN_CATEGORY_PAGE * sizeof *page);
	for (size_t i = 0; i < TCN_CATEGORY_PAGE; i++)
		if (page[i] >= TCN_CATEGORY_STEPS)
			return TCN_CORRUPT;
	return TCN_OK;
}

static enum tcn_rc
load_bin(struct tcn_category *model, uint64_t id, struct tcn_state_in *in)
{
	struct tcn_calibration *calibration = &model->calibration;
	struct bin bin;
	int by;

	tcn_state_get_bytes(in, &bin, sizeof bin);
	/* What else is wrong is found at the end. */
	if (bin.epoch < 0 || bin.epoch > model->clock.epoch ||
	    !(bin.tests <= TCN_CATEGORY_COUNT_MAX))
		return TCN_CORRUPT;
	by = (int)(bin.epoch - model->clock.epoch);
	calibration->tests[id] = tcn_real_ldexp(bin.tests, by);
	calibration->right[id] = tcn_real_ldexp(bin.right, by);
	calibration->fitted[id] = bin.fitted;
	return TCN_OK;
}

enum tcn_rc
tcn_category_restore_row(struct tcn_category *model,
    const struct tcn_state_row *row)
{
	struct tcn_state_in in = { .at = row->bytes, .left = row->n };
	uint64_t id = row->id;
	enum tcn_rc rc = TCN_CORRUPT;

	if (row->kind == TCN_STATE_CATEGORY_TOTALS && id == 0)
		rc = load_totals(model, &in);
	else if (row->kind == TCN_STATE_CATEGORY_LABEL &&
	    id < TCN_CATEGORY_LABELS_MAX)
		rc = load_label(model, id, &in);
	else if (row->kind == TCN_STATE_CATEGORY_TERM)
		rc = load_row(model, id, &in);
	else if (row->kind == TCN_STATE_CATEGORY_MARGINS &&
	    id < TCN_CATEGORY_PAGES)
		rc = load_margins(model, id, &in);
	else if (row->kind == TCN_STATE_CATEGORY_BIN &&
	    id < TCN_CALIBRATION_BINS)
		rc = load_bin(model, id, &in);
	return rc ? rc : in.failed || in.left ? TCN_CORRUPT : TCN_OK;
}

enum tcn_rc
tcn_category_restore_end(struct tcn_category *model)
{
	for (uint32_t i = 0; i < model->margins_n; i++)
		model->counts[model->margins[i]]++;
	tcn_category_find_sure(model);
	note_saved(model);
	return tcn_calibration_check(&model->calibration, NULL);
}

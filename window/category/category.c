#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "engine/base/real.h"
#include "engine/text/fold.h"
#include "window/category/category_impl.h"

/* Cuts the next word off a list with commas; false at its end. */
static bool
next_none(struct tcn_str *list, struct tcn_str *word)
{
	const char *comma;

	if (!list->n)
		return false;
	comma = memchr(list->at, ',', list->n);
	word->at = list->at;
	word->n = comma ? (size_t)(comma - list->at) : list->n;
	list->at += word->n + (comma != NULL);
	list->n -= word->n + (comma != NULL);
	*word = tcn_str_trim(*word);
	return true;
}

static void
read_none(struct tcn_category *model, const char *none)
{
	struct tcn_str list = tcn_str(none ? none : ""), word;

	while (next_none(&list, &word)) {
		tcn_fold(word, &model->folded);
		tcn_buf_str(&model->none, tcn_buf_view(&model->folded));
		tcn_buf_char(&model->none, '\0');
	}
}

struct tcn_category *
tcn_category_new(const struct tcn_category_conf *conf)
{
	struct tcn_category *model = tcn_mem_calloc(1, sizeof *model);

	assert(conf->half_life_ms > 0 && conf->terms_max > 0);
	assert(conf->labels_max >= 2 &&
	    conf->labels_max <= TCN_CATEGORY_LABELS_MAX);
	assert(conf->share > 0 && conf->share <= 1);
	model->conf = *conf;
	model->conf.none = NULL;
	model->clock.half_ms = conf->half_life_ms;
	model->journal.on = conf->note_changes;
	model->next_number = 1;
	tcn_category_set_clock(model, 0);
	read_none(model, conf->none);
	return model;
}

void
tcn_category_free(struct tcn_category *model)
{
	if (!model)
		return;
	for (size_t i = 0; i < model->n; i++)
		tcn_slab_free(&model->slab, model->rows[i].entries,
		    model->rows[i].cap * sizeof *model->rows[i].entries);
	for (uint32_t slot = 0; slot < model->slots_n; slot++)
		tcn_category_drop_label(model, slot);
	tcn_mem_free(model->rows);
	tcn_map_fini(&model->by_id);
	tcn_journal_fini(&model->journal);
	tcn_buf_fini(&model->none);
	tcn_buf_fini(&model->folded);
	tcn_slab_fini(&model->slab);
	tcn_mem_free(model);
}

void
tcn_category_set_clock(struct tcn_category *model, int64_t now_ms)
{
	int epoch = model->clock.epoch;

	tcn_decay_set_now(&model->clock, now_ms);
	model->inverse_unit = 1 / model->clock.unit;
	epoch -= model->clock.epoch;
	for (uint32_t slot = 0; epoch && slot < model->slots_n; slot++) {
		model->docs[slot] = tcn_real_ldexp(model->docs[slot], epoch);
		model->terms[slot] = tcn_real_ldexp(model->terms[slot], epoch);
	}
	if (epoch)
		tcn_calibration_shift(&model->calibration, epoch);
}

void
tcn_category_set_now(struct tcn_category *model, int64_t now_ms)
{
	if (now_ms <= model->clock.now_ms)
		return;
	tcn_category_set_clock(model, now_ms);
	model->totals_dirty |= model->next_number > 1;
}

size_t
tcn_category_words(const struct tcn_doc *doc,
    uint64_t words[TCN_CATEGORY_WORDS])
{
	size_t n = 0;

	for (size_t i = 0; i < doc->terms_n && n < TCN_CATEGORY_WORDS; i++)
		if (!(doc->terms[i].flags & (TCN_TERM_STOP | TCN_TERM_SUFFIX)))
			words[n++] = doc->terms[i].id;
	return n;
}

/* --- learning --- */

static bool
is_none(const struct tcn_category *model, const char *folded)
{
	const struct tcn_buf *none = &model->none;

	for (size_t i = 0; i < none->n; i += strlen(none->at + i) + 1)
		if (strcmp(none->at + i, folded) == 0)
			return true;
	return false;
}

/* The slot of what was asked, LABELS_MAX if it is not known. */
static uint32_t
slot_of(const struct tcn_category *model,
    const struct tcn_category_asked *asked)
{
	return asked->number && model->numbers[asked->slot] == asked->number
	    ? asked->slot
	    : TCN_CATEGORY_LABELS_MAX;
}

/* Sets *out to what is known of a category as sent; NULL: it is none. */
static struct tcn_category_asked *
find_asked(struct tcn_category *model, struct tcn_str sent)
{
	struct tcn_category_asked *asked;

	sent = tcn_str_trim(sent);
	if (!sent.n || sent.n > TCN_CATEGORY_NAME_BYTES)
		return NULL;
	asked =
	    &model->asked[XXH3_64bits(sent.at, sent.n) % TCN_CATEGORY_ASKED];
	if (asked->n != sent.n || memcmp(asked->sent, sent.at, sent.n) != 0 ||
	    (asked->says && slot_of(model, asked) == TCN_CATEGORY_LABELS_MAX)) {
		/* Finds out about a category that is not remembered. */
		const struct tcn_buf *folded = &model->folded;

		asked->n = 0;
		tcn_fold(sent, &model->folded);
		asked->says = folded->n && !memchr(folded->at, 0, folded->n) &&
		    !is_none(model, folded->at);
		asked->slot = tcn_category_find_label(model,
		    tcn_buf_view(&model->folded));
		asked->number = asked->slot < TCN_CATEGORY_LABELS_MAX
		    ? model->numbers[asked->slot]
		    : 0;
		asked->n = sent.n;
		memcpy(asked->sent, sent.at, sent.n);
	}
	return asked->says ? asked : NULL;
}

void
tcn_category_says(struct tcn_category *model, struct tcn_str category,
    bool *says)
{
	struct tcn_category_asked *asked;

	asked = find_asked(model, category);
	*says = asked != NULL;
}

bool
tcn_category_next_is_sampled(struct tcn_category *model)
{
	model->turn = (model->turn + 1) % TCN_CATEGORY_EVERY;
	model->totals_dirty = true;
	return model->turn == 0;
}

void
tcn_category_name(struct tcn_category *model, struct tcn_str category,
    struct tcn_str *name)
{
	struct tcn_category_asked *asked = find_asked(model, category);
	uint32_t slot = asked ? slot_of(model, asked) : TCN_CATEGORY_LABELS_MAX;

	*name = slot < TCN_CATEGORY_LABELS_MAX
	    ? tcn_str(model->labels[slot].name)
	    : tcn_str_trim(category);
}

static void
learn_word(struct tcn_category *model, struct tcn_category_row *row,
    uint32_t slot)
{
	struct tcn_category_entry *entry =
	    tcn_category_put_entry(model, row, slot);

	entry->sum += model->clock.unit;
	model->terms[slot] += model->clock.unit;
	tcn_journal_change(&model->journal, row->id, &row->mark);
}

void
tcn_category_learn(struct tcn_category *model, const struct tcn_doc *doc,
    struct tcn_str category)
{
	uint64_t words[TCN_CATEGORY_WORDS];
	size_t n = tcn_category_words(doc, words);
	struct tcn_category_asked *asked;
	uint32_t slot;
	struct tcn_category_row *rows[TCN_CATEGORY_WORDS], *row;

	asked = find_asked(model, category);
	if (!asked || !n)
		return;
	slot = slot_of(model, asked);
	/* What is not known was looked up, and is folded. */
	if (slot == TCN_CATEGORY_LABELS_MAX)
		tcn_category_add_label(model, tcn_str_trim(category),
		    tcn_buf_view(&model->folded), &slot);
	model->docs[slot] += model->clock.unit;
	model->labels[slot].dirty = true;
	/* Those that are known first, as a new row may move the others. */
	tcn_category_find_rows(model, words, n, rows);
	for (size_t i = 0; i < n; i++)
		if (rows[i])
			learn_word(model, rows[i], slot);
	for (size_t i = 0; i < n; i++) {
		if (rows[i])
			continue;
		row = tcn_category_put_row(model, words[i]);
		learn_word(model, row, slot);
	}
}

void
tcn_category_test(struct tcn_category *model,
    const struct tcn_category_guess *guess, struct tcn_str category)
{
	struct tcn_str name;
	bool says;

	tcn_category_says(model, category, &says);
	if (says)
		tcn_category_name(model, category, &name);
	if (!says || !guess->label.n)
		return;
	tcn_calibration_add(&model->calibration, guess->margin,
	    tcn_str_equal(name, guess->label), model->clock.unit);
	model->bins_dirty |= (uint64_t)1 << tcn_calibration_bin(guess->margin);
}

void
tcn_category_stats(const struct tcn_category *model,
    struct tcn_category_stats *stats)
{
	*stats = (struct tcn_category_stats){
		.labels = model->labels_n,
		.terms = model->n,
		.forgotten = model->forgotten,
		.bytes = sizeof *model + model->cap * sizeof *model->rows +
		    tcn_map_bytes(&model->by_id) + model->slab.bytes +
		    tcn_journal_bytes(&model->journal),
	};
	for (uint32_t slot = 0; slot < model->slots_n; slot++) {
		double docs = model->docs[slot] * model->inverse_unit;

		stats->docs += docs;
		stats->usable +=
		    model->labels[slot].name && docs >= model->conf.least;
	}
}

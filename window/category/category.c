#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/real.h"
#include "engine/text/fold.h"
#include "window/category/category_impl.h"

/* A product goes on as its logarithm beyond this: one factor more, 1 and a
 * count, is far from the greatest double. */
#define PRODUCT_MAX 1e200

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

static enum tcn_rc
read_none(struct tcn_category *model, const char *none)
{
	struct tcn_str list = tcn_str(none ? none : ""), word;

	while (next_none(&list, &word)) {
		if (tcn_fold(word, &model->folded))
			return TCN_NOMEM;
		tcn_buf_str(&model->none, tcn_buf_view(&model->folded));
		tcn_buf_char(&model->none, '\0');
	}
	return model->none.failed ? TCN_NOMEM : TCN_OK;
}

enum tcn_rc
tcn_category_new(const struct tcn_category_conf *conf,
    struct tcn_category **out)
{
	struct tcn_category *model = tcn_mem_calloc(1, sizeof *model);

	assert(conf->half_life_ms > 0 && conf->terms_max > 0);
	assert(conf->labels_max >= 2 &&
	    conf->labels_max <= TCN_CATEGORY_LABELS_MAX);
	assert(conf->share > 0 && conf->share <= 1);
	*out = NULL;
	if (!model)
		return TCN_NOMEM;
	model->conf = *conf;
	model->conf.none = NULL;
	model->clock.half_ms = conf->half_life_ms;
	model->journal.on = conf->note_changes;
	model->next_number = 1;
	tcn_decay_set_now(&model->clock, 0);
	if (read_none(model, conf->none)) {
		tcn_category_free(model);
		return TCN_NOMEM;
	}
	*out = model;
	return TCN_OK;
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
tcn_category_set_now(struct tcn_category *model, int64_t now_ms)
{
	if (now_ms <= model->clock.now_ms)
		return;
	tcn_decay_set_now(&model->clock, now_ms);
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

/* --- guessing --- */

/* The slots of the categories that can be guessed, ascending. */
static size_t
usable_labels(const struct tcn_category *model,
    uint32_t slots[TCN_CATEGORY_LABELS_MAX])
{
	size_t n = 0;

	for (uint32_t slot = 0; slot < model->slots_n; slot++) {
		const struct tcn_category_label *label = &model->labels[slot];

		if (label->name &&
		    tcn_decay_read(&model->clock, label->docs) >=
			model->conf.least)
			slots[n++] = slot;
	}
	return n;
}

static void
multiply(struct tcn_category *model, const struct tcn_category_row *row)
{
	double scale = tcn_category_scale(model, row);

	for (uint32_t i = 0; i < row->n; i++) {
		const struct tcn_category_entry *entry = &row->entries[i];
		double *product = &model->products[entry->slot];

		if (!tcn_category_is_live(model, entry))
			continue;
		*product *= 1 + entry->sum * scale;
		if (*product > PRODUCT_MAX) {
			model->sums[entry->slot] += tcn_real_log(*product);
			*product = 1;
		}
	}
}

/* Adds up the words' part of the scores, but for the denominators. */
static void
multiply_words(struct tcn_category *model, const uint64_t *words, size_t n)
{
	const struct tcn_category_row *row;

	for (size_t i = 0; i < n; i++)
		tcn_map_prefetch(&model->by_id, words[i]);
	for (size_t i = 0; i < n; i++)
		if ((row = tcn_category_row(model, words[i])) != NULL) {
			__builtin_prefetch(row);
			__builtin_prefetch(row->entries);
		}
	for (size_t i = 0; i < n; i++)
		if ((row = tcn_category_row(model, words[i])) != NULL)
			multiply(model, row);
}

static double
score_of(const struct tcn_category *model, uint32_t slot, size_t words_n)
{
	const struct tcn_category_label *label = &model->labels[slot];
	double docs = tcn_decay_read(&model->clock, label->docs);
	double terms = tcn_decay_read(&model->clock, label->terms);

	return tcn_real_log(docs + 1) + model->sums[slot] +
	    tcn_real_log(model->products[slot]) -
	    (double)words_n * tcn_real_log(terms + (double)model->n);
}

/* Of equal scores the first by name is best. */
static uint32_t
find_best(const struct tcn_category *model, const uint32_t *slots, size_t n,
    size_t words_n, double *margin)
{
	uint32_t best = slots[0];
	double first = -INFINITY, second = -INFINITY;

	for (size_t i = 0; i < n; i++) {
		double score = score_of(model, slots[i], words_n);
		bool tie = i && score == first;

		if (score > first ||
		    (tie &&
			strcmp(model->labels[slots[i]].folded,
			    model->labels[best].folded) < 0))
			best = slots[i];
		if (score > first) {
			second = first;
			first = score;
		} else if (score > second) {
			second = score;
		}
	}
	*margin = first - second;
	return best;
}

static uint16_t
step_of(double margin)
{
	double step = margin * TCN_CATEGORY_STEPS_A_NAT;

	return step < TCN_CATEGORY_STEPS - 1 ? (uint16_t)step
					     : TCN_CATEGORY_STEPS - 1;
}

enum tcn_rc
tcn_category_guess(struct tcn_category *model, const struct tcn_doc *doc,
    struct tcn_category_guess *guess)
{
	uint32_t slots[TCN_CATEGORY_LABELS_MAX], best;
	uint64_t words[TCN_CATEGORY_WORDS];
	size_t n = usable_labels(model, slots), words_n;
	uint16_t step;

	*guess = (struct tcn_category_guess){ .label = tcn_str("") };
	words_n = n < 2 ? 0 : tcn_category_words(doc, words);
	if (!words_n)
		return TCN_OK;
	for (size_t i = 0; i < n; i++) {
		model->sums[slots[i]] = 0;
		model->products[slots[i]] = 1;
	}
	multiply_words(model, words, words_n);
	best = find_best(model, slots, n, words_n, &guess->margin);
	guess->label = tcn_str(model->labels[best].name);
	step = step_of(guess->margin);
	guess->sure = step >= tcn_category_sure_step(model);
	tcn_category_note_margin(model, step);
	return TCN_OK;
}

/* --- learning --- */

enum tcn_rc
tcn_category_says(struct tcn_category *model, struct tcn_str category,
    bool *says)
{
	const char *word = model->none.at, *end = word + model->none.n;

	category = tcn_str_trim(category);
	*says = false;
	if (!category.n || category.n > TCN_CATEGORY_NAME_BYTES)
		return TCN_OK;
	if (tcn_fold(category, &model->folded))
		return TCN_NOMEM;
	if (!model->folded.n || memchr(model->folded.at, 0, model->folded.n))
		return TCN_OK;
	for (; word < end; word += strlen(word) + 1)
		if (strcmp(word, model->folded.at) == 0)
			return TCN_OK;
	*says = true;
	return TCN_OK;
}

enum tcn_rc
tcn_category_name(struct tcn_category *model, struct tcn_str category,
    struct tcn_str *name)
{
	uint32_t slot;

	*name = tcn_str_trim(category);
	if (tcn_fold(*name, &model->folded))
		return TCN_NOMEM;
	slot = tcn_category_find_label(model, tcn_buf_view(&model->folded));
	if (slot < TCN_CATEGORY_LABELS_MAX)
		*name = tcn_str(model->labels[slot].name);
	return TCN_OK;
}

static enum tcn_rc
learn_word(struct tcn_category *model, uint64_t word, uint32_t slot)
{
	struct tcn_category_row *row;
	struct tcn_category_entry *entry;
	enum tcn_rc rc = tcn_category_put_row(model, word, &row);

	if (rc)
		return rc;
	entry = tcn_category_put_entry(model, row, slot);
	if (!entry)
		return TCN_NOMEM;
	entry->sum += model->clock.unit;
	tcn_decay_add(&model->clock, &model->labels[slot].terms, 1);
	return tcn_journal_change(&model->journal, word, &row->mark);
}

enum tcn_rc
tcn_category_learn(struct tcn_category *model, const struct tcn_doc *doc,
    struct tcn_str category)
{
	uint64_t words[TCN_CATEGORY_WORDS];
	size_t n = tcn_category_words(doc, words);
	uint32_t slot;
	bool says;
	enum tcn_rc rc = tcn_category_says(model, category, &says);

	if (rc || !says || !n)
		return rc;
	slot = tcn_category_find_label(model, tcn_buf_view(&model->folded));
	if (slot == TCN_CATEGORY_LABELS_MAX)
		rc = tcn_category_add_label(model, tcn_str_trim(category),
		    tcn_buf_view(&model->folded), &slot);
	if (rc)
		return rc;
	tcn_decay_add(&model->clock, &model->labels[slot].docs, 1);
	model->labels[slot].dirty = true;
	for (size_t i = 0; i < n && !rc; i++)
		rc = learn_word(model, words[i], slot);
	return rc;
}

void
tcn_category_stats(const struct tcn_category *model,
    struct tcn_category_stats *stats)
{
	uint32_t slots[TCN_CATEGORY_LABELS_MAX];

	*stats = (struct tcn_category_stats){
		.labels = model->labels_n,
		.usable = usable_labels(model, slots),
		.terms = model->n,
		.least_margin = (double)tcn_category_sure_step(model) /
		    TCN_CATEGORY_STEPS_A_NAT,
		.forgotten = model->forgotten,
		.bytes = sizeof *model + model->cap * sizeof *model->rows +
		    tcn_map_bytes(&model->by_id) + model->slab.bytes +
		    tcn_journal_bytes(&model->journal),
	};
	for (uint32_t i = 0; i < model->slots_n; i++)
		if (model->labels[i].name)
			stats->docs += tcn_decay_read(&model->clock,
			    model->labels[i].docs);
}

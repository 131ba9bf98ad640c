#include "tests/window/category/category_model.h"

#include <math.h>

#include "tests/base/random.h"
#include "tests/base/run.h"

const char *
model_name(int label)
{
	static const char *const names[MODEL_LABELS] = { "a", "b", "c", "d",
		"e", "f", "g", "h", "i", "j", "k", "l" };

	return names[label];
}

struct tcn_doc
model_doc(const struct model_item *item)
{
	static struct tcn_term terms[MODEL_WORDS];
	struct tcn_doc doc = { .terms = terms, .terms_n = item->n };

	for (size_t i = 0; i < item->n; i++)
		terms[i] = (struct tcn_term){ .id = item->words[i] };
	return doc;
}

/* Counts as of the item's time. */
struct counts {
	double docs[MODEL_LABELS], terms[MODEL_LABELS];
	double word[MODEL_LABELS][MODEL_WORDS]; /* of the item's words */
	size_t vocabulary;
};

static int
has_word(const struct model_item *item, uint64_t word)
{
	for (size_t i = 0; i < item->n; i++)
		if (item->words[i] == word)
			return 1;
	return 0;
}

static void
count(const struct model *model, const struct model_item *item,
    struct counts *counts)
{
	*counts = (struct counts){ .vocabulary = model->seen_n };
	for (size_t i = 0; i < model->n; i++) {
		const struct model_item *old = &model->items[i];
		double weight = exp2(-(double)(item->ts_ms - old->ts_ms) /
		    (double)model->half_ms);

		if (old->label < 0)
			continue;
		counts->docs[old->label] += weight;
		counts->terms[old->label] += weight * (double)old->n;
		for (size_t k = 0; k < item->n; k++)
			if (has_word(old, item->words[k]))
				counts->word[old->label][k] += weight;
	}
}

void
model_add(struct model *model, const struct model_item *item)
{
	ck_assert_uint_lt(model->n, MODEL_ITEMS_MAX);
	model->items[model->n++] = *item;
	for (size_t k = 0; k < item->n && item->label >= 0; k++) {
		size_t at = 0;

		while (at < model->seen_n && model->seen[at] != item->words[k])
			at++;
		if (at < model->seen_n)
			continue;
		ck_assert_uint_lt(at, MODEL_KINDS_MAX);
		model->seen[model->seen_n++] = item->words[k];
	}
}

int
model_guess(const struct model *model, const struct model_item *item,
    double *margin)
{
	double first = -INFINITY, second = -INFINITY;
	struct counts counts;
	int best = -1, usable = 0;

	count(model, item, &counts);
	for (int label = 0; label < MODEL_LABELS; label++) {
		double score = log(counts.docs[label] + 1);

		if (counts.docs[label] < model->least)
			continue;
		usable++;
		for (size_t k = 0; k < item->n; k++)
			score += log((counts.word[label][k] + 1) /
			    (counts.terms[label] + (double)counts.vocabulary));
		if (score > first) {
			second = first;
			first = score;
			best = label;
		} else if (score > second) {
			second = score;
		}
	}
	*margin = first - second;
	return usable < 2 ? -1 : best;
}

void
model_draw(struct model_item *item, uint64_t *seed)
{
	uint32_t topic = random_below(seed, MODEL_LABELS / 3);
	uint32_t most = random_below(seed, 8) ? MODEL_SHORT : MODEL_WORDS;
	size_t n = 2 + random_below(seed, most - 2);

	item->n = 0;
	item->label = random_below(seed, 3) ? (int)topic : -1;
	while (item->n < n) {
		uint64_t word = random_below(seed, 3)
		    ? 1000 * (1 + topic) + random_below(seed, 40)
		    : random_below(seed, 150);

		word = (word + 1) * 0x9e3779b97f4a7c15u;
		if (!has_word(item, word))
			item->words[item->n++] = word;
	}
}

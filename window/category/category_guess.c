/*
 * window/category/category_guess.c - the scores of all categories, as products.
 *
 * A category's score is a sum of logarithms, one for each of the article's
 * words. Here the numbers themselves are multiplied, and one logarithm is taken
 * at the end, of the best over the second best. The product over the words
 * splits: (n_wc + 1) is 1 for every category that the word never came with, so
 * that only the entries of a word's row are walked; 1 / (N_c + V) is the same
 * for every word, so that all of them are one power for each category.
 *
 * Products stay within a double: after CHUNK words each is brought to 1 .. 2,
 * and its exponent counted apart. D_c + 1 and n_wc + 1 are at most
 * TCN_CATEGORY_COUNT_MAX, 1e12, and V / (N_c + V), by which each word is
 * multiplied, at least 1 / 48e12: twelve of each make 1e156 and 1e-165.
 */
#include <string.h>

#include "window/category/category_impl.h"

enum {
	CHUNK = 12, /* words */
	LANES = 8, /* categories at a time */
	/* Of products further below the best, only this is remembered. */
	LOWEST = -1000, /* power of two */
};

_Static_assert(TCN_CATEGORY_LABELS_MAX % LANES == 0,
    "the last lanes would reach beyond the slots");

/* Computed with what vectors the processor has; each lane is rounded as if it
 * were alone. */
typedef double lanes
    __attribute__((vector_size(LANES * sizeof(double)), aligned(8), may_alias));

static void
multiply_row(struct tcn_category *model, const struct tcn_category_row *row)
{
	double scale = tcn_category_scale(model, row);

	for (uint32_t i = 0; i < row->n; i++) {
		const struct tcn_category_entry *entry = &row->entries[i];

		if (tcn_category_is_live(model, entry))
			model->products[entry->slot] *= 1 + entry->sum * scale;
	}
}

/* Sets each category's product to its number of articles plus one, D_c + 1. */
static void
start_products(struct tcn_category *model)
{
	for (uint32_t i = 0; i < model->slots_n; i += LANES) {
		const lanes *docs = (const lanes *)&model->docs[i];

		*(lanes *)&model->products[i] = *docs * model->inverse_unit + 1;
	}
}

/* Multiplies the products by (V / (N_c + V)) to the power of n, by squaring. */
static void
multiply_rest(struct tcn_category *model, size_t n)
{
	double known = (double)model->n, inverse = model->inverse_unit;

	for (uint32_t i = 0; i < model->slots_n; i += LANES) {
		const lanes *terms = (const lanes *)&model->terms[i];
		lanes *at = (lanes *)&model->products[i], product = *at;
		lanes power = known / (*terms * inverse + known);

		for (size_t left = n; left; left >>= 1) {
			if (left & 1)
				product *= power;
			power *= power;
		}
		*at = product;
	}
}

/* Brings each product to 1 .. 2. */
static void
normalise(struct tcn_category *model)
{
	for (uint32_t i = 0; i < model->slots_n; i++) {
		uint64_t bits;
		int exponent;

		memcpy(&bits, &model->products[i], sizeof bits);
		exponent = (int)(bits >> 52) - 1023;
		model->exponents[i] += exponent;
		model->products[i] =
		    tcn_real_ldexp(model->products[i], -exponent);
	}
}

/* Puts the exponents back, less the largest, which is the same for all. */
static void
denormalise(struct tcn_category *model)
{
	int32_t largest = INT32_MIN;

	for (uint32_t i = 0; i < model->slots_n; i++)
		if (model->exponents[i] > largest)
			largest = model->exponents[i];
	for (uint32_t i = 0; i < model->slots_n; i++) {
		int by = model->exponents[i] - largest;

		model->products[i] = tcn_real_ldexp(model->products[i],
		    by < LOWEST ? LOWEST : by);
	}
}

/* Computes all products. */
static void
multiply_words(struct tcn_category *model, const uint64_t *words, size_t n)
{
	struct tcn_category_row *rows[TCN_CATEGORY_WORDS];
	size_t at = 0, chunk;

	tcn_category_find_rows(model, words, n, rows);

	start_products(model);
	if (n > CHUNK)
		memset(model->exponents, 0, sizeof model->exponents);
	for (size_t left = n; left; left -= chunk) {
		chunk = left < CHUNK ? left : CHUNK;
		for (size_t i = 0; i < chunk; i++, at++)
			if (rows[at])
				multiply_row(model, rows[at]);
		multiply_rest(model, chunk);
		if (n > CHUNK)
			normalise(model);
	}
	if (n > CHUNK)
		denormalise(model);
}

/* The two largest products of categories that can be guessed. */
struct best {
	double first, second; /* < 0: there is none */
	uint32_t slot; /* of the first */
};

/* Of equal products the first by name is best. */
static struct best
find_best(const struct tcn_category *model)
{
	double inverse = model->inverse_unit, least = model->conf.least;
	struct best best = { .first = -1, .second = -1 };

	for (uint32_t slot = 0; slot < model->slots_n; slot++) {
		const struct tcn_category_label *label = &model->labels[slot];
		double product = model->products[slot];

		if (product < best.second || !label->name ||
		    model->docs[slot] * inverse < least)
			continue;
		if (product > best.first ||
		    (product == best.first &&
			strcmp(label->folded, model->labels[best.slot].folded) <
			    0)) {
			best.second = best.first;
			best.first = product;
			best.slot = slot;
		} else {
			best.second = product;
		}
	}
	return best;
}

static uint16_t
step_of(double margin)
{
	double step = margin * TCN_CATEGORY_STEPS_A_NAT;

	return step < TCN_CATEGORY_STEPS - 1 ? (uint16_t)step
					     : TCN_CATEGORY_STEPS - 1;
}

void
tcn_category_guess(struct tcn_category *model, const struct tcn_doc *doc,
    struct tcn_category_guess *guess)
{
	uint64_t words[TCN_CATEGORY_WORDS];
	size_t words_n;
	struct best best;
	uint16_t step;

	*guess = (struct tcn_category_guess){ .label = tcn_str("") };
	words_n = model->n && model->labels_n >= 2
	    ? tcn_category_words(doc, words)
	    : 0;
	if (!words_n)
		return;
	multiply_words(model, words, words_n);
	best = find_best(model);
	if (best.second <= 0)
		return;
	guess->label = tcn_str(model->labels[best.slot].name);
	guess->margin = tcn_real_log(best.first / best.second);
	step = step_of(guess->margin);
	guess->sure = step >= model->sure_step;
	tcn_category_note_margin(model, step);
	guess->probability =
	    tcn_calibration_probability(&model->calibration, guess->margin);
}

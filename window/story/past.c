#include "window/story/past.h"

#include <math.h>

#include "engine/base/mem.h"

#define LEAST 0.15 /* cosine of stories that have to do with each other ... */
#define WHOLE 0.5 /* ... and of such that are one and the same */

void
tcn_pasts_fini(struct tcn_pasts *pasts)
{
	tcn_free(pasts->rows);
	*pasts = (struct tcn_pasts){ 0 };
}

/* The heaviest entries of vec, heaviest first; ties: the older stays. */
static uint32_t
find_heaviest(const struct tcn_same_vec *vec, uint32_t top[TCN_PAST_WORDS])
{
	float heavy[TCN_PAST_WORDS], least = -1;
	uint32_t n = 0;

	for (uint32_t i = 0; i < vec->n; i++) {
		float damped = vec->at[i].damped;
		uint32_t at;

		if (damped <= least)
			continue;
		at = n < TCN_PAST_WORDS ? n++ : n - 1;
		for (; at > 0 && heavy[at - 1] < damped; at--) {
			heavy[at] = heavy[at - 1];
			top[at] = top[at - 1];
		}
		heavy[at] = damped;
		top[at] = i;
		least = n < TCN_PAST_WORDS ? -1 : heavy[n - 1];
	}
	return n;
}

void
tcn_past_words(const struct tcn_df *df, const struct tcn_same_vec *vec,
    struct tcn_past_words *words)
{
	uint32_t top[TCN_PAST_WORDS];
	double sum2 = 0, length;

	*words = (struct tcn_past_words){ .n = find_heaviest(vec, top) };
	for (uint32_t i = 0; i < words->n; i++)
		tcn_df_fetch(df, vec->at[top[i]].term);
	for (uint32_t i = 0; i < words->n; i++) {
		const struct tcn_same_term *term = &vec->at[top[i]];
		uint64_t id = df->rows[term->term].id;
		uint32_t at = i;

		for (; at > 0 && words->terms[at - 1] > id; at--) {
			words->terms[at] = words->terms[at - 1];
			words->weights[at] = words->weights[at - 1];
		}
		words->terms[at] = id;
		words->weights[at] = term->damped;
		sum2 += (double)term->damped * (double)term->damped;
	}
	length = sqrt(sum2);
	for (uint32_t i = 0; i < words->n; i++)
		words->weights[i] = (float)((double)words->weights[i] / length);
}

struct tcn_past *
tcn_pasts_row(const struct tcn_pasts *pasts, uint64_t number)
{
	return number >= pasts->first && number < pasts->next
	    ? &pasts->rows[number % TCN_PAST_MAX]
	    : NULL;
}

static bool
has_rows(struct tcn_pasts *pasts)
{
	if (!pasts->rows)
		pasts->rows = tcn_calloc(TCN_PAST_MAX, sizeof *pasts->rows);
	return pasts->rows != NULL;
}

enum tcn_rc
tcn_pasts_add(struct tcn_pasts *pasts, uint64_t story, int32_t period,
    uint64_t *number)
{
	if (!has_rows(pasts))
		return TCN_NOMEM;
	*number = pasts->next++;
	if (pasts->next - pasts->first > TCN_PAST_MAX)
		pasts->first++;
	pasts->rows[*number % TCN_PAST_MAX] = (struct tcn_past){
		.story = story,
		.period = period,
	};
	return TCN_OK;
}

void
tcn_past_set(struct tcn_past *past, uint32_t items,
    const struct tcn_past_words *words)
{
	past->items = past->taken = items;
	past->words = *words;
	past->usual = -1;
	past->dirty = true;
}

void
tcn_pasts_to(struct tcn_pasts *pasts, int32_t first)
{
	while (pasts->first < pasts->next &&
	    tcn_pasts_row(pasts, pasts->first)->period < first)
		pasts->first++;
}

static double
cosine(const struct tcn_past_words *a, const struct tcn_past_words *b)
{
	double sum = 0;

	for (uint32_t i = 0, j = 0; i < a->n && j < b->n;) {
		if (a->terms[i] < b->terms[j])
			i++;
		else if (a->terms[i] > b->terms[j])
			j++;
		else
			sum +=
			    (double)a->weights[i++] * (double)b->weights[j++];
	}
	return sum;
}

static double
likeness(const struct tcn_past_words *a, const struct tcn_past_words *b)
{
	double share = (cosine(a, b) - LEAST) / (WHOLE - LEAST);

	return share < 0 ? 0 : share > 1 ? 1 : share;
}

double
tcn_pasts_usual(const struct tcn_pasts *pasts, uint64_t story,
    const struct tcn_past_words *words, int32_t last)
{
	double usual = 0;

	for (uint64_t i = pasts->first; i < pasts->next; i++) {
		const struct tcn_past *past = tcn_pasts_row(pasts, i);
		double items = past->items;

		if (past->period > last)
			break;
		if (items <= usual)
			continue;
		if (past->story != story)
			items *= likeness(words, &past->words);
		usual = items > usual ? items : usual;
	}
	return usual;
}

enum tcn_rc
tcn_pasts_load(struct tcn_pasts *pasts, uint64_t number,
    const struct tcn_past *past)
{
	uint64_t first = pasts->first;

	if (number == UINT64_MAX) /* the next would have none */
		return TCN_CORRUPT;
	if (pasts->first == pasts->next)
		first = number;
	else if (number != pasts->next || number - first == TCN_PAST_MAX ||
	    tcn_pasts_row(pasts, number - 1)->period > past->period)
		return TCN_CORRUPT;
	if (!has_rows(pasts))
		return TCN_NOMEM;
	pasts->first = first;
	pasts->next = number + 1;
	pasts->rows[number % TCN_PAST_MAX] = *past;
	return TCN_OK;
}

/* Only rows of the latest period change. */
void
tcn_pasts_saved(struct tcn_pasts *pasts)
{
	uint64_t i = pasts->next;
	int32_t latest =
	    i > pasts->first ? tcn_pasts_row(pasts, i - 1)->period : 0;

	while (i > pasts->kept && i > pasts->first)
		tcn_pasts_row(pasts, --i)->dirty = false;
	pasts->gone = pasts->first;
	pasts->kept = i;
	while (pasts->kept < pasts->next &&
	    tcn_pasts_row(pasts, pasts->kept)->period < latest)
		pasts->kept++;
}

size_t
tcn_pasts_bytes(const struct tcn_pasts *pasts)
{
	return pasts->rows ? TCN_PAST_MAX * sizeof *pasts->rows : 0;
}

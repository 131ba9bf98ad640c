#include "window/story/similarity.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/base/real.h"

#define CAP_FIRST 8

/* The stories of the prior that are left, how many stories an item counts as,
 * and all stories with both. */
struct stories {
	double prior, item, all;
};

static struct stories
count_stories(const struct tcn_numbers *numbers, const struct tcn_df *df)
{
	double counted = tcn_decay_read(&df->clock, df->stories);
	double left = numbers->prior_stories - counted, docs, prior;
	struct stories stories = { 0, 0, counted };

	if (left <= 0)
		return stories;
	docs = tcn_decay_read(&df->clock, df->docs);
	stories.item = numbers->prior_items * left / numbers->prior_stories;
	prior = numbers->prior_stories - numbers->prior_items * docs;
	prior = prior < left ? prior : left;
	if (prior > 0)
		stories.prior = prior;
	stories.all += stories.prior + stories.item * docs;
	return stories;
}

static double
idf_of(const struct tcn_numbers *numbers, const struct tcn_df *df,
    uint32_t term, bool is_stop, struct stories stories)
{
	double held = tcn_df_stories(df, term), idf;

	if (stories.item > 0)
		held += stories.item *
		    tcn_decay_read(&df->clock, df->rows[term].items);
	if (is_stop)
		held += stories.prior;
	idf = tcn_real_log((stories.all + 1) / (held + numbers->idf_smoothing));
	return idf > numbers->idf_least ? idf : numbers->idf_least;
}

double
tcn_similarity_idf(const struct tcn_numbers *numbers, const struct tcn_df *df,
    uint32_t term, bool is_stop)
{
	return idf_of(numbers, df, term, is_stop, count_stories(numbers, df));
}

double
tcn_similarity_idf_most(const struct tcn_numbers *numbers,
    const struct tcn_df *df)
{
	return tcn_real_log((count_stories(numbers, df).all + 1) /
	    numbers->idf_smoothing);
}

double
tcn_similarity_prior(const struct tcn_numbers *numbers, const struct tcn_df *df)
{
	double prior = count_stories(numbers, df).prior;

	return prior > 0 ? prior / numbers->prior_stories : 0;
}

/*
 * The fourth root is taken as two square roots, which every machine rounds
 * alike. In a stream's first day no word has a baseline to exceed; a burst
 * ratio would make common words heavy and bind everything to everything.
 */
static double
burst_weight(const struct tcn_baseline_clock *clock,
    struct tcn_baseline_rate *rate)
{
	const struct tcn_numbers *numbers = clock->numbers;
	double ratio = clock->active_periods < numbers->warmup_periods
	    ? 1
	    : tcn_baseline_burst_ratio(clock, rate);

	return sqrt(sqrt(numbers->burst_floor +
	    (ratio < numbers->burst_most ? ratio : numbers->burst_most)));
}

static double
term_weight(const struct tcn_df *df, const struct tcn_baseline_clock *clock,
    uint32_t term, bool is_stop, struct stories stories)
{
	return idf_of(clock->numbers, df, term, is_stop, stories) *
	    burst_weight(clock, &df->rows[term].rate);
}

/* Lessens the words of the text alone, and scales all to a length of 1. */
static void
scale(const struct tcn_numbers *numbers, struct tcn_similarity_item *item)
{
	double sum2 = 0, by;

	assert(item->n <= TCN_SIMILARITY_WORDS_MAX);
	assert(item->head_n <= item->n);
	for (size_t i = item->head_n; i < item->n; i++)
		item->x[i] *= numbers->text_weight;
	for (size_t i = 0; i < item->n; i++)
		sum2 += item->x[i] * item->x[i];
	by = 1 / sqrt(sum2);
	for (size_t i = 0; i < item->n; i++)
		item->x[i] *= by;
}

void
tcn_similarity_weigh(const struct tcn_df *df,
    const struct tcn_baseline_clock *clock, struct tcn_similarity_item *item)
{
	struct stories stories = count_stories(clock->numbers, df);

	for (size_t i = 0; i < item->n; i++) {
		item->x[i] = term_weight(df, clock, item->terms[i],
		    item->stops >> i & 1, stories);
		/* The search for candidates reads it next. */
		__builtin_prefetch(df->rows[item->terms[i]].postings.at);
	}
	scale(clock->numbers, item);
}

void
tcn_similarity_memo_init(struct tcn_similarity_memo *memo)
{
	for (size_t i = 0; i < TCN_SIMILARITY_MEMO; i++)
		memo->keys[i] = UINT32_MAX;
}

void
tcn_similarity_weigh_memo(const struct tcn_df *df,
    const struct tcn_baseline_clock *clock, struct tcn_similarity_memo *memo,
    struct tcn_similarity_item *item)
{
	struct stories stories = count_stories(clock->numbers, df);

	for (size_t i = 0; i < item->n; i++) {
		bool is_stop = item->stops >> i & 1;
		uint32_t term = item->terms[i];
		uint32_t key = term << 1 | is_stop;
		uint32_t at = term % TCN_SIMILARITY_MEMO;

		if (memo->keys[at] != key) {
			memo->keys[at] = key;
			memo->term_weight[at] =
			    term_weight(df, clock, term, is_stop, stories);
		}
		item->x[i] = memo->term_weight[at];
	}
	scale(clock->numbers, item);
}

void
tcn_similarity_fini(struct tcn_slab *slab, struct tcn_similarity_vec *vec)
{
	tcn_slab_free(slab, vec->at, vec->cap * sizeof *vec->at);
	tcn_slab_free(slab, vec->index, vec->cap * 2 * sizeof *vec->index);
	*vec = (struct tcn_similarity_vec){ 0 };
}

/*
 * The place of the index from which on a term is searched for. There are twice
 * as many places as there is room for terms.
 */
static uint32_t
home(const struct tcn_similarity_vec *vec, uint32_t term)
{
	return (term * 0x9e3779b1u) >> 8 & (vec->cap * 2 - 1);
}

/* The place of the term, or the free one where it would go. */
static uint32_t
locate(const struct tcn_similarity_vec *vec, uint32_t term)
{
	uint32_t mask = vec->cap * 2 - 1;
	uint32_t i = home(vec, term);

	while (vec->index[i] && vec->at[vec->index[i] - 1].term != term)
		i = (i + 1) & mask;
	return i;
}

int
tcn_similarity_find(const struct tcn_similarity_vec *vec, uint32_t term)
{
	return tcn_similarity_may_have(vec, term)
	    ? (int)vec->index[locate(vec, term)] - 1
	    : -1;
}

static void
filter(struct tcn_similarity_vec *vec, uint32_t term)
{
	uint32_t bit = tcn_similarity_bit(term);

	vec->filter[bit / 64] |= (uint64_t)1 << bit % 64;
}

static void
rebuild_index(struct tcn_similarity_vec *vec)
{
	memset(vec->index, 0, vec->cap * 2 * sizeof *vec->index);
	for (uint32_t i = 0; i < vec->n; i++)
		vec->index[locate(vec, vec->at[i].term)] = (uint16_t)(i + 1);
}

void
tcn_similarity_reserve(struct tcn_slab *slab, struct tcn_similarity_vec *vec,
    uint32_t n)
{
	uint32_t cap = vec->cap ? vec->cap : CAP_FIRST;
	struct tcn_similarity_vec next = *vec;

	assert(n <= TCN_SIMILARITY_ROOM);
	while (cap < n)
		cap *= 2;
	if (cap == vec->cap)
		return;
	next.cap = cap;
	next.at = tcn_slab_alloc(slab, cap * sizeof *next.at);
	next.index = tcn_slab_alloc(slab, cap * 2 * sizeof *next.index);
	if (vec->n)
		memcpy(next.at, vec->at, vec->n * sizeof *next.at);
	tcn_similarity_fini(slab, vec);
	*vec = next;
	rebuild_index(vec);
}

static void
set_sum(struct tcn_similarity_vec *vec, struct tcn_similarity_term *entry,
    double sum)
{
	vec->norm2 -= (double)entry->damped * entry->damped;
	entry->sum = (float)sum;
	entry->damped = tcn_real_pow07(entry->sum);
	vec->norm2 += (double)entry->damped * entry->damped;
	if ((double)entry->damped > vec->most)
		vec->most = (double)entry->damped;
}

/* Where term stands; a new entry at the end when it does not. */
static uint32_t
place_of(struct tcn_similarity_vec *vec, uint32_t term)
{
	uint32_t at;

	assert(vec->cap > 0);
	at = locate(vec, term);
	if (!vec->index[at]) {
		assert(vec->n < vec->cap);
		vec->at[vec->n++] =
		    (struct tcn_similarity_term){ .term = term };
		vec->index[at] = (uint16_t)vec->n;
		filter(vec, term);
	}
	return (uint32_t)vec->index[at] - 1;
}

uint32_t
tcn_similarity_add(struct tcn_similarity_vec *vec, uint32_t term, double x)
{
	uint32_t at = place_of(vec, term);

	set_sum(vec, &vec->at[at], (double)vec->at[at].sum + x);
	return at;
}

void
tcn_similarity_add_sum(struct tcn_similarity_vec *vec, uint32_t term, double x)
{
	struct tcn_similarity_term *entry = &vec->at[place_of(vec, term)];

	entry->sum = (float)((double)entry->sum + x);
}

/* norm2 is summed anew, so that the rounding gathered in it goes as well. */
void
tcn_similarity_remove(struct tcn_similarity_vec *vec, const uint8_t *drop)
{
	uint32_t kept = 0;

	vec->norm2 = 0;
	memset(vec->filter, 0, sizeof vec->filter);
	for (uint32_t i = 0; i < vec->n; i++) {
		if (drop[i])
			continue;
		vec->at[kept] = vec->at[i];
		vec->norm2 +=
		    (double)vec->at[kept].damped * vec->at[kept].damped;
		filter(vec, vec->at[kept].term);
		kept++;
	}
	vec->n = kept;
	rebuild_index(vec);
}

/* Sums are positive, and positive floats have the order of their bits. */
static uint32_t
order_of(float sum)
{
	uint32_t bits;

	memcpy(&bits, &sum, sizeof bits);
	return bits;
}

/* The k-th largest of n, k from 0; rearranges at (Hoare: FIND, CACM 1961). */
static uint32_t
select_largest(uint32_t *at, uint32_t n, uint32_t k)
{
	uint32_t low = 0, high = n - 1;

	while (low < high) {
		uint32_t pivot = at[low + (high - low) / 2];
		uint32_t i = low, j = high;

		for (;; i++, j--) {
			uint32_t swapped;

			while (at[i] > pivot)
				i++;
			while (at[j] < pivot)
				j--;
			if (i >= j)
				break;
			swapped = at[i];
			at[i] = at[j];
			at[j] = swapped;
		}
		if (k <= j)
			high = j;
		else
			low = j + 1;
	}
	return at[k];
}

void
tcn_similarity_mark_light(const struct tcn_similarity_vec *vec, uint32_t keep,
    uint8_t *drop)
{
	uint32_t order[TCN_SIMILARITY_ROOM], least, heavier = 0;

	assert(keep > 0 && vec->n <= TCN_SIMILARITY_ROOM);
	memset(drop, 0, vec->n);
	if (vec->n <= keep)
		return;
	for (uint32_t i = 0; i < vec->n; i++)
		order[i] = order_of(vec->at[i].sum);
	least = select_largest(order, vec->n, keep - 1);
	for (uint32_t i = 0; i < vec->n; i++)
		heavier += order_of(vec->at[i].sum) > least;
	for (uint32_t i = 0; i < vec->n; i++) {
		uint32_t sum = order_of(vec->at[i].sum);

		drop[i] = sum < least || (sum == least && heavier == keep);
		heavier += sum == least && !drop[i];
	}
}

double
tcn_similarity_ageing(int64_t apart_ms, int64_t span_ms)
{
	return apart_ms <= 0
	    ? 1
	    : tcn_real_exp(-(double)apart_ms / (double)span_ms);
}

static inline void
prefetch_index(const struct tcn_similarity_vec *vec, uint32_t term)
{
	__builtin_prefetch(&vec->index[home(vec, term)]);
}

static inline void
prefetch_term(const struct tcn_similarity_vec *vec, uint32_t term)
{
	uint16_t at = vec->index[home(vec, term)];

	__builtin_prefetch(&vec->at[at ? at - 1 : 0]);
}

/* The lowest word of a set. */
static inline size_t
first_of(uint64_t may)
{
	return (size_t)__builtin_ctzll(may);
}

uint64_t
tcn_similarity_may(const struct tcn_similarity_vec *vec,
    const struct tcn_similarity_item *item)
{
	uint64_t may = 0;

	for (size_t i = 0; i < item->n && vec->n; i++)
		may |= (uint64_t)tcn_similarity_may_have(vec, item->terms[i])
		    << i;
	return may;
}

void
tcn_similarity_prefetch(const struct tcn_similarity_vec *vec,
    const struct tcn_similarity_item *item, uint64_t may)
{
	for (; may; may &= may - 1)
		prefetch_index(vec, item->terms[first_of(may)]);
}

void
tcn_similarity_prefetch_at(const struct tcn_similarity_vec *vec,
    const struct tcn_similarity_item *item, uint64_t may)
{
	for (; may; may &= may - 1)
		prefetch_term(vec, item->terms[first_of(may)]);
}

double
tcn_similarity_bound(const struct tcn_similarity_vec *vec,
    const struct tcn_similarity_item *item, uint64_t may)
{
	double sum = 0, sum2 = 0;

	for (; may; may &= may - 1) {
		double x = item->x[first_of(may)];

		sum += x;
		sum2 += x * x;
	}
	sum *= vec->most;
	sum2 = sqrt(sum2 * vec->norm2);
	return sum < sum2 ? sum : sum2;
}

double
tcn_similarity_dot_of(const struct tcn_similarity_vec *vec,
    const struct tcn_similarity_item *item, uint64_t may)
{
	double dot = 0;

	for (; may; may &= may - 1) {
		size_t i = first_of(may);
		int at = (int)vec->index[locate(vec, item->terms[i])] - 1;

		if (at >= 0)
			dot += item->x[i] * (double)vec->at[at].damped;
	}
	return dot;
}

double
tcn_similarity_dot(const struct tcn_similarity_vec *vec,
    const struct tcn_similarity_item *item)
{
	return tcn_similarity_dot_of(vec, item, tcn_similarity_may(vec, item));
}

double
tcn_similarity_cosine(const struct tcn_similarity_vec *a,
    const struct tcn_similarity_vec *b)
{
	const struct tcn_similarity_term *likely[TCN_SIMILARITY_ROOM];
	size_t n = 0;
	double dot = 0;

	if (a->n > b->n) {
		const struct tcn_similarity_vec *c = a;

		a = b;
		b = c;
	}
	for (uint32_t i = 0; i < a->n; i++) {
		likely[n] = &a->at[i];
		n += tcn_similarity_may_have(b, a->at[i].term);
	}
	for (size_t i = 0; i < n; i++)
		prefetch_index(b, likely[i]->term);
	for (size_t i = 0; i < n; i++)
		prefetch_term(b, likely[i]->term);
	for (size_t i = 0; i < n; i++) {
		int at = tcn_similarity_find(b, likely[i]->term);

		if (at >= 0)
			dot += (double)likely[i]->damped * b->at[at].damped;
	}
	return a->n ? dot / sqrt(a->norm2 * b->norm2) : 0;
}

enum tcn_rc
tcn_similarity_check(const struct tcn_similarity_vec *vec, struct tcn_err *err)
{
	double norm2 = 0;

	if (vec->n > vec->cap || (vec->cap & (vec->cap - 1)) != 0)
		return tcn_err_set(err, TCN_CORRUPT,
		    "a vector of %u terms in room for %u", vec->n, vec->cap);
	for (uint32_t i = 0; i < vec->n; i++) {
		const struct tcn_similarity_term *entry = &vec->at[i];

		norm2 += (double)entry->damped * (double)entry->damped;
		if (tcn_similarity_find(vec, entry->term) != (int)i)
			return tcn_err_set(err, TCN_CORRUPT,
			    "entry %u of a vector is not found by its term", i);
		if (!(entry->sum > 0) ||
		    entry->damped != tcn_real_pow07(entry->sum) ||
		    (double)entry->damped > vec->most)
			return tcn_err_set(err, TCN_CORRUPT,
			    "entry %u of a vector weighs %g of %g", i,
			    (double)entry->damped, vec->most);
	}
	if (fabs(norm2 - vec->norm2) > 1e-6 * (norm2 + 1))
		return tcn_err_set(err, TCN_CORRUPT,
		    "a vector of length %g says %g", sqrt(norm2),
		    sqrt(vec->norm2));
	return TCN_OK;
}

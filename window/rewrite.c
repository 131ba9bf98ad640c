#include "window/rewrite.h"

#include <assert.h>

/* Bounds of forms; see the header. */
#define NAMED_SHARE      0.1
#define NUMBERS_LEAST    3
#define NUMBERS_SHARE    0.4
#define TITLE_SHARE      0.5
#define RARE_LEAST       3
#define RARE_SHARE       0.4
#define RARE_SHARE_FULL  0.5
#define RARE_SHARE_TITLE 0.7
#define RARE_SHARE_FORM  0.85
#define FULL_WORDS       30
#define TOP              5
#define TOP_LEAST        3
#define TOP_SHARE        0.6
#define DAY_MS           INT64_C(72000000) /* less than 24 h: see the header */
#define DAY_NUMBERS      (2.0 / 3)

const char *
tcn_rewrite_kind_name(enum tcn_rewrite_kind kind)
{
	static const char *const names[] = {
		[TCN_REWRITE_UNLIKE] = "unlike",
		[TCN_REWRITE_FORM] = "form",
		[TCN_REWRITE_SAME] = "rewrite",
	};

	assert(kind < sizeof names / sizeof *names);
	return names[kind];
}

static uint32_t
lesser(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static bool
has_lengths(const struct tcn_rewrite_conf *conf, uint32_t a, uint32_t b)
{
	uint32_t less = lesser(a, b), more = a + b - less;

	if (!more)
		return true;
	return less >= conf->least_words && less >= conf->lengths * more;
}

/* Whether fewer than this share of the lesser of two lists are in both; false
 * when one is empty. */
static bool
share_less(uint32_t both, uint32_t a, uint32_t b, double share)
{
	return lesser(a, b) > 0 && both < share * lesser(a, b);
}

/* How many of the words, by id, the content has. */
static uint32_t
count_shared(const uint64_t *ids, uint32_t n, const struct tcn_content *content)
{
	uint32_t i = 0, j = 0, m = 0;

	while (i < n && j < content->n) {
		uint64_t x = ids[i] >> 3, y = content->at[j] >> 3;

		m += x == y;
		i += x <= y;
		j += y <= x;
	}
	return m;
}

/* By the numbers and names of both. */
static bool
is_filled_in(struct tcn_content_shared shared, const struct tcn_pairs_item *a,
    const struct tcn_pairs_item *b)
{
	uint32_t both = shared.numbers + shared.names;
	uint32_t of_a = shared.a_numbers + shared.a_names;
	uint32_t of_b = shared.b_numbers + shared.b_names;

	if ((a->is_table && b->is_table) ||
	    share_less(both, of_a, of_b, NAMED_SHARE))
		return true;
	if (lesser(shared.a_numbers, shared.b_numbers) >= NUMBERS_LEAST &&
	    share_less(shared.numbers, shared.a_numbers, shared.b_numbers,
		NUMBERS_SHARE))
		return true;
	return a->shape && a->shape == b->shape && a->filling != b->filling &&
	    share_less(both, of_a, of_b, TITLE_SHARE);
}

/* Whether an item is a whole report, not a headline or a post. */
static bool
is_full(const struct tcn_pairs_item *item)
{
	return item->words >= FULL_WORDS;
}

/*
 * Lists the ids of the weightiest words of an item, the weightiest first, TOP
 * at most: of those that are content words and no numbers. How many.
 */
static uint32_t
list_top(const struct tcn_pairs_item *item, uint64_t ids[TOP])
{
	const struct tcn_pairs_vector *vector = &item->vector;
	const struct tcn_content *content = &item->content;
	uint16_t weights[TOP];
	uint32_t n = 0, j = 0;

	for (uint32_t i = 0; i < vector->n; i++) {
		uint64_t id = vector->ids[i];
		uint32_t k;

		while (j < content->n && content->at[j] >> 3 < id >> 3)
			j++;
		if (j == content->n || content->at[j] >> 3 != id >> 3 ||
		    tcn_content_class(content->at[j]) == TCN_CONTENT_NUMBER ||
		    (n == TOP && vector->weights[i] <= weights[n - 1]))
			continue;
		n += n < TOP;
		for (k = n - 1; k > 0 && weights[k - 1] < vector->weights[i];
		     k--) {
			weights[k] = weights[k - 1];
			ids[k] = ids[k - 1];
		}
		weights[k] = vector->weights[i];
		ids[k] = id;
	}
	return n;
}

/* Whether the weightiest words of a are others than b's. */
static bool
has_other_top(const struct tcn_pairs_item *a, const struct tcn_pairs_item *b)
{
	uint64_t ids[TOP];
	uint32_t n = list_top(a, ids), both = 0;

	for (uint32_t i = 0; i < n; i++)
		both += tcn_content_has(&b->content, ids[i]);
	return n >= TOP_LEAST && both < TOP_SHARE * n;
}

/* By the rare words of both. */
static bool
is_other(const struct tcn_rewrite_item *later, const struct tcn_pairs_item *b)
{
	uint32_t of_a = later->item.rare, of_b = b->rare;
	uint32_t both = count_shared(later->rare, of_a, &b->content);

	bool full = is_full(&later->item) && is_full(b);

	if (lesser(of_a, of_b) < RARE_LEAST) {
		if (full)
			return true;
	} else if (share_less(both, of_a, of_b,
		       full ? RARE_SHARE_FULL : RARE_SHARE))
		return true;
	return later->title_n &&
	    !count_shared(later->title, later->title_n, &b->content) &&
	    share_less(both, of_a, of_b, RARE_SHARE_TITLE);
}

/* How many of the title's rare names b has. */
static uint32_t
count_names(const struct tcn_rewrite_item *later,
    const struct tcn_pairs_item *b)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < later->names_n; i++)
		n += tcn_content_has(&b->content, later->names[i]);
	return n;
}

/* Whether something but their words speaks for a form. */
static bool
is_suspect(const struct tcn_rewrite_item *later, const struct tcn_pairs_item *b)
{
	return later->item.is_form || b->is_form ||
	    !count_shared(later->title, later->title_n, &b->content) ||
	    (later->names_n > 1 && 2 * count_names(later, b) <= later->names_n);
}

/* Whether two whole reports are one form of what recurs, every day or within
 * one. */
static bool
recurs(const struct tcn_rewrite_item *later, const struct tcn_pairs_item *b,
    struct tcn_content_shared shared)
{
	const struct tcn_pairs_item *a = &later->item;
	uint32_t rare = count_shared(later->rare, a->rare, &b->content);
	bool suspect = is_suspect(later, b);

	if (a->ts_ms - b->ts_ms >= DAY_MS &&
	    (suspect ||
		share_less(shared.numbers, shared.a_numbers, shared.b_numbers,
		    DAY_NUMBERS)))
		return true;
	return suspect && share_less(rare, a->rare, b->rare, RARE_SHARE_FORM);
}

struct tcn_rewrite_pair
tcn_rewrite_judge(const struct tcn_rewrite_conf *conf,
    const struct tcn_rewrite_item *later, const struct tcn_pairs_hit *hit)
{
	const struct tcn_pairs_item *item = &later->item, *other = &hit->item;
	struct tcn_content_shared shared =
	    tcn_content_compare(&item->content, &other->content);
	struct tcn_rewrite_pair pair = {
		.seq = other->seq,
		.text = other->text,
		.cosine = hit->cosine,
		.likeness = conf->measure == TCN_REWRITE_JACCARD
		    ? tcn_content_jaccard(shared)
		    : tcn_content_cosine(shared),
	};

	if (pair.likeness < conf->likeness ||
	    !has_lengths(conf, item->words, other->words))
		pair.kind = TCN_REWRITE_UNLIKE;
	else if (is_filled_in(shared, item, other) || is_other(later, other) ||
	    (later->names_n && !count_names(later, other)) ||
	    (is_full(item) && is_full(other) &&
		(has_other_top(item, other) || has_other_top(other, item) ||
		    recurs(later, other, shared))))
		pair.kind = TCN_REWRITE_FORM;
	else
		pair.kind = TCN_REWRITE_SAME;
	return pair;
}

void
tcn_rewrite_judge_all(const struct tcn_rewrite_conf *conf,
    struct tcn_rewrite_item *later, const struct tcn_pairs_hits *hits,
    struct tcn_rewrite_pair *pairs)
{
	bool is_form = false;

	later->item.is_form = false;
	for (size_t i = 0; i < hits->n; i++) {
		pairs[i] = tcn_rewrite_judge(conf, later, &hits->at[i]);
		is_form |= pairs[i].kind == TCN_REWRITE_FORM;
	}
	later->item.is_form = is_form;
	for (size_t i = 0; i < hits->n && is_form; i++)
		if (pairs[i].kind == TCN_REWRITE_SAME)
			pairs[i] = tcn_rewrite_judge(conf, later, &hits->at[i]);
}

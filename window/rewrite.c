#include "window/rewrite.h"

#include <assert.h>

/* Bounds of forms; see the header. */
#define NAMED_SHARE        0.1
#define NUMBERS_LEAST      3
#define NUMBERS_SHARE      0.4
#define TITLE_SHARE        0.5
#define RARE_LEAST         3
#define RARE_SHARE         0.4
#define RARE_SHARE_FULL    0.5
#define RARE_SHARE_TITLE   0.7
#define RARE_SHARE_FORM    0.85
#define RARE_SHARE_FIGURES 0.3
#define FIGURES_LEAST      3
#define FIGURES_SHARE      0.8
#define FULL_WORDS         30
#define TOP                5
#define TOP_LEAST          3
#define TOP_SHARE          0.6
#define FORM_RATIO         0.75
#define DAY_MS             INT64_C(72000000) /* see the header */
#define DAY_NUMBERS        (2.0 / 3)

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

/* Counts the rare numbers of the later one, and those that b has. */
static uint32_t
count_figures(const struct tcn_rewrite_item *later,
    const struct tcn_pairs_item *b, uint32_t *both)
{
	const struct tcn_content *content = &later->item.content;
	uint32_t n = 0, j = 0;

	*both = 0;
	for (uint32_t i = 0; i < later->item.rare; i++) {
		uint64_t id = later->rare[i];

		while (j < content->n && content->at[j] >> 3 < id >> 3)
			j++;
		if (j == content->n || content->at[j] >> 3 != id >> 3 ||
		    tcn_content_class(content->at[j]) != TCN_CONTENT_NUMBER)
			continue;
		n++;
		*both += tcn_content_has(&b->content, id);
	}
	return n;
}

/* Whether both have nearly all figures of each other, rare ones among them. */
static bool
has_same_figures(const struct tcn_rewrite_item *later,
    const struct tcn_pairs_item *b, struct tcn_content_shared shared)
{
	uint32_t both, rare;

	if (shared.numbers < FIGURES_LEAST ||
	    share_less(shared.numbers, shared.a_numbers, shared.b_numbers,
		FIGURES_SHARE))
		return false;
	rare = count_figures(later, b, &both);
	return rare && both >= FIGURES_SHARE * rare;
}

/* What a pair is judged by, beside its content words. */
struct evidence {
	const struct tcn_rewrite_item *later;
	const struct tcn_pairs_item *a, *b; /* the later, the earlier one */
	double cosine;
	struct tcn_content_shared shared;
	bool full; /* both are whole reports */
	uint32_t rare; /* words in both */
	uint32_t title, names; /* of the later one's title, in both */
	bool same_figures; /* rare ones, nearly all of which are in both */
};

static struct evidence
gather(const struct tcn_rewrite_item *later, const struct tcn_pairs_hit *hit,
    struct tcn_content_shared shared)
{
	const struct tcn_pairs_item *b = &hit->item;
	struct evidence e = {
		.later = later,
		.a = &later->item,
		.b = b,
		.cosine = hit->cosine,
		.shared = shared,
		.full = is_full(&later->item) && is_full(b),
		.rare =
		    count_shared(later->rare, later->item.rare, &b->content),
		.title =
		    count_shared(later->title, later->title_n, &b->content),
	};

	for (uint32_t i = 0; i < later->names_n; i++)
		e.names += tcn_content_has(&b->content, later->names[i]);
	e.same_figures = e.full && has_same_figures(later, b, shared);
	return e;
}

/* Whether fewer than this share of the rare words are in both. */
static bool
share_fewer_rare(const struct evidence *e, double share)
{
	return share_less(e->rare, e->a->rare, e->b->rare, share);
}

/* By the rare words of both. */
static bool
is_other(const struct evidence *e)
{
	if (lesser(e->a->rare, e->b->rare) < RARE_LEAST) {
		if (e->full)
			return true;
	} else if (share_fewer_rare(e,
		       e->same_figures ? RARE_SHARE_FIGURES
			   : e->full   ? RARE_SHARE_FULL
				       : RARE_SHARE)) {
		return true;
	}
	if (e->later->names_n && !e->names)
		return true;
	return e->later->title_n && !e->title && !e->same_figures &&
	    share_fewer_rare(e, RARE_SHARE_TITLE);
}

/* Whether one of the two is nearly as like a text with which it is a form. */
static bool
has_form_beside(const struct evidence *e)
{
	uint16_t form = e->a->form > e->b->form ? e->a->form : e->b->form;

	return form > 0 && 1 - e->cosine >= FORM_RATIO * (1 - form / 1000.0);
}

/* Whether two whole reports are one form of what recurs, every day or within
 * one: something speaks for it, and little against it. */
static bool
recurs(const struct evidence *e)
{
	bool suspect = has_form_beside(e) || !e->title ||
	    (e->later->names_n > 1 && 2 * e->names <= e->later->names_n);

	if (e->a->ts_ms - e->b->ts_ms >= DAY_MS &&
	    (suspect ||
		share_less(e->shared.numbers, e->shared.a_numbers,
		    e->shared.b_numbers, DAY_NUMBERS)))
		return true;
	return suspect && !e->same_figures &&
	    share_fewer_rare(e, RARE_SHARE_FORM);
}

static bool
is_form(const struct evidence *e)
{
	return is_filled_in(e->shared, e->a, e->b) || is_other(e) ||
	    (e->full && !e->same_figures &&
		(has_other_top(e->a, e->b) || has_other_top(e->b, e->a))) ||
	    (e->full && recurs(e));
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
		.kind = TCN_REWRITE_UNLIKE,
	};
	struct evidence evidence;

	if (pair.likeness < conf->likeness ||
	    !has_lengths(conf, item->words, other->words))
		return pair;
	evidence = gather(later, hit, shared);
	pair.kind = is_form(&evidence) ? TCN_REWRITE_FORM : TCN_REWRITE_SAME;
	return pair;
}

void
tcn_rewrite_judge_all(const struct tcn_rewrite_conf *conf,
    struct tcn_rewrite_item *later, const struct tcn_pairs_hits *hits,
    struct tcn_rewrite_pair *pairs)
{
	double form = 0;

	later->item.form = 0;
	for (size_t i = 0; i < hits->n; i++) {
		pairs[i] = tcn_rewrite_judge(conf, later, &hits->at[i]);
		if (pairs[i].kind == TCN_REWRITE_FORM && pairs[i].cosine > form)
			form = pairs[i].cosine;
	}
	later->item.form = (uint16_t)(form * 1000);
	for (size_t i = 0; i < hits->n && form > 0; i++)
		if (pairs[i].kind == TCN_REWRITE_SAME)
			pairs[i] = tcn_rewrite_judge(conf, later, &hits->at[i]);
}

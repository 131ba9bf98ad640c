#include "window/rewrite.h"

#include <assert.h>

/* Bounds of forms; see the header. */
#define TABLE_LEAST      10
#define TABLE_SHARE      0.4
#define NAMED_SHARE      0.1
#define NUMBERS_LEAST    3
#define NUMBERS_SHARE    0.2
#define TITLE_SHARE      0.5
#define RARE_LEAST       3
#define RARE_SHARE       0.4
#define RARE_SHARE_TITLE 0.7

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

/* Whether a text is a table of figures. */
static bool
is_table(uint32_t numbers, uint32_t words)
{
	return numbers >= TABLE_LEAST && numbers >= TABLE_SHARE * words;
}

/* By the numbers and names of both. */
static bool
is_filled_in(struct tcn_content_shared shared, const struct tcn_pairs_item *a,
    const struct tcn_pairs_item *b)
{
	uint32_t both = shared.numbers + shared.names;
	uint32_t of_a = shared.a_numbers + shared.a_names;
	uint32_t of_b = shared.b_numbers + shared.b_names;

	if ((is_table(shared.a_numbers, shared.na) &&
		is_table(shared.b_numbers, shared.nb)) ||
	    share_less(both, of_a, of_b, NAMED_SHARE))
		return true;
	if (lesser(shared.a_numbers, shared.b_numbers) >= NUMBERS_LEAST &&
	    share_less(shared.numbers, shared.a_numbers, shared.b_numbers,
		NUMBERS_SHARE))
		return true;
	return a->shape && a->shape == b->shape && a->filling != b->filling &&
	    share_less(both, of_a, of_b, TITLE_SHARE);
}

/* By the rare words of both. */
static bool
is_other(const struct tcn_rewrite_item *later, const struct tcn_pairs_item *b)
{
	uint32_t of_a = later->item.rare, of_b = b->rare;
	uint32_t both = count_shared(later->rare, of_a, &b->content);

	if (lesser(of_a, of_b) >= RARE_LEAST &&
	    share_less(both, of_a, of_b, RARE_SHARE))
		return true;
	return later->title_n &&
	    !count_shared(later->title, later->title_n, &b->content) &&
	    share_less(both, of_a, of_b, RARE_SHARE_TITLE);
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
	else if (is_filled_in(shared, item, other) || is_other(later, other))
		pair.kind = TCN_REWRITE_FORM;
	else
		pair.kind = TCN_REWRITE_SAME;
	return pair;
}

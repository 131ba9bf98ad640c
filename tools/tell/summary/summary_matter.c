#include "tools/tell/summary/summary_matter.h"

#include <math.h>
#include <string.h>

#define LEAST       4 /* origins of a matter */
#define ALIKE       0.15 /* mean cosine of two of a group */
#define APART       0.55 /* a + 3 b */
#define APART_NAMED 0.9 /* the same, where each has a name of its own */
#define NAME_OWN    0.6 /* of a group, that hold its own name at least */
#define NAME_OTHER  0.1 /* of the other, that hold it: fewer */
#define NAME_BOTH   0.2 /* of each, that hold a name of both */
#define PAIRS       3 /* the weight of b */
#define SEEDS       16 /* words from which groups are made */
#define SEED_PARTS  20 /* of the origins, that hold one: a twentieth */
#define SEED_MOST   0.6 /* of them, at most */
#define TRIED       2 /* seeds that are followed */
#define ROUNDS      4
#define SAMPLE      64 /* origins of a group that are compared in pairs */
#define TWICE       2 /* as many origins outweigh the headline's */
#define NEVER       9 /* no two groups */

/* The origins of one language, as vectors of length 1: each of the n words of
 * one weighs 1 / sqrt(n). */
struct matters {
	const struct tcn_summary_core *core;
	const struct tcn_summary_core_text **at;
	size_t n;
	double *unit; /* what a word of each weighs */
	double *all; /* of each word: the sum over all */
	double *to_all; /* of each origin: the product with that */
	double all_all; /* of that with itself */
	double *group; /* of each word: the sum over the group */
	bool *in; /* of each origin: it is of the group */
	size_t in_n;
};

/* A name, and how many of the others, and of the group, hold it. */
struct name {
	uint32_t begin, held[2];
};

/* A word that many hold, and how little the groups that it makes share. */
struct seed {
	uint32_t word, held;
	double shared;
};

/* --- groups --- */

static double
product(const struct matters *m, size_t i, const double *sum)
{
	const struct tcn_summary_core_text *text = m->at[i];
	double product = 0;

	for (size_t w = 0; w < text->n; w++)
		product += sum[text->numbers[w]];
	return product * m->unit[i];
}

static void
add_origin(const struct matters *m, size_t i, double *sum)
{
	for (size_t w = 0; w < m->at[i]->n; w++)
		sum[m->at[i]->numbers[w]] += m->unit[i];
}

/* Counts and sums the origins of the group. */
static void
sum_group(struct matters *m)
{
	memset(m->group, 0, m->core->words_n * sizeof *m->group);
	m->in_n = 0;
	for (size_t i = 0; i < m->n; i++) {
		if (!m->in[i])
			continue;
		add_origin(m, i, m->group);
		m->in_n++;
	}
}

static bool
are_groups(const struct matters *m)
{
	return m->in_n >= LEAST && m->n - m->in_n >= LEAST;
}

/* The mean product of two of n origins, of whose sum this is the square. */
static double
mean_within(double square, size_t n)
{
	return (square - (double)n) / ((double)n * (double)(n - 1));
}

/* The likeness between the group and the others, by that within them. */
static double
measure_groups(const struct matters *m)
{
	double across = 0, square = 0, with, without, least;

	if (!are_groups(m))
		return NEVER;
	for (size_t i = 0; i < m->n; i++) {
		if (!m->in[i])
			continue;
		across += m->to_all[i];
		square += product(m, i, m->group);
	}
	with = mean_within(square, m->in_n);
	without = mean_within(m->all_all - 2 * across + square, m->n - m->in_n);
	least = with < without ? with : without;
	if (least < ALIKE)
		return NEVER;
	return (across - square) /
	    ((double)m->in_n * (double)(m->n - m->in_n)) / least;
}

/* Puts each origin to the group that it is more like, by the means of both
 * without itself; false: all are there. */
static bool
move_origins(struct matters *m)
{
	double n = (double)m->in_n, rest = (double)(m->n - m->in_n);
	bool moved = false;

	for (size_t i = 0; i < m->n; i++) {
		double with = product(m, i, m->group);
		double without = m->to_all[i] - with;
		bool in = m->in[i] ? (with - 1) / (n - 1) > without / rest
				   : with / n > (without - 1) / (rest - 1);

		moved |= in != m->in[i];
		m->in[i] = in;
	}
	return moved;
}

/* --- pairs --- */

/* How many words text has of those that are marked. */
static size_t
count_marked(const struct tcn_summary_core_text *text, const bool *marked)
{
	size_t n = 0;

	for (size_t w = 0; w < text->n; w++)
		n += marked[text->numbers[w]];
	return n;
}

static void
mark_words(const struct tcn_summary_core_text *text, bool mark, bool *marked)
{
	for (size_t w = 0; w < text->n; w++)
		marked[text->numbers[w]] = mark;
}

/* Some of the group's origins, or of the others, at even distances. */
static size_t
pick_sample(const struct matters *m, bool in, size_t sample[static SAMPLE])
{
	size_t all = in ? m->in_n : m->n - m->in_n;
	size_t n = all < SAMPLE ? all : SAMPLE, at = 0, picked = 0;

	for (size_t i = 0; i < m->n && picked < n; i++)
		if (m->in[i] == in && at++ == picked * all / n)
			sample[picked++] = i;
	return n;
}

/* The mean likeness of pairs by the words that they share but for one. */
static double
compare_pairs(const struct matters *m, bool a_in, bool b_in, bool *marked)
{
	size_t a[SAMPLE], b[SAMPLE], pairs = 0;
	size_t a_n = pick_sample(m, a_in, a), b_n = pick_sample(m, b_in, b);
	double sum = 0;

	for (size_t i = 0; i < a_n; i++) {
		mark_words(m->at[a[i]], true, marked);
		for (size_t k = 0; k < b_n; k++) {
			size_t shared;

			if (a[i] == b[k])
				continue;
			pairs++;
			shared = count_marked(m->at[b[k]], marked);
			if (shared > 1)
				sum += (double)(shared - 1) * m->unit[a[i]] *
				    m->unit[b[k]];
		}
		mark_words(m->at[a[i]], false, marked);
	}
	return sum / (double)pairs;
}

/* --- names --- */

/* Counts how many of the others, and of the group, hold each name that enough
 * of one hold; words that begin alike are one name. */
static struct name *
count_names(const struct matters *m, struct tcn_arena *arena, size_t *n)
{
	struct name *names =
	    tcn_arena_zalloc(arena, m->core->words_n, sizeof *names);
	double rest = (double)(m->n - m->in_n), in = (double)m->in_n;

	*n = 0;
	for (size_t i = 0; i < m->n; i++)
		for (size_t w = 0; w < m->at[i]->n; w++)
			names[m->at[i]->numbers[w]].held[m->in[i]]++;
	for (size_t w = 0; w < m->core->words_n; w++) {
		struct name name = names[w];
		size_t at = 0;

		name.begin = m->core->names[w];
		if (!name.begin ||
		    (name.held[0] < NAME_BOTH * rest &&
			name.held[1] < NAME_BOTH * in))
			continue;
		while (at < *n && names[at].begin != name.begin)
			at++;
		if (at < *n) {
			name.held[0] += names[at].held[0];
			name.held[1] += names[at].held[1];
		}
		names[at] = name;
		*n += at == *n;
	}
	return names;
}

/* Finds the name that each group has of its own; false: one has none, or both
 * have one in common. */
static bool
find_own_names(const struct matters *m, struct tcn_arena *arena,
    struct name own[static 2])
{
	double groups[2] = { (double)(m->n - m->in_n), (double)m->in_n };
	size_t n;
	const struct name *names = count_names(m, arena, &n);

	for (size_t i = 0; i < n; i++) {
		double share[2] = { names[i].held[0] / groups[0],
			names[i].held[1] / groups[1] };

		if (share[0] >= NAME_BOTH && share[1] >= NAME_BOTH)
			return false;
		for (int g = 0; g < 2; g++)
			if (share[g] >= NAME_OWN && share[!g] < NAME_OTHER &&
			    names[i].held[g] > own[g].held[g])
				own[g] = names[i];
	}
	return own[0].begin && own[1].begin;
}

/* Whether names tell the groups apart; puts each origin with the name of one to
 * that. */
static bool
part_by_names(struct matters *m, struct tcn_arena *arena)
{
	struct name own[2] = { 0 };

	if (!find_own_names(m, arena, own))
		return false;
	for (size_t i = 0; i < m->n; i++) {
		const struct tcn_summary_core_text *text = m->at[i];
		bool has[2] = { false, false };

		for (size_t w = 0; w < text->n; w++)
			for (int g = 0; g < 2; g++)
				has[g] |= m->core->names[text->numbers[w]] ==
				    own[g].begin;
		if (has[0] != has[1])
			m->in[i] = has[1];
	}
	sum_group(m);
	return are_groups(m);
}

/* Whether the groups are two matters. */
static bool
are_matters(struct matters *m, struct tcn_arena *arena)
{
	double shared = measure_groups(m), with, without, least;
	struct name own[2] = { 0 };
	bool *marked;

	if (shared > APART_NAMED ||
	    (shared > APART && !find_own_names(m, arena, own)))
		return false; /* before pairs, which cost most */
	marked = tcn_arena_zalloc(arena, m->core->words_n, sizeof *marked);
	with = compare_pairs(m, true, true, marked);
	without = compare_pairs(m, false, false, marked);
	least = with < without ? with : without;
	if (least <= 0)
		return false;
	shared += PAIRS * compare_pairs(m, true, false, marked) / least;
	return shared <= APART ||
	    (shared <= APART_NAMED && part_by_names(m, arena));
}

/* --- seeds --- */

/* Has the origins with a word be the group. */
static void
take_seed(struct matters *m, uint32_t word)
{
	for (size_t i = 0; i < m->n; i++) {
		const struct tcn_summary_core_text *text = m->at[i];
		size_t w = 0;

		while (w < text->n && text->numbers[w] != word)
			w++;
		m->in[i] = w < text->n;
	}
	sum_group(m);
}

/* Finds the words that most hold, most first. */
static size_t
find_seeds(const struct matters *m, struct tcn_arena *arena,
    struct seed seeds[static SEEDS + 1])
{
	uint32_t *held =
	    tcn_arena_zalloc(arena, m->core->words_n, sizeof *held);
	size_t n = 0;

	for (size_t i = 0; i < m->n; i++)
		for (size_t w = 0; w < m->at[i]->n; w++)
			held[m->at[i]->numbers[w]]++;
	for (uint32_t w = 0; w < m->core->words_n; w++) {
		size_t to = n;

		if (held[w] < LEAST || held[w] * SEED_PARTS < m->n ||
		    held[w] > SEED_MOST * (double)m->n)
			continue;
		for (; to && seeds[to - 1].held < held[w]; to--)
			seeds[to] = seeds[to - 1];
		seeds[to] = (struct seed){ .word = w, .held = held[w] };
		n += n < SEEDS;
	}
	return n;
}

/* Follows the seed that parts best, and is not followed yet; false: the groups
 * that it leads to are no matters. */
static bool
follow_best(struct matters *m, struct seed *seeds, size_t n,
    struct tcn_arena *arena)
{
	struct seed *best = &seeds[0];

	for (size_t s = 1; s < n; s++)
		if (seeds[s].shared < best->shared)
			best = &seeds[s];
	if (best->shared > APART_NAMED)
		return false;
	best->shared = NEVER;
	take_seed(m, best->word);
	for (int r = 0; r < ROUNDS && are_groups(m) && move_origins(m); r++)
		sum_group(m);
	return are_matters(m, arena);
}

/* Finds the groups of two matters. */
static bool
find_groups(struct matters *m, struct tcn_arena *arena)
{
	struct seed seeds[SEEDS + 1];
	size_t n = find_seeds(m, arena, seeds);

	for (size_t s = 0; s < n; s++) {
		take_seed(m, seeds[s].word);
		seeds[s].shared = measure_groups(m);
	}
	for (size_t i = 0; i < TRIED && n; i++)
		if (follow_best(m, seeds, n, arena))
			return true;
	return false;
}

/* --- a story --- */

/* The language of most origins. */
static uint32_t
find_lang(const struct tcn_summary_core *core)
{
	size_t of[1 + TCN_SUMMARY_CORE_LANGS] = { 0 };
	uint32_t most = 0;

	for (size_t t = 0; t < core->texts_n; t++)
		of[core->texts[t].lang]++;
	for (uint32_t l = 1; l < core->parts_n; l++)
		if (of[l] > of[most])
			most = l;
	return most;
}

/* Takes the origins that have words, and sums them. */
static void
take_origins(struct matters *m, struct tcn_arena *arena)
{
	const struct tcn_summary_core *core = m->core;
	uint32_t lang = find_lang(core);

	m->at = tcn_arena_zalloc(arena, core->texts_n, sizeof *m->at);
	m->unit = tcn_arena_zalloc(arena, core->texts_n, sizeof *m->unit);
	m->to_all = tcn_arena_zalloc(arena, core->texts_n, sizeof *m->to_all);
	m->in = tcn_arena_zalloc(arena, core->texts_n, sizeof *m->in);
	m->all = tcn_arena_zalloc(arena, core->words_n, sizeof *m->all);
	m->group = tcn_arena_zalloc(arena, core->words_n, sizeof *m->group);
	for (size_t t = 0; t < core->texts_n; t++) {
		const struct tcn_summary_core_text *text = &core->texts[t];

		if (text->lang != lang || !text->n)
			continue;
		m->unit[m->n] = 1 / sqrt((double)text->n);
		m->at[m->n] = text;
		add_origin(m, m->n++, m->all);
	}
	for (size_t i = 0; i < m->n; i++) {
		m->to_all[i] = product(m, i, m->all);
		m->all_all += m->to_all[i];
	}
}

/* Whether the event is of the group, and not of the others. */
static bool
is_of_group(const struct matters *m, const struct tcn_summary_text *texts,
    size_t n, const bool *in)
{
	size_t rest = m->n - m->in_n, heads = 0;

	while (heads < n && !texts[heads].heads)
		heads++;
	if (heads == n)
		return m->in_n > rest;
	return in[m->core->origins[heads]] ? rest < TWICE * m->in_n
					   : m->in_n >= TWICE * rest;
}

size_t
tcn_summary_matter_find(const struct tcn_summary_text *texts, size_t n,
    const struct tcn_summary_core *core, bool *other)
{
	struct matters m = { .core = core };
	struct tcn_arena arena;
	bool *in, *known;
	size_t others = 0;

	tcn_arena_init(&arena, 0);
	take_origins(&m, &arena);
	if (m.n < 2 * LEAST || !find_groups(&m, &arena)) {
		tcn_arena_fini(&arena);
		return 0;
	}
	in = tcn_arena_zalloc(&arena, core->texts_n, sizeof *in);
	known = tcn_arena_zalloc(&arena, core->texts_n, sizeof *known);
	for (size_t i = 0; i < m.n; i++) {
		in[m.at[i] - core->texts] = m.in[i];
		known[m.at[i] - core->texts] = true;
	}
	if (is_of_group(&m, texts, n, in))
		for (size_t t = 0; t < core->texts_n; t++)
			in[t] = known[t] && !in[t];
	for (size_t i = 0; i < n; i++) {
		other[i] = in[core->origins[i]];
		others += other[i];
	}
	tcn_arena_fini(&arena);
	return others;
}

/*
 * tools/summary/summary_headline.c - the title that says what the event is now;
 * see summary.h.
 */
#include <stdlib.h>

#include "engine/facts/statement.h"
#include "tools/summary/summary_pool_impl.h"

#define CANDIDATES_MAX 300

#define WEIGHT_ABOUT     0.5
#define WEIGHT_RECENCY   0.15 /* of an event with figures */
#define WEIGHT_EARLY     (-0.1) /* of another: what happened */
#define WEIGHT_CENTER    0.6 /* of a title with so many words: */
#define FULL             7
#define WEIGHT_SUPPORT   0.1
#define WEIGHT_TOLL      0.35 /* a leading figure */
#define WEIGHT_MAGNITUDE 0.2
#define LOSS_WORD        0.02 /* each beyond these: */
#define WORDS_FREE       13
#define LOSS_CAPITALS    0.2
#define LOSS_RETWEET     0.3
#define LOSS_NO_VERB     0.25
#define LOSS_SPEECH      0.15
#define LOSS_SMALL       0.15 /* begins with a small letter */
#define LOSS_SECTION     0.3 /* a wire files it under markets, views */
#define LOSS_LANG        0.25 /* not the language of most origins */
#define STEP             0.08 /* by which one must be better */
#define FIRST_STEP       16 /* items at which one is chosen first */

#define NO_HEADLINE                                                            \
	(TCN_STATEMENT_CUT | TCN_STATEMENT_TAGS | TCN_STATEMENT_SHOUT |        \
	    TCN_STATEMENT_FIRST_PERSON | TCN_STATEMENT_PRAYER |                \
	    TCN_STATEMENT_TABLE | TCN_STATEMENT_LINK)
#define POOR_HEADLINE                                                          \
	(TCN_STATEMENT_QUESTION | TCN_STATEMENT_OPENING | TCN_STATEMENT_SPEECH)

/* What is asked of a title; where none has it, less is asked. */
static const struct level {
	uint32_t faults; /* that it may not have */
	size_t words_min, words_max;
	double about, rank;
	bool supported; /* by two origins, in a story of many */
} levels[] = {
	{ NO_HEADLINE | POOR_HEADLINE | TCN_STATEMENT_NO_VERB, 4, 20, 0.4, 0.5,
	    true },
	{ NO_HEADLINE | POOR_HEADLINE, 4, 20, 0.4, 0.5, true },
	{ NO_HEADLINE | POOR_HEADLINE, 4, 24, 0.2, 0, false },
	{ NO_HEADLINE, 3, 30, 0.3, 0.5, false },
};

#define MANY_ORIGINS 30

static bool
is_candidate(const struct tcn_summary *summary,
    const struct tcn_summary_sentence *s, const struct level *level)
{
	if (!s->opens || s->stale || (s->faults & level->faults) ||
	    s->words_n < level->words_min || s->words_n > level->words_max)
		return false;
	return !tcn_summary_core_judges(summary->core, s->part) ||
	    (s->about >= level->about &&
		summary->ranks[s->from] >= level->rank);
}

static int
by_about(const void *left, const void *right)
{
	const struct tcn_summary_sentence *l =
	    *(const struct tcn_summary_sentence *const *)left;
	const struct tcn_summary_sentence *r =
	    *(const struct tcn_summary_sentence *const *)right;

	if (l->about > r->about || l->about < r->about)
		return l->about > r->about ? -1 : 1;
	return (l < r) - (l > r); /* the newer first */
}

/* The titles of a level, those that hold most of the core, at[0 .. *n). */
static enum tcn_rc
find_candidates(struct tcn_summary_pool *pool, const struct level *level,
    struct tcn_summary_sentence **at, size_t *n)
{
	bool many = pool->summary->core->texts_n >= MANY_ORIGINS;
	size_t all = 0, kept = 0;
	enum tcn_rc rc;

	for (size_t s = 0; s < pool->n; s++)
		if (is_candidate(pool->summary, &pool->at[s], level))
			at[all++] = &pool->at[s];
	if (all)
		qsort(at, all, sizeof *at, by_about);
	if (all > CANDIDATES_MAX)
		all = CANDIDATES_MAX;
	rc = tcn_summary_pool_support(pool, at, all);
	for (size_t i = 0; i < all; i++)
		if (!level->supported || !many || at[i]->origins >= 2)
			at[kept++] = at[i];
	*n = kept;
	return rc;
}

/* Titles among which one is chosen. */
struct ballot {
	struct tcn_summary_sentence *const *at;
	size_t n;
	uint32_t lang;
	bool figures; /* the event has some that are shown */
};

/* How good a title is when there are so many items; 0: whenever it came. In an
 * event with figures what is new is better, else what says what happened. */
static double
worth_of(const struct ballot *ballot, const struct tcn_summary_sentence *s,
    size_t items)
{
	double fullness = s->terms.n < FULL ? (double)s->terms.n / FULL : 1;
	double worth = WEIGHT_ABOUT * s->about +
	    WEIGHT_CENTER * s->center * fullness + WEIGHT_SUPPORT * s->support +
	    (s->figures & 1u << TCN_SLOT_DEAD ? WEIGHT_TOLL : 0) +
	    (s->figures & 1u << TCN_SLOT_MAGNITUDE ? WEIGHT_MAGNITUDE : 0);

	if (items)
		worth += (ballot->figures ? WEIGHT_RECENCY : WEIGHT_EARLY) *
		    (double)(s->from + 1) / (double)items;
	if (s->words_n > WORDS_FREE)
		worth -= LOSS_WORD * (double)(s->words_n - WORDS_FREE);
	worth -= s->capitals ? LOSS_CAPITALS : 0;
	worth -= s->retweet ? LOSS_RETWEET : 0;
	worth -= s->faults & TCN_STATEMENT_NO_VERB ? LOSS_NO_VERB : 0;
	worth -= s->speech ? LOSS_SPEECH : 0;
	worth -= s->small ? LOSS_SMALL : 0;
	worth -= s->section ? LOSS_SECTION : 0;
	worth -= ballot->lang && s->lang != ballot->lang ? LOSS_LANG : 0;
	return worth;
}

/* The best of the first so many items; of equals the newer. NULL: none. */
static const struct tcn_summary_sentence *
best_of(const struct ballot *ballot, size_t items, bool recent)
{
	const struct tcn_summary_sentence *best = NULL;
	double most = 0;

	for (size_t i = 0; i < ballot->n; i++) {
		const struct tcn_summary_sentence *s = ballot->at[i];
		double worth;

		if (s->from >= items)
			continue;
		worth = worth_of(ballot, s, recent ? items : 0);
		if (best && (worth < most || (worth <= most && s < best)))
			continue;
		best = s;
		most = worth;
	}
	return best;
}

/* Puts the best of the first so many items in the place of what stands, when
 * there is none or it is clearly better. */
static const struct tcn_summary_sentence *
replace(const struct ballot *ballot, size_t items, bool recent,
    const struct tcn_summary_sentence *standing)
{
	const struct tcn_summary_sentence *best =
	    best_of(ballot, items, recent);
	size_t now = recent ? items : 0;

	if (!best || !standing)
		return best ? best : standing;
	return worth_of(ballot, best, now) >=
		worth_of(ballot, standing, now) + STEP
	    ? best
	    : standing;
}

/* Follows the story as it doubled; between two doublings only what is better
 * in itself replaces a title, and not because it is newer. */
static const struct tcn_summary_sentence *
follow(const struct ballot *ballot, size_t all)
{
	const struct tcn_summary_sentence *standing = NULL;

	for (size_t items = FIRST_STEP; items <= all; items *= 2)
		standing = replace(ballot, items, true, standing);
	return replace(ballot, all, false, standing);
}

/* standing: the title so far, if it may still stand; or NULL. */
static const struct tcn_summary_sentence *
choose(const struct ballot *ballot, const struct tcn_summary *summary,
    const struct tcn_summary_sentence *standing)
{
	if (summary->naming == TCN_SUMMARY_NAMING_NEW ||
	    summary->naming == TCN_SUMMARY_NAMING_KEPT)
		return follow(ballot, summary->texts_n);
	return replace(ballot, summary->texts_n,
	    summary->naming == TCN_SUMMARY_NAMING_REVISION, standing);
}

/* Whether a figure of the event is shown: it goes on. */
static bool
has_figures(const struct tcn_summary *summary)
{
	bool shown = false;

	for (size_t i = 0; i < summary->figures->n && !shown; i++)
		shown = tcn_figure_is_shown(summary->figures,
		    &summary->figures->at[i]);
	return shown;
}

/* Who had these very words first. */
static const struct tcn_summary_sentence *
first_of(const struct tcn_summary_pool *pool,
    const struct tcn_summary_sentence *s)
{
	for (const struct tcn_summary_sentence *at = pool->at; at < s; at++)
		if (at->opens && tcn_str_equal(at->text, s->text))
			return at;
	return s;
}

/* The title that stands, unless a figure in it was replaced; or NULL. */
static struct tcn_summary_sentence *
find_standing(const struct tcn_summary_pool *pool)
{
	const struct tcn_summary *summary = pool->summary;

	if (summary->naming == TCN_SUMMARY_NAMING_NEW)
		return NULL;
	for (size_t s = 0; s < pool->n; s++)
		if (pool->at[s].opens && summary->texts[pool->at[s].from].heads)
			return pool->at[s].stale ? NULL : &pool->at[s];
	return NULL;
}

/* What may stand has none of the faults that are asked of others; how much of
 * the story it holds is weighed, as a story moves on. */
static bool
may_stand(const struct tcn_summary_sentence *s, const struct level *level)
{
	return s && !(s->faults & level->faults) &&
	    s->words_n >= level->words_min && s->words_n <= level->words_max;
}

/* The best title, of the first level that has any; *best NULL: there is none.
 */
static enum tcn_rc
find_best(struct tcn_summary_pool *pool, struct tcn_summary_sentence *standing,
    const struct tcn_summary_sentence **best)
{
	struct tcn_summary_sentence **at =
	    tcn_arena_zalloc(pool->arena, pool->n, sizeof *at);
	uint32_t lang = tcn_summary_pool_lang(pool, (struct tcn_str){ 0 });
	enum tcn_rc rc = at ? TCN_OK : TCN_NOMEM;

	*best = NULL;
	if (rc == TCN_OK && standing)
		rc = tcn_summary_pool_support(pool, &standing, 1);
	for (size_t l = 0;
	     rc == TCN_OK && !*best && l < sizeof levels / sizeof *levels;
	     l++) {
		size_t n;
		struct ballot ballot;

		rc = find_candidates(pool, &levels[l], at, &n);
		ballot =
		    (struct ballot){ at, n, lang, has_figures(pool->summary) };
		if (rc == TCN_OK)
			*best = choose(&ballot, pool->summary,
			    may_stand(standing, &levels[l]) ? standing : NULL);
	}
	return rc;
}

enum tcn_rc
tcn_summary_headline_choose(struct tcn_summary_pool *pool,
    struct tcn_summary_headline *headline)
{
	struct tcn_summary_sentence *standing = find_standing(pool);
	const struct tcn_summary_sentence *s = standing, *said;
	enum tcn_rc rc = TCN_OK;

	*headline =
	    (struct tcn_summary_headline){ .text = pool->summary->texts_n };
	if (standing && pool->summary->naming == TCN_SUMMARY_NAMING_KEPT)
		rc = tcn_summary_pool_support(pool, &standing, 1);
	else
		rc = find_best(pool, standing, &s);
	if (rc != TCN_OK || !s)
		return rc;
	said = s == standing ? s : first_of(pool, s);
	*headline = (struct tcn_summary_headline){
		.text = said->from,
		.sentence = said->text,
		.capitals = said->capitals,
		.terms = s->terms,
		.origins = s->origins,
		.first = s->first,
	};
	return TCN_OK;
}

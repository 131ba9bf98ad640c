/*
 * tools/tell/summary/summary_headline.c - the title that says what the event is
 * now; see summary.h.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/facts/statement.h"
#include "tools/tell/summary/summary_pool_impl.h"

#define CANDIDATES_MAX 300
#define FORM           0.7 /* cosine from which words are nearly the same */

#define WEIGHT_ABOUT     0.5
#define WEIGHT_RECENCY   0.05 /* of an event with figures */
#define WEIGHT_EARLY     (-0.1) /* of another: what happened */
#define WEIGHT_CENTER    0.6 /* of a title with so many words: */
#define WEIGHT_BOTH      0.2 /* the same, in both halves of the event */
#define FULL             7
#define WEIGHT_SUPPORT   0.1
#define WEIGHT_TOLL      0.35 /* a leading figure */
#define WEIGHT_MAGNITUDE 0.2
#define WEIGHT_LINKED    0.05 /* a post that leads to an article */
#define LOSS_ASIDE       0.2 /* what it holds stands beside what it says */
#define LOSS_OPENING     0.3 /* it begins with who is less usual than: */
#define OPENING_USUAL    0.4
#define LOSS_WORD        0.02 /* each beyond these: */
#define WORDS_FREE       13
#define LOSS_CAPITALS    0.2
#define LOSS_RETWEET     0.05
#define LOSS_NO_VERB     0.25
#define LOSS_SPEECH      0.15
#define LOSS_EXCLAIMS    0.15
#define LOSS_SMALL       0.15 /* begins with a small letter */
#define LOSS_SECTION     0.3 /* a wire files it under markets, views */
#define LOSS_ELSEWHERE   0.35 /* in another country than the event */
#define LOSS_VAGUE       0.35 /* "dozens" where the toll is known */
#define LOSS_BEFORE      0.5 /* of what came out since: "is to be elected" */
#define LOSS_TITLED      0.15 /* As a Title, where most are sentences */
#define LOSS_LANG        0.25 /* not the language of most origins */
#define LOSS_ALONE       0.15 /* one of many tells a figure in these words */
#define LOSS_CLAIM       0.35 /* one witness alone tells its toll, of: */
#define CLAIM_ORIGINS    3
#define FIRST_STEP       16 /* items at which one is chosen first */

/* By how much a title must be better than that which stands: a part of what
 * that one is worth, as a poor one is soon replaced, in these bounds; where it
 * tells a leading figure that the other does not; when the event is over. */
#define MARGIN_PART  0.3
#define MARGIN_LEAST 0.08
#define MARGIN_MOST  0.2
#define MARGIN_TOLL  0.08
#define MARGIN_OVER  0.1

#define NO_HEADLINE                                                            \
	(TCN_STATEMENT_CUT | TCN_STATEMENT_TAGS | TCN_STATEMENT_SHOUT |        \
	    TCN_STATEMENT_FIRST_PERSON | TCN_STATEMENT_PRAYER |                \
	    TCN_STATEMENT_TABLE | TCN_STATEMENT_LINK)
#define POOR_HEADLINE                                                          \
	(TCN_STATEMENT_QUESTION | TCN_STATEMENT_OPENING |                      \
	    TCN_STATEMENT_SPEECH | TCN_STATEMENT_POINTS)

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

/* The same of what tells a leading figure: there are few such. */
static const struct level toll_level = { NO_HEADLINE | POOR_HEADLINE, 4, 24,
	0.2, 0, false };

#define MANY_ORIGINS  30
#define LEADING_POSTS 2 /* origins of a figure, in a story of many posts */

/* Figures for which a headline is better, and an event is renamed. */
#define LEADING (1u << TCN_SLOT_DEAD | 1u << TCN_SLOT_MAGNITUDE)

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

/* Whether a title is asked about at a level: as it is there, or as it tells a
 * leading figure. */
static bool
is_asked(const struct tcn_summary *summary,
    const struct tcn_summary_sentence *s, const struct level *level,
    uint32_t leading)
{
	return is_candidate(summary, s, level) ||
	    ((s->figures & leading) && is_candidate(summary, s, &toll_level));
}

/* The titles of a level, those that hold most of the core, at[0 .. *n). */
static void
find_candidates(struct tcn_summary_pool *pool, const struct level *level,
    uint32_t leading, struct tcn_summary_sentence **at, size_t *n)
{
	bool many = pool->summary->core->texts_n >= MANY_ORIGINS;
	size_t all = 0, kept = 0;

	for (size_t s = 0; s < pool->n; s++)
		if (is_asked(pool->summary, &pool->at[s], level, leading))
			at[all++] = &pool->at[s];
	if (all)
		qsort(at, all, sizeof *at, by_about);
	if (all > CANDIDATES_MAX)
		all = CANDIDATES_MAX;
	tcn_summary_pool_support(pool, at, all);
	for (size_t i = 0; i < all; i++)
		if (!level->supported || !many || at[i]->origins >= 2 ||
		    (at[i]->figures & leading))
			at[kept++] = at[i];
	*n = kept;
}

/* Titles among which one is chosen. */
struct ballot {
	struct tcn_summary_sentence *const *at;
	size_t n;
	uint32_t lang;
	bool figures; /* the event has some that are shown and go on */
	uint32_t leading; /* of LEADING, those that enough tell */
	uint32_t claimed; /* slots of people that one witness alone tells of */
	bool many; /* origins */
	bool sentences; /* most titles are written as such */
};

/* What is taken from a title for how it is written. */
static double
losses_of(const struct ballot *ballot, const struct tcn_summary_sentence *s)
{
	double loss = 0;

	if (s->words_n > WORDS_FREE)
		loss += LOSS_WORD * (double)(s->words_n - WORDS_FREE);
	loss += s->capitals ? LOSS_CAPITALS : 0;
	loss += s->retweet ? LOSS_RETWEET : 0;
	loss += s->faults & TCN_STATEMENT_NO_VERB ? LOSS_NO_VERB : 0;
	loss += s->speech ? LOSS_SPEECH : 0;
	loss += s->exclaims ? LOSS_EXCLAIMS : 0;
	loss += s->small ? LOSS_SMALL : 0;
	loss += s->section ? LOSS_SECTION : 0;
	loss += s->elsewhere ? LOSS_ELSEWHERE : 0;
	loss += s->vague ? LOSS_VAGUE : 0;
	loss += s->before ? LOSS_BEFORE : 0;
	loss += s->titled && ballot->sentences ? LOSS_TITLED : 0;
	loss += ballot->lang && s->lang != ballot->lang ? LOSS_LANG : 0;
	return loss;
}

/* What is taken from a title for what it tells, unless that is a toll: most of
 * the event stands beside it ("Markets fall after the quake"), or it begins
 * with who has little to do with it ("Insurers prepare for the storm"). Of
 * many, one tells that figure. */
static double
doubt_of(const struct ballot *ballot, const struct tcn_summary_sentence *s)
{
	bool tells = (s->figures & LEADING) != 0;
	double doubt = 0;

	if (!tells && 2 * s->main < s->about)
		doubt += LOSS_ASIDE * (1 - 2 * s->main / s->about);
	if (!tells && s->opening < OPENING_USUAL)
		doubt += LOSS_OPENING * (1 - s->opening / OPENING_USUAL);
	if (tells && ballot->many && s->origins < 2)
		doubt += LOSS_ALONE;
	if (s->figures & ballot->claimed)
		doubt += LOSS_CLAIM;
	return doubt;
}

/* How good a title is when there are so many items; 0: whenever it came. In an
 * event with figures what is new is better, else what says what happened. */
static double
worth_of(const struct ballot *ballot, const struct tcn_summary_sentence *s,
    size_t items)
{
	double fullness = s->terms.n < FULL ? (double)s->terms.n / FULL : 1;
	uint32_t leads = s->figures & ballot->leading;
	double worth = WEIGHT_ABOUT * s->about +
	    (WEIGHT_CENTER * s->center + WEIGHT_BOTH * s->both) * fullness +
	    WEIGHT_SUPPORT * s->support +
	    (leads & 1u << TCN_SLOT_DEAD ? WEIGHT_TOLL : 0) +
	    (leads & 1u << TCN_SLOT_MAGNITUDE ? WEIGHT_MAGNITUDE : 0) +
	    (s->linked ? WEIGHT_LINKED : 0);

	if (items)
		worth += (ballot->figures ? WEIGHT_RECENCY : WEIGHT_EARLY) *
		    (double)(s->from + 1) / (double)items;
	return worth - losses_of(ballot, s) - doubt_of(ballot, s);
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
		worth_of(ballot, standing, now) + MARGIN_LEAST
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

static double
margin_of(double worth)
{
	double margin = MARGIN_PART * worth;

	if (margin < MARGIN_LEAST)
		return MARGIN_LEAST;
	return margin < MARGIN_MOST ? margin : MARGIN_MOST;
}

/* The best in itself, or what stands: that one is newer is no reason to rename
 * an event. */
static const struct tcn_summary_sentence *
challenge(const struct ballot *ballot,
    const struct tcn_summary_sentence *standing, bool over)
{
	const struct tcn_summary_sentence *best =
	    best_of(ballot, SIZE_MAX, false);
	double worth = worth_of(ballot, standing, 0), margin;

	if (!best || best == standing)
		return standing;
	if (best->figures & ~standing->figures & ballot->leading)
		margin = MARGIN_TOLL;
	else
		margin = over ? MARGIN_OVER : margin_of(worth);
	return worth_of(ballot, best, 0) >= worth + margin ? best : standing;
}

/* standing: the title so far, if it may still stand; or NULL. */
static const struct tcn_summary_sentence *
choose(const struct ballot *ballot, const struct tcn_summary *summary,
    const struct tcn_summary_sentence *standing)
{
	if (summary->naming == TCN_SUMMARY_NAMING_NEW ||
	    summary->naming == TCN_SUMMARY_NAMING_KEPT)
		return follow(ballot, summary->texts_n);
	return standing ? challenge(ballot, standing,
			      summary->naming == TCN_SUMMARY_NAMING_LAST)
			: best_of(ballot, summary->texts_n,
			      summary->naming == TCN_SUMMARY_NAMING_REVISION);
}

/* Whether most texts have no titles: who posts them is no publisher. */
static bool
is_of_posts(const struct tcn_summary *summary)
{
	size_t posts = 0;

	for (size_t i = 0; i < summary->texts_n; i++)
		posts += summary->texts[i].title.n == 0;
	return posts * 2 > summary->texts_n;
}

/* The slots of people that one witness alone tells of, in a story of several: a
 * claim, that may be a rumour. */
static uint32_t
claims_of(const struct tcn_summary *summary)
{
	const struct tcn_figures *figures = summary->figures;
	uint32_t slots = 0;

	for (size_t i = 0; i < figures->n; i++)
		if (figures->at[i].origins == 1 &&
		    figures->at[i].publishers <= 1 &&
		    summary->core->texts_n >= CLAIM_ORIGINS &&
		    tcn_slot_kind(figures->at[i].slot) == TCN_SLOT_CUMULATIVE)
			slots |= 1u << figures->at[i].slot;
	return slots;
}

/* Sets what the ballot has of the event's figures: whether any is shown, as it
 * goes on, and those for which a headline is better. */
static void
set_figures(const struct tcn_summary *summary, struct ballot *ballot)
{
	bool many = summary->core->texts_n >= MANY_ORIGINS;
	uint32_t least = many && is_of_posts(summary) ? LEADING_POSTS : 1;

	ballot->many = many;
	ballot->claimed = claims_of(summary);
	for (size_t i = 0; i < summary->figures->n; i++) {
		const struct tcn_figure *figure = &summary->figures->at[i];

		if (!tcn_figure_is_shown(summary->figures, figure))
			continue;
		ballot->figures |= figure->slot < TCN_SLOT_MANY;
		if (figure->values[figure->leader].origins >= least)
			ballot->leading |= 1u << figure->slot & LEADING;
	}
	ballot->leading &= ~ballot->claimed;
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

/* The title that stands, unless a figure in it was replaced, or the event came
 * out since; or NULL. */
static struct tcn_summary_sentence *
find_standing(const struct tcn_summary_pool *pool)
{
	const struct tcn_summary *summary = pool->summary;

	if (summary->naming == TCN_SUMMARY_NAMING_NEW)
		return NULL;
	for (size_t s = 0; s < pool->n; s++)
		if (pool->at[s].opens && summary->texts[pool->at[s].from].heads)
			return pool->at[s].stale || pool->at[s].before
			    ? NULL
			    : &pool->at[s];
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

/* Whether fewer than half of the titles are written As Titles: there it is
 * mostly what a publisher releases that is. */
static bool
are_sentences(const struct tcn_summary_pool *pool)
{
	size_t opens = 0, titled = 0;

	for (size_t s = 0; s < pool->n; s++) {
		opens += pool->at[s].opens;
		titled += pool->at[s].titled;
	}
	return titled * 2 < opens;
}

/* The best title, of the first level that has any; NULL: there is none. */
static const struct tcn_summary_sentence *
find_best(struct tcn_summary_pool *pool, struct tcn_summary_sentence *standing)
{
	struct tcn_summary_sentence **at =
	    tcn_arena_zalloc(pool->arena, pool->n, sizeof *at);
	struct ballot ballot = {
		.at = at,
		.lang = tcn_summary_pool_lang(pool, (struct tcn_str){ 0 }),
		.sentences = are_sentences(pool),
	};
	const struct tcn_summary_sentence *best = NULL;

	if (standing)
		tcn_summary_pool_support(pool, &standing, 1);
	set_figures(pool->summary, &ballot);
	for (size_t l = 0; !best && l < sizeof levels / sizeof *levels; l++) {
		find_candidates(pool, &levels[l], ballot.leading, at,
		    &ballot.n);
		best = choose(&ballot, pool->summary,
		    may_stand(standing, &levels[l]) ? standing : NULL);
	}
	return best;
}

/* Counts the texts that open in nearly the same words, and sets *first to the
 * first of them. */
static uint32_t
count_form(const struct tcn_summary_pool *pool,
    const struct tcn_summary_sentence *s, size_t *first)
{
	uint32_t n = 0;

	*first = s->from;
	for (size_t i = 0; i < pool->n; i++) {
		const struct tcn_summary_sentence *at = &pool->at[i];

		if (!at->opens ||
		    (at != s &&
			tcn_summary_terms_cosine(s->terms, at->terms) < FORM))
			continue;
		if (n++ == 0)
			*first = at->from;
	}
	return n;
}

void
tcn_summary_headline_choose(struct tcn_summary_pool *pool,
    struct tcn_summary_headline *headline)
{
	struct tcn_summary_sentence *standing = find_standing(pool);
	const struct tcn_summary_sentence *s = standing, *said;
	struct tcn_str source;
	struct tcn_buf out = { 0 };

	*headline =
	    (struct tcn_summary_headline){ .text = pool->summary->texts_n };
	if (standing && pool->summary->naming == TCN_SUMMARY_NAMING_KEPT)
		tcn_summary_pool_support(pool, &standing, 1);
	else
		s = find_best(pool, standing);
	if (!s)
		return;
	said = s == standing ? s : first_of(pool, s);
	*headline = (struct tcn_summary_headline){
		.text = said->from,
		.sentence = said->text,
		.capitals = said->capitals,
		.terms = s->terms,
	};
	headline->origins = count_form(pool, s, &headline->first);
	/* Says who claims what a title tells, where one witness alone does and
	 * the title does not say: "12 dead in crash (Night Courier)". */
	source = pool->summary->texts[said->from].source;
	headline->claimed = (said->figures & claims_of(pool->summary)) &&
	    source.n && said->text.n &&
	    !memmem(said->text.at, said->text.n, source.at, source.n);
	if (!headline->claimed)
		return;
	tcn_buf_printf(&out, "%.*s (%.*s)", TCN_STR_ARG(said->text),
	    TCN_STR_ARG(source));
	tcn_arena_str(pool->arena, tcn_buf_view(&out), &headline->sentence);
	tcn_buf_fini(&out);
}

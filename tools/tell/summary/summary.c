#include "tools/tell/summary/summary.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/ascii.h"
#include "engine/base/real.h"
#include "tools/tell/summary/cognates.h"
#include "tools/tell/summary/summary_pool_impl.h"

#define CANDIDATES_MAX 300

/* What a line adds, beside its own worth. */
#define GAIN           0.25
#define NEW_FIGURE     0.25
#define TOLD_FIGURE    0.2
#define LIKENESS       0.35
#define ALONE          0.2
#define SPEECH         0.15 /* half of it or more is a quotation */
#define SMALL          0.15 /* begins with a small letter, or is all capitals */
#define EXCLAIMS       0.15
#define LINKED         0.1 /* a post that leads to an article */
#define SECTION        0.15 /* a wire files it under markets, views */
#define RESPONSES_MAX  2 /* lines that say what is done about it */
#define NEW_KIND       0.1 /* why, or what is done, where no line says so */
#define OTHER_LANG     0.5 /* than the headline's */
#define GAIN_LEAST     0.35 /* of a line behind the first */
#define WELL_SUPPORTED 3 /* origins: */
#define GAIN_SUPPORTED 0.2 /* is enough then */
#define GAIN_TOLD      0.5 /* of one that states a figure again */
#define ABOUT_LEAST    0.4 /* B of a line behind the first */
#define LIKE_LINE      0.6 /* cosine from which a line repeats another */
#define LIKE_HEADLINE  0.7 /* the same of the only line to the headline */
#define REPEATED       0.5 /* of its words, from which a line may repeat one */
#define ADDED_LEAST    2 /* rare words, without which it does at just that */
#define ADDED_NUMBER   4 /* the same of what has its numbers, too: */
#define LIKE_NUMBERED  0.5 /* cosine to the line that has them */
#define NUMBER_LEAST   (3 * TCN_READING_ONE) /* less stands for too much */
#define YEAR_FIRST     (1900 * TCN_READING_ONE)
#define YEAR_LAST      (2100 * TCN_READING_ONE)
#define LATE_WORDS     2 /* that tell a late fact */
#define LATE_ORIGINS   2 /* of each, where it is like the headline */
#define OLD_LEAST      0.5 /* of what it says, from which a line says it */
#define FEW_ORIGINS    8 /* of a story in which one is */
#define MANY_ORIGINS   30 /* of a story in which one origin is not enough */
#define LARGE_ORIGINS  100 /* of posts in which two are not */
#define PERSONAL_PARTS 3 /* of those who say so: of more it is no statement */
#define LINKED_PARTS   10 /* of posts: so many lead to articles */

/* What more counts in the first line, and what less. */
#define FIRST_ABOUT   0.35
#define FIRST_SUPPORT 0.15
#define FIRST_BEGINS  0.2
#define FIRST_NEWEST  0.15
#define FIRST_ALONE   0.3 /* its origin alone says so, figures or not */
#define FIRST_SECTION 0.4
#define FIRST_EARLY   0.5 /* half of it in a story with figures */

/* Of a collection. */
#define COLLECTION_ABOUT   0.43 /* mean B of the titles that is below */
#define COLLECTION_BODIES  0.3 /* where texts have more words than these */
#define COLLECTION_ORIGINS 3 /* that tell none of its figures */

/* A sentence that may be a line, and what is said of what it says. */
struct candidate {
	const struct tcn_summary_sentence *sentence;
	struct tcn_summary_terms cognates;
	double weight; /* of its words */
	double likeness; /* highest cosine to what is told */
	double repeated; /* most of its words in one line, or in the headline */
	double old; /* most of its weight in one line that is told or said */
	bool numbered; /* all its numbers, of which it has some, stand in one
			* line, or in the headline, that is like it */
	bool same; /* it says in other words what is said */
};

struct choice {
	const struct tcn_summary *summary;
	struct tcn_summary_pool pool;
	struct candidate *at; /* the best first */
	size_t n;
	bool *told; /* of each word of the pool */
	bool *said; /* of each: it is in the headline or in a line */
	const struct tcn_summary_said *so_far; /* the headline and the lines */
	bool only; /* line that is looked for: it may repeat the headline */
	bool late; /* some line tells a late fact */
	uint32_t least; /* origins of a word that is a gain */
	double most; /* log(1 + origins) of the most common word */
	uint32_t figures; /* told: 1 << slot */
	bool cause; /* told */
	size_t responses; /* told */
	bool has_figures; /* some candidate tells one */
	bool links; /* a tenth of the posts lead to articles */
	uint32_t lang; /* of lines: index of its part; 0: any */
	bool collection;
};

const char *
tcn_summary_kind_name(enum tcn_summary_kind kind)
{
	static const char *const names[TCN_SUMMARY_KINDS] = {
		[TCN_SUMMARY_WHAT] = "what",
		[TCN_SUMMARY_FIGURES] = "figures",
		[TCN_SUMMARY_CAUSE] = "cause",
		[TCN_SUMMARY_RESPONSE] = "response",
		[TCN_SUMMARY_MORE] = "more",
	};

	assert((unsigned)kind < TCN_SUMMARY_KINDS);
	return names[kind];
}

/* What the titles hold of what the texts have in common, on the mean. */
static double
mean_about(const struct tcn_summary_core *core)
{
	double sum = 0;

	for (size_t i = 0; i < core->texts_n; i++) {
		const struct tcn_summary_core_text *text = &core->texts[i];

		sum += tcn_summary_core_about(core, text->part, text->ids,
		    text->title_n);
	}
	return core->texts_n ? sum / (double)core->texts_n : 0;
}

static bool
is_collection(const struct tcn_summary *summary)
{
	const struct tcn_figures *figures = summary->figures;
	size_t titles = 0, bodies = 0;

	for (size_t i = 0; i < figures->n; i++)
		if (figures->at[i].values[figures->at[i].leader].origins >=
		    COLLECTION_ORIGINS)
			return false;
	for (size_t i = 0; i < summary->texts_n; i++) {
		titles += summary->texts[i].title.n > 0;
		bodies += summary->texts[i].text.n > 0;
	}
	return summary->core->texts_n >= MANY_ORIGINS / 2 &&
	    titles * 2 > summary->texts_n &&
	    mean_about(summary->core) < (bodies * 2 > summary->texts_n
						? COLLECTION_BODIES
						: COLLECTION_ABOUT);
}

/* --- candidates --- */

static int
by_score(const void *left, const void *right)
{
	const struct tcn_summary_sentence *l =
	    *(const struct tcn_summary_sentence *const *)left;
	const struct tcn_summary_sentence *r =
	    *(const struct tcn_summary_sentence *const *)right;

	if (l->score > r->score || l->score < r->score)
		return l->score > r->score ? -1 : 1;
	return (l > r) - (l < r);
}

/* Whether so many of the posts lead to articles that some do of what is so. */
static bool
posts_lead(const struct tcn_summary_pool *pool)
{
	size_t posts = 0, linked = 0;

	for (size_t s = 0; s < pool->n; s++) {
		posts += !pool->summary->texts[pool->at[s].from].title.n;
		linked += pool->at[s].linked;
	}
	return linked * LINKED_PARTS > posts;
}

/* What a word says of the story: less, the more of its origins have it. */
static double
weight_of(const struct choice *choice, uint32_t word)
{
	return 1 -
	    (double)choice->pool.words[word].origins /
	    (double)choice->summary->core->texts_n;
}

static void
read_candidate(struct choice *choice, const struct tcn_summary_sentence *s)
{
	struct candidate *c = &choice->at[choice->n++];

	c->sentence = s;
	for (size_t k = 0; k < s->terms.n; k++)
		c->weight += weight_of(choice, s->words[k]);
	tcn_cognates_read(s->text, choice->pool.arena, &c->cognates);
	choice->has_figures |= s->figures != 0;
}

static void
find_candidates(struct choice *choice)
{
	struct tcn_summary_pool *pool = &choice->pool;
	struct tcn_summary_sentence **best =
	    tcn_arena_zalloc(pool->arena, pool->n, sizeof(void *));
	size_t n = 0;

	for (size_t s = 0; s < pool->n; s++)
		if (pool->at[s].quotable)
			best[n++] = &pool->at[s];
	if (n)
		qsort(best, n, sizeof *best, by_score);
	if (n > CANDIDATES_MAX)
		n = CANDIDATES_MAX;
	tcn_summary_pool_support(pool, best, n);
	choice->links = posts_lead(pool);
	choice->at = tcn_arena_zalloc(pool->arena, n, sizeof *choice->at);
	for (size_t i = 0; i < n; i++)
		read_candidate(choice, best[i]);
}

/* --- what is told --- */

static double
cosine_to(const struct candidate *c, struct tcn_summary_terms terms)
{
	return tcn_summary_terms_cosine(c->sentence->terms, terms);
}

static void
mark_words(const struct choice *choice, struct tcn_summary_terms terms,
    bool *marks)
{
	for (size_t i = 0; i < terms.n; i++) {
		const uint64_t *word =
		    tcn_map_find(&choice->pool.index, terms.at[i]);

		if (word)
			marks[*word] = true;
	}
}

/* Raises what a line says of what a candidate says. */
static void
raise_old(const struct choice *choice, struct candidate *c,
    struct tcn_summary_terms line)
{
	const struct tcn_summary_sentence *s = c->sentence;
	double old = 0;

	for (size_t k = 0, t = 0; k < s->terms.n; k++) {
		while (t < line.n && line.at[t] < s->terms.at[k])
			t++;
		if (t < line.n && line.at[t] == s->terms.at[k])
			old += weight_of(choice, s->words[k]);
	}
	if (old > c->old * c->weight)
		c->old = old / c->weight;
}

static void
raise_likeness(struct candidate *c, double cosine)
{
	if (cosine > c->likeness)
		c->likeness = cosine;
}

/* Marks what the reader was told before: what is like it is no candidate. */
static void
mark_told(struct choice *choice, struct tcn_summary_terms terms)
{
	mark_words(choice, terms, choice->told);
	for (size_t i = 0; i < choice->n; i++) {
		struct candidate *c = &choice->at[i];
		double cosine = cosine_to(c, terms);

		raise_likeness(c, cosine);
		raise_old(choice, c, terms);
		c->same |= cosine >= TCN_SUMMARY_TERMS_ALIKE;
	}
}

/* Whether all numbers of a candidate, of which it has some, are among those of
 * a line. Years are none, and small ones. */
static bool
has_its_numbers(const struct tcn_reading_list *line,
    const struct tcn_reading_list *candidate)
{
	size_t found = 0, n = 0;

	for (size_t i = 0; i < candidate->numbers_n; i++) {
		int64_t number = candidate->numbers[i];
		size_t k = 0;

		if (number < NUMBER_LEAST ||
		    (number >= YEAR_FIRST && number < YEAR_LAST))
			continue;
		while (k < line->numbers_n && line->numbers[k] != number)
			k++;
		found += k < line->numbers_n;
		n++;
	}
	return n && found == n;
}

/* What was read of a sentence of the pool. */
static const struct tcn_reading_list *
says_of(const struct choice *choice, const struct tcn_summary_sentence *s)
{
	return &choice->summary->read->at[s - choice->pool.at].says;
}

/* Marks which candidates have the numbers of a line, and are like it. */
static void
mark_numbers(struct choice *choice, const struct tcn_summary_sentence *line)
{
	for (size_t i = 0; i < choice->n; i++) {
		struct candidate *c = &choice->at[i];

		c->numbered |= has_its_numbers(says_of(choice, line),
				   says_of(choice, c->sentence)) &&
		    cosine_to(c, line->terms) >= LIKE_NUMBERED;
	}
}

/* Marks what the headline or a line of this report says. */
static void
mark_said(struct choice *choice, struct tcn_summary_terms terms)
{
	mark_words(choice, terms, choice->said);
	for (size_t i = 0; i < choice->n; i++) {
		struct candidate *c = &choice->at[i];
		struct tcn_summary_terms own = c->sentence->terms;
		double part = (double)tcn_summary_terms_shared(own, terms) /
		    (double)own.n;

		raise_old(choice, c, terms);
		if (part > c->repeated)
			c->repeated = part;
	}
}

/* What says in other words, or in another language, what a line says is no
 * candidate; of a line of another section not even with a late fact. */
static void
drop_said(struct choice *choice, struct tcn_summary_terms cognates, bool other)
{
	for (size_t i = 0; i < choice->n; i++) {
		struct candidate *c = &choice->at[i];

		if (!tcn_cognates_alike(c->cognates, cognates))
			continue;
		c->same = true;
		if (other)
			c->old = 1;
	}
}

/* Marks what the headline says, and its figures as told; its words are news
 * yet. */
static void
mark_headline(struct choice *choice,
    const struct tcn_summary_headline *headline)
{
	const struct tcn_summary_pool *pool = &choice->pool;

	mark_said(choice, headline->terms);
	for (size_t s = 0; s < pool->n; s++)
		if (pool->at[s].opens && pool->at[s].from == headline->text) {
			choice->figures |= pool->at[s].figures;
			mark_numbers(choice, &pool->at[s]);
		}
}

/* log(1 + origins) of the most common word that is not told. */
static double
most_of_words(const struct choice *choice)
{
	double most = 0;

	for (size_t w = 0; w < choice->pool.words_n; w++) {
		double log =
		    tcn_real_log(1 + (double)choice->pool.words[w].origins);

		if (!choice->told[w] && log > most)
			most = log;
	}
	return most;
}

/* What is news to who was told of the story: held against the words that were
 * not told, as those of the story's subject were; and of a story that is not
 * large what one origin holds, too. */
static void
begin_update(struct choice *choice)
{
	double most = most_of_words(choice), least = tcn_real_log(2);

	choice->most = most > least ? most : least;
	if (choice->summary->core->texts_n < MANY_ORIGINS)
		choice->least = 1;
}

static void
begin(struct choice *choice, const struct tcn_summary_headline *headline)
{
	const struct tcn_summary *summary = choice->summary;
	struct tcn_summary_pool *pool = &choice->pool;
	struct tcn_summary_terms said;

	choice->told =
	    tcn_arena_zalloc(pool->arena, pool->words_n, sizeof *choice->told);
	choice->said =
	    tcn_arena_zalloc(pool->arena, pool->words_n, sizeof *choice->said);
	choice->most = most_of_words(choice);
	choice->least = summary->core->texts_n < FEW_ORIGINS ? 1 : 2;
	choice->lang = tcn_summary_pool_lang(pool,
	    headline->text < summary->texts_n
		? summary->texts[headline->text].lang
		: (struct tcn_str){ 0 });
	choice->figures = summary->told_figures;
	for (size_t i = 0; i < summary->told_n; i++)
		mark_told(choice, summary->told[i]);
	if (summary->told_n)
		begin_update(choice);
	mark_headline(choice, headline);
	for (size_t i = 0; i < summary->said_n; i++) {
		tcn_cognates_read(summary->said[i], pool->arena, &said);
		drop_said(choice, said, true);
	}
}

/* --- choosing --- */

static double
gain_of(const struct choice *choice, const struct tcn_summary_sentence *s)
{
	double sum = 0;

	for (size_t i = 0; i < s->terms.n; i++) {
		uint32_t origins = choice->pool.words[s->words[i]].origins;

		if (!choice->told[s->words[i]] && origins >= choice->least)
			sum += tcn_real_log(1 + (double)origins);
	}
	return sum / (choice->most * sqrt((double)s->terms.n));
}

/* How much the words that neither headline nor lines have say of the story: 1
 * each, less where more of its origins have it. */
static double
added_of(const struct choice *choice, const struct tcn_summary_sentence *s)
{
	double added = 0;

	for (size_t i = 0; i < s->terms.n; i++) {
		uint32_t word = s->words[i];

		if (!choice->said[word] &&
		    choice->pool.words[word].origins >= choice->least)
			added += weight_of(choice, word);
	}
	return added;
}

/* Whether text has the digits, and none beside them. */
static bool
has_digits(struct tcn_str text, struct tcn_str digits)
{
	for (size_t i = 0; i < text.n; i++) {
		size_t n = 0;

		while (i + n < text.n && tcn_ascii_is_digit(text.at[i + n]))
			n++;
		if (n == digits.n && n && !memcmp(text.at + i, digits.at, n))
			return true;
		i += n;
	}
	return false;
}

/* Whether a text has a number that neither headline nor lines have. */
static bool
adds_number(const struct choice *choice, struct tcn_str text)
{
	const struct tcn_summary_said *said = choice->so_far;

	for (size_t i = 0; i < text.n; i++) {
		struct tcn_str digits = { text.at + i, 0 };
		bool has;

		while (i + digits.n < text.n &&
		    tcn_ascii_is_digit(digits.at[digits.n]))
			digits.n++;
		has = !digits.n || has_digits(said->headline.sentence, digits);
		for (size_t l = 0; l < said->n && !has; l++)
			has = has_digits(said->lines[l].sentence, digits);
		if (!has)
			return true;
		i += digits.n;
	}
	return false;
}

/* Whether a candidate says again what the headline or a line says: most of its
 * words are of one of them or, where that is half of them, it adds little; but
 * not with a new number. In a story of several, so does what has the numbers of
 * one that is like it, and adds not much: "seeks funds at 10 bln". */
static bool
is_repeat(const struct choice *choice, const struct candidate *c)
{
	const struct tcn_summary_sentence *s = c->sentence;

	if (choice->only)
		return cosine_to(c, choice->so_far->headline.terms) >=
		    LIKE_HEADLINE;
	if (c->numbered && choice->summary->core->texts_n >= MANY_ORIGINS / 2 &&
	    added_of(choice, s) < ADDED_NUMBER)
		return true;
	if (c->repeated < REPEATED)
		return false;
	return (c->repeated > REPEATED || added_of(choice, s) < ADDED_LEAST) &&
	    !adds_number(choice, s->text);
}

static int
count_figures(uint32_t figures)
{
	return __builtin_popcount(figures);
}

/* What its origin alone says; a figure has its own witnesses. */
static bool
is_single(const struct tcn_summary_sentence *s)
{
	return s->origins < 2 && !s->figures;
}

/* Whether it is about the event, by its own words or those of its text. */
static bool
is_about(const struct choice *choice, const struct tcn_summary_sentence *s)
{
	const struct tcn_summary_core *core = choice->summary->core;

	return s->about >= ABOUT_LEAST ||
	    core->texts[s->origin].about >= ABOUT_LEAST ||
	    !tcn_summary_core_judges(core, s->part);
}

/* Whether enough say a post's sentence, one of them in other words, and one who
 * leads to an article, where posts do that; and most without speaking of
 * themselves or to their readers beside it. What is repeated word for word, by
 * nobody with a source, or among prayers and demands, is a joke, an appeal or a
 * feeling. A figure has its own witnesses. */
static bool
is_vouched(const struct choice *choice, const struct tcn_summary_sentence *s,
    bool news)
{
	const struct tcn_summary *summary = choice->summary;
	size_t origins = summary->core->texts_n;

	if (summary->texts[s->from].title.n)
		return true;
	if (s->personally * PERSONAL_PARTS > s->origins)
		return false;
	if (origins < MANY_ORIGINS)
		return true;
	if (news)
		return s->linked || (s->reworded > 0 && s->vouched > 0);
	return s->reworded > 0 && (s->vouched > 0 || !choice->links) &&
	    (origins < LARGE_ORIGINS || s->origins >= WELL_SUPPORTED);
}

static bool
may_be_taken(const struct choice *choice, const struct candidate *c,
    size_t taken)
{
	const struct tcn_summary_sentence *s = c->sentence;
	bool news = (s->figures & ~choice->figures) != 0;

	if (c->likeness >= LIKE_LINE || c->same)
		return false;
	if (!news && is_repeat(choice, c))
		return false;
	if (!is_vouched(choice, s, news))
		return false;
	if (taken && choice->lang && s->lang != choice->lang && !news)
		return false;
	if (choice->collection)
		return !taken || gain_of(choice, s) >= GAIN_LEAST;
	if (taken + choice->summary->told_n && !news &&
	    gain_of(choice, s) <
		(s->origins < WELL_SUPPORTED ? GAIN_LEAST : GAIN_SUPPORTED))
		return false;
	if (taken + choice->summary->told_n && !news &&
	    (s->figures & choice->figures) && gain_of(choice, s) < GAIN_TOLD)
		return false;
	if (s->doubtful && !news && s->origins < WELL_SUPPORTED &&
	    choice->summary->core->texts_n >= MANY_ORIGINS)
		return false;
	if (taken && !news && !is_about(choice, s))
		return false;
	if (taken && !news && s->response && choice->responses >= RESPONSES_MAX)
		return false;
	return news || s->origins >= 2 ||
	    choice->summary->core->texts_n < MANY_ORIGINS;
}

/* Whether a candidate tells a late fact: it has words that no line has, each of
 * so many origins, all of them of the newer half. Most of its words may be
 * those of another line, as it names the event in full. */
static bool
tells_late(const struct choice *choice, const struct tcn_summary_sentence *s,
    uint32_t least)
{
	size_t late = 0;

	for (size_t i = 0; i < s->terms.n; i++) {
		const struct tcn_summary_word *word =
		    &choice->pool.words[s->words[i]];

		late += !choice->said[s->words[i]] &&
		    !choice->told[s->words[i]] && word->origins >= least &&
		    word->late == word->origins;
	}
	return late >= LATE_WORDS;
}

/* Whether a candidate may be the line that is kept for what came late. What is
 * like the headline needs words of two origins. In a large story as much is
 * said in new words all the time. */
static bool
may_be_late(const struct choice *choice, const struct candidate *c)
{
	const struct tcn_summary *summary = choice->summary;
	const struct tcn_summary_sentence *s = c->sentence;
	uint32_t least = choice->least;

	if (!summary->told_n &&
	    cosine_to(c, choice->so_far->headline.terms) >= LIKE_HEADLINE)
		least = LATE_ORIGINS;
	return summary->core->texts_n < MANY_ORIGINS && c->old < OLD_LEAST &&
	    s->origins >= choice->least && !s->doubtful &&
	    (!choice->lang || s->lang == choice->lang) && is_about(choice, s) &&
	    is_vouched(choice, s, false) && tells_late(choice, s, least);
}

/* The first line is about what happened. */
static double
worth_as_first(const struct choice *choice,
    const struct tcn_summary_sentence *s)
{
	double worth = FIRST_ABOUT * s->about + FIRST_SUPPORT * s->support -
	    FIRST_NEWEST * s->recency;

	if (s->position <= 1)
		worth += FIRST_BEGINS;
	if (s->origins < 2 && choice->least > 1)
		worth -= FIRST_ALONE;
	if (s->section)
		worth -= FIRST_SECTION;
	worth -=
	    (choice->has_figures ? FIRST_EARLY / 2 : FIRST_EARLY) * s->recency;
	return worth;
}

static double
worth_of(const struct choice *choice, const struct candidate *c, size_t taken)
{
	const struct tcn_summary_sentence *s = c->sentence;
	double worth = s->score + GAIN * s->about * gain_of(choice, s) +
	    NEW_FIGURE * count_figures(s->figures & ~choice->figures) -
	    TOLD_FIGURE * count_figures(s->figures & choice->figures) -
	    LIKENESS * c->likeness;

	if (s->speech)
		worth -= SPEECH;
	if (s->small || s->capitals)
		worth -= SMALL;
	if (s->exclaims)
		worth -= EXCLAIMS;
	if (s->section)
		worth -= SECTION;
	if (s->linked)
		worth += LINKED;
	if (is_single(s))
		worth -= ALONE;
	if (choice->lang && s->lang != choice->lang)
		worth -= OTHER_LANG;
	if (taken == 0 && choice->summary->told_n == 0)
		return worth + worth_as_first(choice, s);
	if (s->cause && !choice->cause)
		worth += NEW_KIND;
	if (s->response && !choice->responses)
		worth += NEW_KIND;
	return worth;
}

/* The best candidate for the next line, of all or of those that tell a late
 * fact; NULL: none may be it. */
static const struct candidate *
choose(const struct choice *choice, size_t taken, bool late)
{
	const struct candidate *best = NULL;
	double most = 0;

	for (size_t i = 0; i < choice->n; i++) {
		const struct candidate *c = &choice->at[i];
		double worth;

		if (late ? !may_be_late(choice, c)
			 : !may_be_taken(choice, c, taken))
			continue;
		worth = worth_of(choice, c, taken);
		if (best &&
		    (worth < most ||
			(worth <= most && c->sentence > best->sentence)))
			continue;
		best = c;
		most = worth;
	}
	return best;
}

/* --- lines --- */

static enum tcn_summary_kind
kind_of(const struct choice *choice, const struct tcn_summary_sentence *s,
    size_t taken)
{
	if (taken == 0 && choice->summary->told_n == 0)
		return TCN_SUMMARY_WHAT;
	if (s->figures & ~choice->figures)
		return TCN_SUMMARY_FIGURES;
	if (s->cause)
		return TCN_SUMMARY_CAUSE;
	return s->response ? TCN_SUMMARY_RESPONSE : TCN_SUMMARY_MORE;
}

static void
take(struct choice *choice, const struct candidate *c, size_t taken,
    struct tcn_summary_line *line)
{
	const struct tcn_summary_sentence *s = c->sentence;

	*line = (struct tcn_summary_line){
		.text = s->from,
		.sentence = s->text,
		.terms = s->terms,
		.kind = choice->collection ? TCN_SUMMARY_MORE
					   : kind_of(choice, s, taken),
		.figures = s->figures,
		.origins = s->origins,
		.single = is_single(s),
		.score = s->score,
	};
	choice->late |= tells_late(choice, s, choice->least);
	choice->figures |= s->figures;
	choice->cause |= s->cause;
	choice->responses += s->response;
	mark_words(choice, s->terms, choice->told);
	for (size_t i = 0; i < choice->n; i++)
		raise_likeness(&choice->at[i],
		    cosine_to(&choice->at[i], s->terms));
	mark_said(choice, s->terms);
	mark_numbers(choice, s);
	drop_said(choice, c->cognates, false);
}

static int
by_kind(const void *left, const void *right)
{
	const struct tcn_summary_line *l = left, *r = right;

	if (l->kind != r->kind)
		return l->kind < r->kind ? -1 : 1;
	if (l->text != r->text)
		return l->text < r->text ? -1 : 1;
	return (l->sentence.at > r->sentence.at) -
	    (l->sentence.at < r->sentence.at);
}

static int
by_origins(const void *left, const void *right)
{
	const struct tcn_summary_line *l = left, *r = right;

	if (l->origins != r->origins)
		return l->origins > r->origins ? -1 : 1;
	return by_kind(left, right);
}

/* Takes the best candidate as a line; false: none may be it. */
static bool
take_best(struct choice *choice, struct tcn_summary_said *said, bool late)
{
	const struct candidate *best = choose(choice, said->n, late);

	if (!best)
		return false;
	take(choice, best, said->n, &said->lines[said->n]);
	said->n++;
	return true;
}

/* Titles say one thing in many words, which no count of words tells from many
 * things: where most texts have no more, there are two lines in place of five,
 * and three in place of eight. */
static size_t
most_lines(const struct choice *choice)
{
	const struct tcn_summary *summary = choice->summary;
	size_t most = summary->lines_max, alone = 0;

	for (size_t i = 0; i < summary->texts_n; i++)
		alone += summary->texts[i].title.n && !summary->texts[i].text.n;
	return choice->collection || alone * 2 <= summary->texts_n
	    ? most
	    : (most * 2 + 3) / 5;
}

/* Where all repeats the headline, the best does: a headline alone says less. */
static void
choose_lines(struct choice *choice, struct tcn_summary_said *said)
{
	size_t most = most_lines(choice);
	/* The last is kept for what came late. */
	size_t early = most - (most > 1 && !choice->collection);

	choice->so_far = said;
	find_candidates(choice);
	begin(choice, &said->headline);
	while (said->n < early && take_best(choice, said, false))
		continue;
	if (said->n < most && !choice->collection &&
	    (choice->late || !take_best(choice, said, true)))
		take_best(choice, said, false);
	if (!said->n && most) {
		choice->only = true;
		take_best(choice, said, false);
	}
	if (!said->n)
		return;
	qsort(said->lines, said->n, sizeof *said->lines,
	    choice->collection ? by_origins : by_kind);
	if (!choice->collection) {
		/* Marks the line of the latest text, unless that is the first
		 * line. */
		size_t newest = 0;

		for (size_t i = 1; i < said->n; i++)
			if (choice->summary->texts[said->lines[i].text].ms >
			    choice->summary->texts[said->lines[newest].text].ms)
				newest = i;
		if (said->n)
			said->lines[newest].newest =
			    newest > 0 || choice->summary->told_n > 0;
	}
}

void
tcn_summary_make(const struct tcn_summary *summary, struct tcn_arena *arena,
    struct tcn_summary_said *said)
{
	struct choice choice = { .summary = summary };

	assert(summary->read && summary->figures);
	assert(summary->core && summary->ranks);
	*said = (struct tcn_summary_said){ 0 };
	said->lines =
	    tcn_arena_zalloc(arena, summary->lines_max, sizeof *said->lines);
	said->collection = choice.collection = is_collection(summary);
	tcn_summary_pool_make(summary, arena, &choice.pool);
	tcn_summary_headline_choose(&choice.pool, &said->headline);
	choose_lines(&choice, said);
	tcn_summary_pool_fini(&choice.pool);
}

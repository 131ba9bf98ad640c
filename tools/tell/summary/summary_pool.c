#include <math.h>
#include <string.h>

#include "engine/base/real.h"
#include "engine/item/word_case.h"
#include "engine/text/lang.h"
#include "tools/tell/summary/summary_about.h"
#include "tools/tell/summary/summary_pool_impl.h"

#define NEW_WORDS       3 /* of a sentence, mostly: room for them is made */
#define WEIGHT_ABOUT    0.35
#define WEIGHT_CENTER   0.25
#define WEIGHT_RECENCY  0.15
#define WEIGHT_POSITION 0.15
#define WEIGHT_SUPPORT  0.12
#define WEIGHT_FIGURE   0.2
#define FIGURES_MAX     2
#define PART            0.33 /* of what it says, that another must say */
#define COUNTED         2 /* by so many origins: "dozens" is too little */
#define REWORDED        2 /* words by which one says it in others */
#define PERSONAL                                                               \
	(TCN_STATEMENT_QUESTION | TCN_STATEMENT_SHOUT |                        \
	    TCN_STATEMENT_FIRST_PERSON | TCN_STATEMENT_PRAYER |                \
	    TCN_STATEMENT_OPENING)
#define TURN_LEAST  2 /* openings that tell how it came out, or before */
#define TURN_PARTS  3 /* of those since: one in so many does */
#define SUPPORT_LOG 4 /* sixteen origins are full support */

/* --- reading --- */

/* Whether a text's rank is so high, where that says anything. */
static bool
has_rank(const struct tcn_summary *summary, size_t from, double rank)
{
	const struct tcn_summary_core *core = summary->core;

	return summary->ranks[from] >= rank ||
	    !tcn_summary_core_judges(core,
		core->texts[core->origins[from]].part);
}

/* What is about the event is quoted: its upper half, and to who was told of it
 * more, as what is new has other words. */
static bool
may_quote(const struct tcn_summary *summary, size_t from)
{
	return has_rank(summary, from,
	    summary->told_n ? TCN_SUMMARY_ABOUT_NEWS : TCN_SUMMARY_ABOUT_HALF);
}

/* Whether it says "dozens" of what others count. */
static bool
is_coarse(const struct tcn_figures *figures,
    const struct tcn_reading_list *says)
{
	for (size_t i = 0; i < says->n; i++) {
		const struct tcn_reading *reading = &says->at[i];

		for (size_t k = 0; k < figures->n; k++) {
			const struct tcn_figure *figure = &figures->at[k];

			if (reading->sense == TCN_READING_VAGUE &&
			    figure->slot == reading->slot &&
			    figure->lo == figure->hi &&
			    figure->values[figure->leader].origins >= COUNTED)
				return true;
		}
	}
	return false;
}

/* Whether it says "dozens" of people where they, or the dead, are counted, and
 * no such number. */
static bool
is_vague(const struct tcn_figures *figures, const struct tcn_reading_list *says,
    uint32_t told)
{
	uint32_t counted = 0, vague = 0;

	for (size_t i = 0; i < figures->n; i++) {
		const struct tcn_figure *at = &figures->at[i];

		if (tcn_slot_kind(at->slot) == TCN_SLOT_CUMULATIVE &&
		    at->values[at->leader].sense != TCN_READING_VAGUE &&
		    tcn_figure_is_shown(figures, at))
			counted |= 1u << at->slot;
	}
	for (size_t i = 0; i < says->n; i++)
		if (says->at[i].sense == TCN_READING_VAGUE &&
		    tcn_slot_kind(says->at[i].slot) == TCN_SLOT_CUMULATIVE)
			vague |= 1u << says->at[i].slot;
	return vague && !(told & counted) &&
	    (counted & (vague | 1u << TCN_SLOT_DEAD));
}

/* Whether a headline is written As a Title: of a sentence full of names one
 * word at least, the verb, is small. */
static bool
is_titled(struct tcn_str headline)
{
	struct tcn_word_case_counts counts = { 0 };
	struct tcn_str word = { headline.at, 0 };

	for (size_t i = 0; i <= headline.n; i++) {
		if (i < headline.n && headline.at[i] != ' ') {
			word.n++;
			continue;
		}
		if (word.n)
			tcn_word_case_count(&counts, word, tcn_word_case(word));
		word = (struct tcn_str){ headline.at + i + 1, 0 };
	}
	return !counts.smalls &&
	    tcn_word_case_form(&counts) == TCN_HEADLINE_TITLE;
}

/* Makes a sentence of what was read, but for its words in the pool. */
static void
take_sentence(const struct tcn_summary *summary,
    const struct tcn_summary_read_sentence *read,
    struct tcn_summary_sentence *sentence)
{
	const struct tcn_statement *statement = &read->statement;
	const struct tcn_summary_core *core = summary->core;
	uint32_t origin = core->origins[read->from];

	*sentence = (struct tcn_summary_sentence){
		.text = statement->shown,
		.from = read->from,
		.terms = read->terms,
		.position = read->position,
		.origin = origin,
		.lang = core->texts[origin].lang,
		.part = core->texts[origin].part,
		.words_n = statement->words,
		.faults = statement->faults,
		.opens = read->opens,
		.capitals = statement->capitals,
		.retweet = statement->retweet,
		.small = statement->small,
		.exclaims = statement->exclaims,
		.linked =
		    statement->linked && !summary->texts[read->from].title.n,
		.section = read->section ||
		    tcn_word_case_has_label(statement->shown) ||
		    (read->opens && tcn_word_case_is_filed(statement->shown)),
		.titled = read->opens && is_titled(statement->shown),
		.cause = statement->cause,
		.response = statement->response,
		.outcome = read->opens && statement->outcome,
		.speech = statement->quoted * 2 >= statement->words,
		.about = tcn_summary_core_about(core, core->texts[origin].part,
		    read->terms.at, read->terms.n),
	};
	sentence->main = tcn_summary_core_about(core, sentence->part,
	    read->main.at, read->main.n);
	if (read->opens)
		sentence->opening =
		    tcn_summary_core_opening(core, sentence->part,
			core->texts[origin].ids, core->texts[origin].title_n);
	sentence->stale = tcn_figure_says_of(summary->figures, &read->says,
			      &sentence->figures) == TCN_FIGURE_SAYS_STALE;
	sentence->vague = read->opens &&
	    is_vague(summary->figures, &read->says, sentence->figures);
	sentence->doubtful =
	    !has_rank(summary, read->from, TCN_SUMMARY_ABOUT_HALF);
	sentence->elsewhere = read->elsewhere;
	sentence->quotable = !statement->faults && !sentence->stale &&
	    !sentence->elsewhere && !is_coarse(summary->figures, &read->says) &&
	    may_quote(summary, read->from);
}

/* Marks the sentences of a post in which one speaks of its writer or to its
 * reader: I, we, you, prayers, questions, cries, demands. at[0 .. n) are of one
 * text. */
static void
mark_personal(struct tcn_summary_sentence *at, size_t n)
{
	bool personal = false;

	for (size_t i = 0; i < n; i++)
		personal |= (at[i].faults & PERSONAL) != 0;
	for (size_t i = 0; i < n; i++)
		at[i].personal = personal;
}

/* Has a text that offers a sentence to be quoted not quoted with its first,
 * which is its title: who has a title says it, but it is quoted only where
 * there is no sentence to be quoted. at[0 .. n) are of one text. */
static void
prefer_sentences(struct tcn_summary_sentence *at, size_t n)
{
	bool quotable = false;

	for (size_t i = 1; i < n; i++)
		quotable |= at[i].quotable;
	if (quotable)
		at[0].quotable = false;
}

static void
take_sentences(struct tcn_summary_pool *pool)
{
	const struct tcn_summary *summary = pool->summary;
	const struct tcn_summary_read *read = summary->read;
	size_t n;

	pool->at = tcn_arena_zalloc(pool->arena, read->n, sizeof *pool->at);
	pool->n = read->n;
	for (size_t s = 0; s < pool->n; s++)
		take_sentence(summary, &read->at[s], &pool->at[s]);
	for (size_t s = 0; s < pool->n; s += n) {
		n = 1;
		while (s + n < pool->n &&
		    pool->at[s + n].from == pool->at[s].from)
			n++;
		if (read->at[s].title)
			prefer_sentences(&pool->at[s], n);
		else if (!summary->texts[pool->at[s].from].title.n)
			mark_personal(&pool->at[s], n);
	}
}

/* --- the turn --- */

/* Whether people were hurt: the event is what happened to them. */
static bool
has_casualties(const struct tcn_summary *summary)
{
	const uint32_t people = 1u << TCN_SLOT_DEAD | 1u << TCN_SLOT_INJURED |
	    1u << TCN_SLOT_MISSING;

	for (size_t i = 0; i < summary->figures->n; i++)
		if (people & 1u << summary->figures->at[i].slot &&
		    tcn_figure_is_shown(summary->figures,
			&summary->figures->at[i]))
			return true;
	return false;
}

/* When the event came out: the time of the first opening that says so, where
 * two origins do, a third of those from there on, which are a third of all,
 * and two said something before it; else TCN_UNDATED. */
static int64_t
find_turn(const struct tcn_summary_pool *pool)
{
	const struct tcn_summary_text *texts = pool->summary->texts;
	uint32_t before = 0, since = 0, outcomes = 0;
	int64_t turn = TCN_UNDATED;

	for (size_t s = 0; s < pool->n; s++) {
		const struct tcn_summary_sentence *at = &pool->at[s];

		if (!at->opens || texts[at->from].ms == TCN_UNDATED)
			continue;
		if (at->outcome && turn == TCN_UNDATED)
			turn = texts[at->from].ms;
		before += turn == TCN_UNDATED;
		since += turn != TCN_UNDATED;
		outcomes += at->outcome;
	}
	return before >= TURN_LEAST && outcomes >= TURN_LEAST &&
		outcomes * TURN_PARTS >= since && 2 * since >= before
	    ? turn
	    : TCN_UNDATED;
}

/* What was said before an election was won is no summary of it. */
static void
mark_before(struct tcn_summary_pool *pool)
{
	int64_t turn = find_turn(pool);

	if (turn == TCN_UNDATED || has_casualties(pool->summary))
		return;
	for (size_t s = 0; s < pool->n; s++) {
		struct tcn_summary_sentence *at = &pool->at[s];
		int64_t ms = pool->summary->texts[at->from].ms;

		at->before = ms != TCN_UNDATED && ms < turn;
		at->quotable &= !at->before;
	}
}

/* --- words --- */

/* Gives each word an index; those of a sentence are in the order of terms. */
static void
index_words(struct tcn_summary_pool *pool)
{
	tcn_map_reserve(&pool->index, pool->n * NEW_WORDS);
	for (size_t s = 0; s < pool->n; s++) {
		struct tcn_summary_sentence *sentence = &pool->at[s];
		uint32_t *words = tcn_arena_zalloc(pool->arena,
		    sentence->terms.n, sizeof *words);

		for (size_t i = 0; i < sentence->terms.n; i++) {
			uint64_t *slot;
			bool added;

			tcn_map_put(&pool->index, sentence->terms.at[i], &slot,
			    &added);
			if (added)
				*slot = pool->words_n++;
			words[i] = (uint32_t)*slot;
		}
		sentence->words = words;
	}
}

static void
make_postings(struct tcn_summary_pool *pool)
{
	size_t total = 0;

	pool->words = tcn_arena_zalloc(pool->arena, pool->words_n + 1,
	    sizeof *pool->words);
	for (size_t s = 0; s < pool->n; s++)
		for (size_t i = 0; i < pool->at[s].terms.n; i++)
			pool->words[pool->at[s].words[i]].first++;
	for (size_t w = 0; w <= pool->words_n; w++) {
		total += pool->words[w].first;
		pool->words[w].first = total; /* where it ends, as yet */
	}
	pool->postings =
	    tcn_arena_zalloc(pool->arena, total, sizeof *pool->postings);
	for (size_t s = pool->n; s-- > 0;)
		for (size_t i = 0; i < pool->at[s].terms.n; i++)
			pool->postings[--pool->words[pool->at[s].words[i]]
					     .first] = (uint32_t)s;
}

/* Counts the origins of each word, each once. */
static void
count_origins(struct tcn_summary_pool *pool)
{
	size_t origins = pool->summary->core->texts_n;
	uint32_t *seen = tcn_arena_zalloc(pool->arena, origins, sizeof *seen);

	for (uint32_t w = 0; w < pool->words_n; w++) {
		struct tcn_summary_word *word = &pool->words[w];

		for (size_t p = word->first; p < word[1].first; p++) {
			uint32_t origin = pool->at[pool->postings[p]].origin;

			if (seen[origin] == w + 1)
				continue;
			seen[origin] = w + 1;
			word->origins++;
			word->late += 2 * (size_t)origin >= origins;
		}
	}
}

/* --- scores --- */

/* Origins of a part, those of the newer half counted double. */
static double
weight_of_origins(const struct tcn_summary_core *core, uint32_t part)
{
	double weight = 0;

	for (size_t i = 0; i < core->texts_n; i++)
		if (!part || core->texts[i].part == part)
			weight += 2 * i >= core->texts_n ? 2 : 1;
	return weight;
}

/* The share of origins of a part that hold a word, of the older or the newer
 * half: the less. */
static double
in_both(const struct tcn_summary_pool *pool,
    const struct tcn_summary_word *word, uint32_t part)
{
	const struct tcn_summary_core *core = pool->summary->core;
	double half = core->parts[part].origins / 2.0;
	double late = word->late, early = word->origins - word->late;
	double less = late < early ? late : early;

	return less < half ? less / half : 1;
}

static void
score_sentences(struct tcn_summary_pool *pool)
{
	double weights[1 + TCN_SUMMARY_CORE_LANGS];
	size_t rank = 0;

	for (uint32_t p = 0; p < pool->summary->core->parts_n; p++)
		weights[p] = weight_of_origins(pool->summary->core, p);
	for (size_t s = 0; s < pool->n; s++) {
		struct tcn_summary_sentence *at = &pool->at[s];
		unsigned figures = (unsigned)__builtin_popcount(at->figures);
		double sum = 0, both = 0;

		for (size_t i = 0; i < at->terms.n; i++) {
			const struct tcn_summary_word *word =
			    &pool->words[at->words[i]];

			sum += (double)word->origins + (double)word->late;
			both += in_both(pool, word, at->part);
		}
		at->both = both / (double)at->terms.n;
		at->center = sum / (weights[at->part] * (double)at->terms.n);
		if (at->center > 1)
			at->center = 1;
		if (pool->summary->texts[at->from].ms !=
		    pool->summary->texts[pool->at[rank].from].ms)
			rank = s; /* of one time all have one rank */
		at->recency =
		    pool->n > 1 ? (double)rank / (double)(pool->n - 1) : 0;
		if (figures > FIGURES_MAX)
			figures = FIGURES_MAX;
		at->score = WEIGHT_ABOUT * at->about +
		    WEIGHT_CENTER * at->center + WEIGHT_RECENCY * at->recency +
		    WEIGHT_POSITION / (1 + (double)at->position) +
		    WEIGHT_FIGURE * figures;
	}
}

/* --- support --- */

/* Memory for counting, one of each sentence or origin. */
struct counter {
	uint32_t *shared; /* words with the sentence; all 0 between two */
	double *weight; /* of these */
	uint32_t *met; /* sentences that share any */
	uint32_t *seen; /* of origins: the sentence that met it last */
};

/* What a word says of what a sentence says: that all have tells the event, and
 * nothing of it. */
static double
weight_of(const struct tcn_summary_pool *pool, const struct tcn_summary_word *w)
{
	return 1 - (double)w->origins / (double)pool->summary->core->texts_n;
}

/* Whether another sentence says as much as one, by the words that they share
 * and the weight of these, of `all` that the one's have. */
static bool
says_as_much(const struct tcn_summary_sentence *of,
    const struct tcn_summary_sentence *other, double shared, double weight,
    double all)
{
	return !(of->figures & ~other->figures) && weight >= PART * all &&
	    shared * shared >= TCN_SUMMARY_TERMS_ALIKE *
		TCN_SUMMARY_TERMS_ALIKE * (double)of->terms.n *
		(double)other->terms.n;
}

/* Counts the origin of a sentence that says as much. */
static void
count_origin(const struct tcn_summary_pool *pool,
    struct tcn_summary_sentence *of, const struct tcn_summary_sentence *other,
    size_t shared, uint32_t *seen)
{
	size_t more =
	    of->terms.n > other->terms.n ? of->terms.n : other->terms.n;

	if (*seen == (uint32_t)(of - pool->at) + 1)
		return;
	*seen = (uint32_t)(of - pool->at) + 1;
	if (other->from < of->first)
		of->first = other->from;
	of->origins++;
	of->reworded += shared + REWORDED <= more;
	of->personally += other->personal;
	of->vouched +=
	    other->linked || pool->summary->texts[other->from].title.n > 0;
}

/* Counts who says as much as a sentence. */
static void
count_alike(const struct tcn_summary_pool *pool,
    struct tcn_summary_sentence *of, struct counter *counter)
{
	size_t met = 0;
	double all = 0;

	of->first = of->from;
	for (size_t i = 0; i < of->terms.n; i++) {
		const struct tcn_summary_word *word =
		    &pool->words[of->words[i]];
		double weight = weight_of(pool, word);

		all += weight;
		for (size_t p = word->first; p < word[1].first; p++) {
			uint32_t other = pool->postings[p];

			if (!counter->shared[other]++)
				counter->met[met++] = other;
			counter->weight[other] += weight;
		}
	}
	for (size_t m = 0; m < met; m++) {
		const struct tcn_summary_sentence *other =
		    &pool->at[counter->met[m]];
		uint32_t shared = counter->shared[counter->met[m]];
		double weight = counter->weight[counter->met[m]];

		counter->shared[counter->met[m]] = 0;
		counter->weight[counter->met[m]] = 0;
		if (says_as_much(of, other, shared, weight, all))
			count_origin(pool, of, other, shared,
			    &counter->seen[other->origin]);
	}
}

void
tcn_summary_pool_support(struct tcn_summary_pool *pool,
    struct tcn_summary_sentence *const *of, size_t n)
{
	struct counter counter = {
		tcn_arena_zalloc(pool->arena, pool->n, sizeof(uint32_t)),
		tcn_arena_zalloc(pool->arena, pool->n, sizeof(double)),
		tcn_arena_zalloc(pool->arena, pool->n, sizeof(uint32_t)),
		tcn_arena_zalloc(pool->arena, pool->summary->core->texts_n,
		    sizeof(uint32_t)),
	};

	for (size_t i = 0; i < n; i++) {
		double log2;

		if (of[i]->origins)
			continue;
		count_alike(pool, of[i], &counter);
		log2 = tcn_real_log(of[i]->origins) / tcn_real_log(2);
		of[i]->support = log2 >= SUPPORT_LOG ? 1 : log2 / SUPPORT_LOG;
		of[i]->score += WEIGHT_SUPPORT * of[i]->support;
	}
}

uint32_t
tcn_summary_pool_lang(const struct tcn_summary_pool *pool,
    struct tcn_str headline_lang)
{
	const struct tcn_summary_core *core = pool->summary->core;
	char lang[TCN_LANG_BYTES] = "";
	uint32_t most = 0;

	tcn_lang_from_tag(headline_lang, lang);
	for (uint32_t p = 1; p < core->parts_n; p++) {
		if (*lang && strcmp(core->parts[p].lang, lang) == 0)
			return p;
		if (!most || core->parts[p].origins > core->parts[most].origins)
			most = p;
	}
	return most;
}

/* --- the whole --- */

void
tcn_summary_pool_make(const struct tcn_summary *summary,
    struct tcn_arena *arena, struct tcn_summary_pool *pool)
{
	*pool = (struct tcn_summary_pool){ .summary = summary, .arena = arena };
	take_sentences(pool);
	mark_before(pool);
	index_words(pool);
	make_postings(pool);
	count_origins(pool);
	score_sentences(pool);
}

void
tcn_summary_pool_fini(struct tcn_summary_pool *pool)
{
	tcn_map_fini(&pool->index);
}

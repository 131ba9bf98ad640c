/*
 * tools/tell/summary/summary_pool_impl.h - the sentences of a story, of which
 * lines are taken. Private to tools/tell/summary/summary*.c.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_SUMMARY_POOL_IMPL_H
#define TCN_TOOLS_TELL_SUMMARY_SUMMARY_POOL_IMPL_H

#include "tools/tell/summary/summary.h"

struct tcn_summary_sentence {
	struct tcn_str text; /* as it would be quoted */
	size_t from; /* index of the text */
	struct tcn_summary_terms terms;
	const uint32_t *words; /* the same, by their index in the pool */
	uint32_t position; /* in its text, from 0 */
	uint32_t origin; /* index into core->texts */
	uint32_t lang, part; /* of the core */
	uint32_t figures; /* leading ones that it states: 1 << slot */
	uint32_t origins; /* that say as much, its own too; 0: not counted */
	uint32_t reworded; /* of these, in other words: two of them at least */
	uint32_t vouched; /* of these, in a title or a post with a link */
	uint32_t personally; /* of these, in a post that speaks of its writer */
	size_t first; /* index of the first text that does */
	size_t words_n; /* as written */
	uint32_t faults; /* of enum tcn_statement_fault */
	bool opens; /* its text: a title or, where there is none, its first */
	bool stale; /* states a figure that was replaced */
	bool capitals, retweet, small; /* struct tcn_statement */
	bool exclaims; /* struct tcn_statement */
	bool personal; /* its post speaks of its writer or to its reader */
	bool section; /* struct tcn_summary_read_sentence, or a label before a
		       * dash: "US STOCKS-...", "US STOCKS SNAPSHOT - ..." */
	bool elsewhere; /* struct tcn_summary_read_sentence */
	bool vague; /* it tells "dozens" of people, and not the toll that is
		     * known */
	bool titled; /* it is written As a Title */
	bool linked; /* a post that leads to an article */
	bool quotable;
	bool doubtful; /* its text is of the lower half */
	bool cause, response, outcome; /* struct tcn_statement */
	bool before; /* what was said before the event came out */
	bool speech; /* half of it or more is a quotation */
	double about, center, recency, support; /* 0 to 1 */
	double main; /* B of what it says by itself; of others than those that
		      * open a text, of all */
	double opening; /* how usual its text's first words are; else 0 */
	double both; /* as center, of the older or the newer half: the less */
	double score;
};

/* A word of the sentences. */
struct tcn_summary_word {
	uint32_t origins; /* that hold it */
	uint32_t late; /* of these, of the newer half */
	size_t first; /* sentences with it: index into postings */
};

struct tcn_summary_pool {
	const struct tcn_summary *summary;
	struct tcn_arena *arena;
	struct tcn_map index; /* id -> index into words */
	struct tcn_summary_sentence *at; /* by time */
	size_t n;
	struct tcn_summary_word *words; /* [words_n] closes the postings */
	size_t words_n;
	uint32_t *postings; /* indices of sentences, word by word */
};

/* Reads the sentences, and scores each but for its support. pool needs fini in
 * every case. */
void tcn_summary_pool_make(const struct tcn_summary *summary,
    struct tcn_arena *arena, struct tcn_summary_pool *pool);
void tcn_summary_pool_fini(struct tcn_summary_pool *pool);

/* The language that most origins are in or, where a headline is given, that of
 * the headline: index of its part of the core; 0: any. */
uint32_t tcn_summary_pool_lang(const struct tcn_summary_pool *pool,
    struct tcn_str headline_lang);

/* Chooses the headline. */
void tcn_summary_headline_choose(struct tcn_summary_pool *pool,
    struct tcn_summary_headline *headline);

/* Counts who says as much as each of so many sentences, and adds their
 * support. */
void tcn_summary_pool_support(struct tcn_summary_pool *pool,
    struct tcn_summary_sentence *const *of, size_t n);

#endif

/*
 * window/category/category.h - which section an article would be filed under,
 * learnt from the categories that the stream's own articles are sent with.
 *
 * Few feeds give the section of an article, and desks filter by section. So the
 * model learns from each article that was sent with a category, and predicts
 * for any article the most likely one. It is multinomial naive Bayes (Maron,
 * "Automatic indexing: an experimental inquiry", JACM 8, 1961; McCallum and
 * Nigam, "A comparison of event models for naive Bayes text classification",
 * 1998) over the distinct words of an article, with Laplace smoothing:
 *
 *	score(c) = ln(D_c + 1) + sum over words w of ln((n_wc + 1) / (N_c + V))
 *
 * D_c are the articles of category c, n_wc those of them with the word, N_c
 * the sum of n_wc, V the words known. The share of all articles that D_c is
 * would add the same to each score, and is left out. Logistic regression on
 * the same words is no better (.838 against .839 of four sections), and would
 * need to be trained; this is a count.
 *
 * WORDS: the first TCN_CATEGORY_WORDS distinct terms, title first, without
 * function words and the outlet's name. News says first what it is about, and
 * so a long text costs no more than a short one.
 *
 * FADING: all counts halve each half_life (window/base/decay.h), so that a
 * section whose subjects change is followed.
 *
 * MARGIN: best score less second best, in nats: how much likelier, by e to its
 * power, the best is than the second by the words. A guess is *sure* when its
 * margin is at least that of the least sure tenth (1 - `share`) of the last
 * TCN_CATEGORY_MARGINS guesses, which follows the stream. Of articles that were
 * sent with a category every fourth is guessed: nobody asks for it, but it
 * tells how often guesses are right, and in a stream where most have one, what
 * margins are usual.
 *
 * PROBABILITY: as words of one article depend on each other the margin says too
 * much as a probability. How often guesses with such a margin were right is
 * learnt from those of articles that were sent with a category (test()), and
 * fades as all counts do (window/category/calibration.h); it is fitted anew
 * after each 64 guesses. It is valid for the stream that the model learns from;
 * on another stream, guesses are right less often.
 *
 * BOUNDS: at most labels_max categories; for one more, the least used goes,
 * ties by name, and what was counted of it counts no more. So a stream that
 * sends ten thousand made-up categories costs no more than labels_max, and
 * displaces at most the least used of the others; one with less than `least`
 * articles is not guessed. At most terms_max words; for one more, the quarter
 * that counts least goes, ties by number.
 *
 * Words are compared by the hash of their stem, categories without regard to
 * case. Articles sent with one of the words of `none` say no category.
 *
 * Cost: to guess, a map look-up and a walk over its categories for each word,
 * some ten multiplications a category, one logarithm; to learn, a look-up a
 * word. 80 to 120 bytes a word of memory. An eviction O(terms log terms) every
 * terms_max / 4 new words. Not thread safe.
 *
 * Call order: new; restore; then for each article set_now, guess, test, learn;
 * save from time to time; free. Guess first: what was learnt from an article
 * would answer for it. Of those that were sent with a category only those are
 * guessed, and tested, whose turn it is.
 */
#ifndef TCN_WINDOW_CATEGORY_CATEGORY_H
#define TCN_WINDOW_CATEGORY_CATEGORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/doc.h"

enum {
	TCN_CATEGORY_WORDS = 48, /* of an article */
	TCN_CATEGORY_LABELS_MAX = 256,
	TCN_CATEGORY_MARGINS = 4096,
	TCN_CATEGORY_EVERY = 4, /* article with a category is guessed, too */
	TCN_CATEGORY_NAME_BYTES = 128, /* a longer one is no category */
};

struct tcn_category_conf {
	int64_t half_life_ms; /* > 0 */
	uint32_t labels_max; /* 2 .. TCN_CATEGORY_LABELS_MAX */
	double least; /* articles that a category needs to be guessed; > 0 */
	size_t terms_max; /* > 0 */
	double share; /* of guesses that are sure; 0 < share <= 1 */
	const char *none; /* words that say no category, with commas; or NULL */
	bool note_changes; /* save() writes only what changed since the last */
};

/* The predicted category of an article. */
struct tcn_category_guess {
	struct tcn_str label; /* empty: none can be guessed */
	double margin; /* in nats, >= 0; 0 without a label */
	double probability; /* that it is right, 0 < .. < 1; 0: not known yet */
	bool sure;
};

struct tcn_category_stats {
	double docs; /* articles learnt from, with decay */
	size_t labels, usable; /* categories known; those that can be guessed */
	size_t terms; /* words known */
	uint64_t forgotten; /* categories, in this run */
	size_t bytes;
};

struct tcn_category;

/* Makes a model; `none` is copied. */
struct tcn_category *tcn_category_new(const struct tcn_category_conf *conf);
void tcn_category_free(struct tcn_category *model);

/* Moves the model's clock to now_ms, by which all counts decay; never back. */
void tcn_category_set_now(struct tcn_category *model, int64_t now_ms);

/* Guesses the category of doc, and adds the margin to the last ones. The label
 * is spelled as it was first sent, and lives until the next learn(). */
void tcn_category_guess(struct tcn_category *model, const struct tcn_doc *doc,
    struct tcn_category_guess *guess);

/* Counts whether the guess about an article was right, which came with this
 * category. Does nothing without a guessed label, or if the category is
 * none. */
void tcn_category_test(struct tcn_category *model,
    const struct tcn_category_guess *guess, struct tcn_str category);

/* Whether to guess the next article that came with a category; to be called
 * once for each such article. */
bool tcn_category_next_is_sampled(struct tcn_category *model);

/* Learns that doc came with this category, unless it is none. */
void tcn_category_learn(struct tcn_category *model, const struct tcn_doc *doc,
    struct tcn_str category);

/* Sets *says to whether `category`, as sent, is one: not empty, no word of
 * `none`, not too long. */
void tcn_category_says(struct tcn_category *model, struct tcn_str category,
    bool *says);

/* Sets *name to the spelling in which the category was first sent; to the
 * category itself, trimmed, when it is unknown. *name lives as long as a
 * guess's label. */
void tcn_category_name(struct tcn_category *model, struct tcn_str category,
    struct tcn_str *name);

/*
 * Saving and restoring: save() passes every row that changed since the last
 * save to the sink, or all rows when changes are not noted. A new model that is
 * given all rows by (kind, id), and then their end, continues exactly where the
 * old one stood. Errors: the sink's; TCN_CORRUPT: the rows contradict each
 * other.
 */
TCN_MUST_USE enum tcn_rc tcn_category_save(struct tcn_category *model,
    tcn_state_fn *sink, void *ctx);
TCN_MUST_USE enum tcn_rc tcn_category_restore_row(struct tcn_category *model,
    const struct tcn_state_row *row);
TCN_MUST_USE enum tcn_rc tcn_category_restore_end(struct tcn_category *model);

void tcn_category_stats(const struct tcn_category *model,
    struct tcn_category_stats *stats);

/*
 * Validator: TCN_CORRUPT, and in err a sentence, when words, categories and
 * margins disagree. O(words).
 */
TCN_MUST_USE enum tcn_rc tcn_category_check(const struct tcn_category *model,
    struct tcn_err *err);

#endif

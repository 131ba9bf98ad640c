/*
 * window/story/numbers.h - the numbers that decide: which stories are made, and
 * which of them fire.
 *
 * Each number has a row in the table below: its name, its default, its unit,
 * what it is, and where it comes from. "Tuned on" names the kind of recorded
 * stream on which the value was found, by trial; "choice" is a value set by
 * judgement; "follows" is one that the rest of the method determines.
 * man/detection-numbers.md has the effects, as measured on recorded streams, of
 * halving and doubling each number.
 *
 * The settings that a person chooses (struct tcn_story_conf: within_ms,
 * more_than, join, merge, burst and so on) are not repeated here, as `tocsin
 * sweep` varies them. Nor are sizes of arrays and caps that only bound memory,
 * and the powers 0.7 and 1/4 of similarity.h, which are functions made for
 * these exponents.
 *
 * All are doubles, also counts: integers up to 2^53 are exact, and so are
 * comparisons with them. A share of a count is compared as a product, "n <
 * share * all". Code that reads the numbers has a pointer to those of its index
 * (struct tcn_story_conf), which do not change while the index lives.
 */
#ifndef TCN_WINDOW_STORY_NUMBERS_H
#define TCN_WINDOW_STORY_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/duration.h"

/* X(name, default, unit, what it is, where it comes from) */
/* clang-format off */
#define TCN_NUMBERS(X)                                                         \
	/* how alike two things are (similarity.c, story.c) */                 \
	X(idf_least, 0.01, "weight",                                           \
	    "the least idf of a term, however common",                         \
	    "choice: no term may weigh nothing")                               \
	X(idf_smoothing, 0.5, "stories",                                       \
	    "added to the stories that hold a term, in its idf",               \
	    "Robertson and Sparck Jones 1976")                                 \
	X(prior_stories, 40, "stories",                                        \
	    "of the prior: all stop words and no other word are in them",      \
	    "choice, held against first stories in twelve languages")          \
	X(prior_items, 0.2, "stories",                                         \
	    "that an item counts as, while fewer than prior_stories are "      \
	    "counted",                                                         \
	    "choice, held against first stories in twelve languages and "      \
	    "streams of few matters")                                          \
	X(prior_alike, 0.4, "factor",                                          \
	    "of the settings join and merge, where no story was counted yet",  \
	    "choice, held against first stories in twelve languages")          \
	X(prior_rarity, 0.5, "share",                                          \
	    "of the most idf, of a word in the score, where none was counted", \
	    "choice: the middle, as nothing is known")                         \
	X(prior_shared, 0.16, "share",                                         \
	    "of the texts hold a term that is shared, while the prior lasts",  \
	    "follows: three of the first sixteen texts")                       \
	X(burst_floor, 0.5, "ratio",                                           \
	    "added to a term's burst ratio in its weight",                     \
	    "tuned on short posts: 21 of 25 crises found, not 16")             \
	X(burst_most, 100, "ratio",                                            \
	    "a term's burst ratio counts as no more than this",                \
	    "choice")                                                          \
	X(text_weight, 0.5, "factor",                                          \
	    "weight of a term that stands in the text alone",                  \
	    "tuned on a wire, whose headlines share few words")                \
	X(ageing_h, 60, "hours",                                               \
	    "time in which an item's similarity to a story falls to 1/e",      \
	    "form: Yang, Pierce, Carbonell 1998; value: choice")               \
	X(merge_ageing_h, 30, "hours",                                         \
	    "the same for the similarity of two stories",                      \
	    "as ageing_h")                                                     \
	X(merge_one, 0.65, "factor",                                           \
	    "of the setting merge, for a story of one item",                   \
	    "tuned on labelled headlines: F1 .834 to .838")                    \
	X(merge_more, 0.1, "factor",                                           \
	    "added to merge_one each time the smaller story doubles",          \
	    "tuned on labelled headlines: F1 .834 to .838")                    \
	X(merge_doublings, 6, "doublings",                                     \
	    "after so many doublings no more is added",                        \
	    "choice")                                                          \
	/* which stories are looked at (story_find.c) */                       \
	X(heaviest, 6, "terms",                                                \
	    "heaviest terms of an item that may find its candidates",          \
	    "choice for speed")                                                \
	X(heaviest_always, 3, "terms",                                         \
	    "of them, those that do however long their postings are",          \
	    "choice for speed")                                                \
	X(postings_enough, 60, "postings",                                     \
	    "postings that the other heaviest terms may add",                  \
	    "choice for speed")                                                \
	X(common_stories, 0.05, "share",                                       \
	    "of stories; a term that more hold finds no candidates",           \
	    "choice for speed")                                                \
	X(common_stories_from, 1000, "stories",                                \
	    "the share is asked from so many stories on",                      \
	    "choice: of few stories a share says little")                      \
	/* what stands for an item (story_member.c) */                         \
	X(title_enough, 4, "words",                                            \
	    "a title of fewer words is read on in the text",                   \
	    "choice")                                                          \
	X(text_words, 40, "words",                                             \
	    "of the text, read on from a short title",                         \
	    "choice")                                                          \
	X(begin_words, 20, "words",                                            \
	    "of the text, read behind a title that says enough",               \
	    "tuned on a wire, with text_weight")                               \
	X(date_words, 2, "words",                                              \
	    "of a date in the title make it a notice",                         \
	    "choice: \"Monday 8 May\" has three")                              \
	X(figures_min, 3, "terms",                                             \
	    "with digits, the least of a table",                               \
	    "choice")                                                          \
	X(figures_share, 0.25, "share",                                        \
	    "of terms with digits in a table",                                 \
	    "nine of ten items of a wire's news stay below a sixth")           \
	X(origin_resemblance, 0.6, "Jaccard",                                  \
	    "headlines this alike have one origin",                            \
	    "measure: Broder 1997; value: choice")                             \
	X(translation_resemblance, 0.3, "Jaccard",                             \
	    "headlines of two languages this alike may be a translation",      \
	    "choice: half of origin_resemblance; names and figures are left")  \
	X(translation_bits, 8, "bits",                                         \
	    "by shared names, without figures: as rare as a drug's name",      \
	    "choice, held against a wire: 14 bits is a new name there")        \
	X(translation_h, 1, "hours",                                           \
	    "between a release and its translation, at most",                  \
	    "choice")                                                          \
	/* which items are placed by their vector (story_vector.c) */          \
	X(vector_words, 4, "words",                                            \
	    "an item that has a vector and fewer words is placed by that",     \
	    "choice: as title_enough")                                         \
	/* what the texts of a story share (story_content.c, baseline.c) */    \
	X(shared_texts, 0.25, "share",                                         \
	    "of the texts hold a term that is shared",                         \
	    "choice")                                                          \
	X(shared_texts_min, 2, "texts",                                        \
	    "hold a term that is shared, at least",                            \
	    "follows: one text shares nothing")                                \
	X(topic_texts, 0.5, "share",                                           \
	    "of the texts hold a term that the story is about",                \
	    "choice")                                                          \
	X(common_items, 0.05, "share",                                         \
	    "of a language's items; a term that more hold is frequent",        \
	    "choice, held against a wire, headlines and posts")                \
	X(common_burst, 2, "ratio",                                            \
	    "a frequent term that bursts this much is no common one",          \
	    "choice, held against a wire, headlines and posts")                \
	X(on_topic_texts_enough, 8, "texts",                                   \
	    "on topic by one term; with fewer, each counts in part",           \
	    "choice")                                                          \
	X(lang_prior, 200, "items",                                            \
	    "without the term, added to what is known of a language",          \
	    "choice")                                                          \
	/* whether a story is news (story_judge.c) */                          \
	X(copied_items, 0.7, "share",                                          \
	    "of items that are copies; above it one more text is asked",       \
	    "choice, held against a wire, headlines and posts")                \
	X(reported_items, 0.1, "share",                                        \
	    "of items with a reported text; above it nothing is new",          \
	    "tuned on labelled headlines: precision .895 to .906")             \
	X(term_burst_floor, 1e-6, "ratio",                                     \
	    "added before the logarithm of a burst ratio is taken",            \
	    "choice: keeps the logarithm finite")                              \
	X(score_burst_floor, 0.05, "ratio",                                    \
	    "added before the logarithm of a ratio to a baseline is taken",    \
	    "choice: keeps the logarithm of what hardly comes in bounds")      \
	X(score_rarity_min, 0.25, "share",                                     \
	    "of the most idf there is, of a word that tells what a story "     \
	    "is about",                                                        \
	    "tuned on a wire")                                           \
	X(score_stream_least, 0.0025, "share",                                 \
	    "of the stream that a story counts as, at least",                  \
	    "choice: sixteen of 6,400 items")                                  \
	X(score_stream_most, 0.1, "share",                                     \
	    "of the stream that a story counts as, at most",                   \
	    "choice: a stream of few matters is not all news")                 \
	X(noun_rarity, 0.6, "share",                                           \
	    "of the most idf there is, of a name, where nouns have capitals",  \
	    "tuned on a wire whose commoner words were given capitals")        \
	X(early_share, 0.75, "share",                                          \
	    "of what a rule counts, where it asks for rules.early",            \
	    "choice: the meaning of that setting")                             \
	X(early_from, 0.5, "share",                                            \
	    "of what a rule counts that an early story has, at least",         \
	    "tuned on two years of a wire: with 3/4 fewer events are found")   \
	X(score_titled_usual, 0.9, "share",                                    \
	    "of titles; who writes more is not known to write sentences",      \
	    "choice")                                                          \
	/* when a story becomes another (story_split.c) */                     \
	X(split_quiet, 0.5, "share",                                           \
	    "of the threshold, to which the story must have fallen",           \
	    "choice")                                                          \
	X(split_publishers, 5, "publishers",                                   \
	    "ever, of a story that may be split",                              \
	    "choice, with the settings of the first version")                  \
	X(split_new, 0.01, "share",                                            \
	    "of the weight in new words that is always asked",                 \
	    "tuned on labelled headlines: recall .765 to .784")                \
	X(split_valley, 0.3, "share",                                          \
	    "asked besides, for a valley as high as the threshold",            \
	    "tuned on labelled headlines: recall .765 to .784")                \
	X(split_reported, 0.2, "share",                                        \
	    "asked besides, where all items were reported",                    \
	    "tuned on labelled headlines, with reported_items")                \
	X(split_before, 0.1, "share",                                          \
	    "of a word's weight that may lie before, in a new word",           \
	    "choice")                                                          \
	/* what the baseline is (baseline.c, publisher.c) */                   \
	X(rate_half_life_h, 2, "hours",                                        \
	    "half-life of the rate of a term, publisher or stream",            \
	    "choice, held against a wire, headlines and posts")                \
	X(period_h, 6, "hours",                                                \
	    "of which one peak of a rate is remembered",                       \
	    "choice: a quarter of a day")                                      \
	X(baseline_periods, 60, "periods",                                     \
	    "looked back on; the ring of peaks holds no more than 64",         \
	    "choice: holds a weekly notice twice")                             \
	X(warmup_periods, 4, "periods",                                        \
	    "without a baseline",                                              \
	    "choice: a day")                                                   \
	X(week_periods, 28, "periods",                                         \
	    "until what is larger than all before it says so in full",         \
	    "choice: a week, in which each weekday has been seen")             \
	X(peak_min, 2, "rate",                                                 \
	    "from which on peaks are remembered",                              \
	    "choice for memory")                                               \
	X(publisher_floor, 8, "rate",                                          \
	    "that is never too high, whoever the publisher is",                \
	    "choice: eight items are no dump of an archive")                   \
	/* what was large or reported (story_history.c, story_alerts.c) */     \
	X(history_items, 8, "items",                                           \
	    "at once of a story that is worth remembering",                    \
	    "choice")                                                          \
	X(history_growth, 0.25, "share",                                       \
	    "a story grows by before its words are taken again",               \
	    "choice for speed")                                                \
	X(history_periods, 60, "periods",                                      \
	    "for which large stories are remembered",                          \
	    "as baseline_periods")                                             \
	X(history_cosine_min, 0.15, "cosine",                                  \
	    "of stories that have nothing to do with each other",              \
	    "choice, held against a wire, headlines and posts")                \
	X(history_cosine_same, 0.5, "cosine",                                  \
	    "of stories that are the same",                                    \
	    "choice, held against a wire, headlines and posts")                \
	X(reported_texts_h, 72, "hours",                                       \
	    "for which a reported text is remembered",                         \
	    "choice: three days")                                              \
	/* which stories are one in two languages (story_link.c) */            \
	X(link_items, 4, "items",                                              \
	    "of a story whose names are taken",                                \
	    "choice: of fewer no name stands in enough texts")                 \
	X(link_share, 0.1, "share",                                            \
	    "of the texts hold a name",                                        \
	    "choice")                                                          \
	X(link_prior, 1000, "stories",                                         \
	    "without the name, added to those that were counted",              \
	    "as common_stories_from")                                          \
	X(link_names, 2, "names",                                              \
	    "that linked stories share, at least",                             \
	    "choice: one word is no event")                                    \
	X(link_part, 0.18, "share",                                            \
	    "of what the names of the lighter story say, that is shared",      \
	    "tuned on posts about crises: precision .91 to .96")               \
	X(link_named, 0.3, "bits",                                             \
	    "of the score, by names that no dictionary has",                   \
	    "tuned on posts about crises: words alone are a kind of event")    \
	X(link_score, 2.5, "bits",                                             \
	    "least score of linked stories",                                   \
	    "tuned on posts about crises, with link_part")
/* clang-format on */

struct tcn_numbers {
#define TCN_NUMBERS_FIELD(name, value, unit, meaning, source) double name;
	TCN_NUMBERS(TCN_NUMBERS_FIELD)
#undef TCN_NUMBERS_FIELD
};

/* The defaults, which are constant. */
const struct tcn_numbers *tcn_numbers_default(void);

/* Converts a number of hours to milliseconds. */
static inline int64_t
tcn_numbers_ms(double hours)
{
	return (int64_t)(hours * TCN_HOUR_MS);
}

#endif

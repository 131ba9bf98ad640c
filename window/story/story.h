/*
 * window/story/story.h - which story an item belongs to, and whether it is
 * news.
 *
 * The story tier is single-pass clustering: each item joins the open story
 * that it is most similar to (window/story/similarity.h) or opens one; two
 * stories that one item fits are merged; a story closes when no item has come
 * for `within_ms`. A story with more than `more_than` items in the sliding
 * window is news unless a gate holds it back: too few distinct texts, texts
 * that were reported before, too low a score (window/story/news_score.h), or a
 * kind that nobody asked for (window/story/story_kind.h).
 *
 * Order of calls: new; load (rows as saved, by kind and id) and loaded; then
 * for each item tick, step, and if wanted learn, judge, observe, take_view and
 * mark_fired; save now and then. Time is what now_ms says and never runs
 * backwards (an earlier now_ms counts as the latest). Everything is
 * deterministic, and a restored index continues exactly as the saved one would
 * have: ties go to the older story, and no decision depends on hash order or on
 * addresses.
 *
 * Memory: items in the window (about 150 bytes each), open stories, and the
 * dictionary, each under a cap: at it the quietest story is closed early, and
 * the least used terms are forgotten (counted in the statistics). No allocation
 * an item in steady state.
 *
 * Views and lists live until the next call with the same object.
 */
#ifndef TCN_WINDOW_STORY_STORY_H
#define TCN_WINDOW_STORY_STORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/doc.h"
#include "engine/item/record.h"
#include "window/base/state.h"
#include "window/story/news_score.h"
#include "window/story/numbers.h"
#include "window/story/seasons.h"
#include "window/story/story_kind.h"

struct tcn_lexicon;

struct tcn_story_conf {
	int64_t within_ms; /* the sliding window; 4 h */
	uint32_t more_than; /* items; 15 */
	double join; /* least similarity to join; 0.17 */
	double merge; /* least cosine to merge two stories; 0.28 */
	/* join and merge for items that come as vectors: story_vector.h */
	double vector_join, vector_merge; /* 0.5, 0.4 */
	size_t vectors_bytes; /* of their sums, at most; 0: no cap */
	uint32_t min_origins; /* distinct texts; 3 */
	double least; /* probability that it is news; 0.5 */
	/* the same for firing before the count is reached; 0: never */
	double early;
	/* texts and terms reported within this are no news; 48 h */
	int64_t reported_ms;
	int64_t half_life_ms; /* of document frequencies; 14 days */
	size_t terms_max, stories_max, items_max;
	/*
	 * Whether to keep a journal of changes, so that a save writes only
	 * those. The index must then be saved now and then, or the journal
	 * grows. False: a save writes all there is.
	 */
	bool note_changes;
	bool forget_closed; /* nobody stores closed stories: tick lists ids */
	struct tcn_numbers numbers; /* window/story/numbers.h */
	struct tcn_news_weights weights; /* window/story/news_score.h */
	/* The meanings of words in several languages, or NULL; must outlive the
	 * index, or be replaced by tcn_story_index_set_lexicon(). */
	const struct tcn_lexicon *lexicon;
};

/* The defaults above; 500,000 terms, 200,000 stories, 1,000,000 items. */
void tcn_story_conf_default(struct tcn_story_conf *conf);

/* The result of one step. */
struct tcn_story_step {
	uint64_t story; /* where the item is now */
	uint64_t opened; /* == story when it is new, else 0 */
	uint64_t merged_from; /* the story that was merged into `story`, or 0 */
	uint64_t split_from; /* the story that `story` was split from, or 0 */
	uint32_t items; /* of `story` in the window now, this one included */
	/* Those, plus the items that are kept for rules that look back further
	 * (window/story/story_tail.h). */
	uint32_t kept;
	bool fired; /* `story` has fired */
	double score; /* the similarity with which the item joined */
	/* seq of the first item of the item's group of like texts */
	uint64_t origin;
	/* Members that changed to another group, in order; for one item the
	 * last entry holds. Valid until the next step. */
	const struct tcn_item_origin *moved;
	size_t moved_n;
};

/* An item of a story that lies in the window. */
struct tcn_story_item {
	uint64_t seq;
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t origin; /* seq of the leader of its group of like texts */
	const char *lang; /* ISO 639-1, or "" */
};

/* The key of the index's own rule, which the settings describe. */
#define TCN_STORY_ALERTS_OWN 0

struct tcn_story_counts {
	uint32_t items, origins, publishers;
	/* Items whose text was reported before, by
	 * window/story/reported_texts.h. */
	uint32_t reported;
	uint32_t ahead; /* items dated later than now, which do not count yet */
};

/* Whether the item with this seq counts. */
typedef bool tcn_story_filter_fn(void *ctx, uint64_t seq);

/*
 * What one rule demands of a story. It may count part of the story only: a
 * shorter window, or items of its choice. What the texts have in common is
 * always computed over the whole story. A function that takes a query takes
 * NULL for the query that the configuration describes.
 */
struct tcn_story_query {
	int64_t within_ms; /* at most as set by tcn_story_index_set_keep() */
	uint64_t rule; /* whose alert history counts; 0: the index's own */
	uint32_t more_than; /* in `unit`; the story fires at one more */
	enum tcn_rule_unit unit;
	uint32_t min_origins, min_publishers;
	/* The least probability that it is news (window/story/news_score.h); 0:
	 * the count alone decides. */
	double least;
	/* The least probability at three quarters of the count, by the curve of
	 * tcn_story_count_least(); if it is not above `least`, no story fires
	 * early. */
	double early;
	/* Alerts a day, which replace `least` once a threshold is known
	 * (window/story/news_budget.h); 0: none. */
	double budget;
	unsigned kinds; /* a bit for each enum tcn_event_kind; 0: all */
	tcn_story_filter_fn *counts; /* NULL: every item counts */
	void *ctx;
	/* The counts of several stories together, which replace its own; NULL:
	 * it is counted alone. */
	const struct tcn_story_counts *together;
};

/* A story as it stands at a moment. */
struct tcn_story_view {
	struct tcn_story story; /* over its whole life */
	const struct tcn_story_item *items; /* in the window, by time, seq */
	size_t items_n;
	uint32_t origins, publishers; /* in the window */
	uint32_t ahead; /* items dated later than now, not in `items` yet */
	bool fired;
};

/* The gate that keeps a story from firing. */
enum tcn_story_gate {
	TCN_STORY_GATE_NONE, /* it fires */
	TCN_STORY_GATE_FIRED, /* it has fired before */
	TCN_STORY_GATE_COUNT, /* too few items */
	TCN_STORY_GATE_ORIGINS, /* too few distinct texts */
	TCN_STORY_GATE_PUBLISHERS, /* fewer publishers than the rule demands */
	TCN_STORY_GATE_REPORTED, /* its texts were reported before */
	TCN_STORY_GATE_SCORE, /* its probability of being news is too low */
	TCN_STORY_GATE_KIND, /* the rule does not ask for its kind */
	TCN_STORY_GATE_LAST = TCN_STORY_GATE_KIND,
};

/* How a story may fire before it has the full count. */
struct tcn_story_early {
	uint32_t n, of; /* it has n of `of` required; n 0: it is not early */
	enum tcn_rule_unit unit;
	double z; /* by how much its score must exceed that of others */
};

/* The result of judging a story: the gate and the figures behind it; those of
 * gates not reached are 0. */
struct tcn_story_verdict {
	enum tcn_story_gate gate;
	uint32_t items, origins, publishers; /* in the window */
	/* The story's own counts, by which it is scored: stories that are
	 * counted with it do not raise its score. */
	uint32_t own_origins, own_publishers;
	/* Texts that share what the story is about
	 * (window/story/story_content.c). */
	uint32_t on_topic_texts;
	/* Items whose text was reported before, by
	 * window/story/reported_texts.h. */
	uint32_t reported_items;
	/* share of the texts with one phrase (story_phrase.h) */
	double phrase_share;
	double titled_share; /* share of its headlines written as titles */
	struct tcn_str phrase[3]; /* the phrase, if phrase_share > 0 */
	/* Items that such a story usually has at once
	 * (window/story/story_history.h). */
	double baseline;
	double recurrence; /* as in window/story/story_history.h */
	bool baseline_known; /* the judgement has computed it */
	/* Items over the baseline, divided by the larger of the two volume
	 * ratios below. */
	double burst_ratio;
	double volume_ratio; /* the stream's volume over its baseline; >= 1 */
	/* The volume ratio of its publishers; >= 1
	 * (window/story/publisher.h). */
	double publisher_volume;
	/* The share of its weight in terms of recently reported stories. */
	double reported_share;
	double term_burst; /* rate of its terms over their baselines */
	/* the term with the largest burst ratio */
	struct tcn_str top_burst_term;
	/* Its kind, known when no earlier gate holds it back, and why. */
	enum tcn_event_kind kind;
	struct tcn_story_kind_facts kind_facts;
	struct tcn_season season;
	struct tcn_news_score score; /* how likely it is news */
	double least; /* the probability that was needed */
	struct tcn_story_early early;
};

struct tcn_story_stats {
	uint64_t items, stories, terms; /* now */
	uint64_t opened, merged, closed; /* ever */
	/* those of `opened` that were split from another story */
	uint64_t splits;
	uint64_t closed_early; /* at a cap, since the start */
	uint64_t terms_evicted, terms_refused; /* at the cap, since the start */
	/* read since the start: the cost of steps */
	uint64_t postings, candidates;
	uint64_t bytes;
};

struct tcn_story_index;

struct tcn_story_index *tcn_story_index_new(const struct tcn_story_conf *conf);
void tcn_story_index_free(struct tcn_story_index *s);

/*
 * Passes every row that changed since the last save (or load) to fn, a removed
 * row with bytes NULL. The bytes live until fn returns. Returns the error of
 * fn, after which nothing counts as saved. Not to be called between a step and
 * its judge.
 */
TCN_MUST_USE enum tcn_rc tcn_story_index_save(struct tcn_story_index *s,
    tcn_state_fn *fn, void *arg);

/*
 * Restores one saved row into a new index, made with the same conf; after the
 * last row, tcn_story_index_loaded() before anything else. TCN_CORRUPT: the row
 * contradicts itself or earlier rows; free the index.
 */
TCN_MUST_USE enum tcn_rc tcn_story_index_load(struct tcn_story_index *s,
    const struct tcn_state_row *row);
void tcn_story_index_loaded(struct tcn_story_index *s);

/*
 * Closes the stories that have been quiet for within_ms, longest quiet first,
 * and returns a list of them as they were (with forget_closed, of their ids
 * only), valid until the next call. Call it before each step, and when time
 * passes without items.
 */
const struct tcn_story *tcn_story_index_close_quiet(struct tcn_story_index *s,
    int64_t now_ms, size_t *closed_n);

/*
 * Adds one item. Of place it reads seq (larger than all before), ts_ms,
 * publisher, text_key and story: the story that was decided for the item
 * earlier, or 0 to decide it here. An item that came more than within_ms late
 * lies outside the window and joins no story (step is all 0). O(words x stories
 * that share the item's rarest words).
 */
void tcn_story_index_add_item(struct tcn_story_index *s,
    const struct tcn_doc *doc, const struct tcn_placement *place,
    int64_t now_ms, struct tcn_story_step *step);

/* Counts the doc's terms in the document frequencies. */
void tcn_story_index_learn(struct tcn_story_index *s, const struct tcn_doc *doc,
    int64_t now_ms);

/* The decayed number of items with the term; tcn_story_df_docs(): of all items
 * learnt so far. */
double tcn_story_df(const struct tcn_story_index *s, uint64_t term);

/*
 * Sets items to that number for each of the doc's terms, and caches their slots
 * for the next step or learn of the same doc.
 */
void tcn_story_df_doc(struct tcn_story_index *s, const struct tcn_doc *doc,
    double *items);
double tcn_story_df_docs(const struct tcn_story_index *s);

/* Whether n more terms will find room without an eviction. */
bool tcn_story_df_has_room(const struct tcn_story_index *s, size_t n);

/* Sets the word of each term, of a doc that was learnt, to the surface form
 * that was seen first. */
void tcn_story_df_name_terms(const struct tcn_story_index *s,
    struct tcn_doc *doc);

/* False when the story is not open (any more). */
bool tcn_story_is_open(const struct tcn_story_index *s, uint64_t story);

/* Iterates over the open stories, the one quiet longest first: returns the
 * first for 0, else the one behind `story`, which must be open; 0 at the end.
 * O(1). */
uint64_t tcn_story_next(const struct tcn_story_index *s, uint64_t story);

/*
 * The least count (in the query's unit) with which a story may fire. Normally
 * that is N = more_than + 1, with the probability `least`. A story that is
 * surely news need not wait so long: from early_from of N on, at a count of n
 * the probability must reach p, where
 *
 *	logit(p) = logit(least)
 *	    + (logit(early) - logit(least)) * log(N / n) / log(1 / early_share)
 *
 * and the part of the score that its number of publishers adds does not count
 * then, since it is the count that is missing. So early_share of N is where p
 * is `early`.
 */
uint32_t tcn_story_count_least(const struct tcn_story_index *s,
    const struct tcn_story_query *ask);

/*
 * Whether a story of so many items in the window may fire and should be judged:
 * below early_share of N only each second time that it grows, as a look costs,
 * and each look is one more chance to err.
 */
bool tcn_story_is_worth_judging(const struct tcn_story_index *s,
    const struct tcn_story_query *ask, uint32_t items);

/*
 * Judges whether the story passes the query. The story must be open, and the
 * last change of the index a step of one of its items. Changes nothing:
 * tcn_story_cache_verdict() stores the result. The caller must know whether the
 * rule already has an event of the story. O(n log n) for the n items of the
 * story.
 */
void tcn_story_judge(const struct tcn_story_index *s, uint64_t story,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_verdict *verdict);

/*
 * Caches the baseline that a judgement has computed, for later ones. To be
 * called after each judge, with its verdict.
 */
void tcn_story_cache_verdict(struct tcn_story_index *s, uint64_t story,
    const struct tcn_story_verdict *verdict);

/*
 * Fills in the figures of every gate, also of those that judging does not
 * reach, to show how far the story is from firing. Decides and changes nothing.
 * Leaves verdict->gate as it is.
 */
void tcn_story_measure(const struct tcn_story_index *s, uint64_t story,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_verdict *verdict);

/* Counts the items of the story that the query counts. It must be open. O(n log
 * n) for n items. */
void tcn_story_count_items(const struct tcn_story_index *s, uint64_t story,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_counts *count);

/* The gate's name in output, such as "template"; never NULL. */
const char *tcn_story_gate_text(enum tcn_story_gate gate);

/* Sets the items and counts of tcn_story_read_view() alone, without the costly
 * description of the story. */
void tcn_story_read_items(const struct tcn_story_index *s, uint64_t story,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_view *view);

/* Totals of a story since it began. */
struct tcn_story_life {
	int64_t first_ms, last_ms; /* of its items */
	uint32_t items, origins, publishers;
};

/* Reads the totals of an open story. False: no such story is open. O(1). */
bool tcn_story_read_life(const struct tcn_story_index *s, uint64_t story,
    struct tcn_story_life *life);

/* Sets *view to the story and those of its items that count. It must be
 * open. */
void tcn_story_read_view(const struct tcn_story_index *s, uint64_t story,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_view *view);

/*
 * Sets how far rules look back: items that leave the window are kept for
 * counting that long (window/story/story_tail.h), at least conf.within_ms.
 * Which items a story has does not depend on it.
 */
void tcn_story_index_set_keep(struct tcn_story_index *s, int64_t keep_ms);

/* Sets the dictionaries, which may be loaded later than the index is made; see
 * conf.lexicon. */
void tcn_story_index_set_lexicon(struct tcn_story_index *s,
    const struct tcn_lexicon *lexicon);

/*
 * Records that the rule fires on the story, which must be open, or adds it to
 * one of its events: its texts and terms are no news for this rule from now on
 * (window/story/story_alerts.h). With rule 0, the one that the settings
 * describe, the story may also be split later (window/story/story_split.c). A
 * second call changes nothing.
 */
void tcn_story_mark_fired(struct tcn_story_index *s, uint64_t story,
    uint64_t rule);

/*
 * Forgets the alert histories of all rules but these n. TCN_STORY_ALERTS_OWN is
 * always kept.
 */
void tcn_story_index_keep_rules(struct tcn_story_index *s, const uint64_t *keys,
    size_t n);

void tcn_story_index_stats(const struct tcn_story_index *s,
    struct tcn_story_stats *stats);

/*
 * Validator of every invariant of the index (window/story/story_check.c):
 * TCN_CORRUPT, and in err a sentence, when one is broken. Reads everything; for
 * tests.
 */
TCN_MUST_USE enum tcn_rc tcn_story_index_check(const struct tcn_story_index *s,
    struct tcn_err *err);

#endif

/*
 * window/story/story.h - which story does an item belong to, and is it news?
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
 * dictionary, each under a cap: the quietest story is closed early, the least
 * used term forgotten (counted in the statistics). No allocation an item in
 * steady state.
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
	/* The same where an item comes as a vector: story_vector.h */
	double vector_join, vector_merge; /* 0.5, 0.4 */
	size_t vectors_bytes; /* of their sums, at most; 0: no cap */
	uint32_t min_origins; /* distinct texts; 3 */
	double least; /* probability that it is news; 0.5 */
	double early; /* the same before it is counted enough; 0: never */
	int64_t reported_ms; /* what was reported so lately is no news; 48 h */
	int64_t half_life_ms; /* of document frequencies; 14 days */
	size_t terms_max, stories_max, items_max;
	/*
	 * Whether to keep a journal of what changes, so that a save writes only
	 * that. The index must then be saved now and then, or the journal
	 * grows. False: a save writes all there is.
	 */
	bool note_changes;
	bool families; /* stories are counted together: story_family.h; true */
	bool forget_closed; /* nobody stores closed stories: tick lists ids */
	struct tcn_numbers numbers; /* window/story/numbers.h */
	struct tcn_news_weights weights; /* window/story/news_score.h */
	/* What words of several languages mean, or NULL; must outlive the
	 * index, or what set_lexicon() put in its place. */
	const struct tcn_lexicon *lexicon;
};

/* The defaults above; 500,000 terms, 200,000 stories, 1,000,000 items. */
void tcn_story_conf_default(struct tcn_story_conf *conf);

/* What one step did. */
struct tcn_story_step {
	uint64_t story; /* where the item is now */
	uint64_t opened; /* == story when it is new, else 0 */
	uint64_t merged_from; /* this story went into `story`, or 0 */
	uint64_t split_from; /* the story that `story` was split from, or 0 */
	uint32_t items; /* of `story` in the window now, this one included */
	/* Those, and the items that are kept for rules that look back longer
	 * (window/story/story_tail.h). */
	uint32_t kept;
	bool fired; /* `story` has fired */
	double score; /* the similarity with which the item joined */
	uint64_t origin; /* seq of the first item of its group of like texts */
	/* Members whose group went over to another, in order; a later entry of
	 * an item holds. Until the next step. */
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

/* In place of a rule's key: the rule that the settings describe. */
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
 * What one rule asks of a story. It may look at part of the story: at a
 * shorter window, or at items of its choice. What the texts have in common is
 * always computed over the whole story. A function that takes a query takes
 * NULL for the query that the configuration describes.
 */
struct tcn_story_query {
	int64_t within_ms; /* up to what set_keep said */
	uint64_t rule; /* whose alert history counts; 0: the index's own */
	uint32_t more_than; /* of unit; fires at one more */
	enum tcn_rule_unit unit;
	uint32_t min_origins, min_publishers;
	/* Least probability that it is news (window/story/news_score.h); 0:
	 * all that is asked is that it is counted. */
	double least;
	/* The same where three quarters of the count are there, by the curve of
	 * tcn_story_count_least(); not above least: no story fires early. */
	double early;
	/* Alerts a day, in place of least once they are learnt
	 * (window/story/news_budget.h); 0: none. */
	double budget;
	unsigned kinds; /* a bit for each enum tcn_event_kind; 0: all */
	tcn_story_filter_fn *counts; /* NULL: every item counts */
	void *ctx;
	/* Of several stories that are counted together, in place of its own;
	 * NULL: it is counted alone. */
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

/* Why a story that is large enough does not fire. */
enum tcn_story_gate {
	TCN_STORY_GATE_NONE, /* it fires */
	TCN_STORY_GATE_FIRED, /* it has fired before */
	TCN_STORY_GATE_COUNT, /* too few items */
	TCN_STORY_GATE_ORIGINS, /* too few distinct texts */
	TCN_STORY_GATE_PUBLISHERS, /* fewer publishers than the rule demands */
	TCN_STORY_GATE_REPORTED, /* its texts were reported before */
	TCN_STORY_GATE_SCORE, /* it is too little like news */
	TCN_STORY_GATE_KIND, /* it is of a kind that is not asked for */
	TCN_STORY_GATE_LAST = TCN_STORY_GATE_KIND,
};

/* A story that is not counted enough yet. */
struct tcn_story_early {
	uint32_t n, of; /* of `of` that are asked for; 0: it is not early */
	enum tcn_rule_unit unit;
	double z; /* what the score needs more than of others */
};

/* The figures behind it; those of gates not reached are 0. */
struct tcn_story_verdict {
	enum tcn_story_gate gate;
	uint32_t items, origins, publishers; /* in the window */
	/* The story's own, which its score goes by: others that are counted
	 * with it do not make it more like news. */
	uint32_t own_origins, own_publishers;
	/* Texts that share what the story is about
	 * (window/story/story_content.c). */
	uint32_t on_topic_texts;
	/* Items whose text was reported before, by
	 * window/story/reported_texts.h. */
	uint32_t reported_items;
	double phrase_share; /* of the texts hold one phrase (story_phrase.h) */
	double titled_share; /* of its headlines are written as titles */
	struct tcn_str phrase[3]; /* when that is over 0 */
	/* Items that such a story has at once, by
	 * window/story/story_history.h. */
	double baseline;
	double recurrence; /* as in window/story/story_history.h */
	bool baseline_known; /* the judgement has looked it up */
	/* Items over the baseline, divided by the larger of the two volume
	 * ratios below. */
	double burst_ratio;
	double volume_ratio; /* the stream's volume over its baseline; >= 1 */
	/* The same of its publishers; >= 1 (window/story/publisher.h). */
	double publisher_volume;
	/* Share of its weight in terms of stories reported lately. */
	double reported_share;
	double term_burst; /* rate of its terms over their baselines */
	struct tcn_str top_burst_term; /* the one that exceeds its own most */
	/* What it is, known when no gate before that holds it back, and why. */
	enum tcn_event_kind kind;
	struct tcn_story_kind_facts kind_facts;
	struct tcn_season season;
	struct tcn_news_score score; /* how likely it is news */
	double least; /* the probability that was needed */
	struct tcn_story_early early;
	/* Stories of its family that it was counted with, itself included, and
	 * the name that they share; 0: it was counted alone. Set by who asks
	 * with such counts (rules/detector_family.c). */
	uint32_t family;
	struct tcn_str family_name;
};

struct tcn_story_stats {
	uint64_t items, stories, terms; /* now */
	uint64_t opened, merged, closed; /* ever */
	uint64_t splits; /* of those opened, split from another story */
	uint64_t closed_early; /* at a cap, ever */
	uint64_t terms_evicted, terms_refused; /* at the cap, ever */
	uint64_t postings, candidates; /* looked at, ever: cost of steps */
	uint64_t bytes;
};

struct tcn_story_index;

struct tcn_story_index *tcn_story_index_new(const struct tcn_story_conf *conf);
void tcn_story_index_free(struct tcn_story_index *s);

/*
 * Hands fn every row that changed since the last save (or load), a row that
 * is gone with bytes NULL. The bytes live until fn returns. After a failure
 * of fn, which is passed on, nothing is taken as saved. Not to be called
 * between a step and the judge that belongs to it.
 */
TCN_MUST_USE enum tcn_rc tcn_story_index_save(struct tcn_story_index *s,
    tcn_state_fn *fn, void *arg);

/*
 * Puts one saved row back into a new object, made with the same conf; then,
 * after the last, loaded() before anything else. TCN_CORRUPT: the row
 * contradicts itself or those before it; drop the object.
 */
TCN_MUST_USE enum tcn_rc tcn_story_index_load(struct tcn_story_index *s,
    const struct tcn_state_row *row);
void tcn_story_index_loaded(struct tcn_story_index *s);

/*
 * Closes the stories that have been quiet for within_ms, longest quiet first,
 * and lists them as they were (with forget_closed, their ids only), until
 * the next call. Call it before each step, and when time passes without items.
 */
const struct tcn_story *tcn_story_index_tick(struct tcn_story_index *s,
    int64_t now_ms, size_t *closed_n);

/*
 * Adds one item. Of place it reads seq (larger than all before), ts_ms,
 * publisher, text_key and story: the one that the item is in, as was decided
 * earlier; or 0, for this to decide. An item that came more than within_ms late
 * lies outside the window and joins no story (step is all 0). O(words x stories
 * that share the item's rarest words).
 */
void tcn_story_index_step(struct tcn_story_index *s, const struct tcn_doc *doc,
    const struct tcn_placement *place, int64_t now_ms,
    struct tcn_story_step *step);

/* Counts the doc's terms for the weights of fingerprints. */
void tcn_story_index_learn(struct tcn_story_index *s, const struct tcn_doc *doc,
    int64_t now_ms);

/* Items that hold the term, and items in all, faded, as learnt so far. */
double tcn_story_df(const struct tcn_story_index *s, uint64_t term);

/*
 * The same for each of the doc's terms. Where they stand is remembered: a
 * step or a learn of the same doc that follows need not search for them.
 */
void tcn_story_df_doc(struct tcn_story_index *s, const struct tcn_doc *doc,
    double *items);
double tcn_story_df_docs(const struct tcn_story_index *s);

/* Whether n more terms are sure to find room, none being forgotten. */
bool tcn_story_df_has_room(const struct tcn_story_index *s, size_t n);

/* Gives each term of a doc that was learnt the word it was first seen as. */
void tcn_story_df_name_terms(const struct tcn_story_index *s,
    struct tcn_doc *doc);

/* False when the story is not open (any more). */
bool tcn_story_is_open(const struct tcn_story_index *s, uint64_t story);

/* The open stories, the one quiet longest first: 0 gives the first, an open
 * story the one behind it; 0 is the end. O(1). */
uint64_t tcn_story_next(const struct tcn_story_index *s, uint64_t story);

/*
 * The least count (of the query's unit) with which a story may fire. That is
 * one more than more_than, and least the probability asked for there. A story
 * that is surely news need not wait so long: from early_share of N on, with n
 *
 *	logit(p) = logit(least)
 *	    + (logit(early) - logit(least)) * log(N / n) / log(1 / early_share)
 *
 * is asked for, and what the number of its publishers adds to the score does
 * not count: it is the count that it has not reached.
 */
uint32_t tcn_story_count_least(const struct tcn_story_index *s,
    const struct tcn_story_query *ask);

/*
 * Does the story pass the query? It must be open, and the step of one of its
 * items must be the last change of the index. Changes nothing: what judging has
 * seen is remembered by tcn_story_observe(). Whether the rule already has an
 * event of the story is for the caller to know. O(n log n) for the n items of
 * the story.
 */
void tcn_story_judge(const struct tcn_story_index *s, uint64_t story,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_verdict *verdict);

/*
 * Remembers the baseline that a judgement has looked up, for those to come.
 * Call it after each judge, with what it said.
 */
void tcn_story_observe(struct tcn_story_index *s, uint64_t story,
    const struct tcn_story_verdict *verdict);

/*
 * The figures of every gate, also of those that judge does not reach: how far
 * from firing is it? Decides and changes nothing. The gate stays in *verdict as
 * it is.
 */
void tcn_story_measure(const struct tcn_story_index *s, uint64_t story,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_verdict *verdict);

/* How much of the story counts. It must be open. O(n log n) for n items. */
void tcn_story_count_items(const struct tcn_story_index *s, uint64_t story,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_counts *count);

/* The gate's name in output, such as "template"; never NULL. */
const char *tcn_story_gate_text(enum tcn_story_gate gate);

/* The items alone of tcn_story_take_view(), and how they count: to describe the
 * story is what costs. */
void tcn_story_take_items(const struct tcn_story_index *s, uint64_t story,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_view *view);

/* What a story came to since it began. */
struct tcn_story_life {
	int64_t first_ms, last_ms; /* of its items */
	uint32_t items, origins, publishers;
};

/* False: no such story is open. O(1). */
bool tcn_story_read_life(const struct tcn_story_index *s, uint64_t story,
    struct tcn_story_life *life);

/* The story, and of its items those that count. It must be open. */
void tcn_story_take_view(const struct tcn_story_index *s, uint64_t story,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_view *view);

/*
 * Rules look back this far: items that leave the window are kept for counting
 * as long (window/story/story_tail.h). Less than conf.within_ms counts as
 * that. What a story is does not depend on it.
 */
void tcn_story_index_set_keep(struct tcn_story_index *s, int64_t keep_ms);

/* Words of dictionaries, read when they are first of use; see conf.lexicon. */
void tcn_story_index_set_lexicon(struct tcn_story_index *s,
    const struct tcn_lexicon *lexicon);

/*
 * Records that the rule fires on the story, which must be open, or takes it
 * into an event that it has opened: its texts and terms are no news for this
 * rule from now on (window/story/story_alerts.h).
 * With rule 0, the one that the settings describe, the story may also be split
 * later (window/story/story_split.c). A second call changes nothing.
 */
void tcn_story_mark_fired(struct tcn_story_index *s, uint64_t story,
    uint64_t rule);

/*
 * These n rules are all there are: the alert histories of others are
 * forgotten. 0 need not be among them.
 */
void tcn_story_index_keep_rules(struct tcn_story_index *s, const uint64_t *keys,
    size_t n);

void tcn_story_index_stats(const struct tcn_story_index *s,
    struct tcn_story_stats *stats);

/*
 * Checks every invariant of the index (window/story/story_check.c):
 * TCN_CORRUPT and a sentence when not. Reads everything; for tests.
 */
TCN_MUST_USE enum tcn_rc tcn_story_index_check(const struct tcn_story_index *s,
    struct tcn_err *err);

#endif

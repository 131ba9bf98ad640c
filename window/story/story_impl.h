/*
 * window/story/story_impl.h - what the files of the story tier share. Private.
 */
#ifndef TCN_WINDOW_STORY_STORY_IMPL_H
#define TCN_WINDOW_STORY_STORY_IMPL_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "window/base/journal.h"
#include "window/base/slab.h"
#include "window/base/tally.h"
#include "window/story/baseline.h"
#include "window/story/df.h"
#include "window/story/news_budget.h"
#include "window/story/publisher.h"
#include "window/story/reported_texts.h"
#include "window/story/seasons.h"
#include "window/story/similarity.h"
#include "window/story/story.h"
#include "window/story/story_alerts.h"
#include "window/story/story_history.h"
#include "window/story/story_link.h"
#include "window/story/story_phrase.h"
#include "window/story/story_tail.h"
#include "window/story/story_trace.h"
#include "window/story/story_vector.h"

#define TCN_STORY_NONE      UINT32_MAX
#define TCN_STORY_NO_VALLEY UINT32_MAX
#define TCN_STORY_NO_ROW    UINT64_MAX /* of the history */
/* items whose style decides how a story is written */
#define TCN_STORY_LATEST    64
#define TCN_STORY_WORDS_MAX 96 /* words of an item kept in reading order */
#define TCN_STORY_BEGINNING 2 /* words that a headline may be known by */
#define TCN_STORY_NO_WORD   UINT8_MAX

/* How an item is written (engine/item/word_case.h). */
enum tcn_story_style {
	TCN_STORY_STYLE_FORM = 3, /* mask: enum tcn_word_case_form */
	TCN_STORY_STYLE_FIGURES = 4, /* its headline has figures */
	TCN_STORY_STYLE_LABEL = 8, /* its headline begins with a label */
	TCN_STORY_STYLE_NAMES = 16, /* its capitals tell names */
	TCN_STORY_STYLE_TITLE = 32, /* it has a headline */
	TCN_STORY_STYLE_SAID = 64, /* its headline says that somebody speaks */
	TCN_STORY_STYLE_SAID_IS_KNOWN = 128, /* it would, if one did */
};

/* Links of an item: its own text, and those that it was said to be one with. */
#define TCN_STORY_ALSO_MAX (1 + TCN_PLACEMENT_ALSO)

/* An item of an open story, while it may lie in the window. */
struct tcn_story_member {
	uint64_t seq;
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t leader; /* seq of the first item with a like text */
	/* The seq of its text's first item, if found by its sentences
	 * (placement.text); else its own seq. */
	uint64_t text;
	uint64_t text_key;
	uint64_t bits; /* a bit for each of head_n: see story_member.c */
	uint64_t stops; /* bit i: terms[i] is in its language's stop list */
	/* Bit i: terms[i] stands inside a sentence with / without a capital. */
	uint64_t capitals, smalls;
	uint32_t *terms; /* distinct terms, then the words, in one block */
	uint64_t *also; /* texts that its own is one with: story_text.c */
	uint32_t story;
	uint8_t also_n;
	uint8_t terms_n, words_n;
	uint8_t head_n; /* of terms, those of its headline: the first */
	uint8_t lang; /* in tcn_story_index.langs */
	bool reported; /* its text was among reported_texts when it came */
	bool may_repeat; /* some rule has reported its text, or may have */
	bool notice; /* a table or dated: see story_member.c */
	bool by_vector; /* it was placed by its vector: see story_vector.h */
	bool live;
	uint8_t style; /* of enum tcn_story_style */
	/* Indexes into terms: the first words without digits; or NO_WORD. */
	uint8_t beginning[TCN_STORY_BEGINNING];
	uint32_t mark; /* of items_journal */
};

/* An item of a list, with the members that scans of all items read. */
struct tcn_story_member_ref {
	uint64_t bits, text; /* as in the item */
	int64_t ts_ms; /* as in the item */
	uint32_t slot; /* the item's */
	uint8_t key; /* the low bits of its text_key */
	uint8_t lang, head_n;
	bool is_leader : 1; /* it is the leader of its group */
	bool has_also : 1;
};

/* The items of a story, by (ts, seq), from `head` on. */
struct tcn_story_member_list {
	struct tcn_story_member_ref *at;
	uint32_t head, n, cap;
};

/* A story. First stand the members that are read for each candidate of an
 * item. */
struct tcn_story_row {
	struct tcn_similarity_vec vec;
	double mean_ms; /* mean arrival */
	int64_t arrived_ms; /* stream time of its last item ... */
	uint64_t arrived_seq; /* ... and that item's seq */
	uint64_t id;
	struct tcn_story_member_list items;
	uint64_t *publishers; /* all seen since it began, ascending */
	uint32_t publishers_n, publishers_cap;
	uint32_t n, origins; /* over its life */
	/* The fewest items in the window since it fired and exceeded more_than;
	 * TCN_STORY_NO_VALLEY: it has not exceeded it yet. */
	uint32_t valley;
	int64_t first_ms, last_ms;
	uint32_t older, newer; /* neighbours by arrival */
	uint32_t vector; /* its row in story_vector.h, or TCN_STORY_NONE */
	uint64_t past; /* number of its row of the past; old ones may be gone */
	struct tcn_story_tail tail;
	bool tail_saved; /* its tail has a saved row */
	/* step of its best score (news_budget.h); 0: not counted */
	uint8_t budget_step;
	uint32_t rules_n; /* rules that have fired on it */
	bool fired, live;
	bool has_also; /* some item has had some */
	uint32_t mark; /* of rows_journal */
};

/* story_content.c: what the texts of a story have in common */
#define TCN_STORY_CONTENT_TEXTS_MAX                                            \
	64 /* the latest distinct ones that are looked at */
#define TCN_STORY_CONTENT_TERMS_MAX 256

struct tcn_story_content_term {
	uint32_t slot;
	uint64_t bit; /* its bit in the items' signatures */
	double share; /* share of the texts that contain it */
	double burst_ratio; /* at the stream's present volume */
	bool stop; /* a stop word of the languages it stands in */
	bool idle; /* a stop word, or frequent without a burst */
	bool common; /* idle, or too few of the texts hold it */
};

struct tcn_story_content {
	const struct tcn_story_member
	    *texts[TCN_STORY_CONTENT_TEXTS_MAX]; /* latest first */
	uint32_t texts_n;
	uint32_t notices_n; /* distinct texts that were left out */
	struct tcn_story_content_term
	    terms[TCN_STORY_CONTENT_TERMS_MAX]; /* by number */
	uint32_t terms_n;
	uint32_t
	    on_topic_texts; /* texts with enough terms that are not common */
	bool is_new; /* the stream is new: on_topic_texts are related ones */
};

#define TCN_STORY_FIGURES_COUNTS 4 /* different spans whose counts are cached */

/*
 * Cached figures of one story, the same for all rules: computed when the first
 * rule asks and valid until the index changes, so that a hundred rules cost
 * little more than one. Everything here is derived from the index, so that a
 * const index may fill it in.
 */
/* The share of a story's headlines that are Written As Titles, and what is
 * usual of its publishers; known where most have a form. */
struct tcn_story_titled {
	double share, usual;
	bool is_known;
};

struct tcn_story_figures {
	/* tcn_story_index.changes at the time; 0: empty */
	uint64_t story, changes;
	bool has_content, has_phrase, has_burst, has_described, has_score;
	bool has_season;
	/* without the features that depend on the rule */
	struct tcn_news_score score;
	struct tcn_story_titled titled;
	struct tcn_story described; /* its terms lie in tcn_story_work */
	struct tcn_story_content content;
	struct tcn_story_phrase phrase;
	double weights[TCN_STORY_CONTENT_TERMS_MAX]; /* share * idf */
	double weight; /* their sum */
	double term_burst; /* not yet by volume */
	uint32_t top; /* the term that rises most; terms_n: there is none */
	double volume_ratio, publisher_volume;
	struct tcn_season season;
	struct {
		int64_t within_ms, now_ms;
		struct tcn_story_counts counts;
	} counts[TCN_STORY_FIGURES_COUNTS];
	uint32_t counts_n;
};

/*
 * Scratch memory of a query. It stands apart so that a query takes a const
 * index.
 */
struct tcn_story_work {
	struct tcn_story_item *items;
	size_t items_cap;
	struct tcn_story_term terms[8];
	uint64_t *keys, *spare; /* of equal room: see tcn_story_work_fit */
	size_t keys_cap, spare_cap;
	struct tcn_tally tally;
	struct tcn_story_figures figures;
};

/* A candidate in the search for the best stories. */
struct tcn_story_candidate {
	uint64_t may; /* words of the item that pass the story's filter */
	uint32_t slot;
};

struct tcn_story_index {
	struct tcn_story_conf conf;
	struct tcn_slab slab;
	struct tcn_df df;
	struct tcn_baseline_clock clock;
	struct tcn_baseline_langs langs;
	struct tcn_reported_texts reported;
	struct tcn_story_history history;
	struct tcn_publisher_table publishers;
	struct tcn_seasons seasons;
	struct tcn_news_budget budget;
	struct tcn_story_row *rows;
	size_t rows_n, rows_cap;
	struct tcn_slots rows_unused;
	struct tcn_journal rows_journal; /* changed slots, ids that went */
	struct tcn_map by_id;
	struct tcn_story_member *items;
	size_t items_n, items_cap;
	struct tcn_slots items_unused;
	struct tcn_journal items_journal; /* changed slots, seqs that went */
	struct tcn_story_vectors vectors;
	size_t items_live;
	uint32_t oldest, newest; /* ends of the list by arrival */
	int64_t now_ms, first_ms;
	uint64_t changes; /* incremented whenever something may change */
	bool begun;
	struct tcn_story_stats stats;
	struct tcn_item_origin
	    *moved; /* of the step: see struct tcn_story_step */
	size_t moved_n, moved_cap;
	struct tcn_story_trace *trace; /* filled in by steps; or NULL */

	/* Scratch, meaningless between calls. */
	double *partial; /* a sum a story slot; 0 between steps */
	size_t partial_cap;
	struct tcn_story_candidate *candidates;
	size_t candidates_n, candidates_cap;
	struct tcn_arena closed_words; /* of the list below */
	struct tcn_story *closed;
	size_t closed_cap;
	struct tcn_story_alerts_table alerts;
	struct tcn_story_links links;
	int64_t keep_ms; /* how far rules look back; at least conf.within_ms */
	struct tcn_journal tails_journal; /* ids of stories whose tail went */
	/* Scratch of queries, which change nothing else. */
	struct tcn_story_work *work;
};

/* story_member.c: the words of an item */
struct tcn_story_words {
	uint32_t
	    terms[TCN_SIMILARITY_WORDS_MAX]; /* distinct, by first occurrence */
	uint8_t words[TCN_STORY_WORDS_MAX]; /* index into terms */
	size_t terms_n, words_n;
	size_t head_n; /* of terms; the others stand in the text alone */
	uint64_t stops; /* bit i: terms[i] is a stop word */
	uint64_t capitals, smalls; /* as in the item */
	uint8_t style; /* as in the item */
	bool dated; /* the title gives its date at length */
};

/* Picks the words of a doc that stand for the item: of the headline, address
 * and tags, then of the beginning of the text. */
void tcn_story_words_pick(struct tcn_story_index *s, const struct tcn_doc *doc,
    struct tcn_story_words *words);

/* Makes an item of these words in a free slot. */
void tcn_story_member_new(struct tcn_story_index *s,
    const struct tcn_story_words *words, uint32_t *slot);
void tcn_story_member_mark_dirty(struct tcn_story_index *s, uint32_t slot);

/* The ith item of a story, by (ts, seq). */
static inline const struct tcn_story_member *
tcn_story_member_at(const struct tcn_story_index *s,
    const struct tcn_story_row *row, uint32_t i)
{
	return &s->items[row->items.at[row->items.head + i].slot];
}

/* Inserts an item into a list at its place by (ts, seq). */
void tcn_story_member_insert(struct tcn_story_index *s,
    struct tcn_story_member_list *list, uint32_t slot);

/* The words of an item in reading order, as indexes into its terms. */
const uint8_t *tcn_story_member_words(const struct tcn_story_member *item);
/* The first item of the list with this text (tcn_story_member.text), or
 * NULL. */
const struct tcn_story_member *
tcn_story_text_find(const struct tcn_story_index *s,
    const struct tcn_story_member_list *list, uint64_t text);

/* The item shows that n texts, not 0, are one with its own: their groups in the
 * story become one. At most TCN_PLACEMENT_ALSO. */
void tcn_story_text_unite(struct tcn_story_index *s, struct tcn_story_row *row,
    uint32_t item_slot, const uint64_t *also, size_t n);

/* Items of another story have come to this one: what they and its own are
 * linked to may be here now. */
void tcn_story_text_merge(struct tcn_story_index *s, struct tcn_story_row *row);

/* Sets what an item keeps of them, at most TCN_STORY_ALSO_MAX; n 0 gives it
 * back. */
void tcn_story_text_set_also(struct tcn_story_index *s,
    struct tcn_story_member *item, const uint64_t *links, size_t n);

/* The seq of the leader of the item's group of like texts. */
uint64_t tcn_story_member_leader(const struct tcn_story_index *s,
    const struct tcn_story_member_list *list,
    const struct tcn_story_member *item);

/* Removes the story's n oldest items; tcn_story_expire(): those that have left
 * the window for good. */
void tcn_story_drop_oldest(struct tcn_story_index *s, struct tcn_story_row *row,
    uint32_t n);
void tcn_story_expire(struct tcn_story_index *s, struct tcn_story_row *row);

/*
 * What the texts of the story share. Valid until the index changes or another
 * story is asked about.
 */
const struct tcn_story_content *
tcn_story_content_find(const struct tcn_story_index *s,
    const struct tcn_story_row *row);

/* story_alerts.c: returns a rule's history for a change, made if there is none;
 * adds a story that the rule has fired on */
struct tcn_story_alerts *tcn_story_alerts_get(struct tcn_story_index *s,
    uint64_t key);
void tcn_story_alerts_add_fired(struct tcn_story_alerts *alerts,
    const struct tcn_story_alerts_fired *fired);

/* story_content.c: the cached figures, emptied unless they are this story's */
struct tcn_story_figures *tcn_story_figures(const struct tcn_story_index *s,
    const struct tcn_story_row *row);

/* story_view.c: the query itself; for NULL that of the configuration */
struct tcn_story_query tcn_story_query_or_conf(const struct tcn_story_index *s,
    const struct tcn_story_query *ask);

/* story_view.c: counts the story's items that the query counts */
void tcn_story_count(const struct tcn_story_index *s,
    const struct tcn_story_row *row, int64_t now_ms,
    const struct tcn_story_query *ask, struct tcn_story_counts *count);

/* story_view.c: lists the story's items that count in s->work, and counts
 * them */
void tcn_story_list_items(const struct tcn_story_index *s,
    const struct tcn_story_row *row, int64_t now_ms,
    const struct tcn_story_query *ask, struct tcn_story_counts *count);
/* story_view.c: counts the origins and publishers of the first count->items
 * items of the work */
void tcn_story_count_distinct(struct tcn_story_work *work,
    struct tcn_story_counts *count);

/* story_view.c: whether the rule had reported the item's text before */
bool tcn_story_is_repeat(const struct tcn_story_index *s, uint64_t rule,
    const struct tcn_story_member *item);

/* Makes room for n keys in keys and spare. */
void tcn_story_work_fit(struct tcn_story_work *work, size_t n);

/* story_view.c: sets the story's central item and its terms, which lie in
 * s->work */
void tcn_story_describe(const struct tcn_story_index *s,
    const struct tcn_story_row *row, struct tcn_story *story);

/* story_join.c: opens, closes and changes stories */
void tcn_story_open(struct tcn_story_index *s, uint64_t id, uint32_t *slot);
void tcn_story_close(struct tcn_story_index *s, uint32_t slot);
void tcn_story_mark_dirty(struct tcn_story_index *s, uint32_t slot);

/* Appends the story to the list by arrival, as the newest. */
void tcn_story_link(struct tcn_story_index *s, uint32_t slot);

/* Prepends the story to the list by arrival: it is closed next. */
void tcn_story_link_oldest(struct tcn_story_index *s, uint32_t slot);

/* Removes the story from the list by arrival. */
void tcn_story_unlink(struct tcn_story_index *s, uint32_t slot);

/* Adds the item to the story. */
void tcn_story_join(struct tcn_story_index *s, uint32_t slot,
    uint32_t item_slot, const struct tcn_similarity_item *item);

/* Adds x to a term of the story's vector; a new term gets its posting. */
void tcn_story_add_term(struct tcn_story_index *s, uint32_t slot, uint32_t term,
    double x);

/* Adds an item to the story's counts and times. */
void tcn_story_count_member(struct tcn_story_row *row,
    const struct tcn_story_member *kept);

/* Removes all terms of the story's vector, and their postings. */
void tcn_story_drop_terms(struct tcn_story_index *s, uint32_t slot);

/* Adds the item's weighted words to the story's vector. */
void tcn_story_add_terms(struct tcn_story_index *s, uint32_t slot,
    const struct tcn_similarity_item *item);

/* Merges the story in slot `from` into the one in slot `to`. */
void tcn_story_merge(struct tcn_story_index *s, uint32_t to, uint32_t from);

/* Adds a publisher to the sorted set of the story's publishers. */
void tcn_story_add_publisher(struct tcn_story_index *s,
    struct tcn_story_row *row, uint64_t publisher);

struct tcn_story_best {
	uint32_t slot; /* TCN_STORY_NONE: there is none */
	double score;
};

/*
 * story_find.c: sets best to the two stories most similar to the item, at
 * `join` or above, the best first. The item's terms must be sorted by weight.
 */
void tcn_story_find_best(struct tcn_story_index *s,
    const struct tcn_similarity_item *item, int64_t ts_ms,
    struct tcn_story_best best[2]);

/* story_find.c: inserts the story among the two best if its score is high
 * enough; ties go to the smaller id */
void tcn_story_keep_two_best(const struct tcn_story_index *s, uint32_t slot,
    double score, struct tcn_story_best best[2]);

/* story_find.c: the factor by which the story's age reduces an item's
 * similarity */
double tcn_story_ageing(const struct tcn_story_index *s,
    const struct tcn_story_row *row, int64_t ts_ms);

/* The threshold to join or to merge now: the setting, lowered while the prior
 * lasts (similarity.h). */
double tcn_story_threshold(const struct tcn_story_index *s, double setting);

/* story_trace.c: fills in the trace of an item before it is placed */
void tcn_story_trace_item(struct tcn_story_index *s, const struct tcn_doc *doc,
    const struct tcn_similarity_item *item, int64_t ts_ms);

/* story_baseline.c: notes the story's size in the history; computes its
 * baseline; caches the computed baseline in its row of the history */
void tcn_story_baseline_note(struct tcn_story_index *s,
    struct tcn_story_row *row);
struct tcn_story_history_answer
tcn_story_baseline(const struct tcn_story_index *s,
    const struct tcn_story_row *row);
void tcn_story_baseline_cache(struct tcn_story_index *s,
    const struct tcn_story_row *row,
    const struct tcn_story_history_answer *answer);

/* story_baseline.c: notes that a rule has reported the story; own: the rule of
 * the settings. Sets *number to the story's row of the history, added if there
 * was none; NO_ROW: it is no story of vectors */
void tcn_story_baseline_report(struct tcn_story_index *s,
    struct tcn_story_row *row, bool own, uint64_t *number);

/* story_baseline.c: the likeness of a story of vectors to the nearest one that
 * the rule reported lately: 0 to 1; 0 for a story of words */
double tcn_story_baseline_reported(const struct tcn_story_index *s,
    const struct tcn_story_row *row, uint64_t rule);

/* story_score.c: counts the story's best score for the budget; and, when two
 * stories merge, the better of the two */
void tcn_story_budget_count(struct tcn_story_index *s,
    struct tcn_story_row *row, double z);
void tcn_story_budget_merge(struct tcn_story_index *s, struct tcn_story_row *to,
    const struct tcn_story_row *from);

/* story_score.c: scores how the story is written, as far as that is known */
void tcn_story_score(const struct tcn_story_index *s,
    const struct tcn_story_row *row, const struct tcn_story_content *content,
    struct tcn_news_score *score, struct tcn_story_titled *titled);

/* story_kind.c: sets v->kind, and v->gate when the query does not ask for that
 * kind */
void tcn_story_find_kind(const struct tcn_story_index *s,
    const struct tcn_story_row *row, const struct tcn_story_query *ask,
    struct tcn_story_verdict *v);

/* story_season.c: notes the forms of the story, given its heaviest words; sets
 * *season to how much its most regular form was to be expected now */
void tcn_story_season_note(struct tcn_story_index *s,
    const struct tcn_story_row *row,
    const struct tcn_story_history_words *words);
void tcn_story_season(const struct tcn_story_index *s,
    const struct tcn_story_row *row, struct tcn_season *season);

/* story_volume.c: the mean volume ratio of its items' publishers */
double tcn_story_volume_ratio(const struct tcn_story_index *s,
    const struct tcn_story_row *row);

/* story_state.c: whether each table lists what changes, so that a save writes
 * only that */
void tcn_story_note_changes(struct tcn_story_index *s, bool on);

/* story_split.c: sets *due to whether a story that fired has become a different
 * one; splits it then, so that its items in the window go on as story `id` */
void tcn_story_split_due(struct tcn_story_index *s, uint32_t slot, bool *due);
void tcn_story_split(struct tcn_story_index *s, uint32_t slot, uint64_t id);

/* Whether a time lies less than within_ms before now_ms, or after it. Does not
 * overflow: before the first date now_ms is the least there is. */
static inline bool
tcn_story_is_recent(int64_t ts_ms, int64_t now_ms, int64_t within_ms)
{
	return ts_ms > now_ms ||
	    (uint64_t)now_ms - (uint64_t)ts_ms < (uint64_t)within_ms;
}

/* The facts of an item that counts need, which its story keeps after it has
 * left. */
static inline struct tcn_story_tail_item
tcn_story_member_facts(const struct tcn_story_member *item)
{
	return (struct tcn_story_tail_item){
		.seq = item->seq,
		.ts_ms = item->ts_ms,
		.publisher = item->publisher,
		.leader = item->leader,
		.lang = item->lang,
		.reported = item->reported,
		.may_repeat = item->may_repeat,
	};
}

static inline struct tcn_story_row *
tcn_story_find(const struct tcn_story_index *s, uint64_t id)
{
	const uint64_t *slot = tcn_map_find(&s->by_id, id);

	return slot ? &s->rows[*slot] : NULL;
}

/* Texts that left the window at this time or before are no longer
 * remembered. */
static inline int64_t
tcn_story_texts_edge_ms(const struct tcn_story_index *s)
{
	return s->now_ms - tcn_numbers_ms(s->conf.numbers.reported_texts_h);
}

/* Whether no item has come for the whole window: the story is about to be
 * closed. */
static inline bool
tcn_story_is_quiet(const struct tcn_story_index *s, uint32_t slot)
{
	return s->rows[slot].arrived_ms <= s->now_ms - s->conf.within_ms;
}

#endif

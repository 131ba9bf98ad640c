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
#define TCN_STORY_LATEST    64 /* items that tell how a story is written */
#define TCN_STORY_WORDS_MAX 96 /* words of an item kept in reading order */
#define TCN_STORY_BEGINNING 2 /* words that a headline may be known by */
#define TCN_STORY_NO_WORD   UINT8_MAX

/* How an item is written (engine/item/word_case.h). */
enum tcn_story_style {
	TCN_STORY_STYLE_FORM = 3, /* mask: enum tcn_word_case_form */
	TCN_STORY_STYLE_FIGURES = 4, /* its headline has some */
	TCN_STORY_STYLE_LABEL = 8, /* and begins with a label */
	TCN_STORY_STYLE_NAMES = 16, /* its capitals tell names */
	TCN_STORY_STYLE_TITLE = 32, /* it has a headline */
	TCN_STORY_STYLE_ALL = 63,
};

/* An item of an open story, while it may lie in the window. */
struct tcn_story_member {
	uint64_t seq;
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t leader; /* seq of the first item with a like text */
	/* Of which text it is, found by its sentences (placement.text); else
	 * its own seq. */
	uint64_t text;
	uint64_t text_key;
	uint64_t bits; /* a bit for each of head_n: see story_member.c */
	uint64_t stops; /* bit i: terms[i] is in its language's stop list */
	/* Bit i: terms[i] stands inside a sentence with / without a capital. */
	uint64_t capitals, smalls;
	uint32_t *terms; /* distinct terms, then the words, in one block */
	uint32_t story;
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

/* An item of a list, with what is asked of all of them again and again. */
struct tcn_story_member_ref {
	uint64_t bits; /* as in the item */
	int64_t ts_ms; /* as in the item */
	uint32_t slot; /* the item's */
	uint8_t key; /* the low bits of its text_key */
	uint8_t lang, head_n;
	bool is_leader; /* it is the leader of its group */
};

/* By (ts, seq), from head on. */
struct tcn_story_member_list {
	struct tcn_story_member_ref *at;
	uint32_t head, n, cap;
};

/* First what is read of each story that an item may fit. */
struct tcn_story_row {
	struct tcn_similarity_vec vec;
	double mean_ms; /* mean arrival */
	int64_t arrived_ms; /* stream time of its last item ... */
	uint64_t arrived_seq; /* ... and that item's seq */
	uint64_t id;
	struct tcn_story_member_list items;
	uint64_t *publishers; /* ever seen, ascending */
	uint32_t publishers_n, publishers_cap;
	uint32_t n, origins; /* over its life */
	/* Fewest items in the window since it fired and was above more_than;
	 * TCN_STORY_NO_VALLEY: it has not been there yet. */
	uint32_t valley;
	int64_t first_ms, last_ms;
	uint32_t older, newer; /* neighbours by arrival */
	uint32_t vector; /* its row in story_vector.h, or TCN_STORY_NONE */
	uint64_t past; /* number of its row of the past; old ones may be gone */
	struct tcn_story_tail tail;
	bool tail_saved; /* it has a row */
	uint8_t budget_step; /* where its best score is counted; 0: nowhere */
	uint32_t rules_n; /* whose histories have fired on it */
	bool fired, live;
	uint32_t mark; /* of rows_journal */
};

/* Slots to use again. */
struct tcn_story_u64s {
	uint64_t *at;
	size_t n, cap;
};

/* story_content.c: what the texts of a story have in common */
#define TCN_STORY_CONTENT_TEXTS_MAX                                            \
	64 /* the latest distinct ones that are looked at */
#define TCN_STORY_CONTENT_TERMS_MAX 256

struct tcn_story_content_term {
	uint32_t slot;
	uint64_t bit; /* its bit in the items' signatures */
	double share; /* of the texts hold it */
	double
	    burst_ratio; /* over what is usual at the stream's present volume */
	bool stop; /* a stop word of the languages it stands in */
	bool idle; /* a stop word, or frequent and no busier than usual */
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
	    on_topic_texts; /* texts that hold enough of what is not common */
	uint32_t need; /* of such terms, to be on topic */
	bool is_new; /* the stream: on_topic_texts are related ones */
};

#define TCN_STORY_FIGURES_COUNTS 4 /* lengths of time that are asked for */

/*
 * What is known of the story at hand, the same for whoever asks: found when
 * the first rule asks and kept until the index changes, so that a hundred
 * rules cost little more than one. Only what a question computes from the
 * index is here, so that a const index may be asked.
 */
struct tcn_story_figures {
	uint64_t story, changes; /* as tcn_story_index.changes; 0: none */
	bool has_content, has_phrase, has_burst, has_described, has_score;
	struct tcn_news_score score; /* but for what depends on the rule */
	double titled_share;
	struct tcn_story described; /* its terms are those of the work */
	struct tcn_story_content content;
	struct tcn_story_phrase phrase;
	double weights[TCN_STORY_CONTENT_TERMS_MAX]; /* share * idf */
	double weight; /* their sum */
	double term_burst; /* not yet by volume */
	uint32_t top; /* the term that rises most; terms_n: there is none */
	double volume_ratio, publisher_volume;
	struct {
		int64_t within_ms, now_ms;
		struct tcn_story_counts counts;
	} counts[TCN_STORY_FIGURES_COUNTS];
	uint32_t counts_n;
};

/*
 * Room that a question needs while it is answered. It stands apart so that a
 * question takes a const index.
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

/* A story with a sum, while the best are looked for. */
struct tcn_story_candidate {
	uint64_t may; /* words of the item that it may hold, by its filter */
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
	struct tcn_story_u64s rows_unused;
	struct tcn_journal rows_journal; /* changed slots, ids that went */
	struct tcn_map by_id;
	struct tcn_story_member *items;
	size_t items_n, items_cap;
	struct tcn_story_u64s items_unused;
	struct tcn_journal items_journal; /* changed slots, seqs that went */
	struct tcn_story_vectors vectors;
	size_t items_live;
	uint32_t oldest, newest; /* ends of the list by arrival */
	int64_t now_ms, first_ms;
	uint64_t changes; /* counts up whenever something may change */
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
	int64_t
	    keep_ms; /* how far the rules look back; conf.within_ms at least */
	struct tcn_journal tails_journal; /* ids of stories whose tail went */
	/* Of questions, which change nothing else. */
	struct tcn_story_work *work;
};

static inline void
tcn_story_u64s_add(struct tcn_story_u64s *list, uint64_t value)
{
	uint64_t *at =
	    tcn_mem_grow(list->at, &list->cap, list->n + 1, sizeof *at);

	list->at = at;
	at[list->n++] = value;
}

/* story_member.c: items */
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

void tcn_story_words_pick(struct tcn_story_index *s, const struct tcn_doc *doc,
    struct tcn_story_words *words);
void tcn_story_member_new(struct tcn_story_index *s,
    const struct tcn_story_words *words, uint32_t *slot);
void tcn_story_member_mark_dirty(struct tcn_story_index *s, uint32_t slot);
void tcn_story_member_insert(struct tcn_story_index *s,
    struct tcn_story_member_list *list, uint32_t slot);
const uint8_t *tcn_story_member_words(const struct tcn_story_member *item);
/* The first member of this text (tcn_story_member.text), or NULL. */
const struct tcn_story_member *
tcn_story_text_find(const struct tcn_story_index *s,
    const struct tcn_story_member_list *list, uint64_t text);

/* The item shows that texts which were taken for different ones (also, up to
 * the first 0) are one with its own: their groups in the story become one. */
void tcn_story_text_unite(struct tcn_story_index *s, struct tcn_story_row *row,
    uint32_t item_slot, const uint64_t also[TCN_PLACEMENT_ALSO]);

uint64_t tcn_story_member_leader(const struct tcn_story_index *s,
    const struct tcn_story_member_list *list,
    const struct tcn_story_member *item);

/* Takes the story's n oldest items out; those that have left the window for
 * good. */
void tcn_story_drop_oldest(struct tcn_story_index *s, struct tcn_story_row *row,
    uint32_t n);
void tcn_story_expire(struct tcn_story_index *s, struct tcn_story_row *row);

/*
 * What the texts of the story share. Lives until the next change of the index,
 * or question about another story.
 */
const struct tcn_story_content *
tcn_story_content_find(const struct tcn_story_index *s,
    const struct tcn_story_row *row);

/* story_alerts.c: a rule's history, begun when it has none and about to
 * change; a story that it has fired on */
struct tcn_story_alerts *tcn_story_alerts_get(struct tcn_story_index *s,
    uint64_t key);
void tcn_story_alerts_add_fired(struct tcn_story_alerts *alerts,
    const struct tcn_story_alerts_fired *fired);

/* story_content.c: the figures of the story, emptied if they are another's */
struct tcn_story_figures *tcn_story_figures(const struct tcn_story_index *s,
    const struct tcn_story_row *row);

/* story_view.c: what is asked, the configuration's for NULL */
struct tcn_story_query tcn_story_query_or_conf(const struct tcn_story_index *s,
    const struct tcn_story_query *ask);

/* story_view.c: how many of its items count */
void tcn_story_count(const struct tcn_story_index *s,
    const struct tcn_story_row *row, int64_t now_ms,
    const struct tcn_story_query *ask, struct tcn_story_counts *count);

/* story_view.c: its items that count, as a list to show, and their number */
void tcn_story_list_items(const struct tcn_story_index *s,
    const struct tcn_story_row *row, int64_t now_ms,
    const struct tcn_story_query *ask, struct tcn_story_counts *count);
/* story_view.c: counts the origins and publishers of the work's items, of which
 * there are count->items */
void tcn_story_count_distinct(struct tcn_story_work *work,
    struct tcn_story_counts *count);

/* story_view.c: has the rule reported the item's text before? */
bool tcn_story_is_repeat(const struct tcn_story_index *s, uint64_t rule,
    const struct tcn_story_member *item);

/* Room for n keys. */
void tcn_story_work_fit(struct tcn_story_work *work, size_t n);

/* story_view.c: central item and terms; the terms are scratch */
void tcn_story_describe(const struct tcn_story_index *s,
    const struct tcn_story_row *row, struct tcn_story *story);

/* story_join.c: stories */
void tcn_story_open(struct tcn_story_index *s, uint64_t id, uint32_t *slot);
void tcn_story_close(struct tcn_story_index *s, uint32_t slot);
void tcn_story_mark_dirty(struct tcn_story_index *s, uint32_t slot);
void tcn_story_link(struct tcn_story_index *s, uint32_t slot);
void tcn_story_link_oldest(struct tcn_story_index *s, uint32_t slot);
void tcn_story_unlink(struct tcn_story_index *s, uint32_t slot);
void tcn_story_join(struct tcn_story_index *s, uint32_t slot,
    uint32_t item_slot, const struct tcn_similarity_item *item);
void tcn_story_add_term(struct tcn_story_index *s, uint32_t slot, uint32_t term,
    double x);
void tcn_story_count_member(struct tcn_story_row *row,
    const struct tcn_story_member *kept);
void tcn_story_drop_terms(struct tcn_story_index *s, uint32_t slot);
void tcn_story_add_terms(struct tcn_story_index *s, uint32_t slot,
    const struct tcn_similarity_item *item);
void tcn_story_merge(struct tcn_story_index *s, uint32_t to, uint32_t from);
void tcn_story_add_publisher(struct tcn_story_index *s,
    struct tcn_story_row *row, uint64_t publisher);

struct tcn_story_best {
	uint32_t slot; /* TCN_STORY_NONE: there is none */
	double score;
};

/*
 * story_find.c: the two stories most like the item, at join or above, the best
 * first. The item's terms are in the order of their weight.
 */
void tcn_story_find_best(struct tcn_story_index *s,
    const struct tcn_similarity_item *item, int64_t ts_ms,
    struct tcn_story_best best[2]);

/* story_find.c: puts the story into its place among the two best; ties go to
 * the smaller id */
void tcn_story_keep_two_best(const struct tcn_story_index *s, uint32_t slot,
    double score, struct tcn_story_best best[2]);

/* story_find.c: what age leaves of an item's similarity to the story */
double tcn_story_ageing(const struct tcn_story_index *s,
    const struct tcn_story_row *row, int64_t ts_ms);

/* What is asked for to join or to merge now: the setting, and less while the
 * prior lasts (similarity.h). */
double tcn_story_least(const struct tcn_story_index *s, double setting);

/* story_trace.c: the item is about to be placed */
void tcn_story_trace_item(struct tcn_story_index *s, const struct tcn_doc *doc,
    const struct tcn_similarity_item *item, int64_t ts_ms);

/* story_baseline.c: its size among those of the days before */
void tcn_story_baseline_note(struct tcn_story_index *s,
    struct tcn_story_row *row);
struct tcn_story_history_answer
tcn_story_baseline(const struct tcn_story_index *s,
    const struct tcn_story_row *row);
void tcn_story_baseline_cache(struct tcn_story_index *s,
    const struct tcn_story_row *row,
    const struct tcn_story_history_answer *answer);

/* story_baseline.c: a rule has reported the story; own: the one that the
 * settings describe. *number: the row of the history, added where there was
 * none, that says what it was like; NO_ROW: it is no story of vectors */
void tcn_story_baseline_report(struct tcn_story_index *s,
    struct tcn_story_row *row, bool own, uint64_t *number);

/* story_baseline.c: how like the story, of vectors, is to the nearest that the
 * rule reported of late: 0 to 1; 0 for a story of words */
double tcn_story_baseline_reported(const struct tcn_story_index *s,
    const struct tcn_story_row *row, uint64_t rule);

/* story_score.c: counts its best score for the budget; and of two that become
 * one, the better */
void tcn_story_budget_count(struct tcn_story_index *s,
    struct tcn_story_row *row, double z);
void tcn_story_budget_merge(struct tcn_story_index *s, struct tcn_story_row *to,
    const struct tcn_story_row *from);

/* story_score.c: what is known of how the story is written */
void tcn_story_score(const struct tcn_story_index *s,
    const struct tcn_story_row *row, const struct tcn_story_content *content,
    struct tcn_news_score *score, double *titled_share);

/* story_kind.c: what the story is; a gate when that is not asked for */
void tcn_story_find_kind(const struct tcn_story_index *s,
    const struct tcn_story_row *row, const struct tcn_story_query *ask,
    struct tcn_story_verdict *v);

/* story_season.c: notes the forms of the story, whose heaviest words these
 * are; how far its most regular form was to be expected now */
void tcn_story_season_note(struct tcn_story_index *s,
    const struct tcn_story_row *row,
    const struct tcn_story_history_words *words);
void tcn_story_season(const struct tcn_story_index *s,
    const struct tcn_story_row *row, struct tcn_season *season);

/* story_volume.c: the mean volume ratio of its items' publishers */
double tcn_story_volume_ratio(const struct tcn_story_index *s,
    const struct tcn_story_row *row);

/* story_codec.c: rows as bytes, and what is left of a row taken in */
struct tcn_story_bytes;
void tcn_story_encode_totals(const struct tcn_story_index *s,
    struct tcn_buf *buf);
enum tcn_rc tcn_story_decode_totals(struct tcn_story_index *s,
    struct tcn_story_bytes *in);
void tcn_story_encode_term(const struct tcn_df_row *row, struct tcn_buf *buf);
enum tcn_rc tcn_story_decode_term(struct tcn_story_index *s, uint64_t id,
    struct tcn_story_bytes *in);
void tcn_story_encode_story(const struct tcn_story_index *s,
    const struct tcn_story_row *row, struct tcn_buf *buf);
enum tcn_rc tcn_story_decode_story(struct tcn_story_index *s, uint64_t id,
    struct tcn_story_bytes *in);
void tcn_story_encode_item(const struct tcn_story_index *s,
    const struct tcn_story_member *item, struct tcn_buf *buf);
enum tcn_rc tcn_story_decode_item(struct tcn_story_index *s, uint64_t seq,
    struct tcn_story_bytes *in);
enum tcn_rc tcn_story_decode_reported(struct tcn_story_index *s, uint64_t key,
    struct tcn_story_bytes *in);
void tcn_story_encode_history(const struct tcn_story_history_row *past,
    struct tcn_buf *buf);
enum tcn_rc tcn_story_decode_history(struct tcn_story_index *s, uint64_t number,
    struct tcn_story_bytes *in);
void tcn_story_encode_publisher(const struct tcn_publisher *source,
    struct tcn_buf *buf);
enum tcn_rc tcn_story_decode_publisher(struct tcn_story_index *s,
    uint64_t publisher, struct tcn_story_bytes *in);
void tcn_story_encode_season(const struct tcn_season_row *row,
    struct tcn_buf *buf);
enum tcn_rc tcn_story_decode_season(struct tcn_story_index *s, uint64_t form,
    struct tcn_story_bytes *in);

/* story_split.c: whether a story that fired has become another, and then */
void tcn_story_split_due(struct tcn_story_index *s, uint32_t slot, bool *due);
void tcn_story_split(struct tcn_story_index *s, uint32_t slot, uint64_t id);

/* Whether a time lies less than within_ms before now, or after it. Right for
 * all times: before the first date "now" is the least there is. */
static inline bool
tcn_story_is_recent(int64_t ts_ms, int64_t now_ms, int64_t within_ms)
{
	return ts_ms > now_ms ||
	    (uint64_t)now_ms - (uint64_t)ts_ms < (uint64_t)within_ms;
}

/* What a count needs of an item, and its story keeps when it has left. */
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

/* A text that left the window then or before is not remembered any more. */
static inline int64_t
tcn_story_texts_from(const struct tcn_story_index *s)
{
	return s->now_ms - tcn_numbers_ms(s->conf.numbers.reported_texts_h);
}

/* Nothing has come for the whole window: it is about to be closed. */
static inline bool
tcn_story_is_quiet(const struct tcn_story_index *s, uint32_t slot)
{
	return s->rows[slot].arrived_ms <= s->now_ms - s->conf.within_ms;
}

#endif

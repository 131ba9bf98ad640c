/*
 * window/story/story_history.h - the large stories of the last days, and how
 * large they were.
 *
 * The baselines of single words do not say how large a story is usually. When
 * an airliner comes down in a country at war, every word of the story may have
 * been as frequent before; and a notice that names somebody else each day has a
 * new word each time. So large stories themselves are remembered (novelty
 * against the stories of the past: Allan, Papka, Lavrenko, On-line New Event
 * Detection and Tracking, SIGIR 1998): for each, and for each active period of
 * six hours (window/story/baseline.h), the most items it had at once, and its
 * words then, the 12 heaviest of its vector (window/story/similarity.h) scaled
 * to a length of 1. The baseline of a story is
 *
 *	max of items * likeness		over the last 60 periods but the
 *					present one and the one before
 *	likeness = 1			for its own earlier periods, else
 *	likeness = (cosine - cosine_min) / (cosine_same - cosine_min),
 *					limited to 0 .. 1
 *
 * The row of a story that came as vectors has their sum at that time, rounded
 * to bytes (window/vector/vector_code.h). Such a story is compared with rows
 * that have a sum, and the query gives the two cosines between which likeness
 * rises, as models differ. Each row also notes whether it was reported, so that
 * a story can be compared with those that were in alerts
 * (tcn_story_history_nearest).
 *
 * Rows form a ring by period, at most 8192 of them; the oldest go first. A row
 * has a number that is never given again. 216 bytes a row, and a byte a number
 * of its vector, all of these below a cap, at which the oldest vectors are
 * dropped. Cost: adding is O(1); asking by words looks at the rows that share
 * one with the story (window/story/story_history_index.h), as those that share
 * none are no more like it than cosine_min; asking by a vector, at all rows
 * that have one.
 *
 * Invariants (tcn_story_history_check): periods ascend with the numbers; words
 * are in the order of their terms, of length 1; taken <= items; the index holds
 * the id and the words of each row, and nothing else; vectors_bytes is the sum
 * of all vectors, and no row before vectors_from has one.
 */
#ifndef TCN_WINDOW_STORY_STORY_HISTORY_H
#define TCN_WINDOW_STORY_STORY_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "window/base/journal.h"
#include "window/story/df.h"
#include "window/story/similarity.h"
#include "window/story/story_history_index.h"

/* A vector rounded to bytes; all zero is none. */
struct tcn_story_history_vector {
	int8_t *code; /* owned by the row; in a query, by the caller */
	uint32_t n; /* numbers */
	double inverse; /* one over the length of the code */
};

/* The heaviest words of a story. */
struct tcn_story_history_words {
	uint64_t terms[TCN_STORY_HISTORY_WORDS]; /* ascending */
	float weights[TCN_STORY_HISTORY_WORDS];
	uint32_t n;
};

struct tcn_story_history_row {
	uint64_t story; /* id */
	struct tcn_story_history_words words;
	int32_t period; /* of tcn_baseline_clock.active_periods */
	uint32_t items; /* the most items at once */
	uint32_t taken; /* its items at the time when the words were taken */
	double baseline; /* for these words; below 0: not yet computed */
	double recurrence; /* for these words, computed with baseline */
	uint8_t quarter; /* of the day, by the stream's clock */
	uint32_t mark; /* of the journal */
	struct tcn_story_history_vector vector;
	/* When the rule of the settings fired on the story; 0: it has not, or
	 * the story has words (window/story/story_alerts.h). */
	int64_t reported_ms;
};

/* All zero is none. */
struct tcn_story_history {
	struct tcn_story_history_row *rows; /* row n at n % MAX */
	uint64_t first, next; /* numbers of the oldest row and of the next */
	struct tcn_story_history_index index; /* of the rows from first on */
	struct tcn_journal journal; /* numbers of rows that changed or went */
	uint64_t vectors_from; /* rows before this number have no vector */
	size_t vectors_bytes; /* of all vectors */
};

void tcn_story_history_fini(struct tcn_story_history *history);

/* Sets *words to the heaviest words of a story's vector. O(n * 12). */
void tcn_story_history_words(const struct tcn_df *df,
    const struct tcn_similarity_vec *vec,
    struct tcn_story_history_words *words);

/* The row of that number, or NULL when it has gone. */
struct tcn_story_history_row *
tcn_story_history_get(const struct tcn_story_history *history, uint64_t number);

/* Adds a row for the story in this period, which must not be before that of the
 * last row; sets *number to the row's number. */
void tcn_story_history_add(struct tcn_story_history *history, uint64_t story,
    int32_t period, uint8_t quarter, uint64_t *number);

/* Notes that the row, which must exist, has to be saved. */
void tcn_story_history_mark_dirty(struct tcn_story_history *history,
    uint64_t number);

/* Sets the words and items of the row, which must exist, and clears its
 * baseline, to be computed again. */
void tcn_story_history_set(struct tcn_story_history *history, uint64_t number,
    uint32_t items, const struct tcn_story_history_words *words);

/*
 * Sets the vector of the row, which must exist, and clears its baseline, to be
 * computed again. cap: the most bytes of all vectors, beyond which those of the
 * oldest rows are dropped; 0: no cap.
 */
void tcn_story_history_set_vector(struct tcn_story_history *history,
    uint64_t number, const struct tcn_story_history_vector *vector, size_t cap);

/* Forgets the rows of periods before `first`. */
void tcn_story_history_expire(struct tcn_story_history *history, int32_t first);

/* A story to be compared with the history. */
struct tcn_story_history_query {
	uint64_t story; /* id */
	const struct tcn_story_history_words *words;
	/* Compared in place of the words, if it has one: */
	struct tcn_story_history_vector vector;
	/* cosines of likeness 0 and of likeness 1 */
	double vector_min, vector_same;
	uint32_t items; /* its items at once, now */
	uint8_t quarter; /* of the day, now */
	int32_t last; /* the newest period that counts */
};

struct tcn_story_history_answer {
	double baseline; /* items, as above */
	/* The share of like stories that came at the same quarter of the
	 * day: */
	double recurrence; /* 0 to 1 */
};

struct tcn_story_history_answer
tcn_story_history_ask(const struct tcn_numbers *numbers,
    const struct tcn_story_history *history,
    const struct tcn_story_history_query *ask);

/* Whether a row is to be compared. */
typedef bool tcn_story_history_filter_fn(const void *ctx, uint64_t number,
    const struct tcn_story_history_row *row);

/*
 * The likeness, 0 to 1 as above, of the story with this vector to the nearest
 * row of another story that fn accepts, in the periods from `first` on.
 */
double tcn_story_history_nearest(const struct tcn_story_history *history,
    const struct tcn_story_history_query *ask, int32_t first,
    tcn_story_history_filter_fn *fn, const void *ctx);

/*
 * Restores a saved row under its number, in the order of numbers, and takes
 * over its vector. Errors: TCN_CORRUPT (out of order, or an invalid row); the
 * caller then still owns the vector.
 */
TCN_MUST_USE enum tcn_rc
tcn_story_history_load(struct tcn_story_history *history, uint64_t number,
    const struct tcn_story_history_row *row);

size_t tcn_story_history_bytes(const struct tcn_story_history *history);

/*
 * Validator: TCN_CORRUPT, and in err a sentence, when rows, words or journal
 * break an invariant. O(rows).
 */
TCN_MUST_USE enum tcn_rc
tcn_story_history_check(const struct tcn_story_history *history,
    struct tcn_err *err);

#endif

#include "window/story/story_history.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/base/mem.h"
#include "window/vector/vector_code.h"

/* The row's vector goes; its mark is for the caller. */
static void
drop_vector(struct tcn_story_history *history,
    struct tcn_story_history_row *row)
{
	if (row->vector.code)
		history->vectors_bytes -= tcn_vector_code_bytes(row->vector.n);
	tcn_mem_free(row->vector.code);
	row->vector = (struct tcn_story_history_vector){ 0 };
}

void
tcn_story_history_fini(struct tcn_story_history *history)
{
	for (uint64_t i = history->first; i < history->next; i++)
		drop_vector(history, tcn_story_history_get(history, i));
	tcn_mem_free(history->rows);
	tcn_story_history_index_fini(&history->index);
	tcn_journal_fini(&history->journal);
	*history = (struct tcn_story_history){ 0 };
}

/* Lists the heaviest entries of vec, heaviest first; ties: the older first. */
static uint32_t
find_heaviest(const struct tcn_similarity_vec *vec,
    uint32_t top[TCN_STORY_HISTORY_WORDS])
{
	float heavy[TCN_STORY_HISTORY_WORDS], least = -1;
	uint32_t n = 0;

	for (uint32_t i = 0; i < vec->n; i++) {
		float damped = vec->at[i].damped;
		uint32_t at;

		if (damped <= least)
			continue;
		at = n < TCN_STORY_HISTORY_WORDS ? n++ : n - 1;
		for (; at > 0 && heavy[at - 1] < damped; at--) {
			heavy[at] = heavy[at - 1];
			top[at] = top[at - 1];
		}
		heavy[at] = damped;
		top[at] = i;
		least = n < TCN_STORY_HISTORY_WORDS ? -1 : heavy[n - 1];
	}
	return n;
}

void
tcn_story_history_words(const struct tcn_df *df,
    const struct tcn_similarity_vec *vec, struct tcn_story_history_words *words)
{
	uint32_t top[TCN_STORY_HISTORY_WORDS];
	double sum2 = 0, length;

	*words =
	    (struct tcn_story_history_words){ .n = find_heaviest(vec, top) };
	for (uint32_t i = 0; i < words->n; i++)
		tcn_df_prefetch(df, vec->at[top[i]].term);
	for (uint32_t i = 0; i < words->n; i++) {
		const struct tcn_similarity_term *term = &vec->at[top[i]];
		uint64_t id = df->rows[term->term].id;
		uint32_t at = i;

		for (; at > 0 && words->terms[at - 1] > id; at--) {
			words->terms[at] = words->terms[at - 1];
			words->weights[at] = words->weights[at - 1];
		}
		words->terms[at] = id;
		words->weights[at] = term->damped;
		sum2 += (double)term->damped * (double)term->damped;
	}
	length = sqrt(sum2);
	for (uint32_t i = 0; i < words->n; i++)
		words->weights[i] = (float)((double)words->weights[i] / length);
}

struct tcn_story_history_row *
tcn_story_history_get(const struct tcn_story_history *history, uint64_t number)
{
	return number >= history->first && number < history->next
	    ? &history->rows[number % TCN_STORY_HISTORY_MAX]
	    : NULL;
}

static void
make_rows(struct tcn_story_history *history)
{
	if (!history->rows)
		history->rows = tcn_mem_calloc(TCN_STORY_HISTORY_MAX,
		    sizeof *history->rows);
	if (!history->index.heads)
		tcn_story_history_index_init(&history->index);
}

typedef void index_fn(struct tcn_story_history_index *index, uint32_t place,
    uint32_t nth, uint64_t key);

/* Adds the words of the row to the index, or removes them. */
static void
index_words(struct tcn_story_history *history,
    const struct tcn_story_history_row *row, index_fn *change)
{
	uint32_t place = (uint32_t)(row - history->rows);

	for (uint32_t i = 0; i < row->words.n; i++)
		change(&history->index, place, i, row->words.terms[i]);
}

/* The same with the id of its story, which never changes. */
static void
index_row(struct tcn_story_history *history,
    const struct tcn_story_history_row *row, index_fn *change)
{
	change(&history->index, (uint32_t)(row - history->rows),
	    TCN_STORY_HISTORY_WORDS, row->story);
	index_words(history, row, change);
}

static void
forget_oldest(struct tcn_story_history *history)
{
	struct tcn_story_history_row *row;

	assert(history->first < history->next);
	tcn_journal_remove(&history->journal, history->first);
	row = tcn_story_history_get(history, history->first);
	index_row(history, row, tcn_story_history_index_remove);
	drop_vector(history, row);
	history->first++;
}

void
tcn_story_history_mark_dirty(struct tcn_story_history *history, uint64_t number)
{
	struct tcn_story_history_row *row =
	    tcn_story_history_get(history, number);

	assert(row);
	tcn_journal_change(&history->journal, number, &row->mark);
}

void
tcn_story_history_add(struct tcn_story_history *history, uint64_t story,
    int32_t period, uint8_t quarter, uint64_t *number)
{
	struct tcn_story_history_row *row;

	make_rows(history);
	if (history->next - history->first == TCN_STORY_HISTORY_MAX)
		forget_oldest(history);
	*number = history->next++;
	row = &history->rows[*number % TCN_STORY_HISTORY_MAX];
	*row = (struct tcn_story_history_row){
		.story = story,
		.period = period,
		.quarter = quarter,
	};
	index_row(history, row, tcn_story_history_index_add);
}

void
tcn_story_history_set(struct tcn_story_history *history, uint64_t number,
    uint32_t items, const struct tcn_story_history_words *words)
{
	struct tcn_story_history_row *row =
	    tcn_story_history_get(history, number);

	assert(row);
	index_words(history, row, tcn_story_history_index_remove);
	row->items = row->taken = items;
	row->words = *words;
	row->baseline = -1;
	index_words(history, row, tcn_story_history_index_add);
}

/* Drops vectors, the oldest first, until there is room for so many bytes. */
static void
make_room(struct tcn_story_history *history, size_t bytes, size_t cap)
{
	if (history->vectors_from < history->first)
		history->vectors_from = history->first;
	for (; history->vectors_bytes + bytes > cap &&
	     history->vectors_from < history->next;
	     history->vectors_from++) {
		uint64_t number = history->vectors_from;
		struct tcn_story_history_row *row =
		    tcn_story_history_get(history, number);

		if (row->vector.code)
			tcn_story_history_mark_dirty(history, number);
		drop_vector(history, row);
	}
}

void
tcn_story_history_set_vector(struct tcn_story_history *history, uint64_t number,
    const struct tcn_story_history_vector *vector, size_t cap)
{
	struct tcn_story_history_row *row =
	    tcn_story_history_get(history, number);
	size_t bytes = tcn_vector_code_bytes(vector->n);
	int8_t *code;

	assert(row);
	if (cap && bytes > cap) /* a cap for none at all */
		return;
	drop_vector(history, row);
	if (cap)
		make_room(history, bytes, cap);
	if (number < history->vectors_from)
		history->vectors_from = number;
	code = tcn_mem_alloc(bytes);
	memcpy(code, vector->code, bytes);
	row->vector = *vector;
	row->vector.code = code;
	row->baseline = -1;
	history->vectors_bytes += bytes;
	tcn_story_history_mark_dirty(history, number);
}

void
tcn_story_history_expire(struct tcn_story_history *history, int32_t first)
{
	while (history->first < history->next &&
	    tcn_story_history_get(history, history->first)->period < first)
		forget_oldest(history);
}

static double
cosine(const struct tcn_story_history_words *a,
    const struct tcn_story_history_words *b)
{
	double sum = 0;

	for (uint32_t i = 0, j = 0; i < a->n && j < b->n;) {
		if (a->terms[i] < b->terms[j])
			i++;
		else if (a->terms[i] > b->terms[j])
			j++;
		else
			sum +=
			    (double)a->weights[i++] * (double)b->weights[j++];
	}
	return sum;
}

/* 0 at min and below, 1 at same and above; where these are one, a step. */
static double
scale(double cosine, double min, double same)
{
	double share =
	    same > min ? (cosine - min) / (same - min) : cosine >= same;

	return share < 0 ? 0 : share > 1 ? 1 : share;
}

/* By the vectors, where the asker has one, else by the words. */
static double
likeness(const struct tcn_numbers *numbers,
    const struct tcn_story_history_query *ask,
    const struct tcn_story_history_row *row)
{
	const struct tcn_story_history_vector *a = &ask->vector,
					      *b = &row->vector;
	int32_t dot;

	if (!a->code)
		return scale(cosine(ask->words, &row->words),
		    numbers->history_cosine_min, numbers->history_cosine_same);
	if (!b->code || a->n != b->n)
		return 0;
	tcn_vector_code_dots(a->code, b->code, tcn_vector_code_bytes(a->n), 1,
	    &dot);
	return scale(dot * a->inverse * b->inverse, ask->vector_min,
	    ask->vector_same);
}

/* Sums of what was like a story, a period at a time. */
struct recurrence {
	int32_t period;
	uint8_t quarter; /* of that period */
	double best; /* of that period */
	double same, all; /* of those before */
};

static void
end_period(struct recurrence *sums, uint8_t quarter)
{
	sums->all += sums->best;
	if (sums->quarter == quarter)
		sums->same += sums->best;
	sums->best = 0;
}

/* The rows that have a vector. */
static void
find_vectors(const struct tcn_story_history *history,
    struct tcn_story_history_found *found)
{
	uint64_t from = history->vectors_from > history->first
	    ? history->vectors_from
	    : history->first;

	for (uint64_t i = from; i < history->next; i++) {
		uint64_t place = i % TCN_STORY_HISTORY_MAX;

		if (history->rows[place].vector.code)
			found->bits[place / 64] |= (uint64_t)1 << place % 64;
	}
}

/* The rows that may be like the story; of all others the likeness is 0. */
static void
find_rows(const struct tcn_story_history *history,
    const struct tcn_story_history_query *ask,
    struct tcn_story_history_found *found)
{
	*found = (struct tcn_story_history_found){ 0 };
	if (!history->index.heads)
		return;
	tcn_story_history_index_find(&history->index, ask->story, found);
	if (ask->vector.code) {
		find_vectors(history, found);
		return;
	}
	for (uint32_t i = 0; i < ask->words->n; i++)
		tcn_story_history_index_find(&history->index,
		    ask->words->terms[i], found);
}

/* The number of the first row from `number` on that was found; history->next
 * when there is none. Rows stand in a ring: their places wrap around. */
static uint64_t
next_found(const struct tcn_story_history *history,
    const struct tcn_story_history_found *found, uint64_t number)
{
	while (number < history->next) {
		uint64_t place = number % TCN_STORY_HISTORY_MAX;
		uint64_t rest = found->bits[place / 64] >> place % 64;

		if (rest) {
			number += (unsigned)__builtin_ctzll(rest);
			break;
		}
		number += 64 - place % 64;
	}
	return number < history->next ? number : history->next;
}

struct tcn_story_history_answer
tcn_story_history_ask(const struct tcn_numbers *numbers,
    const struct tcn_story_history *history,
    const struct tcn_story_history_query *ask)
{
	struct tcn_story_history_answer answer = { 0 };
	struct tcn_story_history_found found;
	struct recurrence sums = { 0 };
	uint64_t i = history->first;

	assert(numbers->history_cosine_min >= 0);
	find_rows(history, ask, &found);
	while ((i = next_found(history, &found, i)) < history->next) {
		const struct tcn_story_history_row *row =
		    tcn_story_history_get(history, i++);
		double like, size;

		if (row->period > ask->last)
			break;
		if (row->period != sums.period)
			end_period(&sums, ask->quarter);
		sums.period = row->period;
		sums.quarter = row->quarter;
		like =
		    row->story == ask->story ? 1 : likeness(numbers, ask, row);
		if (row->items * like > answer.baseline)
			answer.baseline = row->items * like;
		size = row->items < ask->items ? (double)row->items / ask->items
					       : 1;
		if (like * size > sums.best)
			sums.best = like * size;
	}
	end_period(&sums, ask->quarter);
	answer.recurrence = sums.same / (sums.all + 1);
	return answer;
}

double
tcn_story_history_nearest(const struct tcn_story_history *history,
    const struct tcn_story_history_query *ask, int32_t first,
    tcn_story_history_filter_fn *fn, const void *ctx)
{
	double best = 0;

	assert(ask->vector.code);
	for (uint64_t i = history->next; i-- > history->first;) {
		const struct tcn_story_history_row *row =
		    tcn_story_history_get(history, i);
		double like;

		if (row->period < first)
			break;
		if (row->story == ask->story || !row->vector.code ||
		    !fn(ctx, i, row))
			continue;
		like = likeness(NULL, ask, row);
		if (like > best)
			best = like;
	}
	return best;
}

enum tcn_rc
tcn_story_history_load(struct tcn_story_history *history, uint64_t number,
    const struct tcn_story_history_row *row)
{
	uint64_t first = history->first;

	if (number == UINT64_MAX) /* the next would have none */
		return TCN_CORRUPT;
	if (history->first == history->next)
		first = number;
	else if (number != history->next ||
	    number - first == TCN_STORY_HISTORY_MAX ||
	    tcn_story_history_get(history, number - 1)->period > row->period)
		return TCN_CORRUPT;
	make_rows(history);
	history->first = first;
	history->next = number + 1;
	history->rows[number % TCN_STORY_HISTORY_MAX] = *row;
	if (row->vector.code)
		history->vectors_bytes += tcn_vector_code_bytes(row->vector.n);
	index_row(history, tcn_story_history_get(history, number),
	    tcn_story_history_index_add);
	return TCN_OK;
}

size_t
tcn_story_history_bytes(const struct tcn_story_history *history)
{
	return (history->rows ? TCN_STORY_HISTORY_MAX * sizeof *history->rows
			      : 0) +
	    history->vectors_bytes +
	    tcn_story_history_index_bytes(&history->index) +
	    tcn_journal_bytes(&history->journal);
}

/* Distinct words in the order of their numbers, of length 1 together. */
static bool
are_sound(const struct tcn_story_history_words *words)
{
	double sum2 = 0;

	if (words->n > TCN_STORY_HISTORY_WORDS)
		return false;
	for (uint32_t i = 0; i < words->n; i++) {
		sum2 += (double)words->weights[i] * (double)words->weights[i];
		if (i && words->terms[i - 1] >= words->terms[i])
			return false;
	}
	return !words->n || fabs(sum2 - 1) < 1e-5;
}

/* One over its length is what it says. */
static bool
is_code(const struct tcn_story_history_vector *vector)
{
	int32_t length2 = tcn_vector_code_dot(vector->code, vector->code,
	    tcn_vector_code_bytes(vector->n));

	return length2 > 0 &&
	    fabs(vector->inverse * sqrt((double)length2) - 1) < 1e-9;
}

/* The nth key of the row at this place, for the check of the index. */
static bool
key_of(const void *ctx, uint32_t place, uint32_t nth, uint64_t *key)
{
	const struct tcn_story_history *history = ctx;
	const struct tcn_story_history_row *row = &history->rows[place];
	uint64_t after = (place - history->first) % TCN_STORY_HISTORY_MAX;

	if (history->first + after >= history->next ||
	    (nth != TCN_STORY_HISTORY_WORDS && nth >= row->words.n))
		return false;
	*key =
	    nth == TCN_STORY_HISTORY_WORDS ? row->story : row->words.terms[nth];
	return true;
}

enum tcn_rc
tcn_story_history_check(const struct tcn_story_history *history,
    struct tcn_err *err)
{
	const struct tcn_journal *journal = &history->journal;
	int32_t period = INT32_MIN;
	size_t marked = 0, entries = 0, bytes = 0;

	if (history->next - history->first > TCN_STORY_HISTORY_MAX)
		return tcn_err_set(err, TCN_CORRUPT,
		    "more rows of history than there is room for");
	for (uint64_t i = history->first; i < history->next; i++) {
		const struct tcn_story_history_row *row =
		    tcn_story_history_get(history, i);

		if (row->period < period || row->taken > row->items ||
		    !are_sound(&row->words))
			return tcn_err_set(err, TCN_CORRUPT,
			    "row %zu of the history: period %d, %u items of %u",
			    (size_t)(i - history->first), row->period,
			    row->taken, row->items);
		if (row->vector.code &&
		    (i < history->vectors_from || !is_code(&row->vector)))
			return tcn_err_set(err, TCN_CORRUPT,
			    "row %zu of the history: a vector that cannot be",
			    (size_t)(i - history->first));
		period = row->period;
		entries += row->words.n + 1;
		bytes += tcn_vector_code_bytes(row->vector.n);
		marked += tcn_journal_has(journal, row->mark);
	}
	if (bytes != history->vectors_bytes)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the vectors of the history have %zu bytes, not %zu", bytes,
		    history->vectors_bytes);
	if (entries !=
	    tcn_story_history_index_check(&history->index, key_of, history))
		return tcn_err_set(err, TCN_CORRUPT,
		    "the index does not hold the %zu words of the history",
		    entries);
	if (marked > journal->changed.n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu rows of history have changed, %zu are listed", marked,
		    journal->changed.n);
	return tcn_journal_check(journal, err);
}

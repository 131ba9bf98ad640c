/*
 * window/story/story_state.c - saving the story tier, and going on from there.
 *
 * There is a row for each term, story, item, reported text, story of the
 * history, publisher, form, rule's alert history, story's tail, story's links
 * and story's vector, and one for the clock and the totals. A table at the end
 * has the kinds of rows: a save writes the rows that their journals list
 * (window/base/journal.h); the totals always.
 *
 * Sums that rounding has shaped are written as they are, never computed again,
 * and lists in the order they have, so that what is loaded goes on bit for bit
 * as what was saved. Damped weights, postings and indexes follow from these
 * and are rebuilt.
 *
 * Rows are read in the order of their kinds. TCN_CORRUPT: a row contradicts
 * itself or earlier rows.
 */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "window/story/story_impl.h"
#include "window/vector/vector_code.h"

#define FORMAT      7
#define PERIODS_MAX (INT32_MAX / 2) /* periods: more than time has */
#define ITEMS_MAX   (UINT32_MAX / 4) /* of a story: means divide by them */

/* --- rates: last in a row, so what is left of it says if it has peaks --- */

#define RATE(...) TCN_STATE_FIELD(struct tcn_baseline_rate, __VA_ARGS__)

static const struct tcn_state_field rate_fields[] = {
	RATE(now),
	RATE(active_periods),
	{ 0 },
};

static void
put_rate(struct tcn_buf *buf, const struct tcn_baseline_rate *rate)
{
	tcn_state_put_fields(buf, rate_fields, rate);
	if (rate->peaks)
		tcn_buf_add(buf, rate->peaks, TCN_BASELINE_RING);
}

static enum tcn_rc
get_rate(struct tcn_story_index *s, struct tcn_state_in *in,
    struct tcn_baseline_rate *rate)
{
	uint8_t peaks[TCN_BASELINE_RING];

	tcn_state_get_fields(in, rate_fields, rate);
	if (!in->left)
		return TCN_OK;
	if (rate->active_periods < 0 ||
	    rate->active_periods > s->clock.active_periods)
		return TCN_CORRUPT;
	tcn_state_get_bytes(in, peaks, sizeof peaks);
	tcn_baseline_load_peaks(&s->slab, rate, peaks);
	return TCN_OK;
}

/* --- the clock and the totals --- */

#define TOTAL(...) TCN_STATE_FIELD(struct tcn_story_index, __VA_ARGS__)
#define LANG(...)  TCN_STATE_FIELD(struct tcn_baseline_lang, __VA_ARGS__)

static const struct tcn_state_field totals_fields[] = {
	TOTAL(now_ms),
	TOTAL(first_ms),
	TOTAL(begun),
	/* the least number before the first item */
	TCN_STATE_FIELD_AS(struct tcn_story_index, clock.period,
	    TCN_STATE_FIELD_NUMBER),
	TOTAL(clock.active_periods, PERIODS_MAX),
	TOTAL(clock.adjacent),
	TOTAL(clock.decay.now_ms),
	TOTAL(df.docs),
	TOTAL(df.stories),
	TOTAL(budget.day),
	{ 0 },
};

static const struct tcn_state_field lang_fields[] = {
	LANG(code),
	LANG(docs),
	{ 0 },
};

/* A decaying count alone. */
static const struct tcn_state_field count_fields[] = {
	{ .bytes = sizeof(struct tcn_decay_count),
	    .kind = TCN_STATE_FIELD_COUNT },
	{ 0 },
};

static void
put_totals(const struct tcn_story_index *s, struct tcn_buf *buf)
{
	tcn_state_put_number(buf, FORMAT, 4);
	tcn_state_put_fields(buf, totals_fields, s);
	for (size_t i = 0; i < TCN_NEWS_BUDGET_STEPS; i++) {
		tcn_state_put_fields(buf, count_fields, &s->budget.steps[i]);
		tcn_buf_add(buf, &s->budget.above[i], sizeof *s->budget.above);
	}
	tcn_state_put_number(buf, s->langs.n, 1);
	for (uint32_t i = 0; i < s->langs.n; i++)
		tcn_state_put_fields(buf, lang_fields, &s->langs.at[i]);
	put_rate(buf, &s->clock.volume);
}

static enum tcn_rc
load_totals(struct tcn_story_index *s, struct tcn_state_in *in)
{
	if (tcn_state_get_number(in, 4) != FORMAT)
		return TCN_CORRUPT;
	tcn_state_get_fields(in, totals_fields, s);
	if (in->failed)
		return TCN_CORRUPT;
	if (!s->begun)
		s->now_ms = TCN_STATE_BEFORE_ALL;
	tcn_decay_set_now(&s->clock.decay, s->clock.decay.now_ms);
	tcn_df_set_now(&s->df, s->now_ms);
	for (size_t i = 0; i < TCN_NEWS_BUDGET_STEPS; i++) {
		tcn_state_get_fields(in, count_fields, &s->budget.steps[i]);
		tcn_state_get_bytes(in, &s->budget.above[i],
		    sizeof *s->budget.above);
	}
	s->langs.n = (uint32_t)tcn_state_get_number(in, 1);
	if (s->langs.n > TCN_BASELINE_LANGS)
		return TCN_CORRUPT;
	for (uint32_t i = 0; i < s->langs.n; i++)
		tcn_state_get_fields(in, lang_fields, &s->langs.at[i]);
	return get_rate(s, in, &s->clock.volume);
}

/* --- terms --- */

#define TERM(...) TCN_STATE_FIELD(struct tcn_df_row, __VA_ARGS__)

static const struct tcn_state_field term_fields[] = {
	TERM(items),
	TERM(stories),
	TERM(reported_ms),
	{ 0 },
};

static void
save_term(const struct tcn_story_index *s, uint64_t slot,
    struct tcn_state_out *out)
{
	const struct tcn_df_row *row = &s->df.rows[slot];

	if (!row->live)
		return;
	tcn_state_put_number(&out->row, row->word_n, 1);
	tcn_buf_add(&out->row, row->word, row->word_n);
	tcn_state_put_fields(&out->row, term_fields, row);
	put_rate(&out->row, &row->rate);
	tcn_state_put(out, TCN_STATE_TERM, row->id);
}

static enum tcn_rc
load_term(struct tcn_story_index *s, uint64_t id, struct tcn_state_in *in)
{
	char word[UINT8_MAX];
	size_t word_n = tcn_state_get_number(in, 1);
	struct tcn_df_row *row;
	uint32_t slot;
	enum tcn_rc rc;

	tcn_state_get_bytes(in, word, word_n);
	if (in->failed)
		return TCN_CORRUPT;
	rc = tcn_df_put(&s->df, id, (struct tcn_str){ word, word_n }, &slot);
	if (rc)
		return rc;
	row = tcn_df_row(&s->df, slot);
	tcn_state_get_fields(in, term_fields, row);
	return get_rate(s, in, &row->rate);
}

/* --- stories --- */

#define STORY(...) TCN_STATE_FIELD(struct tcn_story_row, __VA_ARGS__)

static const struct tcn_state_field story_fields[] = {
	STORY(n, ITEMS_MAX),
	STORY(origins),
	STORY(valley),
	STORY(mean_ms),
	STORY(first_ms),
	STORY(last_ms),
	STORY(arrived_ms),
	STORY(arrived_seq),
	STORY(fired),
	STORY(budget_step, TCN_NEWS_BUDGET_STEPS),
	STORY(vec.norm2),
	{ 0 },
};

static void
save_story(const struct tcn_story_index *s, uint64_t slot,
    struct tcn_state_out *out)
{
	const struct tcn_story_row *row = &s->rows[slot];

	if (!row->live)
		return;
	tcn_state_put_fields(&out->row, story_fields, row);
	tcn_state_put_number(&out->row, row->publishers_n, 4);
	tcn_buf_add(&out->row, row->publishers,
	    row->publishers_n * sizeof *row->publishers);
	tcn_state_put_number(&out->row, row->vec.n, 4);
	for (uint32_t i = 0; i < row->vec.n; i++) {
		float sum = row->vec.at[i].sum;

		tcn_state_put_number(&out->row,
		    s->df.rows[row->vec.at[i].term].id, 8);
		tcn_buf_add(&out->row, &sum, sizeof sum);
	}
	tcn_state_put(out, TCN_STATE_STORY, row->id);
	/* A tail changes with its story; an empty one goes, if it has a row. */
	tcn_story_tail_encode(&row->tail, &out->row);
	if (row->tail.n || (row->tail_saved && s->rows_journal.on))
		tcn_state_put(out, TCN_STATE_TAIL, row->id);
}

static enum tcn_rc
load_story_terms(struct tcn_story_index *s, uint32_t slot,
    struct tcn_state_in *in)
{
	uint64_t n = tcn_state_get_number(in, 4);
	double norm2 = s->rows[slot].vec.norm2;

	if (n > TCN_SIMILARITY_TERMS_MAX)
		return TCN_CORRUPT;
	for (uint64_t i = 0; i < n; i++) {
		uint32_t term =
		    tcn_df_find(&s->df, tcn_state_get_number(in, 8));
		float sum;

		tcn_state_get_bytes(in, &sum, sizeof sum);
		if (term == TCN_DF_NONE || !(sum > 0 && sum <= FLT_MAX))
			return TCN_CORRUPT;
		tcn_story_add_term(s, slot, term, (double)sum);
	}
	s->rows[slot].vec.norm2 = norm2;
	return TCN_OK;
}

static enum tcn_rc
load_story(struct tcn_story_index *s, uint64_t id, struct tcn_state_in *in)
{
	struct tcn_story_row *row;
	uint64_t publishers_n;
	uint32_t slot;
	enum tcn_rc rc;

	if (tcn_story_find(s, id))
		return TCN_CORRUPT;
	tcn_story_open(s, id, &slot);
	row = &s->rows[slot];
	tcn_state_get_fields(in, story_fields, row);
	in->failed |= !row->n || !(fabs(row->mean_ms) <= (double)INT64_MAX / 4);
	publishers_n = tcn_state_get_number(in, 4);
	for (uint64_t i = 0; i < publishers_n && !in->failed; i++)
		tcn_story_add_publisher(s, row, tcn_state_get_number(in, 8));
	rc = load_story_terms(s, slot, in);
	tcn_story_link(s, slot);
	return rc;
}

static enum tcn_rc
load_tail(struct tcn_story_index *s, uint64_t story, struct tcn_state_in *in)
{
	struct tcn_story_row *row = tcn_story_find(s, story);

	if (!row)
		return TCN_CORRUPT;
	row->tail_saved = true;
	return tcn_story_tail_decode(&s->slab, &row->tail, s->langs.n, in);
}

/* --- items --- */

#define ITEM(...) TCN_STATE_FIELD(struct tcn_story_member, __VA_ARGS__)

static const struct tcn_state_field item_fields[] = {
	ITEM(ts_ms),
	ITEM(publisher),
	ITEM(leader),
	ITEM(text_key),
	ITEM(stops),
	ITEM(capitals),
	ITEM(smalls),
	ITEM(style),
	ITEM(lang),
	{ 0 },
};

/* Behind the fields. */
enum {
	REPORTED = 1,
	NOTICE = 2,
	HAS_TEXT = 4, /* it ends with the seq of its text */
	BY_VECTOR = 8,
	HAS_ALSO = 16, /* behind that, a count and so many texts */
};

static unsigned
item_flags(const struct tcn_story_member *item)
{
	return (item->reported ? REPORTED : 0) | (item->notice ? NOTICE : 0) |
	    (item->by_vector ? BY_VECTOR : 0) |
	    (item->text != item->seq ? HAS_TEXT : 0) |
	    (item->also_n ? HAS_ALSO : 0);
}

static void
save_item(const struct tcn_story_index *s, uint64_t slot,
    struct tcn_state_out *out)
{
	const struct tcn_story_member *item = &s->items[slot];
	struct tcn_buf *buf = &out->row;

	if (!item->live)
		return;
	tcn_state_put_number(buf, s->rows[item->story].id, 8);
	tcn_state_put_fields(buf, item_fields, item);
	tcn_state_put_number(buf, item_flags(item), 1);
	tcn_state_put_number(buf, item->terms_n, 1);
	tcn_state_put_number(buf, item->words_n, 1);
	tcn_state_put_number(buf, item->head_n, 1);
	for (size_t i = 0; i < item->terms_n; i++)
		tcn_state_put_number(buf, s->df.rows[item->terms[i]].id, 8);
	tcn_buf_add(buf, tcn_story_member_words(item), item->words_n);
	if (item->text != item->seq)
		tcn_state_put_number(buf, item->text, 8);
	if (item->also_n)
		tcn_state_put_number(buf, item->also_n, 1);
	tcn_buf_add(buf, item->also, item->also_n * sizeof *item->also);
	tcn_state_put(out, TCN_STATE_ITEM, item->seq);
}

/* The words of a saved item; their terms are then referenced. */
static enum tcn_rc
load_words(struct tcn_story_index *s, struct tcn_state_in *in,
    struct tcn_story_words *words)
{
	words->terms_n = tcn_state_get_number(in, 1);
	words->words_n = tcn_state_get_number(in, 1);
	words->head_n = tcn_state_get_number(in, 1);
	if (words->terms_n > TCN_SIMILARITY_WORDS_MAX ||
	    words->words_n > TCN_STORY_WORDS_MAX ||
	    words->head_n > words->terms_n)
		return TCN_CORRUPT;
	for (size_t i = 0; i < words->terms_n; i++) {
		words->terms[i] =
		    tcn_df_find(&s->df, tcn_state_get_number(in, 8));
		if (words->terms[i] == TCN_DF_NONE)
			return TCN_CORRUPT;
	}
	tcn_state_get_bytes(in, words->words, words->words_n);
	for (size_t i = 0; i < words->words_n; i++)
		if (words->words[i] >= words->head_n)
			return TCN_CORRUPT;
	for (size_t i = 0; i < words->terms_n; i++)
		tcn_df_ref(&s->df, words->terms[i]);
	return TCN_OK;
}

static enum tcn_rc
load_also(struct tcn_story_index *s, struct tcn_state_in *in,
    struct tcn_story_member *item)
{
	uint64_t links[TCN_STORY_ALSO_MAX];
	size_t n = tcn_state_get_number(in, 1);

	if (!n || n > TCN_STORY_ALSO_MAX)
		return TCN_CORRUPT;
	tcn_state_get_bytes(in, links, n * sizeof *links);
	tcn_story_text_set_also(s, item, links, n);
	return TCN_OK;
}

static enum tcn_rc
load_item(struct tcn_story_index *s, uint64_t seq, struct tcn_state_in *in)
{
	struct tcn_story_row *row =
	    tcn_story_find(s, tcn_state_get_number(in, 8));
	struct tcn_state_in fields = *in; /* read again into the item */
	struct tcn_story_member facts, *item;
	struct tcn_story_words words;
	unsigned flags;
	uint32_t slot;
	enum tcn_rc rc;

	tcn_state_get_fields(in, item_fields, &facts);
	flags = (unsigned)tcn_state_get_number(in, 1);
	if (!row || facts.lang >= s->langs.n)
		return TCN_CORRUPT;
	rc = load_words(s, in, &words);
	if (rc)
		return rc;
	words.dated = flags & NOTICE; /* a table is one again */
	tcn_story_member_new(s, &words, &slot);
	item = &s->items[slot];
	tcn_state_get_fields(&fields, item_fields, item);
	item->seq = seq;
	item->text = flags & HAS_TEXT ? tcn_state_get_number(in, 8) : seq;
	item->reported = flags & REPORTED;
	item->by_vector = flags & BY_VECTOR;
	item->may_repeat = true; /* the rules know */
	item->story = (uint32_t)(row - s->rows);
	if (flags & HAS_ALSO)
		rc = load_also(s, in, item);
	row->has_also |= item->also_n > 0;
	tcn_story_member_insert(s, &row->items, slot);
	return rc;
}

/* --- reported texts --- */

static void
save_reported(const struct tcn_story_index *s, uint64_t row,
    struct tcn_state_out *out)
{
	const struct tcn_reported_texts *reported = &s->reported;
	bool listed = reported->journal.on;
	uint64_t key = listed ? row : reported->queue[reported->head + row].key;
	const uint64_t *at = tcn_map_find(&reported->moments, key);

	if (!at || (!listed && !tcn_reported_texts_is_live(reported, row)))
		return;
	tcn_state_put_number(&out->row, *at, 8);
	tcn_state_put(out, TCN_STATE_REPORTED, key);
}

static enum tcn_rc
load_reported(struct tcn_story_index *s, uint64_t key, struct tcn_state_in *in)
{
	return tcn_reported_texts_load(&s->reported, key,
	    (int64_t)tcn_state_get_number(in, 8));
}

/* --- the history --- */

#define PAST(...) TCN_STATE_FIELD(struct tcn_story_history_row, __VA_ARGS__)

static const struct tcn_state_field history_fields[] = {
	PAST(story),
	PAST(period),
	PAST(quarter),
	PAST(recurrence),
	PAST(items),
	PAST(taken),
	PAST(baseline),
	{ 0 },
};

#define HAS_VECTOR 0x80 /* beside the quarter: a vector follows the fields */

static void
save_history(const struct tcn_story_index *s, uint64_t row,
    struct tcn_state_out *out)
{
	uint64_t number = s->history.journal.on ? row : s->history.first + row;
	const struct tcn_story_history_row *at =
	    tcn_story_history_get(&s->history, number);
	struct tcn_story_history_row past;

	if (!at)
		return;
	past = *at;
	past.quarter |= past.vector.code ? HAS_VECTOR : 0;
	tcn_state_put_fields(&out->row, history_fields, &past);
	if (past.vector.code) {
		tcn_state_put_number(&out->row, (uint64_t)past.reported_ms, 8);
		tcn_state_put_number(&out->row, past.vector.n, 4);
		tcn_buf_add(&out->row, past.vector.code, past.vector.n);
	}
	for (uint32_t i = 0; i < past.words.n; i++) {
		tcn_state_put_number(&out->row, past.words.terms[i], 8);
		tcn_buf_add(&out->row, &past.words.weights[i],
		    sizeof *past.words.weights);
	}
	tcn_state_put(out, TCN_STATE_HISTORY, number);
}

/* A code of numbers that are not all 0; the caller frees it. */
static enum tcn_rc
get_vector(struct tcn_state_in *in, struct tcn_story_history_vector *vector)
{
	uint64_t n = tcn_state_get_number(in, 4);
	size_t bytes = tcn_vector_code_bytes(n);
	int32_t length2;

	if (!n || n > TCN_VECTOR_CODE_MAX || n > in->left)
		return TCN_CORRUPT;
	vector->code = tcn_mem_calloc(bytes, 1);
	tcn_state_get_bytes(in, vector->code, n);
	length2 = tcn_vector_code_dot(vector->code, vector->code, bytes);
	if (length2 <= 0)
		return TCN_CORRUPT;
	vector->n = (uint32_t)n;
	vector->inverse = 1 / sqrt((double)length2);
	return TCN_OK;
}

static enum tcn_rc
load_history(struct tcn_story_index *s, uint64_t number,
    struct tcn_state_in *in)
{
	struct tcn_story_history_row past = { 0 };
	struct tcn_story_history_words *words = &past.words;
	enum tcn_rc rc = TCN_OK;
	bool has_vector;

	tcn_state_get_fields(in, history_fields, &past);
	has_vector = past.quarter & HAS_VECTOR;
	past.quarter &= (uint8_t)~HAS_VECTOR;
	if (past.period < 0 || past.period > s->clock.active_periods ||
	    past.quarter >= TCN_BASELINE_DAY ||
	    !(past.baseline >= -1 && past.baseline <= UINT32_MAX) ||
	    !(past.recurrence >= 0 && past.recurrence <= 1))
		return TCN_CORRUPT;
	if (has_vector) {
		past.reported_ms = tcn_state_get_time(in);
		rc = get_vector(in, &past.vector);
	}
	while (!rc && in->left && words->n < TCN_STORY_HISTORY_WORDS) {
		words->terms[words->n] = tcn_state_get_number(in, 8);
		tcn_state_get_bytes(in, &words->weights[words->n++],
		    sizeof *words->weights);
	}
	if (!rc)
		rc = in->failed
		    ? TCN_CORRUPT
		    : tcn_story_history_load(&s->history, number, &past);
	if (rc)
		tcn_mem_free(past.vector.code);
	return rc;
}

/* --- publishers --- */

#define PUBLISHER(...) TCN_STATE_FIELD(struct tcn_publisher, __VA_ARGS__)

static const struct tcn_state_field publisher_fields[] = {
	PUBLISHER(first_period),
	PUBLISHER(returned_period),
	PUBLISHER(last_period),
	PUBLISHER(last_ms),
	PUBLISHER(formed),
	PUBLISHER(titled),
	{ 0 },
};

static void
save_publisher(const struct tcn_story_index *s, uint64_t row,
    struct tcn_state_out *out)
{
	const struct tcn_publisher *publisher = s->publishers.journal.on
	    ? tcn_publisher_find(&s->publishers, row)
	    : &s->publishers.rows[row];

	if (!publisher)
		return;
	tcn_state_put_fields(&out->row, publisher_fields, publisher);
	put_rate(&out->row, &publisher->rate);
	tcn_state_put(out, TCN_STATE_PUBLISHER, publisher->publisher);
}

static enum tcn_rc
load_publisher(struct tcn_story_index *s, uint64_t id, struct tcn_state_in *in)
{
	struct tcn_state_in fields = *in; /* read again into its row */
	struct tcn_publisher facts, *publisher;
	enum tcn_rc rc;

	tcn_state_get_fields(in, publisher_fields, &facts);
	if (facts.first_period < 0 ||
	    facts.returned_period < facts.first_period ||
	    facts.last_period < facts.returned_period ||
	    facts.last_period > s->clock.active_periods)
		return TCN_CORRUPT;
	rc = tcn_publisher_load(&s->publishers, id, facts.first_period,
	    &publisher);
	if (rc)
		return rc;
	tcn_state_get_fields(&fields, publisher_fields, publisher);
	return get_rate(s, in, &publisher->rate);
}

/* --- forms --- */

#define SEASON(...) TCN_STATE_FIELD(struct tcn_season_row, __VA_ARGS__)

static const struct tcn_state_field season_fields[] = {
	SEASON(first_day),
	SEASON(last_day),
	SEASON(last_hours),
	SEASON(hours),
	SEASON(days),
	{ 0 },
};

static void
save_season(const struct tcn_story_index *s, uint64_t at,
    struct tcn_state_out *out)
{
	const struct tcn_season_row *row = s->seasons.journal.on
	    ? tcn_seasons_get(&s->seasons, at)
	    : &s->seasons.rows[at];

	if (!row)
		return;
	tcn_state_put_fields(&out->row, season_fields, row);
	tcn_state_put(out, TCN_STATE_SEASON, row->form);
}

static enum tcn_rc
load_season(struct tcn_story_index *s, uint64_t form, struct tcn_state_in *in)
{
	struct tcn_season_row row = { .form = form };

	tcn_state_get_fields(in, season_fields, &row);
	return in->failed ? TCN_CORRUPT : tcn_seasons_load(&s->seasons, &row);
}

/* --- what others encode --- */

static void
save_alerts(const struct tcn_story_index *s, uint64_t at,
    struct tcn_state_out *out)
{
	const struct tcn_story_alerts_table *table = &s->alerts;

	if (table->journal.on) {
		const uint64_t *found = tcn_map_find(&table->by_key, at);

		if (!found)
			return;
		at = *found;
	}
	tcn_story_alerts_encode(&table->at[at], &out->row);
	tcn_state_put(out, TCN_STATE_ALERTS, table->at[at].key);
}

static void
save_links(const struct tcn_story_index *s, uint64_t slot,
    struct tcn_state_out *out)
{
	const struct tcn_story_link_row *row = &s->links.rows[slot];

	if (!row->live)
		return;
	tcn_story_link_encode(row, &out->row);
	tcn_state_put(out, TCN_STATE_LINKS, row->story);
}

static void
save_vector(const struct tcn_story_index *s, uint64_t at,
    struct tcn_state_out *out)
{
	const struct tcn_story_row *row = s->vectors.journal.on
	    ? tcn_story_find(s, at)
	    : &s->rows[s->vectors.rows[at].slot];

	if (!row || row->vector == TCN_STORY_NONE)
		return;
	tcn_story_vector_encode(s, row->vector, &out->row);
	tcn_state_put(out, TCN_STATE_VECTOR, row->id);
}

/* --- all kinds --- */

static struct kind {
	uint32_t kind;
	size_t
	    journal; /* offset of what lists the rows that changed and went */
	/* Offset of how many rows there are, to save them all; 0: of the
	 * history, whose rows have numbers. */
	size_t n;
	/* Saves a row as the journal lists it, or the nth; it may be gone. */
	void (*save)(const struct tcn_story_index *s, uint64_t row,
	    struct tcn_state_out *out);
	enum tcn_rc (*load)(struct tcn_story_index *s, uint64_t id,
	    struct tcn_state_in *in);
} const kinds[] = {
#define AT(member) offsetof(struct tcn_story_index, member)
	{ TCN_STATE_TERM, AT(df.journal), AT(df.n), save_term, load_term },
	{ TCN_STATE_STORY, AT(rows_journal), AT(rows_n), save_story,
	    load_story },
	{ TCN_STATE_ITEM, AT(items_journal), AT(items_n), save_item,
	    load_item },
	{ TCN_STATE_REPORTED, AT(reported.journal), AT(reported.n),
	    save_reported, load_reported },
	{ TCN_STATE_HISTORY, AT(history.journal), 0, save_history,
	    load_history },
	{ TCN_STATE_PUBLISHER, AT(publishers.journal), AT(publishers.n),
	    save_publisher, load_publisher },
	{ TCN_STATE_SEASON, AT(seasons.journal), AT(seasons.n), save_season,
	    load_season },
	{ TCN_STATE_ALERTS, AT(alerts.journal), AT(alerts.n), save_alerts,
	    tcn_story_alerts_decode },
	/* Stories save them. */
	{ TCN_STATE_TAIL, AT(tails_journal), AT(tails_journal.changed.n), NULL,
	    load_tail },
	{ TCN_STATE_LINKS, AT(links.journal), AT(links.rows_n), save_links,
	    tcn_story_link_decode },
	{ TCN_STATE_VECTOR, AT(vectors.journal), AT(vectors.n), save_vector,
	    tcn_story_vector_decode },
#undef AT
};

#define KINDS (sizeof kinds / sizeof *kinds)

static struct tcn_journal *
journal_of(struct tcn_story_index *s, const struct kind *kind)
{
	return (struct tcn_journal *)(void *)((char *)s + kind->journal);
}

void
tcn_story_note_changes(struct tcn_story_index *s, bool on)
{
	for (size_t i = 0; i < KINDS; i++)
		journal_of(s, &kinds[i])->on = on;
}

enum tcn_rc
tcn_story_index_load(struct tcn_story_index *s, const struct tcn_state_row *row)
{
	struct tcn_state_in in = { .at = row->bytes, .left = row->n };
	enum tcn_rc rc = TCN_CORRUPT;

	if (row->kind == TCN_STATE_STORY_TOTALS)
		rc = load_totals(s, &in);
	else if (row->kind == TCN_STATE_ALERTS_TEXT)
		rc = tcn_text_log_decode(&s->alerts.log, row->id, &in);
	for (size_t i = 0; i < KINDS; i++)
		if (kinds[i].kind == row->kind)
			rc = kinds[i].load(s, row->id, &in);
	return rc ? rc : in.failed || in.left ? TCN_CORRUPT : TCN_OK;
}

struct arrival {
	uint64_t seq;
	uint32_t slot;
};

static int
by_seq(const void *left, const void *right)
{
	const struct arrival *a = left, *b = right;

	return a->seq < b->seq ? -1 : a->seq > b->seq;
}

/* A tail is saved with its story: which stories have a row of it now? */
static void
note_tails(struct tcn_story_index *s)
{
	for (size_t i = 0; i < s->rows_journal.changed.n; i++) {
		struct tcn_story_row *row =
		    &s->rows[s->rows_journal.changed.at[i]];

		row->tail_saved = row->live && row->tail.n > 0;
	}
}

/* Rows as saved need not be saved again. */
static void
forget_changes(struct tcn_story_index *s)
{
	note_tails(s);
	for (size_t i = 0; i < KINDS; i++)
		tcn_journal_saved(journal_of(s, &kinds[i]));
	tcn_text_log_saved(&s->alerts.log);
}

/* A story goes on with its row of this period. */
static void
link_history(struct tcn_story_index *s)
{
	for (uint64_t i = s->history.first; i < s->history.next; i++) {
		const struct tcn_story_history_row *past =
		    tcn_story_history_get(&s->history, i);
		struct tcn_story_row *row = tcn_story_find(s, past->story);

		if (row)
			row->past = i;
	}
}

/* Stories were linked in the order of their ids; put them by last item. */
void
tcn_story_index_loaded(struct tcn_story_index *s)
{
	struct arrival *list = tcn_mem_alloc(s->rows_n * sizeof *list);
	size_t n = 0;

	for (uint32_t slot = 0; slot < s->rows_n; slot++)
		if (s->rows[slot].live)
			list[n++] =
			    (struct arrival){ s->rows[slot].arrived_seq, slot };
	qsort(list, n, sizeof *list, by_seq);
	s->oldest = s->newest = TCN_STORY_NONE;
	for (size_t i = 0; i < n; i++)
		tcn_story_link(s, list[i].slot);
	tcn_mem_free(list);
	tcn_reported_texts_loaded(&s->reported);
	link_history(s);
	forget_changes(s);
}

static void
save_kind(struct tcn_story_index *s, const struct kind *kind,
    struct tcn_state_out *out)
{
	const struct tcn_journal *journal = journal_of(s, kind);
	size_t n = kind->n ? *(size_t *)(void *)((char *)s + kind->n)
			   : TCN_STORY_HISTORY_MAX;

	tcn_state_gone(out, kind->kind, &journal->gone);
	n = tcn_journal_rows(journal, n);
	for (size_t i = 0; i < n && !out->rc; i++)
		kind->save(s, tcn_journal_row(journal, i), out);
}

static void
save_text_log(const struct tcn_story_index *s, struct tcn_state_out *out)
{
	const struct tcn_text_log *log = &s->alerts.log;
	bool changes = s->alerts.journal.on;
	uint64_t from = changes && log->saved_next > log->first
	    ? log->saved_next
	    : log->first;

	for (uint64_t i = log->saved_first; changes && i < log->first; i++)
		tcn_state_put(out, TCN_STATE_ALERTS_TEXT, i);
	for (uint64_t i = from; i < log->next && !out->rc; i++) {
		tcn_text_log_encode(tcn_text_log_get(log, i), &out->row);
		tcn_state_put(out, TCN_STATE_ALERTS_TEXT, i);
	}
}

enum tcn_rc
tcn_story_index_save(struct tcn_story_index *s, tcn_state_fn *fn, void *arg)
{
	struct tcn_state_out out = { .fn = fn, .ctx = arg };

	/* Rows of the history are loaded in the order of their numbers. */
	tcn_journal_sort(&s->history.journal);
	put_totals(s, &out.row);
	tcn_state_put(&out, TCN_STATE_STORY_TOTALS, 0);
	for (size_t i = 0; i < KINDS; i++)
		save_kind(s, &kinds[i], &out);
	save_text_log(s, &out);
	if (!out.rc)
		forget_changes(s);
	return tcn_state_end(&out);
}

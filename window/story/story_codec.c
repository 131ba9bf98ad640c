/*
 * window/story/story_codec.c - the story tier's rows as bytes, and back.
 *
 * Sums that rounding has shaped are written as they are, never computed again,
 * and lists in the order they have, so that what is loaded goes on bit for bit
 * as what was saved. Damped weights, postings and indexes follow from these
 * and are rebuilt.
 */
#include <string.h>

#include "engine/base/buf.h"
#include "window/story/story_bytes_impl.h"
#include "window/story/story_impl.h"
#include "window/vector/vector_code.h"

#define FORMAT      7
#define PERIODS_MAX (INT32_MAX / 2) /* periods: more than time has */
#define ITEMS_MAX   (UINT32_MAX / 4) /* of a story: means divide by them */

/* Of a saved row of the history: it has a vector, beside the quarter. */
#define HAS_VECTOR 0x80

/* Of a saved item. */
enum {
	REPORTED = 1,
	NOTICE = 2,
	HAS_TEXT = 4, /* it ends with the seq of its text */
	BY_VECTOR = 8,
	HAS_ALSO = 16, /* behind that, a count and so many texts */
};

/* Peaks come last in a row, so what is left of it says if there are any. */
static void
put_rate(struct tcn_buf *buf, const struct tcn_baseline_rate *rate)
{
	tcn_story_bytes_put_count(buf, rate->now);
	tcn_story_bytes_put(buf, (uint32_t)rate->active_periods, 4);
	if (rate->peaks)
		tcn_buf_add(buf, rate->peaks, TCN_BASELINE_RING);
}

static enum tcn_rc
get_rate(struct tcn_story_index *s, struct tcn_story_bytes *in,
    struct tcn_baseline_rate *rate)
{
	uint8_t peaks[TCN_BASELINE_RING];

	rate->now = tcn_story_bytes_get_count(in);
	rate->active_periods = (int32_t)tcn_story_bytes_get(in, 4);
	if (!in->left)
		return TCN_OK;
	if (rate->active_periods < 0 ||
	    rate->active_periods > s->clock.active_periods)
		return TCN_CORRUPT;
	for (size_t i = 0; i < TCN_BASELINE_RING; i++)
		peaks[i] = (uint8_t)tcn_story_bytes_get(in, 1);
	tcn_baseline_load_peaks(&s->slab, rate, peaks);
	return TCN_OK;
}

static bool
load_langs(struct tcn_story_index *s, struct tcn_story_bytes *in)
{
	s->langs.n = (uint32_t)tcn_story_bytes_get(in, 1);
	if (s->langs.n > TCN_BASELINE_LANGS)
		return false;
	for (uint32_t i = 0; i < s->langs.n; i++) {
		for (size_t k = 0; k < 8; k++)
			s->langs.at[i].code[k] =
			    (char)tcn_story_bytes_get(in, 1);
		s->langs.at[i].docs = tcn_story_bytes_get_count(in);
	}
	return true;
}

static void
encode_budget(const struct tcn_news_budget *budget, struct tcn_buf *buf)
{
	tcn_story_bytes_put(buf, (uint64_t)budget->day, 8);
	for (size_t i = 0; i < TCN_NEWS_BUDGET_STEPS; i++) {
		tcn_story_bytes_put_count(buf, budget->steps[i]);
		tcn_story_bytes_put_double(buf, budget->above[i]);
	}
}

static void
decode_budget(struct tcn_story_bytes *in, struct tcn_news_budget *budget)
{
	budget->day = (int64_t)tcn_story_bytes_get(in, 8);
	for (size_t i = 0; i < TCN_NEWS_BUDGET_STEPS; i++) {
		budget->steps[i] = tcn_story_bytes_get_count(in);
		budget->above[i] = tcn_story_bytes_get_double(in);
	}
}

void
tcn_story_encode_totals(const struct tcn_story_index *s, struct tcn_buf *buf)
{
	tcn_story_bytes_put(buf, FORMAT, 4);
	tcn_story_bytes_put(buf, (uint64_t)s->now_ms, 8);
	tcn_story_bytes_put(buf, (uint64_t)s->first_ms, 8);
	tcn_story_bytes_put(buf, s->begun, 1);
	tcn_story_bytes_put(buf, (uint64_t)s->clock.period, 8);
	tcn_story_bytes_put(buf, (uint32_t)s->clock.active_periods, 4);
	tcn_story_bytes_put(buf, s->clock.adjacent, 1);
	tcn_story_bytes_put(buf, (uint64_t)s->clock.decay.now_ms, 8);
	tcn_story_bytes_put_count(buf, s->df.docs);
	tcn_story_bytes_put_count(buf, s->df.stories);
	encode_budget(&s->budget, buf);
	tcn_story_bytes_put(buf, s->langs.n, 1);
	for (uint32_t i = 0; i < s->langs.n; i++) {
		tcn_buf_add(buf, s->langs.at[i].code, 8);
		tcn_story_bytes_put_count(buf, s->langs.at[i].docs);
	}
	put_rate(buf, &s->clock.volume);
}

enum tcn_rc
tcn_story_decode_totals(struct tcn_story_index *s, struct tcn_story_bytes *in)
{
	if (tcn_story_bytes_get(in, 4) != FORMAT)
		return TCN_CORRUPT;
	s->now_ms = (int64_t)tcn_story_bytes_get(in, 8);
	s->first_ms = (int64_t)tcn_story_bytes_get(in, 8);
	s->begun = tcn_story_bytes_get(in, 1);
	if (s->begun &&
	    (tcn_story_bytes_is_bad_ms(s->now_ms) ||
		tcn_story_bytes_is_bad_ms(s->first_ms)))
		return TCN_CORRUPT;
	if (!s->begun)
		s->now_ms = TCN_STORY_BEFORE_ALL;
	s->clock.period = (int64_t)tcn_story_bytes_get(in, 8);
	s->clock.active_periods = (int32_t)tcn_story_bytes_get(in, 4);
	s->clock.adjacent = tcn_story_bytes_get(in, 1);
	if (s->clock.active_periods < 0 ||
	    s->clock.active_periods > PERIODS_MAX)
		return TCN_CORRUPT;
	tcn_decay_set_now(&s->clock.decay, (int64_t)tcn_story_bytes_get(in, 8));
	s->df.docs = tcn_story_bytes_get_count(in);
	s->df.stories = tcn_story_bytes_get_count(in);
	decode_budget(in, &s->budget);
	tcn_df_set_now(&s->df, s->now_ms);
	if (!load_langs(s, in))
		return TCN_CORRUPT;
	return get_rate(s, in, &s->clock.volume);
}

void
tcn_story_encode_term(const struct tcn_df_row *row, struct tcn_buf *buf)
{
	tcn_story_bytes_put(buf, row->word_n, 1);
	tcn_buf_add(buf, row->word, row->word_n);
	tcn_story_bytes_put_count(buf, row->items);
	tcn_story_bytes_put_count(buf, row->stories);
	tcn_story_bytes_put(buf, (uint64_t)row->reported_ms, 8);
	put_rate(buf, &row->rate);
}

enum tcn_rc
tcn_story_decode_term(struct tcn_story_index *s, uint64_t id,
    struct tcn_story_bytes *in)
{
	size_t word_n = tcn_story_bytes_get(in, 1);
	struct tcn_str word = { (const char *)in->at, word_n };
	struct tcn_df_row *row;
	uint32_t slot;
	enum tcn_rc rc;

	if (in->left < word_n)
		return TCN_CORRUPT;
	in->at += word_n;
	in->left -= word_n;
	rc = tcn_df_put(&s->df, id, word, &slot);
	if (rc)
		return rc;
	row = tcn_df_row(&s->df, slot);
	row->items = tcn_story_bytes_get_count(in);
	row->stories = tcn_story_bytes_get_count(in);
	row->reported_ms = tcn_story_bytes_get_ms(in);
	return get_rate(s, in, &row->rate);
}

void
tcn_story_encode_story(const struct tcn_story_index *s,
    const struct tcn_story_row *row, struct tcn_buf *buf)
{
	tcn_story_bytes_put(buf, row->n, 4);
	tcn_story_bytes_put(buf, row->origins, 4);
	tcn_story_bytes_put(buf, row->valley, 4);
	tcn_story_bytes_put_double(buf, row->mean_ms);
	tcn_story_bytes_put(buf, (uint64_t)row->first_ms, 8);
	tcn_story_bytes_put(buf, (uint64_t)row->last_ms, 8);
	tcn_story_bytes_put(buf, (uint64_t)row->arrived_ms, 8);
	tcn_story_bytes_put(buf, row->arrived_seq, 8);
	tcn_story_bytes_put(buf, row->fired, 1);
	tcn_story_bytes_put(buf, row->budget_step, 1);
	tcn_story_bytes_put_double(buf, row->vec.norm2);
	tcn_story_bytes_put(buf, row->publishers_n, 4);
	for (uint32_t i = 0; i < row->publishers_n; i++)
		tcn_story_bytes_put(buf, row->publishers[i], 8);
	tcn_story_bytes_put(buf, row->vec.n, 4);
	for (uint32_t i = 0; i < row->vec.n; i++) {
		tcn_story_bytes_put(buf, s->df.rows[row->vec.at[i].term].id, 8);
		tcn_story_bytes_put_float(buf, row->vec.at[i].sum);
	}
}

static enum tcn_rc
load_terms(struct tcn_story_index *s, uint32_t slot, struct tcn_story_bytes *in)
{
	uint32_t n = (uint32_t)tcn_story_bytes_get(in, 4);
	double norm2 = s->rows[slot].vec.norm2;
	enum tcn_rc rc = TCN_OK;

	if (n > TCN_SIMILARITY_TERMS_MAX)
		return TCN_CORRUPT;
	for (uint32_t i = 0; i < n && !rc; i++) {
		uint32_t term = tcn_df_find(&s->df, tcn_story_bytes_get(in, 8));
		float sum = tcn_story_bytes_get_float(in);

		if (term == TCN_DF_NONE || !(sum > 0 && sum <= FLT_MAX))
			rc = TCN_CORRUPT;
		else
			tcn_story_add_term(s, slot, term, (double)sum);
	}
	s->rows[slot].vec.norm2 = norm2;
	return rc;
}

enum tcn_rc
tcn_story_decode_story(struct tcn_story_index *s, uint64_t id,
    struct tcn_story_bytes *in)
{
	struct tcn_story_row *row;
	uint32_t slot, n;
	enum tcn_rc rc;

	if (tcn_story_find(s, id))
		return TCN_CORRUPT;
	tcn_story_open(s, id, &slot);
	row = &s->rows[slot];
	row->n = (uint32_t)tcn_story_bytes_get(in, 4);
	in->failed |= row->n == 0 || row->n > ITEMS_MAX;
	row->origins = (uint32_t)tcn_story_bytes_get(in, 4);
	row->valley = (uint32_t)tcn_story_bytes_get(in, 4);
	row->mean_ms = tcn_story_bytes_get_double(in);
	in->failed |= !(fabs(row->mean_ms) <= (double)(INT64_MAX / 4));
	row->first_ms = tcn_story_bytes_get_ms(in);
	row->last_ms = tcn_story_bytes_get_ms(in);
	row->arrived_ms = tcn_story_bytes_get_ms(in);
	row->arrived_seq = tcn_story_bytes_get(in, 8);
	row->fired = tcn_story_bytes_get(in, 1);
	row->budget_step = (uint8_t)tcn_story_bytes_get(in, 1);
	in->failed |= row->budget_step > TCN_NEWS_BUDGET_STEPS;
	row->vec.norm2 = tcn_story_bytes_get_double(in);
	n = (uint32_t)tcn_story_bytes_get(in, 4);
	for (uint32_t i = 0; i < n && !in->failed; i++)
		tcn_story_add_publisher(s, row, tcn_story_bytes_get(in, 8));
	rc = load_terms(s, slot, in);
	tcn_story_link(s, slot);
	return rc;
}

void
tcn_story_encode_item(const struct tcn_story_index *s,
    const struct tcn_story_member *item, struct tcn_buf *buf)
{
	tcn_story_bytes_put(buf, s->rows[item->story].id, 8);
	tcn_story_bytes_put(buf, (uint64_t)item->ts_ms, 8);
	tcn_story_bytes_put(buf, item->publisher, 8);
	tcn_story_bytes_put(buf, item->leader, 8);
	tcn_story_bytes_put(buf, item->text_key, 8);
	tcn_story_bytes_put(buf, item->stops, 8);
	tcn_story_bytes_put(buf, item->capitals, 8);
	tcn_story_bytes_put(buf, item->smalls, 8);
	tcn_story_bytes_put(buf, item->style, 1);
	tcn_story_bytes_put(buf, item->lang, 1);
	tcn_story_bytes_put(buf,
	    (item->reported ? REPORTED : 0) | (item->notice ? NOTICE : 0) |
		(item->by_vector ? BY_VECTOR : 0) |
		(item->text != item->seq ? HAS_TEXT : 0) |
		(item->also_n ? HAS_ALSO : 0),
	    1);
	tcn_story_bytes_put(buf, item->terms_n, 1);
	tcn_story_bytes_put(buf, item->words_n, 1);
	tcn_story_bytes_put(buf, item->head_n, 1);
	for (size_t i = 0; i < item->terms_n; i++)
		tcn_story_bytes_put(buf, s->df.rows[item->terms[i]].id, 8);
	tcn_buf_add(buf, tcn_story_member_words(item), item->words_n);
	if (item->text != item->seq)
		tcn_story_bytes_put(buf, item->text, 8);
	if (item->also_n)
		tcn_story_bytes_put(buf, item->also_n, 1);
	for (size_t i = 0; i < item->also_n; i++)
		tcn_story_bytes_put(buf, item->also[i], 8);
}

/* The words of a saved item; their terms are then referenced. */
static enum tcn_rc
load_words(struct tcn_story_index *s, struct tcn_story_bytes *in,
    struct tcn_story_words *words)
{
	words->terms_n = tcn_story_bytes_get(in, 1);
	words->words_n = tcn_story_bytes_get(in, 1);
	words->head_n = tcn_story_bytes_get(in, 1);
	if (words->terms_n > TCN_SIMILARITY_WORDS_MAX ||
	    words->words_n > TCN_STORY_WORDS_MAX ||
	    words->head_n > words->terms_n)
		return TCN_CORRUPT;
	for (size_t i = 0; i < words->terms_n; i++) {
		words->terms[i] =
		    tcn_df_find(&s->df, tcn_story_bytes_get(in, 8));
		if (words->terms[i] == TCN_DF_NONE)
			return TCN_CORRUPT;
	}
	for (size_t i = 0; i < words->words_n; i++) {
		words->words[i] = (uint8_t)tcn_story_bytes_get(in, 1);
		if (words->words[i] >= words->head_n)
			return TCN_CORRUPT;
	}
	for (size_t i = 0; i < words->terms_n; i++)
		tcn_df_ref(&s->df, words->terms[i]);
	return TCN_OK;
}

static enum tcn_rc
load_also(struct tcn_story_index *s, struct tcn_story_bytes *in,
    struct tcn_story_member *item)
{
	uint64_t links[TCN_STORY_ALSO_MAX];
	size_t n = tcn_story_bytes_get(in, 1);

	if (!n || n > TCN_STORY_ALSO_MAX)
		return TCN_CORRUPT;
	for (size_t i = 0; i < n; i++)
		links[i] = tcn_story_bytes_get(in, 8);
	tcn_story_text_set_also(s, item, links, n);
	return TCN_OK;
}

enum tcn_rc
tcn_story_decode_item(struct tcn_story_index *s, uint64_t seq,
    struct tcn_story_bytes *in)
{
	const struct tcn_story_row *row =
	    tcn_story_find(s, tcn_story_bytes_get(in, 8));
	struct tcn_story_member facts = { .seq = seq };
	struct tcn_story_words words;
	struct tcn_story_member *item;
	unsigned flags;
	uint32_t slot;
	enum tcn_rc rc;

	facts.ts_ms = tcn_story_bytes_get_ms(in);
	facts.publisher = tcn_story_bytes_get(in, 8);
	facts.leader = tcn_story_bytes_get(in, 8);
	facts.text_key = tcn_story_bytes_get(in, 8);
	facts.stops = tcn_story_bytes_get(in, 8);
	facts.capitals = tcn_story_bytes_get(in, 8);
	facts.smalls = tcn_story_bytes_get(in, 8);
	facts.style = (uint8_t)tcn_story_bytes_get(in, 1);
	facts.lang = (uint8_t)tcn_story_bytes_get(in, 1);
	flags = (unsigned)tcn_story_bytes_get(in, 1);
	if (facts.lang >= s->langs.n)
		return TCN_CORRUPT;
	rc = row ? load_words(s, in, &words) : TCN_CORRUPT;
	words.dated = flags & NOTICE; /* a table is one again */
	if (!rc)
		tcn_story_member_new(s, &words, &slot);
	if (rc)
		return rc;
	item = &s->items[slot];
	item->seq = facts.seq;
	item->ts_ms = facts.ts_ms;
	item->publisher = facts.publisher;
	item->leader = facts.leader;
	item->text_key = facts.text_key;
	item->stops = facts.stops;
	item->capitals = facts.capitals;
	item->smalls = facts.smalls;
	item->style = facts.style;
	item->lang = facts.lang;
	item->text = flags & HAS_TEXT ? tcn_story_bytes_get(in, 8) : seq;
	item->reported = flags & REPORTED;
	item->by_vector = flags & BY_VECTOR;
	item->may_repeat = true; /* the rules know */
	item->story = (uint32_t)(row - s->rows);
	if (flags & HAS_ALSO)
		rc = load_also(s, in, item);
	s->rows[item->story].has_also |= item->also_n > 0;
	tcn_story_member_insert(s, &s->rows[item->story].items, slot);
	return rc;
}

enum tcn_rc
tcn_story_decode_reported(struct tcn_story_index *s, uint64_t key,
    struct tcn_story_bytes *in)
{
	return tcn_reported_texts_load(&s->reported, key,
	    (int64_t)tcn_story_bytes_get(in, 8));
}

void
tcn_story_encode_history(const struct tcn_story_history_row *past,
    struct tcn_buf *buf)
{
	tcn_story_bytes_put(buf, past->story, 8);
	tcn_story_bytes_put(buf, (uint32_t)past->period, 4);
	tcn_story_bytes_put(buf,
	    past->quarter | (past->vector.code ? HAS_VECTOR : 0), 1);
	tcn_story_bytes_put_double(buf, past->recurrence);
	tcn_story_bytes_put(buf, past->items, 4);
	tcn_story_bytes_put(buf, past->taken, 4);
	tcn_story_bytes_put_double(buf, past->baseline);
	if (past->vector.code) {
		tcn_story_bytes_put(buf, (uint64_t)past->reported_ms, 8);
		tcn_story_bytes_put(buf, past->vector.n, 4);
		tcn_buf_add(buf, past->vector.code, past->vector.n);
	}
	for (uint32_t i = 0; i < past->words.n; i++) {
		tcn_story_bytes_put(buf, past->words.terms[i], 8);
		tcn_story_bytes_put_float(buf, past->words.weights[i]);
	}
}

/* A code of numbers that are not all 0; the caller frees it. */
static enum tcn_rc
get_vector(struct tcn_story_bytes *in, struct tcn_story_history_vector *vector)
{
	uint64_t n = tcn_story_bytes_get(in, 4);
	size_t bytes = tcn_vector_code_bytes(n);
	int32_t length2;

	if (!n || n > TCN_VECTOR_CODE_MAX || n > in->left)
		return TCN_CORRUPT;
	vector->code = tcn_mem_calloc(bytes, 1);
	memcpy(vector->code, in->at, n);
	in->at += n;
	in->left -= n;
	length2 = tcn_vector_code_dot(vector->code, vector->code, bytes);
	if (length2 <= 0)
		return TCN_CORRUPT;
	vector->n = (uint32_t)n;
	vector->inverse = 1 / sqrt((double)length2);
	return TCN_OK;
}

enum tcn_rc
tcn_story_decode_history(struct tcn_story_index *s, uint64_t number,
    struct tcn_story_bytes *in)
{
	struct tcn_story_history_row past = { .story =
						  tcn_story_bytes_get(in, 8) };
	enum tcn_rc rc = TCN_OK;
	bool has_vector;

	past.period = (int32_t)tcn_story_bytes_get(in, 4);
	past.quarter = (uint8_t)tcn_story_bytes_get(in, 1);
	past.recurrence = tcn_story_bytes_get_double(in);
	past.items = (uint32_t)tcn_story_bytes_get(in, 4);
	past.taken = (uint32_t)tcn_story_bytes_get(in, 4);
	past.baseline = tcn_story_bytes_get_double(in);
	has_vector = past.quarter & HAS_VECTOR;
	past.quarter &= (uint8_t)~HAS_VECTOR;
	if (past.period < 0 || past.period > s->clock.active_periods ||
	    past.quarter >= TCN_BASELINE_DAY ||
	    !(past.baseline >= -1 && past.baseline <= UINT32_MAX) ||
	    !(past.recurrence >= 0 && past.recurrence <= 1))
		return TCN_CORRUPT;
	if (has_vector) {
		past.reported_ms = tcn_story_bytes_get_ms(in);
		rc = get_vector(in, &past.vector);
	}
	while (!rc && in->left && past.words.n < TCN_STORY_HISTORY_WORDS) {
		past.words.terms[past.words.n] = tcn_story_bytes_get(in, 8);
		past.words.weights[past.words.n++] =
		    tcn_story_bytes_get_float(in);
	}
	if (rc || in->failed)
		rc = rc ? rc : TCN_CORRUPT;
	else
		rc = tcn_story_history_load(&s->history, number, &past);
	if (rc)
		tcn_mem_free(past.vector.code);
	return rc;
}

void
tcn_story_encode_publisher(const struct tcn_publisher *source,
    struct tcn_buf *buf)
{
	tcn_story_bytes_put(buf, (uint32_t)source->first_period, 4);
	tcn_story_bytes_put(buf, (uint32_t)source->returned_period, 4);
	tcn_story_bytes_put(buf, (uint32_t)source->last_period, 4);
	tcn_story_bytes_put(buf, (uint64_t)source->last_ms, 8);
	tcn_story_bytes_put_count(buf, source->formed);
	tcn_story_bytes_put_count(buf, source->titled);
	put_rate(buf, &source->rate);
}

enum tcn_rc
tcn_story_decode_publisher(struct tcn_story_index *s, uint64_t publisher,
    struct tcn_story_bytes *in)
{
	int32_t since = (int32_t)tcn_story_bytes_get(in, 4);
	int32_t back = (int32_t)tcn_story_bytes_get(in, 4);
	int32_t heard = (int32_t)tcn_story_bytes_get(in, 4);
	struct tcn_publisher *source;
	enum tcn_rc rc;

	if (since < 0 || back < since || heard < back ||
	    heard > s->clock.active_periods)
		return TCN_CORRUPT;
	rc = tcn_publisher_load(&s->publishers, publisher, since, &source);
	if (rc)
		return rc;
	source->returned_period = back;
	source->last_period = heard;
	source->last_ms = tcn_story_bytes_get_ms(in);
	source->formed = tcn_story_bytes_get_count(in);
	source->titled = tcn_story_bytes_get_count(in);
	return get_rate(s, in, &source->rate);
}

void
tcn_story_encode_season(const struct tcn_season_row *row, struct tcn_buf *buf)
{
	tcn_story_bytes_put(buf, (uint32_t)row->first_day, 4);
	tcn_story_bytes_put(buf, (uint32_t)row->last_day, 4);
	tcn_story_bytes_put(buf, row->last_hours, 4);
	tcn_buf_add(buf, row->hours, sizeof row->hours);
	for (size_t i = 0; i < TCN_SEASONS_DAYS / 64; i++)
		tcn_story_bytes_put(buf, row->days[i], 8);
}

enum tcn_rc
tcn_story_decode_season(struct tcn_story_index *s, uint64_t form,
    struct tcn_story_bytes *in)
{
	struct tcn_season_row row = { .form = form };

	row.first_day = (int32_t)tcn_story_bytes_get(in, 4);
	row.last_day = (int32_t)tcn_story_bytes_get(in, 4);
	row.last_hours = (uint32_t)tcn_story_bytes_get(in, 4);
	for (size_t i = 0; i < sizeof row.hours; i++)
		row.hours[i] = (uint8_t)tcn_story_bytes_get(in, 1);
	for (size_t i = 0; i < TCN_SEASONS_DAYS / 64; i++)
		row.days[i] = tcn_story_bytes_get(in, 8);
	return in->failed ? TCN_CORRUPT : tcn_seasons_load(&s->seasons, &row);
}

/*
 * window/story_state.c - the story tier as rows of bytes, and back.
 *
 * A row a term, a story, an item, a phrase, a told text and a story of the
 * past, and one for the clock and the totals. Sums that rounding has shaped are
 * written as they are, never computed again, and lists in the order they have,
 * so that what is loaded goes on bit for bit as what was saved. Damped weights,
 * postings and indexes follow from these and are rebuilt.
 */
#include <stdlib.h>
#include <string.h>

#include "window/story_bytes.h"
#include "window/story_impl.h"

#define FORMAT 6

/* Peaks come last in a row: what is left of it tells whether there are. */
static void
put_busy(struct tcn_buf *buf, const struct tcn_busy *busy)
{
	tcn_bytes_put_faded(buf, busy->now);
	tcn_bytes_put(buf, (uint32_t)busy->spoken, 4);
	if (busy->peaks)
		tcn_buf_add(buf, busy->peaks, TCN_USUAL_PERIODS);
}

static enum tcn_rc
get_busy(struct tcn_stories *s, struct tcn_bytes *in, struct tcn_busy *busy)
{
	busy->now = tcn_bytes_get_faded(in);
	busy->spoken = (int32_t)tcn_bytes_get(in, 4);
	if (!in->left)
		return TCN_OK;
	busy->peaks = tcn_slab_alloc(&s->slab, TCN_USUAL_PERIODS);
	if (!busy->peaks)
		return TCN_NOMEM;
	for (size_t i = 0; i < TCN_USUAL_PERIODS; i++)
		busy->peaks[i] = (uint8_t)tcn_bytes_get(in, 1);
	return TCN_OK;
}

static bool
load_langs(struct tcn_stories *s, struct tcn_bytes *in)
{
	s->langs.n = (uint32_t)tcn_bytes_get(in, 1);
	if (s->langs.n > TCN_USUAL_LANGS)
		return false;
	for (uint32_t i = 0; i < s->langs.n; i++) {
		for (size_t k = 0; k < 8; k++)
			s->langs.at[i].code[k] = (char)tcn_bytes_get(in, 1);
		s->langs.at[i].docs = tcn_bytes_get_faded(in);
	}
	return true;
}

static void
put_head(const struct tcn_stories *s, struct tcn_buf *buf)
{
	tcn_bytes_put(buf, FORMAT, 4);
	tcn_bytes_put(buf, (uint64_t)s->now_ms, 8);
	tcn_bytes_put(buf, (uint64_t)s->first_ms, 8);
	tcn_bytes_put(buf, s->begun, 1);
	tcn_bytes_put(buf, (uint64_t)s->clock.period, 8);
	tcn_bytes_put(buf, (uint32_t)s->clock.spoken, 4);
	tcn_bytes_put(buf, s->clock.adjacent, 1);
	tcn_bytes_put(buf, (uint64_t)s->clock.decay.now_ms, 8);
	tcn_bytes_put_faded(buf, s->df.docs);
	tcn_bytes_put_faded(buf, s->df.stories);
	tcn_bytes_put_faded(buf, s->alone);
	tcn_bytes_put(buf, s->langs.n, 1);
	for (uint32_t i = 0; i < s->langs.n; i++) {
		tcn_buf_add(buf, s->langs.at[i].code, 8);
		tcn_bytes_put_faded(buf, s->langs.at[i].docs);
	}
	put_busy(buf, &s->clock.volume);
}

static enum tcn_rc
load_head(struct tcn_stories *s, struct tcn_bytes *in)
{
	if (tcn_bytes_get(in, 4) != FORMAT)
		return TCN_CORRUPT;
	s->now_ms = (int64_t)tcn_bytes_get(in, 8);
	s->first_ms = (int64_t)tcn_bytes_get(in, 8);
	s->begun = tcn_bytes_get(in, 1);
	s->clock.period = (int64_t)tcn_bytes_get(in, 8);
	s->clock.spoken = (int32_t)tcn_bytes_get(in, 4);
	s->clock.adjacent = tcn_bytes_get(in, 1);
	tcn_decay_to(&s->clock.decay, (int64_t)tcn_bytes_get(in, 8));
	s->df.docs = tcn_bytes_get_faded(in);
	s->df.stories = tcn_bytes_get_faded(in);
	s->alone = tcn_bytes_get_faded(in);
	tcn_df_to(&s->df, s->now_ms);
	if (!load_langs(s, in))
		return TCN_CORRUPT;
	return get_busy(s, in, &s->clock.volume);
}

static void
put_term(const struct tcn_df_row *row, struct tcn_buf *buf)
{
	tcn_bytes_put(buf, row->word_n, 1);
	tcn_buf_add(buf, row->word, row->word_n);
	tcn_bytes_put_faded(buf, row->items);
	tcn_bytes_put_faded(buf, row->stories);
	tcn_bytes_put(buf, (uint64_t)row->told_ms, 8);
	put_busy(buf, &row->busy);
}

static enum tcn_rc
load_term(struct tcn_stories *s, uint64_t id, struct tcn_bytes *in)
{
	size_t word_n = tcn_bytes_get(in, 1);
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
	row->items = tcn_bytes_get_faded(in);
	row->stories = tcn_bytes_get_faded(in);
	row->told_ms = (int64_t)tcn_bytes_get(in, 8);
	return get_busy(s, in, &row->busy);
}

static void
put_story(const struct tcn_stories *s, const struct tcn_story_row *row,
    struct tcn_buf *buf)
{
	tcn_bytes_put(buf, row->n, 4);
	tcn_bytes_put(buf, row->origins, 4);
	tcn_bytes_put(buf, row->valley, 4);
	tcn_bytes_put_double(buf, row->mean_ms);
	tcn_bytes_put(buf, (uint64_t)row->first_ms, 8);
	tcn_bytes_put(buf, (uint64_t)row->last_ms, 8);
	tcn_bytes_put(buf, (uint64_t)row->touched_ms, 8);
	tcn_bytes_put(buf, row->touched, 8);
	tcn_bytes_put(buf, row->fired, 1);
	tcn_bytes_put_double(buf, row->vec.norm2);
	tcn_bytes_put(buf, row->publishers_n, 4);
	for (uint32_t i = 0; i < row->publishers_n; i++)
		tcn_bytes_put(buf, row->publishers[i], 8);
	tcn_bytes_put(buf, row->vec.n, 4);
	for (uint32_t i = 0; i < row->vec.n; i++) {
		tcn_bytes_put(buf, s->df.rows[row->vec.at[i].term].id, 8);
		tcn_bytes_put_float(buf, row->vec.at[i].sum);
	}
}

static enum tcn_rc
load_terms(struct tcn_stories *s, uint32_t slot, struct tcn_bytes *in)
{
	uint32_t n = (uint32_t)tcn_bytes_get(in, 4);
	double norm2 = s->rows[slot].vec.norm2;
	enum tcn_rc rc = TCN_OK;

	if (n > TCN_SAME_TERMS_MAX)
		return TCN_CORRUPT;
	for (uint32_t i = 0; i < n && !rc; i++) {
		uint32_t term = tcn_df_find(&s->df, tcn_bytes_get(in, 8));
		float sum = tcn_bytes_get_float(in);

		rc = term == TCN_DF_NONE
		    ? TCN_CORRUPT
		    : tcn_story_add_term(s, slot, term, (double)sum);
	}
	s->rows[slot].vec.norm2 = norm2;
	return rc;
}

static enum tcn_rc
load_story(struct tcn_stories *s, uint64_t id, struct tcn_bytes *in)
{
	struct tcn_story_row *row;
	uint32_t slot, n;
	enum tcn_rc rc;

	if (tcn_story_find(s, id))
		return TCN_CORRUPT;
	rc = tcn_story_open(s, id, &slot);
	if (rc)
		return rc;
	row = &s->rows[slot];
	row->n = (uint32_t)tcn_bytes_get(in, 4);
	row->origins = (uint32_t)tcn_bytes_get(in, 4);
	row->valley = (uint32_t)tcn_bytes_get(in, 4);
	row->mean_ms = tcn_bytes_get_double(in);
	row->first_ms = (int64_t)tcn_bytes_get(in, 8);
	row->last_ms = (int64_t)tcn_bytes_get(in, 8);
	row->touched_ms = (int64_t)tcn_bytes_get(in, 8);
	row->touched = tcn_bytes_get(in, 8);
	row->fired = tcn_bytes_get(in, 1);
	row->vec.norm2 = tcn_bytes_get_double(in);
	n = (uint32_t)tcn_bytes_get(in, 4);
	for (uint32_t i = 0; i < n && !rc && !in->failed; i++)
		rc = tcn_story_publisher(s, row, tcn_bytes_get(in, 8));
	if (!rc)
		rc = load_terms(s, slot, in);
	tcn_story_link(s, slot);
	return rc;
}

static void
put_item(const struct tcn_stories *s, const struct tcn_kept *item,
    struct tcn_buf *buf)
{
	tcn_bytes_put(buf, s->rows[item->story].id, 8);
	tcn_bytes_put(buf, (uint64_t)item->ts_ms, 8);
	tcn_bytes_put(buf, item->publisher, 8);
	tcn_bytes_put(buf, item->leader, 8);
	tcn_bytes_put(buf, item->text_key, 8);
	tcn_bytes_put(buf, item->stops, 8);
	tcn_bytes_put(buf, item->lang, 1);
	tcn_bytes_put(buf, item->echo, 1);
	tcn_bytes_put(buf, item->terms_n, 1);
	tcn_bytes_put(buf, item->words_n, 1);
	tcn_bytes_put(buf, item->head_n, 1);
	for (size_t i = 0; i < item->terms_n; i++)
		tcn_bytes_put(buf, s->df.rows[item->terms[i]].id, 8);
	tcn_buf_add(buf, tcn_kept_words(item), item->words_n);
}

/* The words of a saved item, its terms held. */
static enum tcn_rc
load_words(struct tcn_stories *s, struct tcn_bytes *in, struct tcn_words *words)
{
	words->terms_n = tcn_bytes_get(in, 1);
	words->words_n = tcn_bytes_get(in, 1);
	words->head_n = tcn_bytes_get(in, 1);
	if (words->terms_n > TCN_SAME_WORDS_MAX ||
	    words->words_n > TCN_STORY_WORDS || words->head_n > words->terms_n)
		return TCN_CORRUPT;
	for (size_t i = 0; i < words->terms_n; i++) {
		words->terms[i] = tcn_df_find(&s->df, tcn_bytes_get(in, 8));
		if (words->terms[i] == TCN_DF_NONE)
			return TCN_CORRUPT;
	}
	for (size_t i = 0; i < words->words_n; i++) {
		words->words[i] = (uint8_t)tcn_bytes_get(in, 1);
		if (words->words[i] >= words->head_n)
			return TCN_CORRUPT;
	}
	for (size_t i = 0; i < words->terms_n; i++)
		tcn_df_hold(&s->df, words->terms[i]);
	return TCN_OK;
}

static enum tcn_rc
load_item(struct tcn_stories *s, uint64_t seq, struct tcn_bytes *in)
{
	const struct tcn_story_row *row =
	    tcn_story_find(s, tcn_bytes_get(in, 8));
	struct tcn_kept facts = { .seq = seq };
	struct tcn_words words;
	struct tcn_kept *item;
	uint32_t slot;
	enum tcn_rc rc;

	facts.ts_ms = (int64_t)tcn_bytes_get(in, 8);
	facts.publisher = tcn_bytes_get(in, 8);
	facts.leader = tcn_bytes_get(in, 8);
	facts.text_key = tcn_bytes_get(in, 8);
	facts.stops = tcn_bytes_get(in, 8);
	facts.lang = (uint8_t)tcn_bytes_get(in, 1);
	facts.echo = tcn_bytes_get(in, 1);
	if (facts.lang >= s->langs.n)
		return TCN_CORRUPT;
	rc = row ? load_words(s, in, &words) : TCN_CORRUPT;
	if (!rc)
		rc = tcn_kept_new(s, &words, &slot);
	if (rc)
		return rc;
	item = &s->items[slot];
	item->seq = facts.seq;
	item->ts_ms = facts.ts_ms;
	item->publisher = facts.publisher;
	item->leader = facts.leader;
	item->text_key = facts.text_key;
	item->stops = facts.stops;
	item->lang = facts.lang;
	item->echo = facts.echo;
	item->story = (uint32_t)(row - s->rows);
	return tcn_kept_insert(s, &s->rows[item->story].items, slot);
}

static void
put_form(const struct tcn_form *form, struct tcn_buf *buf)
{
	for (uint32_t i = 0; i < form->n; i++) {
		tcn_bytes_put(buf, (uint32_t)form->seen[i].hour, 4);
		tcn_bytes_put(buf, form->seen[i].texts, 4);
	}
}

static enum tcn_rc
load_form(struct tcn_stories *s, uint64_t key, struct tcn_bytes *in)
{
	struct tcn_form *form;

	if (tcn_map_find(&s->forms.by_key, key) || in->left > sizeof form->seen)
		return TCN_CORRUPT;
	if (tcn_forms_add(&s->forms, key, &form))
		return TCN_NOMEM;
	while (in->left) {
		form->seen[form->n].hour = (int32_t)tcn_bytes_get(in, 4);
		form->seen[form->n++].texts = (uint32_t)tcn_bytes_get(in, 4);
	}
	return TCN_OK;
}

static enum tcn_rc
load_told(struct tcn_stories *s, uint64_t key, struct tcn_bytes *in)
{
	return tcn_echoes_load(&s->echoes, key, (int64_t)tcn_bytes_get(in, 8));
}

static void
put_past(const struct tcn_past *past, struct tcn_buf *buf)
{
	tcn_bytes_put(buf, past->story, 8);
	tcn_bytes_put(buf, (uint32_t)past->period, 4);
	tcn_bytes_put(buf, past->items, 4);
	for (uint32_t i = 0; i < past->words.n; i++) {
		tcn_bytes_put(buf, past->words.terms[i], 8);
		tcn_bytes_put_float(buf, past->words.weights[i]);
	}
}

static enum tcn_rc
load_past(struct tcn_stories *s, uint64_t number, struct tcn_bytes *in)
{
	struct tcn_past past = { .story = tcn_bytes_get(in, 8) };

	past.period = (int32_t)tcn_bytes_get(in, 4);
	past.items = (uint32_t)tcn_bytes_get(in, 4);
	while (in->left && past.words.n < TCN_PAST_WORDS) {
		past.words.terms[past.words.n] = tcn_bytes_get(in, 8);
		past.words.weights[past.words.n++] = tcn_bytes_get_float(in);
	}
	return tcn_pasts_load(&s->pasts, number, &past);
}

enum tcn_rc
tcn_stories_load(struct tcn_stories *s, const struct tcn_state *row)
{
	struct tcn_bytes in = { .at = row->bytes, .left = row->n };
	enum tcn_rc rc = TCN_CORRUPT;

	if (row->kind == TCN_STATE_STORY_HEAD)
		rc = load_head(s, &in);
	else if (row->kind == TCN_STATE_TERM)
		rc = load_term(s, row->id, &in);
	else if (row->kind == TCN_STATE_STORY)
		rc = load_story(s, row->id, &in);
	else if (row->kind == TCN_STATE_ITEM)
		rc = load_item(s, row->id, &in);
	else if (row->kind == TCN_STATE_FORM)
		rc = load_form(s, row->id, &in);
	else if (row->kind == TCN_STATE_ECHO)
		rc = load_told(s, row->id, &in);
	else if (row->kind == TCN_STATE_PAST)
		rc = load_past(s, row->id, &in);
	return rc ? rc : in.failed || in.left ? TCN_CORRUPT : TCN_OK;
}

struct touched {
	uint64_t seq;
	uint32_t slot;
};

static int
by_seq(const void *left, const void *right)
{
	const struct touched *a = left, *b = right;

	return a->seq < b->seq ? -1 : a->seq > b->seq;
}

/* Rows as saved need not be saved again. */
static void
forget_changes(struct tcn_stories *s)
{
	for (size_t i = 0; i < s->df.dirty_n; i++)
		s->df.rows[s->df.dirty[i]].dirty = false;
	for (size_t i = 0; i < s->rows_dirty.n; i++)
		s->rows[s->rows_dirty.at[i]].dirty = false;
	for (size_t i = 0; i < s->items_dirty.n; i++)
		s->items[s->items_dirty.at[i]].dirty = false;
	s->df.dirty_n = s->rows_dirty.n = s->items_dirty.n = 0;
	s->df.gone_n = s->rows_gone.n = s->items_gone.n = 0;
	for (size_t i = 0; i < s->forms.n; i++)
		s->forms.rows[i].dirty = false;
	s->forms_gone.n = 0;
	tcn_echoes_saved(&s->echoes);
	tcn_pasts_saved(&s->pasts);
}

/* A story goes on with its row of this period. */
static void
link_past(struct tcn_stories *s)
{
	for (uint64_t i = s->pasts.first; i < s->pasts.next; i++) {
		const struct tcn_past *past = tcn_pasts_row(&s->pasts, i);
		struct tcn_story_row *row = tcn_story_find(s, past->story);

		if (row)
			row->past = i;
	}
}

/* Stories were linked in the order of their ids; put them by last item. */
enum tcn_rc
tcn_stories_loaded(struct tcn_stories *s)
{
	struct touched *list = tcn_malloc(s->rows_n * sizeof *list);
	size_t n = 0;

	if (!list)
		return TCN_NOMEM;
	for (uint32_t slot = 0; slot < s->rows_n; slot++)
		if (s->rows[slot].live)
			list[n++] =
			    (struct touched){ s->rows[slot].touched, slot };
	qsort(list, n, sizeof *list, by_seq);
	s->oldest = s->newest = TCN_STORY_NONE;
	for (size_t i = 0; i < n; i++)
		tcn_story_link(s, list[i].slot);
	tcn_free(list);
	tcn_echoes_loaded(&s->echoes);
	link_past(s);
	forget_changes(s);
	return TCN_OK;
}

/* Where saved rows go. */
struct sink {
	tcn_state_fn *fn;
	void *arg;
	struct tcn_buf buf;
	enum tcn_rc rc;
};

static void
send(struct sink *sink, uint32_t kind, uint64_t id)
{
	struct tcn_state row = { kind, id, sink->buf.at, sink->buf.n };

	if (sink->buf.failed)
		sink->rc = TCN_NOMEM;
	if (!sink->rc)
		sink->rc = sink->fn(sink->arg, &row);
	tcn_buf_clear(&sink->buf);
}

static void
send_gone(struct sink *sink, uint32_t kind, const uint64_t *ids, size_t n)
{
	for (size_t i = 0; i < n && !sink->rc; i++) {
		struct tcn_state row = { .kind = kind, .id = ids[i] };

		sink->rc = sink->fn(sink->arg, &row);
	}
}

static void
send_terms(const struct tcn_stories *s, struct sink *sink)
{
	const struct tcn_df *df = &s->df;
	size_t n = s->conf.note_changes ? df->dirty_n : df->n;

	for (size_t i = 0; i < n && !sink->rc; i++) {
		const struct tcn_df_row *row =
		    &df->rows[s->conf.note_changes ? df->dirty[i] : i];

		if (!row->live)
			continue;
		put_term(row, &sink->buf);
		send(sink, TCN_STATE_TERM, row->id);
	}
}

static void
send_stories(const struct tcn_stories *s, struct sink *sink)
{
	size_t n = s->conf.note_changes ? s->rows_dirty.n : s->rows_n;

	for (size_t i = 0; i < n && !sink->rc; i++) {
		const struct tcn_story_row *row =
		    &s->rows[s->conf.note_changes ? s->rows_dirty.at[i] : i];

		if (!row->live)
			continue;
		put_story(s, row, &sink->buf);
		send(sink, TCN_STATE_STORY, row->id);
	}
}

static void
send_items(const struct tcn_stories *s, struct sink *sink)
{
	size_t n = s->conf.note_changes ? s->items_dirty.n : s->items_n;

	for (size_t i = 0; i < n && !sink->rc; i++) {
		const struct tcn_kept *item =
		    &s->items[s->conf.note_changes ? s->items_dirty.at[i] : i];

		if (!item->live)
			continue;
		put_item(s, item, &sink->buf);
		send(sink, TCN_STATE_ITEM, item->seq);
	}
}

static void
send_forms(const struct tcn_stories *s, struct sink *sink)
{
	for (size_t i = 0; i < s->forms.n && !sink->rc; i++) {
		const struct tcn_form *form = &s->forms.rows[i];

		if (s->conf.note_changes && !form->dirty)
			continue;
		put_form(form, &sink->buf);
		send(sink, TCN_STATE_FORM, form->key);
	}
}

static void
send_text(const struct tcn_echoes *echoes, uint64_t key, struct sink *sink)
{
	const uint64_t *at = tcn_map_find(&echoes->moments, key);

	if (!at)
		return;
	tcn_bytes_put(&sink->buf, *at, 8);
	send(sink, TCN_STATE_ECHO, key);
}

static void
send_told(const struct tcn_echoes *echoes, struct sink *sink)
{
	if (echoes->note_changes)
		for (size_t i = 0; i < echoes->dirty.n && !sink->rc; i++)
			send_text(echoes, echoes->dirty.at[i], sink);
	else
		for (size_t i = 0; i < echoes->n && !sink->rc; i++)
			if (tcn_echoes_counts(echoes, i))
				send_text(echoes,
				    echoes->queue[echoes->head + i].key, sink);
}

static void
send_past(const struct tcn_stories *s, struct sink *sink)
{
	const struct tcn_pasts *pasts = &s->pasts;

	for (uint64_t i = pasts->gone; i < pasts->first && !sink->rc; i++)
		send_gone(sink, TCN_STATE_PAST, &i, 1);
	for (uint64_t i = pasts->first; i < pasts->next && !sink->rc; i++) {
		const struct tcn_past *past = tcn_pasts_row(pasts, i);

		if (s->conf.note_changes && i < pasts->kept)
			i = pasts->kept - 1;
		else if (!s->conf.note_changes || past->dirty) {
			put_past(past, &sink->buf);
			send(sink, TCN_STATE_PAST, i);
		}
	}
}

enum tcn_rc
tcn_stories_save(struct tcn_stories *s, tcn_state_fn *fn, void *arg)
{
	struct sink sink = { .fn = fn, .arg = arg };

	put_head(s, &sink.buf);
	send(&sink, TCN_STATE_STORY_HEAD, 0);
	send_gone(&sink, TCN_STATE_TERM, s->df.gone, s->df.gone_n);
	send_gone(&sink, TCN_STATE_STORY, s->rows_gone.at, s->rows_gone.n);
	send_gone(&sink, TCN_STATE_ITEM, s->items_gone.at, s->items_gone.n);
	send_terms(s, &sink);
	send_stories(s, &sink);
	send_items(s, &sink);
	send_gone(&sink, TCN_STATE_FORM, s->forms_gone.at, s->forms_gone.n);
	send_forms(s, &sink);
	send_gone(&sink, TCN_STATE_ECHO, s->echoes.gone.at, s->echoes.gone.n);
	send_told(&s->echoes, &sink);
	send_past(s, &sink);
	tcn_buf_fini(&sink.buf);
	if (!sink.rc)
		forget_changes(s);
	return sink.rc;
}

/*
 * window/story/story_state.c - saving the story tier, and going on from there.
 *
 * A row a term, a story, an item, a phrase, a told text, a story of the past
 * and a source, and one for the clock and the totals (story_rows.c); of most,
 * only those that changed since the last save.
 */
#include <stdlib.h>
#include <string.h>

#include "window/story/story_bytes.h"
#include "window/story/story_impl.h"

enum tcn_rc
tcn_stories_load(struct tcn_stories *s, const struct tcn_state *row)
{
	struct tcn_bytes in = { .at = row->bytes, .left = row->n };
	enum tcn_rc rc = TCN_CORRUPT;

	if (row->kind == TCN_STATE_STORY_HEAD)
		rc = tcn_row_load_head(s, &in);
	else if (row->kind == TCN_STATE_TERM)
		rc = tcn_row_load_term(s, row->id, &in);
	else if (row->kind == TCN_STATE_STORY)
		rc = tcn_row_load_story(s, row->id, &in);
	else if (row->kind == TCN_STATE_ITEM)
		rc = tcn_row_load_item(s, row->id, &in);
	else if (row->kind == TCN_STATE_FORM)
		rc = tcn_row_load_form(s, row->id, &in);
	else if (row->kind == TCN_STATE_ECHO)
		rc = tcn_row_load_told(s, row->id, &in);
	else if (row->kind == TCN_STATE_PAST)
		rc = tcn_row_load_past(s, row->id, &in);
	else if (row->kind == TCN_STATE_SOURCE)
		rc = tcn_row_load_source(s, row->id, &in);
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
	tcn_sources_saved(&s->sources);
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
		tcn_row_put_term(row, &sink->buf);
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
		tcn_row_put_story(s, row, &sink->buf);
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
		tcn_row_put_item(s, item, &sink->buf);
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
		tcn_row_put_form(form, &sink->buf);
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
			tcn_row_put_past(past, &sink->buf);
			send(sink, TCN_STATE_PAST, i);
		}
	}
}

static void
send_sources(const struct tcn_stories *s, struct sink *sink)
{
	const struct tcn_sources *sources = &s->sources;
	size_t n = s->conf.note_changes ? sources->dirty_n : sources->n;

	for (size_t i = 0; i < n && !sink->rc; i++) {
		const struct tcn_source *source =
		    &sources
			 ->rows[s->conf.note_changes ? sources->dirty[i] : i];

		tcn_row_put_source(source, &sink->buf);
		send(sink, TCN_STATE_SOURCE, source->publisher);
	}
}

enum tcn_rc
tcn_stories_save(struct tcn_stories *s, tcn_state_fn *fn, void *arg)
{
	struct sink sink = { .fn = fn, .arg = arg };

	tcn_row_put_head(s, &sink.buf);
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
	send_gone(&sink, TCN_STATE_SOURCE, s->sources.gone, s->sources.gone_n);
	send_sources(s, &sink);
	tcn_buf_fini(&sink.buf);
	if (!sink.rc)
		forget_changes(s);
	return sink.rc;
}

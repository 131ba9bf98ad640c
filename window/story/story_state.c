/*
 * window/story/story_state.c - saving the story tier, and going on from there.
 *
 * A row a term, a story, an item, a phrase, a told text, a story of the past
 * and a source, and one for the clock and the totals (story_rows.c); of most,
 * only those that changed since the last save.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/base/buf.h"
#include "window/story/story_bytes_impl.h"
#include "window/story/story_impl.h"

enum tcn_rc
tcn_story_index_load(struct tcn_story_index *s, const struct tcn_state_row *row)
{
	struct tcn_story_bytes in = { .at = row->bytes, .left = row->n };
	enum tcn_rc rc = TCN_CORRUPT;

	if (row->kind == TCN_STATE_STORY_TOTALS)
		rc = tcn_story_decode_totals(s, &in);
	else if (row->kind == TCN_STATE_TERM)
		rc = tcn_story_decode_term(s, row->id, &in);
	else if (row->kind == TCN_STATE_STORY)
		rc = tcn_story_decode_story(s, row->id, &in);
	else if (row->kind == TCN_STATE_ITEM)
		rc = tcn_story_decode_item(s, row->id, &in);
	else if (row->kind == TCN_STATE_TEMPLATE)
		rc = tcn_story_decode_template(s, row->id, &in);
	else if (row->kind == TCN_STATE_REPORTED)
		rc = tcn_story_decode_reported(s, row->id, &in);
	else if (row->kind == TCN_STATE_HISTORY)
		rc = tcn_story_decode_history(s, row->id, &in);
	else if (row->kind == TCN_STATE_PUBLISHER)
		rc = tcn_story_decode_publisher(s, row->id, &in);
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

/* Rows as saved need not be saved again. */
static void
forget_changes(struct tcn_story_index *s)
{
	for (size_t i = 0; i < s->df.dirty_n; i++)
		s->df.rows[s->df.dirty[i]].dirty = false;
	for (size_t i = 0; i < s->rows_dirty.n; i++)
		s->rows[s->rows_dirty.at[i]].dirty = false;
	for (size_t i = 0; i < s->items_dirty.n; i++)
		s->items[s->items_dirty.at[i]].dirty = false;
	s->df.dirty_n = s->rows_dirty.n = s->items_dirty.n = 0;
	s->df.gone_n = s->rows_gone.n = s->items_gone.n = 0;
	for (size_t i = 0; i < s->templates.n; i++)
		s->templates.rows[i].dirty = false;
	s->templates_gone.n = 0;
	tcn_reported_texts_saved(&s->reported);
	tcn_story_history_saved(&s->history);
	tcn_publisher_saved(&s->publishers);
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
enum tcn_rc
tcn_story_index_loaded(struct tcn_story_index *s)
{
	struct arrival *list = tcn_mem_alloc(s->rows_n * sizeof *list);
	size_t n = 0;

	if (!list)
		return TCN_NOMEM;
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
	struct tcn_state_row row = { kind, id, sink->buf.at, sink->buf.n };

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
		struct tcn_state_row row = { .kind = kind, .id = ids[i] };

		sink->rc = sink->fn(sink->arg, &row);
	}
}

static void
send_terms(const struct tcn_story_index *s, struct sink *sink)
{
	const struct tcn_df *df = &s->df;
	size_t n = s->conf.note_changes ? df->dirty_n : df->n;

	for (size_t i = 0; i < n && !sink->rc; i++) {
		const struct tcn_df_row *row =
		    &df->rows[s->conf.note_changes ? df->dirty[i] : i];

		if (!row->live)
			continue;
		tcn_story_encode_term(row, &sink->buf);
		send(sink, TCN_STATE_TERM, row->id);
	}
}

static void
send_stories(const struct tcn_story_index *s, struct sink *sink)
{
	size_t n = s->conf.note_changes ? s->rows_dirty.n : s->rows_n;

	for (size_t i = 0; i < n && !sink->rc; i++) {
		const struct tcn_story_row *row =
		    &s->rows[s->conf.note_changes ? s->rows_dirty.at[i] : i];

		if (!row->live)
			continue;
		tcn_story_encode_story(s, row, &sink->buf);
		send(sink, TCN_STATE_STORY, row->id);
	}
}

static void
send_items(const struct tcn_story_index *s, struct sink *sink)
{
	size_t n = s->conf.note_changes ? s->items_dirty.n : s->items_n;

	for (size_t i = 0; i < n && !sink->rc; i++) {
		const struct tcn_story_member *item =
		    &s->items[s->conf.note_changes ? s->items_dirty.at[i] : i];

		if (!item->live)
			continue;
		tcn_story_encode_item(s, item, &sink->buf);
		send(sink, TCN_STATE_ITEM, item->seq);
	}
}

static void
send_templates(const struct tcn_story_index *s, struct sink *sink)
{
	for (size_t i = 0; i < s->templates.n && !sink->rc; i++) {
		const struct tcn_story_template *form = &s->templates.rows[i];

		if (s->conf.note_changes && !form->dirty)
			continue;
		tcn_story_encode_template(form, &sink->buf);
		send(sink, TCN_STATE_TEMPLATE, form->key);
	}
}

static void
send_text(const struct tcn_reported_texts *echoes, uint64_t key,
    struct sink *sink)
{
	const uint64_t *at = tcn_map_find(&echoes->moments, key);

	if (!at)
		return;
	tcn_story_bytes_put(&sink->buf, *at, 8);
	send(sink, TCN_STATE_REPORTED, key);
}

static void
send_reported(const struct tcn_reported_texts *echoes, struct sink *sink)
{
	if (echoes->note_changes)
		for (size_t i = 0; i < echoes->dirty.n && !sink->rc; i++)
			send_text(echoes, echoes->dirty.at[i], sink);
	else
		for (size_t i = 0; i < echoes->n && !sink->rc; i++)
			if (tcn_reported_texts_is_live(echoes, i))
				send_text(echoes,
				    echoes->queue[echoes->head + i].key, sink);
}

static void
send_history(const struct tcn_story_index *s, struct sink *sink)
{
	const struct tcn_story_history *pasts = &s->history;

	for (uint64_t i = pasts->gone; i < pasts->first && !sink->rc; i++)
		send_gone(sink, TCN_STATE_HISTORY, &i, 1);
	for (uint64_t i = pasts->first; i < pasts->next && !sink->rc; i++) {
		const struct tcn_story_history_row *past =
		    tcn_story_history_get(pasts, i);

		if (s->conf.note_changes && i < pasts->kept)
			i = pasts->kept - 1;
		else if (!s->conf.note_changes || past->dirty) {
			tcn_story_encode_history(past, &sink->buf);
			send(sink, TCN_STATE_HISTORY, i);
		}
	}
}

static void
send_publishers(const struct tcn_story_index *s, struct sink *sink)
{
	const struct tcn_publisher_table *sources = &s->publishers;
	size_t n = s->conf.note_changes ? sources->dirty_n : sources->n;

	for (size_t i = 0; i < n && !sink->rc; i++) {
		const struct tcn_publisher *source =
		    &sources
			 ->rows[s->conf.note_changes ? sources->dirty[i] : i];

		tcn_story_encode_publisher(source, &sink->buf);
		send(sink, TCN_STATE_PUBLISHER, source->publisher);
	}
}

enum tcn_rc
tcn_story_index_save(struct tcn_story_index *s, tcn_state_fn *fn, void *arg)
{
	struct sink sink = { .fn = fn, .arg = arg };

	tcn_story_encode_totals(s, &sink.buf);
	send(&sink, TCN_STATE_STORY_TOTALS, 0);
	send_gone(&sink, TCN_STATE_TERM, s->df.gone, s->df.gone_n);
	send_gone(&sink, TCN_STATE_STORY, s->rows_gone.at, s->rows_gone.n);
	send_gone(&sink, TCN_STATE_ITEM, s->items_gone.at, s->items_gone.n);
	send_terms(s, &sink);
	send_stories(s, &sink);
	send_items(s, &sink);
	send_gone(&sink, TCN_STATE_TEMPLATE, s->templates_gone.at,
	    s->templates_gone.n);
	send_templates(s, &sink);
	send_gone(&sink, TCN_STATE_REPORTED, s->reported.gone.at,
	    s->reported.gone.n);
	send_reported(&s->reported, &sink);
	send_history(s, &sink);
	send_gone(&sink, TCN_STATE_PUBLISHER, s->publishers.gone,
	    s->publishers.gone_n);
	send_publishers(s, &sink);
	tcn_buf_fini(&sink.buf);
	if (!sink.rc)
		forget_changes(s);
	return sink.rc;
}

/*
 * window/story/story_state.c - saving the story tier, and going on from there.
 *
 * There is a row for each term, story, item, phrase, reported text, story of
 * the history, publisher, form, rule's alert history, story's tail, story's
 * links and story's vector, and one for the clock and the totals
 * (story_codec.c). A save writes the rows that the journals list
 * (window/base/journal.h); the totals always.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/base/buf.h"
#include "window/story/story_bytes_impl.h"
#include "window/story/story_impl.h"

static enum tcn_rc
load_tail(struct tcn_story_index *s, uint64_t story, struct tcn_story_bytes *in)
{
	struct tcn_story_row *row = tcn_story_find(s, story);

	if (!row)
		return TCN_CORRUPT;
	row->tail_saved = true;
	return tcn_story_tail_decode(&s->slab, &row->tail, s->langs.n, in);
}

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
	else if (row->kind == TCN_STATE_REPORTED)
		rc = tcn_story_decode_reported(s, row->id, &in);
	else if (row->kind == TCN_STATE_HISTORY)
		rc = tcn_story_decode_history(s, row->id, &in);
	else if (row->kind == TCN_STATE_PUBLISHER)
		rc = tcn_story_decode_publisher(s, row->id, &in);
	else if (row->kind == TCN_STATE_SEASON)
		rc = tcn_story_decode_season(s, row->id, &in);
	else if (row->kind == TCN_STATE_ALERTS)
		rc = tcn_story_alerts_decode(s, row->id, &in);
	else if (row->kind == TCN_STATE_TAIL)
		rc = load_tail(s, row->id, &in);
	else if (row->kind == TCN_STATE_ALERTS_TEXT)
		rc = tcn_text_log_decode(&s->alerts.log, row->id, &in);
	else if (row->kind == TCN_STATE_LINKS)
		rc = tcn_story_link_decode(s, row->id, &in);
	else if (row->kind == TCN_STATE_VECTOR)
		rc = tcn_story_vector_decode(s, row->id, &in);
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
	tcn_journal_saved(&s->df.journal);
	tcn_journal_saved(&s->rows_journal);
	tcn_journal_saved(&s->items_journal);
	tcn_journal_saved(&s->reported.journal);
	tcn_journal_saved(&s->history.journal);
	tcn_journal_saved(&s->publishers.journal);
	tcn_journal_saved(&s->seasons.journal);
	tcn_story_alerts_saved(&s->alerts);
	tcn_journal_saved(&s->tails_journal);
	tcn_journal_saved(&s->links.journal);
	tcn_journal_saved(&s->vectors.journal);
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
send_gone(struct tcn_state_out *out, uint32_t kind,
    const struct tcn_journal *journal)
{
	tcn_state_gone(out, kind, journal->gone.at, journal->gone.n);
}

static void
send_terms(const struct tcn_story_index *s, struct tcn_state_out *out)
{
	const struct tcn_journal *journal = &s->df.journal;
	size_t n = tcn_journal_rows(journal, s->df.n);

	for (size_t i = 0; i < n && !out->rc; i++) {
		const struct tcn_df_row *row =
		    &s->df.rows[tcn_journal_row(journal, i)];

		if (!row->live)
			continue;
		tcn_story_encode_term(row, &out->row);
		tcn_state_put(out, TCN_STATE_TERM, row->id);
	}
}

static void
send_stories(const struct tcn_story_index *s, struct tcn_state_out *out)
{
	const struct tcn_journal *journal = &s->rows_journal;
	size_t n = tcn_journal_rows(journal, s->rows_n);

	for (size_t i = 0; i < n && !out->rc; i++) {
		const struct tcn_story_row *row =
		    &s->rows[tcn_journal_row(journal, i)];

		if (!row->live)
			continue;
		tcn_story_encode_story(s, row, &out->row);
		tcn_state_put(out, TCN_STATE_STORY, row->id);
	}
}

static void
send_items(const struct tcn_story_index *s, struct tcn_state_out *out)
{
	const struct tcn_journal *journal = &s->items_journal;
	size_t n = tcn_journal_rows(journal, s->items_n);

	for (size_t i = 0; i < n && !out->rc; i++) {
		const struct tcn_story_member *item =
		    &s->items[tcn_journal_row(journal, i)];

		if (!item->live)
			continue;
		tcn_story_encode_item(s, item, &out->row);
		tcn_state_put(out, TCN_STATE_ITEM, item->seq);
	}
}

static void
send_reported(const struct tcn_reported_texts *reported,
    struct tcn_state_out *out)
{
	const struct tcn_journal *journal = &reported->journal;
	size_t n = tcn_journal_rows(journal, reported->n);

	for (size_t i = 0; i < n && !out->rc; i++) {
		uint64_t key = journal->on
		    ? journal->changed.at[i]
		    : reported->queue[reported->head + i].key;
		const uint64_t *at = tcn_map_find(&reported->moments, key);

		if (!at ||
		    (!journal->on && !tcn_reported_texts_is_live(reported, i)))
			continue;
		tcn_story_bytes_put(&out->row, *at, 8);
		tcn_state_put(out, TCN_STATE_REPORTED, key);
	}
}

/* They are loaded in the order of their numbers. */
static void
send_history(struct tcn_story_history *history, struct tcn_state_out *out)
{
	struct tcn_journal *journal = &history->journal;
	size_t n =
	    tcn_journal_rows(journal, (size_t)(history->next - history->first));

	tcn_journal_sort(journal);
	for (size_t i = 0; i < n && !out->rc; i++) {
		uint64_t number =
		    journal->on ? journal->changed.at[i] : history->first + i;
		const struct tcn_story_history_row *past =
		    tcn_story_history_get(history, number);

		if (!past)
			continue;
		tcn_story_encode_history(past, &out->row);
		tcn_state_put(out, TCN_STATE_HISTORY, number);
	}
}

static void
send_publishers(const struct tcn_publisher_table *publishers,
    struct tcn_state_out *out)
{
	const struct tcn_journal *journal = &publishers->journal;
	size_t n = tcn_journal_rows(journal, publishers->n);

	for (size_t i = 0; i < n && !out->rc; i++) {
		const struct tcn_publisher *publisher = journal->on
		    ? tcn_publisher_find(publishers, journal->changed.at[i])
		    : &publishers->rows[i];

		if (!publisher)
			continue;
		tcn_story_encode_publisher(publisher, &out->row);
		tcn_state_put(out, TCN_STATE_PUBLISHER, publisher->publisher);
	}
}

static void
send_seasons(const struct tcn_seasons *seasons, struct tcn_state_out *out)
{
	const struct tcn_journal *journal = &seasons->journal;
	size_t n = tcn_journal_rows(journal, seasons->n);

	for (size_t i = 0; i < n && !out->rc; i++) {
		const struct tcn_season_row *row = journal->on
		    ? tcn_seasons_get(seasons, journal->changed.at[i])
		    : &seasons->rows[i];

		if (!row)
			continue;
		tcn_story_encode_season(row, &out->row);
		tcn_state_put(out, TCN_STATE_SEASON, row->form);
	}
}

static void
send_alerts(const struct tcn_story_alerts_table *table,
    struct tcn_state_out *out)
{
	const struct tcn_journal *journal = &table->journal;
	size_t n = tcn_journal_rows(journal, table->n);

	for (size_t i = 0; i < n && !out->rc; i++) {
		size_t at = i;

		if (journal->on) {
			const uint64_t *found = tcn_map_find(&table->by_key,
			    journal->changed.at[i]);

			if (!found)
				continue;
			at = *found;
		}
		tcn_story_alerts_encode(&table->at[at], &out->row);
		tcn_state_put(out, TCN_STATE_ALERTS, table->at[at].key);
	}
}

static void
send_text_log(const struct tcn_text_log *log, bool changes,
    struct tcn_state_out *out)
{
	uint64_t from = changes && log->saved_next > log->first
	    ? log->saved_next
	    : log->first;

	for (uint64_t i = log->saved_first; changes && i < log->first; i++)
		tcn_state_gone(out, TCN_STATE_ALERTS_TEXT, &i, 1);
	for (uint64_t i = from; i < log->next && !out->rc; i++) {
		tcn_text_log_encode(tcn_text_log_get(log, i), &out->row);
		tcn_state_put(out, TCN_STATE_ALERTS_TEXT, i);
	}
}

static void
send_links(const struct tcn_story_links *links, struct tcn_state_out *out)
{
	const struct tcn_journal *journal = &links->journal;
	size_t n = tcn_journal_rows(journal, links->rows_n);

	for (size_t i = 0; i < n && !out->rc; i++) {
		const struct tcn_story_link_row *row =
		    &links->rows[tcn_journal_row(journal, i)];

		if (!row->live)
			continue;
		tcn_story_link_encode(row, &out->row);
		tcn_state_put(out, TCN_STATE_LINKS, row->story);
	}
}

static void
send_vectors(const struct tcn_story_index *s, struct tcn_state_out *out)
{
	const struct tcn_story_vectors *vectors = &s->vectors;
	const struct tcn_journal *journal = &vectors->journal;
	size_t n = tcn_journal_rows(journal, vectors->n);

	for (size_t i = 0; i < n && !out->rc; i++) {
		const struct tcn_story_row *row = journal->on
		    ? tcn_story_find(s, journal->changed.at[i])
		    : &s->rows[vectors->rows[i].slot];

		if (!row || row->vector == TCN_STORY_NONE)
			continue;
		tcn_story_vector_encode(s, row->vector, &out->row);
		tcn_state_put(out, TCN_STATE_VECTOR, row->id);
	}
}

/* A tail changes with its story. */
static void
send_tails(const struct tcn_story_index *s, struct tcn_state_out *out)
{
	const struct tcn_journal *journal = &s->rows_journal;
	size_t n = tcn_journal_rows(journal, s->rows_n);

	for (size_t i = 0; i < n && !out->rc; i++) {
		const struct tcn_story_row *row =
		    &s->rows[tcn_journal_row(journal, i)];

		if (!row->live)
			continue;
		/* An empty one goes, if it has a row. */
		tcn_story_tail_encode(&row->tail, &out->row);
		if (row->tail.n || (row->tail_saved && journal->on))
			tcn_state_put(out, TCN_STATE_TAIL, row->id);
	}
}

enum tcn_rc
tcn_story_index_save(struct tcn_story_index *s, tcn_state_fn *fn, void *arg)
{
	struct tcn_state_out out = { .fn = fn, .ctx = arg };

	tcn_story_encode_totals(s, &out.row);
	tcn_state_put(&out, TCN_STATE_STORY_TOTALS, 0);
	send_gone(&out, TCN_STATE_TERM, &s->df.journal);
	send_gone(&out, TCN_STATE_STORY, &s->rows_journal);
	send_gone(&out, TCN_STATE_ITEM, &s->items_journal);
	send_terms(s, &out);
	send_stories(s, &out);
	send_items(s, &out);
	send_gone(&out, TCN_STATE_REPORTED, &s->reported.journal);
	send_reported(&s->reported, &out);
	send_gone(&out, TCN_STATE_HISTORY, &s->history.journal);
	send_history(&s->history, &out);
	send_gone(&out, TCN_STATE_PUBLISHER, &s->publishers.journal);
	send_publishers(&s->publishers, &out);
	send_gone(&out, TCN_STATE_SEASON, &s->seasons.journal);
	send_seasons(&s->seasons, &out);
	send_gone(&out, TCN_STATE_ALERTS, &s->alerts.journal);
	send_alerts(&s->alerts, &out);
	send_gone(&out, TCN_STATE_TAIL, &s->tails_journal);
	send_tails(s, &out);
	send_text_log(&s->alerts.log, s->alerts.journal.on, &out);
	send_gone(&out, TCN_STATE_LINKS, &s->links.journal);
	send_links(&s->links, &out);
	send_gone(&out, TCN_STATE_VECTOR, &s->vectors.journal);
	send_vectors(s, &out);
	if (!out.rc)
		forget_changes(s);
	return tcn_state_end(&out);
}

/*
 * window/story/story_check.c - whether all that the story tier holds agrees
 * with itself.
 *
 * Each table has a validator of its own; this calls them all and then looks at
 * what lies between them:
 *
 *   a story's vector   each entry has its posting in the list of its term, and
 *                      each posting its entry (postings.h)
 *   its items          in order, live, of this story; their short copies in
 *                      the list say what the items say
 *   the dictionary     a term is referenced by as many vectors and items as
 *                      its count says
 *   the rules          what a rule fired on is open, and counts it
 *   the links          of two open stories, in both of them
 *   the list           every open story once, linked both ways, by arrival
 *   the counts         of stories, items and free slots
 *
 * Reads everything, O(terms + postings + items + stories), and changes
 * nothing. For tests, and for whoever suspects a stored state.
 */
#include <inttypes.h>

#include "window/story/story_impl.h"

static enum tcn_rc
check_entries(const struct tcn_story_index *s, uint32_t slot,
    struct tcn_err *err)
{
	const struct tcn_story_row *row = &s->rows[slot];

	for (uint32_t i = 0; i < row->vec.n; i++) {
		const struct tcn_similarity_term *entry = &row->vec.at[i];
		const struct tcn_postings *list;

		if (entry->term >= s->df.n || !s->df.rows[entry->term].live)
			return tcn_err_set(err, TCN_CORRUPT,
			    "story %" PRIu64 ": entry %u names no term",
			    row->id, i);
		list = &s->df.rows[entry->term].postings;
		if (entry->place >= list->n ||
		    list->at[entry->place].story != slot ||
		    list->at[entry->place].entry != i ||
		    list->at[entry->place].damped != entry->damped)
			return tcn_err_set(err, TCN_CORRUPT,
			    "story %" PRIu64 ": entry %u and its posting "
			    "differ",
			    row->id, i);
	}
	return TCN_OK;
}

static bool
is_copy_of(const struct tcn_story_member_ref *ref,
    const struct tcn_story_member *item)
{
	return ref->bits == item->bits && ref->ts_ms == item->ts_ms &&
	    ref->key == (uint8_t)item->text_key && ref->lang == item->lang &&
	    ref->head_n == item->head_n && ref->text == item->text &&
	    ref->is_leader == (item->leader == item->seq) &&
	    ref->has_also == (item->also_n > 0);
}

static bool
is_after(const struct tcn_story_member *item,
    const struct tcn_story_member *before)
{
	return item->ts_ms != before->ts_ms ? item->ts_ms > before->ts_ms
					    : item->seq > before->seq;
}

static bool
is_sound_member(const struct tcn_story_index *s,
    const struct tcn_story_member *item)
{
	for (size_t i = 0; i < item->terms_n; i++)
		if (item->terms[i] >= s->df.n ||
		    !s->df.rows[item->terms[i]].live)
			return false;
	for (size_t i = 0; i < item->words_n; i++)
		if (tcn_story_member_words(item)[i] >= item->head_n)
			return false;
	return item->live && item->head_n <= item->terms_n &&
	    item->lang < s->langs.n;
}

static enum tcn_rc
check_members(const struct tcn_story_index *s, uint32_t slot,
    struct tcn_err *err)
{
	const struct tcn_story_row *row = &s->rows[slot];
	const struct tcn_story_member_list *list = &row->items;
	const struct tcn_story_member *before = NULL, *item;

	if (list->head + (size_t)list->n > list->cap)
		return tcn_err_set(err, TCN_CORRUPT,
		    "story %" PRIu64 ": %u items from %u on in room for %u",
		    row->id, list->n, list->head, list->cap);
	for (uint32_t i = 0; i < list->n; i++, before = item) {
		const struct tcn_story_member_ref *ref =
		    &list->at[list->head + i];

		item = ref->slot < s->items_n ? &s->items[ref->slot] : NULL;
		if (!item || !is_sound_member(s, item) || item->story != slot ||
		    !is_copy_of(ref, item) ||
		    (before && !is_after(item, before)))
			return tcn_err_set(err, TCN_CORRUPT,
			    "story %" PRIu64 ": item %u of its list", row->id,
			    i);
	}
	return TCN_OK;
}

static enum tcn_rc
check_story(const struct tcn_story_index *s, uint32_t slot, struct tcn_err *err)
{
	const struct tcn_story_row *row = &s->rows[slot];
	const char *why;
	enum tcn_rc rc;

	if (tcn_story_find(s, row->id) != row)
		return tcn_err_set(err, TCN_CORRUPT,
		    "story %" PRIu64 " is not found by its id", row->id);
	if (row->n < row->items.n || row->origins > row->n ||
	    row->publishers_n > row->n || row->first_ms > row->last_ms)
		return tcn_err_set(err, TCN_CORRUPT,
		    "story %" PRIu64 ": %u items ever, %u in the window, "
		    "%u origins, %u publishers",
		    row->id, row->n, row->items.n, row->origins,
		    row->publishers_n);
	for (uint32_t i = 1; i < row->publishers_n; i++)
		if (row->publishers[i - 1] >= row->publishers[i])
			return tcn_err_set(err, TCN_CORRUPT,
			    "story %" PRIu64 ": publisher %u is out of order",
			    row->id, i);
	if (!tcn_story_tail_check(&row->tail, &why))
		return tcn_err_set(err, TCN_CORRUPT, "story %" PRIu64 ": %s",
		    row->id, why);
	rc = tcn_similarity_check(&row->vec, err);
	if (!rc)
		rc = check_entries(s, slot, err);
	return rc ? rc : check_members(s, slot, err);
}

static bool
is_open(const struct tcn_story_index *s,
    const struct tcn_story_alerts_fired *fired)
{
	return tcn_story_find(s, fired->story) != NULL;
}

/* How many of the stories that a rule fired on are open. */
static size_t
count_open(const struct tcn_story_index *s,
    const struct tcn_story_alerts *alerts)
{
	size_t n = 0;

	for (size_t i = 0; i < alerts->fired_n; i++)
		n += is_open(s, &alerts->fired[i]);
	return n;
}

/* One rule's history by itself. */
static enum tcn_rc
check_history(const struct tcn_story_index *s, size_t i, struct tcn_err *err)
{
	const struct tcn_story_alerts *alerts = &s->alerts.at[i];
	const uint64_t *at = tcn_map_find(&s->alerts.by_key, alerts->key);
	enum tcn_rc rc = tcn_recent_check(&alerts->terms, err);

	if (!rc)
		rc = tcn_recent_check(&alerts->repeats, err);
	if (!rc && (!at || *at != i))
		rc = tcn_err_set(err, TCN_CORRUPT,
		    "history %zu is not found by its rule", i);
	for (size_t f = 0; f < alerts->fired_n && !rc; f++) {
		const struct tcn_story_alerts_fired *fired = &alerts->fired[f];

		if (!is_open(s, fired) != (fired->closed_ms != INT64_MAX) ||
		    (f && fired[-1].story >= fired->story) ||
		    fired->from > s->alerts.log.next)
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "history %zu: story %zu is not as open as it "
			    "says, out of order, or ahead of the log",
			    i, f);
	}
	return rc;
}

/* What the rules fired on is open, and each story counts its rules. */
static enum tcn_rc
check_alerts(const struct tcn_story_index *s, struct tcn_err *err)
{
	size_t fired = 0, counted = 0;
	const char *why;
	enum tcn_rc rc = TCN_OK;

	if (!tcn_text_log_check(&s->alerts.log, &why))
		rc = tcn_err_set(err, TCN_CORRUPT, "%s", why);
	if (!rc)
		rc = tcn_journal_check(&s->alerts.journal, err);
	if (!rc && s->alerts.n != s->alerts.by_key.n)
		rc = tcn_err_set(err, TCN_CORRUPT, "%zu histories, %zu named",
		    s->alerts.n, s->alerts.by_key.n);
	for (size_t i = 0; i < s->alerts.n && !rc; i++) {
		rc = check_history(s, i, err);
		fired += count_open(s, &s->alerts.at[i]);
	}
	for (size_t slot = 0; slot < s->rows_n; slot++)
		counted += s->rows[slot].live ? s->rows[slot].rules_n : 0;
	if (!rc && fired != counted)
		rc = tcn_err_set(err, TCN_CORRUPT,
		    "rules fired %zu times, stories count %zu", fired, counted);
	return rc;
}

/* How many entries and items of all stories reference each term. */
static void
count_refs(const struct tcn_story_index *s, uint32_t *refs)
{
	for (size_t slot = 0; slot < s->rows_n; slot++)
		for (uint32_t i = 0; i < s->rows[slot].vec.n; i++)
			refs[s->rows[slot].vec.at[i].term]++;
	for (size_t slot = 0; slot < s->items_n; slot++)
		for (size_t i = 0;
		     s->items[slot].live && i < s->items[slot].terms_n; i++)
			refs[s->items[slot].terms[i]]++;
}

/* As each entry has a posting of its own, equal numbers are a bijection. */
static enum tcn_rc
check_terms(const struct tcn_story_index *s, struct tcn_err *err)
{
	uint32_t *refs = tcn_mem_calloc(s->df.n, sizeof *refs);
	size_t postings = 0, entries = 0;
	enum tcn_rc rc = TCN_OK;

	count_refs(s, refs);
	for (size_t slot = 0; slot < s->rows_n; slot++)
		entries += s->rows[slot].vec.n;
	for (uint32_t slot = 0; slot < s->df.n && !rc; slot++) {
		const struct tcn_df_row *row = &s->df.rows[slot];

		postings += row->postings.n;
		if (refs[slot] != s->df.refs[slot])
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "term %" PRIu64 ": %u references, counted %u",
			    row->id, refs[slot], s->df.refs[slot]);
		if (!rc)
			rc = tcn_postings_check(&row->postings, s->rows_n, err);
		if (!rc)
			rc = tcn_baseline_check(&s->clock, &row->rate, err);
	}
	tcn_mem_free(refs);
	if (!rc && postings != entries)
		rc = tcn_err_set(err, TCN_CORRUPT,
		    "%zu postings for %zu entries", postings, entries);
	return rc;
}

/* Every open story once, linked both ways, in the order of last arrival. */
static enum tcn_rc
check_order(const struct tcn_story_index *s, struct tcn_err *err)
{
	uint32_t older = TCN_STORY_NONE;
	size_t n = 0;

	for (uint32_t slot = s->oldest; slot != TCN_STORY_NONE;
	     older = slot, slot = s->rows[slot].newer, n++)
		if (slot >= s->rows_n || !s->rows[slot].live ||
		    n >= s->rows_n || s->rows[slot].older != older ||
		    (older != TCN_STORY_NONE &&
			s->rows[older].arrived_seq > s->rows[slot].arrived_seq))
			return tcn_err_set(err, TCN_CORRUPT,
			    "the list of stories is broken at place %zu", n);
	if (older != s->newest || n != s->stats.stories)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu stories in the list, %" PRIu64 " counted", n,
		    s->stats.stories);
	return TCN_OK;
}

static enum tcn_rc
check_counts(const struct tcn_story_index *s, struct tcn_err *err)
{
	size_t stories = 0, listed = 0, items = 0;

	for (size_t slot = 0; slot < s->rows_n; slot++) {
		stories += s->rows[slot].live;
		listed += s->rows[slot].live ? s->rows[slot].items.n : 0;
	}
	for (size_t slot = 0; slot < s->items_n; slot++)
		items += s->items[slot].live;
	if (stories != s->stats.stories || stories != s->by_id.n ||
	    stories + s->rows_unused.n != s->rows_n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu stories of %zu slots, %" PRIu64 " counted, %zu "
		    "named, %zu slots unused",
		    stories, s->rows_n, s->stats.stories, s->by_id.n,
		    s->rows_unused.n);
	if (items != s->items_live || items != listed ||
	    items + s->items_unused.n != s->items_n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu items of %zu slots, %zu counted, %zu in stories, "
		    "%zu slots unused",
		    items, s->items_n, s->items_live, listed,
		    s->items_unused.n);
	for (size_t slot = 0; slot < s->partial_cap; slot++)
		if (s->partial[slot] != 0)
			return tcn_err_set(err, TCN_CORRUPT,
			    "a sum is left of the last search");
	return TCN_OK;
}

static enum tcn_rc
check_tables(const struct tcn_story_index *s, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_slab_check(&s->slab, err);

	if (!rc)
		rc = tcn_df_check(&s->df, err);
	if (!rc)
		rc = tcn_reported_texts_check(&s->reported, err);
	if (!rc)
		rc = tcn_story_history_check(&s->history, err);
	if (!rc)
		rc = tcn_publisher_check(&s->publishers, &s->clock, err);
	if (!rc)
		rc = tcn_seasons_check(&s->seasons, err);
	if (!rc)
		rc = tcn_baseline_check(&s->clock, &s->clock.volume, err);
	if (!rc && s->rows_n)
		rc = tcn_journal_check_slots(&s->rows_journal, &s->rows->mark,
		    sizeof *s->rows, s->rows_n, err);
	if (!rc && s->items_n)
		rc = tcn_journal_check_slots(&s->items_journal, &s->items->mark,
		    sizeof *s->items, s->items_n, err);
	return rc;
}

enum tcn_rc
tcn_story_index_check(const struct tcn_story_index *s, struct tcn_err *err)
{
	enum tcn_rc rc = check_tables(s, err);

	for (uint32_t slot = 0; slot < s->rows_n && !rc; slot++)
		if (s->rows[slot].live)
			rc = check_story(s, slot, err);
	if (!rc)
		rc = check_terms(s, err);
	if (!rc)
		rc = check_alerts(s, err);
	if (!rc)
		rc = check_order(s, err);
	if (!rc)
		rc = tcn_story_links_check(s, err);
	if (!rc)
		rc = tcn_story_vectors_check(s, err);
	return rc ? rc : check_counts(s, err);
}

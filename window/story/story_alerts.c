#include "window/story/story_alerts.h"

#include <assert.h>
#include <string.h>

#include "window/story/story_impl.h"

/* Of one rule at most; a further one takes the place of the oldest. */
#define TERMS_MAX   65536
#define REPEATS_MAX 65536
#define ROWS_MAX    TCN_STORY_HISTORY_MAX

void
tcn_story_alerts_init(struct tcn_story_alerts_table *table)
{
	*table = (struct tcn_story_alerts_table){ 0 };
	tcn_text_log_init(&table->log);
}

static void
free_alerts(struct tcn_story_alerts *alerts)
{
	tcn_mem_free(alerts->fired);
	tcn_recent_fini(&alerts->terms);
	tcn_recent_fini(&alerts->repeats);
	tcn_recent_fini(&alerts->rows);
}

void
tcn_story_alerts_fini(struct tcn_story_alerts_table *table)
{
	for (size_t i = 0; i < table->n; i++)
		free_alerts(&table->at[i]);
	tcn_mem_free(table->at);
	tcn_map_fini(&table->by_key);
	tcn_text_log_fini(&table->log);
	tcn_journal_fini(&table->journal);
}

/* The rule's history, or NULL: it has none yet. */
static struct tcn_story_alerts *
find_history(const struct tcn_story_index *s, uint64_t key)
{
	const uint64_t *at = tcn_map_find(&s->alerts.by_key, key);

	assert(key != TCN_STORY_ALERTS_OWN);
	return at ? &s->alerts.at[*at] : NULL;
}

static void
mark_changed(struct tcn_story_alerts_table *table,
    struct tcn_story_alerts *alerts)
{
	tcn_journal_change(&table->journal, alerts->key, &alerts->mark);
}

/* The same, begun when it has none. It is about to change. */
struct tcn_story_alerts *
tcn_story_alerts_get(struct tcn_story_index *s, uint64_t key)
{
	struct tcn_story_alerts_table *table = &s->alerts;
	struct tcn_story_alerts *at = find_history(s, key);
	uint64_t *value;

	if (!at) {
		at = tcn_mem_grow(table->at, &table->cap, table->n + 1,
		    sizeof *at);
		table->at = at;
		tcn_map_put(&table->by_key, key, &value, NULL);
		*value = table->n;
		at += table->n++;
		*at = (struct tcn_story_alerts){ .key = key };
		tcn_recent_init(&at->terms, TERMS_MAX);
		tcn_recent_init(&at->repeats, REPEATS_MAX);
		tcn_recent_init(&at->rows, ROWS_MAX);
	}
	mark_changed(table, at);
	return at;
}

/* The first of the stories that is not below story. */
static size_t
lower_bound(const struct tcn_story_alerts *alerts, uint64_t story)
{
	size_t low = 0, high = alerts->fired_n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (alerts->fired[middle].story < story)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The rule's entry of the story, or NULL: it has not fired on it. */
static struct tcn_story_alerts_fired *
find_fired(const struct tcn_story_alerts *alerts, uint64_t story)
{
	size_t at = lower_bound(alerts, story);

	return at < alerts->fired_n && alerts->fired[at].story == story
	    ? &alerts->fired[at]
	    : NULL;
}

void
tcn_story_alerts_add_fired(struct tcn_story_alerts *alerts,
    const struct tcn_story_alerts_fired *fired)
{
	size_t at = lower_bound(alerts, fired->story);
	struct tcn_story_alerts_fired *list = tcn_mem_grow(alerts->fired,
	    &alerts->fired_cap, alerts->fired_n + 1, sizeof *list);

	alerts->fired = list;
	memmove(list + at + 1, list + at,
	    (alerts->fired_n - at) * sizeof *list);
	list[at] = *fired;
	alerts->fired_n++;
}

/* The rule fires on an open story. */
static void
fire_on(struct tcn_story_alerts *alerts, struct tcn_story_row *row,
    uint64_t from)
{
	const struct tcn_story_alerts_fired fired = { row->id, from,
		INT64_MAX };

	tcn_story_alerts_add_fired(alerts, &fired);
	row->rules_n++;
}

bool
tcn_story_alerts_has_fired(const struct tcn_story_index *s, uint64_t key,
    const struct tcn_story_row *row)
{
	const struct tcn_story_alerts *alerts;

	if (key == TCN_STORY_ALERTS_OWN)
		return row->fired;
	alerts = row->rules_n ? find_history(s, key) : NULL;
	return alerts && find_fired(alerts, row->id);
}

bool
tcn_story_alerts_has_term(const struct tcn_story_index *s, uint64_t key,
    uint32_t slot)
{
	const struct tcn_df_row *row = &s->df.rows[slot];
	int64_t after_ms = s->now_ms - s->conf.reported_ms;
	const struct tcn_story_alerts *alerts;

	if (key == TCN_STORY_ALERTS_OWN)
		return row->reported_ms && row->reported_ms > after_ms;
	alerts = find_history(s, key);
	return alerts && tcn_recent_find(&alerts->terms, row->id, after_ms);
}

bool
tcn_story_alerts_has_row(const struct tcn_story_index *s, uint64_t key,
    uint64_t number, const struct tcn_story_history_row *row)
{
	int64_t after_ms = s->now_ms - s->conf.reported_ms;
	const struct tcn_story_alerts *alerts;

	if (key == TCN_STORY_ALERTS_OWN)
		return row->reported_ms && row->reported_ms > after_ms;
	alerts = find_history(s, key);
	return alerts && tcn_recent_find(&alerts->rows, number, after_ms);
}

bool
tcn_story_alerts_is_repeat(const struct tcn_story_index *s, uint64_t key,
    uint64_t seq, bool own)
{
	const struct tcn_story_alerts *alerts;

	if (key == TCN_STORY_ALERTS_OWN)
		return own;
	alerts = find_history(s, key);
	return alerts && tcn_recent_find(&alerts->repeats, seq, INT64_MIN);
}

bool
tcn_story_alerts_has_repeats(const struct tcn_story_index *s, uint64_t key)
{
	const struct tcn_story_alerts *alerts;

	if (key == TCN_STORY_ALERTS_OWN)
		return true;
	alerts = find_history(s, key);
	return alerts && alerts->repeats.n;
}

bool
tcn_story_alerts_has_terms(const struct tcn_story_index *s, uint64_t key)
{
	const struct tcn_story_alerts *alerts;

	if (key == TCN_STORY_ALERTS_OWN)
		return true;
	alerts = find_history(s, key);
	return alerts && alerts->terms.n;
}

static void
add_terms(struct tcn_story_index *s, const struct tcn_story_content *content,
    struct tcn_story_alerts *alerts)
{
	for (uint32_t i = 0; i < content->terms_n; i++) {
		uint32_t slot = content->terms[i].slot;

		if (alerts) {
			tcn_recent_put(&alerts->terms, s->df.rows[slot].id, 1,
			    s->now_ms);
			continue;
		}
		s->df.rows[slot].reported_ms = s->now_ms;
		tcn_df_mark_dirty(&s->df, slot);
	}
}

void
tcn_story_alerts_fire(struct tcn_story_index *s, uint64_t key,
    struct tcn_story_row *row)
{
	struct tcn_story_alerts *alerts = NULL;
	const struct tcn_story_content *content = NULL;
	uint64_t number;

	assert(!tcn_story_alerts_has_fired(s, key, row));
	if (key != TCN_STORY_ALERTS_OWN)
		alerts = tcn_story_alerts_get(s, key);
	content = tcn_story_content_find(s, row);
	add_terms(s, content, alerts);
	/* What the story of vectors is like has been reported. */
	tcn_story_baseline_report(s, row, !alerts, &number);
	if (alerts && number != TCN_STORY_NO_ROW)
		tcn_recent_put(&alerts->rows, number, 1, s->now_ms);
	if (alerts) {
		/* Forgets what is too old to matter; look-ups pass over it
		 * until then. */
		size_t kept = 0;

		tcn_recent_expire(&alerts->terms,
		    s->now_ms - s->conf.reported_ms);
		tcn_recent_expire(&alerts->rows,
		    s->now_ms - s->conf.reported_ms);
		/* An item may be dated ahead of the stream, by keep_ms at
		 * most. */
		tcn_recent_expire(&alerts->repeats, s->now_ms - 2 * s->keep_ms);
		for (size_t i = 0; i < alerts->fired_n; i++)
			if (alerts->fired[i].closed_ms >
			    tcn_story_texts_edge_ms(s))
				alerts->fired[kept++] = alerts->fired[i];
		alerts->fired_n = kept;
		fire_on(alerts, row, s->alerts.log.next);
	} else {
		row->fired = true;
	}
}

/* Has the rule reported the text, whose latest entry has this number? */
static bool
has_reported(const struct tcn_text_log *log,
    const struct tcn_story_alerts *alerts, uint64_t number, int64_t after_ms)
{
	const struct tcn_text_log_entry *entry;

	for (; (entry = tcn_text_log_get(log, number));
	     number = entry->before) {
		const struct tcn_story_alerts_fired *fired;

		if (entry->at_ms <= after_ms)
			return false;
		fired = find_fired(alerts, entry->story);
		if (fired && fired->from <= number)
			return true;
	}
	return false;
}

void
tcn_story_alerts_note_item(struct tcn_story_index *s,
    struct tcn_story_member *item)
{
	int64_t after_ms = tcn_story_texts_edge_ms(s);
	uint64_t latest = item->text_key
	    ? tcn_text_log_find(&s->alerts.log, item->text_key)
	    : 0;

	for (size_t i = 0; i < s->alerts.n && latest; i++) {
		struct tcn_story_alerts *alerts = &s->alerts.at[i];

		if (!has_reported(&s->alerts.log, alerts, latest, after_ms))
			continue;
		item->may_repeat = true;
		mark_changed(&s->alerts, alerts);
		tcn_recent_put(&alerts->repeats, item->seq, 1, s->now_ms);
	}
}

void
tcn_story_alerts_note_text(struct tcn_story_index *s,
    const struct tcn_story_row *row, uint64_t text_key)
{
	struct tcn_text_log *log = &s->alerts.log;

	if (!row->rules_n || !text_key)
		return;
	tcn_text_log_expire(log, tcn_story_texts_edge_ms(s));
	tcn_text_log_add(log, text_key, row->id, s->now_ms);
}

void
tcn_story_alerts_merge(struct tcn_story_index *s, struct tcn_story_row *to,
    const struct tcn_story_row *from)
{
	for (size_t i = 0; i < s->alerts.n && from->rules_n; i++) {
		struct tcn_story_alerts *alerts = &s->alerts.at[i];

		if (!find_fired(alerts, from->id) || find_fired(alerts, to->id))
			continue;
		mark_changed(&s->alerts, alerts);
		fire_on(alerts, to, s->alerts.log.next);
	}
}

void
tcn_story_alerts_forget(struct tcn_story_index *s,
    const struct tcn_story_row *row)
{
	for (size_t i = 0; i < s->alerts.n && row->rules_n; i++) {
		struct tcn_story_alerts *alerts = &s->alerts.at[i];
		struct tcn_story_alerts_fired *fired =
		    find_fired(alerts, row->id);

		if (!fired)
			continue;
		fired->closed_ms = s->now_ms;
		mark_changed(&s->alerts, alerts);
	}
}

static bool
is_among(uint64_t key, const uint64_t *keys, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (keys[i] == key)
			return true;
	return false;
}

/* The rule is gone: its stories no longer count it, and its rows go. */
static void
drop_alerts(struct tcn_story_index *s, struct tcn_story_alerts *alerts)
{
	for (size_t i = 0; i < alerts->fired_n; i++)
		if (alerts->fired[i].closed_ms == INT64_MAX)
			tcn_story_find(s, alerts->fired[i].story)->rules_n--;
	tcn_map_remove(&s->alerts.by_key, alerts->key);
	tcn_journal_remove(&s->alerts.journal, alerts->key);
	free_alerts(alerts);
}

void
tcn_story_alerts_keep(struct tcn_story_index *s, const uint64_t *keys, size_t n)
{
	struct tcn_story_alerts_table *table = &s->alerts;
	size_t kept = 0;

	for (size_t i = 0; i < table->n; i++) {
		struct tcn_story_alerts *alerts = &table->at[i];

		if (is_among(alerts->key, keys, n)) {
			*tcn_map_find(&table->by_key, alerts->key) = kept;
			table->at[kept++] = *alerts;
			continue;
		}
		drop_alerts(s, alerts);
	}
	table->n = kept;
}

size_t
tcn_story_alerts_bytes(const struct tcn_story_alerts_table *table)
{
	size_t bytes =
	    tcn_text_log_bytes(&table->log) + table->cap * sizeof *table->at;

	for (size_t i = 0; i < table->n; i++) {
		const struct tcn_story_alerts *alerts = &table->at[i];

		bytes += alerts->fired_cap * sizeof *alerts->fired +
		    tcn_recent_bytes(&alerts->terms) +
		    tcn_recent_bytes(&alerts->repeats) +
		    tcn_recent_bytes(&alerts->rows);
	}
	return bytes;
}

/* --- as rows of saved state: one a rule, one for each phrase it met --- */

static void
put_recent(struct tcn_buf *buf, const struct tcn_recent *recent)
{
	struct tcn_recent_row row;
	uint32_t cursor = 0;

	tcn_state_put_number(buf, recent->n, 4);
	while (tcn_recent_next(recent, &cursor, &row)) {
		tcn_state_put_number(buf, row.key, 8);
		tcn_state_put_number(buf, (uint64_t)row.ts_ms, 8);
	}
}

static void
get_recent(struct tcn_state_in *in, struct tcn_recent *recent)
{
	uint64_t n = tcn_state_get_number(in, 4);

	for (uint64_t i = 0; i < n && !in->failed; i++) {
		uint64_t key = tcn_state_get_number(in, 8);
		int64_t ms = tcn_state_get_time(in);

		if (!in->failed)
			tcn_recent_put(recent, key, 1, ms);
	}
}

void
tcn_story_alerts_encode(const struct tcn_story_alerts *alerts,
    struct tcn_buf *buf)
{
	tcn_state_put_number(buf, alerts->fired_n, 4);
	for (size_t i = 0; i < alerts->fired_n; i++) {
		const struct tcn_story_alerts_fired *fired = &alerts->fired[i];

		tcn_state_put_number(buf, fired->story, 8);
		tcn_state_put_number(buf, fired->from, 8);
		tcn_state_put_number(buf, fired->closed_ms != INT64_MAX, 1);
		if (fired->closed_ms != INT64_MAX)
			tcn_state_put_number(buf, (uint64_t)fired->closed_ms,
			    8);
	}
	put_recent(buf, &alerts->terms);
	put_recent(buf, &alerts->repeats);
	if (alerts->rows.n)
		put_recent(buf, &alerts->rows);
}

/* They ascend; what is said to be open is. */
static enum tcn_rc
get_fired(struct tcn_story_index *s, struct tcn_state_in *in,
    struct tcn_story_alerts *alerts)
{
	uint64_t n = tcn_state_get_number(in, 4), last = 0;

	for (uint64_t i = 0; i < n && !in->failed; i++) {
		struct tcn_story_alerts_fired fired = {
			.story = tcn_state_get_number(in, 8),
			.from = tcn_state_get_number(in, 8),
			.closed_ms = INT64_MAX,
		};
		bool closed = tcn_state_get_number(in, 1);
		struct tcn_story_row *row = tcn_story_find(s, fired.story);

		if (closed)
			fired.closed_ms = tcn_state_get_time(in);
		if (in->failed || (!closed && !row) || fired.story <= last ||
		    fired.from == 0 || fired.from > INT64_MAX)
			return TCN_CORRUPT;
		last = fired.story;
		tcn_text_log_note_number(&s->alerts.log, fired.from);
		tcn_story_alerts_add_fired(alerts, &fired);
		if (!closed)
			row->rules_n++;
	}
	return TCN_OK;
}

enum tcn_rc
tcn_story_alerts_decode(struct tcn_story_index *s, uint64_t key,
    struct tcn_state_in *in)
{
	struct tcn_story_alerts *alerts;
	enum tcn_rc rc;

	if (key == TCN_STORY_ALERTS_OWN || tcn_map_find(&s->alerts.by_key, key))
		return TCN_CORRUPT;
	alerts = tcn_story_alerts_get(s, key);
	rc = get_fired(s, in, alerts);
	if (!rc)
		get_recent(in, &alerts->terms);
	if (!rc)
		get_recent(in, &alerts->repeats);
	if (!rc && in->left) /* of stories of vectors, where there were some */
		get_recent(in, &alerts->rows);
	return rc;
}

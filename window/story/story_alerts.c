#include "window/story/story_alerts.h"

#include <assert.h>
#include <string.h>

#include "window/story/story_bytes_impl.h"
#include "window/story/story_impl.h"

/* Of one rule; what comes on top goes for the oldest. */
#define TERMS_MAX   65536
#define REPEATS_MAX 65536

void
tcn_story_alerts_init(struct tcn_story_alerts_table *table)
{
	*table = (struct tcn_story_alerts_table){ 0 };
	tcn_recent_init(&table->texts, TCN_REPORTED_TEXTS_MAX);
}

static void
free_alerts(struct tcn_story_alerts *alerts)
{
	tcn_mem_free(alerts->fired);
	tcn_recent_fini(&alerts->terms);
	tcn_recent_fini(&alerts->texts);
	tcn_recent_fini(&alerts->repeats);
	tcn_story_templates_fini(&alerts->templates);
}

void
tcn_story_alerts_fini(struct tcn_story_alerts_table *table)
{
	for (size_t i = 0; i < table->n; i++)
		free_alerts(&table->at[i]);
	tcn_mem_free(table->at);
	tcn_map_fini(&table->by_key);
	tcn_recent_fini(&table->texts);
	tcn_journal_fini(&table->journal);
}

/* The rule's history, or NULL: it has none yet. */
static struct tcn_story_alerts *
find(const struct tcn_story_index *s, uint64_t key)
{
	const uint64_t *at = tcn_map_find(&s->alerts.by_key, key);

	assert(key != TCN_STORY_ALERTS_OWN);
	return at ? &s->alerts.at[*at] : NULL;
}

static enum tcn_rc
mark_changed(struct tcn_story_alerts_table *table,
    struct tcn_story_alerts *alerts)
{
	return tcn_journal_change(&table->journal, alerts->key, &alerts->mark);
}

/* The same, begun when it has none. It is about to change. */
static enum tcn_rc
get(struct tcn_story_index *s, uint64_t key, struct tcn_story_alerts **alerts)
{
	struct tcn_story_alerts_table *table = &s->alerts;
	struct tcn_story_alerts *at = find(s, key);
	uint64_t *value;

	if (!at) {
		at = tcn_mem_grow(table->at, &table->cap, table->n + 1,
		    sizeof *at);
		if (!at)
			return TCN_NOMEM;
		table->at = at;
		if (tcn_map_put(&table->by_key, key, &value, NULL))
			return TCN_NOMEM;
		*value = table->n;
		at += table->n++;
		*at = (struct tcn_story_alerts){ .key = key };
		tcn_recent_init(&at->terms, TERMS_MAX);
		tcn_recent_init(&at->texts, TCN_REPORTED_TEXTS_MAX);
		tcn_recent_init(&at->repeats, REPEATS_MAX);
	}
	*alerts = at;
	return mark_changed(table, at);
}

/* The first of the ids that is not below id. */
static size_t
lower_bound(const struct tcn_story_alerts *alerts, uint64_t id)
{
	size_t low = 0, high = alerts->fired_n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (alerts->fired[middle] < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool
has_fired(const struct tcn_story_alerts *alerts, uint64_t id)
{
	size_t at = lower_bound(alerts, id);

	return at < alerts->fired_n && alerts->fired[at] == id;
}

static enum tcn_rc
add_fired(struct tcn_story_alerts *alerts, struct tcn_story_row *row)
{
	size_t at = lower_bound(alerts, row->id);
	uint64_t *ids = tcn_mem_grow(alerts->fired, &alerts->fired_cap,
	    alerts->fired_n + 1, sizeof *ids);

	if (!ids)
		return TCN_NOMEM;
	alerts->fired = ids;
	memmove(ids + at + 1, ids + at, (alerts->fired_n - at) * sizeof *ids);
	ids[at] = row->id;
	alerts->fired_n++;
	row->rules_n++;
	return TCN_OK;
}

static void
remove_fired(struct tcn_story_alerts *alerts, uint64_t id)
{
	size_t at = lower_bound(alerts, id);

	alerts->fired_n--;
	memmove(alerts->fired + at, alerts->fired + at + 1,
	    (alerts->fired_n - at) * sizeof *alerts->fired);
}

bool
tcn_story_alerts_has_fired(const struct tcn_story_index *s, uint64_t key,
    const struct tcn_story_row *row)
{
	const struct tcn_story_alerts *alerts;

	if (key == TCN_STORY_ALERTS_OWN)
		return row->fired;
	alerts = row->rules_n ? find(s, key) : NULL;
	return alerts && has_fired(alerts, row->id);
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
	alerts = find(s, key);
	return alerts && tcn_recent_find(&alerts->terms, row->id, after_ms);
}

bool
tcn_story_alerts_is_repeat(const struct tcn_story_index *s, uint64_t key,
    uint64_t seq, bool own)
{
	const struct tcn_story_alerts *alerts;

	if (key == TCN_STORY_ALERTS_OWN)
		return own;
	alerts = find(s, key);
	return alerts && tcn_recent_find(&alerts->repeats, seq, INT64_MIN);
}

double
tcn_story_alerts_fatigue(const struct tcn_story_index *s, uint64_t key)
{
	const struct tcn_story_alerts *alerts =
	    key == TCN_STORY_ALERTS_OWN ? NULL : find(s, key);
	struct tcn_decay_count none = { 0 };
	struct tcn_decay days = s->uncorroborated_decay;

	tcn_decay_set_now(&days, s->now_ms);
	if (key == TCN_STORY_ALERTS_OWN)
		return tcn_decay_read(&days, s->uncorroborated);
	return tcn_decay_read(&days, alerts ? alerts->uncorroborated : none);
}

const struct tcn_story_templates *
tcn_story_alerts_templates(const struct tcn_story_index *s, uint64_t key)
{
	const struct tcn_story_alerts *alerts;

	if (key == TCN_STORY_ALERTS_OWN)
		return &s->templates;
	alerts = find(s, key);
	return alerts ? &alerts->templates : NULL;
}

enum tcn_rc
tcn_story_alerts_note_template(struct tcn_story_index *s, uint64_t key,
    uint64_t phrase, int64_t now_ms, uint32_t texts)
{
	bool own = key == TCN_STORY_ALERTS_OWN;
	struct tcn_story_templates *templates = &s->templates;
	struct tcn_story_alerts *alerts;
	enum tcn_rc rc = own ? TCN_OK : get(s, key, &alerts);

	if (rc)
		return rc;
	if (!own)
		templates = &alerts->templates;
	return tcn_story_templates_note(templates, phrase, now_ms,
	    s->conf.within_ms, texts);
}

/* What is out of reach by now; look-ups pass over it meanwhile. */
static void
expire(const struct tcn_story_index *s, struct tcn_story_alerts *alerts)
{
	tcn_recent_expire(&alerts->terms, s->now_ms - s->conf.reported_ms);
	tcn_recent_expire(&alerts->texts, s->now_ms - TCN_REPORTED_TEXTS_MS);
	/* An item may be dated ahead, by no more than that. */
	tcn_recent_expire(&alerts->repeats, s->now_ms - 2 * s->keep_ms);
}

static enum tcn_rc
add_terms(struct tcn_story_index *s, const struct tcn_story_content *content,
    struct tcn_story_alerts *alerts)
{
	enum tcn_rc rc = TCN_OK;

	for (uint32_t i = 0; i < content->terms_n && !rc; i++) {
		uint32_t slot = content->terms[i].slot;

		if (alerts) {
			rc = tcn_recent_put(&alerts->terms, s->df.rows[slot].id,
			    1, s->now_ms);
			continue;
		}
		s->df.rows[slot].reported_ms = s->now_ms;
		rc = tcn_df_mark_dirty(&s->df, slot);
	}
	return rc;
}

enum tcn_rc
tcn_story_alerts_fire(struct tcn_story_index *s, uint64_t key,
    struct tcn_story_row *row)
{
	struct tcn_story_alerts *alerts = NULL;
	struct tcn_story_content content;
	enum tcn_rc rc = TCN_OK;

	if (key != TCN_STORY_ALERTS_OWN)
		rc = get(s, key, &alerts);
	if (!rc)
		rc =
		    tcn_story_content_find(s, row, s->conf.more_than, &content);
	if (!rc)
		rc = add_terms(s, &content, alerts);
	if (rc)
		return rc;
	tcn_decay_set_now(&s->uncorroborated_decay, s->now_ms);
	if (row->publishers_n < s->conf.min_publishers)
		tcn_decay_add(&s->uncorroborated_decay,
		    alerts ? &alerts->uncorroborated : &s->uncorroborated, 1);
	if (alerts) {
		expire(s, alerts);
		return add_fired(alerts, row);
	}
	row->fired = true;
	return TCN_OK;
}

enum tcn_rc
tcn_story_alerts_note_item(struct tcn_story_index *s,
    const struct tcn_story_member *item)
{
	int64_t after_ms = s->now_ms - TCN_REPORTED_TEXTS_MS;
	enum tcn_rc rc = TCN_OK;

	if (!item->text_key ||
	    !tcn_recent_find(&s->alerts.texts, item->text_key, after_ms))
		return TCN_OK;
	for (size_t i = 0; i < s->alerts.n && !rc; i++) {
		struct tcn_story_alerts *alerts = &s->alerts.at[i];

		if (!tcn_recent_find(&alerts->texts, item->text_key, after_ms))
			continue;
		rc = mark_changed(&s->alerts, alerts);
		if (!rc)
			rc = tcn_recent_put(&alerts->repeats, item->seq, 1,
			    s->now_ms);
	}
	return rc;
}

enum tcn_rc
tcn_story_alerts_note_text(struct tcn_story_index *s,
    const struct tcn_story_row *row, uint64_t text_key)
{
	enum tcn_rc rc = TCN_OK;

	if (!row->rules_n || !text_key)
		return TCN_OK;
	tcn_recent_expire(&s->alerts.texts, s->now_ms - TCN_REPORTED_TEXTS_MS);
	rc = tcn_recent_put(&s->alerts.texts, text_key, 1, s->now_ms);
	for (size_t i = 0; i < s->alerts.n && !rc; i++) {
		struct tcn_story_alerts *alerts = &s->alerts.at[i];

		if (!has_fired(alerts, row->id))
			continue;
		expire(s, alerts);
		rc = mark_changed(&s->alerts, alerts);
		if (!rc)
			rc = tcn_recent_put(&alerts->texts, text_key, 1,
			    s->now_ms);
	}
	return rc;
}

enum tcn_rc
tcn_story_alerts_merge(struct tcn_story_index *s, struct tcn_story_row *to,
    const struct tcn_story_row *from)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < s->alerts.n && from->rules_n && !rc; i++) {
		struct tcn_story_alerts *alerts = &s->alerts.at[i];

		if (!has_fired(alerts, from->id) || has_fired(alerts, to->id))
			continue;
		rc = mark_changed(&s->alerts, alerts);
		if (!rc)
			rc = add_fired(alerts, to);
	}
	return rc;
}

enum tcn_rc
tcn_story_alerts_forget(struct tcn_story_index *s,
    const struct tcn_story_row *row)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < s->alerts.n && row->rules_n && !rc; i++) {
		struct tcn_story_alerts *alerts = &s->alerts.at[i];

		if (!has_fired(alerts, row->id))
			continue;
		rc = mark_changed(&s->alerts, alerts);
		if (!rc)
			remove_fired(alerts, row->id);
	}
	return rc;
}

static bool
is_among(uint64_t key, const uint64_t *keys, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (keys[i] == key)
			return true;
	return false;
}

/* Its stories are no rule's that is gone. */
static void
release_stories(struct tcn_story_index *s,
    const struct tcn_story_alerts *alerts)
{
	for (size_t i = 0; i < alerts->fired_n; i++)
		tcn_story_find(s, alerts->fired[i])->rules_n--;
}

enum tcn_rc
tcn_story_alerts_keep(struct tcn_story_index *s, const uint64_t *keys, size_t n)
{
	struct tcn_story_alerts_table *table = &s->alerts;
	size_t kept = 0;
	enum tcn_rc rc = tcn_journal_reserve_gone(&table->journal, table->n);

	for (size_t i = 0; i < table->n && !rc; i++) {
		struct tcn_story_alerts *alerts = &table->at[i];

		if (is_among(alerts->key, keys, n)) {
			*tcn_map_find(&table->by_key, alerts->key) = kept;
			table->at[kept++] = *alerts;
			continue;
		}
		release_stories(s, alerts);
		tcn_map_remove(&table->by_key, alerts->key);
		rc = tcn_journal_remove(&table->journal, alerts->key);
		free_alerts(alerts);
	}
	if (!rc)
		table->n = kept;
	return rc;
}

static void
put_recent(struct tcn_buf *buf, const struct tcn_recent *recent)
{
	struct tcn_recent_row row;
	uint32_t cursor = 0;

	tcn_story_bytes_put(buf, recent->n, 4);
	while (tcn_recent_next(recent, &cursor, &row)) {
		tcn_story_bytes_put(buf, row.key, 8);
		tcn_story_bytes_put(buf, (uint64_t)row.ts_ms, 8);
	}
}

static enum tcn_rc
get_recent(struct tcn_story_bytes *in, struct tcn_recent *recent,
    struct tcn_recent *all)
{
	uint64_t n = tcn_story_bytes_get(in, 4);
	enum tcn_rc rc = TCN_OK;

	for (uint64_t i = 0; i < n && !in->failed && !rc; i++) {
		uint64_t key = tcn_story_bytes_get(in, 8);
		int64_t ms = tcn_story_bytes_get_ms(in);

		if (!in->failed)
			rc = tcn_recent_put(recent, key, 1, ms);
		if (!rc && all && !in->failed)
			rc = tcn_recent_put(all, key, 1, ms);
	}
	return rc;
}

static void
put_templates(struct tcn_buf *buf, const struct tcn_story_templates *templates)
{
	tcn_story_bytes_put(buf, templates->n, 4);
	for (size_t i = 0; i < templates->n; i++) {
		const struct tcn_story_template *phrase = &templates->rows[i];

		tcn_story_bytes_put(buf, phrase->key, 8);
		tcn_story_bytes_put(buf, phrase->n, 1);
		tcn_story_encode_template(phrase, buf);
	}
}

static enum tcn_rc
get_templates(struct tcn_story_bytes *in, struct tcn_story_templates *templates)
{
	uint64_t n = tcn_story_bytes_get(in, 4);

	for (uint64_t i = 0; i < n && !in->failed; i++) {
		uint64_t key = tcn_story_bytes_get(in, 8);
		uint64_t seen_n = tcn_story_bytes_get(in, 1);
		struct tcn_story_template *phrase;

		if (seen_n > TCN_STORY_TEMPLATE_SEEN ||
		    tcn_map_find(&templates->by_key, key))
			return TCN_CORRUPT;
		if (tcn_story_templates_add(templates, key, &phrase))
			return TCN_NOMEM;
		tcn_story_decode_seen(phrase, (uint32_t)seen_n, in);
	}
	return TCN_OK;
}

void
tcn_story_alerts_encode(const struct tcn_story_alerts *alerts,
    struct tcn_buf *buf)
{
	tcn_story_bytes_put_count(buf, alerts->uncorroborated);
	tcn_story_bytes_put(buf, alerts->fired_n, 4);
	for (size_t i = 0; i < alerts->fired_n; i++)
		tcn_story_bytes_put(buf, alerts->fired[i], 8);
	put_recent(buf, &alerts->terms);
	put_recent(buf, &alerts->texts);
	put_recent(buf, &alerts->repeats);
	put_templates(buf, &alerts->templates);
}

/* Each is an open story; they ascend. */
static enum tcn_rc
get_fired(struct tcn_story_index *s, struct tcn_story_bytes *in,
    struct tcn_story_alerts *alerts)
{
	uint64_t n = tcn_story_bytes_get(in, 4), last = 0;
	enum tcn_rc rc = TCN_OK;

	for (uint64_t i = 0; i < n && !in->failed && !rc; i++) {
		uint64_t id = tcn_story_bytes_get(in, 8);
		struct tcn_story_row *row = tcn_story_find(s, id);

		if (!row || id <= last)
			return TCN_CORRUPT;
		last = id;
		rc = add_fired(alerts, row);
	}
	return rc;
}

enum tcn_rc
tcn_story_alerts_decode(struct tcn_story_index *s, uint64_t key,
    struct tcn_story_bytes *in)
{
	struct tcn_story_alerts *alerts;
	enum tcn_rc rc;

	if (key == TCN_STORY_ALERTS_OWN || find(s, key))
		return TCN_CORRUPT;
	rc = get(s, key, &alerts);
	if (rc)
		return rc;
	alerts->uncorroborated = tcn_story_bytes_get_count(in);
	rc = get_fired(s, in, alerts);
	if (!rc)
		rc = get_recent(in, &alerts->terms, NULL);
	if (!rc)
		rc = get_recent(in, &alerts->texts, &s->alerts.texts);
	if (!rc)
		rc = get_recent(in, &alerts->repeats, NULL);
	if (!rc)
		rc = get_templates(in, &alerts->templates);
	return rc;
}

size_t
tcn_story_alerts_bytes(const struct tcn_story_alerts_table *table)
{
	size_t bytes =
	    tcn_recent_bytes(&table->texts) + table->cap * sizeof *table->at;

	for (size_t i = 0; i < table->n; i++) {
		const struct tcn_story_alerts *alerts = &table->at[i];

		bytes += alerts->fired_cap * sizeof *alerts->fired +
		    tcn_recent_bytes(&alerts->terms) +
		    tcn_recent_bytes(&alerts->texts) +
		    tcn_recent_bytes(&alerts->repeats) +
		    alerts->templates.cap * sizeof *alerts->templates.rows +
		    tcn_map_bytes(&alerts->templates.by_key);
	}
	return bytes;
}

/*
 * Known events as rows of state, and back. A row is `struct saved`, fixed
 * fields without pointers and padding in the machine's byte order, and behind
 * it the rule's name.
 */
#include <string.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "engine/base/str.h"
#include "rules/lifecycle_impl.h"
#include "rules/rule.h"
#include "window/base/state.h"

struct saved {
	uint64_t group, opened_seq, story, central;
	int64_t last_item_ms, keep_ms, fired_ms, changed_ms, first_ms, last_ms;
	uint32_t reported, reported_publishers, uncounted, recount_after;
	uint32_t pending, group_ended, langs_n;
	uint32_t revision, state, severity, why;
	uint32_t items, origins, publishers, name_n;
	uint32_t kind; /* 0 in rows of older programs, as of news */
	char id[TCN_EVENT_ID_BYTES];
	char split_from[TCN_EVENT_ID_BYTES];
	struct tcn_lifecycle_language langs[TCN_LIFECYCLE_LANGUAGES];
};

/* Behind the name, of events that have any of it; behind it the groups but the
 * first, the single items, and what languages the last report counted. */
struct saved_more {
	int64_t came_ms, until_ms;
	uint32_t steps, latest, groups_n, singles_n;
};

struct saved_group {
	uint64_t group, ended;
};

_Static_assert(sizeof(struct saved_more) == 2 * 8 + 4 * 4 &&
	sizeof(struct tcn_lifecycle_single) == 5 * 8 &&
	sizeof(struct tcn_event_languages) == 6 * 8 + 4,
    "no padding");
_Static_assert(sizeof(struct saved) ==
	10 * 8 + 16 * 4 + 2 * TCN_EVENT_ID_BYTES + TCN_LIFECYCLE_LANGUAGES * 12,
    "no padding");

bool
tcn_lifecycle_knows(const struct tcn_lifecycle *lifecycle, const char *id)
{
	return tcn_map_find(&lifecycle->by_id, XXH3_64bits(id, strlen(id))) !=
	    NULL;
}

static void
save_more(const struct tcn_lifecycle_entry *entry, struct tcn_buf *buf)
{
	struct saved_more more = {
		.came_ms = entry->came_ms,
		.until_ms = entry->until_ms,
		.steps = entry->steps,
		.latest = entry->latest,
		.singles_n = (uint32_t)entry->singles_n,
	};
	const struct tcn_event_languages *languages = &entry->event.languages;
	const struct tcn_lifecycle_link *link;

	if (more.came_ms == INT64_MIN && !more.steps && !languages->n &&
	    !tcn_lifecycle_is_grouped(entry))
		return;
	for (link = entry->own.next; link; link = link->next)
		more.groups_n++;
	tcn_buf_add(buf, &more, sizeof more);
	for (link = entry->own.next; link; link = link->next) {
		struct saved_group group = { link->group, link->ended };

		tcn_buf_add(buf, &group, sizeof group);
	}
	if (entry->singles_n)
		tcn_buf_add(buf, entry->singles,
		    entry->singles_n * sizeof *entry->singles);
	if (languages->n)
		tcn_buf_add(buf, languages, sizeof *languages);
}

static void
save(const struct tcn_lifecycle_entry *entry, struct tcn_buf *buf)
{
	const struct tcn_event *e = &entry->event;
	struct saved s = {
		.group = entry->own.group,
		.opened_seq = entry->opened_seq,
		.story = e->story,
		.central = e->central,
		.last_item_ms = entry->last_item_ms,
		.keep_ms = entry->keep_ms,
		.fired_ms = e->fired_ms,
		.changed_ms = e->changed_ms,
		.first_ms = e->first_ms,
		.last_ms = e->last_ms,
		.reported = entry->reported,
		.reported_publishers = entry->reported_publishers,
		.uncounted = entry->uncounted,
		.recount_after = entry->recount_after,
		.pending = entry->pending,
		.group_ended = entry->own.ended,
		.langs_n = entry->langs_n,
		.revision = e->revision,
		.state = e->state,
		.severity = e->severity,
		.why = e->why,
		.items = e->items,
		.origins = e->origins,
		.publishers = e->publishers,
		.name_n = (uint32_t)e->rule.n,
		.kind = e->kind,
	};

	memcpy(s.id, e->id, sizeof s.id);
	memcpy(s.split_from, e->split_from, sizeof s.split_from);
	memcpy(s.langs, entry->langs, sizeof s.langs);
	tcn_buf_add(buf, &s, sizeof s);
	tcn_buf_add(buf, e->rule.at, e->rule.n);
	save_more(entry, buf);
}

static void
save_list(const struct tcn_lifecycle_heap *heap, uint32_t kind,
    struct tcn_state_out *out)
{
	for (size_t i = 0; i < heap->n; i++) {
		const struct tcn_lifecycle_entry *entry = heap->at[i];

		if (!entry->dirty)
			continue;
		save(entry, &out->row);
		tcn_state_put(out, kind, tcn_lifecycle_row_id(&entry->event));
	}
}

static void
note_saved(struct tcn_lifecycle_heap *heap)
{
	for (size_t i = 0; i < heap->n; i++) {
		heap->at[i]->dirty = false;
		heap->at[i]->saved = true;
	}
}

enum tcn_rc
tcn_lifecycle_save(struct tcn_lifecycle *lifecycle, uint32_t kind,
    tcn_state_fn *sink, void *ctx)
{
	struct tcn_state_out out = { .fn = sink, .ctx = ctx };
	enum tcn_rc rc;

	tcn_state_gone(&out, kind, lifecycle->gone, lifecycle->gone_n);
	save_list(&lifecycle->active, kind, &out);
	save_list(&lifecycle->closed, kind, &out);
	rc = tcn_state_end(&out);
	if (rc)
		return rc;
	lifecycle->gone_n = 0;
	note_saved(&lifecycle->active);
	note_saved(&lifecycle->closed);
	return TCN_OK;
}

static struct tcn_event
load_event(const struct saved *s)
{
	struct tcn_event event = {
		.story = s->story,
		.severity = s->severity,
		.kind = s->kind,
		.why = s->why,
		.revision = s->revision,
		.state = s->state,
		.fired_ms = s->fired_ms,
		.changed_ms = s->changed_ms,
		.first_ms = s->first_ms,
		.last_ms = s->last_ms,
		.items = s->items,
		.origins = s->origins,
		.publishers = s->publishers,
		.central = s->central,
	};

	memcpy(event.id, s->id, sizeof s->id - 1);
	memcpy(event.split_from, s->split_from, sizeof s->split_from - 1);
	return event;
}

static void
load_entry(struct tcn_lifecycle_entry *entry, const struct saved *s,
    const char *name)
{
	*entry = (struct tcn_lifecycle_entry){
		.own = { .entry = entry,
		    .group = s->group,
		    .ended = s->group_ended },
		.came_ms = INT64_MIN,
		.until_ms = INT64_MIN,
		.opened_seq = s->opened_seq,
		.last_item_ms = s->last_item_ms,
		.keep_ms = s->keep_ms,
		.reported = s->reported,
		.reported_publishers = s->reported_publishers,
		.uncounted = s->uncounted,
		.recount_after = s->recount_after,
		.pending = s->pending,
		.langs_n = s->langs_n,
		.saved = true,
		.event = load_event(s),
	};
	memcpy(entry->langs, s->langs, sizeof s->langs);
	for (size_t i = 0; i < TCN_LIFECYCLE_LANGUAGES; i++)
		entry->langs[i].code[sizeof entry->langs->code - 1] = '\0';
	memcpy(entry->name, name, s->name_n);
	entry->event.rule = (struct tcn_str){ entry->name, s->name_n };
	entry->rule_key = tcn_rule_key(entry->event.rule);
}

/* Reads n bytes off the front; false: there are not so many. */
static bool
take_bytes(struct tcn_str *bytes, void *to, size_t n)
{
	if (bytes->n < n)
		return false;
	if (n)
		memcpy(to, bytes->at, n);
	bytes->at += n;
	bytes->n -= n;
	return true;
}

static enum tcn_rc
load_groups(struct tcn_lifecycle_entry *entry, struct tcn_str *bytes, size_t n)
{
	struct tcn_lifecycle_link **at = &entry->own.next;
	struct saved_group saved;

	for (; n; n--, at = &(*at)->next) {
		if (!take_bytes(bytes, &saved, sizeof saved))
			return TCN_CORRUPT;
		*at = tcn_mem_calloc(1, sizeof **at);
		(*at)->entry = entry;
		(*at)->group = saved.group;
		(*at)->ended = saved.ended;
	}
	return TCN_OK;
}

/* Single items are by seq. */
static enum tcn_rc
load_singles(struct tcn_lifecycle_entry *entry, struct tcn_str *bytes, size_t n)
{
	if (n > TCN_LIFECYCLE_SINGLES_MAX ||
	    bytes->n < n * sizeof *entry->singles)
		return TCN_CORRUPT;
	if (!n)
		return TCN_OK;
	entry->singles =
	    tcn_mem_grow(NULL, &entry->singles_cap, n, sizeof *entry->singles);
	take_bytes(bytes, entry->singles, n * sizeof *entry->singles);
	entry->singles_n = n;
	for (size_t i = 1; i < n; i++)
		if (entry->singles[i].seq <= entry->singles[i - 1].seq)
			return TCN_CORRUPT;
	return TCN_OK;
}

/* What is left of the row; one of an older program has none. */
static enum tcn_rc
load_languages(struct tcn_lifecycle_entry *entry, struct tcn_str bytes)
{
	struct tcn_event_languages *languages = &entry->event.languages;

	if (!bytes.n)
		return TCN_OK;
	if (!take_bytes(&bytes, languages, sizeof *languages) || bytes.n ||
	    languages->n > TCN_EVENT_LANGUAGES)
		return TCN_CORRUPT;
	for (size_t i = 0; i < TCN_EVENT_LANGUAGES; i++)
		languages->at[i][TCN_EVENT_LANGUAGE_BYTES - 1] = '\0';
	return TCN_OK;
}

static enum tcn_rc
load_more(struct tcn_lifecycle_entry *entry, struct tcn_str bytes)
{
	struct saved_more more;
	enum tcn_rc rc;

	if (!bytes.n)
		return TCN_OK;
	if (!take_bytes(&bytes, &more, sizeof more))
		return TCN_CORRUPT;
	entry->came_ms = more.came_ms;
	entry->until_ms = more.until_ms;
	entry->steps = more.steps;
	entry->latest = more.latest;
	rc = load_groups(entry, &bytes, more.groups_n);
	if (!rc)
		rc = load_singles(entry, &bytes, more.singles_n);
	return rc ? rc : load_languages(entry, bytes);
}

/* Is the event known already, or another the latest of its rule? */
static bool
is_known(const struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_entry *entry)
{
	return tcn_map_find(&lifecycle->by_id,
		   tcn_lifecycle_row_id(&entry->event)) ||
	    (entry->latest &&
		(tcn_lifecycle_latest(lifecycle, entry->rule_key) ||
		    !tcn_lifecycle_is_active(entry)));
}

static enum tcn_rc
enter(struct tcn_lifecycle *lifecycle, struct tcn_lifecycle_entry *entry)
{
	uint64_t *at;
	enum tcn_rc rc;

	if (is_known(lifecycle, entry))
		return TCN_CORRUPT;
	rc = tcn_lifecycle_enter(lifecycle, entry);
	if (!rc && entry->latest) {
		tcn_map_put(&lifecycle->latest, entry->rule_key, &at, NULL);
		*at = (uintptr_t)entry;
	}
	return rc;
}

enum tcn_rc
tcn_lifecycle_restore(struct tcn_lifecycle *lifecycle, const void *bytes,
    size_t n)
{
	struct tcn_str rest = { bytes, n };
	struct saved s;
	struct tcn_lifecycle_entry *entry;
	enum tcn_rc rc;

	if (!take_bytes(&rest, &s, sizeof s) || rest.n < s.name_n ||
	    s.langs_n > TCN_LIFECYCLE_LANGUAGES ||
	    s.state > TCN_EVENT_REOPENED ||
	    s.severity > TCN_SEVERITY_CRITICAL || s.kind > TCN_EVENT_REPORT)
		return TCN_CORRUPT;
	entry = tcn_mem_alloc(sizeof *entry + s.name_n);
	load_entry(entry, &s, rest.at);
	rest.at += s.name_n;
	rest.n -= s.name_n;
	rc = load_more(entry, rest);
	if (!rc)
		rc = enter(lifecycle, entry);
	if (rc)
		tcn_lifecycle_free_entry(entry);
	return rc;
}

/* The counts of the last report, so that the next item is counted anew. */
enum tcn_rc
tcn_lifecycle_adopt(struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_past *past, struct tcn_lifecycle_entry **out)
{
	const struct tcn_event *event = past->event;
	struct tcn_lifecycle_entry *entry =
	    tcn_mem_calloc(1, sizeof *entry + event->rule.n);
	enum tcn_rc rc;

	memcpy(entry->name, event->rule.at, event->rule.n);
	entry->rule_key = past->rule_key;
	entry->own = (struct tcn_lifecycle_link){
		.entry = entry, .group = past->group, .ended = past->ended
	};
	entry->came_ms = entry->until_ms = INT64_MIN;
	entry->opened_seq = event->item;
	entry->keep_ms = past->keep_ms;
	entry->last_item_ms = past->last_item_ms;
	entry->reported = event->items;
	entry->reported_publishers = event->publishers;
	entry->recount_after = 1;
	entry->steps = past->steps;
	entry->dirty = true;
	entry->event = *event;
	entry->event.rule = (struct tcn_str){ entry->name, event->rule.n };
	entry->event.story =
	    tcn_lifecycle_group_is_story(past->group) ? past->group : 0;
	entry->event.headline = (struct tcn_event_headline){ 0 };
	entry->event.reason = NULL;
	entry->event.terms_n = entry->event.evidence_n = 0;
	entry->event.stories_n = entry->event.linked_n = 0;
	for (size_t i = 0; i < event->languages.n; i++)
		tcn_lifecycle_add_language(entry, event->languages.at[i]);
	rc = tcn_lifecycle_enter(lifecycle, entry);
	if (rc)
		tcn_lifecycle_free_entry(entry);
	else
		*out = entry;
	return rc;
}

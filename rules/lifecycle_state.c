/*
 * Known events as rows of state, and back. Behind the members that a row always
 * has stands the rule's name, and behind it, of some events, what more there
 * is.
 */
#include <string.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "engine/base/str.h"
#include "rules/lifecycle_impl.h"
#include "rules/rule.h"
#include "window/base/state.h"

#define F(...) TCN_STATE_FIELD(struct tcn_lifecycle_entry, __VA_ARGS__)
#define MS(member)                                                             \
	TCN_STATE_FIELD_AS(struct tcn_lifecycle_entry, member,                 \
	    TCN_STATE_FIELD_NUMBER)

/* Then follows whether the first group has ended, in 4 bytes. */
static const struct tcn_state_field event_fields[] = {
	F(own.group),
	F(opened_seq),
	F(event.story),
	F(event.central),
	MS(last_item_ms),
	MS(keep_ms),
	MS(event.fired_ms),
	MS(event.changed_ms),
	MS(event.first_ms),
	MS(event.last_ms),
	F(reported),
	F(reported_publishers),
	F(uncounted),
	F(recount_after),
	F(pending),
	{ 0 },
};

/* Then the length of the rule's name. */
static const struct tcn_state_field count_fields[] = {
	F(langs_n, TCN_LIFECYCLE_LANGUAGES),
	F(event.revision),
	F(event.state, TCN_EVENT_REOPENED),
	F(event.severity, TCN_SEVERITY_CRITICAL),
	F(event.why),
	F(event.items),
	F(event.origins),
	F(event.publishers),
	{ 0 },
};

/* Then the name. */
static const struct tcn_state_field id_fields[] = {
	/* 0 in rows of older programs, as of news */
	F(event.kind, TCN_EVENT_REPORT),
	F(event.id),
	F(event.split_from),
	F(langs),
	{ 0 },
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
	const struct tcn_str *rule = &entry->event.rule;

	tcn_state_put_fields(buf, event_fields, entry);
	tcn_state_put_number(buf, entry->own.ended, 4);
	tcn_state_put_fields(buf, count_fields, entry);
	tcn_state_put_number(buf, rule->n, 4);
	tcn_state_put_fields(buf, id_fields, entry);
	tcn_buf_str(buf, *rule);
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

	tcn_state_gone(&out, kind, &lifecycle->gone);
	save_list(&lifecycle->active, kind, &out);
	save_list(&lifecycle->closed, kind, &out);
	rc = tcn_state_end(&out);
	if (rc)
		return rc;
	lifecycle->gone.n = 0;
	note_saved(&lifecycle->active);
	note_saved(&lifecycle->closed);
	return TCN_OK;
}

/* The entry of a row up to the name, which is read next; NULL: there is not so
 * much. */
static struct tcn_lifecycle_entry *
load_entry(struct tcn_state_in *in)
{
	struct tcn_lifecycle_entry known = {
		.came_ms = INT64_MIN,
		.until_ms = INT64_MIN,
		.saved = true,
	};
	struct tcn_lifecycle_entry *entry;
	size_t n;

	tcn_state_get_fields(in, event_fields, &known);
	known.own.ended = tcn_state_get_number(in, 4);
	tcn_state_get_fields(in, count_fields, &known);
	n = tcn_state_get_number(in, 4);
	tcn_state_get_fields(in, id_fields, &known);
	if (in->failed || in->left < n)
		return NULL;
	known.event.id[TCN_EVENT_ID_BYTES - 1] = '\0';
	known.event.split_from[TCN_EVENT_ID_BYTES - 1] = '\0';
	for (size_t i = 0; i < TCN_LIFECYCLE_LANGUAGES; i++)
		known.langs[i].code[sizeof known.langs->code - 1] = '\0';
	entry = tcn_mem_alloc(sizeof *entry + n);
	*entry = known;
	tcn_state_get_bytes(in, entry->name, n);
	entry->own.entry = entry;
	entry->event.rule = (struct tcn_str){ entry->name, n };
	entry->rule_key = tcn_rule_key(entry->event.rule);
	return entry;
}

static void
load_groups(struct tcn_lifecycle_entry *entry, struct tcn_state_in *in,
    size_t n)
{
	struct tcn_lifecycle_link **at = &entry->own.next;
	struct saved_group saved;

	for (; n && !in->failed; n--, at = &(*at)->next) {
		tcn_state_get_bytes(in, &saved, sizeof saved);
		*at = tcn_mem_calloc(1, sizeof **at);
		(*at)->entry = entry;
		(*at)->group = saved.group;
		(*at)->ended = saved.ended;
	}
}

/* Single items are by seq. */
static void
load_singles(struct tcn_lifecycle_entry *entry, struct tcn_state_in *in,
    size_t n)
{
	size_t bytes = n * sizeof *entry->singles;

	if (n > TCN_LIFECYCLE_SINGLES_MAX || in->left < bytes)
		in->failed = true;
	if (in->failed || !n)
		return;
	entry->singles =
	    tcn_mem_grow(NULL, &entry->singles_cap, n, sizeof *entry->singles);
	tcn_state_get_bytes(in, entry->singles, bytes);
	entry->singles_n = n;
	for (size_t i = 1; i < n; i++)
		in->failed |=
		    entry->singles[i].seq <= entry->singles[i - 1].seq;
}

/* What is left of the row; one of an older program has none. */
static void
load_languages(struct tcn_lifecycle_entry *entry, struct tcn_state_in *in)
{
	struct tcn_event_languages *languages = &entry->event.languages;

	if (!in->left)
		return;
	tcn_state_get_bytes(in, languages, sizeof *languages);
	in->failed |= in->left || languages->n > TCN_EVENT_LANGUAGES;
	for (size_t i = 0; i < TCN_EVENT_LANGUAGES; i++)
		languages->at[i][TCN_EVENT_LANGUAGE_BYTES - 1] = '\0';
}

static void
load_more(struct tcn_lifecycle_entry *entry, struct tcn_state_in *in)
{
	struct saved_more more;

	if (!in->left)
		return;
	tcn_state_get_bytes(in, &more, sizeof more);
	entry->came_ms = more.came_ms;
	entry->until_ms = more.until_ms;
	entry->steps = more.steps;
	entry->latest = more.latest;
	load_groups(entry, in, more.groups_n);
	load_singles(entry, in, more.singles_n);
	load_languages(entry, in);
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
	struct tcn_state_in in = { .at = bytes, .left = n };
	struct tcn_lifecycle_entry *entry = load_entry(&in);
	enum tcn_rc rc;

	if (!entry)
		return TCN_CORRUPT;
	load_more(entry, &in);
	rc = in.failed ? TCN_CORRUPT : enter(lifecycle, entry);
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

/*
 * Known events as rows of state, and back. A row is `struct saved`, fixed
 * fields without pointers and padding in the machine's byte order, and behind
 * it the rule's name.
 */
#include <string.h>
#include <xxhash.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/str.h"
#include "rules/lifecycle_impl.h"
#include "rules/rule.h"

struct saved {
	uint64_t group, opened_seq, story, central;
	int64_t last_item_ms, keep_ms, fired_ms, changed_ms, first_ms, last_ms;
	uint32_t reported, reported_publishers, uncounted, recount_after;
	uint32_t pending, group_ended, langs_n;
	uint32_t revision, state, severity, why;
	uint32_t items, origins, publishers, name_n, zero;
	char id[TCN_EVENT_ID_BYTES];
	char split_from[TCN_EVENT_ID_BYTES];
	struct tcn_lifecycle_language langs[TCN_LIFECYCLE_LANGUAGES];
};

_Static_assert(sizeof(struct saved) ==
	10 * 8 + 16 * 4 + 2 * TCN_EVENT_ID_BYTES + TCN_LIFECYCLE_LANGUAGES * 12,
    "no padding");

/* An event's id never changes, its group may. */
uint64_t
tcn_lifecycle_row_id(const struct tcn_event *event)
{
	return XXH3_64bits(event->id, strlen(event->id));
}

bool
tcn_lifecycle_knows(const struct tcn_lifecycle *lifecycle, const char *id)
{
	return tcn_map_find(&lifecycle->by_id, XXH3_64bits(id, strlen(id))) !=
	    NULL;
}

static void
save(const struct tcn_lifecycle_entry *entry, struct tcn_buf *buf)
{
	const struct tcn_event *e = &entry->event;
	struct saved s = {
		.group = entry->group,
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
		.group_ended = entry->group_ended,
		.langs_n = entry->langs_n,
		.revision = e->revision,
		.state = e->state,
		.severity = e->severity,
		.why = e->why,
		.items = e->items,
		.origins = e->origins,
		.publishers = e->publishers,
		.name_n = (uint32_t)e->rule.n,
	};

	memcpy(s.id, e->id, sizeof s.id);
	memcpy(s.split_from, e->split_from, sizeof s.split_from);
	memcpy(s.langs, entry->langs, sizeof s.langs);
	tcn_buf_add(buf, &s, sizeof s);
	tcn_buf_add(buf, e->rule.at, e->rule.n);
}

static enum tcn_rc
save_gone(struct tcn_lifecycle *lifecycle, uint32_t kind, tcn_state_fn *sink,
    void *ctx)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < lifecycle->gone_n && !rc; i++) {
		struct tcn_state_row row = { .kind = kind,
			.id = lifecycle->gone[i] };

		rc = sink(ctx, &row);
	}
	return rc;
}

static enum tcn_rc
save_list(const struct tcn_lifecycle_heap *heap, uint32_t kind,
    struct tcn_buf *bytes, tcn_state_fn *sink, void *ctx)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < heap->n && !rc; i++) {
		struct tcn_lifecycle_entry *entry = heap->at[i];
		struct tcn_state_row row = {
			.kind = kind,
			.id = tcn_lifecycle_row_id(&entry->event),
		};

		if (!entry->dirty)
			continue;
		tcn_buf_clear(bytes);
		save(entry, bytes);
		row.bytes = bytes->at;
		row.n = bytes->n;
		rc = bytes->failed ? TCN_NOMEM : sink(ctx, &row);
	}
	return rc;
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
	struct tcn_buf bytes = { 0 };
	enum tcn_rc rc = save_gone(lifecycle, kind, sink, ctx);

	if (!rc)
		rc = save_list(&lifecycle->active, kind, &bytes, sink, ctx);
	if (!rc)
		rc = save_list(&lifecycle->closed, kind, &bytes, sink, ctx);
	tcn_buf_fini(&bytes);
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
load(struct tcn_lifecycle_entry *entry, const struct saved *s, const char *name)
{
	*entry = (struct tcn_lifecycle_entry){
		.group = s->group,
		.opened_seq = s->opened_seq,
		.last_item_ms = s->last_item_ms,
		.keep_ms = s->keep_ms,
		.reported = s->reported,
		.reported_publishers = s->reported_publishers,
		.uncounted = s->uncounted,
		.recount_after = s->recount_after,
		.pending = s->pending,
		.langs_n = s->langs_n,
		.group_ended = s->group_ended,
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

enum tcn_rc
tcn_lifecycle_restore(struct tcn_lifecycle *lifecycle, const void *bytes,
    size_t n)
{
	struct saved s;
	struct tcn_lifecycle_entry *entry;
	enum tcn_rc rc;

	if (n < sizeof s)
		return TCN_CORRUPT;
	memcpy(&s, bytes, sizeof s);
	if (n - sizeof s != s.name_n || s.langs_n > TCN_LIFECYCLE_LANGUAGES ||
	    s.state > TCN_EVENT_REOPENED || s.severity > TCN_SEVERITY_CRITICAL)
		return TCN_CORRUPT;
	entry = tcn_mem_alloc(sizeof *entry + s.name_n);
	if (!entry)
		return TCN_NOMEM;
	load(entry, &s, (const char *)bytes + sizeof s);
	rc = tcn_lifecycle_find(lifecycle, entry->rule_key, entry->group) ||
		tcn_map_find(&lifecycle->by_id,
		    tcn_lifecycle_row_id(&entry->event))
	    ? TCN_CORRUPT
	    : tcn_lifecycle_enter(lifecycle, entry);
	if (rc)
		tcn_mem_free(entry);
	return rc;
}

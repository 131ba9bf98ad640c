/*
 * Known events of a stream whose time has run ahead.
 */
#include "rules/lifecycle_impl.h"

static void
take_back(int64_t *ms, int64_t now_ms)
{
	if (*ms > now_ms)
		*ms = now_ms;
}

static void
take_back_entry(struct tcn_lifecycle_entry *entry, int64_t now_ms)
{
	take_back(&entry->last_item_ms, now_ms);
	take_back(&entry->came_ms, now_ms);
	take_back(&entry->until_ms, now_ms);
	take_back(&entry->event.fired_ms, now_ms);
	take_back(&entry->event.changed_ms, now_ms);
	take_back(&entry->event.first_ms, now_ms);
	take_back(&entry->event.last_ms, now_ms);
	for (size_t i = 0; i < entry->singles_n; i++) {
		take_back(&entry->singles[i].ts_ms, now_ms);
		take_back(&entry->singles[i].came_ms, now_ms);
	}
	entry->dirty = true;
}

/* A story of the event that has not ended, or 0. */
static uint64_t
story_of(const struct tcn_lifecycle_entry *entry)
{
	const struct tcn_lifecycle_link *link = &entry->own;

	while (link &&
	    (link->ended || (link->group & TCN_LIFECYCLE_ITEM_GROUP(0))))
		link = link->next;
	return link ? link->group : 0;
}

/* An end changes the order of the heap, so it is looked through until there is
 * nothing left to end: rarely more than three times. */
static void
end_stories(struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_heap *heap)
{
	bool more = true;

	while (more) {
		more = false;
		for (size_t i = 0; i < heap->n; i++) {
			uint64_t story = story_of(heap->at[i]);

			if (!story)
				continue;
			more = true;
			tcn_lifecycle_end_group(lifecycle, story);
		}
	}
}

static void
take_back_all(struct tcn_lifecycle *lifecycle, struct tcn_lifecycle_heap *heap,
    int64_t now_ms)
{
	for (size_t i = 0; i < heap->n; i++)
		take_back_entry(heap->at[i], now_ms);
	tcn_lifecycle_reschedule_all(lifecycle, heap);
}

void
tcn_lifecycle_set_clock_back(struct tcn_lifecycle *lifecycle, int64_t now_ms)
{
	take_back_all(lifecycle, &lifecycle->active, now_ms);
	take_back_all(lifecycle, &lifecycle->closed, now_ms);
	end_stories(lifecycle, &lifecycle->active);
	end_stories(lifecycle, &lifecycle->closed);
}

struct tcn_lifecycle_entry *
tcn_lifecycle_first_active(const struct tcn_lifecycle *lifecycle)
{
	return lifecycle->active.n ? lifecycle->active.at[0] : NULL;
}

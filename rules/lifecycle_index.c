/*
 * Where an event is found: by rule and group, among the events of its group,
 * and by its deadline.
 *
 * The maps hold pointers to links, of which an event has one for each of its
 * groups. by_rule_group is keyed by a hash of rule and group; links of equal
 * hashes are chained (next_same_key) and told apart by comparison. The list of
 * a group is in the order of the rules' keys, so that walking it does not
 * depend on the order in which rules fired.
 */
#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "rules/lifecycle_impl.h"

bool
tcn_lifecycle_is_active(const struct tcn_lifecycle_entry *entry)
{
	return entry->event.state != TCN_EVENT_CLOSED;
}

/* An event's id never changes, its group may. */
uint64_t
tcn_lifecycle_row_id(const struct tcn_event *event)
{
	return XXH3_64bits(event->id, strlen(event->id));
}

static uint64_t
pair_key(uint64_t rule_key, uint64_t group)
{
	uint64_t pair[2] = { rule_key, group };

	return XXH3_64bits(pair, sizeof pair);
}

struct tcn_lifecycle_link *
tcn_lifecycle_find_link(const struct tcn_lifecycle *lifecycle,
    uint64_t rule_key, uint64_t group)
{
	const uint64_t *at = lifecycle->by_rule_group.n
	    ? tcn_map_find(&lifecycle->by_rule_group, pair_key(rule_key, group))
	    : NULL;
	struct tcn_lifecycle_link *link =
	    at ? tcn_lifecycle_pointer(*at) : NULL;

	while (link &&
	    (link->entry->rule_key != rule_key || link->group != group))
		link = link->next_same_key;
	return link;
}

struct tcn_lifecycle_entry *
tcn_lifecycle_find(const struct tcn_lifecycle *lifecycle, uint64_t rule_key,
    uint64_t group)
{
	const struct tcn_lifecycle_link *link =
	    tcn_lifecycle_find_link(lifecycle, rule_key, group);

	return link ? link->entry : NULL;
}

bool
tcn_lifecycle_is_first_of_key(const struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_link *link)
{
	const uint64_t *at = tcn_map_find(&lifecycle->by_rule_group,
	    pair_key(link->entry->rule_key, link->group));

	return at && tcn_lifecycle_pointer(*at) == link;
}

struct tcn_lifecycle_entry *
tcn_lifecycle_next(const struct tcn_lifecycle *lifecycle, uint64_t group,
    const struct tcn_lifecycle_entry *entry)
{
	const struct tcn_lifecycle_link *link;
	const uint64_t *at;

	if (entry) {
		link =
		    tcn_lifecycle_find_link(lifecycle, entry->rule_key, group);
		assert(link && link->entry == entry);
		link = link->group_next;
	} else {
		at = tcn_map_find(&lifecycle->by_group, group);
		link = at ? tcn_lifecycle_pointer(*at) : NULL;
	}
	return link ? link->entry : NULL;
}

/* While one of its stories lasts an item may join it, and its rule fire
 * again. */
int64_t
tcn_lifecycle_forget_ms(const struct tcn_lifecycle_entry *entry)
{
	for (const struct tcn_lifecycle_link *link = &entry->own; link;
	     link = link->next)
		if (tcn_lifecycle_group_is_story(link->group) && !link->ended)
			return INT64_MAX;
	return entry->event.changed_ms + entry->keep_ms;
}

int64_t
tcn_lifecycle_quiet_ms(const struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_entry *entry)
{
	int64_t quiet_ms = entry->last_item_ms + lifecycle->conf.quiet_ms;

	return entry->until_ms > quiet_ms ? entry->until_ms : quiet_ms;
}

static struct tcn_lifecycle_heap *
heap_of(struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_entry *entry)
{
	return tcn_lifecycle_is_active(entry) ? &lifecycle->active
					      : &lifecycle->closed;
}

static int64_t
due_ms(const struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_entry *entry)
{
	return tcn_lifecycle_is_active(entry)
	    ? tcn_lifecycle_quiet_ms(lifecycle, entry)
	    : tcn_lifecycle_forget_ms(entry);
}

void
tcn_lifecycle_reschedule(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry)
{
	entry->due_ms = due_ms(lifecycle, entry);
	tcn_lifecycle_heap_fix(heap_of(lifecycle, entry), entry);
}

/* The events enter the heap anew, one after the other. */
void
tcn_lifecycle_reschedule_all(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_heap *heap)
{
	size_t n = heap->n;

	for (heap->n = 0; heap->n < n;)
		tcn_lifecycle_schedule(lifecycle, heap->at[heap->n]);
}

void
tcn_lifecycle_schedule(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry)
{
	entry->due_ms = due_ms(lifecycle, entry);
	tcn_lifecycle_heap_add(heap_of(lifecycle, entry), entry);
}

void
tcn_lifecycle_unschedule(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry)
{
	tcn_lifecycle_heap_remove(heap_of(lifecycle, entry), entry);
}

void
tcn_lifecycle_link_insert(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_link *link)
{
	uint64_t key = pair_key(link->entry->rule_key, link->group);
	uint64_t *pair, *first;
	struct tcn_lifecycle_link *at, *before = NULL;

	tcn_map_put(&lifecycle->by_rule_group, key, &pair, NULL);
	tcn_map_put(&lifecycle->by_group, link->group, &first, NULL);
	link->next_same_key = tcn_lifecycle_pointer(*pair);
	*pair = (uintptr_t)link;
	at = tcn_lifecycle_pointer(*first);
	while (at && at->entry->rule_key < link->entry->rule_key) {
		before = at;
		at = at->group_next;
	}
	link->group_prev = before;
	link->group_next = at;
	if (at)
		at->group_prev = link;
	if (before)
		before->group_next = link;
	else
		*first = (uintptr_t)link;
}

static void
unlink_pair(struct tcn_lifecycle *lifecycle, struct tcn_lifecycle_link *link)
{
	uint64_t key = pair_key(link->entry->rule_key, link->group);
	uint64_t *at = tcn_map_find(&lifecycle->by_rule_group, key);
	struct tcn_lifecycle_link *before = tcn_lifecycle_pointer(*at);

	if (before == link) {
		*at = (uintptr_t)link->next_same_key;
		if (!link->next_same_key)
			tcn_map_remove(&lifecycle->by_rule_group, key);
		return;
	}
	while (before->next_same_key != link)
		before = before->next_same_key;
	before->next_same_key = link->next_same_key;
}

void
tcn_lifecycle_link_remove(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_link *link)
{
	unlink_pair(lifecycle, link);
	if (link->group_next)
		link->group_next->group_prev = link->group_prev;
	if (link->group_prev)
		link->group_prev->group_next = link->group_next;
	else if (link->group_next)
		*tcn_map_find(&lifecycle->by_group, link->group) =
		    (uintptr_t)link->group_next;
	else
		tcn_map_remove(&lifecycle->by_group, link->group);
}

/* Enters all its links, or none; TCN_CORRUPT: the rule has an event there. */
static enum tcn_rc
link_all(struct tcn_lifecycle *lifecycle, struct tcn_lifecycle_entry *entry)
{
	struct tcn_lifecycle_link *link = &entry->own, *failed;
	enum tcn_rc rc = TCN_OK;

	for (; link && !rc; link = rc ? link : link->next)
		if (tcn_lifecycle_find(lifecycle, entry->rule_key, link->group))
			rc = TCN_CORRUPT;
		else
			tcn_lifecycle_link_insert(lifecycle, link);
	failed = link;
	for (link = &entry->own; rc && link != failed; link = link->next)
		tcn_lifecycle_link_remove(lifecycle, link);
	return rc;
}

enum tcn_rc
tcn_lifecycle_enter(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry)
{
	uint64_t id = tcn_lifecycle_row_id(&entry->event);
	uint64_t *at;
	enum tcn_rc rc;

	tcn_map_put(&lifecycle->by_id, id, &at, NULL);
	rc = link_all(lifecycle, entry);
	if (rc)
		tcn_map_remove(&lifecycle->by_id, id);
	else
		tcn_lifecycle_schedule(lifecycle, entry);
	return rc;
}

void
tcn_lifecycle_move_group(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_link *link, uint64_t group)
{
	struct tcn_lifecycle_entry *entry = link->entry;

	tcn_lifecycle_link_remove(lifecycle, link);
	link->group = group;
	if (link == &entry->own)
		entry->event.story =
		    tcn_lifecycle_group_is_story(group) ? group : 0;
	entry->recount_after = entry->uncounted; /* its counts have jumped */
	entry->dirty = true;
	tcn_lifecycle_reschedule(lifecycle, entry);
	tcn_lifecycle_link_insert(lifecycle, link);
}

void
tcn_lifecycle_free_entry(struct tcn_lifecycle_entry *entry)
{
	struct tcn_lifecycle_link *link = entry->own.next, *next;

	for (; link; link = next) {
		next = link->next;
		tcn_mem_free(link);
	}
	tcn_mem_free(entry->singles);
	tcn_mem_free(entry);
}

void
tcn_lifecycle_forget(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry)
{
	uint64_t id = tcn_lifecycle_row_id(&entry->event);

	assert(!tcn_lifecycle_is_active(entry));
	if (entry->saved)
		tcn_journal_list_add(&lifecycle->gone, id);
	tcn_map_remove(&lifecycle->by_id, id);
	for (struct tcn_lifecycle_link *link = &entry->own; link;
	     link = link->next)
		tcn_lifecycle_link_remove(lifecycle, link);
	tcn_lifecycle_unschedule(lifecycle, entry);
	tcn_lifecycle_free_entry(entry);
}

/*
 * Where an event is found: by rule and group, among the events of its group,
 * and by its deadline.
 *
 * The maps hold pointers to entries. by_rule_group is keyed by a hash of rule
 * and group; entries of equal hashes are chained (next_same_key) and told
 * apart by comparison. The list of a group is in the order of the rules' keys,
 * so that walking it does not depend on the order in which rules fired.
 */
#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "rules/lifecycle_impl.h"

static uint64_t
pair_key(uint64_t rule_key, uint64_t group)
{
	uint64_t pair[2] = { rule_key, group };

	return XXH3_64bits(pair, sizeof pair);
}

struct tcn_lifecycle_entry *
tcn_lifecycle_find(const struct tcn_lifecycle *lifecycle, uint64_t rule_key,
    uint64_t group)
{
	const uint64_t *at = lifecycle->by_rule_group.n
	    ? tcn_map_find(&lifecycle->by_rule_group, pair_key(rule_key, group))
	    : NULL;
	struct tcn_lifecycle_entry *entry =
	    at ? tcn_lifecycle_pointer(*at) : NULL;

	while (entry && (entry->rule_key != rule_key || entry->group != group))
		entry = entry->next_same_key;
	return entry;
}

bool
tcn_lifecycle_is_first_of_key(const struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_entry *entry)
{
	const uint64_t *at = tcn_map_find(&lifecycle->by_rule_group,
	    pair_key(entry->rule_key, entry->group));

	return at && tcn_lifecycle_pointer(*at) == entry;
}

struct tcn_lifecycle_entry *
tcn_lifecycle_next(const struct tcn_lifecycle *lifecycle, uint64_t group,
    const struct tcn_lifecycle_entry *entry)
{
	const uint64_t *at;

	assert(!entry || entry->group == group);
	if (entry)
		return entry->group_next;
	at = tcn_map_find(&lifecycle->by_group, group);
	return at ? tcn_lifecycle_pointer(*at) : NULL;
}

/* While its story lasts an item may join it, and its rule fire again. */
int64_t
tcn_lifecycle_forget_ms(const struct tcn_lifecycle_entry *entry)
{
	return tcn_lifecycle_is_story(entry->group) && !entry->group_ended
	    ? INT64_MAX
	    : entry->event.changed_ms + entry->keep_ms;
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
	    ? entry->last_item_ms + lifecycle->conf.quiet_ms
	    : tcn_lifecycle_forget_ms(entry);
}

void
tcn_lifecycle_reschedule(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry)
{
	entry->due_ms = due_ms(lifecycle, entry);
	tcn_lifecycle_heap_fix(heap_of(lifecycle, entry), entry);
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

/* So that closing and reopening cannot fail, each heap has room for all. */
static enum tcn_rc
make_room(struct tcn_lifecycle *lifecycle)
{
	size_t n = lifecycle->active.n + lifecycle->closed.n + 1;
	enum tcn_rc rc = tcn_lifecycle_heap_reserve(&lifecycle->active, n);

	return rc ? rc : tcn_lifecycle_heap_reserve(&lifecycle->closed, n);
}

/* Enters it into both maps; TCN_NOMEM leaves it out of both. */
static enum tcn_rc
link_group(struct tcn_lifecycle *lifecycle, struct tcn_lifecycle_entry *entry)
{
	uint64_t *pair, *first;
	struct tcn_lifecycle_entry *at, *before = NULL;

	if (tcn_map_reserve(&lifecycle->by_rule_group,
		lifecycle->by_rule_group.n + 1) ||
	    tcn_map_reserve(&lifecycle->by_group, lifecycle->by_group.n + 1) ||
	    tcn_map_put(&lifecycle->by_rule_group,
		pair_key(entry->rule_key, entry->group), &pair, NULL) ||
	    tcn_map_put(&lifecycle->by_group, entry->group, &first, NULL))
		return TCN_NOMEM;
	entry->next_same_key = tcn_lifecycle_pointer(*pair);
	*pair = (uintptr_t)entry;
	at = tcn_lifecycle_pointer(*first);
	while (at && at->rule_key < entry->rule_key) {
		before = at;
		at = at->group_next;
	}
	entry->group_prev = before;
	entry->group_next = at;
	if (at)
		at->group_prev = entry;
	if (before)
		before->group_next = entry;
	else
		*first = (uintptr_t)entry;
	return TCN_OK;
}

static void
unlink_pair(struct tcn_lifecycle *lifecycle, struct tcn_lifecycle_entry *entry)
{
	uint64_t key = pair_key(entry->rule_key, entry->group);
	uint64_t *at = tcn_map_find(&lifecycle->by_rule_group, key);
	struct tcn_lifecycle_entry *before = tcn_lifecycle_pointer(*at);

	if (before == entry) {
		*at = (uintptr_t)entry->next_same_key;
		if (!entry->next_same_key)
			tcn_map_remove(&lifecycle->by_rule_group, key);
		return;
	}
	while (before->next_same_key != entry)
		before = before->next_same_key;
	before->next_same_key = entry->next_same_key;
}

static void
unlink_group(struct tcn_lifecycle *lifecycle, struct tcn_lifecycle_entry *entry)
{
	unlink_pair(lifecycle, entry);
	if (entry->group_next)
		entry->group_next->group_prev = entry->group_prev;
	if (entry->group_prev)
		entry->group_prev->group_next = entry->group_next;
	else if (entry->group_next)
		*tcn_map_find(&lifecycle->by_group, entry->group) =
		    (uintptr_t)entry->group_next;
	else
		tcn_map_remove(&lifecycle->by_group, entry->group);
}

enum tcn_rc
tcn_lifecycle_enter(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry)
{
	uint64_t id = tcn_lifecycle_row_id(&entry->event);
	uint64_t *at;
	enum tcn_rc rc = make_room(lifecycle);

	if (!rc)
		rc = tcn_map_put(&lifecycle->by_id, id, &at, NULL);
	if (rc)
		return rc;
	rc = link_group(lifecycle, entry);
	if (rc)
		tcn_map_remove(&lifecycle->by_id, id);
	else
		tcn_lifecycle_schedule(lifecycle, entry);
	return rc;
}

enum tcn_rc
tcn_lifecycle_move_group(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry, uint64_t group)
{
	unlink_group(lifecycle, entry);
	entry->group = group;
	entry->event.story = tcn_lifecycle_is_story(group) ? group : 0;
	entry->recount_after = entry->uncounted; /* its counts have jumped */
	entry->dirty = true;
	tcn_lifecycle_reschedule(lifecycle, entry);
	return link_group(lifecycle, entry);
}

enum tcn_rc
tcn_lifecycle_detach(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry)
{
	return tcn_lifecycle_move_group(lifecycle, entry,
	    TCN_LIFECYCLE_ITEM_GROUP(tcn_lifecycle_row_id(&entry->event)));
}

enum tcn_rc
tcn_lifecycle_forget(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry)
{
	uint64_t *gone = lifecycle->gone;

	assert(!tcn_lifecycle_is_active(entry));
	if (entry->saved) {
		gone = tcn_mem_grow(gone, &lifecycle->gone_cap,
		    lifecycle->gone_n + 1, sizeof *gone);
		if (!gone)
			return TCN_NOMEM;
		lifecycle->gone = gone;
		gone[lifecycle->gone_n++] = tcn_lifecycle_row_id(&entry->event);
	}
	tcn_map_remove(&lifecycle->by_id, tcn_lifecycle_row_id(&entry->event));
	unlink_group(lifecycle, entry);
	tcn_lifecycle_unschedule(lifecycle, entry);
	tcn_mem_free(entry);
	return TCN_OK;
}

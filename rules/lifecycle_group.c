/*
 * The groups of an event: more of them join it, they are merged into one
 * another, and they end.
 */
#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "rules/lifecycle_impl.h"

uint64_t
tcn_lifecycle_next_group(const struct tcn_lifecycle_entry *entry,
    const struct tcn_lifecycle_link **at)
{
	*at = *at ? (*at)->next : &entry->own;
	return *at ? (*at)->group : 0;
}

bool
tcn_lifecycle_is_grouped(const struct tcn_lifecycle_entry *entry)
{
	return entry->own.next || entry->singles_n;
}

int64_t
tcn_lifecycle_came_ms(const struct tcn_lifecycle_entry *entry)
{
	return entry->came_ms;
}

const struct tcn_lifecycle_single *
tcn_lifecycle_singles(const struct tcn_lifecycle_entry *entry, size_t *n)
{
	*n = entry->singles_n;
	return entry->singles;
}

void
tcn_lifecycle_join(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry, uint64_t group, uint32_t items)
{
	struct tcn_lifecycle_link *link = tcn_mem_calloc(1, sizeof *link);

	assert(!tcn_lifecycle_find(lifecycle, entry->rule_key, group));
	link->entry = entry;
	link->group = group;
	tcn_lifecycle_link_insert(lifecycle, link);
	link->next = entry->own.next;
	entry->own.next = link;
	entry->uncounted += items;
	entry->dirty = true;
	tcn_lifecycle_reschedule(lifecycle, entry);
}

/* The group after the event's own takes the place of that. */
static void
promote(struct tcn_lifecycle *lifecycle, struct tcn_lifecycle_entry *entry)
{
	struct tcn_lifecycle_link *next = entry->own.next;
	uint64_t group = next->group;

	entry->own.ended = next->ended;
	entry->own.next = next->next;
	tcn_lifecycle_link_remove(lifecycle, next);
	tcn_mem_free(next);
	tcn_lifecycle_move_group(lifecycle, &entry->own, group);
}

/* Into a group of its own: only its id matters from now on. */
static void
detach(struct tcn_lifecycle *lifecycle, struct tcn_lifecycle_entry *entry)
{
	tcn_lifecycle_move_group(lifecycle, &entry->own,
	    TCN_LIFECYCLE_ITEM_GROUP(tcn_lifecycle_row_id(&entry->event)));
}

void
tcn_lifecycle_leave(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry, uint64_t group)
{
	struct tcn_lifecycle_link **at = &entry->own.next, *link;

	if (entry->own.group == group) {
		if (entry->own.next)
			promote(lifecycle, entry);
		else
			detach(lifecycle, entry);
		return;
	}
	while ((*at)->group != group)
		at = &(*at)->next;
	link = *at;
	*at = link->next;
	tcn_lifecycle_link_remove(lifecycle, link);
	tcn_mem_free(link);
	entry->dirty = true;
	tcn_lifecycle_reschedule(lifecycle, entry);
}

static void
make_room_for_singles(struct tcn_lifecycle_entry *entry, size_t n)
{
	entry->singles = tcn_mem_grow(entry->singles, &entry->singles_cap,
	    entry->singles_n + n, sizeof *entry->singles);
}

/* Drops the first n, the oldest. */
static void
drop_singles(struct tcn_lifecycle_entry *entry, size_t n)
{
	if (!n)
		return;
	entry->singles_n -= n;
	memmove(entry->singles, entry->singles + n,
	    entry->singles_n * sizeof *entry->singles);
}

void
tcn_lifecycle_add_single(struct tcn_lifecycle_entry *entry,
    const struct tcn_lifecycle_single *item, int64_t before_ms)
{
	size_t old = 0;

	make_room_for_singles(entry, 1);
	while (old < entry->singles_n &&
	    entry->singles[old].came_ms <= before_ms)
		old++;
	if (entry->singles_n - old == TCN_LIFECYCLE_SINGLES_MAX)
		old++;
	drop_singles(entry, old);
	entry->singles[entry->singles_n++] = *item;
	entry->dirty = true;
}

/* Both lists are by seq, which is the order of arrival. */
static void
merge_singles(struct tcn_lifecycle_entry *from,
    struct tcn_lifecycle_entry *into)
{
	size_t a = into->singles_n, b = from->singles_n, at = a + b;

	if (!b)
		return;
	make_room_for_singles(into, b);
	into->singles_n = at;
	while (b)
		into->singles[--at] =
		    a && into->singles[a - 1].seq > from->singles[b - 1].seq
		    ? into->singles[--a]
		    : from->singles[--b];
	if (into->singles_n > TCN_LIFECYCLE_SINGLES_MAX)
		drop_singles(into, into->singles_n - TCN_LIFECYCLE_SINGLES_MAX);
	from->singles_n = 0;
}

/* A group that is merged away joins as well: tcn_lifecycle_merge() takes it out
 * again. */
void
tcn_lifecycle_move_groups(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *from, struct tcn_lifecycle_entry *into)
{
	assert(from->rule_key == into->rule_key);
	if (from->came_ms > into->came_ms)
		into->came_ms = from->came_ms;
	if (from->until_ms > into->until_ms)
		into->until_ms = from->until_ms;
	merge_singles(from, into);
	into->dirty = true;
	for (;;) {
		uint64_t group = from->own.group;
		bool ended = from->own.ended, last = !from->own.next;

		if (last)
			detach(lifecycle, from);
		else
			promote(lifecycle, from);
		if (tcn_lifecycle_group_is_story(group) && !ended)
			tcn_lifecycle_join(lifecycle, into, group, 0);
		if (last)
			break;
	}
}

/* --- the latest event of a rule --- */

struct tcn_lifecycle_entry *
tcn_lifecycle_latest(const struct tcn_lifecycle *lifecycle, uint64_t rule_key)
{
	const uint64_t *at = tcn_map_find(&lifecycle->latest, rule_key);

	return at ? (struct tcn_lifecycle_entry *)(uintptr_t)*at : NULL;
}

void
tcn_lifecycle_pass_latest(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry, struct tcn_lifecycle_entry *into)
{
	if (!entry->latest)
		return;
	entry->latest = false;
	if (!into) {
		tcn_map_remove(&lifecycle->latest, entry->rule_key);
		return;
	}
	*tcn_map_find(&lifecycle->latest, entry->rule_key) = (uintptr_t)into;
	into->latest = true;
	into->dirty = true;
}

void
tcn_lifecycle_note_arrival(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry, int64_t now_ms, int64_t until_ms,
    bool latest)
{
	struct tcn_lifecycle_entry *before;
	uint64_t *at;

	assert(tcn_lifecycle_is_active(entry));
	entry->came_ms = now_ms;
	if (until_ms > entry->until_ms)
		entry->until_ms = until_ms;
	entry->dirty = true;
	if (!latest || entry->latest)
		return;
	tcn_map_put(&lifecycle->latest, entry->rule_key, &at, NULL);
	before = (struct tcn_lifecycle_entry *)(uintptr_t)*at;
	if (before) {
		before->latest = false;
		before->dirty = true;
	}
	*at = (uintptr_t)entry;
	entry->latest = true;
}

/* The events of a group that others join: their counts will have jumped. */
static void
recount_group(struct tcn_lifecycle *lifecycle, uint64_t group)
{
	struct tcn_lifecycle_entry *entry = NULL;

	while ((entry = tcn_lifecycle_next(lifecycle, group, entry))) {
		entry->recount_after = entry->uncounted;
		entry->dirty = true;
	}
}

static void
move_event(struct tcn_lifecycle *lifecycle, struct tcn_lifecycle_entry *entry,
    uint64_t from, uint64_t into)
{
	tcn_lifecycle_move_group(lifecycle,
	    tcn_lifecycle_find_link(lifecycle, entry->rule_key, from), into);
}

/* Both groups are the event's: one is left, its own if it was either. */
static void
unite(struct tcn_lifecycle *lifecycle, struct tcn_lifecycle_entry *entry,
    uint64_t from, uint64_t into)
{
	if (entry->own.group != from) {
		tcn_lifecycle_leave(lifecycle, entry, from);
		return;
	}
	tcn_lifecycle_leave(lifecycle, entry, into);
	move_event(lifecycle, entry, from, into);
}

/*
 * Where a rule has an event in both groups: of two active ones the caller
 * closes that of `from`; else the active one stays, or if there is none that
 * of `from`, and the other one leaves the group.
 */
void
tcn_lifecycle_merge(struct tcn_lifecycle *lifecycle, uint64_t from,
    uint64_t into, struct tcn_lifecycle_entry **superseded,
    struct tcn_lifecycle_entry **survivor)
{
	struct tcn_lifecycle_entry *entry, *existing;

	assert(from != into);
	*superseded = NULL;
	recount_group(lifecycle, into);
	while ((entry = tcn_lifecycle_next(lifecycle, from, NULL))) {
		existing = tcn_lifecycle_find(lifecycle, entry->rule_key, into);
		if (existing == entry) {
			unite(lifecycle, entry, from, into);
			continue;
		}
		if (existing && tcn_lifecycle_is_active(existing) &&
		    tcn_lifecycle_is_active(entry)) {
			existing->pending |= TCN_EVENT_CHANGE_MERGED;
			*superseded = entry;
			*survivor = existing;
			return;
		}
		if (existing && tcn_lifecycle_is_active(existing)) {
			tcn_lifecycle_leave(lifecycle, entry, from);
			continue;
		}
		if (existing)
			tcn_lifecycle_leave(lifecycle, existing, into);
		move_event(lifecycle, entry, from, into);
	}
}

/* Of several stories one that has ended is of no use any more: none of its
 * items can be counted. The first is what the event is known by. */
static void
end_link(struct tcn_lifecycle *lifecycle, struct tcn_lifecycle_entry *entry,
    uint64_t group)
{
	if (entry->own.group != group) {
		tcn_lifecycle_leave(lifecycle, entry, group);
		return;
	}
	entry->own.ended = true;
	entry->dirty = true;
	tcn_lifecycle_reschedule(lifecycle, entry);
}

void
tcn_lifecycle_end_group(struct tcn_lifecycle *lifecycle, uint64_t group)
{
	struct tcn_lifecycle_entry *entry =
	    tcn_lifecycle_next(lifecycle, group, NULL);

	while (entry) {
		struct tcn_lifecycle_entry *next =
		    tcn_lifecycle_next(lifecycle, group, entry);

		end_link(lifecycle, entry, group);
		entry = next;
	}
}

/*
 * Is the lifecycle whole? Each event is looked for wherever it should be
 * found, and the sizes of the maps say that nothing else is there.
 */
#include <string.h>

#include "rules/lifecycle_impl.h"
#include "rules/rule.h"

struct check {
	const struct tcn_lifecycle *lifecycle;
	size_t groups, keys; /* first of their group, of their key */
	size_t latest; /* of their rule */
	struct tcn_err *err;
};

static enum tcn_rc
broken(const struct check *c, const struct tcn_lifecycle_entry *entry,
    const char *what)
{
	return tcn_err_set(c->err, TCN_CORRUPT, "event %s of rule '%.*s': %s",
	    entry->event.id, TCN_STR_ARG(entry->event.rule), what);
}

/* What the event says of itself. */
static enum tcn_rc
check_fields(const struct check *c, const struct tcn_lifecycle_entry *entry)
{
	uint64_t group = entry->own.group;

	if (!entry->event.id[0] || !entry->event.revision)
		return broken(c, entry, "has no id, or no revision");
	if (entry->rule_key != tcn_rule_key(entry->event.rule))
		return broken(c, entry, "has the key of another rule");
	if (entry->event.story !=
	    (tcn_lifecycle_group_is_story(group) ? group : 0))
		return broken(c, entry, "names a story that is not its group");
	if (entry->langs_n > TCN_LIFECYCLE_LANGUAGES)
		return broken(c, entry, "has too many languages");
	if (!entry->dirty && !entry->saved)
		return broken(c, entry, "would never be saved");
	return TCN_OK;
}

/* Its deadline, and its place among those of the same state. */
static enum tcn_rc
check_heap(const struct check *c, const struct tcn_lifecycle_heap *heap,
    size_t i)
{
	const struct tcn_lifecycle_entry *entry = heap->at[i];
	bool active = tcn_lifecycle_is_active(entry);

	if (entry->heap_at != i)
		return broken(c, entry, "does not know its place in the heap");
	if (active != (heap == &c->lifecycle->active))
		return broken(c, entry, "is in the heap of the other state");
	if (i && tcn_lifecycle_heap_before(entry, heap->at[(i - 1) / 2]))
		return broken(c, entry, "is due before its parent in the heap");
	if (active &&
	    entry->due_ms > tcn_lifecycle_quiet_ms(c->lifecycle, entry))
		return broken(c, entry, "would be closed too late");
	if (!active && entry->due_ms != tcn_lifecycle_forget_ms(entry))
		return broken(c, entry, "would not be forgotten in time");
	return TCN_OK;
}

static enum tcn_rc
check_group(struct check *c, const struct tcn_lifecycle_link *link)
{
	const struct tcn_lifecycle_entry *entry = link->entry;
	const struct tcn_lifecycle_link *next = link->group_next;

	if (!link->group_prev) {
		c->groups++;
		if (tcn_lifecycle_next(c->lifecycle, link->group, NULL) !=
		    entry)
			return broken(c, entry, "is not first in its group");
	} else if (link->group_prev->group_next != link) {
		return broken(c, entry, "is passed over in its group");
	}
	if (!next)
		return TCN_OK;
	if (next->group_prev != link || next->group != link->group)
		return broken(c, entry, "is linked to another group");
	if (next->entry->rule_key <= entry->rule_key)
		return broken(c, entry, "is out of order in its group");
	return TCN_OK;
}

static enum tcn_rc
check_maps(struct check *c, const struct tcn_lifecycle_entry *entry)
{
	const struct tcn_lifecycle *lifecycle = c->lifecycle;
	const struct tcn_lifecycle_link *link;
	enum tcn_rc rc = TCN_OK;

	if (!tcn_map_find(&lifecycle->by_id,
		tcn_lifecycle_row_id(&entry->event)))
		return broken(c, entry, "has an id that is not noted");
	if (entry->latest &&
	    (!tcn_lifecycle_is_active(entry) ||
		tcn_lifecycle_latest(lifecycle, entry->rule_key) != entry))
		return broken(c, entry, "is not the latest of its rule");
	c->latest += entry->latest;
	link = &entry->own;
	for (; link && !rc; link = link->next) {
		if (link->entry != entry)
			return broken(c, entry, "has another's group");
		if (tcn_lifecycle_find_link(c->lifecycle, entry->rule_key,
			link->group) != link)
			return broken(c, entry,
			    "is not found by rule and group");
		c->keys += tcn_lifecycle_is_first_of_key(c->lifecycle, link);
		rc = check_group(c, link);
	}
	return rc;
}

static enum tcn_rc
check_singles(const struct check *c, const struct tcn_lifecycle_entry *entry)
{
	if (entry->singles_n > TCN_LIFECYCLE_SINGLES_MAX)
		return broken(c, entry, "has too many single items");
	for (size_t i = 1; i < entry->singles_n; i++)
		if (entry->singles[i].seq <= entry->singles[i - 1].seq)
			return broken(c, entry,
			    "has single items out of order");
	return TCN_OK;
}

static enum tcn_rc
check_entries(struct check *c, const struct tcn_lifecycle_heap *heap)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < heap->n && !rc; i++) {
		rc = check_fields(c, heap->at[i]);
		if (!rc)
			rc = check_heap(c, heap, i);
		if (!rc)
			rc = check_singles(c, heap->at[i]);
		if (!rc)
			rc = check_maps(c, heap->at[i]);
	}
	return rc;
}

enum tcn_rc
tcn_lifecycle_check(const struct tcn_lifecycle *lifecycle, struct tcn_err *err)
{
	struct check c = { .lifecycle = lifecycle, .err = err };
	size_t n = lifecycle->active.n + lifecycle->closed.n;
	enum tcn_rc rc = check_entries(&c, &lifecycle->active);

	if (!rc)
		rc = check_entries(&c, &lifecycle->closed);
	if (rc)
		return rc;
	if (lifecycle->active.n > lifecycle->active.cap ||
	    lifecycle->closed.n > lifecycle->closed.cap)
		return tcn_err_set(err, TCN_CORRUPT,
		    "a heap has no room for all of its events");
	if (lifecycle->by_id.n != n)
		return tcn_err_set(err, TCN_CORRUPT, "%zu ids of %zu events",
		    lifecycle->by_id.n, n);
	if (lifecycle->by_group.n != c.groups)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu groups are noted, events are in %zu",
		    lifecycle->by_group.n, c.groups);
	if (lifecycle->latest.n != c.latest)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu rules have a latest event, events say %zu",
		    lifecycle->latest.n, c.latest);
	if (lifecycle->by_rule_group.n != c.keys)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu pairs of rule and group are noted, events have %zu",
		    lifecycle->by_rule_group.n, c.keys);
	return TCN_OK;
}

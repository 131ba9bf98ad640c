/*
 * Where an event is found: heaps of those that are alive and of those that
 * rest, a chain for each group in the order of the rules' keys, and a map
 * from rule and group.
 */
#include <string.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "rules/life_internal.h"

static uint64_t
pair_key(uint64_t rule_key, uint64_t group)
{
	uint64_t pair[2] = { rule_key, group };

	return XXH3_64bits(pair, sizeof pair);
}

struct tcn_live *
tcn_life_find(const struct tcn_life *life, uint64_t rule_key, uint64_t group)
{
	const uint64_t *at = life->by_pair.n
	    ? tcn_map_find(&life->by_pair, pair_key(rule_key, group))
	    : NULL;
	struct tcn_live *live = at ? (struct tcn_live *)(uintptr_t)*at : NULL;

	while (live && (live->rule_key != rule_key || live->group != group))
		live = live->twin;
	return live;
}

struct tcn_live *
tcn_life_next(const struct tcn_life *life, uint64_t group,
    const struct tcn_live *live)
{
	const uint64_t *at;

	if (live)
		return live->right;
	at = tcn_map_find(&life->by_group, group);
	return at ? (struct tcn_live *)(uintptr_t)*at : NULL;
}

/* Without its group nothing can bring it back. */
int64_t
tcn_live_forget_ms(const struct tcn_live *live)
{
	bool led = live->group & TCN_LIFE_LED(0);

	return led || live->ended ? live->event.changed_ms + live->keep_ms
				  : INT64_MAX;
}

static struct tcn_live_heap *
heap_of(struct tcn_life *life, const struct tcn_live *live)
{
	return tcn_live_is_alive(live) ? &life->alive : &life->resting;
}

static int64_t
due_ms(const struct tcn_life *life, const struct tcn_live *live)
{
	return tcn_live_is_alive(live) ? live->seen_ms + life->conf.quiet_ms
				       : tcn_live_forget_ms(live);
}

void
tcn_live_note_due(struct tcn_life *life, struct tcn_live *live)
{
	live->due_ms = due_ms(life, live);
	tcn_live_heap_moved(heap_of(life, live), live);
}

/* The heap that its state puts it in; there is room. */
void
tcn_live_list(struct tcn_life *life, struct tcn_live *live)
{
	live->due_ms = due_ms(life, live);
	tcn_live_heap_add(heap_of(life, live), live);
}

void
tcn_live_unlist(struct tcn_life *life, struct tcn_live *live)
{
	tcn_live_heap_remove(heap_of(life, live), live);
}

/* Either heap may come to hold them all. */
static enum tcn_rc
make_room(struct tcn_life *life)
{
	size_t n = life->alive.n + life->resting.n + 1;
	enum tcn_rc rc = tcn_live_heap_reserve(&life->alive, n);

	return rc ? rc : tcn_live_heap_reserve(&life->resting, n);
}

/* Into the maps; TCN_NOMEM leaves it out of both. */
static enum tcn_rc
link_group(struct tcn_life *life, struct tcn_live *live)
{
	uint64_t *pair, *first;
	struct tcn_live *at, *before = NULL;

	if (tcn_map_reserve(&life->by_pair, life->by_pair.n + 1) ||
	    tcn_map_reserve(&life->by_group, life->by_group.n + 1) ||
	    tcn_map_put(&life->by_pair, pair_key(live->rule_key, live->group),
		&pair, NULL) ||
	    tcn_map_put(&life->by_group, live->group, &first, NULL))
		return TCN_NOMEM;
	live->twin = (struct tcn_live *)(uintptr_t)*pair;
	*pair = (uintptr_t)live;
	at = (struct tcn_live *)(uintptr_t)*first;
	while (at && at->rule_key < live->rule_key) {
		before = at;
		at = at->right;
	}
	live->left = before;
	live->right = at;
	if (at)
		at->left = live;
	if (before)
		before->right = live;
	else
		*first = (uintptr_t)live;
	return TCN_OK;
}

static void
unlink_pair(struct tcn_life *life, struct tcn_live *live)
{
	uint64_t key = pair_key(live->rule_key, live->group);
	uint64_t *at = tcn_map_find(&life->by_pair, key);
	struct tcn_live *before = (struct tcn_live *)(uintptr_t)*at;

	if (before == live) {
		*at = (uintptr_t)live->twin;
		if (!live->twin)
			tcn_map_remove(&life->by_pair, key);
		return;
	}
	while (before->twin != live)
		before = before->twin;
	before->twin = live->twin;
}

static void
unlink_group(struct tcn_life *life, struct tcn_live *live)
{
	unlink_pair(life, live);
	if (live->right)
		live->right->left = live->left;
	if (live->left)
		live->left->right = live->right;
	else if (live->right)
		*tcn_map_find(&life->by_group, live->group) =
		    (uintptr_t)live->right;
	else
		tcn_map_remove(&life->by_group, live->group);
}

enum tcn_rc
tcn_live_enrol(struct tcn_life *life, struct tcn_live *live)
{
	uint64_t id = tcn_live_row(&live->event);
	uint64_t *at;
	enum tcn_rc rc = make_room(life);

	if (!rc)
		rc = tcn_map_put(&life->by_id, id, &at, NULL);
	if (rc)
		return rc;
	rc = link_group(life, live);
	if (rc)
		tcn_map_remove(&life->by_id, id);
	else
		tcn_live_list(life, live);
	return rc;
}

enum tcn_rc
tcn_live_move(struct tcn_life *life, struct tcn_live *live, uint64_t group)
{
	unlink_group(life, live);
	live->group = group;
	live->event.story = group & TCN_LIFE_LED(0) ? 0 : group;
	live->need = live->touched; /* what it counts has jumped */
	live->dirty = true;
	tcn_live_note_due(life, live);
	return link_group(life, live);
}

/* Off its group, for its id alone to be remembered. */
enum tcn_rc
tcn_live_retire(struct tcn_life *life, struct tcn_live *live)
{
	return tcn_live_move(life, live,
	    TCN_LIFE_LED(tcn_live_row(&live->event)));
}

enum tcn_rc
tcn_live_forget(struct tcn_life *life, struct tcn_live *live)
{
	uint64_t *gone = life->gone;

	if (live->saved) {
		gone = tcn_mem_fit(gone, &life->gone_cap, life->gone_n + 1,
		    sizeof *gone);
		if (!gone)
			return TCN_NOMEM;
		life->gone = gone;
		gone[life->gone_n++] = tcn_live_row(&live->event);
	}
	tcn_map_remove(&life->by_id, tcn_live_row(&live->event));
	unlink_group(life, live);
	tcn_live_unlist(life, live);
	tcn_free(live);
	return TCN_OK;
}

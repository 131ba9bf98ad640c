/*
 * window/story/story_text.c - items of a story that are one text by their
 * sentences or runs of words (window/excerpt.h, window/reprint.h): the halves
 * of a wire text, say.
 *
 * ONE ORIGIN, IN CHAINS. Each item is of a text, and may show that other texts
 * are one with that: it has links to them. Texts are the vertices of a graph,
 * links its edges, and the items of a story whose texts are connected by links
 * of its items have one leader, whatever the order in which they came: of 24
 * sites that cut a long report in 24 ways no one has the whole, but neighbours
 * have sentences in common. (Quick-find: Sedgewick and Wayne, Algorithms, 1.5.
 * The store must be told of each item that moves, so relabelling a group costs
 * no more than is needed.) What was united stays so when the item that showed
 * it leaves the window.
 *
 * An item keeps the links whose texts the story does not have: they come when
 * two stories merge, or with a later item.
 */
#include <string.h>

#include "engine/base/mem.h"
#include "window/story/story_impl.h"

const struct tcn_story_member *
tcn_story_text_find(const struct tcn_story_index *s,
    const struct tcn_story_member_list *list, uint64_t text)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[list->head + i].text == text)
			return &s->items[list->at[list->head + i].slot];
	return NULL;
}

void
tcn_story_text_set_also(struct tcn_story_index *s,
    struct tcn_story_member *item, const uint64_t *links, size_t n)
{
	if (item->also_n)
		tcn_slab_free(&s->slab, item->also,
		    item->also_n * sizeof *links);
	item->also_n = (uint8_t)n;
	if (!n)
		return;
	item->also = tcn_slab_alloc(&s->slab, n * sizeof *links);
	memcpy(item->also, links, n * sizeof *links);
}

static void
note_moved(struct tcn_story_index *s, uint64_t seq, uint64_t origin)
{
	struct tcn_item_origin *fit =
	    tcn_mem_grow(s->moved, &s->moved_cap, s->moved_n + 1, sizeof *fit);

	s->moved = fit;
	fit[s->moved_n++] = (struct tcn_item_origin){ seq, origin };
}

/* The group of one leader goes over to another. */
static void
lead_group(struct tcn_story_index *s, struct tcn_story_row *row, uint64_t from,
    uint64_t to)
{
	for (uint32_t i = 0; i < row->items.n; i++) {
		struct tcn_story_member_ref *ref =
		    &row->items.at[row->items.head + i];
		struct tcn_story_member *item = &s->items[ref->slot];

		if (item->leader != from)
			continue;
		note_moved(s, item->seq, to);
		item->leader = to;
		ref->is_leader = false;
		tcn_story_member_mark_dirty(s, ref->slot);
	}
	for (uint32_t i = 0; i < row->tail.n; i++) {
		struct tcn_story_tail_item *item =
		    &row->tail.at[row->tail.head + i];

		if (item->leader != from)
			continue;
		note_moved(s, item->seq, to);
		item->leader = to;
	}
	row->origins -= row->origins > 1;
}

/* Whoever came first leads both groups. */
static void
unite(struct tcn_story_index *s, struct tcn_story_row *row, uint64_t a,
    uint64_t b)
{
	if (a != b)
		lead_group(s, row, a > b ? a : b, a > b ? b : a);
}

static size_t
find_link(const uint64_t *links, size_t n, uint64_t text)
{
	size_t i = 0;

	while (i < n && links[i] != text)
		i++;
	return i;
}

/* Unites the item with all that its links name, or that have a link to its
 * text; returns a bit for each link that was met. */
static unsigned
follow_links(struct tcn_story_index *s, struct tcn_story_row *row,
    uint32_t slot, const uint64_t *links, size_t n)
{
	struct tcn_story_member *item = &s->items[slot];
	unsigned met = 0;

	for (uint32_t i = 0; i < row->items.n; i++) {
		const struct tcn_story_member_ref *ref =
		    &row->items.at[row->items.head + i];
		const struct tcn_story_member *other = &s->items[ref->slot];
		size_t link = find_link(links, n, ref->text);

		if (ref->slot == slot)
			continue;
		if (link < n)
			met |= 1u << link;
		else if (!ref->has_also ||
		    find_link(other->also, other->also_n, item->text) ==
			other->also_n)
			continue;
		unite(s, row, item->leader, other->leader);
	}
	return met;
}

void
tcn_story_text_unite(struct tcn_story_index *s, struct tcn_story_row *row,
    uint32_t slot, const uint64_t *also, size_t also_n)
{
	struct tcn_story_member *item = &s->items[slot];
	uint64_t links[TCN_STORY_ALSO_MAX];
	size_t n = 0, kept = 0;
	unsigned met;
	uint32_t at;

	if (item->text != item->seq)
		links[n++] = item->text;
	for (size_t i = 0; i < also_n; i++)
		if (also[i] != item->text)
			links[n++] = also[i];
	if (!n && !row->has_also)
		return;
	met = follow_links(s, row, slot, links, n);
	for (size_t i = 0; i < n; i++)
		if (!(met >> i & 1))
			links[kept++] = links[i];
	if (!kept && !item->also_n)
		return;
	tcn_story_text_set_also(s, item, links, kept);
	at = row->items.head;
	while (row->items.at[at].slot != slot)
		at++;
	row->items.at[at].has_also = s->items[slot].also_n > 0;
	row->has_also |= row->items.at[at].has_also;
	tcn_story_member_mark_dirty(s, slot);
}

void
tcn_story_text_merge(struct tcn_story_index *s, struct tcn_story_row *row)
{
	if (!row->has_also)
		return;
	for (uint32_t i = 0; i < row->items.n; i++) {
		uint32_t slot = row->items.at[row->items.head + i].slot;
		uint64_t also[TCN_STORY_ALSO_MAX];
		size_t n = s->items[slot].also_n;

		if (!n)
			continue;
		memcpy(also, s->items[slot].also, n * sizeof *also);
		tcn_story_text_unite(s, row, slot, also, n);
	}
}

/*
 * window/story/story_text.c - items of a story that are one text by their
 * sentences (window/excerpt.h): the halves of a wire text, say.
 */
#include "engine/base/mem.h"
#include "window/story/story_impl.h"

const struct tcn_story_member *
tcn_story_text_find(const struct tcn_story_index *s,
    const struct tcn_story_member_list *list, uint64_t text)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const struct tcn_story_member *other =
		    &s->items[list->at[list->head + i].slot];

		if (other->text == text)
			return other;
	}
	return NULL;
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
		row->origins -= ref->is_leader;
		ref->is_leader = false;
		tcn_story_member_mark_dirty(s, ref->slot);
	}
}

void
tcn_story_text_unite(struct tcn_story_index *s, struct tcn_story_row *row,
    uint32_t item_slot, const uint64_t also[TCN_PLACEMENT_ALSO])
{
	for (size_t i = 0; i < TCN_PLACEMENT_ALSO && also[i]; i++) {
		const struct tcn_story_member *other =
		    tcn_story_text_find(s, &row->items, also[i]);
		uint64_t own = s->items[item_slot].leader;

		if (other && other->leader < own)
			lead_group(s, row, own, other->leader);
		else if (other && other->leader > own)
			lead_group(s, row, other->leader, own);
	}
}

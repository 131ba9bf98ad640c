/*
 * window/story/story_tail.h - items that have left the window of stories, for
 * rules that look back further.
 *
 * Which story an item joins, and when a story ends, must not depend on how far
 * some rule looks back: a rule of a day would change the alerts of all others.
 * So stories are made within one window (conf.within_ms). When an item leaves
 * it, the story keeps the facts of the item that counts need for as long as the
 * longest rule looks back: 40 bytes, and nothing of its words. The tail ends
 * with the story.
 *
 * A tail is a queue by (time, seq). That is the order in which items leave the
 * window, except where stories merge. Adding and dropping O(1) amortised,
 * merging two O(n).
 */
#ifndef TCN_WINDOW_STORY_STORY_TAIL_H
#define TCN_WINDOW_STORY_STORY_TAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/rc.h"
#include "window/base/slab.h"

struct tcn_story_tail_item {
	uint64_t seq;
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t leader; /* as in struct tcn_story_member */
	uint8_t lang; /* likewise */
	bool reported, may_repeat; /* likewise */
};

/* All zero is empty. */
struct tcn_story_tail {
	struct tcn_story_tail_item *at;
	uint32_t head, n, cap;
};

struct tcn_state_in;

void tcn_story_tail_fini(struct tcn_slab *slab, struct tcn_story_tail *tail);

/* Adds an item at its place by (time, seq). */
void tcn_story_tail_add(struct tcn_slab *slab, struct tcn_story_tail *tail,
    const struct tcn_story_tail_item *item);

/* Drops the items of before_ms and earlier. */
void tcn_story_tail_expire(struct tcn_story_tail *tail, int64_t before_ms);

/* Merges the items of another tail, from, into this one, and empties from. */
void tcn_story_tail_merge(struct tcn_slab *slab, struct tcn_story_tail *to,
    struct tcn_story_tail *from);

/* Whether the items are in order and fit their room; if not, *why is a
 * sentence that says what is wrong. O(n). */
bool tcn_story_tail_check(const struct tcn_story_tail *tail, const char **why);

/* Encodes a tail as bytes, and decodes it into an empty one. TCN_CORRUPT: the
 * bytes are no tail. */
void tcn_story_tail_encode(const struct tcn_story_tail *tail,
    struct tcn_buf *buf);
TCN_MUST_USE enum tcn_rc tcn_story_tail_decode(struct tcn_slab *slab,
    struct tcn_story_tail *tail, unsigned langs_n, struct tcn_state_in *in);

#endif

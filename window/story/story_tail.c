#include "window/story/story_tail.h"

#include <assert.h>
#include <string.h>

#include "window/base/state.h"

#define ITEM_BYTES 34 /* of one, saved */

void
tcn_story_tail_fini(struct tcn_slab *slab, struct tcn_story_tail *tail)
{
	tcn_slab_free(slab, tail->at, tail->cap * sizeof *tail->at);
	*tail = (struct tcn_story_tail){ 0 };
}

static bool
is_before(const struct tcn_story_tail_item *a,
    const struct tcn_story_tail_item *b)
{
	return a->ts_ms != b->ts_ms ? a->ts_ms < b->ts_ms : a->seq < b->seq;
}

/* Room for n more behind the last. */
static void
make_room(struct tcn_slab *slab, struct tcn_story_tail *tail, size_t n)
{
	struct tcn_story_tail_item *at = tail->at;

	if (tail->head && tail->head + tail->n + n > tail->cap) {
		memmove(at, at + tail->head, tail->n * sizeof *at);
		tail->head = 0;
	}
	at = tcn_slab_fit(slab, at, tail->head + tail->n, &tail->cap,
	    tail->head + tail->n + n, sizeof *at);
	tail->at = at;
}

/* Items come nearly in order, so that it searches from the end. */
void
tcn_story_tail_add(struct tcn_slab *slab, struct tcn_story_tail *tail,
    const struct tcn_story_tail_item *item)
{
	struct tcn_story_tail_item *at;
	uint32_t i;

	make_room(slab, tail, 1);
	at = tail->at + tail->head;
	for (i = tail->n++; i > 0 && is_before(item, &at[i - 1]); i--)
		at[i] = at[i - 1];
	at[i] = *item;
}

void
tcn_story_tail_expire(struct tcn_story_tail *tail, int64_t before_ms)
{
	assert(tail->head + tail->n <= tail->cap);
	while (tail->n && tail->at[tail->head].ts_ms <= before_ms) {
		tail->head++;
		tail->n--;
	}
}

/* Merges from the end, so that nothing is overwritten before it was moved. */
void
tcn_story_tail_merge(struct tcn_slab *slab, struct tcn_story_tail *to,
    struct tcn_story_tail *from)
{
	struct tcn_story_tail_item *a, *b;
	uint32_t i = to->n, j = from->n;

	assert(to != from);
	if (!from->n)
		return;
	make_room(slab, to, from->n);
	a = to->at + to->head;
	b = from->at + from->head;
	for (uint32_t at = i + j; j > 0; at--)
		a[at - 1] =
		    i > 0 && is_before(&b[j - 1], &a[i - 1]) ? a[--i] : b[--j];
	to->n += from->n;
	from->n = 0;
}

bool
tcn_story_tail_check(const struct tcn_story_tail *tail, const char **why)
{
	const struct tcn_story_tail_item *at = tail->at + tail->head;

	*why = "a tail is longer than its room";
	if (tail->head + tail->n > tail->cap)
		return false;
	*why = "a tail is out of order";
	for (uint32_t i = 1; i < tail->n; i++)
		if (!is_before(&at[i - 1], &at[i]))
			return false;
	return true;
}

#define ITEM(...) TCN_STATE_FIELD(struct tcn_story_tail_item, __VA_ARGS__)

static const struct tcn_state_field item_fields[] = {
	ITEM(seq),
	ITEM(ts_ms),
	ITEM(publisher),
	ITEM(leader),
	ITEM(lang),
	ITEM(reported),
	{ 0 },
};

void
tcn_story_tail_encode(const struct tcn_story_tail *tail, struct tcn_buf *buf)
{
	for (uint32_t i = 0; i < tail->n; i++)
		tcn_state_put_fields(buf, item_fields,
		    &tail->at[tail->head + i]);
}

enum tcn_rc
tcn_story_tail_decode(struct tcn_slab *slab, struct tcn_story_tail *tail,
    unsigned langs_n, struct tcn_state_in *in)
{
	if (tail->n || !in->left || in->left % ITEM_BYTES)
		return TCN_CORRUPT;
	while (in->left) {
		struct tcn_story_tail_item item = { .may_repeat = true };

		tcn_state_get_fields(in, item_fields, &item);
		if (in->failed || item.lang >= langs_n ||
		    (tail->n && !is_before(&tail->at[tail->n - 1], &item)))
			return TCN_CORRUPT;
		tcn_story_tail_add(slab, tail, &item);
	}
	return TCN_OK;
}

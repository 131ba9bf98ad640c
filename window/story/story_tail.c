#include "window/story/story_tail.h"

#include <assert.h>
#include <float.h>
#include <string.h>

#include "window/story/story_bytes_impl.h"

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

void
tcn_story_tail_encode(const struct tcn_story_tail *tail, struct tcn_buf *buf)
{
	for (uint32_t i = 0; i < tail->n; i++) {
		const struct tcn_story_tail_item *item =
		    &tail->at[tail->head + i];

		tcn_story_bytes_put(buf, item->seq, 8);
		tcn_story_bytes_put(buf, (uint64_t)item->ts_ms, 8);
		tcn_story_bytes_put(buf, item->publisher, 8);
		tcn_story_bytes_put(buf, item->leader, 8);
		tcn_story_bytes_put(buf, item->lang, 1);
		tcn_story_bytes_put(buf, item->reported, 1);
	}
}

enum tcn_rc
tcn_story_tail_decode(struct tcn_slab *slab, struct tcn_story_tail *tail,
    unsigned langs_n, struct tcn_story_bytes *in)
{
	if (tail->n || !in->left || in->left % ITEM_BYTES)
		return TCN_CORRUPT;
	while (in->left) {
		struct tcn_story_tail_item item = {
			.seq = tcn_story_bytes_get(in, 8),
			.ts_ms = tcn_story_bytes_get_ms(in),
			.publisher = tcn_story_bytes_get(in, 8),
			.leader = tcn_story_bytes_get(in, 8),
			.lang = (uint8_t)tcn_story_bytes_get(in, 1),
			.reported = tcn_story_bytes_get(in, 1),
			.may_repeat = true,
		};

		if (in->failed || item.lang >= langs_n ||
		    (tail->n && !is_before(&tail->at[tail->n - 1], &item)))
			return TCN_CORRUPT;
		tcn_story_tail_add(slab, tail, &item);
	}
	return TCN_OK;
}

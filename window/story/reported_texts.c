#include "window/story/reported_texts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/compare.h"
#include "engine/base/mem.h"

void
tcn_reported_texts_fini(struct tcn_reported_texts *reported)
{
	tcn_map_fini(&reported->moments);
	tcn_mem_free(reported->queue);
	tcn_journal_fini(&reported->journal);
}

static bool
is_current(const struct tcn_reported_texts *reported,
    const struct tcn_reported_text *text)
{
	const uint64_t *at = tcn_map_find(&reported->moments, text->key);

	return at && (int64_t)*at == text->at_ms;
}

bool
tcn_reported_texts_is_live(const struct tcn_reported_texts *reported,
    size_t nth)
{
	assert(nth < reported->n);
	return is_current(reported, &reported->queue[reported->head + nth]);
}

/* Forgets all that left the window at last_ms or before. */
static void
forget(struct tcn_reported_texts *reported, int64_t last_ms)
{
	while (reported->n &&
	    reported->queue[reported->head].at_ms <= last_ms) {
		const struct tcn_reported_text *text =
		    &reported->queue[reported->head];

		if (is_current(reported, text)) {
			tcn_map_remove(&reported->moments, text->key);
			tcn_journal_remove(&reported->journal, text->key);
		}
		reported->head++;
		reported->n--;
	}
}

static void
push_text(struct tcn_reported_texts *reported, uint64_t key, int64_t at_ms)
{
	struct tcn_reported_text *queue = reported->queue;

	if (reported->head && reported->head + reported->n == reported->cap) {
		memmove(queue, queue + reported->head,
		    reported->n * sizeof *queue);
		reported->head = 0;
	}
	queue = tcn_mem_grow(queue, &reported->cap,
	    reported->head + reported->n + 1, sizeof *queue);
	reported->queue = queue;
	queue[reported->head + reported->n++] =
	    (struct tcn_reported_text){ key, at_ms };
}

void
tcn_reported_texts_add(struct tcn_reported_texts *reported, uint64_t key,
    int64_t now_ms)
{
	uint32_t mark = 0; /* a text has none: it may be listed twice */
	uint64_t *at;
	bool added;

	if (!key)
		return;
	if (reported->n == TCN_REPORTED_TEXTS_MAX)
		forget(reported, reported->queue[reported->head].at_ms);
	tcn_map_put(&reported->moments, key, &at, &added);
	if (!added && (int64_t)*at == now_ms)
		return;
	*at = (uint64_t)now_ms;
	push_text(reported, key, now_ms);
	tcn_journal_change(&reported->journal, key, &mark);
}

void
tcn_reported_texts_expire(struct tcn_reported_texts *reported, int64_t last_ms)
{
	forget(reported, last_ms);
}

enum tcn_rc
tcn_reported_texts_load(struct tcn_reported_texts *reported, uint64_t key,
    int64_t at_ms)
{
	uint64_t *at;
	bool added;

	tcn_map_put(&reported->moments, key, &at, &added);
	if (!added || reported->n == TCN_REPORTED_TEXTS_MAX)
		return TCN_CORRUPT;
	*at = (uint64_t)at_ms;
	push_text(reported, key, at_ms);
	return TCN_OK;
}

static int
by_moment(const void *left, const void *right)
{
	const struct tcn_reported_text *a = left, *b = right;

	return tcn_compare_moment(a->at_ms, a->key, b->at_ms, b->key);
}

void
tcn_reported_texts_loaded(struct tcn_reported_texts *reported)
{
	if (reported->n)
		qsort(reported->queue + reported->head, reported->n,
		    sizeof *reported->queue, by_moment);
}

size_t
tcn_reported_texts_bytes(const struct tcn_reported_texts *reported)
{
	return tcn_map_bytes(&reported->moments) +
	    reported->cap * sizeof *reported->queue +
	    tcn_journal_bytes(&reported->journal);
}

enum tcn_rc
tcn_reported_texts_check(const struct tcn_reported_texts *reported,
    struct tcn_err *err)
{
	const struct tcn_reported_text *queue =
	    reported->queue ? reported->queue + reported->head : NULL;
	size_t live = 0;

	if (reported->head + reported->n > reported->cap ||
	    reported->n > TCN_REPORTED_TEXTS_MAX)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu texts from %zu on in room for %zu", reported->n,
		    reported->head, reported->cap);
	for (size_t i = 0; i < reported->n; i++) {
		live += is_current(reported, &queue[i]);
		if (!queue[i].key || (i && queue[i - 1].at_ms > queue[i].at_ms))
			return tcn_err_set(err, TCN_CORRUPT,
			    "text %zu of the queue is none, or out of order",
			    i);
	}
	if (live != reported->moments.n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu texts in the map, %zu current in the queue",
		    reported->moments.n, live);
	return tcn_journal_check(&reported->journal, err);
}

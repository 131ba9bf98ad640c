#include "window/story/echo.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"

void
tcn_echoes_fini(struct tcn_echoes *echoes)
{
	tcn_map_fini(&echoes->moments);
	tcn_free(echoes->queue);
	tcn_free(echoes->dirty.at);
	tcn_free(echoes->gone.at);
}

static enum tcn_rc
note(const struct tcn_echoes *echoes, struct tcn_echo_keys *keys, uint64_t key)
{
	uint64_t *at;

	if (!echoes->note_changes)
		return TCN_OK;
	at = tcn_mem_fit(keys->at, &keys->cap, keys->n + 1, sizeof *at);
	if (!at)
		return TCN_NOMEM;
	keys->at = at;
	at[keys->n++] = key;
	return TCN_OK;
}

static bool
is_current(const struct tcn_echoes *echoes, const struct tcn_echo_text *text)
{
	const uint64_t *at = tcn_map_find(&echoes->moments, text->key);

	return at && (int64_t)*at == text->at_ms;
}

bool
tcn_echoes_counts(const struct tcn_echoes *echoes, size_t nth)
{
	return is_current(echoes, &echoes->queue[echoes->head + nth]);
}

/* Forgets all that was told at last_ms or before. */
static enum tcn_rc
forget(struct tcn_echoes *echoes, int64_t last_ms)
{
	enum tcn_rc rc = TCN_OK;

	while (!rc && echoes->n &&
	    echoes->queue[echoes->head].at_ms <= last_ms) {
		const struct tcn_echo_text *text = &echoes->queue[echoes->head];

		if (is_current(echoes, text)) {
			tcn_map_remove(&echoes->moments, text->key);
			rc = note(echoes, &echoes->gone, text->key);
		}
		echoes->head++;
		echoes->n--;
	}
	return rc;
}

static enum tcn_rc
push(struct tcn_echoes *echoes, uint64_t key, int64_t at_ms)
{
	struct tcn_echo_text *queue = echoes->queue;

	if (echoes->head && echoes->head + echoes->n == echoes->cap) {
		memmove(queue, queue + echoes->head, echoes->n * sizeof *queue);
		echoes->head = 0;
	}
	queue = tcn_mem_fit(queue, &echoes->cap, echoes->head + echoes->n + 1,
	    sizeof *queue);
	if (!queue)
		return TCN_NOMEM;
	echoes->queue = queue;
	queue[echoes->head + echoes->n++] =
	    (struct tcn_echo_text){ key, at_ms };
	return TCN_OK;
}

enum tcn_rc
tcn_echoes_add(struct tcn_echoes *echoes, uint64_t key, int64_t now_ms)
{
	uint64_t *at;
	bool added;
	enum tcn_rc rc = TCN_OK;

	if (!key)
		return TCN_OK;
	if (echoes->n == TCN_ECHOES_MAX)
		rc = forget(echoes, echoes->queue[echoes->head].at_ms);
	if (!rc)
		rc = tcn_map_put(&echoes->moments, key, &at, &added);
	if (rc || (!added && (int64_t)*at == now_ms))
		return rc;
	*at = (uint64_t)now_ms;
	rc = push(echoes, key, now_ms);
	return rc ? rc : note(echoes, &echoes->dirty, key);
}

enum tcn_rc
tcn_echoes_to(struct tcn_echoes *echoes, int64_t now_ms)
{
	return forget(echoes, now_ms - TCN_ECHOES_MS);
}

enum tcn_rc
tcn_echoes_load(struct tcn_echoes *echoes, uint64_t key, int64_t at_ms)
{
	uint64_t *at;
	bool added;

	if (tcn_map_put(&echoes->moments, key, &at, &added))
		return TCN_NOMEM;
	if (!added || echoes->n == TCN_ECHOES_MAX)
		return TCN_CORRUPT;
	*at = (uint64_t)at_ms;
	return push(echoes, key, at_ms);
}

static int
by_moment(const void *left, const void *right)
{
	const struct tcn_echo_text *a = left, *b = right;

	if (a->at_ms != b->at_ms)
		return a->at_ms < b->at_ms ? -1 : 1;
	return a->key < b->key ? -1 : a->key > b->key;
}

void
tcn_echoes_loaded(struct tcn_echoes *echoes)
{
	if (echoes->n)
		qsort(echoes->queue + echoes->head, echoes->n,
		    sizeof *echoes->queue, by_moment);
}

void
tcn_echoes_saved(struct tcn_echoes *echoes)
{
	echoes->dirty.n = echoes->gone.n = 0;
}

size_t
tcn_echoes_bytes(const struct tcn_echoes *echoes)
{
	return tcn_map_bytes(&echoes->moments) +
	    echoes->cap * sizeof *echoes->queue;
}

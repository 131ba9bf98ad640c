#include "engine/item/shingles.h"

#include <string.h>

/* By binary search, which is of one length, so that it needs no branch: places
 * without a number have the greatest one. */
void
tcn_shingle_maker_keep(struct tcn_shingle_maker *maker, uint32_t number)
{
	uint32_t *at = maker->numbers;
	uint32_t pos = 0;

	for (uint32_t step = TCN_SHINGLES_MAX / 2; step; step /= 2)
		pos += at[pos + step - 1] < number ? step : 0;
	if (at[pos] == number)
		return;
	memmove(at + pos + 1, at + pos,
	    (TCN_SHINGLES_MAX - 1 - pos) * sizeof *at);
	at[pos] = number;
	maker->n += maker->n < TCN_SHINGLES_MAX;
}

void
tcn_shingle_maker_start(struct tcn_shingle_maker *maker)
{
	*maker = (struct tcn_shingle_maker){ 0 };
	memset(maker->numbers, 0xff, sizeof maker->numbers);
}

static bool
is_table(const struct tcn_shingle_maker *maker)
{
	uint32_t share = maker->n < TCN_SHINGLES_MAX ? 3 : 2;

	return maker->figures * share >= maker->words;
}

void
tcn_shingle_maker_finish(const struct tcn_shingle_maker *maker,
    struct tcn_arena *arena, struct tcn_sketch *shingles)
{
	uint32_t *at;

	*shingles = (struct tcn_sketch){ 0 };
	if (maker->n < TCN_SHINGLES_LEAST || is_table(maker))
		return;
	at = tcn_arena_alloc(arena, maker->n * sizeof *at);
	memcpy(at, maker->numbers, maker->n * sizeof *at);
	*shingles = tcn_shingles(at, maker->n);
}

enum tcn_rc
tcn_shingles_decode(const void *bytes, size_t n, struct tcn_arena *arena,
    struct tcn_sketch *shingles)
{
	*shingles = (struct tcn_sketch){ 0 };
	if (n % 4 || n / 4 > TCN_SHINGLES_MAX)
		return TCN_CORRUPT;
	return tcn_sketch_decode(bytes, n,
	    tcn_shingles(NULL, (uint32_t)(n / 4)).full, arena, shingles);
}

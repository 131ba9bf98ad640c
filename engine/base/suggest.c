#include "engine/base/suggest.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
	WORD_MAX = 64, /* bytes */
	PREFIX_MIN = 3, /* letters that make a beginning recognizable */
};

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/*
 * row[i % 3][j] is the distance between the first i letters of a and the first
 * j of b. A row rests on the one before it and, for swaps, on the one before
 * that, so three are enough.
 */
size_t
tcn_suggest_distance(const char *a, const char *b)
{
	size_t row[3][WORD_MAX + 1];
	size_t an = strlen(a), bn = strlen(b);

	if (an > WORD_MAX || bn > WORD_MAX)
		return SIZE_MAX;
	for (size_t j = 0; j <= bn; j++)
		row[0][j] = j;
	for (size_t i = 1; i <= an; i++) {
		size_t *now = row[i % 3];
		const size_t *up = row[(i - 1) % 3];
		const size_t *up2 = row[(i + 1) % 3];

		now[0] = i;
		for (size_t j = 1; j <= bn; j++) {
			now[j] = up[j - 1] + (a[i - 1] != b[j - 1]);
			now[j] = least(now[j], least(up[j], now[j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				now[j] = least(now[j], up2[j - 2] + 1);
		}
	}
	return row[an % 3][bn];
}

void
tcn_suggest_init(struct tcn_suggest *suggest, const char *word)
{
	assert(word);
	*suggest = (struct tcn_suggest){ word, NULL, SIZE_MAX };
}

static bool
is_beginning(const char *word, const char *name)
{
	size_t n = strlen(word);

	return n >= PREFIX_MIN && strncmp(word, name, n) == 0;
}

void
tcn_suggest_offer(struct tcn_suggest *suggest, const char *name)
{
	size_t distance;

	assert(suggest->word && name);
	distance = tcn_suggest_distance(suggest->word, name);
	if (distance > 1 && is_beginning(suggest->word, name))
		distance = 1;
	if (distance >= suggest->distance)
		return;
	suggest->distance = distance;
	suggest->best = name;
}

const char *
tcn_suggest_find(const struct tcn_suggest *suggest)
{
	size_t n = strlen(suggest->word);

	if (!suggest->best || suggest->distance > (n + 2) / 3)
		return NULL;
	return suggest->best;
}

/*
 * tools/lab/eval/fit/fit_draw.c - draws stories to be judged.
 *
 * Half are drawn at random, so that the share of real ones is that of the
 * stream; half are those that the score is least sure of, whose judgement
 * teaches most (uncertainty sampling: Lewis and Gale, A sequential algorithm
 * for training text classifiers, 1994). What the score says of them stands
 * nowhere in the table, so that it does not lead the reader.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/date.h"
#include "engine/base/mem.h"
#include "engine/base/splitmix.h"
#include "tools/base/safe.h"
#include "tools/lab/eval/csv.h"
#include "tools/lab/eval/fit/fit_stream.h"

struct draw {
	const struct tcn_fit_story *story;
	uint64_t key; /* random */
	double doubt; /* distance of p from an even chance */
	bool drawn;
};

static int
by_key(const void *left, const void *right)
{
	const struct draw *a = left, *b = right;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return a->story < b->story ? -1 : a->story > b->story;
}

static int
by_doubt(const void *left, const void *right)
{
	const struct draw *a = left, *b = right;

	if (a->drawn != b->drawn)
		return a->drawn ? 1 : -1;
	if (a->doubt != b->doubt)
		return a->doubt < b->doubt ? -1 : 1;
	return by_key(left, right);
}

static int
by_time(const void *left, const void *right)
{
	const struct draw *a = left, *b = right;

	if (a->drawn != b->drawn)
		return a->drawn ? -1 : 1;
	if (a->story->at_ms != b->story->at_ms)
		return a->story->at_ms < b->story->at_ms ? -1 : 1;
	return a->story->id < b->story->id ? -1 : 1;
}

/*
 * A cell for a spreadsheet: one that begins like a formula is given an
 * apostrophe, so that no headline is run as one.
 */
static void
put_cell(struct tcn_buf *out, struct tcn_arena *arena, struct tcn_str text)
{
	struct tcn_buf cell = { 0 };
	struct tcn_str clean = { "", 0 };

	tcn_safe_text(arena, text, 200, &clean);
	if (clean.n && strchr("=+-@", clean.at[0]))
		tcn_buf_char(&cell, '\'');
	tcn_buf_str(&cell, clean);
	if (cell.n)
		tcn_csv_put(out, tcn_buf_view(&cell));
	tcn_buf_fini(&cell);
}

static void
put_story(struct tcn_buf *out, const struct tcn_fit_story *story)
{
	char when[TCN_DATE_BYTES] = { 0 };
	struct tcn_arena arena;

	tcn_arena_init(&arena, 4096);
	tcn_buf_char(out, ',');
	put_cell(out, &arena, story->first_item);
	tcn_date_format(story->at_ms, when);
	tcn_buf_printf(out, ",%.10s %.5s,%u,%u,", when, when + 11, story->items,
	    story->publishers);
	put_cell(out, &arena, story->title);
	for (size_t i = 0; i < TCN_FIT_SAMPLES; i++) {
		tcn_buf_char(out, ',');
		put_cell(out, &arena, story->more[i]);
	}
	tcn_buf_char(out, '\n');
	tcn_arena_fini(&arena);
}

/* All that may be drawn; returns how many. */
static size_t
find_all(const struct tcn_fit_stream *stream, uint64_t seed, struct draw *draws)
{
	size_t n = 0;

	for (size_t i = 0; i < stream->stories_n; i++) {
		const struct tcn_fit_story *story = &stream->stories[i];

		if (story->judged || !story->items || !story->first_item.n ||
		    story->into != TCN_FIT_NONE)
			continue;
		draws[n++] = (struct draw){
			.story = story,
			.key =
			    tcn_splitmix(story->id ^ tcn_splitmix(seed, 1), 1),
			.doubt = fabs(story->p - 0.5),
		};
	}
	return n;
}

void
tcn_fit_stream_draw(const struct tcn_fit_stream *stream, size_t n,
    uint64_t seed, struct tcn_buf *out, size_t *drawn)
{
	struct draw *draws = tcn_mem_calloc(stream->stories_n, sizeof *draws);
	size_t all;

	all = find_all(stream, seed, draws);
	n = n < all ? n : all;
	qsort(draws, all, sizeof *draws, by_key);
	for (size_t i = 0; i < n - n / 2; i++)
		draws[i].drawn = true;
	qsort(draws, all, sizeof *draws, by_doubt);
	for (size_t i = 0; i < n / 2; i++)
		draws[i].drawn = true;
	qsort(draws, all, sizeof *draws, by_time);
	tcn_buf_z(out,
	    "real,first_item,largest,items,publishers,headline,another,"
	    "a_third,a_fourth\n");
	for (size_t i = 0; i < n; i++)
		put_story(out, draws[i].story);
	tcn_mem_free(draws);
	*drawn = n;
}

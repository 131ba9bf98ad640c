/*
 * Several files as one stream, by time.
 *
 * Each file is read a few articles ahead, and stands in a heap by the time at
 * which its next one is due. That is its date; but where three of the eight
 * behind it are older, the date cannot be trusted to say when its file goes on
 * (the same quorum as the stream's clock asks for, window/base/clock.h), and it
 * is due with the oldest of them, so that it holds up none. Without a date it
 * is due with the one before it. A file never overtakes itself, whatever is
 * due.
 *
 * A regular file is closed again once its first article's time is known and
 * opened when it is due: a year of daily files holds one or two open. Cost:
 * O(log files) an article, and its copy.
 */
#include "tools/input/source_impl.h"

#include "engine/base/mem.h"
#include "window/base/clock.h"

enum {
	AHEAD = TCN_CLOCK_QUORUM_OF,
	SLOTS = AHEAD + 1,
	SLOT_BYTES = 4096,
};

/* What next() of a file returned. */
struct slot {
	enum tcn_rc rc;
	struct tcn_article article;
	struct tcn_arena arena;
	struct tcn_err err;
};

struct feed {
	const char *path;
	struct tcn_source *file; /* NULL: not begun, or read to its end */
	struct slot *slots; /* SLOTS, in a circle; with file */
	unsigned first, n;
	bool begun, ended;
	int64_t due_ms; /* when its next article is due */
	bool due_known; /* an article was due once */
	uint64_t bytes; /* its size, 0: not known */
};

struct merge {
	struct tcn_source source;
	struct tcn_source_conf conf;
	struct feed *feeds; /* as named */
	size_t feeds_n;
	struct feed **heap; /* those that have something, earliest first */
	size_t heap_n;
};

/* ---- one file ---- */

static const struct slot *
slot_at(const struct feed *feed, unsigned i)
{
	return &feed->slots[(feed->first + i) % SLOTS];
}

/* Nothing comes behind what next() could not go on from. */
static bool
is_last(enum tcn_rc rc)
{
	return rc != TCN_OK && rc != TCN_INVALID;
}

/* Reads on until it is AHEAD or at the end. The end itself is no slot. */
static void
fill(struct feed *feed)
{
	while (feed->n < SLOTS && !feed->ended) {
		struct slot *slot =
		    &feed->slots[(feed->first + feed->n) % SLOTS];

		tcn_arena_reset(&slot->arena);
		slot->rc = tcn_source_next(feed->file, &slot->arena,
		    &slot->article, &slot->err);
		feed->ended = is_last(slot->rc);
		feed->n += slot->rc != TCN_DONE;
	}
}

static int64_t
date_of(const struct slot *slot)
{
	return slot->rc == TCN_OK ? slot->article.ts_ms : TCN_UNDATED;
}

/* The least dates of those behind the next, INT64_MAX where there is none. */
static void
find_least(const struct feed *feed, int64_t least[TCN_CLOCK_QUORUM])
{
	for (int k = 0; k < TCN_CLOCK_QUORUM; k++)
		least[k] = INT64_MAX;
	for (unsigned i = 1; i < feed->n; i++) {
		int64_t ms = date_of(slot_at(feed, i));

		for (int k = 0; k < TCN_CLOCK_QUORUM && ms != TCN_UNDATED;
		     k++) {
			int64_t held = least[k];

			if (ms < held) {
				least[k] = ms;
				ms = held;
			}
		}
	}
}

/* The first date there is; INT64_MIN: none in sight. */
static int64_t
first_ms(const struct feed *feed)
{
	int64_t ms = TCN_UNDATED;

	for (unsigned i = 0; i < feed->n && ms == TCN_UNDATED; i++)
		ms = date_of(slot_at(feed, i));
	return ms;
}

static void
set_due(struct feed *feed)
{
	int64_t own = date_of(slot_at(feed, 0)), least[TCN_CLOCK_QUORUM];

	find_least(feed, least);
	if (own != TCN_UNDATED)
		feed->due_ms = own;
	else if (!feed->due_known)
		feed->due_ms = first_ms(feed);
	if (feed->due_ms > least[TCN_CLOCK_QUORUM - 1])
		feed->due_ms = least[0];
	feed->due_known |= feed->due_ms != TCN_UNDATED;
}

static void
close_feed(struct feed *feed)
{
	tcn_source_close(feed->file);
	feed->file = NULL;
	for (unsigned i = 0; feed->slots && i < SLOTS; i++)
		tcn_arena_fini(&feed->slots[i].arena);
	tcn_free(feed->slots);
	feed->slots = NULL;
	feed->first = feed->n = 0;
}

static enum tcn_rc
open_feed(const struct merge *merge, struct feed *feed, struct tcn_err *err)
{
	struct tcn_source_at at;
	enum tcn_rc rc =
	    tcn_source_open_file(&merge->conf, feed->path, &feed->file, err);

	if (rc)
		return rc;
	feed->slots = tcn_calloc(SLOTS, sizeof *feed->slots);
	if (!feed->slots)
		return tcn_err_set(err, TCN_NOMEM, "out of memory");
	for (unsigned i = 0; i < SLOTS; i++)
		tcn_arena_init(&feed->slots[i].arena, SLOT_BYTES);
	tcn_source_at(feed->file, &at);
	feed->bytes = at.total;
	feed->ended = false;
	fill(feed);
	if (feed->n)
		set_due(feed);
	return TCN_OK;
}

/*
 * Finds out when the file begins. What can be opened again is closed until
 * then; what is wrong with its lines is told when they are read in earnest.
 */
static enum tcn_rc
look_at(const struct merge *merge, struct feed *feed, bool *any,
    struct tcn_err *err)
{
	enum tcn_rc rc = open_feed(merge, feed, err);

	*any = !rc && feed->n > 0;
	feed->begun = !*any || !feed->bytes;
	if (!rc && (!*any || !feed->begun)) {
		close_feed(feed);
		feed->due_known = false;
	}
	return rc;
}

/* ---- all files ---- */

static bool
is_before(const struct feed *a, const struct feed *b)
{
	return a->due_ms < b->due_ms || (a->due_ms == b->due_ms && a < b);
}

/* The first has changed: moves it down to where it belongs. */
static void
sift(struct merge *merge, size_t at)
{
	struct feed **heap = merge->heap, *moved = heap[at];
	size_t child;

	while ((child = 2 * at + 1) < merge->heap_n) {
		if (child + 1 < merge->heap_n &&
		    is_before(heap[child + 1], heap[child]))
			child++;
		if (is_before(moved, heap[child]))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = moved;
}

/* Takes the first article off the feed and puts the feed in its new place. */
static void
move_on(struct merge *merge, struct feed *feed)
{
	feed->first = (feed->first + 1) % SLOTS;
	feed->n--;
	fill(feed);
	if (feed->n) {
		set_due(feed);
	} else {
		close_feed(feed);
		merge->heap[0] = merge->heap[--merge->heap_n];
	}
	if (merge->heap_n)
		sift(merge, 0);
}

static enum tcn_rc
next(struct tcn_source *source, struct tcn_arena *arena,
    struct tcn_article *article, struct tcn_err *err)
{
	struct merge *merge = (struct merge *)source;
	struct feed *feed = merge->heap_n ? merge->heap[0] : NULL;
	const struct slot *slot;
	enum tcn_rc rc;

	if (!feed)
		return TCN_DONE;
	if (!feed->begun) {
		feed->begun = true;
		rc = open_feed(merge, feed, err);
		if (rc)
			return rc;
	}
	if (!feed->n) /* it was cut short behind our back */
		return tcn_err_set(err, TCN_IO, "%s changed while it was read",
		    feed->path);
	slot = slot_at(feed, 0);
	rc = slot->rc;
	if (!rc && tcn_article_copy(&slot->article, arena, article))
		return tcn_err_set(err, TCN_NOMEM, "out of memory");
	if (rc && err)
		*err = slot->err;
	if (!is_last(rc))
		move_on(merge, feed);
	return rc;
}

static void
at(const struct tcn_source *source, struct tcn_source_at *at)
{
	const struct merge *merge = (const struct merge *)source;
	bool known = true;

	*at = (struct tcn_source_at){ 0 };
	for (size_t i = 0; i < merge->feeds_n; i++) {
		const struct feed *feed = &merge->feeds[i];
		struct tcn_source_at one = { 0 };

		if (feed->file)
			tcn_source_at(feed->file, &one);
		else if (feed->ended && feed->begun)
			one.done = feed->bytes;
		at->done += one.done;
		at->total += feed->bytes;
		known &= feed->bytes > 0 || (feed->begun && feed->ended);
	}
	if (!known)
		at->total = 0;
}

static void
close_merge(struct tcn_source *source)
{
	struct merge *merge = (struct merge *)source;

	for (size_t i = 0; i < merge->feeds_n; i++)
		close_feed(&merge->feeds[i]);
	tcn_free(merge->feeds);
	tcn_free(merge->heap);
	tcn_free(merge);
}

static const struct tcn_source_kind kind = { next, at, close_merge };

static enum tcn_rc
open_all(struct merge *merge, const struct tcn_source_conf *conf,
    struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < conf->paths_n; i++) {
		struct feed *feed = &merge->feeds[merge->feeds_n++];
		bool any;

		feed->path = conf->paths[i];
		feed->due_ms = TCN_UNDATED;
		rc = look_at(merge, feed, &any, err);
		if (any)
			merge->heap[merge->heap_n++] = feed;
	}
	for (size_t i = merge->heap_n / 2; !rc && i-- > 0;)
		sift(merge, i);
	return rc;
}

enum tcn_rc
tcn_source_open_merge(const struct tcn_source_conf *conf,
    struct tcn_source **source, struct tcn_err *err)
{
	struct merge *merge = tcn_calloc(1, sizeof *merge);
	enum tcn_rc rc = TCN_NOMEM;

	if (!merge)
		return tcn_err_set(err, rc, "out of memory");
	merge->source.kind = &kind;
	merge->conf = *conf;
	merge->feeds = tcn_calloc(conf->paths_n, sizeof *merge->feeds);
	merge->heap = tcn_calloc(conf->paths_n, sizeof *merge->heap);
	if (merge->feeds && merge->heap)
		rc = open_all(merge, conf, err);
	else
		tcn_err_set(err, rc, "out of memory");
	if (rc)
		close_merge(&merge->source);
	else
		*source = &merge->source;
	return rc;
}

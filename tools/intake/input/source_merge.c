/*
 * A source that merges several files into one stream, by time: a k-way merge
 * with a heap (Knuth, The Art of Computer Programming 3, 5.4.1), whose inputs
 * are nearly, but not wholly, in order.
 *
 * Each file is read a few articles ahead and stands in the heap by the time at
 * which its next article is due. That is the article's date, except where three
 * of the eight that follow in the file are older: then the date is probably
 * wrong (the stream's clock asks for the same quorum, window/base/clock.h), and
 * the article is due at the time of the oldest of them, so that it delays none.
 * An article without a date is due with the one before it. The articles of one
 * file always keep their order.
 *
 * A regular file is closed again once the time of its first article is known,
 * and opened when that is due: of a year of daily files one or two are open.
 * Cost: O(log files) an article, and one copy of it.
 */
#include "tools/intake/input/source_kind.h"

#include <assert.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/intake/input/lookahead.h"

struct input {
	const char *path;
	struct tcn_source *file; /* NULL: not begun, or read to its end */
	struct tcn_lookahead look; /* of file */
	bool begun;
	int64_t due_ms; /* when its next article is due */
	bool due_known; /* an article was due once */
	uint64_t bytes; /* its size, 0: not known */
};

struct merge {
	struct tcn_source source;
	struct tcn_source_conf conf;
	struct input *inputs; /* in the order of the command line */
	size_t inputs_n;
	struct input **heap; /* inputs with articles left, the earliest first */
	size_t heap_n;
};

/* ---- one file ---- */

static int64_t
date_at(const struct input *input, unsigned i)
{
	return tcn_lookahead_ms(tcn_lookahead_at(&input->look, i));
}

/* The least dates of the articles that follow the next one, ascending;
 * INT64_MAX where there are fewer. */
static void
find_least(const struct input *input, int64_t least[TCN_CLOCK_QUORUM])
{
	for (int k = 0; k < TCN_CLOCK_QUORUM; k++)
		least[k] = INT64_MAX;
	for (unsigned i = 1; i < input->look.n; i++) {
		int64_t ms = date_at(input, i);

		for (int k = 0; k < TCN_CLOCK_QUORUM && ms != TCN_UNDATED;
		     k++) {
			int64_t pushed = least[k];

			if (ms < pushed) {
				least[k] = ms;
				ms = pushed;
			}
		}
	}
}

/* The date of the first article read that has one, or TCN_UNDATED. */
static int64_t
first_ms(const struct input *input)
{
	int64_t ms = TCN_UNDATED;

	for (unsigned i = 0; i < input->look.n && ms == TCN_UNDATED; i++)
		ms = date_at(input, i);
	return ms;
}

/* Finds out when the next article is due. */
static void
set_due(struct input *input)
{
	int64_t own, least[TCN_CLOCK_QUORUM];

	assert(input->look.n > 0);
	own = date_at(input, 0);
	find_least(input, least);
	if (own != TCN_UNDATED)
		input->due_ms = own;
	else if (!input->due_known)
		input->due_ms = first_ms(input);
	if (input->due_ms > least[TCN_CLOCK_QUORUM - 1])
		input->due_ms = least[0];
	input->due_known |= input->due_ms != TCN_UNDATED;
}

static void
close_input(struct input *input)
{
	tcn_lookahead_fini(&input->look);
	tcn_source_close(input->file);
	input->file = NULL;
}

static enum tcn_rc
open_input(const struct merge *merge, struct input *input, struct tcn_err *err)
{
	struct tcn_source_at at;
	enum tcn_rc rc =
	    tcn_source_open_file(&merge->conf, input->path, &input->file, err);

	if (rc)
		return rc;
	tcn_lookahead_init(&input->look, input->file);
	tcn_source_at(input->file, &at);
	input->bytes = at.total;
	tcn_lookahead_fill(&input->look, TCN_LOOKAHEAD_SLOTS);
	if (input->look.n)
		set_due(input);
	return TCN_OK;
}

/* ---- all files ---- */

static bool
is_before(const struct input *a, const struct input *b)
{
	return a->due_ms < b->due_ms || (a->due_ms == b->due_ms && a < b);
}

/* Moves the input at `at` down to its place, after it has changed. */
static void
sift_down(struct merge *merge, size_t at)
{
	struct input **heap = merge->heap, *moved = heap[at];
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

static enum tcn_rc
next(struct tcn_source *source, struct tcn_arena *arena,
    struct tcn_article *article, struct tcn_err *err)
{
	struct merge *merge = (struct merge *)source;
	struct input *input = merge->heap_n ? merge->heap[0] : NULL;
	enum tcn_rc rc;

	if (!input)
		return TCN_DONE;
	if (!input->begun) {
		input->begun = true;
		rc = open_input(merge, input, err);
		if (rc)
			return rc;
	}
	if (!input->look.n) /* the file was emptied after it was looked at */
		return tcn_err_set(err, TCN_IO, "%s changed while it was read",
		    input->path);
	rc = tcn_lookahead_take(&input->look, arena, article, err);
	if (!tcn_lookahead_is_last(rc)) {
		/* After an article was taken off the first input of the heap:
		 * takes the input to its new place. */
		assert(input == merge->heap[0]);
		tcn_lookahead_fill(&input->look, TCN_LOOKAHEAD_SLOTS);
		if (input->look.n) {
			set_due(input);
		} else {
			close_input(input);
			merge->heap[0] = merge->heap[--merge->heap_n];
		}
		if (merge->heap_n)
			sift_down(merge, 0);
	}
	return rc;
}

static void
at(const struct tcn_source *source, struct tcn_source_at *at)
{
	const struct merge *merge = (const struct merge *)source;
	bool known = true;

	*at = (struct tcn_source_at){ 0 };
	for (size_t i = 0; i < merge->inputs_n; i++) {
		const struct input *input = &merge->inputs[i];
		struct tcn_source_at one = { 0 };

		if (input->file)
			tcn_source_at(input->file, &one);
		else if (input->look.ended && input->begun)
			one.done = input->bytes;
		at->done += one.done;
		at->total += input->bytes;
		known &=
		    input->bytes > 0 || (input->begun && input->look.ended);
	}
	if (!known)
		at->total = 0;
}

static void
close_merge(struct tcn_source *source)
{
	struct merge *merge = (struct merge *)source;

	for (size_t i = 0; i < merge->inputs_n; i++)
		close_input(&merge->inputs[i]);
	tcn_mem_free(merge->inputs);
	tcn_mem_free(merge->heap);
	tcn_mem_free(merge);
}

/* No input is due before the one above it in the heap, and each has
 * articles. */
static enum tcn_rc
check(const struct tcn_source *source, struct tcn_err *err)
{
	const struct merge *merge = (const struct merge *)source;

	for (size_t i = 0; i < merge->heap_n; i++) {
		const struct input *input = merge->heap[i];

		if (input->begun && !input->look.n)
			return tcn_err_set(err, TCN_INVALID,
			    "%s has no articles left and is in the heap",
			    input->path);
		if (i && is_before(input, merge->heap[(i - 1) / 2]))
			return tcn_err_set(err, TCN_INVALID,
			    "%s is due before the file above it in the heap",
			    input->path);
	}
	return TCN_OK;
}

static const struct tcn_source_kind kind = { next, at, close_merge, check };

static enum tcn_rc
open_all(struct merge *merge, const struct tcn_source_conf *conf,
    struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < conf->paths_n; i++) {
		struct input *input = &merge->inputs[merge->inputs_n++];
		bool any;

		input->path = conf->paths[i];
		input->due_ms = TCN_UNDATED;
		/* Finds out when the first article of the file is due. A file
		 * that can be opened again is closed until then, and its bad
		 * lines are reported when they are read for the second time. */
		rc = open_input(merge, input, err);
		any = !rc && input->look.n > 0;
		input->begun = !any || !input->bytes;
		if (!rc && (!any || !input->begun)) {
			close_input(input);
			input->due_known = false;
		}
		if (any)
			merge->heap[merge->heap_n++] = input;
	}
	for (size_t i = merge->heap_n / 2; !rc && i-- > 0;)
		sift_down(merge, i);
	return rc;
}

enum tcn_rc
tcn_source_open_merge(const struct tcn_source_conf *conf,
    struct tcn_source **source, struct tcn_err *err)
{
	struct merge *merge = tcn_mem_calloc(1, sizeof *merge);
	enum tcn_rc rc;

	merge->source.kind = &kind;
	merge->conf = *conf;
	merge->conf.limits.vector_length = &merge->source.own_length;
	merge->source.vector_length = &merge->source.own_length;
	merge->inputs = tcn_mem_calloc(conf->paths_n, sizeof *merge->inputs);
	merge->heap = tcn_mem_calloc(conf->paths_n, sizeof *merge->heap);
	rc = open_all(merge, conf, err);
	if (rc)
		close_merge(&merge->source);
	else
		*source = &merge->source;
	return rc;
}

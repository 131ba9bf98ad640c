/*
 * window/vector/vector_rows_arrange.c - in which order the numbers of the rows
 * lie, the heaviest first, and how long the heads are.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "window/vector/vector_rows_impl.h"

#define ASKING  16 /* rows that are asked about to find a length */
#define ASKED   128 /* of so many */
#define LENGTHS 8 /* of heads, that are tried at most */

/* Bytes of heads, which lie side by side, that are read while one tail is
 * fetched from where it lies: measured. */
#define TAIL_COST 2048

/* All that another arrangement needs. */
struct arrangement {
	uint32_t *order; /* which number stands at each place */
	int8_t *codes; /* all rows, heads and tails together */
	size_t bytes; /* of one of them */
	size_t head_bytes;
	int8_t *heads, *tails;
};

struct energy {
	double sum;
	uint32_t number;
};

/* The heaviest first; ties by number. */
static int
by_energy(const void *left, const void *right)
{
	const struct energy *a = left, *b = right;

	if (a->sum > b->sum || a->sum < b->sum)
		return a->sum > b->sum ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

/* The numbers by their energy over all rows. */
static void
find_order(const struct tcn_vector_rows *rows, struct arrangement *next)
{
	struct energy *energies = tcn_mem_calloc(next->bytes, sizeof *energies);

	next->order = tcn_mem_alloc(next->bytes * sizeof *next->order);
	for (size_t i = 0; i < next->bytes; i++)
		energies[i].number = (uint32_t)i;
	for (size_t row = 0; row < rows->n; row++) {
		const int8_t *code = tcn_vector_rows_code(rows, row);
		double weight = rows->inverse[row] * rows->inverse[row];

		for (size_t i = 0; i < next->bytes; i++)
			energies[i].sum += code[i] * code[i] * weight;
	}
	qsort(energies, next->bytes, sizeof *energies, by_energy);
	for (size_t i = 0; i < next->bytes; i++)
		next->order[i] = energies[i].number;
	tcn_mem_free(energies);
}

static void
reorder(const struct tcn_vector_rows *rows, struct arrangement *next)
{
	next->codes = tcn_mem_alloc(rows->n * next->bytes);
	for (size_t row = 0; row < rows->n; row++) {
		const int8_t *code = tcn_vector_rows_code(rows, row);
		int8_t *out = next->codes + row * next->bytes;

		for (size_t i = 0; i < next->bytes; i++)
			out[i] = code[next->order[i]];
	}
}

/* Whether the tail of b must be read for a, when heads are so long. */
static bool
is_read(const struct tcn_vector_rows *rows, const struct arrangement *next,
    size_t a, size_t b, size_t head)
{
	const int8_t *x = next->codes + a * next->bytes;
	const int8_t *y = next->codes + b * next->bytes;
	double scale = rows->inverse[a] * rows->inverse[b];
	size_t tail = next->bytes - head;
	double rest =
	    sqrt((double)tcn_vector_rows_dot(x + head, x + head, tail)) *
	    sqrt((double)tcn_vector_rows_dot(y + head, y + head, tail));

	return (tcn_vector_rows_dot(x, y, head) + rest) * scale >= rows->least;
}

/* What a search for one of some rows among others reads, of a row in the mean,
 * when heads are so long. */
static double
cost_of(const struct tcn_vector_rows *rows, const struct arrangement *next,
    size_t head)
{
	size_t read = 0, all = 0;

	for (size_t i = 0; i < ASKING; i++)
		for (size_t k = 0; k < ASKED; k++) {
			size_t a = i * rows->n / ASKING;
			size_t b = k * rows->n / ASKED;

			read += a != b && is_read(rows, next, a, b, head);
			all += a != b;
		}
	return (double)head +
	    (double)(next->bytes - head + TAIL_COST) * (double)read /
	    (double)all;
}

static void
find_length(const struct tcn_vector_rows *rows, struct arrangement *next)
{
	size_t step = tcn_vector_code_bytes(next->bytes / LENGTHS);
	double least = (double)INFINITY;

	for (size_t head = step; head < next->bytes; head += step) {
		double cost = cost_of(rows, next, head);

		if (cost >= least)
			continue;
		least = cost;
		next->head_bytes = head;
	}
	if (least >= (double)next->bytes)
		next->head_bytes = next->bytes;
}

/* Heads and tails apart, with room for as many rows as before. */
static void
part(const struct tcn_vector_rows *rows, struct arrangement *next)
{
	size_t tail = next->bytes - next->head_bytes;

	tcn_vector_rows_fit(&next->heads, rows->cap, next->head_bytes);
	tcn_vector_rows_fit(&next->tails, rows->cap, tail);
	for (size_t row = 0; row < rows->n; row++) {
		const int8_t *code = next->codes + row * next->bytes;

		memcpy(next->heads + row * next->head_bytes, code,
		    next->head_bytes);
		memcpy(next->tails + row * tail, code + next->head_bytes, tail);
	}
}

/* The new arrays take the place of the old ones. */
static void
adopt(struct tcn_vector_rows *rows, struct arrangement *next)
{
	struct arrangement old = {
		.order = rows->order,
		.heads = rows->heads,
		.tails = rows->tails,
	};

	rows->order = next->order;
	rows->heads = next->heads;
	rows->tails = next->tails;
	rows->head_bytes = next->head_bytes;
	rows->tail_bytes = next->bytes - next->head_bytes;
	next->order = old.order;
	next->heads = old.heads;
	next->tails = old.tails;
	for (size_t row = 0; row < rows->n; row++)
		rows->rest[row] =
		    tcn_vector_rows_rest(tcn_vector_rows_tail(rows, row),
			rows->tail_bytes, rows->inverse[row]);
}

void
tcn_vector_rows_arrange(struct tcn_vector_rows *rows)
{
	struct arrangement next = { .bytes = tcn_vector_rows_each(rows) };

	rows->set = 0;
	if (rows->n) {
		find_order(rows, &next);
		reorder(rows, &next);
		find_length(rows, &next);
		part(rows, &next);
		adopt(rows, &next);
	}
	tcn_mem_free(next.order);
	tcn_mem_free(next.codes);
	tcn_mem_free(next.heads);
	tcn_mem_free(next.tails);
}

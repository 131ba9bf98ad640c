#include "window/vector/vector_rows.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "window/vector/vector_code.h"

/* Bytes of a row, head and tail. */
static size_t
row_size(const struct tcn_vector_rows *rows)
{
	return rows->head_bytes + rows->tail_bytes;
}

static int8_t *
head_of(const struct tcn_vector_rows *rows, size_t row)
{
	return rows->heads + row * rows->head_bytes;
}

static int8_t *
tail_of(const struct tcn_vector_rows *rows, size_t row)
{
	return rows->tails + row * rows->tail_bytes;
}

static int32_t
dot_of(const int8_t *a, const int8_t *b, size_t bytes)
{
	int32_t sum = 0;

	if (bytes)
		tcn_vector_code_dots(a, b, bytes, 1, &sum);
	return sum;
}

/* Makes the array fit n entries. */
static void
fit_array(void *array, size_t n, size_t each)
{
	void **at = array;

	*at = tcn_mem_realloc(*at, n * each + 1);
}

/* The tail's share of the length. */
static float
rest_of(const int8_t *tail, size_t bytes, double inverse)
{
	return (float)(sqrt((double)dot_of(tail, tail, bytes)) * inverse);
}

#define ROUNDING     1e-5F /* more than the bound of a cosine is too low by */
#define ARRANGE_FROM 256 /* rows: of fewer a search costs nothing */
#define BLOCK        32 /* rows that are passed over together */

void
tcn_vector_rows_fini(struct tcn_vector_rows *rows)
{
	tcn_mem_free(rows->order);
	tcn_mem_free(rows->heads);
	tcn_mem_free(rows->tails);
	tcn_mem_free(rows->inverse);
	tcn_mem_free(rows->scale);
	tcn_mem_free(rows->rest);
	tcn_mem_free(rows->asked.code);
	tcn_mem_free(rows->plain);
	tcn_mem_free(rows->dots);
	tcn_mem_free(rows->most);
	tcn_mem_free(rows->hits);
	*rows = (struct tcn_vector_rows){ 0 };
}

/* For numbers that are all alike likely: what the tails can add at most is a
 * little below what is asked for. */
static size_t
first_head(size_t bytes, double least)
{
	double share = 1.1 - least;

	share = share < 0.2 ? 0.2 : share > 1 ? 1 : share;
	return tcn_vector_code_bytes((size_t)((double)bytes * share)) < bytes
	    ? tcn_vector_code_bytes((size_t)((double)bytes * share))
	    : bytes;
}

void
tcn_vector_rows_begin(struct tcn_vector_rows *rows, size_t length, double least)
{
	size_t bytes = tcn_vector_code_bytes(length);
	struct tcn_vector_rows begun = {
		.length = length,
		.least = least,
		.head_bytes = first_head(bytes, least),
		.order = tcn_mem_alloc(bytes * sizeof *begun.order),
		.asked.code = tcn_mem_calloc(bytes, 1),
		.plain = tcn_mem_calloc(bytes, 1),
	};

	assert(!rows->n && length && length <= TCN_VECTOR_CODE_MAX);
	begun.tail_bytes = bytes - begun.head_bytes;
	for (size_t i = 0; i < bytes; i++)
		begun.order[i] = (uint32_t)i;
	begun.heads_read = rows->heads_read;
	begun.tails_read = rows->tails_read;
	tcn_vector_rows_fini(rows);
	*rows = begun;
}

/* The row is like nothing. */
static void
clear_row(struct tcn_vector_rows *rows, size_t row)
{
	memset(head_of(rows, row), 0, rows->head_bytes);
	memset(tail_of(rows, row), 0, rows->tail_bytes);
	rows->inverse[row] = 0;
	rows->scale[row] = rows->rest[row] = 0;
}

void
tcn_vector_rows_add(struct tcn_vector_rows *rows)
{
	assert(rows->length);
	if (rows->n == rows->cap) {
		size_t cap = rows->cap ? rows->cap * 2 : 16;

		fit_array(&rows->heads, cap, rows->head_bytes);
		fit_array(&rows->tails, cap, rows->tail_bytes);
		fit_array(&rows->inverse, cap, sizeof *rows->inverse);
		fit_array(&rows->scale, cap, sizeof *rows->scale);
		fit_array(&rows->rest, cap, sizeof *rows->rest);
		fit_array(&rows->dots, cap, sizeof *rows->dots);
		fit_array(&rows->most, cap, sizeof *rows->most);
		rows->cap = cap;
	}
	clear_row(rows, rows->n++);
}

static bool
is_zero(const float *vector, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (vector[i] != 0)
			return false;
	return true;
}

void
tcn_vector_rows_set(struct tcn_vector_rows *rows, size_t row,
    const float *vector)
{
	const uint32_t *order = rows->order;
	int8_t *head = head_of(rows, row), *tail = tail_of(rows, row);

	assert(row < rows->n);
	if (is_zero(vector, rows->length)) {
		clear_row(rows, row);
		return;
	}
	rows->inverse[row] =
	    tcn_vector_code_make(vector, rows->length, rows->plain);
	for (size_t i = 0; i < rows->head_bytes; i++)
		head[i] = rows->plain[order[i]];
	for (size_t i = 0; i < rows->tail_bytes; i++)
		tail[i] = rows->plain[order[rows->head_bytes + i]];
	rows->scale[row] = (float)rows->inverse[row];
	rows->rest[row] = rest_of(tail, rows->tail_bytes, rows->inverse[row]);
	if (++rows->set >= rows->n && rows->n >= ARRANGE_FROM &&
	    rows->n <= TCN_VECTOR_ROWS_ARRANGED)
		tcn_vector_rows_arrange(rows);
}

void
tcn_vector_rows_drop(struct tcn_vector_rows *rows, size_t row)
{
	size_t last = rows->n - 1;

	assert(row < rows->n);
	rows->n--;
	if (row == last)
		return;
	memcpy(head_of(rows, row), head_of(rows, last), rows->head_bytes);
	memcpy(tail_of(rows, row), tail_of(rows, last), rows->tail_bytes);
	rows->inverse[row] = rows->inverse[last];
	rows->scale[row] = rows->scale[last];
	rows->rest[row] = rows->rest[last];
}

void
tcn_vector_rows_ask(struct tcn_vector_rows *rows, const int8_t *code,
    double inverse)
{
	struct tcn_vector_rows_question *ask = &rows->asked;

	for (size_t i = 0; i < row_size(rows); i++)
		ask->code[i] = code[rows->order[i]];
	ask->inverse = inverse;
	ask->rest =
	    rest_of(ask->code + rows->head_bytes, rows->tail_bytes, inverse);
}

/* gcc makes vector code of these loops at -O3 alone, clang at -O2 too. */
#if defined(__clang__)
#define VECTORS
#else
#define VECTORS __attribute__((optimize("O3")))
#endif

/* How large the cosine of each row may be, at most. */
VECTORS static void
bound(const struct tcn_vector_rows *rows, float *restrict most)
{
	const struct tcn_vector_rows_question *ask = &rows->asked;
	float inverse = (float)ask->inverse;

	for (size_t i = 0; i < rows->n; i++)
		most[i] = (float)rows->dots[i] * rows->scale[i] * inverse +
		    ask->rest * rows->rest[i];
}

/* Whether one of n bounds is so large. */
VECTORS static bool
any_from(const float *most, size_t n, float from)
{
	int any = 0;

	for (size_t i = 0; i < n; i++)
		any |= most[i] >= from;
	return any;
}

double
tcn_vector_rows_cosine(const struct tcn_vector_rows *rows, size_t row)
{
	const struct tcn_vector_rows_question *ask = &rows->asked;
	int32_t sum = dot_of(ask->code, head_of(rows, row), rows->head_bytes) +
	    dot_of(ask->code + rows->head_bytes, tail_of(rows, row),
		rows->tail_bytes);

	return sum * ask->inverse * rows->inverse[row];
}

static void
prefetch(const int8_t *at, size_t bytes)
{
	for (size_t i = 0; i < bytes; i += TCN_VECTOR_CODE_LINE)
		__builtin_prefetch(at + i);
}

/* Reads the tails of those rows whose bound is large enough. */
static void
look_through(struct tcn_vector_rows *rows, size_t first, size_t end,
    double least, float from)
{
	const struct tcn_vector_rows_question *ask = &rows->asked;

	for (size_t i = first; i < end; i++)
		if (rows->most[i] >= from)
			prefetch(tail_of(rows, i), rows->tail_bytes);
	for (size_t i = first; i < end; i++) {
		double cosine;
		int32_t sum;

		if (rows->most[i] < from)
			continue;
		rows->tails_read++;
		sum = rows->dots[i] +
		    dot_of(ask->code + rows->head_bytes, tail_of(rows, i),
			rows->tail_bytes);
		cosine = sum * ask->inverse * rows->inverse[i];
		if (cosine >= least) {
			struct tcn_vector_rows_hit *hits =
			    tcn_mem_grow(rows->hits, &rows->hits_cap,
				rows->hits_n + 1, sizeof *hits);

			rows->hits = hits;
			hits[rows->hits_n++] =
			    (struct tcn_vector_rows_hit){ (uint32_t)i, cosine };
		}
	}
}

void
tcn_vector_rows_near(struct tcn_vector_rows *rows, double least)
{
	const struct tcn_vector_rows_question *ask = &rows->asked;
	float from = (float)least - ROUNDING;

	assert(least > 0);
	rows->hits_n = 0;
	if (!rows->n)
		return;
	tcn_vector_code_dots(ask->code, rows->heads, rows->head_bytes, rows->n,
	    rows->dots);
	bound(rows, rows->most);
	rows->heads_read += rows->n;
	for (size_t i = 0; i < rows->n; i += BLOCK) {
		size_t n = rows->n - i < BLOCK ? rows->n - i : BLOCK;

		if (any_from(rows->most + i, n, from))
			look_through(rows, i, i + n, least, from);
	}
}

double
tcn_vector_rows_cosine_of_two(const struct tcn_vector_rows *rows, size_t a,
    size_t b)
{
	int32_t sum =
	    dot_of(head_of(rows, a), head_of(rows, b), rows->head_bytes) +
	    dot_of(tail_of(rows, a), tail_of(rows, b), rows->tail_bytes);

	return sum * rows->inverse[a] * rows->inverse[b];
}

int8_t *
tcn_vector_rows_code(const struct tcn_vector_rows *rows, size_t row)
{
	const int8_t *head = head_of(rows, row), *tail = tail_of(rows, row);

	for (size_t i = 0; i < rows->head_bytes; i++)
		rows->plain[rows->order[i]] = head[i];
	for (size_t i = 0; i < rows->tail_bytes; i++)
		rows->plain[rows->order[rows->head_bytes + i]] = tail[i];
	return rows->plain;
}

size_t
tcn_vector_rows_row_bytes(size_t length)
{
	const struct tcn_vector_rows *rows = NULL;

	return tcn_vector_code_bytes(length) + sizeof *rows->inverse +
	    sizeof *rows->scale + sizeof *rows->rest + sizeof *rows->dots +
	    sizeof *rows->most;
}

size_t
tcn_vector_rows_bytes(const struct tcn_vector_rows *rows)
{
	return rows->cap * tcn_vector_rows_row_bytes(rows->length) +
	    row_size(rows) * (2 + sizeof *rows->order) +
	    rows->hits_cap * sizeof *rows->hits;
}

/* Each number stands at one place. */
static bool
is_permutation(const struct tcn_vector_rows *rows)
{
	size_t bytes = row_size(rows);

	memset(rows->plain, 0, bytes);
	for (size_t i = 0; i < bytes; i++)
		if (rows->order[i] >= bytes || rows->plain[rows->order[i]]++)
			return false;
	return true;
}

enum tcn_rc
tcn_vector_rows_check(const struct tcn_vector_rows *rows, struct tcn_err *err)
{
	size_t bytes = row_size(rows);

	if (rows->length &&
	    (bytes != tcn_vector_code_bytes(rows->length) ||
		!is_permutation(rows) || rows->n > rows->cap))
		return tcn_err_set(err, TCN_CORRUPT,
		    "the numbers of %zu vectors are in no order", rows->n);
	for (size_t row = 0; row < rows->n; row++) {
		const int8_t *code = tcn_vector_rows_code(rows, row);
		double length2 = dot_of(code, code, bytes);
		double inverse = length2 > 0 ? 1 / sqrt(length2) : 0;
		float rest =
		    rest_of(tail_of(rows, row), rows->tail_bytes, inverse);

		if (fabs(inverse - rows->inverse[row]) > 1e-12 ||
		    fabs((double)rest - (double)rows->rest[row]) > 1e-6 ||
		    fabs((double)rows->scale[row] - inverse) > 1e-6)
			return tcn_err_set(err, TCN_CORRUPT,
			    "vector %zu differs from its length", row);
	}
	return TCN_OK;
}

/* --- the order of the numbers, the heaviest first; how long heads are --- */

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

/* Whether the tail of b must be read for a, when heads are so long. */
static bool
is_read(const struct tcn_vector_rows *rows, const struct arrangement *next,
    size_t a, size_t b, size_t head)
{
	const int8_t *x = next->codes + a * next->bytes;
	const int8_t *y = next->codes + b * next->bytes;
	double scale = rows->inverse[a] * rows->inverse[b];
	size_t tail = next->bytes - head;
	double rest = sqrt((double)dot_of(x + head, x + head, tail)) *
	    sqrt((double)dot_of(y + head, y + head, tail));

	return (dot_of(x, y, head) + rest) * scale >= rows->least;
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

/* Heads and tails apart, with room for as many rows as before. */
static void
part(const struct tcn_vector_rows *rows, struct arrangement *next)
{
	size_t tail = next->bytes - next->head_bytes;

	fit_array(&next->heads, rows->cap, next->head_bytes);
	fit_array(&next->tails, rows->cap, tail);
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
		rows->rest[row] = rest_of(tail_of(rows, row), rows->tail_bytes,
		    rows->inverse[row]);
}

void
tcn_vector_rows_arrange(struct tcn_vector_rows *rows)
{
	struct arrangement next = { .bytes = row_size(rows) };

	rows->set = 0;
	if (rows->n) {
		size_t step;
		double least;

		find_order(rows, &next);
		next.codes = tcn_mem_alloc(rows->n * next.bytes);
		for (size_t row = 0; row < rows->n; row++) {
			const int8_t *code = tcn_vector_rows_code(rows, row);
			int8_t *out = next.codes + row * next.bytes;

			for (size_t i = 0; i < next.bytes; i++)
				out[i] = code[next.order[i]];
		}
		step = tcn_vector_code_bytes(next.bytes / LENGTHS);
		least = (double)INFINITY;
		for (size_t head = step; head < next.bytes; head += step) {
			double cost = cost_of(rows, &next, head);

			if (cost >= least)
				continue;
			least = cost;
			next.head_bytes = head;
		}
		if (least >= (double)next.bytes)
			next.head_bytes = next.bytes;
		part(rows, &next);
		adopt(rows, &next);
	}
	tcn_mem_free(next.order);
	tcn_mem_free(next.codes);
	tcn_mem_free(next.heads);
	tcn_mem_free(next.tails);
}

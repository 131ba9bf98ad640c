/*
 * window/vector/vector_rows.h - a table of changing vectors, and an exact
 * search for all whose cosine with a query is at least `least`.
 *
 * A table of vectors rounded to bytes (vector_code.h), one behind the other, in
 * rows that are added, set anew and dropped. To compare with all of them is to
 * read them, so a search reads the front of each only, its *head*, and the
 * *tail* where it must: by the inequality of Cauchy and Schwarz the tails add
 * no more than
 *
 *	|tail of the question| * |tail of the row|
 *
 * to the dot product, and both lengths are known. The more of the length lies
 * in the head, the fewer tails are read. So the numbers are not stored in their
 * own order but by their energy, the sum of their squares over the rows: the
 * heaviest first. The length of the head is found by trial: the one at which
 * searches for rows of the table read the least. Both are computed anew now and
 * then, as rows come and go (tcn_vector_rows_arrange). They change what a
 * search costs, never what it finds: sums of whole numbers do not depend on the
 * order.
 *
 * The bound is no better than the vectors are: if all directions are equally
 * likely, the head must hold 1 - least of the squared length, so that about
 * half is read for a cosine of .5. No exact index is faster there; a model's
 * vectors of texts are not so even, and less is read. ARCHITECTURE.md has
 * figures.
 *
 * Call order: begin (again when there are no rows, for another length); add,
 * set, drop and near in any order; fini. A row's number is that of its place:
 * the last row takes the place of one that is dropped. All zero is none. Not
 * thread safe.
 *
 * Cost: set O(numbers); near reads all heads; arranging O(rows * numbers), no
 * more often than all rows are set once, and never with more than
 * TCN_VECTOR_ROWS_ARRANGED rows, so that nothing that is done at once grows
 * without bound. Memory: a byte a number, rounded up to 64, and 20 bytes a row.
 */
#ifndef TCN_WINDOW_VECTOR_VECTOR_ROWS_H
#define TCN_WINDOW_VECTOR_VECTOR_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

#define TCN_VECTOR_ROWS_ARRANGED 16384

struct tcn_vector_rows_hit {
	uint32_t row;
	double cosine; /* dot * inverse of the question * inverse of the row */
};

/* The query of a search. */
struct tcn_vector_rows_question {
	int8_t *code; /* in the order of the rows */
	double inverse; /* one over its length */
	float rest; /* the tail's share of the length */
};

struct tcn_vector_rows {
	size_t length; /* numbers in each; 0: not begun */
	double least; /* the usual `least` of tcn_vector_rows_near() */
	size_t n, cap; /* rows */
	uint32_t *order; /* which number stands at each place */
	size_t head_bytes, tail_bytes; /* of a row */
	int8_t *heads, *tails;
	double *inverse; /* one over the length; 0: a row of zeros */
	float *scale; /* the same in single precision, for the bound */
	float *rest; /* the tail's share of the length */
	size_t set; /* rows set since they were last arranged */
	struct tcn_vector_rows_question asked;
	int8_t *plain; /* scratch: a code in the order of its numbers */
	int32_t *dots; /* scratch, a row each */
	float *most; /* scratch: the bounds */
	struct tcn_vector_rows_hit *hits; /* of the last search, by row */
	size_t hits_n, hits_cap;
	uint64_t heads_read, tails_read; /* ever: the cost of searches */
};

/* Makes the table one of vectors of so many numbers, 1 to TCN_VECTOR_CODE_MAX;
 * there must be no rows. */
void tcn_vector_rows_begin(struct tcn_vector_rows *rows, size_t length,
    double least);
void tcn_vector_rows_fini(struct tcn_vector_rows *rows);

/* Appends a row of zeros, whose cosine with any vector is 0. */
void tcn_vector_rows_add(struct tcn_vector_rows *rows);

/* Sets the row to these finite numbers, rounded; they may all be 0. */
void tcn_vector_rows_set(struct tcn_vector_rows *rows, size_t row,
    const float *vector);

/* Removes a row; the last row takes its place. */
void tcn_vector_rows_drop(struct tcn_vector_rows *rows, size_t row);

/* Sets the query to a code of the table's length, of numbers that are not all
 * 0; inverse as tcn_vector_code_make() returned it. */
void tcn_vector_rows_ask(struct tcn_vector_rows *rows, const int8_t *code,
    double inverse);

/* Sets rows->hits to the rows whose cosine with the query is at least `least` >
 * 0. */
void tcn_vector_rows_near(struct tcn_vector_rows *rows, double least);

/* The cosine of the query and a row; and of two rows. 0 for a row of zeros. */
double tcn_vector_rows_cosine(const struct tcn_vector_rows *rows, size_t row);
double tcn_vector_rows_cosine_of_two(const struct tcn_vector_rows *rows,
    size_t a, size_t b);

/* The row's code in the original order of its numbers, valid until the next
 * call. */
int8_t *tcn_vector_rows_code(const struct tcn_vector_rows *rows, size_t row);

/* Computes the order of the numbers and the length of the heads anew.
 * tcn_vector_rows_set() calls it now and then. */
void tcn_vector_rows_arrange(struct tcn_vector_rows *rows);

/* The bytes that one row takes; and that the table takes. */
size_t tcn_vector_rows_row_bytes(size_t length);
size_t tcn_vector_rows_bytes(const struct tcn_vector_rows *rows);

/* Validator: TCN_CORRUPT, and in err a sentence, when an invariant is broken.
 * O(rows * numbers). */
TCN_MUST_USE enum tcn_rc
tcn_vector_rows_check(const struct tcn_vector_rows *rows, struct tcn_err *err);

#endif

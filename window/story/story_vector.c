#include "window/story/story_vector.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>
#include <xxhash.h>

#include "window/story/story_impl.h"
#include "window/vector/vector_code.h"

#define LENGTH_MIN 2 /* a single number has no direction */

void
tcn_story_vectors_fini(struct tcn_story_index *s)
{
	struct tcn_story_vectors *v = &s->vectors;

	for (size_t i = 0; i < v->n; i++)
		tcn_mem_free(v->rows[i].sum);
	tcn_mem_free(v->rows);
	tcn_vector_rows_fini(&v->codes);
	tcn_mem_free(v->unit);
	tcn_mem_free(v->code);
	tcn_journal_fini(&v->journal);
}

size_t
tcn_story_vectors_bytes(const struct tcn_story_index *s)
{
	const struct tcn_story_vectors *v = &s->vectors;

	return v->n * v->length * sizeof *v->unit +
	    tcn_vector_rows_bytes(&v->codes) + v->rows_cap * sizeof *v->rows +
	    tcn_journal_bytes(&v->journal);
}

/* By what is used, not by the room for more: that depends on the past. */
bool
tcn_story_vectors_are_full(const struct tcn_story_index *s)
{
	const struct tcn_story_vectors *v = &s->vectors;
	size_t each = v->length * sizeof *v->unit +
	    tcn_vector_rows_row_bytes(v->length) + sizeof *v->rows;

	return s->conf.vectors_bytes &&
	    v->n * each + s->history.vectors_bytes > s->conf.vectors_bytes;
}

/* Makes the scratch fit vectors of another length; there is no sum then. */
static void
set_length(struct tcn_story_index *s, size_t length)
{
	struct tcn_story_vectors *v = &s->vectors;
	float *unit = tcn_mem_realloc(v->unit, length * sizeof *unit);

	assert(!v->n);
	v->unit = unit;
	v->code = tcn_mem_realloc(v->code, tcn_vector_code_bytes(length));
	v->length = 0; /* till all is ready for the other */
	tcn_vector_rows_begin(&v->codes, length, s->conf.vector_join);
	v->length = length;
}

static void
make_unit(const float *vector, size_t n, float *unit)
{
	double norm2 = 0, scale;

	for (size_t i = 0; i < n; i++)
		norm2 += (double)vector[i] * (double)vector[i];
	scale = 1 / sqrt(norm2);
	for (size_t i = 0; i < n; i++)
		unit[i] = (float)((double)vector[i] * scale);
}

/* Given features are terms, though no words in order. */
static bool
has_few_words(const struct tcn_story_index *s, const struct tcn_doc *doc)
{
	size_t n = doc->words_n > doc->terms_n ? doc->words_n : doc->terms_n;

	return (double)n < s->conf.numbers.vector_words;
}

void
tcn_story_vector_take(struct tcn_story_index *s, const struct tcn_doc *doc)
{
	struct tcn_story_vectors *v = &s->vectors;
	size_t n = doc->article->vector_n;
	double inverse;

	v->given = v->decides = false;
	if (n < LENGTH_MIN || n > TCN_VECTOR_CODE_MAX)
		return;
	if (!v->n && v->length != n)
		set_length(s, n);
	if (v->length != n)
		return;
	make_unit(doc->article->vector, n, v->unit);
	inverse = tcn_vector_code_make(v->unit, n, v->code);
	tcn_vector_rows_ask(&v->codes, v->code, inverse);
	v->given = true;
	v->decides = has_few_words(s, doc);
}

void
tcn_story_vector_find(struct tcn_story_index *s, int64_t ts_ms,
    struct tcn_story_best *best)
{
	struct tcn_story_vectors *v = &s->vectors;

	best[0] = best[1] = (struct tcn_story_best){ TCN_STORY_NONE, 0 };
	tcn_vector_rows_near(&v->codes, s->conf.vector_join);
	s->stats.candidates += v->n;
	for (size_t i = 0; i < v->codes.hits_n; i++) {
		const struct tcn_vector_rows_hit *hit = &v->codes.hits[i];
		uint32_t slot = v->rows[hit->row].slot;
		double score;

		if (tcn_story_is_quiet(s, slot))
			continue;
		score =
		    hit->cosine * tcn_story_ageing(s, &s->rows[slot], ts_ms);
		if (score >= s->conf.vector_join)
			tcn_story_keep_two_best(s, slot, score, best);
	}
}

bool
tcn_story_vector_decides(const struct tcn_story_index *s,
    const struct tcn_story_row *row, struct tcn_story_history_vector *vector)
{
	const struct tcn_story_vectors *v = &s->vectors;
	const struct tcn_story_member_list *list = &row->items;
	uint32_t n = list->n < TCN_STORY_LATEST ? list->n : TCN_STORY_LATEST;
	uint32_t placed = 0;

	if (row->vector == TCN_STORY_NONE || v->codes.inverse[row->vector] <= 0)
		return false;
	for (uint32_t i = 0; i < n; i++)
		placed += s->items[list->at[list->head + list->n - 1 - i].slot]
			      .by_vector;
	*vector = (struct tcn_story_history_vector){
		.code = tcn_vector_rows_code(&v->codes, row->vector),
		.n = (uint32_t)v->length,
		.inverse = v->codes.inverse[row->vector],
	};
	return placed * 2 > n;
}

uint64_t
tcn_story_vector_key(const struct tcn_story_index *s)
{
	uint64_t key = XXH3_64bits(s->vectors.code, s->vectors.length);

	return key ? key : 1;
}

double
tcn_story_vector_cosine(const struct tcn_story_index *s, uint32_t slot)
{
	const struct tcn_story_vectors *v = &s->vectors;
	uint32_t row = s->rows[slot].vector;

	if (row == TCN_STORY_NONE || !v->given)
		return 0;
	return tcn_vector_rows_cosine(&v->codes, row);
}

double
tcn_story_vector_cosine_of_two(const struct tcn_story_index *s, uint32_t a,
    uint32_t b)
{
	uint32_t i = s->rows[a].vector, j = s->rows[b].vector;

	if (i == TCN_STORY_NONE || j == TCN_STORY_NONE)
		return 0;
	return tcn_vector_rows_cosine_of_two(&s->vectors.codes, i, j);
}

/* Rounds a sum that has changed. Opposite vectors may cancel each other: such a
 * sum is like nothing. */
static void
change_row(struct tcn_story_index *s, uint32_t at)
{
	struct tcn_story_vectors *v = &s->vectors;
	struct tcn_story_vector_row *row = &v->rows[at];

	tcn_vector_rows_set(&v->codes, at, row->sum);
	tcn_journal_change(&v->journal, s->rows[row->slot].id, &row->mark);
}

/* Gives the story a row of zeros, behind the others. */
static void
add_row(struct tcn_story_index *s, uint32_t slot)
{
	struct tcn_story_vectors *v = &s->vectors;
	struct tcn_story_vector_row *rows =
	    tcn_mem_grow(v->rows, &v->rows_cap, v->n + 1, sizeof *rows);
	float *sum;

	v->rows = rows;
	sum = tcn_mem_calloc(v->length, sizeof *sum);
	tcn_vector_rows_add(&v->codes);
	rows[v->n] = (struct tcn_story_vector_row){ .slot = slot, .sum = sum };
	s->rows[slot].vector = (uint32_t)v->n++;
}

/* Adds numbers to the story's sum, and makes it one when it has none. */
static void
add_numbers(struct tcn_story_index *s, uint32_t slot, const float *numbers)
{
	struct tcn_story_vectors *v = &s->vectors;
	float *sum;

	if (s->rows[slot].vector == TCN_STORY_NONE)
		add_row(s, slot);
	sum = v->rows[s->rows[slot].vector].sum;
	for (size_t i = 0; i < v->length; i++)
		sum[i] += numbers[i];
	change_row(s, s->rows[slot].vector);
}

void
tcn_story_vector_add(struct tcn_story_index *s, uint32_t slot)
{
	if (s->vectors.given)
		add_numbers(s, slot, s->vectors.unit);
}

void
tcn_story_vector_merge(struct tcn_story_index *s, uint32_t to, uint32_t from)
{
	uint32_t row = s->rows[from].vector;

	if (row != TCN_STORY_NONE)
		add_numbers(s, to, s->vectors.rows[row].sum);
}

void
tcn_story_vector_rename(struct tcn_story_index *s, uint32_t slot,
    uint64_t old_id)
{
	struct tcn_story_vectors *v = &s->vectors;
	uint32_t at = s->rows[slot].vector;

	if (at == TCN_STORY_NONE)
		return;
	v->rows[at].mark = 0; /* the new id is not listed yet */
	tcn_journal_remove(&v->journal, old_id);
	tcn_journal_change(&v->journal, s->rows[slot].id, &v->rows[at].mark);
}

/* The last row takes the place of the one that goes. */
void
tcn_story_vector_drop(struct tcn_story_index *s, uint32_t slot)
{
	struct tcn_story_vectors *v = &s->vectors;
	uint32_t at = s->rows[slot].vector, last = (uint32_t)v->n - 1;

	if (at == TCN_STORY_NONE)
		return;
	tcn_journal_remove(&v->journal, s->rows[slot].id);
	tcn_mem_free(v->rows[at].sum);
	tcn_vector_rows_drop(&v->codes, at);
	if (at != last) {
		v->rows[at] = v->rows[last];
		s->rows[v->rows[at].slot].vector = at;
	}
	s->rows[slot].vector = TCN_STORY_NONE;
	v->n--;
}

void
tcn_story_vector_encode(const struct tcn_story_index *s, size_t row,
    struct tcn_buf *buf)
{
	const struct tcn_story_vectors *v = &s->vectors;

	tcn_buf_add(buf, v->rows[row].sum,
	    v->length * sizeof *v->rows[row].sum);
}

enum tcn_rc
tcn_story_vector_decode(struct tcn_story_index *s, uint64_t story,
    struct tcn_state_in *in)
{
	struct tcn_story_vectors *v = &s->vectors;
	const struct tcn_story_row *row = tcn_story_find(s, story);
	size_t n = in->left / sizeof(float);
	uint32_t slot;

	if (!row || row->vector != TCN_STORY_NONE || n < LENGTH_MIN ||
	    n > TCN_VECTOR_CODE_MAX || (v->n && n != v->length))
		return TCN_CORRUPT;
	slot = (uint32_t)(row - s->rows);
	if (v->length != n)
		set_length(s, n);
	tcn_state_get_bytes(in, v->unit, n * sizeof *v->unit);
	for (size_t i = 0; i < n; i++)
		if (!isfinite(v->unit[i]))
			return TCN_CORRUPT;
	add_numbers(s, slot, v->unit);
	return TCN_OK;
}

static enum tcn_rc
check_row(const struct tcn_story_index *s, size_t at, int8_t *code,
    struct tcn_err *err)
{
	const struct tcn_story_vectors *v = &s->vectors;
	const struct tcn_story_vector_row *row = &v->rows[at];
	size_t bytes = tcn_vector_code_bytes(v->length);
	bool any = false;

	if (row->slot >= s->rows_n || !s->rows[row->slot].live ||
	    s->rows[row->slot].vector != at)
		return tcn_err_set(err, TCN_CORRUPT,
		    "vector %zu is of no open story", at);
	for (size_t i = 0; i < v->length; i++)
		any |= row->sum[i] != 0;
	memset(code, 0, bytes);
	if (any)
		tcn_vector_code_make(row->sum, v->length, code);
	if (memcmp(code, tcn_vector_rows_code(&v->codes, at), bytes) != 0)
		return tcn_err_set(err, TCN_CORRUPT,
		    "story %" PRIu64 ": its vector and the code of it differ",
		    s->rows[row->slot].id);
	return TCN_OK;
}

enum tcn_rc
tcn_story_vectors_check(const struct tcn_story_index *s, struct tcn_err *err)
{
	const struct tcn_story_vectors *v = &s->vectors;
	int8_t *code = tcn_mem_alloc(tcn_vector_code_bytes(v->length) + 1);
	size_t named = 0;
	enum tcn_rc rc = tcn_vector_rows_check(&v->codes, err);

	if (!rc && v->codes.n != v->n)
		rc = tcn_err_set(err, TCN_CORRUPT, "%zu vectors, %zu codes",
		    v->n, v->codes.n);

	for (size_t i = 0; i < v->n && !rc; i++)
		rc = check_row(s, i, code, err);
	tcn_mem_free(code);
	for (size_t slot = 0; slot < s->rows_n; slot++)
		named += s->rows[slot].live &&
		    s->rows[slot].vector != TCN_STORY_NONE;
	if (!rc && named != v->n)
		rc = tcn_err_set(err, TCN_CORRUPT,
		    "%zu stories have a vector, of %zu", named, v->n);
	return rc ? rc : tcn_journal_check(&v->journal, err);
}

#include "tools/lab/eval/rubric/rubric_words.h"

#include <math.h>
#include <stdlib.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>
#include <xxhash.h>

#include "engine/base/compare.h"

enum {
	TEXT_MAX = 64 * 1024,
	WORD_BYTES = 128, /* of a longer word what follows is left out */
	HEAVY_LETTERS = 4,
};

/* A word while it is read. */
struct word {
	uint8_t bytes[WORD_BYTES + U8_MAX_LENGTH];
	int32_t n;
	unsigned letters;
	bool digit;
};

static void
end_word(struct word *word, struct tcn_rubric_words *words)
{
	uint64_t hash;

	if (!word->n)
		return;
	hash = XXH3_64bits(word->bytes, (size_t)word->n);
	words->all[words->n++] = hash;
	if (word->digit || word->letters >= HEAVY_LETTERS)
		words->heavy[words->heavy_n++] = hash;
	if (word->digit)
		words->numbers[words->numbers_n++] = hash;
	*word = (struct word){ .n = 0 };
}

static void
add_letter(struct word *word, UChar32 c)
{
	if (word->n < WORD_BYTES)
		U8_APPEND_UNSAFE(word->bytes, word->n,
		    u_foldCase(c, U_FOLD_CASE_DEFAULT));
	word->letters++;
	word->digit |= u_isdigit(c);
}

static size_t
sort_once(uint64_t *at, size_t n)
{
	size_t kept = 0;

	if (n)
		qsort(at, n, sizeof *at, tcn_compare_u64);
	for (size_t i = 0; i < n; i++)
		if (!kept || at[kept - 1] != at[i])
			at[kept++] = at[i];
	return kept;
}

void
tcn_rubric_words(struct tcn_str text, struct tcn_arena *arena,
    struct tcn_rubric_words *words)
{
	int32_t n = text.n < TEXT_MAX ? (int32_t)text.n : TEXT_MAX;
	struct word word = { .n = 0 };
	UChar32 c;

	*words = (struct tcn_rubric_words){ 0 };
	words->all = tcn_arena_zalloc(arena, (size_t)n + 1, sizeof *words->all);
	words->heavy =
	    tcn_arena_zalloc(arena, (size_t)n + 1, sizeof *words->heavy);
	words->numbers =
	    tcn_arena_zalloc(arena, (size_t)n + 1, sizeof *words->numbers);
	for (int32_t i = 0; i < n;) {
		bool alone;

		U8_NEXT((const uint8_t *)text.at, i, n, c);
		alone = c >= 0 && u_hasBinaryProperty(c, UCHAR_IDEOGRAPHIC);
		if (c < 0 || !u_isalnum(c) || alone)
			end_word(&word, words);
		if (c >= 0 && u_isalnum(c))
			add_letter(&word, c);
		if (alone) {
			word.letters = HEAVY_LETTERS;
			end_word(&word, words);
		}
	}
	end_word(&word, words);
	words->heavy_n = sort_once(words->heavy, words->heavy_n);
}

/* How many elements two sorted lists share, each as often as both have it. */
static size_t
shared(const uint64_t *a, size_t a_n, const uint64_t *b, size_t b_n)
{
	size_t i = 0, k = 0, n = 0;

	while (i < a_n && k < b_n) {
		if (a[i] == b[k]) {
			n++;
			i++;
			k++;
		} else if (a[i] < b[k]) {
			i++;
		} else {
			k++;
		}
	}
	return n;
}

double
tcn_rubric_alike(const struct tcn_rubric_words *a,
    const struct tcn_rubric_words *b)
{
	size_t n = shared(a->heavy, a->heavy_n, b->heavy, b->heavy_n);

	return n ? (double)n / sqrt((double)a->heavy_n * (double)b->heavy_n)
		 : 0;
}

bool
tcn_rubric_repeats(const struct tcn_rubric_words *line,
    const struct tcn_rubric_words *other)
{
	size_t n =
	    shared(line->heavy, line->heavy_n, other->heavy, other->heavy_n);

	for (size_t i = 0; i < line->numbers_n; i++)
		if (!shared(&line->numbers[i], 1, other->heavy, other->heavy_n))
			return false;
	return n && 5 * n >= 3 * line->heavy_n;
}

/* The runs of n words, sorted. */
static uint64_t *
runs_of(const struct tcn_rubric_words *words, size_t n, struct tcn_arena *arena,
    size_t *runs_n)
{
	uint64_t *runs = tcn_arena_zalloc(arena, words->n + 1, sizeof *runs);

	*runs_n = words->n >= n ? words->n - n + 1 : 0;
	if (!*runs_n)
		return runs;
	for (size_t i = 0; i < *runs_n; i++)
		runs[i] = XXH3_64bits(&words->all[i], n * sizeof *words->all);
	qsort(runs, *runs_n, sizeof *runs, tcn_compare_u64);
	return runs;
}

void
tcn_rubric_rouge(const struct tcn_rubric_words *report,
    const struct tcn_rubric_words *article, size_t n, struct tcn_arena *arena,
    double *f1)
{
	size_t ours_n, theirs_n, both;
	uint64_t *ours = runs_of(report, n, arena, &ours_n);
	uint64_t *theirs = runs_of(article, n, arena, &theirs_n);

	*f1 = 0;
	both = shared(ours, ours_n, theirs, theirs_n);
	if (both)
		*f1 = 2 * (double)both / (double)(ours_n + theirs_n);
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* A mark between groups of three digits: , . ' or a space, also a narrow or a
 * hard one. Returns its bytes, 0: none. */
static size_t
group_mark(struct tcn_str s)
{
	static const char *const marks[] = { ",", ".", "'", " ", "\u00a0",
		"\u202f" };

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		size_t n = strlen(marks[i]);

		if (s.n >= n + 3 && !memcmp(s.at, marks[i], n) &&
		    is_digit(s.at[n]) && is_digit(s.at[n + 1]) &&
		    is_digit(s.at[n + 2]) &&
		    (s.n == n + 3 || !is_digit(s.at[n + 3])))
			return n;
	}
	return 0;
}

static double
add_digits(struct tcn_str *s, double value)
{
	while (s->n && is_digit(*s->at)) {
		value = value * 10 + (*s->at - '0');
		s->at++;
		s->n--;
	}
	return value;
}

/* Reads a number, which s begins with: groups, and digits behind a point. */
static double
read_number(struct tcn_str *s)
{
	double value = add_digits(s, 0), scale = 1;
	size_t mark;

	while ((mark = group_mark(*s)) != 0) {
		s->at += mark;
		s->n -= mark;
		value = add_digits(s, value);
	}
	if (s->n < 2 || (*s->at != '.' && *s->at != ',') || !is_digit(s->at[1]))
		return value;
	for (s->at++, s->n--; s->n && is_digit(*s->at); s->at++, s->n--) {
		scale /= 10;
		value += scale * (*s->at - '0');
	}
	return value;
}

bool
tcn_rubric_has_number(struct tcn_str text, double low, double high)
{
	while (text.n) {
		double value;

		if (!is_digit(*text.at)) {
			text.at++;
			text.n--;
			continue;
		}
		value = read_number(&text);
		if (value >= low - 1e-6 && value <= high + 1e-6)
			return true;
	}
	return false;
}

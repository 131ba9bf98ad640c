#include "tools/lab/bench/paper/paper_altered.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "tools/lab/bench/bench_pairs.h"

enum {
	WORDS_OF_CHANGE = 20, /* one in so many is changed */
	WORD_BYTES = 4, /* a shorter word would not count */
};

const char *
tcn_paper_altered_name(enum tcn_paper_altered_kind kind)
{
	static const char *const names[TCN_PAPER_ALTERED_KINDS] = {
		"cut to half",
		"cut to a third",
		"30 % of foreign text added",
		"doubled by foreign text",
		"a word changed in every third sentence",
		"5 % of the words changed",
	};

	assert(kind < TCN_PAPER_ALTERED_KINDS);
	return names[kind];
}

/* An empty line: a line feed alone may be taken for a fold of a long line. */
static void
end_sentence(struct tcn_buf *out)
{
	tcn_buf_z(out, "\n\n");
}

static void
put_sentences(const struct tcn_str *sentences, size_t n, size_t of,
    struct tcn_buf *out)
{
	for (size_t i = 0; i < n; i++) {
		tcn_buf_str(out, sentences[i % of]);
		end_sentence(out);
	}
}

/* A word that stands nowhere else. */
static void
put_new_word(uint64_t *state, struct tcn_buf *out)
{
	static const char letters[] = "bdfgklmnprst", vowels[] = "aeiou";
	uint64_t x = tcn_bench_random(state);

	for (int part = 0; part < 5; part++, x >>= 8) {
		tcn_buf_char(out, letters[x % 12]);
		tcn_buf_char(out, vowels[(x >> 4) % 5]);
	}
}

/*
 * Appends a sentence in which words are changed: the one of that number, or,
 * for SIZE_MAX, each with the chance of 1 in WORDS_OF_CHANGE.
 */
static void
put_changed(struct tcn_str sentence, size_t number, uint64_t *state,
    struct tcn_buf *out)
{
	size_t words = 0;

	for (size_t i = 0; i < sentence.n;) {
		size_t end = i;
		bool is_word;

		while (end < sentence.n && sentence.at[end] > ' ')
			end++;
		is_word = end - i >= WORD_BYTES;
		if (is_word &&
		    (number == SIZE_MAX
			    ? tcn_bench_random(state) % WORDS_OF_CHANGE == 0
			    : words == number))
			put_new_word(state, out);
		else
			tcn_buf_add(out, sentence.at + i, end - i);
		words += is_word;
		for (i = end; i < sentence.n && sentence.at[i] <= ' '; i++)
			tcn_buf_char(out, ' ');
	}
	end_sentence(out);
}

void
tcn_paper_altered(enum tcn_paper_altered_kind kind,
    const struct tcn_str *sentences, size_t n, const struct tcn_str *foreign,
    size_t foreign_n, uint64_t seed, struct tcn_buf *out)
{
	uint64_t state = seed;

	assert(n && foreign_n);
	switch (kind) {
	case TCN_PAPER_ALTERED_HALF:
		put_sentences(sentences, (n + 1) / 2, n, out);
		break;
	case TCN_PAPER_ALTERED_THIRD:
		put_sentences(sentences, (n + 2) / 3, n, out);
		break;
	case TCN_PAPER_ALTERED_LONGER:
		put_sentences(sentences, n, n, out);
		put_sentences(foreign, (3 * n + 9) / 10, foreign_n, out);
		break;
	case TCN_PAPER_ALTERED_DOUBLED:
		put_sentences(sentences, n, n, out);
		put_sentences(foreign, n, foreign_n, out);
		break;
	default:
		for (size_t i = 0; i < n; i++)
			if (kind == TCN_PAPER_ALTERED_WORDS)
				put_changed(sentences[i], SIZE_MAX, &state,
				    out);
			else if (i % 3 == 2)
				put_changed(sentences[i], 1, &state, out);
			else
				put_sentences(&sentences[i], 1, 1, out);
	}
}

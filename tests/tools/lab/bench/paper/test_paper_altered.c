#include "tests/base/run.h"

#include <string.h>

#include "tools/lab/bench/paper/paper_altered.h"

#define N 10

static struct tcn_str sentences[N], foreign[2];

static void
make_sentences(void)
{
	static const char *const own[N] = { "First words come here.",
		"Second words come here.", "Third words come here.",
		"Fourth words come here.", "Fifth words come here.",
		"Sixth words come here.", "Seventh words come here.",
		"Eighth words come here.", "Ninth words come here.",
		"Tenth words come here." };

	for (size_t i = 0; i < N; i++)
		sentences[i] = tcn_str(own[i]);
	foreign[0] = tcn_str("Another text.");
	foreign[1] = tcn_str("It is foreign.");
}

/* How many lines of text there are, how many of them are sentences of the text,
 * and how many are foreign. */
struct lines {
	size_t all, own, foreign;
};

static struct lines
count(enum tcn_paper_altered_kind kind, uint64_t seed)
{
	struct tcn_buf out = { 0 };
	struct lines n = { 0 };

	tcn_paper_altered(kind, sentences, N, foreign, 2, seed, &out);
	for (char *line = strtok(out.at, "\n"); line;
	     line = strtok(NULL, "\n")) {
		n.all++;
		for (size_t i = 0; i < N; i++)
			n.own += strcmp(line, sentences[i].at) == 0;
		for (size_t i = 0; i < 2; i++)
			n.foreign += strcmp(line, foreign[i].at) == 0;
	}
	tcn_buf_fini(&out);
	return n;
}

static const struct {
	enum tcn_paper_altered_kind kind;
	size_t all, own, foreign;
} changes[] = {
	{ TCN_PAPER_ALTERED_HALF, 5, 5, 0 },
	{ TCN_PAPER_ALTERED_THIRD, 4, 4, 0 },
	{ TCN_PAPER_ALTERED_LONGER, 13, 10, 3 },
	{ TCN_PAPER_ALTERED_DOUBLED, 20, 10, 10 },
	{ TCN_PAPER_ALTERED_EVERY_3RD, 10, 7, 0 },
};

START_TEST(texts_are_cut_and_extended)
{
	struct lines n;

	make_sentences();
	n = count(changes[_i].kind, 1);
	ck_assert_uint_eq(n.all, changes[_i].all);
	ck_assert_uint_eq(n.own, changes[_i].own);
	ck_assert_uint_eq(n.foreign, changes[_i].foreign);
}
END_TEST

/* One word in twenty: of 40 words two, in the mean of many seeds. */
START_TEST(words_are_changed_by_chance)
{
	size_t changed = 0;

	make_sentences();
	for (uint64_t seed = 0; seed < 500; seed++) {
		struct lines n = count(TCN_PAPER_ALTERED_WORDS, seed);

		ck_assert_uint_eq(n.all, N);
		changed += N - n.own;
	}
	/* A sentence stays with the chance .95^4. */
	ck_assert_uint_ge(changed, 800);
	ck_assert_uint_le(changed, 1050);
	ck_assert_str_ne(tcn_paper_altered_name(TCN_PAPER_ALTERED_WORDS),
	    tcn_paper_altered_name(TCN_PAPER_ALTERED_HALF));
}
END_TEST

TCN_TESTS(paper_altered)
{
	TCN_EACH(texts_are_cut_and_extended, changes);
	tcase_add_test(tc, words_are_changed_by_chance);
}

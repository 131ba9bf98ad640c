/* Sentences cut into words: the short way of ASCII makes no difference. */
#include "tests/base/run.h"

#include <string.h>

#include "engine/base/mem.h"
#include "engine/facts/fact_tokens_impl.h"
#include "tests/base/random.h"

#define BYTES 400

static struct tcn_fact_tokens fast, slow; /* too large for the stack */

/* Writes pieces that words begin, end and go on with. */
static size_t
write_text(uint64_t *seed, char *to)
{
	static const char *const pieces[] = { "a", "B", "Z", "z9", "é", "É",
		"ß", "ñ", "Ж", "世", "\xc2\xad", " ", " ", " ", ".", "-", "'",
		"’", "42", "1,200", "7.2", "#", "@x", "http://a.b ",
		"HTTPS:", "www.", "t.co/", "h", "ht", "w", "U.S.", "killed",
		"at least", "KILLED", "Tote", "ums Leben", "al menos",
		"twenty two", "\n",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		"\xff", "\xe4\xb8" };
	size_t n = 0, all = random_below(seed, 40);

	for (size_t i = 0; i < all; i++) {
		const char *piece =
		    pieces[random_below(seed, sizeof pieces / sizeof *pieces)];

		if (n + strlen(piece) >= BYTES)
			break;
		memcpy(to + n, piece, strlen(piece));
		n += strlen(piece);
	}
	return n;
}

static void
check_same(struct tcn_str text)
{
	ck_assert_uint_eq(fast.n, slow.n);
	ck_assert(fast.full == slow.full);
	for (size_t i = 0; i < fast.n; i++) {
		const struct tcn_fact_token *a = &fast.at[i], *b = &slow.at[i];
		bool same = a->at == b->at && a->n == b->n &&
		    a->kind == b->kind && a->word == b->word &&
		    a->hash == b->hash && a->grouped == b->grouped &&
		    a->decimal == b->decimal && a->scaled == b->scaled &&
		    a->mark == b->mark && a->words == b->words &&
		    a->verb == b->verb && a->glued == b->glued &&
		    a->hyphen == b->hyphen && a->tag == b->tag &&
		    a->capital == b->capital && a->capitals == b->capitals &&
		    a->small == b->small && a->year == b->year;

		ck_assert_msg(same, "token %zu of \"%.*s\"", i,
		    TCN_STR_ARG(text));
	}
}

START_TEST(ascii_is_cut_as_any_script)
{
	static char bytes[BYTES];
	struct tcn_fact_words words = { 0 };
	uint64_t seed = (uint64_t)_i + 1;

	ck_assert_int_eq(tcn_fact_words_read(&words,
			     tcn_fact_words_files[_i].name,
			     tcn_fact_words_files[_i].text, NULL),
	    TCN_OK);
	slow.is_slow = true;
	for (size_t round = 0; round < 20000; round++) {
		struct tcn_str text = { bytes, write_text(&seed, bytes) };
		const struct tcn_fact_words *of = round % 8 ? &words : NULL;

		tcn_fact_tokens_cut(&fast, of, text);
		tcn_fact_tokens_cut(&slow, of, text);
		check_same(text);
	}
	tcn_fact_tokens_fini(&fast);
	tcn_fact_tokens_fini(&slow);
	tcn_fact_words_fini(&words);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

TCN_TESTS(fact_tokens)
{
	tcase_add_loop_test(tc, ascii_is_cut_as_any_script, 0,
	    (int)tcn_fact_words_files_n);
}

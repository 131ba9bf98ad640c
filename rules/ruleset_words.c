#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/ascii.h"
#include "engine/base/buf.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/text/fold.h"
#include "engine/text/stopwords.h"
#include "engine/text/tokenizer.h"
#include "rules/ruleset_impl.h"

#define SHOWN_BYTES 40 /* of a term, in messages */

/* The lists of `where` that a term may be in. */
enum {
	IN_NONE = 1,
	IN_ALL = 2,
	IN_ANY = 4,
};

struct tcn_ruleset_words {
	struct tcn_tokenizer *tokenizer;
	struct tcn_map stops; /* hash of a folded word -> languages */
	struct tcn_map seen; /* hash of a term -> lists of the rule it is in */
	struct tcn_buf folded;
};

struct tcn_ruleset_words *
tcn_ruleset_words_new(void)
{
	struct tcn_ruleset_words *made = tcn_mem_calloc(1, sizeof *made);

	made->tokenizer = tcn_tokenizer_new();
	for (size_t i = 0; i < tcn_stopwords_files_n; i++) {
		struct tcn_sections_words list =
		    tcn_sections_words(tcn_stopwords_files[i].text,
			"stop words");
		struct tcn_str word;

		while (tcn_sections_words_next(&list, &word)) {
			uint64_t *bits;

			tcn_map_put(&made->stops, XXH3_64bits(word.at, word.n),
			    &bits, NULL);
			*bits |= (uint64_t)1 << (i & 63);
		}
	}
	return made;
}

void
tcn_ruleset_words_free(struct tcn_ruleset_words *words)
{
	if (!words)
		return;
	tcn_tokenizer_free(words->tokenizer);
	tcn_map_fini(&words->stops);
	tcn_map_fini(&words->seen);
	tcn_buf_fini(&words->folded);
	tcn_mem_free(words);
}

/* The languages of the articles that a rule is about: a bit each, by their
 * index among the files of words. */
static uint64_t
languages_of(const struct tcn_rule *rule)
{
	uint64_t bits = 0;

	if (!rule->where.languages.n)
		return ~(uint64_t)0;
	for (size_t i = 0; i < tcn_stopwords_files_n; i++)
		for (size_t j = 0; j < rule->where.languages.n; j++)
			if (tcn_str_equal(rule->where.languages.at[j],
				tcn_str(tcn_stopwords_files[i].name)))
				bits |= (uint64_t)1 << (i & 63);
	return bits;
}

/* How many words a text has; *stops loses the languages in which not every
 * one of them is a function word. */
static size_t
count_words(struct tcn_ruleset_words *words, struct tcn_str text,
    uint64_t *stops)
{
	struct tcn_tokenizer_scan scan;
	struct tcn_tokenizer_token token;
	size_t n = 0;

	tcn_tokenizer_scan(&scan, words->tokenizer, text, "");
	for (; tcn_tokenizer_next(&scan, &token); n++) {
		struct tcn_str word = { token.word, token.n };
		const uint64_t *bits;

		tcn_fold(word, &words->folded);
		bits = tcn_map_find(&words->stops,
		    XXH3_64bits(words->folded.at, words->folded.n));
		*stops &= bits ? *bits : 0;
	}
	return n;
}

static bool
is_letter(char c)
{
	return tcn_ascii_is_letter(c) || (unsigned char)c >= 0x80;
}

/* Warns of "flood*": signs are no part of words, and the pattern that says what
 * is meant is known. */
static void
check_stars(struct tcn_ruleset_diags *diags, const struct tcn_rule_term *term)
{
	struct tcn_str text = tcn_utf8_cut(term->text, SHOWN_BYTES);
	struct tcn_buf pattern = { 0 };
	bool meant = false;

	for (size_t i = 0; i < text.n; i++) {
		bool behind = i && is_letter(text.at[i - 1]);
		bool ahead = i + 1 < text.n && is_letter(text.at[i + 1]);

		if (i == 0 && is_letter(text.at[i]))
			tcn_buf_z(&pattern, "\\b");
		if (text.at[i] == '*') {
			tcn_buf_z(&pattern, "\\w*");
			meant |= behind || ahead;
		} else if (!strchr("\\/.?+^$|()[]{}'", text.at[i])) {
			tcn_buf_char(&pattern, text.at[i]);
		}
	}
	if (meant && is_letter(text.at[text.n - 1]))
		tcn_buf_z(&pattern, "\\b");
	if (meant)
		tcn_ruleset_add_diag(diags, true,
		    (struct tcn_ruleset_place){ term->line, term->column },
		    "'*' stands for nothing in words, which are compared by "
		    "their stems; for any letters write '/%.*s/i'",
		    (int)pattern.n, pattern.at);
	tcn_buf_fini(&pattern);
}

/* Warns of "flood OR storm", as search engines have it. */
static void
check_operators(struct tcn_ruleset_diags *diags,
    const struct tcn_rule_term *term)
{
	static const struct {
		const char *word, *mend;
	} all[] = {
		{ " OR ", "make each a term of its own under 'any'" },
		{ " AND ", "make each a term of its own under 'all'" },
		{ " NOT ", "put what follows under 'none'" },
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		size_t n = strlen(all[i].word);

		if (!memmem(term->text.at, term->text.n, all[i].word, n))
			continue;
		tcn_ruleset_add_diag(diags, true,
		    (struct tcn_ruleset_place){ term->line, term->column },
		    "'%.*s' is a word like any other here; if it is to "
		    "combine the words beside it, %s",
		    (int)n - 2, all[i].word + 1, all[i].mend);
	}
}

static void
check_words(struct tcn_ruleset_words *words, struct tcn_ruleset_diags *diags,
    const struct tcn_rule_term *term, uint64_t languages)
{
	struct tcn_ruleset_place place = { term->line, term->column };
	uint64_t stops = languages;

	if (!count_words(words, term->text, &stops)) {
		tcn_ruleset_add_diag(diags, false, place,
		    "no word stands here, so no item can have it; for signs "
		    "write a /pattern/");
		return;
	}
	check_stars(diags, term);
	check_operators(diags, term);
	for (size_t i = 0; stops && i < tcn_stopwords_files_n; i++) {
		if (!(stops >> i & 1))
			continue;
		tcn_ruleset_add_diag(diags, true, place,
		    "'%.*s' says nothing in '%s': nearly every text in that "
		    "language has it; name the languages meant under "
		    "'language'",
		    (int)tcn_utf8_cut(term->text, SHOWN_BYTES).n, term->text.at,
		    tcn_stopwords_files[i].name);
		return;
	}
}

/* The same term in two lists, or twice in one. */
static void
check_lists(struct tcn_ruleset_words *words, struct tcn_ruleset_diags *diags,
    const struct tcn_rule_term *term, unsigned list)
{
	struct tcn_ruleset_place place = { term->line, term->column };
	uint64_t hash, *in;

	if (term->pattern) {
		hash = XXH3_64bits_withSeed(term->text.at, term->text.n,
		    1 + term->flags);
	} else {
		tcn_fold(term->text, &words->folded);
		hash = XXH3_64bits(words->folded.at, words->folded.n);
	}
	tcn_map_put(&words->seen, hash, &in, NULL);
	if (*in & list)
		tcn_ruleset_add_diag(diags, true, place, "stands here twice");
	else if (list == IN_ALL && (*in & IN_NONE))
		tcn_ruleset_add_diag(diags, true, place,
		    "stands under 'none' as well: no item can meet both");
	else if (list == IN_ANY && (*in & IN_NONE))
		tcn_ruleset_add_diag(diags, true, place,
		    "stands under 'none' as well, and so never counts");
	else if (list == IN_ANY && (*in & IN_ALL))
		tcn_ruleset_add_diag(diags, true, place,
		    "stands under 'all' as well: 'any' then asks for nothing");
	*in |= list;
}

void
tcn_ruleset_words_check(struct tcn_ruleset_words *words,
    struct tcn_ruleset_diags *diags, const struct tcn_rule *rule)
{
	const struct {
		const struct tcn_rule_terms *terms;
		unsigned list;
	} lists[] = { { &rule->where.none, IN_NONE },
		{ &rule->where.all, IN_ALL }, { &rule->where.any, IN_ANY } };
	uint64_t languages = languages_of(rule);

	tcn_map_clear(&words->seen);
	for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
		for (size_t i = 0; i < lists[l].terms->n; i++) {
			const struct tcn_rule_term *term =
			    &lists[l].terms->at[i];

			check_lists(words, diags, term, lists[l].list);
			if (!term->pattern)
				check_words(words, diags, term, languages);
		}
	}
}

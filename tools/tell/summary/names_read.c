#include <string.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>
#include <xxhash.h>

#include "engine/base/ascii.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/item/word_case.h"
#include "engine/text/lang.h"
#include "engine/text/sentence.h"
#include "tools/tell/summary/names_impl.h"

#define BODY_BYTES     2000 /* of a text */
#define BODY_BYTES_MIN 140
#define ALL_BYTES      400000 /* of all bodies together, but for the least */
#define GAP_BYTES      8 /* between two words of a name, of a wrapped line */
#define TOKENS_MAX     200000
#define SENTENCE_WORDS 200 /* of one sentence; the rest is not read */

/* Whether nothing but blanks or a hyphen is between two words; behind an
 * initial also a full stop. */
static bool
is_joined(const struct tcn_names_token *before, const char *at)
{
	const char *end = before->at + before->n;
	size_t n = (size_t)(at - end), blanks;

	if (at <= end || n > GAP_BYTES)
		return false;
	if (n == 1 && (*end == '-' || *end == '\''))
		return true;
	end += *end == '.' &&
	    (before->n == 1 || memchr(before->at, '.', before->n));
	blanks = strspn(end, " \n");
	return end + blanks >= at && end < at;
}

/* The language of a text. */
struct language {
	char code[TCN_LANG_BYTES];
	uint64_t hash;
	bool german;
};

/* Sets what the token's word is: mostly it was met in the language before. */
static void
look_up(struct tcn_names_finder *finder, const struct language *lang,
    struct tcn_str word, struct tcn_names_token *token)
{
	struct tcn_names_known *known;
	unsigned is;
	uint64_t *slot;
	bool added;

	/* Finds or adds a word by its key. */
	tcn_map_put(&finder->numbers, token->key, &slot, &added);
	if (added) {
		finder->known = tcn_mem_grow(finder->known, &finder->known_cap,
		    finder->known_n + 1, sizeof *finder->known);
		finder->known[finder->known_n] = (struct tcn_names_known){ 0 };
		*slot = ++finder->known_n;
	}
	token->word = (uint32_t)(*slot - 1);
	known = &finder->known[token->word];
	if (known->lang != lang->hash) {
		tcn_name_words_find(&finder->words, lang->code, word,
		    token->key, &is);
		known->lang = lang->hash;
		known->is = (uint8_t)is;
	}
	token->is = known->is;
}

static void
add_token(struct tcn_names_finder *finder, struct tcn_str sentence,
    uint32_t text, const struct language *lang,
    const struct tcn_tokenizer_token *read, bool begins)
{
	struct tcn_str word = read->surface;
	void *p = tcn_mem_grow(finder->tokens, &finder->tokens_cap,
	    finder->tokens_n + 1, sizeof *finder->tokens);
	struct tcn_names_token token = {
		.at = word.at, .n = (uint32_t)word.n, .text = text
	};
	enum tcn_word_case its = tcn_word_case(word);

	finder->tokens = p;
	if (its != TCN_WORD_CASELESS)
		token.flags |= its == TCN_WORD_CAPITAL ? TCN_NAMES_CAPITAL
						       : TCN_NAMES_SMALL;
	if (begins)
		token.flags |= TCN_NAMES_BEGINS;
	else if (is_joined(&finder->tokens[finder->tokens_n - 1], word.at))
		token.flags |= TCN_NAMES_JOINED;
	/* A hyphen within a word sets nothing apart. */
	if (tcn_word_is_inside(sentence, word) ||
	    (token.flags & TCN_NAMES_JOINED && word.at[-1] == '-' &&
		finder->tokens[finder->tokens_n - 1].flags & TCN_NAMES_INSIDE))
		token.flags |= TCN_NAMES_INSIDE;
	if (lang->german)
		token.flags |= TCN_NAMES_GERMAN;
	if (read->ascii) /* in small letters */
		token.key = tcn_name_words_small_key((struct tcn_str){
		    read->word, read->n });
	else
		tcn_name_words_key(&finder->words, word, &token.key);
	look_up(finder, lang, word, &token);
	finder->tokens[finder->tokens_n++] = token;
}

/* Takes the words of a sentence back when it is written as a title. German has
 * so many nouns that a sentence may look like one: any small letter tells. */
static void
drop_title(struct tcn_names_finder *finder, size_t from)
{
	struct tcn_word_case_counts counts = { 0 };
	bool small = false;

	for (size_t i = from; i < finder->tokens_n; i++) {
		const struct tcn_names_token *token = &finder->tokens[i];

		small |= token->flags & TCN_NAMES_SMALL;
		if (token->flags & TCN_NAMES_INSIDE)
			tcn_word_case_count(&counts,
			    (struct tcn_str){ token->at, token->n },
			    token->flags & TCN_NAMES_CAPITAL ? TCN_WORD_CAPITAL
				: token->flags & TCN_NAMES_SMALL
				? TCN_WORD_SMALL
				: TCN_WORD_CASELESS);
	}
	if (tcn_word_case_form(&counts) == TCN_HEADLINE_TITLE &&
	    !(finder->tokens[from].flags & TCN_NAMES_GERMAN && small))
		finder->tokens_n = from;
}

/* Whether any letter is small or a capital. In other scripts there are no
 * names, and words take long to find. */
static bool
has_case(struct tcn_str sentence)
{
	const uint8_t *bytes = (const uint8_t *)sentence.at;
	UChar32 c;

	for (int32_t i = 0; (size_t)i < sentence.n;) {
		U8_NEXT(bytes, i, (int32_t)sentence.n, c);
		if (c < 0x80
			? tcn_ascii_is_letter((char)c)
			: u_isupper(c) || u_istitle(c) || u_toupper(c) != c)
			return true;
	}
	return false;
}

static void
read_sentence(struct tcn_names_finder *finder, uint32_t text,
    const struct language *lang, struct tcn_str sentence)
{
	struct tcn_tokenizer_scan scan;
	struct tcn_tokenizer_token token;
	size_t from = finder->tokens_n;

	if (!has_case(sentence))
		return;
	tcn_tokenizer_scan(&scan, finder->tokenizer, sentence, lang->code);
	while (finder->tokens_n < TOKENS_MAX &&
	    finder->tokens_n - from < SENTENCE_WORDS &&
	    tcn_tokenizer_next(&scan, &token))
		add_token(finder, sentence, text, lang, &token,
		    finder->tokens_n == from);
	drop_title(finder, from);
}

static void
read_text(struct tcn_names_finder *finder, uint32_t i)
{
	const struct tcn_summary_text *text = &finder->texts[i];
	struct tcn_sentence_scan scan;
	struct tcn_str sentence;
	struct language lang = { .code = "" };

	tcn_lang_from_tag(text->lang, lang.code);
	lang.hash = XXH3_64bits(lang.code, strlen(lang.code));
	lang.german = strcmp(lang.code, "de") == 0;
	read_sentence(finder, i, &lang, text->title);
	tcn_sentence_scan(&scan, tcn_utf8_cut(text->text, finder->body_bytes),
	    lang.code);
	while (tcn_sentence_next(&scan, &sentence))
		read_sentence(finder, i, &lang, sentence);
}

void
tcn_names_read(struct tcn_names_finder *finder, size_t n)
{
	struct tcn_map origins = { 0 };

	finder->body_bytes = n ? ALL_BYTES / n : 0;
	if (finder->body_bytes < BODY_BYTES_MIN)
		finder->body_bytes = BODY_BYTES_MIN;
	if (finder->body_bytes > BODY_BYTES)
		finder->body_bytes = BODY_BYTES;
	for (size_t i = 0; i < n; i++) {
		uint64_t *slot;
		bool added;

		tcn_map_put(&origins, finder->texts[i].origin, &slot, &added);
		if (added)
			read_text(finder, (uint32_t)i);
	}
	finder->origins = (uint32_t)origins.n;
	tcn_map_fini(&origins);
}

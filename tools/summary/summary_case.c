/*
 * tools/summary/summary_case.c - a headline in capitals, as the texts write its
 * words; see summary.h.
 *
 * Wires wrote their titles in capitals. Small letters cannot be made of these
 * without knowing what is a name; but the texts below such titles are in small
 * letters, and most of the words stand there. A word takes the case that most
 * texts write its stem in, inside their sentences; function words and verbs of
 * the news that none has are small. If any other word is found in none of them,
 * nothing is known of it, and the headline stays as it is.
 *
 * The first 600 bytes of 200 texts are looked at. Cost: that of preparing them,
 * of a headline in capitals alone.
 */
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "engine/base/buf.h"
#include "engine/base/utf8.h"
#include "engine/facts/statement.h"
#include "engine/text/lang.h"
#include "tools/summary/summary_case_impl.h"

#define TEXTS_MAX  200
#define BODY_BYTES 600
#define WORDS_MAX  64 /* of a headline; a longer one is left as it is */

enum form {
	FORM_UNKNOWN,
	FORM_SMALL,
	FORM_CAPITAL, /* the first letter */
	FORM_GIVEN, /* it is not a word that is written in two ways */
};

struct word {
	struct tcn_str at; /* a part of the headline */
	uint64_t id; /* of its term */
	enum form form;
	bool verb; /* a small word, where no text has it */
	uint32_t capital, small; /* texts that write it so */
	uint32_t whole; /* of capital: all in capitals */
};

struct words {
	struct word at[WORDS_MAX];
	size_t n;
};

/* The next character of s from *at on, and moves *at behind it. */
static UChar32
next_char(struct tcn_str s, size_t *at)
{
	const uint8_t *bytes = (const uint8_t *)s.at;
	int32_t i = (int32_t)*at;
	UChar32 c;

	U8_NEXT(bytes, i, (int32_t)s.n, c);
	*at = (size_t)i;
	return c < 0 ? 0xfffd : c;
}

static bool
is_letter(UChar32 c)
{
	return u_isalnum(c) || c == '\'' || c == 0x2019 || c == '.';
}

/* The next word of s from *at on, and moves *at behind it; false: none. */
static bool
next_word(struct tcn_str s, size_t *at, struct tcn_str *word)
{
	size_t begin = s.n, end = s.n;

	while (*at < s.n && end == s.n) {
		size_t before = *at;
		UChar32 c = next_char(s, at);

		if (begin == s.n && u_isalnum(c))
			begin = before;
		else if (begin < s.n && !is_letter(c))
			end = before;
	}
	*word = (struct tcn_str){ s.at + begin, end - begin };
	return begin < s.n;
}

static bool
has_letter(struct tcn_str s)
{
	for (size_t i = 0; i < s.n;)
		if (u_isalpha(next_char(s, &i)))
			return true;
	return false;
}

/* Whether all letters of a word, two at least, are capitals. */
static bool
is_whole(struct tcn_str s)
{
	unsigned letters = 0;

	for (size_t i = 0; i < s.n;) {
		UChar32 c = next_char(s, &i);

		if (u_isalpha(c) && u_tolower(c) == c)
			return false;
		letters += u_isalpha(c) != 0;
	}
	return letters >= 2;
}

/* Whether it is a verb of the news: texts tell what titles say in another tense
 * (said, says), whose stem may be another. */
static enum tcn_rc
ask_verb(const struct tcn_summary_case *in, const char *lang, struct word *word)
{
	const struct tcn_statement_text text = { .raw = word->at,
		.lang = lang };
	struct tcn_statement statement;
	enum tcn_rc rc = tcn_statement_read(in->facts, &text, &statement);

	if (rc == TCN_OK)
		word->verb = tcn_facts_has_lang(lang) &&
		    !(statement.faults & TCN_STATEMENT_NO_VERB);
	return rc;
}

/* Reads a word by itself: its term, or that it has one form only. */
static enum tcn_rc
read_word(const struct tcn_summary_case *in, struct tcn_str lang,
    struct word *word)
{
	const struct tcn_article article = { .text = word->at,
		.lang = lang,
		.ts_ms = TCN_UNDATED,
		.plain = true };
	struct tcn_doc doc;
	enum tcn_rc rc = tcn_prepare(in->prep, &article, in->arena, &doc);

	if (rc != TCN_OK)
		return rc;
	if (!has_letter(word->at) || !doc.terms_n) {
		word->form = FORM_GIVEN;
		return TCN_OK;
	}
	if (doc.terms[0].flags & TCN_TERM_STOP)
		word->form = FORM_SMALL;
	word->id = doc.terms[0].id;
	return ask_verb(in, doc.lang, word);
}

static enum tcn_rc
read_headline(const struct tcn_summary_case *in, struct tcn_str headline,
    struct tcn_str lang, struct words *words, bool *whole)
{
	struct tcn_str word;
	enum tcn_rc rc = TCN_OK;

	*whole = true;
	for (size_t at = 0; rc == TCN_OK && next_word(headline, &at, &word);) {
		if (words->n == WORDS_MAX) {
			*whole = false;
			break;
		}
		words->at[words->n] = (struct word){ .at = word };
		rc = read_word(in, lang, &words->at[words->n++]);
	}
	return rc;
}

/* Counts how one text writes the words. */
static enum tcn_rc
count_forms(const struct tcn_summary_case *in,
    const struct tcn_summary_text *text, struct words *words)
{
	const struct tcn_article article = {
		.text = tcn_utf8_cut(text->text, BODY_BYTES),
		.lang = text->lang,
		.ts_ms = TCN_UNDATED,
		.plain = true,
	};
	struct tcn_doc doc;
	enum tcn_rc rc = tcn_prepare(in->prep, &article, in->arena, &doc);

	for (size_t t = 0; rc == TCN_OK && t < doc.terms_n; t++) {
		const struct tcn_term *term = &doc.terms[t];
		bool small = term->flags & TCN_TERM_TEXT_SMALL;
		bool capital = term->flags & TCN_TERM_TEXT_CAPITAL;

		for (size_t w = 0; w < words->n && (small || capital); w++) {
			struct word *word = &words->at[w];

			if (word->form != FORM_UNKNOWN || word->id != term->id)
				continue;
			word->small += small;
			word->capital += capital && !small;
			word->whole +=
			    capital && !small && is_whole(term->word);
		}
	}
	return rc;
}

/* Settles the form of each word; false: of one of them nothing is known. */
static bool
settle(struct words *words)
{
	for (size_t w = 0; w < words->n; w++) {
		struct word *word = &words->at[w];

		if (word->form != FORM_UNKNOWN)
			continue;
		if (!word->small && !word->capital && !word->verb)
			return false;
		word->form = word->small >= word->capital ? FORM_SMALL
		    : word->whole * 2 > word->capital     ? FORM_GIVEN
							  : FORM_CAPITAL;
	}
	return true;
}

/* Appends a word as it is given, but for a genitive: U.S.'s. */
static void
put_given(struct tcn_str word, struct tcn_buf *out)
{
	bool genitive = word.n > 2 && word.at[word.n - 2] == '\'' &&
	    word.at[word.n - 1] == 'S';

	if (genitive)
		word.n--;
	tcn_buf_str(out, word);
	if (genitive)
		tcn_buf_char(out, 's');
}

/* Appends a word; the letters behind the first that stays are small. */
static void
put_word(const struct word *word, bool begins, struct tcn_buf *out)
{
	bool keep = begins || word->form == FORM_CAPITAL;

	if (word->form == FORM_GIVEN) {
		put_given(word->at, out);
		return;
	}
	for (size_t i = 0; i < word->at.n;) {
		UChar32 c = next_char(word->at, &i);
		char bytes[U8_MAX_LENGTH];
		size_t n = 0;

		U8_APPEND_UNSAFE(bytes, n, keep ? c : u_tolower(c));
		tcn_buf_str(out, (struct tcn_str){ bytes, n });
		keep = keep && !u_isalnum(c);
	}
}

static enum tcn_rc
put_words(struct tcn_str headline, const struct words *words,
    struct tcn_arena *arena, struct tcn_str *to)
{
	struct tcn_buf out = { 0 };
	const char *at = headline.at, *end = headline.at + headline.n;
	bool done;

	for (size_t w = 0; w < words->n; w++) {
		const struct word *word = &words->at[w];

		tcn_buf_str(&out,
		    (struct tcn_str){ at, (size_t)(word->at.at - at) });
		put_word(word, w == 0, &out);
		at = word->at.at + word->at.n;
	}
	tcn_buf_str(&out, (struct tcn_str){ at, (size_t)(end - at) });
	done = !out.failed && tcn_arena_str(arena, tcn_buf_view(&out), to);
	tcn_buf_fini(&out);
	return done ? TCN_OK : TCN_NOMEM;
}

enum tcn_rc
tcn_summary_case_of(const struct tcn_summary_case *in, struct tcn_str headline,
    struct tcn_str lang, struct tcn_str *to)
{
	struct words words = { .n = 0 };
	bool whole;
	enum tcn_rc rc = read_headline(in, headline, lang, &words, &whole);

	*to = headline;
	if (rc != TCN_OK || !whole)
		return rc;
	for (size_t i = 0, n = 0; i < in->n && n < TEXTS_MAX && rc == TCN_OK;
	     i++) {
		if (in->texts[i].copy || !in->texts[i].title.n)
			continue;
		rc = count_forms(in, &in->texts[i], &words);
		n++;
	}
	if (rc != TCN_OK || !settle(&words))
		return rc;
	return put_words(headline, &words, in->arena, to);
}

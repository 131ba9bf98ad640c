/*
 * engine/item/doc.h - an article prepared for detection: a bag of words.
 *
 * engine/item/prepare.h fills a doc in from an article; everything it points
 * to lives in the arena given there, or in the article.
 *
 * A *word* is an occurrence, in reading order, title first. A *term* is a
 * distinct folded stem, with its term frequency (tf). Its id is the XXH3 of
 * its bytes, so that every layer and every run agree on it without a shared
 * dictionary; among a million terms a collision of 64 bits has a chance of
 * about one in 37 million.
 *
 * The outlet's name at the end of a title ("... - Reuters") is the *suffix*.
 * Its words are kept apart, because they describe the sender and not the event:
 * see engine/text/title_suffix.h.
 */
#ifndef TCN_ENGINE_ITEM_DOC_H
#define TCN_ENGINE_ITEM_DOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"
#include "engine/item/shingles.h"
#include "engine/item/sketch.h"
#include "engine/item/word_case.h"
#include "engine/text/content.h"

enum tcn_term_flag {
	TCN_TERM_STOP = 1, /* in the stop list of the doc's language */
	TCN_TERM_TITLE = 2, /* stands in the title (not in its outlet suffix) */
	TCN_TERM_NUMBER = 4, /* begins with a digit */
	TCN_TERM_SUFFIX = 8, /* stands only in what may be an outlet suffix */
	TCN_TERM_DATE = 16, /* only names a day: engine/item/date_terms.h */
	/* The term stands inside a sentence with a capital, or with a small
	 * letter: two flags for the title, two for the text
	 * (engine/item/word_case.h). */
	TCN_TERM_CAPITAL = 32,
	TCN_TERM_SMALL = 64,
	TCN_TERM_TEXT_CAPITAL = 128,
	TCN_TERM_TEXT_SMALL = 256,
};

struct tcn_term {
	uint64_t id; /* XXH3-64 of the folded stem */
	struct tcn_str word; /* surface form where it first stands */
	uint32_t first; /* index of that word in words[] */
	uint32_t tf; /* occurrences */
	float given_weight; /* the weight that an aggregator sent; else 0 */
	uint32_t flags; /* of enum tcn_term_flag */
};

/* How an article is written. */
struct tcn_doc_style {
	enum tcn_word_case_form form; /* of the title */
	bool has_figures; /* the title */
	bool has_label; /* the title begins with one */
	/* The title says that somebody speaks: by a verb of saying or a colon.
	 * Known where verbs of saying are known of the language. */
	bool is_said, said_is_known;
	/* Which term flags tell names from other words: TCN_TERM_CAPITAL and
	 * _SMALL, or TCN_TERM_TEXT_CAPITAL and _TEXT_SMALL; 0 when neither
	 * title nor text is written in sentences. */
	unsigned capital, small;
};

struct tcn_doc {
	const struct tcn_article *article;
	int64_t ts_ms; /* the article's, or TCN_UNDATED */
	bool ts_confirmed; /* the article's */
	char lang[8]; /* ISO 639-1, or "" */
	struct tcn_str title, text; /* the article's, without markup */
	uint64_t publisher; /* hash of its name (publisher.h); 0: unknown */
	uint64_t text_key; /* hash of the folded words; 0: it has none */
	uint64_t text_key_no_suffix; /* the same without the suffix */
	uint64_t page; /* hash of source and address (page_key.h), or 0 */
	struct tcn_sketch sketch; /* of the text's sentences; n 0: none */
	struct tcn_sketch shingles; /* of its runs of words; n 0: none */
	struct tcn_content content; /* of title and text; or source NONE */

	/* For signatures (minhash.h): the 32-bit numbers of the words of title
	 * and text, in reading order, with repeats, without function words and
	 * the suffix; TCN_MINHASH_WORDS_MAX at most. */
	const uint32_t *numbers;
	uint32_t numbers_n, title_numbers_n;

	const uint32_t *words; /* index into terms[], in reading order */
	size_t words_n;
	size_t title_n; /* the first title_n words are the title's, */
	size_t suffix_at; /* of which the suffix's begin here; or title_n */
	struct tcn_str suffix; /* as written; may be empty */
	uint64_t suffix_hash; /* hash of the suffix's letters, or 0 */
	uint64_t source_hash; /* hash of the letters of the source, or 0 */
	bool suffix_is_source; /* the suffix names this very source or host */
	bool has_letters; /* some word is not a number */
	struct tcn_doc_style style;

	struct tcn_term *terms; /* by first occurrence */
	size_t terms_n;

	/*
	 * Terms of the address or of a hashtag (engine/text/slug_terms.h) that
	 * do not stand in the title, as indexes into terms[]. Terms from index
	 * terms_n on are no words of the article; their tf is 0 and their first
	 * is words_n.
	 */
	const uint32_t *slug_terms;
	size_t slug_terms_n;
};

/*
 * Sets doc->style from the counts of title and text. A capital marks a name
 * only in sentences: the title's terms are judged by the title if that is a
 * sentence or has no spaces, else by the text.
 */
void tcn_doc_set_style(struct tcn_doc *doc,
    const struct tcn_word_case_counts *title,
    const struct tcn_word_case_counts *text);

/*
 * Validator for tests: TCN_CORRUPT, and in err a sentence, when the lists
 * contradict each other: a word that is no term, a term that does not stand at
 * its first word or stands in the list twice, frequencies that add up to more
 * than the words. O(words).
 */
TCN_MUST_USE enum tcn_rc tcn_doc_check(const struct tcn_doc *doc,
    struct tcn_err *err);

#endif

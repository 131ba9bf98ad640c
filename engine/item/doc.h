/*
 * engine/item/doc.h - an article made ready: its words, its terms, its names.
 *
 * engine/item/prepare fills a doc in from an article; everything it points to
 * lives in the arena given there (or in the article). A *word* is an
 * occurrence, in reading order, title first. A *term* is a distinct folded
 * stem; its number is the XXH3 of its bytes, so that every layer and every
 * run agree on it without a shared dictionary.
 */
#ifndef TCN_ENGINE_ITEM_DOC_H
#define TCN_ENGINE_ITEM_DOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/item/record.h"

enum tcn_term_flag {
	TCN_TERM_STOP = 1, /* in the stop list of the doc's language */
	TCN_TERM_TITLE = 2, /* stands in the title (not in its outlet suffix) */
	TCN_TERM_NUMBER = 4, /* begins with a digit */
	TCN_TERM_SUFFIX = 8, /* stands only in what may be an outlet suffix */
	TCN_TERM_DATE = 16, /* names a day (engine/text/calendar.h) wherever it
			     * stands in the title; when it does not stand
			     * there, in the first words of the text */
};

struct tcn_term {
	uint64_t id; /* XXH3-64 of the folded stem */
	struct tcn_str word; /* surface form where it first stands */
	uint32_t first; /* index of that word in words[] */
	uint32_t tf; /* occurrences */
	float given_weight; /* weight an aggregator sent; else 0 */
	uint32_t flags;
};

struct tcn_doc {
	const struct tcn_article *article;
	int64_t ts_ms; /* the article's, or TCN_UNDATED */
	char lang[8]; /* ISO 639-1, or "" */
	struct tcn_str title, text; /* the article's, without markup */
	uint64_t publisher; /* hash of the host, else of the source; or 0 */
	uint64_t text_key; /* hash of the normal form, 0 when it has no words */
	uint64_t text_key_no_suffix; /* the same without what may be an outlet's
					name */

	const uint32_t *words; /* index into terms[], in reading order */
	size_t words_n;
	size_t title_n; /* the first title_n words are the title's ... */
	size_t suffix_at; /* ... and those from here on may be an outlet's
			   * name; == title_n when there is none */
	struct tcn_str suffix; /* that name, as written; may be empty */
	uint64_t suffix_hash; /* hash of the letters of that name, or 0 ... */
	uint64_t source_hash; /* ... and of the source's */
	bool suffix_is_source; /* it names this very source or host */
	bool has_letters; /* some word is not a number */

	struct tcn_term *terms; /* by first occurrence */
	size_t terms_n;

	/* Index into terms[]: what stands in the address or within a tag
	 * (engine/text/slug_terms.h) and not in the title. From terms_n on are
	 * those that are no words of the article at all: tf 0, first words_n.
	 */
	const uint32_t *slug_terms;
	size_t slug_terms_n;
};

#endif

/*
 * engine/text/tokenizer.h - cuts plain text into words.
 *
 * A tokenizer owns what every scan needs, the class of each character and ICU's
 * segmenter; a scan walks one text:
 *
 *	tcn_tokenizer_scan(&scan, tokenizer, text, lang);
 *	while (tcn_tokenizer_next(&scan, &token))
 *		...
 *
 * What is a word:
 *
 * - A sequence of Unicode letters, marks and digits is one.
 * - "'s" at its end is dropped. Other apostrophes inside are dropped and the
 *   parts joined ("O'Brien" is obrien), except in languages that elide
 *   ("l'homme" is l, homme).
 * - A hyphen separates words.
 * - Inside digits a decimal mark stays, as '.', and thousands commas go.
 * - Single letters with full stops between are one word ("U.S." is us).
 * - '#' and '@' before a word are skipped, and '_' belongs to such a word.
 * - Addresses ("https://...", "www...") are skipped.
 * - Scripts that are written without spaces are cut by engine/text/segmenter.h.
 *
 * Cost: nearly all words of most texts are ASCII between blanks or ordinary
 * punctuation. Such a word is found in a bit mask of 64 bytes and copied as two
 * numbers (engine/base/ascii.h). Other words take a table look-up a byte, or
 * decoding and a look-up a character; only spaceless scripts go through ICU.
 * tcn_tokenizer_scan_scalar() leaves the fast path out: it is the reference to
 * test and measure against.
 *
 * Memory: 64 KiB for the classes, and the segmenter. Scans of one tokenizer
 * must not be interleaved, as they share the segmenter; one that is abandoned
 * needs no end. Not thread safe: one tokenizer, one thread.
 */
#ifndef TCN_ENGINE_TEXT_TOKENIZER_H
#define TCN_ENGINE_TEXT_TOKENIZER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/ascii.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "engine/text/segmenter.h"

#define TCN_TOKEN_BYTES 128 /* of a word; the rest is cut off */
#define TCN_TOKEN_PAD   16 /* a shorter word has zeros behind it up to here */

struct tcn_tokenizer_token {
	struct tcn_str surface; /* as written; a part of the text */
	size_t n; /* bytes of word */
	char word[TCN_TOKEN_BYTES + 8]; /* ASCII letters in lower case */
	bool ascii; /* word is all ASCII, and so folded already */
	/* Of a script without spaces: how the segmenter found it. */
	enum tcn_segmenter_kind segmented;
};

struct tcn_tokenizer;

struct tcn_tokenizer_scan {
	struct tcn_tokenizer *tokenizer;
	const char *at, *end; /* what is left of the text */
	const char *block; /* where kinds was computed; NULL: not yet */
	struct tcn_ascii_kinds kinds;
	bool in_run; /* the segmenter reads what stands before `at` */
	bool elides; /* the language separates words at apostrophes */
	bool chinese; /* the language is Chinese */
	bool scalar; /* without the fast path */
	struct tcn_tokenizer_token *out; /* where the next token goes */
};

/* Whether a character is of a script that is written without spaces. */
bool tcn_tokenizer_spaceless(int32_t c);

/* Whether a language separates words at apostrophes ("l'eau"). */
bool tcn_tokenizer_elides(const char *lang);

struct tcn_tokenizer *tcn_tokenizer_new(void);
void tcn_tokenizer_free(struct tcn_tokenizer *tokenizer);

/* Starts a scan of text, which should be UTF-8 and must outlive the scan; bytes
 * that are not UTF-8 count as separators. lang is ISO 639-1, or "". */
void tcn_tokenizer_scan(struct tcn_tokenizer_scan *scan,
    struct tcn_tokenizer *tokenizer, struct tcn_str text, const char *lang);

/* tcn_tokenizer_scan() without the fast path for ASCII. */
void tcn_tokenizer_scan_scalar(struct tcn_tokenizer_scan *scan,
    struct tcn_tokenizer *tokenizer, struct tcn_str text, const char *lang);

/* Sets *token to the next word. False at the end. */
bool tcn_tokenizer_next(struct tcn_tokenizer_scan *scan,
    struct tcn_tokenizer_token *token);

#endif

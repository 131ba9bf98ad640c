/*
 * engine/text/tokenizer.h - from plain text to words.
 *
 * A tokenizer holds what every scan needs (the class of each character, the
 * segmenter); a scan walks one text:
 *
 *	tcn_tokenizer_scan(&scan, tokenizer, text, lang);
 *	while (tcn_tokenizer_next(&scan, &token))
 *		...
 *
 * A word is a run of Unicode letters, marks and digits. "'s" at its end is
 * dropped; other inner apostrophes are dropped and the parts joined ("O'Brien"
 * is obrien), except in languages that elide ("l'homme" is l, homme).
 * Hyphens part words. Digits keep a decimal mark, as '.', and lose thousands
 * commas. Single letters joined by full stops are one word ("U.S." is us).
 * '#' and '@' before a word are skipped, and '_' belongs to such a word.
 * Addresses ("https://...", "www...") are skipped. Runs of the scripts that
 * are written without spaces are cut by ICU's dictionaries.
 *
 * Cost: a word of ASCII between blanks or the usual marks is found by a bit
 * mask of 64 bytes and copied whole (engine/base/ascii.h); others take a table
 * look-up a byte, or a decode and a look-up a character; ICU only inside runs
 * of spaceless scripts. tcn_tokenizer_scan_scalar() is the same without the
 *first: the reference to test and measure against.
 */
#ifndef TCN_ENGINE_TEXT_TOKENIZER_H
#define TCN_ENGINE_TEXT_TOKENIZER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/ascii.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

#define TCN_TOKEN_BYTES 128 /* of a word that count; the rest is cut off */
#define TCN_TOKEN_PAD   16 /* a shorter word has zeros behind, to so many */

struct tcn_tokenizer_token {
	struct tcn_str surface; /* as written; lives as long as the text */
	size_t n; /* bytes of word */
	char word[TCN_TOKEN_BYTES + 8]; /* ASCII letters in lower case */
	bool ascii; /* word is ASCII, hence already folded */
};

struct tcn_tokenizer;

struct tcn_tokenizer_scan {
	struct tcn_tokenizer *tokenizer;
	const char *at, *end;
	const char *run_end; /* of the run the segmenter is in, or NULL */
	const char *run;
	const char *block; /* of the text, described by kinds; NULL: none yet */
	struct tcn_ascii_kinds kinds;
	bool elides; /* the language parts words at apostrophes */
	bool scalar;
	bool failed; /* the segmenter ran out of memory */
	struct tcn_tokenizer_token *out; /* being put together */
};

/* Is this character of a script that is written without spaces? */
bool tcn_tokenizer_spaceless(int32_t c);

/* Does this language part words at apostrophes ("l'eau")? */
bool tcn_tokenizer_elides(const char *lang);

TCN_MUST_USE enum tcn_rc tcn_tokenizer_new(struct tcn_tokenizer **tokenizer);
void tcn_tokenizer_free(struct tcn_tokenizer *tokenizer);

/* Starts a scan of valid UTF-8; other bytes are skipped as separators. */
void tcn_tokenizer_scan(struct tcn_tokenizer_scan *scan,
    struct tcn_tokenizer *tokenizer, struct tcn_str text, const char *lang);

void tcn_tokenizer_scan_scalar(struct tcn_tokenizer_scan *scan,
    struct tcn_tokenizer *tokenizer, struct tcn_str text, const char *lang);

/* False at the end, or with scan->failed set. */
bool tcn_tokenizer_next(struct tcn_tokenizer_scan *scan,
    struct tcn_tokenizer_token *token);

#endif

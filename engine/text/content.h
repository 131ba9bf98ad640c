/*
 * engine/text/content.h - the words that say what a text is about, as a set.
 *
 * Two desks that write up one event choose other words around the same names,
 * things, figures and deeds. So whether one text is a rewrite of another is
 * asked of its *content words*: proper nouns, nouns, numbers and verbs, each by
 * its lemma or stem, each once, without function words. They come from one of
 * three places, and the set says from which (enum tcn_content_source):
 *
 *	words   the article's own words but for function words and adverbs that
 *	        show by their ending. No part of speech is known of them, but
 *	        a word with a digit in front is a number and one with a capital
 *	        inside a sentence a name.
 *	sent    what the sender gave: lists of words by part of speech
 *	tagger  what a part-of-speech tagger said; `tagger` has its name and
 *	        version, since another version may say otherwise
 *
 * On Spanish headlines the first finds all of what a tagger finds and one word
 * in seven beside it; sets of both kinds mostly lead to the same decision.
 *
 * A lemma is cut into words and stemmed as the words of a text are, so that
 * sets from different sources can be compared: "casas" and its lemma "casa" get
 * the same stem.
 *
 * A KEY is the upper 61 bits of the XXH3 of the stem (engine/text/stemmer.h)
 * with the word's class in the lower 3. A word that was met in several classes
 * is of the highest of them.
 *
 * The set keeps the TCN_CONTENT_MAX smallest keys and says of how many
 * (`full`): a bottom-k sample, as engine/item/sketch.h has it, so that two
 * texts keep the same sample of what they share. Sets are compared up to the
 * smaller of the last keys of those that were cut off; for texts of up to 256
 * content words the figures are exact.
 *
 * Cost: O(n) to make and to compare.
 */
#ifndef TCN_ENGINE_TEXT_CONTENT_H
#define TCN_ENGINE_TEXT_CONTENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "engine/text/stemmer.h"
#include "engine/text/tokenizer.h"

#define TCN_CONTENT_MAX 256 /* keys of a set */

/* Stored: never renumbered. A higher one wins. */
enum tcn_content_class {
	TCN_CONTENT_WORD, /* of no known part of speech */
	TCN_CONTENT_VERB,
	TCN_CONTENT_NOUN,
	TCN_CONTENT_NUMBER, /* begins with a digit, or said to be one */
	TCN_CONTENT_NAME, /* a proper noun */
	TCN_CONTENT_CLASSES, /* how many there are; at most 8 */
};

/* Stored: never renumbered. */
enum tcn_content_source {
	TCN_CONTENT_NONE, /* there is no set */
	TCN_CONTENT_WORDS,
	TCN_CONTENT_SENT,
	TCN_CONTENT_TAGGER,
};

struct tcn_content {
	const uint64_t *at; /* keys: distinct, in ascending order */
	uint32_t n; /* <= TCN_CONTENT_MAX */
	uint32_t full; /* how many there are in the text; >= n */
	enum tcn_content_source source;
	/* Name and version of the tagger: with TCN_CONTENT_TAGGER, and with
	 * TCN_CONTENT_WORDS when it was asked and did not answer. */
	struct tcn_str tagger;
};

/* One word as a sender or a tagger names it. */
struct tcn_content_word {
	struct tcn_str surface; /* as written; may be empty if lemma is not */
	struct tcn_str lemma; /* of one or several words; empty: the surface */
	enum tcn_content_class class;
};

/* The name of a source ("words", "sent", "tagger", "none") and of a class
 * ("name", "noun", "number", "verb", "word"). */
const char *tcn_content_source_name(enum tcn_content_source source);

static inline enum tcn_content_class
tcn_content_class(uint64_t key)
{
	return (enum tcn_content_class)(key & 7);
}

/* Whether two keys have the same word, in whatever classes. */
static inline bool
tcn_content_is_same(uint64_t a, uint64_t b)
{
	return (a ^ b) < 8;
}

/* Whether the set has the word with this id (the XXH3 of its stem), in whatever
 * class. O(log n). */
bool tcn_content_has(const struct tcn_content *content, uint64_t id);

/* What two sets have in common, up to where they can be compared. */
struct tcn_content_shared {
	uint32_t na, nb; /* keys that can be compared */
	uint32_t m; /* in common */
	/* How many of these are numbers or names: in a, in b, and in common. */
	uint32_t a_numbers, b_numbers, numbers;
	uint32_t a_names, b_names, names;
};

/* Compares two sets in full; all 0 when one of them is empty. A word in common
 * counts among the numbers or names when it is one in either set. */
struct tcn_content_shared tcn_content_compare(const struct tcn_content *a,
    const struct tcn_content *b);

/* The Jaccard similarity, m / (na + nb - m), and the cosine of the sets
 * (Ochiai's coefficient), m / sqrt(na nb): 0 .. 1; 0 where nothing can be
 * compared. */
double tcn_content_jaccard(struct tcn_content_shared shared);
double tcn_content_cosine(struct tcn_content_shared shared);

/* Whether a word (as written, in any case) of the language (ISO 639-1) ends as
 * an adverb does: "finalmente", "notamment", "finally". Only endings that
 * hardly any noun shares are known, so "quickly" is not found. */
bool tcn_content_is_adverb(const char *lang, struct tcn_str word);

/*
 * The stored form is n keys of 8 bytes, low byte first. tcn_content_decode()
 * copies to arena and sets at, n and full; TCN_CORRUPT: the bytes are no set
 * with this `full`.
 */
#define TCN_CONTENT_BYTES_MAX ((size_t)8 * TCN_CONTENT_MAX)
size_t tcn_content_encode(const struct tcn_content *content,
    unsigned char bytes[TCN_CONTENT_BYTES_MAX]);
TCN_MUST_USE enum tcn_rc tcn_content_decode(const void *bytes, size_t n,
    uint64_t full, struct tcn_arena *arena, struct tcn_content *content);

/* --- Making one. --- */

/* Makes content sets. All zero at first; its memory is reused from text to
 * text. */
struct tcn_content_maker {
	uint64_t *keys;
	size_t n, cap;
	uint64_t *scratch; /* for sorting */
	size_t scratch_cap;
};

void tcn_content_maker_fini(struct tcn_content_maker *maker);

/* Begins a text with room for `terms` terms. */
void tcn_content_maker_start(struct tcn_content_maker *maker, size_t terms);

/* Adds one term, at most as many as room was made for: id is the XXH3 of its
 * stem. */
void tcn_content_maker_term(struct tcn_content_maker *maker, uint64_t id,
    enum tcn_content_class class);

/*
 * Adds the words that a sender or a tagger named in a text of this language
 * (ISO 639-1, or ""): those of each lemma, without function words. No scan of
 * the tokenizer may be going on.
 */
void tcn_content_maker_words(struct tcn_content_maker *maker,
    struct tcn_tokenizer *tokenizer, struct tcn_stemmer *stemmer,
    const char *lang, const struct tcn_content_word *words, size_t n);

/* Ends the text: sets at, n and full, in arena, and leaves the rest of *content
 * as it is. */
void tcn_content_maker_finish(struct tcn_content_maker *maker,
    struct tcn_arena *arena, struct tcn_content *content);

#endif

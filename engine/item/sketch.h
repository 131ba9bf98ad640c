/*
 * engine/item/sketch.h - which sentences a text has, as a small set of numbers
 * by which two texts are compared.
 *
 * A fingerprint (fprint.h) finds the same text with some words changed; it is
 * blind to a text that was cut to half or printed inside a longer one. Those
 * share sentences. So each sentence of a text becomes one number, and the
 * sketch is the set of them: shingling (Broder, "On the resemblance and
 * containment of documents", 1997) with sentences for shingles, as practised
 * for the result sets of search engines. There are some twenty sentences in a
 * text where there are five hundred sequences of words.
 *
 *   sentences  of the text, not of the title: engine/text/sentence.h
 *   words      folded and stemmed as everywhere; function words and words of
 *              less than word_bytes bytes are left out, numbers stay
 *   dropped    sentences with fewer than least_words words left: datelines,
 *              "Reporting by"
 *   number     32 bits of a hash of the words' ids in order. Two different
 *              sentences share one once in four billion pairs; a match asks for
 *              several.
 *   sketch     the k smallest distinct numbers, in order. The smallest, so that
 *              two texts always keep the same sample of what they share
 *              (bottom-k sampling: Broder 1997; Cohen and Kaplan, "Summarizing
 *              data using bottom-k sketches", 2007).
 *
 * A text of fewer than TCN_SKETCH_LEAST distinct sentences has no sketch: one
 * stock phrase would make it a copy of all who use it.
 *
 * COMPARING. `top` is the smaller of the last numbers of those sketches that
 * were cut off (full > n), else the greatest number there is: up to top both
 * sketches are complete. With na and nb numbers up to it, m of them in common,
 *
 *	jaccard = m / (na + nb - m)	containment = m / min(na, nb)
 *
 * Jaccard is for texts that are shown twice, containment for who copied whom.
 * Where neither was cut off the figures are exact; else they are estimates from
 * the sample.
 *
 * Mostly nobody needs to know how alike two texts are, only whether they are
 * alike. Both measures reach t exactly when m reaches a number that follows
 * from na and nb, so tcn_sketch_is_near() needs no division and ends early:
 * with yes when it has met that many, with no as soon as one side has fewer
 * left than are wanted, which two unlike texts reach after a few steps.
 *
 * The sketch is a function of the text alone. Whether a sentence is a stock
 * phrase of many texts is decided elsewhere, by the window.
 *
 * Cost: comparing O(n), mostly a few steps; a maker adds to preparing an
 * article a scan for the ends of sentences and a few operations a word.
 */
#ifndef TCN_ENGINE_ITEM_SKETCH_H
#define TCN_ENGINE_ITEM_SKETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/text/sentence.h"

#define TCN_SKETCH_MAX   256 /* numbers: the greatest k */
#define TCN_SKETCH_LEAST 3 /* distinct sentences; a text of fewer has none */

struct tcn_sketch {
	const uint32_t *at; /* distinct, in ascending order */
	uint32_t n; /* <= k; 0: there is no sketch */
	uint32_t full; /* how many distinct numbers the text has; >= n */
};

struct tcn_sketch_conf {
	uint32_t k; /* numbers to keep, <= TCN_SKETCH_MAX; 0: no sketches */
	uint32_t least_words; /* of a sentence */
	uint32_t word_bytes; /* the least bytes of a word, in small letters */
};

/* k 64, least_words 4, word_bytes 3: the defaults of the settings. */
#define TCN_SKETCH_CONF_DEFAULT                                                \
	((struct tcn_sketch_conf){ .k = 64, .least_words = 4, .word_bytes = 3 })

enum tcn_sketch_measure {
	TCN_SKETCH_JACCARD,
	TCN_SKETCH_CONTAINMENT,
};

/* What two sketches have in common. */
struct tcn_sketch_shared {
	uint32_t na, nb; /* numbers up to `top` */
	uint32_t m; /* in common */
};

/* Compares two sketches in full; all 0 when one of them is empty. */
struct tcn_sketch_shared tcn_sketch_compare(struct tcn_sketch a,
    struct tcn_sketch b);

/* The two measures as above, 0 .. 1; 0 where nothing can be compared. */
double tcn_sketch_jaccard(struct tcn_sketch_shared shared);
double tcn_sketch_containment(struct tcn_sketch_shared shared);

/*
 * Whether the measure of a and b is at least t (0 < t <= 1) and they have at
 * least `least` numbers in common: the same answer as from
 * tcn_sketch_compare(), but quicker. False when one of them is empty.
 */
bool tcn_sketch_is_near(struct tcn_sketch a, struct tcn_sketch b,
    enum tcn_sketch_measure measure, double t, uint32_t least);

/* The stored form is n numbers of 4 bytes, low byte first. tcn_sketch_decode()
 * copies to arena; TCN_CORRUPT: the bytes are no sketch with this `full`. */
#define TCN_SKETCH_BYTES_MAX ((size_t)4 * TCN_SKETCH_MAX)
size_t tcn_sketch_encode(struct tcn_sketch sketch,
    unsigned char bytes[TCN_SKETCH_BYTES_MAX]);
TCN_MUST_USE enum tcn_rc tcn_sketch_decode(const void *bytes, size_t n,
    uint64_t full, struct tcn_arena *arena, struct tcn_sketch *sketch);

/* --- Making one: for engine/item/prepare.c, which meets the words. --- */

struct tcn_sketch_sentence {
	uint32_t number;
	struct tcn_str text; /* the sentence, a view of the text */
};

/* Makes sketches. All zero at first; its memory is reused from text to text. */
struct tcn_sketch_maker {
	struct tcn_sketch_conf conf;
	struct tcn_sentence_scan scan;
	/* the sentence that the next words belong to */
	struct tcn_str sentence;
	/* its end; the end of the text when there is none */
	const char *behind;
	uint64_t hash; /* of its words so far */
	uint32_t words; /* words counted so far */
	struct tcn_sketch_sentence *sentences; /* kept ones, in order of text */
	size_t n, cap;
	uint32_t *numbers; /* sorted, to make them distinct */
	size_t numbers_cap;
};

void tcn_sketch_maker_fini(struct tcn_sketch_maker *maker);

/* Begins a text, which must outlive the sentences; lang as for sentence.h. */
void tcn_sketch_maker_start(struct tcn_sketch_maker *maker, struct tcn_str text,
    const char *lang);

/* Takes the next word of the text: where it stands, and the id of its term. */
void tcn_sketch_maker_word(struct tcn_sketch_maker *maker, const char *at,
    uint64_t id);

/* Ends the text and sets *sketch, which lives in arena. */
void tcn_sketch_maker_finish(struct tcn_sketch_maker *maker,
    struct tcn_arena *arena, struct tcn_sketch *sketch);

#endif

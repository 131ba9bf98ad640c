/*
 * window/story/story_link.h - which stories report one event in different
 * languages.
 *
 * Words differ from one language to the next, names and figures hardly. When a
 * story has grown to link_items items, its *names* are taken: those terms of
 * its latest distinct texts, without stop words and dates, that at least two
 * texts and a tenth of all contain, romanized (engine/text/romanize.h). The
 * weight of a name is its rarity among the stories of the last weeks, of all
 * languages:
 *
 *	weight(w) = log2((stories + link_prior) / (stories with w + 1)) - 1
 *	score(A, B) = sum over names of both: least weight * least share
 *
 * where the share is that of the texts with the name. Names are shared that are
 * spelled alike, or, where dictionaries are installed, mean the same
 * (engine/text/lexicon.h): most heavy terms are no names but words, and their
 * translations count as names do. So a word of half of all stories has no
 * weight, and one that is rare in the texts of either side adds little; but a
 * word that was common until yesterday, such as the "terremoto" of two
 * languages, adds little even where it matters most. Two stories whose main
 * languages differ are linked when they share at least link_names names and
 * score link_score or more, where that is at least link_part of the weight of
 * the lighter story's names, and at least link_named of it comes from names
 * that no dictionary has: words alone ("train", "derails", "dead") tell a kind
 * of event, not which one. Stories of one language are never linked, nor two of
 * one language to the same story: they were found to be different when they did
 * not merge.
 *
 * That names distinguish events, and topics do not: Kumaran and Allan, Text
 * classification and named entities for new event detection, SIGIR 2004; across
 * languages, Pouliquen, Steinberger et al., Multilingual and cross-lingual news
 * topic tracking, COLING 2004.
 *
 * A link holds as long as both stories are open. Links are searched when a
 * story has grown by a quarter. While all stories are in one language, they are
 * only counted. Later the names of all are in an inverted index by their first
 * five letters and by their meanings, and only stories that share two entries
 * are compared.
 *
 * Memory: a row a story of link_items items, with at most TCN_STORY_LINK_NAMES
 * names of 52 bytes. Rows are saved with the story tier's state.
 *
 * Invariants (tcn_story_links_check): each row is that of an open story; a link
 * stands in both rows; the index lists the names of every row, and no others.
 */
#ifndef TCN_WINDOW_STORY_STORY_LINK_H
#define TCN_WINDOW_STORY_STORY_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "engine/text/lexicon.h"
#include "engine/text/romanize.h"
#include "window/base/journal.h"
#include "window/base/slab.h"
#include "window/base/slots.h"
#include "window/story/baseline.h"

#define TCN_STORY_LINK_NAMES   16 /* of a story, at most */
#define TCN_STORY_LINKS_MAX    8 /* of a story, each to another language */
#define TCN_STORY_LINK_NO_LANG UINT8_MAX

/* A name of a story. */
struct tcn_story_link_name {
	struct tcn_romanize_word text;
	float share; /* share of the texts that contain it */
	float weight; /* as above, when the names were taken */
	/* The meanings of the term, if a dictionary has it
	 * (engine/text/lexicon.h): it is then a word rather than a name. */
	uint32_t meanings[TCN_LEXICON_MEANINGS];
	uint8_t meanings_n;
};

struct tcn_story_link {
	uint64_t story; /* the other one */
	double score; /* when they were linked */
};

/* A name that two stories share. */
struct tcn_story_link_shared {
	/* the name in the one and in the other story */
	struct tcn_romanize_word a, b;
	double share_a, share_b, weight;
};

struct tcn_story_link_row {
	uint64_t story;
	struct tcn_story_link_name *names;
	struct tcn_story_link *links; /* room for TCN_STORY_LINKS_MAX */
	uint8_t names_n, links_n;
	uint8_t lang; /* its main one, or TCN_STORY_LINK_NO_LANG */
	bool taken; /* its names were taken */
	bool live;
	uint32_t mark; /* of the journal */
};

/* An entry of the inverted index: the row has a name with the key. */
struct tcn_story_link_entry {
	uint32_t row, next; /* next: another with that key, + 1; 0: none */
};

/* All zero is empty. */
struct tcn_story_links {
	struct tcn_story_link_row *rows;
	size_t rows_n, rows_cap; /* slots ever used, room */
	struct tcn_slots unused;
	struct tcn_map by_story; /* -> slot */
	struct tcn_map by_name; /* hash of a beginning -> entry + 1 */
	struct tcn_story_link_entry *entries;
	size_t entries_n, entries_cap;
	uint32_t free_entry; /* + 1; a chain of unused entries */
	uint32_t by_lang[TCN_BASELINE_LANGS]; /* rows of each language */
	uint32_t with_lang; /* rows that have one */
	uint32_t linked; /* links of all rows */
	uint32_t untaken; /* rows whose names were not taken */
	struct tcn_romanize_rules romanizer;
	struct tcn_journal journal; /* changed slots, stories that went */
};

struct tcn_state_in;
struct tcn_story_index;
struct tcn_story_row;

void tcn_story_links_fini(struct tcn_slab *slab, struct tcn_story_links *links);

/* Notes that an item has joined the story: when the story has grown enough,
 * updates its language and names, and searches for stories to link it with. */
void tcn_story_link_note(struct tcn_story_index *s,
    const struct tcn_story_row *row);

/* Merges the story `from` into `to`, which takes over the links to languages
 * that it has no link to. */
void tcn_story_link_merge(struct tcn_story_index *s, uint64_t to,
    uint64_t from);

/* Removes a story that ends, and its links. */
void tcn_story_link_drop(struct tcn_story_index *s, uint64_t story);

/* The stories that this one is linked with, in the order in which they were
 * linked; valid until the next step of the index. O(1). */
const struct tcn_story_link *tcn_story_links_of(const struct tcn_story_index *s,
    uint64_t story, size_t *n);

/* The main language of an open story, ISO 639-1, as last updated by
 * tcn_story_link_note(); or "". */
const char *tcn_story_main_language(const struct tcn_story_index *s,
    uint64_t story);

/* The weight of the term in a slot of df, as above, in bits; >= 0. */
double tcn_story_link_weight(const struct tcn_story_index *s, uint32_t slot);

/* Sets shared to the names that two open stories share, heaviest first, and *n
 * to how many there are, 0 when the names of one were not taken; returns their
 * score. */
double tcn_story_link_compare(const struct tcn_story_index *s, uint64_t a,
    uint64_t b, struct tcn_story_link_shared shared[TCN_STORY_LINK_NAMES],
    size_t *n);

/* Encodes a row as bytes, and decodes it, once the stories are loaded. */
void tcn_story_link_encode(const struct tcn_story_link_row *row,
    struct tcn_buf *buf);
TCN_MUST_USE enum tcn_rc tcn_story_link_decode(struct tcn_story_index *s,
    uint64_t story, struct tcn_state_in *in);

/* Bytes held outside the slab. */
size_t tcn_story_links_bytes(const struct tcn_story_links *links);

/* Validator: TCN_CORRUPT, and in err a sentence, when an invariant is
 * broken. */
TCN_MUST_USE enum tcn_rc tcn_story_links_check(const struct tcn_story_index *s,
    struct tcn_err *err);

#endif

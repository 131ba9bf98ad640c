/*
 * window/story/story_link.h - which stories tell of one event in different
 * languages.
 *
 * Words differ from one language to the next, names and figures hardly. A
 * story that has grown to link_items items has its *names* taken: of the terms
 * of its latest distinct texts, stop words and dates left out, those that two
 * texts and a tenth of all hold, written in the letters a to z
 * (engine/text/romanize.h). What they say is what is rare among the stories of
 * the last weeks, whatever their language:
 *
 *	weight(w) = log2((stories + link_prior) / (stories with w + 1)) - 1
 *	score(A, B) = sum over names of both: least weight * least share
 *
 * where a share is that of the texts that hold the name. Names are shared that
 * are spelled alike, or, where dictionaries are installed, mean the same
 * (engine/text/lexicon.h): most heavy terms are no names but words, and their
 * translations count as names do. So a word that half
 * of all stories hold says nothing, nor does one that is rare in the texts of
 * either side; and what was common until yesterday, the "terremoto" of two
 * languages, says little where it would say the most. Two stories whose main
 * languages differ are linked when they share at least link_names names and
 * score link_score or more, which is at least link_part of what the names of
 * the lighter one say, and of which link_named is said by names that no
 * dictionary has: words alone ("train", "derails", "dead") tell a kind of
 * event, not which one. Stories of one language are never linked, nor two
 * of one language to the same story: that they are two was decided when they
 * did not merge.
 *
 * That names tell one event from another, and topics do not: Kumaran and
 * Allan, Text classification and named entities for new event detection, SIGIR
 * 2004; across languages, Pouliquen, Steinberger et al., Multilingual and
 * cross-lingual news topic tracking, COLING 2004.
 *
 * A link holds as long as both stories are open. It is looked for when a story
 * has grown by a quarter. Nothing is done but count stories by language while
 * all of them are in one. Then the names of all are entered in an inverted
 * index by their first five letters and by their meanings, and only stories
 * that meet in two entries are compared.
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
#include "window/story/baseline.h"

#define TCN_STORY_LINK_NAMES   16 /* of a story, at most */
#define TCN_STORY_LINKS_MAX    8 /* of a story, each to another language */
#define TCN_STORY_LINK_NO_LANG UINT8_MAX

/* A name of a story. */
struct tcn_story_link_name {
	struct tcn_romanize_word text;
	float share; /* of the texts hold it */
	float weight; /* as above, as of when the names were taken */
	/* Of the term, if a dictionary has it (engine/text/lexicon.h): then it
	 * is a word rather than a name. */
	uint32_t meanings[TCN_LEXICON_MEANINGS];
	uint8_t meanings_n;
};

struct tcn_story_link {
	uint64_t story; /* the other one */
	double score; /* when they were linked */
};

/* A name that two stories share. */
struct tcn_story_link_shared {
	struct tcn_romanize_word a, b; /* as the one and the other has it */
	double share_a, share_b, weight;
};

struct tcn_story_link_row {
	uint64_t story;
	struct tcn_story_link_name *names;
	struct tcn_story_link *links; /* room for TCN_STORY_LINKS_MAX */
	uint8_t names_n, links_n;
	uint8_t lang; /* its main one, or TCN_STORY_LINK_NO_LANG */
	bool taken; /* its names were */
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
	uint32_t *unused; /* slots to use again */
	size_t unused_n, unused_cap;
	struct tcn_map by_story; /* -> slot */
	struct tcn_map by_name; /* hash of a beginning -> entry + 1 */
	struct tcn_story_link_entry *entries;
	size_t entries_n, entries_cap;
	uint32_t free_entry; /* + 1; a chain of those to use again */
	uint32_t by_lang[TCN_BASELINE_LANGS]; /* rows of each language */
	uint32_t with_lang; /* rows that have one */
	uint32_t linked; /* links of all rows */
	uint32_t untaken; /* rows whose names were not taken */
	struct tcn_romanize_rules romanizer;
	struct tcn_journal journal; /* changed slots, stories that went */
};

struct tcn_story_bytes;
struct tcn_story_index;
struct tcn_story_row;

void tcn_story_links_fini(struct tcn_slab *slab, struct tcn_story_links *links);

/* An item of the story has come: when it has grown enough, its language and its
 * names are looked at, and other stories that it may be linked with. */
void tcn_story_link_note(struct tcn_story_index *s,
    const struct tcn_story_row *row);

/* The story `from` becomes part of `to`, and takes its links along where they
 * are to languages that `to` has no link to. */
void tcn_story_link_merge(struct tcn_story_index *s, uint64_t to,
    uint64_t from);

/* The story ends, and with it its links. */
void tcn_story_link_drop(struct tcn_story_index *s, uint64_t story);

/* The stories that this one is linked with, in the order in which they were;
 * until the next step of the index. O(1). */
const struct tcn_story_link *tcn_story_links_of(const struct tcn_story_index *s,
    uint64_t story, size_t *n);

/* The main language of an open story, ISO 639-1, as of when it was looked at
 * last; or "". */
const char *tcn_story_main_language(const struct tcn_story_index *s,
    uint64_t story);

/* What the term in a slot of df says by its rarity, as above, in bits; >= 0. */
double tcn_story_link_weight(const struct tcn_story_index *s, uint32_t slot);

/* The names that two open stories share, the heaviest first, and the score of
 * these; *n: how many, 0 when the names of one were not taken. */
double tcn_story_link_compare(const struct tcn_story_index *s, uint64_t a,
    uint64_t b, struct tcn_story_link_shared shared[TCN_STORY_LINK_NAMES],
    size_t *n);

/* A row as bytes, and back, once the stories are loaded. */
void tcn_story_link_encode(const struct tcn_story_link_row *row,
    struct tcn_buf *buf);
TCN_MUST_USE enum tcn_rc tcn_story_link_decode(struct tcn_story_index *s,
    uint64_t story, struct tcn_story_bytes *in);

/* Bytes held outside the slab. */
size_t tcn_story_links_bytes(const struct tcn_story_links *links);

/* Whether the invariants hold; TCN_CORRUPT and a sentence when not. */
TCN_MUST_USE enum tcn_rc tcn_story_links_check(const struct tcn_story_index *s,
    struct tcn_err *err);

#endif

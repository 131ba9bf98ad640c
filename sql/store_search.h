/*
 * sql/store_search.h - full-text search for articles.
 *
 * The words of title and text are in an inverted index (SQLite's FTS5), an
 * entry for each text; copies have none of their own. A hit is an item: one
 * whose text contains the words and that the filter selects.
 *
 * Pages. Texts with the words are read in blocks of 3,000, the last arrivals
 * first, and within a block hits are ordered by their own time. A cursor names
 * its block by where that begins, so that new arrivals do not shift the pages:
 * each hit comes once, and none is left out. A page is never longer than its
 * limit; it may be shorter, and still have a next one, when ten blocks had too
 * few hits.
 */
#ifndef TCN_SQL_STORE_SEARCH_H
#define TCN_SQL_STORE_SEARCH_H

#include "engine/base/arena.h"
#include "sql/store.h"

enum tcn_store_search_order {
	/* By time, the newest first, within each block of 3,000 matching
	 * texts. */
	TCN_STORE_SEARCH_NEWEST,
	/* By BM25 among the latest 3,000 matching texts; there is no next
	 * page. */
	TCN_STORE_SEARCH_BEST,
};

enum tcn_store_search_copies {
	/* Of the selected items with one text, only the first is a hit; of the
	 * versions of a page, only the first in the order: by time, the
	 * newest. */
	TCN_STORE_SEARCH_FOLD,
	TCN_STORE_SEARCH_ALL, /* every item is a hit */
};

/* The end of a page, from which the next one continues. All zero: the
 * beginning. */
struct tcn_store_search_cursor {
	uint64_t top; /* where its block begins; 0: a search without words */
	int64_t ts_ms; /* of the last hit */
	uint64_t seq; /* of the last hit; 0: at the beginning of the block */
};

struct tcn_store_search {
	struct tcn_str query;
	enum tcn_store_search_order order;
	enum tcn_store_search_copies copies;
	size_t limit; /* 0 stands for 100; at most 1000 */
	/* The filter; an empty text sets no condition. Case is ignored except
	 * in an event's id. */
	struct tcn_str category; /* as sent, or as predicted */
	struct tcn_str source;
	struct tcn_str lang; /* as detected or sent: "en" */
	struct tcn_str event; /* its evidence, and the items of its story */
	int64_t since_ms, until_ms; /* in [since, until); both 0: any time */
	struct tcn_store_search_cursor after;
	size_t block; /* texts in a block; 0: 3,000 */
};

/* A part of a query: a word, or several in quotes; without the quotes. */
struct tcn_store_search_part {
	struct tcn_str text;
	bool quoted;
};

/* Cuts the next word or phrase off *rest; false at its end. */
bool tcn_store_search_next_part(struct tcn_str *rest,
    struct tcn_store_search_part *part);

struct tcn_store_search_hit {
	uint64_t seq; /* of an item */
	uint64_t article; /* the original, which has the text */
	uint64_t top; /* where its block begins; 0: a search without words */
	int64_t ts_ms;
	double
	    score; /* BM25, larger is better; 0 with TCN_STORE_SEARCH_NEWEST */
};

struct tcn_store_search_hits {
	struct tcn_store_search_hit *at;
	size_t n;
	bool more;
	struct tcn_store_search_cursor next; /* for the next page, if any */
	/* Whether `found`, the number of hits on all pages, is set: only for a
	 * first page with words, or the only page. */
	bool counted;
	bool about; /* found is estimated, to two digits */
	uint64_t found;
};

/*
 * Finds the items whose title and text contain all words of the query; "several
 * words" in quotes must stand together, and word* matches any word with that
 * beginning. Case and diacritics are ignored. There is no other syntax: any
 * input is a valid query, of which the first 64 words count.
 *
 * Without words: finds all items that the filter selects among the 100,000
 * items of its period that are the newest by their own time, or follow the
 * cursor. Without words and conditions: finds nothing.
 *
 * Cost: about 1 us for each text of a block; with lang, its text is read.
 */
TCN_MUST_USE enum tcn_rc tcn_store_search_in(const struct tcn_store *st,
    const struct tcn_store_search *search, struct tcn_arena *arena,
    struct tcn_store_search_hits *hits);

/* Cuts the page off behind its first n hits, n > 0 and less than all, and sets
 * its cursor. */
void tcn_store_search_cut(struct tcn_store_search_hits *hits, size_t n);

/* tcn_store_search_in() with a query alone. */
TCN_MUST_USE enum tcn_rc tcn_store_search(const struct tcn_store *st,
    struct tcn_str query, enum tcn_store_search_order order, size_t limit,
    struct tcn_arena *arena, struct tcn_store_search_hits *hits);

/*
 * The marked words of a snippet stand between these two characters, of private
 * use in Unicode: tools/base/safe.h leaves them in place.
 */
#define TCN_STORE_SEARCH_MARK_BEGIN "\xf4\x8f\xbc\x80" /* U+10FF00 */
#define TCN_STORE_SEARCH_MARK_END   "\xf4\x8f\xbc\x81" /* U+10FF01 */

struct tcn_store_search_snippet {
	struct tcn_str title; /* whole */
	struct tcn_str text; /* some 24 words, around most words of the query */
};

/*
 * Makes a snippet for each hit, with the words of the query marked; title and
 * text are empty where the item's text does not contain them. The index is
 * walked once, from the first to the last of these texts: O(matching texts in
 * between, and bytes of the requested ones).
 */
TCN_MUST_USE enum tcn_rc tcn_store_search_snippets(const struct tcn_store *st,
    struct tcn_str query, const struct tcn_store_search_hit *hits, size_t n,
    struct tcn_arena *arena, struct tcn_store_search_snippet **snippets);

/* --- Why nothing was found. --- */

/* A part of a query, a word or several in quotes, with its number of hits. */
struct tcn_store_search_word {
	struct tcn_str word; /* a view of the query, without its quotes */
	bool phrase; /* it stood in quotes */
	/* originals that contain it; 10,000: at least so many */
	uint64_t articles;
	/* If none does: a suggestion, the most frequent word of the index that
	 * differs from it in one letter, or two swapped ones; empty: there is
	 * none, or it is a phrase. */
	struct tcn_str instead;
};

struct tcn_store_search_word_list {
	struct tcn_store_search_word *at;
	size_t n;
};

/*
 * Looks up the first 8 words of a query one by one. A word without hits costs a
 * look-up in the index for each word that differs from it in one letter: about
 * 60 for each of its letters, 10 us each.
 */
TCN_MUST_USE enum tcn_rc tcn_store_search_words(const struct tcn_store *st,
    struct tcn_str query, struct tcn_arena *arena,
    struct tcn_store_search_word_list *words);

#endif

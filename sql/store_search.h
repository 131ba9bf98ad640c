/*
 * sql/store_search.h - finding articles by the words that they hold.
 *
 * The words of title and text are in an inverted index (SQLite's FTS5), an
 * entry for each text; a copy of it elsewhere has none of its own. A hit is an
 * item: of the items with a text that holds the words, those that the filter
 * lets through.
 *
 * Pages. Texts that hold the words are looked at in blocks of 3,000, the last
 * that arrived first, and within a block hits are ordered by their own time. A
 * cursor names its block by where that begins, so that what arrives while
 * somebody turns pages moves nothing: each hit comes once, and none is left
 * out. A page is never longer than its limit; it may be shorter, and still have
 * a next one, when ten blocks held too few that the filter lets through.
 */
#ifndef TCN_SQL_STORE_SEARCH_H
#define TCN_SQL_STORE_SEARCH_H

#include "engine/base/arena.h"
#include "sql/store.h"

enum tcn_store_search_order {
	/* By time among the 3,000 that match and came last, the last first;
	 * then among the 3,000 before, and so on. */
	TCN_STORE_SEARCH_NEWEST,
	/* By BM25 among the 3,000 that came last; there is no next page. */
	TCN_STORE_SEARCH_BEST,
};

enum tcn_store_search_copies {
	/* Of the items with one text that the filter lets through the first is
	 * a hit, and of the versions of a page the one that comes first in the
	 * order: by time the newest. */
	TCN_STORE_SEARCH_FOLD,
	TCN_STORE_SEARCH_ALL, /* each item is */
};

/* Where a page ended. Zeroed: at the beginning. */
struct tcn_store_search_cursor {
	uint64_t top; /* where its block begins; 0: a search without words */
	int64_t ts_ms; /* of the last hit */
	uint64_t seq; /* the last hit's; 0: the block is to begin */
};

struct tcn_store_search {
	struct tcn_str query;
	enum tcn_store_search_order order;
	enum tcn_store_search_copies copies;
	size_t limit; /* 0 stands for 100; at most 1000 */
	/* The filter; an empty text lets everything through. Case does not
	 * count but in an event's id. */
	struct tcn_str category; /* as it was sent, or is expected */
	struct tcn_str source;
	struct tcn_str lang; /* as it was found out or sent: "en" */
	struct tcn_str event; /* its evidence, and the items of its story */
	int64_t since_ms, until_ms; /* in [since, until); both 0: any time */
	struct tcn_store_search_cursor after;
	size_t block; /* texts looked at at once; 0: 3,000 */
};

/* A word of a query, or several in quotes, which are left out. */
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
	struct tcn_store_search_cursor next; /* of the next page, if any */
	/* How many hits there are on all pages. Only of a first page that has
	 * words, or that is the only one. */
	bool counted;
	bool about; /* found is estimated, to two digits */
	uint64_t found;
};

/*
 * Items whose title and text hold all words of query; "several words" in
 * quotes must stand together, and word* matches what begins so. Case and
 * diacritics do not count. No other syntax: anything a reader types is a
 * valid query, of which the first 64 words count.
 *
 * Without any words: all that the filter lets through among the 100,000 items
 * of its period that are the newest by their own time, or were behind the
 * cursor. A query of white space and a filter that names nothing find nothing.
 *
 * Cost: about 1 us for each text of a block; with lang, its text is read.
 */
TCN_MUST_USE enum tcn_rc tcn_store_search_in(const struct tcn_store *st,
    const struct tcn_store_search *search, struct tcn_arena *arena,
    struct tcn_store_search_hits *hits);

/* Ends the page behind its first n hits, n > 0 and less than all. */
void tcn_store_search_cut(struct tcn_store_search_hits *hits, size_t n);

/* The same as tcn_store_search_in() of a query alone. */
TCN_MUST_USE enum tcn_rc tcn_store_search(const struct tcn_store *st,
    struct tcn_str query, enum tcn_store_search_order order, size_t limit,
    struct tcn_arena *arena, struct tcn_store_search_hits *hits);

/*
 * What is marked in a snippet stands between these two characters, of private
 * use in Unicode: tools/base/safe.h leaves them where they are.
 */
#define TCN_STORE_SEARCH_MARK_BEGIN "\xf4\x8f\xbc\x80" /* U+10FF00 */
#define TCN_STORE_SEARCH_MARK_END   "\xf4\x8f\xbc\x81" /* U+10FF01 */

struct tcn_store_search_snippet {
	struct tcn_str title; /* whole */
	struct tcn_str text; /* some 24 words where most of the query stands */
};

/*
 * The words of query as they stand in the texts of hits, marked, one for each;
 * both are empty where the text does not hold them. The index is walked once,
 * from the first to the last of these texts: O(texts between that match, and
 * bytes of those asked for).
 */
TCN_MUST_USE enum tcn_rc tcn_store_search_snippets(const struct tcn_store *st,
    struct tcn_str query, const struct tcn_store_search_hit *hits, size_t n,
    struct tcn_arena *arena, struct tcn_store_search_snippet **snippets);

/* --- Why nothing was found. --- */

/* A word of a query, or several in quotes. */
struct tcn_store_search_word {
	struct tcn_str word; /* a view of the query, without its quotes */
	bool phrase; /* it stood in quotes */
	uint64_t articles; /* originals that hold it; 10,000: at least so many
			    */
	/* Where none does: the word of the index that most articles hold, of
	 * those that differ from it in one letter, or two that changed places;
	 * empty: there is none, or it is a phrase. */
	struct tcn_str instead;
};

struct tcn_store_search_word_list {
	struct tcn_store_search_word *at;
	size_t n;
};

/*
 * The first 8 words of a query, one by one. A word without hits costs a
 * look-up in the index for each word that differs from it in one letter: about
 * 60 for each of its letters, 10 us each.
 */
TCN_MUST_USE enum tcn_rc tcn_store_search_words(const struct tcn_store *st,
    struct tcn_str query, struct tcn_arena *arena,
    struct tcn_store_search_word_list *words);

#endif

/*
 * sql/store_large.h - the largest stories of a period that no event tells of.
 */
#ifndef TCN_SQL_STORE_LARGE_H
#define TCN_SQL_STORE_LARGE_H

#include "sql/store_cut.h"

/* Which stories are listed. */
struct tcn_store_large_ask {
	int64_t since_ms; /* of the items that are counted */
	int64_t fired_since_ms; /* of the events that are looked at */
	uint32_t texts; /* at least so many */
	/* Thousandths: the mean of its scores, at least; and from where on the
	 * size goes before it. */
	uint32_t least, news;
	size_t limit;
};

struct tcn_store_large_story {
	uint64_t story; /* as of the cut */
	/* Of the period; of a story that merged, those of all parts. */
	uint32_t texts, publishers;
};

struct tcn_store_large_list {
	struct tcn_store_large_story *at;
	size_t n;
};

/*
 * Lists the stories with that many texts since since_ms, up to the cut, that
 * were as likely news (tcn_placement.news): first those that surely are, most
 * texts first, then the likeliest; but none with an item that was evidence of
 * an event by then. What stories and events became after the cut does not
 * count. O(items of the period, and evidence of the events that fired since
 * fired_since_ms).
 */
TCN_MUST_USE enum tcn_rc tcn_store_large_stories(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const struct tcn_store_large_ask *ask,
    struct tcn_arena *arena, struct tcn_store_large_list *stories);

#endif

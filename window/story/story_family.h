/*
 * window/story/story_family.h - which stories are parts of one event but did
 * not merge.
 *
 * One event is reported from several sides: the deed, the place, what others
 * say. Such stories may share one name and little else, so that they do not
 * merge, and each stays below what a rule counts. They are a *family*, and are
 * counted together, when one *risen name* stands in each:
 *
 *	held	by half of the story's distinct texts (topic_texts)
 *	a name	written with a capital inside sentences at least three times,
 *		and twice as often as without one (engine/item/word_case.h);
 *		where the texts have no case, any word
 *	rare	among the stories of the last weeks (score_rarity_min)
 *	risen	family_burst times as busy as ever in the days before
 *		(window/story/baseline.h)
 *
 * and each has family_part of the items that the rule asks for. Only items with
 * the name are counted together, since they are what the stories share. A story
 * that is large enough by itself is no part, for it was judged by itself.
 *
 * That a name which bursts marks an event: Kumaran and Allan, Text
 * classification and named entities for new event detection, SIGIR 2004; Fung
 * et al., Parameter free bursty events detection in text streams, VLDB 2005.
 *
 * A family has no state: it is computed on request, by the inverted index of
 * the stories' terms (window/base/postings.h). So nothing must be saved, and an
 * item costs nothing unless its story has grown to a part of what a rule
 * counts. Then: O(t) for the t words of its items, and O(stories that hold the
 * name), which are at most FAMILY_POSTINGS, for the items of each.
 */
#ifndef TCN_WINDOW_STORY_STORY_FAMILY_H
#define TCN_WINDOW_STORY_STORY_FAMILY_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/str.h"
#include "window/story/story.h"

#define TCN_STORY_FAMILY_MAX 8 /* stories that are counted together */

struct tcn_story_family {
	/* The story in question first; then those with most items that have the
	 * name, of equal ones the older first. */
	uint64_t stories[TCN_STORY_FAMILY_MAX];
	size_t n; /* 1: it has no family */
	uint64_t term; /* the name's number ... */
	/* ... and its first surface form; owned by the index */
	struct tcn_str name;
};

/* The least count of a story that may be part of a family, for a query. */
double tcn_story_family_part(const struct tcn_story_index *s,
    const struct tcn_story_query *ask);

/*
 * Finds the family of an open story: of its risen names the one that gives the
 * largest count by the query. family->n is 1 when there is none, when families
 * are off (struct tcn_story_conf), and on the first day, which has no
 * baselines.
 */
void tcn_story_family_find(const struct tcn_story_index *s, uint64_t story,
    int64_t now_ms, const struct tcn_story_query *ask,
    struct tcn_story_family *family);

/* Counts the items with the name in all stories of the family, as far as the
 * query counts them. O(n log n). */
void tcn_story_family_count(const struct tcn_story_index *s,
    const struct tcn_story_family *family, int64_t now_ms,
    const struct tcn_story_query *ask, struct tcn_story_counts *counts);

#endif

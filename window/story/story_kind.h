/*
 * window/story/story_kind.h - the kind of a large story: news, scheduled news,
 * press releases, or a report of figures.
 *
 * A newsroom wants alerts for some of these and not for others, so an event has
 * a kind, and a rule lists the kinds that it wants. Topic detection calls this
 * genre: what a text is for, beside what it is about (Karlgren, Cutting,
 * Recognizing Text Genres with Simple Metrics, COLING 1994, who tell genres by
 * counts of form, as here). The kind depends on how the headlines are written
 * and when such stories come, so that no list of words is needed and all
 * languages are alike. The table in story_kind.c lists the conditions; the
 * first row that holds gives the kind, and a story without one is news. An
 * unknown fact meets no condition: a stream of posts has no headlines, so its
 * stories are news or scheduled news.
 */
#ifndef TCN_WINDOW_STORY_STORY_KIND_H
#define TCN_WINDOW_STORY_STORY_KIND_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/item/record.h"

/* X(ID, name, what it measures) */
#define TCN_STORY_KIND_TABLE(X)                                                \
	X(TITLED, "titled", "share of headlines written as titles")            \
	X(SENTENCES, "sentences",                                              \
	    "share of headlines that its publishers usually write as "         \
	    "sentences")                                                       \
	X(FIGURES, "figures", "share of headlines with figures")               \
	X(LABEL, "label",                                                      \
	    "share of headlines that begin with a label in capitals")          \
	X(ALONE, "alone", "one over the number of its publishers")             \
	X(SEASON, "season",                                                    \
	    "how far such a story was to be expected at this time")            \
	X(CALENDAR, "calendar",                                                \
	    "the same by the week, month, quarter or year, not by the day")

enum tcn_story_kind_fact {
#define TCN_STORY_KIND_ID(id, name, meaning) TCN_STORY_KIND_##id,
	TCN_STORY_KIND_TABLE(TCN_STORY_KIND_ID)
#undef TCN_STORY_KIND_ID
	TCN_STORY_KIND_FACTS
};

/* The facts that decide the kind. All zero: none is known. */
struct tcn_story_kind_facts {
	double x[TCN_STORY_KIND_FACTS];
	bool is_known[TCN_STORY_KIND_FACTS];
};

static inline void
tcn_story_kind_set(struct tcn_story_kind_facts *facts,
    enum tcn_story_kind_fact fact, double x)
{
	facts->x[fact] = x;
	facts->is_known[fact] = true;
}

/* Returns the kind of a story with these facts. */
enum tcn_event_kind tcn_story_kind(const struct tcn_story_kind_facts *facts);

#endif

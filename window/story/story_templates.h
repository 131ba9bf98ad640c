/*
 * window/story/story_templates.h - texts made from a template, and phrases that
 * recur.
 *
 * A dividend notice, a rating or a market report is one template filled in
 * again and again. Its texts share a fixed phrase and differ in every rare
 * word, while the texts about an event share rare words too. Two figures of a
 * story's distinct texts show it, without a list of words:
 *
 *	trigram_share	the share of texts that hold the most common run of
 *			three words
 *	rare_overlap	among the terms that fewer than half of the texts
 *			hold: the share of their occurrences that belong to
 *			terms of at least three texts (of fewer than seven
 *			texts: two)
 *	inner_overlap	the same among the texts that hold that run
 *
 * and a template is: trigram_share high, overlap low. (Runs of words as
 * features are the shingles of Broder, On the resemblance and containment of
 * documents, 1997; trigram_share is how far one 3-shingle is contained in all
 * texts.)
 *
 * PHRASES THAT RECUR. A notice that comes every day or every week brings its
 * phrase along: "stock market report", "fund net asset". For each phrase of
 * three words that large stories were made of, the last 24 sightings are
 * remembered: the hour, and how many texts held it. A sighting lasts as long as
 * a window; what is seen again within it is the same sighting. A phrase recurs
 * when it was seen at the same hour yesterday or a week ago, an hour sooner or
 * later, in at least half as many texts as now. An event that goes on keeps its
 * names, but hardly its hours.
 *
 * At most 4096 phrases; the one not seen for longest goes first. Cost: O(1) a
 * sighting, but one that needs another's row looks at all of them.
 *
 * Invariants (tcn_story_templates_check): the map names every row; the
 * sightings of a phrase are in the order of their hours.
 */
#ifndef TCN_WINDOW_STORY_STORY_TEMPLATES_H
#define TCN_WINDOW_STORY_STORY_TEMPLATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "window/base/journal.h"
#include "window/story/numbers.h"

#define TCN_STORY_TEMPLATE_SEEN 24 /* sightings of one phrase */

struct tcn_story_template_seen {
	int32_t hour; /* since 1970, when it began */
	uint32_t texts; /* the most that held it at once */
};

struct tcn_story_template {
	uint64_t key; /* of the phrase */
	struct tcn_story_template_seen seen[TCN_STORY_TEMPLATE_SEEN];
	uint32_t n; /* of seen, oldest first */
	uint32_t mark; /* of the journal */
};

/* All zero is none. */
struct tcn_story_templates {
	struct tcn_story_template *rows;
	size_t n, cap;
	struct tcn_map by_key;
	struct tcn_journal journal; /* changed rows, keys driven out */
};

/* What is known of a phrase from before this sighting. */
struct tcn_story_template_past {
	uint32_t texts, days; /* that held it, in the last 7 days */
	bool recurs;
};

void tcn_story_templates_fini(struct tcn_story_templates *templates);

/*
 * What is known of a phrase that `texts` texts hold now, from before this
 * sighting. O(1).
 */
void tcn_story_templates_find(const struct tcn_numbers *numbers,
    const struct tcn_story_templates *templates, uint64_t key, int64_t now_ms,
    int64_t window_ms, uint32_t texts, struct tcn_story_template_past *past);

/*
 * Notes that `texts` texts hold the phrase now. TCN_NOMEM changes nothing
 * that is saved.
 */
TCN_MUST_USE enum tcn_rc
tcn_story_templates_note(struct tcn_story_templates *templates, uint64_t key,
    int64_t now_ms, int64_t window_ms, uint32_t texts);

/*
 * Makes a row for a saved phrase, which must have none: *row, until the next
 * call, in which the caller fills in the sightings. TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc
tcn_story_templates_add(struct tcn_story_templates *templates, uint64_t key,
    struct tcn_story_template **row);

/* Bytes held. */
size_t tcn_story_templates_bytes(const struct tcn_story_templates *templates);

/* One text of a story: its terms, by slot, and its words in reading order. */
struct tcn_story_template_text {
	const uint32_t *terms; /* distinct */
	const uint8_t *words; /* indexes into terms */
	size_t terms_n, words_n;
};

struct tcn_story_template_stats {
	double trigram_share; /* 0 to 1 */
	double rare_overlap; /* 0 to 1; 1 when there are no such terms */
	double inner_overlap; /* 0 to 1 */
	uint32_t phrase[3]; /* the most common run, when trigram_share > 0 */
};

/*
 * The figures above. keys and scratch: room for as many as there are terms and
 * words in all texts. O(w log w) for w words.
 */
void tcn_story_template_stats(const struct tcn_numbers *numbers,
    const struct tcn_story_template_text *texts, size_t n, uint64_t *keys,
    uint64_t *scratch, struct tcn_story_template_stats *stats);

/*
 * Whether map, rows, sightings and journal agree: TCN_CORRUPT and a sentence
 * when not. O(phrases).
 */
TCN_MUST_USE enum tcn_rc
tcn_story_templates_check(const struct tcn_story_templates *templates,
    struct tcn_err *err);

#endif

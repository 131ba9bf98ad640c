/*
 * window/story/templates.h - fixed phrases that came before, and when.
 *
 * A notice that comes every day or every week brings its phrase along:
 * "stock market report", "fund net asset". For each phrase of three words
 * that large stories were made of, the last sightings are remembered: the
 * hour and how many texts held it. A sighting lasts as long as a window; what
 * is seen again within it is the same one.
 *
 * A phrase *recurs* when it was seen at the same hour yesterday or a week ago
 * (an hour sooner or later counts), in at least half as many texts as now. An
 * event that goes on keeps its names, but hardly its hours.
 *
 * At most 4096 phrases; the one not seen for longest goes first. O(1) a
 * sighting; one that drives another out looks at all.
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

#define TCN_STORY_TEMPLATE_SEEN 24 /* sightings kept of one phrase */

struct tcn_story_template_seen {
	int32_t hour; /* since 1970, when it began */
	uint32_t texts; /* the most that held it at once */
};

struct tcn_story_template {
	uint64_t key; /* of the phrase */
	struct tcn_story_template_seen
	    seen[TCN_STORY_TEMPLATE_SEEN]; /* oldest first */
	uint32_t n;
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
void tcn_story_templates_find(const struct tcn_story_templates *templates,
    uint64_t key, int64_t now_ms, int64_t window_ms, uint32_t texts,
    struct tcn_story_template_past *past);

/*
 * Notes that `texts` texts hold the phrase now. TCN_NOMEM changes nothing
 * that is saved.
 */
TCN_MUST_USE enum tcn_rc
tcn_story_templates_note(struct tcn_story_templates *templates, uint64_t key,
    int64_t now_ms, int64_t window_ms, uint32_t texts);

/* A row for the phrase, for who restores; it must have none. */
TCN_MUST_USE enum tcn_rc
tcn_story_templates_add(struct tcn_story_templates *templates, uint64_t key,
    struct tcn_story_template **form);

/* Bytes held. */
size_t tcn_story_templates_bytes(const struct tcn_story_templates *templates);

/* One text of a story: its words in reading order, named by number. */
struct tcn_story_template_text {
	const uint32_t *terms; /* distinct */
	const uint8_t *words; /* index into terms, in reading order */
	size_t terms_n, words_n;
};

struct tcn_story_template_stats {
	double trigram_share; /* 0 to 1 */
	double rare_overlap; /* 0 to 1; 1 when there are no such terms */
	double
	    inner_overlap; /* the same among the texts that hold the phrase */
	uint32_t
	    phrase[3]; /* the commonest run of three, when trigram_share > 0 */
};

/*
 * The form that the texts have in common. keys and scratch hold room for as
 * many as there are terms and words in all texts. O(w log w) for w words.
 */
void tcn_story_template_stats(const struct tcn_story_template_text *texts,
    size_t n, uint64_t *keys, uint64_t *scratch,
    struct tcn_story_template_stats *form);

/*
 * Whether map, rows, sightings and journal agree: TCN_CORRUPT and a sentence
 * when not. O(phrases).
 */
TCN_MUST_USE enum tcn_rc
tcn_story_templates_check(const struct tcn_story_templates *templates,
    struct tcn_err *err);

#endif

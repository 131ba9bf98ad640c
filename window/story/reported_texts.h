/*
 * window/story/reported_texts.h - texts of stories that were reported so
 * recently that they are no news.
 *
 * A story that a newsroom was alerted to comes again the next morning: evening
 * papers print it, aggregators list it once more. The same texts, word for
 * word, then open a new story or fill up the old one. So the texts of stories
 * that fired are remembered, by the hash of their words (text_key), for three
 * days after they left the window. A story with too many of them is redundant,
 * however large it is (novelty and redundancy detection: Zhang, Callan, Minka,
 * SIGIR 2002; here a text is redundant when it is the same, so a set of hashes
 * is enough).
 *
 * A map from text to moment, and a queue of both in the order of time; an
 * entry of the queue counts while the map has its moment for the text. At
 * most 262,144 texts; those of the oldest moment go first, all together, so
 * that nothing depends on the order within a moment. O(1), 40 bytes a text.
 *
 * Invariants (tcn_reported_texts_check): the queue is in the order of time, and
 * has one entry that counts for each text of the map.
 */
#ifndef TCN_WINDOW_STORY_REPORTED_TEXTS_H
#define TCN_WINDOW_STORY_REPORTED_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/duration.h"
#include "engine/base/err.h"
#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "window/base/journal.h"

#define TCN_REPORTED_TEXTS_MAX ((size_t)1 << 18)

struct tcn_reported_text {
	uint64_t key;
	int64_t at_ms; /* when the text left the window */
};

/* All zero is none. */
struct tcn_reported_texts {
	struct tcn_map moments; /* text -> when it last left the window */
	struct tcn_reported_text *queue; /* by at_ms, from head on */
	size_t head, n, cap;
	struct tcn_journal journal; /* texts reported or forgotten */
};

void tcn_reported_texts_fini(struct tcn_reported_texts *reported);

/* Remembers a text (0 is none) that leaves the window at now_ms, which must not
 * be before that of the last call. */
void tcn_reported_texts_add(struct tcn_reported_texts *reported, uint64_t key,
    int64_t now_ms);

/* Forgets the texts that left the window at last_ms or before. */
void tcn_reported_texts_expire(struct tcn_reported_texts *reported,
    int64_t last_ms);

static inline bool
tcn_reported_texts_has(const struct tcn_reported_texts *reported, uint64_t key)
{
	return key && tcn_map_find(&reported->moments, key);
}

/* Restores a saved text, in any order; tcn_reported_texts_loaded() ends it.
 * Errors: TCN_CORRUPT (it is there already, or there are too many). */
TCN_MUST_USE enum tcn_rc
tcn_reported_texts_load(struct tcn_reported_texts *reported, uint64_t key,
    int64_t at_ms);
void tcn_reported_texts_loaded(struct tcn_reported_texts *reported);

/* Whether the queue's nth entry counts. */
bool tcn_reported_texts_is_live(const struct tcn_reported_texts *reported,
    size_t nth);

size_t tcn_reported_texts_bytes(const struct tcn_reported_texts *reported);

/*
 * Validator: TCN_CORRUPT, and in err a sentence, when map, queue and journal
 * disagree. O(texts).
 */
TCN_MUST_USE enum tcn_rc
tcn_reported_texts_check(const struct tcn_reported_texts *reported,
    struct tcn_err *err);

#endif

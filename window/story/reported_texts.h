/*
 * window/story/reported_texts.h - texts of stories that were reported, and
 * lately enough to be no news.
 *
 * What a newsroom has been alerted to comes again the next morning: evening
 * papers print it, aggregators list it once more. It opens a story of its own,
 * or fills up the old one, with texts that were there before, word for word.
 * So the texts of stories that fired are remembered for three days from when
 * they left the window, by the hash of what they say (text_key). A story with
 * too many of them is redundant, however large it is (novelty and redundancy
 * detection: Zhang, Callan, Minka, SIGIR 2002; here a text is redundant when
 * it is the same, so a set of hashes is enough).
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
	int64_t at_ms; /* when it left the window */
};

/* All zero is none. */
struct tcn_reported_texts {
	struct tcn_map moments; /* text -> when it left the window last */
	struct tcn_reported_text *queue; /* by at_ms, from head on */
	size_t head, n, cap;
	struct tcn_journal journal; /* texts reported or forgotten */
};

void tcn_reported_texts_fini(struct tcn_reported_texts *reported);

/* Remembers a text (0 is none) that leaves the window at now_ms, which is not
 * before the last one's. */
void tcn_reported_texts_add(struct tcn_reported_texts *reported, uint64_t key,
    int64_t now_ms);

/* Forgets what left the window at last_ms or before. */
void tcn_reported_texts_expire(struct tcn_reported_texts *reported,
    int64_t last_ms);

static inline bool
tcn_reported_texts_has(const struct tcn_reported_texts *reported, uint64_t key)
{
	return key && tcn_map_find(&reported->moments, key);
}

/* Takes a saved text back, in any order; loaded() after the last. Errors:
 * TCN_CORRUPT (it is there already, or there are too many). */
TCN_MUST_USE enum tcn_rc
tcn_reported_texts_load(struct tcn_reported_texts *reported, uint64_t key,
    int64_t at_ms);
void tcn_reported_texts_loaded(struct tcn_reported_texts *reported);

/* Whether the queue's nth entry counts. */
bool tcn_reported_texts_is_live(const struct tcn_reported_texts *reported,
    size_t nth);

size_t tcn_reported_texts_bytes(const struct tcn_reported_texts *reported);

/*
 * Whether map, queue and journal agree: TCN_CORRUPT and a sentence when not.
 * O(texts).
 */
TCN_MUST_USE enum tcn_rc
tcn_reported_texts_check(const struct tcn_reported_texts *reported,
    struct tcn_err *err);

#endif

/*
 * window/story/text_log.h - a log of texts that recently left the window, and
 * of their stories.
 *
 * One entry for each item that left a story on which some rule had fired.
 * Entries are numbered from 1, and a number is never reused, so that "all texts
 * from this number on" is a point between two entries, whatever their times. A
 * map leads from a text to its latest entry, and each entry has the number of
 * the previous one with the same text.
 *
 * At most TCN_REPORTED_TEXTS_MAX entries; the oldest go first. Adding O(1)
 * amortised, 32 bytes an entry and a place in the map.
 */
#ifndef TCN_WINDOW_STORY_TEXT_LOG_H
#define TCN_WINDOW_STORY_TEXT_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/map.h"
#include "engine/base/rc.h"

struct tcn_text_log_entry {
	uint64_t text, story;
	int64_t at_ms;
	/* number of the previous entry with this text; 0: none */
	uint64_t before;
};

struct tcn_text_log {
	struct tcn_text_log_entry *entries; /* number i at [i - base] */
	uint64_t base, first, next; /* numbers; [first, next) are there */
	size_t cap;
	struct tcn_map latest; /* text -> number */
	/* the same numbers at the last save */
	uint64_t saved_first, saved_next;
};

struct tcn_state_in;

void tcn_text_log_init(struct tcn_text_log *log);
void tcn_text_log_fini(struct tcn_text_log *log);

/* Adds an entry: the text, which is not 0, left the story at this time. */
void tcn_text_log_add(struct tcn_text_log *log, uint64_t text, uint64_t story,
    int64_t at_ms);

/* Forgets the entries of before_ms and earlier, and the oldest ones beyond
 * TCN_REPORTED_TEXTS_MAX. */
void tcn_text_log_expire(struct tcn_text_log *log, int64_t before_ms);

/* The number of the text's latest entry; 0: there is none. */
uint64_t tcn_text_log_find(const struct tcn_text_log *log, uint64_t text);

/* The entry of that number; NULL: it was forgotten, or never was. */
const struct tcn_text_log_entry *
tcn_text_log_get(const struct tcn_text_log *log, uint64_t number);

/* While saved state is loaded: notes that something refers to this number, so
 * that no later entry gets a lower one. Does nothing once there are entries. */
void tcn_text_log_note_number(struct tcn_text_log *log, uint64_t number);

/*
 * Whether the numbers are in order, and the latest entry of each text leads to
 * all others of that text. If not, sets *why to a sentence that says what is
 * wrong. O(entries).
 */
bool tcn_text_log_check(const struct tcn_text_log *log, const char **why);

/* Encodes an entry as bytes; and decodes it, by ascending numbers without a
 * gap. TCN_CORRUPT: the bytes are no such entry. */
void tcn_text_log_encode(const struct tcn_text_log_entry *entry,
    struct tcn_buf *buf);
TCN_MUST_USE enum tcn_rc tcn_text_log_decode(struct tcn_text_log *log,
    uint64_t number, struct tcn_state_in *in);

/* Notes that all entries are saved by now. */
void tcn_text_log_saved(struct tcn_text_log *log);

size_t tcn_text_log_bytes(const struct tcn_text_log *log);

#endif

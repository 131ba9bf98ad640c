/*
 * tests/tools/tell/edition/oster.h - a small store that grows: a flood, a train
 * and a storm, and editions of each hour.
 */
#ifndef TCN_TESTS_TOOLS_TELL_EDITION_OSTER_H
#define TCN_TESTS_TOOLS_TELL_EDITION_OSTER_H

#include "engine/base/buf.h"
#include "tools/tell/edition/edition_keep.h"

struct oster {
	struct tcn_editions *editions;
	struct tcn_prepare *prep;
	struct tcn_arena arena;
	struct tcn_store *st; /* in memory */
};

extern struct oster oster;

/* A fixture. */
void oster_set_up(void);
void oster_tear_down(void);

int64_t oster_minute_ms(int minute); /* of the day */

/* Stores items from one on (from 1) up to another, with what changes behind
 * each of them. */
void oster_grow(struct tcn_store *to, uint64_t from, uint64_t until);

/* Stores one more item of a story. */
void oster_put(struct tcn_store *to, uint64_t seq, uint64_t story, int minute,
    const char *lang, const char *source, const char *title, const char *text);

const struct tcn_edition_conf *oster_conf(const char *name);

/* What the daemon does when the stream's time is now_ms; *text: the last
 * edition that was made, in Markdown; may be NULL. How many were made. */
size_t oster_step(struct tcn_store *of, const char *name, int64_t now_ms,
    int64_t watch_ms, struct tcn_buf *text);

struct tcn_store_edition_list oster_rows(struct tcn_store *of,
    const char *name);

/* Fail unless the text has the part, has it not, has it once. */
void oster_must_have(const char *text, const char *part);
void oster_must_not_have(const char *text, const char *part);
void oster_must_have_once(const char *text, const char *part);

#endif

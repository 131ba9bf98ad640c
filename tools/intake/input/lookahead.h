/*
 * tools/intake/input/lookahead.h - the next answers of a source, before their
 * turn.
 *
 * A wrong date is known by the dates that follow it. Who must know reads a
 * source through a ring of answers: each is a copy of its own, also of bad
 * lines and of the end by an error, and leaves in the order in which it came.
 *
 * Call order: init, then fill, at and take in any order, fini. Memory: TCN_-
 * LOOKAHEAD_SLOTS articles. An article costs one copy.
 */
#ifndef TCN_TOOLS_INTAKE_INPUT_LOOKAHEAD_H
#define TCN_TOOLS_INTAKE_INPUT_LOOKAHEAD_H

#include "engine/base/err.h"
#include "tools/intake/input/source.h"
#include "window/base/clock.h"

enum {
	/* Answers behind the next one: so many the stream's clock asks, too. */
	TCN_LOOKAHEAD = TCN_CLOCK_QUORUM_OF,
	TCN_LOOKAHEAD_SLOTS = TCN_LOOKAHEAD + 1,
};

/* One answer of tcn_source_next(). */
struct tcn_lookahead_answer {
	enum tcn_rc rc; /* never TCN_DONE */
	struct tcn_article article;
	struct tcn_arena arena;
	struct tcn_err err;
};

struct tcn_lookahead {
	struct tcn_source *source; /* the caller's */
	struct tcn_lookahead_answer *answers; /* a ring; NULL: not open */
	unsigned first, n;
	bool ended; /* the source has no more */
};

/* Nothing is read yet. source must outlive it. */
void tcn_lookahead_init(struct tcn_lookahead *look, struct tcn_source *source);

/* Frees the ring, not the source; also of a zeroed struct. */
void tcn_lookahead_fini(struct tcn_lookahead *look);

/* Reads until there are so many answers, at most TCN_LOOKAHEAD_SLOTS, or the
 * source has ended. */
void tcn_lookahead_fill(struct tcn_lookahead *look, unsigned n);

/* An answer that was read and not taken, by its turn from 0. */
struct tcn_lookahead_answer *tcn_lookahead_at(const struct tcn_lookahead *look,
    unsigned i);

/* The date of an answer; TCN_UNDATED where there is none. */
int64_t tcn_lookahead_ms(const struct tcn_lookahead_answer *answer);

/* Whether a source ends with this answer. */
bool tcn_lookahead_is_last(enum tcn_rc rc);

/*
 * As tcn_source_next(), of the answers that were read: there must be one. One
 * that ends the source stays.
 */
TCN_MUST_USE enum tcn_rc tcn_lookahead_take(struct tcn_lookahead *look,
    struct tcn_arena *arena, struct tcn_article *article, struct tcn_err *err);

#endif

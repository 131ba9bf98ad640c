/*
 * engine/facts/figure.h - follows the figures of a story through time: which
 * value leads, which were told before, which contradict.
 *
 * Input: the readings (reading.h) of a story's texts, and which of them may
 * have it from each other: they are one origin, since a copy is no second
 * witness. Output: a figure for each slot and unit that
 * was read, with its values. An origin counts once for a value.
 *
 * A value is *accepted* when enough origins have said it: two, or one where the
 * whole slot has fewer than four. Then, by the kind of the slot:
 *
 * cumulative (dead): a higher value leads when it is accepted; one over five
 *   times as high needs three origins and half as many as the leader, unless
 *   few tell any and it is the first that is said to be the toll. A lower
 *   one is a correction: it must be new since the leader was accepted, three
 *   origins must have said it or what is within 2 % of it, and 60 % of the last
 *   ten readings; or these may be of any such lower values, where it is not
 *   under a fifth: "2", "5 to 15" and "15" together refute 70. Of these, two
 *   must know better, and not be late: their publisher told the leader or more
 *   before. Or one has said that the toll was lowered or revised to it, or
 *   that the leader is false, and another that it is so. What was given up
 *   once leads again only with 75 % of ten readings since: so late repeats do
 *   not let a toll swing. What is said to be false leads once three say it
 *   after that;
 * level (missing, water): the newest accepted value leads; what was given up
 *   must be accepted anew;
 * fixed (magnitude): the value that most say leads, a reading counting half as
 *   much for every max(3, a fifth of all) readings that came later; values
 *   within 0.05 count as one. A value that was not said before the leader led,
 *   that five origins say and 40 % of the last twenty readings, is a revision
 *   and leads, though the old one is still passed on. What was given up leads
 *   again only with 75 % of the last twenty.
 *
 * highest (aftershocks, of which there are many): a higher one leads when it is
 *   accepted; the others are no news.
 *
 * Who says a value supports cumulative ones down to half of it: a wire that
 * tells each value once lets the one before it lead; that a toll is or "rises
 * to" one is enough for it where few say the same. Four times as many need
 * three origins against a leader of three. Who counts one kind of people, "two
 * soldiers", corrects nobody, contradicts nobody, and has no support of those
 * who count all. "Nearly 12,000" is no rise from 11,921. Where no two say the
 * same, the newest leads that is neither of one kind nor lower than others,
 * which are no more than five times as high or tolls.
 *
 * A range ("5 to 15") is a value; a number in it leads after it. Values of
 * money and speed within 2 % count as one.
 *
 * "At least w" with w up to a tenth below the leader supports the leader. Parts
 * ("12 in the capital alone") count where nobody told the whole, as "at least".
 * "Dozens" leads only where no value in figures has two origins, "up to 100"
 * and "another 12" never.
 *
 * A leader is always a value that an origin said, and readings of the same time
 * give the same result in any order.
 *
 * Cost: O(n log n) of n readings, and O(n) more for a reading of a value that
 * does not lead yet: O(n^2) at worst, some 30 ms with 5,000 readings.
 */
#ifndef TCN_ENGINE_FACTS_FIGURE_H
#define TCN_ENGINE_FACTS_FIGURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/facts/reading.h"

/* A reading, and who told it when. */
struct tcn_figure_told {
	struct tcn_reading reading;
	int64_t ms; /* unix milliseconds */
	uint64_t origin; /* one for all that may have it from each other */
	uint64_t publisher; /* of its article */
	uint64_t seq; /* the article's arrival; orders what ms does not */
	size_t place; /* the caller's own: which sentence it is from */
};

enum tcn_figure_state {
	TCN_FIGURE_LEADING,
	TCN_FIGURE_FAMILY, /* within 2 % of the leader, told beside it, or in
			    * the range of these */
	TCN_FIGURE_SUPERSEDED, /* led before */
	TCN_FIGURE_CONTRADICTING, /* 2 or more origins, told since; never led;
				   * no third of a toll, and of what is fixed
				   * at most three times as much or as little */
	TCN_FIGURE_OTHER, /* told, and none of these */
};

struct tcn_figure_value {
	int64_t lo, hi; /* thousandths */
	enum tcn_reading_sense sense; /* the firmest that was told */
	enum tcn_figure_state state;
	uint32_t origins; /* that said it; of a leader, support included */
	int64_t accepted_ms; /* when it first led, of the leader when it took
			      * the lead last; of one that never led first_ms */
	int64_t first_ms, last_ms; /* told */
	size_t first; /* who told it first: index into told[] */
};

struct tcn_figure {
	enum tcn_slot slot;
	const char *unit;
	struct tcn_figure_value *values; /* by accepted_ms, then value */
	size_t values_n;
	size_t leader; /* index into values */
	int64_t lo, hi; /* of the leader and its family */
	uint32_t origins; /* that said anything of the slot */
	uint32_t publishers; /* that did */
	bool single; /* one origin alone says what leads */
};

struct tcn_figures {
	struct tcn_figure *at; /* by slot, then unit */
	size_t n;
	uint32_t origins; /* of the story */
};

/* Makes the figures of told[0 .. n), in any order, of a story of so many
 * origins. They live in arena; units are those of the readings. */
void tcn_figure_make(const struct tcn_figure_told *told, size_t n,
    uint32_t origins, struct tcn_arena *arena, struct tcn_figures *figures);

/*
 * Whether a report shows the figure: two origins told of it, or three
 * publishers passed it on; of money, two told the same, and not more of them as
 * money of another kind: "the deal" that ends a suit is no price; of shares,
 * ages, jobs and recalls, of which a story may have many, two told the same,
 * and two thirds at least of those that told any, or a fifth of the story's
 * origins, money and counts within 3 % of it. In a story of few origins,
 * under 16, what one says is shown too (its figure is marked `single`): among
 * many it would be a stray.
 */
bool tcn_figure_is_shown(const struct tcn_figures *figures,
    const struct tcn_figure *figure);

enum tcn_figure_says {
	TCN_FIGURE_SAYS_NOTHING, /* vague, or of no figure that is shown */
	TCN_FIGURE_SAYS_LEADER, /* a value of the leading family */
	TCN_FIGURE_SAYS_STALE, /* another value: not to be quoted unmarked */
};

/* What a reading says beside the figures of its story. Of what a story may have
 * many, another value is of another and not stale; nor is "more than 200" of
 * 231, where 200 never led. O(figures). */
enum tcn_figure_says tcn_figure_says(const struct tcn_figures *figures,
    const struct tcn_reading *reading);

/*
 * What the numbers of a sentence say, all slots together: stale wins over
 * leading. So does a claim that it says is false. A number that no reading is
 * of is stale as well, where it led before in a figure that is shown, or was
 * told of a toll that rose since, and the sentence does not tell the leader:
 * not every way of telling a toll can be read. So is that there are no dead or
 * injured, where some are shown. *slots: of which it tells the leader,
 * 1 << slot. O(numbers * figures).
 */
enum tcn_figure_says tcn_figure_says_of(const struct tcn_figures *figures,
    const struct tcn_reading_list *sentence, uint32_t *slots);

/*
 * Validator for tests: TCN_CORRUPT, and in err a sentence, when an invariant
 * is broken: one leader, which was told; states and orders agree. O(values).
 */
TCN_MUST_USE enum tcn_rc tcn_figure_check(const struct tcn_figures *figures,
    struct tcn_err *err);

#endif

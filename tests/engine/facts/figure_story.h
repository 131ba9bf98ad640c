/*
 * tests/engine/facts/figure_story.h - says values of slots, and asks which
 * leads. For tests that tell a story.
 */
#ifndef TCN_TESTS_ENGINE_FACTS_FIGURE_STORY_H
#define TCN_TESTS_ENGINE_FACTS_FIGURE_STORY_H

#include "tests/base/in_arena.h"

#include "engine/base/mem.h"
#include "engine/facts/figure.h"

#define TOLD_MAX 128

static struct tcn_figure_told told[TOLD_MAX];
static size_t told_n;
static struct tcn_figures figures;

/* Says a value at a minute, each time by another origin. */
static inline void
say_as(enum tcn_slot slot, int minute, int64_t value,
    enum tcn_reading_sense sense)
{
	ck_assert_uint_lt(told_n, TOLD_MAX);
	told[told_n] = (struct tcn_figure_told){
		.reading = { .slot = slot,
		    .sense = sense,
		    .lo = value,
		    .hi = value,
		    .unit = "" },
		.ms = (int64_t)minute * 60000,
		.origin = told_n + 1,
		.seq = told_n + 1,
		.place = told_n,
	};
	told_n++;
}

static inline void
say(enum tcn_slot slot, int minute, int64_t value)
{
	say_as(slot, minute, value * TCN_READING_ONE, TCN_READING_EXACT);
}

static inline const struct tcn_figure *
figure(void)
{
	struct tcn_err err = { 0 };

	tcn_figure_make(told, told_n, 50, &arena, &figures);
	ck_assert_msg(tcn_figure_check(&figures, &err) == TCN_OK, "%s",
	    err.text);
	ck_assert_uint_eq(figures.n, 1);
	return figures.at;
}

static inline int64_t
leader(void)
{
	const struct tcn_figure *at = figure();

	return at->values[at->leader].lo / TCN_READING_ONE;
}

static inline void
begin(void)
{
	told_n = 0;
}

#endif

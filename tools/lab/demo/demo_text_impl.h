/*
 * tools/lab/demo/demo_text_impl.h - makes sentences by a grammar, over the
 * invented world. Private to tools/lab/demo/demo*.c.
 *
 * A grammar is context-free: rules, each a name and its alternatives
 * (demo_grammar_impl.h). An alternative is text with holes in braces:
 *
 *	{rule}        an alternative of that rule, chosen anew each time
 *	{=rule}       the same alternative in every text of the story;
 *	{=rule:2}     the number makes independent choices of one rule
 *	{P1} {p1}     a person's full name, surname; 1 to 9, as below
 *	{place1} {country1} {brand1}
 *	              names; number 1 is where it happens
 *	{o1}          the name of the outlet that publishes the text
 *	{village1}    one of thousands of small places
 *	{n1:3-40}     a number that is the same in every text of the story
 *	{g1:3-40}     a number that grows with the phase of the story
 *	{r:3-40}      a number chosen anew each time
 *	{day}         the day of the week
 *	{^...}        any of these, beginning with a capital letter
 *
 * In English "a " before a hole becomes "an " where it has to.
 *
 * The facts depend on the scene's `facts` seed only, and the wording on the
 * generator passed in: so two outlets report one story in different words.
 */
#ifndef TCN_TOOLS_LAB_DEMO_DEMO_TEXT_IMPL_H
#define TCN_TOOLS_LAB_DEMO_DEMO_TEXT_IMPL_H

#include "engine/base/buf.h"
#include "tools/lab/demo/demo_rng.h"
#include "tools/lab/demo/demo_world_impl.h"

#define TCN_DEMO_PHASES 4

/* What a text is about, and who publishes it. */
struct tcn_demo_scene {
	const struct tcn_demo_world *world;
	const char *outlet; /* the name of its publisher */
	enum tcn_demo_lang lang;
	uint64_t facts;
	uint32_t country, town; /* where it happens */
	uint32_t phase; /* 0 .. TCN_DEMO_PHASES-1 */
	int64_t ts_ms;
};

/* Appends an alternative of the rule; of an unknown rule, "{?}". */
void tcn_demo_text_expand(const struct tcn_demo_scene *scene,
    struct tcn_demo_rng *rng, const char *rule, struct tcn_buf *out);

/* Appends a text with holes, which is no rule of the grammar. */
void tcn_demo_text_fill(const struct tcn_demo_scene *scene,
    struct tcn_demo_rng *rng, struct tcn_str text, struct tcn_buf *out);

/*
 * Appends up to n different alternatives of the rule, in random order, each
 * followed by separator.
 */
void tcn_demo_text_expand_some(const struct tcn_demo_scene *scene,
    struct tcn_demo_rng *rng, const char *rule, uint32_t n,
    const char *separator, struct tcn_buf *out);

/* Appends text as HTML: & and < as references. */
void tcn_demo_text_html(struct tcn_buf *out, struct tcn_str s);

#endif

/*
 * tools/lab/demo/demo_impl.h - the generator while it writes its lines. Private
 * to tools/lab/demo/demo*.c.
 */
#ifndef TCN_TOOLS_LAB_DEMO_DEMO_IMPL_H
#define TCN_TOOLS_LAB_DEMO_DEMO_IMPL_H

#include "engine/base/buf.h"
#include "engine/base/sections.h"
#include "tools/lab/demo/demo_plan_impl.h"
#include "tools/lab/demo/demo_text_impl.h"

struct tcn_demo {
	struct tcn_demo_conf conf;
	struct tcn_demo_world world;
	struct tcn_demo_plan plan;
	uint32_t counts[TCN_DEMO_KINDS];
	size_t next;
	struct tcn_buf title, lines, text, url, json; /* of the last line */
};

/* What a slot's text is about. */
struct tcn_demo_scene tcn_demo_scene_of(const struct tcn_demo *demo,
    const struct tcn_demo_slot *slot);

/*
 * A fact of the events of a topic, which their texts tell: a section of
 * facts.txt.
 *
 *	[quake injured]
 *	says: {g4:200-1900} hurt|{g4:200-1900} were hurt
 *	value: {g4:200-1900}
 *	told: hurt
 *
 * `says` are the ways in which they do, in all languages, with the holes of
 * demo_text_impl.h; '|' stands between them. Of a figure, `value` is its
 * number, and `told` words of which one stands beside it.
 */
struct tcn_demo_fact {
	struct tcn_str topic;
	struct tcn_str id; /* of a figure: its slot (engine/facts/slot.h) */
	struct tcn_str says;
	struct tcn_str value, told; /* empty: it is no figure */
	struct tcn_str weight; /* "0.5": half as much as others */
};

/* The facts that are built in, to be read by tcn_demo_facts_next(). */
struct tcn_sections tcn_demo_facts(void);

/* Reads the next one. TCN_DONE: there is none. Errors: TCN_INVALID, which err,
 * NULL where a test has read them, explains. */
TCN_MUST_USE enum tcn_rc tcn_demo_facts_next(struct tcn_sections *facts,
    struct tcn_demo_fact *fact, struct tcn_err *err);

#endif

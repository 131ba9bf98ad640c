/*
 * tools/demo/demo_impl.h - the generator while it writes its lines. Private to
 * tools/demo/demo*.c.
 */
#ifndef TCN_TOOLS_DEMO_DEMO_IMPL_H
#define TCN_TOOLS_DEMO_DEMO_IMPL_H

#include "engine/base/buf.h"
#include "tools/demo/demo_plan_impl.h"
#include "tools/demo/demo_text_impl.h"

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
 * A fact of the events of a topic, which their texts tell.
 *
 * `says` are the ways in which they do, in all languages, with the holes of
 * demo_text_impl.h; '|' stands between them. Of a figure, `value` is its
 * number, and `told` words of which one stands beside it, '/' in between.
 */
struct tcn_demo_fact {
	const char *topic;
	const char *id; /* of a figure: its slot (engine/facts/slot.h) */
	const char *says;
	const char *value, *told; /* NULL: it is no figure */
	bool minor; /* weighs half */
};

/* Ends with a topic of NULL. */
extern const struct tcn_demo_fact tcn_demo_facts[];

#endif

/*
 * Says what a good report of each event says: looks in all texts of the event
 * for its facts, and writes down who told them first.
 */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "engine/base/arena.h"
#include "tools/lab/demo/demo_impl.h"

enum {
	PROOFS = 2, /* texts of a fact, each in its own words */
	WAYS_MAX = 24, /* in which a fact is told, names filled in */
	VALUES_MAX = TCN_DEMO_PHASES,
	FIRSTS = 3, /* articles that may be called the first */
};

/* Who told something first: numbers of lines, and their wordings. */
struct proof {
	uint64_t lines[PROOFS];
	uint32_t wordings[PROOFS];
	size_t n;
};

struct value {
	double number;
	struct proof proof;
};

/* A fact of an event, as its texts have told it. */
struct told {
	struct tcn_demo_fact fact;
	struct tcn_str ways[WAYS_MAX];
	size_t ways_n;
	struct proof proof;
	struct value values[VALUES_MAX];
	size_t values_n;
};

struct event {
	uint64_t *lines;
	size_t lines_n;
	struct told *told;
	size_t told_n;
};

struct work {
	struct tcn_demo *demo;
	struct tcn_arena arena;
	struct event *events;
	struct tcn_buf filled;
};

/* --- looking --- */

/* Whether text holds part, in any case of ASCII letters; a number in it must
 * stand by itself. */
static bool
holds(struct tcn_str text, struct tcn_str part)
{
	for (size_t i = 0; part.n && i + part.n <= text.n; i++) {
		const char *at = text.at + i;

		if (strncasecmp(at, part.at, part.n) != 0)
			continue;
		if (isdigit((unsigned char)part.at[0]) && i &&
		    isdigit((unsigned char)at[-1]))
			continue;
		if (isdigit((unsigned char)part.at[part.n - 1]) &&
		    i + part.n < text.n && isdigit((unsigned char)at[part.n]))
			continue;
		return true;
	}
	return false;
}

/* Notes a text, unless one in the same words was. */
static void
prove(struct proof *proof, const struct tcn_demo_slot *slot, uint64_t line)
{
	for (size_t i = 0; i < proof->n; i++)
		if (proof->wordings[i] == slot->wording)
			return;
	if (proof->n == PROOFS)
		return;
	proof->wordings[proof->n] = slot->wording;
	proof->lines[proof->n++] = line;
}

static void
note_way(struct work *w, struct told *told, struct tcn_str way)
{
	for (size_t i = 0; i < told->ways_n; i++)
		if (tcn_str_equal(told->ways[i], way))
			return;
	if (told->ways_n != WAYS_MAX)
		tcn_arena_str(&w->arena, way, &told->ways[told->ways_n++]);
}

static struct tcn_str
fill(struct work *w, const struct tcn_demo_scene *scene, struct tcn_str text)
{
	struct tcn_demo_rng rng = { 0 };

	tcn_buf_clear(&w->filled);
	tcn_demo_text_fill(scene, &rng, text, &w->filled);
	return tcn_buf_view(&w->filled);
}

static struct value *
value_of(struct told *told, double number)
{
	for (size_t i = 0; i < told->values_n; i++)
		if (told->values[i].number <= number &&
		    told->values[i].number >= number)
			return &told->values[i];
	assert(told->values_n < VALUES_MAX);
	told->values[told->values_n].number = number;
	return &told->values[told->values_n++];
}

/* Looks for one fact in the title and text of the last line. */
static void
look_for(struct work *w, const struct tcn_demo_slot *slot,
    const struct tcn_demo_scene *scene, struct told *told)
{
	const struct tcn_demo *demo = w->demo;
	struct tcn_str title = tcn_buf_view(&demo->title);
	struct tcn_str text = tcn_buf_view(&demo->text);
	struct tcn_str ways = told->fact.says, way;

	while (tcn_sections_part(&ways, '|', &way)) {
		way = fill(w, scene, way);
		if (!holds(title, way) && !holds(text, way))
			continue;
		note_way(w, told, way);
		prove(&told->proof, slot, demo->next);
		if (!told->fact.value.n)
			continue;
		way = fill(w, scene, told->fact.value);
		prove(&value_of(told, strtod(way.at, NULL))->proof, slot,
		    demo->next);
	}
}

/* Looks at the line that was written last. */
static void
look_at_line(struct work *w)
{
	const struct tcn_demo_slot *slot =
	    &w->demo->plan.slots[w->demo->next - 1];
	struct tcn_demo_scene scene;
	struct event *event;

	if (slot->kind != TCN_DEMO_EVENT)
		return;
	event = &w->events[slot->story - 1];
	if (!event->lines) {
		/* Takes the facts of the event's topic. */
		struct tcn_str topic =
		    tcn_demo_plan_topic(&w->demo->plan, slot);
		uint32_t items = w->demo->plan.events[slot->story - 1].items;
		struct tcn_sections facts = tcn_demo_facts();
		struct tcn_demo_fact fact;
		size_t n = 0;

		while (tcn_demo_facts_next(&facts, &fact, NULL) == TCN_OK)
			n += tcn_str_equal(topic, fact.topic);
		event->lines =
		    tcn_arena_zalloc(&w->arena, items, sizeof *event->lines);
		event->told =
		    tcn_arena_zalloc(&w->arena, n, sizeof *event->told);
		facts = tcn_demo_facts();
		while (tcn_demo_facts_next(&facts, &fact, NULL) == TCN_OK)
			if (tcn_str_equal(topic, fact.topic))
				event->told[event->told_n++].fact = fact;
	}
	event->lines[event->lines_n++] = w->demo->next;
	scene = tcn_demo_scene_of(w->demo, slot);
	for (size_t i = 0; i < event->told_n; i++)
		look_for(w, slot, &scene, &event->told[i]);
}

/* --- writing --- */

static void
put_lines(const char *name, const uint64_t *lines, size_t n,
    struct tcn_buf *out)
{
	tcn_buf_printf(out, "\"%s\":[", name);
	for (size_t i = 0; i < n; i++)
		tcn_buf_printf(out, "%s\"n%06llu\"", i ? "," : "",
		    (unsigned long long)lines[i]);
	tcn_buf_char(out, ']');
}

/* A pattern that matches the words as they are, and no longer number. */
static void
put_way(struct tcn_str way, struct tcn_buf *out)
{
	struct tcn_buf pattern = { 0 };

	tcn_buf_printf(&pattern, "%s\\Q%.*s\\E%s",
	    isdigit((unsigned char)way.at[0]) ? "(?<!\\d)" : "",
	    TCN_STR_ARG(way),
	    isdigit((unsigned char)way.at[way.n - 1]) ? "(?!\\d)" : "");
	tcn_buf_json(out, tcn_buf_view(&pattern));
	tcn_buf_fini(&pattern);
}

static void
put_fact(const struct told *told, struct tcn_buf *out)
{
	tcn_buf_printf(out, "{\"id\":\"%.*s\",\"any\":[",
	    TCN_STR_ARG(told->fact.id));
	for (size_t i = 0; i < told->ways_n; i++) {
		tcn_buf_z(out, i ? "," : "");
		put_way(told->ways[i], out);
	}
	tcn_buf_printf(out, "],\"weight\":%.*s,",
	    TCN_STR_ARG(told->fact.weight));
	put_lines("items", told->proof.lines, told->proof.n, out);
	tcn_buf_char(out, '}');
}

static void
put_figure(const struct told *told, struct tcn_buf *out)
{
	tcn_buf_printf(out, "{\"slot\":\"%.*s\",", TCN_STR_ARG(told->fact.id));
	if (told->fact.told.n)
		tcn_buf_printf(out, "\"told\":[\"%.*s\"],",
		    TCN_STR_ARG(told->fact.told));
	tcn_buf_z(out, "\"values\":[");
	for (size_t i = 0; i < told->values_n; i++) {
		tcn_buf_printf(out, "%s{\"value\":%g,", i ? "," : "",
		    told->values[i].number);
		put_lines("items", told->values[i].proof.lines,
		    told->values[i].proof.n, out);
		tcn_buf_char(out, '}');
	}
	tcn_buf_z(out, "]}");
}

/* Those that were told: figures, or the others. */
static void
put_told(const char *name, const struct event *event, bool figures,
    struct tcn_buf *out)
{
	size_t n = 0;

	tcn_buf_printf(out, ",\n  \"%s\":[", name);
	for (size_t i = 0; i < event->told_n; i++) {
		const struct told *told = &event->told[i];

		if (!told->proof.n || !told->fact.value.n == figures)
			continue;
		tcn_buf_z(out, n++ ? ",\n    " : "\n    ");
		if (figures)
			put_figure(told, out);
		else
			put_fact(told, out);
	}
	tcn_buf_char(out, ']');
}

static void
put_event(const struct tcn_demo_event *of, const struct event *event,
    size_t nth, struct tcn_buf *out)
{
	/* The shapes take turns, and so do the parts, over all shapes. */
	bool held = (nth + nth / TCN_DEMO_SHAPES) % 2;
	struct tcn_buf name = { 0 };

	tcn_buf_printf(&name, "%s %s", of->label, of->what);
	tcn_buf_z(out, "{\"name\":");
	tcn_buf_json(out, tcn_buf_view(&name));
	tcn_buf_fini(&name);
	tcn_buf_printf(out, ",\"part\":\"%s\",\"whole\":true,\n  ",
	    held ? "held" : "tune");
	put_lines("items", event->lines, event->lines_n, out);
	tcn_buf_z(out, ",\n  ");
	put_lines("first", event->lines,
	    event->lines_n < FIRSTS ? event->lines_n : FIRSTS, out);
	put_told("facts", event, false, out);
	put_told("figures", event, true, out);
	tcn_buf_char(out, '}');
}

static void
put_events(const struct work *w, struct tcn_buf *out)
{
	size_t n, written = 0;
	const struct tcn_demo_event *events = tcn_demo_events(w->demo, &n);

	tcn_buf_z(out, "{\"stream\":\"demo\",\"cases\":[");
	for (size_t i = 0; i < n; i++) {
		if (!w->events[i].lines_n)
			continue;
		tcn_buf_z(out, written++ ? ",\n" : "\n");
		put_event(&events[i], &w->events[i], i, out);
	}
	tcn_buf_z(out, "]}\n");
}

enum tcn_rc
tcn_demo_cases(const struct tcn_demo_conf *conf, struct tcn_buf *out,
    struct tcn_err *err)
{
	struct work w = { 0 };
	struct tcn_str line;
	size_t n = 0;
	enum tcn_rc rc = tcn_demo_new(conf, &w.demo, err);

	tcn_arena_init(&w.arena, 0);
	if (!rc) {
		(void)tcn_demo_events(w.demo, &n);
		w.events = tcn_arena_zalloc(&w.arena, n, sizeof *w.events);
	}
	while (!rc) {
		rc = tcn_demo_next(w.demo, &line);
		if (!rc)
			look_at_line(&w);
	}
	if (rc == TCN_DONE) {
		put_events(&w, out);
		rc = TCN_OK;
	}
	tcn_buf_fini(&w.filled);
	tcn_arena_fini(&w.arena);
	tcn_demo_free(w.demo);
	return rc;
}

/*
 * tools/lab/demo/demo.h - generates a day of news from an invented world, as
 * NDJSON.
 *
 * It is for the demonstration, and for tests that need a stream whose events
 * are known: a few hundred outlets in several languages, breaking events of
 * different shapes, copies of one wire text on many sites, a wire report that
 * each site cuts to another half, wire reports that other desks tell in their
 * own words, recurring notices, stories that run for days, and everyday news.
 * Everything is a function of struct tcn_demo_conf: the same configuration
 * gives the same bytes.
 *
 *	tcn_demo_conf_init(&conf)	then change any field
 *	tcn_demo_new(&conf, &demo)	plans the whole stream
 *	tcn_demo_next(demo, &line)	one line at a time, by time; TCN_DONE
 *	tcn_demo_events(demo, &n)	the truth: the events to be found
 *	tcn_demo_free(demo)
 *
 * A line is an article as tocsin replay reads it, with the label "story"
 * (null for items of no story) that only scoring reads. Planning costs
 * O(items log items) and 32 bytes an item; writing a line takes about 15 us.
 */
#ifndef TCN_TOOLS_LAB_DEMO_DEMO_H
#define TCN_TOOLS_LAB_DEMO_DEMO_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/* How an event unfolds. The events of a stream have these shapes in turn. */
enum tcn_demo_shape {
	TCN_DEMO_SUDDEN, /* large at once, then fading */
	TCN_DEMO_SLOW, /* grows over many hours */
	TCN_DEMO_LOCAL, /* short, a few outlets of one region */
	TCN_DEMO_MULTILINGUAL, /* reported in every language */
	TCN_DEMO_WIRE, /* mostly copies of one text: many items, few origins */
	TCN_DEMO_FRAGMENTED, /* early headlines share hardly any words */
	TCN_DEMO_SHAPES
};

/* What a line is part of. */
enum tcn_demo_kind {
	TCN_DEMO_EVERYDAY, /* one outlet's own unrelated news */
	TCN_DEMO_SMALL, /* a story of a few outlets, too small to be news */
	TCN_DEMO_SERIES, /* a story that runs for days, some items a day */
	TCN_DEMO_COPY, /* a wire's feature, copied by many sites */
	TCN_DEMO_NOTICE, /* recurring boilerplate: weather, funds, scores */
	TCN_DEMO_EVENT, /* an item of a true event */
	TCN_DEMO_CUT, /* half of one wire report, each site's own half */
	TCN_DEMO_REWRITE, /* one report, told by each desk in its own words */
	TCN_DEMO_KINDS
};

struct tcn_demo_conf {
	uint64_t seed;
	uint32_t items; /* in all; exact unless events alone need more */
	uint32_t days;
	int64_t start_ms; /* midnight, UTC, of the first day */
	uint32_t sources;
	uint32_t events; /* over all days */
	/* Shares of the items in percent; the rest is everyday news. */
	uint32_t notice_pct;
	uint32_t copy_pct;
	uint32_t small_pct;
	uint32_t series; /* stories that run through all days */
	/* Wire reports a day that many sites print half of, under headlines of
	 * their own: one text, and no event. */
	uint32_t cuts;
	/* Reports a day that three to six desks of a language tell within six
	 * hours, each in other words and another order, most of it: label
	 * "w00001" and so on. English and Spanish. */
	uint32_t rewrites;
};

/* A true event. */
struct tcn_demo_event {
	char label[16]; /* the label "story" of its lines */
	char what[96]; /* in words: "ferry disaster, Velnador" */
	enum tcn_demo_shape shape;
	int64_t first_ms, last_ms; /* of its items */
	int64_t threshold_ms; /* its 16th item within 4 h */
	uint32_t items;
	uint32_t texts; /* distinct texts: its origins */
};

struct tcn_demo;

/* The configuration of the demonstration: one day, 18,000 items, 320 sources,
 * 6 events. */
void tcn_demo_conf_init(struct tcn_demo_conf *conf);

/* TCN_INVALID: err says which field is out of range. */
TCN_MUST_USE enum tcn_rc tcn_demo_new(const struct tcn_demo_conf *conf,
    struct tcn_demo **demo, struct tcn_err *err);
void tcn_demo_free(struct tcn_demo *demo);

/* The next line, without its line feed, valid until the next call. TCN_DONE
 * after the last one. */
TCN_MUST_USE enum tcn_rc tcn_demo_next(struct tcn_demo *demo,
    struct tcn_str *line);

/* The true events, which live with demo, in the order of their planned starts.
 * Where events are dense, the first item of one may still come after that of
 * the next. */
const struct tcn_demo_event *tcn_demo_events(const struct tcn_demo *demo,
    size_t *n);

/*
 * Appends what a good report of each event says, as the cases that `tocsin
 * judge` reads (tools/lab/eval/rubric/rubric_case.h): the facts that its texts
 * tell (demo_facts.c), each with the ids of the first two texts that do. Every
 * other event is to tune by, the others are held back. Writes the whole stream
 * anew. TCN_INVALID: as tcn_demo_new().
 */
TCN_MUST_USE enum tcn_rc tcn_demo_cases(const struct tcn_demo_conf *conf,
    struct tcn_buf *out, struct tcn_err *err);

/* How many lines of each kind the stream has: TCN_DEMO_KINDS numbers. */
const uint32_t *tcn_demo_counts(const struct tcn_demo *demo);

#endif

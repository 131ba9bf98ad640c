/*
 * tools/lab/eval/known.h - a short list of known events, as a measure of
 * alerts.
 *
 * Few streams have labels; but people know what happened. They write it down
 * as a table, a line an event:
 *
 *     name,start,pattern,within,until
 *     Quilenge earthquake,2026-03-03 04:40,quilenge|norvland.*quake,12h,
 *
 * An item is *about* an event when its title (or text, when it has none)
 * matches the event's pattern and its date lies within `within` of the start,
 * or before `until`. The event crosses when more than `count` such items lie
 * inside `window_ms`. An alert is about the event that most of its items, and
 * more than half of them, are about; the first such alert detects it. Its delay
 * is given from the start, which people know roughly, and from the crossing,
 * which is exact. Alerts about no known event are listed as what else fired.
 * A column `least` may say of how many items an event must have more, for a
 * stream to be held to it; only `tocsin-lab bench paper events` asks for it.
 *
 * Order of calls: init; read; item and alert as they come; text or json; fini.
 * One thread uses it. Cost: an item is matched with the pattern of each event
 * that is near its time.
 */
#ifndef TCN_TOOLS_LAB_EVAL_KNOWN_H
#define TCN_TOOLS_LAB_EVAL_KNOWN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "rules/pattern.h"

#define TCN_KNOWN_MAX   1000 /* events of one list */
#define TCN_KNOWN_LEAST 30 /* where the table does not say */

struct tcn_known_event {
	struct tcn_str name;
	int64_t start_ms, from_ms, until_ms; /* items and alerts in between */
	uint64_t least; /* the column: it has more items than this; or 30 */
	struct tcn_pattern *pattern;

	/* What the stream had of it. */
	int64_t *times; /* of the items about it, a ring of count + 1 */
	uint64_t items; /* items about it, in all */
	uint64_t most; /* most of them in one window, at most count + 1 */
	int64_t crossed_ms; /* INT64_MIN: it never did */
	size_t alert; /* number of the one that detected it; SIZE_MAX: none */
	uint64_t repeats; /* alerts about it after the first */
};

struct tcn_known_alert {
	struct tcn_str id, title;
	int64_t fired_ms;
	uint32_t event; /* TCN_KNOWN_MAX: none */
};

struct tcn_known {
	struct tcn_arena arena; /* names, ids, titles */
	struct tcn_known_event *events;
	size_t n, cap;
	uint64_t count; /* more than so many items cross ... */
	int64_t window_ms; /* ... inside this */
	struct tcn_map about; /* item -> link + 1 */
	struct tcn_known_link *links;
	size_t links_n, links_cap;
	struct tcn_known_alert *alerts;
	size_t alerts_n, alerts_cap;
	int64_t first_ms, last_ms; /* dates of items */
};

/*
 * Begins an empty table: more than count items inside window_ms are a crossing.
 */
void tcn_known_init(struct tcn_known *known, uint64_t count, int64_t window_ms);

/*
 * Reads the table from a file. TCN_INVALID: err holds file, line, column and
 * how to mend it. Call tcn_known_fini() in every case.
 */
TCN_MUST_USE enum tcn_rc tcn_known_read(struct tcn_known *known,
    const char *path, struct tcn_err *err);
void tcn_known_fini(struct tcn_known *known);

/* Reads the table from text; name is what errors call it. */
TCN_MUST_USE enum tcn_rc tcn_known_parse(struct tcn_known *known,
    const char *name, struct tcn_str csv, struct tcn_err *err);

/*
 * Takes an item in, under any number that is its alone. Items come in the order
 * of their time.
 */
void tcn_known_item(struct tcn_known *known, uint64_t item, int64_t ts_ms,
    struct tcn_str title);

/* Takes in an alert and the items it counted. */
void tcn_known_alert(struct tcn_known *known, struct tcn_str id,
    struct tcn_str title, int64_t fired_ms, const uint64_t *items, size_t n);

/* Forgets all alerts; what items are about stays. */
void tcn_known_reset_alerts(struct tcn_known *known);

/*
 * Write the outcome for people, and as members of the JSON object open in out.
 */
void tcn_known_text(const struct tcn_known *known, struct tcn_buf *out);
void tcn_known_json(const struct tcn_known *known, const char *key,
    struct tcn_buf *out);

#endif

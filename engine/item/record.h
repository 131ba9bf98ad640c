/*
 * engine/item/record.h - the plain records that the folders exchange.
 *
 * No behaviour, only facts. Strings are views: whoever fills a record in says
 * how long they live. Times are unix milliseconds, UTC. Items are named by
 * their arrival number (`seq`, from 1, never reused): it is what the window,
 * the stories and the store have in common. Zero means "none".
 */
#ifndef TCN_ENGINE_ITEM_RECORD_H
#define TCN_ENGINE_ITEM_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/base/str.h"

/* An article without a date. Its time is then the stream's. */
#define TCN_UNDATED INT64_MIN

/* What an aggregator sent in place of, or beside, text. */
enum tcn_given {
	TCN_GIVEN_TEXT,
	TCN_GIVEN_FEATURES, /* {term: weight} */
	TCN_GIVEN_VECTOR, /* an array of numbers */
	TCN_GIVEN_FINGERPRINT, /* 16 hex digits */
};

struct tcn_given_feature {
	struct tcn_str term;
	double weight; /* finite, > 0 */
};

/* An article as it arrived, checked and its id filled in. */
struct tcn_article {
	struct tcn_str id; /* never empty */
	struct tcn_str source; /* the outlet's name; may be empty, like all */
	struct tcn_str url;
	struct tcn_str title;
	struct tcn_str text; /* plain or HTML */
	bool plain; /* title and text are known to be plain */
	struct tcn_str lang; /* as sent, e.g. "en", "pt-BR" */
	struct tcn_str category;
	struct tcn_str label; /* the stream's own story label, for scoring */
	int64_t ts_ms; /* or TCN_UNDATED */
	enum tcn_given given;
	const struct tcn_given_feature *features;
	size_t features_n;
	const double *vector;
	size_t vector_n;
	uint64_t fingerprint; /* with TCN_GIVEN_FINGERPRINT */
	uint64_t key[2]; /* 128-bit hash that names the article for good */
};

/* How the window placed an item: all later layers only read this. */
struct tcn_placement {
	uint64_t seq; /* its arrival number */
	int64_t ts_ms; /* effective time: the date after the late-data policy */
	uint64_t fingerprint; /* meaningful only with has_fingerprint */
	uint64_t text_key; /* hash of the normal form: equal for equal texts */
	uint64_t publisher; /* hash that names the publisher; 0: unknown */
	uint64_t duplicate_of; /* seq of the original, 0: it is none's copy */
	uint64_t similar_to; /* seq of the nearest at 4..7 bits, when no copy */
	uint64_t origin; /* seq of the first item of its group of copies */
	uint64_t story; /* story id, 0: none */
	uint8_t distance; /* Hamming, to the nearest copy or similar item */
	bool has_fingerprint;
};

/* A term that defines a story, as a person would read it. */
struct tcn_story_term {
	struct tcn_str word; /* the surface form seen first */
	double weight; /* relative, largest first */
};

/* A story, as the store keeps it. */
struct tcn_story {
	uint64_t id; /* the seq of its first item */
	uint64_t merged_into; /* another story's id: this one redirects */
	uint64_t split_from; /* the story this one goes on, as stored; or 0 */
	int64_t first_ms, last_ms;
	uint32_t items, origins, publishers; /* over its whole life */
	uint64_t central; /* seq of its most central item */
	bool closed;
	const struct tcn_story_term *terms;
	size_t terms_n;
};

/* What a rule counts (rules/rule.h). */
enum tcn_rule_unit {
	TCN_RULE_ITEMS,
	TCN_RULE_ORIGINS, /* distinct texts */
	TCN_RULE_PUBLISHERS,
};

/* How much an event matters, as its rule says. Stored: never renumbered. */
enum tcn_severity {
	TCN_SEVERITY_INFO,
	TCN_SEVERITY_LOW,
	TCN_SEVERITY_MEDIUM,
	TCN_SEVERITY_HIGH, /* of a rule that names none */
	TCN_SEVERITY_CRITICAL,
};

enum tcn_event_state {
	TCN_EVENT_OPEN, /* has just fired */
	TCN_EVENT_UPDATED, /* has changed enough to be told again */
	TCN_EVENT_CLOSED, /* its story has gone quiet, or is part of another */
	TCN_EVENT_REOPENED, /* it had closed, and has come back */
};

/* What was change enough for a revision. Stored: never renumbered. */
enum tcn_event_change {
	TCN_EVENT_CHANGE_GREW = 1, /* in items */
	TCN_EVENT_CHANGE_LANGUAGE = 2, /* one joined */
	TCN_EVENT_CHANGE_PUBLISHERS = 4, /* doubled */
	TCN_EVENT_CHANGE_MERGED =
	    8, /* it took in another event, or went into one */
};

#define TCN_EVENT_ID_BYTES 32 /* with the NUL */

/* A breaking event at one revision. */
struct tcn_event {
	char id[TCN_EVENT_ID_BYTES]; /* stable; see rules/lifecycle.h */
	struct tcn_str rule;
	uint64_t story; /* story id; 0 with rule "similar" */
	uint64_t item; /* seq it fired with, once stored; 0: not known */
	uint32_t revision; /* from 1 */
	enum tcn_event_state state;
	enum tcn_severity severity; /* of its rule when it fired */
	unsigned why; /* of enum tcn_event_change, this revision */
	char merged_into[TCN_EVENT_ID_BYTES]; /* when closed by that; or "" */
	char split_from[TCN_EVENT_ID_BYTES]; /* whose story it goes on; or "" */
	int64_t fired_ms; /* stream time of revision 1 */
	int64_t changed_ms; /* stream time of this revision */
	int64_t first_ms, last_ms; /* of its items */
	uint32_t items, origins, publishers; /* in the window, by now */
	uint64_t central; /* seq of the most central item counted */
	const struct tcn_story_term *terms;
	size_t terms_n;
	const uint64_t *evidence; /* seqs counted when it fired, by time */
	size_t evidence_n;
};

/* A piece of the detector's memory, to be kept and handed back at start. */
struct tcn_state_row {
	uint32_t
	    kind; /* which table of the detector; see window/base/state.h */
	uint64_t id; /* which row of it */
	const void *bytes; /* NULL: the row is gone */
	size_t n;
};

/* Takes one row of state in; what it returns ends the saving if not TCN_OK. */
typedef enum tcn_rc tcn_state_fn(void *ctx, const struct tcn_state_row *row);

/* What a silence names. */
enum tcn_silence_kind {
	TCN_SILENCE_EVENT, /* one event, by its id */
	TCN_SILENCE_RULE, /* what this rule finds */
	TCN_SILENCE_TERM, /* events about these words */
	TCN_SILENCE_SOURCE, /* events that only such sources tell */
};

/* Somebody's wish not to be told for a while. Wall clock. */
struct tcn_silence {
	uint64_t id; /* from 1; 0: not stored yet */
	enum tcn_silence_kind kind;
	struct tcn_str value; /* never empty */
	struct tcn_str author;
	struct tcn_str reason; /* may be empty */
	int64_t created_ms, expires_ms;
	int64_t ended_ms; /* by hand, before that; or TCN_UNDATED */
	struct tcn_str ended_by;
};

#endif

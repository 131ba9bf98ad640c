/*
 * engine/item/record.h - the plain records that window, rules, sql and tools
 * exchange.
 *
 * They have no behaviour. Strings are views; the function that fills a record
 * in says how long they live. Times are unix milliseconds, UTC. An item is
 * named by its sequence number (`seq`), which counts arrivals from 1 and is
 * never reused; the window, the stories and the store all use it. Zero means
 * none.
 */
#ifndef TCN_ENGINE_ITEM_RECORD_H
#define TCN_ENGINE_ITEM_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/fields.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "engine/text/content.h"
#include "engine/text/place_names.h"

/* The time of an article without a date; it is given the stream's time. */
#define TCN_UNDATED INT64_MIN

/* What detection reads: the text, or what an aggregator sent in its place. */
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
	struct tcn_str url; /* http or https (tcn_url_web) */
	bool url_refused; /* the article came with a url that was refused */
	struct tcn_str image; /* the address of its picture, http or https */
	struct tcn_str title;
	struct tcn_str text; /* plain or HTML */
	bool plain; /* title and text are known to have no markup */
	struct tcn_str lang; /* as sent, e.g. "en", "pt-BR" */
	/* The language that an earlier preparation detected, where lang says
	 * nothing: a code of two letters; empty: not known. Never read from
	 * input. */
	struct tcn_str found_lang;
	struct tcn_str category;
	/* The category predicted for an article that came without one
	 * (window/category/category.h); empty: not known. Then its margin over
	 * the next likely one, in nats, and the probability that it is right, 0
	 * to 1; 0: not known. Never read from input. */
	struct tcn_str predicted;
	double margin, probability;
	struct tcn_str label; /* the stream's own story label, for scoring */
	int64_t ts_ms; /* or TCN_UNDATED */
	/* The date was confirmed on arrival, by the articles behind it in its
	 * file (tools/intake/input/source.h) or by the wall clock
	 * (tools/pipeline, tools/intake/feeds/poll.c): it moves the stream's
	 * time however far ahead it lies. Never read from input. */
	bool ts_confirmed;
	enum tcn_given given;
	const struct tcn_given_feature *features;
	size_t features_n;
	const float *vector; /* finite, not all 0 */
	size_t vector_n;
	uint64_t fingerprint; /* with TCN_GIVEN_FINGERPRINT */
	/* Its content words as the sender named them; and, for an article read
	 * from a store, its stored set: source NONE means that no set is known,
	 * WORDS that the set must be made of its words again. */
	const struct tcn_content_word *content_words;
	size_t content_words_n;
	struct tcn_content content;
	/* 128-bit hash that identifies the article for good */
	uint64_t key[2];
	/* Where it was read from, for messages; NULL: not known. It lives as
	 * long as its source. */
	const char *file;
	unsigned long line;
};

enum {
	TCN_PLACEMENT_ALSO = 8,
};

/* What the window found out about an item; all later layers only read it. */
struct tcn_placement {
	uint64_t seq; /* sequence number */
	int64_t ts_ms; /* effective time: the date after the late-data policy */
	uint64_t fingerprint; /* meaningful only with has_fingerprint */
	uint64_t text_key; /* hash of the folded words: equal for equal texts */
	uint64_t publisher; /* hash of the publisher's name; 0: unknown */
	uint64_t duplicate_of; /* seq of the original; 0: it is no copy */
	/* seq of the nearest item at 4..7 bits, if this one is no copy and
	 * tcn_window_conf.similar is set; else 0 */
	uint64_t similar_to;
	/* Seq of the item that it shares text with, when it is no copy: half of
	 * the sentences of one of the two (window/excerpt.h), or most of their
	 * runs of words (window/reprint.h); or 0. */
	uint64_t excerpt_of;
	/* Seq of the first item with its text, or with the text that it is an
	 * excerpt of: the original of a copy, its own when it is neither. */
	uint64_t text;
	/* Seq of the item that it rewrites in other words; or of an item with
	 * the same form, filled in differently (window/rewrite.h). At most one
	 * of the two is set; or 0. */
	uint64_t rewrite_of, form_of;
	/* The similarity to that item, in thousandths: the cosine by weights of
	 * words, and the likeness by content words; 0 when there is no such
	 * item. */
	uint16_t cosine, likeness;
	/* Of the `sentences` that could be compared, `shared` stand in the item
	 * of excerpt_of; 0: it was not found by sentences. */
	uint32_t shared, sentences;
	/* Other texts that it shares sentences or runs of words with, which are
	 * one with its own in a story that has both; or 0. Not stored: for the
	 * story tier, when the item comes. */
	uint64_t also[TCN_PLACEMENT_ALSO];
	/* Seq of the first item of its story with the same text or a like
	 * headline (window/story/story_member.c); without a story, `text`.
	 * "Distinct texts" are counted by this. */
	uint64_t origin;
	uint64_t story; /* story id, 0: none */
	uint8_t distance; /* Hamming, to the nearest copy or similar item */
	bool has_fingerprint;
	uint64_t page; /* hash of source and address; 0: it has none */
	uint64_t title_words; /* a sample of their hashes; 0: it has none */
	/* Seq of the first version of its page, when it is a later one
	 * (window/version.h); or 0. A version joins no story. */
	uint64_t version_of;
	/* The id of its cluster (window/cluster/clusters.h); 0: none, or
	 * clusters are off. Not stored. */
	uint64_t cluster;
	/* How likely its story was news when it came, in thousandths, from 1;
	 * 0: it was not asked (rules/detector_story.c). */
	uint16_t news;
};

/* A later correction: the item was placed before, and now has another
 * origin. */
struct tcn_item_origin {
	uint64_t seq;
	uint64_t origin; /* as in struct tcn_placement */
};

/* A term that defines a story, as a person would read it. */
struct tcn_story_term {
	/* In a story, the surface form that came first in the stream, which may
	 * be another word with the same stem; in a stored or published event,
	 * the form that most of its own articles use. */
	struct tcn_str word;
	double weight; /* relative, largest first */
	uint64_t id; /* of the term (engine/item/doc.h); 0: read from a store */
};

/* A story, as the store keeps it. */
struct tcn_story {
	uint64_t id; /* the seq of its first item */
	uint64_t merged_into; /* the id of the story it went into; or 0 */
	uint64_t split_from; /* the story that this one continues; or 0 */
	int64_t first_ms, last_ms;
	uint32_t items, origins, publishers; /* since it began */
	uint64_t central; /* seq of its medoid, the most central item */
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
	TCN_SEVERITY_HIGH, /* the default of a rule */
	TCN_SEVERITY_CRITICAL,
};

/* What an event is (window/story/story_kind.h). Stored: never renumbered. */
enum tcn_event_kind {
	TCN_EVENT_NEWS,
	TCN_EVENT_SCHEDULED, /* news whose hour was known before: a testimony */
	TCN_EVENT_RELEASE, /* press releases */
	TCN_EVENT_REPORT, /* of figures: markets, results, sales */
};

#define TCN_EVENT_KINDS_ALL 15u /* a bit for each */

enum tcn_event_state {
	TCN_EVENT_OPEN, /* has just fired */
	TCN_EVENT_UPDATED, /* has changed enough to be notified again */
	TCN_EVENT_CLOSED, /* its story went quiet, or was merged into another */
	TCN_EVENT_REOPENED, /* it had closed, and is active again */
};

/* What changed in a revision. Stored: never renumbered. */
enum tcn_event_change {
	TCN_EVENT_CHANGE_GREW = 1, /* in items */
	TCN_EVENT_CHANGE_LANGUAGE = 2, /* one joined */
	TCN_EVENT_CHANGE_PUBLISHERS = 4, /* doubled */
	TCN_EVENT_CHANGE_MERGED = 8, /* merged with another event, either way */
	TCN_EVENT_CHANGE_ESCALATED = 16, /* a step of its rule was reached */
};

#define TCN_EVENT_ID_BYTES 32 /* with the NUL */

/* The languages of an event's items: ISO 639-1, the most frequent first. */
#define TCN_EVENT_LANGUAGES      6
#define TCN_EVENT_LANGUAGE_BYTES 8

struct tcn_event_languages {
	char at[TCN_EVENT_LANGUAGES][TCN_EVENT_LANGUAGE_BYTES];
	uint32_t n;
};

/* Where an event is, as its articles say (tools/tell/summary/event_places.h):
 * countries by ISO 3166-1, the one that most name first. */
#define TCN_EVENT_PLACES 3

struct tcn_event_places {
	char countries[TCN_EVENT_PLACES][TCN_PLACE_COUNTRY_BYTES];
	uint32_t n; /* 0: nothing is known */
	/* The time zone of a city in the first country, or "". */
	char zone[TCN_PLACE_ZONE_BYTES];
};

/* One of the stories of an event that is reported in several languages. */
struct tcn_event_story {
	uint64_t story;
	char lang[TCN_EVENT_LANGUAGE_BYTES]; /* its main one */
};

struct tcn_event_id {
	char at[TCN_EVENT_ID_BYTES];
};

/* One reason for or against an event when it fired: a feature of its score
 * (window/story/news_score.h). */
struct tcn_event_part {
	struct tcn_str name; /* the feature's */
	struct tcn_str says; /* the feature in plain words, with its value */
	double part; /* of the score; above 0: for it, below: against it, 0: a
		      * fact that was not weighed */
};

/* The name of the fact that says what `where` of the rule asked for. */
#define TCN_EVENT_PART_ASKED "asked"

/* Why an event fired, and how probable it was then that it is news. */
struct tcn_event_reason {
	double probability; /* at most 1; 0: that was not asked */
	double least; /* the rule's threshold then */
	const struct tcn_event_part
	    *parts; /* facts, then the weightiest first */
	size_t parts_n;
};

/* The headline of an event (tools/tell/summary/event_headline.h), and what it
 * rests on. */
struct tcn_event_headline {
	struct tcn_str text; /* as it is shown; empty: none was chosen */
	uint64_t item; /* seq of the item whose title it is; 0: none */
	uint32_t origins; /* distinct texts that then had this headline */
	uint64_t first; /* seq of the first of these items */
};

/* A breaking event at one revision. */
struct tcn_event {
	char id[TCN_EVENT_ID_BYTES]; /* stable; see rules/lifecycle.h */
	struct tcn_str rule;
	uint64_t story; /* story id; 0 with rule "similar" */
	uint64_t item; /* seq it fired with, once stored; 0: not known */
	uint32_t revision; /* from 1 */
	enum tcn_event_state state;
	enum tcn_severity severity; /* of its rule, and steps reached since */
	enum tcn_event_kind kind; /* when it fired */
	/* NULL: its rule judges nothing and asks for nothing, or this is a
	 * later revision, from the detector or in a history. */
	const struct tcn_event_reason *reason;
	unsigned why; /* of enum tcn_event_change, this revision */
	char merged_into[TCN_EVENT_ID_BYTES]; /* when closed by that; or "" */
	char split_from[TCN_EVENT_ID_BYTES]; /* the event it continues; or "" */
	/* The id of the first event of the saga that this one continues; "" for
	 * that first event, and for one of no saga. tools/pipeline/dossiers.h
	 * sets it later. */
	char dossier[TCN_EVENT_ID_BYTES];
	bool goes_on; /* it continues its saga without a turn: no new alert */
	int64_t fired_ms; /* stream time of revision 1 */
	int64_t changed_ms; /* stream time of this revision */
	/*
	 * From the detector: totals of what its rule counts in the window now.
	 * Once published or stored, from the second revision on: totals of the
	 * event's whole life up to the revision
	 * (tools/pipeline/pipeline_life.c). first_ms is always that of its
	 * whole life.
	 */
	int64_t first_ms, last_ms; /* of its items */
	uint32_t items, origins, publishers;
	uint64_t central; /* seq of the medoid of the items counted */
	/* The headline of this revision. Empty from the detector, in a revision
	 * older than stored headlines, and where no title can be read: then the
	 * title of the central item is shown. */
	struct tcn_event_headline headline;
	struct tcn_event_languages languages; /* of the items counted */
	struct tcn_event_places places; /* set with the headline */
	const struct tcn_story_term *terms;
	size_t terms_n;
	/* The seqs of the items counted, by time. The detector sets them when
	 * the event fires, and at each revision of an event with several
	 * stories; the store returns all. */
	const uint64_t *evidence;
	size_t evidence_n;
	/* How many of them, the first ones, were counted when it fired; 0:
	 * all. */
	size_t fired_n;
	/* From the detector, for an event in several languages: its open
	 * stories, its own among them; and the events of its rule that report
	 * the same in other languages but could not be joined, as one of them
	 * had ended. */
	const struct tcn_event_story *stories;
	size_t stories_n;
	const struct tcn_event_id *linked;
	size_t linked_n;
};

/* One row of the detector's saved state, which a restart reads back. */
struct tcn_state_row {
	uint32_t kind; /* the table, of window/base/state.h */
	uint64_t id; /* the row's key in its table */
	const void *bytes; /* NULL: the row is gone */
	size_t n;
};

/* Receives one row of state; a result other than TCN_OK ends the saving. */
typedef enum tcn_rc tcn_state_fn(void *ctx, const struct tcn_state_row *row);

/* What a silence names. */
enum tcn_silence_kind {
	TCN_SILENCE_EVENT, /* one event, by its id */
	TCN_SILENCE_RULE, /* what this rule finds */
	TCN_SILENCE_TERM, /* events about these words */
	TCN_SILENCE_SOURCE, /* events that only these sources report */
};

/* Mutes notifications for a while. Its times are the wall clock's. */
struct tcn_silence {
	uint64_t id; /* from 1; 0: not stored yet */
	enum tcn_silence_kind kind;
	struct tcn_str value; /* never empty */
	struct tcn_str author;
	struct tcn_str reason; /* may be empty */
	int64_t created_ms, expires_ms;
	int64_t ended_ms; /* when ended by hand before that; or TCN_UNDATED */
	struct tcn_str ended_by;
	/* Not stored, only for showing: whether it is in force, how many
	 * messages it muted, and how many events these are about. */
	bool holds;
	uint64_t messages, events;
};

/* The fields of struct tcn_silence; and the words of enum tcn_silence_kind:
 * "event", "rule", "term", "source". */
extern const struct tcn_fields tcn_record_silence;
extern const char *const tcn_silence_kinds[];

#endif

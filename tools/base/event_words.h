/*
 * tools/base/event_words.h - how an event is put into words and JSON: state,
 * changes, figures and terms.
 *
 * It is written once, so that pages, messages, the interface and the terminal
 * say the same. Pure.
 */
#ifndef TCN_TOOLS_BASE_EVENT_WORDS_H
#define TCN_TOOLS_BASE_EVENT_WORDS_H

#include "engine/base/buf.h"
#include "engine/base/str.h"
#include "engine/item/record.h"
#include "tools/base/json_in.h"

/* "open", "updated", "closed", "reopened"; "unknown" for any other value. On
 * pages a message in the context "state" (tools/tell/words/words.h). */
const char *tcn_event_words_state(enum tcn_event_state state);

/* Appends what changed with a revision: "grew, a language joined". why: bits
 * TCN_EVENT_CHANGE_*; none appends nothing. */
void tcn_event_words_why(unsigned why, struct tcn_buf *out);

/* The name of the i-th of those bits, as the interface has it ("grew"); NULL
 * behind the last. */
const char *tcn_event_words_change(unsigned i);

/* The same in words ("a language joined"), a message in the context "change".
 */
const char *tcn_event_words_change_text(unsigned i);

/* The bit of such a name; 0: there is none of that name. */
unsigned tcn_event_words_change_of(struct tcn_str name);

/* Adds "languages": a list of codes, the one of most items first. */
void tcn_event_words_languages(struct tcn_buf *out,
    const struct tcn_event_languages *languages);

/* Appends ", in en and es", if there is more than one. */
void tcn_event_words_in(struct tcn_buf *out,
    const struct tcn_event_languages *languages);

/* Adds "places": a list of countries with their codes and English names, the
 * first with its city and that one's time zone, where it is known. */
void tcn_event_words_places(struct tcn_buf *out,
    const struct tcn_event_places *places);

/* Reads what tcn_event_words_places() wrote; any other text gives no places. */
struct tcn_event_places
tcn_event_words_places_of(const struct tcn_json_value *list);

/* Whether one of the places is the one that is named, by a country's code or a
 * city's zone. */
bool tcn_event_words_is_in(const struct tcn_event_places *places,
    const char *place);

/* Appends "Sydney, Australia; New Zealand" in a language; nothing where nothing
 * is known. */
void tcn_event_words_where(struct tcn_buf *out, const char *lang,
    const struct tcn_event_places *places);

/* Appends a probability, 0 to 1: "87 %". Nothing is certain, so it is never
 * "100 %" or "0 %" but "more than 99 %" or "less than 1 %". */
void tcn_event_words_percent(double p, struct tcn_buf *out);

/* Parts of a score that are smaller are not worth a line. */
#define TCN_EVENT_WORDS_PART 0.05

/* Whether a part is worth telling, as what spoke for the event (a fact that was
 * not weighed does, too) or against it. */
bool tcn_event_words_is_for(double part);
bool tcn_event_words_is_against(double part);

/*
 * Appends how sure it was when the event fired, and what weighed most: "87 %
 * likely news (the rule asks for 50 %): most texts share a rare name; no
 * figures in the headlines; against: only 9 different texts". At most three
 * parts that spoke for it and two against. Nothing where it is not known.
 */
void tcn_event_words_sure(const struct tcn_event_reason *reason,
    struct tcn_buf *out);

/* Puts what weighed most for the event, or against it, in says; returns how
 * many there are. */
#define TCN_EVENT_WORDS_SIDE_MAX 3
size_t tcn_event_words_side(const struct tcn_event_reason *reason, bool is_for,
    struct tcn_str says[static TCN_EVENT_WORDS_SIDE_MAX]);

/* Appends the parts alone, without how sure it was. */
void tcn_event_words_reasons(const struct tcn_event_reason *reason,
    struct tcn_buf *out);

/*
 * Appends the members "probability", "least" and "reasons" of a JSON object:
 * the first two null where there is no reason, and left out where nothing was
 * judged, and the weightiest parts, ten at most: [{"name": "figures",
 * "part": -0.9, "says": "figures in 62 % of the headlines"}].
 */
void tcn_event_words_reason(struct tcn_buf *out,
    const struct tcn_event_reason *reason);

/* Appends "dossier" and "goes_on" of an event that goes on another one; else
 * nothing. */
void tcn_event_words_dossier(struct tcn_buf *out,
    const struct tcn_event *event);

/* Appends the times and the counts of an event, as members of a JSON object:
 * "fired_at" to "places". */
void tcn_event_words_figures(struct tcn_buf *out,
    const struct tcn_event *event);

/* Appends the member "terms" of a JSON object: an array of the words of n
 * terms, in their order. */
void tcn_event_words_terms(struct tcn_buf *out,
    const struct tcn_story_term *terms, size_t n);

#endif

/*
 * tools/pipeline/headlines.h - an event gets its headline and its places when
 * it has a revision, and its terms are said in its own words.
 *
 * The detector tells that an event fired, grew or closed; what it is called is
 * chosen here (tools/tell/summary/event_headline.h), before anybody is told,
 * where it is among the same items (tools/tell/summary/event_places.h), and
 * both are stored with the revision. Its terms, which the detector names by the
 * form that the stream had first of a stem, are said in the form that most of
 * its articles have (tools/tell/summary/terms.h). When it fires, they are
 * chosen among the items that were counted, which a run has in memory
 * (item_names.h), with a store or without one. Later revisions are chosen among
 * the items of the event, as the store has them: its first, its newest, and
 * some between; without a store nobody is told of these, and they have no
 * headline.
 *
 * A headline stands from one revision to the next until another is better; an
 * event that closes because it became part of another keeps it, and its places.
 * Where no title will do, it is that of the revision before, or empty.
 */
#ifndef TCN_TOOLS_PIPELINE_HEADLINES_H
#define TCN_TOOLS_PIPELINE_HEADLINES_H

#include "engine/item/prepare.h"
#include "sql/store_now.h"
#include "tools/pipeline/item_names.h"

struct tcn_headlines;

/* What reads texts is opened with the first event, as many a run has none. It
 * has the settings that all programs begin with: a headline does not depend on
 * how words are weighed for detection. beside outlives it: struct
 * tcn_prepare_conf. */
struct tcn_headlines *tcn_headlines_new(struct tcn_prepare *beside);
void tcn_headlines_free(struct tcn_headlines *headlines); /* or NULL */

/* Frees the texts of all headlines that were set since the last call. */
void tcn_headlines_free_texts(struct tcn_headlines *headlines);

/* Forgets what was read of the store: numbers of a transaction that was rolled
 * back are given to other items. */
void tcn_headlines_forget(struct tcn_headlines *headlines);

/* Sets the headline, places and terms of an event that has just fired, among
 * its evidence as names has it. What is set lives until the next reset. */
void tcn_headlines_choose_fired(struct tcn_headlines *headlines,
    const struct tcn_item_names *names, struct tcn_event *event);

/* Sets headline, places and terms of any revision, which is not stored yet,
 * among the event's items that came no later than until_seq. Errors: those of
 * the store. */
TCN_MUST_USE enum tcn_rc
tcn_headlines_choose_revision(struct tcn_headlines *headlines,
    const struct tcn_store *st, uint64_t until_seq, struct tcn_event *event);

#endif

/*
 * tools/pipeline/dossiers.h - which events go on from one another: a story that
 * is told in several events is a dossier, and its events are the episodes.
 *
 * An event that fires goes on the latest one that fired in the four days
 * before and is about the same. They share at least four of their eight
 * heaviest terms, with a cosine of .35, or three with one of .6; and without
 * the heaviest that they share, which may be the name of whom much is told, it
 * is .25. So the stream's splits are judged, too, because a story that grew too
 * wide holds what does not belong together; what a desk splits stays in the
 * dossier. On a wire's two years alerts of one saga are two to four days apart,
 * as what was told in the last two days lowers their scores; of the seven more
 * pairs that seven days found, two were not of one matter. An event of another
 * rule on the same story is no further episode, but in that dossier.
 *
 * It "goes on" in the narrower sense that its receivers need not be alerted
 * again, unless it is a turn: it comes within two days, its severity is no
 * higher, its rule judged how likely it is news, and that found half of what it
 * is about, by weight, in what the rule had reported.
 *
 * A plain list in memory of what fired last, which a start reads back from the
 * store; the same whether or not there is one. O(events of four days) for the
 * first that fires by a story, O(log of them) for each revision.
 */
#ifndef TCN_TOOLS_PIPELINE_DOSSIERS_H
#define TCN_TOOLS_PIPELINE_DOSSIERS_H

#include "engine/item/record.h"
#include "rules/detector.h"
#include "sql/store_read.h"

struct tcn_dossiers;

struct tcn_dossiers *tcn_dossiers_new(void);
void tcn_dossiers_free(struct tcn_dossiers *dossiers); /* may be NULL */

/* An event at its next revision: the first sets its dossier and goes_on, by the
 * changes that it is of; a later one is what others will go on. */
void tcn_dossiers_take(struct tcn_dossiers *dossiers,
    const struct tcn_detector_changes *changes, struct tcn_event *event);

/* Forgets all, and takes what the store has of the time up to now_ms. The
 * store's errors. */
TCN_MUST_USE enum tcn_rc tcn_dossiers_restore(struct tcn_dossiers *dossiers,
    const struct tcn_store *store, int64_t now_ms);

#endif

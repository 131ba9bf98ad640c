/*
 * tools/pipeline/reason.h - stores why an event fired.
 */
#ifndef TCN_TOOLS_PIPELINE_REASON_H
#define TCN_TOOLS_PIPELINE_REASON_H

#include "engine/base/buf.h"
#include "rules/detector.h"
#include "sql/store_reasons.h"

/*
 * Appends the parts of a score as an array of JSON, facts that were not weighed
 * (part 0), then the largest first:
 * [{"name": "figures", "value": 0.37, "part": -1.4,
 *   "says": "figures in 37 % of the headlines"}, ...]
 */
void tcn_reason_put_parts(const struct tcn_story_verdict *v, const char *key,
    struct tcn_buf *out);

/* Stores the figures by which the rule judged the story of an event that has
 * just fired, to tx; nothing for rules that judge no story. asked: the event as
 * it came from the detector, whose words event says as its articles write them.
 * Errors are the store's. */
TCN_MUST_USE enum tcn_rc tcn_reason_store(struct tcn_store_tx *tx,
    const struct tcn_detector_changes *changes, const struct tcn_event *asked,
    const struct tcn_event *event);

#endif

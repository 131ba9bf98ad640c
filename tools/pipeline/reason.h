/*
 * tools/pipeline/reason.h - why an event fired, from the ruling to the store.
 */
#ifndef TCN_TOOLS_PIPELINE_REASON_H
#define TCN_TOOLS_PIPELINE_REASON_H

#include "rules/detector.h"
#include "sql/store_reasons.h"

/* Stores the reason of an event that has just fired, where a rule judged its
 * story; in the open transaction. */
TCN_MUST_USE enum tcn_rc tcn_reason_store(struct tcn_store *store,
    const struct tcn_detector_changes *changes, const struct tcn_event *event);

#endif

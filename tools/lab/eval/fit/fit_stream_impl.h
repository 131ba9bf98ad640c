/*
 * tools/lab/eval/fit/fit_stream_impl.h - what fit_stream.c, fit_score.c and
 * fit_draw.c share. Private.
 */
#ifndef TCN_TOOLS_LAB_EVAL_FIT_FIT_STREAM_IMPL_H
#define TCN_TOOLS_LAB_EVAL_FIT_FIT_STREAM_IMPL_H

#include "tools/lab/eval/fit/fit_stream.h"

/*
 * Asks what the score says of the open story, to which the last step added:
 * fills in its features and p.
 */
void tcn_fit_read_score(const struct tcn_story_index *index, uint64_t id,
    int64_t now_ms, struct tcn_fit_story *story);

/*
 * The story that stands for this one: itself if it was ever scored, else the
 * one that it merged into, and so on.
 */
const struct tcn_fit_story *
tcn_fit_stream_final(const struct tcn_fit_stream *stream, uint32_t story);

#endif

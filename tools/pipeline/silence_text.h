/*
 * tools/pipeline/silence_text.h - a silence as a person reads it at a terminal.
 */
#ifndef TCN_TOOLS_PIPELINE_SILENCE_TEXT_H
#define TCN_TOOLS_PIPELINE_SILENCE_TEXT_H

#include <stdint.h>

#include "engine/base/buf.h"
#include "rules/silence.h"

/*
 * Appends two lines: number, kind and value; then whether it is active at
 * now_ms (unix milliseconds), until when, who made and who ended it, and why.
 * What people typed is made fit for a terminal (tools/base/safe.h).
 */
void tcn_silence_text(const struct tcn_silence *silence, int64_t now_ms,
    struct tcn_buf *out);

#endif

/*
 * tools/pipeline/content_from.h - says who chose an article's content words, by
 * which it is compared with others (engine/text/content.h), for people.
 */
#ifndef TCN_TOOLS_PIPELINE_CONTENT_FROM_H
#define TCN_TOOLS_PIPELINE_CONTENT_FROM_H

#include "engine/base/buf.h"
#include "engine/base/str.h"

/*
 * Writes "of its own words", "as its sender named it" or "as told by the tagger
 * NAME". from: as tcn_content_source_name() has it; tagger: its name and
 * version, or of the one that was asked and had no answer, or empty. Nothing
 * where from is none of these.
 */
void tcn_content_from_text(struct tcn_buf *out, struct tcn_str from,
    struct tcn_str tagger);

#endif

/*
 * Has the content words of articles told by a tagger. It is opened with the
 * first article, since most pipelines of a tagged stream are handed docs that
 * were tagged already (tools/intake/input/prefetch.h).
 */
#include "tools/pipeline/pipeline_impl.h"

enum tcn_rc
tcn_pipeline_tag(struct tcn_pipeline *pipe, struct tcn_doc *doc,
    struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	if (pipe->tagger_dir && !pipe->taggers)
		rc = tcn_tag_docs_open(pipe->tagger_dir, &pipe->taggers, err);
	if (!rc && pipe->taggers && !pipe->tagger)
		pipe->tagger = tcn_tagger_new(pipe->taggers);
	return rc
	    ? rc
	    : tcn_tag_docs(pipe->tagger, pipe->prep, &doc, 1, &pipe->arena);
}

bool
tcn_pipeline_tagger_counts(const struct tcn_pipeline *pipe,
    struct tcn_taggers_counts *counts)
{
	*counts = (struct tcn_taggers_counts){ 0 };
	if (pipe->taggers)
		tcn_taggers_count(pipe->taggers, counts);
	return pipe->tagger_dir != NULL;
}

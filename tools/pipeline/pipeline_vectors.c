/*
 * tools/pipeline/pipeline_vectors.c - what senders of vectors and fingerprints
 * are told of their stream.
 */
#include "tools/pipeline/pipeline_impl.h"

size_t
tcn_pipeline_vector_length(const struct tcn_pipeline *pipe)
{
	return tcn_window_vector_length(tcn_detector_window(pipe->det));
}

const char *
tcn_pipeline_say_wordless(struct tcn_pipeline *pipe, bool ended)
{
	return tcn_wordless_say(&pipe->wordless, ended);
}

/*
 * Reads the bilingual dictionaries when a second language comes.
 */
#include <string.h>

#include "tools/pipeline/dictionary_words.h"
#include "tools/pipeline/pipeline_impl.h"

enum tcn_rc
tcn_pipeline_read_dictionaries(struct tcn_pipeline *pipe, const char *lang,
    struct tcn_err *err)
{
	enum tcn_rc rc;

	if (pipe->has_dictionaries || !*lang || strcmp(lang, pipe->lang) == 0)
		return TCN_OK;
	if (!*pipe->lang && pipe->next_seq == 1 + pipe->counts.items) {
		memcpy(pipe->lang, lang, strlen(lang) + 1);
		return TCN_OK;
	}
	pipe->has_dictionaries = true;
	if (pipe->conf.detector.window.story.lexicon)
		return TCN_OK;
	rc = tcn_dictionary_words_load(pipe->dictionaries, &pipe->lexicon, err);
	tcn_detector_set_lexicon(pipe->det, pipe->lexicon);
	return rc;
}

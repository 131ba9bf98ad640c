/*
 * tests/tools/pipeline/piped.h - a pipeline of a test: opened with settings,
 * fed with lines, and what its store comes to. Whatever goes wrong fails the
 * test.
 */
#ifndef TCN_TESTS_TOOLS_PIPELINE_PIPED_H
#define TCN_TESTS_TOOLS_PIPELINE_PIPED_H

#include "engine/base/buf.h"
#include "tools/pipeline/pipeline.h"

/*
 * Opens a pipeline with these settings, "rules.kind=story" and so on up to
 * NULL, into the store db; NULL: into none. It commits after so many articles;
 * 0: as often as it does by itself. No language is guessed.
 */
struct tcn_pipeline *piped_open(const char *db, const char *const *settings,
    uint64_t commit_every);

/* Takes in the article of one line of input. The outcome's article is gone. */
struct tcn_pipeline_outcome piped_feed(struct tcn_pipeline *pipe,
    struct tcn_str line);

/* Finishes, checks pipeline and store, and closes both. Returns a hash over all
 * tables; 0 without a store. */
uint64_t piped_finish(struct tcn_pipeline *pipe);

/* Appends a word that the number alone decides. */
void piped_word(struct tcn_buf *out, uint64_t number);

#endif

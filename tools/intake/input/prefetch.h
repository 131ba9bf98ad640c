/*
 * tools/intake/input/prefetch.h - reads and prepares articles ahead, on
 * threads.
 *
 * Reading and preparing an article depends on no article before it; deciding
 * on it does. So threads do the first two, as producers of a bounded buffer of
 * batches: each in turn reads a batch from the source while it holds the right
 * to read, then prepares its batch while others read theirs. The consumer takes
 * the batches in the order in which they were read. So the articles come out
 * in the order of the source, bad lines and the end in their places among them,
 * the same with any number of threads. With one job there is no thread and
 * nothing is read ahead, so that an article is seen as soon as it comes.
 *
 * Invariants: batches are numbered in the order of reading, batch i is kept in
 * slot i modulo the number of slots; current <= begun <= current + slots; at
 * most one thread reads.
 *
 * Call order: open, next until it returns neither TCN_OK nor TCN_INVALID,
 * close (at any time). While it is open nobody else uses the source. Closing
 * waits for a read that is going on, so that a source that may block a reader,
 * as a pipe does, wants one job.
 *
 * Memory: one preparer for each job, and two batches more than jobs; a batch
 * ends at 128 articles or 1 MiB, whichever comes first.
 */
#ifndef TCN_TOOLS_INTAKE_INPUT_PREFETCH_H
#define TCN_TOOLS_INTAKE_INPUT_PREFETCH_H

#include "engine/base/err.h"
#include "engine/item/prepare.h"
#include "tools/intake/input/source.h"

struct tcn_prefetch;

/*
 * jobs: threads in all, the caller's among them; >= 1. source must outlive it.
 * conf->beside is for one job only.
 * tagger: the folder of a tagger's data, by which each thread has content words
 * told (tools/intake/tagger/tag_docs.h); NULL: none.
 */
TCN_MUST_USE enum tcn_rc tcn_prefetch_open(struct tcn_source *source,
    const struct tcn_prepare_conf *conf, const char *tagger, size_t jobs,
    struct tcn_prefetch **prefetch, struct tcn_err *err);
void tcn_prefetch_close(struct tcn_prefetch *prefetch); /* may be NULL */

/*
 * As tcn_source_next(). *doc and its article live until the next call. Once the
 * source has ended, or failed, every further call returns the same.
 */
TCN_MUST_USE enum tcn_rc tcn_prefetch_next(struct tcn_prefetch *prefetch,
    const struct tcn_doc **doc, struct tcn_err *err);

/*
 * Checks the invariants, at any time: TCN_INVALID with a sentence in err when
 * one does not hold. For tests.
 */
TCN_MUST_USE enum tcn_rc tcn_prefetch_check(struct tcn_prefetch *prefetch,
    struct tcn_err *err);

/* How far the source was read when the batch of the last article was full. */
void tcn_prefetch_at(const struct tcn_prefetch *prefetch,
    struct tcn_source_at *at);

#endif

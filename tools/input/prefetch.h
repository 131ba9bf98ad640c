/*
 * tools/input/prefetch.h - articles read and made ready ahead of who decides on
 * them.
 *
 * Reading and preparing an article depends on nothing before it, deciding on
 * it does. So threads do the first: one at a time they read a batch from the
 * source, and prepare their batches side by side. The articles come out in the
 * order of the source, bad lines and the end in their places among them, the
 * same with any number of threads. With one job there is no thread and nothing
 * is read ahead, so that an article is seen as soon as it comes.
 *
 * Call order: open, next until it returns neither TCN_OK nor TCN_INVALID,
 * close (at any time). While it is open nobody else uses the source. Closing
 * waits for a read that is going on: a source that may keep a reader waiting,
 * as a pipe does, is for one job.
 *
 * Memory: a preparer a job, and two batches more than jobs; a batch ends at
 * 128 articles or 1 MiB, whichever comes first.
 */
#ifndef TCN_TOOLS_INPUT_PREFETCH_H
#define TCN_TOOLS_INPUT_PREFETCH_H

#include "engine/base/err.h"
#include "engine/item/prepare.h"
#include "tools/input/source.h"

struct tcn_prefetch;

/* jobs: threads in all, the caller's among them; >= 1. */
TCN_MUST_USE enum tcn_rc tcn_prefetch_open(struct tcn_source *source,
    const struct tcn_prepare_conf *conf, size_t jobs,
    struct tcn_prefetch **ahead, struct tcn_err *err);
void tcn_prefetch_close(struct tcn_prefetch *ahead); /* may be NULL */

/*
 * As tcn_source_next(). *doc and its article live until the next call. What
 * ends the source is returned again and again.
 */
TCN_MUST_USE enum tcn_rc tcn_prefetch_next(struct tcn_prefetch *ahead,
    const struct tcn_doc **doc, struct tcn_err *err);

/* How far the source had come when the present article's batch was read. */
void tcn_prefetch_at(const struct tcn_prefetch *ahead,
    struct tcn_source_at *at);

#endif

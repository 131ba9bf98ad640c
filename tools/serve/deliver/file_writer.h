/*
 * tools/serve/deliver/file_writer.h - appends lines to files on worker threads.
 *
 * A disk may take long to answer, and a network file system may never do so.
 * Therefore each line is appended (tools/serve/deliver/append.h) by a thread of
 * its own, and the event loop calls done when the thread has finished.
 *
 * A job that exceeds its time limit has failed, but its thread cannot be
 * stopped and may write the line yet. Until that thread comes back, further
 * lines for the same file fail at once: so a file that hangs costs one thread,
 * and lines are never written out of order.
 *
 * Call new, write and free from the thread of the loop only. Cost: a thread
 * and two copies in memory (path, line) for each job under way.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_FILE_WRITER_H
#define TCN_TOOLS_SERVE_DELIVER_FILE_WRITER_H

#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct event_base;

struct tcn_file_writer_job {
	const char *path; /* copied, as is the line */
	struct tcn_str line; /* ends in its line feed */
	int64_t timeout_ms; /* > 0 */
	/* Called once. error NULL: the line is safely on disk. */
	void (*done)(void *ctx, const char *error);
	void *ctx;
};

struct tcn_file_writer;

struct tcn_file_writer *tcn_file_writer_new(struct event_base *base);

/*
 * Does not wait: threads under way go on and end by themselves, and no done
 * is called. file_writer may be NULL.
 */
void tcn_file_writer_free(struct tcn_file_writer *file_writer);

/* Starts a job; done is called from the loop, or before this returns where the
 * file is known to hang or no thread can be started. */
void tcn_file_writer_write(struct tcn_file_writer *file_writer,
    const struct tcn_file_writer_job *job);

/*
 * Structural validator for tests: TCN_CORRUPT and a reason when the lists or
 * the count of references are wrong. *n: jobs whose done is still to be
 * called.
 */
TCN_MUST_USE enum tcn_rc
tcn_file_writer_check(const struct tcn_file_writer *file_writer, size_t *n,
    struct tcn_err *err);

#endif

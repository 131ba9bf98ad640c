/*
 * tools/deliver/file_writer.h - lines for files, written beside the loop.
 *
 * A disk may take long to answer, and a network's file system may never do:
 * each line is appended (tools/deliver/append.h) by a thread of its own, and
 * who waits for it is told from the loop. When its time is up it has failed;
 * since the thread may write it all the same, another line for that file fails
 * at once until the thread has come back, and there is one thread a file that
 * hangs.
 */
#ifndef TCN_TOOLS_DELIVER_FILE_WRITER_H
#define TCN_TOOLS_DELIVER_FILE_WRITER_H

#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/base/str.h"

struct event_base;

struct tcn_file_writer_job {
	const char *path; /* copied, as is the line */
	struct tcn_str line; /* with its line feed */
	int64_t timeout_ms;
	/* error NULL: it is safely on disk. */
	void (*done)(void *ctx, const char *error);
	void *ctx;
};

struct tcn_file_writer;

TCN_MUST_USE enum tcn_rc tcn_file_writer_new(struct event_base *base,
    struct tcn_file_writer **file_writer);

/* Waits for nobody: what is under way comes to its own end, and nobody is
 * called. file_writer may be NULL. */
void tcn_file_writer_free(struct tcn_file_writer *file_writer);

/* Begins; done is called from the loop, or from here. TCN_NOMEM: it is not. */
TCN_MUST_USE enum tcn_rc
tcn_file_writer_write(struct tcn_file_writer *file_writer,
    const struct tcn_file_writer_job *job);

#endif

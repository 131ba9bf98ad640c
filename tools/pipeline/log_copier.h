/*
 * tools/pipeline/log_copier.h - copies a store's write-ahead log into its file
 * on a thread of its own, so that no commit pauses for it.
 *
 * A log that grows is copied now and then (a checkpoint), and begins again
 * once all of it was. SQLite lets another connection do that beside the writer;
 * here it is one more store of the same file, which is opened and used by the
 * thread. What fails there is tried again by the writer's own checkpoint, at
 * 64 MiB, which then has little left to copy (sql/db.c).
 *
 * Calls: new, note and start..., free, from one thread.
 */
#ifndef TCN_TOOLS_PIPELINE_LOG_COPIER_H
#define TCN_TOOLS_PIPELINE_LOG_COPIER_H

#include <stdint.h>

struct tcn_log_copier;

/* The thread is started when it is first needed. */
struct tcn_log_copier *tcn_log_copier_new(const char *db_path);

/* Waits for a copy under way. copier may be NULL. */
void tcn_log_copier_free(struct tcn_log_copier *copier);

/* Notes after a commit how many pages the log has, and has it copied when these
 * are 4 MiB more than at the last time. Returns at once; copier may be NULL. */
void tcn_log_copier_note(struct tcn_log_copier *copier, uint64_t log_pages);

/* Has the log copied, and returns at once. Without a thread, which the system
 * may refuse, it is left to the writer. */
void tcn_log_copier_start(struct tcn_log_copier *copier);

#endif

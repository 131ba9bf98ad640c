/*
 * tools/replay.h - a stream of lines through the pipeline, at full speed.
 *
 * What `tocsin replay` and `tocsin demo` have in common: lines come in, bad
 * ones are counted and reported with file and line, and out go alerts as they
 * fire, the assignments and a summary at the end. Call order: open, line for
 * each line, finish, close.
 */
#ifndef TCN_TOOLS_REPLAY_H
#define TCN_TOOLS_REPLAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/article.h"
#include "engine/rc.h"
#include "engine/str.h"
#include "tools/pipeline.h"

struct tcn_replay_conf {
	struct tcn_pipeline_conf pipeline;
	struct tcn_article_limits limits;
	const char *db; /* each of these paths may be NULL: not wanted */
	const char *alerts;
	const char *assignments;
	const char *summary;
	FILE *tell; /* alerts for a person to read, or NULL */
	bool strict; /* the first bad line ends the run */

	/* Called for each alert; may be NULL. */
	void (*fired)(void *ctx, const struct tcn_event *event,
	    const struct tcn_recall *recall);
	void *ctx;
};

struct tcn_replay;

TCN_MUST_USE enum tcn_rc tcn_replay_open(const struct tcn_replay_conf *conf,
    struct tcn_replay **replay, struct tcn_err *err);

/* What is not committed is undone; files not finished are removed. */
void tcn_replay_close(struct tcn_replay *replay);

/*
 * One line of input. A bad line is reported on standard error under name and
 * line_number and the run goes on, with TCN_OK; under strict it is
 * TCN_INVALID, reported as well. Other errors end the run.
 */
TCN_MUST_USE enum tcn_rc tcn_replay_line(struct tcn_replay *replay,
    struct tcn_str line, const char *name, unsigned long line_number,
    struct tcn_err *err);

/* A line the reader could not deliver: counted and reported the same way. */
TCN_MUST_USE enum tcn_rc tcn_replay_reject(struct tcn_replay *replay,
    const char *name, unsigned long line_number, const struct tcn_err *why);

/* Commits and writes assignments and summary. */
TCN_MUST_USE enum tcn_rc tcn_replay_finish(struct tcn_replay *replay,
    struct tcn_err *err);

struct tcn_pipeline *tcn_replay_pipeline(struct tcn_replay *replay);
uint64_t tcn_replay_rejected(const struct tcn_replay *replay);

#endif

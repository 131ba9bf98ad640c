/*
 * tools/serve/live/intake.h - takes articles by POST, and answers when they are
 * committed.
 *
 * A body holds one JSON object, an array of them, or one a line (NDJSON); or,
 * as text/html, one web page, of which the article is taken
 * (tools/intake/feeds/page_article.h). Each article goes through the pipeline.
 * The answer has one result for each article, in the body's order, and waits
 * until all of them are committed: what has been acknowledged survives a crash.
 *
 * SLICES. Ten thousand articles take seconds, in which nobody else shall wait.
 * So bodies are worked on for slice_ms in a turn of the loop, and between two
 * turns the loop sees to all else. Bodies take turns by the article
 * (round-robin), so that a short one is done soon beside long ones. The
 * articles of a body keep their order; those of bodies that came at once
 * mingle, and the store keeps the order in which they were taken, so that a
 * replay of it decides the same. A body may be stored in several commits, and
 * what reads in between sees part of it. When its client goes away it is taken
 * all the same; sent again, its articles are known. When the daemon is stopped
 * in the middle, the answer says from which article on to send it again.
 *
 * GROUP COMMIT (DeWitt et al. 1984, Implementation techniques for main memory
 * database systems). A commit syncs the disk, which takes longer than an
 * article, so requests share commits. One comes when the loop has nothing else
 * to do, after 20 ms at the latest, or after 512 articles or 8 to 256 KiB of
 * them: as many as it takes some ms to write, in a turn of its own. While it
 * syncs, the requests of the next one arrive. To wait longer
 * (gather_ms) makes fewer commits; measured with 1 to 64 connections, it was
 * slower with each.
 *
 * BACK-PRESSURE. If more than pending_max bodies and answers wait, or bodies of
 * more than bytes_max, a request is refused with 429 and Retry-After.
 *
 * One loop, one thread.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_INTAKE_H
#define TCN_TOOLS_SERVE_LIVE_INTAKE_H

#include <event2/event.h>

#include "engine/base/err.h"
#include "engine/item/article.h"
#include "tools/pipeline/pipeline.h"
#include "tools/serve/http/http.h"

struct tcn_intake_conf {
	struct tcn_article_limits limits;
	int64_t gather_ms; /* how long a commit waits for more requests */
	size_t pending_max; /* most bodies and answers that wait */
	size_t articles_max; /* of one body */
	size_t bytes_max; /* of bodies that wait; the last may go beyond */
	int64_t slice_ms; /* of work in a turn; 0: one article */

	/* Events have changed; the transaction is still open. May be NULL. */
	void (*changed)(void *ctx, const struct tcn_detector_changes *changes);
	/* A commit, perhaps an empty one, has ended with rc. May be NULL. */
	void (*committed)(void *ctx, enum tcn_rc rc);
	/* A request was answered, so long after its articles were taken. May
	 * be NULL. */
	void (*answered)(void *ctx, int64_t waited_ms);
	void *ctx;
};

struct tcn_intake_counts {
	uint64_t stored, copies, known, rejected; /* articles */
	uint64_t requests, refused; /* 429 */
	uint64_t commits;
};

struct tcn_intake;

struct tcn_intake *tcn_intake_new(struct event_base *base,
    const struct tcn_intake_conf *conf, struct tcn_pipeline *pipe);

/* Answers requests that still wait with 503. intake may be NULL. */
void tcn_intake_free(struct tcn_intake *intake);

/* Replaces the numbers of conf. */
void tcn_intake_reconfigure(struct tcn_intake *intake,
    const struct tcn_intake_conf *conf);

/* Takes POST /v1/articles, and answers it now or after the commit. */
void tcn_intake_call(struct tcn_intake *intake, struct tcn_http_call *call);

/* Commits now, and answers all requests that wait. */
TCN_MUST_USE enum tcn_rc tcn_intake_commit(struct tcn_intake *intake);

/* The same, and answers those whose body is not done, too, with what became of
 * it so far: the daemon stops. */
TCN_MUST_USE enum tcn_rc tcn_intake_stop(struct tcn_intake *intake);

/*
 * Schedules the compaction of the delta log (sql/store_compact.c) for when no
 * articles have come for a while. Also for others that have committed.
 */
void tcn_intake_compact_later(struct tcn_intake *intake);

/* Whether a request would be taken now, and not refused with 429 or 503. */
bool tcn_intake_ready(const struct tcn_intake *intake);

/* Why the last commit or article failed. */
const struct tcn_err *tcn_intake_error(const struct tcn_intake *intake);

const struct tcn_intake_counts *
tcn_intake_counts(const struct tcn_intake *intake);

#endif

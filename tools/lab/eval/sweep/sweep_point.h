/*
 * tools/lab/eval/sweep/sweep_point.h - one point of a sweep: a detector and its
 * alerts.
 *
 * A point with a stage reads what the stage has prepared. One without a stage
 * (its rule is "similar", or sharing would not be exact) is a whole pipeline of
 * its own, which only shares the parsing. Either way its alerts are those of a
 * replay with the same settings, byte for byte, but for the dossiers that they
 * are of.
 *
 * One thread runs a point at a time; once all are finished any thread may read
 * it.
 */
#ifndef TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_POINT_H
#define TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_POINT_H

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/base/out.h"
#include "tools/lab/eval/sweep/sweep_stage.h"
#include "tools/pipeline/pipeline.h"

enum {
	TCN_SWEEP_CITES = 4, /* items of an alert whose names are kept */
};

struct tcn_sweep_alert {
	char id[TCN_EVENT_ID_BYTES];
	int64_t fired_ms;
	uint32_t origins, publishers;
	size_t at, n; /* items counted: in the point's list of evidence */
	/* Arrival numbers, 0 where there are fewer: the most central item,
	 * then the first ones counted. See tcn_sweep_point_cited(). */
	uint64_t cites[TCN_SWEEP_CITES];
	struct tcn_str terms; /* words with spaces between them */
};

struct tcn_sweep_point {
	const struct tcn_sweep_batch *batches;
	struct tcn_sweep_stage *stage; /* or NULL, and then ... */
	struct tcn_pipeline *pipe; /* ... this ... */
	struct tcn_sweep_cites cites;
	uint32_t *numbers; /* ... and these, as of a stage */
	size_t numbers_n, numbers_cap;
	struct tcn_detector *det; /* of a point with a stage */
	_Atomic uint64_t *fired; /* alerts of all points; or NULL */
	int64_t from_ms, to_ms; /* of the stream so far, or TCN_UNDATED */
	struct tcn_sweep_alert *alerts; /* as they fired */
	size_t alerts_n, alerts_cap;
	uint32_t *evidence; /* items of the alerts; see finish */
	size_t evidence_n, evidence_cap;
	struct tcn_arena terms;
	struct tcn_buf line;
	struct tcn_out out; /* alerts as replay writes them */
	bool writes;
};

/*
 * Makes a point; stage NULL: with a pipeline of its own. alerts_path may be
 * NULL.
 */
TCN_MUST_USE enum tcn_rc tcn_sweep_point_init(struct tcn_sweep_point *point,
    const struct tcn_pipeline_conf *conf, struct tcn_sweep_stage *stage,
    const struct tcn_sweep_batch *batches, const char *alerts_path,
    struct tcn_err *err);
void tcn_sweep_point_fini(struct tcn_sweep_point *point);

/*
 * Runs the point over a batch, as a task of the pool; ctx is the point. The
 * stage must have done the batch.
 */
TCN_MUST_USE enum tcn_rc tcn_sweep_point_run(void *ctx, uint64_t batch,
    struct tcn_err *err);

/*
 * Ends the point when all batches are done: turns its evidence from arrival
 * numbers into numbers in the stream, frees the detector and completes the file
 * of alerts.
 */
TCN_MUST_USE enum tcn_rc tcn_sweep_point_finish(struct tcn_sweep_point *point,
    struct tcn_err *err);

/* Returns the name of an alert's nth cited item, or NULL. */
const struct tcn_item_name *
tcn_sweep_point_cited(const struct tcn_sweep_point *point,
    const struct tcn_sweep_alert *alert, size_t nth);

#endif
